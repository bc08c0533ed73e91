"""The way of one decision: a request reads its table once, judges an action once, makes the legal list once."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.core import Action, Game
from kursbuch.rail.actions import Lay, Run
from kursbuch.shelf import new_game
from kursbuch.store.tables import TableStore
from tests.web.backend import WAIT, serving, sqlite
from tests.web.test_auth import submit, token_of


class Counts:
    """How often rows were read, actions judged, and the list of a player's legal actions made for a position."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.reads = 0
        self.judged: Counter[str] = Counter()
        self.listed: Counter[tuple[str | None, int]] = Counter()
        self.kept: list[Any] = []  # so that no two positions have the same id
        get, refusal, legal = TableStore.get, Game._refusal, Game.legal_actions

        async def reading(store: TableStore, *args: Any, **more: Any) -> Any:
            self.reads += 1
            return await get(store, *args, **more)

        def judging(game: Game, action: Action) -> Any:
            self.judged[str(action)] += 1
            return refusal(game, action)

        def listing(game: Game, player: str | None = None) -> list[Action]:
            self.listed[player, len(game.actions)] += 1
            return legal(game, player)

        monkeypatch.setattr(TableStore, "get", reading)
        monkeypatch.setattr(Game, "_refusal", judging)
        monkeypatch.setattr(Game, "legal_actions", listing)

    def clear(self) -> None:
        self.reads = 0
        self.judged.clear()
        self.listed.clear()


class Table:
    """A table of two at one screen, at a server in this process, and a game beside it that knows what is legal."""

    def __init__(self, browser: httpx.Client) -> None:
        made = submit(browser, "/new", title="18te", mode="hotseat", count="2", seed="7", name0="Anna")
        self.browser, self.path = browser, made.headers["location"]
        self.game = new_game("18te", ["Anna", "Ben"], seed=7)
        self.token = token_of(browser)

    def act(self, action: Action) -> httpx.Response:
        form = {"action": str(action), "moves": str(len(self.game.actions)), "csrf": self.token}
        answer = self.browser.post(f"{self.path}/act", data=form)
        assert answer.status_code == 200
        self.game.apply(action)
        return answer

    def play_until(self, kind: type[Action]) -> Action:
        rng = random.Random(3)
        while True:
            legal = self.game.legal_actions()
            found = [a for a in legal if isinstance(a, kind)]
            if found:
                return found[0]
            self.act(rng.choice(legal).sample(rng))


@pytest.fixture
def counts(monkeypatch: pytest.MonkeyPatch) -> Counts:
    return Counts(monkeypatch)


@pytest.fixture
def table(tmp_path: Path, counts: Counts) -> Iterator[Table]:
    with serving(sqlite(tmp_path)) as url, httpx.Client(base_url=url, timeout=WAIT) as browser:
        browser.get("/")
        yield Table(browser)


def test_a_click_and_its_confirmation(table: Table, counts: Counts):
    lay = table.play_until(Lay)
    assert isinstance(lay, Lay)
    looks = {
        "the page": lambda: table.browser.get(table.path),
        "a hex": lambda: table.browser.get(f"{table.path}/hex/{lay.hex}"),
        "a preview": lambda: table.browser.get(f"{table.path}/preview", params={"action": str(lay)}),
        "the panels": lambda: table.browser.get(f"{table.path}/panels"),
        "the move": lambda: table.act(lay),
    }
    for what, look in looks.items():
        counts.clear()
        assert look().status_code == 200
        assert counts.reads == 1, what
        if what != "the move":
            assert max(counts.listed.values(), default=0) <= 1, (what, counts.listed)
        assert counts.judged[str(lay)] <= 1, (what, counts.judged)
    assert table.play_until(Run)
