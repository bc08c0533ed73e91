"""What looks wrong in a box: errors that keep a game from starting, and remarks that an owner should look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition, using
from kursbuch.core.family import Family
from kursbuch.core.overlay import called
from kursbuch.core.rules import Title
from kursbuch.editions.box import box_data
from kursbuch.editions.counting import counts_of
from kursbuch.editions.fitting import check_fits, try_out
from kursbuch.rail.board.grid import EDGES, opposite
from kursbuch.rail.board.map import WALL, Map, fits_place, next_colour
from kursbuch.rail.board.tile import Tile, stop_map
from kursbuch.rail.loader import read_map, read_tile, read_tiles

Data = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something at a place of the data; `grave` if no game can be played with it."""

    at: str
    message: str  # an English template; other languages look it up
    values: Mapping[str, Any] = field(default_factory=dict)
    grave: bool = False

    @property
    def text(self) -> str:
        """In English, with its values.

        >>> Remark("board.hexes.A1", "side {side} leads nowhere", {"side": 2}).text
        'side 2 leads nowhere'
        """
        return self.message.format(**self.values)


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
    found = [*_unreadable(data), *(one for one in _own_checks(family, data) if one.grave)]
    if not found:
        found += _stopping(data)
    if not found:
        found += _unplayable(title, edition)
    if any(one.grave for one in found):
        return found
    found += _looked_over(family, data)
    if edition is not None:
        usual = {(one.at, one.text) for one in _looked_over(family, box_data(family))}
        found = [one for one in found if (one.at, one.text) not in usual]
    return found


def of_error(error: BadInput) -> Remark:
    """A reader's error as a remark."""
    return Remark(str(error.place), error.message, error.values, grave=True)


def _unplayable(title: Title, edition: Edition | None) -> Iterator[Remark]:
    """A game for each number of players must start."""
    if edition is None:
        return
    for players in title.info.players:
        try:
            try_out(title, players, edition)
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
                *_strangers(board, data),
                *_unused(board, tiles, data),
            ]
        return found + _own_checks(family, data)


def _own_checks(family: Family, data: Data) -> list[Remark]:
    check: Check = family.load(family.checks) if family.checks else lambda data: ()
    return [Remark(*one) for one in check(data)]


# -- values that cannot be read ------------------------------------------------------------------


def _unreadable(data: Data) -> Iterator[Remark]:
    """Hexes and tiles, one by one, so that the error is told at its block."""
    for place, block in _prints(data):
        try:
            read_tile(place, {"colour": "white", **block}, "box")
        except BadInput as error:
            yield Remark(place, error.message, error.values, grave=True)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            yield Remark(place, "cannot be read: {why}", {"why": str(error)[:120]}, grave=True)
    for border in data.get("board", {}).get("borders", ()):
        if "kind" not in border:
            at = f"board.borders.{called(border['between'])}.kind"
            yield Remark(at, "missing", grave=True)


def _prints(data: Data) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for file, key in (("board", "hexes"), ("tiles", "tiles")):
        for id, block in data.get(file, {}).get(key, {}).items():
            yield f"{file}.{key}.{id}", block


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
    for id, company in _companies(data).items():
        home, at = str(company.get("home", "")), f"companies.companies.{id}.home"
        if not home:
            continue
        if home not in board.hexes:
            yield Remark(at, "there is no hex {hex}", {"hex": home})
        elif _is_shut(board, home):
            yield Remark(at, "there is no way out of {hex}", {"hex": home})
        elif not any(stop.kind in ("city", "red") for stop in board.hexes[home].print.stops):
            yield Remark(at, "there is no city in {hex}", {"hex": home})
        elif not any(stop.slots for stop in board.hexes[home].print.stops):
            yield Remark(at, "there is no place for a station in {hex}", {"hex": home})


def _is_shut(board: Map, hex: str) -> bool:
    """Whether nothing leads out of a hex: walls all round, or where no tile is ever laid no track to an open side."""
    ways = 0b111111 if board.hexes[hex].open else board.hexes[hex].print.faces[0].exits
    return not ways & ~board.walls[hex]


def _companies(data: Data) -> Mapping[str, Any]:
    companies: Mapping[str, Any] = data.get("companies", {}).get("companies", {})
    return companies


# -- figures with which a game would stop ----------------------------------------------------------


def _stopping(data: Data) -> Iterator[Remark]:
    """Each can be read and a game begins with it, but it does not come to its end."""
    for phase in data.get("trains", {}).get("phases", ()):
        for key in ("train_limit", "operating_rounds"):
            if phase.get(key) == 0:
                at = f"trains.phases.{phase['phase']}.{key}"
                yield Remark(at, "expected a number of at least {least}", {"least": 1}, grave=True)
    hexes = data.get("board", {}).get("hexes", {})
    for id, company in _companies(data).items():
        home, stop = hexes.get(company.get("home")), company.get("home_stop")
        if home is not None and stop is not None:
            stops = read_tile("home", {"colour": "white", **home}, "box").stops
            if not 0 <= stop < len(stops):
                at = f"companies.companies.{id}.home_stop"
                values = {"number": stop, "hex": company["home"]}
                yield Remark(at, "there is no stop {number} in {hex}", values, grave=True)


def _strangers(board: Map, data: Data) -> Iterator[Remark]:
    """Names of hexes, companies and phases that are not there."""
    companies = _companies(data)
    phases = {str(phase["phase"]) for phase in data.get("trains", {}).get("phases", ())}
    for border in board.borders:
        for missing in sorted(border.hexes - board.hexes.keys()):
            yield Remark("board.borders", "there is no hex {hex}", {"hex": missing})
    for id, hex in board.hexes.items():
        for name in hex.homes:
            if companies and name not in companies:
                yield Remark(f"board.hexes.{id}.homes", "there is no company {name}", {"name": name})
    for id, train in data.get("trains", {}).get("trains", {}).items():
        for key in ("rusts_in", "from_phase"):
            if train.get(key) and phases and train[key] not in phases:
                yield Remark(f"trains.trains.{id}.{key}", "there is no phase {name}", {"name": train[key]})
    for id, private in data.get("privates", {}).get("privates", {}).items():
        for name in private.get("blocks", ()):
            if name not in board.hexes:
                yield Remark(f"privates.privates.{id}.blocks", "there is no hex {hex}", {"hex": name})


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


Check = Callable[[Data], Iterable[tuple[str, str, Mapping[str, Any], bool]]]
"""What a family looks at in its own data: place, message, its values, whether it is grave."""
