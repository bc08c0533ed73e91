"""Commands for those who run a server: its settings, copies of its database."""

from __future__ import annotations

from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from kursbuch.web.settings import Settings

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
    print(f"copied the database to {file} ({file.stat().st_size:,} bytes)")


def restore(file: File, database: Database = "") -> None:
    """Bring a copy back into a database that is not there yet, or empty."""
    from sqlalchemy.engine import make_url

    from kursbuch.store import backup as copies
    from kursbuch.web.settings import Settings

    url = database or Settings.from_environment().url
    _told(lambda: copies.restore(url, file))
    print(f"brought {file} back into {make_url(url).render_as_string()}")


admin = typer.Typer(help="Who administers the server: sees reports, closes tables, mutes, shuts out.")
Name = Annotated[str, typer.Argument(help="The name of the account.")]


@admin.command("grant")
def grant(name: Name, database: Database = "") -> None:
    """Make an account an administrator; the server may be running."""
    _appoint(name, database, True)


@admin.command("revoke")
def revoke(name: Name, database: Database = "") -> None:
    """Take the office away."""
    _appoint(name, database, False)


@admin.command("list")
def administrators(database: Database = "") -> None:
    """List the administrators, those that the setting names as well."""
    from kursbuch.web.admin import administrators as appointed

    settings = _settings(database)
    named = [name.strip() for name in settings.admins.split(",") if name.strip()]
    print("\n".join([*appointed(settings), *(f"{name} (KURSBUCH_ADMINS)" for name in named)]))


def _appoint(name: str, database: str, admin: bool) -> None:
    from kursbuch.web.admin import appoint

    appoint(_settings(database), name, admin=admin)


def _settings(database: str) -> Settings:
    from kursbuch.web.settings import Settings

    settings = Settings.from_environment()
    return replace(settings, database=database or settings.database)


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
