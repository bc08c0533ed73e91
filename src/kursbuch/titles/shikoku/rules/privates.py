"""Private companies in play: their income, the hexes they block, the costs they save, their end."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.board.map import Hex
from kursbuch.rail.board.tile import Face
from kursbuch.rail.state import OUT
from kursbuch.titles.shikoku.rules.state import State1889

CLOSING = "5"  # the phase that closes the privates
PORT = "437"  # the tile that only the ferry's power lays
INTO_COMPANIES = "privates into companies"  # the feature of a phase that allows their sale


def owned_by(s: State1889, owner: str) -> list[str]:
    return [id for id, holder in s.privates.items() if holder == owner]


def with_players(s: State1889) -> list[str]:
    """The privates that players own."""
    return [id for id, holder in s.privates.items() if holder in s.players]


def income(s: State1889, id: str) -> int:
    """What a private earns: the one that stays earns more after the others have closed."""
    private = s.box.privates[id]
    late = s.phase_number >= s.box.phase_number[CLOSING]
    return private.stays if late and private.stays else private.income


def pay_incomes(s: State1889) -> None:
    """Every private pays its owner, player or company (1889-12-6)."""
    for id, owner in s.privates.items():
        if owner not in ("", OUT):
            s.transfer(BANK, owner, income(s, id), "private income")


def close_all(s: State1889) -> None:
    """With the first 5 all close, except one that stays with its player (1889-12-4, 1889-12-5)."""
    for id, owner in s.privates.items():
        stays = s.box.privates[id].stays and owner in s.players
        if owner != OUT and not stays:
            s.privates[id] = OUT
            s.note("private-closes", private=id)


def blocker(s: State1889, hex: str) -> str:
    """The private that keeps companies off a hex; "" if none does."""
    return next((id for id in with_players(s) if s.box.privates[id].blocks == hex), "")


def track_cost(s: State1889, company: str, hex: Hex, old: Face) -> int:
    """The cost printed on what is covered (1889-4-1, 1889-4-2), less what a private of the company saves."""
    if old.tile.colour != "white":
        return old.tile.cost
    saved = any(s.box.privates[id].spares == hex.terrain for id in owned_by(s, company) if hex.terrain)
    return 0 if saved else hex.cost


def worth(s: State1889, player: str) -> int:
    """Privates still held count at their printed price (1889-14-2)."""
    return sum(s.box.privates[id].price for id in owned_by(s, player))
