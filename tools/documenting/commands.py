"""Every command with its arguments and options, from the command line itself."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from kursbuch.cli.main import app

HEAD = """# Commands

Made from the commands themselves; `kursbuch COMMAND --help` says the same. `kursbuch` without a command starts the
table on this machine and opens the page. Inside a checkout: `make play ARGS="titles"`, or `uv run kursbuch titles`.
"""


def page() -> str:
    """The page of all commands.

    >>> "## `kursbuch arena`" in page()
    True
    """
    return "\n".join([HEAD, *_all(get_command(app), "kursbuch")])


def _all(command: Any, name: str) -> Iterator[str]:
    if isinstance(command, TyperGroup):
        for key, one in sorted(command.commands.items()):
            yield from _all(one, f"{name} {key}")
    else:
        yield from _one(command, name)


def _one(command: TyperCommand, name: str) -> Iterator[str]:
    yield f"## `{name}`\n"
    yield (command.help or "") + "\n"
    context = typer.Context(command, info_name=name)
    yield "    " + " ".join([name, *command.collect_usage_pieces(context)]) + "\n"
    rows = [one.get_help_record(context) for one in command.params if "--help" not in one.opts]
    if rows:
        yield "| | |\n|---|---|"
    for label, text in filter(None, rows):
        yield f"| `{label.replace('|', '/')}` | {text.replace('|', '/')} |"
    yield ""
