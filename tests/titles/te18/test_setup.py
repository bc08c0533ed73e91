"""The box, the board, the charters and the set-up (18TE §1 to §4)."""

from itertools import permutations
from random import Random

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.testing import position

COMPANIES = ["KHS", "KWE", "CME", "TWE", "KPR"]


def new(players=2, seed=1):
    return kb.new_game("18te", list("ABCD"[:players]), seed=seed)


def shown(game):
    """The position as every player sees it."""
    return game.view()["position"]


def named(table, place):
    """The printed name of a hex."""
    return table.s.board.map.hexes[place.partition(".")[0]].name


# -- §1.1 the box ---------------------------------------------------------------------------------


@pytest.mark.rule("18TE-1.1-1", "18TE-3.6-6")
def test_five_companies_have_eight_certificates_each_one_of_30_and_seven_of_10():
    s = new().state
    assert list(s.shares) == COMPANIES
    assert sum(len(owners) for owners in s.shares.values()) == 40
    for company in COMPANIES:
        assert [c.percent for c in s.box.companies[company].certificates] == [30] + 7 * [10]


@pytest.mark.rule("18TE-1.1-2")
@pytest.mark.parametrize("split", ["3/3/3/1/3", "3/3/3/2/2"])
def test_there_are_thirteen_station_markers_however_they_are_split(split):
    game = kb.new_game("18te", ["A", "B"], seed=1, options={"tokens": split})
    counts = [len(shown(game)["companies"][company]["tokens"]) for company in COMPANIES]
    assert sum(counts) == 13
    assert counts == [int(n) for n in split.split("/")]


@pytest.mark.rule("18TE-1.1-3")
def test_the_supply_holds_85_tiles():
    assert sum(shown(new())["supply"].values()) == 85


@pytest.mark.rule("18TE-1.1-4", "18TE-3.3-3")
def test_the_factory_holds_eighteen_locomotives_in_ascending_order():
    depot = shown(new())["depot"]
    assert sum(depot.values()) == 18
    assert list(depot) == ["1+1/2", "2+2/3", "3+3/4", "D"]
    table = position("18te")
    assert table.trains("depot") == [kind for kind, count in depot.items() for _ in range(count)]


# -- §1.2 the upgrade table -----------------------------------------------------------------------

UPGRADES = {
    "7": "18 21 22 26 27 28 29 30 31",
    "8": "16 17 19 21 22 23 24 25 28 29 30 31",
    "9": "18 19 20 23 24 26 27",
    "5": "12 14 15",
    "6": "12 14 15",
    "57": "14 15",
    "12": "611 804",
    "14": "611",
    "15": "611",
    "16": "43",
    "17": "47",
    "18": "43",
    "19": "45 46",
    "20": "44 47",
    "23": "41 43 45 47",
    "24": "42 43 46 47",
    "25": "40 45 46",
    "26": "42 44 45",
    "27": "41 44 46",
    "28": "39 43 46",
    "29": "39 43 45",
    "print A7": "TE4",
    "print D14": "TE3",
    "print E9": "TE1",
    "print G5": "TE2",
    "TE1": "TE5",
    "TE2": "TE6",
    "TE3": "TE7",
    "TE4": "TE8",
}
UNLISTED = {"21", "22", "30", "31"}  # greens whose browns no common table gives


@pytest.mark.rule("18TE-1.2-1")
@pytest.mark.parametrize("old", [old for old in UPGRADES if not old.startswith(("TE", "print"))])
def test_a_tile_is_upgraded_to_those_of_the_upgrade_table(old):
    s = position("18te").s
    hexes = ["F10"] if s.box.tiles[old].kind == "city" else ["D10", "C9"]  # no side of these is closed
    found = {
        face.tile.id
        for hex in hexes
        for turn in range(6)
        for face in s.board.map.covers(hex, s.box.tiles[old].turns[turn], s.box.tiles)
    }
    assert found == set(UPGRADES[old].split())


@pytest.mark.rule("18TE-1.2-1")
def test_no_game_offers_an_upgrade_outside_the_table():
    game, rng, seen = new(), Random(5), set()
    while not game.over:
        actions = game.legal_actions()
        for action in actions:
            if type(action).__name__ == "Lay":
                old = game.state.board.faces[action.hex].tile
                if old.colour != "white":
                    seen.add((old.id, action.tile))
        game.apply(rng.choice(actions).sample(rng))
    assert len(seen) > 20
    wrong = {(a, b) for a, b in seen if a not in UNLISTED and b not in UPGRADES.get(a, "").split()}
    assert not wrong


# -- §2 players -----------------------------------------------------------------------------------


@pytest.mark.rule("18TE-2-1")
def test_two_or_three_play():
    for players in (1, 4):
        with pytest.raises(BadInput, match="2 to 3 players"):
            new(players)
    assert [len(new(players).players) for players in (2, 3)] == [2, 3]


# -- §3.2 the map ---------------------------------------------------------------------------------


@pytest.mark.rule("18TE-3.2-1")
def test_a_dot_is_a_small_city_without_station_space_and_a_circle_a_large_one():
    table = position(
        "18te",
        companies={"KHS": {"cash": 100}},
        tiles={"F6": "58.2", "E5": "3.5", "D6": "5.4"},
        turn="KHS station",
    )
    assert [named(table, hex) for hex in ("F6", "D6")] == ["Lotte", "Ibbenbüren"]
    assert table.refused("KHS builds a station at F6.0") == "18TE-7.4-5"
    kinds = {stop.kind: stop.slots for hex in ("F6", "D6") for stop in table.s.board.faces[hex].stops}
    assert kinds == {"town": (), "city": ("",)}


@pytest.mark.rule("18TE-3.2-2")
def test_large_and_small_cities_count_alike_against_the_range():
    table = position(
        "18te", companies={"KHS": {"trains": ["2"]}}, tiles={"F6": "58.2", "E5": "4.2"}, turn="KHS run"
    )
    assert table.allows("KHS runs 2: G5.0 F6.0")
    assert table.refused("KHS runs 2: G5.0 F6.0 E5.0") == "18TE-7.5-6"


@pytest.mark.rule("18TE-3.2-3")
def test_the_red_areas_are_links_beyond_the_edge_of_the_map_with_values_by_colour():
    board = position("18te").s.board
    red = {
        hex.name: tuple(board.faces[id].stops[0].values[colour] for colour in ("yellow", "green", "brown"))
        for id, hex in board.map.hexes.items()
        if hex.print.colour == "red"
    }
    ordinary = dict.fromkeys(["Emden", "Venlo", "Wanne", "Hamm", "Löhne", "Hövelhof"], (20, 30, 50))
    assert red == {"Hamburg": (20, 40, 80), **ordinary}
    assert not any(hex.open for hex in board.map.hexes.values() if hex.name in red)


# -- §3.6 the companies ---------------------------------------------------------------------------

TO_RHEINE_FROM_THE_EAST = {"F6": "58.2", "E5": "4.2", "D4": "58.5", "C5": "9.1", "B6": "9.1"}
TO_RHEINE_FROM_THE_SOUTH = {"C13": "6.3", "C11": "8.0", "B10": "6.3", "B8": "8.0"}
TO_OSNABRUECK = {"E13": "4.1", "F12": "8.1", "F10": "57.0", "F8": "8.4", "G7": "8.1"}


@pytest.mark.parametrize(
    ("company", "home", "tiles", "goal"),
    [
        pytest.param(
            "KHS",
            "Osnabrück",
            TO_RHEINE_FROM_THE_EAST,
            "A7.0",
            marks=pytest.mark.rule("18TE-3.6-1", "18TE-3.6-9"),
        ),
        pytest.param(
            "KWE", "Münster", TO_RHEINE_FROM_THE_SOUTH, "A7.1", marks=pytest.mark.rule("18TE-3.6-2")
        ),
        pytest.param("CME", "Münster", TO_OSNABRUECK, "G5.1", marks=pytest.mark.rule("18TE-3.6-3")),
    ],
)
def test_a_goal_station_earns_the_company_a_bonus_of_100(company, home, tiles, goal):
    table = position("18te", companies={company: {"cash": 7}}, tiles=tiles, turn=f"{company} station")
    assert [named(table, hex) for hex, _ in table.s.board.tokens_of(company)] == [home]
    assert named(table, goal) == ("Osnabrück" if company == "CME" else "Rheine")
    before = table.cash("bank"), table.cash("A")
    table.apply(f"{company} builds a station at {goal}")
    assert table.cash(company) == 107
    assert (table.cash("bank"), table.cash("A")) == (before[0] - 100, before[1])


@pytest.mark.rule("18TE-3.6-4", "18TE-3.6-9")
def test_a_line_from_ibbenbueren_to_hoevelhof_earns_twe_its_bonus_of_100():
    table = position(
        "18te",
        companies={"TWE": {"cash": 50}},
        tiles={"D6": "57.2", "E7": "9.2", "F8": "8.0", "F10": "6.3"},
        turn="TWE lay",
    )
    assert [named(table, hex) for hex, _ in table.s.board.tokens_of("TWE")] == ["Ibbenbüren"]
    table.apply("TWE lays 4.2 at G11")
    assert [event.values["company"] for event in table.events("bonus")] == ["TWE"]
    assert table.cash("TWE") == 150


@pytest.mark.rule("18TE-3.6-5", "18TE-3.6-9")
def test_kpr_earns_its_bonus_of_100_in_rheine_by_way_of_three_towns():
    by_the_towns = {
        "G5": "TE2.0",
        "F4": "58.5",
        "E5": "58.2",
        "D4": "58.5",
        "C5": "9.1",
        "B6": "9.1",
        "A7": "TE4.0",
    }
    table = position(
        "18te", companies={"KPR": {"cash": 7}}, phase="3", tiles=by_the_towns, turn="KPR station"
    )
    assert [named(table, hex) for hex, _ in table.s.board.tokens_of("KPR")] == ["Osnabrück"]
    assert [named(table, hex) for hex in ("F4", "E5", "D4")] == ["Westerkappeln", "Mettingen", "Recke"]
    table.apply("KPR builds a station at A7.0")
    assert table.cash("KPR") == 107


@pytest.mark.rule("18TE-3.6-5")
def test_kpr_earns_nothing_in_rheine_on_another_way():
    past_westerkappeln = {"G5": "TE2.0", **TO_RHEINE_FROM_THE_EAST, "A7": "TE4.0"}
    table = position(
        "18te", companies={"KPR": {"cash": 7}}, phase="3", tiles=past_westerkappeln, turn="KPR station"
    )
    table.apply("KPR builds a station at A7.0")
    assert table.cash("KPR") == 7


@pytest.mark.rule("18TE-3.6-7")
def test_whoever_becomes_president_manages_the_company():
    table = position("18te", companies={"KHS": {"A": 30, "B": 30, "cash": 400}}, stock="B")
    table.apply("B buys 10 KHS from company", "A passes", "B passes")
    assert table.acting == "B"
    assert table.refused("A: KHS lays 58.2 at F6") == "18TE-3.7-3"
    table.apply("B: KHS lays 58.2 at F6", "B: KHS buys train 1+1/2 as 2 from depot for 100")
    assert table.trains("KHS") == ["2"]


@pytest.mark.rule("18TE-3.6-8", "18TE-6.1-1")
def test_a_charter_is_no_certificate_and_30_per_cent_are_one():
    full = {"KHS": {"A": 30}, "KWE": {"A": 70}, "CME": {"A": 40, "B": 30}, "TWE": {"B": 40}}
    table = position("18te", players=3, companies=full, stock="A")
    table.apply("A buys 10 TWE from company")  # 1 + 5 + 2 + 1: nine, with three charters in front of A
    table.apply("B passes", "C passes", "A buys 10 TWE from company", "B passes", "C passes")
    assert table.refused("A buys 10 KHS from company") == "18TE-6.4-10"


# -- §4 set-up ------------------------------------------------------------------------------------


@pytest.mark.rule("18TE-4-1", "18TE-3.8-1")
def test_the_game_begins_in_the_first_stock_round_in_phase_2():
    start = shown(new())
    assert (start["stock_round"], start["operating_round"], start["phase"]) == (1, 0, "2")
    assert start["stage"][-1] == "stock"


@pytest.mark.rule("18TE-4-2", "18TE-4-3")
def test_two_players_get_500_each_out_of_4000():
    assert shown(new(2))["cash"] == {"bank": 3000, "A": 500, "B": 500, **dict.fromkeys(COMPANIES, 0)}


@pytest.mark.rule("18TE-4-2", "18TE-4-4")
def test_three_players_get_350_each_out_of_4000():
    start = shown(new(3))["cash"]
    assert start == {"bank": 2950, "A": 350, "B": 350, "C": 350, **dict.fromkeys(COMPANIES, 0)}


@pytest.mark.rule("18TE-4-5")
def test_seats_are_drawn_and_a_seed_repeats_them():
    seats = [tuple(shown(new(3, seed))["seats"]) for seed in range(60)]
    assert set(seats) == set(permutations("ABC"))
    assert seats[:5] == [tuple(shown(new(3, seed))["seats"]) for seed in range(5)]


@pytest.mark.rule("18TE-4-6")
def test_the_first_holder_of_first_trade_is_drawn_from_all_seats():
    starts = [shown(new(3, seed)) for seed in range(60)]
    assert {start["seats"].index(start["priority"]) for start in starts} == {0, 1, 2}
