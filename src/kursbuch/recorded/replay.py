"""A recorded game being played through our rules.

Our game asks for a decision at the same moments as the recorder, so actions translate one to one (`meanings`). What
the recorder leaves unsaid is added: another player's consent to a sale. Where it asks once more than our game does,
the title's table says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kursbuch.core import Action, BadInput, Game, IllegalAction, Refusal
from kursbuch.rail.actions import Agree, Lay, Pass
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.steps.consent import AskedFrame
from kursbuch.rail.steps.discard import DiscardFrame
from kursbuch.recorded.ids import Copies
from kursbuch.recorded.meanings import MEANINGS
from kursbuch.recorded.reading import Recorded
from kursbuch.recorded.table import Meaning, Table

# what ends the track step of the company on turn for the recorder
AFTER_TRACK = ("place_token", "run_routes", "dividend", "buy_train", "bankrupt")


class Unplayable(IllegalAction):
    """A recorded action that our rules refuse: its number in the file, what it was, and the rule."""

    def __init__(self, recorded: Recorded, refusal: Refusal, action: object) -> None:
        super().__init__(refusal, action)
        self.recorded = recorded
        self.number = recorded.number
        ours = f", with us “{action}”" if action is not None else ""
        self.args = (f"action {self.number} ({recorded}{ours}): {refusal.text} [{refusal.rule}]",)


class Replay:
    """A recorded game being played: the game, and what the recorder's names stand for now."""

    def __init__(self, game: Game, table: Table, names: Mapping[str, str]) -> None:
        self.game = game
        self.table = table
        self.names = names  # of players, by their ids
        self.copies = Copies(self.s)
        self.meanings: Mapping[str, Meaning] = {**MEANINGS, **table.meanings}
        self.waiting: list[Recorded] = []
        self.has_laid: TurnFrame | None = None  # the turn of a company that has laid and done nothing further

    @property
    def s(self) -> Any:
        """The position now, of whatever title."""
        return self.game.state

    # -- playing ----------------------------------------------------------------------------------

    def play(self, recorded: Recorded) -> None:
        """Play one recorded action; what the recorder takes while trains are given up waits until they are."""
        if isinstance(self.s.top, DiscardFrame) and _takes_no_turn(recorded):
            self.waiting.append(recorded)
            return
        self._carry_out(recorded)
        while self.waiting and not isinstance(self.s.top, DiscardFrame):
            self._carry_out(self.waiting.pop(0))

    def finish(self) -> None:
        """After the last action: what still waits is refused."""
        for recorded in self.waiting:
            self._carry_out(recorded)

    def _carry_out(self, recorded: Recorded) -> None:
        """Carry one recorded action out, with what it leaves unsaid."""
        meaning = self.meanings.get(recorded.kind)
        if meaning is None:
            raise BadInput(f"{recorded.place}.type", f"unknown kind of action: {recorded.kind[:40]!r}")
        if recorded.kind in AFTER_TRACK:
            self.has_laid = None
        for action in meaning(self, recorded):
            if not self._is_idle_pass(action):
                self._apply(recorded, action)

    def _apply(self, recorded: Recorded, action: Action) -> None:
        turn = self.s.top
        try:
            self.game.apply(action)
            if not self.game.over and isinstance(self.s.top, AskedFrame):  # consent is taken for granted
                self.game.apply(Agree(self.s.top.player))
        except IllegalAction as error:
            raise Unplayable(recorded, error.refusal, action) from error
        except BadInput as error:
            raise error.at(f"{recorded.place}.{error.place}") from error
        if isinstance(action, Lay) and isinstance(turn, TurnFrame):
            self.has_laid = turn

    def _is_idle_pass(self, action: Action) -> bool:
        """Whether a pass ends a track step that is open for the recorder alone."""
        turn, top = self.has_laid, self.s.top
        if turn is None or not isinstance(action, Pass) or action.actor != turn.company:
            return False
        ours_goes_on = not (isinstance(top, TurnFrame) and (top.company, top.at) == (turn.company, turn.at))
        self.has_laid = None
        return ours_goes_on and self.table.asks_for_more_track(self.s, turn.company)

    def refused(self, recorded: Recorded, refusal: Refusal, action: object = None) -> Unplayable:
        """The error for a recorded action that has no legal meaning."""
        return Unplayable(recorded, self.game.rules.cite(refusal), action)

    # -- who acts ---------------------------------------------------------------------------------

    def player(self, recorded: Recorded) -> str:
        """The player who acts."""
        name = self.names.get(recorded.entity)
        if name is None:
            raise BadInput(f"{recorded.place}.entity", f"no player has the id {recorded.entity!r}")
        return name

    def company(self, recorded: Recorded) -> str:
        """The company that acts."""
        if recorded.entity not in self.s.box.companies:
            raise BadInput(f"{recorded.place}.entity", f"there is no company {recorded.entity!r}")
        return recorded.entity

    def actor(self, recorded: Recorded) -> str:
        """The player, company or private that acts."""
        return self.player(recorded) if recorded.entity_type == "player" else recorded.entity


def _takes_no_turn(recorded: Recorded) -> bool:
    """Whether the recorder takes an action at any time: a private bought by a company, a private's power."""
    return recorded.kind == "buy_company" or (
        recorded.kind in ("lay_tile", "buy_shares") and recorded.entity_type == "company"
    )
