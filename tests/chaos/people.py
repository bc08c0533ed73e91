"""People who play by HTTP while everything breaks around them, and remember what they were promised."""

from __future__ import annotations

import random
import socket
import threading
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests.web.backend import Player, definite

PAUSE = 0.1  # seconds before somebody who got no answer tries again
THOUGHT = 0.3  # seconds before each turn: what breaks is to be seen here, not how much load a machine bears


@dataclass(frozen=True)
class Promise:
    """An answer that said: done. `text` is the action where it is known to the letter."""

    version: int
    kind: str
    text: str = ""


@dataclass
class Ledger:
    """What the people at one table were promised, and what they asked for without hearing the answer."""

    table: str
    title: str
    promises: list[Promise] = field(default_factory=list)
    asked: int = 0  # actions sent, less those that were refused: so many may be in the log
    unanswered: int = 0  # changes sent without hearing the answer, perhaps done
    confused: int = 0  # answers of a server that did not know what was wrong with it
    chat: list[str] = field(default_factory=list)  # promised lines
    maybe_chat: list[str] = field(default_factory=list)
    over: bool = False
    replaced: bool = False  # by a new table, when it was over
    lock: threading.Lock = field(default_factory=threading.Lock)

    def ask(self, kind: str, count: int = 1) -> None:
        with self.lock:
            self.asked += count if kind == "act" else 0

    def promise(self, version: int, kind: str, text: str = "") -> None:
        with self.lock:
            self.promises.append(Promise(version, kind, text))


class Playing:
    """Plays for one person at one table for as long as it lasts; with no answer it asks again."""

    def __init__(self, url: str, token: str, ledger: Ledger, seed: int, *, rough: bool = True) -> None:
        self.url, self.token, self.ledger = url, token, ledger
        self.rough = rough  # takes back, talks, hangs up in the middle
        self.rng = random.Random(seed)
        self.stop = threading.Event()

    @property
    def versions(self) -> list[int]:
        """What the table had come to with each promise."""
        with self.ledger.lock:
            return [promise.version for promise in self.ledger.promises]

    def run(self) -> None:
        with Player(self.url, "Anna", self.token) as player:
            player.client.timeout = httpx.Timeout(20)
            while not self.stop.is_set() and not self.ledger.over:
                try:
                    self.stop.wait(THOUGHT * self.rng.random())
                    self._turn(player)
                except (httpx.HTTPError, ValueError, KeyError):
                    time.sleep(PAUSE)  # the server is dead or in trouble; wait for a better moment

    def _turn(self, player: Player) -> None:
        place = f"/tables/{self.ledger.table}"
        answer = player.client.get(f"{place}/actions")
        self.ledger.confused += answer.status_code == 500
        legal = answer.json()
        if not legal["actions"]:
            self._wait(player, place)
            return
        chance = self.rng.random() if self.rough else 1.0
        if chance < 0.04 and legal["moves"]:
            self._ask(player, f"{place}/undo", {"moves": legal["moves"]}, "undo")
        elif chance < 0.08:
            self._talk(player, place)
        else:
            listed = self.rng.choice(legal["actions"])
            body = {"action": definite(listed, self.rng), "moves": legal["moves"]}
            text = "" if listed["range"] else str(listed["text"])
            if chance < 0.12:
                self._hang_up(f"{place}/act", body)
            else:
                self._ask(player, f"{place}/act", body, "act", text)

    def _wait(self, player: Player, place: str) -> None:
        self.ledger.over = bool(player.client.get(place).json()["over"])
        time.sleep(PAUSE)

    def _ask(self, player: Player, path: str, body: dict[str, Any], kind: str, text: str = "") -> None:
        """Ask for a change. No answer, or one of trouble inside the server, leaves open whether it was done."""
        self.ledger.ask(kind)
        try:
            answer = player.client.post(path, json=body)
        except httpx.HTTPError:
            self.ledger.unanswered += 1
            raise
        if answer.status_code == 200:
            self.ledger.promise(int(answer.json()["version"]), kind, text)
        elif answer.status_code < 500:
            self.ledger.ask(kind, -1)
        else:
            self.ledger.confused += answer.status_code == 500
            self.ledger.unanswered += 1
            time.sleep(PAUSE)

    def _talk(self, player: Player, place: str) -> None:
        line = f"{self.rng.getrandbits(64):x}"
        self.ledger.maybe_chat.append(line)
        answer = player.client.post(f"{place}/chat", json={"text": line})
        if answer.status_code < 300:
            self.ledger.chat.append(line)

    def _hang_up(self, path: str, body: dict[str, Any]) -> None:
        """Send a request, whole or half, and close the line without waiting for the answer."""
        self.ledger.ask("act")
        self.ledger.unanswered += 1
        request = httpx.Request(
            "POST",
            f"{self.url}/api/v1{path}",
            json=body,
            headers={"Authorization": f"Bearer {self.token}", "Connection": "close"},
        )
        target = urlsplit(self.url)
        head = f"POST /api/v1{path} HTTP/1.1\r\n" + "".join(
            f"{k}: {v}\r\n" for k, v in request.headers.items()
        )
        data = head.encode() + b"\r\n" + request.content
        cut = len(data) if self.rng.random() < 0.5 else self.rng.randrange(len(data))
        try:
            with socket.create_connection((str(target.hostname), int(target.port or 80)), 5) as line:
                line.sendall(data[:cut])
        except OSError:
            time.sleep(PAUSE)
