"""Secrets of 1853 over the API and the pages of the real server: games that differ only in one player's loan or
contract give the other players and spectators the same answers, byte by byte.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import httpx
import pytest

from kursbuch.core import Game
from kursbuch.titles.india.title import TITLE
from tests.web.backend import WAIT, Listener, Player, online, serving, sqlite
from tests.web.test_leak import _blotted, _first_difference

NAMES = ("Anna", "Ben", "Clara")
SEED = 5
Move = tuple[str, str]  # who, and the action as text


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("india"))) as address:
        yield address


def twins(cities: tuple[str, str], most: int) -> tuple[list[Move], list[Move]]:
    """Moves of two games that differ only in the first city that Anna names, until something of it is shown."""
    games = [Game(TITLE, list(NAMES), SEED, {}) for _ in cities]
    lists: tuple[list[Move], list[Move]] = ([], [])

    def apply(*actions: str) -> None:
        for game, moves, text in zip(games, lists, actions, strict=True):
            action = game.read(text)
            who = action.actor if action.actor in NAMES else game.acting[0]
            moves.append((who, text))
            game.apply(action)

    for player, loan in zip(NAMES, (200, 90, 80), strict=True):
        apply(*2 * (f"{player} lends {loan}",))
    apply(*(f"Anna names {city} for EIR" for city in cities))
    rng = random.Random(3)
    for _ in range(most):
        one, other = games
        same = sorted({str(a) for a in one.legal_actions()} & {str(a) for a in other.legal_actions()})
        forward = [text for text in same if " lays " in text or " buys " in text]
        text = rng.choice(forward if forward and rng.random() < 0.7 else same)
        action = next(a for a in one.legal_actions() if str(a) == text).sample(rng)
        tried = [game.clone() for game in games]
        for twin in tried:
            twin.apply(action)
        if any(twin.state.shown for twin in tried):  # type: ignore[attr-defined]
            break
        apply(*2 * (str(action),))
    return lists


class Ear(Listener):
    """Hears what a table tells; somebody without a name is a spectator."""

    def all(self, count: int) -> list[tuple[str, Any]]:
        return [self.next()[:2] for _ in range(count)]


def played(url: str, moves: Sequence[Move]) -> dict[str, bytes]:
    """Play at an online table; what Ben, Clara and spectators are told, and for comparison Anna's own view."""
    with online(url, *NAMES, title="1853", seed=SEED, visibility="public") as (people, table):
        anna, ben, clara = people
        stranger = Player(url, "Dora")
        ears = [Ear(person, table) for person in (ben, clara, stranger)]
        for ear in ears:
            assert ear.next()[0] == "hello"
        seats = dict(zip(NAMES, people, strict=True))
        for number, (who, action) in enumerate(moves):
            seats[who].post(f"/tables/{table}/act", {"action": action, "moves": number})
        out = {f"events {n}": repr(ear.all(len(moves))).encode() for n, ear in enumerate(ears)}
        out |= {f"Ben {what}": text for what, text in answers(url, ben, table, len(moves)).items()}
        out |= {f"Clara {what}": text for what, text in answers(url, clara, table, len(moves)).items()}
        out |= {f"Dora {what}": text for what, text in answers(url, stranger, table, len(moves)).items()}
        out["anna"] = anna.client.get(f"/tables/{table}/view").content
        with httpx.Client(base_url=url, timeout=WAIT) as nobody:
            out["spectator view"] = nobody.get(f"/api/v1/tables/{table}/view").content
            out["spectator log"] = nobody.get(f"/api/v1/tables/{table}/log").content
            out["spectator page"] = nobody.get(f"/table/{table}").content
        for ear in ears:
            ear.close(anna, table)
        stranger.client.close()
    return {place: _blotted(answer, table) for place, answer in out.items()}


PROBES = (
    "Anna lends 200",
    "Anna names Delhi for EIR",
    "Anna names Calcutta for EIR",
    "Anna passes",
    "Ben names Delhi for EIR",
)


def answers(url: str, player: Player, table: str, moves: int) -> dict[str, bytes]:
    """Everything a player gets by asking: now, at earlier positions, in both languages, also by guessing moves."""
    client, out = player.client, {}
    for path in ("view", "actions", "log", "chat", "transcript"):
        out[path] = client.get(f"/tables/{table}/{path}").content
    out["table"] = client.get(f"/tables/{table}").content
    out["Anna's view"] = client.get(f"/tables/{table}/view", params={"player": "Anna"}).content
    for move in range(0, moves + 1, max(1, moves // 8)):
        out[f"view {move}"] = client.get(f"/tables/{table}/view", params={"move": move}).content
        out[f"log {move}"] = client.get(f"/tables/{table}/log", params={"since": move}).content
    for probe in PROBES:
        asked = client.post(f"/tables/{table}/why-not", json={"action": probe})
        acted = client.post(f"/tables/{table}/act", json={"action": probe, "moves": moves + 1})
        out[f"why not {probe}"], out[f"act {probe}"] = asked.content, acted.content
    with httpx.Client(base_url=url, timeout=WAIT) as pages:
        pages.headers["Authorization"] = client.headers["Authorization"]
        for language in ("de", "en"):
            pages.headers["Accept-Language"] = language
            for page in ("", "/panels", "/log", f"/panels?at={moves // 2}"):
                out[f"page {language} {page}"] = pages.get(f"/table/{table}{page}").content
    return out


def same_to_others(one: dict[str, bytes], other: dict[str, bytes]) -> None:
    assert one.pop("anna") != other.pop("anna"), "there was no secret to keep"
    assert one.keys() == other.keys()
    for place, answer in one.items():
        assert answer == other[place], f"{place} tells secrets: {_first_difference(answer, other[place])}"


def test_a_loan_is_nobodys_business_until_all_have_written(url: str) -> None:
    for before in ((), (("Clara", "Clara lends 90"),)):
        one, other = (played(url, (*before, ("Anna", f"Anna lends {loan}"))) for loan in (200, 730))
        same_to_others(one, other)


@pytest.mark.parametrize("most", [4, 90])
def test_of_a_contract_the_others_learn_only_the_share(url: str, most: int) -> None:
    one, other = twins(("Calcutta", "Delhi"), most)
    assert len(one) > 3 + most // 3
    same_to_others(played(url, one), played(url, other))
