"""1853 chapter 4, §4.9, §4.10 and chapter 5: rounds, phases, the end."""

from typing import Any

import pytest

from kursbuch.testing import settle
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words
from tests.titles.india.table import india

ONLY = {"A": 0, "B": 0, "C": 0}
DONE = "trains"  # the last step of a turn


def last_turn(company="ECR", *, others=None, phase="2", operating_round=1, cash=None, **about):
    """A company at its last step with nothing left to do."""
    return india(
        companies={company: {"A": 3}, **(others or {})},
        turn=f"{company} trains",
        phase=phase,
        operating_round=operating_round,
        cash={**ONLY, **(cash or {})},
        **about,
    )


# -- the operating round --------------------------------------------------------------------------


@pytest.mark.rule("1853-4-1", "1853-3.1.12-1", "1853-4-2", "1853-3.5-1")
def test_companies_act_from_1_to_8_whatever_their_prices():
    table = india(
        companies={
            c: {"A": 3, "price": p} for c, p in (("ECR", 200), ("NWR", 100), ("EIR", 49), ("MSM", 140))
        },
        cash=ONLY,
        stock="A",
    )
    table.apply("A passes", "B passes", "C passes")
    order: list[str] = []
    while table.round == "OR 2.1" and table.s.top.stage == "turn":
        if not order or order[-1] != table.s.top.company:
            order.append(table.s.top.company)
        table.apply(f"{table.s.top.company} passes")
    assert order == ["EIR", "NWR", "MSM", "ECR"]


@pytest.mark.rule("1853-4-3", "1853-4-1")
def test_only_the_director_acts_for_a_company_and_only_in_its_turn():
    table = india(companies={"EIR": {"A": 3, "B": 2}, "GIP": {"B": 3}}, turn="EIR lay")
    assert table.acting == "A"
    assert table.refused("B: EIR passes") == "1853-4-3"
    assert table.refused("GIP passes") == "1853-4-1"
    assert table.refused("A passes") == "1853-4-1"  # a company acts in its own name


@pytest.mark.rule("1853-4-4", "1853-4-5")
def test_the_steps_have_an_order_and_optional_ones_may_be_skipped():
    table = india(
        companies={"SIR": {"A": 3, "cash": 500, "trains": ["2"]}},
        tiles={"T16": "6.3", "S15": "8.0", "R16": "6.1"},
        turn="SIR",
    )
    settle(table)
    lay = "SIR lays 4.0 at U15"
    steps = []
    for step in range(6):
        assert table.allows(lay) if step == 0 else table.refused(lay) == "1853-4-4"
        steps.append(sorted({a.split()[1] for a in table.legal()}))
        table.apply("SIR passes" if table.allows("SIR passes") else table.legal()[0])
    assert steps == [
        ["lays", "passes"],
        ["builds", "passes"],
        ["runs"],
        ["passes", "sends"],
        ["pays", "withholds"],
        ["buys", "hands", "passes"],
    ]


# -- after the operating round --------------------------------------------------------------------


@pytest.mark.rule("1853-4.9-1")
def test_another_operating_round_or_a_share_round():
    table = settle(last_turn(phase="3", operating_round=1))
    assert table.round == "OR 2.2"
    second = settle(last_turn(phase="3", operating_round=2))
    assert second.s.top.stage == "another round"
    second.apply("A passes")
    assert second.round == "SR 3"


@pytest.mark.rule("1853-4.9-2")
def test_the_elephant_may_call_one_more_round():
    table = settle(last_turn(priority="C"))
    assert table.acting == "C"
    assert table.refused("A calls another operating round") == "1853-4.9-2"
    table.apply("C calls another operating round")
    assert table.round == "OR 2.2"
    while table.s.top.stage == "turn":
        assert table.round == "OR 2.2"
        table.apply("ECR passes")
    assert table.round == "SR 3"  # one only
    no = settle(last_turn(priority="C")).apply("C passes")
    assert no.round == "SR 3"


@pytest.mark.rule("1853-4.10.1-2", "1853-4.10.1-1", "1853-T6-4")
def test_the_number_of_rounds_changes_after_the_next_share_round():
    table = india(
        companies={"ECR": {"A": 3, "cash": 440}},
        turn="ECR trains",
        sold_out=["2"],
        cash=ONLY,
        operating_round=1,
    )
    table.apply("ECR buys train 3 as 3 from depot for 440")
    assert table.phase == "3"
    assert "green" in table.s.phase.colours
    assert table.s.top.stage == "another round"  # the single round of phase 2 is over
    table.apply("A passes", "A passes", "B passes", "C passes")
    rounds = []
    while table.round.startswith("OR"):
        if table.round not in rounds:
            rounds.append(table.round)
        table.apply(f"{'ECR' if table.s.top.stage == 'turn' else table.acting} passes")
    assert rounds == ["OR 3.1", "OR 3.2"]


@pytest.mark.rule("1853-T6-4", "1853-4.9-1")
@pytest.mark.parametrize(("phase", "rounds"), [("2", 1), ("3", 2), ("4", 3), ("5", 3)])
def test_operating_rounds_between_share_rounds(phase, rounds):
    table = india(companies={"ECR": {"A": 3}}, cash=ONLY, phase=phase)
    table.apply("A passes", "B passes", "C passes")
    played = []
    while table.s.top.stage != "another round":
        played.append(table.round)
        table.apply("ECR passes")
    assert list(dict.fromkeys(played)) == [f"OR 2.{number}" for number in range(1, rounds + 1)]


@pytest.mark.rule("1853-4.10.2-1")
def test_the_game_begins_in_phase_2():
    table = india(stock_round=1)
    assert table.phase == "2"
    assert table.s.phase.colours == ("yellow",)


# -- the end --------------------------------------------------------------------------------------


def broke(company="NWR", **about):
    """The company pays 100 out of a bank that has 10; ECR follows."""
    return india(
        companies={company: {"A": 3, "B": 2}, "ECR": {"C": 3}},
        turn=f"{company} pay",
        income=100,
        bank=10,
        cash=ONLY,
        **about,
    )


@pytest.mark.rule("1853-5.1.1-1", "1853-5.1.2-1", "1853-5.1.2-4")
def test_a_broken_bank_pays_in_full_and_the_round_goes_on():
    table = broke().apply("NWR pays")
    assert (table.cash("A"), table.cash("B")) == (30, 20)
    assert table.s.ending == "bank"
    assert not table.game.over
    while table.s.top.company == "NWR":
        table.apply("NWR passes")
    assert table.s.top.company == "ECR"


@pytest.mark.rule("1853-5.1.1-1")
@pytest.mark.parametrize(("bank", "ending"), [(50, "bank"), (51, "")])
def test_a_bank_has_no_money_left_when_it_has_paid_its_last_pound(bank, ending):
    table = india(
        companies={"NWR": {"A": 3, "B": 2}}, turn="NWR pay", income=100, bank=bank, cash=ONLY
    ).apply("NWR pays")
    assert (table.cash("bank"), table.s.ending) == (bank - 50, ending)


@pytest.mark.rule("1853-5.1.2-2", "1853-5.1.1-1", "1853-5.1.2-3")
def test_the_rest_of_the_series_is_not_played():
    table = broke(phase="4", operating_round=1).apply("NWR pays")
    while not table.game.over:
        assert table.round == "OR 2.1"
        table.apply(f"{table.s.top.company} passes")
    assert table.refused("A passes") == "1853-5.1.1-1"


@pytest.mark.rule("1853-5.1.2-3")
def test_a_bank_broken_in_a_share_round_ends_the_game_after_it():
    table = india(companies={"EIR": {"A": 4, "price": 200}}, bank=100, cash=ONLY)
    table.apply("A sells 10 EIR")
    assert table.s.ending == "bank"
    assert table.cash("A") == 200
    table.apply("A passes", "B passes", "C passes")
    assert table.game.over


@pytest.mark.rule("1853-5.1.3-1", "1853-5.1.3-2", "1853-5.1.1-1")
def test_a_price_of_400_ends_the_game_at_once_after_the_payout():
    table = india(
        companies={"GIP": {"A": 3, "B": 2, "price": 380, "cash": 2000}, "NWR": {"C": 3}},
        turn="GIP pay",
        income=200,
        cash=ONLY,
        phase="5",
    )
    table.apply("GIP pays")
    assert table.price("GIP") == 400
    assert table.game.over
    assert (table.cash("A"), table.cash("B")) == (60, 40)
    assert table.trains("GIP") == []
    assert table.game.acting == ()


@pytest.mark.rule("1853-5.2.1-1", "1853-5.2.2-1")
def test_worth_is_cash_and_shares():
    table = india(
        companies={
            "EIR": {"A": 3, "price": 122, "cash": 800, "trains": ["6"]},
            "SIR": {"A": 1, "founded": False},
        },
        cash={"A": 200, "B": 0, "C": 0},
        phase="5",
    )
    assert table.game.scores() == {"A": 3 * 122 + 75 + 200, "B": 0, "C": 0}


@pytest.mark.rule("1853-5.2.1-2")
def test_the_money_of_an_open_contract_is_lost():
    lent = india(cash={"A": 200}, loans={"A": 130}, named={"A": ["Lahore", "Multan", "Karachi", "Peshawar"]})
    assert lent.game.scores()["A"] == 200
    assert lent.cash("loan:A") == 130


@pytest.mark.rule("1853-5.2.1-1")
@pytest.mark.parametrize(("price", "worth"), [(122, 122 + 22), (100, 100), (96, 96)])
def test_unpaid_shares_are_worth_their_price_less_what_is_unpaid(price, worth):
    about = {"A": 3, "B": 2, "unpaid": {"B": 1}, "price": price}
    table = india(companies={"EIR": about}, cash={"A": 0, "B": 10})
    assert table.game.scores()["B"] == 10 + worth
    assert table.game.scores()["A"] == 3 * price


@pytest.mark.rule("1853-5.2.3-1")
def test_the_richest_wins():
    """Most cash, the richest company and the largest loan do not make A win: B's shares do."""
    table = india(
        companies={"EIR": {"A": 2, "price": 40, "cash": 5000}, "GIP": {"B": 5, "price": 380}},
        cash={"A": 1500, "B": 0, "C": 900},
        loans={"A": 300},
        turn="GIP pay",
        income=200,
        phase="5",
    )
    table.apply("GIP pays")
    assert table.game.over
    assert table.game.scores() == {"A": 1500 + 2 * 40, "B": 5 * 400 + 100, "C": 900}
    scene = Scene(table.game, None, (), own_words("en", "1853"), len(table.game.actions))
    assert decision(scene).title == "B wins."


def test_a_standstill_ends_the_game():
    """Loans of all their money leave the players nothing to deal with, and no company is in operation."""
    stuck = {"SIR": {"A": 1, "B": 1, "C": 1, "unpaid": {"A": 1, "B": 1, "C": 1}, "founded": False}}
    table = india(companies=stuck, cash=ONLY, stock="A").apply("A passes", "B passes", "C passes")
    assert table.game.over
    assert table.s.ending == "standstill"
    movable = {"SIR": {"A": 1, "founded": False}}
    again = india(companies=movable, cash=ONLY, stock="A").apply("A passes", "B passes", "C passes")
    assert not again.game.over


# MSM has no money, no train and no director with money; its line ends at the foot of a mountain
BEGGAR = {"A": 2, "unpaid": {"A": 2}, "pool": 4, "price": 10, "cash": 0}
OWING = {"C": 1, "unpaid": {"C": 1}, "founded": False}


def stranded(**about):
    companies = {"MSM": {**BEGGAR, **about}, "EIR": OWING}
    return india(companies=companies, cash={"A": 6, "B": 8, "C": 65}, tiles={"Q17": "7.2"}, stock="A").apply(
        "A passes", "B passes", "C passes"
    )


def test_a_standstill_is_seen_though_a_company_operates_and_another_round_may_be_called():
    table = stranded()
    assert table.game.over
    assert table.s.ending == "standstill"


def test_shares_that_may_be_sold_in_the_next_round_only_are_no_standstill():
    """MSM was founded in this share round, so nobody could sell of it; from the next on A can."""
    companies = {"MSM": {**BEGGAR, "unpaid": {}}, "EIR": OWING}
    position: dict[str, Any] = {
        "companies": companies,
        "cash": {"A": 6, "B": 8, "C": 65},
        "tiles": {"Q17": "7.2"},
    }
    table = india(**position, stock="A", started_in={"MSM": 2})
    assert table.refused("A sells 10 MSM") == "1853-3.1.8-2"
    assert not table.apply("A passes", "B passes", "C passes").game.over


@pytest.mark.parametrize(
    "about",
    [{"price": 20}, {"cash": 140}, {"cash": 300}, {"trains": ["2"], "tokens": ["R16.0"]}],
    ids=["the price may fall", "a tile", "a train", "a run"],
)
def test_while_a_company_can_do_something_there_is_no_standstill(about):
    if "tokens" in about:
        companies = {"MSM": {**BEGGAR, **about}, "EIR": OWING}
        tiles = {"Q17": "7.2", "R16": "5.5"}
        cash = {"A": 6, "B": 8, "C": 65}
        table = india(companies=companies, cash=cash, tiles=tiles, stock="A")
        table.apply("A passes", "B passes", "C passes")
    else:
        table = stranded(**about)
    assert not table.game.over
