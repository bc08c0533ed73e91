"""Write docs/players/glossary.md from the files that the glossary's page is made from.

python tools/glossary_page.py
"""

from __future__ import annotations

from pathlib import Path

from kursbuch.words.glossary import as_markdown

if __name__ == "__main__":
    (Path(__file__).parents[1] / "docs" / "players" / "glossary.md").write_text(as_markdown(), "utf-8")
