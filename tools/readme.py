"""What the wheel says of itself: the README without pictures and without links into the repository.

A page that shows a wheel's description stands alone: files beside the README are not there, and no address is known
where they would be. Hatchling asks for it when it builds (`pyproject.toml`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

PICTURE = re.compile(r"^!\[[^]]*]\((?!https?://)[^)]*\)\n+", re.MULTILINE)
LINK = re.compile(r"\[([^]]+)]\((?!https?://|#)[^)]*\)")


def alone(text: str) -> str:
    """The text as it can be read where nothing lies beside it.

    >>> alone(
    ...     "![A table](docs/table.webp)\\n\\nSee [the rules](docs/rules.md) and [uv](https://docs.astral.sh/uv/)."
    ... )
    'See the rules and [uv](https://docs.astral.sh/uv/).'
    """
    return LINK.sub(r"\1", PICTURE.sub("", text))


class CustomMetadataHook(MetadataHookInterface):
    """Puts it into the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        text = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": alone(text)}
