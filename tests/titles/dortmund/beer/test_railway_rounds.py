"""18DO §6.5.1, §6.3.1: investment cards as trains, links that use them up, prices on the line."""

from dataclasses import replace

import pytest

from tests.titles.dortmund.beer.beer_table import beer, go_on

MINE = {"H11": "1904.0"}  # a mine next to BME's home


def linking(depot="2A", phase="", cash=100, **about):
    return beer(
        companies={"BME": {"A": 50, "cash": cash}},
        depot=depot,
        phase=phase,
        tiles=MINE,
        turn="BME link",
        **about,
    )


# -- cards ------------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.1-1", "18DO-5.4.4-9")
def test_the_next_card_becomes_a_train():
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="3", phase="3", turn="BME trains")
    assert table.refused("BME buys train 4 as 4 from depot for 300") == "18DO-5.4.4-9"
    assert table.pays("BME buys train 3 as 3 from depot for 180") == {"BME": -180, "bank": 180}
    assert table.trains("BME") == ["3"]


@pytest.mark.rule("18DO-6.5.1-2")
def test_two_cards_a_turn_in_the_yellow_phase():
    table = beer(companies={"BME": {"A": 50, "cash": 700}}, turn="BME trains")
    table.apply(*["BME buys train 2A as 2 from depot for 80"] * 2)
    assert table.refused("BME buys train 2A as 2 from depot for 80") == "18DO-6.5.1-2"


@pytest.mark.rule("18DO-6.5.1-2")
@pytest.mark.parametrize("phase", ["3", "4", "5", "6", "8"])
def test_one_card_a_turn_from_the_green_phase_on(phase):
    table = beer(companies={"BME": {"A": 50, "cash": 1900}}, phase=phase, turn="BME trains")
    buy = next(action for action in table.starts("BME buys train") if "from depot" in action)
    assert table.apply(buy).refused(buy) == "18DO-6.5.1-2"


@pytest.mark.rule("18DO-6.5.1-2")
def test_a_card_for_a_link_is_no_purchase():
    table = linking(cash=400).apply("BME links H11")
    while table.step != "BME trains":
        table.apply("BME passes")
    for _ in range(2):
        table.apply(table.starts("BME buys train")[0])
    assert len(table.trains("BME")) == 2


@pytest.mark.rule("18DO-5.4.4-2")
def test_railways_trade_trains_among_each_other():
    table = beer(
        companies={"BME": {"A": 50, "cash": 200}, "CME": {"B": 50, "cash": 0, "trains": ["2"]}},
        turn="BME trains",
    )
    table.apply("BME buys train 2A as 2 from CME for 33")
    assert table.acting == "B"
    assert table.pays("B agrees") == {"BME": -33, "CME": 33}
    assert (table.trains("BME"), table.trains("CME")) == (["2"], [])


# -- links ------------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.5.1-3", "18DO-5.4.4-6")
def test_a_link_uses_the_next_card_up():
    table = linking()
    before = table.display()["2A"]
    table.apply("BME links H11")
    assert table.display()["2A"] == before - 1
    assert table.trains("BME") == [] and "2A#1" in table.s.trains["out"]
    assert table.s.links == {"H11": 10}


@pytest.mark.rule("18DO-6.5.1-3")
def test_extending_a_link_uses_a_card_too():
    table = linking(depot="3", phase="3", links={"H11": 10})
    before = table.display()["3"]
    table.apply("BME links H11")
    assert table.s.links == {"H11": 20} and table.display()["3"] == before - 1


@pytest.mark.rule("18DO-6.5.1-4")
def test_a_link_costs_30():
    assert linking(cash=29).refused("BME links H11") == "18DO-6.5.1-4"
    assert linking(cash=30).pays("BME links H11") == {"BME": -30, "bank": 30}
    for value, phase in ((10, "3"), (20, "5")):  # and so does each extension
        table = linking(cash=29, depot=phase, phase=phase, links={"H11": value})
        assert table.refused("BME links H11") == "18DO-6.5.1-4"
        table = linking(cash=30, depot=phase, phase=phase, links={"H11": value})
        assert table.pays("BME links H11") == {"BME": -30, "bank": 30}


@pytest.mark.rule("18DO-6.5.1-5", "18DO-6.5.1-6", "18DO-6.1.2-7")
@pytest.mark.parametrize(
    ("card", "phase", "segment", "regular", "new"),
    [
        ("2A", "", 2, 1, 0),
        ("2B", "", 2, 0, 1),
        ("3", "3", 3, 1, 1),
        ("4", "4", 4, 1, 1),
        ("5", "5", 5, 1, 1),
        ("6", "6", 6, 1, 1),
    ],
)
def test_the_cubes_of_the_card_become_demand(card, phase, segment, regular, new):
    table = linking(card, phase)
    before = table.s.beer
    assert table.game.view()["position"]["next_link"] == {
        "card": card,
        "segment": segment,
        "regular": regular,
        "new": new,
    }
    table.apply("BME links H11")
    after = table.s.beer
    assert after.stock == before.stock - regular - new
    assert [b - a for a, b in zip(before.regular, after.regular, strict=True)] == [
        regular * (n == segment) for n in range(1, 7)
    ]
    assert [b - a for a, b in zip(before.new, after.new, strict=True)] == [
        new * (n == segment) for n in range(1, 7)
    ]


@pytest.mark.rule("18DO-6.5.1-6", "18DO-6.2.1-2")
def test_the_first_card_of_a_type_opens_its_segment_and_fills_it():
    table = linking("3").apply("BME links H11")
    assert table.phase == "3" and table.s.beer.marked == {4, 5, 6}
    assert (table.s.beer.regular[2], table.s.beer.new[2]) == (1, 1)


@pytest.mark.rule("18DO-6.5.1-6")
@pytest.mark.parametrize(("card", "regular"), [("2A", 1), ("2B", 0)])
def test_no_cubes_go_to_an_orange_box_with_a_marker(card, regular):
    table = linking(card, regular=[0, 0, 4], cubes=5)
    table.s.beer = replace(table.s.beer, dead=frozenset({1, 2}))
    assert table.game.view()["position"]["next_link"]["new"] == 0
    table.apply("BME links H11")
    assert (table.s.beer.regular[1], table.s.beer.new[1], table.s.beer.stock) == (regular, 0, 5 - regular)


@pytest.mark.rule("18DO-6.5.1-7")
def test_missing_cubes_come_from_the_lowest_segment_below():
    table = linking("3", "3", regular=[2, 3], new=[1, 3], cubes=1)
    table.apply("BME links H11")
    beer_market = table.s.beer
    assert beer_market.stock == 0  # it fills the yellow box
    assert (beer_market.regular, beer_market.new) == ((2, 3, 1, 0, 0, 0), (0, 3, 1, 0, 0, 0))


@pytest.mark.rule("18DO-6.5.1-7")
def test_without_cubes_below_none_move():
    table = linking("3", "3", regular=[0, 0, 4], cubes=0)
    before = table.s.beer
    table.apply("BME links H11")
    assert table.s.beer == before and table.s.links == {"H11": 10}


@pytest.mark.rule("18DO-6.5.1-8", "18DO-6.5.1-9")
def test_without_sixes_a_link_costs_only_money():
    table = linking("8", "8")
    cards, market = table.display(), table.s.beer
    assert table.game.view()["position"]["next_link"] is None
    assert table.pays("BME links H11") == {"BME": -30, "bank": 30}
    assert table.display() == cards and table.s.beer == market
    assert table.s.links == {"H11": 10}


@pytest.mark.rule("18DO-6.5.1-10")
def test_a_link_takes_a_6_while_there_is_one():
    table = linking("6", "6")
    table.s.trains["depot"] = tuple(c for c in table.s.trains["depot"] if c != "6#2")
    table.s.trains["out"] = (*table.s.trains["out"], "6#2")
    before = table.display()
    table.apply("BME links H11")
    assert table.display() == before | {"6": before["6"] - 1}


@pytest.mark.rule("18DO-6.3.1-3")
def test_the_free_link_of_kwe_uses_a_card_and_moves_its_cubes():
    table = beer(
        companies={"KWE": {"A": 50, "cash": 10}},
        tiles={"D19": "8.1", "D17": "1904.1"},
        turn="KWE link",
        free_links=frozenset({"KWE"}),
    )
    before = table.display()["2A"]
    assert table.pays("KWE links D17") == {}
    assert table.display()["2A"] == before - 1 and table.s.beer.regular[1] == 4


@pytest.mark.rule("18DO-6.3.1-1", "18DO-6.4.9-2")
def test_kwe_has_its_free_link_in_its_first_turn_and_when_founded_again():
    first = beer(companies={"KWE": {"A": 50, "cash": 10, "new": True}}, turn="KWE")
    assert go_on(first).s.free_links == {"KWE"}
    later = beer(companies={"KWE": {"A": 50, "cash": 10}}, turn="KWE")
    assert go_on(later).s.free_links == set()
    again = beer(companies={"KWE": {"A": 50, "cash": 10, "new": True}}, turn="KWE", bust={"KWE": 2})
    assert go_on(again).s.free_links == {"KWE"}


# -- prices on the line -----------------------------------------------------------------------------


def paying(income, price=80):
    return beer(companies={"BME": {"A": 50, "price": price, "cash": 50}}, income=income, turn="BME pay")


@pytest.mark.rule("18DO-6.5.1-17")
@pytest.mark.parametrize(
    ("income", "price"), [(10, 80), (79, 80), (80, 90), (239, 90), (240, 100), (800, 100), (9, 75)]
)
def test_the_dividend_moves_the_price(income, price):
    table = paying(income).apply("BME pays")
    assert table.price("BME") == price


@pytest.mark.rule("18DO-6.5.1-17")
def test_withholding_moves_it_left():
    assert paying(200).apply("BME withholds").price("BME") == 75


@pytest.mark.rule("18DO-6.5.1-17")
@pytest.mark.parametrize("price", [220, 250])
def test_the_right_end_holds_the_marker(price):
    table = paying(990, price).apply("BME pays")
    assert table.price("BME") == 250 and table.spot("BME")[0] == 0


@pytest.mark.rule("18DO-6.5.1-17")
def test_an_own_certificate_sold_moves_it_left():
    table = beer(companies={"BME": {"A": 50, "price": 80, "cash": 50}}, turn="BME trains")
    table.apply("BME issues 1")
    assert table.price("BME") == 75


@pytest.mark.rule("18DO-4.5.7.5-9", "18DO-4.5.7.5-11")
def test_certificates_that_a_director_sells_for_a_train_move_it_left():
    block = {"A": 60, "B": 20, "C": 20, "price": 60, "cash": 100}
    table = beer(companies={"BME": block}, phase="3", depot="3", cash={"A": 0}, turn="BME trains")
    table.apply("BME buys train 3 as 3 from depot for 180")  # 80 are missing
    assert (table.percent("A", "BME"), table.cash("A"), table.price("BME")) == (40, 40, 50)
    assert table.trains("BME") == ["3"] and table.president("BME") == "A"
