"""Why a choice with markers is good or bad: a position, the choice, and the figures of its reasons."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.bots import choice, get
from kursbuch.bots.advice import Advice, Candidate, Reason, reasons
from kursbuch.testing import Table
from kursbuch.titles.dortmund.expert.actions import ReturnSmall, TakeOver
from kursbuch.web.pages.advice import advice_view
from kursbuch.web.pages.table import scene_of
from kursbuch.words import LANGUAGES, own_words, words
from tests.bots.deciding import reasoned
from tests.titles.dortmund.expert.expert_table import brewing
from tests.titles.dortmund.expert.test_events import brewer, union
from tests.titles.dortmund.expert.test_wagons import loading, railway

B3 = {"owner": "B", "kettles": ["3"]}
ORDER = {"B8": {"owner": "B", "kettles": ["3"]}, "B4": {"owner": "A", "kettles": ["S2"]},
         "B3": {"owner": "C", "kettles": ["S1"]}}  # fmt: skip
OTHERS = {"company": {"A": 0, "B": 50, "trains": ["6"]}, "events": {"P": "DUB"}, "phase": "6"}


def full() -> Table:
    """The one field of B4 is taken by a pub of 5 a round; two rounds of markers are still worth something."""
    table: Table = brewer("buy", "", small={"B4": ["A1"]}, phase="3")
    return table


def advertising() -> Table:
    table: Table = brewer("", "H", regular=[3, 3], others={"B3": B3}, order=["B3", "B4"])
    return table


def marketing() -> Table:
    """The new order stands; B3 is last and holds event L."""
    about: dict[str, Any] = {"events": {"L": "B3"}, "order": ["B8", "B4", "B3"]}
    return brewing(minors=ORDER, turn="B3 event", phase="3", **about).apply("B3 passes")


def delivered(event: str, line: str, **about: Any) -> Table:
    table: Table = union("deliver", event, dead=[1], **about)
    return table.apply(line)


def premium() -> Table:
    table: Table = brewer("deliver", "K", regular=[1, 1], new=[2, 0])
    return table.apply("B4 delivers 1 to regular 2, 1 to regular 1, 2 to new 1")


def late() -> Table:
    return delivered("O", "DUB delivers 3 to regular 4", regular=[0, 0, 0, 3], stock=1)


def asked() -> Table:
    table: Table = brewer("buy", "", others={"B3": B3}, small={"B3": ["A1"]}, phase="3")
    return table.apply("B4 takes over marker A1 from B3 for 20")


SAID: list[tuple[Callable[[], Table], str, dict[str, dict[str, object]]]] = [
    (advertising, "B4 advertises to regular 2", {
        "secures": {"brewery": "B4", "income": 20}, "stays-at": {"company": "B4", "place": 2}}),
    (advertising, "B4 passes", {
        "stays-at": {"company": "B4", "place": 2}, "event-forgone": {"brewery": "B4", "income": 20}}),
    (marketing, "B3 moves up in the order", {"delivers-at": {"company": "B3", "place": 2, "was": 3}}),
    (marketing, "B3 passes", {"stays-at": {"company": "B3", "place": 3}}),
    (premium, "B4 sells premium beer to regular 2", {
        "premium-brings": {"brewery": "B4", "income": 10, "price": 30, "before": 20}}),
    (premium, "B4 passes", {"event-forgone": {"brewery": "B4", "income": 10}}),
    (lambda: delivered("N", "DUB delivers 1 to regular 4", regular=[0, 0, 0, 1]),
     "DUB brews for others 2 to regular 4", {"half-price": {"brewery": "DUB", "cubes": 2, "income": 45}}),
    (late, "DUB works a second shift for regular 4", {
        "half-price": {"brewery": "DUB", "cubes": 1, "income": 22}}),
    (lambda: union("buy", "M", corporation={"price": 90}), "DUB sells 20 to an investor", {
        "quiet-sale": {"company": "DUB", "cash": 180, "price": 90}}),
    (lambda: union("buy", "M", corporation={"price": 90}), "DUB sells certificates 10+10 to an investor", {
        "quiet-sale": {"company": "DUB", "cash": 180, "price": 90}}),
    (lambda: brewer("deliver", "G"), "B4 holds a fair", {
        "fair-brings": {"brewery": "B4", "income": 10, "cash": 110}}),
    (lambda: loading(**OTHERS), "DUB binds KWE by contract", {
        "binds": {"company": "KWE", "cubes": 1, "income": 100}}),
    (lambda: railway(small={"KWE": ["C"]}, wagons={"KWE": [None]}),
     "KWE moves a wagon from charter to 5#1", {"wagon-room": {"train": "5", "cubes": 2, "room": 1}}),
    (asked, "B agrees", {"marker-asked": {"company": "B3", "marker": "A1", "price": 20, "worth": 6}}),
]  # fmt: skip


@pytest.mark.parametrize(("position", "line", "expected"), SAID, ids=[line for _, line, _ in SAID])
def test_a_use_of_a_marker_tells_what_it_brings(
    position: Callable[[], Table], line: str, expected: dict[str, dict[str, object]]
) -> None:
    assert reasoned(position(), line) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_place_in_the_order_is_no_money(language: str) -> None:
    table = marketing()
    told = reasoned(table, "B3 moves up in the order")["delivers-at"]
    scene = scene_of(table.game, table.game.players, words(language))
    one = Candidate("B3 moves up in the order", 1.0, 1.0, 0.0, (Reason("delivers-at", told),))
    (said,) = advice_view(scene, Advice(table.game.acting[0], (one,))).choices[0].reasons
    assert re.search(r"\b2\b.* 3(:| *$)", said) and "3 M" not in said


def test_what_a_use_tells_is_what_it_brings() -> None:
    """The figures told beforehand are those of the turn's income afterwards."""
    for table, line, key in (
        (premium(), "B4 sells premium beer to regular 2", "premium-brings"),
        (late(), "DUB works a second shift for regular 4", "half-price"),
    ):
        told, before = reasoned(table, line)[key]["income"], table.s.top.income
        assert table.apply(line).s.top.income == before + told


def test_a_marker_that_goes_back_tells_what_is_lost_and_for_what_it_makes_room() -> None:
    told = reasoned(full(), "B4 returns marker A1")
    assert told["marker-lost"]["marker"] == "A1" and int(str(told["marker-lost"]["worth"])) > 0
    assert told["room-for"] == {"marker": "B2", "worth": 50, "price": 50}


def test_a_marker_of_another_company_tells_what_it_does_here() -> None:
    mine = {"owner": "A", "kettles": ["S1"]}
    table = brewer("buy", others={"B3": mine}, small={"B3": ["B2"]}, phase="3", minor={"kettles": ["3"]})
    told = reasoned(table, "B4 takes over marker B2 from B3 for 25")
    moves = told["marker-moves"]
    assert (moves["company"], moves["source"]) == ("B4", "B3")
    assert int(str(moves["worth"])) > int(str(moves["before"])), "B4 has the kettle with more cubes"
    assert told["bottles"]["income"] == 5
    other = brewer("buy", others={"B3": B3}, small={"B3": ["A1"]}, phase="3")
    told = reasoned(other, "B4 takes over marker A1 from B3 for 20")
    assert told["marker-worth"]["price"] == 20
    assert told["pub-pays"] == {"brewery": "B4", "income": 5}


def test_a_wagon_tells_what_one_more_cube_earns() -> None:
    assert reasoned(railway(), "KWE buys marker C for 100")["wagon-carries"] == {
        "company": "KWE",
        "income": 50,
    }
    able = brewing(corporations={"DUB": {"A": 50, "kettles": ["5"], "cash": 300}}, turn="DUB buy", phase="5")
    assert reasoned(able, "DUB buys marker C for 100")["wagon-loads"] == {"brewery": "DUB", "income": 100}
    unable = brewing(
        corporations={"DUB": {"A": 50, "kettles": ["4"], "cash": 300}}, turn="DUB buy", phase="5"
    )
    assert "wagon-idle" in reasoned(unable, "DUB buys marker C for 100")
    early = union("buy", "M", corporation={"cash": 300})
    assert reasoned(early, "DUB buys marker C for 100")["marker-waits"] == {"marker": "C", "phase": "5"}


def test_a_kettle_laid_aside_tells_what_the_next_one_costs() -> None:
    table = brewer("deliver", "I", phase="3", regular=[3, 3], minor={"cash": 200})
    told = reasoned(table, "B4 lays kettle 2 aside")
    assert told["kettle-cheaper"] == {"type": 2, "price": 140, "before": 180}
    table.apply("B4 lays kettle 2 aside", "B4 delivers 2 to regular 1", "B4 withholds")
    assert table.starts("buys kettle") == ["B4 buys kettle 3 for 140"]


def test_no_other_event_tells_what_the_one_at_hand_is_worth() -> None:
    told = reasoned(brewer("event", "G", phase="3"), "B4 passes")
    assert told["event-kept"]["event"] == "G" and told["event-best"]["worth"] == 5


def test_beer_left_behind_tells_what_a_train_would_pay() -> None:
    table = loading(company={"A": 0, "B": 50, "trains": ["6"]}, phase="6")
    assert reasoned(table, "DUB passes")["load-forgone"] == {"brewery": "DUB", "income": 100}


def test_no_choice_with_markers_is_silent_in_a_game_of_the_house() -> None:
    """All kinds of choices at every decision, and their words in both languages."""
    game, rng = kb.new_game("18do-expert", 3, seed=1), Random(1)
    spoken = [own_words(language, "18do-expert") for language in LANGUAGES]
    seen: dict[str, int] = {}
    while len(game.actions) < 330 and not game.over:
        view, legal = game.view(game.acting[0]), game.legal_actions(game.acting[0])
        for action in legal:
            kind = type(action)
            if not kind.__module__.endswith("expert.actions") or seen.get(kind.__name__, 0) > 5:
                continue
            seen[kind.__name__] = seen.get(kind.__name__, 0) + 1
            found = reasons(view, legal, action)
            assert found, str(action)
            for one in found:
                for spoke in spoken:
                    said = spoke(f"coach.{one.key}", **one.values)
                    assert said != f"coach.{one.key}" and "{" not in said
        game.apply(choice(get("house"), game, game.acting[0], rng))
    assert {ReturnSmall.__name__, TakeOver.__name__, "Advertise", "MoveUp"} <= set(seen)
