"""A recorded game being played through our rules.

Our game asks for a decision at the same moments as the recorder, so actions translate one to one (`meanings`). What
the recorder leaves unsaid is added: another player's consent to a sale. Where it asks once more than our game does,
the title's table says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from kursbuch.core import Action, BadInput, Game, IllegalAction, Refusal
from kursbuch.rail.actions import Agree, Lay, Pass, Run
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.consent import AskedFrame
from kursbuch.rail.steps.discard import DiscardFrame
from kursbuch.recorded.ids import Copies
from kursbuch.recorded.meanings import MEANINGS
from kursbuch.recorded.passes import asked, bridge, gone_by, is_idle, only_they_ask
from kursbuch.recorded.reading import Recorded, Recording, player_called
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

    def __init__(self, game: Game, table: Table, recording: Recording) -> None:
        self.game = game
        self.table = table
        self.recording = recording
        self.names = dict(zip(recording.players, game.players, strict=True))  # of players, by their ids
        self.copies = Copies(self.s)
        self.meanings: Mapping[str, Meaning] = {**MEANINGS, **table.meanings}
        self.waiting: list[Recorded] = []
        self.ahead: Sequence[Recorded] = ()  # what is recorded after the action being carried out
        self.has_laid: TurnFrame | None = None  # the turn of a company that has laid and done nothing further
        self.gone_by: set[str] = set()  # players and companies whose turn has just ended by itself
        self.unasked: list[int] = []  # numbers of actions where one side asked what the other did not
        self.at = 0  # the recorded action that is being carried out, and how many of ours came before it
        self.moves = 0

    @property
    def s(self) -> StandardState:
        """The position now."""
        s = self.game.state
        assert isinstance(s, StandardState)
        return s

    # -- playing ----------------------------------------------------------------------------------

    def run(self) -> int:
        """Play the recording to its end; how many recorded actions that were."""
        actions = self.recording.actions
        for n in range(self.at, len(actions)):
            recorded, self.ahead = actions[n], actions[n + 1 :]
            self.at, self.moves = n, len(self.game.moves)
            if recorded.kind == "end_game":
                return n + 1
            if isinstance(self.s.top, DiscardFrame) and _takes_no_turn(recorded):
                self.waiting.append(recorded)  # the recorder takes these while trains are given up
                continue
            if not self._is_idle(recorded):
                self._carry_out(recorded)
            while self.waiting and not isinstance(self.s.top, DiscardFrame):
                self._carry_out(self.waiting.pop(0))
        for recorded in self.waiting:  # to be refused
            self._carry_out(recorded)
        return len(actions)

    @property
    def as_if_begun_without(self) -> bool:
        """Whether nothing would have been done otherwise up to the refused action without the rule that refuses it:
        the two sides have asked the same throughout, and nothing of the action is done.
        """
        return not (self.unasked or self.waiting or len(self.game.moves) > self.moves)

    def _carry_out(self, recorded: Recorded) -> None:
        """Carry one recorded action out, with what it leaves unsaid."""
        meaning = self.meanings.get(recorded.kind)
        if meaning is None:
            raise BadInput(f"{recorded.place}.type", f"unknown kind of action: {recorded.kind[:40]!r}")
        if recorded.kind in AFTER_TRACK:
            self.has_laid = None
        for action in meaning(self, recorded):
            self._apply(recorded, action)

    def _apply(self, recorded: Recorded, action: Action) -> None:
        turn = self.s.top
        try:
            self._do(action)
        except IllegalAction as error:
            if not self._bridged(recorded, action):
                raise Unplayable(recorded, error.refusal, action) from error
        except BadInput as error:
            raise error.at(f"{recorded.place}.{error.place}") from error
        if isinstance(action, Lay) and isinstance(turn, TurnFrame):
            self.has_laid = turn

    def _do(self, action: Action) -> None:
        """Carry out one of our actions; consent is taken for granted."""
        self.game.apply(action)
        self.gone_by = gone_by(self.game, action)
        if not self.game.over and isinstance(self.s.top, AskedFrame):
            self.game.apply(Agree(self.s.top.player))

    # -- what one side asks and the other does not ------------------------------------------------

    def _is_idle(self, recorded: Recorded) -> bool:
        """Whether a recorded pass ends nothing in our game."""
        if recorded.kind != "pass" or recorded.entity_type == "player":
            return False
        company = recorded.entity
        if recorded.entity_type == "company" and self.private(company) in self.s.privates:
            return self._has_nothing_to_leave(recorded)
        if self._track_is_open(company):
            return True
        if is_idle(self.game, company, self.ahead[0] if self.ahead else None):
            self.unasked.append(recorded.number)
            return True
        return False

    def _has_nothing_to_leave(self, recorded: Recorded) -> bool:
        """Whether a private lets a power go that our game has no use for now; privates have no turns of their own."""
        idle = asked(self.game) != self.private(recorded.entity)
        if idle:
            self.unasked.append(recorded.number)
        return idle

    def _track_is_open(self, company: str) -> bool:
        """Whether a company has laid its tile and the recorder alone still asks it for track; a pass ends that."""
        turn = self.has_laid
        if turn is None or turn.company != company:
            return False
        self.has_laid = None
        return only_they_ask(self.table, self.s, turn)

    def _bridged(self, recorded: Recorded, action: Action) -> bool:
        """Whether an action that our game refuses is none, or is legal once what only we ask for is passed."""
        if isinstance(action, Pass) and action.actor in self.gone_by:
            self.gone_by.discard(action.actor)
        elif isinstance(action, Run) and not action.runs.runs and self._is_past_its_runs(action.actor):
            pass  # early recorders asked for runs where there are none
        elif passes := bridge(self.game, action, swapped=self._swapped(action.actor)):
            for one in (*passes, action):
                self._do(one)
        else:
            return False
        self.unasked.append(recorded.number)
        return True

    def _swapped(self, actor: str) -> Callable[[Game, str], bool]:
        """Whether a player could do now what the recording tells right after the deeds of this actor, before anybody
        else's: then the two are told in the wrong order, and no pass is missing. Two players take turns anyhow.
        """

        def swapped(game: Game, player: str) -> bool:
            others = (a for a in self.ahead if a.entity_type != "player" or self.player(a) != actor)
            following = next(others, None)
            if following is None or following.entity_type != "player" or self.player(following) != player:
                return False
            meaning = self.meanings.get(following.kind)
            if meaning is None or following.kind == "pass" or len(game.players) == 2:
                return False
            return game.why_not(next(iter(meaning(self, following)))) is None

        return swapped

    def _is_past_its_runs(self, company: str) -> bool:
        """Whether a company's turn goes on without runs, or has just ended by itself."""
        top = self.s.top
        return company in self.gone_by or (isinstance(top, TurnFrame) and top.company == company)

    def refused(self, recorded: Recorded, refusal: Refusal, action: object = None) -> Unplayable:
        """The error for a recorded action that has no legal meaning."""
        return Unplayable(recorded, self.game.rules.cite(refusal), action)

    # -- who acts ---------------------------------------------------------------------------------

    def player(self, recorded: Recorded) -> str:
        """The player who acts."""
        id = player_called(self.recording.players, recorded.entity)
        if id is None:
            raise BadInput(f"{recorded.place}.entity", f"no player has the id {recorded.entity!r}")
        return self.names[id]

    def company(self, recorded: Recorded) -> str:
        """The company that acts."""
        if recorded.entity not in self.s.box.companies:
            raise BadInput(f"{recorded.place}.entity", f"there is no company {recorded.entity!r}")
        return recorded.entity

    def private(self, called: str) -> str:
        """The private that a file calls so: by its id, in the oldest by its name."""
        privates = self.s.box.privates
        return next((id for id, private in privates.items() if called in (id, private.name)), called)

    def actor(self, recorded: Recorded) -> str:
        """The player, company or private that acts."""
        if recorded.entity_type == "player":
            return self.player(recorded)
        return self.private(recorded.entity) if recorded.entity_type == "company" else recorded.entity


def _takes_no_turn(recorded: Recorded) -> bool:
    """Whether the recorder takes an action at any time: a private bought by a company, a private's power."""
    return recorded.kind == "buy_company" or (
        recorded.kind in ("lay_tile", "buy_shares") and recorded.entity_type == "company"
    )
