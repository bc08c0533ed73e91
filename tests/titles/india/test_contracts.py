"""1853 §2.5: loans sealed all at once, cities named in secret, shares taken openly."""

import json
import random

import pytest

from kursbuch.titles.india.rules.contracts import in_valley
from kursbuch.titles.india.rules.parts import box
from kursbuch.words.glossary import Linking, terms_for
from tests.titles.india.table import bidding, contracts, new

CITIES = box().cities
ULRICH, HELMUT, BERND = "Ulrich", "Helmut", "Bernd"


def example():
    """The running example: Helmut 100, Bernd 90, Ulrich 130."""
    table = new([HELMUT, BERND, ULRICH])
    return table.apply("Helmut lends 100", "Bernd lends 90", "Ulrich lends 130")


# -- the loans ------------------------------------------------------------------------------------


@pytest.mark.rule("1853-2.5.1-1", "1853-4.10.2-1")
def test_the_first_decision_is_everybodys_loan():
    table = new(4)
    assert table.game.acting == ("A", "B", "C", "D")
    assert [str(a) for a in table.game.legal_actions("B")] == ["B lends 60..570/10"]
    assert table.phase == "2"


@pytest.mark.rule("1853-2.5.1-2", "1853-2.5.3-1", "1853-2.5.3-3", "1853-2.5.8-3")
def test_the_loans_of_the_example_settle_the_seats():
    table = example()
    assert table.s.players == (ULRICH, HELMUT, BERND)
    assert table.game.view(BERND)["position"]["loans"] == {ULRICH: 130, HELMUT: 100, BERND: 90}
    assert table.s.priority == ULRICH
    assert table.acting == ULRICH


@pytest.mark.rule("1853-2.5.2-1")
def test_no_city_before_all_loans_are_in():
    table = new().apply("A lends 100")
    assert table.refused("B names Delhi for EIR") == "1853-2.5.2-1"
    assert table.refused("B passes") == "1853-2.5.2-1"


@pytest.mark.rule("1853-2.5.2-2")
def test_a_loan_is_handed_in_once():
    table = new().apply("A lends 100")
    assert table.game.acting == ("B", "C")
    assert table.refused("A lends 200") == "1853-2.5.2-2"


@pytest.mark.rule("1853-2.3-5", "1853-2.5.2-2", "1853-2.5.3-4")
def test_until_all_loans_are_in_nobody_sees_an_amount():
    views = []
    for loan in (80, 390):
        table = new().apply(f"A lends {loan}", "B lends 100")
        views.append({p: json.dumps(table.game.view(p)) for p in ("B", "C", None)})
        own = table.game.view("A")["position"]
        assert own["own_loan"] == loan
        assert own["cash"]["A"] == 730  # set aside only when all are shown
    assert views[0] == views[1]
    table.apply("C lends 90")
    assert table.game.view("B")["position"]["loans"] == {"A": 390, "B": 100, "C": 90}


@pytest.mark.rule("1853-2.3-5")
@pytest.mark.parametrize(("step", "rule"), [(10, "1853-2.3-5"), (1, None)])
def test_loans_are_multiples_of_ten_unless_agreed(step, rule):
    refusal = new(3, loan_step=step).refusal("A lends 85")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1853-2.5.2-3", "1853-2.5.2-4")
@pytest.mark.parametrize(
    ("players", "least", "rule"),
    [(3, 80, "1853-2.5.2-3"), (4, 60, "1853-2.5.2-4"), (5, 60, "1853-2.5.2-4"), (6, 60, "1853-2.5.2-4")],
)
def test_the_smallest_loan(players, least, rule):
    table = new(players)
    assert table.refused(f"A lends {least - 10}") == rule
    assert table.allows(f"A lends {least}")


@pytest.mark.rule("1853-2.5.3-4")
def test_a_loan_is_set_aside():
    table = contracts(3, A=130, B=100, C=90)
    assert table.cash("A") == 600
    assert table.cash("loan:A") == 130
    assert new().refused("A lends 740") == "1853-2.5.3-4"
    assert new().allows("A lends 730")  # all there is


@pytest.mark.rule("1853-2.5.3-2")
def test_equal_loans_are_ordered_by_lot():
    seats = set()
    for seed in range(20):
        table = new(3, seed=seed).apply("A lends 100", "B lends 100", "C lends 90")
        seats.add(table.s.players)
        assert table.s.priority == table.s.players[0]
    assert seats == {("A", "B", "C"), ("B", "A", "C")}


# -- taking turns ---------------------------------------------------------------------------------


@pytest.mark.rule("1853-2.5.4-1", "1853-2.5.8-4", "1853-2.5.4-3")
def test_the_example_goes_round():
    table = example().apply(
        "Ulrich names Calcutta for EIR", "Helmut names Bombay for BBCI", "Bernd names Lahore for NWR"
    )
    assert table.acting == ULRICH
    assert table.refused("Bernd names Multan for NWR") == "1853-2.5.4-1"
    assert table.refused("Ulrich buys 10 EIR from offer") == "1853-2.5.4-1"
    table.apply("Ulrich names Patna for EIR")
    shares = [table.percent(p, c) for p, c in ((ULRICH, "EIR"), (HELMUT, "BBCI"), (BERND, "NWR"))]
    assert shares == [20, 10, 10]


@pytest.mark.rule("1853-2.5.8-5", "1853-2.5.9-7", "1853-2.5.9-1", "1853-2.5.9-2", "1853-2.5.10-4")
def test_the_example_to_its_end():
    table = example()
    turns = [
        ("Calcutta for EIR", "Bombay for BBCI", "Lahore for NWR"),
        ("Patna for EIR", "Ahmedabad for BBCI", "Multan for NWR"),
    ]
    for ulrich, helmut, bernd in turns:
        table.apply(f"Ulrich names {ulrich}", f"Helmut names {helmut}", f"Bernd names {bernd}")
    assert table.refused("Ulrich names Benares for EIR") == "1853-2.5.7-1"
    delhi = [str(a).split()[-1] for a in table.game.legal_actions() if " Delhi " in str(a)]
    assert delhi == ["EIR", "GIP", "NWR", "BBCI"]
    table.apply("Ulrich names Delhi for EIR", "Helmut names Jaipur for BBCI", "Bernd names Peshawar for NWR")
    table.apply("Ulrich names Jaipur for BBCI")
    assert (table.percent(ULRICH, "EIR"), table.percent(ULRICH, "BBCI")) == (30, 10)
    assert sum(CITIES[name].value for name in ("Calcutta", "Patna", "Delhi", "Jaipur")) == 130
    assert table.s.contracts[ULRICH] == ("Calcutta", "Patna", "Delhi", "Jaipur")


@pytest.mark.rule("1853-2.5.4-2", "1853-2.5.4-3", "1853-2.5.11-1")
def test_others_see_the_share_and_not_the_city():
    seen = []
    for city in ("Delhi", "Calcutta"):
        table = contracts(3, A=300, B=100, C=90).apply(f"A names {city} for EIR")
        seen.append([json.dumps(table.game.view(p)) for p in ("B", "C", None)])
        assert table.game.view("A")["position"]["own_contract"] == [city]
        assert [event.to for event in table.events("names")] == ["A"]
    assert seen[0] == seen[1]
    position = table.game.view("B")["position"]
    assert position["contract_shares"] == {"A": {"EIR": 1}}
    assert position["loans"]["A"] == 300


@pytest.mark.rule("1853-2.5.4-4", "1853-2.5.4-5")
def test_who_has_passed_is_skipped():
    four = ["Lahore", "Multan", "Karachi", "Peshawar"]
    # A has the money for one more city, and room for two
    table = bidding(named={"A": four, "B": ["Jaipur", "Ajmer", "Ahmedabad"], "C": four}, A=110, B=130, C=90)
    assert table.allows("A names Nagpur for BNR")
    table.apply("A passes", "B names Nagpur for BNR", "C passes")
    assert table.acting == "B"
    assert table.refused("A names Nagpur for BNR") == "1853-2.5.4-5"
    assert table.refused("A passes") == "1853-2.5.4-5"
    table.apply("B names Mysore for SIR")
    assert (table.s.top.stage, table.acting) == ("contracts", "B")  # who alone goes on
    table.apply("B passes")
    assert (table.s.stock_round, table.s.contracts["A"]) == (1, tuple(four))


@pytest.mark.rule("1853-2.5.4-6", "1853-2.5.6-1")
def test_no_passing_below_the_least_number():
    table = bidding(named={"A": ["Lahore", "Multan", "Karachi"]}, A=80, B=80, C=80)
    assert table.refused("A passes") == "1853-2.5.4-6"
    table.apply("A names Peshawar for NWR")
    assert len(table.s.contracts["A"]) == 4


@pytest.mark.rule("1853-2.5.4-7")
@pytest.mark.parametrize(
    ("loan", "rule"), [(130, "1853-2.5.4-7"), (120, "1853-2.5.4-7"), (110, None), (100, None)]
)
def test_no_passing_with_40_left(loan, rule):
    table = bidding(named={"A": ["Lahore", "Multan", "Karachi", "Peshawar"]}, A=loan, B=80, C=80)
    refusal = table.refusal("A passes")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1853-2.5.6-5")
def test_a_loan_may_be_more_than_the_cities_are_worth():
    table = bidding(named={"A": ["Lahore", "Multan", "Karachi", "Peshawar"]}, A=100, B=80, C=80)
    assert table.allows("A passes")
    assert table.allows("A names Nagpur for BNR")


# -- cities and shares ----------------------------------------------------------------------------


@pytest.mark.rule("1853-2.5.5-1")
@pytest.mark.parametrize("city", CITIES.values(), ids=list(CITIES))
def test_every_city_gives_the_share_of_some_company(city):
    table = contracts(3, A=300, B=200, C=100)
    offered = [str(a).split()[-1] for a in table.game.legal_actions() if f" {city.name} " in str(a)]
    assert offered == list(city.companies)
    assert offered


@pytest.mark.rule("1853-2.5.5-2", "1853-2.5.10-3")
def test_only_shares_that_the_city_gives():
    table = contracts(3, A=300)
    assert table.refused("A names Lahore for EIR") == "1853-2.5.5-2"
    assert table.allows("A names Calcutta for EIR")
    assert table.allows("A names Calcutta for BNR")


@pytest.mark.rule("1853-2.5.6-1", "1853-2.5.6-2", "1853-2.5.6-3", "1853-2.5.6-4")
@pytest.mark.parametrize(("players", "fewest", "most"), [(3, 4, 6), (4, 3, 6), (5, 3, 5), (6, 3, 4)])
def test_the_number_of_cities(players, fewest, most):
    cities = ["Lahore", "Multan", "Jaipur", "Nagpur", "Mysore", "Bangalore", "Karachi"]
    short = bidding(players, named={"A": cities[: fewest - 1]}, A=300, B=80, C=80)
    assert short.refused("A passes") == "1853-2.5.4-6"
    least = bidding(players, named={"A": cities[:fewest]}, A=20 * fewest + 30, B=80, C=80)
    assert least.allows("A passes")
    before = bidding(players, named={"A": cities[: most - 1]}, A=300, B=80, C=80)
    assert before.refused("A passes") == "1853-2.5.4-7"
    full = bidding(players, named={"A": cities[:most]}, A=300, B=80, C=80)
    assert (
        full.refused(f"A names {cities[most]} for {CITIES[cities[most]].companies[0]}")
        == f"1853-2.5.6-{players - 2}"
    )
    before.apply(f"A names {cities[most - 1]} for {CITIES[cities[most - 1]].companies[0]}")
    full_bid = before.s.contracts["A"]
    assert len(full_bid) == most
    assert before.acting == "B"


@pytest.mark.rule("1853-2.5.7-1")
@pytest.mark.parametrize("third", ["Benares", "Lucknow", "Cawnpore", "Allahabad"])
def test_at_most_two_cities_of_the_valley(third):
    table = bidding(named={"A": ["Calcutta", "Patna"]}, A=300, B=80, C=80)
    company = CITIES[third].companies[0]
    assert table.refused(f"A names {third} for {company}") == "1853-2.5.7-1"
    assert table.allows("A names Waltair for ECR")


@pytest.mark.rule("1853-2.5.7-2", "1853-2.5.7-4")
def test_two_of_the_five_need_a_fourth_city():
    table = bidding(4, named={"A": ["Patna", "Benares", "Bombay"]}, A=100, B=60, C=60, D=60)
    assert table.refused("A passes") == "1853-2.5.7-2"
    four = bidding(4, named={"A": ["Patna", "Benares", "Bombay", "Madras"]}, A=110, B=60, C=60, D=60)
    assert four.allows("A passes")
    # a second of the five is refused while a fourth city could not be paid
    poor = bidding(4, named={"A": ["Patna", "Lahore"]}, A=60, B=60, C=60, D=60)
    assert poor.refused("A names Benares for EIR") == "1853-2.5.7-2"
    assert poor.allows("A names Multan for NWR")
    # where four are the most, a bid with two of the five is full with its fourth
    six = bidding(6, named={"A": ["Patna"]}, A=80)
    assert six.allows("A names Benares for EIR")


@pytest.mark.rule("1853-2.5.7-3")
def test_calcutta_beside_one_of_the_five_in_a_bid_of_three():
    table = bidding(4, named={"A": ["Calcutta", "Patna", "Madras"]}, A=110, B=60, C=60, D=60)
    assert table.allows("A passes")


@pytest.mark.rule("1853-2.5.8-1")
def test_only_named_cities():
    table = contracts(3)
    assert table.refused("A names D2 for NWR") == "1853-2.5.8-1"
    assert {str(a).split()[2] for a in table.game.legal_actions() if "names" in str(a)} == set(CITIES)


@pytest.mark.rule("1853-2.5.8-2", "1853-2.5.9-3")
def test_otherwise_any_cities():
    table = bidding(4, named={"A": ["Lahore", "Madras"]}, A=80, B=60, C=60, D=60)
    table.apply("A names Waltair for ECR")
    assert table.s.contracts["A"] == ("Lahore", "Madras", "Waltair")


@pytest.mark.rule("1853-2.5.9-1", "1853-2.5.9-2", "1853-2.5.9-3", "1853-2.5.9-4")
@pytest.mark.parametrize("city", CITIES.values(), ids=list(CITIES))
def test_what_cities_count(city):
    value = {"Calcutta": 50, "Bombay": 40, "Delhi": 40, "Madras": 30, "Waltair": 30}.get(city.name, 20)
    rest = [name for name in ("Lahore", "Multan", "Karachi", "Nagpur", "Mysore") if name != city.name][:4]
    company = city.companies[0]
    enough = bidding(named={"A": rest}, A=80 + value, B=80, C=80)
    assert enough.allows(f"A names {city.name} for {company}")
    short = bidding(named={"A": rest}, A=80 + value - 10, B=80, C=80)
    assert short.refused(f"A names {city.name} for {company}") == "1853-2.5.9-5"


@pytest.mark.rule("1853-2.5.9-5")
def test_the_cities_are_not_worth_more_than_the_loan():
    table = bidding(named={"A": ["Lahore", "Multan", "Karachi", "Peshawar"]}, A=90, B=80, C=80)
    assert table.refused("A names Nagpur for BNR") == "1853-2.5.9-5"
    refusal = table.refusal("A names Nagpur for BNR")
    assert refusal is not None and dict(refusal.values) == {"left": 10}


@pytest.mark.rule("1853-2.5.9-6")
def test_enough_must_be_left_for_the_least_number():
    table = contracts(3, A=80, B=80, C=80)
    first = table.acting
    assert table.refused(f"{first} names Calcutta for EIR") == "1853-2.5.9-6"
    assert table.refused(f"{first} names Delhi for EIR") == "1853-2.5.9-6"
    assert table.allows(f"{first} names Patna for EIR")


@pytest.mark.rule("1853-2.5.9-6", "1853-2.5.7-1")
@pytest.mark.parametrize(("loan", "rule"), [(80, "1853-2.5.9-6"), (100, "1853-2.5.9-6"), (110, None)])
def test_what_is_left_counts_cities_that_may_still_be_named(loan, rule):
    """Only EIR has shares left. Beside Patna a second of the five would force a fourth city, of which there is none;
    Delhi for 40 is therefore followed by Calcutta, for 50.
    """
    table = bidding(4, named={"A": ["Patna"]}, A=loan, B=60, C=60, D=60)
    for company, owners in table.s.shares.items():
        if company != "EIR":
            table.s.shares[company] = tuple("pool" if owner == "offer" else owner for owner in owners)
    refusal = table.refusal("A names Delhi for EIR")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1853-2.5.9-6")
@pytest.mark.parametrize(("loan", "rule"), [(70, "1853-2.5.9-6"), (80, None)])
def test_a_dear_city_must_leave_enough_for_a_cheap_one(loan, rule):
    table = bidding(4, named={"A": ["Patna"]}, A=loan, B=60, C=60, D=60)
    refusal = table.refusal("A names Bombay for GIP")
    assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1853-2.5.10-1", "1853-2.7.1-1")
def test_one_share_for_each_city():
    cities = ["Lahore", "Multan", "Delhi", "Madras"]
    table = bidding(named={"A": cities[:3], "B": [], "C": []}, A=110, B=80, C=80)
    table.apply("A names Madras for SIR")
    assert sum(table.percent("A", company) for company in table.s.box.companies) == 40
    assert sum(n for (player, _), n in table.s.contract_shares.items() if player == "A") == 4


@pytest.mark.rule("1853-2.5.10-2")
def test_no_city_twice():
    table = bidding(named={"A": ["Delhi"]}, A=200, B=80, C=80)
    assert table.refused("A names Delhi for NWR") == "1853-2.5.10-2"


@pytest.mark.rule("1853-2.5.4-3", "1853-T3-1", "1853-2.1-1")
def test_ten_single_shares_and_not_more_than_one_may_hold():
    table = bidding(6, named={"A": ["Lahore", "Multan", "Karachi"], "B": ["Lahore", "Multan"]}, A=80, B=80)
    table.apply("A names Peshawar for NWR")  # the fourth, which six players allow
    assert table.percent("A", "NWR") == 40
    assert table.s.shares["NWR"][0] == "offer"
    four = ["Lahore", "Multan", "Karachi", "Peshawar"]
    eight = bidding(named={"A": [], "B": four, "C": four}, A=80, B=120, C=120)
    eight.apply("A names Rawalpindi for NWR")  # the certificate that nobody holds gives two more
    assert (eight.percent("A", "NWR"), eight.percent("offer", "NWR")) == (10, 10)
    eight.apply("B names Rawalpindi for NWR")
    assert eight.percent("offer", "NWR") == 0
    assert eight.refused("C names Rawalpindi for NWR") == "1853-2.5.4-3"


@pytest.mark.rule("1853-2.7.6-1", "1853-3.1.3-1")
def test_the_companies_that_were_drawn_on_are_on_sale_and_no_others():
    table = contracts(A=130, B=120, C=110)
    while table.s.top.stage == "contracts":
        table.apply(next(a for a in table.legal() if a.endswith(("for EIR", "for GIP", "for NWR", "passes"))))
    assert table.s.drawn == {"EIR", "GIP", "NWR"}
    table.s.cash["bank"] -= 500 - table.s.cash["A"]
    table.s.cash["A"], table.s.unpaid = 500, {}
    offered = {a.split()[3] for a in table.legal("A") if "buys" in a}
    assert offered and offered <= table.s.drawn
    assert table.refused("A buys 10 SIR from offer") == "1853-3.1.3-1"


@pytest.mark.rule("1853-2.5.9-6", "1853-2.5.5-1")
def test_a_city_still_counts_as_one_to_be_named_if_any_of_its_companies_has_a_share_left():
    """Only ECR has shares left, of which Waltair, Madras and Calcutta give one; A needs a third and a fourth city."""
    table = bidding(named={"A": ["Mysore", "Bangalore"], "B": [], "C": []}, A=100, B=80, C=80)
    for company, owners in table.s.shares.items():
        if company != "ECR":
            table.s.shares[company] = tuple("pool" if owner == "offer" else owner for owner in owners)
    table.apply("A names Waltair for ECR", "B passes", "C passes")
    assert table.allows("A names Madras for ECR")
    assert table.refused("A names Madras for SIR") == "1853-2.5.4-3"


# -- what never happens ---------------------------------------------------------------------------


@pytest.mark.rule("1853-2.5.12-1", "1853-4.3.2-3", "1853-4.3.2-4")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_no_illegal_contract_can_be_made_so_no_penalty_is_ever_due(players):
    for seed in range(8):
        rng = random.Random(seed)
        table = new(players, seed=seed)
        least = table.s.box.seats[players].least_loan
        for player in table.game.players:
            table.game.apply(f"{player} lends {rng.randrange(least, least + 100, 10)}")
        while table.s.top.stage == "contracts":
            table.game.apply(rng.choice(table.game.legal_actions()))
        fewest, most = table.s.box.seats[players].cities
        for player, names in table.s.contracts.items():
            cities = [CITIES[name] for name in names]
            five, with_calcutta = in_valley(cities)
            assert fewest <= len(names) <= most
            assert len(set(names)) == len(names)
            assert with_calcutta <= 2
            assert len(names) > 3 or five <= 1
            assert sum(city.value for city in cities) <= table.s.loans[player]
    assert not any("pardon" in kind or "penalty" in kind for kind in table.game.rules.grammar.kinds)


def test_a_train_on_credit_is_no_loan_of_the_glossary():
    link = Linking(terms_for("1853"), "de", lambda term: f"#{term.id}")
    assert "#loan" in link("Die Anleihe wird zurückgezahlt.")
    fresh = Linking(terms_for("1853"), "de", lambda term: f"#{term.id}")
    assert "#loan" not in fresh("Eine Lok auf Kredit ist keine Anlage.")
