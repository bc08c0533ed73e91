"""18DO §6.4.3, §6.4.5: minor breweries traded in, in three ways."""

import pytest

from tests.titles.dortmund.beer.beer_table import beer
from tests.titles.dortmund.beer.brewery_table import brewery


def money(players=3):
    return {p: 900 for p in "ABCDE"[:players]}


def trade(minor="B4", owner="A", companies=None, phase="3", stock="A", **about):
    minors = {minor: {"owner": owner, "cash": about.pop("purse", 45)}, **about.pop("others", {})}
    return beer(companies=companies or {}, minors=minors, cash=money(), phase=phase, stock=stock, **about)


UNION = {"DUB": {"B": 50, "price": 90, "cash": 20, "kettles": ["3"]}}


@pytest.mark.rule("18DO-6.3.2.1-12")
def test_not_before_the_green_phase():
    table = trade(phase="")
    assert table.refused("A founds RIT at 60 with brewery B4") == "18DO-6.3.2.1-12"
    assert trade().allows("A founds RIT at 60 with brewery B4")
    table = trade(companies=UNION, phase="")
    assert table.refused("A swaps brewery B4 for 10 DUB from company") == "18DO-6.3.2.1-12"


@pytest.mark.rule("18DO-6.4.5-1", "18DO-5.3-2")
def test_only_the_owner_in_the_own_stock_turn():
    table = trade(companies=UNION, owner="B")
    assert table.refused("A founds RIT at 60 with brewery B4") == "18DO-6.4.5-1"
    assert table.refused("A swaps brewery B4 for 10 DUB from company") == "18DO-6.4.5-1"
    assert table.refused("B: B swaps brewery B4 for 10 DUB from company") == "18DO-4.4-1"
    table = trade(companies={"BME": {"A": 50}, **UNION}, turn="BME lay")
    assert table.refused("A swaps brewery B4 for 10 DUB from company") == "18DO-4-1"
    brewing = brewery(
        minors={"B4": {"kettles": ["S2"]}}, corporations={"DUB": {"B": 50}}, phase="3", turn="B4 buy"
    )
    assert brewing.refused("A swaps brewery B4 for 10 DUB from company") == "18DO-6.5.2-2"


@pytest.mark.rule("18DO-6.4.5-1")
def test_nobody_swaps_in_another_name():
    table = trade(companies=UNION)
    assert table.refused("A: B swaps brewery B4 for 10 DUB from company") == "18DO-4.4-1"


@pytest.mark.rule("18DO-6.3.2.1-11", "18DO-5.3-2")
def test_a_minor_brewery_is_not_sold():
    table = trade(companies=UNION)
    assert not [a for a in table.legal() if "B4" in a and "swaps" not in a and "founds" not in a]
    assert table.refused("A sells 10 B4") == "18DO-6.4.6-3"
    assert table.refused("A buys 10 B4 from company") == "18DO-4.3.2-2"


# -- for the director's certificate ----------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.5-3", "18DO-6.4.5-4", "18DO-6.4.5-6", "18DO-6.4.5-7")
def test_founding_with_a_brewery_saves_one_share():
    table = trade()
    paid = table.pays("A founds RIT at 70 with brewery B4")
    assert paid == {"A": -140, "RIT": 140 + 45, "B4": -45}
    assert table.president("RIT") == "A" and table.percent("A", "RIT") == 30
    assert table.kettles("RIT") == [2, 1] and table.kettles("B4") == []
    assert table.s.minors == {} and table.s.order == ("RIT",)
    assert table.acting == "B"


@pytest.mark.rule("18DO-6.4.5-5")
@pytest.mark.parametrize(("company", "paid"), [("RIT", 70), ("DAB", 0)])
def test_the_quellen_brauerei_saves_two(company, paid):
    table = trade("B6")
    before = table.cash("A")
    table.apply(f"A founds {company} at 70 with brewery B6")
    assert before - table.cash("A") == paid


@pytest.mark.rule("18DO-6.4.5-4")
def test_the_rest_must_be_in_the_purse():
    table = trade()
    table.s.cash["B"] += table.s.cash["A"] - 139
    table.s.cash["A"] = 139
    assert table.refused("A founds RIT at 70 with brewery B4") == "18DO-6.4.1-5"
    assert table.allows("A founds RIT at 65 with brewery B4")


@pytest.mark.rule("18DO-6.4.3-1", "18DO-6.4.5-1", "18DO-6.4.5-19")
def test_a_swap_for_one_share_needs_no_cash_and_one_for_two_the_price_of_the_other():
    union = {"DUB": {**UNION["DUB"], "pool": 20}}
    poor = trade(companies=union)
    poor.s.cash["B"] += poor.s.cash["A"]
    poor.s.cash["A"] = 0
    assert poor.allows("A swaps brewery B4 for 10 DUB from pool")
    wanted = {"DAB": {"B": 50, "pool": 20, "price": 90}}
    for cash, legal in ((89, False), (90, True)):
        table = trade(companies=wanted)
        table.s.cash["B"] += table.s.cash["A"] - cash
        table.s.cash["A"] = cash
        twenty = [a for a in table.starts("A swaps brewery B4 for 20 DAB from")]
        assert bool(twenty) is legal, twenty


@pytest.mark.rule("18DO-6.4.5-8", "18DO-6.4.5-9", "18DO-6.4.5-10", "18DO-6.4.7-5")
def test_at_the_end_of_the_round_the_pool_takes_what_is_missing():
    table = trade().apply("A founds RIT at 70 with brewery B4")
    treasury = table.cash("RIT")
    while "RIT" not in table.s.floated:
        table.apply(f"{table.acting} passes")
    assert table.percent("pool", "RIT") == 20
    assert table.s.shares["RIT"] == ("A", "pool", "pool", "RIT", "RIT", "RIT", "RIT")
    assert table.price("RIT") == 60  # 70, 65, 60
    assert table.cash("RIT") == treasury + 2 * 60
    (event,) = table.events("tops-up")
    assert event.values == {"company": "RIT", "shares": 2, "price": 60}


@pytest.mark.rule("18DO-6.4.5-8")
def test_a_certificate_too_big_is_passed_over():
    table = trade().apply("A founds DAB at 70 with brewery B4", "B buys 20 DAB from company")
    while "DAB" not in table.s.floated:
        table.apply(f"{table.acting} passes")
    assert table.s.shares["DAB"] == ("A", "B", "DAB", "pool", "DAB", "DAB", "DAB")
    assert table.price("DAB") == 65


@pytest.mark.rule("18DO-6.4.5-8")
def test_nothing_is_placed_if_half_is_sold_anyway():
    table = trade().apply("A founds RIT at 70 with brewery B4", "B buys 10 RIT from company")
    table.apply("C buys 10 RIT from company")
    assert "RIT" in table.s.floated
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    assert table.percent("pool", "RIT") == 0 and table.price("RIT") == 70


@pytest.mark.rule("18DO-6.4.5-8", "18DO-6.4.2-2")
def test_put_into_operation_late_it_may_sell_at_once():
    table = trade(phase="5").apply("A founds RIT at 70 with brewery B4")
    while "RIT" not in table.s.floated:
        table.apply(f"{table.acting} passes")
    assert table.acting == "A" and table.starts("RIT places 20 in the pool")
    table.apply("RIT places 20 in the pool")
    assert table.percent("pool", "RIT") == 40 and table.price("RIT") == 60


@pytest.mark.rule("18DO-6.4.5-11")
def test_bought_outright_it_waits():
    table = trade(companies={"DUB": {"B": 40, "floats": False, "new": True}})
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    assert "DUB" not in table.s.floated and table.percent("pool", "DUB") == 0


# -- for a share -----------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.5-12", "18DO-6.4.5-13", "18DO-6.4.5-2", "18DO-6.4.5-7")
def test_a_share_of_the_corporations_own():
    table = trade("B3", companies=UNION)
    paid = table.pays("A swaps brewery B3 for 10 DUB from company")
    assert paid == {"B3": -45, "DUB": 45}
    assert table.percent("A", "DUB") == 10 and table.kettles("DUB") == [3, 2]
    assert "B3" not in table.s.minors and "B3" not in table.s.order
    assert table.acting == "B" and table.starts("buys")  # nobody was asked


@pytest.mark.rule("18DO-6.4.5-12", "18DO-6.1.2-9")
def test_of_a_corporations_own_it_is_the_uppermost_certificate():
    table = trade("B3", companies={"DUB": {"B": 50, "price": 90}})
    assert table.refused("A swaps brewery B3 for 20 DUB from company") == "18DO-6.1.2-9"
    table = trade("B3", companies={"DAB": {"B": 20, "price": 90}})
    assert table.refused("A swaps brewery B3 for 10 DAB from company") == "18DO-6.1.2-9"
    assert table.starts("swaps") == ["A swaps brewery B3 for 20 DAB from company"]


@pytest.mark.rule("18DO-6.4.3-1")
def test_a_trade_in_is_the_purchase_of_the_turn():
    table = trade("B3", companies=UNION, order=("DUB", "B3"))
    table.apply("A swaps brewery B3 for 10 DUB from company", "DUB keeps its place")
    assert table.acting == "B" and table.starts("buys")
    assert (table.s.top.passes, table.s.top.last_dealer) == (0, "A")  # who passes now begins to count anew
    assert table.refused("A buys 10 DUB from company") == "18DO-4.4-1"


@pytest.mark.rule("18DO-6.4.5-14")
def test_the_director_says_which_kettles_leave():
    union = {"DUB": {"B": 50, "kettles": ["3", "3", "3"]}}
    table = trade("B3", companies=union, phase="4", order=("B3", "DUB"))
    table.apply("A swaps brewery B3 for 10 DUB from company")
    assert table.acting == "B"
    assert table.legal() == ["DUB scraps kettle 3", "DUB scraps kettle 2"]
    assert table.refused("DUB scraps kettle 1") == "18DO-6.5.2.2-5"
    table.apply("DUB scraps kettle 2")
    assert table.kettles("DUB") == [3, 3, 3]


@pytest.mark.rule("18DO-6.4.5-7", "18DO-6.4.5-15", "18DO-6.4.5-16", "18DO-6.4.5-17", "18DO-6.4.5-18")
def test_a_certificate_out_of_the_pool():
    table = trade("B5", companies={"RIT": {"B": 50, "pool": 10}})
    assert table.pays("A swaps brewery B5 for 10 RIT from pool") == {"B5": -45, "bank": 45}
    assert table.percent("A", "RIT") == 10 and table.percent("pool", "RIT") == 0
    assert table.kettles("B5") == [] and table.kettles("RIT") == []
    assert table.s.order == ("RIT",) and table.s.minors == {}
    assert table.acting == "B" and not table.starts("place")  # a pool certificate gives no place
    assert table.starts("B buys"), "the next turn has begun"


@pytest.mark.rule("18DO-6.4.5-18")
@pytest.mark.parametrize(
    ("answer", "order"), [("DUB takes place 1", ("DUB", "B5")), ("DUB keeps its place", ("B5", "DUB"))]
)
def test_the_director_may_take_the_place(answer, order):
    table = trade("B8", companies=UNION, others={"B5": {"owner": "C"}}, order=("B8", "B5", "DUB"))
    table.apply("A swaps brewery B8 for 10 DUB from company")
    assert table.acting == "B"
    assert table.legal() == ["DUB takes place 1", "DUB keeps its place"]
    assert table.refused("DUB takes place 2") == "18DO-6.4.5-18"
    assert table.refused("C passes") == "18DO-6.4.5-18"
    table.apply(answer)
    assert table.s.order == order and table.acting == "B"


@pytest.mark.rule("18DO-6.4.5-18")
def test_a_founder_may_take_the_place():
    table = trade("B8", others={"B5": {"owner": "C"}}, order=("B8", "B5"))
    table.apply("A founds RIT at 60 with brewery B8")
    assert table.acting == "A"
    table.apply("RIT takes place 1")
    assert table.s.order == ("RIT", "B5")


@pytest.mark.rule("18DO-6.4.5-18")
def test_the_vacated_place_lies_between_the_same_neighbours():
    table = trade(
        "B3",
        companies=UNION,
        others={"B5": {"owner": "C"}, "B1": {"owner": "B"}},
        order=("DUB", "B5", "B3", "B1"),
    )
    table.apply("A swaps brewery B3 for 10 DUB from company")
    assert table.legal() == ["DUB takes place 3", "DUB keeps its place"]
    table.apply("DUB takes place 3")
    assert table.s.order == ("B5", "DUB", "B1"), "B1 stays behind it"


@pytest.mark.rule("18DO-6.4.5-18")
@pytest.mark.parametrize("answer", ["DUB takes place 2", "DUB keeps its place"])
def test_who_stands_just_left_of_the_brewery_loses_no_place(answer):
    table = trade("B3", companies=UNION, others={"B1": {"owner": "B"}}, order=("DUB", "B3", "B1"))
    table.apply("A swaps brewery B3 for 10 DUB from company", answer)
    assert table.s.order == ("DUB", "B1")


@pytest.mark.rule("18DO-6.4.5-17", "18DO-6.4.5-18")
def test_nothing_is_asked_where_nothing_would_change():
    table = trade("B3", companies=UNION, order=("B3", "DUB"))
    table.apply("A swaps brewery B3 for 10 DUB from company")
    assert table.s.order == ("DUB",) and table.acting == "B" and table.starts("buys")


@pytest.mark.rule("18DO-6.4.5-19")
@pytest.mark.parametrize(("source", "purse"), [("company", "DUB"), ("pool", "bank")])
def test_for_a_certificate_of_20_the_second_share_is_paid(source, purse):
    table = trade("B3", companies={"DUB": {"B": 50, "price": 90}}, purse=0, order=("B3", "DUB"))
    owners = ["B", "B", "B", "C", "C", "C", "DUB" if source == "company" else "pool"]
    table.s.shares["DUB"] = tuple(owners)
    assert table.pays(f"A swaps brewery B3 for 20 DUB from {source}") == {"A": -90, purse: 90}
    assert table.percent("A", "DUB") == 20


@pytest.mark.rule("18DO-6.4.5-19", "18DO-6.4.5-5")
def test_the_quellen_brauerei_is_one_share_here():
    table = trade("B6", companies={"DUB": {"B": 50, "price": 90}}, purse=0, order=("B6", "DUB"))
    table.s.shares["DUB"] = ("B", "B", "B", "C", "C", "C", "pool")
    assert table.pays("A swaps brewery B6 for 20 DUB from pool") == {"A": -90, "bank": 90}


@pytest.mark.rule("18DO-6.4.5-20")
def test_shares_traded_for_count_for_floating_and_direction():
    table = trade("B3", companies={"DUB": {"B": 40, "floats": False, "new": True}}, order=("B3", "DUB"))
    table.apply("A swaps brewery B3 for 10 DUB from company")
    assert "DUB" in table.s.floated
    table = trade("B3", companies={"DUB": {"B": 30, "A": 30, "president": "B"}}, order=("B3", "DUB"))
    assert table.president("DUB") == "B"
    table.apply("A swaps brewery B3 for 10 DUB from company")
    assert table.president("DUB") == "A"


@pytest.mark.rule("18DO-6.4.5-20", "18DO-6.4.4-2")
def test_the_share_limit_holds_for_trade_ins():
    table = trade("B3", companies={"DUB": {"A": 70}})
    assert table.refused("A swaps brewery B3 for 10 DUB from company") == "18DO-6.4.4-2"
    assert trade("B3", companies={"DUB": {"A": 60}}).allows("A swaps brewery B3 for 10 DUB from company")


@pytest.mark.rule("18DO-6.4-2")
def test_no_trade_in_for_what_was_sold_in_the_same_round():
    table = trade("B3", companies={"RIT": {"B": 40, "A": 20}})
    table.apply("A sells 10 RIT")
    assert table.refused("A swaps brewery B3 for 10 RIT from company") == "18DO-6.4-2"
    assert table.refused("A buys 10 RIT from company") == "18DO-6.4-2"


@pytest.mark.rule("18DO-6.4.4-3")
def test_a_trade_in_needs_no_room():
    full = {"BME": {"A": 70}, "CME": {"A": 70}, "RhE": {"A": 50}, "KWE": {"C": 50}}
    table = trade("B3", companies={**UNION, **full}, options={"certificate_limit": "text"})
    have = sum(owners.count("A") for owners in table.s.shares.values()) + 1
    assert have == 17
    assert table.refused("A buys 10 DUB from company") == "18DO-6.4.4-3"
    assert table.allows("A swaps brewery B3 for 10 DUB from company")
    assert table.allows("A founds RIT at 60 with brewery B3")
    assert table.refused("A founds RIT at 60") == "18DO-6.4.4-3"


@pytest.mark.rule("18DO-6.4.4-1", "18DO-6.4.5-3")
def test_a_brewery_makes_room_for_one_certificate_and_not_for_one_above_the_limit():
    """Nothing can be sold yet of railways that have not operated, so nobody is made to sell first."""

    def holding(percent):
        return trade(
            companies={"BME": {"A": 60}, "CME": {"A": percent}},
            players=5,
            options={"certificate_limit": "text"},
            veterans=frozenset(),
        )

    founds = "A founds RIT at 60 with brewery B4"
    at_limit, above = holding(50), holding(60)  # nine certificates and a brewery, or ten and a brewery
    assert at_limit.allows(founds) and above.refused(founds) == "18DO-6.4.4-3"
    assert founds in at_limit.legal() and founds not in above.legal()
    assert above.allows("A passes"), "there is nothing to sell yet"


@pytest.mark.rule("18DO-4.3.2.2-3", "18DO-6.3.2.2-3")
def test_a_trade_in_may_bring_the_direction():
    def union(owner):
        block = {"A": 30, "B": 30, "price": 60, "kettles": ["3"]}
        return trade(companies={"RIT": block}, owner=owner, stock=owner)

    chief = union("A").president("RIT")
    other = next(player for player in "AB" if player != chief)
    table = union(other).apply(f"{other} swaps brewery B4 for 10 RIT from company")
    assert (table.president("RIT"), table.percent(other, "RIT"), table.percent(chief, "RIT")) == (
        other,
        40,
        30,
    )
