"""The course of sets and stock rounds (18TE §3.1, §5, §6, §6.7)."""

import pytest

from kursbuch.core import BadInput
from kursbuch.testing import position

KHS = {"KHS": {"A": 40, "B": 20, "price": 80}}


def three(first="A", companies=KHS, **more):
    """A stock round of A, B and C."""
    return position("18te", players=3, companies=companies, stock=first, **more)


# -- §3.1 what belongs to which round -------------------------------------------------------------


@pytest.mark.rule("18TE-3.1-1")
@pytest.mark.parametrize("deal", ["buys 10 KHS from company", "opens KWE at 180"])
@pytest.mark.parametrize("player", ["A", "B"])
def test_players_buy_and_open_auctions_in_stock_rounds_only(player, deal):
    operating = position("18te", companies=KHS, turn="KHS lay")
    assert operating.refused(f"{player} {deal}") == "18TE-3.1-1"
    assert position("18te", companies=KHS, stock=player).allows(f"{player} {deal}")


@pytest.mark.rule("18TE-3.1-2")
@pytest.mark.parametrize(
    ("step", "action"),
    [
        ("lay", "lays 4.1 at F6"),
        ("station", "builds a station at F10.0"),
        ("run", "runs 3: G5.0 F6.0"),
        ("pay", "pays"),
        ("pay", "withholds"),
        ("trains", "buys train 1+1/2 as 2 from depot for 100"),
        ("issue", "issues 1"),
    ],
)
def test_companies_act_in_operating_rounds_only_and_their_presidents_decide(step, action):
    about = {"KHS": {**KHS["KHS"], "cash": 500, "trains": ["3"]}}
    tiles = {"F6": "4.1", "E7": "7.4", "F8": "8.0", "F10": "57.0"} if step in ("station", "run") else {}
    operating = position("18te", companies=about, tiles=tiles, turn=f"KHS {step}", income=30)
    assert operating.allows(f"A: KHS {action}")
    assert operating.refused(f"B: KHS {action}") == "18TE-3.7-3"
    stock = position("18te", companies=about, tiles=tiles, stock="A")
    assert stock.refused(f"KHS {action}") == "18TE-3.1-2"


@pytest.mark.rule("18TE-3.7-3")
def test_the_president_takes_every_decision_of_the_company():
    table = position("18te", companies={"KHS": {"A": 30, "B": 40}}, turn="KHS lay")
    assert table.acting == "B"
    assert table.allows("B: KHS passes")
    assert table.refused("A: KHS passes") == "18TE-3.7-3"


# -- §5 sets --------------------------------------------------------------------------------------


def pass_round(table):
    """Everybody lets everything go by until the round is another."""
    here = table.round
    while table.round == here and not table.game.over:
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
    return table.round


@pytest.mark.rule("18TE-5-1")
def test_a_stock_round_and_two_operating_rounds_make_a_set_again_and_again():
    table = three(stock_round=2)
    assert [pass_round(table) for _ in range(6)] == ["OR 2.1", "OR 2.2", "SR 3", "OR 3.1", "OR 3.2", "SR 4"]


@pytest.mark.rule("18TE-5-2")
def test_a_set_in_which_the_end_comes_about_is_played_to_its_end():
    table = position("18te", companies=KHS, bank=40, turn="KHS pay", income=60)
    table.apply("KHS pays")
    assert table.s.ending == "bank"
    assert pass_round(table) == "OR 2.2"
    assert not table.game.over
    pass_round(table)
    assert table.game.over
    assert table.refused("A passes") == "18TE-5-2"


@pytest.mark.rule("18TE-5-2")
def test_an_end_that_comes_about_in_a_stock_round_leaves_both_operating_rounds_to_play():
    table = position("18te", companies=KHS, bank=10, stock="A")
    table.apply("A sells 10 KHS", "A passes")
    assert [pass_round(table), pass_round(table)] == ["OR 2.1", "OR 2.2"]
    assert not table.game.over
    pass_round(table)
    assert table.game.over


# -- §6 player turns ------------------------------------------------------------------------------


@pytest.mark.rule("18TE-6-1")
def test_turns_go_round_in_seating_order():
    table = three()
    for player in "ABCA":
        assert table.acting == player
        others = set("ABC") - {player}
        assert {table.refused(f"{other} buys 10 KHS from company") for other in others} == {"18TE-6-1"}
        table.apply(f"{player} buys 10 KHS from company")


@pytest.mark.rule("18TE-6-2")
def test_the_holder_of_first_trade_begins():
    table = position("18te", players=3, companies=KHS, turn="KHS issue", operating_round=2, priority="B")
    table.apply("KHS passes")
    assert table.round == "SR 3"
    assert table.acting == "B"


@pytest.mark.rule("18TE-6-3")
def test_a_player_sells_as_many_certificates_as_he_likes_in_a_turn():
    table = three(companies={"KHS": {"A": 50}, "KWE": {"A": 40, "B": 30}})
    table.apply("A sells 20 KHS", "A sells 10 KWE")
    assert (table.percent("A", "KHS"), table.percent("A", "KWE")) == (30, 30)
    four = three(companies={"KHS": {"A": 70}})
    four.apply("A sells 40 KHS")
    assert four.percent("A", "KHS") == 30
    for size in (0, -10, 60):
        assert four.refused(f"A sells {size} KHS") == "18TE-6-3"


@pytest.mark.rule("18TE-6-4")
def test_a_turn_has_one_purchase_or_one_auction():
    bought = three().apply("A buys 10 KHS from company")
    assert bought.acting == "B"
    assert bought.refused("A buys 10 KHS from company") == "18TE-6-1"
    assert bought.refused("A opens KWE at 180") == "18TE-6-1"

    auctioned = three().apply("A opens KWE at 180", "B passes", "C passes")
    assert auctioned.acting == "B"
    assert auctioned.refused("A buys 10 KHS from company") == "18TE-6-1"
    assert auctioned.refused("A opens CME at 180") == "18TE-6-1"


@pytest.mark.rule("18TE-6-5")
def test_a_player_may_pass_and_nothing_changes():
    table = three()
    before = table.game.view()["position"]
    table.apply("A passes")
    assert table.acting == "B"
    assert table.game.view()["position"] == before


@pytest.mark.rule("18TE-6-6")
@pytest.mark.parametrize(
    ("deal", "rule"), [("buys 10 KWE from company", "18TE-6-1"), ("opens CME at 180", "18TE-6.5-6")]
)
def test_sales_come_before_a_purchase_or_an_auction(deal, rule):
    companies = {"KHS": {"A": 50, "price": 80}, "KWE": {"B": 30}}
    table = three(companies=companies).apply("A sells 10 KHS", f"A {deal}")
    assert table.acting == "B"

    late = three(companies=companies).apply(f"A {deal}")
    assert late.refused("A sells 10 KHS") == rule


@pytest.mark.rule("18TE-6-7")
def test_who_has_passed_may_act_again_in_the_same_round():
    table = three().apply("A passes", "B buys 10 KHS from company", "C passes")
    assert table.acting == "A"
    assert table.allows("A sells 10 KHS")
    assert table.allows("A opens KWE at 180")
    table.apply("A buys 10 KHS from company")


@pytest.mark.rule("18TE-6-8")
def test_players_do_not_trade_with_each_other():
    table = three()
    assert table.refused("A buys 10 KHS from B") == "18TE-6-8"
    with pytest.raises(BadInput, match="not understood"):
        table.apply("A sells 10 KHS to B")
    sources = {action.split()[-1] for action in table.legal() if " buys " in action}
    assert sources == {"company"}
    assert {"A buys 10 KHS from company", "A sells 10 KHS"} <= set(table.legal())


# -- §6.7 the end of a stock round ----------------------------------------------------------------


@pytest.mark.rule("18TE-6.7-1")
def test_the_round_ends_when_all_have_passed_one_after_the_other():
    table = three().apply("A passes", "B passes", "C buys 10 KHS from company", "A passes", "B passes")
    assert table.round == "SR 2"
    table.apply("C passes")
    assert table.round == "OR 2.1"


@pytest.mark.rule("18TE-6.7-1")
def test_a_turn_with_a_sale_is_no_pass():
    table = three().apply("A sells 10 KHS", "A passes", "B passes", "C passes")
    assert table.round == "SR 2"
    table.apply("A passes")
    assert table.round == "OR 2.1"


@pytest.mark.parametrize(
    ("deals", "holder"),
    [
        (["A sells 10 KHS", "A passes"], "B"),
        (["A passes", "B buys 10 KHS from company"], "C"),
        (["A passes", "B passes", "C buys 10 KHS from company"], "A"),
        (["A buys 10 KHS from company", "B sells 10 KHS", "B passes"], "C"),
        (["A opens KWE at 180", "B bids 190", "C passes", "A passes"], "B"),
    ],
)
@pytest.mark.rule("18TE-6.7-2")
def test_first_trade_goes_left_of_whoever_dealt_last(deals, holder):
    table = three(priority="C").apply(*deals)
    pass_round(table)
    assert table.s.priority == holder


@pytest.mark.rule("18TE-6.7-3")
def test_first_trade_stays_where_it_is_if_nobody_dealt():
    table = three("B", priority="B").apply("B passes", "C passes", "A passes")
    assert table.round == "OR 2.1"
    assert table.s.priority == "B"


# -- §6.7 sold out --------------------------------------------------------------------------------

SOLD_OUT = {"A": 40, "B": 30, "C": 30}


def closed(**companies):
    """The stock round just ended, KHS without a sale or purchase."""
    return three(companies=companies).apply("A passes", "B passes", "C passes")


@pytest.mark.rule("18TE-6.7-4")
def test_a_company_wholly_with_players_rises_one_row():
    table = closed(KHS={**SOLD_OUT, "spot": (3, 7)})
    assert table.spot("KHS") == (2, 7)
    assert table.price("KHS") == 90
    assert [dict(e.values) for e in table.events("price")] == [{"company": "KHS", "before": 80, "price": 90}]


@pytest.mark.rule("18TE-6.7-4")
@pytest.mark.parametrize("rest", [{}, {"pool": 10}])
def test_one_certificate_in_the_treasury_or_the_bank_keeps_the_price(rest):
    table = closed(KHS={"A": 40, "B": 30, "C": 20, "spot": (3, 7), **rest})
    assert table.spot("KHS") == (3, 7)


@pytest.mark.rule("18TE-6.7-5")
@pytest.mark.parametrize("spot", [(0, 9), (1, 5), (2, 4)])
def test_a_marker_that_has_no_field_above_does_not_rise(spot):
    table = closed(KHS={**SOLD_OUT, "spot": spot})
    assert table.spot("KHS") == spot
    assert table.events("price") == []


@pytest.mark.rule("18TE-6.7-6")
def test_companies_that_rise_together_keep_their_order():
    table = closed(KHS={**SOLD_OUT, "spot": (3, 7)}, KWE={**SOLD_OUT, "spot": (3, 7)})
    assert table.spot("KHS") == (2, 7)
    assert table.stack("KHS") == ("KHS", "KWE")


@pytest.mark.rule("18TE-6.7-6")
def test_the_order_in_which_companies_were_founded_does_not_matter_for_the_rise():
    table = closed(KWE={**SOLD_OUT, "spot": (3, 7)}, KHS={**SOLD_OUT, "spot": (3, 7)})
    assert table.stack("KHS") == ("KWE", "KHS")


@pytest.mark.rule("18TE-6.7-6")
def test_a_marker_that_leaves_a_field_is_not_in_the_way_of_one_that_comes():
    table = closed(KHS={**SOLD_OUT, "spot": (3, 7)}, KWE={**SOLD_OUT, "spot": (2, 7)})
    assert (table.stack("KHS"), table.stack("KWE")) == (("KHS",), ("KWE",))
    assert (table.spot("KHS"), table.spot("KWE")) == ((2, 7), (1, 7))


@pytest.mark.rule("18TE-6.7-7")
def test_a_rising_marker_goes_under_those_already_there():
    table = closed(KHS={**SOLD_OUT, "spot": (3, 7)}, CME={"A": 30, "spot": (2, 7)})
    assert table.stack("KHS") == ("CME", "KHS")
