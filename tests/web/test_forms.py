"""Whatever is sent to the pages: an answer that says what is wrong with it, never an error of the server."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product

import httpx
import pytest

from kursbuch.shelf import new_game
from tests.web.backend import serving, sqlite
from tests.web.test_auth import submit
from tests.web.test_passwords import browser

ODD = ["", "²", "x", "-1", "99", "9" * 5000, "1e3", "\x00", "C13.0", "2: C13.0 D14", "KHS runs"]


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("forms"))) as address:
        yield address


@pytest.fixture
def anna(url: str) -> Iterator[httpx.Client]:
    with browser(url) as client:
        yield client


def running(anna: httpx.Client) -> str:
    """A table at which trains are about to run."""
    rng, game = random.Random(5), new_game("18te", players=["Anna", "Ben"], seed=7)
    while not any("runs" in str(a) for a in game.legal_actions()):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    csrf = anna.get("/").text.split('name="csrf" value="')[1].partition('"')[0]
    loaded = anna.post("/load", data={"csrf": csrf}, files={"file": ("game.json", game.to_json())})
    return str(loaded.headers["location"])


def main_of(answer: httpx.Response) -> str:
    """What a page says, between the head and the foot that all pages have."""
    assert answer.headers["content-type"].startswith("text/html")
    return answer.text.partition("<main")[2].partition("</main")[0]


@pytest.mark.parametrize("odd", ODD)
def test_forms_filled_in_badly_do_no_harm(anna: httpx.Client, odd: str) -> None:
    for fields in ({"count": odd}, {"seed": odd}, {"robots": odd, "mode": "online"}, {"title": odd}):
        answer = submit(anna, "/new", **{"title": "18te", "mode": "hotseat", **fields})
        if odd == "\x00":  # nothing can keep it: refused before the form is looked at, on a page that says so
            assert answer.status_code == 422
            assert "a text has a character that cannot be kept" in main_of(answer), fields
        else:
            assert answer.status_code in (303, 400), fields
    path = running(anna)
    before = main_of(anna.get(f"{path}/log"))
    for what in ("act", "undo", "answer-undo", "redo"):
        answer = submit(anna, f"{path}/{what}", action=odd, moves=odd, agree=odd)
        assert answer.status_code < 500, what
    assert main_of(anna.get(f"{path}/log")) == before


def test_questions_asked_badly_are_answered(anna: httpx.Client) -> None:
    path = running(anna)
    pairs = [*product(("action", "amount"), ODD), *product(("at",), ODD)]
    asked = [(f"{path}/{'panels' if key == 'at' else 'preview'}", {key: odd}) for key, odd in pairs]
    asked += [(f"{path}/hex/{hex}", {"turn": odd, "tile": odd}) for hex in ("C13", "x") for odd in ODD]
    keys = ("declared", "train", "hex", "cargo", "clear")
    asked += [(f"{path}/runs", {key: odd}) for key, odd in product(keys, ODD)]
    asked += [(f"{path}/runs", {"hex": "C13", "train": odd}) for odd in ODD]
    failed = [(ask, params) for ask, params in asked if anna.get(ask, params=params).status_code >= 500]
    assert failed == []
