"""The table in the browser: pages, JSON API, live updates. It decides no rule and speaks no SQL.

`templates` are the pages, and the parts of them that are drawn anew; `static` has a script and a style sheet for each
thing of a page, and in `vendor` what others have written, with its licence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kursbuch.web.settings import Settings


def run(settings: Settings | None = None) -> None:
    """Serve until stopped; prints the address. Imported late, so that other commands start fast."""
    from kursbuch.web.serve import serve  # noqa: PLC0415

    serve(settings)
