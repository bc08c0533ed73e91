"""Commands for those who run a server: its settings, copies of its database."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

Database = Annotated[str, typer.Option(help="A URL; without one the database of this machine.")]
File = Annotated[Path, typer.Argument(help="The file that holds the copy.")]


def settings(as_json: Annotated[bool, typer.Option("--json", help="For programs.")] = False) -> None:
    """List every setting of a server with its default and what it means."""
    from kursbuch.web.settings_list import described

    found = described()
    if as_json:
        import json

        print(json.dumps([asdict(one) for one in found], indent=1))
        return
    table = Table("variable", "default", "meaning", box=None)
    for one in found:
        table.add_row(one.variable, one.default, one.meaning)
    Console().print(table)


def backup(file: File, database: Database = "") -> None:
    """Copy the database to a file, while the server runs."""
    from kursbuch.store import backup as copies
    from kursbuch.web.settings import Settings

    _told(lambda: copies.back_up(database or Settings.from_environment().url, file))


def restore(file: File, database: Database = "") -> None:
    """Bring a copy back into a database that is not there yet, or empty."""
    from kursbuch.store import backup as copies
    from kursbuch.web.settings import Settings

    _told(lambda: copies.restore(database or Settings.from_environment().url, file))


def _told(work: object) -> None:
    """Do it; what goes wrong is said in a sentence."""
    from kursbuch.core import BadInput
    from kursbuch.store.errors import Unavailable

    assert callable(work)
    try:
        work()
    except FileExistsError as error:
        raise BadInput("file", f"{error} is there already: nothing is written over") from error
    except FileNotFoundError as error:
        raise BadInput("file", f"{error} is not there") from error
    except Unavailable as error:
        raise BadInput("database", str(error)) from error
