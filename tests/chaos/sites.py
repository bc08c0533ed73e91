"""What is broken: a real server with its bots, on SQLite or on PostgreSQL, and each way to break it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import httpx
import psycopg

from kursbuch.web.settings import Settings
from tests.web.backend import Process, full_disk, sqlite, wait_for
from tests.web.postgres import Cluster, cluster

OUTAGE = 1.5  # seconds that a disk is full or a database away
STARTING, ENDING = 240.0, 30.0  # seconds; a start is not what is measured, and machines may be busy
ALL_LINES = (
    "select pg_terminate_backend(pid) from pg_stat_activity "
    "where pid <> pg_backend_pid() and backend_type = 'client backend'"
)


class Site:
    """A server with all its processes, which know each other by the database in their environment."""

    def __init__(self, settings: Settings, folder: Path, rng: Random) -> None:
        self.database = settings.url
        self.rng = rng
        self.process = Process(settings, folder / "log")
        self._idle = {self.process.maker}  # never killed; its environment cannot be read for a moment yet
        try:
            self._start()
        except BaseException:
            self.process.close()
            raise

    def _start(self) -> None:
        self.process.start(STARTING)
        self.wait()

    @property
    def url(self) -> str:
        return self.process.url

    @property
    def faults(self) -> dict[str, Callable[[], None]]:
        """Each way to break it, and to make it whole again where it does not heal by itself."""
        return {"server": self.kill_server, "thinking": self.kill_thinking}

    def close(self) -> None:
        self.process.close()
        wait_for(lambda: self._family() <= self._idle, ENDING)

    def wait(self) -> None:
        """Until it answers."""
        wait_for(self._answers)

    def _answers(self) -> bool:
        with suppress(httpx.HTTPError):
            return httpx.get(f"{self.url}/api/v1/tables", timeout=5).status_code == 200
        return False

    def _family(self) -> set[int]:
        found = set()
        for place in Path("/proc").iterdir():
            with suppress(OSError, ValueError):  # it has ended meanwhile, or is no process at all
                pid = int(place.name)
                if self.database.encode() in (place / "environ").read_bytes() and _alive(place):
                    found.add(pid)
        return found - {os.getpid()}

    def _kill_one(self, *words: str) -> None:
        """Kill a process of the family whose command line says one of these."""
        family = sorted(self._family() - self._idle - {self.process.pid})
        fitting = [pid for pid in family if any(word in _command(pid) for word in words)]
        if fitting:
            with suppress(ProcessLookupError):
                os.kill(self.rng.choice(fitting), signal.SIGKILL)

    def kill_server(self) -> None:
        """The one that started all the others; they must end by themselves, or it could not start again."""
        self.process.kill()
        wait_for(lambda: self._family() <= self._idle, ENDING)
        self._start()

    def kill_thinking(self) -> None:
        """A process in which a bot thinks, or the one that makes these."""
        self._kill_one("forkserver")


class OnSQLite(Site):
    @property
    def faults(self) -> dict[str, Callable[[], None]]:
        return {**super().faults, "disk": self.fill_disk}

    def fill_disk(self) -> None:
        with full_disk(self.process.pid):
            time.sleep(OUTAGE)
        self.wait()


class OnPostgreSQL(Site):
    def __init__(self, settings: Settings, folder: Path, rng: Random, database: Cluster) -> None:
        self._cluster = database
        super().__init__(settings, folder, rng)

    @property
    def faults(self) -> dict[str, Callable[[], None]]:
        return {
            **super().faults,
            "worker": self.kill_worker,
            "thinker": self.kill_thinker,
            "lines": self.cut_lines,
            "database": self.restart_database,
        }

    def kill_worker(self) -> None:
        """One of the server's processes; its master starts another."""
        self._kill_one("spawn_main")
        self.wait()

    def kill_thinker(self) -> None:
        self._kill_one("kursbuch.web import thinker")

    def cut_lines(self) -> None:
        with psycopg.connect(self.database, autocommit=True) as connection:
            connection.execute(ALL_LINES)

    def restart_database(self) -> None:
        self._cluster.stop(signal.SIGQUIT)
        time.sleep(OUTAGE)
        self._cluster.start()
        self.wait()


def _alive(place: Path) -> bool:
    return "\nState:\tZ" not in (place / "status").read_text()


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()
    return ""


@contextmanager
def site(kind: str, folder: Path, rng: Random) -> Iterator[Site]:
    """A running server on a database of this kind, and no trace of it afterwards."""
    if kind == "sqlite":
        here: Site = OnSQLite(sqlite(folder, bot_processes=2), folder, rng)
        try:
            yield here
        finally:
            here.close()
        return
    with cluster() as database:
        settings = Settings(
            database=database.url,
            workers=2,
            thinkers=2,
            bot_processes=1,
            bot_pause=0.0,
            new_people=10_000,
            chosen_seeds=True,
        )
        here = OnPostgreSQL(settings, folder, rng, database)
        try:
            yield here
        finally:
            here.close()
