"""A position of First Train to Nuremberg put together again from a view; only the bag is hidden."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from kursbuch.bots.bot import View
from kursbuch.bots.character import STEADY, Character
from kursbuch.core import Action, Chance
from kursbuch.shelf import rules_of
from kursbuch.titles.nuremberg.rules.access import pieces_near, why_no_access
from kursbuch.titles.nuremberg.rules.box import CARGO
from kursbuch.titles.nuremberg.rules.state import Table

A = TypeVar("A", bound=Action)


def rebuild(view: View) -> Table:
    """The open position."""
    p = view["position"]
    rules: Any = rules_of(view)
    s = Table(view["players"], Chance(0), rules.box)
    s.rounds, s.round, s.phase = p["rounds"], p["round"], p["phase"]
    s.order = tuple(p["orders"]["players"])
    s.building_order, s.train_order = tuple(p["orders"]["building"]), tuple(p["orders"]["trains"])
    s.tracks = {
        colour: tuple((who, at) for who, at in track)
        for colour, track in p["tracks"].items()
        if colour != "profit"
    }
    s.profit = tuple((who, at) for who, at in p["tracks"]["profit"])
    for player, about in p["players"].items():
        s.vp[player] = about["points"]
        s.hand[player], s.supply[player] = about["cubes"]["hand"], about["cubes"]["supply"]
        s.locomotives[player] = about["locomotives"]
        s.kept[player] = tuple(about["kept"][piece] for piece in CARGO)
    s.bag = dict(p["bag"])
    s.drawn = {box: about["drawn"] for box, about in p["boxes"].items()}
    s.bids = {box: (about["bid"][0], about["bid"][1]) for box, about in p["boxes"].items() if about["bid"]}
    s.links = {owner: frozenset(links) for owner, links in p["links"].items()}
    s.depot = dict(p["depot"])
    s.colours = {area: tuple(colours) for area, colours in p["stations"].items()}
    s.board = {area: tuple(pieces) for area, pieces in p["board"].items()}
    s.out = dict(p["out"])
    s.trains = {train: about["player"] for train, about in p["trains"].items()}
    s.loads = {train: tuple(about["load"]) for train, about in p["trains"].items()}
    s.bonus_paid = p["bonus_paid"]
    return s


class Place:
    """One decision: the position, whose it is, and what may be done."""

    def __init__(
        self, view: View, legal: Sequence[Action], rng: Random, character: Character = STEADY
    ) -> None:
        self.view, self.rng, self.character = view, rng, character
        self.legal = list(legal)
        self.me = legal[0].actor
        self.s = rebuild(view)

    def of_kind(self, kind: type[A]) -> list[A]:
        """The legal actions of one kind."""
        return [action for action in self.legal if isinstance(action, kind)]

    @property
    def rounds_left(self) -> int:
        """Rounds to come after this one."""
        return self.s.rounds - self.s.round

    @property
    def chain(self) -> tuple[str, ...]:
        """The chain under way."""
        under_way = self.view["position"]["under_way"] or {}
        return tuple(under_way.get("chain", ()))


def within_reach(s: Table, player: str) -> dict[str, int]:
    """How many pieces of each kind the player's track gives him."""
    out = dict.fromkeys(CARGO, 0)
    for area, piece in pieces_near(s, player):
        if why_no_access(s, player, piece, area) is None:
            out[piece] += s.board[area].count(piece)
    return out
