"""The opening auction by its policies."""

from kursbuch.rail.standard.auction import Auction, highest_bids
from kursbuch.rail.standard.rules import Policies
from tests.rail.standard.example import opening


def test_every_standing_bid_ties_its_money_up():
    table = opening().apply("A bids 700 for BO")
    assert table.refused("B takes CS for 40") == "auction.cheapest"
    table.apply("B bids 705 for BO", "C passes")
    assert table.cash("A") == 800
    assert table.refused("A bids 105 for DH") == "auction.cash"
    assert table.allows("A bids 100 for DH")


def test_where_only_the_highest_bid_ties_money_up_who_is_outbid_has_it_back():
    table = opening(policies=Policies(auction=Auction(ties_up=highest_bids)))
    table.apply("A bids 700 for BO")
    assert table.game.legal_actions()
    table.apply("B bids 705 for BO", "C passes")
    assert table.allows("A bids 105 for DH")
    assert opening().apply("A bids 700 for BO", "B passes", "C passes").refused("A bids 105 for DH")


def test_bids_may_have_to_be_multiples():
    table = opening("chesapeake")
    assert table.refused("A bids 44 for C-P") == "auction.least"
    assert table.refused("A bids 46 for C-P") == "auction.least"
    assert table.allows("A bids 45 for C-P")
    (bid,) = [a for a in table.game.legal_actions() if str(a).startswith("A bids") and "C-P" in str(a)]
    assert bid.span is not None and (bid.span.lo, bid.span.step, bid.span.hi) == (45, 5, 800)
    assert opening().allows("A bids 46 for CS")


def test_nobody_bids_for_what_is_sold():
    table = opening().apply("A takes SV for 20")
    assert table.refused("B bids 100 for SV") == "auction.cheapest"
    assert table.refused("B bids 100 for XX") == "auction.cheapest"


def test_a_bid_of_the_last_coin_is_listed():
    table = opening().apply("A bids 755 for BO")  # 45 are left, and a bid for CS is 45 at least
    table.apply("B passes", "C passes")
    assert "A bids 45..45/1 for CS" in table.legal()


def test_all_pass_before_the_first_sale_and_after_it():
    table = opening().apply("A passes", "B passes", "C passes")
    assert table.refused("A takes SV for 20") == "auction.cheapest"
    table.apply("A takes SV for 15", "B passes", "C passes", "A passes")
    assert table.cash("A") == 800 - 15 + 5


def test_at_zero_the_next_player_gets_the_first_private_for_nothing():
    table = opening().apply(*["A passes", "B passes", "C passes"] * 4)
    assert (table.s.privates["SV"], table.cash("A"), table.acting) == ("A", 800, "B")


def test_what_happens_when_all_pass_can_be_another_thing():
    seen = []
    table = opening(policies=Policies(auction=Auction(all_passed=lambda s: seen.append(s.privates["SV"]))))
    table.apply("A takes SV for 20", "B passes", "C passes", "A passes")
    assert seen == ["A"] and table.cash("A") == 780


# -- what comes with a private --------------------------------------------------------------------


def sold_to(private: str, box: str = "northeast"):
    """A has bid for one private; all cheaper ones are bought, one after the other."""
    table = opening(box)
    price = table.s.box.privates[private].price + 5
    table.apply(f"A bids {price} for {private}")
    while not table.s.privates[private]:
        takes = [line for line in table.legal() if " takes " in line]
        table.apply(takes[0])
    return table


def test_a_share_comes_with_a_private_and_counts_though_it_has_no_price():
    table = sold_to("CA")
    assert table.percent("A", "PRR") == 10 and table.s.shares["PRR"][1] == "A"
    assert "PRR" not in table.s.founded
    assert table.game.rules.scores(table.s)["A"] == table.cash("A") + sum(
        table.s.box.privates[id].price for id, owner in table.s.privates.items() if owner == "A"
    )


def test_with_a_presidency_the_par_is_set_before_anything_else_and_nothing_is_paid():
    table = sold_to("BO")
    before = table.cash("A")
    assert table.acting == "A"
    assert table.refused("A passes") == "par.first"
    assert table.refused("B passes") == "par.first"
    assert table.refused("A pars PRR at 100") == "par.first"
    assert table.refused("A pars B&O at 75") == "par.price"
    assert [line for line in table.legal() if "pars" not in line] == []
    table.apply("A pars B&O at 100")
    assert (table.cash("A"), table.president("B&O"), table.price("B&O")) == (before, "A", 100)
    assert (table.s.pars, table.s.floated) == ({"B&O": 100}, ())


def test_a_presidency_won_by_taking_the_last_private_hands_the_priority_on_all_the_same():
    table = opening()
    for private in ("SV", "CS", "DH", "MH", "CA"):
        player = table.acting
        table.apply(f"{player} takes {private} for {table.s.box.privates[private].price}")
    assert table.acting == "C"
    table.apply("C takes BO for 220", "C pars B&O at 67")
    assert (table.s.priority, table.acting, table.round) == ("A", "A", "SR 1")
