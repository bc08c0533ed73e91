"""18DO §4.4.5, §4.3.2.2, §3.2.1: which certificates are sold, and which are given for a director's certificate."""

import random

import pytest

import kursbuch as kb
from kursbuch.rail.actions import HandOver, Paper, Sell, SellPaper
from tests.titles.dortmund.beer.beer_table import beer
from tests.titles.dortmund.intro.positions import intro
from tests.titles.dortmund.railway.table import railway

# DHB has a director's certificate of 20 %, one more of 20 % and six of 10 %


def harbour(owners, stock="A", players=3, cash=None, **about):
    """A stock turn with the certificates of DHB in these hands, in the order 20 (director), 20, six of 10."""
    table = railway(
        players,
        companies={"DHB": {"A": 20, "price": 70}, **about.pop("companies", {})},
        stock=stock,
        stock_round=3,
        cash={"A": 500, "B": 500, "C": 500, **(cash or {})},
        **about,
    )
    table.s.shares["DHB"] = tuple({"-": "DHB", "p": "pool"}.get(owner, owner) for owner in owners)
    table.game.audit()
    return table


def hand(table, owner, company="DHB"):
    """The sizes of somebody's certificates."""
    view = table.game.view()["position"]["companies"][company]["paper"]
    return view.get(owner, [])


def sales(table, company="DHB"):
    return [a for a in table.legal() if " sells " in a and a.endswith(company)]


# -- sales ----------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-4.4.5-3", "18DO-4.4.5-2")
def test_two_tens_may_go_and_the_twenty_stay():
    table = harbour("ABBBAA--", stock="B")
    assert sales(table) == [f"B sells {part} DHB" for part in ("10", "20", "30", "40", "10+10")]
    before = table.cash("B")
    table.apply("B sells 10+10 DHB")
    assert hand(table, "B") == [20] and hand(table, "pool") == [10, 10]
    assert table.cash("B") - before == 2 * 70  # both at the price before the sale


@pytest.mark.rule("18DO-4.4.5-3")
def test_without_a_choice_as_few_certificates_go_as_will_do():
    table = harbour("ABBBAA--", stock="B").apply("B sells 20 DHB")
    assert hand(table, "B") == [10, 10] and hand(table, "pool") == [20]
    plain, named = harbour("ABBBAA--", stock="B"), harbour("ABBBAA--", stock="B")
    plain.apply("B sells 30 DHB")
    named.apply("B sells 20+10 DHB")  # the same, said in full: legal, but not listed twice
    assert plain.s.shares == named.s.shares and plain.s.cash == named.s.cash
    assert plain.spot("DHB") == named.spot("DHB")


@pytest.mark.rule("18DO-4.4.5-3", "18DO-4.4.5-5")
@pytest.mark.parametrize(
    ("owners", "sale", "rule"),
    [
        ("ABBAA---", "10+10", "18DO-4.4.5-3"),  # one of 10 only
        ("ABBAA---", "20+20", "18DO-4.4.5-3"),  # 40 % are more than B has
        ("ABBBBAAA", "20+20", "18DO-4.4.5-3"),  # 50 % held, but one of 20 only
        ("ABBBAA-p", "20+10+10", ""),
        ("ABBBAApp", "20+10+10", "18DO-4.4.5-5"),
        ("ABBBAA--", "30+10", "18DO-4.4.5-3"),
    ],
)
def test_what_is_named_must_be_there(owners, sale, rule):
    refusal = harbour(owners, stock="B").refusal(f"B sells {sale} DHB")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("18DO-4.4.5-4", "18DO-4.4.5-6")
def test_every_rule_of_sales_holds():
    first = harbour("ABBBAA--", stock="B")
    first.s.stock_round = 1
    assert first.refused("B sells 10+10 DHB") == "18DO-4.4.5-4"
    new = harbour("ABBBAA--", stock="B")
    new.s.veterans = frozenset()
    assert new.refused("B sells 10+10 DHB") == "18DO-4.4.5-6"
    assert harbour("ABBBAA--", stock="A").refused("B sells 10+10 DHB") == "18DO-4.4-1"


@pytest.mark.rule("18DO-4.4.6-1", "18DO-4.4.3-5")
def test_the_price_falls_and_the_company_is_closed_for_purchases():
    table = harbour("ABBBAA--", stock="B")
    row, column = table.spot("DHB")
    table.apply("B sells 10+10 DHB")
    assert table.spot("DHB") == (row + 2, column)
    assert table.refused("B buys 10 DHB from pool") == "18DO-4.4.3-5"


@pytest.mark.rule("18DO-4.4.4-4")
def test_a_director_sells_small_certificates_to_come_below_the_limit():
    """Who holds two certificates too many is rid of them by 20 % in two certificates."""
    companies = {
        "BME": {"A": 60, "price": 55},  # 5 certificates
        "CME": {"A": 60, "price": 55},  # 5
        "RhE": {"A": 60, "price": 55},  # 5
        "DHB": {"A": 20, "price": 70},
    }
    table = harbour("AAAAC---", companies=companies)  # 4 more: 19 of 17
    assert table.refused("A passes") == "18DO-4.4.4-4"
    plain, named = harbour("AAAAC---", companies=companies), table
    plain.apply("A sells 20 DHB")
    assert plain.refused("A passes") == "18DO-4.4.4-4"
    named.apply("A sells 10+10 DHB")
    assert named.allows("A passes")


def test_texts_are_read_back():
    game = harbour("ABBBAA--", stock="B").game
    assert game.read("B sells 20 DHB") == Sell("B", 20, "DHB")
    assert game.read("B sells 10+20+10 DHB") == SellPaper("B", Paper((20, 10, 10)), "DHB")
    assert str(SellPaper("B", Paper((10, 10)), "DHB")) == "B sells 10+10 DHB"
    assert str(HandOver("C", Paper((20,)), "DHB")) == "C hands over 20 DHB"
    for action in (SellPaper("B", Paper((10, 10)), "DHB"), HandOver("C", Paper((20,)), "DHB")):
        assert game.read(action.to_dict()) == game.read(str(action)) == action
    for text in ("B sells 10+ DHB", "B sells +10 DHB", "B sells 10+x DHB", "B sells 10 10 DHB"):
        with pytest.raises(kb.BadInput):
            game.read(text)


# -- the director's certificate -------------------------------------------------------------------


@pytest.mark.rule("18DO-4.3.2.2-8", "18DO-4.3.2.2-12")
def test_the_new_director_chooses_what_to_give():
    table = harbour("ABBBAA--")  # 20 + 10 + 10 each
    before = table.cash("A")
    table.apply("A sells 20 DHB")
    assert table.acting == "B" and table.legal() == ["B hands over 20 DHB", "B hands over 10+10 DHB"]
    assert table.cash("A") == before and table.president("DHB") == "A"  # the sale waits
    table.apply("B hands over 10+10 DHB")
    assert table.president("DHB") == "B"
    assert hand(table, "B") == [20, 20] and hand(table, "A") == [10, 10] and hand(table, "pool") == [10, 10]
    assert table.cash("A") - before == 2 * 70
    assert table.acting == "A" and table.refused("A buys 10 DHB from pool") == "18DO-4.4.3-5"


@pytest.mark.rule("18DO-4.3.2.2-8")
def test_or_the_big_one():
    table = harbour("ABBBAA--").apply("A sells 20 DHB", "B hands over 20 DHB")
    assert hand(table, "B") == [20, 10, 10] and hand(table, "A") == [10, 10] and hand(table, "pool") == [20]


@pytest.mark.rule("18DO-4.3.2.2-8")
def test_the_choice_is_the_givers_alone():
    table = harbour("ABBBAA--").apply("A sells 20 DHB")
    assert table.refused("A hands over 20 DHB") == "18DO-4.3.2.2-8"
    assert table.refused("A passes") == "18DO-4.3.2.2-8"
    assert table.refused("B hands over 10 DHB") == "18DO-4.3.2.2-8"
    assert table.refused("B hands over 20 BME") == "18DO-4.3.2.2-8"
    assert table.refused("B hands over 20+10 DHB") == "18DO-4.3.2.2-8"


# DAB has a director's certificate of 20 %, two more of 20 % and four of 10 %; A 20 + 20, B 20 + 10 + 10
DAB = ("A", "A", "B", "B", "B", "DAB", "DAB")


def brewers(company, owners, **about):
    """A stock turn of A in the beer game with the certificates of a brewery in these hands."""
    cash = {"A": 200, "B": 200}
    table = beer(companies={company: {"A": 40, "price": 70}}, phase="3", stock_round=3, cash=cash, **about)
    table.s.shares[company] = owners
    table.game.audit()
    return table


@pytest.mark.rule("18DO-4.3.2.2-8", "18DO-4.3.2.2-12", "18DO-6.3.2.2-9")
def test_the_announced_sale_must_be_possible_with_what_is_given():
    table = brewers("DAB", DAB)
    assert sales(table, "DAB") == ["A sells 10 DAB", "A sells 20 DAB", "A sells 30 DAB", "A sells 40 DAB"]
    table.apply("A sells 10 DAB")  # B has no choice: with another of 20 A could not sell 10
    assert table.president("DAB") == "B" and hand(table, "B", "DAB") == [20, 20]
    assert hand(table, "A", "DAB") == [20, 10] and hand(table, "pool", "DAB") == [10]


@pytest.mark.rule("18DO-4.3.2.2-8", "18DO-4.4.5-3", "18DO-6.4.6-1")
def test_a_seller_names_only_what_is_sure_whatever_the_other_gives():
    table = brewers("DAB", DAB)
    assert table.refused("A sells 10+10 DAB") == "18DO-6.4.6-1"
    table.apply("A sells 20 DAB")
    assert table.legal() == ["B hands over 20 DAB", "B hands over 10+10 DAB"]
    sure = harbour("ABBBAA--")
    assert "A sells 10+10 DHB" in sales(sure)
    sure.apply("A sells 10+10 DHB", "B hands over 20 DHB")
    assert hand(sure, "A") == [20] and hand(sure, "pool") == [10, 10]


@pytest.mark.rule("18DO-4.3.2.2-3", "18DO-4.3.2.2-8")
@pytest.mark.parametrize(
    ("given", "mine", "theirs"), [("20", [20, 10, 10], [20, 10]), ("10+10", [20, 20], [10, 10, 10])]
)
def test_who_buys_the_lead_chooses_too(given, mine, theirs):
    table = harbour("ABBA----", stock="B").apply("B buys 10 DHB from company")
    assert table.acting == "B" and table.president("DHB") == "B"
    table.apply(f"B hands over {given} DHB")
    assert (hand(table, "B"), hand(table, "A")) == (mine, theirs)
    assert table.acting == "C"  # the turn was over


@pytest.mark.rule("18DO-4.3.2.2-3")
def test_without_a_choice_nobody_is_asked():
    table = harbour("A-BB----", stock="B")
    table.s.shares["DHB"] = ("A", "pool", "B", "B", "DHB", "DHB", "DHB", "DHB")
    table.apply("B buys 10 DHB from company")
    assert table.president("DHB") == "B" and table.acting == "C" and hand(table, "A") == [10, 10]


@pytest.mark.rule("18DO-6.3.2.2-9", "18DO-6.4.6-1", "18DO-6.4.7-4")
def test_breweries_have_more_ways():
    """DUB: 30 (director), five of 10, one of 20."""
    table = brewers("DUB", ("A", "B", "B", "B", "A", "A", "B"))
    table.apply("A sells 10 DUB")
    assert table.legal() == ["B hands over 20+10 DUB", "B hands over 10+10+10 DUB"]
    table.apply("B hands over 10+10+10 DUB")
    assert hand(table, "B", "DUB") == [30, 20] and hand(table, "A", "DUB") == [10] * 4
    assert table.price("DUB") == 65  # its director has sold
    assert table.refused("A sells 20+10 DUB") == "18DO-6.4.6-1"


@pytest.mark.rule("18DO-3.2.1-18", "18DO-3.2.1-19")
@pytest.mark.parametrize(("given", "dropped"), [("20", 0), ("10+10", 1)])
def test_in_the_introduction_the_exchange_may_bring_the_other_above_the_limit(given, dropped):
    table = intro(held={"DHB": {"A": 20}}, turn="B take")
    s = table.s
    s.shares["DHB"] = ("A", "B", "B", "A", *("offer",) * 4)
    rest = ("BME", "CME", "RhE", "KWE", "DGEE")
    limit = s.box.starts[3].certificates
    for company in rest:
        s.shares[company] = ("A", *s.shares[company][1:])
    while table.certificates("A") < limit:
        company = next(c for c in rest if table.percent("A", c) < 60)
        free = s.shares[company].index("offer")
        s.shares[company] = (*s.shares[company][:free], "A", *s.shares[company][free + 1 :])
    table.game.audit()
    table.apply("B takes 10 DHB")
    assert table.acting == "B" and table.refused("A drops 10 DHB") == "18DO-3.2.1-18"
    assert table.refused("B hands over 30 DHB") == "18DO-3.2.1-18"
    table.apply(f"B hands over {given} DHB")
    assert (table.acting == "A") is bool(dropped)
    if dropped:
        table.apply("A drops 10 DHB")
    assert table.certificates("A") == limit and table.acting == "B"


# -- the list -------------------------------------------------------------------------------------


def test_each_different_choice_is_listed_once():
    """Over random holdings, as long as nobody else has a word in it, listed sales leave different hands."""
    rng, several = random.Random(4), 0
    for _ in range(80):
        owners = ("A", *(rng.choice("AABCp-") for _ in range(7)))
        try:
            table = harbour(owners)
        except AssertionError:
            continue  # not a holding with A as director
        left = []
        for action in sales(table):
            game = table.game.clone()
            game.apply(action)
            if game.acting == ("A",):
                shares = zip(game.state.box.percents["DHB"], game.state.shares["DHB"], strict=True)
                left.append(tuple(sorted(size for size, owner in shares if owner == "A")))
        assert len(set(left)) == len(left)
        several += any("+" in action for action in sales(table))
    assert several > 5
