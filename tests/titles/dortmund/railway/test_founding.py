"""18DO §4.3.2, §4.4.1, §4.4.2: railways, founding them, going into operation; the change of directors."""

import pytest

from kursbuch.core import BadInput
from tests.titles.dortmund.railway.table import go_on, owner_pays, railway

RICH = dict.fromkeys("ABCD", 600)


def market(**about):
    return railway(**{"cash": RICH, "players": 4, **about})


@pytest.mark.rule("18DO-4.3.2-1", "18DO-4.4.1-5")
def test_the_directors_certificate_is_paid_into_the_treasury():
    table = market(companies={"KWE": {"B": 50}})
    assert owner_pays(table, "A founds DGEE at 60") == {"A": -180, "DGEE": 180}
    assert table.percent("A", "DGEE") == 30


@pytest.mark.rule("18DO-4.4.1-5", "18DO-2.1.2-1")
def test_a_certificate_of_two_shares_costs_twice_the_price():
    assert owner_pays(market(phase="3"), "A founds BME at 75") == {"A": -150, "BME": 150}


@pytest.mark.rule("18DO-4.4.1-5")
def test_the_last_coin_founds_a_railway():
    table = market(cash={**RICH, "A": 100})
    assert table.starts("founds BME") == ["A founds BME at 50"]


@pytest.mark.rule("18DO-4.3.2-2")
def test_the_directors_certificate_comes_first():
    table = market(companies={"KWE": {"B": 50}, "DGEE": {"C": 50}})
    assert table.refused("A buys 10 DHB from company") == "18DO-4.3.2-2"
    assert table.refused("A buys 20 DHB from company") == "18DO-4.3.2-2"
    assert table.refused("A trades 10 for 20 DHB from company") == "18DO-4.3.2-2"
    assert table.allows("A founds DHB at 50")


@pytest.mark.rule("18DO-4.3.2-3", "18DO-4.4.1-1")
def test_founding_names_the_price():
    table = market().apply("A founds CME at 55")
    assert table.price("CME") == 55
    assert table.s.founded == ("CME",)
    with pytest.raises(BadInput):
        table.game.why_not("B founds RhE")
    assert table.refused("B founds CME at 55") == "18DO-4.4.1-1"


@pytest.mark.rule("18DO-4.3.2-9")
def test_dgee_waits_for_kwe():
    table = market()
    assert table.refused("A founds DGEE at 50") == "18DO-4.3.2-9"
    table.apply("A founds KWE at 50")
    assert table.allows("B founds DGEE at 50")


@pytest.mark.rule("18DO-4.3.2-10", "18DO-4.3.2-11")
def test_dhb_and_hhw_wait_for_dgee():
    table = market(companies={"KWE": {"B": 50}})
    assert table.refused("A founds DHB at 50") == "18DO-4.3.2-10"
    assert table.refused("A founds HHW at 50") == "18DO-4.3.2-11"
    table.apply("A founds DGEE at 50")
    assert table.allows("B founds DHB at 50") and table.allows("B founds HHW at 50")


@pytest.mark.rule("18DO-4.3.2-5", "18DO-4.3.2-6", "18DO-4.3.2-7", "18DO-4.3.2-8")
@pytest.mark.parametrize("company", ["BME", "CME", "RhE", "KWE"])
def test_four_railways_can_be_founded_from_the_first_stock_round(company):
    assert market(stock_round=1).allows(f"A founds {company} at 50")


@pytest.mark.rule("18DO-4.4.1-2")
@pytest.mark.parametrize(
    ("phase", "prices"),
    [
        ("2", {50, 55, 60, 65}),
        ("3", {50, 55, 60, 65, 70, 75}),
        ("5", {50, 55, 60, 65, 70, 75, 80, 90}),
        ("8", {50, 55, 60, 65, 70, 75, 80, 90, 100}),
    ],
)
def test_start_prices_of_this_phase_and_earlier_ones(phase, prices):
    table = market(phase=phase)
    assert {int(a.split()[-1]) for a in table.starts("founds BME")} == prices
    assert table.refused("A founds BME at 110") == "18DO-4.4.1-2"


@pytest.mark.rule("18DO-4.4.1-3", "18DO-4.4.1-4")
def test_a_new_marker_goes_under_those_on_its_field():
    table = market(companies={"BME": {"B": 50, "spot": (3, 2)}}).apply("A founds KWE at 60")
    assert table.stack("KWE") == ("BME", "KWE")


@pytest.mark.rule("18DO-4.4.1-4")
def test_a_marker_that_moves_goes_under_too():
    table = railway(
        companies={"BME": {"A": 50, "spot": (3, 4)}, "CME": {"B": 50, "spot": (3, 3), "trains": ["2"]}},
        turn="CME pay",
        income=70,
    )
    table.apply("CME pays")
    assert table.stack("CME") == ("BME", "CME")


@pytest.mark.rule("18DO-4.4.1-6", "18DO-4.4.1-7", "18DO-2.3-1")
def test_the_founder_gets_the_charter_with_markers_and_certificates():
    table = market().apply("A founds BME at 60")
    assert len(table.s.tokens["BME"]) == 6
    assert table.percent("BME", "BME") == 80
    assert table.percent("offer", "BME") == 0


@pytest.mark.rule("18DO-4.4.1-8")
def test_the_founder_must_be_able_to_pay():
    table = railway(companies={"KWE": {"B": 50}}, cash={"A": 149})
    assert table.refused("A founds DGEE at 50") == "18DO-4.4.1-8"
    enough = railway(companies={"KWE": {"B": 50}}, cash={"A": 150})
    assert enough.allows("A founds DGEE at 50") and enough.refused("A founds DGEE at 55") == "18DO-4.4.1-8"


@pytest.mark.rule("18DO-4.4.2-1", "18DO-4.4.2-2", "18DO-4.5.3-5")
def test_half_of_it_sold_a_railway_goes_into_operation():
    table = market(
        companies={"BME": {"A": 20, "B": 20, "price": 60, "floats": False, "new": True}}, stock="C"
    )
    assert not table.s.board.has_token("BME", "I10")
    paid = owner_pays(table, "C buys 10 BME from company")
    assert table.s.floated == ("BME",)
    assert table.s.board.has_token("BME", "I10")
    assert paid == {"C": -60, "BME": 60}  # the home marker costs nothing


@pytest.mark.rule("18DO-4.4.2-3", "18DO-4.5-1")
def test_below_half_it_has_no_turn():
    table = market(
        companies={
            "BME": {"A": 40, "floats": False, "new": True, "price": 90},
            "CME": {"B": 50, "cash": 100, "price": 80},
            "RhE": {"C": 50, "cash": 100, "price": 75},
        }
    )
    table.apply("A passes", "B passes", "C passes", "D passes")
    assert table.company == "CME"
    while table.s.operating_round == 1:
        train = table.starts("from depot")
        table.apply(train[0] if train and table.step == "trains" else f"{table.company} passes")
    turns = [event.values["company"] for event in table.game.events if event.key == "turn"]
    assert turns == ["CME", "RhE"], "each of those in operation once"


@pytest.mark.rule("18DO-4.4.2-4", "18DO-4.4.2-1")
def test_it_starts_with_what_its_certificates_brought():
    table = market(phase="3").apply("A founds BME at 70")
    table.apply("B buys 10 BME from company", "C buys 10 BME from company")
    assert table.s.floated == ()  # 40 %
    table.apply("D buys 10 BME from company")
    assert table.s.floated == ("BME",)
    assert table.cash("BME") == 350


# -- directors ------------------------------------------------------------------------------------


def held(company="BME", stock="A", **about):
    return railway(4, companies={company: {"price": 60, **about}}, cash=RICH, stock=stock)


@pytest.mark.rule("18DO-4.3.2.2-1")
def test_the_founder_is_the_first_director():
    assert market().apply("A founds RhE at 50").president("RhE") == "A"


@pytest.mark.rule("18DO-4.3.2.2-2")
def test_a_tie_leaves_the_director():
    table = held(stock="B", A=30, B=20, president="A").apply("B buys 10 BME from company")
    assert table.president("BME") == "A"


@pytest.mark.rule("18DO-4.3.2.2-3")
def test_who_holds_more_takes_over_at_once():
    table = held(stock="B", A=20, B=20, president="A").apply("B buys 10 BME from company")
    assert table.president("BME") == "B"


@pytest.mark.rule("18DO-4.3.2.2-4", "18DO-4.3.2.2-3")
def test_among_equals_the_next_after_the_director():
    table = held(A=30, B=20, D=20, president="A").apply("A sells 20 BME")
    assert table.president("BME") == "B"
    other = held(C=30, B=20, D=20, president="C", stock="C").apply("C sells 20 BME")
    assert other.president("BME") == "D"  # after C comes D, not B
    more = held(A=30, B=20, D=30, president="A").apply("A sells 20 BME")
    assert more.president("BME") == "D"  # who holds most goes before who sits next


@pytest.mark.rule("18DO-4.3.2.2-5", "18DO-4.4.5-7")
def test_giving_up_needs_an_heir_with_a_whole_directors_certificate():
    table = railway(4, companies={"KWE": {"C": 50}, "DGEE": {"A": 30, "B": 20, "price": 60}}, cash=RICH)
    assert table.refused("A sells 20 DGEE") == "18DO-4.4.5-7"
    heir = held("DGEE", A=30, B=30, president="A")
    heir.apply("A sells 20 DGEE")
    assert heir.president("DGEE") == "B" and heir.s.shares["DGEE"][0] == "B"
    assert (heir.percent("A", "DGEE"), heir.percent("pool", "DGEE")) == (10, 20)


@pytest.mark.rule("18DO-4.3.2.2-6", "18DO-4.4.5-5")
def test_giving_up_is_bound_by_the_pool():
    assert held(A=30, B=30, pool=40, president="A").refused("A sells 20 BME") == "18DO-4.4.5-5"
    room = held(A=30, B=30, pool=30, president="A").apply("A sells 20 BME")
    assert room.president("BME") == "B" and room.percent("pool", "BME") == 50


@pytest.mark.rule("18DO-4.3.2.2-7")
def test_a_sale_down_to_a_tie_keeps_the_director():
    table = held(A=40, B=20).apply("A sells 20 BME")
    assert table.president("BME") == "A"
    assert table.percent("A", "BME") == 20


@pytest.mark.rule("18DO-4.3.2.2-8", "18DO-4.3.2.2-9")
def test_the_certificates_are_exchanged_before_they_go_to_the_pool():
    table = held(A=30, B=30, president="A")
    table.apply("A sells 20 BME")
    keys = [event.key for event in table.game.events_of(1) if event.key in ("president", "sells")]
    assert keys == ["president", "sells"]
    assert table.s.shares["BME"][0] == "B"  # never in the pool


@pytest.mark.rule("18DO-4.3.2.2-11", "18DO-4.3.2.2-12")
def test_the_special_case_of_the_book():
    table = held(A=20, B=20, C=20, pool=40, president="A")
    assert table.starts("A sells") == ["A sells 10 BME"]  # what the pool has room for
    table.apply("A sells 10 BME")
    assert table.president("BME") == "B"
    assert table.percent("A", "BME") == 10
    assert table.percent("pool", "BME") == 50


@pytest.mark.rule("18DO-4.3.2.2-13", "18DO-4-1")
def test_other_shareholders_have_no_vote():
    table = railway(companies={"BME": {"A": 40, "B": 30, "cash": 100}}, turn="BME lay")
    assert table.game.acting == ("A",)
    assert table.refused("B: BME lays 1904.0 at H11") == "18DO-4-1"
    assert table.refused("B passes") == table.refused("B buys 10 BME from company") == "18DO-4-1"
    assert go_on(table).acting == "A"
