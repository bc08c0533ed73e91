"""18DO §6.2.3, §6.3, §6.4.1, §6.4.2: founding companies and putting them into operation."""

from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.titles.dortmund.beer.parts import beer_box
from kursbuch.titles.dortmund.railway.counting import COUNTING
from tests.titles.dortmund.beer.beer_table import beer
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.railway.table import LINE


def money(players=3):
    return {p: 900 for p in "ABCDE"[:players]}


# -- the first stock round --------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.2.3-1", "18DO-6.2.3-2", "18DO-6.2.3-3")
def test_the_first_stock_round_is_for_railways():
    table = beer(
        companies={"BME": {"B": 50, "A": 20}},
        minors={"B3": {"owner": "A"}},
        phase="3",
        cash=money(),
        stock_round=1,
    )
    assert table.kinds() == {"Found", "Buy", "Pass"}
    assert table.refused("A sells 10 BME") == "18DO-6.2.3-2"
    assert table.refused("A founds DUB at 60") == "18DO-6.2.3-3"
    assert table.refused("A founds DUB at 60 with brewery B3") == "18DO-6.2.3-3"
    assert not [a for a in table.starts("founds") if "DUB" in a]


@pytest.mark.rule("18DO-6.2.3-4")
def test_left_of_the_last_buyer_has_the_first_action():
    table = beer(
        companies={"BME": {"A": 20, "floats": False, "new": True}}, cash=money(), stock="B", stock_round=1
    )
    table.apply("B buys 10 BME from company", "C passes", "A passes")
    assert (table.round, table.acting) == ("SR 1", "B"), "two passes are not all"
    table.apply("B passes")
    assert table.round == "SR 2" and table.s.priority == "C"


@pytest.mark.rule("18DO-6.2.3-4")
def test_a_purchase_begins_the_count_of_passes_anew():
    table = beer(
        companies={"BME": {"A": 20, "floats": False, "new": True}}, cash=money(), stock="B", stock_round=1
    )
    table.apply(
        "B buys 10 BME from company", "C passes", "A buys 10 BME from company", "B passes", "C passes"
    )
    assert (table.round, table.acting) == ("SR 1", "A"), "the passes before the purchase do not count"
    table.apply("A passes")
    assert table.round == "SR 2" and table.s.priority == "B", "left of A, who bought last"


# -- founding ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.3.1-1")
def test_railways_wait_for_others():
    table = beer(cash=money())
    assert table.refused("A founds DGEE at 50") == "18DO-6.3.1-1"
    assert table.refused("A founds DHB at 50") == "18DO-6.3.1-1"
    assert beer(companies={"KWE": {"B": 50}}, cash=money()).allows("A founds DGEE at 50")
    assert beer(companies={"KWE": {"B": 50}, "DGEE": {"B": 50}}, cash=money()).allows("A founds DHB at 50")
    for last in ("DHB", "HHW"):
        after = beer(5, companies={"KWE": {"B": 50}}, cash=money(5))
        assert after.refused(f"A founds {last} at 50") == "18DO-6.3.1-1", "it waits for DGEE"
        both = beer(5, companies={"KWE": {"B": 50}, "DGEE": {"B": 50}}, cash=money(5))
        assert both.allows(f"A founds {last} at 50")


@pytest.mark.rule("18DO-6.3.1-1")
def test_railways_have_the_homes_and_stations_of_the_railway_game():
    box = beer_box(5, COUNTING)
    homes = {"BME": "I10", "CME": "A2", "RhE": "H1", "KWE": "C20", "DGEE": "A18", "DHB": "C8", "HHW": "H19"}
    assert {id: box.companies[id].home for id in box.railways} == homes
    assert [len(box.companies[id].tokens) for id in homes] == [6, 6, 6, 4, 3, 3, 3]


@pytest.mark.rule("18DO-6.3.1-1")
@pytest.mark.parametrize(("company", "early"), [("BME", True), ("CME", True), ("RhE", True), ("KWE", False)])
def test_three_railways_may_buy_a_card_before_their_first_tile(company, early):
    table = beer(companies={company: {"A": 50, "cash": 200, "new": True}}, turn=f"{company} early")
    buy = f"{company} buys train 2A as 2 from depot for 80"
    assert table.allows(buy) == early
    if not early:
        assert table.refused(buy) == "18DO-4.3.2.1-3"


@pytest.mark.rule("18DO-6.3.2.2-1")
def test_breweries_wait_for_the_green_phase():
    assert beer(cash=money()).refused("A founds DUB at 60") == "18DO-6.3.2.2-1"
    assert beer(cash=money(), phase="3").allows("A founds DUB at 60")


@pytest.mark.rule("18DO-6.4.1-1", "18DO-6.4.1-2")
def test_railways_are_bought_breweries_also_traded_for():
    about = {"minors": {"B4": {"owner": "A"}}, "cash": money(), "phase": "3"}
    assert beer(**about).refused("A founds BME at 60 with brewery B4") == "18DO-6.4.1-1"
    for way in ("A founds RIT at 60", "A founds RIT at 60 with brewery B4"):
        table = beer(**about).apply(way)
        assert "RIT" in table.s.founded and table.president("RIT") == "A"
    table = beer(companies={"RIT": {"B": 30}}, cash=money(), phase="3")
    assert table.refused("A founds RIT at 60") == "18DO-6.4.1-2"


@pytest.mark.rule("18DO-6.4.1-3")
@pytest.mark.parametrize(
    ("phase", "prices"),
    [
        ("", [50, 55, 60, 65]),
        ("3", [50, 55, 60, 65, 70, 75]),
        ("5", [50, 55, 60, 65, 70, 75, 80, 90]),
        ("8", [50, 55, 60, 65, 70, 75, 80, 90, 100]),
    ],
)
def test_start_prices_of_this_phase_and_earlier_ones(phase, prices):
    table = beer(cash=money(), phase=phase)
    for company in ("RIT", "BME") if phase else ("BME",):
        assert table.starts(f"founds {company} at") == [f"A founds {company} at {p}" for p in prices]
        assert table.refused(f"A founds {company} at 115") == "18DO-6.4.1-3"
        founded = beer(cash=money(), phase=phase).apply(f"A founds {company} at {prices[-1]}")
        assert founded.spot(company)[0] == (company == "RIT"), "each on the line of its kind"


@pytest.mark.rule("18DO-6.4.1-4", "18DO-5.6-1")
def test_a_new_brewery_is_the_last_in_order():
    table = beer(
        minors={"B2": {"owner": "A"}, "B5": {"owner": "B"}, "B8": {"owner": "C"}}, cash=money(), phase="3"
    )
    table.apply("A founds RIT at 60")
    assert table.s.order == ("B8", "B5", "B2", "RIT")


@pytest.mark.rule("18DO-6.4.1-5")
def test_the_directors_certificate_is_paid_into_the_treasury():
    assert beer(cash=money(), phase="3").pays("A founds STI at 60") == {"A": -240, "STI": 240}
    table = beer(cash={"A": 239}, phase="3")
    assert table.refused("A founds STI at 60") == "18DO-6.4.1-5"


@pytest.mark.rule("18DO-6.3.2.2-9", "18DO-5.3-3")
def test_the_direction_of_a_brewery_changes_hands_with_all_it_has():
    table = beer(
        companies={"DUB": {"A": 30, "B": 30, "price": 60, "cash": 150, "kettles": ["3"]}},
        cash=money(),
        phase="3",
        stock="B",
    )
    table.apply("B buys 10 DUB from company")
    assert table.president("DUB") == "B"
    assert table.cash("DUB") == 150 + 60 and table.kettles("DUB") == [3]
    assert table.percent("DUB", "DUB") == 30


# -- into operation ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.4.2-1")
@pytest.mark.parametrize("company", ["BME", "DUB"])
def test_five_shares_with_players_put_a_company_into_operation(company):
    table = beer(
        companies={company: {"A": 40, "floats": False, "new": True}}, cash=money(), phase="3", stock="B"
    )
    assert company not in table.s.floated
    table.apply(f"B buys 10 {company} from company")
    assert company in table.s.floated and table.acting == "C"
    pool = beer(
        companies={company: {"A": 30, "pool": 20, "floats": False, "new": True}},
        cash=money(), phase="3", stock="B",
    )  # fmt: skip
    pool.apply(f"B buys 10 {company} from company")
    assert company not in pool.s.floated, "what lies in the pool is in no player's hands"


def about_to_float(company="DUB", phase="5", price=80, **about):
    return beer(
        companies={company: {"A": 40, "floats": False, "new": True, "price": price, **about}},
        cash=money(),
        phase=phase,
        stock="C",
    )


@pytest.mark.rule("18DO-6.4.2-2", "18DO-6.4.2-3", "18DO-6.4.2-4", "18DO-6.4.2-5")
@pytest.mark.parametrize("company", ["BME", "DUB"])
@pytest.mark.parametrize("phase", ["5", "8"])
def test_late_in_the_game_the_director_may_sell_at_once(company, phase):
    table = about_to_float(company, phase).apply(f"C buys 10 {company} from company")
    assert table.acting == "A"
    assert table.legal() == [
        f"{company} places 10 in the pool",
        f"{company} places 20 in the pool",
        *(["DUB places certificates 20 in the pool"] if company == "DUB" else []),
        f"{company} passes",
    ]
    assert table.refused("A passes") == "18DO-6.4.2-3"
    assert table.refused(f"{company} places 30 in the pool") == "18DO-6.4.2-2"
    assert table.pays(f"{company} places 20 in the pool") == {"bank": -160, company: 160}
    assert table.price(company) == 80 and table.percent("pool", company) == 20
    assert table.acting == "A" and table.starts("buys")  # A is next after C, and has the normal turn


@pytest.mark.rule("18DO-6.4.2-3")
def test_it_is_the_director_who_sells_whoever_is_next_and_the_turn_is_kept():
    """C buys, B sells, A is next as if nothing had been, and B has a turn after that."""
    table = beer(
        companies={"DUB": {"B": 40, "floats": False, "new": True, "price": 80}},
        cash=money(), phase="5", stock="C",
    )  # fmt: skip
    table.apply("C buys 10 DUB from company")
    assert table.acting == "B" and table.refused("A passes") == "18DO-6.4.2-3"
    table.apply("DUB places 10 in the pool")
    assert table.acting == "A"
    table.apply("A passes")
    assert table.acting == "B" and table.starts("B buys")


@pytest.mark.rule("18DO-6.4.2-2")
def test_before_the_brown_phase_nothing_is_offered():
    table = about_to_float(phase="4").apply("C buys 10 DUB from company")
    assert not table.starts("places")


@pytest.mark.rule("18DO-6.4.2-6", "18DO-6.4.6-3")
def test_the_right_lapses():
    table = about_to_float().apply("C buys 10 DUB from company", "DUB passes")
    assert table.refused("A sells 10 DUB") == "18DO-6.4.6-3"
    assert table.refused("DUB places 10 in the pool") == "18DO-6.4-1"


@pytest.mark.rule("18DO-6.4.2-2", "18DO-6.4.2-5")
def test_the_director_may_name_the_certificates():
    table = about_to_float().apply("C buys 10 DUB from company")
    assert table.refused("DUB places certificates 30 in the pool") == "18DO-6.4.2-2"
    assert table.allows("DUB places certificates 10+10 in the pool")
    assert table.pays("DUB places certificates 20 in the pool") == {"bank": -160, "DUB": 160}
    assert table.s.shares["DUB"] == ("A", "A", "C", "DUB", "DUB", "DUB", "pool")
    same = about_to_float("BME").apply("C buys 10 BME from company")
    assert same.refused("BME places certificates 20 in the pool") == "18DO-6.4.2-2", "it has none of 20 %"


@pytest.mark.rule("18DO-6.4.2-2")
def test_the_uppermost_certificates_are_sold():
    table = about_to_float().apply("C buys 10 DUB from company", "DUB places 20 in the pool")
    assert table.s.shares["DUB"] == ("A", "A", "C", "pool", "pool", "DUB", "DUB")


# -- breweries --------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-6.3.2-1")
@pytest.mark.parametrize("seed", range(3))
def test_at_first_only_minor_breweries_are_active(seed):
    game: Any = kb.new_game("18do-beer", 3, seed=seed)
    rng = Random(seed)
    while not any(event.key == "market-renewed" for event in game.events):  # the first brewery round is over
        assert not set(game.state.founded) & game.rules.box.corporations
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    turns = [event.values["brewery"] for event in game.events if event.key == "brewery-turn"]
    assert len(set(turns)) == 3 and set(turns) == set(game.state.minors)


@pytest.mark.rule("18DO-6.3.2-2", "18DO-6.3.2-3", "18DO-6.3.2.2-8", "18DO-5.8-2")
def test_breweries_deliver_and_buy_and_nothing_else():
    kinds: dict[str, set[str]] = {}
    for id in ("B4", "DUB"):
        for step in ("deliver", "load", "pay", "buy"):
            table = brewery(
                minors={"B4": {"cash": 900, "kettles": ["S2"]}},
                corporations={"DUB": {"A": 50, "pool": 10, "cash": 900, "kettles": ["3"]}},
                regular=[3, 3, 3],
                phase="3",
                turn=f"{id} {step}",
                income=100,
            )
            kinds.setdefault(id, set()).update(type(a).__name__ for a in table.game.legal_actions())
    assert kinds["B4"] <= {"Scrap", "Deliver", "Load", "Pay", "Withhold", "BuyKettle", "BuyWithHelp", "Pass"}
    assert kinds["DUB"] - kinds["B4"] == {"Issue", "Redeem"}
    assert kinds["B4"] - kinds["DUB"] <= {"BuyWithHelp"}, "the help of its owner apart, it does the same"
    assert {"Scrap", "Deliver", "Pay", "Withhold", "BuyKettle", "Pass"} <= kinds["DUB"]


@pytest.mark.rule("18DO-6.3.2-2")
@pytest.mark.parametrize("step", ["deliver", "load", "pay", "buy"])
def test_breweries_build_nothing(step):
    """Its director's railway stands in Dortmund City: the brewery could reach track and a mine from there."""
    table = brewery(
        corporations={"DUB": {"A": 50, "pool": 10, "cash": 900, "kettles": ["8"]}},
        railways={"BME": {"A": 50, "trains": ["6"], "tokens": ["E12.0"], "cash": 900}},
        tiles=LINE, regular=[3, 3, 3], phase="8", turn=f"DUB {step}", income=100,
    )  # fmt: skip
    assert table.step == f"DUB {step}"
    for deed in ("lays 9.0 at F11", "builds a station at G12.0", "links H11"):
        assert table.refused(f"DUB {deed}") == table.refused(f"BME {deed}") == "18DO-6.5.2-2", deed


@pytest.mark.rule("18DO-5.4.4-1", "18DO-5.4.4-5")
def test_trains_are_for_railways_and_kettles_for_breweries():
    other = brewery(minors={"B4": {"cash": 900, "kettles": ["S2"]}}, turn="B4 buy")
    assert other.refused("B4 buys train 2A as 2 from depot for 80") == "18DO-6.5.2-2"
    table = beer(
        companies={"BME": {"A": 50, "cash": 400}, "DUB": {"A": 50, "kettles": ["3"]}},
        phase="3",
        turn="BME trains",
    )
    assert table.refused("BME buys train 3 as 3 from DUB for 10") == "18DO-5.4.4-2"
    assert not [a for a in table.starts("buys train") if "DUB" in a]


@pytest.mark.rule("18DO-5.4.4-7")
def test_one_price_for_both_sides():
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="4", phase="3", turn="BME trains")
    assert table.starts("BME buys train 4") == ["BME buys train 4 as 4 from depot for 300"]
    other = brewery(minors={"B4": {"cash": 400, "kettles": ["S2"]}}, depot="4", phase="3", turn="B4 buy")
    assert other.starts("buys kettle 4") == ["B4 buys kettle 4 for 300"]
    assert other.refused("B4 buys kettle 4 for 290") == "18DO-5.4.4-7"


@pytest.mark.rule("18DO-6.4.2-2")
def test_no_more_than_20_per_cent_are_sold_by_name_either():
    table = about_to_float().apply("C buys 10 DUB from company")
    assert table.refused("DUB places certificates 10+10+10 in the pool") == "18DO-6.4.2-2"
    assert table.refused("DUB places certificates 20+10 in the pool") == "18DO-6.4.2-2"
