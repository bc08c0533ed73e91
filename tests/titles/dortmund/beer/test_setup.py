"""18DO §5, §6.1, §6.3.2: what is in the box and how Heat, Sweat & Beer is set up."""

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.box import kind_of_card
from kursbuch.titles.dortmund.beer.parts import BREWERIES, RAILWAYS, beer_box
from kursbuch.titles.dortmund.railway.counting import COUNTING
from kursbuch.titles.dortmund.railway.parts import box as railway_box
from tests.titles.dortmund.beer.beer_table import beer, fresh
from tests.titles.dortmund.beer.brewery_table import brewery

ALL_RAILWAYS = ("BME", "CME", "RhE", "KWE", "DGEE", "DHB", "HHW")
ALL_BREWERIES = ("DUB", "DAB", "RIT", "KRO", "STI", "HAN")


def with_minor(minor: str, players: int = 5):
    """A game in which this brewery is in the package."""
    return next(t for seed in range(80) if minor in (t := fresh(players, seed)).s.minors)


@pytest.mark.rule("18DO-5.1.1-1", "18DO-6.1-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_board_of_the_railway_game_with_another_city(players):
    ours, theirs = beer_box(players, COUNTING).map.hexes, railway_box(players, COUNTING).map.hexes
    assert set(ours) == set(theirs)
    (city,) = ours["E12"].print.faces[0].stops
    assert ours["E12"].print.colour == "grey"
    assert (city.value, len(city.slots)) == (70, 4)
    assert (ours["E12"].source, theirs["E12"].source) == ("reconstructed", "rules"), "the tile, not the print"
    own = set(ours) - {"E12", "H19"}
    assert {hex: str(ours[hex].print) for hex in own} == {hex: str(theirs[hex].print) for hex in own}


@pytest.mark.rule("18DO-5.1.1-2", "18DO-6.1.1-3")
@pytest.mark.parametrize(("players", "covered"), [(3, True), (4, True), (5, False)])
def test_h19_is_covered_by_a_yellow_tile_for_three_and_four(players, covered):
    hex = beer_box(players, COUNTING).map.hexes["H19"]
    assert (hex.print.colour, hex.print.border, hex.print.label) == ("yellow", "pink", "S")
    assert hex.print.faces[0].stops[0].slots == (("",) if covered else ("home HHW",))


@pytest.mark.rule("18DO-6.1.1-3")
def test_the_tile_of_h19_is_upgraded_like_a_yellow_one():
    table = beer(companies={"DHB": {"A": 50}}, phase="3", depot="3", turn="DHB lay", links={"H19": 10})
    fitting = set()
    for id, tile in table.s.box.tiles.items():
        turns = range(len(tile.turns))
        if any(table.refused(f"DHB lays {id}.{turn} at H19") == "18DO-4.5.1-8" for turn in turns):
            fitting.add(id)  # nothing but a route is missing
    assert fitting == {"1943", "1944", "1945"}


@pytest.mark.rule("18DO-6.1.1-3")
@pytest.mark.parametrize("green", ["1943", "1944", "1945"])
def test_the_tile_of_h19_ends_with_1953(green):
    def fitting(**lying: str) -> list[str]:
        """The faces that lack nothing but a route."""
        table = beer(companies={"DHB": {"A": 50}}, phase="8", turn="DHB lay", links={"H19": 10}, tiles=lying)
        faces = [f"{id}.{turn}" for id, tile in table.s.box.tiles.items() for turn in range(len(tile.turns))]
        return [face for face in faces if table.refused(f"DHB lays {face} at H19") == "18DO-4.5.1-8"]

    first = next(face for face in fitting() if face.startswith(green))
    browns = fitting(H19=first)
    assert {face.partition(".")[0] for face in browns} == {"1953"}
    assert fitting(H19=browns[0]) == [], "nothing is grey there"


@pytest.mark.rule("18DO-6.1.4-1")
@pytest.mark.parametrize("title", ["18do-beer", "18do-expert"])
def test_with_five_players_h19_has_the_tiles_of_the_covering_or_none(title):
    """Tiles of the Railway Game cover it, which are left out; the others cover what lies there with fewer players."""

    def refusals(players: int, tile: str, **options: bool) -> set[str]:
        about: dict[str, Any] = {"companies": {"DHB": {"A": 50}}, "phase": "5", "turn": "DHB lay"}
        table = beer(players, title=title, links={"H19": 10}, options=options, **about)
        return {table.refused(f"DHB lays {tile}.{turn} at H19") for turn in range(6)}

    out, edge, no_route = "18DO-6.1.4-1", "18DO-4.5.1-11", "18DO-4.5.1-8"
    for tile in ("1943", "1944", "1945"):
        assert no_route in refusals(5, tile), "fits, were there a route to it"
        assert refusals(5, tile, print_stays=True) in ({out}, {out, edge})
        assert out not in refusals(4, tile, print_stays=True)
    for tile in ("1938", "1941"):
        assert refusals(5, tile) <= {out, edge}


@pytest.mark.rule("18DO-6.1.1-2")
def test_dortmund_city_is_never_upgraded():
    table = beer(companies={"BME": {"A": 50, "cash": 500}}, phase="8", turn="BME lay")
    for tile in table.s.box.tiles:
        assert table.refused(f"BME lays {tile}.0 at E12") == "18DO-6.1.1-2"


@pytest.mark.rule("18DO-5.1.2-1")
def test_two_lines_of_prices():
    market = fresh().s.box.market
    lines = {
        row: [c.price for (r, _), c in sorted(market.cells.items()) if r == row] for row, _ in market.cells
    }
    assert set(lines) == {RAILWAYS, BREWERIES}
    assert lines[RAILWAYS] == lines[BREWERIES] == sorted(lines[RAILWAYS])
    table = beer(companies={}, phase="3", cash={"A": 900, "B": 900})
    table.apply("A founds BME at 70", "B founds DUB at 70")
    assert [table.spot(c)[0] for c in ("BME", "DUB")] == [RAILWAYS, BREWERIES]
    assert table.stack("BME") == ("BME",)


@pytest.mark.rule("18DO-5.1.2-2")
def test_six_types_of_cards_on_display():
    box = fresh().s.box
    assert sorted({box.kettles[kind].type for kind in fresh().display()}) == [2, 3, 4, 5, 6, 8]


@pytest.mark.rule("18DO-5.1.2-3", "18DO-6.1.2-10", "18DO-5.4.3-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_seven_railways_and_six_breweries_for_five(players):
    left_out = () if players == 5 else ("HHW", "HAN")
    table = fresh(players)
    assert tuple(table.s.box.companies) == tuple(
        c for c in (*ALL_RAILWAYS, *ALL_BREWERIES) if c not in left_out
    )
    assert all(set(owners) == {"offer"} for owners in table.s.shares.values())


@pytest.mark.rule("18DO-5.4.3-1")
def test_no_other_company_can_be_founded():
    table = beer(cash={"A": 900})
    assert table.refused("A founds HHW at 65") == "18DO-5.4.3-1"


@pytest.mark.rule("18DO-5.1.2-4", "18DO-6.1.6-1")
@pytest.mark.parametrize(("players", "limit"), [(3, 26), (4, 19), (5, 18)])
def test_money_and_limit_by_the_board(players, limit):
    table = fresh(players)
    assert [table.cash(p) for p in "ABCDE"[:players]] == [465] * players
    assert table.game.view()["position"]["certificate_limit"] == limit
    assert table.cash("bank") == 13000 - 465 * players


@pytest.mark.rule("18DO-6.4.4-1")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_the_limits_of_the_text_are_an_option(players, limit):
    table = fresh(players, certificate_limit="text")
    assert table.game.view()["position"]["certificate_limit"] == limit


@pytest.mark.rule("18DO-5.1.2-6")
def test_no_bids_after_the_starting_round():
    table = beer(minors={"B3": {"owner": "A"}}, cash={"A": 500})
    assert not table.starts("bids")
    assert table.refused("A bids 10 for brewery B3") == "18DO-6.4-1"
    assert fresh().refused(f"{fresh().acting} bids 7 for brewery B2") == "18DO-5.1.2-6"


@pytest.mark.rule("18DO-5.3-1")
def test_a_director_cannot_use_the_money_of_a_company():
    table = beer(companies={"BME": {"A": 50, "cash": 200, "price": 60}}, cash={"A": 0})
    assert table.refused("A buys 10 BME from company") == "18DO-4.4.3-1"
    rich = beer(companies={"BME": {"A": 50, "cash": 200, "price": 60}}, cash={"A": 60})
    assert rich.pays("A buys 10 BME from company") == {"A": -60, "BME": 60}


@pytest.mark.rule("18DO-5.3-4", "18DO-5.8-2")
def test_nothing_of_the_expert_game():
    table = fresh()
    assert not any(hasattr(table.s, field) for field in ("small", "specials", "wagons"))
    brewing = brewery(minors={"B4": {"cash": 900, "kettles": ["S2"]}}, turn="B4 buy")
    assert {a.split()[1] for a in brewing.legal()} == {"buys", "passes"}
    for wish in ("B4 buys marker A1 for 30", "B4 takes event G", "B4 returns marker A1"):
        with pytest.raises(kb.BadInput):
            brewing.game.why_not(wish)


@pytest.mark.rule("18DO-5.4.2-1")
def test_phase_cards_are_no_cards():
    assert set(fresh().display()) == {"2A", "2B", "3", "4", "5", "6", "8"}
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, depot="3", turn="BME trains")
    assert table.starts("buys train 3")


@pytest.mark.rule("18DO-6-1")
def test_investment_cards_are_the_only_trains():
    box = beer_box(5, COUNTING)
    assert set(box.trains) == {"2A", "2B", "3", "4", "5", "6", "8"}
    assert len(box.cards) + len(box.start_cards) == 96


@pytest.mark.rule("18DO-6.1.1-1")
def test_home_stations_lie_face_down_until_a_railway_floats():
    table = fresh(5)
    homes = table.game.view()["position"]["face_down"]
    assert set(homes) == set(ALL_RAILWAYS)
    assert not table.s.board.tokens
    table = beer(cash={"A": 500, "B": 500})
    for action in ("A founds BME at 60", "B buys 10 BME from company", "A buys 10 BME from company"):
        table.apply(action)
        assert "BME" not in table.station_at("I10.0")
        assert table.game.view()["position"]["face_down"]["BME"] == "I10"
    table.apply("B buys 10 BME from company")
    assert "BME" in table.station_at("I10.0")
    assert "BME" not in table.game.view()["position"]["face_down"]


@pytest.mark.rule("18DO-6.1.2-1", "18DO-6.1.2-2", "18DO-6.1.2-3", "18DO-6.1.2-4")
@pytest.mark.parametrize(
    ("players", "cards"),
    [
        (2, (7, 7, 8, 7, 5, 12, 12)),
        (3, (7, 7, 8, 7, 5, 12, 12)),
        (4, (9, 9, 11, 8, 6, 14, 12)),
        (5, (11, 11, 13, 10, 7, 15, 12)),
    ],
)
def test_cards_by_number_of_players(players, cards):
    assert tuple(fresh(players).display().values()) == cards
    assert list(fresh(players).display()) == ["2A", "2B", "3", "4", "5", "6", "8"]


@pytest.mark.rule("18DO-6.1.2-5", "18DO-5.4.4-8")
def test_start_cards_are_not_for_sale():
    table = fresh()
    assert not any(kind_of_card(card).startswith("S") for card in table.s.trains["depot"])
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, turn="BME trains")
    assert table.refused("BME buys train S1 as 1 from depot for 0") == "18DO-5.4.4-8"


@pytest.mark.rule("18DO-6.1.2-6", "18DO-6.1.2-7", "18DO-6.5.1-1")
def test_a_card_on_display_is_a_train():
    table = beer(companies={"BME": {"A": 50, "cash": 400}}, turn="BME trains")
    assert table.refused("BME buys train 2B as 2 from depot for 80") == "18DO-5.4.4-9"
    table.apply("BME buys train 2A as 2 from depot for 80")
    assert table.trains("BME") == ["2"] and table.cash("BME") == 320


@pytest.mark.rule("18DO-6.1.2-8")
def test_the_directors_certificate_is_the_first():
    for company in fresh(5).s.box.companies.values():
        assert company.certificates[0].president
        assert not any(c.president for c in company.certificates[1:])
    table = beer(cash={"A": 900})
    assert table.refused("A buys 10 BME from company") == "18DO-4.3.2-2"


SHARES = {
    "DUB": (30, 10, 10, 10, 10, 10, 20),
    "DAB": (20, 20, 20, 10, 10, 10, 10),
    "RIT": (30, 10, 10, 10, 10, 10, 20),
    "KRO": (30, 10, 10, 10, 10, 10, 20),
    "STI": (40, 10, 10, 10, 10, 20),
    "HAN": (30, 10, 10, 10, 10, 10, 10, 10),
}


@pytest.mark.rule(
    "18DO-6.3.2.2-2",
    "18DO-6.3.2.2-3",
    "18DO-6.3.2.2-4",
    "18DO-6.3.2.2-5",
    "18DO-6.3.2.2-6",
    "18DO-6.3.2.2-7",
)
@pytest.mark.parametrize("company", SHARES)
def test_certificates_of_the_breweries(company):
    assert fresh(5).s.box.percents[company] == SHARES[company]
    assert sum(SHARES[company]) == 100
    assert (company in fresh(4).s.box.companies) == (company != "HAN")


@pytest.mark.rule("18DO-6.1.2-9")
def test_breweries_sell_from_the_top_of_the_stack():
    table = beer(companies={"DUB": {"A": 30}, "DAB": {"A": 20}}, phase="3", stock="B", cash={"B": 900})
    assert table.refused("B buys 20 DUB from company") == "18DO-6.1.2-9"
    assert table.refused("B buys 10 DAB from company") == "18DO-6.1.2-9"
    assert table.allows("B buys 10 DUB from company") and table.allows("B buys 20 DAB from company")


@pytest.mark.rule("18DO-6.1.2-11")
def test_the_game_begins_before_the_first_stock_round():
    table = fresh()
    assert (table.s.stock_round, table.s.set_number, table.s.operating_round) == (0, 0, 0)


@pytest.mark.rule("18DO-6.1.3-1", "18DO-6.1.3-2")
def test_segments_3_to_6_have_markers_and_no_cubes():
    beer_market = fresh().s.beer
    assert beer_market.marked == {3, 4, 5, 6}
    assert beer_market.regular[2:] == beer_market.new[2:] == (0, 0, 0, 0)
    for segment, before in ((3, "2"), (4, "3"), (5, "4"), (6, "5")):
        card = str(segment)
        table = beer(companies={"BME": {"A": 50, "cash": 700}}, phase=before, depot=card, turn="BME trains")
        assert segment in table.s.beer.marked
        table.apply(f"BME buys train {card} as {card} from depot for {table.s.box.trains[card].price}")
        assert table.s.beer.marked == set(range(segment + 1, 7)), "lifted when the phase of its number begins"


@pytest.mark.rule("18DO-6.1.3-3", "18DO-6.1.3-4", "18DO-6.1.3-5", "18DO-6.1.3-6")
@pytest.mark.parametrize(
    ("players", "boxes", "export", "stock", "total"),
    [(2, (3, 3), 6, 8, 26), (3, (3, 3), 6, 8, 26), (4, (4, 3), 6, 8, 28), (5, (4, 4), 8, 10, 34)],
)
def test_cubes_at_the_start(players, boxes, export, stock, total):
    market = fresh(players).s.beer
    assert market.regular[:2] == market.new[:2] == boxes
    assert (market.export, market.stock, market.total) == (export, stock, total)


@pytest.mark.rule("18DO-6.1.4-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_tiles_of_the_railway_game_are_left_out(players):
    assert not {"1938", "1941"} & set(fresh(players).s.box.tiles)
    table = beer(companies={"BME": {"A": 50}}, turn="BME lay")
    assert table.refused("BME lays 1938.0 at H19") == "18DO-6.1.4-1"


@pytest.mark.rule("18DO-4.5.2-19", "18DO-4.5.2-20", "18DO-4.5.2-21", "18DO-4.5.2-22")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_tiles_as_in_the_railway_game_but_for_h19(players):
    theirs = {id: tile.count for id, tile in railway_box(players, COUNTING).tiles.items()}
    ours = {id: tile.count for id, tile in beer_box(players, COUNTING).tiles.items()}
    own = {"1943": 1, "1944": 1, "1945": 1, "1953": 1}
    assert ours == {id: count for id, count in theirs.items() if id not in ("1938", "1941")} | own


@pytest.mark.rule("18DO-4.5.2-26")
def test_the_chain_of_h19_ends_with_a_brown_tile_here_too():
    box = beer_box(3, COUNTING)

    def later(faces):
        """Which faces can cover one of these."""
        return [after for face in faces for after in box.map.covers("H19", face, box.tiles)]

    green = later([box.map.hexes["H19"].print.faces[0]])
    assert {face.tile.id for face in green} == {"1943", "1944", "1945"}
    for tile in ("1943", "1944", "1945"):
        brown = later([face for face in green if face.tile.id == tile])
        assert {face.tile.id for face in brown} == {"1953"} and not later(brown)


@pytest.mark.rule("18DO-6.1.5-1", "18DO-6.1.5-2")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_kronen_and_as_many_others_as_players(players):
    seen = set()
    for seed in range(20):
        package = fresh(players, seed).s.minors
        assert "B2" in package and len(package) == players + 1
        seen |= set(package)
    assert len(seen) == 8


@pytest.mark.rule("18DO-6.1.5-3")
def test_what_is_not_drawn_cannot_be_had():
    table = fresh(3)
    gone = next(minor for minor in table.s.box.minors if minor not in table.s.minors)
    assert table.refused(f"{table.acting} bids 10 for brewery {gone}") == "18DO-6.1.5-3"


MINORS = {
    "B1": (80, 2, 0),
    "B2": (90, 3, 0),
    "B3": (100, 0, 1),
    "B4": (120, 1, 1),
    "B5": (135, 1, 1),
    "B6": (155, 2, 1),
    "B7": (165, 0, 2),
    "B8": (185, 1, 2),
}


@pytest.mark.rule(
    "18DO-6.1.5-4",
    "18DO-6.3.2.1-2",
    "18DO-6.3.2.1-3",
    "18DO-6.3.2.1-4",
    "18DO-6.3.2.1-5",
    "18DO-6.3.2.1-6",
    "18DO-6.3.2.1-7",
    "18DO-6.3.2.1-8",
    "18DO-6.3.2.1-9",
)
@pytest.mark.parametrize("minor", MINORS)
def test_price_and_kettles_of_the_minor_breweries(minor):
    price, ones, twos = MINORS[minor]
    table = with_minor(minor)
    assert table.s.box.minors[minor].price == price
    assert sorted(table.kettles(minor)) == [1] * ones + [2] * twos
    used = sum(len(table.s.kettles[m]) for m in table.s.minors)
    assert len(table.s.kettles["out"]) == 17 - used


@pytest.mark.rule("18DO-6.1.6-2", "18DO-6.1.6-3")
@pytest.mark.parametrize("seed", range(5))
def test_dealt_cards_set_the_order_of_bids_and_nothing_else(seed):
    table = fresh(4, seed)
    dealt = next(e for e in table.game.events if e.key == "seats").values["dealt"]
    assert len(set(dealt.values())) == 4
    assert table.s.start_order == tuple(sorted("ABCD", key=lambda p: dealt[p]))
    assert table.acting == table.s.start_order[0]
    assert table.s.players == tuple("ABCD")  # nobody changes the seat
    assert table.s.breweries == {} and table.s.markers == {}


@pytest.mark.rule("18DO-6.3.1-2")
def test_no_private_breweries():
    table = beer(companies={"BME": {"A": 50}}, cash={"A": 100})
    with pytest.raises(kb.BadInput):
        table.game.why_not("A assigns marker 3 to BME")
