"""Pages of the documentation that nobody writes: routes, commands and changes, made anew with every `make docs`."""

from __future__ import annotations

import re
from pathlib import Path

from tools.documenting import commands, routes

ROOT = Path(__file__).resolve().parents[2]


def write_pages(folder: Path) -> None:
    """Write them all into a folder; a page that has not changed is left alone, so that it is not built again."""
    folder.mkdir(exist_ok=True)
    for name, text in {"routes": routes.page(), "commands": commands.page(), "changes": changes()}.items():
        page = folder / f"{name}.md"
        if not page.exists() or page.read_text(encoding="utf-8") != text:
            page.write_text(text, encoding="utf-8")


def changes() -> str:
    """The changelog; versions stand in brackets that lead nowhere, and lose them.

    >>> "## [" in changes(), changes().startswith("# Changelog")
    (False, True)
    """
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    return re.sub(r"^## \[(.*?)]", r"## \1", told, flags=re.MULTILINE)
