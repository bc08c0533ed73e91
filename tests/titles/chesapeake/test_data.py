"""The box is complete."""

from collections import Counter

from kursbuch.titles.chesapeake.rules.parts import box


def test_the_box_is_complete():
    full = box(4)
    assert len(full.map.hexes) == 63
    counted = {id: tile.count for id, tile in full.tiles.items() if not tile.unlimited}
    assert (len(counted), sum(counted.values())) == (42, 72)
    assert len(full.market.cells) == 77
    assert [cell.price for cell in full.market.pars] == [70, 80, 95]
    assert Counter(cell.zone for cell in full.market.cells.values()) == {"": 71, "yellow": 6}
    assert [phase.operating_rounds for phase in full.phases] == [1, 2, 2, 3, 3, 3]
    assert {n: (start.cash, start.certificates) for n, start in full.starts.items()} == {
        2: (1200, 20),
        3: (800, 20),
        4: (600, 16),
        5: (480, 13),
        6: (400, 11),
    }
    assert {id: (private.price, private.income) for id, private in full.privates.items()} == {
        "D&R": (20, 5),
        "C-P": (40, 10),
        "B&S": (50, 10),
        "C&OC": (80, 15),
        "B&OR": (100, 0),
        "CV": (200, 30),
    }
    assert (full.bank, full.money) == (8000, "${}")


def test_neighbours_are_mutual_and_the_map_is_connected():
    board = box(3).map
    seen, ahead = set(), ["F2"]
    while ahead:
        hex = ahead.pop()
        if hex not in seen:
            seen.add(hex)
            around = [n for n in board.beside[hex] if n]
            assert all(hex in board.beside[n] for n in around)
            ahead.extend(around)
    assert seen == set(board.hexes)
