"""18TE §7.1 and §7.11: the export marker, exports, and the end of an operating round."""

import pytest

from kursbuch.testing import Table, position

BUY = "KHS buys train 1+1/2 as 2 from depot for 100"


def trading(*, others=None, cash=500, operating_round=1, **more) -> Table:
    """The last company to operate is at its trains; the export marker lies on the factory in phases 2 and 3."""
    marker = more.get("phase", "2") in "23"
    return position(
        "18te",
        companies={**(others or {}), "KHS": {"cash": cash, "price": 60}},
        turn="KHS trains",
        operating_round=operating_round,
        export_marker=marker,
        **more,
    )


def end_round(table: Table) -> Table:
    start = table.round
    while table.round == start:
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
    return table


def exported(table) -> list[str]:
    return [event.values["train"] for event in table.events("exported")]


# -- the marker -----------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.1-1")
@pytest.mark.parametrize(("phase", "lies"), [("2", True), ("3", True), ("4", False), ("5", False)])
def test_the_marker_lies_on_the_factory_in_phases_2_and_3(phase, lies):
    table = position("18te", companies={"KHS": {"cash": 300}}, phase=phase, stock="A")
    assert not table.s.export_marker
    table.apply("A passes", "B passes")
    assert table.round == "OR 2.1"
    assert table.s.export_marker is lies


@pytest.mark.rule("18TE-7.1-1")
def test_the_second_operating_round_has_its_own_marker():
    table = trading().apply(BUY)
    end_round(table)
    assert table.round == "OR 2.2"
    assert table.s.export_marker


@pytest.mark.rule("18TE-7.1-2")
def test_a_purchase_from_the_factory_takes_the_marker_away():
    table = trading().apply(BUY)
    assert not table.s.export_marker
    end_round(table)
    assert exported(table) == []
    assert len(table.trains("depot")) == 17


@pytest.mark.rule("18TE-7.1-3")
def test_a_purchase_from_the_bank_leaves_the_marker():
    table = trading(pool_trains=["2"]).apply("KHS buys train 1+1/2 as 2 from pool for 100")
    assert table.s.export_marker
    assert exported(end_round(table)) == ["1+1/2"]


@pytest.mark.rule("18TE-7.1-3")
def test_a_purchase_from_another_company_leaves_the_marker():
    table = trading(others={"KWE": {"A": 30, "trains": ["2"], "price": 50}})
    table.apply("KHS buys train 1+1/2 as 2 from KWE for 100")
    assert table.s.export_marker
    assert exported(end_round(table)) == ["1+1/2"]


@pytest.mark.rule("18TE-7.1-1")
def test_between_two_sets_no_marker_lies():
    table = trading(operating_round=2)
    end_round(table)
    assert table.round == "SR 3"
    assert not table.s.export_marker


# -- export ---------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.11-1")
def test_without_a_sale_the_top_train_leaves_the_game():
    table = trading()
    cash = dict(table.s.cash)
    assert exported(end_round(table)) == ["1+1/2"]
    assert len(table.trains("depot")) == 17
    assert "1+1/2#1" in table.s.trains["out"]
    assert table.s.cash == cash


@pytest.mark.rule("18TE-7.11-2")
@pytest.mark.parametrize(("phase", "top"), [("2", "1+1/2"), ("3", "2+2/3"), ("3", "3+3/4")])
def test_whatever_lies_on_top_is_exported(phase, top):
    assert exported(end_round(trading(phase=phase, depot=top))) == [top]


@pytest.mark.rule("18TE-7.11-3")
def test_the_export_of_the_first_2_plus_2_starts_phase_3():
    table = trading(depot="2+2/3", phase="2")
    assert table.phase == "2"
    assert end_round(table).phase == "3"


@pytest.mark.rule("18TE-7.11-3")
def test_the_export_of_the_first_3_plus_3_starts_phase_4_with_rust_and_limit():
    table = position(
        "18te",
        companies={
            "KHS": {"cash": 100, "price": 60},
            "KWE": {"A": 30, "price": 50, "trains": ["2", "3"]},
            "CME": {"B": 30, "price": 50, "trains": ["3", "3", "3"]},
        },
        phase="3",
        depot="3+3/4",
        turn="KHS trains",
        export_marker=True,
    )
    while table.phase == "3":
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
    assert table.trains("KWE") == ["3"]
    assert table.s.phase.train_limit == 2
    assert (table.acting, table.round) == ("B", "OR 2.1")
    table.apply("CME discards train 3")
    assert table.round == "OR 2.2"


@pytest.mark.rule("18TE-7.11-4")
@pytest.mark.parametrize("phase", ["4", "5"])
def test_from_phase_4_on_nothing_is_exported(phase):
    table = trading(phase=phase)
    before = table.trains("depot")
    end_round(table)
    assert exported(table) == []
    assert table.trains("depot") == before


@pytest.mark.rule("18TE-7.11-4")
def test_a_round_that_reaches_phase_4_ends_without_export():
    table = trading(phase="3", depot="3+3/4").apply("KHS buys train 3+3/4 as 4 from depot for 400")
    assert table.phase == "4"
    assert exported(end_round(table)) == []


@pytest.mark.rule("18TE-7.11-5")
def test_after_the_export_comes_the_second_operating_round_then_a_stock_round():
    table = end_round(trading(operating_round=1))
    assert table.round == "OR 2.2"
    assert exported(table) == ["1+1/2"]
    assert end_round(table).round == "SR 3"
    assert exported(table) == ["1+1/2"]
