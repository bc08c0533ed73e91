"""`kursbuch sources`: where every block of a box comes from, and what would settle what is reconstructed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from kursbuch.editions import read_edition
from kursbuch.editions.report import report
from kursbuch.editions.sources import blocks, counted, title_of
from kursbuch.shelf import edition_for, families, family_of, find


def sources(
    title: Annotated[str, typer.Argument(help="Id of the title, as `kursbuch titles` lists them.")] = "",
    edition: Annotated[Path | None, typer.Option(help="Of this edition of it.")] = None,
    language: Annotated[str, typer.Option(help="en or de.")] = "en",
    docs: Annotated[Path | None, typer.Option(help="Write the pages of all titles into this folder.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
) -> None:
    """How sure are we? Every block of a title's data with its source, and why what is reconstructed is as it is."""
    if docs is not None:
        write_pages(docs)
        return
    family = family_of(title)
    own = edition_for(title, read_edition(edition)) if edition else None
    found = blocks(family, own, language)
    if as_json:
        listed = [
            {
                "at": block.at,
                "source": block.source,
                "by": block.by,
                "note": block.note,
                "doubts": [{"at": d.at, "why": d.why, "settles": d.settles} for d in block.doubts],
            }
            for block in found
        ]
        print(json.dumps({"counts": counted(found), "blocks": listed}, ensure_ascii=False))
        return
    for block in found:
        partly = ", reconstructed in part" if block.sure != block.source else ""
        print(f"{block.at}: {block.source}{partly}" + (f" ({block.by})" if block.by else ""))
        for doubt in block.doubts:
            print(f"    {doubt.at.removeprefix(block.at).lstrip('.')} {doubt.why}".rstrip())
            print(f"    -> {doubt.settles}")
    print(", ".join(f"{number} {source}" for source, number in counted(found).items()))


def write_pages(folder: Path) -> None:
    """The pages of the docs, one for each family."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages().items():
        (folder / name).write_text(text, encoding="utf-8")


def pages() -> dict[str, str]:
    """The pages by their file names; families in packages of their own have their docs there."""
    out = {}
    for family in families():
        if family.package.startswith("kursbuch."):
            title = title_of(family)
            out[f"{family.name}.md"] = report(family, find(title).info.name.partition(":")[0], title)
    return out
