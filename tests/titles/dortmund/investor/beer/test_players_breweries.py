"""18DO §8.2.2.2: what binds the Investor's brewery binds no other, and what its turn leaves free."""

import pytest

from tests.titles.dortmund.investor.beer.test_two_players_rounds import minor
from tests.titles.dortmund.investor.beer.two_table import at_brewing, at_stocks

UNION = {"A": 50, "cash": 0, "kettles": ["2A"], "price": 60}


def theirs(step, kettles=("S2",), cash=0, money=0, **about):
    """B5 of player A."""
    return at_brewing(
        minors={"B5": {"cash": cash, "kettles": kettles}}, turn=f"B5 {step}", cash={"A": money}, **about
    )


@pytest.mark.rule("18DO-8.2.2.2-2", "18DO-6.5.2.5-3")
@pytest.mark.parametrize("kettle", ["S2", "S1"])
def test_players_share_the_income_of_their_breweries_as_they_like(kettle):
    table = theirs("pay", [kettle], income=100)
    assert table.allows("B5 pays") and table.allows("B5 withholds")
    company = at_brewing(corporations={"RIT": UNION}, turn="RIT pay", phase="3", income=100)
    assert company.allows("RIT pays") and company.allows("RIT withholds")


@pytest.mark.rule("18DO-8.2.2.2-5", "18DO-6.5.2.7-2")
def test_players_add_what_a_brewery_without_a_kettle_lacks():
    assert theirs("buy", (), cash=10, money=70).allows("B5 buys kettle 2A for 80, 70 from its owner")
    company = at_brewing(corporations={"RIT": {**UNION, "cash": 500}}, turn="RIT buy", phase="3")
    assert company.allows("RIT passes"), "nor must they have the newest kettle"


@pytest.mark.rule("18DO-8.2.2.2-10", "18DO-6.5.2.7-5")
def test_players_raise_money_for_a_kettle_as_ever():
    block = {**UNION, "kettles": [], "cash": 100, "price": 60}
    table = at_brewing(
        corporations={"RIT": block}, turn="RIT buy", phase="3", cash={"A": 500, "Investor": 500}
    )
    table.apply("RIT buys kettle 3 for 180", "RIT sells 20 RIT")
    assert table.kettles("RIT") == [3] and table.cash("Investor") == 500
    assert table.percent("pool", "RIT") == 20, "own certificates first, as many as are needed"


@pytest.mark.rule("18DO-8.2.2.2-4")
@pytest.mark.parametrize(("cash", "must"), [(79, False), (80, True)])
def test_the_investor_buys_with_the_last_mark(cash, must):
    refusal = minor("buy", cash=cash).refusal("B5 passes")
    assert (refusal.rule if refusal else None) == ("18DO-8.2.2.2-4" if must else None)


@pytest.mark.rule("18DO-8.2.2.2-4", "18DO-6.5.2.6-3")
def test_and_no_more_than_may_be_bought_in_a_turn():
    assert minor("buy", cash=500, phase="3", done=("kettle",)).allows("B5 passes")
    assert minor("buy", cash=500, phase="3").refused("B5 passes") == "18DO-8.2.2.2-4"


@pytest.mark.rule("18DO-8.2.2.2-9", "18DO-6.5.2.2-2")
def test_its_minor_brewery_gives_kettles_up_as_its_manager_likes():
    assert minor("deliver", kettles=["S2", "S1"], regular=[3, 3]).allows("B5 scraps kettle 1")


@pytest.mark.rule("18DO-6.4.5-8", "18DO-8.4.4-1")
def test_a_corporation_founded_by_trade_in_is_topped_up_for_two_as_well():
    table = at_stocks(stock="A", minors={"B4": {"owner": "A"}}, cash={"A": 900})
    table.apply("A founds RIT at 70 with brewery B4")
    while table.acting and table.round.startswith("SR"):
        table.apply(f"{table.acting} passes")
    assert "RIT" in table.s.floated and table.percent("pool", "RIT") == 20
