"""Sensible decisions in 1853: a position, the bot's choice, and why."""

from random import Random

import pytest

from kursbuch.bots import get
from kursbuch.bots.contest import contest
from kursbuch.rail.routes.running import best_of
from kursbuch.titles.india.bot.choosing import LORE
from kursbuch.titles.india.bot.seat import IndiaSeat
from kursbuch.titles.india.rules.contracts import in_valley
from tests.bots.deciding import decision
from tests.titles.india.table import india, line, new

DELHI_LINE = line("F14 E13 D12 C11")
SOUTH = line("T16 S17 R18")


def turn(step, company="NWR", *, about=None, others=None, **more):
    """A company, led by A, is at a step of its turn."""
    companies = {company: {"A": 5, "B": 1, "cash": 500, **(about or {})}, **(others or {})}
    more = {"cash": {"A": 100, "B": 300, "C": 300}, "operating_round": 2, **more}
    return india(companies=companies, turn=f"{company} {step}", **more)


def shares(stock="A", **more):
    return india(stock=stock, **{"cash": {"A": 300, "B": 300, "C": 300}, **more})


def seat_of(table, player="A"):
    game = table.game
    return IndiaSeat(game.view(player), game.legal_actions(player), Random(1), LORE)


# -- contracts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_loan_leaves_the_money_to_float_a_company(players, seed):
    table = new(players)
    word, loan = decision(table, "A", seed=seed).rsplit(" ", 1)
    assert word == "A lends"
    opens_at = table.s.box.seats[players].opens_at
    assert int(loan) <= 150
    assert table.cash("A") - int(loan) >= (opens_at - 1) * 92


def played_contracts(players, seed=1):
    table = new(players, seed=seed)
    while table.game.view()["position"]["stage"][-1] in ("loans", "contracts"):
        player = table.game.acting[0]
        table.apply(decision(table, player, seed=seed + ord(player)))
    return table


def test_a_contract_gives_shares_of_one_company_and_lies_together():
    table = played_contracts(4)
    for player in "ABCD":
        counts = [count for (who, _), count in table.s.contract_shares.items() if who == player]
        assert max(counts) >= 2
        cities = [table.s.box.cities[name] for name in table.s.contracts[player]]
        assert in_valley(cities)[1] <= 2
        assert not any(who == player for who, _ in table.s.unpaid), "all contract shares are paid for"


def test_not_everybody_goes_for_the_same_company():
    table = played_contracts(4)
    favourites = set()
    for player in "ABCD":
        own = {c: count for (who, c), count in table.s.contract_shares.items() if who == player}
        favourites.add(max(own, key=own.__getitem__))
    assert len(favourites) >= 3


# -- share rounds ---------------------------------------------------------------------------------


def test_unpaid_shares_are_paid_first():
    table = shares(companies={"NWR": {"A": 3, "B": 2, "unpaid": {"A": 2}, "founded": False}})
    assert decision(table) == "A pays up 2 NWR"


def test_the_company_that_i_can_float_is_floated():
    table = shares(
        companies={"NWR": {"A": 4, "founded": False}, "GIP": {"B": 2, "founded": False}},
        stock_round=1,
        cash={"A": 200, "B": 0, "C": 0},
        drawn=frozenset({"NWR", "GIP"}),
    )
    assert decision(table) == "A buys 10 NWR from offer"


def test_a_company_that_earns_is_bought_rather_than_one_that_does_not():
    table = shares(
        companies={
            "NWR": {"B": 4, "trains": ["2"], "cash": 300},
            "MSM": {"C": 4, "cash": 0, "price": 92},
        },
        tiles=DELHI_LINE,
        cash={"A": 100, "B": 0, "C": 0},
        drawn=frozenset({"NWR", "MSM"}),
    )
    assert decision(table) == "A buys 10 NWR from offer"


def test_the_bank_is_cheaper_than_the_pool_while_the_price_is_high():
    table = shares(
        companies={"NWR": {"A": 3, "pool": 1, "price": 152, "trains": ["2"], "cash": 300}},
        tiles=DELHI_LINE,
        drawn=frozenset({"NWR"}),
    )
    assert decision(table) == "A buys 10 NWR from offer"


def test_a_second_share_makes_me_director_of_a_rich_company_that_only_has_a_manager():
    table = shares(
        companies={"NWR": {"A": 1, "pool": 6, "trains": ["2", "2"], "cash": 600}},
        tiles=DELHI_LINE,
        cash={"A": 100, "B": 0, "C": 0},
        drawn=frozenset({"NWR"}),
    )
    assert decision(table).startswith("A buys 10 NWR from ")


def test_what_can_hardly_ever_run_goes_for_what_earns():
    table = shares(
        companies={
            "NWR": {"A": 3, "trains": ["2", "2"], "cash": 300},
            "MSM": {"C": 4, "A": 2, "cash": 0, "price": 100},
        },
        tiles=DELHI_LINE,
        phase="3",
        cash={"A": 0, "B": 0, "C": 0},
        drawn=frozenset({"NWR", "MSM"}),
    )
    assert decision(table).startswith("A sells ")
    assert decision(table).endswith(" MSM")


def test_the_elephant_is_bought_for_little_only():
    for price, answer in ((5, "A agrees"), (90, "A declines")):
        table = shares(companies={"NWR": {"A": 4, "B": 1}})
        table.apply("A buys 10 NWR from offer", "A passes", "B passes", "C passes", "A passes")
        assert decision(table) == "B passes", "its holder keeps it"
        table.apply(f"B offers the elephant to A for {price}")
        assert decision(table) == answer


# -- a company's turn -----------------------------------------------------------------------------


def test_two_tiles_at_once_where_the_fee_is_small():
    for company, option in (("NWR", 2), ("EIR", 1)):
        table = turn("option", company, about={"option": 0})
        assert decision(table) == f"{company} chooses option {option}"


def test_a_tile_is_laid_that_lets_the_train_run():
    table = turn("lay", about={"trains": ["2"]}, tiles={"C11": "6.3"})
    before = best_of(table.s, "NWR")[1]
    table.apply(decision(table))
    assert before == 0
    assert best_of(table.s, "NWR")[1] >= 40


def test_a_company_in_the_mountains_lays_its_dear_first_tile():
    table = turn("lay", "BBCI", about={"cash": 840})
    word = decision(table)
    assert word.startswith("BBCI lays ")
    assert word.endswith(" at H10")


def test_a_company_of_broad_trains_lays_no_metre_track():
    table = turn("lay", about={"trains": ["2"]})
    seat = seat_of(table)
    assert seat.gauges("NWR") == {"broad"}
    tile = table.s.box.tiles[decision(table).split()[2].rpartition(".")[0]]
    assert all(piece.gauge != "metre" for piece in tile.faces[0].track)


def test_the_tile_that_fulfils_the_contract_is_laid():
    """Lahore and Rawalpindi lie side by side; only the tile of Rawalpindi is missing."""
    table = turn(
        "lay",
        about={"trains": ["2"], "cash": 300},
        tiles={"C11": "6.3"},
        loans={"A": 80},
        named={"A": ["Lahore", "Rawalpindi"]},
    )
    table.apply(decision(table))
    assert "A" in table.s.fulfilled


def test_the_mail_goes_by_the_train_with_the_dearest_ends():
    table = turn("run", about={"trains": ["2"]}, tiles=DELHI_LINE)
    table.apply(decision(table))
    offers = [a.value for a in table.game.legal_actions("A") if hasattr(a, "value")]
    assert decision(table).startswith("NWR sends mail by 2 for ")
    assert decision(table).endswith(f" {max(offers)}")


def test_income_is_paid_out():
    table = turn("pay", about={"trains": ["2", "2"]}, tiles=DELHI_LINE, income=60)
    assert decision(table) == "NWR pays"


def test_income_is_kept_for_a_train_that_is_needed_at_once():
    """The 2 goes with the next train sold, and little is missing."""
    table = turn(
        "pay",
        about={"trains": ["2"], "cash": 580},
        tiles=DELHI_LINE,
        phase="3",
        sold_out=["3"],
        income=60,
        cash={"A": 0, "B": 0, "C": 0},
    )
    assert decision(table) == "NWR withholds"


# -- trains ---------------------------------------------------------------------------------------


def test_a_company_without_a_train_buys_one():
    table = turn("trains", about={"cash": 920}, tiles=DELHI_LINE)
    assert decision(table) == "NWR buys train 2 as 2 from depot for 300"


def test_no_train_is_bought_that_leaves_nothing_for_the_first_tile():
    table = turn("trains", "BBCI", about={"cash": 310})
    assert decision(table) == "BBCI passes"


def test_a_director_gives_what_a_good_train_lacks_and_nothing_for_a_bad_one():
    rich = {"A": 300, "B": 0, "C": 0}
    table = turn("trains", about={"cash": 260}, tiles=DELHI_LINE, cash=rich)
    assert decision(table) == "NWR buys train 2 as 2 from depot for 300"
    table = turn("trains", about={"cash": 20}, tiles={"C11": "6.3"}, cash=rich)
    assert decision(table) == "NWR passes"


def test_a_manager_takes_no_train_on_credit_without_a_share():
    table = india(
        companies={"NWR": {"pool": 8, "cash": 100}},
        tiles=DELHI_LINE,
        turn="NWR trains",
        operating_round=2,
        cash={"A": 300, "B": 0, "C": 0},
    )
    assert any("credit" in str(action) for action in table.game.legal_actions("A"))
    assert decision(table) == "NWR passes"


def test_a_train_on_credit_that_earns_little_is_given_back():
    """A takes the company over with its second share and would have to pay nearly the whole price."""
    table = india(
        companies={"NWR": {"A": 1, "pool": 7, "cash": 0, "trains": ["2"]}},
        stock="A",
        cash={"A": 500, "B": 0, "C": 0},
        drawn=frozenset({"NWR"}),
    )
    table.s.debts["NWR"] = table.s.trains["NWR"][0]
    table.apply("A buys 10 NWR from pool")
    assert decision(table) == "NWR returns the train on credit"


# -- quick looks, and games -----------------------------------------------------------------------


def test_the_quick_look_at_income_is_right_where_trains_do_not_meet():
    table = turn("lay", about={"trains": ["2"]}, tiles={**DELHI_LINE, **SOUTH})
    seat = seat_of(table)
    runs = best_of(table.s, "NWR")[0]
    assert seat.income("NWR") > 0
    earned = sum(
        table.s.board.stop((hex, int(stop))).value
        for _, way in runs.runs
        for hex, dot, stop in (word.partition(".") for word in way)
        if dot
    )
    assert seat.income("NWR") == earned


def test_the_house_beats_chance():
    house, chance = get("house"), get("random")
    tally = contest("1853", [house, chance, chance], 1, seed=1)
    assert tally.won == 1, tally.report()
    assert tally.worst < 4.0, "no decision takes long"
