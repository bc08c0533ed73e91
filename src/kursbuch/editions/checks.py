"""What looks wrong in a box: errors that keep a game from starting, and remarks that an owner should look at."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition, using
from kursbuch.core.family import Family
from kursbuch.core.overlay import entry_key
from kursbuch.core.rules import Title
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.changing import taken_out
from kursbuch.editions.comparing import by_name
from kursbuch.editions.counting import counts_of
from kursbuch.editions.fitting import check_fits, set_up, try_out
from kursbuch.editions.places import Data
from kursbuch.editions.remarks import Remark, of_error
from kursbuch.editions.stopping import companies_of, own_checks, stopping
from kursbuch.rail.board.grid import EDGES, opposite
from kursbuch.rail.board.map import WALL, Map, fits_place, next_colour
from kursbuch.rail.board.tile import Tile, stop_map
from kursbuch.rail.loader import read_map, read_tiles


def checked(family: Family, title: Title, edition: Edition | None) -> list[Remark]:
    """Everything that is wrong in a box, or new in an edition of it: what the built-in data has as well is left out.

    With grave errors in the values nothing else is looked at.
    """
    if edition is not None:
        try:
            check_fits(family, edition)
        except BadInput as error:
            return [of_error(error)]
    data = box_data(family, edition)
    try:
        found = _stopping(family, edition)
    except BadInput as error:
        return [of_error(error)]
    if not found:
        found += _unplayable(family, title, edition)
    if any(one.grave for one in found):
        return found
    found += _looked_over(family, data)
    if edition is not None:
        found += _never_there(family, edition)
        usual = {(one.at, one.text) for one in _looked_over(family, box_data(family))}
        found = [one for one in found if (one.at, one.text) not in usual]
    return found


def _stopping(family: Family, edition: Edition | None) -> list[Remark]:
    """What stops games; a check that itself stumbles over an edition's value is told at that value."""
    if edition is None:
        return stopping(family, box_data(family))
    return set_up(family, edition, lambda own: stopping(family, box_data(family, own)))


def _never_there(family: Family, edition: Edition) -> Iterator[Remark]:
    """Blocks that are taken out and are not in the box anyway: names mistyped, most likely."""
    data = built_in(family)
    for file, key, name in taken_out(edition):
        table = by_name(data[file].get(key, {}))
        if entry_key(name, table) not in table:
            yield Remark(f"{file}.{key}.{name}", "there is no such block in the box")


def _unplayable(family: Family, title: Title, edition: Edition | None) -> Iterator[Remark]:
    """A game for each number of players must start."""
    if edition is None:
        return
    for players in title.info.players:
        try:
            try_out(family, title, players, edition)
        except BadInput as error:
            yield of_error(error)
            return


def _looked_over(family: Family, data: Data) -> list[Remark]:
    with using(None):
        found = [*counts_that_differ(family, data)]
        if "hexes" in data.get("board", {}) and "tiles" in data:
            board, tiles = read_map(data["board"]), read_tiles(data["tiles"])
            found += [
                *_sides(board),
                *_homes(board, data),
                *_unused(board, tiles, data),
                *_letters(board, tiles),
            ]
        return found + own_checks(family, data)


# -- geometry ------------------------------------------------------------------------------------


def _sides(board: Map) -> Iterator[Remark]:
    """Printed track must lead somewhere."""
    shut = {border.hexes for border in board.borders if border.kind == WALL}
    for id, hex in board.hexes.items():
        exits = hex.print.faces[0].exits
        for edge in EDGES:
            if not exits >> edge & 1:
                continue
            beyond, at = board.beside[id][edge], f"board.hexes.{id}"
            if beyond is None:
                yield Remark(at, "track leads off the board at side {side}", {"side": edge})
            elif frozenset((id, beyond)) in shut:
                yield Remark(at, "track leads into the wall to {hex}", {"hex": beyond})
            elif (
                not board.hexes[beyond].open
                and not board.hexes[beyond].print.faces[0].exits >> opposite(edge) & 1
            ):
                yield Remark(at, "{hex} has no track that meets side {side}", {"hex": beyond, "side": edge})


def _homes(board: Map, data: Data) -> Iterator[Remark]:
    for id, company in companies_of(data).items():
        home, at = str(company.get("home", "")), f"companies.companies.{id}.home"
        if home not in board.hexes:
            continue  # a title whose companies choose theirs
        if _is_shut(board, home):
            yield Remark(at, "there is no way out of {hex}", {"hex": home})
        elif not any(stop.kind in ("city", "red") for stop in board.hexes[home].print.stops):
            yield Remark(at, "there is no city in {hex}", {"hex": home})
        elif not any(stop.slots for stop in board.hexes[home].print.stops):
            yield Remark(at, "there is no place for a station in {hex}", {"hex": home})


def _is_shut(board: Map, hex: str) -> bool:
    """Whether nothing leads out of a hex: walls all round, or where no tile is ever laid no track to an open side."""
    ways = 0b111111 if board.hexes[hex].open else board.hexes[hex].print.faces[0].exits
    return not ways & ~board.walls[hex]


def _unused(board: Map, tiles: Mapping[str, Tile], data: Data) -> Iterator[Remark]:
    """Tiles that fit nowhere: on no hex as printed, and on no tile that fits somewhere itself."""
    below: list[tuple[Tile, Iterable[str]]] = [
        (hex.print, (id,)) for id, hex in board.hexes.items() if hex.open
    ]
    waiting, grew = dict(tiles), True
    while grew and waiting:
        grew = False
        for id, tile in list(waiting.items()):
            if any(_covers(board, old, at, tile) for old, at in below):
                below.append((tile, (tile.hex,) if tile.hex else ()))
                del waiting[id]
                grew = True
    for id in waiting:
        yield Remark(f"tiles.tiles.{id}", "this tile fits nowhere")


def _letters(board: Map, tiles: Mapping[str, Tile]) -> Iterator[Remark]:
    """Letters of a hex that no tile has: nothing could ever be laid there."""
    known = {tile.label for tile in tiles.values()}
    for id, hex in board.hexes.items():
        if hex.open and hex.print.label and hex.print.label not in known:
            yield Remark(
                f"board.hexes.{id}.label", "no tile has the letters {label}", {"label": hex.print.label}
            )


def _covers(board: Map, old: Tile, at: Iterable[str], new: Tile) -> bool:
    if new.colour != next_colour(old.colour):
        return False
    hexes = [board.hexes[id] for id in at if id in board.hexes] or list(board.hexes.values())[:1]
    if new.hex and new.hex in board.hexes and not tuple(at):
        hexes = [board.hexes[new.hex]]
    if not any(fits_place(hex, old.faces[0], new) for hex in hexes):
        return False
    return any(stop_map(old.faces[0], face) is not None for face in new.turns)


# -- counting ------------------------------------------------------------------------------------


def counts_that_differ(family: Family, data: Data) -> Iterator[Remark]:
    """Where the box holds another number of parts than the list of components says."""
    for count in counts_of(family):
        found = count.found(data)
        if found != count.number:
            yield Remark(
                count.at[0],
                "{found} {what}; the list of components has {number} ({point})",
                {"found": found, "what": count.what, "number": count.number, "point": count.point},
            )
