"""Privates: sold into companies, their powers, their end: peculiarities 12 and 13."""

import pytest

from tests.titles.shikoku.helpers import shikoku


def turn(at="lay", *, phase="3", privates=None, cash=500, players=3, others=None, **more):
    """KO, led by A, on turn."""
    companies = {"KO": {"price": 75, "A": 60, "cash": cash, "trains": ["3"]}, **(others or {})}
    return shikoku(
        players, companies=companies, phase=phase, turn=f"KO {at}", privates=privates or {}, **more
    )


# -- 12: into companies ---------------------------------------------------------------------------


@pytest.mark.rule("1889-12-1")
@pytest.mark.parametrize(("phase", "allowed"), [("", False), ("3", True), ("4", True), ("5", False)])
def test_12_privates_are_bought_in_phases_3_and_4(phase, allowed):
    table = turn(phase=phase, privates={"SMR": "A"})
    assert table.allows("KO acquires SMR for 50") is allowed
    if not allowed:
        assert table.refused("KO acquires SMR for 50") == "1889-12-1"


@pytest.mark.rule("1889-12-2")
def test_12_the_price_is_half_rounded_up_to_double():
    table = turn(privates={"ER": "A", "SIR": "A", "TR": "KO"})
    assert table.refused("KO acquires ER for 19") == "1889-12-2"
    assert table.refused("KO acquires ER for 81") == "1889-12-2"
    assert table.refused("KO acquires TR for 20") == "1889-12-3"
    assert table.allows("KO acquires ER for 20")
    assert table.allows("KO acquires ER for 80")
    assert turn(privates={"SIR": "A"}, cash=39).refused("KO acquires SIR for 40") == "1889-12-2"
    table.apply("KO acquires SIR for 160")
    assert (table.cash("KO"), table.cash("A"), table.s.privates["SIR"]) == (340, 420 + 160, "KO")


@pytest.mark.rule("1889-12-3")
@pytest.mark.parametrize("step", ["lay", "station", "run", "pay", "trains", "privates"])
def test_12_at_any_time_of_the_turn(step):
    table = turn(step, privates={"SMR": "A"}, tiles={"J3": "8.3"}, income=50)
    assert table.allows("KO acquires SMR for 25")


def test_12_a_private_bought_before_building_helps_at_once():
    others = {"IR": {"price": 65, "A": 60, "cash": 200}}
    table = shikoku(companies=others, phase="3", tiles={"E2": "6.4"}, turn="IR lay", privates={"SMR": "A"})
    table.apply("IR acquires SMR for 50", "IR lays 9.0 at E4")
    assert table.cash("IR") == 150


@pytest.mark.rule("1889-12-3")
def test_12_another_players_private_needs_consent():
    table = turn(privates={"SMR": "B"}).apply("KO acquires SMR for 60")
    assert table.acting == "B"
    table.apply("B declines")
    assert table.refused("KO acquires SMR for 60") == "1889-12-3"
    table.apply("KO acquires SMR for 61", "B agrees")
    assert (table.s.privates["SMR"], table.cash("B")) == ("KO", 420 + 61)


def test_12_the_last_step_asks_while_a_private_can_be_bought():
    table = turn("privates", privates={"SMR": "A", "TR": "B"}, cash=35)
    table.apply("KO acquires SMR for 25")
    assert table.acting == "A"  # 10 are left for TR
    assert table.s.top.at == 5


@pytest.mark.rule("1889-12-6")
def test_12_privates_pay_players_and_companies_when_an_operating_round_begins():
    companies = {"KO": {"price": 75, "A": 60, "cash": 0, "B": 40}}
    table = shikoku(companies=companies, privates={"SMR": "KO", "SIR": "B"}, cash={"A": 0, "B": 0, "C": 0})
    table.apply("A passes", "B passes")
    assert (table.cash("KO"), table.cash("B")) == (15, 20)


@pytest.mark.rule("1889-12-4", "1889-12-5")
def test_12_the_first_5_closes_all_but_a_players_utf():
    held = {"TR": "B", "SMR": "KO", "SIR": "A", "UTF": "C"}
    table = turn("trains", phase="4", depot="5", players=4, privates=held)
    table.apply("KO buys train 5 as 5 from depot for 450")
    assert {id for id, owner in table.s.privates.items() if owner != "out"} == {"UTF"}
    assert table.game.view()["position"]["privates"]["UTF"]["income"] == 50
    assert table.refused("KO acquires UTF for 100") == "1889-12-1"


@pytest.mark.rule("1889-12-5")
def test_12_a_companys_utf_closes_too():
    table = turn("trains", phase="4", depot="5", players=4, privates={"UTF": "KO"})
    table.apply("KO buys train 5 as 5 from depot for 450")
    assert table.s.privates["UTF"] == "out"


# -- 13: powers -----------------------------------------------------------------------------------


@pytest.mark.rule("1889-13-1")
def test_13_the_ferry_builds_a_port_without_being_joined_once():
    table = turn(privates={"MF": "A"})
    assert table.refused("MF places 58.0 at G10") == "1889-13-1"
    assert table.refused("MF places 437.0 at J5") == "1889-13-1"
    table.apply("MF places 437.0 at G10")
    assert (table.tile("G10"), table.acting, table.s.privates["MF"]) == ("437.0", "A", "A")
    assert table.refused("MF places 437.3 at B11") == "1889-13-1"
    assert table.allows("KO lays 8.3 at J3")  # not the company's tile of the turn


@pytest.mark.rule("1889-13-1")
def test_13_the_port_needs_a_town_without_a_tile():
    table = turn(privates={"MF": "A"}, tiles={"G10": "58.0"})
    assert table.refused("MF places 437.0 at G10") == "1889-5-3"


@pytest.mark.rule("1889-13-1")
def test_13_no_company_lays_the_port_tile():
    table = shikoku(companies={"TR": {"price": 75, "A": 60, "cash": 100}}, turn="TR lay")
    assert table.allows("TR lays 58.0 at G10")
    assert table.refused("TR lays 437.0 at G10") == "1889-13-1"


@pytest.mark.rule("1889-13-1")
def test_13_the_ferry_works_in_a_stock_round_and_between_companies_but_not_in_anothers_turn():
    companies = {"KO": {"price": 75, "A": 60, "B": 20, "cash": 100}}
    stock = shikoku(companies=companies, privates={"MF": "B"})
    assert stock.acting == "A"
    stock.apply("MF places 437.0 at G10")
    assert stock.acting == "A"
    between = turn(privates={"MF": "B"})
    assert between.allows("MF places 437.0 at G10")
    between.apply("KO passes")
    assert between.refused("MF places 437.0 at G10") == "1889-13-1"
    bought = turn(privates={"MF": "B", "DR": "A"})
    bought.apply("KO acquires DR for 60")
    assert bought.refused("MF places 437.0 at G10") == "1889-13-1", (
        "the turn has begun, though no tile is laid"
    )
    own = turn("trains", privates={"MF": "A"})
    assert own.allows("MF places 437.0 at G10")


@pytest.mark.rule("1889-13-4")
def test_13_only_the_owner_uses_a_power():
    table = turn(privates={"MF": "B"})
    assert table.refused("A: MF places 437.0 at G10") == "1889-13-4"
    assert not any(action.startswith("MF") for action in table.legal())
    assert turn(privates={"MF": "KO"}).refused("MF places 437.0 at G10") == "1889-13-4"


def test_an_owner_may_use_a_power_unasked_in_the_own_name():
    table = shikoku(companies={"KO": {"price": 75, "A": 60}}, privates={"MF": "B"})
    assert table.acting == "A"
    listed = table.legal("B")
    assert listed and all(action.startswith("MF places 437.") for action in listed)
    assert table.legal("C") == []
    table.apply("B: MF places 437.0 at G10")
    assert (table.tile("G10"), table.acting) == ("437.0", "A")


@pytest.mark.rule("1889-13-2")
def test_13_the_seller_of_er_may_build_in_ohzu_at_once():
    table = turn(privates={"ER": "B"}).apply("KO acquires ER for 40", "B agrees")
    assert table.acting == "B"
    assert table.refused("KO passes") == "1889-13-2"
    assert table.refused("ER places 440.0 at C4") == "1889-13-2"
    assert table.refused("ER places 12.0 at K4") == "1889-13-2"
    table.apply("ER places 13.2 at C4")
    assert (table.tile("C4"), table.acting) == ("13.0", "A")  # it looks the same turned by two
    assert table.allows("KO lays 8.3 at J3")  # in addition to the company's own tile


@pytest.mark.rule("1889-13-2")
def test_13_er_builds_at_its_sale_and_at_no_other_time():
    assert turn(privates={"ER": "A"}).refused("ER places 12.0 at C4") == "1889-13-2"
    assert shikoku(privates={"ER": "A"}, stock="A").refused("ER places 12.0 at C4") == "1889-13-2"


@pytest.mark.rule("1889-13-2")
def test_13_the_seller_of_er_may_leave_it():
    table = turn(privates={"ER": "A"}).apply("KO acquires ER for 40", "ER passes")
    assert (table.tile("C4").startswith("print"), table.acting) == (True, "A")


@pytest.mark.rule("1889-13-3")
def test_13_dr_becomes_a_share_of_ir_from_the_offering():
    companies = {"IR": {"price": 80, "B": 40, "home": False, "floats": False, "par": 70}}
    table = shikoku(companies=companies, privates={"DR": "A"}, stock="B")
    table.apply("DR swaps for IR")  # in B's turn
    assert (table.percent("A", "IR"), table.s.privates["DR"], table.acting) == (10, "out", "B")
    assert table.cash("IR") == 700  # the swap floats it


def test_13_dr_can_make_its_owner_president():
    companies = {"IR": {"price": 80, "A": 20, "B": 20}, "KO": {"price": 75, "A": 60}}
    table = shikoku(companies=companies, privates={"DR": "B"}, turn="KO lay").apply("DR swaps for IR")
    assert table.president("IR") == "B"


@pytest.mark.rule("1889-13-3")
def test_13_dr_needs_a_share_in_the_offering_and_room_for_it():
    empty = shikoku(companies={"IR": {"price": 80, "B": 50, "pool": 50}}, privates={"DR": "A"})
    assert empty.refused("DR swaps for IR") == "1889-13-3"
    full = shikoku(companies={"IR": {"price": 80, "A": 60}}, privates={"DR": "A"})
    assert full.refused("DR swaps for IR") == "1889-2-4"
    assert full.refused("DR swaps for KO") == "1889-13-3"


@pytest.mark.rule("1889-O-1")
def test_13_a_private_does_not_speak_for_the_player_on_turn():
    table = shikoku(companies={"KO": {"price": 75, "A": 60, "B": 20}}, privates={"MF": "B", "DR": "A"})
    assert table.refused("MF passes") == "1889-O-1"
    assert table.refused("DR sells 10 KO") == "1889-O-1"
    assert table.refused("MF swaps for IR") == "1889-13-3"
    assert turn(privates={"MF": "A"}).refused("MF passes") == "1889-O-1"
