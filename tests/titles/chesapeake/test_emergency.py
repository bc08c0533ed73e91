"""A company must have a train and cannot pay: peculiarity 24."""

import pytest

from tests.titles.chesapeake.helpers import Companies, chesapeake, one

LINE = {"F2": "57.1", "E3": "57.1"}  # Harrisburg to Hagerstown: PRR has a route
BUY = "PRR buys train 4 as 4 from depot for 300"


def need(cash=100, a=0, *, phase="4", held=None, about=None, tiles=None, **more):
    """PRR has a route, no train and little money; the cheapest train costs 300. `held`: other companies."""
    others: Companies = {id: {"price": 70, **part} for id, part in (held or {}).items()}
    return chesapeake(
        companies={"PRR": {"price": 80, "A": 60, "cash": cash, **(about or {})}, **others},
        phase=phase,
        tiles=LINE if tiles is None else tiles,
        turn="PRR trains",
        cash={"A": a, "B": 0, "C": 0},
        **more,
    )


@pytest.mark.rule("18CH-24-1")
def test_24_a_company_with_a_route_must_own_a_train_and_only_then_is_helped():
    table = need(a=250)
    assert table.refused("PRR passes") == "18CH-24-1"
    table.apply(BUY)
    assert (table.cash("A"), table.cash("PRR"), table.trains("PRR")) == (50, 0, ["4"])
    assert need(a=250, tiles={}, privates={"C-P": "A"}).refused(BUY) == "18CH-24-1"
    assert need(a=250, about={"trains": ["4"]}, privates={"C-P": "A"}).refused(BUY) == "18CH-24-1"


@pytest.mark.rule("18CH-24-2")
def test_24_only_the_cheapest_train_of_the_bank():
    table = need(a=2000, phase="6", pool_trains=["5"])
    assert table.refused("PRR buys train 6 as 6 from depot for 630") == "18CH-24-2"
    assert table.refused("PRR buys train D as D from depot for 900") == "18CH-24-2"
    assert table.allows("PRR buys train 5 as 5 from pool for 500")


@pytest.mark.rule("18CH-24-3")
def test_24_the_presidents_money_buys_from_other_companies_up_to_the_printed_price():
    table = need(a=500, held={"LV": {"B": 60, "trains": ["4"]}})
    assert table.refused("PRR buys train 4 as 4 from LV for 301") == "18CH-24-3"
    table.apply("PRR buys train 4 as 4 from LV for 300", "B agrees")
    assert (table.cash("A"), table.cash("LV"), table.trains("PRR")) == (300, 300, ["4"])


@pytest.mark.rule("18CH-24-3")
def test_24_help_for_another_companys_train_though_the_bank_could_be_paid():
    held = {"LV": {"B": 60, "trains": ["5"]}}
    table = need(cash=320, a=500, held=held)
    assert table.allows("PRR buys train 5 as 5 from LV for 500")
    assert table.refused("PRR buys train 5 as 5 from LV for 501") == "18CH-24-3"
    assert table.refused("A sells 10 LV") == "18CH-24-1"  # nothing is sold for it


@pytest.mark.rule("18CH-24-4")
def test_24_other_presidencies_may_fall_but_not_that_of_the_company_in_turn():
    held = {"LV": {"A": 30, "B": 30}}
    table = need(a=0, held=held, about={"A": 40, "B": 30})
    assert table.refused("A sells 20 PRR") == "18CH-24-4"
    assert table.allows("A sells 10 PRR")
    table.apply("A sells 10 LV")
    assert table.president("LV") == "B"


@pytest.mark.rule("18CH-24-5")
def test_24_no_more_is_sold_than_needed_but_a_company_more_than_once():
    table = need(a=80, held={"LV": {"A": 40, "B": 50}})
    assert table.refused("A sells 30 LV") == "18CH-24-5"  # two shares bring the 120 that are missing
    table.apply("A sells 10 LV", "A sells 10 LV")
    assert table.cash("A") == 80 + 70 + 65
    assert table.refused("A sells 10 LV") == "18CH-24-5"
    table.apply(BUY)
    assert table.cash("A") == 15


@pytest.mark.rule("18CH-24-5")
def test_24_sales_are_for_need_alone():
    rich = need(a=200, held={"LV": {"A": 40, "B": 50}})
    assert rich.refused("A sells 10 LV") == "18CH-24-5"
    table = need(a=0, held={"LV": {"A": 60, "B": 40}})
    assert table.refused(BUY) == "18CH-24-5"
    able = need(cash=300, a=0, held={"LV": {"A": 40, "B": 50}})
    assert able.refused("A sells 10 LV") == "18CH-24-1"


@pytest.mark.rule("18CH-24-6")
def test_24_after_a_sale_another_companys_train_costs_so_much_that_the_sale_was_needed():
    held: Companies = {"LV": {"A": 40, "B": 50}, "C&A": {"B": 60, "trains": ["4"]}}
    table = need(a=30, held=held)
    assert table.allows("PRR buys train 4 as 4 from C&A for 1")
    table.apply("A sells 10 LV")
    assert table.refused("PRR buys train 4 as 4 from C&A for 130") == "18CH-24-6"  # 100 + 30 were there
    table.apply("PRR buys train 4 as 4 from C&A for 131", "B agrees")
    assert (table.cash("PRR"), table.cash("A"), table.cash("C&A")) == (0, 30 + 70 - 31, 131)


@pytest.mark.rule("18CH-24-7")
def test_24_the_presidents_money_never_helps_a_trade_in():
    table = one("PRR", at="trains", cash=699, phase="6", tiles=LINE, trains=["5"], privates={})
    table.s.cash["A"] = 900
    table.s.cash["bank"] -= 100
    table.game.audit()
    assert table.refused("PRR trades train 5 for D at 700") == "18CH-9-2"


@pytest.mark.rule("18CH-24-8")
def test_24_after_sales_the_companies_still_to_operate_are_ordered_anew():
    companies: Companies = {
        "PRR": {"price": 95, "A": 60, "cash": 160},
        "LV": {"price": 80, "A": 40, "B": 50, "cash": 0},
        "C&A": {"spot": (3, 2), "C": 60, "cash": 0},  # 75
    }
    table = chesapeake(companies=companies, phase="4", tiles=LINE, turn="PRR trains", cash={"A": 60})
    table.apply("A sells 10 LV", BUY)
    assert table.s.top.company == "LV"  # 75 too, but further right
    again = chesapeake(companies=companies, phase="4", tiles=LINE, turn="PRR trains", cash={"A": 0})
    again.apply("A sells 20 LV", BUY)
    assert again.s.top.company == "C&A"


@pytest.mark.rule("18CH-24-9")
def test_24_bankrupt_is_who_could_not_raise_enough_by_selling_all():
    able = need(a=0, held={"LV": {"A": 40, "B": 50}})
    assert able.refused("A is bankrupt") == "18CH-24-9"
    assert need(a=200).refused("A is bankrupt") == "18CH-24-9"
    assert need(a=200, about={"A": 20}).refused("A is bankrupt") == "18CH-24-9"
    assert need(a=199, about={"A": 20}).allows("A is bankrupt"), "for a single dollar"
    train = need(cash=10, phase="5", depot="6", held={"LV": {"A": 20, "trains": ["5"]}}, about={"A": 20})
    assert train.allows("PRR buys train 5 as 5 from LV for 10")
    assert train.allows("A is bankrupt")


@pytest.mark.rule("18CH-24-9")
def test_24_a_bankrupt_sells_what_can_be_sold_and_loses_the_cash_and_the_game_is_over():
    table = need(cash=0, a=20, phase="5", depot="6", held={"LV": {"A": 30, "B": 50}})
    table.apply("A is bankrupt")
    assert table.game.over
    assert (table.s.ending, table.s.bankrupt, table.cash("A")) == ("bankrupt", ("A",), 0)
    assert [event.values for event in table.events("over")] == [{"reason": "bankrupt"}]
    assert [event.values for event in table.events("bankrupt")] == [{"player": "A", "company": "PRR"}]
    assert (table.percent("A", "LV"), table.percent("A", "PRR")) == (0, 20)  # nobody could take PRR over
    assert table.game.scores()["A"] == 2 * table.price("PRR")
    assert table.game.legal_actions() == []
