"""18DO §5.4.4, §6.5.2.6, §6.5.2.7: buying equipment, and the duty to own some."""

from dataclasses import replace

import pytest

from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import held
from kursbuch.rail.steps.shares import surplus
from tests.titles.dortmund.beer.brewery_table import brewery


def minor(cash=0, kettles=("S1",), owner=0, **about):
    return brewery(
        minors={"B1": {"cash": cash, "kettles": list(kettles)}}, cash={"A": owner}, turn="B1 buy", **about
    )


def corporation(cash=0, kettles=(), owner=0, phase="3", depot="3", **about):
    return brewery(
        corporations={"DUB": {"A": 50, "cash": cash, "kettles": list(kettles), **about}},
        cash={"A": owner},
        phase=phase,
        depot=depot,
        turn="DUB buy",
    )


@pytest.mark.rule("18DO-5.4.4-3")
def test_a_card_bought_by_a_brewery_is_a_kettle():
    table = minor(cash=200, phase="3", depot="3")
    before = len(table.s.trains["depot"])
    table.apply("B1 buys kettle 3 for 180")
    assert table.kettles("B1") == [3, 1]
    assert (table.cash("B1"), len(table.s.trains["depot"])) == (20, before - 1)
    assert not table.s.trains.get("B1")


@pytest.mark.rule("18DO-5.4.4-4", "18DO-5.4.4-8", "18DO-6.5.2.6-1")
def test_kettles_come_from_the_bank_only():
    table = brewery(
        minors={"B1": {"cash": 500, "kettles": ["S1"]}, "B6": {"kettles": ["S2", "2A"]}}, turn="B1 buy"
    )
    assert {a.split()[3] for a in table.starts("buys")} == {"2A"}, "the bank's, whatever others own"
    assert table.refused("B1 buys kettle S2 for 20") == "18DO-6.5.2.6-1", "START cards are not for sale"
    assert table.refused("B1 buys kettle 3 for 180") == "18DO-5.4.4-9"
    card = next(card for card in table.s.trains["depot"] if kind_of_card(card) == "3")
    table.s.trains["depot"] = tuple(other for other in table.s.trains["depot"] if other != card)
    table.s.trains["pool"], table.s.sides[card] = (card,), "3"
    assert table.refused("B1 buys kettle 3 for 180") == "18DO-5.4.4-9", "a train in the pool is no kettle"
    assert {a.split()[3] for a in table.starts("buys")} == {"2A"}
    with pytest.raises(ValueError, match="not understood"):
        table.game.why_not("B1 buys kettle 2A of B6 for 80")


@pytest.mark.rule("18DO-6.5.2.6-2")
def test_two_kettles_a_round_in_the_yellow_phase():
    table = minor(cash=500)
    table.apply("B1 buys kettle 2A for 80", "B1 buys kettle 2A for 80")
    assert table.step == "over"
    other = brewery(corporations={"DUB": {"A": 50, "cash": 500}}, turn="DUB buy", done=("kettle", "kettle"))
    assert other.refused("DUB buys kettle 2A for 80") == "18DO-6.5.2.6-2"


@pytest.mark.rule("18DO-6.5.2.6-3")
@pytest.mark.parametrize(
    ("phase", "price"), [("3", 180), ("4", 300), ("5", 450), ("6", 630), ("8", 800)], ids="34568"
)
def test_one_kettle_a_round_from_the_green_phase_on(phase, price):
    about = {"phase": phase, "depot": phase, "done": ("kettle",)}
    table = brewery(corporations={"DUB": {"A": 50, "cash": 900}}, turn="DUB buy", **about)
    assert table.refused(f"DUB buys kettle {phase} for {price}") == "18DO-6.5.2.6-3"
    if phase in "345":  # those of a minor brewery
        table = brewery(minors={"B1": {"cash": 900}}, turn="B1 buy", **about)
        assert table.refused(f"B1 buys kettle {phase} for {price}") == "18DO-6.5.2.6-3"


@pytest.mark.rule("18DO-6.5.2.6-4")
def test_the_last_two_and_the_first_three_in_one_turn():
    table = minor(cash=500)
    last = [card for card in table.s.trains["depot"] if kind_of_card(card)[0] == "2"][:-1]
    table.s.trains["depot"] = tuple(c for c in table.s.trains["depot"] if c not in last)
    table.s.trains["out"] = (*table.s.trains.get("out", ()), *last)
    table.apply("B1 buys kettle 2B for 80", "B1 buys kettle 3 for 180")
    assert (table.kettles("B1"), table.phase) == ([3, 2, 1], "3")


@pytest.mark.rule("18DO-6.5.2.6-5")
def test_no_purchase_at_the_limit():
    table = minor(cash=500, kettles=["S1", "S1", "S1"])
    assert table.refused("B1 buys kettle 2A for 80") == "18DO-6.5.2.6-5"


@pytest.mark.rule("18DO-6.5.2.6-6")
def test_the_owner_of_a_minor_adds_half_at_most():
    assert minor(cash=40, owner=100).allows("B1 buys kettle 2A for 80, 40 from its owner")
    assert (
        minor(cash=39, owner=100).refused("B1 buys kettle 2A for 80, 41 from its owner") == "18DO-6.5.2.6-6"
    )
    assert minor(cash=40, owner=39).refused("B1 buys kettle 2A for 80, 40 from its owner") == "18DO-6.5.2.6-6"


@pytest.mark.rule("18DO-6.5.2.6-6")
def test_help_is_offered_with_just_enough_in_the_owners_purse():
    assert minor(cash=40, owner=40).starts("B1 buys kettle 2A") == [
        "B1 buys kettle 2A for 80, 40 from its owner"
    ]
    assert not minor(cash=40, owner=39).starts("B1 buys kettle 2A")


@pytest.mark.rule("18DO-6.5.2.6-7")
def test_the_whole_treasury_is_used_first():
    table = minor(cash=60, owner=100)
    assert table.refused("B1 buys kettle 2A for 80, 40 from its owner") == "18DO-6.5.2.6-7"
    assert table.refused("B1 buys kettle 2A for 80") == "18DO-6.5.2.6-7"
    rich = minor(cash=90, owner=100).refusal("B1 buys kettle 2A for 80, 10 from its owner")
    assert rich and (rich.rule, rich.values["missing"]) == ("18DO-6.5.2.6-7", 0)
    table.apply("B1 buys kettle 2A for 80, 20 from its owner")
    assert (table.cash("B1"), table.cash("A"), table.kettles("B1")) == (0, 80, [2, 1])


@pytest.mark.rule("18DO-6.5.2.6-8")
def test_a_corporation_with_a_kettle_pays_alone():
    table = corporation(cash=100, kettles=["S2"], owner=500)
    assert table.refused("DUB buys kettle 3 for 180") == "18DO-6.5.2.6-8"
    assert table.refused("DUB buys kettle 3 for 180, 80 from its owner") == "18DO-6.5.2.6-8"


@pytest.mark.rule("18DO-6.5.2.6-9")
def test_a_certificate_sold_may_pay_for_a_kettle():
    table = corporation(cash=130, kettles=["S2"], price=50)
    table.apply("DUB issues 1", "DUB buys kettle 3 for 180")
    assert (table.kettles("DUB"), table.cash("DUB")) == ([3, 2], 0)


@pytest.mark.rule("18DO-6.5.2.6-10")
def test_minors_buy_no_kettles_of_the_last_types():
    late = brewery(
        minors={"B1": {"cash": 900}}, corporations={"DUB": {"A": 50, "cash": 900}}, phase="8", depot="6",
        turn="B1 buy",
    )  # fmt: skip
    late.s.trains["out"] = (*late.s.trains["out"], *late.s.trains["depot"][:2])
    late.s.trains["depot"] = late.s.trains["depot"][2:]
    assert late.refused("B1 buys kettle 6 for 630") == "18DO-6.5.2.6-10"
    assert late.refused("B1 buys kettle 8 for 800") == "18DO-6.5.2.6-10"
    assert late.allows("B1 passes"), "so there is no duty either"
    assert minor(cash=500, kettles=(), phase="5").allows("B1 buys kettle 5 for 450")


# -- the duty ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.2.7-1")
def test_a_minor_without_a_kettle_buys_if_it_can():
    table = minor(cash=80, kettles=())
    assert table.refused("B1 passes") == "18DO-6.5.2.7-1"
    assert table.legal() == ["B1 buys kettle 2A for 80"]
    assert minor(cash=79, kettles=(), owner=500).allows("B1 passes")


@pytest.mark.rule("18DO-6.5.2.7-2")
def test_the_owner_may_pay_all_that_is_missing():
    table = minor(cash=10, kettles=(), owner=100)
    table.apply("B1 buys kettle 2A for 80, 70 from its owner")
    assert (table.cash("B1"), table.cash("A"), table.kettles("B1")) == (0, 30, [2])


@pytest.mark.rule("18DO-6.5.2.7-3")
def test_a_minor_may_go_without():
    table = minor(cash=10, kettles=(), owner=100)
    table.apply("B1 passes")
    assert (table.step, table.s.minors) == ("over", {"B1": "A"})
    assert surplus(table.s, replace(table.game.rules.limits, certificates=0), "A") == 1, "it counts as before"


@pytest.mark.rule("18DO-6.5.2.7-4", "18DO-6.5.2.1-2")
def test_a_corporation_without_a_kettle_must_buy():
    table = corporation(cash=200)
    assert table.refused("DUB passes") == "18DO-6.5.2.7-4"
    assert corporation(cash=200, kettles=["S1"]).allows("DUB passes")


@pytest.mark.rule("18DO-6.5.2.7-5", "18DO-6.5.2.7-6")
def test_the_order_of_means():
    """60 in the treasury, an own certificate of 20 % for 100, then 20 of the director's cash."""
    table = corporation(cash=60, owner=100, price=50, A=60, B=20)
    before = table.spot("DUB")
    table.apply("DUB buys kettle 3 for 180")
    assert (table.cash("DUB"), table.cash("A"), table.kettles("DUB")) == (0, 80, [3])
    assert table.spot("DUB") == (before[0], before[1] - 2)
    assert table.percent("pool", "DUB") == 20


@pytest.mark.rule("18DO-6.5.2.7-5", "18DO-6.5.2.7-6", "18DO-6.5.2.7-8", "18DO-6.5.2.7-10")
def test_the_directors_certificates_and_the_loan():
    """No own certificates: 30 of cash, 20 % for 120 (a third certificate would cost the lead), a loan of 30."""
    table = corporation(owner=30, price=60, A=50, B=30, pool=20)
    before = table.spot("DUB")
    table.apply("DUB buys kettle 3 for 180")
    assert (table.percent("A", "DUB"), table.president("DUB")) == (30, "A")
    assert table.spot("DUB") == (before[0], before[1] - 2), "the sale of a director moves the price"
    assert (table.cash("A"), table.s.loans) == (0, {"A": 30})
    assert table.game.scores()["A"] == 3 * 50 - 2 * 30, "three shares at 50, less twice the loan"


@pytest.mark.rule("18DO-6.5.2.7-8")
def test_a_director_keeps_what_the_lead_takes_and_the_bank_lends_the_rest():
    """Three certificates of 60 would pay for it all, and two are as many as leave 40 % against 40 %."""
    table = corporation(price=60, A=60, B=40)
    table.apply("DUB buys kettle 3 for 180")
    assert (table.percent("A", "DUB"), table.percent("pool", "DUB")) == (40, 20)
    assert table.president("DUB") == "A" and table.s.loans == {"A": 180 - 2 * 60}


@pytest.mark.rule("18DO-6.5.2.7-7")
def test_no_more_is_sold_than_needed():
    table = corporation(cash=130, owner=100, price=50, C=20)
    table.apply("DUB buys kettle 3 for 180")
    assert (table.percent("DUB", "DUB"), table.percent("pool", "DUB")) == (20, 10)
    assert (table.cash("DUB"), table.cash("A")) == (0, 100)


def in_pool(table, company) -> str:
    """The certificates of a company that the bank has, by their sizes."""
    return "+".join(str(table.s.box.percents[company][n]) for n in held(table.s, "pool", company))


@pytest.mark.rule("18DO-6.5.2.7-5", "18DO-6.5.2.7-7")
@pytest.mark.parametrize("paper", ["20", "10+10"])
def test_which_own_certificates_go_is_the_directors_choice(paper):
    """60 in the treasury, 20 % of its own for 120: the 20 or two of the 10."""
    table = corporation(cash=60, owner=100, price=60, A=30)
    before = table.spot("DUB")
    table.apply("DUB buys kettle 3 for 180")
    assert table.kettles("DUB") == []
    assert table.legal() == ["DUB sells 20 DUB", "DUB sells 10+10 DUB"]
    for wrong in ("DUB sells 20+10 DUB", "A sells 20 DUB", "DUB passes"):
        assert table.refused(wrong) == "18DO-6.5.2.7-7"
    table.apply(f"DUB sells {paper} DUB")
    assert in_pool(table, "DUB") == paper
    assert (table.cash("DUB"), table.cash("A"), table.kettles("DUB")) == (0, 100, [3])
    assert table.spot("DUB") == (before[0], before[1] - 2)


@pytest.mark.rule("18DO-6.5.2.7-5", "18DO-6.5.2.7-8")
@pytest.mark.parametrize("paper", ["20", "10+10"])
def test_which_of_the_own_certificates_the_director_sells_is_a_choice_too(paper):
    """No own certificates left, 60 of the director's cash, 20 % of the director's for 120."""
    dab = {"A": 80, "B": 20, "price": 60}
    table = brewery(corporations={"DAB": dab}, cash={"A": 60}, phase="3", depot="3", turn="DAB buy")
    before = table.spot("DAB")
    table.apply("DAB buys kettle 3 for 180")
    assert table.legal() == ["A sells 20 DAB", "A sells 10+10 DAB"]
    assert table.refused("DAB sells 20 DAB") == "18DO-6.5.2.7-7"
    table.apply(f"A sells {paper} DAB")
    assert in_pool(table, "DAB") == paper
    assert (table.cash("DAB"), table.cash("A"), table.kettles("DAB")) == (0, 0, [3])
    assert table.spot("DAB") == (before[0], before[1] - 2)
    assert len([e for e in table.game.events if e.key == "forced-kettle"]) == 1


@pytest.mark.rule("18DO-6.5.2.7-9")
def test_forced_sales_may_fill_the_pool():
    table = corporation(cash=130, price=50, A=30, pool=50)
    assert not table.starts("issues")
    table.apply("DUB buys kettle 3 for 180")
    assert table.percent("pool", "DUB") > 50


@pytest.mark.rule("18DO-6.5.2.7-11")
def test_a_forced_purchase_is_of_the_cheaper_type():
    table = corporation(cash=100, owner=1000, phase="8", depot="8")
    cards = [c for c in table.s.trains["out"] if kind_of_card(c) == "6"]
    table.s.trains["out"] = tuple(c for c in table.s.trains["out"] if c not in cards[-3:])
    table.s.trains["depot"] = (*cards[-3:], *table.s.trains["depot"])
    assert table.refused("DUB buys kettle 8 for 800") == "18DO-6.5.2.7-11"
    assert table.allows("DUB buys kettle 6 for 630")


def test_a_corporation_may_not_outlive_its_sales():
    """Two fields above the red one, three certificates sold: the company closes and buys nothing."""
    table = corporation(cash=0, owner=100, price=40, C=20)
    row, column = table.spot("DUB")
    table.s.prices = table.s.prices.to("DUB", (row, 2))
    table.apply("DUB buys kettle 3 for 180")
    assert "DUB" not in table.s.founded
    assert (table.step, table.cash("A"), table.cash("DUB")) == ("over", 100, 0)
    assert table.s.order == ()
    assert column > 2
