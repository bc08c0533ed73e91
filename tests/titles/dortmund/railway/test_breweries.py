"""18DO §4.3.1: private breweries, their markers and their beer."""

import random

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.rail.rounds import SetFrame
from kursbuch.testing import Table
from kursbuch.titles.dortmund.railway.breweries import usable_beer
from kursbuch.titles.dortmund.railway.state import ON_CARD
from tests.titles.dortmund.railway.table import EAST, LINE, go_on, railway

ALL = {"A": "1", "B": "2", "C": "3", "D": "4", "E": "5"}


def before_round(**about):
    """The moment before an operating round begins."""
    table = railway(**{"companies": {"BME": {"A": 50, "trains": ["2"], "cash": 100}}, **about})
    table.s.stack[:] = [SetFrame("cycle", number=2, done=1, of=1)]
    return table


def incomes(table, players="ABC"):
    before = dict(table.s.cash)
    go_on(table)
    return {player: table.cash(player) - before[player] for player in players}


@pytest.mark.rule("18DO-4.3.1-1")
def test_breweries_pay_at_the_start_of_an_operating_round():
    assert incomes(before_round(players=5, breweries=ALL), "ABCDE") == {
        "A": 5,
        "B": 10,
        "C": 15,
        "D": 20,
        "E": 25,
    }


@pytest.mark.rule("18DO-4.3.1-1")
def test_they_pay_in_every_round_of_a_set():
    table = before_round(phase="3")
    table.s.stack[:] = [SetFrame("cycle", number=2, done=1, of=2)]
    paid: list[tuple[int, int]] = []
    while table.s.stock_round == 2 or not paid:
        before = dict(table.s.cash)
        if not paid:
            go_on(table)
        else:
            table.apply("BME passes")
        if table.cash("C") != before["C"]:
            paid.append((table.s.operating_round, table.cash("C") - before["C"]))
            assert sum(table.s.cash.values()) == sum(before.values())  # by the bank
    assert paid == [(1, 20), (2, 20)]


@pytest.mark.rule("18DO-4.3.1-5")
def test_a_turned_card_pays_no_more():
    table = before_round(turned=["3"], markers={"3": "out"})
    assert incomes(table) == {"A": 5, "B": 0, "C": 20}
    shown = table.game.view()["position"]["breweries"]
    assert {id: about["income"] for id, about in shown.items()} == {"1": 5, "3": 0, "4": 20}


@pytest.mark.rule("18DO-4.3.1-2")
def test_the_beer_of_number_one_waits_on_its_card():
    table = go_on(before_round())
    while table.s.stock_round < 6:
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
        assert table.s.cubes["1"] == 2
    assert not table.game.over and "1" not in table.s.flipped


@pytest.mark.rule("18DO-4.3.1-3", "18DO-4.3.1-13", "18DO-2.4.3-3", "18DO-4.7-4", "18DO-4.7-5", "18DO-4.7-6")
@pytest.mark.parametrize(
    "deal",
    [
        "A sells brewery 1",
        "A sells marker 3 to BME",
        "A sells 10 BME to B",
        "A pays B 20",
        "A pays BME 20",
        "BME pays CME 20",
    ],
)
def test_there_is_no_way_to_sell_a_brewery_or_a_marker_or_to_give_money(deal):
    table = railway(companies={"BME": {"A": 50}, "CME": {"B": 50}}, cash={"A": 100})
    with pytest.raises(BadInput):
        table.game.why_not(deal)


@pytest.mark.rule("18DO-4.3.1-4")
def test_a_turned_card_stays_with_its_owner():
    table = railway(companies={"CME": {"B": 50}}, stock="B", cash={"B": 100})
    table.apply("B assigns marker 3 to CME")
    assert table.s.breweries["3"] == "B"


@pytest.mark.rule("18DO-4.3.1-6", "18DO-4.3.1-10", "18DO-4.3.1-11")
@pytest.mark.parametrize("moment", [{"stock": "B"}, {"turn": "CME lay"}])
def test_a_marker_is_assigned_in_a_stock_turn_or_an_operating_turn_of_its_owner(moment):
    table = railway(companies={"CME": {"B": 50, "cash": 100}, "KWE": {"B": 50}}, cash={"B": 100}, **moment)
    table.apply("B assigns marker 3 to KWE")  # any railway of his, also one that is not on turn
    assert table.s.markers["3"] == "KWE"
    told = [event.values for event in table.events("assigns")]
    assert told == [{"player": "B", "marker": "3", "company": "KWE"}]
    assert "3" in table.s.flipped
    assert table.acting == "B"  # the turn goes on


IDLE = {
    "B": 60,
    "A": 10,
    "C": 30,
    "cash": 0,
    "trains": ["3"],
}  # nothing to sell, nothing in the pool, no money


@pytest.mark.rule("18DO-4.3.1-11")
@pytest.mark.parametrize("step", ["link", "trains"])
@pytest.mark.parametrize(
    ("owner", "choice"), [("B", "B assigns marker 3 to CME"), ("A", "A turns brewery 1")]
)
def test_a_railway_with_nothing_else_to_do_is_asked_while_a_brewery_can_be_used(step, owner, choice):
    block = {**IDLE, "president": owner, "A": 60, "B": 10} if owner == "A" else IDLE
    table = go_on(railway(companies={"CME": block}, phase="3", turn=f"CME {step}"))
    assert (table.step, table.acting) == (step, owner)
    assert table.legal() == [choice, "CME passes"]
    used = go_on(railway(companies={"CME": block}, phase="3", turn=f"CME {step}", turned=["1", "3"],
                         markers={"3": "out"}, breweries={"A": "1", "B": "3", "C": "4"}))  # fmt: skip
    assert used.step != step or used.company != "CME"


@pytest.mark.rule("18DO-4.3.1-11")
def test_a_railway_too_poor_for_a_station_is_asked_while_a_marker_would_make_it_cheaper():
    block = {"B": 100, "cash": 15, "trains": ["2"]}
    table = go_on(railway(companies={"BME": block}, tiles=LINE, turn="BME station"))
    assert table.step == "station"
    assert table.legal() == ["B assigns marker 3 to BME", "BME passes"]
    assert table.apply("B assigns marker 3 to BME").allows("BME builds a station at E12.0")
    built = railway(companies={"BME": block}, tiles=LINE, turn="BME station")
    built.s.tokens["BME"] = ()
    assert go_on(built).step == "link", "no station marker is left"


@pytest.mark.rule("18DO-4.3.1-11")
def test_not_in_the_turn_of_somebody_else():
    table = railway(companies={"CME": {"B": 50}, "BME": {"A": 50}}, stock="A", cash={"A": 100})
    assert table.refused("B assigns marker 3 to CME") == "18DO-4.4-1"
    assert table.refused("A assigns marker 3 to BME") == "18DO-4.3.1-11"
    acting = railway(companies={"CME": {"B": 50}, "BME": {"A": 50, "cash": 100}}, turn="BME lay")
    assert acting.refused("B assigns marker 3 to CME") == "18DO-4-1"
    assert acting.refused("A assigns marker 3 to BME") == "18DO-4.3.1-11"
    assert not acting.starts("assigns")


@pytest.mark.rule("18DO-4.3.1-12")
def test_only_to_a_railway_that_the_owner_directs():
    table = railway(companies={"CME": {"B": 50}, "BME": {"A": 50, "B": 10}}, stock="B", cash={"B": 100})
    assert table.refused("B assigns marker 3 to BME") == "18DO-4.3.1-12"
    assert table.refused("B assigns marker 3 to RhE") == "18DO-4.3.1-12"


@pytest.mark.rule("18DO-4.3.1-10")
def test_a_marker_is_assigned_once():
    table = railway(companies={"CME": {"B": 50}}, stock="B", cash={"B": 100}).apply(
        "B assigns marker 3 to CME"
    )
    assert table.refused("B assigns marker 3 to CME") == "18DO-4.3.1-10"


@pytest.mark.rule("18DO-4.3.1-7", "18DO-4.3.1-5", "18DO-4.3.1.2-3")
def test_number_one_is_turned_by_choice_and_its_beer_can_be_used():
    table = railway(companies={"BME": {"A": 50, "cash": 100}}, turn="BME lay", cubes={"1": 3})
    assert usable_beer(table.s, "A") == 0
    table.apply("A turns brewery 1")
    assert "1" in table.s.flipped
    assert usable_beer(table.s, "A") == table.s.cubes["1"] == 3
    assert table.refused("A turns brewery 1") == "18DO-4.3.1-5"


@pytest.mark.rule("18DO-4.3.1-7")
def test_only_the_owner_turns_a_card():
    table = railway(companies={"BME": {"B": 50, "cash": 100}}, turn="BME lay")
    assert table.refused("B turns brewery 1") == "18DO-4.3.1-7"


@pytest.mark.rule("18DO-4.3.1-8")
def test_a_card_with_a_marker_is_turned_by_assigning_it():
    table = railway(companies={"CME": {"B": 50, "cash": 100}}, turn="CME lay")
    assert table.refused("B turns brewery 3") == "18DO-4.3.1-8"
    assert table.allows("B assigns marker 3 to CME")
    alone = railway(companies={"BME": {"A": 50, "B": 10}}, cash={"B": 300}, stock="B")
    assert not alone.starts("marker 3") and not alone.starts(
        "turns"
    )  # who directs nothing cannot turn the card
    assert alone.refused("B turns brewery 3") == "18DO-4.3.1-8"


def first_six(**about):
    companies = {"BME": {"A": 50, "cash": 700, "trains": ["5"]}, "CME": {"B": 50, "trains": ["5"]}}
    return railway(companies=companies, phase="5", depot="6", turn="BME trains", **about)


@pytest.mark.rule("18DO-4.3.1-9", "18DO-4.3.1-14")
def test_the_first_6_turns_all_cards_and_takes_markers_not_assigned():
    table = first_six(turned=["4"], markers={"4": "BME"})
    table.apply("BME buys train 6 as 6 from depot for 630")
    assert table.s.flipped == {"1", "3", "4"}
    assert table.s.markers == {"3": "out", "4": "BME"}
    before = railway(
        companies={"BME": {"A": 50, "cash": 700, "trains": ["4"]}}, phase="4", depot="5", turn="BME trains"
    )
    before.apply("BME buys train 5 as 5 from depot for 450")
    assert not before.s.flipped and before.s.markers == {"3": ON_CARD, "4": ON_CARD}  # not with the first 5


@pytest.mark.rule("18DO-4.3.1-14", "18DO-4.5.3-12")
def test_the_space_in_dortmund_stays_kept_though_its_marker_was_lost():
    table = first_six(breweries={"A": "1", "B": "2", "C": "3"})
    table.apply("BME buys train 6 as 6 from depot for 630")
    assert table.s.markers["2"] == "out" and table.s.reserved


@pytest.mark.rule("18DO-4.3.1-15", "18DO-4.3.2.2-10", "18DO-2.3-2")
def test_a_new_director_takes_over_all_that_is_on_the_charter():
    table = railway(
        companies={"BME": {"A": 30, "B": 30, "cash": 140, "trains": ["2", "2"], "president": "A"}},
        turned=["1", "4"],
        markers={"4": "BME"},
        stock="B",
        cash={"B": 100},
        cubes={"1": 2},
    )
    table.apply("B buys 10 BME from company")
    assert table.president("BME") == "B"
    assert table.s.markers["4"] == "BME"
    assert (table.cash("BME"), table.trains("BME")) == (200, ["2", "2"])
    assert table.s.cubes["1"] == 2 and table.s.breweries["1"] == "A"  # the beer stays with the player


@pytest.mark.rule("18DO-4.3.1.1-1", "18DO-4.3.1.1-2")
def test_marker_three_halves_one_station_in_dortmund():
    companies = {"BME": {"B": 50, "cash": 100}, "CME": {"B": 50}}
    table = railway(companies=companies, tiles=LINE, turn="BME station", turned=["3"], markers={"3": "BME"})
    table.apply("BME builds a station at E12.0")
    assert table.cash("BME") == 85
    assert table.s.markers["3"] == "out"


@pytest.mark.rule("18DO-4.3.1.1-1")
def test_marker_three_does_not_work_elsewhere():
    table = railway(
        companies={"BME": {"B": 50, "cash": 100}},
        tiles=LINE,
        turn="BME station",
        turned=["3"],
        markers={"3": "BME"},
    )
    table.apply("BME builds a station at G12.0")
    assert table.cash("BME") == 70
    assert table.s.markers["3"] == "BME"


@pytest.mark.rule("18DO-4.3.1.1-3")
def test_markers_four_and_five_stay_to_the_end():
    table = railway(
        companies={"KWE": {"C": 50, "trains": ["5"], "tokens": ["E12.0"]}},
        tiles=EAST,
        phase="5",
        turned=["4"],
        markers={"4": "KWE"},
        cubes={"4": 2},
        turn="KWE run",
    )
    table.apply("KWE runs 5: C20.0 D19 E18 E16 E14.0 E12.0 carrying 1 to C20")
    assert table.s.markers["4"] == "KWE"
    last = first_six(
        breweries={"A": "1", "B": "4", "C": "5"}, turned=["4", "5"], markers={"4": "CME", "5": "BME"}
    )
    last.apply("BME buys train 6 as 6 from depot for 630")
    assert last.s.markers == {"4": "CME", "5": "BME"}


def making_link(**about):
    return railway(companies={"BME": {"B": 50, "cash": 100}}, tiles=LINE, turn="BME link", **about)


@pytest.mark.rule("18DO-4.3.1.2-1", "18DO-4.3.1.2-2", "18DO-4.5.4.3-1")
def test_each_link_brings_a_cube_onto_the_directors_card():
    table = making_link().apply("BME links H11")
    assert table.s.cubes == {"1": 2, "3": 1, "4": 0}
    assert table.s.stock_of_beer == 17
    extended = making_link(phase="3", links={"H11": 10}).apply("BME links H11")
    assert (extended.s.cubes, extended.s.stock_of_beer) == ({"1": 2, "3": 1, "4": 0}, 17)


@pytest.mark.rule("18DO-4.3.1.2-4")
def test_a_cube_won_later_lies_on_the_back_at_once():
    table = making_link(turned=["3"], markers={"3": "out"}).apply("BME links H11")
    assert usable_beer(table.s, "B") == 1
    assert usable_beer(making_link().apply("BME links H11").s, "B") == 0  # on the front of a card not turned


@pytest.mark.rule("18DO-4.3.1.2-5")
def test_beer_on_the_front_of_a_card_cannot_be_carried():
    table = railway(
        companies={"KWE": {"A": 50, "trains": ["5"], "tokens": ["E12.0"]}},
        tiles=EAST,
        phase="5",
        cubes={"1": 3},
        turn="KWE run",
    )
    run = "KWE runs 5: C20.0 D19 E18 E16 E14.0 E12.0 carrying 1 to C20"
    assert table.refused(run) == "18DO-4.3.1.2-5"
    table.apply("A turns brewery 1")
    assert table.allows(run)


@pytest.mark.rule("18DO-4.3.1.2-6", "18DO-2.7-1", "18DO-4.3.1-2", "18DO-4.3.1-4")
def test_beer_leaves_a_card_only_when_it_is_carried():
    rng = random.Random(4)
    game = kb.new_game("18do-railway", 4, seed=4)
    carried = 0
    owners: dict[str, str] = {}
    while not game.over:
        before = dict(Table(game).s.cubes)
        owners = owners or {id: owner for id, owner in Table(game).s.breweries.items() if owner}
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        if any(Table(game).s.cubes[id] < cubes for id, cubes in before.items()):
            assert " carrying " in str(game.actions[-1])
            carried += 1
    assert carried
    assert owners and Table(game).s.breweries == owners  # to the end, with all cards turned
    assert Table(game).s.flipped == set(owners)
