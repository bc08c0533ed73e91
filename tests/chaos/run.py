"""Play, break something, look whether everything is there and goes on; again and again."""

from __future__ import annotations

import random
import shutil
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

from tests.chaos.check import Found, check
from tests.chaos.people import Ledger, Playing
from tests.chaos.sites import Site, site
from tests.web.backend import Player

PATIENCE = 10.0  # seconds that anybody may wait once things work again
TABLES = (  # title, people at one screen, bots
    ("18te", 2, 0),
    ("18te", 1, 2),
    ("1889", 1, 2),
    ("nuremberg", 2, 0),
    ("nuremberg", 1, 1),
    ("18do-beer", 1, 2),
    ("1853", 3, 0),
)


class Chaos:
    """One run on one kind of database."""

    def __init__(self, here: Site, rng: random.Random, tables: int, patience: float) -> None:
        self.here, self.rng, self.patience = here, rng, patience
        self.found = Found()
        self.kills: Counter[str] = Counter()
        self.longest = 0.0
        self._noted: set[tuple[int, str]] = set()
        self.ledgers: list[Ledger] = []
        self._playing: list[tuple[Playing, threading.Thread]] = []
        with Player(here.url, "Anna") as anna:
            self._token = anna.token
        self._makes = TABLES[:tables]
        for make in self._makes:
            self._sit_down(make)
        self._online()

    # -- people -----------------------------------------------------------------------------------

    def _sit_down(self, make: tuple[str, int, int]) -> None:
        title, people, bots = make
        seats: list[dict[str, Any]] = [{"player": f"P{n}", "mine": True} for n in range(people)]
        seats += [{"bot": ("random", "house")[n % 2]} for n in range(bots)]
        with Player(self.here.url, "Anna", self._token) as anna:
            mode = "bots" if bots else "hotseat"
            table = anna.table(mode, seats, title=title, seed=self.rng.getrandbits(32))["id"]
        self._play(Ledger(table, title), self._token)

    def _online(self) -> None:
        """Two people and a bot, each with a line of their own."""
        with Player(self.here.url, "Anna") as anna, Player(self.here.url, "Ben") as ben:
            seats: list[dict[str, Any]] = [{"mine": True}, {}, {"bot": "house"}]
            table = anna.table("online", seats, title="18te", visibility="public")["id"]
            ben.post(f"/tables/{table}/join", {})
            ledger = Ledger(table, "18te")
            self._play(ledger, anna.token, rough=False)
            self._play(ledger, ben.token, rough=False, again=True)

    def _play(self, ledger: Ledger, token: str, *, rough: bool = True, again: bool = False) -> None:
        playing = Playing(self.here.url, token, ledger, self.rng.getrandbits(32), rough=rough)
        thread = threading.Thread(target=playing.run, daemon=True)
        self._playing.append((playing, thread))
        if not again:
            self.ledgers.append(ledger)
        thread.start()

    def stop(self) -> None:
        for playing, _ in self._playing:
            playing.stop.set()
        for _, thread in self._playing:
            thread.join(60)

    # -- breaking ---------------------------------------------------------------------------------

    def round(self, kind: str) -> None:
        """One fault, then a look at everything."""
        self.here.faults[kind]()
        self.kills[kind] += 1
        self.all_go_on(kind)
        check(self.here.database, self.ledgers, self.found, whole=False)
        for ledger in [ledger for ledger in self.ledgers if ledger.over and not ledger.replaced]:
            ledger.replaced = True
            self._sit_down(self.rng.choice(self._makes))

    def all_go_on(self, kind: str) -> None:
        """Every game moves within a while, whosever turn it is."""
        begun = time.monotonic()
        waiting = {ledger.table: self._info(ledger) for ledger in self.ledgers if not ledger.over}
        while waiting:
            time.sleep(0.05)
            for ledger in self.ledgers:
                if (before := waiting.get(ledger.table)) is not None:
                    now = self._info(ledger)
                    if ledger.over or now["version"] > before["version"]:
                        del waiting[ledger.table]
            passed = time.monotonic() - begun
            self.longest = max(self.longest, passed)
            if passed > self.patience:
                self._note_late(kind, waiting, passed)
            if passed > self.patience * 3:
                break

    def _note_late(self, kind: str, waiting: dict[str, dict[str, Any]], passed: float) -> None:
        for ledger in self.ledgers:
            if ledger.table in waiting and (self.kills.total(), ledger.table) not in self._noted:
                self._noted.add((self.kills.total(), ledger.table))
                info = self._info(ledger)
                bots = {seat["player"] for seat in info["seats"] if seat["bot"]}
                what = "bots stuck" if set(info["acting"]) & bots else "waited"
                self.found.note(what, f"{passed:.1f} s at table {ledger.table} ({ledger.title}) after {kind}")

    def _info(self, ledger: Ledger) -> dict[str, Any]:
        """What the table shows, as soon as anybody says."""
        end = time.monotonic() + self.patience * 3
        while True:
            try:
                headers = {"Authorization": f"Bearer {self._token_of(ledger)}"}
                answer = httpx.get(
                    f"{self.here.url}/api/v1/tables/{ledger.table}", headers=headers, timeout=self.patience
                )
                if answer.status_code == 200:
                    info: dict[str, Any] = answer.json()
                    return info
            except (httpx.HTTPError, ValueError):
                pass
            assert time.monotonic() < end, f"no answer for table {ledger.table}"
            time.sleep(0.05)

    def _token_of(self, ledger: Ledger) -> str:
        return next(playing.token for playing, _ in self._playing if playing.ledger is ledger)

    def summary(self, seconds: float) -> dict[str, Any]:
        promises = [promise for ledger in self.ledgers for promise in ledger.promises]
        return {
            "seconds": round(seconds),
            "tables": len(self.ledgers),
            "finished": sum(ledger.over for ledger in self.ledgers),
            "kills": dict(self.kills),
            "acknowledged_moves": sum(promise.kind == "act" for promise in promises),
            "acknowledged_undos": sum(promise.kind == "undo" for promise in promises),
            "acknowledged_chat": sum(len(ledger.chat) for ledger in self.ledgers),
            "unanswered": sum(ledger.unanswered for ledger in self.ledgers),
            "confused": sum(ledger.confused for ledger in self.ledgers),
            **{kind: self.found[kind] for kind in ("lost", "doubled", "wrong", "differs", "unreadable")},
            "bots_stuck": self.found["bots stuck"],
            "waited_too_long": self.found["waited"],
            "longest_wait_after_recovery": round(self.longest, 1),
            "faults": self.found.words,
        }


def chaos(
    kind: str,
    seconds: float,
    seed: int,
    *,
    tables: int = len(TABLES),
    patience: float = PATIENCE,
    tell: Callable[[str], None] = lambda line: None,
    log: Path | None = None,
) -> dict[str, Any]:
    """Run it on "sqlite" or "postgresql" and give the figures. Every kind of fault comes up at least once."""
    rng = random.Random(seed)
    begun = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="kursbuch-chaos-")))
        here = stack.enter_context(site(kind, folder, rng))
        run = Chaos(here, rng, tables, patience)
        stack.callback(run.stop)
        run.all_go_on("start")
        begun_breaking = time.monotonic()
        todo = list(here.faults)
        while todo or time.monotonic() - begun_breaking < seconds:
            time.sleep(rng.random() * 2)
            fault = todo.pop(0) if todo else rng.choice(list(here.faults))
            run.round(fault)
            left = max(0, seconds - (time.monotonic() - begun_breaking))
            tell(
                f"{kind}: {sum(run.kills.values())} faults (last: {fault}), {len(run.ledgers)} tables, "
                f"{sum(len(ledger.promises) for ledger in run.ledgers)} promises, {sum(run.found.values())} broken, "
                f"longest wait {run.longest:.1f} s, {left:.0f} s left"
            )
        run.stop()
        check(here.database, run.ledgers, run.found, whole=True)
        if log:
            shutil.copy(folder / "log", log)
    return run.summary(time.monotonic() - begun)
