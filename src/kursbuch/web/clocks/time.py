"""How much time the players of a table have left, as it is stored with the table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from kursbuch.web.clocks.terms import Terms

Clock = Mapping[str, Any]
"""As stored: `left` seconds of each player, `since` when those who decide have done so, `out` whose time is over."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a player's clock shows."""

    player: str
    left: float  # seconds until time is out, of those that count; for one who waits: of the next move
    runs: bool
    out: bool
    due: datetime | None  # when it will be out


def started(terms: Terms, players: Iterable[str], timed: Collection[str], at: datetime) -> dict[str, Any]:
    """The clocks when a game begins; `timed` are to decide, and no bots."""
    return {
        "left": dict.fromkeys(players, terms.start),
        "since": dict.fromkeys(timed, at.isoformat()),
        "out": [],
    }


def ticked(
    terms: Terms, clock: Clock, acted: Collection[str], timed: Collection[str], at: datetime
) -> dict[str, Any]:
    """The clocks after a change: these have acted, those are to decide now."""
    left, since = dict(clock["left"]), dict(clock["since"])
    for player, began in clock["since"].items():
        if player in timed and player not in acted:
            continue  # still thinking
        used = terms.counted(datetime.fromisoformat(began), at)
        left[player] = max(0.0, left[player] - max(0.0, used - terms.each))
        if player not in timed:
            del since[player]
            if terms.kind == "live" and player in acted:
                left[player] += terms.increment
    for player in timed:
        if player not in since or player in acted:
            since[player] = at.isoformat()
    return {"left": left, "since": since, "out": [p for p in clock["out"] if p not in acted]}


def returned(terms: Terms, clock: Clock, player: str, deciding: bool, at: datetime) -> dict[str, Any]:
    """The clocks when somebody comes back whose time was out."""
    left = {**clock["left"], player: max(clock["left"].get(player, 0.0), terms.fresh)}
    since = {p: began for p, began in clock["since"].items() if p != player}
    if deciding:
        since[player] = at.isoformat()
    return {"left": left, "since": since, "out": [p for p in clock["out"] if p != player]}


def ran_out(clock: Clock, players: Collection[str]) -> dict[str, Any]:
    """The clocks when the time of these is over: they do not run on."""
    return {
        "left": {p: 0.0 if p in players else left for p, left in clock["left"].items()},
        "since": {p: began for p, began in clock["since"].items() if p not in players},
        "out": list(dict.fromkeys((*clock["out"], *players))),
    }


def set_back(clock: Clock, gone: datetime, back: datetime) -> dict[str, Any]:
    """The clocks without a time that counts for nobody."""
    used = {p: max(gone - datetime.fromisoformat(began), timedelta(0)) for p, began in clock["since"].items()}
    return {**clock, "since": {p: (back - before).isoformat() for p, before in used.items()}}


def deadline(terms: Terms, clock: Clock, player: str) -> datetime | None:
    """When the time of a player is out; None while it does not run."""
    began = clock["since"].get(player)
    if began is None:
        return None
    return terms.after(datetime.fromisoformat(began), terms.each + clock["left"][player])


def due(terms: Terms | None, clock: Clock) -> datetime | None:
    """When the first time at a table is out."""
    if terms is None or not clock:
        return None
    return min((found for p in clock["since"] if (found := deadline(terms, clock, p))), default=None)


def faces(terms: Terms, clock: Clock, at: datetime) -> list[Face]:
    """All clocks of a table as they stand at a moment."""
    out = []
    for player, left in clock["left"].items():
        began = clock["since"].get(player)
        used = terms.counted(datetime.fromisoformat(began), at) if began else 0.0
        shown = max(0.0, terms.each + left - used)
        out.append(
            Face(player, shown, began is not None, player in clock["out"], deadline(terms, clock, player))
        )
    return out
