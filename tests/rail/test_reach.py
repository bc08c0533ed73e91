"""What a company reaches, against trying every way, on random boards full of junctions and loops."""

import random
from dataclasses import replace

import pytest

from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import opposite
from kursbuch.rail.board.tile import STOP
from kursbuch.titles.te18.rules.parts import box

WELL_BUILT = 513707  # where a loop reached by its far end leads on over track without a branch


def random_board(seed: int, once: bool = False) -> Board:
    """A board with a tile on every hex, however many there are, and one or two stations of "own"."""
    chance = random.Random(seed)
    board = Board.empty(replace(box().map, hexes_once=once))
    for id, hex in board.map.hexes.items():
        if not hex.open:
            continue
        face = board.faces[id]
        for _ in range(chance.choice([1, 1, 2, 2, 3])):
            covers = sorted(board.map.covers(id, face, box().tiles), key=str)
            if not covers:
                break
            face = chance.choice(covers)
        if face is not board.faces[id]:
            board = board.with_face(id, face)
    cities = [(h, n) for h, face in board.faces.items() for n, stop in enumerate(face.stops) if stop.slots]
    for place in chance.sample(cities, 1 + chance.randrange(2)):
        board = board.with_token(place, 0, "own")
    for place in cities:
        if place not in board.tokens and chance.random() < 0.05:
            for slot in range(len(board.stop(place).slots)):
                board = board.with_token(place, slot, f"other {slot}")
    return board


def every_way(board: Board) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """The entries into hexes and the stops on all routes, found by going every way there is."""
    entries: set[tuple[str, int]] = set()
    stops: set[tuple[str, int]] = set()

    def go(hex: str, end: int, used: int, been: frozenset[tuple[str, int]]) -> None:
        if end >= STOP:
            place = (hex, end - STOP)
            stops.add(place)
            if place in been or board.stop(place).kind == "red" or board.closed_to("own", place):
                return
            been |= {place}
        for onward, _ in board.faces[hex].beyond.get(end, ()):
            if onward >= STOP:
                go(hex, onward, used, been)
                continue
            beyond, bit = board.map.beside[hex][onward], board.map.side_bit[hex, onward]
            if beyond is not None:
                bit |= board.map.visit_bit[beyond]
            if beyond is not None and not used & bit:
                entries.add((beyond, opposite(onward)))
                go(beyond, opposite(onward), used | bit, been)

    for hex, number in board.tokens_of("own"):
        go(hex, STOP + number, board.map.visit_bit[hex], frozenset())
    return entries, stops


@pytest.mark.parametrize("seed", [WELL_BUILT, *range(150)])
def test_a_company_reaches_what_some_route_reaches(seed):
    board = random_board(seed)
    found = board.reachable("own")
    entries = {(hex, edge) for hex in board.faces for edge in range(6) if found.into(hex) >> edge & 1}
    assert (entries, set(found.stops)) == every_way(board)


@pytest.mark.parametrize("seed", range(150))
def test_where_no_hex_is_entered_twice_less_is_reached(seed):
    board = random_board(seed, once=True)
    found = board.reachable("own")
    entries = {(hex, edge) for hex in board.faces for edge in range(6) if found.into(hex) >> edge & 1}
    assert (entries, set(found.stops)) == every_way(board)
    assert set(found.stops) <= set(random_board(seed).reachable("own").stops)
