"""The table page of the Expert Game: a control for every action, a sentence for every event, a panel of markers."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.testing import Table
from kursbuch.titles.dortmund.expert import actions
from kursbuch.titles.dortmund.page.beer.panels import brewers, market
from kursbuch.titles.dortmund.page.expert.choices import USES
from kursbuch.titles.dortmund.page.expert.panels import markers
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.dortmund.expert.expert_table import brewing, dealing, opened
from tests.titles.dortmund.expert.test_events import brewer, union
from tests.titles.dortmund.expert.test_wagons import bearing, loading, railway, sold
from tests.titles.dortmund.page.test_page import LANGUAGES, RAW, noted, shown
from tests.web.memory import make_app
from tests.web.test_pages import Client
from tests.web.test_pages_words import refusals

FOLDER = Path(kursbuch.__file__).parent / "titles/dortmund/expert"
KINDS: list[Any] = [
    kind for _, kind in inspect.getmembers(actions, inspect.isclass) if kind.__module__ == actions.__name__
]
RICH = {"owner": "A", "kettles": ["S2"], "cash": 300}
OTHER = {"owner": "B", "kettles": ["S2"]}


def seen(table: Table, language: str = "en") -> Scene:
    return scene_of(table.game, table.game.players, words(language))


def trading() -> Any:
    return brewing(minors={"B3": RICH, "B5": OTHER}, turn="B3 buy", phase="3", small={"B5": ["A2"]})


def trading_full() -> Any:
    return brewing(minors={"B3": RICH}, turn="B3 buy", phase="3", small={"B3": ["A1"]})


def surplus() -> Any:
    table = dealing(
        companies={"RIT": {"B": 50, "price": 90, "kettles": ["3"]}},
        minors={"B4": {"owner": "A"}},
        cash={"A": 900, "B": 0, "C": 0},
        phase="3",
        stock="A",
        events={"G": "B4", "K": "RIT"},
        small={"B4": ["A1"], "RIT": ["B2"]},
    )
    return table.apply("A swaps brewery B4 for 10 RIT from company")


def marketing() -> Any:
    minors = {"B8": {**OTHER, "kettles": ["3"]}, "B4": RICH, "B3": {"owner": "C", "kettles": ["S1"]}}
    table = brewing(minors=minors, turn="B3 event", events={"L": "B3"}, phase="3", order=["B8", "B4", "B3"])
    return table.apply("B3 passes")


def premium() -> Any:
    return brewer("deliver", "K", regular=[1, 1], new=[2, 0]).apply(
        "B4 delivers 1 to regular 2, 1 to regular 1, 2 to new 1"
    )


def contract() -> Any:
    return loading(company={"A": 0, "B": 50, "trains": ["6"]}, events={"P": "DUB"}, phase="6")


# a position in which each action of the Expert Game is legal, and what of its preview must be told
POSITIONS: dict[type[Action], tuple[Callable[[], Any], str]] = {
    actions.BuySmall: (opened, "A1"),
    actions.TakeOver: (trading, "Cash if agreed 300 270 −30"),
    actions.ReturnSmall: (trading_full, "A1"),
    actions.MoveWagon: (lambda: railway(small={"KWE": ["C"]}, wagons={"KWE": [0]}), "Squares for beer"),
    actions.GiveWagon: (lambda: sold(bearing()[0]), "Squares for beer"),
    actions.TakeEvent: (lambda: brewer("event", "G"), "on display"),
    actions.ReturnEvent: (surplus, "on display"),
    actions.HoldFair: (lambda: brewer("buy", "G"), "110"),
    actions.Advertise: (lambda: brewer("", "H", regular=[2, 2]), "Secured delivery"),
    actions.LayAside: (
        lambda: brewer("deliver", "I", phase="3", regular=[3, 3], minor={"cash": 200}),
        "−40",
    ),
    actions.SellPremium: (premium, "Income"),
    actions.MoveUp: (marketing, "Place in the order"),
    actions.SellToInvestor: (lambda: union("buy", "M", corporation={"price": 90}), "Own certificates"),
    actions.SellPaperToInvestor: (lambda: union("buy", "M", corporation={"price": 90}), "Own certificates"),
    actions.BrewForOthers: (
        lambda: union("deliver", "N", regular=[0, 0, 0, 1]).apply("DUB delivers 1 to regular 4"),
        "Income",
    ),
    actions.WorkLate: (
        lambda: union("deliver", "O", regular=[0, 0, 0, 3], stock=1).apply("DUB delivers 3 to regular 4"),
        "Income",
    ),
    actions.BindRailway: (contract, "not asked"),
}


def test_there_is_a_position_for_every_action() -> None:
    assert set(POSITIONS) == set(KINDS) and len(KINDS) == 17
    assert set(USES.values()) == set("GHIKLMNOP")  # J works by the purchase of a kettle


# -- controls and words ----------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS, ids=kind_of)
def test_every_action_has_a_control_words_and_a_preview(kind: type[Action], language: str) -> None:
    table = POSITIONS[kind][0]()
    scene = seen(table, language)
    for prefix in ("kind", "action"):
        assert scene.words.has(f"{prefix}.18do-expert.{kind_of(kind)}")
    now = decision(scene)
    assert now.title and now.hint, scene.kind
    offered = {choice.action for group in now.groups for choice in group.choices}
    legal = [a for a in table.game.legal_actions() if isinstance(a, kind)]
    assert legal
    for action in legal:
        definite = action.at(action.span.lo) if action.span else action
        assert str(definite) in offered
        trial = preview(scene, definite)
        assert trial.effects or trial.notes
        said = [
            trial.label,
            *trial.notes,
            *(part for e in trial.effects for part in (e.who, e.what, e.after)),
        ]
        assert not [text for text in said if RAW.search(shown(text)) or "…" in str(text)]
    for group in now.groups:
        for row in group.rows:
            texts = [group.title, row.lead, row.note, *(c.label for c in row.choices)]
            assert not [text for text in texts if RAW.search(shown(text))]
    table.game.apply(definite)
    for entry in entries(seen(table, language)):
        assert not [line for _, line in entry.lines if RAW.search(shown(line)) or "…" in line]


@pytest.mark.parametrize("kind", KINDS, ids=kind_of)
def test_previews_tell_what_matters(kind: type[Action]) -> None:
    make, told = POSITIONS[kind]
    table = make()
    action = next(a for a in table.game.legal_actions() if isinstance(a, kind))
    trial = preview(seen(table), action.at(action.span.lo) if action.span else action)
    parts = [part for e in trial.effects for part in (e.who, e.what, e.before, e.after, e.change)]
    said = " ".join(shown(part) for part in (*parts, *trial.notes) if part)
    assert told in " ".join(said.split())


def test_every_event_has_a_sentence_and_every_refusal_is_german() -> None:
    game = kursbuch.new_game("18do-expert", 3, seed=1)
    for language in LANGUAGES:
        scene = scene_of(game, game.players, words(language))
        assert {e for e in noted(FOLDER) if not scene.words.has(scene.key("event", e))} == set()
        for code in "GHIJKLMNOP":
            assert scene.words.has(f"sem.{code}") and scene.words.has(f"sem.{code}.does")
    assert {m for m in refusals("titles/dortmund/expert") if not words("de").has(m)} == set()


@pytest.mark.parametrize(
    "language, lines",
    [
        (
            "de",
            ["A kauft KIM A1 für B3", "B4 nimmt SEM H Werbung und legt G Jahrmarkt zurück", "B4 setzt SEM G"],
        ),
        (
            "en",
            ["A buys marker A1 for B3", "B4 takes event H Advertising and returns G Fair", "B4 uses event G"],
        ),
    ],
)
def test_the_log_names_markers_and_events(language: str, lines: list[str]) -> None:
    first = opened()
    buyer, brewery = first.game.acting[0], first.s.top.waiting[0]
    first.apply(f"{buyer} buys marker A1 for 30")
    tables: list[Any] = [first, brewer("event", "G").apply("B4 takes event H")]
    tables.append(brewer("buy", "G").apply("B4 holds a fair"))
    wanted = [
        lines[0].replace("A k", f"{buyer} k").replace("A b", f"{buyer} b").replace("B3", brewery),
        *lines[1:],
    ]
    for table, line in zip(tables, wanted, strict=True):
        said = [shown(text) for entry in entries(seen(table, language)) for _, text in entry.lines]
        assert any(" ".join(text.split()).startswith(line) for text in said), said


# -- decisions out of turn -------------------------------------------------------------------------


def test_the_owner_of_a_marker_is_asked_with_its_printed_price_and_what_changes() -> None:
    table = trading()
    row = next(g for g in decision(seen(table)).groups if g.kind == "take_over").rows[0]
    assert "B must agree" in str(row.note) and (row.choices[0].lo, row.choices[0].hi) == (30, 90)
    table.apply("B3 takes over marker A2 from B5 for 45")
    scene = seen(table)
    now = decision(scene)
    hint = shown(now.hint)
    assert scene.deciding == ("B",) and "45" in hint and "60" in hint and "B5" in hint
    agree = next(card for action, card in now.cards.items() if "agrees" in action)
    assert {shown(e.who).strip() for e in agree.effects if e.what == "Small investments"} == {"B3", "B5"}


@pytest.mark.parametrize(
    "make, brewery", [(marketing, "B3"), (lambda: brewer("", "H", regular=[2, 2]), "B4")]
)
def test_decisions_outside_a_turn_say_for_which_brewery(make: Callable[[], Any], brewery: str) -> None:
    for language in LANGUAGES:
        assert brewery in shown(decision(seen(make(), language)).hint)


def test_a_contract_saves_the_word_that_someone_must_agree() -> None:
    table = contract()
    assert "must agree" in str(_loads(table)[0].note)
    table.apply("DUB binds KWE by contract")
    assert "must agree" not in str(_loads(table)[0].note)


def _loads(table: Any) -> Any:
    return next(g for g in decision(seen(table)).groups if g.kind == "load").rows


# -- the panel -------------------------------------------------------------------------------------


def test_the_panel_shows_display_holders_and_free_fields() -> None:
    table = brewing(
        minors={"B3": RICH, "B5": OTHER},
        corporations={"DUB": {"A": 50, "kettles": ["4"], "cash": 100}},
        turn="B3 buy", phase="3", small={"B3": ["A2"], "DUB": ["B3"]}, events={"M": "DUB", "G": "B3"},
    )  # fmt: skip
    panel = markers(seen(table))
    kims = {shown(k.mark).strip(): k for k in panel.small}
    assert (kims["A2"].left, kims["A2"].count) == (1, 2) and kims["A2"].price == seen(table).money(60)
    assert not kims["A2"].later and kims["B3"].later == "from the brown phase on"
    assert [shown(mark).strip() for mark in kims["B3"].holders] == ["DUB"]
    rows = {shown(h.mark).strip(): h for h in panel.held}
    assert (rows["B3"].fields, rows["B3"].free) == ("1/1", 0)
    assert (rows["DUB"].fields, rows["DUB"].free) == ("1/2", 1)
    assert rows["B5"].free == 1 and not rows["B5"].event
    assert "Investor" in shown(rows["DUB"].event) and len(panel.busy) == 2
    states = {shown(e.mark).split()[0]: e.state for e in panel.events}
    assert (states["G"], states["M"], states["H"]) == ("now", "held", "")


def test_the_panel_shows_the_secured_cube_what_was_used_and_the_idle_kettle() -> None:
    table = brewer("", "H", regular=[2, 2], others={"B8": OTHER}, order=["B8", "B4"])
    table.apply("B4 advertises to regular 2")
    panel = markers(seen(table))
    row = next(h for h in panel.held if "B4" in h.mark)
    assert row.notes == ("secured: Regular customers 2",)
    advertising = next(e for e in panel.events if shown(e.mark).split()[0] == "H")
    assert "B4" in str(advertising.note) and not advertising.holder
    idle = brewer("deliver", "I", phase="3", regular=[3, 3], minor={"cash": 200})
    idle.apply("B4 lays kettle 2 aside")
    row = next(h for h in markers(seen(idle)).held if "B4" in h.mark)
    assert "handed in" in str(row.notes[0])


def test_an_upgrade_is_usable_where_a_full_brewery_could_buy() -> None:
    full = {"cash": 500, "kettles": ["3", "S2"]}
    table = brewer("buy", "J", phase="4", minor=full)
    states = {shown(e.mark).split()[0]: e.state for e in markers(seen(table)).events}
    assert states["J"] == "now"
    room = brewer("buy", "J", phase="3", minor={"cash": 500, "kettles": ["3"]})
    states = {shown(e.mark).split()[0]: e.state for e in markers(seen(room)).events}
    assert states["J"] == "held"


def test_wagons_show_their_train_and_trains_their_room() -> None:
    table = loading(["6"], small={"KWE": ["C"]}, wagons={"KWE": [0]}, company={"trains": ["5"]})
    assert "room for 2" in str(_loads(table)[0].note)
    train = table.s.trains["KWE"][0]
    table.apply(f"DUB loads 2 on {train} of KWE")
    scene = seen(table)
    assert market(scene).loaded[0][2:] == (2, 2)
    row = next(h for h in markers(scene).held if "KWE" in h.mark)
    assert "2/2" in str(row.notes[0]) and row.fields == ""


@pytest.mark.parametrize("language, word", [("de", "Kleininvestitionen"), ("en", "Small investments")])
def test_the_page_carries_the_panel(language: str, word: str) -> None:
    client = Client(make_app(), language)
    path, _ = client.new("18do-expert", count="3")
    page = client.get(path)
    assert 'id="markers"' in page and "dortmund/expert.css" in page
    panel = page.split('id="markers"')[1].split("</section>")[0]
    assert word in panel and panel.count('class="do-sem"') == 10


# -- beer for two ----------------------------------------------------------------------------------


def test_beer_for_two_shows_who_runs_the_investors_companies() -> None:
    game = kursbuch.new_game("18do-beer", ["Anna", "Ben"], seed=3)
    while game.state.top.stage in ("starting", "cards"):
        game.apply(game.legal_actions()[0])
    panel, about = brewers(scene_of(game, game.players, words("en"))), game.view()["position"]
    assert [holder for _, holder in panel.investor] == [about["investor_card"], about["brewery_card"]]
    railway, corporation = about["investor_companies"]
    row = next(row for row in panel.rows if f"({about['brewery_card']})" in row.owner)
    marks = [shown(mark).split() for mark, _ in panel.investor]
    assert marks == [[railway], [shown(row.mark).strip(), "→", corporation]]


def test_every_event_and_refusal_of_beer_for_two_has_words() -> None:
    game = kursbuch.new_game("18do-beer", 2, seed=1)
    for language in LANGUAGES:
        scene = scene_of(game, game.players, words(language))
        assert {e for e in noted(FOLDER.parent / "beer") if not scene.words.has(scene.key("event", e))} <= {
            "seats"
        }
    assert {m for m in refusals("titles/dortmund/beer") if not words("de").has(m)} == set()
