"""How sure we are, as a page of the docs: every block of a box, those alike in one line."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core.family import Family
from kursbuch.editions.sources import BOX, Block, Doubt, blocks, counted

_HEAD = """# How sure are we? {name}

Written by `kursbuch sources --docs docs/trust/sources`; change `reasons.toml` and the data files, not this page.

{counts}

Whoever owns the box can go through this list with it open, and set right what differs: on the page
`/workshop/{title}`, or in an edition of a few lines (see [editions](../../titles/editions.md)).
"""


def report(family: Family, name: str, title: str) -> str:
    """The page of one box."""
    found = blocks(family)
    numbers = counted(found)
    counts = (
        f"{len(found)} blocks: {numbers[BOX]} confirmed with a box, {numbers['rules']} from the rules, "
        f"{numbers['public']} from public descriptions, {numbers['reconstructed']} reconstructed in whole or in part."
    )
    parts = [_HEAD.format(name=name, counts=counts, title=title)]
    for file in dict.fromkeys(block.path[0] for block in found):
        parts.append(f"## {file}.toml\n")
        parts.extend(_section([block for block in found if block.path[0] == file]))
    return "\n".join(parts).rstrip() + "\n"


def _section(found: list[Block]) -> Iterator[str]:
    """What is sure in a line for each source, then what is in doubt with its reasons."""
    for source in ("box", "rules", "public"):
        sure = [block for block in found if block.sure == source]
        if sure:
            yield f"**{source}**: {_names(sure)}\n"
    groups: dict[tuple[Doubt, ...], list[Block]] = {}
    for block in found:
        if block.sure == "reconstructed":
            groups.setdefault(tuple(_plain(block, doubt) for doubt in block.doubts), []).append(block)
    for doubts, alike in groups.items():
        yield f"**reconstructed**: {_names(alike)}\n"
        for doubt in doubts:
            what = f"`{doubt.at}`: " if doubt.at else ""
            yield f"- {what}{doubt.why} *What would settle it:* {doubt.settles}"
        yield ""


def _plain(block: Block, doubt: Doubt) -> Doubt:
    """The doubt without the name of its block, so that blocks alike can be told together."""
    inner = doubt.at.removeprefix(block.at).lstrip(".")
    return Doubt(inner, doubt.why, doubt.settles)


def _names(found: list[Block]) -> str:
    by_table: dict[str, list[str]] = {}
    for block in found:
        by_table.setdefault(".".join(block.path[1:-1]), []).append(
            block.path[-1] if len(block.path) > 1 else "its figures"
        )
    return "; ".join(f"{table} {', '.join(names)}".strip() for table, names in by_table.items())
