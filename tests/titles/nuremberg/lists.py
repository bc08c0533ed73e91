"""What may be done in First Train to Nuremberg, building aside, told once more: from the position, with figures of
its own and nothing of the engine's rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

COLOURS = ("white", "brown", "red", "green")
GOODS = ("beer", "post")
LEAST_BID = {"U": 3, "L": 2}  # in the upper row, in the lower

Beside = dict[str, list[str]]


def points(s: Any, player: str) -> dict[str, int]:
    return {colour: dict(s.tracks[colour])[player] for colour in COLOURS}


def own_track(s: Any, player: str) -> Beside:
    """From each area touched the areas one own link away."""
    beside: Beside = {}
    for link in s.links[player]:
        one, other = link.split("|")
        beside.setdefault(one, []).append(other)
        beside.setdefault(other, []).append(one)
    return beside


def has_station(s: Any, area: str) -> bool:
    return s.box.areas[area].kind in ("city", "station")


# -- phase 3 --------------------------------------------------------------------------------------


def bids(s: Any, player: str) -> set[str]:
    """More than lies in the box, never on one's own bid."""
    out: set[str] = set()
    hand = s.hand[player]
    for box in s.box.boxes:
        bidder, cubes = s.bids.get(box, ("", LEAST_BID[box[0]] - 1))
        if int(box[1]) <= len(s.players) and bidder != player and cubes < hand:
            out.add(f"{player} bids {cubes + 1}..{hand}/1 on {box}")
    return out


# -- paying ---------------------------------------------------------------------------------------


def payments(s: Any, player: str, what: str, due: int) -> set[str]:
    """Build points with cubes first; a train with brown points, or three others for each."""
    purse = [s.hand[player], *points(s, player).values()]
    mixes = product(*(range(most + 1) for most in purse))
    if what == "building":
        cubes = min(s.hand[player], due)
        return {_pays(player, mix) for mix in mixes if sum(mix) == due and mix[0] == cubes}
    out = set()
    for mix in mixes:
        brown, others = mix[2], sum(mix) - mix[2]
        if others % 3 == 0 and brown + others // 3 == due:
            out.add(_pays(player, mix))
    return out


def _pays(player: str, mix: tuple[int, ...]) -> str:
    names = ("cube" if mix[0] == 1 else "cubes", *COLOURS)
    return f"{player} pays " + " + ".join(f"{n} {name}" for n, name in zip(mix, names, strict=True) if n)


# -- phase 6 --------------------------------------------------------------------------------------


def trains(s: Any, player: str) -> set[str]:
    """One of each row, for brown points or what is exchanged for them."""
    have = points(s, player)
    power = have["brown"] + (s.hand[player] + sum(have.values()) - have["brown"]) // 3
    rows = {s.box.trains[train].row for train, owner in s.trains.items() if owner == player}
    return {
        f"{player} buys {train.id}"
        for train in s.box.trains.values()
        if train.column <= len(s.players) and train.id not in s.trains
        if train.row not in rows and train.row <= power
    }


def transports(s: Any, player: str) -> set[str]:
    """Every piece that own track gives access to, into every own train with a place for it."""
    out: set[str] = set()
    track = own_track(s, player)
    for area, pieces in s.board.items():
        for piece in set(pieces) - {"landowner"}:
            if _access(s, track, area, piece):
                fitting = [t for t, owner in s.trains.items() if owner == player and _place(s, t, piece)]
                out.update(f"{player} carries {piece} from {area} in {train}" for train in fitting)
    return out


def _access(s: Any, track: Beside, area: str, piece: str) -> bool:
    if piece == "post":
        return area in track and not any(
            area in link.split("|") for c in ("red", "green") for link in s.links[c]
        )
    if piece == "beer":
        near = [other for other in s.box.neighbours[area] if has_station(s, other)]
        return any(other in track and other not in s.colours for other in near)
    return any(piece in s.colours.get(other, ()) for other in _joined(track, area))


def _joined(track: Beside, area: str) -> set[str]:
    seen = {area} if area in track else set()
    ahead = list(seen)
    while ahead:
        beyond = [other for other in track[ahead.pop()] if other not in seen]
        seen.update(beyond)
        ahead.extend(beyond)
    return seen


def _place(s: Any, train: str, piece: str) -> bool:
    load, of = s.loads.get(train, ()), s.box.trains[train]
    goods = sum(other in GOODS for other in load)
    return bool(goods < of.goods if piece in GOODS else len(load) - goods < of.passengers)


# -- phase 9 --------------------------------------------------------------------------------------


def take_overs(s: Any, player: str) -> set[str]:
    """Own links in a row without a branch, from a station of the company to any; a point for two."""
    out: set[str] = set()
    track = own_track(s, player)
    for company in ("red", "green"):
        most = min(2 * points(s, player)[company], s.depot[company])
        for start in track:
            if company in s.colours.get(start, ()):
                rows = (row for row in _rows(track, (start,)) if 1 < len(row) <= most + 1)
                out.update(
                    f"{player} hands {'-'.join(row)} to {company}" for row in rows if has_station(s, row[-1])
                )
    return out


def _rows(track: Beside, row: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    yield row
    if len(row) > 1 and row[-1] == row[0]:  # a ring
        return
    for other in track[row[-1]]:
        if other not in row or (other == row[0] and len(row) > 2):
            yield from _rows(track, (*row, other))
