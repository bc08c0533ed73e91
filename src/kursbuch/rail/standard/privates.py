"""Private companies in play: their income, the hexes they block, the costs they save, their end."""

from __future__ import annotations

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.board.tile import Face
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OUT


def owned_by(s: StandardState, owner: str) -> list[str]:
    """The privates that a player or company owns."""
    return [id for id, holder in s.privates.items() if holder == owner]


def with_players(s: StandardState) -> list[str]:
    """The privates that players own."""
    return [id for id, holder in s.privates.items() if holder in s.players]


def privates_closed(s: StandardState) -> bool:
    """Whether the phase that closes the privates has been reached."""
    return s.phase_number >= s.box.phase_number[s.box.figures.privates_close]


def income(s: StandardState, id: str) -> int:
    """What a private earns: one that stays earns more after the others have closed."""
    private = s.box.privates[id]
    return private.stays if private.stays and privates_closed(s) else private.income


def pay_incomes(s: StandardState) -> None:
    """Every private pays its owner, player or company."""
    for id, owner in s.privates.items():
        if owner not in ("", OUT):
            s.transfer(BANK, owner, income(s, id), "private income")


def close(s: StandardState, id: str) -> None:
    """A private leaves the game."""
    s.privates[id] = OUT
    s.note("private-closes", private=id)


def close_all(s: StandardState) -> None:
    """All close, except one that stays with its player."""
    for id, owner in s.privates.items():
        stays = s.box.privates[id].stays and owner in s.players
        if owner != OUT and not stays:
            close(s, id)


def close_with_trains(s: StandardState, company: str, source: str) -> None:
    """A train has been bought: a company's first closes the private bound to it, that of a new phase perhaps all."""
    for id, private in s.box.privates.items():
        bound = s.company_called(private.closes_with_train_of)
        if bound == company and s.privates[id] not in ("", OUT):
            close(s, id)
    if privates_closed(s):
        close_all(s)


def why_blocked(s: StandardState, company: str, lay: Lay) -> Refusal | None:
    """A private in a player's hand keeps tiles off its hexes."""
    blocker = next((id for id in with_players(s) if lay.hex in s.box.privates[id].blocks), "")
    if blocker:
        return refuse("lay.blocked", "{hex} is blocked by {private}.", hex=lay.hex, private=blocker)
    return None


def track_cost(s: StandardState, company: str, hex: str, old: Face, new: Face) -> int:
    """The cost printed on what is covered, less what a private of the company saves."""
    if old.tile.colour != "white":
        return old.tile.cost
    place = s.box.map.hexes[hex]
    saved = any(s.box.privates[id].spares == place.terrain for id in owned_by(s, company) if place.terrain)
    return 0 if saved else place.cost


def worth(s: StandardState, player: str) -> int:
    """Privates still held count at their printed price."""
    return sum(s.box.privates[id].price for id in owned_by(s, player))
