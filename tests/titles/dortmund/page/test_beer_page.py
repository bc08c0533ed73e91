"""The table page of Heat, Sweat & Beer: the beer market, deliveries, breweries; words in both languages."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Game
from kursbuch.shelf import find
from kursbuch.store.codec import decode, encode
from kursbuch.store.games import fixed_of
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver, Load, Plan
from kursbuch.titles.dortmund.beer.brewery.spread import spread
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.page.beer.panels import brewers, market
from kursbuch.web.pages.choices import Group
from kursbuch.web.pages.decision import Decision, decision
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.page import page_of
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.runs import declared, plan
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.dortmund.beer.beer_table import beer
from tests.titles.dortmund.beer.brewery_table import BreweryTable, brewery
from tests.titles.dortmund.beer.test_brewery_export import EASTERN, card_of, exporting
from tests.titles.dortmund.beer.test_export_runs import loaded
from tests.titles.dortmund.page.test_page import LANGUAGES, LOK, RAW, busy, noted, shown
from tests.web.memory import make_app
from tests.web.test_pages import Client
from tests.web.test_pages_words import refusals

FOLDER = Path(kursbuch.__file__).parent / "titles/dortmund"


def seen(game: Game, language: str = "en") -> Scene:
    return scene_of(game, game.players, words(language))


def group_of(now: Decision, kind: str) -> Group:
    return next(group for group in now.groups if group.kind == kind)


# -- words -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title, players", [("18do-beer", 2), ("18do-beer", 5), ("18do-expert", 4)])
def test_every_choice_and_event_is_named_in_both_languages(title: str, players: int) -> None:
    game, rng, mixes = kursbuch.new_game(title, players, seed=players), random.Random(players), set()
    for _ in range(700):
        if game.over:
            break
        legal = game.legal_actions()
        mix = (game.state.top.stage, frozenset(type(a) for a in legal))
        if mix not in mixes:
            mixes.add(mix)
            for language in LANGUAGES:
                _look(game, language)
        game.apply(busy(legal, rng))
    assert len(mixes) > 12
    for language in LANGUAGES:
        for entry in entries(seen(game, language), last=len(game.actions) + 1):
            for _, line in entry.lines:
                assert not RAW.search(shown(line)) and "…" not in line, (language, line)


def _look(game: Game, language: str) -> None:
    """Everything a decision shows is there, and nothing of it is a raw key."""
    scene = seen(game, language)
    now, kind = decision(scene), scene.kind
    for prefix in ("step", "hint"):
        assert scene.words.has(scene.key(prefix, kind)) or now.hint, (prefix, kind)
    legal = game.legal_actions(scene.deciding[0])
    told = {str(c.action) for group in now.groups for c in group.choices if c.action}
    listed = {str(a.at(a.span.lo)) if a.span else str(a) for a in legal if type(a).__name__ != "Lay"}
    assert listed <= told
    named = [group.title for group in now.groups if group.title]
    assert len(named) == len({*named}), "one question stands under one heading"
    texts: list[Any] = [now.title, now.hint, *(chip.label for chip in now.chips)]
    for group in now.groups:
        texts.append(group.title)
        for row in group.rows:
            texts += [row.lead, row.note, *(c.label for c in row.choices), *(c.sub for c in row.choices)]
    texts += [part for r in now.refused for part in (r.label, r.reason)]
    for action in {type(a): a for a in legal}.values():
        trial = preview(scene, action.at(action.span.lo) if action.span else action)
        texts += [trial.label, *trial.notes, *(e.what for e in trial.effects)]
    texts += [line.name for line in matrix(scene).facts] + [
        change for n in [depot(scene).next] if n for change in n.changes
    ]
    for text in map(shown, texts):
        assert not RAW.search(text) and not LOK.search(text), (language, text)
    for panel in page_of(game.title).panels:
        panel.show(scene)


def test_every_event_has_a_sentence_and_every_refusal_is_german() -> None:
    german = words("de")
    for title, folder in (("18do-beer", "beer"), ("18do-expert", "expert")):
        game = kursbuch.new_game(title, 3, seed=1)
        for language in LANGUAGES:
            scene = seen(game, language)
            told = noted(FOLDER / folder) - {"seats"}
            assert {e for e in told if not scene.words.has(scene.key("event", e))} == set()
        assert {m for m in refusals(f"titles/dortmund/{folder}") if not german.has(m)} == set()
        info = find(title).info
        texts = (info.summary, *info.reconstructed, *(o.summary for o in info.options))
        assert {text for text in texts if not german.has(text)} == set()


# -- the beer market ---------------------------------------------------------------------------------


def stocked(turn: str = "B4 deliver") -> BreweryTable:
    return brewery(
        minors={
            "B4": {"owner": "A", "kettles": ["3", "S2"], "cash": 50},
            "B8": {"owner": "B", "kettles": ["S1"]},
        },
        regular=[2, 3, 2],
        new=[0, 0, 3],
        phase="3",
        turn=turn,
    )


def test_the_market_shows_demand_prices_and_what_own_kettles_could_deliver() -> None:
    scene = seen(stocked().game)
    seen_market = market(scene)
    assert [row.number for row in seen_market.rows] == [6, 5, 4, 3, 2, 1]
    assert [row.state for row in seen_market.rows] == ["unopened"] * 3 + ["open"] * 3
    third = seen_market.rows[3]
    assert [(box.kind, box.demand, box.supply) for box in third.boxes] == [("regular", 2, 0), ("new", 3, 0)]
    mine = next(c for c in seen_market.could if "B4" in c.brewery)
    best = next(a for a in scene.game.legal_actions() if isinstance(a, Deliver))
    assert mine.now and mine.income == scene.money(income_of_plan(scene.rail, best.plan))  # type: ignore[arg-type]
    assert len(mine.lines) == 2  # kettle by kettle


def test_a_plan_is_spread_over_kettles_that_reach_its_segments() -> None:
    game = stocked().game
    s: Any = game.state
    kettles = [s.box.kettle(card) for card in s.kettles["B4"]]
    for action in game.legal_actions():
        if isinstance(action, Deliver):
            parts = spread(s, kettles, action.plan)
            assert sum(part.income for part in parts) == income_of_plan(s, action.plan)
            assert sum(cubes for part in parts for _, _, cubes in part.cubes) == action.plan.total
            for part in parts:
                assert all(segment <= part.kettle.type for segment, _, _ in part.cubes)
                assert sum(cubes for _, _, cubes in part.cubes) + part.keeps <= part.kettle.cubes


@pytest.mark.parametrize("language", LANGUAGES)
def test_deliveries_are_offered_best_first_with_a_stepper_for_each_box(language: str) -> None:
    scene = seen(stocked().game, language)
    group = group_of(decision(scene), "deliver")
    legal = [a for a in scene.game.legal_actions() if isinstance(a, Deliver)]
    incomes = [income_of_plan(scene.rail, a.plan) for a in legal]  # type: ignore[arg-type]
    assert incomes[0] == max(incomes) and group.choices[0].action == str(legal[0])
    boxes = {(line.number, box.kind) for line in group.data.lines for box in line.boxes if box.demand}
    assert boxes == {(3, "regular"), (3, "new"), (2, "regular"), (1, "regular")}
    trial = preview(scene, legal[0])
    total = next(e for e in trial.effects if e.what == scene.words("Income"))
    assert total.change == scene.words.signed(incomes[0])
    worse = Deliver("B4", Plan.read("nothing", "here"))
    refusal = scene.game.why_not(worse)
    assert refusal is not None and refusal.rule == "18DO-6.5.2.1-3"


def test_beer_for_trains_says_what_it_would_bring_and_who_must_agree() -> None:
    railways = {"KWE": {**EASTERN, "A": 0, "B": 50, "trains": ["6", "8"]}}
    table = exporting(["8", "6"], railways=railways, turn="DUB load", regular=[0, 0, 0, 0, 0, 3], stock=4)
    scene = seen(table.game)
    group = group_of(decision(scene), "load")
    assert all("B must agree" in str(row.note) for row in group.rows)
    load = next(a for a in table.game.legal_actions() if isinstance(a, Load))
    assert group.choices[0].sub == scene.words.signed(load.cubes * 100)
    table.game.apply(load)
    asked = seen(table.game)
    now = decision(asked)
    assert asked.deciding == ("B",) and "200" in shown(now.hint) and "KWE" in shown(now.hint)
    agree = next(card for action, card in now.cards.items() if "agrees" in action)
    assert [e.after for e in agree.effects if e.what == "Beer on the train"] == ["2"]


def test_loaded_trains_run_with_their_beer_and_the_sum_knows_no_duty() -> None:
    table = loaded(trains=("6",), loads=(2,))
    scene = seen(table.game)
    run = plan(scene)
    assert run.cargo is not None and run.why_not is None
    assert run.earned == run.best < 1000 and run.cargo.value == 2 * 40
    assert table.game.why_not(declared(scene, run)) is None
    assert card_of(table) in [train["card"] for train in scene.position["loaded"]]
    assert market(scene).loaded[0][2] == 2


def test_breweries_show_owner_money_kettles_against_the_limit_and_place() -> None:
    rows = {shown(b.mark).strip(): b for b in brewers(seen(stocked().game)).rows}
    assert (rows["B4"].owner, rows["B4"].cash, rows["B4"].limit) == ("A", "50", "2/3")
    assert rows["B4"].now and rows["B4"].place == 1 and rows["B4"].makes == 5
    assert rows["B8"].could and not rows["B4"].could  # its turn is under way


def test_charters_count_as_papers_and_breweries_are_no_players() -> None:
    lines = {line.name: line for line in matrix(seen(stocked().game)).players}
    assert list(lines) == ["A", "B", "C"]
    assert lines["A"].papers.startswith("1/") and lines["C"].papers.startswith("0/")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_carries_market_breweries_and_the_script(language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("18do-beer", count="3")
    page = client.get(path)
    for part in ("beer_market", "brewers", "links"):
        assert f'id="{part}"' in page
    assert "dortmund/beer.js" in page and "dortmund/beer.css" in page
    bid = game.legal_actions()[0]
    client.post(f"{path}/act", action=str(bid), moves="0")
    assert bid.actor in client.get(f"{path}/panels").split('id="brewers"')[1].split("</section>")[0]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_kettle_that_must_be_bought_says_by_which_means(language: str) -> None:
    table = brewery(
        corporations={"DUB": {"A": 50, "cash": 10}}, phase="3", cash={"A": 500}, turn="DUB buy", regular=[3]
    )
    scene = seen(table.game, language)
    now = decision(scene)
    assert "10" in shown(now.hint) and ("Kredit" in shown(now.hint) or "loan" in shown(now.hint))
    choice = group_of(now, "buy_kettle").choices[0]
    table.apply(choice.action)  # which of its certificates go for it is asked
    scene = seen(table.game, language)
    trial = preview(scene, table.game.read("DUB sells 30 DUB"))
    assert any("DUB" in str(e.who) and e.what == scene.words("Own certificates") for e in trial.effects)
    assert any(scene.words("Kettles") == e.what for e in trial.effects)


# -- certificates of a forced purchase, trains of equal kind --------------------------------------


def test_a_forced_purchase_asks_for_certificates_in_words_and_is_stored() -> None:
    about = {"DUB": {"A": 30, "cash": 60, "price": 60}}
    table = brewery(corporations=about, cash={"A": 100}, phase="3", depot="3", turn="DUB buy")
    table.apply("DUB buys kettle 3 for 180")
    for language in LANGUAGES:
        _look(table.game, language)
    fixed = fixed_of(table.game)
    assert decode(encode(table.game, fixed), fixed).top == table.s.top


def test_of_equal_trains_the_loaded_one_is_told_by_its_beer() -> None:
    companies: dict[str, dict[str, Any]] = {
        "BME": {"A": 50, "cash": 700},
        "KWE": {"B": 50, "trains": ["5", "5", "5"], "loads": [1]},
    }
    table = beer(companies=companies, phase="4", depot="5", turn="BME trains")
    table.apply("BME buys train 5 as 5 from depot for 450")
    choices = group_of(decision(seen(table.game)), "discard").choices
    assert [(choice.action, str(choice.sub)) for choice in choices] == [
        ("KWE discards train 5", ""),
        (f"KWE discards train {table.s.trains['KWE'][0]}", "1 × beer"),
    ]


@pytest.mark.parametrize(
    ("language", "row", "asked"),
    [("en", "1 × beer", "with 1 × beer on it"), ("de", "1 × Bier", "mit 1 × Bier darauf")],
)
def test_a_train_is_offered_with_its_beer(language: str, row: str, asked: str) -> None:
    companies: dict[str, dict[str, Any]] = {
        "BME": {"A": 50, "cash": 99},
        "KWE": {"B": 50, "trains": ["6", "6"], "loads": [1, 0]},
    }
    table = beer(companies=companies, phase="6", turn="BME trains")
    group = group_of(decision(seen(table.game, language)), "buy_loaded")
    assert [str(offer.note) for offer in group.rows] == [row]
    _look(table.game, language)
    table.apply("BME buys train 6 with 1 cubes from KWE for 50")
    assert asked in str(decision(seen(table.game, language)).hint)
    _look(table.game, language)
