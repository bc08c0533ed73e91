"""As whom may this visitor ask? Answered here, once, for every page and every route of the API.

A route gets at a table only by a `Visit`, and at its game only by a `Sight`, both made for one visitor by the
tables (`service.Tables.visit` and `look_as`). The game in a sight is veiled: there is nothing in it that the
players whom the visitor holds may not know. Questions are asked in the name of these players and of nobody else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from random import Random
from typing import Any

from kursbuch.core import Action, Game, Refusal, veiled
from kursbuch.web.service import NotAllowed, Person, TableInfo

PRIVATE = "this table is private: ask its owner for an invitation link"
LOST = "your seat at this table was given up by vote: ask the others for an invitation"


@dataclass(frozen=True)
class Visit:
    """A visitor at a table that they may look at, and the players whom they hold: all of them at one screen."""

    info: TableInfo
    person: Person | None
    players: tuple[str, ...]


@dataclass(frozen=True)
class Sight(Visit):
    """A visitor who looks at a running or finished game; table and game are of the same moment."""

    _whole: Game = field(repr=False)  # with all secrets: for this class alone
    _then: Game | None = field(default=None, repr=False)  # likewise, if they look at an earlier moment

    @property
    def moves(self) -> int:
        """How many have been made, also if the visitor looks at an earlier moment."""
        return len(self._whole.actions)

    @cached_property
    def game(self) -> Game:
        """The game at the moment looked at, without what the visitor may not know."""
        if self._whole.over or self.info.uncovered:  # nothing is secret any more, nor was it then
            return self._then or self._whole
        return veiled(self._then or self._whole, self.players)

    def view(self, player: str | None = None) -> dict[str, Any]:
        """All that one of the visitor's players may know, or a spectator if they hold none."""
        if player is not None and player not in self.players:
            raise NotAllowed("you do not decide for {player}", player=player)
        if player is None:
            acting = [p for p in self.players if p in self._whole.acting]
            player = next(iter((*acting, *self.players)), None)
        return (self._then or self._whole).view(player)

    def asked(self, source: Action | Mapping[str, Any] | str) -> tuple[Action, Refusal | None]:
        """An action that the visitor asks about, in whose name it is, and why it is not legal now.

        Raises BadInput; NotAllowed for one in the name of somebody else.
        """
        move = self.game.read(source)
        named = in_own_name(self.game, move, self.players)
        judged = [(one, self.game.why_not(one)) for one in named]
        return next(((one, why) for one, why in judged if why is None), judged[0])

    def names_for(self, move: Action) -> list[str]:
        """In whose names the visitor may do this; raises NotAllowed for somebody else's."""
        return [one.by for one in in_own_name(self.game, move, self.players)]

    def imagined(self, rng: Random) -> Game:
        """The moment looked at, to be played on freely: as it was if the game is over, else as it could be for all
        that the visitor knows.
        """
        shown = self._then or self._whole
        if self._whole.over:
            return shown.clone()
        acting = [p for p in self.players if p in shown.acting]
        return shown.imagined(next(iter((*acting, *self.players)), None), rng)

    def transcript(self) -> str:
        """The whole game, its seed included: for all when it is over, before only for one who holds every player."""
        if not (self._whole.over or self.info.uncovered) and set(self._whole.players) - set(self.players):
            raise NotAllowed("the transcript holds secrets of the game; fetch it when the game is over")
        if "what_if" in self.info.agreed:
            raise NotAllowed("a board of one's own begins in the middle: it has no transcript")
        return self._whole.to_json()


def visit_of(info: TableInfo, person: Person | None) -> Visit:
    """Let somebody come to a table; raises NotAllowed if it is private and they do not belong to it."""
    if info.visibility == "private" and not belongs(info, person):
        lost = person is not None and person.id in info.keeping.get("lost", ())
        raise NotAllowed(LOST if lost else PRIVATE)
    return Visit(info, person, players_of(info, person))


def sight_of(visit: Visit, game: Game, then: Game | None = None) -> Sight:
    """Let a visitor look at the game of the table, or at an earlier moment of it."""
    return Sight(visit.info, visit.person, visit.players, game, then)


def belongs(info: TableInfo, person: Person | None) -> bool:
    """Whether somebody has set a table up or sits at it."""
    if person is None:
        return False
    kept = info.keeping.get("kept", {}).values()  # seats kept for people who have not come yet
    return person.id in (info.owner, *(s.person for s in info.seats), *kept)


def players_of(info: TableInfo, person: Person | None) -> tuple[str, ...]:
    """The players that a person decides for: one online, all at one screen, none as an onlooker."""
    return tuple(s.player for s in info.seats if person is not None and s.person == person.id and s.player)


def in_own_name(game: Game, move: Action, own: Sequence[str]) -> list[Action]:
    """An action as each of these players who are to decide would do it, or as the one it names.

    Raises NotAllowed for one in the name of somebody else, and for those who hold nobody.
    """
    if not own:
        raise NotAllowed("you do not sit at this table")
    if move.by:
        if move.by not in own:
            raise NotAllowed("you do not decide for {player}", player=move.by)
        return [move]
    deciding = [player for player in own if player in game.acting] or own[:1]
    return [replace(move, by=player) for player in deciding]
