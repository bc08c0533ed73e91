"""The opening auction (section A, peculiarities 1 and 2), and what B&OR and CV bring (3 and 4)."""

import pytest

from tests.titles.chesapeake.helpers import PRIVATES, chesapeake, one, opening

ALL_BUT_CV = (  # each player passes on bidding; D&R, C-P, B&S, C&OC and B&OR go at their price
    "A takes D&R for 20",
    "B takes C-P for 40",
    "C takes B&S for 50",
    "A takes C&OC for 80",
    "B takes B&OR for 100",
)


@pytest.mark.rule("18CH-A-1")
def test_the_cheapest_is_bought_at_its_price_and_the_others_only_bid_for():
    table = opening()
    assert table.refused("A takes C-P for 40") == "18CH-A-1"
    assert table.refused("A bids 25 for D&R") == "18CH-A-1"
    assert table.refused("A takes D&R for 15") == "18CH-A-1"
    table.apply("A takes D&R for 20")
    assert (table.s.privates["D&R"], table.cash("A"), table.acting) == ("A", 780, "B")


@pytest.mark.parametrize("players", range(2, 7))
def test_all_six_privates_are_there_for_any_number_of_players(players):
    table = opening(players)
    assert tuple(table.s.privates) == PRIVATES
    assert table.cash("A") == {2: 1200, 3: 800, 4: 600, 5: 480, 6: 400}[players]


@pytest.mark.rule("18CH-1-1")
def test_1_bids_are_multiples_of_five_and_five_above_the_last():
    table = opening()
    assert table.refused("A bids 40 for C-P") == "18CH-1-1"
    assert table.refused("A bids 46 for C-P") == "18CH-1-1"
    table.apply("A bids 50 for C-P")
    assert table.refused("B bids 50 for C-P") == "18CH-1-1"
    assert table.refused("B bids 52 for C-P") == "18CH-1-1"
    assert table.allows("B bids 55 for C-P")
    spans = [action.span for action in table.game.legal_actions() if action.span]
    assert spans and all(span.step == 5 and span.lo % 5 == span.hi % 5 == 0 for span in spans)


@pytest.mark.rule("18CH-1-1")
def test_1_an_odd_sum_is_offered_down_to_a_multiple_of_five():
    table = opening()
    table.s.transfer("A", "bank", 3, "an odd sum")
    assert {action.span.hi for action in table.game.legal_actions() if action.span} == {795}
    assert table.refused("A bids 797 for CV") == "18CH-1-1"


@pytest.mark.rule("18CH-1-2")
def test_1_only_the_highest_bid_ties_money_up():
    table = opening(6).apply("A bids 300 for CV")
    table.apply(*(f"{player} passes" for player in "BCDEF"))
    assert table.refused("A bids 105 for B&OR") == "18CH-1-2"  # 100 of 400 are left
    assert table.allows("A bids 60 for B&S")
    table = opening(6).apply("A bids 300 for CV", "B bids 305 for CV")
    table.apply(*(f"{player} passes" for player in "CDEF"))
    assert table.allows("A bids 400 for B&OR")  # B has outbid A


@pytest.mark.rule("18CH-1-2")
def test_1_money_that_is_spent_elsewhere_lacks_in_the_fight():
    table = opening(2).apply("A bids 205 for CV", "B bids 210 for CV", "A bids 1150 for B&OR")
    table.apply("B takes D&R for 20", "A passes", "B takes C-P for 40", "A passes", "B takes B&S for 50")
    table.apply("A passes", "B takes C&OC for 80")  # B&OR is A's for 1150; then the fight for CV
    assert (table.cash("A"), table.acting) == (50, "A")
    assert table.legal() == ["A passes"]


@pytest.mark.rule("18CH-A-2")
def test_several_bidders_fight_it_out_the_lowest_first():
    table = opening().apply("A bids 45 for C-P", "B bids 50 for C-P", "C takes D&R for 20")
    assert table.acting == "A"
    assert table.refused("A bids 60 for B&S") == "18CH-A-2"
    assert table.refused("A takes C-P for 40") == "18CH-A-2"
    table.apply("A bids 55 for C-P", "B passes")
    assert (table.s.privates["C-P"], table.cash("A"), table.cash("B")) == ("A", 745, 800)
    assert table.acting == "A"  # the turn goes on after C, who bought the cheapest


@pytest.mark.rule("18CH-A-3")
def test_a_single_bid_wins_when_its_private_becomes_the_cheapest():
    table = opening().apply("A bids 45 for C-P", "B bids 55 for B&S", "C takes D&R for 20")
    assert [table.s.privates[id] for id in PRIVATES] == ["C", "A", "B", "", "", ""]
    assert (table.cash("A"), table.cash("B"), table.acting) == (755, 745, "A")


@pytest.mark.rule("18CH-2-1")
def test_2_before_the_first_sale_a_round_of_passes_lowers_the_first_until_it_is_free():
    table = opening().apply("A passes", "B passes", "C passes")
    assert table.legal()[0] == "A takes D&R for 15"
    table.apply(*["A passes", "B passes", "C passes"] * 3)
    assert (table.s.privates["D&R"], table.cash("A"), table.acting) == ("A", 800, "B")
    assert table.s.trains["depot"][0] == "2#1"  # nothing has left


@pytest.mark.rule("18CH-2-2")
def test_2_after_the_first_sale_a_round_of_passes_pays_and_a_train_leaves():
    table = opening().apply("A takes D&R for 20", "B passes", "C passes", "A passes")
    assert (table.cash("A"), table.acting) == (785, "B")
    assert table.s.trains["out"] == ("2#1",)
    assert table.legal()[0] == "B takes C-P for 40"


@pytest.mark.rule("18CH-2-2")
def test_2_an_export_in_the_opening_can_bring_the_next_phase():
    table = opening().apply("A takes D&R for 20", *["B passes", "C passes", "A passes"] * 8)
    assert (table.phase, table.s.trains["depot"][0]) == ("3", "3#2")


@pytest.mark.rule("18CH-3-1", "18CH-3-2")
def test_3_whoever_gets_cv_sets_the_price_of_the_drawn_company_at_once():
    table = opening()
    drawn = table.s.drawn
    table.apply(*ALL_BUT_CV, "C takes CV for 200")
    assert table.acting == "C"
    assert table.refused("A passes") == "18CH-3-2"
    assert table.refused(f"C pars {drawn} at 100") == "18CH-5-11"
    other = next(id for id in table.s.box.companies if id != drawn)
    assert table.refused(f"C pars {other} at 95") == "18CH-3-2"
    assert table.legal() == [f"C pars {drawn} at {price}" for price in (70, 80, 95)]
    table.apply(f"C pars {drawn} at 95")
    assert (table.president(drawn), table.percent("C", drawn), table.cash("C")) == ("C", 20, 800 - 50 - 200)
    assert (table.price(drawn), table.spot(drawn)) == (95, (2, 4))
    assert (table.round, table.acting) == ("SR 1", "A")  # left of C, the last to buy the cheapest


@pytest.mark.rule("18CH-3-2")
def test_3_cv_won_by_a_bid_is_settled_before_the_auction_goes_on():
    table = opening().apply("A bids 205 for CV", *("B passes", "C passes"), *ALL_BUT_CV)
    assert table.acting == "A"
    table.apply(f"A pars {table.s.drawn} at 70")
    assert (table.round, table.acting) == ("SR 1", "C")  # left of B, who bought B&OR


@pytest.mark.rule("18CH-3-1")
def test_3_each_of_the_eight_is_drawn():
    drawn = {opening(seed=seed).s.drawn for seed in range(60)}
    assert drawn == set(opening().s.box.companies)


@pytest.mark.rule("18CH-3-3")
def test_3_cv_is_never_sold():
    table = one("PRR", phase="3", privates={"CV": "A", "B&OR": "A"})
    assert table.refused("PRR acquires CV for 100") == "18CH-3-3"
    assert table.allows("PRR acquires B&OR for 50")
    assert not any("CV" in action for action in table.legal())


@pytest.mark.rule("18CH-3-4")
def test_3_cv_closes_with_the_first_train_of_its_company():
    table = one("PRR", at="trains", privates={"CV": "B"}, drawn="PRR")
    table.apply("PRR buys train 2 as 2 from depot for 80")
    assert table.s.privates["CV"] == "out"
    other = one("PRR", at="trains", privates={"CV": "B"}, drawn="PLE")
    other.apply("PRR buys train 2 as 2 from depot for 80")
    assert other.s.privates["CV"] == "B"


@pytest.mark.rule("18CH-3-4")
def test_3_cv_closes_with_a_train_of_another_company_too():
    others = {"PLE": {"price": 70, "A": 60, "trains": ["2"]}}
    table = one("PRR", at="trains", privates={"CV": "B"}, others=others, drawn="PRR")
    table.apply("PRR buys train 2 as 2 from PLE for 10")
    assert table.s.privates["CV"] == "out"


@pytest.mark.rule("18CH-3-4")
def test_3_an_exported_train_does_not_close_cv():
    table = one(
        "PRR", at="privates", privates={"CV": "B", "C-P": "B"}, phase="3", drawn="PRR", operating_round=2
    )
    table.apply("PRR passes")
    assert table.s.trains["out"][-1] == "3#2" and table.s.privates["CV"] == "B"


@pytest.mark.rule("18CH-4-1")
def test_4_b_and_or_brings_a_share_of_b_and_o_once():
    table = opening().apply(*ALL_BUT_CV)
    assert (table.percent("B", "B&O"), table.cash("B")) == (10, 800 - 40 - 100)
    assert table.s.shares["B&O"][:2] == ("offer", "B")
    bought = one("PRR", phase="3", privates={"B&OR": "A"}).apply("PRR acquires B&OR for 60")
    assert bought.percent("PRR", "B&O") == bought.percent("A", "B&O") == 0


@pytest.mark.rule("18CH-4-2")
def test_4_b_and_or_earns_nothing_and_is_sold_for_50_to_200():
    table = one("PRR", phase="3", privates={"B&OR": "A"})
    assert table.game.view()["position"]["privates"]["B&OR"]["income"] == 0
    assert table.refused("PRR acquires B&OR for 49") == "18CH-26-3"
    assert table.refused("PRR acquires B&OR for 201") == "18CH-26-3"
    table.apply("PRR acquires B&OR for 200")
    assert table.s.privates["B&OR"] == "PRR"


@pytest.mark.rule("18CH-4-3")
def test_4_the_free_share_counts_before_b_and_o_is_started_but_is_not_sold():
    table = chesapeake(cash={"A": 700, "B": 0, "C": 400}, brought={"B&O": "B"}, stock_round=2)
    assert table.game.scores()["B"] == 0  # worth nothing yet
    table.apply("A pars B&O at 70")
    assert table.allows("B sells 10 B&O")
    table.apply("B passes", "C buys 10 B&O from offer", "A buys 10 B&O from offer", "B passes")
    table.apply("C buys 10 B&O from offer")
    assert table.cash("B&O") == 700  # 20 + 10 free + 30
    early = chesapeake(companies={"PRR": {"A": 50, "B": 10}}, brought={"B&O": "A"})
    assert early.refused("A sells 10 B&O") == "18CH-5-9"


@pytest.mark.rule("18CH-4-3")
def test_4_the_free_share_counts_towards_the_certificate_limit():
    # eleven certificates of six players' eleven: ten of two companies and the free share
    companies = {"PRR": {"price": 80, "A": 60}, "PLE": {"price": 80, "A": 60}, "LV": {"price": 80, "B": 20}}
    table = chesapeake(6, companies=companies, brought={"B&O": "A"}, cash={"A": 300})
    assert table.refused("A buys 10 LV from offer") == "18CH-6-3"
    free = chesapeake(6, companies=companies, cash={"A": 300})
    assert free.allows("A buys 10 LV from offer")


@pytest.mark.rule("18CH-3-1")
def test_3_all_see_which_company_was_drawn():
    table = opening()
    assert table.game.view(None)["position"]["drawn"] == table.s.drawn != ""
