"""The box is complete."""

from collections import Counter

from kursbuch.titles.shikoku.rules.parts import box


def test_the_box_is_complete():
    full = box(4)
    assert len(full.map.hexes) == 52
    assert (len(full.tiles), sum(tile.count for tile in full.tiles.values())) == (40, 63)
    assert len(full.market.cells) == 90
    assert [cell.price for cell in full.market.pars] == [65, 70, 75, 80, 90, 100]
    assert Counter(cell.zone for cell in full.market.cells.values()) == {"": 72, "yellow": 12, "orange": 6}
    assert {id: train.count for id, train in full.trains.items() if id != "D"} == {
        "2": 6,
        "3": 5,
        "4": 4,
        "5": 3,
        "6": 2,
    }
    assert [phase.operating_rounds for phase in full.phases] == [1, 2, 2, 3, 3, 3]
    assert {n: (start.cash, start.certificates) for n, start in full.starts.items()} == {
        2: (420, 25),
        3: (420, 19),
        4: (420, 14),
        5: (390, 12),
        6: (390, 11),
    }


def test_neighbours_are_mutual_and_the_map_is_connected():
    board = box(3).map
    seen, ahead = set(), ["K4"]
    while ahead:
        hex = ahead.pop()
        if hex not in seen:
            seen.add(hex)
            around = [n for n in board.beside[hex] if n]
            assert all(hex in board.beside[n] for n in around)
            ahead.extend(around)
    assert seen == set(board.hexes)
