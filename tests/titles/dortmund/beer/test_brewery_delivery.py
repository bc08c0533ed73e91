"""18DO §6.5.2.2, §6.5.2.3: giving up kettles, and deliveries to the Dortmund market."""

from itertools import product
from typing import Any

import pytest

from kursbuch.core import BadInput
from kursbuch.rail.box import kind_of_card
from kursbuch.titles.dortmund.beer.brewery.actions import Deliver, Plan
from kursbuch.titles.dortmund.beer.brewery.capacity import (
    filled,
    fits,
    none_left_for,
    plus,
    spare,
    units_of,
)
from kursbuch.titles.dortmund.beer.delivery import wishes
from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR, BeerMarket
from kursbuch.titles.dortmund.beer.parts import Kettle, beer_box
from kursbuch.titles.dortmund.railway.counting import COUNTING
from tests.titles.dortmund.beer.brewery_table import brewery

NOTHING = (0,) * 6


def delivering(kettles, regular=(), new=(), brewer="B6", **about):
    return brewery(
        minors={brewer: {"kettles": kettles, **about.pop("minor", {})}},
        regular=regular,
        new=new,
        turn=f"{brewer} deliver",
        phase=about.pop("phase", "4"),
        **about,
    )


# -- deliveries -------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.3-2")
def test_a_kettle_makes_no_more_than_it_shows():
    table = delivering(["3"], regular=[0, 0, 4])
    assert table.refused("B6 delivers 4 to regular 3") == "18DO-6.5.2.3-2"
    assert table.allows("B6 delivers 3 to regular 3")


@pytest.mark.rule("18DO-6.5.2.3-3")
def test_a_kettle_reaches_its_own_segment_and_lower_ones():
    table = delivering(["3"], regular=[1, 1, 1, 1])
    assert table.allows("B6 delivers 1 to regular 3, 1 to regular 2, 1 to regular 1")
    assert table.refused("B6 delivers 1 to regular 4, 1 to regular 3, 1 to regular 2") == "18DO-6.5.2.3-3"
    both = delivering(["3", "S1"], regular=[3, 3, 2])  # three reach segment 3, two more only segment 1
    assert both.refused("B6 delivers 2 to regular 3, 2 to regular 2, 1 to regular 1") == "18DO-6.5.2.3-3"
    assert both.allows("B6 delivers 2 to regular 3, 1 to regular 2, 2 to regular 1")
    none = delivering([], regular=[1])
    assert none.refused("B6 delivers 1 to regular 1") == "18DO-6.5.2.3-3"


@pytest.mark.rule("18DO-6.5.2.3-4")
def test_segments_and_customers_are_free_to_choose():
    table = delivering(["3"], regular=[3, 3, 3], new=[3, 3, 3])
    for plan in ("3 to regular 2", "3 to new 1", "1 to regular 3, 1 to new 2, 1 to regular 1"):
        assert table.allows(f"B6 delivers {plan}")
    assert table.legal()[0] == "B6 delivers 3 to regular 3", "the best plan comes first"


@pytest.mark.rule("18DO-6.5.2.3-4", "18DO-6.5.2.1-3")
def test_kettles_are_used_in_any_order():
    """The highest first is advice: whoever has used it for a low segment has nothing left for a high one."""
    table = delivering(["3", "S1"], regular=[2, 0, 3])  # three reach segment 3, two more only segment 1
    assert table.legal()[0] == "B6 delivers 3 to regular 3, 2 to regular 1"
    table.apply("B6 delivers 1 to regular 3, 2 to regular 1")
    assert (table.beer.regular[0], table.beer.regular[2]) == (0, 2)
    later = delivering(["3", "S1"], regular=[2, 0, 3], options={"kept_export": "delivered"})
    later.apply("B6 delivers 1 to regular 3, 2 to regular 1")
    assert later.step == "B6 pay", "nothing was kept that could be delivered now"


@pytest.mark.rule("18DO-6.5.2.3-6")
def test_example_of_three_kettles():
    table = delivering(["3", "S2", "S1"], regular=[1, 2, 1], new=[1, 1, 1])
    # type 3: yellow 3, orange 3, yellow 2; type 2: yellow 2, orange 2; type 1: yellow 1, orange 1
    plan = "1 to regular 3, 1 to new 3, 2 to regular 2, 1 to new 2, 1 to regular 1, 1 to new 1"
    assert table.legal()[0] == f"B6 delivers {plan}"
    table.apply(f"B6 delivers {plan}")
    assert [e.values["income"] for e in table.events("delivers")] == [70 + 35 + 25]
    table.apply("B6 withholds")
    assert table.cash("B6") == 130


@pytest.mark.rule("18DO-6.5.2.1-3")
def test_delivering_is_a_duty_as_far_as_possible():
    table = delivering(["S2"], regular=[1])
    assert table.refused("B6 passes") == "18DO-6.5.2.1-3"
    assert table.refused("B6 delivers nothing") == "18DO-6.5.2.1-3"
    assert table.starts("delivers") == ["B6 delivers 1 to regular 1"]
    more = delivering(["3", "S1"], regular=[2, 0, 3])
    for plan in ("2 to regular 1", "1 to regular 3, 1 to regular 1", "2 to regular 3"):
        assert more.refused(f"B6 delivers {plan}") == "18DO-6.5.2.1-3", "type 3 could make one more"
    nobody = delivering(["S2"], regular=[0, 0, 3])
    assert nobody.starts("delivers") == ["B6 delivers nothing"]


@pytest.mark.rule("18DO-5.1.3-7")
def test_a_delivery_leaves_the_stock_alone():
    table = delivering(["S1"], regular=[3], stock=5)
    table.apply("B6 delivers 2 to regular 1")
    assert (table.beer.regular[0], table.beer.to_regular[0], table.beer.stock) == (1, 2, 5)


@pytest.mark.rule("18DO-5.8-1")
def test_a_segment_without_demand_takes_nothing():
    table = delivering(["3"], regular=[0, 3], dead=[1])
    assert table.refused("B6 delivers 2 to regular 2, 1 to new 1") == "18DO-5.8-1"
    assert table.refused("B6 delivers 2 to regular 2, 1 to new 2") == "18DO-6.5.2.3-1", "an empty box"


def test_plans_read_in_any_order_are_written_in_one():
    table = delivering(["3"], regular=[1, 2, 1])
    table.apply("B6 delivers 1 to regular 2, 1 to regular 3, 1 to regular 2")
    assert str(table.game.actions[-1]) == "B6 delivers 1 to regular 3, 2 to regular 2"


def all_plans(market, kettles, kept):
    """Every delivery of at most two cubes a box that finds units together, by trying them all."""
    units = units_of(kettles, kept)
    boxes = [(n, kind) for n in range(1, 7) for kind in (REGULAR, NEW) if market.demand(n, kind)]
    for cubes in product(*(range(market.demand(*box) + 1) for box in boxes)):
        chosen = dict(zip(boxes, cubes, strict=True))
        if finds_units(kettles, kept, chosen):
            yield chosen, units


def finds_units(kettles, kept, chosen):
    """Whether each cube can be given a unit of its own, by the book: kettle by kettle, arrow by arrow."""
    wants = [n for (n, _), cubes in chosen.items() for _ in range(cubes)] + [9] * kept  # 9: a train
    units = [(k.type, n < k.export) for k in kettles for n in range(k.cubes)]

    def give(i, left):
        if i == len(wants):
            return True
        for j, (type, arrow) in enumerate(left):
            if (arrow if wants[i] == 9 else type >= wants[i]) and give(i + 1, left[:j] + left[j + 1 :]):
                return True
        return False

    return give(0, sorted(units))


CASES = [
    ([Kettle(3, 3), Kettle(1, 2)], (2, 0, 1, 0, 0, 0), (0, 2, 1, 0, 0, 0), 0),
    ([Kettle(4, 3), Kettle(2, 2)], (1, 1, 1, 1, 0, 0), (1, 1, 0, 1, 0, 0), 0),
    ([Kettle(5, 4, 1)], (0, 0, 0, 1, 2, 0), (0, 0, 0, 2, 1, 1), 1),
    ([Kettle(5, 2, 1), Kettle(8, 3, 2)], (0, 0, 0, 0, 2, 2), (0, 0, 0, 1, 0, 1), 2),
    ([Kettle(6, 2, 2), Kettle(5, 2, 1)], (0, 0, 0, 0, 1, 2), (0, 0, 0, 0, 2, 0), 1),
]


@pytest.mark.rule("18DO-6.5.2.3-4", "18DO-6.5.2.1-3")
@pytest.mark.parametrize(("kettles", "regular", "new", "kept"), CASES)
def test_the_first_plan_earns_the_most_and_none_can_be_extended(kettles, regular, new, kept):
    box = beer_box(5, COUNTING)
    market = BeerMarket(regular, new, NOTHING, NOTHING, frozenset(), frozenset(), 0, 0)

    def income(boxes):
        return sum(cubes * box.segments[n].income(kind) for (n, kind), cubes in boxes.items())

    units = units_of(kettles, kept)
    best = filled(market, units, NOTHING, wishes(box)[0])
    plans = list(all_plans(market, kettles, kept))
    assert income(best) == max(income(plan) for plan, _ in plans)
    most = max(sum(plan.values()) for plan, _ in plans)
    assert sum(best.values()) == most
    for plan, _ in plans:  # the short test agrees with trying everything
        delivered = plus(NOTHING, plan)
        assert fits(units, delivered)
        ends = all(market.demand(*b) <= plan.get(b, 0) or spare(units, delivered, b[0]) <= 0 for b in best)
        if sum(plan.values()) == most:
            assert ends, "what has the most cubes cannot be extended"


def ended(kettles, kept, chosen, market):
    """Whether some way of giving each cube a unit leaves no unit for a cube that is still wanted, by trying all."""
    wants = [n for (n, _), cubes in chosen.items() for _ in range(cubes)] + [9] * kept  # 9: a train
    unmet = [
        n for n in range(1, 7) for kind in (REGULAR, NEW) if market.demand(n, kind) > chosen.get((n, kind), 0)
    ]
    units = [(k.type, n < k.export) for k in kettles for n in range(k.cubes)]

    def give(i, left):
        if i == len(wants):
            return not any(type >= n for type, _ in left for n in unmet)
        return any(
            (arrow if wants[i] == 9 else type >= wants[i]) and give(i + 1, left[:j] + left[j + 1 :])
            for j, (type, arrow) in enumerate(left)
        )

    return give(0, units)


@pytest.mark.rule("18DO-6.5.2.3-4")
@pytest.mark.parametrize(("kettles", "regular", "new", "kept"), CASES)
def test_any_order_of_kettles_will_do(kettles, regular, new, kept):
    market = BeerMarket(regular, new, NOTHING, NOTHING, frozenset(), frozenset(), 0, 0)
    boxes = [(n, kind) for n in range(1, 7) for kind in (REGULAR, NEW)]
    answers = set()
    for plan, units in all_plans(market, kettles, kept):
        delivered = plus(NOTHING, plan)
        unmet = [n for n, kind in boxes if market.demand(n, kind) > plan.get((n, kind), 0)]
        full = not any(spare(units, delivered, n) > 0 for n in unmet)
        short = full or none_left_for(kettles, kept, delivered, unmet[0])
        assert short == ended(kettles, kept, plan, market)
        answers.add((full, short))
    assert {(True, True), (False, False)} <= answers


def test_a_plan_made_by_hand_must_be_in_order():
    table = delivering(["3"], regular=[1, 2, 1])
    for supplies in (((1, "regular", 2), (1, "regular", 2)), ((-1, "regular", 3),), ((0, "new", 1),)):
        with pytest.raises(BadInput):
            table.game.why_not(Deliver("B6", Plan(supplies)))
    for text in ("B6 delivers 1 to regular 7", "B6 delivers lots", "B6 delivers 1 to regular 3, keeps x"):
        with pytest.raises(BadInput):
            table.game.why_not(text)


# -- kettles ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.2-2", "18DO-6.5.2.2-8")
def test_kettles_given_up_are_out_of_the_game_at_once():
    table = delivering(["3", "S2", "S1"], regular=[3, 3, 3])
    table.apply("B6 scraps kettle 3", "B6 scraps kettle 1")
    assert table.kettles("B6") == [2]
    assert table.refused("B6 delivers 3 to regular 3") == "18DO-6.5.2.3-3"
    assert table.allows("B6 delivers 2 to regular 2")
    assert {kind_of_card(card) for card in table.s.kettles["out"][-2:]} == {"3", "S1"}
    assert not table.trains("pool")
    assert table.refused("B6 scraps kettle 5") == "18DO-6.5.2.2-2"
    table.apply("B6 delivers 2 to regular 2")
    assert table.refused("B6 scraps kettle 2") == "18DO-6.5.2.1-1", "only at the start of the turn"


@pytest.mark.rule("18DO-6.5.2.2-3")
def test_a_kettle_given_up_makes_room_for_a_new_one():
    about = {"kettles": ["S2", "S2"], "cash": 400}  # two are the limit of a minor brewery in this phase
    full = brewery(minors={"B7": about}, phase="4", turn="B7 buy")
    assert full.refused("B7 buys kettle 4 for 300") == "18DO-6.5.2.6-5"
    table = brewery(minors={"B7": about}, phase="4", turn="B7 deliver")
    table.apply("B7 scraps kettle 2", "B7 delivers nothing", "B7 buys kettle 4 for 300")
    assert table.kettles("B7") == [4, 2]


@pytest.mark.rule("18DO-6.5.2.2-4")
def test_a_corporation_may_give_up_its_only_kettle_for_a_forced_purchase():
    table = brewery(
        corporations={"DUB": {"A": 60, "B": 40, "cash": 20, "kettles": ["S2"]}},
        cash={"A": 500},
        phase="4",
        turn="DUB deliver",
    )
    table.apply("DUB scraps kettle 2")
    assert table.step == "DUB buy"
    assert table.legal() == ["DUB buys kettle 4 for 300"]
    table.apply("DUB buys kettle 4 for 300")
    assert (table.cash("A"), table.cash("DUB"), table.kettles("DUB")) == (500 - 280, 0, [4])


@pytest.mark.rule("18DO-6.5.2.2-1")
def test_kettles_do_not_age_with_new_types():
    table = brewery(
        corporations={"DUB": {"A": 50, "cash": 400, "kettles": ["2A"]}},
        phase="3", depot="4", turn="DUB buy",
    )  # fmt: skip
    table.apply("DUB buys kettle 4 for 300")
    assert table.phase == "4"
    assert table.kettles("DUB") == [4, 2]


@pytest.mark.rule("18DO-6.5.2.2-6", "18DO-6.5.2.6-5")
def test_minors_and_corporations_have_limits_of_their_own():
    limits = beer_box(5, COUNTING).kettle_limits
    assert all(minor < corporation for minor, corporation in limits.values())
    three = ["2A", "2A", "2A"]
    table = brewery(
        minors={"B1": {"kettles": three, "cash": 500}},
        corporations={"DUB": {"A": 50, "cash": 500, "kettles": three}},
        phase="3", depot="3", turn="B1 buy",
    )  # fmt: skip
    assert table.refused("B1 buys kettle 3 for 180") == "18DO-6.5.2.6-5"
    other = brewery(
        corporations={"DUB": {"A": 50, "cash": 500, "kettles": three}}, phase="3", depot="3", turn="DUB buy"
    )
    assert other.allows("DUB buys kettle 3 for 180")
    full = {"DUB": {"A": 50, "cash": 500, "kettles": [*three, "2A"]}}
    table = brewery(corporations=full, phase="3", depot="3", turn="DUB buy")
    assert table.refused("DUB buys kettle 3 for 180") == "18DO-6.5.2.6-5"


@pytest.mark.rule("18DO-6.5.2.2-7")
def test_kettles_of_a_segment_without_demand_leave_at_the_start_of_the_round():
    minors = {"B1": {"kettles": ["S1", "S1"]}, "B6": {"kettles": ["S2", "S1"], "owner": "B"}}
    about: dict[str, Any] = {"minors": minors}
    table = brewery(**about, dead=[1], regular=[0, 3])
    assert (table.kettles("B1"), table.kettles("B6")) == ([], [2])
    empty = brewery(**about, regular=[0, 3])  # empty, but without a marker
    assert (empty.kettles("B1"), empty.kettles("B6")) == ([1, 1], [2, 1])
    again = brewery(**about, dead=[1], regular=[1, 3])  # a link has brought a regular customer back
    assert again.kettles("B1") == [1, 1]
    unopened = brewery(minors={"B1": {"kettles": ["3"]}}, regular=[0, 3])
    assert unopened.kettles("B1") == [3]
