"""1853, introduction, chapter 1 and the tables: what is in the box."""

import pytest

from kursbuch.core import BadInput
from kursbuch.rail.board.tile import COLOURS, kept_track
from kursbuch.rail.box import kind_of_card
from kursbuch.testing import settle
from kursbuch.titles.india.rules.parts import box
from tests.titles.india.table import india, line, new

BOX = box()
CITIES = BOX.cities


# -- introduction and chapter 1 -------------------------------------------------------------------


@pytest.mark.rule("1853-0-1")
def test_companies_pay_into_the_bank_that_players_use():
    table = india(
        companies={"SIR": {"A": 3, "cash": 500}}, tiles=line("T16 S15 R16"), turn="SIR station", cash={"A": 0}
    )
    bank = table.cash("bank")
    table.apply("SIR builds a station at R16.0")
    assert (table.cash("SIR"), table.cash("bank")) == (460, bank + 40)


@pytest.mark.rule("1853-0-2", "1853-T1-8")
def test_the_eighth_company_is_the_east_coast_railway_from_waltair():
    assert list(BOX.companies)[7] == "ECR"
    assert BOX.companies["ECR"].name == "East Coast Railway"
    table = founded("ECR")
    assert homes_of(table, "ECR") == ["Waltair"]
    assert max(int(hex[1:]) for hex in BOX.map.hexes) == 30  # one column beyond Calcutta
    assert "K35" not in BOX.map.hexes


def founded(company, **about):
    """The company goes into operation by its last share in a later share round."""
    table = india(
        companies={company: {"A": 3, "B": 2, "founded": False}},
        cash={"A": 500},
        stock="A",
        stock_round=3,
        **about,
    )
    return table.apply(f"A buys 10 {company} from offer")


def homes_of(table, company):
    return sorted(
        BOX.map.hexes[hex].name for (hex, _), slots in table.s.board.tokens.items() if company in slots
    )


@pytest.mark.rule("1853-1-1", "1853-2.5.8-1")
def test_23_named_cities_and_nothing_else_can_be_named():
    named = [hex for hex in BOX.map.hexes.values() if hex.name]
    assert len(named) == 23
    assert all(hex.print.kind == "city" for hex in named)
    assert {hex.name for hex in named} == set(CITIES)
    assert not any(hex.name for hex in BOX.map.hexes.values() if hex.print.kind == "town")


@pytest.mark.rule("1853-1-2")
@pytest.mark.parametrize("company", BOX.companies)
def test_a_directors_certificate_and_eight_shares(company):
    assert [c.percent for c in BOX.companies[company].certificates] == [20] + [10] * 8


@pytest.mark.rule("1853-1-3")
def test_up_to_37_trains_of_nine_types():
    two_sided = BOX.with_small["2"]
    assert sum(BOX.with_small.values()) + two_sided == 37  # the 2/1M counted as both
    assert sum(train.at_start for train in BOX.trains.values()) == 27
    assert len({side for train in BOX.trains.values() for side in train.sides}) == 9


@pytest.mark.rule("1853-1-4")
@pytest.mark.parametrize(("colour", "count"), [("yellow", 128), ("green", 64), ("brown", 18), ("grey", 7)])
def test_the_supply_of_tiles(colour, count):
    assert sum(tile.count for tile in BOX.tiles.values() if tile.colour == colour) == count


@pytest.mark.rule("1853-1-5", "1853-3.3.2-1")
@pytest.mark.parametrize("company", BOX.companies)
def test_three_to_five_station_markers_come_with_the_charter(company):
    table = founded(company)
    placed = len(homes_of(table, company))
    assert 3 <= len(table.s.tokens[company]) + placed <= 5
    costs = [token.cost for token in table.s.tokens[company]]
    assert costs == [40, *[100] * (len(costs) - 1)]  # what is left are the further stations (4.4.4)
    assert placed == (1 if company in ("BBCI", "MSM", "SIR", "ECR") else 2)


@pytest.mark.rule("1853-1-6", "1853-1-7")
@pytest.mark.parametrize("money", [15000, 10000, 20000])
def test_the_bank_has_15000_unless_agreed_otherwise(money):
    table = new(3, bank=money)
    assert sum(table.s.cash.values()) == money
    assert table.cash("bank") == money - 3 * 730
    assert sum(new().s.cash.values()) == 15000


@pytest.mark.rule("1853-1-8", "1853-3.3.2-3", "1853-3.1.7-2")
def test_the_field_of_the_cube_is_the_value_of_a_share():
    starts = {
        c: cell.price
        for c, cell in zip(BOX.companies, sorted(BOX.market.pars, key=lambda c: -c.price), strict=True)
    }
    assert starts == {
        "EIR": 100,
        "GIP": 96,
        "NWR": 92,
        "BNR": 88,
        "BBCI": 84,
        "MSM": 80,
        "SIR": 75,
        "ECR": 70,
    }
    assert founded("NWR").price("NWR") == 92
    table = india(companies={"EIR": {"A": 3, "pool": 1, "price": 122}}, cash={"B": 300}, stock="B")
    table.apply("B buys 10 EIR from pool")
    assert table.cash("B") == 178


@pytest.mark.rule("1853-1-9")
def test_the_pool_holds_sold_shares_and_returned_trains():
    table = india(companies={"EIR": {"A": 3, "B": 1}}, stock="B").apply("B sells 10 EIR")
    assert table.percent("pool", "EIR") == 10
    full = {"A": 3, "trains": ["4", "4"], "cash": 830}
    buying = india(companies={"EIR": full}, phase="4", sold_out=["4"], turn="EIR trains")
    buying.apply("EIR buys train 5 as 5 from depot for 830", "EIR discards train 4")
    assert buying.trains("pool") == ["4"]


@pytest.mark.rule("1853-1-10")
@pytest.mark.parametrize("players", [3, 6])
def test_eight_companies_whatever_the_number_of_players(players):
    assert len(new(players).s.box.companies) == 8


@pytest.mark.rule("1853-1-11", "1853-4-2")
def test_a_company_that_is_never_founded_never_operates():
    table = india(companies={"MSM": {"A": 3}, "ECR": {"B": 3}}, turn="MSM trains", cash={"A": 0, "B": 0})
    settle(table)
    companies = [f.company for f in table.s.stack if hasattr(f, "company")]
    assert companies == ["ECR"]
    assert table.cash("SIR") == 0


@pytest.mark.rule("1853-1-12")
@pytest.mark.parametrize("company", ["EIR", "GIP", "NWR", "BNR"])
def test_large_companies_have_two_homes_and_a_way_to_two_tiles(company):
    table = founded(company)
    assert table.s.is_large(company)
    assert len(homes_of(table, company)) == 2
    first = india(companies={company: {"A": 3, "option": 0}}, turn=f"{company} option")
    assert first.legal() == [f"{company} chooses option 1", f"{company} chooses option 2"]


@pytest.mark.rule("1853-1-13")
@pytest.mark.parametrize("company", ["MSM", "SIR", "ECR"])
def test_small_companies_have_one_home_and_no_second_tile(company):
    table = founded(company)
    assert not table.s.is_large(company)
    assert len(homes_of(table, company)) == 1
    first = india(companies={company: {"A": 3}}, turn=f"{company} option")
    assert first.refused(f"{company} chooses option 2") == "1853-4.1.2-2"


@pytest.mark.rule(
    "1853-T1-1", "1853-T1-2", "1853-T1-3", "1853-T1-4", "1853-T1-6", "1853-T1-7", "1853-3.3.2-2"
)
@pytest.mark.parametrize(
    ("company", "name", "cities"),
    [
        ("EIR", "East Indian Railway", ["Calcutta", "Patna"]),
        ("GIP", "Great Indian Peninsula Railway", ["Allahabad", "Bombay"]),
        ("NWR", "North Western Railway", ["Delhi", "Lahore"]),
        ("BNR", "Bengal Nagpur Railway", ["Calcutta", "Nagpur"]),
        ("MSM", "Madras and South Mahratta Railway", ["Madras"]),
        ("SIR", "South Indian Railway", ["Trichinopoly"]),
    ],
)
def test_homes(company, name, cities):
    assert BOX.companies[company].name == name
    table = founded(company)
    assert homes_of(table, company) == cities
    assert table.cash(company) == 10 * BOX.issue_price(company)  # nothing paid for them


@pytest.mark.rule("1853-T1-5", "1853-2.6.2-3")
@pytest.mark.parametrize(("large", "cities"), [(False, ["Ajmer"]), (True, ["Ajmer", "Bombay"])])
def test_bbci_begins_in_bombay_only_as_a_large_company(large, cities):
    table = india(companies={"BBCI": {"A": 3, "large": large}})
    assert homes_of(table, "BBCI") == cities
    assert table.station_at("M9.0") == (("BBCI",) if large else ("",))  # the northern station


# -- Table 2 --------------------------------------------------------------------------------------

AREAS = [
    ("EIR", ["J28", "H24", "F14"], ["K29", "F12", "C11"]),
    ("GIP", ["M9", "F14", "H20", "O15"], ["M7", "E13", "H22", "P14"]),
    ("NWR", ["F14", "I3", "C11"], ["F16", "J4"]),
    ("BNR", ["J28", "O15", "H20", "R18"], ["J30", "O13", "G19", "S17"]),
    ("BBCI", ["M9", "F14", "K17", "H10"], ["N10", "E13", "K19"]),
    ("MSM", ["M9", "R18"], ["L10", "S17"]),
    ("SIR", ["R18", "T16"], ["Q17", "O15"]),
    ("ECR", ["J28", "R18", "K17"], ["I27", "S17", "K15"]),
]


@pytest.mark.rule("1853-T2-1", "1853-T2-2", "1853-T2-3", "1853-T2-4")
@pytest.mark.rule("1853-T2-5", "1853-T2-6", "1853-T2-7", "1853-T2-8")
@pytest.mark.parametrize(("company", "inside", "outside"), AREAS)
def test_areas_reach_to_their_border_cities(company, inside, outside):
    area = BOX.charters[company].area
    assert all(hex in area for hex in inside)
    assert not any(hex in area for hex in outside)
    homes = {t.hex for t in BOX.companies[company].tokens if t.role == "home"}
    assert homes <= area


@pytest.mark.rule("1853-T2-7", "1853-T2-6", "1853-4.4.1-2")
def test_an_area_decides_where_a_station_is_built():
    inside = india(companies={"SIR": {"A": 3, "cash": 200}}, tiles=line("T16 S15 R16"), turn="SIR station")
    assert inside.allows("SIR builds a station at R16.0")
    outside = india(
        companies={"SIR": {"A": 3, "cash": 200, "homes": False, "tokens": ["R16.0"]}},
        tiles=line("R16 Q15 P16 O15"),
        turn="SIR station",
    )
    assert ("O15", 0) in outside.s.board.reachable("SIR").stops
    assert outside.refused("SIR builds a station at O15.0") == "1853-4.4.1-2"


# -- Tables 3 to 6 --------------------------------------------------------------------------------


@pytest.mark.rule("1853-T4-1", "1853-T4-2", "1853-T4-3", "1853-T4-4", "1853-T4-5")
@pytest.mark.parametrize(
    ("terrain", "broad", "metre"),
    [
        ("river", 40, 30),
        ("rivers", 60, 40),
        ("hill", 80, 50),
        ("mountain", 140, 70),
        ("high mountain", 240, 100),
    ],
)
def test_terrain_costs_by_gauge(terrain, broad, metre):
    assert BOX.terrain[terrain] == {"broad": broad, "metre": metre}
    printed = [hex for hex in BOX.map.hexes.values() if hex.terrain == terrain]
    assert printed
    assert all(hex.cost == broad for hex in printed)


TRAINS = [
    ("2", "2", 6, 7, 300, "broad"),
    ("3", "3", 5, 5, 440, "broad"),
    ("4", "4", 4, 4, 620, "broad"),
    ("5", "5", 3, 3, 830, "broad"),
    ("6", "6", 2, 2, 1050, "broad"),
    ("2", "1M", 6, 7, 180, "metre"),
    ("2M", "2M", 2, 3, 250, "metre"),
    ("3M", "3M", 3, 4, 430, "metre"),
    ("4M", "4M", 2, 2, 590, "metre"),
]


@pytest.mark.rule("1853-T5-1", "1853-T5-2", "1853-T5-3", "1853-T5-4", "1853-T5-5")
@pytest.mark.rule("1853-T5-6", "1853-T5-7", "1853-T5-8", "1853-T5-9")
@pytest.mark.rule("1853-4.8.11-1", "1853-2.8.4-1")
@pytest.mark.parametrize(("kind", "side", "count", "with_small", "price", "gauge"), TRAINS)
def test_trains(kind, side, count, with_small, price, gauge):
    train = BOX.trains[kind]
    assert train.price_as(side) == price
    assert train.gauges[side] == gauge
    assert ("M" in side) == (gauge == "metre")
    for small, cards in ((False, count), (True, with_small)):
        depot = india(small=small).s.trains["depot"]
        assert sum(kind_of_card(card) == kind for card in depot) == cards


@pytest.mark.rule("1853-T6-3", "1853-T6-4")
@pytest.mark.parametrize(("phase", "limit", "rounds"), [("2", 4, 1), ("3", 4, 2), ("4", 3, 3), ("5", 2, 3)])
def test_phases(phase, limit, rounds):
    found = BOX.phases[BOX.phase_number[phase]]
    assert (found.train_limit, found.operating_rounds) == (limit, rounds)
    assert found.colours == COLOURS[1 : 1 + len(found.colours)]
    assert len(found.colours) == int(phase) - 1


@pytest.mark.rule("1853-T6-1", "1853-T6-2", "1853-2.1-2")
@pytest.mark.parametrize(
    ("phase", "on_sale"),
    [("2", {"2"}), ("3", {"3", "2M"}), ("4", {"4", "2M", "3M"}), ("5", {"5", "6", "3M", "4M"})],
)
def test_what_the_bank_sells_in_each_phase(phase, on_sale):
    table = india(
        companies={"MSM": {"A": 3, "cash": 2000}}, phase=phase, turn="MSM trains", operating_round=1
    )
    if phase == "5":  # the change of phase has scrapped what was left of the 2M
        table = india(
            companies={"MSM": {"A": 3, "cash": 2000}}, phase="5", sold_out=["2M"], turn="MSM trains"
        )
    bought = {action.split()[3] for action in table.legal() if "depot" in action}
    assert bought == on_sale


# -- page 20 --------------------------------------------------------------------------------------

# fmt: off
PAGE_20 = [  # rule point, colour, row of the printed column, copies, what it becomes
    ("1853-P20-1", "yellow", 0, 2, ""),
    ("1853-P20-2", "yellow", 1, 2, ""),
    ("1853-P20-3", "yellow", 2, 10, "12 14 15 716 717 718 719"),
    ("1853-P20-4", "yellow", 3, 14, "14 15 87 88 716 717 718 719"),
    ("1853-P20-5", "yellow", 4, 4, "12 14 15 716 717 718 719"),
    ("1853-P20-6", "yellow", 5, 8, "12 13 14 15 716 717 718 719"),
    ("1853-P20-7", "yellow", 6, 6, "80 82 83 234"),
    ("1853-P20-8", "yellow", 7, 14, "80 81 82 83 250"),
    ("1853-P20-9", "yellow", 8, 14, "82 83 233"),
    ("1853-P20-10", "yellow", 9, 2, ""),
    ("1853-P20-11", "yellow", 10, 2, ""),
    ("1853-P20-12", "yellow", 11, 10, "87 88 716 717 718 719"),
    ("1853-P20-13", "yellow", 12, 2, "12 13 14 15 716 717 718 719"),
    ("1853-P20-14", "yellow", 13, 2, ""),
    ("1853-P20-15", "yellow", 14, 4, "89 716 717 718 719 100 116 117"),
    ("1853-P20-16", "yellow", 15, 6, "89 716 717 718 719 100 101 116 117"),
    ("1853-P20-17", "yellow", 16, 4, "89 716 717 718 719 116"),
    ("1853-P20-18", "yellow", 17, 2, "716 717 718 719 100"),
    ("1853-P20-19", "yellow", 18, 2, "716 717 718 719 100 101"),
    ("1853-P20-20", "yellow", 19, 4, "84 85 86 234"),
    ("1853-P20-21", "yellow", 20, 6, "84 85 86 250"),
    ("1853-P20-22", "yellow", 21, 6, "85 86 233"),
    ("1853-P20-23", "yellow", 22, 2, "716 717 718 719 100 101"),
    ("1853-P20-24", "green", 0, 2, "102 103"),
    ("1853-P20-25", "green", 1, 2, "102 103"),
    ("1853-P20-26", "green", 2, 2, "102"),
    ("1853-P20-27", "green", 3, 2, "102"),
    ("1853-P20-28", "green", 4, 2, "106 108"),
    ("1853-P20-29", "green", 5, 2, "106"),
    ("1853-P20-30", "green", 6, 4, "106 107 108"),
    ("1853-P20-31", "green", 7, 4, "106 107 108"),
    ("1853-P20-32", "green", 8, 2, "106 108"),
    ("1853-P20-33", "green", 9, 2, "106 107 108"),
    ("1853-P20-34", "green", 10, 2, "106 107 108"),
    ("1853-P20-35", "green", 11, 2, "102"),
    ("1853-P20-36", "green", 12, 2, "102"),
    ("1853-P20-37", "green", 13, 2, "102"),
    ("1853-P20-38", "green", 14, 2, "102 103"),
    ("1853-P20-39", "green", 15, 2, "102 103"),
    ("1853-P20-40", "green", 16, 6, "106 107 108"),
    ("1853-P20-41", "green", 17, 4, "106 107 108"),
    ("1853-P20-42", "green", 18, 4, "106 107 108"),
    ("1853-P20-43", "green", 19, 4, "102"),
    ("1853-P20-44", "green", 20, 2, "102"),
    ("1853-P20-45", "green", 21, 2, "102"),
    ("1853-P20-46", "green", 22, 2, "102 103"),
    ("1853-P20-47", "green", 23, 2, "102"),
    ("1853-P20-48", "green", 24, 2, "102 103"),
    ("1853-P20-49", "brown", 0, 3, ""),
    ("1853-P20-50", "brown", 1, 4, "109"),
    ("1853-P20-51", "brown", 2, 2, "111"),
    ("1853-P20-52", "brown", 3, 2, "112"),
    ("1853-P20-53", "brown", 4, 2, "112"),
    ("1853-P20-54", "brown", 5, 2, "112"),
    ("1853-P20-55", "brown", 6, 2, "900"),
    ("1853-P20-56", "brown", 7, 1, ""),
    ("1853-P20-57", "grey", 0, 2, ""),
    ("1853-P20-58", "grey", 1, 1, ""),
    ("1853-P20-59", "grey", 2, 2, ""),
    ("1853-P20-60", "grey", 3, 2, ""),
]
# fmt: on
ROWS = [pytest.param(*row, id=point, marks=pytest.mark.rule(point)) for point, *row in PAGE_20]


@pytest.mark.rule("1853-4.2.5-4")
@pytest.mark.parametrize(("colour", "row", "count", "upgrades"), ROWS)
def test_page_20(colour, row, count, upgrades):
    tile = [tile for tile in BOX.tiles.values() if tile.colour == colour][row]
    assert tile.count == count
    assert set(tile.upgrades or ()) == set(upgrades.split())
    for target in tile.upgrades:  # each fits in at least one rotation
        assert any(kept_track(tile.faces[0], face) for face in BOX.tiles[target].faces)


@pytest.mark.rule("1853-P20-3", "1853-P20-12", "1853-4.2.5-4")
def test_upgrades_that_fit_but_are_not_printed_are_an_option():
    more = box(extra_upgrades=True).tiles

    def added(id):
        return set(more[id].upgrades or ()) - set(BOX.tiles[id].upgrades or ())

    assert "87" not in (BOX.tiles["3"].upgrades or ())
    assert added("3") == {"87", "88"}
    assert added("58") == {"12", "13", "14", "15"}
    assert not added("4")


@pytest.mark.rule("1853-4.1.5-1", "1853-4.2.8-1", "1853-4.2.12-3")
def test_gauges_of_tiles():
    for id in ("71", "72", "73", "74", "75", "76", "77", "78", "79", "113"):
        assert {piece.gauge for piece in BOX.tiles[id].track} == {"metre"}
    for tile in BOX.tiles.values():
        if tile.colour in ("brown", "grey"):
            assert {piece.gauge for piece in tile.track} == {"dual"}
    assert {piece.gauge for piece in BOX.tiles["233"].track} == {"dual"}
    for hex in ("F14", "J28", "M9", "R18", "N22"):
        assert {piece.gauge for piece in BOX.map.hexes[hex].print.track} == {"dual"}


# -- chapter 2, before the contracts --------------------------------------------------------------


@pytest.mark.rule("1853-2.2-1")
def test_nobody_needs_to_be_banker():
    table = new()
    assert "banker" not in table.game.view("A")["position"]
    assert set(table.game.acting) == {"A", "B", "C"}


@pytest.mark.rule("1853-2.3-1", "1853-2.3-2", "1853-2.3-3")
@pytest.mark.parametrize(("players", "cash"), [(3, 730), (4, 570), (5, 570), (6, 510)])
def test_starting_capital(players, cash):
    assert all(new(players).cash(player) == cash for player in "ABCDEF"[:players])


@pytest.mark.rule("1853-2.3-4")
@pytest.mark.parametrize("players", [2, 7])
def test_three_to_six_players(players):
    with pytest.raises(BadInput):
        new([f"P{n}" for n in range(players)])
    assert len(new(3).game.players) == 3
    assert len(new(6).game.players) == 6


@pytest.mark.rule("1853-2.4-1")
def test_the_short_game_has_no_notes_of_500():
    normal, short = (sum(new(3, short=option).s.cash.values()) for option in (False, True))
    assert normal - short == 15 * 500
    for bank in (10000, 12500, 17500, 20000):  # a smaller bank has fewer of them, a larger one more
        assert sum(new(3, short=True, bank=bank).s.cash.values()) == short
