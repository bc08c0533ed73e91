"""18DO §6.2, §6.2.1, §6.5, §6.6, §6.7: rounds, phases, the end."""

import random
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.rounds import SetFrame
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words
from tests.titles.dortmund.beer.beer_table import beer, fresh, go_on
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST


@cache
def whole_game(players: int = 3, seed: int = 1):
    rng = random.Random(seed)
    game = kb.new_game("18do-beer", players, seed=seed)
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


@pytest.mark.rule("18DO-6.2-1", "18DO-6.2-2", "18DO-6.2-3", "18DO-6.5-1", "18DO-6.5.2-1", "18DO-6.6-1")
def test_stock_and_operating_rounds_alternate_six_times():
    game = whole_game()
    keys = ("stock-round", "operating-round", "brewery-round")
    rounds = [event.key for event in game.events if event.key in keys]
    pair = ["operating-round", "brewery-round"]
    assert rounds[:6] == ["stock-round", *pair, *pair, "stock-round"]
    keys_told = [event.key for event in game.events]
    sold = [n for n, key in enumerate(keys_told) if key == "brewery-sold"]
    assert len(sold) == 3 and max(sold) < keys_told.index("stock-round"), "the starting round comes first"
    assert rounds.count("stock-round") == 6 and rounds[-1] == "brewery-round"
    assert all(a != b for a, b in pairwise(rounds))
    assert [e.values["reason"] for e in game.events if e.key == "over"] == ["rounds"]
    pairs = Counter(e.values["set"] for e in game.events if e.key == "operating-round")
    assert list(pairs) == [1, 2, 3, 4, 5, 6] and set(pairs.values()) == {2}, "the last is played to its end"


@pytest.mark.rule("18DO-5.1.2-5")
def test_the_view_names_the_round():
    table = beer(cash={"A": 100})
    assert table.game.view()["position"]["stage"] == ["cycle", "stock"]
    table = beer(companies={"BME": {"A": 50}}, turn="BME lay", operating_round=2)
    view = table.game.view()["position"]
    assert view["stage"] == ["cycle", "operating", "turn"]
    assert (view["set"], view["operating_round"], view["pairs"]) == (2, 2, 2)
    brewing = brewery(minors={"B1": {"kettles": ["S1"]}}, regular=[3])
    assert brewing.game.view()["position"]["stage"] == ["cycle", "breweries", "brewery-turn"]


@pytest.mark.rule("18DO-5.1.2-5")
def test_the_view_goes_from_round_to_round_with_the_game():
    kinds = {"stock-round": "stock", "operating-round": "operating", "brewery-round": "breweries"}
    rng = random.Random(2)
    game: Any = kb.new_game("18do-beer", 3, seed=2)
    told = 0
    now: list[Any] = ["starting"]
    while game.state.stock_round < 4:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        for event in game.events[told:]:
            if event.key == "stock-round":
                now = ["stock", event.values["number"], 0]
            elif event.key == "operating-round":
                now = ["operating", event.values["set"], event.values["number"]]
            elif event.key == "brewery-round":
                now = ["breweries", *now[1:]]
        if len(game.events) > told and now[0] in kinds.values():
            view = game.view()["position"]
            stage = next(name for name in reversed(view["stage"]) if name in kinds.values())
            assert [stage, view["stock_round"], view["operating_round"]] == now
            assert view["set"] == view["stock_round"] - (stage == "stock")
        told = len(game.events)


@pytest.mark.rule("18DO-6.2-4")
@pytest.mark.parametrize(("phase", "pairs"), [("", 2), ("3", 2), ("4", 2), ("5", 2), ("6", 3), ("8", 3)])
def test_three_pairs_from_phase_6_on(phase, pairs):
    table = beer(minors={"B1": {"cash": 0, "kettles": ()}}, phase=phase)
    table.apply(*(f"{p} passes" for p in "ABC" if table.game.acting == (p,)))
    go_on(table)
    rounds = [e for e in table.game.events if e.key == "operating-round" and e.values["set"] == 2]
    assert len(rounds) == pairs


@pytest.mark.rule("18DO-6.2-4")
def test_the_number_is_settled_when_the_operating_round_begins():
    table = beer(
        companies={"BME": {"A": 50, "cash": 700, "trains": ["5"]}}, phase="5", depot="6", turn="BME trains"
    )
    table.apply("BME buys train 6 as 6 from depot for 630")
    assert table.phase == "6"
    assert next(f for f in table.s.stack if isinstance(f, SetFrame)).of == 2


@pytest.mark.rule("18DO-6.5-2")
def test_the_director_decides():
    table = beer(companies={"BME": {"A": 50, "cash": 100}}, turn="BME lay")
    assert table.acting == "A"
    assert table.refused("B: BME passes") == "18DO-6.5-2"
    brewing = brewery(
        minors={"B1": {"owner": "B", "kettles": ["S1"]}},
        corporations={"DUB": {"C": 30, "A": 20, "kettles": ["S1"]}},
        regular=[9], order=["B1", "DUB"], turn="B1 deliver",
    )  # fmt: skip
    assert brewing.acting == "B"
    assert brewing.refused("A: B1 delivers 2 to regular 1") == "18DO-6.5-2"
    brewing.apply("B: B1 delivers 2 to regular 1", "B: B1 withholds")
    assert brewing.acting == "C" and brewing.refused("A: DUB delivers 2 to regular 1") == "18DO-6.5-2"


# -- phases -----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.2.1-1", "18DO-6.2.1-3", "18DO-6.2.1-4", "18DO-6.2.1-5", "18DO-5.2.2-1")
@pytest.mark.parametrize(
    ("before", "card", "colours"),
    [
        ("2", "3", ("yellow", "green")),
        ("3", "4", ("yellow", "green")),
        ("4", "5", ("yellow", "green", "brown")),
        ("5", "6", ("yellow", "green", "brown")),
        ("6", "8", ("yellow", "green", "brown", "grey")),
    ],
)
def test_the_first_card_of_a_type_begins_its_phase(before, card, colours):
    table = beer(companies={"BME": {"A": 50, "cash": 900}}, phase=before, depot=card, turn="BME trains")
    price = table.s.box.trains[card].price
    table.apply(f"BME buys train {card} as {card} from depot for {price}")
    assert (table.phase, table.s.phase.colours) == (card, colours)
    assert [p.id for p in table.s.box.phases] == ["2", "3", "4", "5", "6", "8"]


LINK = {"H11": "1904.0"}


@pytest.mark.rule("18DO-6.2.1-2", "18DO-5.2.2-1")
@pytest.mark.parametrize("way", ["railway", "link", "brewery"])
def test_whoever_takes_the_first_card(way):
    if way == "railway":
        table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="3", turn="BME trains")
        table.apply("BME buys train 3 as 3 from depot for 180")
    elif way == "link":
        table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="3", tiles=LINK, turn="BME link")
        table.apply("BME links H11")
    else:
        other = brewery(minors={"B4": {"cash": 400}}, depot="3", turn="B4 buy")
        other.apply("B4 buys kettle 3 for 180")
        assert other.phase == "3" and 3 not in other.s.beer.marked
        return
    assert table.phase == "3"
    assert 3 not in table.s.beer.marked and table.s.beer.marked == {4, 5, 6}


@pytest.mark.rule("18DO-6.2.1-2", "18DO-5.2.2-1")
@pytest.mark.parametrize("way", ["link", "brewery"])
def test_the_limit_of_trains_falls_whoever_takes_the_card(way):
    """From phase 5 on a railway has two trains; the turn goes on once the third is given up."""
    cme: dict[str, Any] = {"CME": {"B": 50, "cash": 0, "trains": ["3", "3", "4"]}}
    table: Any
    if way == "link":
        companies = {"BME": {"A": 50, "cash": 700}, **cme}
        table = beer(companies=companies, phase="4", depot="5", tiles=LINK, turn="BME link")
        taken = "BME links H11"
    else:
        dub = {"DUB": {"A": 50, "cash": 700, "kettles": ["3"]}}
        table = brewery(corporations=dub, railways=cme, phase="4", depot="5", turn="DUB buy")
        taken = "DUB buys kettle 5 for 450"
    assert table.acting == "A"
    table.apply(taken)
    assert (table.phase, table.acting) == ("5", "B")
    assert table.legal() == ["CME discards train 3", "CME discards train 4"]
    table.apply("CME discards train 3")
    assert table.trains("CME") == ["3", "4"] and table.trains("pool") == ["3"]


@pytest.mark.rule("18DO-6.2.1-6")
def test_the_phase_begins_after_the_purchase():
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="2B", turn="BME trains")
    for card in [c for c in table.s.trains["depot"] if c.startswith("2B#")][1:]:
        table.s.trains["depot"] = tuple(c for c in table.s.trains["depot"] if c != card)
        table.s.trains["out"] = (*table.s.trains["out"], card)
    table.apply("BME buys train 2B as 2 from depot for 80")
    assert table.phase == "2"
    table.apply("BME buys train 3 as 3 from depot for 180")
    assert table.phase == "3" and table.trains("BME") == ["2", "3"]
    assert [event.values for event in table.events("segment-opens")] == [{"segment": 3}]
    assert table.refused("BME buys train 3 as 3 from depot for 180") == "18DO-6.5.1-2", "one from now on"


@pytest.mark.rule("18DO-6.2.1-7", "18DO-6.2.1-8")
@pytest.mark.parametrize(("before", "gone", "card"), [("3", "2", "4"), ("5", "3", "6")])
@pytest.mark.parametrize("way", ["railway", "link", "brewery"])
def test_old_trains_leave_whoever_takes_the_card(before, gone, card, way):
    railways = {"CME": {"B": 50, "cash": 100, "trains": [gone]}}
    if way != "brewery":
        bme = {"BME": {"A": 50, "cash": 700, "trains": [gone]}}
        table = beer(
            companies={**bme, **railways}, phase=before, depot=card, tiles=LINK, pool_trains=[gone],
            turn="BME link" if way == "link" else "BME trains",
        )  # fmt: skip
        price = table.s.box.trains[card].price
        buys = f"BME buys train {card} as {card} from depot for {price}"
        table.apply("BME links H11" if way == "link" else buys)
        trains = table.trains("CME")
        assert table.trains("pool") == [], "those in the pool too"
        assert table.trains("BME") == ([] if way == "link" else [card])
    else:
        other = brewery(
            corporations={"DUB": {"A": 50, "cash": 700, "kettles": ["3"]}},
            railways=railways,
            phase=before,
            depot=card,
            turn="DUB buy",
        )
        other.apply(f"DUB buys kettle {card} for {other.s.box.trains[card].price}")
        trains = other.trains("CME")
        assert other.kettles("DUB") == [int(card), 3]  # kettles do not age
    assert trains == []


@pytest.mark.rule("18DO-6.2.1-7", "18DO-6.2.1-8")
@pytest.mark.parametrize(
    ("before", "stays", "card"), [("2", "2", "3"), ("3", "3", "4"), ("4", "3", "5"), ("5", "4", "6")]
)
def test_trains_stay_until_the_card_that_makes_them_leave(before, stays, card):
    table = beer(
        companies={"BME": {"A": 50, "cash": 700}, "CME": {"B": 50, "cash": 100, "trains": [stays]}},
        phase=before, depot=card, turn="BME trains",
    )  # fmt: skip
    table.apply(f"BME buys train {card} as {card} from depot for {table.s.box.trains[card].price}")
    assert table.phase == card and table.trains("CME") == [stays] and not table.s.last_runs


@pytest.mark.rule("18DO-6.2.1-9")
def test_the_first_8_leaves_the_4s_one_run():
    table = beer(
        companies={
            "BME": {"A": 50, "cash": 900, "price": 90},
            "KWE": {"B": 50, "cash": 100, "trains": ["4"], "tokens": ["E12.0"], "price": 60},
        },
        tiles=EAST,
        phase="6",
        depot="8",
        turn="BME trains",
    )
    table.apply("BME buys train 8 as 8 from depot for 800")
    assert table.trains("KWE") == ["4"] and len(table.s.last_runs) == 1
    assert table.refused("BME buys train 4 as 4 from KWE for 10") == "18DO-6.2.1-9"
    table.apply("BME passes")
    while table.step in ("KWE lay", "KWE station", "KWE link"):
        table.apply("KWE passes")
    assert table.step == "KWE run" and table.trains("KWE") == ["4"]
    table.apply("KWE runs 4: C20.0 D19 E18 E16 E14.0 E12.0")
    assert table.s.top.income == 60 + 20 + 70 and table.trains("KWE") == [], "it ran, and is gone"


@pytest.mark.rule("18DO-5.1.3-5")
def test_export_cubes_come_into_play_with_the_grey_phase():
    table = beer(companies={"BME": {"A": 50, "cash": 900}}, phase="6", depot="8", turn="BME trains")
    stock = table.s.beer.stock
    assert table.s.beer.export == 6
    table.apply("BME buys train 8 as 8 from depot for 800")
    assert (table.s.beer.export, table.s.beer.stock) == (0, stock + 6)
    for before, card in (("4", "5"), ("5", "6")):  # the brown phase leaves them where they are
        brown = beer(companies={"BME": {"A": 50, "cash": 900}}, phase=before, depot=card, turn="BME trains")
        brown.apply(f"BME buys train {card} as {card} from depot for {brown.s.box.trains[card].price}")
        assert "brown" in brown.s.phase.colours and brown.s.beer.export == 6


@pytest.mark.rule("18DO-5.4.4-10")
def test_type_8_is_on_offer_after_two_sixes():
    table = beer(companies={"BME": {"A": 50, "cash": 900}}, phase="5", depot="6", turn="BME trains")
    assert table.refused("BME buys train 8 as 8 from depot for 800") == "18DO-5.4.4-9"
    for number in (1, 2):
        assert not table.starts("train 8 as")
        card = f"6#{number}"
        table.s.trains["depot"] = tuple(c for c in table.s.trains["depot"] if c != card)
        table.s.trains["out"] = (*table.s.trains["out"], card)
    assert table.starts("train 8 as") and table.starts("train 6 as")


# -- the end ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.6-2")
def test_an_empty_bank_pays_on():
    table = beer(companies={"BME": {"A": 50, "cash": 100}}, cash={"A": 12900}, income=500, turn="BME pay")
    assert table.cash("bank") == 0
    table.apply("BME pays")
    assert table.cash("bank") < 0 and not table.s.ending and not table.game.over


@pytest.mark.rule("18DO-6.6-5")
def test_the_highest_result_wins():
    game = whole_game()
    winner, second = sorted(game.players, key=lambda player: -game.scores()[player])[:2]
    assert game.scores()[winner] > game.scores()[second]
    scene = Scene(game, None, (), own_words("en", "18do-beer"), len(game.actions))
    assert decision(scene).title == f"{winner} wins."
    even = brewery(minors={"B1": {"kettles": []}}, cash={"A": 20, "B": 100, "C": 99})
    assert even.game.over and even.game.scores() == {"A": 20 + 80, "B": 100, "C": 99}
    scene = Scene(even.game, None, (), own_words("en", "18do-beer"), 0)
    assert decision(scene).title == "A · B wins.", "they share the victory"


@pytest.mark.rule("18DO-6.6-3")
def test_cash_and_shares_count():
    table = beer(
        companies={
            "BME": {"A": 30, "B": 20, "price": 115, "cash": 900},
            "DUB": {"B": 30, "A": 20, "price": 80},
        },
        cash={"A": 500, "B": 300},
    )
    assert table.game.scores() == {"A": 500 + 345 + 160, "B": 300 + 230 + 240, "C": 0}


@pytest.mark.rule("18DO-6.6-4")
def test_a_minor_brewery_counts_its_printed_price():
    table = beer(minors={"B7": {"owner": "B", "cash": 200}}, cash={"B": 10})
    assert table.game.scores()["B"] == 175


@pytest.mark.rule("18DO-6.6-3")
def test_loans_count_twice():
    table = beer(cash={"A": 500}, loans={"A": 120})
    assert table.game.scores()["A"] == 260


@pytest.mark.rule("18DO-6.7-1")
def test_all_money_is_open():
    table = beer(
        companies={"BME": {"A": 50, "cash": 70}}, minors={"B3": {"owner": "B", "cash": 40}}, cash={"A": 33}
    )
    for who in ("A", "B", None):
        purses = table.game.view(who)["position"]["cash"]
        assert (purses["A"], purses["BME"], purses["B3"]) == (33, 70, 40)


@pytest.mark.rule("18DO-6.7-2", "18DO-6.7-3")
def test_there_is_no_way_to_give_money():
    """All that names a sum of money is a purchase by the rules; an answer is given only to who asks for it, and
    nothing that was agreed on at the table binds anybody later.
    """
    words = {cls.form for cls in fresh().game.rules.grammar.kinds.values()}
    assert {form for form in words if "{price}" in form or "{help}" in form or "{amount}" in form} == {
        "{actor} bids {price} for brewery {brewery}",
        "{actor} links {hex} for {price}",
        "{actor} founds {company} at {price}",
        "{actor} founds {company} at {price} with brewery {minor}",
        "{actor} buys train {train} as {side} from {source} for {price}",
        "{actor} buys train {train} with {cubes} cubes from {source} for {price}",
        "{actor} buys kettle {kettle} for {price}",
        "{actor} buys kettle {kettle} for {price}, {help} from its owner",
    }
    assert {form for form in words if "agree" in form or "decline" in form} == {
        "{actor} agrees",
        "{actor} declines",
    }
    table = beer(companies={"BME": {"A": 50}}, cash={"A": 100, "B": 100})
    assert table.refused("A agrees") == table.refused("A declines") == "18DO-6.4-1"


@pytest.mark.rule("18DO-5.4.1-1")
def test_the_first_action_card_opens_the_next_stock_round():
    table = beer(companies={"BME": {"A": 50, "price": 60}}, cash={"B": 100, "C": 100}, stock="B")
    table.apply("B buys 10 BME from company", "C passes")
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    assert table.s.priority == "C"  # left of B, who bought last
    rng = Random(1)
    while table.round != "SR 3":
        table.game.apply(rng.choice(table.game.legal_actions()).sample(rng))
    assert table.acting == "C"
