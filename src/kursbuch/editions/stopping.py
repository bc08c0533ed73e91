"""Figures with which a game would stop: each can be read, and a game begins with it, but it does not come to its end.

They are looked for whenever a game is begun with an edition, so that no table is set up that nobody can finish.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.lacking import left_out
from kursbuch.editions.names import strangers
from kursbuch.editions.places import Data
from kursbuch.editions.remarks import Remark
from kursbuch.editions.unreadable import in_files, unreadable
from kursbuch.rail.board.map import Hex, fits_place, next_colour
from kursbuch.rail.board.tile import Tile, stop_map
from kursbuch.rail.loader import read_market, read_tile

Check = Callable[[Data], Iterable[tuple[str, str, Mapping[str, Any], bool]]]
"""What a family looks at in its own data: place, message, its values, whether it is grave."""


def stopping(family: Family, data: Data) -> list[Remark]:
    """All that keeps games with this data from their end; where it cannot be read, only that."""
    found = [*unreadable(data), *strangers(family, data), *_tokens(data)]
    found += [one for one in own_checks(family, data) if one.grave] if not found else []
    if not found:
        found += [
            *left_out(family, data),
            *_phases(data),
            *_stops(data),
            *_shares(data),
            *_limits(data),
            *_brought(data),
            *_red_values(data),
            *_sides(data),
        ]
        found += _market(data)
    return found or [*_narrower(data)]


def own_checks(family: Family, data: Data) -> list[Remark]:
    """What a family itself looks at."""
    check: Check = family.load(family.checks) if family.checks else lambda data: ()
    return [Remark(*one) for one in check(data)]


# -- figures -----------------------------------------------------------------------------------------


def companies_of(data: Data) -> Mapping[str, Any]:
    """The companies of a railway game; none for others."""
    companies: Mapping[str, Any] = data.get("companies", {}).get("companies", {})
    return companies


def _phases(data: Data) -> Iterator[Remark]:
    for file, phases in in_files(data, "phases"):
        for phase in phases:
            for key in ("train_limit", "operating_rounds", "new_trains"):
                if phase.get(key) == 0:
                    at = f"{file}.phases.{phase['phase']}.{key}"
                    yield Remark(at, "expected a number of at least {least}", {"least": 1}, grave=True)


def _stops(data: Data) -> Iterator[Remark]:
    """A company's home is a stop that is there; a city on a tile has a place for a station."""
    hexes = data.get("board", {}).get("hexes", {})
    for id, company in companies_of(data).items():
        home, stop = hexes.get(company.get("home")), company.get("home_stop")
        if home is not None and stop is not None:
            stops = read_tile("home", {"colour": "white", **home}, "box").stops
            if not 0 <= stop < len(stops):
                at = f"companies.companies.{id}.home_stop"
                values = {"number": stop, "hex": company["home"]}
                yield Remark(at, "there is no stop {number} in {hex}", values, grave=True)
    for id, block in data.get("tiles", {}).get("tiles", {}).items():
        for number, city in enumerate(block.get("city", ())):
            if city.get("slots", 0) in (0, []):
                yield Remark(
                    f"tiles.tiles.{id}.city[{number}].slots", "a city has a place for a station", grave=True
                )


def _tokens(data: Data) -> Iterator[Remark]:
    """Every station marker has a role and a cost."""
    for id, company in companies_of(data).items():
        for number, token in enumerate(company.get("tokens", ())):
            for name in ("role", "cost"):
                if name not in token:
                    at = f"companies.companies.{id}.tokens[{number}].{name}"
                    yield Remark(at, "missing: {name}", {"name": name}, grave=True)


def _shares(data: Data) -> Iterator[Remark]:
    """Certificates make up a company; nobody becomes president with another than the largest."""
    companies = companies_of(data)
    if data.get("companies", {}).get("shares") is None:
        lacking = [id for id, one in companies.items() if one.get("shares") is None]
        own = len(lacking) < len(companies)
        for id in lacking if own else lacking[:1]:
            at = f"companies.companies.{id}.shares" if own else "companies.shares"
            yield Remark(at, "missing", grave=True)
    for at, shares in _all_shares("", data):
        if sum(shares) != 100 or min(shares) < 1:
            yield Remark(at, "the certificates of a company make up 100 per cent", grave=True)
        elif shares[0] != max(shares):
            yield Remark(at, "the president's certificate comes first, and none is larger", grave=True)


def _all_shares(at: str, table: Mapping[str, Any]) -> Iterator[tuple[str, list[int]]]:
    """The certificates of all companies, railways or not, wherever they are told."""
    for key, value in table.items():
        if key == "shares" and isinstance(value, list):
            yield f"{at}{key}", value
        elif isinstance(value, Mapping):
            yield from _all_shares(f"{at}{key}.", value)


def _limits(data: Data) -> Iterator[Remark]:
    """Limits with which nobody could ever buy a first certificate, or no company ever float."""
    game = data.get("game", {})
    shares = [
        data.get("companies", {}).get("shares"),
        *(one.get("shares") for one in companies_of(data).values()),
    ]
    largest = max((max(one) for one in shares if one), default=1)
    bounds = {
        "game.floats_at": (game.get("floats_at"), 1),
        "game.holding_limit": (game.get("holding_limit"), largest),
    }
    for file, players in in_files(data, "players"):
        bounds |= {
            f"{file}.players.{n}.certificates": (_at(one, "certificates"), 1) for n, one in players.items()
        }
    for at, (number, least) in bounds.items():
        if number is not None and number < least:
            yield Remark(at, "expected a number of at least {least}", {"least": least}, grave=True)
        elif at == "game.floats_at" and number is not None and number > 100:
            yield Remark(
                at, "expected a number from {least} to {most}", {"least": 1, "most": 100}, grave=True
            )


def _at(block: Any, key: str) -> int | None:
    found = block.get(key) if isinstance(block, Mapping) else None
    return found if isinstance(found, int) else None


def _brought(data: Data) -> Iterator[Remark]:
    """What comes with a private is a certificate that the company has."""
    file = data.get("companies", {})
    for id, private in data.get("privates", {}).get("privates", {}).items():
        brings = private.get("brings", {})
        company = companies_of(data).get(brings.get("company"), {})
        shares = company.get("shares") or file.get("shares", ())
        if brings and not 0 <= brings.get("certificate", 0) < len(shares):
            at, values = f"privates.privates.{id}.brings.certificate", {"least": 0, "most": len(shares) - 1}
            yield Remark(at, "expected a number from {least} to {most}", values, grave=True)


def _red_values(data: Data) -> Iterator[Remark]:
    """Each phase, and each train of its own counting, says which of the printed values counts: all have it."""
    printed = {
        f"board.hexes.{id}.{kind}[{number}].values": stop["values"]
        for id, block in data.get("board", {}).get("hexes", {}).items()
        for kind in ("red", "city", "town")
        for number, stop in enumerate(block.get(kind, ()))
        if stop.get("values")
    }
    if not printed:
        return
    told = {
        f"{file}.phases.{phase['phase']}.red": phase.get("red")
        for file, phases in in_files(data, "phases")
        for phase in phases
    }
    told |= {
        f"{file}.trains.{id}.red": one["red"]
        for file, trains in in_files(data, "trains")
        for id, one in trains.items()
        if id != SOURCE and one.get("red")
    }
    known = dict.fromkeys(colour for values in printed.values() for colour in values)
    for at, colour in told.items():
        if colour not in known:
            values = {"kind": str(colour)[:40], "known": ", ".join(known)}
            yield Remark(at, "{kind!r} is not one of {known}", values, grave=True)
    for at, values in printed.items():
        for colour in dict.fromkeys(told.values()):
            if colour in known and colour not in values:
                yield Remark(at, "missing: {name}", {"name": colour}, grave=True)


def _sides(data: Data) -> Iterator[Remark]:
    """Every train has a side; where trains have a gauge, every side of every train has one."""
    for file, trains in in_files(data, "trains"):
        cards = {id: train for id, train in trains.items() if id != SOURCE}
        gauges = any(train.get("gauges") for train in cards.values())
        for id, train in cards.items():
            if not train.get("sides"):
                yield Remark(f"{file}.trains.{id}.sides", "missing", grave=True)
            for side in train.get("sides", {}) if gauges else ():
                if side not in train.get("gauges", {}):
                    yield Remark(f"{file}.trains.{id}.gauges", "missing: {name}", {"name": side}, grave=True)


def _market(data: Data) -> Iterator[Remark]:
    """Columns and rows of prices have no hole: a price would fall into it; and only what closes is worth nothing."""
    if "rows" not in data.get("market", {}):
        return
    columns: dict[int, list[int]] = {}
    lines: dict[int, list[int]] = {}
    for (row, column), cell in read_market({"source": "", **data["market"]}).cells.items():
        columns.setdefault(column, []).append(row)
        lines.setdefault(row, []).append(column)
        if cell.price == 0 and not cell.closes:
            values = {"number": row + 1}
            yield Remark("market.rows", "a price of 0 in row {number} closes nothing", values, grave=True)
    for line, message in (
        (columns, "there is a hole in column {number}"),
        (lines, "there is a hole in row {number}"),
    ):
        for number, fields in line.items():
            if max(fields) - min(fields) >= len(fields):
                yield Remark("market.rows", message, {"number": number + 1}, grave=True)


# -- stations that would have no place -------------------------------------------------------------


def _narrower(data: Data) -> Iterator[Remark]:
    """A tile with fewer places for stations than what it may cover: the stations there could not stay."""
    tiles = [read_tile(id, block, "box") for id, block in data.get("tiles", {}).get("tiles", {}).items()]
    cities = [tile for tile in tiles if tile.kind == "city"]
    for new in cities:
        for old in cities:
            if new.colour == next_colour(old.colour) and _narrows(old, new):
                at, values = f"tiles.tiles.{new.id}", {"tile": old.id}
                yield Remark(
                    at,
                    "it has fewer places for stations than tile {tile}, which it covers",
                    values,
                    grave=True,
                )


def _narrows(old: Tile, new: Tile) -> bool:
    if not fits_place(Hex(new.hex or old.hex, old), old.faces[0], new):
        return False
    for face in new.turns:
        follows = stop_map(old.faces[0], face)
        if follows is not None and _too_narrow(old, new, follows):
            return True
    return False


def _too_narrow(old: Tile, new: Tile, follows: tuple[int, ...]) -> bool:
    """Whether the stations of a stop, or of several that become one, would be too many for it."""
    needed: dict[int, int] = {}
    for stop, follower in zip(old.stops, follows, strict=True):
        needed[follower] = needed.get(follower, 0) + len(stop.slots)
    return any(len(new.stops[follower].slots) < number for follower, number in needed.items())
