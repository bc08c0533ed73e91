"""Privates between players and what privates can do: peculiarities 4, 8, 9 and 10."""

import pytest

from tests.titles.northeast.helpers import northeast, one

# -- 4: between players ---------------------------------------------------------------------------


def stock(phase="3", *, stock_round=2, privates=None, cash=None, **more):
    companies = {"PRR": {"price": 100, "A": 60, "B": 40}, "NYC": {"price": 82, "A": 20, "B": 20}}
    cash = {"A": 500, "B": 100, "C": 500, **(cash or {})}
    return northeast(
        companies=companies,
        phase=phase,
        privates=privates or {"SV": "B"},
        stock_round=stock_round,
        cash=cash,
        **more,
    )


@pytest.mark.rule("1830-4-1")
def test_4_a_private_is_the_purchase_of_the_turn():
    table = stock().apply("A sells 10 PRR", "A acquires SV for 30", "B agrees")
    assert (table.s.privates["SV"], table.cash("A"), table.cash("B")) == ("A", 500 + 100 - 30, 130)
    assert table.acting == "A"
    assert table.refused("A buys 10 NYC from offer") == "1830-1-1"
    assert table.refused("A pars CPR at 67") == "1830-1-1"
    assert table.allows("A sells 10 PRR") and table.allows("A passes")
    bought = stock().apply("A buys 10 NYC from offer")
    assert bought.refused("A acquires SV for 30") == "1830-1-1"


@pytest.mark.rule("1830-4-1")
@pytest.mark.parametrize(
    ("phase", "allowed"), [("", True), ("3", True), ("4", True), ("5", False), ("D", False)]
)
def test_4_in_phases_2_to_4(phase, allowed):
    table = stock(phase)
    assert table.allows("A acquires SV for 30") is allowed
    if not allowed:
        assert table.refused("A acquires SV for 30") == "1830-4-1"


@pytest.mark.rule("1830-4-1")
def test_4_from_the_second_stock_round_on():
    assert stock(stock_round=1).refused("A acquires SV for 30") == "1830-4-1"
    assert stock(stock_round=3).allows("A acquires SV for 30")


@pytest.mark.rule("1830-4-1")
def test_4_only_from_a_player_who_owns_it():
    table = stock(privates={"SV": "B", "CS": "A", "DH": "PRR"})
    assert table.refused("A acquires CS for 30") == "1830-4-1"
    assert table.refused("A acquires DH for 30") == "1830-4-1"
    assert table.refused("A acquires BO for 30") == "1830-4-1"


@pytest.mark.rule("1830-4-2")
def test_4_any_price_from_1_that_the_buyer_has():
    table = stock()
    assert table.refused("A acquires SV for 0") == "1830-4-2"
    assert table.refused("A acquires SV for 501") == "1830-4-2"
    assert table.allows("A acquires SV for 1") and table.allows("A acquires SV for 500")


@pytest.mark.rule("1830-4-3")
def test_4_the_owner_has_to_consent():
    table = stock().apply("A acquires SV for 30")
    assert table.acting == "B"
    assert table.refused("A passes") == "1830-4-3"
    table.apply("B declines")
    assert (table.s.privates["SV"], table.acting) == ("B", "A")
    assert table.refused("A acquires SV for 30") == "1830-4-3"
    table.apply("A acquires SV for 31", "B agrees")
    assert table.s.privates["SV"] == "A"


@pytest.mark.rule("1830-4-1", "1830-3-1")
def test_4_a_private_counts_as_a_certificate():
    companies = {"PRR": {"price": 100, "A": 60}, "NYC": {"price": 82, "A": 60}}
    table = northeast(6, companies=companies, privates={"SV": "A", "CS": "B"}, cash={"A": 300}, phase="3")
    assert table.refused("A acquires CS for 30") == "1830-3-1"


@pytest.mark.rule("1830-1-6")
def test_4_a_turn_is_open_to_who_could_buy_a_private():
    companies = {"PRR": {"price": 100, "A": 60, "B": 40}}
    table = northeast(companies=companies, privates={"SV": "B"}, cash={"A": 0, "B": 0, "C": 5}, phase="3")
    table.apply("A passes", "B passes")
    assert table.acting == "C"


# -- 8: the Mohawk & Hudson -----------------------------------------------------------------------


@pytest.mark.rule("1830-8-1")
def test_8_it_is_swapped_for_a_share_in_anybodys_turn():
    table = stock(privates={"MH": "C"})
    assert table.acting == "A"
    table.apply("MH swaps for NYC from offer")
    assert (table.percent("C", "NYC"), table.s.privates["MH"], table.acting) == (10, "out", "A")
    operating = one("PRR", "station", privates={"MH": "B"}, tiles={"H10": "57.1"})
    operating.apply("MH swaps for NYC from offer")  # the NYC is not started yet
    assert (operating.percent("B", "NYC"), operating.acting) == (10, "A")


@pytest.mark.rule("1830-8-1")
def test_8_a_swap_may_float_the_company_and_change_its_lead():
    companies = {
        "NYC": {"price": 82, "A": 20, "B": 20, "C": 10, "floats": False},
        "PRR": {"price": 100, "A": 60},
    }
    table = northeast(companies=companies, privates={"MH": "B"}, turn="PRR lay")
    table.apply("MH swaps for NYC from offer")
    assert (table.president("NYC"), table.cash("NYC"), table.s.floated) == ("B", 670, ("PRR", "NYC"))
    table.apply("PRR passes")
    assert table.round == "OR 2.2"  # it has no turn in the round under way


@pytest.mark.rule("1830-8-2")
def test_8_from_the_offering_or_the_pool():
    companies = {"NYC": {"price": 82, "A": 60, "B": 20, "pool": 20}}
    table = northeast(companies=companies, privates={"MH": "C"})
    assert table.refused("MH swaps for NYC from offer") == "1830-8-2"
    table.apply("MH swaps for NYC from pool")
    assert (table.percent("C", "NYC"), table.percent("pool", "NYC")) == (10, 10)
    none = northeast(companies={"NYC": {"price": 82, "A": 60, "B": 40}}, privates={"MH": "C"})
    assert none.refused("MH swaps for NYC from pool") == "1830-8-2"
    assert stock(privates={"MH": "C"}).refused("MH swaps for PRR from offer") == "1830-8-2"


@pytest.mark.rule("1830-8-3")
def test_8_not_above_sixty_but_above_the_certificate_limit():
    companies = {"NYC": {"spot": (0, 6), "A": 60, "B": 20}}
    table = northeast(companies=companies, privates={"MH": "A"})
    assert table.refused("MH swaps for NYC from offer") == "1830-8-3"
    table.s.prices = table.s.prices.to("NYC", (5, 0))
    assert table.allows("MH swaps for NYC from offer")
    companies = {"PRR": {"price": 100, "A": 60}, "CPR": {"price": 90, "A": 60}}  # ten, and the private
    full = northeast(6, companies=companies, privates={"MH": "A"})
    assert full.allows("MH swaps for NYC from offer")


@pytest.mark.rule("1830-8-4")
def test_8_only_its_player_swaps_it():
    assert stock(privates={"MH": "C"}).refused("A: MH swaps for NYC from offer") == "1830-8-4"
    assert stock(privates={"MH": "PRR"}).refused("MH swaps for NYC from offer") == "1830-8-4"
    assert one("PRR", privates={"MH": "PRR"}).refused("MH swaps for NYC from offer") == "1830-8-4"


# -- 9: the Champlain & St. Lawrence --------------------------------------------------------------


@pytest.mark.rule("1830-9-1", "1830-9-2")
@pytest.mark.parametrize("step", ["lay", "station", "run", "pay", "trains", "privates"])
def test_9_its_company_builds_at_b20_at_any_point_of_its_turn(step):
    table = one("PRR", step, privates={"CS": "PRR"}, tiles={"H10": "57.1"}, income=30, trains=["2"])
    at = table.s.top.at
    table.apply("CS places 58.0 at B20")
    assert (table.tile("B20"), table.s.privates["CS"]) == ("58.0", "PRR")
    if step != "privates":  # else the turn is over, and the next round pays the private
        assert (table.s.top.at, table.cash("PRR")) == (at, 500)


@pytest.mark.rule("1830-9-1")
def test_9_beside_its_own_tile_and_once():
    table = one("PRR", privates={"CS": "PRR"}).apply("CS places 3.0 at B20", "PRR lays 57.1 at H10")
    assert (table.tile("B20"), table.tile("H10")) == ("3.0", "57.1")
    assert table.refused("CS places 58.0 at B20") == "1830-9-1"
    used = one("PRR", privates={"CS": "PRR"}, used=frozenset({"CS"}))
    assert used.refused("CS places 58.0 at B20") == "1830-9-1"


@pytest.mark.rule("1830-9-1")
def test_9_one_of_three_tiles_on_the_empty_hex():
    table = one("PRR", privates={"CS": "PRR"})
    assert {a.split()[2].split(".")[0] for a in table.legal() if a.startswith("CS")} == {"3", "4", "58"}
    assert table.refused("CS places 57.0 at B20") == "1830-9-1"
    assert table.refused("CS places 58.0 at D4") == "1830-9-1"
    covered = one("PRR", privates={"CS": "PRR"}, tiles={"B20": "58.0"})
    assert covered.refused("CS places 4.1 at B20") == "1830-9-1"
    assert (
        table.refused("CS places 3.3 at B20") == "1830-18-2"
    )  # against the blank side of Montreal's neighbour


@pytest.mark.rule("1830-9-1")
def test_9_only_in_the_turn_of_its_company():
    others = {"CPR": {"price": 90, "B": 60}}
    table = one("PRR", privates={"CS": "CPR"}, others=others)
    assert table.refused("CS places 58.0 at B20") == "1830-9-1"
    assert stock(privates={"CS": "PRR"}).refused("CS places 58.0 at B20") == "1830-9-1"
    own = one("PRR", privates={"CS": "PRR"})
    assert own.allows("A: CS places 58.0 at B20")
    assert own.refused("B: CS places 58.0 at B20") == "1830-9-1"  # A leads the PRR


@pytest.mark.rule("1830-9-1")
def test_9_the_turn_waits_for_it_at_its_end():
    table = one("PRR", "privates", privates={"CS": "PRR"})
    assert (table.acting, table.s.top.company) == ("A", "PRR")
    table.apply("PRR passes")
    assert table.tile("B20") == "print B20.0"


@pytest.mark.rule("1830-9-3")
def test_9_a_player_builds_nothing_with_it():
    table = one("PRR", privates={"CS": "A"})
    assert table.refused("CS places 58.0 at B20") == "1830-9-3"
    assert not any(action.startswith("CS") for action in table.legal())


# -- 10: the Delaware & Hudson --------------------------------------------------------------------


@pytest.mark.rule("1830-10-1", "1830-10-2")
@pytest.mark.parametrize("turn", [0, 1, 2])
def test_10_its_company_uses_its_tile_for_f16_in_any_direction_and_pays(turn):
    table = one("B&M", privates={"DH": "B&M"}).apply(f"DH places 57.{turn} at F16")
    assert (table.tile("F16"), table.cash("B&M")) == (f"57.{turn}", 500 - 120)
    assert table.refused("B&M lays 9.1 at F22") == "1830-10-3"


@pytest.mark.rule("1830-10-1")
def test_10_in_place_of_the_tile_of_the_turn():
    laid = one("B&M", privates={"DH": "B&M"}).apply("B&M lays 57.1 at F22")
    assert laid.refused("DH places 57.0 at F16") == "1830-10-1"
    table = one("B&M", privates={"DH": "B&M"}).apply("DH places 57.0 at F16", "DH passes")
    assert table.refused("B&M lays 57.1 at F22") == "1830-12-2"
    assert one("B&M", "station", privates={"DH": "B&M"}).refused("DH places 57.0 at F16") == "1830-10-1"


@pytest.mark.rule("1830-10-1")
def test_10_only_the_57_on_the_empty_hex():
    table = one("B&M", privates={"DH": "B&M"})
    assert table.refused("DH places 58.0 at F16") == "1830-10-1"
    assert table.refused("DH places 57.0 at H10") == "1830-10-1"
    covered = one("B&M", privates={"DH": "B&M"}, tiles={"F16": "57.0"})
    assert covered.refused("DH places 57.1 at F16") == "1830-10-1"


@pytest.mark.rule("1830-10-2")
def test_10_who_cannot_pay_the_mountain_cannot_build():
    assert one("B&M", privates={"DH": "B&M"}, cash=119).refused("DH places 57.0 at F16") == "1830-20-3"
    assert one("B&M", privates={"DH": "B&M"}, cash=120).allows("DH places 57.0 at F16")


@pytest.mark.rule("1830-10-3", "1830-10-4")
def test_10_the_next_token_is_free_and_used_up():
    table = one("PRR", privates={"DH": "PRR"}, tiles={"H10": "57.1"}, trains=["2"])
    table.apply("DH places 57.0 at F16")
    assert (table.acting, sorted(table.legal())) == ("A", ["DH builds a station at F16.0", "DH passes"])
    table.apply("DH builds a station at F16.0")
    assert (table.station_at("F16.0"), table.cash("PRR")) == (("PRR",), 500 - 120)
    assert [token.cost for token in table.s.tokens["PRR"]] == [100, 100]
    assert table.s.top.at == 2  # the token of the turn is placed: trains run
    assert table.refused("PRR builds a station at H10.0") == "1830-21-2"


@pytest.mark.rule("1830-10-3")
def test_10_at_once_or_never():
    table = one("PRR", privates={"DH": "PRR"}, tiles={"H10": "57.1"}).apply("DH places 57.0 at F16")
    assert table.refused("PRR builds a station at H10.0") == "1830-10-3"
    table.apply("DH passes")
    assert table.refused("DH builds a station at F16.0") == "1830-O-1"
    assert table.refused("PRR builds a station at F16.0") == "1830-21-3"
    assert table.allows("PRR builds a station at H10.0")  # the token of the turn is still there


@pytest.mark.rule("1830-10-3")
def test_10_without_a_token_left_nothing_is_asked():
    companies = {"B&M": {"price": 100, "A": 60, "cash": 500, "tokens": ["D14.0"]}}
    table = northeast(companies=companies, privates={"DH": "B&M"}, turn="B&M lay").apply(
        "DH places 57.0 at F16"
    )
    assert table.refused("DH passes") == "1830-O-1"


@pytest.mark.rule("1830-10-5")
def test_10_a_player_builds_nothing_with_it():
    assert one("B&M", privates={"DH": "A"}).refused("DH places 57.0 at F16") == "1830-10-5"
