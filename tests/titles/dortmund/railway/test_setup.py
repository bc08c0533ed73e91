"""18DO §2 and §4.1: what is in the box and how the Railway Game is set up."""

import pytest

import kursbuch as kb
from kursbuch.rail.box import kind_of_card
from kursbuch.titles.dortmund.railway.counting import COUNTING
from kursbuch.titles.dortmund.railway.parts import box
from kursbuch.titles.dortmund.railway.state import ON_CARD
from tests.titles.dortmund.railway.table import fresh, railway
from tests.titles.dortmund.railway.test_rounds import start_of_stock_round

RAILWAYS = ("BME", "CME", "RhE", "KWE", "DGEE", "DHB", "HHW")


def dealt_with(number: str, players: int = 3):
    """A game in which this brewery is in play."""
    return next(t for seed in range(60) if number in (t := fresh(players, seed)).s.breweries)


def dealt_without(number: str, players: int = 3):
    return next(t for seed in range(60) if number not in (t := fresh(players, seed)).s.breweries)


@pytest.mark.rule("18DO-4.1-4")
def test_the_round_marker_lies_on_the_stock_round_at_first():
    position = fresh().game.view()["position"]
    assert (position["stock_round"], position["operating_round"]) == (0, 0)


@pytest.mark.rule("18DO-2.1.2-6")
@pytest.mark.parametrize(
    ("phase", "circles"), [("2", [0, 1, 0]), ("3", [0, 1, 2, 0]), ("8", [0, 1, 2, 3, 0])]
)
def test_the_round_is_a_stock_round_or_one_of_three_operating_rounds(phase, circles):
    """The circle of the round marker from one stock round to the next: 0 is the stock round."""
    companies = {"BME": {"A": 50, "trains": ["8"], "cash": 0}, "CME": {"B": 50, "trains": ["8"], "cash": 0}}
    table = railway(companies=companies, cash={"A": 100, "B": 100, "C": 100}, phase=phase, stock="A")
    seen = [0]
    while table.s.stock_round == 2:
        table.apply(next(a for a in table.legal() if "passes" in a or "withholds" in a or "runs" in a))
        position = table.game.view()["position"]
        assert ("stock" in position["stage"]) == (position["operating_round"] == 0)
        assert ("operating" in position["stage"]) == (position["operating_round"] > 0)
        if position["operating_round"] != seen[-1]:
            seen.append(position["operating_round"])
    assert seen == circles


@pytest.mark.rule("18DO-2.2.1-1")
def test_every_brewery_has_four_rising_boxes():
    boxes = [brewery.boxes for brewery in box(3, COUNTING).breweries.values()]
    assert len(boxes) == 5
    assert all(len(b) == 4 and list(b) == sorted(set(b)) for b in boxes)


@pytest.mark.rule("18DO-2.4.2-1")
def test_five_breweries_and_four_markers():
    breweries = box(3, COUNTING).breweries
    assert [id for id, brewery in breweries.items() if not brewery.marker] == ["1"]
    assert len({brewery.marker for brewery in breweries.values()}) == 5


@pytest.mark.rule("18DO-2.8-1", "18DO-4.1-6", "18DO-2.1.2-5")
@pytest.mark.parametrize(("players", "capital"), [(3, 375), (4, 340), (5, 320)])
def test_the_bank_holds_9000_less_the_starting_capital(players, capital):
    table = fresh(players)
    assert table.s.box.bank == 9000
    assert table.cash("bank") == 9000 - players * capital
    assert all(table.cash(player) == capital for player in "ABCDE"[:players])


@pytest.mark.rule("18DO-4-3", "18DO-4.1-17")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_seven_railways_and_nothing_else(players):
    table = fresh(players)
    assert tuple(table.s.box.companies) == tuple(table.game.view()["position"]["companies"]) == RAILWAYS
    stock = railway(players, cash={"A": 300})
    for other in ("DUB", "B1", "XYZ"):  # a brewery company, a minor brewery, nothing at all
        assert stock.refused(f"A founds {other} at 50") == "18DO-4-3"


@pytest.mark.rule("18DO-4.1-1")
def test_seven_home_markers_lie_face_down_and_block_nobody():
    table = fresh()
    homes = table.game.view()["position"]["face_down"]
    assert homes == {
        "BME": "I10",
        "CME": "A2",
        "RhE": "H1",
        "KWE": "C20",
        "DGEE": "A18",
        "DHB": "C8",
        "HHW": "H19",
    }
    assert not table.s.board.tokens
    assert not table.s.board.closed_to("BME", ("H19", 0))


@pytest.mark.rule("18DO-4.1-2")
def test_the_directors_certificate_is_on_top_and_the_next_follows_by_number():
    for company in box(3, COUNTING).companies.values():
        assert [c.president for c in company.certificates] == [True] + [False] * (
            len(company.certificates) - 1
        )
    table = railway(companies={"DHB": {"A": 20, "price": 60}}, cash={"B": 300}, stock="B")
    assert table.refused("B buys 10 DHB from company") == "18DO-4.1-2"  # the one of 20 % lies above
    table.apply("B buys 20 DHB from company")


@pytest.mark.rule("18DO-4.1-3", "18DO-2.1.2-4")
def test_the_display_holds_the_trains_of_the_railway_game():
    kinds = [kind_of_card(card) for card in fresh().s.trains["depot"]]
    assert {kind: kinds.count(kind) for kind in kinds} == {"2": 7, "3": 5, "4": 3, "5": 2, "6": 3, "8": 6}


@pytest.mark.rule("18DO-4.1-5")
def test_tiles_of_the_beer_game_are_out():
    tiles = fresh().s.box.tiles
    assert not {"1943", "1944", "1945", "1953"} & set(tiles)
    assert {"1938", "1941"} <= set(tiles)
    table = railway(companies={"HHW": {"A": 50}}, links={"H19": 10}, phase="3", turn="HHW lay")
    assert table.lays("HHW", "H19") == {"1938"}
    assert table.refused("HHW lays 1944.0 at H19") == "18DO-4.1-5"


@pytest.mark.rule("18DO-4.1-7", "18DO-4.1-8")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_as_many_breweries_as_players_are_dealt_by_lot(players):
    hands = {tuple(fresh(players, seed).s.breweries) for seed in range(30)}
    assert all(len(hand) == len(set(hand)) == players for hand in hands)
    assert players == 5 or len(hands) > 1
    first = {fresh(players, seed).s.players[0] for seed in range(30)}  # who was dealt the lowest
    assert first == set("ABCDE"[:players])


@pytest.mark.rule("18DO-4.1-8")
def test_what_was_not_dealt_is_not_for_sale():
    table = dealt_without("1")
    assert table.refused(f"{table.acting} bids 20 for brewery 1") == "18DO-4.1-8"


@pytest.mark.rule("18DO-4.1-9", "18DO-4.1-10")
def test_the_dealt_numbers_settle_who_begins_and_who_sits_where():
    for seed in range(20):
        table = fresh(4, seed)
        (event,) = [e for e in table.game.events if e.key == "seats"]
        dealt = event.values["dealt"]
        assert list(table.s.players) == sorted(dealt, key=lambda player: dealt[player])
        assert table.s.priority == table.acting == min(dealt, key=lambda player: dealt[player])


@pytest.mark.rule("18DO-4.1-11", "18DO-4.1-13")
def test_the_cards_go_onto_the_starting_package_with_their_markers():
    table = fresh(5)
    assert set(table.s.breweries.values()) == {""}
    assert table.s.markers == dict.fromkeys("2345", ON_CARD)


@pytest.mark.rule("18DO-4.1-12", "18DO-4.1-15")
def test_two_cubes_lie_on_number_one_and_eighteen_in_the_supply():
    assert dealt_with("1").s.cubes["1"] == 2
    assert dealt_with("1").s.stock_of_beer == dealt_without("1").s.stock_of_beer == 18


@pytest.mark.rule("18DO-4.1-14", "18DO-2.6-3")
def test_marker_b2_lies_in_dortmund_only_with_number_two():
    assert dealt_with("2").s.reserved
    assert not dealt_without("2").s.reserved


@pytest.mark.rule("18DO-4.1-16")
def test_no_location_has_a_link_at_the_beginning():
    assert fresh().s.links == {}


@pytest.mark.rule("18DO-2.1.1-6")
@pytest.mark.parametrize(("game", "too_few"), [("railway", 1), ("beer", 1), ("expert", 2)])
def test_there_are_no_tables_of_other_sizes(game, too_few):
    """Two play the Railway Game and the beer on another map, the Expert Game not at all."""
    for players in (too_few, 6):
        with pytest.raises(kb.BadInput):
            kb.new_game(f"18do-{game}", players, seed=1)


@pytest.mark.rule("18DO-4.3.2-5", "18DO-4.3.2-6", "18DO-4.3.2-7", "18DO-4.3.2-8", "18DO-4.5.1-13")
@pytest.mark.parametrize(
    ("company", "home", "markers"),
    [
        ("BME", "I10", 6),
        ("CME", "A2", 6),
        ("RhE", "H1", 6),
        ("KWE", "C20", 4),
        ("DGEE", "A18", 3),
        ("DHB", "C8", 3),
        ("HHW", "H19", 3),
    ],
)
def test_homes_and_numbers_of_markers(company, home, markers):
    charter = fresh().s.box.companies[company]
    assert (charter.home, len(charter.tokens)) == (home, markers)


@pytest.mark.rule("18DO-4.3.2-6", "18DO-4.3.2-7")
@pytest.mark.parametrize(("company", "hexes"), [("CME", ("A2", "B1")), ("RhE", ("H1", "I2"))])
def test_a_red_area_of_two_hexes_is_one_home(company, hexes):
    table = railway(companies={company: {"A": 50}})
    assert {place[0] for place in table.s.board.tokens_of(company)} == set(hexes)
    assert len(table.s.tokens[company]) == 5  # one marker for both


@pytest.mark.rule("18DO-4.5.2-19", "18DO-4.5.2-20", "18DO-4.5.2-21", "18DO-4.5.2-22")
@pytest.mark.parametrize(
    ("colour", "counts"),
    [
        ("yellow", {"7": 6, "8": 9, "9": 9, "1903": 4, "1904": 7, "1905": 7}),
        (
            "green",
            {
                "16": 2,
                "18": 1,
                "19": 2,
                "20": 2,
                "23": 2,
                "24": 2,
                "25": 2,
                "26": 2,
                "27": 2,
                "28": 1,
                "29": 1,
            }
            | {"30": 1, "31": 1, "1906": 1, "1930": 4, "1931": 4, "1939": 4, "1936": 2, "1937": 1, "1938": 1},
        ),
        (
            "brown",
            {"39": 1, "40": 1, "41": 2, "42": 2, "43": 1, "44": 1, "45": 1, "46": 1, "47": 1, "70": 1}
            | {"1900": 1, "1901": 4, "1941": 1, "1956": 1, "1952": 2},
        ),
        ("grey", {"1902": 3, "1907": 1, "1954": 1, "1957": 1}),
    ],
)
def test_the_tiles(colour, counts):
    tiles = fresh().s.box.tiles
    assert {id: tile.count for id, tile in tiles.items() if tile.colour == colour} == counts


@pytest.mark.rule("18DO-2.4.1-1")
def test_the_holder_of_the_first_action_card_begins_a_stock_round():
    assert start_of_stock_round(priority="C").acting == "C"


CORNER = [
    "75 80 90 100",
    "70 75 80 90",
    "65 70 75 80",
    "60 65 70 75",
    "55 60 65 70",
    "50 55 60",
]  # of the book


@pytest.mark.rule("18DO-2.1.2-2")
def test_the_share_market_has_rows_and_columns():
    cells = fresh().s.box.market.cells
    assert {row for row, _ in cells} == set(range(6))
    prices = [
        [cells[row, column].price for column in range(2, 6) if (row, column) in cells] for row in range(6)
    ]
    assert [" ".join(map(str, row)) for row in prices] == CORNER
