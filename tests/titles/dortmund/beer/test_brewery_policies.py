"""Where variants change a brewery round: each policy does what its name says."""

from dataclasses import replace

from kursbuch.core import refuse
from kursbuch.rail.actions import Pay
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryPolicies, all_kettles
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST

THEIRS = {"KWE": {"B": 50, "trains": ["6"], "tokens": ["E12.0"]}}
BIG = {"A": 50, "kettles": ["8"]}


def with_policies(step="deliver", **policies):
    return brewery(
        corporations={"DUB": BIG},
        railways=THEIRS,
        tiles=EAST,
        phase="8",
        regular=[0, 0, 0, 0, 0, 9],
        turn=f"DUB {step}" if step else "",
        policies=BreweryPolicies(**policies),
    )


def test_somebody_else_may_decide_for_a_brewery_and_for_a_railway():
    table = with_policies(decides=lambda s, brewery: "C", answers=lambda s, railway: "C")
    assert table.acting == "C"
    table.apply("DUB delivers 2 to regular 6, keeps 2")
    table.apply(table.starts("loads 2")[0])
    assert sum(table.s.loaded.values()) == 2, "C need not ask C"


def test_consent_may_be_dispensed_with():
    table = with_policies(unasked=lambda s, brewery, railway: railway == "KWE")
    table.apply("DUB delivers 2 to regular 6, keeps 2")
    table.apply(table.starts("loads 2")[0])
    assert sum(table.s.loaded.values()) == 2


def test_more_capacity_for_export_and_more_room_on_trains():
    def wagon(s, brewery):
        return tuple(replace(kettle, export=kettle.export + 1) for kettle in all_kettles(s, brewery))

    table = with_policies(
        working=wagon, squares=lambda s, card: s.box.carries[card.partition("#")[0]] + 2,
        unasked=lambda s, brewery, railway: True,
    )  # fmt: skip
    assert "DUB delivers nothing, keeps 4" in table.legal()
    table.apply("DUB delivers nothing, keeps 4")
    assert table.starts("loads 4")


def test_less_capacity_in_dortmund():
    table = with_policies(working=lambda s, brewery: ())
    assert table.starts("delivers") == ["DUB delivers nothing"]


def test_more_income_is_paid_out_with_the_rest():
    table = with_policies(more_income=lambda s, brewery: 40)
    table.apply("DUB delivers 4 to regular 6", "DUB withholds")
    assert table.cash("DUB") == 4 * 80 + 40


def test_a_payout_may_be_barred():
    def keeps(s, brewery, choice):
        return refuse("18DO-8.2.2.2-6", "It keeps all.") if isinstance(choice, Pay) else None

    table = with_policies(no_payout=keeps)
    table.apply("DUB delivers 4 to regular 6")
    assert table.refused("DUB pays") == "18DO-8.2.2.2-6"
    assert table.allows("DUB withholds")


def test_hooks_of_the_round_come_in_their_order():
    told = []
    table = with_policies(
        step="",
        round_begins=lambda s: told.append("round"),
        turn_begins=lambda s, brewery: told.append(brewery),
        ordered=lambda s: told.append(f"ordered, {sum(s.beer.to_regular)} supplied"),
        round_over=lambda s: told.append(f"over, {sum(s.beer.to_regular)} supplied"),
    )
    table.apply("DUB delivers 4 to regular 6", "DUB withholds", "DUB passes")
    assert told == ["round", "DUB", "ordered, 4 supplied", "over, 0 supplied"]


def test_prices_limits_and_duties_of_purchases():
    table = brewery(
        corporations={"DUB": {"A": 50, "kettles": ["3", "3"], "cash": 700}},
        phase="6",
        turn="DUB buy",
        policies=BreweryPolicies(
            has_room=lambda s, brewery: True,
            price=lambda s, brewery, kind: s.box.trains[kind].price - 60,
            new_kettles=lambda s, brewery: 2,
            must_more=lambda s, brewery: refuse("18DO-8.2.2.2-8", "It must buy."),
        ),
    )
    assert table.refused("DUB passes") == "18DO-8.2.2.2-8"
    table.apply("DUB buys kettle 6 for 570")
    assert (table.kettles("DUB"), table.cash("DUB")) == ([6, 3, 3], 130)
