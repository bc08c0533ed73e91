"""18TE §3.6, §7.3 and §7.4: the bonus for reaching a goal."""

import pytest

from kursbuch.testing import Table, position

KHS_LINE = {"F6": "4.1", "E7": "8.2", "D6": "57.2", "C5": "8.5", "B6": "9.1"}
KWE_LINE = {"C13": "6.3", "C11": "8.0", "B10": "6.3", "B8": "8.0"}
CME_LINE = {"E13": "4.1", "F12": "8.1", "F10": "57.0", "F8": "8.4", "G7": "8.1"}
# Ibbenbüren - Lengerich - Lienen; the last tile leads to Hövelhof
TWE_LINE = {"D6": "57.2", "E7": "9.2", "F8": "8.0", "F10": "6.3"}
LAST = "TWE lays 4.2 at G11"
# Osnabrück - Westerkappeln - Mettingen - Recke - Rheine
KPR_LINE = {"G5": "TE2.0", "F4": "58.5", "E5": "58.2", "D4": "58.5", "C5": "9.1", "B6": "9.1", "A7": "TE4.0"}


def goal(company, tiles, step, *, cash=100, others=None, phase="3", **more) -> Table:
    about = {key: more.pop(key) for key in ("tokens",) if key in more}
    return position(
        "18te",
        companies={company: {"cash": cash, **about}, **(others or {})},
        tiles=tiles,
        phase=phase,
        turn=f"{company} {step}",
        **more,
    )


# -- goal stations --------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.4-11")
@pytest.mark.parametrize(
    ("company", "tiles", "place"),
    [("KHS", KHS_LINE, "A7.0"), ("KWE", KWE_LINE, "A7.1"), ("CME", CME_LINE, "G5.1")],
)
def test_the_goal_station_brings_100(company, tiles, place):
    table = goal(company, tiles, "station")
    bank = table.cash("bank")
    table.apply(f"{company} builds a station at {place}")
    assert table.station_at(place) == (company,)
    assert table.cash(company) == 200
    assert table.cash("bank") == bank - 100


@pytest.mark.rule("18TE-7.4-11")
def test_another_station_brings_nothing():
    tiles = {"F6": "58.4", "F8": "9.0", "F10": "57.0"}
    assert goal("KHS", tiles, "station").apply("KHS builds a station at F10.0").cash("KHS") == 50


@pytest.mark.rule("18TE-7.4-10", "18TE-7.4-11")
@pytest.mark.parametrize(("cost", "cash"), [(0, 200), (50, 150)])
def test_what_the_goal_station_costs_is_an_option(cost, cash):
    table = goal("KHS", KHS_LINE, "station", options={"goal_token_cost": cost})
    assert table.apply("KHS builds a station at A7.0").cash("KHS") == cash


@pytest.mark.rule("18TE-7.4-10", "18TE-7.4-11")
def test_the_bonus_does_not_pay_for_its_own_station():
    table = goal("KHS", KHS_LINE, "station", cash=49, options={"goal_token_cost": 50})
    assert table.refused("KHS builds a station at A7.0") == "18TE-7.4-10"


# -- TWE ------------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.3-31")
def test_twe_is_paid_for_the_tile_that_closes_its_line_to_hoevelhof():
    table = goal("TWE", TWE_LINE, "lay")
    bank = table.cash("bank")
    table.apply(LAST)
    assert table.cash("TWE") == 200
    assert table.cash("bank") == bank - 100
    assert table.game.view("A")["position"]["rewarded"] == ["TWE"]


@pytest.mark.rule("18TE-7.3-31")
def test_twe_is_paid_for_an_upgrade_that_closes_its_line():
    tiles = {**TWE_LINE, "F10": "57.0", "G11": "4.2"}
    table = goal("TWE", tiles, "lay").apply("TWE lays 14.2 at F10")
    assert table.cash("TWE") == 200


@pytest.mark.rule("18TE-7.3-31")
def test_twe_is_paid_once():
    table = goal("TWE", {**TWE_LINE, "G11": "4.2"}, "lay", rewarded=frozenset({"TWE"}))
    assert table.apply("TWE lays 14.1 at D6").cash("TWE") == 100


@pytest.mark.rule("18TE-7.3-31")
def test_a_line_closed_by_another_company_pays_twe_nothing():
    others = {"CME": {"B": 30, "tokens": ["F10.0"], "cash": 100, "price": 100}}
    tiles = {**TWE_LINE, "F10": "15.2"}
    table = position(
        "18te", companies={"TWE": {"cash": 100}, **others}, tiles=tiles, phase="3", turn="CME lay"
    )
    table.apply("CME lays 4.2 at G11")
    assert (table.cash("CME"), table.cash("TWE")) == (100, 100)
    own = goal("TWE", {**tiles, "G11": "4.2"}, "lay", others=others)
    assert own.apply("TWE lays 14.1 at D6").cash("TWE") == 100


@pytest.mark.rule("18TE-7.3-31")
def test_a_line_through_a_city_full_of_others_is_none():
    others = {"CME": {"B": 30, "tokens": ["F10.0"]}}
    assert goal("TWE", TWE_LINE, "lay", others=others).refused(LAST) == "18TE-7.3-9"
    # a tile that opens the full city again closes the line
    table = goal("TWE", {**TWE_LINE, "G11": "4.2"}, "lay", others=others)
    assert table.apply("TWE lays 14.2 at F10").cash("TWE") == 200


@pytest.mark.rule("18TE-7.3-31")
def test_a_line_that_ends_before_hoevelhof_pays_nothing():
    assert goal("TWE", TWE_LINE, "lay").apply("TWE lays 3.1 at G11").cash("TWE") == 100


@pytest.mark.rule("18TE-7.3-31")
def test_a_station_of_twe_pays_nothing_for_a_line_that_others_closed():
    split = {"tokens": "3/3/3/2/2"}
    table = goal("TWE", {**TWE_LINE, "G11": "4.2"}, "station", options=split)
    assert table.apply("TWE builds a station at F10.0").cash("TWE") == 50


# -- KPR ------------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-3.6-5")
def test_kpr_is_paid_for_its_station_when_the_line_stands():
    table = goal("KPR", KPR_LINE, "station").apply("KPR builds a station at A7.0")
    assert table.station_at("A7.0") == ("KPR", "", "")
    assert table.cash("KPR") == 200


@pytest.mark.rule("18TE-3.6-5")
def test_kpr_is_paid_for_its_line_when_the_station_stands():
    tiles = {hex: face for hex, face in KPR_LINE.items() if hex != "C5"}
    table = goal("KPR", tiles, "lay", tokens=["A7.0"]).apply("KPR lays 9.1 at C5")
    assert table.cash("KPR") == 150


@pytest.mark.rule("18TE-3.6-5")
def test_a_line_closed_by_another_company_pays_kpr_nothing_at_its_next_tile():
    table = goal("KPR", KPR_LINE, "lay", tokens=["A7.0"])
    assert table.apply("KPR lays 4.1 at F6").cash("KPR") == 100


@pytest.mark.rule("18TE-3.6-5")
def test_a_line_round_one_of_the_three_towns_does_not_count():
    tiles = {**KPR_LINE, "F4": "", "F6": "4.1", "E7": "8.2", "D6": "57.2", "C5": "8.5"}
    table = goal("KPR", {hex: face for hex, face in tiles.items() if face}, "station")
    assert table.apply("KPR builds a station at A7.0").cash("KPR") == 100


@pytest.mark.rule("18TE-3.6-5")
def test_track_in_the_three_towns_does_not_help_if_the_line_to_rheine_goes_round_them():
    tiles = {**KPR_LINE, "F6": "4.1", "E7": "8.2", "D6": "57.2", "C5": "8.5"}  # from Recke none goes on
    table = goal("KPR", tiles, "station").apply("KPR builds a station at A7.0")
    assert all(table.s.board.faces[town].track for town in ("F4", "E5", "D4"))
    assert table.cash("KPR") == 100


@pytest.mark.rule("18TE-3.6-5")
@pytest.mark.parametrize(("option", "cash"), [("station and line", 50), ("line", 150)])
def test_whether_kpr_needs_its_station_is_an_option(option, cash):
    tiles = {hex: face for hex, face in KPR_LINE.items() if hex != "C5"}
    table = goal("KPR", tiles, "lay", options={"kpr_bonus": option})
    assert table.apply("KPR lays 9.1 at C5").cash("KPR") == cash


@pytest.mark.rule("18TE-3.6-5")
def test_a_line_to_one_of_the_two_circles_of_yellow_rheine_will_do():
    tiles = {hex: face for hex, face in KPR_LINE.items() if hex not in ("C5", "A7")}
    table = goal("KPR", tiles, "lay", options={"kpr_bonus": "line"})
    assert len(table.s.board.faces["A7"].stops) == 2
    assert table.apply("KPR lays 9.1 at C5").cash("KPR") == 150


TO_LENGERICH = {"F6": "58.4", "F8": "9.0", "F10": "57.0"}


@pytest.mark.rule("18TE-3.6-5", "18TE-7.3-31")
@pytest.mark.parametrize(("option", "tokens"), [("station and line", ["A7.0"]), ("line", [])])
def test_a_station_elsewhere_pays_kpr_nothing_for_a_line_that_others_closed(option, tokens):
    tiles = {**KPR_LINE, **TO_LENGERICH}
    table = goal("KPR", tiles, "station", tokens=tokens, options={"kpr_bonus": option})
    assert table.apply("KPR builds a station at F10.0").cash("KPR") == 50


@pytest.mark.rule("18TE-3.6-5", "18TE-7.3-31")
def test_where_only_the_line_counts_the_station_in_rheine_pays_kpr_nothing():
    table = goal("KPR", KPR_LINE, "station", options={"kpr_bonus": "line"})
    assert table.apply("KPR builds a station at A7.0").cash("KPR") == 100
