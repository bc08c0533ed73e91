"""The Nuremberg table without a browser: every legal action has a control, in both languages, at every position."""

from __future__ import annotations

import html
import random
import re
from functools import cache
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import Action, Game
from kursbuch.titles.nuremberg.page.choices import why_not
from kursbuch.titles.nuremberg.rules.actions import Bid, Build, Carry, HandOver, Link, Pay
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.web.memory import make_app
from tests.web.test_pages import Client, play

LANGUAGES = ("de", "en")


def _controls(page: str) -> set[str]:
    """The actions that the page has controls for."""
    return {html.unescape(text) for text in re.findall(r'data-do="([^"]*)"', page)}


def _listed(action: Action) -> str:
    return str(action.at(action.span.lo)) if action.span else str(action)


@cache
def _text(page: str) -> str:
    return html.unescape(re.sub(r"<[^>]+>", "", page))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_legal_action_has_a_control_at_random_positions(count: int, language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("nuremberg", count=str(count), seed=str(count))
    rng = random.Random(count)
    shown: dict[str, int] = {}
    while not game.over:
        legal = game.legal_actions()
        stage = game.state.top.stage + str(len(legal) > 8)
        if shown.get(stage, 0) < 3 and rng.random() < 0.5:
            shown[stage] = shown.get(stage, 0) + 1
            page = client.get(f"{path}/panels")
            assert _controls(page) == {_listed(a) for a in legal}
            for part in ("board-picture", "nu-tracks", "matrix", "nu-trains", "decision", "log"):
                assert f'id="{part}"' in page
            action = rng.choice(legal).sample(rng)
            assert "data-confirm" in client.get(f"{path}/preview", action=str(action))
        game.apply(rng.choice(legal).sample(rng))
    over = client.get(path)
    assert _controls(over) == set() and "standings" in over
    assert sum(shown.values()) >= 12


def test_a_chain_is_planned_link_by_link_taken_back_and_built() -> None:
    client = Client(make_app())
    path, game = client.new("nuremberg")
    link = play(game, random.Random(5), Link)

    def act(action: object) -> str:
        answer = client.post(f"{path}/act", action=str(action), moves=str(len(game.actions)))
        assert answer.status_code == 200
        return answer.text

    page = act(link)
    assert f'data-chain="{link.start}-{link.end}"' in page and "build points" in page
    again = next(a for a in game.legal_actions() if isinstance(a, Link))
    assert f'data-chain="{link.start}-{link.end}-{again.end}"' in act(again)
    assert f'data-chain="{link.start}-{link.end}"' in act(f"{link.actor} takes back a link")
    build = next(a for a in game.legal_actions() if isinstance(a, Build))
    assert "links left" in client.get(f"{path}/preview", action=str(build))
    assert f'data-owner="{link.actor}"' in act(build)


@pytest.mark.parametrize("language, why", [("de", "keine gemeinsame Grenze"), ("en", "no common border")])
def test_an_area_where_nothing_is_possible_says_why(language: str, why: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("nuremberg")
    game.apply(play(game, random.Random(5), Link))
    ends = {a.end for a in game.legal_actions() if isinstance(a, Link)}
    far = next(area for area in ("bamberg", "amberg", "ansbach") if area not in ends)
    answer = client.get(f"{path}/hex/{far}")
    assert why in _text(answer) and "FTN §23" in answer
    assert "FTN §" in client.get(f"{path}/hex/spalt")
    client.get(f"{path}/hex/nowhere")


@cache
def _grown(seed: int) -> Game:
    """A game of the house's kind of play: built, loaded, handed over."""
    rng = random.Random(seed)
    game = kb.new_game("nuremberg", ["Anna", "Ben"], seed=seed)
    while not game.over:
        legal = game.legal_actions()
        wanted = [a for a in legal if isinstance(a, Carry | HandOver | Build)]
        game.apply(rng.choice(wanted if wanted and rng.random() < 0.7 else legal).sample(rng))
    return game


def _at(kind: type[Action], language: str = "en") -> tuple[Any, Any]:
    """A scene where an action of some kind is legal, and that action; nothing new happens after it by itself."""
    for game in map(_grown, range(3, 20)):
        for move, action in enumerate(game.actions[:-1]):
            now: Any = game.at(move)
            then: Any = game.at(move + 1)
            if isinstance(action, kind) and now.state.phase == then.state.phase:
                return scene_of(now, now.players, words(language)), action
    raise AssertionError(f"no {kind.__name__} in the games")


def test_a_transport_shows_what_it_earns() -> None:
    scene, carry = _at(Carry)
    seen = preview(scene, carry)
    changes = {effect.what: effect.change for effect in seen.effects}
    assert set(changes) >= {"points this round", "income this round"} and changes[
        "income this round"
    ].startswith("+")


def test_a_take_over_shows_its_cost_and_consequences() -> None:
    scene, offer = _at(HandOver)
    seen = preview(scene, offer)
    changes = {effect.what: effect.change for effect in seen.effects}
    links = len(offer.line) - 1
    assert changes["links left"] == f"+{links}"
    assert changes["upkeep this round"] == scene.words.number(-links)
    assert changes[offer.company] == scene.words.number(-((links + 1) // 2))


def test_a_payment_and_a_bid_show_what_is_left() -> None:
    scene, pay = _at(Pay)
    assert preview(scene, pay).effects
    scene, bid = _at(Bid)
    assert any(effect.what == "cubes in hand" for effect in preview(scene, bid).effects)


def test_clicks_mean_nothing_to_those_who_only_watch() -> None:
    game = _grown(3).at(40)
    assert why_not(scene_of(game, (), words("en")), "fuerth") == ("Fürth", None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_log_has_no_word_missing(language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("nuremberg", count="3")
    for action in _replayed(3):
        game.apply(action)
    log = _text(client.get(f"{path}/log").partition("<main")[2])
    assert "…" not in log and "{" not in log and "_" not in log
    assert ("Versteigerung des Einflusses" if language == "de" else "auction of influence") in log


@cache
def _replayed(count: int) -> tuple[Action, ...]:
    """A whole random game of the seed that the client starts."""
    rng = random.Random(1)
    client = Client(make_app())
    _, game = client.new("nuremberg", count=str(count))
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return tuple(game.actions)


@pytest.mark.parametrize("language, legend", [("de", "roter Passagier"), ("en", "red passenger")])
def test_the_start_page_shows_the_board(language: str, legend: str) -> None:
    picture = Client(make_app(), language).get(f"/cover/nuremberg/{language}/light.svg")
    assert 'data-hex="fuerth"' in picture and legend in picture
