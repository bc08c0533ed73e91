"""The table where only the library was installed: `kursbuch` gets the packages it needs, or says how to.

`kursbuch` alone is the library, which needs nothing but Python; the table and the commands are `kursbuch[server]`.
Whoever types `uvx kursbuch` wants to play all the same, and does.
"""

from __future__ import annotations

import importlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from kursbuch import __version__

ASKED = ("typer", "uvicorn")  # all of the extra comes together; two packages that only we will have asked for


def complete() -> bool:
    """Whether the packages of the table and the commands are here.

    >>> complete()
    True
    """
    return all(map(find_spec, ASKED))


def get_server(arguments: Sequence[str]) -> None:
    """Get the packages and come back, or go on in an environment that has them, or end with a sentence."""
    wanted = requirement(distribution("kursbuch").read_text("direct_url.json"))
    if uvx := _uvx(os.environ):
        _become([uvx, "tool", "run", "--python", sys.executable, "--from", wanted, "kursbuch", *arguments])
    command = _installing(wanted)
    if not (command and _agreed()):
        sys.exit(sentence(Path(sys.prefix)))
    if subprocess.call(command) != 0:
        sys.exit(sentence(Path(sys.prefix)))
    importlib.invalidate_caches()


def requirement(origin: str | None) -> str:
    """What an installer is asked for: this version, from the very file it came from if it was one (PEP 610).

    >>> requirement('{"url": "file:///home/anna/kursbuch-1.0-py3-none-any.whl", "archive_info": {}}')
    'kursbuch[server] @ file:///home/anna/kursbuch-1.0-py3-none-any.whl'
    >>> requirement(None) == f"kursbuch[server]=={__version__}"
    True
    """
    url = json.loads(origin).get("url", "") if origin else ""
    return f"kursbuch[server] @ {url}" if url.startswith("file:") else f"kursbuch[server]=={__version__}"


def sentence(prefix: Path) -> str:
    """What to type, for the tool that made the environment at `prefix`.

    >>> sentence(Path("/home/anna/.local/share/pipx/venvs/kursbuch"))  # doctest: +ELLIPSIS
    "kursbuch: ... not installed here; get them with: pipx install --force 'kursbuch[server]'"
    """
    tool = {"pipx": "pipx install --force", "uv": "uv tool install"}
    made = next((way for name, way in tool.items() if name in prefix.parts), "pip install")
    need = "the table and the commands need packages that are not installed here"
    return f"kursbuch: {need}; get them with: {made} 'kursbuch[server]'"


def _uvx(environment: Mapping[str, str]) -> str | None:
    """The uv that runs us in an environment of its own making, if one does: `uv run` names a project's, uvx none."""
    return None if environment.get("VIRTUAL_ENV") else environment.get("UV")


def _become(command: list[str]) -> NoReturn:
    """Go on as another program: it gets our signals and our terminal."""
    if os.name == "posix":
        os.execv(command[0], command)
    sys.exit(subprocess.call(command))


def _installing(wanted: str) -> list[str] | None:
    if find_spec("pip"):
        return [sys.executable, "-m", "pip", "install", wanted]
    uv = shutil.which("uv")
    return [uv, "pip", "install", "--python", sys.executable, wanted] if uv else None


def _agreed() -> bool:
    """Whether somebody sits at the terminal and wants it; nothing is fetched unasked."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        return False
    print("The table and the commands need packages that are not installed here.", file=sys.stderr)
    return input("Get them now? [Y/n] ").strip().lower() in ("", "y", "yes", "j", "ja")
