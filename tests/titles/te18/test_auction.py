"""Auctions of the president's certificate, and founding (18TE §6.5, §6.6)."""

import pytest

import kursbuch as kb
from kursbuch.testing import Table, position

KHS = {"KHS": {"A": 30, "price": 80}}


def opening(players=3, companies=KHS, first="A", **more):
    """A player about to open the next auction."""
    cash = dict.fromkeys("ABC"[:players], 400) | more.pop("cash", {})
    return position("18te", players=players, companies=companies, stock=first, cash=cash, **more)


def first_round(players=2):
    """The very beginning; X has First Trade, the others sit clockwise from X."""
    for seed in range(100):
        table = Table(kb.new_game("18te", ["X", "Y", "Z"][:players], seed=seed))
        if table.s.clockwise_from(table.s.priority) == ("X", "Y", "Z")[:players]:
            return table
    raise AssertionError("no such seats drawn")


def all_pass(table, rounds=1):
    for _ in range(rounds):
        for player in table.s.clockwise_from(table.acting):
            table.apply(f"{player} passes")
    return table


# -- §6.5 opening ---------------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.5-1")
def test_instead_of_buying_a_player_puts_up_the_next_company():
    table = opening().apply("A opens KWE at 180", "B passes", "C passes")
    assert table.s.founded == ("KHS", "KWE")
    assert table.acting == "B"
    assert table.refused("A buys 10 KHS from company") == "18TE-6-1"


@pytest.mark.rule("18TE-6.5-2")
@pytest.mark.parametrize("founded", range(5))
def test_companies_are_founded_in_a_fixed_order(founded):
    order = ["KHS", "KWE", "CME", "TWE", "KPR"]
    table = opening(companies={company: {"B": 30} for company in order[:founded]}, stock_round=1)
    offered = {action.split()[2] for action in table.legal() if " opens " in action}
    assert offered == {order[founded]}
    for other in set(order) - offered:
        refusal = table.refusal(f"A opens {other} at 180")
        assert refusal and (refusal.rule, refusal.values["company"]) == ("18TE-6.5-2", order[founded])


@pytest.mark.rule("18TE-6.5-2")
def test_after_the_fifth_company_there_is_no_auction():
    table = opening(companies={company: {"B": 30} for company in ("KHS", "KWE", "CME", "TWE", "KPR")})
    assert not [action for action in table.legal() if " opens " in action]
    assert table.refused("A opens KPR at 180") == "18TE-6.5-2"


@pytest.mark.rule("18TE-6.5-3")
def test_the_opener_sets_the_first_bid_and_is_bound_by_it():
    table = opening().apply("A opens KWE at 220")
    told = [event.values for event in table.events("opens")]
    assert told == [{"player": "A", "company": "KWE", "price": 220}]
    assert table.refused("B bids 220") == "18TE-6.5-7"
    table.apply("B passes", "C passes")
    assert table.president("KWE") == "A"
    assert table.cash("A") == 400 - 220


@pytest.mark.rule("18TE-6.5-3")
def test_nobody_bids_more_than_he_has():
    table = opening(cash={"A": 215, "B": 225})
    assert table.refused("A opens KWE at 220") == "18TE-6.5-3"
    table.apply("A opens KWE at 210")
    assert table.refused("B bids 230") == "18TE-6.5-3"
    assert table.allows("B bids 220")


@pytest.mark.rule("18TE-6.5-4")
def test_the_least_bid_is_three_times_60():
    assert opening().refused("A opens KWE at 170") == "18TE-6.5-4"
    assert opening().allows("A opens KWE at 180")
    assert not [action for action in opening(cash={"A": 179}).legal() if " opens " in action]
    assert [action for action in opening(cash={"A": 180}).legal() if " opens " in action]


@pytest.mark.rule("18TE-6.5-5")
def test_the_first_bid_is_a_multiple_of_ten():
    assert opening().refused("A opens KWE at 185") == "18TE-6.5-5"
    assert opening().allows("A opens KWE at 190")
    assert "A opens KWE at 180..400/10" in opening().legal()


# -- §6.5 bidding ---------------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.5-6")
def test_players_raise_or_pass_in_seating_order():
    table = opening().apply("A opens KWE at 180")
    for price, bidder in enumerate("BCABC", start=19):
        assert table.acting == bidder
        for other in set("ABC") - {bidder}:
            assert table.refused(f"{other} bids 300") == "18TE-6.5-6"
        assert table.allows(f"{bidder} passes")
        table.apply(f"{bidder} bids {10 * price}")


@pytest.mark.rule("18TE-6.5-6")
def test_nothing_else_is_done_while_an_auction_runs():
    table = opening().apply("A opens KWE at 180")
    assert table.refused("B buys 10 KHS from company") == "18TE-6.5-6"
    assert table.refused("B opens CME at 180") == "18TE-6.5-6"
    assert table.legal() == ["B bids 190..400/10", "B passes"]


@pytest.mark.rule("18TE-6.5-7")
def test_raises_are_multiples_of_ten():
    table = opening().apply("A opens KWE at 200")
    for low in (190, 200, 205):
        assert table.refused(f"B bids {low}") == "18TE-6.5-7"
    assert table.allows("B bids 210")
    assert table.allows("B bids 250")


@pytest.mark.rule("18TE-6.5-8")
def test_who_has_passed_is_out_of_this_auction():
    table = opening().apply("A opens KWE at 180", "B passes", "C bids 190", "A bids 200")
    assert table.acting == "C"
    assert table.refused("B bids 210") == "18TE-6.5-8"
    table.apply("C bids 210")
    assert table.acting == "A"


@pytest.mark.rule("18TE-6.5-8")
def test_who_has_passed_bids_again_in_the_next_auction():
    table = opening().apply("A opens KWE at 180", "B passes", "C passes", "B passes", "C opens CME at 180")
    table.apply("A passes", "B bids 190")
    assert table.acting == "C"


@pytest.mark.rule("18TE-6.5-9")
def test_the_last_one_left_pays_his_bid_and_is_president():
    table = opening().apply("A opens KWE at 180", "B bids 240", "C passes", "A passes")
    assert (table.cash("A"), table.cash("B"), table.cash("C")) == (400, 160, 400)
    assert table.president("KWE") == "B"
    assert table.percent("B", "KWE") == 30


@pytest.mark.rule("18TE-6.5-10")
@pytest.mark.parametrize(
    ("bid", "price"),
    [(180, 60), (200, 60), (210, 70), (260, 80), (270, 90), (300, 100), (330, 100), (400, 100)],
)
def test_the_issue_price_is_the_highest_within_a_third_of_the_bid(bid, price):
    table = opening().apply(f"A opens KWE at {bid}", "B passes", *(["C passes"] if bid < 400 else []))
    assert table.price("KWE") == price
    assert table.cash("KWE") == bid


@pytest.mark.rule("18TE-6.5-11")
def test_the_marker_goes_on_the_issue_field_under_those_already_there():
    table = opening().apply("A opens KWE at 240", "B passes", "C passes")
    assert table.spot("KWE") == table.spot("KHS") == (3, 7)
    assert table.stack("KWE") == ("KHS", "KWE")


@pytest.mark.rule("18TE-6.5-12")
@pytest.mark.parametrize("winner", ["A", "B", "C"])
def test_the_player_left_of_the_opener_is_next_whoever_won(winner):
    table = opening().apply("A opens KWE at 180")
    while table.s.top.stage == "auction":
        bidder = table.acting
        table.apply(f"{bidder} bids 250" if bidder == winner and winner != "A" else f"{bidder} passes")
    assert table.president("KWE") == winner
    assert table.acting == "B"


@pytest.mark.rule("18TE-6.5-13")
def test_khs_for_260_starts_at_80_with_260():
    table = first_round().apply("X opens KHS at 260", "Y passes")
    assert table.price("KHS") == 80
    assert table.cash("KHS") == 260


# -- §6.5 the first stock round -------------------------------------------------------------------


@pytest.mark.rule("18TE-6.5-14")
def test_at_the_beginning_players_open_the_auction_of_khs_or_pass():
    table = first_round()
    assert table.legal() == ["X opens KHS at 180..500/10", "X passes"]
    assert table.refused("X opens KWE at 180") == "18TE-6.5-2"
    assert table.refused("X buys 10 KHS from company") == "18TE-6.4-5"


@pytest.mark.rule("18TE-6.5-15", "18TE-6.5-16", "18TE-6.5-17")
def test_a_round_of_passes_lays_10_on_khs_and_the_round_goes_on():
    table = all_pass(first_round())
    assert table.game.view()["position"]["pile"] == 10
    assert (table.round, table.acting) == ("SR 1", "X")
    assert table.refused("X opens KHS at 160") == "18TE-6.5-16"
    assert table.allows("X opens KHS at 170")


@pytest.mark.rule("18TE-6.5-15")
def test_what_lies_on_khs_comes_from_the_bank_and_joins_the_bid():
    table = all_pass(first_round()).apply("X opens KHS at 170", "Y passes")
    assert (table.cash("X"), table.cash("KHS"), table.cash("bank")) == (330, 180, 4000 - 1000 - 10)
    assert table.price("KHS") == 60


@pytest.mark.rule("18TE-6.5-10", "18TE-6.5-15")
def test_what_lies_on_khs_counts_for_the_issue_price():
    table = all_pass(first_round()).apply("X opens KHS at 200", "Y passes")
    assert (table.cash("KHS"), table.price("KHS")) == (210, 70)


@pytest.mark.rule("18TE-6.5-15")
def test_one_bid_in_time_and_nothing_is_laid_on_khs():
    table = first_round().apply("X passes", "Y opens KHS at 180", "X passes")
    assert table.cash("KHS") == 180
    assert table.acting == "X"


@pytest.mark.rule("18TE-6.5-16", "18TE-6.5-18")
@pytest.mark.parametrize(("rounds", "least"), [(1, 170), (3, 150), (17, 10)])
def test_each_10_on_khs_lowers_the_least_bid_by_10(rounds, least):
    table = all_pass(first_round(3), rounds)
    assert f"X opens KHS at {least}..350/10" in table.legal()
    assert table.refused(f"X opens KHS at {least - 10}") == "18TE-6.5-16"


@pytest.mark.rule("18TE-6.5-17")
def test_once_khs_is_founded_a_round_of_passes_ends_the_stock_round():
    table = all_pass(first_round()).apply("X opens KHS at 170", "Y passes", "Y passes", "X passes")
    assert table.round == "OR 1.1"


@pytest.mark.rule("18TE-6.5-16")
def test_what_lies_on_khs_does_not_help_the_next_company():
    table = all_pass(first_round(), 3).apply("X opens KHS at 150", "Y passes")
    assert table.refused("Y opens KWE at 170") == "18TE-6.5-4"
    assert table.allows("Y opens KWE at 180")


@pytest.mark.rule("18TE-6.5-18", "18TE-6.5-19")
def test_after_eighteen_rounds_of_passes_first_trade_takes_khs_for_nothing():
    table = all_pass(first_round(), 17)
    assert (table.s.pile, table.s.founded) == (170, ())
    all_pass(table)
    assert [event.values["amount"] for event in table.events("pile")] == [180]
    assert table.president("KHS") == "X"
    assert (table.cash("X"), table.cash("KHS"), table.price("KHS")) == (500, 180, 60)
    assert (table.round, table.acting) == ("SR 1", "Y")


# -- §6.6 founding --------------------------------------------------------------------------------


@pytest.mark.rule("18TE-6.6-1")
def test_a_company_operates_from_the_next_operating_round():
    table = opening(2).apply("A opens KWE at 210", "B passes", "B passes", "A passes")
    assert table.round == "OR 2.1"
    operated = []
    while table.round == "OR 2.1":
        operated.append(table.s.top.company)
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
    assert list(dict.fromkeys(operated)) == ["KHS", "KWE"]


@pytest.mark.rule("18TE-6.6-2")
def test_the_bid_and_the_other_seven_certificates_are_the_operating_capital():
    table = opening().apply("A opens KWE at 210", "B passes", "C passes")
    assert table.cash("KWE") == 210
    assert table.s.shares["KWE"] == ("A", *7 * ["KWE"])
    assert table.percent("KWE", "KWE") == 70


@pytest.mark.rule("18TE-6.6-3")
def test_its_certificates_are_bought_in_the_same_stock_round():
    table = opening()
    assert table.refused("A buys 10 KWE from company") == "18TE-6.4-5"
    table.apply("A opens KWE at 180", "B passes", "C passes", "B buys 10 KWE from company")
    assert table.percent("B", "KWE") == 10
    assert table.cash("KWE") == 180 + 60


@pytest.mark.rule("18TE-6.6-4")
def test_the_home_station_is_placed_when_the_company_first_operates():
    table = first_round().apply("X opens KHS at 180", "Y passes")
    assert table.s.board.tokens_of("KHS") == []
    table.apply("Y passes", "X passes")
    assert table.round == "OR 1.1"
    assert table.station_at("G5.0") == ("KHS",)
