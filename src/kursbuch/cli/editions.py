"""`kursbuch editions`: an owner's corrections checked, compared, merged, and made the built-in data."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import tomlkit
import typer
from rich.console import Console
from rich.table import Table

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import (
    DROP,
    GONE,
    SOURCE,
    called,
    entry_key,
    name_in_list,
    says_in_a_word,
    source_as_written,
)
from kursbuch.editions import differences, merged, read_edition, whole_edition
from kursbuch.editions.checks import checked
from kursbuch.editions.comparing import Difference
from kursbuch.editions.reading import edition_of_text
from kursbuch.editions.remarks import Remark
from kursbuch.editions.trial import trial
from kursbuch.editions.writing import toml_value
from kursbuch.shelf import edition_for, family_of, find

app = typer.Typer(help="Editions of a box: check, compare, merge, write out, adopt.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
File = Annotated[Path, typer.Argument(help="An edition, as a TOML file.")]
Out = Annotated[Path | None, typer.Option("--out", "-o", help="Where to write it; else it is printed.")]


@app.command()
def check(file: File, as_json: AsJson = False) -> None:
    """Whether an edition can be played with, and what looks wrong in it. Exits with 1 if it cannot."""
    edition = read_edition(file)
    found = _remarks(edition)
    if as_json:
        print(json.dumps({"title": edition.about["title"], "remarks": [_plain(one) for one in found]}))
    else:
        for one in found:
            print(f"{one.at}: {one.text}")
        print(f"{file}: {edition.name or edition.about['title']}, {_counted(found)}")
    if any(one.grave for one in found):
        raise typer.Exit(1)


def _remarks(edition: Edition) -> list[Remark]:
    title = edition.about["title"]
    return checked(family_of(title), find(title), edition)


def _counted(found: list[Remark]) -> str:
    grave = sum(one.grave for one in found)
    counted = ((grave, "error"), (len(found) - grave, "remark"))
    told = ", ".join(f"{number} {what}{'s' if number > 1 else ''}" for number, what in counted if number)
    return told or "nothing to remark"


def _plain(one: Remark) -> dict[str, Any]:
    return {"at": one.at, "text": one.text, "grave": one.grave}


@app.command()
def diff(
    one: Annotated[str, typer.Argument(help="An edition; or the id of a title for its built-in data.")],
    other: Annotated[str, typer.Argument(help="An edition; or the id of a title for its built-in data.")],
    as_json: AsJson = False,
) -> None:
    """What is other in the second box."""
    (first, family), (second, of_second) = _read_either(one), _read_either(other)
    if family is not of_second:
        raise BadInput("edition.title", "these are editions of different boxes")
    found = differences(family, first, second)
    if as_json:
        print(json.dumps([{"at": d.at, "one": d.one, "other": d.other} for d in found], ensure_ascii=False))
        return
    _show(found, one, other)


def _show(found: list[Difference], one: str, other: str) -> None:
    table = Table("where", one, other)
    for d in found:
        table.add_row(d.at, _short(d.one), _short(d.other))
    Console().print(table)


def _short(value: Any) -> str:
    return "" if value is None else json.dumps(value, ensure_ascii=False)[:200]


@app.command()
def merge(
    files: Annotated[list[Path], typer.Argument(help="Editions of one box, the most trusted first.")],
    out: Out = None,
    as_json: AsJson = False,
) -> None:
    """One edition of several. Where they contradict each other the first has its way, and it is said."""
    read = [_read(file) for file in files]
    family = read[0][1]
    if any(of is not family for _, of in read):
        raise BadInput("edition.title", "these are editions of different boxes")
    edition, clashes = merged(family, *(edition for edition, _ in read))
    _write(edition, out)
    if as_json:
        found = [{"at": d.at, "kept": d.one, "other": d.other} for d in clashes]
        typer.echo(json.dumps({"clashes": found}, ensure_ascii=False), err=out is None)
    for d in clashes if not as_json else ():
        typer.echo(f"{d.at}: kept {_short(d.one)}, not {_short(d.other)}", err=True)


@app.command()
def write(
    title: Annotated[str, typer.Argument(help="Id of the title, as `kursbuch titles` lists them.")],
    out: Out = None,
) -> None:
    """A title's whole box as an edition, every value of it."""
    _write(whole_edition(family_of(title), title, find(title).info.name), out)


@app.command("try")
def try_out(
    file: Annotated[Path, typer.Argument(help="An edition, or - for standard input.", allow_dash=True)],
    games: Annotated[int, typer.Option(help="How many games.", min=1, max=10_000)] = 20,
    seed: Annotated[int, typer.Option(help="Of the first game.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line, a line a game.")] = False,
) -> None:
    """Play random games with an edition to the end, so that it is known to play. Exits with 1 if one has a fault."""
    edition = edition_of_text(sys.stdin.read()) if str(file) == "-" else read_edition(file)
    title = edition.about["title"]
    own, faults = edition_for(title, edition), 0
    for played in trial(find(title), own, games, seed):
        faults += bool(played.fault)
        if as_json:
            print(json.dumps(asdict(played)), flush=True)
        else:
            print(
                f"{played.number + 1}/{games}: {played.players} players, {played.actions} actions {played.fault}"
            )
    if faults:
        raise typer.Exit(1)


@app.command()
def adopt(
    file: File,
    folder: Annotated[
        Path | None, typer.Option(help="The data folder to change; else that of the installed title.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make an edition the built-in data: its values go into the data files, whose comments stay."""
    edition, family = _read(file)
    if any(one.grave for one in _remarks(edition)):
        raise BadInput("edition", "it cannot be played with: see `kursbuch editions check`")
    changed = adopted(edition, folder or _data_folder(family))
    if as_json:
        print(json.dumps({"files": [str(path) for path in changed]}))
    else:
        for path in changed:
            print(path)


def adopted(edition: Edition, folder: Path) -> list[Path]:
    """The data files that were changed so that they are the box of this edition."""
    changed = []
    for name, overlay in edition.files.items():
        if name == "edition":
            continue
        path = folder / f"{name}.toml"
        document = tomlkit.parse(path.read_text(encoding="utf-8"))
        _lay(document, overlay, says_in_a_word(document))
        text = tomlkit.dumps(document)
        if text != path.read_text(encoding="utf-8"):
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def _lay(table: Any, overlay: Any, plain: bool) -> None:
    """What `kursbuch.core.overlay.corrected` does, in a document that keeps its comments."""
    for key in overlay.get(DROP, ()):
        table.pop(key, None)
    for key, value in overlay.items():
        if key == DROP:
            continue
        if key == SOURCE:
            table[SOURCE] = _written(source_as_written(value, plain))
        elif isinstance(value, dict) and value.get(GONE) is True:
            table.pop(key, None)
        elif not isinstance(value, dict):
            if table.get(key) != value:
                table[key] = _written(value)
        elif name := name_in_list(
            key, list(table[key]) if isinstance(table.get(key), list) else table.get(key)
        ):
            if not table.get(key):
                table[key] = tomlkit.aot()
            _lay_entries(table[key], value, name, plain)
        else:
            if key not in table:
                table[key] = tomlkit.table()
            _lay(table[key], value, plain)


def _written(value: Any) -> Any:
    """A value in the form in which editions and our data files have it: lists of tables stay lists."""
    return tomlkit.parse(f"value = {toml_value(value)}\n")["value"]


def _lay_entries(entries: Any, overlay: Any, name: str, plain: bool) -> None:
    names = [called(entry[name]) for entry in entries]
    for given, value in overlay.items():
        key = entry_key(given, names)
        at = next((n for n, entry in enumerate(entries) if called(entry[name]) == key), None)
        if value.get(GONE) is True:
            if at is not None:
                del entries[at]
        elif at is not None:
            _lay(entries[at], value, plain)
        else:
            new = tomlkit.table() if isinstance(entries, tomlkit.items.AoT) else tomlkit.inline_table()
            new[name] = key.split(" ") if name == "between" else key
            _lay(new, value, plain)
            entries.append(new)


def _data_folder(family: Family) -> Path:
    from importlib.resources import files

    return Path(str(files(family.package).joinpath("data")))


def _read(file: Path) -> tuple[Edition, Family]:
    edition = read_edition(file)
    title = edition.about["title"]
    return edition_for(title, edition), family_of(title)


def _read_either(given: str) -> tuple[Edition | None, Family]:
    return _read(Path(given)) if given.endswith(".toml") else (None, family_of(given))


def _write(edition: Edition, out: Path | None) -> None:
    if out is None:
        print(edition.text, end="")
    else:
        out.write_text(edition.text, encoding="utf-8")
