"""18DO §4.5: order of railways, steps of a turn, own certificates."""

import pytest

from kursbuch.rail.rounds import SetFrame
from tests.titles.dortmund.railway.table import BME_LINE, LINE, RailwayTable, go_on, owner_pays, railway


def round_begins(companies, rounds=1, **about):
    table = railway(companies=companies, **about)
    table.s.stack[:] = [SetFrame("cycle", number=2, done=1, of=rounds)]
    return go_on(table)


def order_of(table):
    frame = next(f for f in table.s.stack if hasattr(f, "order"))
    return list(frame.order)


@pytest.mark.rule("18DO-4.5-2")
def test_the_highest_price_operates_first_and_later_moves_change_nothing():
    companies = {
        "BME": {"A": 50, "price": 80, "cash": 300},
        "CME": {"B": 50, "price": 100, "cash": 300},
        "RhE": {"C": 50, "price": 90, "cash": 300},
    }
    table = round_begins(companies)
    assert order_of(table) == ["CME", "RhE", "BME"]
    table.s.prices = table.s.prices.to("BME", (0, 9))
    table.apply("CME passes") if table.step == "early" else None
    while table.company == "CME":
        buys = table.starts("from depot") if table.step == "trains" else []
        table.apply(buys[0] if buys and not table.trains("CME") else "CME passes")
    assert table.company == "RhE"


@pytest.mark.rule("18DO-4.5-3")
def test_at_equal_prices_the_field_further_right():
    table = round_begins(
        {"BME": {"A": 50, "spot": (0, 3), "cash": 300}, "CME": {"B": 50, "spot": (1, 4), "cash": 300}}
    )
    assert table.price("BME") == table.price("CME") == 80
    assert order_of(table) == ["CME", "BME"]


@pytest.mark.rule("18DO-4.5-4")
def test_on_one_field_from_the_top_of_the_stack():
    table = round_begins(
        {"KWE": {"A": 50, "spot": (3, 3), "cash": 99}, "BME": {"B": 50, "spot": (3, 3), "cash": 99}}
    )
    assert order_of(table) == ["KWE", "BME"]


def turn(step, **about):
    block = {"A": 50, "cash": 500, "trains": ["4"], "price": 70, **about}
    return railway(companies={"BME": block}, tiles=LINE, phase="4", turn=f"BME {step}", income=130)


@pytest.mark.rule("18DO-4.5-5", "18DO-4.5-7", "18DO-4.5-8")
def test_the_steps_of_a_turn_in_their_order():
    table = turn("lay")
    buy = "BME buys train 4 as 4 from depot for 300"
    deeds = [
        "BME lays 9.2 at H9",
        "BME builds a station at G12.0",
        "BME links H11",
        f"BME runs 4: {BME_LINE}",
        "BME pays",
    ]
    steps = []
    for number, deed in enumerate(deeds):
        steps.append(table.step)
        assert {table.refused(other) for other in deeds[:number] + deeds[number + 1 :]} == {"18DO-4.5-5"}
        assert table.refused(buy) == "18DO-4.3.2.1-3"  # BME has no early train
        assert table.allows(deed) and table.allows("BME passes") is (table.step not in ("run", "pay"))
        table.apply(deed if table.step in ("run", "pay") else "BME passes")
    assert [*steps, table.step] == ["lay", "station", "link", "run", "pay", "trains"]
    assert {table.refused(deed) for deed in deeds} == {"18DO-4.5-5"} and table.allows(buy)


@pytest.mark.rule("18DO-4.5-6")
@pytest.mark.parametrize("first", ["9.2 at H9", "1931.0 at H11", "1936.0 at G12"])
def test_one_tile_in_a_turn(first):
    """A yellow one, the upgrade of a tile, or that of a hex printed with track; or none."""
    lays = [f"BME lays {tile}" for tile in ("9.2 at H9", "1931.0 at H11", "1936.0 at G12")]
    table = railway(
        companies={"BME": {"A": 50, "cash": 300}},
        phase="3",
        tiles=LINE,
        links={"H11": 10, "G12": 10},
        turn="BME lay",
    )
    assert all(table.allows(lay) for lay in lays) and table.allows("BME passes")
    table.apply(f"BME lays {first}")
    assert {table.refused(lay) for lay in lays if first not in lay} == {"18DO-4.5-6"}


@pytest.mark.rule("18DO-4.5-9")
def test_running_and_the_income_are_compulsory():
    table = turn("run")
    assert table.refused("BME passes") == "18DO-4.5-9"
    table.apply(f"BME runs 4: {BME_LINE}")
    assert table.refused("BME passes") == "18DO-4.5-9"
    spot = table.spot("BME")
    assert table.apply("BME pays").spot("BME") == (spot[0], spot[1] + 1)  # nobody is asked about the price


@pytest.mark.rule("18DO-4.5-10")
def test_a_railway_with_a_train_need_not_buy_one():
    assert turn("trains").allows("BME passes")
    assert turn("trains", trains=[]).refused("BME passes") == "18DO-4.5.7.4-1"


@pytest.mark.rule("18DO-4.5-11")
@pytest.mark.parametrize("step", ["early", "lay", "station", "link", "run", "pay", "trains"])
@pytest.mark.parametrize("deal", ["issues", "redeems"])
def test_one_own_certificate_at_any_moment_of_the_turn(step, deal):
    table = turn(step, pool=20, B=10, new=step == "early")
    assert {"BME issues 1", "BME redeems 1"} <= set(table.legal())
    table.apply(f"BME {deal} 1")
    assert table.step == step
    assert table.refused("BME issues 1") == table.refused("BME redeems 1") == "18DO-4.5-11"


@pytest.mark.rule("18DO-4.5-11")
def test_the_deal_of_one_step_is_that_of_the_whole_turn_and_of_no_more():
    table = turn("lay", pool=20, B=10).apply("BME issues 1")
    while table.step != "trains":
        table.apply(next(a for a in table.legal() if a.split()[1] in ("passes", "runs", "pays")))
        assert table.refused("BME issues 1") == "18DO-4.5-11"
    block = {"A": 50, "B": 10, "pool": 20, "cash": 500, "trains": ["4"]}
    again = round_begins({"BME": block}, rounds=2, phase="4").apply("BME issues 1")
    while not again.events("turn"):
        again.apply("BME passes")
    assert (again.s.operating_round, again.company) == (2, "BME") and again.allows("BME redeems 1")


@pytest.mark.rule("18DO-4.5-12")
def test_own_certificates_are_dealt_at_the_current_price():
    assert owner_pays(turn("lay", pool=10), "BME issues 1") == {"BME": 70, "bank": -70}
    bought = turn("lay", pool=10)
    assert owner_pays(bought, "BME redeems 1") == {"BME": -70, "bank": 70}
    told = [event.values for event in turn("lay", pool=10).apply("BME redeems 1").events("redeems")]
    assert told == [{"company": "BME", "shares": 1, "price": 70}]
    assert turn("lay", pool=10, cash=60).refused("BME redeems 1") == "18DO-4.5-12"
    assert turn("lay", A=60, B=40).refused("BME issues 1") == "18DO-4.5-12"


@pytest.mark.rule("18DO-4.5-11")
def test_a_certificate_of_two_shares_is_redeemed_as_one():
    block = {"A": 30, "pool": 20, "cash": 500, "trains": ["4"], "price": 70}
    table = railway(companies={"DHB": block}, phase="4", turn="DHB lay")
    table.apply("DHB redeems 2")
    assert (table.percent("pool", "DHB"), table.percent("DHB", "DHB"), table.cash("DHB")) == (0, 70, 360)


@pytest.mark.rule("18DO-4.5-13")
def test_a_sale_moves_the_price_left_and_a_purchase_does_not():
    table = turn("lay", spot=(2, 3)).apply("BME issues 1")
    assert table.spot("BME") == (2, 2)
    assert turn("lay", spot=(2, 1)).apply("BME issues 1").spot("BME") == (3, 1)  # at the left edge down
    assert turn("lay", spot=(2, 3), pool=10).apply("BME redeems 1").spot("BME") == (2, 3)


@pytest.mark.rule("18DO-4.5-13")
def test_a_certificate_of_two_shares_moves_it_twice():
    table = railway(
        companies={"DHB": {"A": 50, "cash": 100, "trains": ["4"], "spot": (2, 4)}}, turn="DHB lay"
    )
    table.s.shares["DHB"] = ("A", "DHB", "A", "A", "A", "DHB", "DHB", "DHB")
    small = RailwayTable(table.game.clone()).apply("DHB issues 1")
    assert small.spot("DHB") == (2, 3) and small.s.shares["DHB"][1] == "DHB"  # one of 10 % went
    table.apply("DHB issues 2")
    assert table.spot("DHB") == (2, 2) and table.s.shares["DHB"][1] == "pool"
    assert (table.percent("pool", "DHB"), table.cash("DHB")) == (20, 100 + 2 * 75)


@pytest.mark.rule("18DO-4.5-14")
def test_the_pool_limit_holds_for_railways_too():
    assert turn("lay", pool=50, A=40).refused("BME issues 1") == "18DO-4.5-14"
    assert turn("lay", pool=40, A=50).allows("BME issues 1")


@pytest.mark.rule("18DO-4.5-15", "18DO-4.5.7.2-5")
def test_another_railway_waits_for_its_turn():
    table = railway(companies={"BME": {"A": 50, "cash": 300}, "CME": {"B": 50, "cash": 99}}, turn="BME lay")
    assert table.refused("CME passes") == "18DO-4.5-15"
    assert table.refused("A passes") == "18DO-4.5-15"  # a railway acts in its own name
    assert table.refused("CME buys train 2 as 2 from BME for 10") == "18DO-4.5-15"


@pytest.mark.rule("18DO-4.5-11")
def test_a_railway_that_could_build_with_the_money_of_a_certificate_is_asked():
    table = railway(
        companies={"BME": {"A": 50, "cash": 0, "trains": ["2"], "price": 60}}, tiles=LINE, turn="BME station"
    )
    assert go_on(table).step == "station"  # 30 for a station, 60 from a certificate
    table.apply("BME issues 1")
    assert table.allows("BME builds a station at G12.0")


@pytest.mark.rule("18DO-4.5-15")
@pytest.mark.parametrize("actor", ["A", "CME"])
def test_only_the_railway_on_turn_deals_runs_and_builds(actor):
    """Not its director in the own name, and no other railway of the same director."""
    companies = {
        "BME": {"A": 50, "pool": 20, "cash": 200, "trains": ["2"], "price": 60},
        "CME": {"A": 50, "pool": 20, "cash": 200, "trains": ["2"], "price": 65},
    }
    deeds = {"run": ["issues 1", "redeems 1", "runs 2: I10.0 H11.0"], "link": ["links H11"], "pay": ["pays"]}
    for step, said in deeds.items():
        table = railway(companies=companies, tiles=LINE, turn=f"BME {step}", income=50)
        for deed in said:
            assert table.allows(f"BME {deed}") and table.refused(f"{actor} {deed}") == "18DO-4.5-15"


@pytest.mark.rule("18DO-4.5-11")
def test_what_is_bought_back_lies_in_the_pool():
    block = {"A": 50, "pool": 10, "cash": 900, "trains": ["2"], "price": 60}
    table = railway(companies={"DHB": block}, turn="DHB trains")
    assert table.allows("DHB redeems 1") and table.refused("DHB redeems 2") == "18DO-4.5-11"
    bare = railway(companies={"DHB": {**block, "pool": 0}}, turn="DHB trains")
    assert bare.refused("DHB redeems 1") == "18DO-4.5-11"
