"""18TE §7.4: station markers."""

import pytest

from kursbuch.testing import Table, position, settle

TO_LENGERICH = {"F6": "58.4", "F8": "9.0", "F10": "57.0"}  # from Osnabrück to a city free to all
TO_IBBENBUEREN = {"F6": "4.1", "E7": "8.2", "D6": "57.2"}
# Münster to Osnabrück, both green
THROUGH = {**TO_LENGERICH, "D14": "TE3.0", "E13": "4.1", "F12": "8.1", "G5": "TE2.0"}
# Münster by Greven and Emsdetten to the KHS circle of Rheine
TO_KHS_GOAL = {"C13": "6.3", "C11": "8.0", "B10": "6.3", "B8": "9.0", "B6": "7.0"}


def stationing(company="KHS", tiles=None, *, cash=100, others=None, **more) -> Table:
    tokens = more.pop("tokens", ())
    return position(
        "18te",
        companies={company: {"cash": cash, "tokens": tokens}, **(others or {})},
        tiles=tiles,
        turn=f"{company} station",
        **more,
    )


def first_turn(company, tiles=None, **more) -> Table:
    companies = {company: {"cash": 180, "new": True, "home": False}}
    return settle(position("18te", companies=companies, tiles=tiles, turn=company, **more))


# -- home -----------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.4-1", "18TE-7.4-10")
@pytest.mark.parametrize(
    ("company", "place"), [("KHS", "G5.0"), ("KWE", "D14.0"), ("CME", "D14.1"), ("TWE", "D6.0")]
)
def test_the_first_turn_begins_with_the_home_station_for_nothing(company, place):
    table = first_turn(company)
    assert table.station_at(place) == (company,)
    assert table.cash(company) == 180


@pytest.mark.rule("18TE-7.4-1")
def test_a_company_that_has_not_operated_has_no_station():
    table = position("18te", companies={"KHS": {"new": True, "home": False}}, stock="A")
    assert table.station_at("G5.0") == ("",)
    table.apply("A passes", "B passes")
    assert table.round == "OR 2.1"
    assert table.station_at("G5.0") == ("KHS",)


@pytest.mark.rule("18TE-7.4-2")
@pytest.mark.parametrize(
    ("company", "hex", "tile", "slots"),
    [
        ("TWE", "D6", "57.2", ("TWE",)),
        ("TWE", "D6", "14.1", ("TWE", "")),
        ("CME", "D14", "TE3.0", ("", "CME")),
        ("KPR", "G5", "TE2.0", ("KPR", "", "")),
    ],
)
def test_on_a_tile_that_lies_there_the_home_station_takes_a_fitting_space(company, hex, tile, slots):
    assert first_turn(company, {hex: tile}).station_at(f"{hex}.0") == slots


@pytest.mark.rule("18TE-7.4-2")
def test_kpr_waits_beside_a_yellow_osnabrueck_for_its_space():
    table = first_turn("KPR", phase="3")
    assert table.s.board.beside_hex == {"G5": ("KPR",)}
    table.apply("KPR lays TE2.0 at G5")
    assert table.station_at("G5.0") == ("KPR", "", "")
    assert not table.s.board.beside_hex


@pytest.mark.rule("18TE-7.4-3")
def test_the_home_station_is_beside_the_one_of_the_round():
    table = first_turn("KHS", TO_LENGERICH).apply("KHS passes")
    assert table.station_at("G5.0") == ("KHS",)
    table.apply("KHS builds a station at F10.0")
    assert table.station_at("F10.0") == ("KHS",)


# -- where and how many ---------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.4-4")
def test_one_station_a_round():
    tiles = {**TO_LENGERICH, "F12": "9.1", "E13": "4.1"}
    table = stationing(tiles=tiles, cash=500).apply("KHS builds a station at F10.0")
    assert table.refused("KHS builds a station at A7.0") == "18TE-7.4-4"


@pytest.mark.rule("18TE-7.4-5")
def test_a_station_needs_a_route_there():
    table = stationing(tiles={**TO_LENGERICH, "C13": "6.3"})
    assert table.refused("KHS builds a station at C13.0") == "18TE-7.4-5"
    assert table.refused("KHS builds a station at A7.0") == "18TE-7.4-5"
    assert table.allows("KHS builds a station at F10.0")


@pytest.mark.rule("18TE-7.4-5")
def test_a_station_needs_an_empty_space_of_a_large_city():
    taken = {"CME": {"B": 30, "tokens": ["F10.0"]}}
    assert (
        stationing(tiles=TO_LENGERICH, others=taken).refused("KHS builds a station at F10.0") == "18TE-7.4-5"
    )
    assert stationing(tiles=TO_LENGERICH).refused("KHS builds a station at F6.0") == "18TE-7.4-5"
    two_spaces = {**TO_LENGERICH, "F10": "15.0"}
    assert stationing(tiles=two_spaces, others=taken).allows("KHS builds a station at F10.0")


@pytest.mark.rule("18TE-7.4-5")
def test_a_city_full_of_others_ends_the_way_to_further_cities():
    taken = {"CME": {"B": 30, "tokens": ["F10.0"]}}
    beyond = {**TO_LENGERICH, "F12": "8.1", "E13": "4.1", "D14": "TE3.0"}
    build, no_kwe = "KHS builds a station at D14.0", frozenset({"KWE"})
    assert stationing(tiles=beyond, others=taken, closed=no_kwe).refused(build) == "18TE-7.4-5"
    assert stationing(tiles=beyond, closed=no_kwe).allows(build)


@pytest.mark.rule("18TE-7.4-5")
def test_one_station_of_a_company_in_a_city():
    table = stationing("KPR", {"G5": "TE2.0"}, closed=frozenset({"KHS"}))
    assert table.station_at("G5.0") == ("KPR", "", "")
    assert table.refused("KPR builds a station at G5.0") == "18TE-7.4-5"


# -- reserved -------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-7.4-6")
def test_the_home_space_of_a_company_yet_to_come_is_kept():
    table = stationing("KWE", THROUGH, others={"KHS": {"B": 30}}, phase="3")
    assert table.refused("KWE builds a station at G5.0") == "18TE-7.4-6"
    no_kpr = stationing("KWE", THROUGH, others={"KHS": {"B": 30}}, phase="3", closed=frozenset({"KPR"}))
    assert no_kpr.allows("KWE builds a station at G5.0")


@pytest.mark.rule("18TE-7.4-6")
def test_the_last_space_in_ibbenbueren_is_kept_for_twe():
    yellow = stationing(tiles=TO_IBBENBUEREN)
    assert yellow.refused("KHS builds a station at D6.0") == "18TE-7.4-6"
    two_spaces = {**TO_IBBENBUEREN, "D6": "14.1"}
    assert stationing(tiles=two_spaces).allows("KHS builds a station at D6.0")
    one_left = stationing(tiles=two_spaces, others={"KWE": {"B": 30, "tokens": ["D6.0"]}})
    assert one_left.refused("KHS builds a station at D6.0") == "18TE-7.4-6"


@pytest.mark.rule("18TE-7.4-6")
def test_a_home_space_is_open_once_its_company_has_finished_its_first_round():
    tiles = {**TO_IBBENBUEREN, "D6": "14.1"}
    companies = {"TWE": {"A": 30, "cash": 400, "new": True}, "KHS": {"B": 30, "price": 60, "cash": 100}}
    table = position("18te", companies=companies, tiles=tiles, turn="TWE issue")
    assert "TWE" not in table.s.veterans
    table.apply("TWE passes")
    assert "TWE" in table.s.veterans
    table.apply("KHS passes", "KHS builds a station at D6.0")
    assert table.station_at("D6.0") == ("TWE", "KHS")


@pytest.mark.rule("18TE-7.4-7")
def test_a_goal_space_is_kept_until_its_company_is_gone():
    others = {"KHS": {"B": 30}}
    table = stationing("KWE", TO_KHS_GOAL, others=others)
    assert table.refused("KWE builds a station at A7.0") == "18TE-7.4-7"
    unfounded = stationing("KWE", TO_KHS_GOAL)
    assert unfounded.refused("KWE builds a station at A7.0") == "18TE-7.4-7"
    gone = stationing("KWE", TO_KHS_GOAL, closed=frozenset({"KHS"}))
    assert gone.allows("KWE builds a station at A7.0")


@pytest.mark.rule("18TE-7.4-11")
def test_the_freed_space_of_another_is_nobodys_goal():
    table = stationing("KWE", TO_KHS_GOAL, closed=frozenset({"KHS"}), cash=100)
    table.apply("KWE builds a station at A7.0")
    assert table.cash("KWE") == 50  # an ordinary marker, paid for, and no bonus
    assert [token.role for token in table.s.tokens["KWE"]] == ["goal"]


@pytest.mark.rule("18TE-7.4-7")
def test_a_company_takes_its_own_goal_space_of_three():
    tiles = {**TO_KHS_GOAL, "A7": "TE4.0"}
    table = stationing("KWE", tiles).apply("KWE builds a station at A7.0")
    assert table.station_at("A7.0") == ("", "KWE", "")


@pytest.mark.rule("18TE-7.4-6", "18TE-7.4-7")
def test_an_upgrade_moves_no_marker_onto_a_space_that_is_kept():
    rheine = position(
        "18te",
        companies={"CME": {"cash": 100, "tokens": ["A7.0"]}},
        phase="3",
        turn="CME lay",
        closed=frozenset({"KHS"}),
    )
    rheine.apply("CME lays TE4.0 at A7")
    assert rheine.station_at("A7.0") == ("", "", "CME")  # the others are kept for the goals of KPR and KWE


@pytest.mark.rule("18TE-7.4-6")
def test_an_upgrade_leaves_the_home_of_a_company_yet_to_come():
    osnabrueck = position(
        "18te",
        companies={"KWE": {"cash": 100, "tokens": ["G5.0"]}},
        phase="3",
        turn="KWE lay",
        closed=frozenset({"KHS"}),
    )
    osnabrueck.apply("KWE lays TE2.0 at G5")
    assert osnabrueck.station_at("G5.0") == ("", "KWE", "")


@pytest.mark.rule("18TE-7.4-1", "18TE-7.4-6")
def test_a_home_token_that_waits_beside_its_hex_finds_its_own_space():
    osnabrueck = position(
        "18te",
        companies={"KWE": {"cash": 100, "tokens": ["G5.0"]}, "KPR": {"B": 30}},
        phase="3",
        turn="KWE lay",
        closed=frozenset({"KHS"}),
    )
    osnabrueck.apply("KWE lays TE2.0 at G5")
    assert osnabrueck.station_at("G5.0") == ("KPR", "KWE", "")


# -- for good, how many, what they cost -----------------------------------------------------------


@pytest.mark.rule("18TE-7.4-8")
def test_stations_never_move():
    tiles = {**TO_LENGERICH, "B10": "57.0"}
    table = stationing(tiles=tiles, tokens=["B10.0", "A7.0"], cash=500)
    before = dict(table.s.board.tokens)
    assert stationing(tiles=tiles, tokens=["A7.0"]).allows("KHS builds a station at F10.0")
    assert table.refused("KHS builds a station at F10.0") == "18TE-7.4-9"  # none is left to be placed
    assert table.legal() == ["KHS passes"]
    table.apply("KHS passes")
    assert table.s.board.tokens == before


@pytest.mark.rule("18TE-7.4-9")
def test_companies_have_one_or_three_stations():
    companies = stationing().s.box.companies
    assert {id: len(c.tokens) for id, c in companies.items()} == dict(KHS=3, KWE=3, CME=3, TWE=1, KPR=3)
    used_up = stationing(tiles={**TO_LENGERICH, "D6": "57.2"}, tokens=["F10.0", "A7.0"])
    assert used_up.refused("KHS builds a station at D6.0") == "18TE-7.4-9"


@pytest.mark.rule("18TE-7.4-9")
@pytest.mark.parametrize(("split", "rule"), [("3/3/3/1/3", "18TE-7.4-9"), ("3/3/3/2/2", "")])
def test_whether_twe_has_a_second_station_is_an_option(split, rule):
    tiles = {"D6": "57.2", "E7": "9.2", "F8": "8.0", "F10": "57.0"}
    table = stationing("TWE", tiles, options={"tokens": split})
    refusal = table.refusal("TWE builds a station at F10.0")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("18TE-7.4-10")
def test_the_second_station_costs_50():
    table = stationing(tiles=TO_LENGERICH, cash=50)
    bank = table.cash("bank")
    table.apply("KHS builds a station at F10.0")
    assert (table.cash("KHS"), table.cash("bank")) == (0, bank + 50)
    assert stationing(tiles=TO_LENGERICH, cash=49).refused("KHS builds a station at F10.0") == "18TE-7.4-10"
