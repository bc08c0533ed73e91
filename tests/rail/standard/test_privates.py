"""Privates by their data: sold, handed in, closed, blocking, building."""

import pytest

from tests.rail.standard.example import rules_of, standard

PRR = {"PRR": {"spot": (0, 6), "A": 60, "cash": 500, "trains": ["3"]}}
TWO = {**PRR, "NYC": {"spot": (0, 6), "B": 60, "cash": 500}}


def turn(at="lay", *, box="northeast", phase="3", companies=PRR, **more):
    return standard(box, companies=companies, phase=phase, turn=f"PRR {at}", **more)


# -- between players ------------------------------------------------------------------------------


def stock(**more):
    return standard(
        companies=TWO, **{"privates": {"SV": "B", "BO": "C", "DH": "A"}, "stock": "A", "phase": "3", **more}
    )


def test_a_private_of_another_player_is_the_purchase_of_the_turn():
    table = stock().apply("A acquires SV for 77")
    assert table.acting == "B"
    assert table.refused("A passes") == "between.consent"
    table.apply("B agrees")
    assert (table.s.privates["SV"], table.cash("A"), table.cash("B")) == ("A", 800 - 77, 800 + 77)
    assert table.acting == "A"
    assert table.refused("A buys 10 NYC from offer") == "buy.one"
    assert table.refused("A acquires BO for 1") == "private.never-sold"


@pytest.mark.parametrize(
    "deal",
    ["pars B&O at 67", "buys 10 PRR from offer", "sells 10 PRR", "acquires SV for 77", "passes"],
)
def test_a_private_with_a_power_deals_for_nobody(deal):
    """It may speak in a stock turn, for itself alone."""
    companies = {"PRR": {"spot": (0, 6), "A": 50, "B": 20}}
    table = standard(companies=companies, privates={"MH": "A", "SV": "B"}, stock="A", phase="3")
    assert table.refused(f"MH {deal}") == "turn.not-yours"
    assert table.allows(f"A {deal}")


def test_an_owner_may_decline_and_is_not_asked_for_as_much_again_in_this_turn():
    table = stock().apply("A acquires SV for 77", "B declines")
    assert (table.acting, table.s.privates["SV"]) == ("A", "B")
    assert table.refused("A acquires SV for 77") == "between.consent"
    table.apply("A acquires SV for 78", "B declines", "A passes")
    assert table.s.top.declined == () and table.s.top.passes == 1  # an offer in vain is no deal


def test_privates_change_hands_only_in_some_rounds_and_phases():
    assert stock(stock_round=1).refused("A acquires SV for 5") == "between.phase"
    assert stock(phase="5").refused("A acquires SV for 5") == "between.phase"
    assert stock().refused("A acquires DH for 5") == "between.owner"
    assert stock().refused("A acquires CS for 5") == "between.owner"
    assert stock().refused("A acquires SV for 0") == "between.price"
    assert stock().refused("A acquires SV for 801") == "between.price"
    assert stock().apply("A buys 10 NYC from offer").refused("A acquires SV for 5") == "buy.one"


def test_a_private_counts_towards_the_certificate_limit():
    companies = {id: {"spot": (0, 6), "A": 60} for id in ("PRR", "NYC", "ERIE")}
    own = {"CS": "A", "DH": "A", "MH": "A", "BO": "A"}
    table = standard(companies=companies, privates={"SV": "B", **own}, stock="A", phase="3")
    assert table.allows("A acquires SV for 5")
    table = standard(companies=companies, privates={"SV": "B", "CA": "A", **own}, stock="A", phase="3")
    assert rules_of(table).limits.certificates == 3 * 5 + 5
    assert table.refused("A acquires SV for 5") == "buy.certificate-limit"


def test_a_turn_goes_on_while_a_private_can_be_bought():
    def asks(private, cash):
        poor = {"A": cash, "B": 0, "C": 0}
        table = standard(privates={private: "B"}, stock="A", phase="3", cash=poor)
        return rules_of(table).turn.asks(table.s, "A")

    assert asks("SV", 1)
    assert not asks("SV", 0)
    assert not asks("BO", 1)


# -- into companies -------------------------------------------------------------------------------


def test_what_is_never_sold_goes_to_no_company():
    table = turn(privates={"BO": "A", "DH": "A"})
    assert table.refused("PRR acquires BO for 200") == "private.never-sold"
    assert [line.split()[2] for line in table.legal() if "acquires" in line] == ["DH"]


def test_the_last_step_waits_for_a_power_of_any_time():
    table = turn("privates", privates={"CS": "PRR"})
    assert table.acting == "A" and table.s.top.at == 5
    table.apply("CS places 58.0 at B20")
    assert table.tile("B20") == "58.0"
    assert table.refused("CS places 58.0 at B20").startswith("power.")


# -- closing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seller", ["depot", "NYC"])
def test_a_private_closes_with_the_first_train_of_its_company(seller):
    companies = {
        "B&O": {"spot": (0, 6), "A": 60, "cash": 500},
        "NYC": {"spot": (0, 7), "A": 60, "cash": 500, "trains": ["3", "3"]},
    }
    held = {"BO": "A", "SV": "B"}
    table = standard(companies=companies, privates=held, phase="3", depot="3", turn="B&O trains")
    price = 180 if seller == "depot" else 20
    table.apply(f"B&O buys train 3 as 3 from {seller} for {price}")
    assert (table.s.privates["BO"], table.s.privates["SV"]) == ("out", "B")


def test_another_companys_train_leaves_it_open_and_the_closing_phase_closes_all():
    table = standard(
        companies={**PRR, "B&O": {"spot": (0, 7), "B": 60}},
        privates={"BO": "B", "SV": "PRR"},
        phase="4",
        depot="4",
        turn="PRR trains",
        cash={"A": 800, "B": 800, "C": 800},
    )
    table.s.cash["PRR"] += 500
    table.s.cash["bank"] -= 500
    table.apply("PRR buys train 4 as 4 from depot for 300")
    assert (table.s.privates["BO"], table.s.privates["SV"]) == ("B", "PRR")
    closing = standard(companies=PRR, privates={"SV": "PRR"}, phase="4", depot="5", turn="PRR trains")
    closing.apply("PRR buys train 5 as 5 from depot for 450")
    assert closing.s.privates["SV"] == "out"


# -- blocked hexes --------------------------------------------------------------------------------


def test_every_hex_of_a_private_is_blocked_while_a_player_owns_it():
    companies = {"B&O": {"spot": (0, 6), "A": 60, "cash": 500}}
    for hex in ("I13", "I15"):
        table = standard(companies=companies, privates={"BO": "A"}, turn="B&O lay")
        assert table.refused(f"B&O lays 57.0 at {hex}") == "lay.blocked"
    table = standard(companies=companies, privates={"BO": "B&O"}, turn="B&O lay")
    assert table.refused("B&O lays 57.0 at I13") != "lay.blocked"


# -- a share for a private ------------------------------------------------------------------------


def test_a_private_is_handed_in_for_a_share_of_the_offering_or_the_pool():
    companies = {"NYC": {"spot": (0, 6), "B": 50, "pool": 20}}
    for source in ("offer", "pool"):
        table = standard(companies=companies, privates={"MH": "A"}, stock="B")
        before = table.percent(source, "NYC")
        table.apply(f"MH swaps for NYC from {source}")
        assert (table.percent("A", "NYC"), table.s.privates["MH"]) == (10, "out")
        assert table.percent(source, "NYC") == before - 10
    assert not any("swaps" in line for line in table.legal("A"))


def test_a_share_that_is_not_there_cannot_be_had_for_a_private():
    none = standard(companies={"NYC": {"spot": (0, 6), "B": 50}}, privates={"MH": "A"}, stock="B")
    assert none.refused("MH swaps for NYC from pool") == "swap.none"
    assert none.refused("MH swaps for PRR from offer") == "swap.company"
    full = standard(companies={"NYC": {"spot": (0, 6), "A": 60}}, privates={"MH": "A"}, stock="B")
    assert full.refused("MH swaps for NYC from offer") == "buy.holding-limit.swap"
