"""The box and the set-up (N1 to N12, N49, N50)."""

from itertools import permutations
from random import Random

import pytest

from kursbuch.core import BadInput, Chance, Game
from kursbuch.titles.nuremberg.rules.box import COLOURS, data, reconstructed
from kursbuch.titles.nuremberg.rules.parts import box
from kursbuch.titles.nuremberg.rules.setup import new_table, stays
from kursbuch.titles.nuremberg.rules.track import ranking
from kursbuch.titles.nuremberg.title import TITLE
from tests.titles.nuremberg.helpers import after, listed, new, position, random_game, refused, table, told

BOX = box()


def fresh(players: int = 3, seed: int = 1):
    """The table before phase 1."""
    return new_table("ABCD"[:players], Chance(seed), rounds=5, box=BOX)


@pytest.mark.rule("FTN-1-1", "FTN-1-2", "FTN-1-4", "FTN-2-1", "FTN-11-1")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_everybody_begins_with_all_pieces_in_the_supplies(players):
    s = fresh(players)
    for player in s.players:
        assert (s.depot[player], s.links[player]) == (15, frozenset())
        assert s.locomotives[player] == 3
        assert (s.hand[player], s.supply[player]) == (0, 15)
        assert s.influence(player) == {"white": 0, "brown": 0, "red": 0, "green": 0}
        assert s.vp[player] == 0
        tracks = [*s.tracks.values(), s.profit]
        orders = [s.order, s.building_order, s.train_order]
        markers = [dict(t)[player] for t in tracks] + [o.index(player) for o in orders] + [s.vp[player]]
        assert len(markers) == 9
        assert dict(s.profit)[player] == 0
    for company in ("red", "green"):
        assert (s.depot[company], s.links[company]) == (60, frozenset())
    assert s.trains == {}


@pytest.mark.rule("FTN-1-3")
def test_cubes_add_up_to_fifteen_at_every_moment():
    game, rng = new(3, seed=4), Random(4)
    seen_in_boxes = False
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        s = table(game)
        for player in s.players:
            bids = sum(n for bidder, n in s.bids.values() if bidder == player)
            seen_in_boxes |= bids > 0
            assert s.hand[player] + s.supply[player] + bids == 15
    assert seen_in_boxes


@pytest.mark.rule("FTN-3-1", "FTN-4-1", "FTN-8-4", "FTN-9-4", "FTN-12-5")
@pytest.mark.parametrize("players", [2, 4])
@pytest.mark.parametrize("seed", range(5))
def test_both_bags_are_emptied_whatever_the_number_of_players(players, seed):
    game = new(players, seed)
    s = table(game)
    total = dict(s.out)
    for pieces in s.board.values():
        for piece in pieces:
            total[piece] += 1
    assert total == {"beer": 60, "post": 60, "red": 25, "green": 25, "landowner": 25}
    assert s.out["landowner"] == 0
    draws = told(game, "drawn")
    assert sum(len(d["pieces"]) for d in draws if d["bag"] == "goods") == 120
    assert sum(len(d["pieces"]) for d in draws if d["bag"] == "figures") == 28 * 2 + 19


@pytest.mark.rule("FTN-12-5", "FTN-8-2", "FTN-9-1", "FTN-9-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_drawn_stays_by_the_same_rules_whatever_the_number_of_players(players):
    game = new(players, seed=3)
    for draw in told(game, "drawn"):
        area = BOX.areas[draw["area"]]
        if draw["bag"] == "goods":
            staying = {{"hop": "beer", "post": "post"}[area.kind]}
        else:
            staying = {"landowner"} if area.estate else {"landowner", "red", "green"}
        assert draw["stay"] == [piece for piece in draw["pieces"] if piece in staying]
        lying = table(game).board.get(draw["area"], ())
        assert all(lying.count(piece) >= draw["stay"].count(piece) for piece in staying)


@pytest.mark.rule("FTN-3-2")
def test_beer_is_white_and_post_yellow():
    assert BOX.pieces["goods"]["colours"] == {"beer": "white", "post": "yellow"}


@pytest.mark.rule("FTN-5-1")
def test_only_twelve_influence_markers_take_part():
    game, rng = new(4, seed=2), Random(2)
    while not game.over:
        s = table(game)
        count = {c: s.bag[c] + list(s.drawn.values()).count(c) for c in COLOURS}
        assert count == {"white": 4, "brown": 4, "red": 2, "green": 2}
        game.apply(rng.choice(game.legal_actions()).sample(rng))


@pytest.mark.rule("FTN-6-1", "FTN-6-2")
def test_the_ends_of_the_tracks_come_from_the_data():
    tracks = data("tracks")
    assert (tracks["influence"]["least"], tracks["influence"]["most"]) == (0, 10) == BOX.influence_ends
    assert (tracks["profit"]["least"], tracks["profit"]["most"]) == (-13, 5) == BOX.profit_ends
    for seed in range(3):
        s = table(random_game(4, seed))
        assert all(-13 <= space <= 5 for _, space in s.profit)
        assert all(0 <= space <= 10 for colour in COLOURS for _, space in s.tracks[colour])


@pytest.mark.rule("FTN-6-3")
def test_victory_points_have_no_upper_limit():
    game = position(phase=7, vp={"A": 99}, trains={"T31": "A red red post beer"}, round=1)
    assert told(game, "scored")[0]["points"] == 8
    assert table(game).vp["A"] == 107
    game = position(phase=7, vp={"A": 99}, trains={"T31": "A red post post"})
    assert table(game).vp["A"] == 104


@pytest.mark.rule("FTN-8-1")
def test_two_cubes_are_drawn_for_each_goods_area():
    draws = [d for d in told(new(), "drawn") if d["bag"] == "goods"]
    kinds = [BOX.areas[d["area"]].kind for d in draws]
    assert (kinds.count("post"), kinds.count("hop"), len(kinds)) == (44, 16, 60)
    assert all(len(d["pieces"]) == 2 for d in draws)


@pytest.mark.rule("FTN-8-2", "FTN-8-3")
def test_a_cube_stays_only_in_an_area_of_its_kind():
    assert [stays(BOX, "uehlfeld", piece) for piece in ("beer", "post")] == [True, False]
    assert [stays(BOX, "kraftshof", piece) for piece in ("beer", "beer")] == [False, False]
    s = table(new(seed=3))
    for draw in (d for d in told(new(seed=3), "drawn") if d["bag"] == "goods"):
        printed = {"hop": "beer", "post": "post"}[BOX.areas[draw["area"]].kind]
        assert [p for p in s.board.get(draw["area"], ()) if p in ("beer", "post")] == [
            p for p in draw["pieces"] if p == printed
        ]
    game = random_game(3, seed=3)  # what is out never comes back
    assert all(table(game).out[piece] >= s.out[piece] for piece in s.out)


@pytest.mark.rule("FTN-9-1", "FTN-9-2")
def test_each_neutral_station_keeps_both_figures_drawn_for_it():
    game = new(seed=5)
    s = table(game)
    stations = [area.id for area in BOX.areas.values() if area.kind == "station"]
    assert len(stations) == 28
    assert all(len(s.board[area]) == 2 for area in stations)
    for draw in told(game, "drawn"):
        if draw["area"] in stations:
            assert draw["stay"] == draw["pieces"] == list(s.board[draw["area"]])
    both = position(phase=5, pieces={"erlangen": "red landowner"}, links={"A": ["fuerth-poppenreuth-erlangen"]},
                    white={"B": 1}, green={"B": 1}, cubes={"B": 5}, building="BA", trains={"T12": "A"})  # fmt: skip
    both = after(both, "B builds nbg_nord-kraftshof-erlangen")  # one landowner to pay for
    assert table(both).influence("B")["white"] == 0
    both = after(both, "A passes")
    assert listed(both, "carries") == ["A carries red from erlangen in T12"]  # and one passenger to carry


@pytest.mark.rule("FTN-9-3")
def test_an_estate_keeps_only_a_landowner():
    assert BOX.areas["schweinau"].estate
    assert not stays(BOX, "schweinau", "green")
    assert not stays(BOX, "schweinau", "red")
    assert stays(BOX, "schweinau", "landowner")
    game = new(seed=6)
    estates = [d for d in told(game, "drawn") if d["bag"] == "figures" and BOX.areas[d["area"]].estate]
    assert len(estates) == 19
    for draw in estates:
        assert len(draw["pieces"]) == 1
        on_board = [p for p in table(game).board.get(draw["area"], ()) if p != "post"]
        assert on_board == [p for p in draw["pieces"] if p == "landowner"]


@pytest.mark.rule("FTN-10-1")
def test_company_cities_begin_empty():
    assert len(BOX.cities) == 9
    assert "the_south" in BOX.cities
    for seed in range(10):
        assert not set(BOX.cities) & set(fresh(seed=seed).board)


@pytest.mark.rule("FTN-10-2")
def test_goods_lie_only_in_their_areas_two_at_most():
    totals = dict.fromkeys(("beer", "post", "red", "green"), 0)
    for seed in range(100):
        for area, pieces in fresh(seed=seed).board.items():
            goods = [p for p in pieces if p in ("beer", "post")]
            assert len(goods) <= 2
            assert set(goods) <= {{"hop": "beer", "post": "post"}.get(BOX.areas[area].kind)}
            for piece in totals:
                totals[piece] += pieces.count(piece)
    assert {piece: round(n / 100) for piece, n in totals.items()} == pytest.approx(
        {"beer": 16, "post": 44, "red": 19, "green": 19}, abs=1
    )


@pytest.mark.rule("FTN-10-3")
def test_the_board_and_what_is_out_are_open_to_all():
    game = random_game(3, seed=8, moves=60)
    views = [game.view(player) for player in (*game.players, None)]
    assert views[0]["position"]["board"] and views[0]["position"]["out"]
    assert all(view == views[0] for view in views)


@pytest.mark.rule("FTN-11-2")
def test_the_first_player_order_is_drawn_by_lot():
    orders = {fresh(seed=seed).order for seed in range(80)}
    assert orders == set(permutations("ABC"))
    assert fresh(seed=9).order == fresh(seed=9).order


@pytest.mark.rule("FTN-11-3")
def test_the_first_stacks_have_the_first_player_on_top():
    s = fresh(seed=11)
    for track in (*s.tracks.values(), s.profit):
        assert ranking(track) == s.order


@pytest.mark.rule("FTN-12-1", "FTN-12-2", "FTN-49-2")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_as_many_columns_of_boxes_and_trains_as_players(players):
    columns = range(1, players + 1)
    game = position(players, phase=3, cubes={"A": 12})
    boxes = {line.split()[-1] for line in listed(game, "bids")}
    assert boxes == {f"U{c}" for c in columns} | {f"L{c}" for c in columns}
    game = position(players, phase=6, brown={"A": 3})
    on_offer = {line.split()[-1] for line in listed(game, "buys")}
    assert on_offer == {f"T{row}{c}" for row in (1, 2, 3) for c in columns}
    if players < 4:
        assert refused(game, f"A buys T1{players + 1}") == "FTN-12-2"


@pytest.mark.rule("FTN-12-3")
def test_the_printed_markers_of_the_boxes():
    printed = {key: dict(box.printed) for key, box in BOX.boxes.items()}
    assert printed == {
        "U1": {"white": 2, "brown": 1, "red": 1},
        "U2": {"white": 1, "brown": 2, "green": 1},
        "U3": {"white": 2, "red": 1, "green": 1},
        "U4": {"brown": 2, "red": 1, "green": 1},
        "L1": {"brown": 1, "green": 2},
        "L2": {"white": 1, "red": 2},
        "L3": {"brown": 2, "red": 1},
        "L4": {"white": 2, "green": 1},
    }


@pytest.mark.rule("FTN-12-4")
def test_the_places_of_the_trains():
    places = {
        row: [(t.passengers, t.goods) for t in BOX.trains.values() if t.row == row] for row in (1, 2, 3)
    }
    assert places == {
        1: [(1, 1), (2, 0), (0, 2), (1, 0)],
        2: [(2, 1), (1, 2), (2, 1), (1, 1)],
        3: [(2, 2), (3, 1), (1, 3), (2, 1)],
    }


@pytest.mark.rule("FTN-23-4")
def test_the_board_is_whole():
    open_borders = [b for b in BOX.borders.values() if b.b in BOX.open_ways[b.a] or b.a in BOX.open_ways[b.b]]
    assert (len(BOX.areas), len(BOX.borders), len(open_borders)) == (97, 246, 168)
    assert sum(bool(b.river) for b in open_borders) == 38
    assert all(b.a in BOX.areas and b.b in BOX.areas and b.a != b.b for b in BOX.borders.values())
    assert all(area in BOX.neighbours[other] for area, beside in BOX.neighbours.items() for other in beside)
    assert all(BOX.between[b.a, b.b] is BOX.between[b.b, b.a] is b for b in BOX.borders.values())


@pytest.mark.rule("FTN-24-2")
def test_the_colours_of_the_cities():
    colours = table(new()).colours
    red = {area for area, owners in colours.items() if "red" in owners}
    green = {area for area, owners in colours.items() if "green" in owners}
    assert red == {"nbg_sued", "fuerth", "bayreuth", "neumarkt", "the_south"}
    assert green == {"nbg_nord", "bamberg", "ansbach", "amberg", "the_south"}
    assert sum(area.station and area.id not in colours for area in BOX.areas.values()) == 28


@pytest.mark.rule("FTN-49-1")
def test_for_two_to_four_players():
    for players in (2, 3, 4):
        assert len(Game(TITLE, "ABCD"[:players], 1, {}).players) == players
    for players in (0, 1, 5):
        with pytest.raises(BadInput):
            Game(TITLE, "ABCDE"[:players], 1, {})


@pytest.mark.rule("FTN-50-1")
def test_only_the_nuremberg_side_is_played():
    keys = [option.key for option in TITLE.info.options]
    assert keys == ["four_player_rounds", "passing"]  # and no choice of a side
    for rounds in (5, 4):
        s = table(new(4, four_player_rounds=rounds))
        assert "nbg_nord" in s.colours
        assert {p for pieces in s.board.values() for p in pieces} == {
            "beer",
            "post",
            "red",
            "green",
            "landowner",
        }
    assert {b.cost for b in BOX.borders.values() if not b.river} == {1}


def test_every_block_of_data_says_where_it_comes_from():
    kinds = set(data("sources")["marks"])
    for name in ("areas", "borders", "rivers", "influence", "trains", "pieces", "tracks"):
        file = data(name)
        blocks = [file] if "source" in file else []
        blocks += [block for block in file.values() if isinstance(block, dict) and "kind" not in block]
        assert blocks
        for block in blocks:
            assert block["source"]["kind"] in kinds
            assert set(block["source"].get("pages", ())) <= set(data("sources")["pages"])
    assert TITLE.info.reconstructed == reconstructed()
    tracks = BOX.tracks
    rounds = tracks["rounds"]["count"], tracks["four_player_rounds"]["count"]
    assert TITLE.info.options[0].choices == rounds


def test_no_player_may_be_called_like_a_company():
    with pytest.raises(BadInput):
        Game(TITLE, ["red", "Anna"], 1, {})
