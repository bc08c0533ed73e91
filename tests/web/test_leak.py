"""What a player may not know never leaves the server: games that differ only in secrets look the same."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

import kursbuch as kb
from kursbuch.core import chance
from tests.web.backend import WAIT, Player, online, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("leak"))) as address:
        yield address


TWINS = (5, 5 + 2**40)


@pytest.fixture
def twins(monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """Two seeds of Nuremberg that deal the same set-up, and whose later draws differ."""
    dealt = kb.new_game("nuremberg", ["Anna", "Ben"], seed=TWINS[0]).state.chance.count
    real = chance._hashed

    def mixed(seed: int, count: int) -> int:
        return real(seed if count >= dealt else seed % 2**40, count)

    monkeypatch.setattr(chance, "_hashed", mixed)
    one, other = (kb.new_game("nuremberg", ["Anna", "Ben"], seed=seed) for seed in TWINS)
    assert one.view("Anna") == other.view("Anna")
    draws = [[g.state.chance.copy().below(10**6) for _ in range(3)] for g in (one, other)]
    assert draws[0] != draws[1]
    return TWINS


PATHS = ("view", "actions", "chat", "")


def test_answers_of_games_that_differ_only_in_secrets_are_identical(url: str, twins: tuple[int, int]):
    seen: list[dict[str, bytes]] = []
    for seed in twins:
        with online(url, "Anna", "Ben", title="nuremberg", seed=seed, visibility="public") as ((a, b), table):
            rng = random.Random(1)
            for _ in range(3):  # bids, before anything more is drawn
                assert a.move(table, rng) or b.move(table, rng)
            seen.append(all_answers(url, (a, b), table))
    assert seen[0].keys() == seen[1].keys()
    for place, answer in seen[0].items():
        assert answer == seen[1][place], f"{place} tells secrets: {_first_difference(answer, seen[1][place])}"


def _first_difference(one: bytes, other: bytes) -> str:
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), 0)
    return f"{one[at - 80 : at + 80]!r} and {other[at - 80 : at + 80]!r}"


def all_answers(url: str, players: tuple[Player, Player], table: str) -> dict[str, bytes]:
    """Everything that anybody gets to see of a table, with ids and times blotted out."""
    out: dict[str, bytes] = {}
    with httpx.Client(base_url=url, timeout=WAIT) as nobody:
        clients: dict[str, Any] = {player.name: player.client for player in players}
        for name, client in clients.items():
            for path in PATHS:
                out[f"{name} {path}"] = client.get(f"/tables/{table}/{path}".rstrip("/")).content
            for move in range(3):
                out[f"{name} view {move}"] = client.get(
                    f"/tables/{table}/view", params={"move": move}
                ).content
            pages = {"Authorization": client.headers["Authorization"]}
            for page in ("", "/panels", "/log"):
                out[f"{name} page {page}"] = nobody.get(f"/table/{table}{page}", headers=pages).content
            out[f"{name} transcript"] = client.get(f"/tables/{table}/transcript").content
        out["spectator view"] = nobody.get(f"/api/v1/tables/{table}/view").content
        out["spectator page"] = nobody.get(f"/table/{table}").content
    for place, answer in out.items():
        assert b"seed" not in answer or b"secrets of the game" in answer, place
    return {place: _blotted(answer, table) for place, answer in out.items()}


def _blotted(answer: bytes, table: str) -> bytes:
    text = answer.decode().replace(table, "TABLE")
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z|\+00:00)?", "TIME", text)
    text = re.sub(r'name="csrf" value="[^"]*"|"X-CSRF-Token": "[^"]*"', "CSRF", text)
    return text.encode()


def test_events_for_one_player_reach_only_that_player():
    game = kb.new_game("nuremberg", ["Anna", "Ben"], seed=1)
    game.remark(kb.Event("secret", {"card": 1}, to="Anna"))
    assert any(e["key"] == "secret" for e in game.view("Anna")["events"])
    assert not any(e["key"] == "secret" for e in game.view("Ben")["events"])
    assert not any(e["key"] == "secret" for e in game.view(None)["events"])


def test_running_online_games_give_no_transcript(url: str):
    with online(url, "Anna", "Ben") as ((anna, ben), table):
        for player in (anna, ben):
            assert "secrets" in player.get(f"/tables/{table}/transcript", 403)["detail"]
