"""What privates can do: the ferry builds a port, the Ehime Railway builds in Ohzu, the Dougo Railway becomes a share.

A private acts in its own name. Its owner may use a power also while it is somebody else's turn, so a power is
open whoever decides there; an action that says who sends it must come from the owner.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.actions import Pass
from kursbuch.rail.paper.holdings import check_president, move, percent, pick, president
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.standard.actions import Build, Swap
from kursbuch.rail.state import OFFER, OUT
from kursbuch.rail.steps.lay import put_tile, why_not_covering
from kursbuch.rail.steps.shares import Limits
from kursbuch.titles.shikoku.rules.state import State1889

FERRY = "MF"
OHZU = "ER"
SWAP = "DR"


def voices(s: State1889, player: str) -> tuple[str, ...]:
    """The privates that may act beside the player on turn: those with a power that players own."""
    return tuple(id for id in (FERRY, SWAP) if s.privates.get(id) in s.players)


def why_not_owner(s: State1889, action: Action) -> Refusal | None:
    """A power is used by the private's owner, who must be a player."""
    owner = s.privates.get(action.actor, "")
    if owner not in s.players:
        return refuse("1889-13-4", "No player owns {private}.", private=action.actor)
    if action.by not in ("", owner):
        return refuse("1889-13-4", "{private} belongs to {owner}.", private=action.actor, owner=owner)
    return None


# -- building -------------------------------------------------------------------------------------


def buildings(s: State1889, id: str) -> Iterable[Build]:
    """Every tile a private's power could put on the board."""
    private = s.box.privates[id]
    for hex in private.hexes:
        old = s.board.faces[hex]
        for face in s.board.map.covers(hex, old, s.box.tiles):
            if face.tile.id in private.tiles:
                yield Build(id, face.tile.id, face.turn, hex)


def why_not_built(s: State1889, id: str, action: Build, rule: str) -> Refusal | None:
    """The rules for a tile laid by a power: which, where, left, in phase, and fitting; it need not be joined."""
    private = s.box.privates[id]
    if action.hex not in private.hexes or action.tile not in private.tiles or not 0 <= action.turn < 6:
        return refuse(
            rule, "{private} cannot build {tile} at {hex}.", private=id, tile=action.tile, hex=action.hex
        )
    tile = s.box.tiles[action.tile]
    old, new = s.board.faces[action.hex], tile.turns[action.turn]
    if tile.colour not in s.phase.colours:
        return refuse(
            "lay.colour",
            "{colour} tiles cannot be laid in phase {phase}.",
            colour=tile.colour,
            phase=s.phase.id,
        )
    if new not in s.board.map.covers(action.hex, old, s.box.tiles):
        return why_not_covering(s, action.hex, old, new)
    if not s.supply[tile.id]:
        return refuse("lay.supply", "No tile {tile} is left.", tile=tile.id)
    return None


def build(s: State1889, action: Build) -> None:
    s.note("lays", company=action.actor, tile=action.tile, turn=action.turn, hex=action.hex, cost=0)
    put_tile(s, action.hex, s.box.tiles[action.tile].turns[action.turn])


class BuildPort(Step[State1889, Build]):
    """The ferry's owner puts the port tile on a coastal town, once, but not amid another player's company turn."""

    action = Build

    def candidates(self, s: State1889, player: str) -> Iterable[Build]:
        return buildings(s, FERRY) if s.privates.get(FERRY) == player else ()

    def why_not(self, s: State1889, player: str, action: Build) -> Refusal | None:
        if action.actor != FERRY:
            return refuse("1889-13-2", "{private} builds when it is sold.", private=action.actor)
        if refusal := why_not_owner(s, action):
            return refusal
        if s.port_built:
            return refuse("1889-13-1", "The port is built once.")
        f = s.top
        if isinstance(f, TurnFrame) and president(s, f.company) != s.privates[FERRY] and (f.at or f.done):
            return refuse("1889-13-1", "The port is not built in the turn of another player's company.")
        return why_not_built(s, FERRY, action, "1889-13-1")

    def apply(self, s: State1889, player: str, action: Build) -> None:
        s.port_built = True
        build(s, action)


# -- the tile in Ohzu -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OhzuFrame(Frame):
    """The Ehime Railway has just been sold; its seller may build."""

    seller: str


class BuildOhzu(Step[State1889, Build]):
    """The seller of the Ehime Railway puts a green tile on Ohzu and pays what it costs."""

    action = Build

    def candidates(self, s: State1889, player: str) -> Iterable[Build]:
        return buildings(s, OHZU)

    def why_not(self, s: State1889, player: str, action: Build) -> Refusal | None:
        if refusal := why_not_built(s, OHZU, action, "1889-13-2"):
            return refusal
        if s.cash[player] < s.board.faces[action.hex].tile.cost:
            return refuse("lay.cash", "{player} cannot pay for it.", player=player)
        return None

    def apply(self, s: State1889, player: str, action: Build) -> None:
        s.pop()
        s.transfer(player, BANK, s.board.faces[action.hex].tile.cost, "track")
        build(s, action)


class LeaveOhzu(Step[State1889, Pass]):
    """The seller builds nothing."""

    action = Pass

    def candidates(self, s: State1889, player: str) -> Iterable[Pass]:
        yield Pass(OHZU)

    def why_not(self, s: State1889, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: State1889, player: str, action: Pass) -> None:
        s.pop()


class Ohzu(Stage[State1889, OhzuFrame]):
    """The seller of the Ehime Railway may build at once."""

    steps = (BuildOhzu(), LeaveOhzu())

    def deciders(self, s: State1889, f: OhzuFrame) -> tuple[str, ...]:
        return (f.seller,)

    def actors(self, s: State1889, f: OhzuFrame, player: str) -> tuple[str, ...]:
        return (OHZU,)

    def not_now(self, s: State1889, f: OhzuFrame, action: Action) -> Refusal:
        return refuse("1889-13-2", "First {player} may build in Ohzu.", player=f.seller)

    def not_yours(self, s: State1889, f: OhzuFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)


# -- the swap -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwapForShare(Step[State1889, Swap]):
    """The owner of the Dougo Railway hands it in for a share from the initial offering."""

    limits: Limits
    moved: Callable[[State1889, str], None]  # a share has left the offering
    action = Swap

    def candidates(self, s: State1889, player: str) -> Iterable[Swap]:
        if s.privates.get(SWAP) == player:
            yield Swap(SWAP, s.box.privates[SWAP].share_of)

    def why_not(self, s: State1889, player: str, action: Swap) -> Refusal | None:
        if refusal := why_not_owner(s, action):
            return refusal
        private = s.box.privates[action.actor]
        company = action.company
        if not private.share_of or company != private.share_of:
            return refuse(
                "1889-13-3", "{private} is not swapped for {company}.", private=private.id, company=company
            )
        if pick(s, OFFER, company, 10) is None:
            return refuse("1889-13-3", "No share of {company} is left in the offering.", company=company)
        free = company in s.prices and s.prices.cell(company).zone in self.limits.unlimited
        if not free and percent(s, s.privates[SWAP], company) + 10 > self.limits.holding:
            return refuse("buy.holding-limit", "At most {limit} % are allowed.", limit=self.limits.holding)
        return None

    def apply(self, s: State1889, player: str, action: Swap) -> None:
        owner, company = s.privates[action.actor], action.company
        paper = pick(s, OFFER, company, 10)
        assert paper is not None
        s.note("swaps", player=owner, private=action.actor, company=company)
        move(s, company, paper, owner)
        s.privates[action.actor] = OUT
        if president(s, company):
            check_president(s, company)
        self.moved(s, company)
