"""18DO §6.4.8, §6.4.9: companies go bankrupt and are founded again."""

import pytest

from tests.titles.dortmund.beer.beer_table import beer, go_on
from tests.titles.dortmund.beer.brewery_table import brewery


def money():
    return dict.fromkeys("ABC", 900)


def falling(company="RIT", price=40, **about):
    """A director who can ruin the company by selling."""
    return beer(
        companies={company: {"A": 60, "B": 20, "price": price, "cash": 120, **about}},
        cash=money(),
        phase="3",
    )


@pytest.mark.rule("18DO-6.4.8-1", "18DO-6.4.8-7")
def test_sales_onto_the_red_field_are_paid_and_close_the_company():
    table = falling()
    assert table.pays("A sells 30 RIT") == {"A": 120, "RIT": -120}  # the bank pays 120 and takes 120
    assert "RIT" not in table.s.founded
    assert [e.values for e in table.events("closes")] == [{"company": "RIT"}]
    last = falling().apply("A sells 20 RIT")  # 40, 30, 10: the lowest price is not yet the red field
    assert last.price("RIT") == 10 and "RIT" in last.s.founded and not last.events("closes")


@pytest.mark.rule("18DO-6.4.8-7")
def test_the_seller_gets_all_of_it():
    table = falling()
    before = table.cash("A")
    table.apply("A sells 30 RIT")
    assert table.cash("A") == before + 3 * 40


@pytest.mark.rule("18DO-6.4.8-2")
def test_all_lose_their_certificates():
    table = falling().apply("A sells 30 RIT")
    assert set(table.s.shares["RIT"]) == {"offer"}
    assert table.cash("B") == 900


@pytest.mark.rule("18DO-6.4.8-3")
def test_the_marker_stays_on_red():
    table = falling().apply("A sells 30 RIT")
    assert table.spot("RIT") == (1, 0)
    while table.round == "SR 2":
        table.apply(f"{table.acting} passes")
    assert table.spot("RIT") == (1, 0)


@pytest.mark.rule("18DO-6.4.8-4")
def test_money_goes_to_the_bank_and_cards_leave_the_game():
    table = falling("BME", trains=["2", "2"])
    bank = table.cash("bank")
    table.apply("A sells 30 BME")
    assert table.cash("BME") == 0 and table.cash("bank") == bank - 120 + 120
    assert table.trains("BME") == [] and "2" not in table.trains("pool")
    assert len([c for c in table.s.trains["out"] if c in table.s.sides]) == 2
    table = falling("RIT", kettles=["3"]).apply("A sells 30 RIT")
    assert table.kettles("RIT") == [] and 3 in table.kettles("out")


@pytest.mark.rule("18DO-6.4.8-4")
def test_beer_on_its_trains_goes_back_to_the_stock():
    table = beer(
        companies={"BME": {"A": 60, "B": 20, "price": 40, "trains": ["5"], "loads": [1]}},
        cash=money(),
        phase="5",
    )
    stock = table.s.beer.stock
    table.apply("A sells 30 BME")
    assert table.s.loaded == {} and table.s.beer.stock == stock + 1


@pytest.mark.rule("18DO-6.4.8-4")
def test_an_unused_free_marker_goes_back():
    table = falling("KWE")
    table.s.free_links = frozenset({"KWE"})
    table.apply("A sells 30 KWE")
    assert table.s.free_links == frozenset()
    assert table.game.view()["position"]["free_links"] == []


@pytest.mark.rule("18DO-6.4.9-2", "18DO-4.3.2.1-1")
@pytest.mark.parametrize(("new", "asked"), [(True, True), (False, False)])
def test_the_early_train_comes_again_too(new, asked):
    table = beer(companies={"BME": {"A": 50, "cash": 300, "new": new}}, bust={"BME": 2}, turn="BME")
    go_on(table)
    assert (table.step == "BME early") == asked


@pytest.mark.rule("18DO-6.4.8-5", "18DO-6.4.9-3")
def test_stations_leave_but_for_the_home():
    table = falling("BME", tokens=["E12.0", "E14.0"])
    table.s.links = {"H11": 10}
    charter = len(table.s.box.companies["BME"].tokens)
    left = len(table.s.tokens["BME"])
    table.apply("A sells 30 BME")
    assert not table.s.board.tokens_of("BME")
    assert table.s.links == {"H11": 10}, "links stay"
    assert table.game.view()["position"]["face_down"]["BME"] == "I10"
    assert len(table.s.tokens["BME"]) == left + 1  # the home marker and those that were still on the charter
    assert table.s.lost == {"BME": 2} and charter == left + 3
    # founded again it has no more than that
    table.s.stock_round, table.s.sold = 3, frozenset()
    table.apply("A founds BME at 60")
    while "BME" not in table.s.floated:
        table.apply(f"{table.acting} buys 10 BME from company")
    assert table.station_at("I10.0") == ("BME",) and len(table.s.tokens["BME"]) == left


@pytest.mark.rule("18DO-6.4.8-6")
def test_its_order_marker_is_taken_off():
    table = beer(
        companies={"RIT": {"A": 60, "B": 20, "price": 40}},
        minors={"B2": {"owner": "B"}, "B5": {"owner": "C"}},
        order=("B5", "RIT", "B2"),
        cash=money(),
        phase="3",
    )
    table.apply("A sells 30 RIT")
    assert table.s.order == ("B5", "B2")


@pytest.mark.rule("18DO-6.4.8-1")
def test_a_railway_that_earns_nothing_may_go_bankrupt_in_its_turn():
    table = beer(
        companies={"BME": {"A": 50, "price": 10, "cash": 500}, "CME": {"B": 50, "price": 60, "cash": 50}},
        turn="BME run",
    )
    go_on(table)
    assert "BME" not in table.s.founded
    assert not table.step.startswith("BME")


@pytest.mark.rule("18DO-6.4.8-1")
def test_a_brewery_may_go_bankrupt_in_its_turn():
    table = brewery(
        corporations={"RIT": {"A": 50, "price": 10, "kettles": ["3"]}},
        minors={"B4": {"kettles": ["S1"]}},
        regular=[3],
        phase="3",
        turn="RIT pay",
        income=50,
    )
    table.apply("RIT withholds")
    assert "RIT" not in table.s.founded and table.s.order[:1] == ("B4",)


@pytest.mark.rule("18DO-6.5.2.1-4", "18DO-6.4.8-1")
def test_a_brewery_without_equipment_is_asked_before_its_price_falls():
    about = {"A": 50, "pool": 20, "price": 10, "cash": 30, "kettles": []}
    table = brewery(corporations={"RIT": about}, minors={"B4": {"kettles": ["S1"]}}, phase="3", turn="RIT")
    assert (table.acting, table.price("RIT")) == ("A", 10)
    assert sorted(table.legal()) == ["RIT issues 1", "RIT issues 2", "RIT passes", "RIT redeems 1"]
    table.apply("RIT redeems 1")
    assert "RIT" not in table.s.founded, "then the price falls"


@pytest.mark.rule("18DO-6.5.2.1-4", "18DO-6.5.2.1-5")
def test_an_own_certificate_is_sold_at_the_price_before_it_falls_for_want_of_income():
    about = {"A": 50, "price": 90, "cash": 0, "kettles": []}
    table = brewery(corporations={"RIT": about}, phase="3", turn="RIT", cash={"A": 900})
    table.apply("RIT issues 1")
    assert (table.cash("RIT"), table.step, table.price("RIT")) == (90, "RIT buy", 75)  # 90, 80, 75
    waiting = brewery(corporations={"RIT": about}, phase="3", turn="RIT", cash={"A": 900})
    assert waiting.refused("RIT buys kettle 3 for 180") == "18DO-6.5.2.1-1"
    waiting.apply("RIT passes")
    assert (waiting.price("RIT"), waiting.step) == (80, "RIT buy")
    assert waiting.allows("RIT issues 1"), "once, at any time"


@pytest.mark.rule("18DO-6.5.2.1-4")
def test_nobody_is_asked_where_there_is_nothing_to_deal():
    about = {"A": 50, "B": 50, "price": 90, "cash": 0, "kettles": []}
    table = brewery(corporations={"DUB": about}, phase="3", turn="DUB", cash={"A": 900})
    assert (table.price("DUB"), table.step) == (80, "DUB buy")


@pytest.mark.rule("18DO-6.4.8-1")
def test_a_railway_ruined_by_a_forced_purchase_buys_nothing():
    table = beer(
        companies={"BME": {"A": 50, "price": 30, "cash": 0}, "CME": {"B": 50, "cash": 50}},
        cash={"A": 0},
        depot="3",
        turn="BME trains",
    )
    table.apply("BME issues 1")
    while "BME" in table.s.founded:
        table.apply(table.starts("BME buys train 3")[0])
    assert table.trains("BME") == [] and table.s.loans == {}


# -- founded again ----------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.9-1", "18DO-6.4.9-2")
def test_founded_again_from_the_next_stock_round_on():
    table = falling().apply("A sells 30 RIT", "A passes")
    assert table.refused("B founds RIT at 60") == "18DO-6.4.9-1"
    table.s.stock_round = 3
    assert table.starts("founds RIT at") == [f"B founds RIT at {p}" for p in (50, 55, 60, 65, 70, 75)]
    table.apply("B founds RIT at 60")
    assert table.price("RIT") == 60 and table.cash("RIT") == 180 and "RIT" not in table.s.floated
    assert table.s.order == ("RIT",)
    table.apply("C buys 10 RIT from company")
    assert "RIT" not in table.s.floated
    table.apply("A passes", "B buys 10 RIT from company")
    assert "RIT" in table.s.floated  # 30, 10, 10


@pytest.mark.rule("18DO-6.4.9-2", "18DO-6.4.6-3")
@pytest.mark.parametrize("company", ["RIT", "BME"])
def test_founded_again_it_has_not_operated_yet(company):
    table = falling(company)
    assert company in table.s.veterans
    table.apply(f"A sells 30 {company}", "A passes")
    table.s.stock_round, table.s.sold = 3, frozenset()
    table.apply(f"B founds {company} at 60", f"C buys 10 {company} from company", "A passes", "B passes")
    assert table.refused(f"C sells 10 {company}") == "18DO-6.4.6-3"


@pytest.mark.rule("18DO-6.4.9-4")
def test_a_brewery_comes_back_with_eight_shares():
    table = falling().apply("A sells 30 RIT", "A passes")
    table.s.stock_round = 3
    table.apply("B founds RIT at 60")
    assert table.s.shares["RIT"].count("out") == 2
    sizes = table.s.box.percents["RIT"]
    assert sum(s for s, owner in zip(sizes, table.s.shares["RIT"], strict=True) if owner != "out") == 80
    assert [s for s, owner in zip(sizes, table.s.shares["RIT"], strict=True) if owner == "out"] == [10, 10]
    assert table.game.view()["position"]["corporations"]["RIT"]["shares"] == 80


@pytest.mark.rule("18DO-6.4.9-4")
def test_a_second_bankruptcy_costs_no_more_shares():
    table = falling().apply("A sells 30 RIT", "A passes")
    table.s.stock_round = 3
    table.apply("B founds RIT at 60")
    table.s.prices = table.s.prices.to("RIT", (1, 1))
    table.s.veterans |= {"RIT"}
    table.apply(
        "C buys 10 RIT from company", "A passes", "B buys 10 RIT from company", "C passes", "A passes"
    )
    table.apply("B sells 10 RIT")
    assert "RIT" not in table.s.founded
    table.s.stock_round = 4
    table.apply("B passes", "C founds RIT at 60")
    assert table.s.shares["RIT"].count("out") == 2


@pytest.mark.rule("18DO-6.4.9-4")
def test_the_missing_shares_are_paid_to_nobody():
    table = brewery(
        corporations={"RIT": {"A": 50, "B": 20, "kettles": ["3"], "price": 60}},
        phase="3",
        turn="RIT pay",
        income=100,
        regular=[3],
    )
    table.s.shares["RIT"] = ("A", "A", "A", "B", "out", "out", "RIT")
    table.s.refounded, table.s.bust = frozenset({"RIT"}), {"RIT": 2}
    before = {p: table.cash(p) for p in ("A", "B", "RIT", "bank")}
    table.apply("RIT pays")
    assert {p: table.cash(p) - before[p] for p in before} == {"A": 50, "B": 10, "RIT": 20, "bank": -80}


@pytest.mark.rule("18DO-6.4.9-2")
def test_the_chain_of_railways_does_not_break():
    table = beer(companies={"BME": {"B": 50}}, cash=money(), bust={"KWE": 2})
    assert table.allows("A founds DGEE at 50")


@pytest.mark.rule("18DO-6.4.8-4")
def test_a_train_on_its_last_run_leaves_with_its_railway():
    table = falling("BME", trains=["4"])
    table.s.last_runs |= {*table.s.trains["BME"]}
    table.apply("A sells 30 BME")
    assert (table.trains("BME"), table.s.last_runs) == ([], set())
