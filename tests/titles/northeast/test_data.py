"""The box is complete, and its map holds together."""

from collections import Counter

import pytest

from kursbuch.titles.northeast.rules import box


def test_the_box_is_complete():
    full = box(4)
    assert len(full.map.hexes) == 93
    assert (len(full.tiles), sum(tile.count for tile in full.tiles.values())) == (46, 85)
    assert len(full.market.cells) == 120
    assert sorted(cell.price for cell in full.market.pars) == [67, 71, 76, 82, 90, 100]
    assert {cell.column for cell in full.market.pars} == {6}
    zones = Counter(cell.zone for cell in full.market.cells.values())
    assert zones == {"": 75, "yellow": 19, "orange": 11, "brown": 15}
    assert {n: (start.cash, start.certificates) for n, start in full.starts.items()} == {
        2: (1200, 28),
        3: (800, 20),
        4: (600, 16),
        5: (480, 13),
        6: (400, 11),
    }
    assert {id: (train.price, train.count) for id, train in full.trains.items() if id != "D"} == {
        "2": (80, 6),
        "3": (180, 5),
        "4": (300, 4),
        "5": (450, 3),
        "6": (630, 2),
    }
    assert {id: (private.price, private.income) for id, private in full.privates.items()} == {
        "SV": (20, 5),
        "CS": (40, 10),
        "DH": (70, 15),
        "MH": (110, 20),
        "CA": (160, 25),
        "BO": (220, 30),
    }
    assert (full.bank, full.money) == (12000, "${}")


def test_neighbours_are_mutual_and_the_map_is_connected():
    board = box(3).map
    pairs, seen, ahead = 0, set(), ["E11"]
    while ahead:
        hex = ahead.pop()
        if hex not in seen:
            seen.add(hex)
            around = [n for n in board.beside[hex] if n]
            assert all(hex in board.beside[n] for n in around)
            pairs += len(around)
            ahead.extend(around)
    assert (seen, pairs // 2) == (set(board.hexes), 235)


@pytest.mark.parametrize(("more", "count"), [(False, 2), (True, 3)])
def test_an_option_adds_a_6_train(more, count):
    assert box(4, more).trains["6"].count == count
