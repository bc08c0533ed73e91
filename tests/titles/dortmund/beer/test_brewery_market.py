"""18DO §5.1.3, §5.8, §6.5.2.9: the beer market and its renewal."""

from dataclasses import replace

import pytest

from kursbuch.titles.dortmund.beer.demand import NEW, REGULAR, BeerMarket
from kursbuch.titles.dortmund.beer.parts import beer_box
from kursbuch.titles.dortmund.beer.refill import borrow, take_for_export
from kursbuch.titles.dortmund.beer.renewal import cleared, outdated, refilled, renewed, turned_regular
from kursbuch.titles.dortmund.railway.counting import COUNTING
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import EAST

NOTHING = (0,) * 6
SEGMENTS = beer_box(5, COUNTING).segments


def market(regular=NOTHING, new=NOTHING, to_regular=NOTHING, to_new=NOTHING, stock=0, dead=(), unopened=()):
    return BeerMarket(
        regular, new, to_regular, to_new, frozenset(unopened), frozenset(dead), export=0, stock=stock
    )


@pytest.mark.rule("18DO-5.1.3-1")
def test_six_segments_with_two_boxes_each():
    beer = brewery().beer
    assert len(beer.regular) == len(beer.new) == 6
    assert sorted(SEGMENTS) == [1, 2, 3, 4, 5, 6]


@pytest.mark.rule("18DO-5.1.3-2", "18DO-6.5.2.3-1")
def test_a_cube_goes_to_the_box_beside_its_own():
    table = brewery(minors={"B3": {"kettles": ["S2"]}}, new=[0, 2], turn="B3 deliver")
    table.apply("B3 delivers 2 to new 2")
    assert table.beer.new[1] == 0
    assert (table.beer.to_new[1], table.beer.to_regular[1]) == (2, 0)
    assert [e.values["income"] for e in table.events("delivers")] == [2 * 15]


@pytest.mark.rule("18DO-5.1.3-3")
def test_new_customers_pay_less():
    assert all(segment.new < segment.regular for segment in SEGMENTS.values())


@pytest.mark.rule("18DO-6.5.2.3-5")
def test_incomes_are_those_of_the_examples():
    incomes = {n: (segment.income(REGULAR), segment.income(NEW)) for n, segment in SEGMENTS.items()}
    assert incomes == {1: (15, 10), 2: (20, 15), 3: (30, 20), 4: (45, 30), 5: (60, 45), 6: (80, 60)}


@pytest.mark.rule("18DO-5.1.3-4")
@pytest.mark.parametrize("kettle", ["5", "6", "8"])
def test_export_is_one_market_of_its_own(kettle):
    """Whatever the kettle, a cube on a train brings the same; the segment of type 8 is no part of Dortmund."""
    table = brewery(
        corporations={"DUB": {"A": 50, "kettles": [kettle]}}, stock=5, phase="8", turn="DUB load", tiles=EAST,
        railways={"KWE": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}},
    )  # fmt: skip
    table.apply(table.starts("loads 1")[0])
    assert [e.values["income"] for e in table.events("loads")] == [100]
    assert 8 not in table.s.box.segments
    with pytest.raises(ValueError, match="not a delivery"):
        table.game.why_not("DUB delivers 1 to regular 8")


@pytest.mark.rule("18DO-5.1.3-6")
@pytest.mark.parametrize(("players", "cubes"), [(3, 26), (4, 28), (5, 34)])
def test_all_cubes_are_somewhere(players, cubes):
    table = brewery(
        players, corporations={"DUB": {"A": 50, "kettles": ["8"]}}, regular=[3, 3], new=[3, 3], stock=5,
        railways={"KWE": {"A": 50, "trains": ["6"], "tokens": ["E12.0"]}}, tiles=EAST, phase="8",
        turn="DUB deliver",
    )  # fmt: skip

    def counted():
        beer = table.beer
        boxes = map(sum, (beer.regular, beer.new, beer.to_regular, beer.to_new))
        return sum(boxes) + beer.export + beer.stock + sum(table.s.loaded.values())

    assert counted() == cubes
    table.apply("DUB delivers 2 to regular 2, keeps 2")
    table.apply(table.starts("loads 2")[0])
    assert counted() == cubes and sum(table.s.loaded.values()) == 2 and table.beer.stock == 3
    table.apply("DUB withholds", "DUB passes")  # the end of the round renews the market
    assert table.events("market-renewed")
    assert counted() == cubes and sum(table.s.loaded.values()) == 2


@pytest.mark.rule("18DO-6.1.3-6", "18DO-6.5.2.9-11")
@pytest.mark.parametrize(("players", "cubes"), [(3, 26), (4, 28), (5, 34)])
def test_what_was_left_in_the_box_never_comes_into_play(players, cubes):
    """Customers want more than there is, round after round: nobody gets a cube from outside."""
    box = beer_box(players, COUNTING)
    assert box.beer_start.total == cubes
    beer = market(to_regular=(cubes - 8, 0, 0, 4, 4, 0))
    for _ in range(4):
        beer = renewed(beer, box.segments)
        assert (beer.total, beer.stock) == (cubes, 0)
        for n in box.segments:
            for kind in (REGULAR, NEW):
                beer = beer.supplied(n, kind, beer.demand(n, kind))


# -- renewal ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.9-2")
def test_cubes_left_go_to_the_stock():
    after = cleared(market(regular=(0, 1, 0, 0, 0, 0), new=(2, 0, 0, 0, 0, 0), stock=4))
    assert (after.regular, after.new, after.stock) == (NOTHING, NOTHING, 7)


@pytest.mark.rule("18DO-6.5.2.9-3")
def test_supplied_customers_become_regular():
    after = turned_regular(market(to_regular=(0, 3, 0, 0, 0, 0), to_new=(0, 2, 0, 0, 0, 0)))
    assert after.regular == (0, 5, 0, 0, 0, 0)
    assert (after.to_regular, after.to_new) == (NOTHING, NOTHING)


@pytest.mark.rule("18DO-6.5.2.9-4")
def test_segments_below_the_lowest_with_cubes_are_marked():
    assert outdated(market(regular=(0, 0, 2, 3, 0, 0), unopened=(5, 6))).dead == {1, 2}
    assert outdated(market(unopened=(3, 4, 5, 6))).dead == set(), "no cube at all: no marker"


@pytest.mark.rule("18DO-6.5.2.9-5")
def test_a_gap_above_is_not_marked_and_filled():
    before = market(regular=(0, 2, 0, 3, 0, 0), stock=20, dead=(1,), unopened=(5, 6))
    assert outdated(before).dead == {1}
    assert refilled(outdated(before), SEGMENTS).new[2] == SEGMENTS[3].refill


@pytest.mark.rule("18DO-6.5.2.9-6", "18DO-5.8-1")
def test_a_marked_segment_stays_empty():
    beer = market(to_regular=(0, 2, 3, 0, 0, 0), stock=30, dead=(1,), unopened=(4, 5, 6))
    for _ in range(3):
        beer = renewed(beer, SEGMENTS)
        assert 1 in beer.dead
        assert (beer.regular[0], beer.new[0]) == (0, 0)
        assert beer.new[3:] == (0, 0, 0), "nor does one that has not opened get any"
        beer = beer.supplied(2, NEW, beer.new[1])


@pytest.mark.rule("18DO-6.5.2.9-7")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_orange_boxes_are_filled_with_their_print(players):
    segments = beer_box(players, COUNTING).segments
    after = refilled(market(regular=(1, 0, 0, 0, 0, 0), stock=40), segments)
    assert after.new == tuple(segments[n].refill for n in range(1, 7))
    assert after.new[3] == 3


@pytest.mark.rule("18DO-6.5.2.9-8", "18DO-6.5.2.9-11")
def test_the_highest_segment_is_filled_first_and_as_far_as_cubes_go():
    after = refilled(market(stock=5, unopened=(6,)), SEGMENTS)
    assert after.new == (0, 0, 0, 2, 3, 0)
    assert after.stock == 0


@pytest.mark.rule("18DO-6.5.2.9-9")
def test_without_stock_the_lowest_segment_gives():
    after, found = borrow(market(regular=(0, 0, 4, 2, 0, 0)), 5, 2)
    assert (found, after.regular) == (2, (0, 0, 2, 2, 0, 0))
    both = market(regular=(1, 0, 4, 0, 0, 0), new=(2, 0, 0, 0, 0, 0))
    after, found = borrow(both, 3, 2)
    assert (found, after.regular, after.new) == (2, both.regular, NOTHING), "orange before yellow"
    after, found = borrow(both, 3, 3)
    assert (found, after.regular, after.new) == (3, (0, 0, 4, 0, 0, 0), NOTHING), "then yellow"


@pytest.mark.rule("18DO-6.5.2.9-10")
def test_no_box_is_filled_from_its_own_segment_or_a_higher_one():
    beer = market(regular=(0, 0, 3, 4, 5, 0), new=(0, 0, 1, 0, 0, 0))
    assert borrow(beer, 3, 2) == (beer, 0)


@pytest.mark.rule("18DO-6.5.2.9-12")
def test_example_of_step_three():
    before = market(regular=(0, 0, 2, 3, 0, 0), dead=(1,), unopened=(5, 6))
    assert outdated(before).dead == {1, 2}


@pytest.mark.rule("18DO-6.5.2.9-13")
def test_example_of_step_four():
    refill = SEGMENTS[5].refill
    before = market(regular=(0, 0, 4, 3, 2, 0), stock=refill + 1, dead=(1, 2), unopened=(6,))
    after = refilled(before, SEGMENTS)
    assert after.new == (0, 0, 0, 3, refill, 0)
    assert after.regular == (0, 0, 2, 3, 2, 0)
    assert after.stock == 0


@pytest.mark.rule("18DO-6.5.2.9-14", "18DO-6.5.2.9-1")
def test_the_whole_renewal_in_its_order():
    before = market(
        regular=(1, 0, 0, 0, 0, 0),
        new=(3, 1, 0, 0, 0, 0),
        to_regular=(0, 3, 0, 0, 0, 0),
        to_new=(0, 2, 1, 0, 0, 0),
        stock=3,
        unopened=(4, 5, 6),
    )
    after = renewed(before, SEGMENTS)
    # five left over make a stock of eight; segment 1 has nobody left; four cubes for segment 3, four for segment 2
    assert after == replace(
        before, regular=(0, 5, 1, 0, 0, 0), new=(0, 4, 4, 0, 0, 0), to_regular=NOTHING, to_new=NOTHING,
        stock=0, dead=frozenset({1}),
    )  # fmt: skip
    assert after.total == before.total


@pytest.mark.rule("18DO-6.5.2.4-6")
def test_trains_take_cubes_from_the_cheapest_box():
    beer = market(regular=(1, 1, 0, 0, 0, 0), new=(1, 0, 1, 0, 0, 0))
    after, found = take_for_export(beer, SEGMENTS, 3)
    assert found == 3
    assert after.new == (0, 0, 1, 0, 0, 0), "orange 1 for 10, then yellow 1 for 15"
    assert after.regular == NOTHING, "of two boxes for 20 the lower segment, yellow 2, gives first"
