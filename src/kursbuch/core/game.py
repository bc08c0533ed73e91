"""A game in progress: the verbs that players, bots, pages and searches need, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from kursbuch.core.action import Action
from kursbuch.core.chance import FORM, Chance
from kursbuch.core.edition import Edition
from kursbuch.core.errors import BadInput, IllegalAction, Refusal, refuse
from kursbuch.core.event import Event
from kursbuch.core.history import Move
from kursbuch.core.imagining import Seen, imagined
from kursbuch.core.rules import Choice, Rules, Title, TitleInfo
from kursbuch.core.save import dump
from kursbuch.core.state import State
from kursbuch.core.step import Stage, Step

Source = Action | Mapping[str, Any] | str
Call = tuple[Step[Any, Any], str]  # the step that takes an action, and for whom


class Game:
    """One game. A committed position never changes: `apply` works on a copy, so history is kept states.

    >>> from kursbuch.shelf import new_game, shelf
    >>> game = new_game(shelf()[0], players=["Anna", "Ben"], seed=7)
    >>> game.apply(f"{game.acting[0]} passes")
    >>> str(game.actions[-1]) == f"{game.acting_at(0)[0]} passes"
    True
    """

    __slots__ = (
        "_listed",
        "_rules",
        "_seen",
        "_setup",
        "_title",
        "_told",
        "actions",
        "edition",
        "form",
        "imaginary",
        "moves",
        "options",
        "players",
        "remarks",
        "reseeded",
        "seed",
        "state",
        "undone",
    )

    def __init__(
        self,
        title: Title,
        players: Sequence[str],
        seed: int,
        options: Mapping[str, object],
        form: int = FORM,
        edition: Edition | None = None,
    ) -> None:
        self._sit_down(title, players, seed, options, form, edition)
        for name in self.players:
            if name in self._rules.entities:
                raise BadInput("players", "{name!r} is the name of a company in this game", name=name)
        state = self._rules.start(self.players, Chance(seed, form=form))
        self._run_on(state)
        self._begin(state, _taken(state))

    @classmethod
    def resume(
        cls,
        title: Title,
        players: Sequence[str],
        seed: int,
        options: Mapping[str, object],
        form: int,
        *,
        state: State,
        setup: tuple[Event, ...],
        moves: Sequence[Move],
        undone: Sequence[tuple[Move, State | None]] = (),
        remarks: Mapping[int, tuple[Event, ...]] | None = None,
        reseeded: tuple[tuple[int, int], ...] = (),
        edition: Edition | None = None,
    ) -> Game:
        """A game that goes on from a position. Its moves so far are history and are not judged again.

        `undone` are moves that can be played again, the next one last; `remarks` stand in the log after a move.

        >>> from kursbuch.shelf import example, find
        >>> game = example(moves=3)
        >>> setting = (find(game.title), game.players, game.seed, game.options, game.form)
        >>> known = {"state": game.state, "setup": game.events_of(0), "moves": game.moves}
        >>> Game.resume(*setting, **known).view() == game.view()
        True
        """
        game = cls.__new__(cls)
        game._sit_down(title, players, seed, options, form, edition)
        game._begin(state, setup)
        game.moves = list(moves)
        game.actions = [move.action for move in moves]
        game.undone = list(undone)
        game.remarks = dict(remarks or {})
        game.reseeded = reseeded
        return game

    def _sit_down(
        self,
        title: Title,
        players: Sequence[str],
        seed: int,
        options: Mapping[str, object],
        form: int,
        edition: Edition | None,
    ) -> None:
        self._title = title
        self.players = _checked_names(title, players)
        self.seed = seed
        self.form = form  # of chance: see `kursbuch.core.chance`
        self.options: dict[str, Choice] = title.options(options)
        self.edition = edition  # of the box; None is the built-in one
        self._rules: Rules[Any] = title.compose(len(self.players), self.options, edition)

    def _begin(self, state: State, setup: tuple[Event, ...]) -> None:
        self.actions: list[Action] = []
        self.state: State = state
        self._setup = setup  # what happened before the first move
        self.moves: list[Move] = []
        self.undone: list[tuple[Move, State | None]] = []  # what was taken back, and where it led
        self.remarks: dict[int, tuple[Event, ...]] = {}  # told after a move, but not brought about by it
        self.reseeded: tuple[tuple[int, int], ...] = ()  # after so many moves chance went on from this seed
        self._listed: tuple[State, list[tuple[list[Action], Call]]] = (state, [])
        self._told: dict[str | None, tuple[int, list[dict[str, Any]]]] = {}  # how many of these views know of
        self._seen: dict[str | None, Seen] = {}  # for games to be imagined
        self.imaginary = False  # whether it was imagined: see `imagined`

    # -- reading ----------------------------------------------------------------------------------

    @property
    def title(self) -> str:
        """The id of the title on the shelf.

        >>> from kursbuch.shelf import example
        >>> from kursbuch.shelf import shelf
        >>> example().title in shelf()
        True
        """
        return self._title.info.id

    @property
    def rules(self) -> Rules[Any]:
        """The rules in force at this table.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.state.top.stage in game.rules.stages
        True
        """
        return self._rules

    @property
    def info(self) -> TitleInfo:
        """What the shelf says about the title.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.info.id == game.title, len(game.players) in game.info.players
        (True, True)
        """
        return self._title.info

    @property
    def over(self) -> bool:
        """Whether the game has ended.

        >>> from kursbuch.shelf import example
        >>> example().over
        False
        """
        return self.state.finished

    @property
    def acting(self) -> tuple[str, ...]:
        """The players who may decide now; empty when the game is over.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> set(game.acting) <= set(game.players)
        True
        """
        return self._deciders(self.state)

    def acting_at(self, number: int) -> tuple[str, ...]:
        """The players who might decide after so many actions; empty if that position is not at hand.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.acting_at(3) == game.acting
        True
        """
        s = self.position(number)
        return () if s is None else self._deciders(s)

    def _deciders(self, s: State) -> tuple[str, ...]:
        return () if s.finished else self._stage(s).deciders(s, s.top)

    @property
    def stages(self) -> tuple[str, ...]:
        """The kinds of the stages under way, each begun inside the one before; the last is the one that asks.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.stages[-1] == game.rules.kind_of(game.state.top)
        True
        """
        return tuple(map(self._rules.kind_of, self.state.stack))

    @property
    def events(self) -> list[Event]:
        """What happened since the start, as data.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.events[-1] == game.events_of(3)[-1]
        True
        """
        return [event for number in range(len(self.moves) + 1) for event in self.events_of(number)]

    def events_of(self, number: int) -> tuple[Event, ...]:
        """What action `number` (from 1) brought about; 0 is the set-up.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> all(event.key in game.rules.told for event in game.events_of(0))
        True
        """
        own = self.moves[number - 1].events if number else self._setup
        return own + self.remarks[number] if number in self.remarks else own

    def scores(self) -> dict[str, int]:
        """What each player is worth now; final when the game is over.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> list(game.scores()) == list(game.players)
        True
        """
        worth = self._rules.scores(self.state)
        return {name: worth[name] for name in self.players}

    def view(self, player: str | None = None) -> dict[str, Any]:
        """All that this player may know, as plain JSON data; None is a spectator.

        Views share what has happened, so read the events in them, do not change them.

        >>> from kursbuch.shelf import example
        >>> view = example(moves=3).view()
        >>> view["players"], view["moves"], view["over"]
        (['Anna', 'Ben'], 3, False)
        """
        if player is not None and player not in self.players:
            raise BadInput("player", "{player!r} does not sit at this table", player=player[:40])
        return {
            "title": self.title,
            **({"edition": self.edition.text} if self.edition else {}),
            "players": list(self.players),
            "options": dict(self.options),
            "moves": len(self.actions),
            "over": self.over,
            "acting": list(self.acting),
            "stages": list(self.stages),
            "position": self._rules.view(self.state, player),
            "events": self._told_to(player),
        }

    def _told_to(self, player: str | None) -> list[dict[str, Any]]:
        """The events that a player knows of. Those told before are kept: only new ones are added."""
        known, told = self._told.get(player, (0, []))
        if known <= len(self.moves):
            groups = (self.events_of(number) for number in range(known, len(self.moves) + 1))
            told = told + [e.to_dict() for group in groups for e in group if e.visible_to(player)]
            self._told = {**self._told, player: (len(self.moves) + 1, told)}  # copies share what came before
        return told.copy()

    def audit(self) -> None:
        """Raise AssertionError if money, certificates, tiles, trains or tokens do not add up.

        >>> from kursbuch.shelf import example
        >>> example(moves=3).audit()
        """
        self._rules.audit(self.state)

    # -- deciding ---------------------------------------------------------------------------------

    def legal_actions(self, player: str | None = None) -> list[Action]:
        """Every legal action of this player, or of all who may decide; wide amounts come as ranges.

        For a player who is not to decide these are powers that may be used in others' turns.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> all(game.why_not(action) is None for action in game.legal_actions() if action.span is None)
        True
        """
        s = self.state
        if s.finished:
            return []
        s.look()
        try:
            return self._list(s, player)
        finally:
            s.look_away()

    def _list(self, s: State, player: str | None) -> list[Action]:
        stage, top = self._stage(s), s.top
        deciders = stage.deciders(s, top)
        out: list[Action] = []
        listed: list[tuple[list[Action], Call]] = []
        for one in deciders if player is None else (player,):
            steps = stage.open_steps(s, top) if one in deciders else stage.interjections(s, top, one)
            for step in steps:
                legal = list(step.legal(s, one))
                out += legal
                if legal and deciders == (one,):
                    listed.append((legal, (step, one)))
        if listed or self._listed[0] is not s:  # what others may throw in makes nobody forget this list
            self._listed = (s, listed)
        return out

    def read(self, source: Source) -> Action:
        """The action that a record, a JSON object or a line of text stands for; raises BadInput.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> action = game.legal_actions()[-1]
        >>> game.read(str(action)) == game.read(action.to_dict()) == action
        True
        """
        return self._rules.grammar.read(source, (*self.players, *self._rules.entities))

    def why_not(self, action: Source) -> Refusal | None:
        """None if the action is legal now, else the rule that forbids it.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.why_not(game.legal_actions()[-1]) is None
        True
        >>> waiting = next(player for player in game.players if player not in game.acting)
        >>> game.why_not(f"{waiting} passes").text == f"It is {game.acting[0]}'s turn to decide."
        True
        """
        refusal = self._refusal(self.read(action))[1]
        return refusal and self._rules.cite(refusal)

    def apply(self, action: Source) -> None:
        """Carry an action out. Raises IllegalAction or BadInput, and then nothing has changed.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.apply(game.legal_actions()[-1])
        >>> len(game.actions)
        1
        """
        move, (step, player) = self._from_list(action) or self._judged(action)
        s = self.state.copy()
        step.apply(s, player, move)
        self._run_on(s)
        events = _taken(s)
        drawn = s.chance.count != self.state.chance.count
        shown = s.finished or any(e.uncovers for e in events)  # at the end there are no secrets any more
        self._commit(Move(move, events, drawn or shown, self.state), s)
        self.undone.clear()

    def after(self, action: Source) -> Game:
        """An independent game with the action carried out, judged once: for previews and searches.

        Raises IllegalAction or BadInput. This game stays as it is.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> later = game.after(game.legal_actions()[-1])
        >>> len(game.actions), len(later.actions)
        (0, 1)
        """
        twin = self.clone()
        twin.apply(action)
        return twin

    def outlay(self, action: Source) -> int:
        """What an action costs beyond the price it names, such as the track of a tile: nothing is tried out for it.

        What brings money, such as a sale, costs less than nothing.

        Raises IllegalAction or BadInput.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> game.outlay(game.legal_actions()[-1])
        0
        """
        move, (step, player) = self._from_list(action) or self._judged(action)
        return step.outlay(self.state, player, move)

    def _from_list(self, action: Source) -> tuple[Action, Call] | None:
        """An action object out of the legal list of this very position has been judged already."""
        position, listed = self._listed
        if position is self.state and isinstance(action, Action) and action.span is None:
            for legal, call in listed:
                for one in legal:
                    if one is action:
                        return one, call
        return None

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
                    return (step, player), step.refusal_of(s, player, action)
            return None, stage.not_now(s, top, action)
        if action.by in self.players and action.by not in deciders:
            for step in stage.interjections(s, top, action.by):
                if step.action is type(action):
                    return (step, action.by), step.refusal_of(s, action.by, action)
        if action.actor in self.players or action.actor in self._rules.entities:
            return None, stage.not_yours(s, top, action)
        return None, refuse("turn.not-yours", "{actor} takes no part in this game.", actor=action.actor)

    # -- history ----------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether the last action can be taken back: there is one, and the position before it is at hand.

        >>> from kursbuch.shelf import example
        >>> example().can_undo, example(moves=1).can_undo
        (False, True)
        """
        return len(self.moves) > self.firm and self.moves[-1].at_hand

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back that can be played again.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=1)
        >>> game.undo()
        >>> game.can_redo
        True
        """
        return bool(self.undone) and self.undone[-1][1] is not None

    @property
    def firm(self) -> int:
        """So many moves stand for good: chance has gone on from another seed since.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.firm
        0
        >>> game.reseed(1)
        >>> game.firm
        3
        """
        return self.reseeded[-1][0] if self.reseeded else 0

    def undo(self) -> None:
        """Take the last action back.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.undo()
        >>> len(game.actions)
        2
        """
        if not self.moves:
            raise BadInput("undo", "there is nothing to take back")
        self.check_firm(len(self.moves) - 1)
        state = self.moves[-1].before
        if state is None:
            raise BadInput("undo", GONE, first=len(self.moves))
        move = self.moves.pop()
        self.actions.pop()
        self.undone.append((move, self.state))
        self._carry_remarks(len(self.moves))
        self.state = state

    def redo(self, state: State | None = None) -> None:
        """Play the action again that was last taken back. `state` is where it led, if that is not at hand.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> last = game.actions[-1]
        >>> game.undo()
        >>> game.redo()
        >>> game.actions[-1] == last
        True
        """
        if not self.undone:
            raise BadInput("redo", "there is nothing to play again")
        move, known = self.undone[-1]
        after = known or state
        if after is None:
            raise BadInput("redo", GONE, first=len(self.moves))
        self.undone.pop()
        self._commit(move.with_position(self.state), after)

    def at(self, number: int, state: State | None = None) -> Game:
        """An independent game as it stood after `number` actions, with the rest to redo.

        `state` is the position of that moment, for a game that does not have it at hand.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> earlier = game.at(1)
        >>> len(earlier.actions), len(earlier.undone), len(game.actions)
        (1, 2, 3)
        """
        if not 0 <= number <= len(self.actions):
            raise BadInput("move", "there are moves 0 to {last}", last=len(self.actions))
        known = self.position(number) or state
        if known is None:
            first = next(n for n in range(number, len(self.actions) + 1) if self.position(n) is not None)
            raise BadInput("move", GONE, first=first)
        earlier = self.clone()
        del earlier.actions[number:], earlier.moves[number:]
        after = len(self.moves)
        earlier.undone += [(self.moves[n - 1], self.position(n)) for n in range(after, number, -1)]
        earlier._carry_remarks(number)
        earlier.state = known
        return earlier

    def position(self, number: int) -> State | None:
        """The position after so many actions; None if it is not at hand.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.position(3) is game.state
        True
        """
        return self.state if number == len(self.moves) else self.moves[number].before

    def positions(self) -> Iterator[tuple[int, State]]:
        """Every position at hand with its number of actions, the first one first.

        >>> from kursbuch.shelf import example
        >>> [number for number, _ in example(moves=3).positions()]
        [0, 1, 2, 3]
        """
        for number in range(len(self.moves) + 1):
            state = self.position(number)
            if state is not None:
                yield number, state

    def uncovered_since(self, number: int) -> bool:
        """Whether anything was drawn or a secret shown after so many actions: who goes back has seen it.

        >>> from kursbuch.shelf import example
        >>> example(moves=3).uncovered_since(3)
        False
        """
        return any(move.uncovered for move in self.moves[number:])

    def check_firm(self, number: int) -> None:
        """Raise BadInput if the game cannot go back to so many moves.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.reseed(1)
        >>> game.check_firm(2)
        Traceback (most recent call last):
        kursbuch.core.raised.BadInput: undo: the first 3 moves were taken over and stand
        """
        if number < self.firm:
            raise BadInput("undo", "the first {moves} moves were taken over and stand", moves=self.firm)

    def remark(self, event: Event) -> None:
        """Put something into the log that no action has brought about. It stays when actions are taken back.

        >>> from kursbuch.shelf import example
        >>> from kursbuch.core import Event
        >>> game = example()
        >>> game.remark(Event("clock-stopped"))
        >>> game.events[-1].key
        'clock-stopped'
        """
        number = len(self.moves)
        self.remarks[number] = (*self.remarks.get(number, ()), event)
        self._told, self._seen = {}, {}

    def reseed(self, seed: int) -> None:
        """From here on chance goes by another seed: nobody who knows the old one can tell what comes.

        What was played so far stands, and nothing of it can be taken back.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.reseed(1)
        >>> game.can_undo
        False
        """
        s = self.state.copy()
        s.chance = Chance(seed, s.chance.count)
        self.state = s
        self.undone.clear()
        self.reseeded = (*self.reseeded, (len(self.moves), seed))

    def keep_last(self, positions: int) -> None:
        """Let go of all but the newest positions before this one, to save memory.

        >>> from kursbuch.shelf import example
        >>> game = example(moves=3)
        >>> game.keep_last(1)
        >>> [number for number, _ in game.positions()]
        [2, 3]
        """
        number = len(self.moves) - positions
        while number > 0 and self.moves[number - 1].at_hand:
            self.moves[number - 1] = self.moves[number - 1].of_long_ago()
            number -= 1

    def _carry_remarks(self, number: int) -> None:
        """Remarks on what was taken back are told where the game stands now."""
        self._told, self._seen = {}, {}
        later = [n for n in sorted(self.remarks) if n > number]
        if later:
            carried = tuple(event for n in later for event in self.remarks.pop(n))
            self.remarks[number] = self.remarks.get(number, ()) + carried

    def clone(self) -> Game:
        """An independent copy. Positions are shared, since no committed position ever changes.

        >>> from kursbuch.shelf import example
        >>> game = example()
        >>> twin = game.clone()
        >>> twin.apply(twin.legal_actions()[-1])
        >>> len(game.actions)
        0
        """
        twin = Game.__new__(Game)
        twin._title, twin._rules, twin.players = self._title, self._rules, self.players
        twin.seed, twin.form, twin.options, twin.edition = self.seed, self.form, self.options, self.edition
        twin.state, twin.actions, twin.reseeded = self.state, self.actions.copy(), self.reseeded
        twin._setup, twin.moves, twin.undone = self._setup, self.moves.copy(), self.undone.copy()
        twin._listed, twin._told, twin.remarks = self._listed, self._told, self.remarks.copy()
        twin._seen, twin.imaginary = self._seen, self.imaginary
        return twin

    def imagined(self, player: str | None, rng: Random) -> Game:
        """A game that this player could be in, as far as the player can tell; None is a spectator.

        All that the player knows is kept: `game.imagined(p, rng).view(p) == game.view(p)`. What others hide and
        what chance will bring is drawn anew from `rng`, in agreement with all that was seen so far. The game can be
        played on like any other. Its log tells what the player was told; there are no positions before the one
        imagined, and no transcript (`to_json` raises BadInput). Of a game that is over it is a copy.

        >>> from kursbuch.shelf import example
        >>> from random import Random
        >>> game = example(moves=3)
        >>> one = game.imagined(game.players[0], Random(1))
        >>> one.view(game.players[0]) == game.view(game.players[0])
        True
        """
        if player is not None and player not in self.players:
            raise BadInput("player", "{player!r} does not sit at this table", player=player[:40])
        return imagined(self, player, rng)

    def to_json(self) -> str:
        """Title, options, seed, players and actions as a transcript; `kursbuch.load` reads it back.

        >>> from kursbuch.shelf import example
        >>> from kursbuch import load
        >>> game = example(moves=3)
        >>> load(game.to_json()).state.cash == game.state.cash
        True
        """
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

    def _commit(self, move: Move, s: State) -> None:
        self.moves.append(move)
        self.actions.append(move.action)
        self.state = s


GONE = "positions are kept from move {first} on; of what came before there is only the log"

# words that stand for places or parties in the text form of actions
_RESERVED = frozenset({"bank", "pool", "depot", "offer", "company", "out", "nothing"})


def _taken(s: State) -> tuple[Event, ...]:
    """The events of the action just done, taken out of the state."""
    events = tuple(s.fresh)
    s.fresh.clear()
    return events


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
