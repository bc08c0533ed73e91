"""A game in progress: the verbs that players, bots, pages and searches need, and nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core.action import Action
from kursbuch.core.chance import Chance
from kursbuch.core.errors import BadInput, IllegalAction, Refusal, refuse
from kursbuch.core.event import Event
from kursbuch.core.rules import Choice, Rules, Title, TitleInfo
from kursbuch.core.save import dump
from kursbuch.core.state import State
from kursbuch.core.step import Stage, Step

Source = Action | Mapping[str, Any] | str
Call = tuple[Step[Any, Any], str]  # the step that takes an action, and for whom


class Game:
    """One game. A committed position never changes: `apply` works on a copy, so history is kept states."""

    __slots__ = (
        "_events",
        "_kept",
        "_listed",
        "_redo",
        "_rules",
        "_title",
        "_told",
        "actions",
        "options",
        "players",
        "seed",
        "state",
    )

    def __init__(
        self, title: Title, players: Sequence[str], seed: int, options: Mapping[str, object]
    ) -> None:
        self._title = title
        self.players = _checked_names(title, players)
        self.seed = seed
        self.options: dict[str, Choice] = title.options(options)
        self._rules: Rules[Any] = title.compose(len(self.players), self.options)
        for name in self.players:
            if name in self._rules.entities:
                raise BadInput("players", "{name!r} is the name of a company in this game", name=name)
        state = self._rules.start(self.players, Chance(seed))
        self._run_on(state)
        self.actions: list[Action] = []
        self.state: State = state
        self._kept: list[State] = []  # the positions before each action
        self._redo: list[tuple[Action, State, tuple[Event, ...]]] = []
        self._events: list[tuple[Event, ...]] = [_taken(state)]  # of the start, then of each action
        self._listed: tuple[State, dict[int, tuple[Action, Call]]] = (state, {})
        self._told: dict[str | None, tuple[int, list[dict[str, Any]]]] = {}  # how many of these views know of

    # -- reading ----------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The id of the title, such as "18te"."""
        return self._title.info.id

    @property
    def rules(self) -> Rules[Any]:
        """The rules in force at this table."""
        return self._rules

    @property
    def info(self) -> TitleInfo:
        """What the shelf says about the title."""
        return self._title.info

    @property
    def over(self) -> bool:
        return self.state.finished

    @property
    def acting(self) -> tuple[str, ...]:
        """The players who may decide now; empty when the game is over."""
        s = self.state
        return () if s.finished else self._stage(s).deciders(s, s.top)

    @property
    def events(self) -> list[Event]:
        """What happened since the start, as data."""
        return [event for group in self._events for event in group]

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What action `number` (from 1) brought about; 0 is the set-up."""
        return self._events[number]

    def scores(self) -> dict[str, int]:
        """What each player is worth now; final when the game is over."""
        worth = self._rules.scores(self.state)
        return {name: worth[name] for name in self.players}

    def view(self, player: str | None = None) -> dict[str, Any]:
        """All that this player may know, as plain JSON data; None is a spectator.

        Views share what has happened, so read the events in them, do not change them.
        """
        if player is not None and player not in self.players:
            raise BadInput("player", "{player!r} does not sit at this table", player=player[:40])
        return {
            "title": self.title,
            "players": list(self.players),
            "options": dict(self.options),
            "moves": len(self.actions),
            "over": self.over,
            "acting": list(self.acting),
            "position": self._rules.view(self.state, player),
            "events": self._told_to(player),
        }

    def _told_to(self, player: str | None) -> list[dict[str, Any]]:
        """The events that a player knows of. Those told before are kept: only new ones are added."""
        known, told = self._told.get(player, (0, []))
        for group in self._events[known:]:
            told += [event.to_dict() for event in group if event.visible_to(player)]
        self._told[player] = (len(self._events), told)
        return told.copy()

    def audit(self) -> None:
        """Raise AssertionError if money, certificates, tiles, trains or tokens do not add up."""
        self._rules.audit(self.state)

    # -- deciding ---------------------------------------------------------------------------------

    def legal_actions(self, player: str | None = None) -> list[Action]:
        """Every legal action of this player, or of all who may decide; wide amounts come as ranges.

        For a player who is not to decide these are powers that may be used in others' turns.
        """
        s = self.state
        if s.finished:
            return []
        stage, top = self._stage(s), s.top
        deciders = stage.deciders(s, top)
        out: list[Action] = []
        listed: dict[int, tuple[Action, Call]] = {}
        for one in deciders if player is None else (player,):
            steps = stage.open_steps(s, top) if one in deciders else stage.interjections(s, top, one)
            for step in steps:
                legal = [a for a in step.candidates(s, one) if _judge(step, s, one, a) is None]
                out += legal
                if deciders == (one,):
                    call = (step, one)
                    listed.update([(id(a), (a, call)) for a in legal if a.span is None])
        self._listed = (s, listed)
        return out

    def read(self, source: Source) -> Action:
        """The action that a record, a JSON object or a line of text stands for; raises BadInput."""
        return self._rules.grammar.read(source, (*self.players, *self._rules.entities))

    def why_not(self, action: Source) -> Refusal | None:
        """None if the action is legal now, else the rule that forbids it."""
        refusal = self._refusal(self.read(action))[1]
        return refusal and self._rules.cite(refusal)

    def apply(self, action: Source) -> None:
        """Carry an action out. Raises IllegalAction or BadInput, and then nothing has changed."""
        move, (step, player) = self._from_list(action) or self._judged(action)
        s = self.state.copy()
        step.apply(s, player, move)
        self._run_on(s)
        self._commit(move, s, _taken(s))
        self._redo.clear()

    def _from_list(self, action: Source) -> tuple[Action, Call] | None:
        """An action object out of the legal list of this very position has been judged already."""
        position, listed = self._listed
        return listed.get(id(action)) if position is self.state else None

    def _judged(self, action: Source) -> tuple[Action, Call]:
        """An action read and found legal, and the step that takes it."""
        move = self.read(action)
        if move.span:
            raise BadInput(
                "action",
                "choose an amount from {lo} to {hi} in steps of {step}",
                lo=move.lo,
                hi=move.hi,
                step=move.step,
            )
        call, refusal = self._refusal(move)
        if refusal is not None:
            raise IllegalAction(self._rules.cite(refusal), move)
        assert call is not None
        return move, call

    def _refusal(self, action: Action) -> tuple[Call | None, Refusal | None]:
        """The step that takes the action and for whom, and why it does not."""
        s = self.state
        if s.finished:
            return None, refuse("game.over", "The game is over.")
        stage, top = self._stage(s), s.top
        deciders = stage.deciders(s, top)
        for player in deciders:
            if action.by not in ("", player) or action.actor not in stage.actors(s, top, player):
                continue
            for step in stage.open_steps(s, top):
                if step.action is type(action):
                    return (step, player), _judge(step, s, player, action)
            return None, stage.not_now(s, top, action)
        if action.by in self.players and action.by not in deciders:
            for step in stage.interjections(s, top, action.by):
                if step.action is type(action):
                    return (step, action.by), _judge(step, s, action.by, action)
        if action.actor in (*self.players, *self._rules.entities):
            return None, stage.not_yours(s, top, action)
        return None, refuse("turn.not-yours", "{actor} takes no part in this game.", actor=action.actor)

    # -- history ----------------------------------------------------------------------------------

    def undo(self) -> None:
        """Take the last action back."""
        if not self._kept:
            raise BadInput("undo", "there is nothing to take back")
        self._redo.append((self.actions.pop(), self.state, self._events.pop()))
        self._told.clear()
        self.state = self._kept.pop()

    def redo(self) -> None:
        """Play the action again that was last taken back."""
        if not self._redo:
            raise BadInput("redo", "there is nothing to play again")
        self._commit(*self._redo.pop())

    def at(self, number: int) -> Game:
        """An independent game as it stood after `number` actions, with the rest to redo."""
        if not 0 <= number <= len(self.actions):
            raise BadInput("move", "there are moves 0 to {last}", last=len(self.actions))
        earlier = self.clone()
        while len(earlier.actions) > number:
            earlier.undo()
        return earlier

    def clone(self) -> Game:
        """An independent copy. Positions are shared, since no committed position ever changes."""
        twin = Game.__new__(Game)
        twin._title, twin._rules, twin.players = self._title, self._rules, self.players
        twin.seed, twin.options, twin.state, twin.actions = (
            self.seed,
            self.options,
            self.state,
            self.actions.copy(),
        )
        twin._kept, twin._redo, twin._events = self._kept.copy(), self._redo.copy(), self._events.copy()
        twin._listed, twin._told = self._listed, {}
        return twin

    def to_json(self) -> str:
        """Title, options, seed, players and actions as a transcript; `kursbuch.load` reads it back."""
        return dump(self)

    # -- inside -----------------------------------------------------------------------------------

    def _stage(self, s: State) -> Stage[Any, Any]:
        return self._rules.stages[s.top.stage]

    def _run_on(self, s: State) -> None:
        """Do what needs no decision until somebody must decide or the game is over."""
        for _ in range(100_000):
            if s.finished or not self._stage(s).advance(s, s.top):
                return
        raise AssertionError(f"the game does not come to rest at {s.top}")

    def _commit(self, action: Action, s: State, events: tuple[Event, ...]) -> None:
        self._kept.append(self.state)
        self._events.append(events)
        self.actions.append(action)
        self.state = s


# words that stand for places or parties in the text form of actions
_RESERVED = frozenset({"bank", "pool", "depot", "offer", "company", "out", "nothing"})


def _taken(s: State) -> tuple[Event, ...]:
    """The events of the action just done, taken out of the state."""
    events = tuple(s.fresh)
    s.fresh.clear()
    return events


def _judge(step: Step[Any, Any], s: State, player: str, action: Action) -> Refusal | None:
    """A range is legal if both its ends are."""
    if action.span is None:
        return step.why_not(s, player, action)
    return step.why_not(s, player, action.at(action.span.lo)) or step.why_not(
        s, player, action.at(action.span.hi)
    )


def _checked_names(title: Title, players: Sequence[str]) -> tuple[str, ...]:
    allowed = title.info.players
    if len(players) not in allowed:
        raise BadInput(
            "players",
            "{title} is for {least} to {most} players",
            title=title.info.name,
            least=allowed.start,
            most=allowed.stop - 1,
        )
    for name in players:
        if not isinstance(name, str) or not name.strip() or name != name.strip() or len(name) > 40:
            raise BadInput("players", "a name has 1 to 40 characters, none of them at its ends a blank")
        if not name.isprintable() or ":" in name or name in _RESERVED:
            raise BadInput("players", "{name!r} cannot be a player's name", name=name)
    if len(set(players)) != len(players):
        raise BadInput("players", "two players have the same name")
    return tuple(players)
