"""The opening auction (section A), what privates bring (6, 7), and the set-up (26)."""

import pytest

from kursbuch.testing import Table
from tests.titles.northeast.helpers import northeast, opening


@pytest.mark.rule("1830-A-1")
def test_the_cheapest_is_bought_and_the_others_are_bid_for():
    table = opening()
    assert table.refused("A takes CS for 40") == "1830-A-1"
    assert table.refused("A bids 25 for SV") == "1830-A-1"
    assert table.refused("A takes SV for 15") == "1830-A-1"
    assert table.refused("A pars PRR at 100") == "1830-A-1"
    table.apply("A takes SV for 20")
    assert (table.s.privates["SV"], table.cash("A"), table.acting) == ("A", 780, "B")


@pytest.mark.rule("1830-A-2")
def test_a_bid_is_at_least_five_above_the_price_or_the_highest_bid():
    table = opening()
    assert table.refused("A bids 44 for CS") == "1830-A-2"
    table.apply("A bids 46 for CS")
    assert table.refused("B bids 50 for CS") == "1830-A-2"
    assert table.allows("B bids 51 for CS")


@pytest.mark.rule("1830-A-3")
def test_every_standing_bid_ties_money_up_and_a_raise_frees_the_one_before():
    table = opening().apply("A bids 760 for BO", "B bids 770 for BO", "C passes")
    assert table.refused("A bids 45 for CS") == "1830-A-3"  # though it is not the highest
    assert table.allows("A bids 800 for BO")
    assert table.allows("A takes SV for 20")


@pytest.mark.rule("1830-A-4")
def test_bidders_fight_it_out_the_lowest_first_and_a_single_bid_wins():
    table = opening().apply("A bids 45 for CS", "B bids 50 for CS", "C bids 75 for DH", "A takes SV for 20")
    assert table.acting == "A"
    assert table.refused("A bids 130 for MH") == "1830-A-4"
    table.apply("A bids 55 for CS", "B passes")
    assert {id: owner for id, owner in table.s.privates.items() if owner} == {"SV": "A", "CS": "A", "DH": "C"}
    assert (table.cash("A"), table.cash("B"), table.cash("C"), table.acting) == (725, 800, 725, "B")


@pytest.mark.rule("1830-A-5")
def test_before_the_first_sale_a_round_of_passes_lowers_the_cheapest_until_it_is_free():
    table = opening().apply(*(f"{player} passes" for player in "ABC"))
    assert table.allows("A takes SV for 15")
    table.apply(*(f"{player} passes" for player in "ABC" * 3))
    assert (table.s.privates["SV"], table.cash("A"), table.acting) == ("A", 800, "B")


@pytest.mark.rule("1830-A-6")
def test_after_the_first_sale_a_round_of_passes_pays_the_privates():
    table = opening().apply("A takes SV for 20", *(f"{player} passes" for player in "BCA"))
    assert (table.cash("A"), table.acting) == (785, "B")
    assert table.allows("B takes CS for 40")


def sold_out(last):
    """Everything is sold; BO is won by the last action."""
    sold = (
        "A takes SV for 20",
        "B takes CS for 40",
        "C takes DH for 70",
        "A takes MH for 110",
        "B takes CA for 160",
    )
    return opening().apply(*sold, *last)


@pytest.mark.rule("1830-A-7")
def test_the_first_stock_round_begins_left_of_the_last_direct_buyer():
    table = sold_out(["C takes BO for 220", "C pars B&O at 100"])
    assert (table.round, table.acting) == ("SR 1", "A")


@pytest.mark.rule("1830-A-7")
def test_the_winner_of_a_bidding_does_not_count():
    table = opening().apply(
        "A takes SV for 20", "B takes CS for 40", "C takes DH for 70", "A bids 225 for BO", "B takes MH for 110",
        "C takes CA for 160", "A pars B&O at 67",
    )  # fmt: skip
    assert (table.round, table.acting) == ("SR 1", "A")  # C was the last to buy directly


# -- 6: the Baltimore & Ohio ----------------------------------------------------------------------


@pytest.mark.rule("1830-6-1")
def test_6_its_buyer_leads_the_company_and_sets_its_par_before_anything_else():
    table = sold_out(["C takes BO for 220"])
    assert (table.acting, table.cash("C")) == ("C", 800 - 70 - 220)
    assert table.refused("C passes") == "1830-6-1"
    assert table.refused("A passes") == "1830-6-1"
    assert table.refused("C pars PRR at 100") == "1830-6-1"
    assert table.refused("C pars B&O at 99") == "1830-1-11"
    assert len(table.legal()) == 6
    table.apply("C pars B&O at 90")
    assert (table.president("B&O"), table.percent("C", "B&O"), table.price("B&O")) == ("C", 20, 90)
    assert (table.cash("C"), table.s.pars["B&O"]) == (510, 90)


@pytest.mark.rule("1830-6-1")
def test_6_in_the_middle_of_the_auction_too():
    table = opening().apply("A bids 225 for BO", "B bids 230 for BO", "C bids 165 for CA")
    table.apply("A takes SV for 20", "B takes CS for 40", "C takes DH for 70", "A takes MH for 110")
    assert (table.s.privates["CA"], table.acting) == ("C", "A")  # the fight for BO
    table.apply("A passes")
    assert (table.s.privates["BO"], table.acting) == ("B", "B")
    table.apply("B pars B&O at 100")
    assert (table.round, table.president("B&O")) == ("SR 1", "B")


@pytest.mark.rule("1830-6-2")
def test_6_it_is_never_sold():
    companies = {"PRR": {"price": 100, "A": 60, "cash": 500}}
    table = northeast(companies=companies, phase="3", turn="PRR lay", privates={"BO": "A"})
    assert table.refused("PRR acquires BO for 220") == "1830-6-2"
    assert not any("BO" in action for action in table.legal())
    stock = northeast(companies=companies, phase="3", privates={"BO": "B", "SV": "B"}, cash={"A": 500})
    assert stock.refused("A acquires BO for 100") == "1830-6-2"
    assert stock.allows("A acquires SV for 100")


@pytest.mark.rule("1830-6-3")
def test_6_it_stays_when_the_lead_changes():
    companies = {"B&O": {"price": 100, "A": 20, "B": 20}}
    table = northeast(companies=companies, privates={"BO": "A"}).apply("A sells 10 B&O")
    assert (table.president("B&O"), table.s.privates["BO"]) == ("B", "A")


@pytest.mark.rule("1830-6-4")
def test_6_it_closes_with_the_first_train_of_the_company():
    companies = {
        "B&O": {"price": 100, "A": 60, "cash": 500},
        "PRR": {"price": 90, "A": 60, "cash": 500, "trains": ["2", "2"]},
    }
    table = northeast(companies=companies, turn="B&O trains", privates={"BO": "A", "SV": "A"})
    bought = Table(table.game.clone()).apply("B&O buys train 2 as 2 from depot for 80")
    assert (bought.s.privates["BO"], bought.s.privates["SV"]) == ("out", "A")
    table.apply("B&O buys train 2 as 2 from PRR for 1")
    assert (table.s.privates["BO"], table.s.privates["SV"]) == ("out", "A")


@pytest.mark.rule("1830-6-4")
def test_6_trains_of_others_leave_it_open():
    companies = {"PRR": {"price": 90, "A": 60, "cash": 500}}
    table = northeast(companies=companies, turn="PRR trains", privates={"BO": "A"})
    assert table.apply("PRR buys train 2 as 2 from depot for 80").s.privates["BO"] == "A"


# -- 7: the Camden & Amboy ------------------------------------------------------------------------


@pytest.mark.rule("1830-7-1")
def test_7_its_buyer_gets_a_share_of_the_prr_once():
    table = sold_out([])
    assert (table.s.privates["CA"], table.percent("B", "PRR"), table.s.shares["PRR"][1]) == ("B", 10, "B")
    assert table.cash("B") == 800 - 40 - 160
    stock = northeast(companies={"NYC": {"A": 20}}, privates={"CA": "B"}, cash={"A": 500}, phase="3")
    stock.apply("A acquires CA for 100", "B agrees")
    assert (stock.s.privates["CA"], stock.percent("A", "PRR")) == ("A", 0)


@pytest.mark.rule("1830-7-2")
def test_7_before_a_par_it_counts_but_cannot_be_sold():
    table = northeast(6, companies={"NYC": {"price": 82, "A": 60}}, cash={"A": 900})
    s = table.s
    s.shares["PRR"] = (s.shares["PRR"][0], "A", *s.shares["PRR"][2:])
    assert table.refused("A sells 10 PRR") == "1830-1-9"
    s.shares["CPR"] = ("offer", "A", "A", "A", "A", *s.shares["CPR"][5:])  # ten certificates in all
    s.privates["SV"] = "A"
    assert table.refused("A pars B&M at 67") == "1830-3-1"
    s.privates["SV"] = "out"
    table.apply("A pars PRR at 67")
    assert table.percent("A", "PRR") == 30


@pytest.mark.rule("1830-7-2")
def test_7_it_counts_towards_floating():
    fresh = northeast(cash={"A": 900, "B": 900, "C": 900}, stock_round=1)
    fresh.s.shares["PRR"] = ("offer", "C", *("offer",) * 7)
    fresh.apply("A pars PRR at 67", "B buys 10 PRR from offer", "C buys 10 PRR from offer")
    assert fresh.cash("PRR") == 0
    fresh.apply("A buys 10 PRR from offer")
    assert fresh.cash("PRR") == 670  # 20 + 10 + 10 + 10, and the free share


@pytest.mark.rule("1830-7-3")
def test_7_without_a_start_it_is_worth_nothing():
    table = northeast(cash={"A": 100})
    table.s.shares["PRR"] = ("offer", "A", *("offer",) * 7)
    assert table.game.scores()["A"] == 100


# -- 26: set-up -----------------------------------------------------------------------------------


@pytest.mark.rule("1830-26-6")
@pytest.mark.parametrize(("players", "cash"), [(2, 1200), (3, 800), (4, 600), (5, 480), (6, 400)])
def test_26_all_six_privates_for_any_number(players, cash):
    table = opening(players)
    assert list(table.s.privates) == ["SV", "CS", "DH", "MH", "CA", "BO"]
    assert (table.cash("A"), table.cash("bank")) == (cash, 12000 - players * cash)
