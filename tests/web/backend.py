"""Real servers for tests, in a thread or as a process of their own, and players who talk to them by HTTP."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import uvicorn

from kursbuch.web.app import create_app
from kursbuch.web.serve import protocol
from kursbuch.web.settings import Settings

# tests do in a minute what people do in months
FREE = dict.fromkeys(
    (
        "new_people",
        "tables_an_hour",
        "open_tables",
        "joins_an_hour",
        "invitations_an_hour",
        "lines_a_minute",
        "reports_an_hour",
        "friends_an_hour",
        "workshop_a_minute",
        "leagues_a_day",
    ),
    1_000_000,
)
WAIT = 60.0  # seconds that anything may take, on a busy machine too


class Server(uvicorn.Server):
    """Signals stay with pytest."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """A server in a thread, on a port of its own; gives its address."""
    # without naming TCP, asyncio would not turn off the delay that waits for more to send
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP) as sock:
        sock.bind(("127.0.0.1", 0))
        sock.listen(128)
        config = uvicorn.Config(
            create_app(settings),
            # pages left open are cut when it stops, and uvicorn reports each: to whatever pytest listens with then,
            # not to the stderr of the test that has started it, which is closed when a module's server ends
            log_config=None,
            log_level="error",
            timeout_graceful_shutdown=1,
            lifespan="on",
            **protocol(settings),
        )
        server = Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [sock]}, daemon=True)
        thread.start()
        wait_for(lambda: server.started or not thread.is_alive())
        assert server.started, "the server did not start"
        try:
            yield f"http://127.0.0.1:{sock.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(WAIT)


def sqlite(folder: Path, **more: Any) -> Settings:
    values: dict[str, Any] = {"bot_pause": 0.0, **FREE, "chosen_seeds": True, **more}
    return Settings(database=f"sqlite:///{folder / 'games.sqlite3'}", **values)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


_SPAWNER = """
import os, sys
import kursbuch.web.app, kursbuch.web.serve
for _ in sys.stdin:
    child = os.fork()
    if not child:
        kursbuch.web.run()
        os._exit(0)
    print(child, flush=True)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""


class Process:
    """A server as a process, which can be killed and started again.

    What it needs is imported once, in a process that makes the servers: a start takes a moment, not seconds.
    """

    def __init__(self, settings: Settings, log: Path | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        environment = {**os.environ, **settings.to_environment(), "KURSBUCH_PORT": str(self.port)}
        with ExitStack() as stack:
            self._spawner = subprocess.Popen(
                [sys.executable, "-c", _SPAWNER],
                env=environment,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=stack.enter_context(log.open("ab")) if log else None,
                text=True,
            )
        self._child = 0

    @property
    def pid(self) -> int:
        """Of the server; 0 while there is none."""
        return self._child

    @property
    def maker(self) -> int:
        """Of the process that makes the servers."""
        return self._spawner.pid

    def start(self, seconds: float = WAIT) -> None:
        assert self._spawner.stdin is not None
        self._spawner.stdin.write("start\n")
        self._spawner.stdin.flush()
        self._child = int(self._said())
        wait_for(self._answers, seconds)

    def _said(self) -> str:
        """The spawner's next word; what the servers say of themselves is passed over."""
        assert self._spawner.stdout is not None
        while (line := self._spawner.stdout.readline()).startswith("Kursbuch"):
            pass
        return line

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=2):
                return True
        except OSError:
            return False

    def kill(self) -> None:
        """As hard as can be."""
        os.kill(self._child, signal.SIGKILL)
        assert self._said() == "ended\n"
        self._child = 0

    def close(self) -> None:
        """Stop the server in an orderly way, if it runs, and what made it."""
        with self._spawner:  # its pipes are closed, whatever happens here
            if self._child:
                os.kill(self._child, signal.SIGTERM)
                assert self._said() == "ended\n"
            assert self._spawner.stdin is not None
            self._spawner.stdin.close()
            self._spawner.wait(WAIT)


def wait_for(condition: Any, seconds: float = WAIT) -> None:
    """Look again and again until it is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


class Player:
    """Somebody with a token."""

    def __init__(self, url: str, name: str, token: str = "") -> None:
        self.client = httpx.Client(base_url=f"{url}/api/v1", timeout=WAIT)
        self.name = name
        self.token = token or self._guest(name)
        self.client.headers["Authorization"] = f"Bearer {self.token}"

    def _guest(self, name: str) -> str:
        answer = self.client.post("/guests", json={"name": name})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *_: object) -> None:
        self.client.close()

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        answer = self.client.get(path, params=params)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: Any = None, status: int = 200, **more: Any) -> Any:
        answer = self.client.post(path, json=body, **more)
        assert answer.status_code == status, answer.text
        return answer.json()

    def table(self, mode: str = "hotseat", seats: Any = 2, **more: Any) -> dict[str, Any]:
        """Set a table up; `seats` may be just how many."""
        if isinstance(seats, int):
            names = ("Anna", "Ben", "Clara", "David")[:seats]
            seats = [{"player": name, "mine": True} for name in names]
        body = {"title": "18te", "mode": mode, "seats": seats, "seed": 7, **more}
        found: dict[str, Any] = self.post("/tables", body, 201)
        return found

    def move(self, table: str, rng: random.Random) -> dict[str, Any] | None:
        """Make a random legal move; None if it is not this player's turn."""
        legal = self.get(f"/tables/{table}/actions")
        if not legal["actions"]:
            return None
        body = {"action": definite(rng.choice(legal["actions"]), rng), "moves": legal["moves"]}
        moved: dict[str, Any] = self.post(f"/tables/{table}/act", body)
        return moved


@contextmanager
def full_disk(pid: int) -> Iterator[None]:
    """No file of a process may grow any more, as if the disk were full; then there is room again."""
    unlimited = resource.RLIM_INFINITY
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (8192, unlimited))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))


def definite(action: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """The data of a listed action, with an amount if it leaves one open."""
    data = dict(action["data"])
    if span := action["range"]:
        data[action["amount"]] = rng.randrange(span["lo"], span["hi"] + 1, span["step"])
    return data


@contextmanager
def online(url: str, *names: str, **more: Any) -> Iterator[tuple[list[Player], str]]:
    """People who sit down at one online table, by invitation."""
    with ExitStack() as stack:
        people = [stack.enter_context(Player(url, name)) for name in names]
        seats = [{"mine": True}, *({} for _ in names[1:])]
        table = people[0].table("online", seats, **more)["id"]
        invitation = people[0].post(f"/tables/{table}/invitation")["invitation"]
        for player in people[1:]:
            player.post(f"/tables/{table}/join", {"invitation": invitation})
        yield people, table


class Listener:
    """Reads a table's events in a thread."""

    def __init__(self, player: Player, table: str, last: str = "") -> None:
        self.heard: Queue[tuple[str, dict[str, Any], float]] = Queue()
        self._stop = False
        headers = {**player.client.headers, **({"Last-Event-ID": last} if last else {})}
        address = f"{player.client.base_url}tables/{table}/events"
        self._thread = threading.Thread(target=self._read, args=(address, headers), daemon=True)
        self._thread.start()

    def _read(self, address: str, headers: dict[str, str]) -> None:
        with httpx.Client(timeout=WAIT) as client, client.stream("GET", address, headers=headers) as answer:
            kind = ""
            for line in answer.iter_lines():
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    self.heard.put((kind, json.loads(line[6:]), time.monotonic()))
                    if self._stop:
                        return

    def next(self) -> tuple[str, dict[str, Any], float]:
        return self.heard.get(timeout=WAIT)

    def close(self, player: Player, table: str) -> None:
        """The line ends with the next thing that is heard."""
        self._stop = True
        player.client.post(f"/tables/{table}/chat", json={"text": "bye"}).raise_for_status()
        self._thread.join(WAIT)
        assert not self._thread.is_alive()
