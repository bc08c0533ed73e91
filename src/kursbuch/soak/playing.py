"""One game, played to its end and checked after every action."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from random import Random

from kursbuch.bots import faults
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.soak import checks, secrets
from kursbuch.soak.faults import Fault, TooSlow, finding, told
from kursbuch.soak.players import Choose, at_random, seated
from kursbuch.soak.probing import probe
from kursbuch.soak.secrets import Twins
from kursbuch.soak.tables import Job, Table

REACHED = ("stages", "events", "actions", "refusals", "ends")


@dataclass(frozen=True, slots=True)
class Care:
    """How closely a game is watched, and when it is given up."""

    every: int = 12  # one of the dear checks is made every so many actions, on average
    save: float = 0.25  # the part of all games that is saved and loaded
    twins: float = 0.3  # the part of all games that a twin with another secret goes along with
    patience: int = 12_000  # actions; from the middle of it on everybody plays like the house
    seconds: float = 600.0
    interject: float = 0.05  # how often somebody who is not asked uses a power, if there is one


USUAL = Care()


@dataclass
class Played:
    """What came of a game. `reached` counts stages, events, kinds of actions, refusals and ends."""

    job: Job
    lines: list[str] = field(default_factory=list)
    seconds: float = 0.0  # of processor time
    reached: dict[str, Counter[str]] = field(default_factory=lambda: {what: Counter() for what in REACHED})
    fault: Fault | None = None
    bot_faults: Counter[str] = field(default_factory=Counter)


def play(job: Job, care: Care = USUAL) -> Played:
    """Play a game to its end or to its first fault."""
    played = Played(job)
    begun = time.process_time()
    rng = Random(job.table.seed)
    game: Game | None = None
    try:
        with _alarm(care.seconds), _swallowed(played.bot_faults):
            with finding("start"):
                game = job.table.start()
            _to_the_end(game, played, care, rng)
            secrets.whole_views(game)
            if rng.random() < care.save:
                checks.saved(game, job.table, to_the_end=rng.random() < 0.25)
    except Fault as fault:
        played.fault = fault
    except TooSlow:
        played.fault = Fault("slow", f"not at its end after {care.seconds:.0f} seconds")
    if game is not None:
        played.lines = [said(action) for action in game.actions]
    played.seconds = time.process_time() - begun
    return played


def said(action: Action) -> str:
    """An action as a line that says by whom, where that is not plain."""
    return f"{action.by}: {action}" if action.by else str(action)


def _to_the_end(game: Game, played: Played, care: Care, rng: Random) -> None:
    seats = seated(played.job.kind, game.players, rng)
    spare: deque[Action] = deque(maxlen=60)  # actions of earlier moments, for probes
    twins = Twins(most=rng.random() < care.twins)
    while True:
        _count(game, played)
        checks.audit(game)
        if rng.random() * care.every < 1:
            _dear(game, played, spare, twins, rng)
        if game.over:
            played.reached["ends"][_ending(game)] += 1
            return
        if len(game.actions) >= care.patience:
            raise Fault("endless", f"has not ended after {care.patience} actions")
        if len(game.actions) == care.patience // 2:
            # random bids may outrun all income for ever; a fault is only what players with a mind cannot end
            seats = seated("house", game.players, rng)
        action = _chosen(game, seats, played, care, rng)
        spare.append(action)
        with finding("apply", action.to_dict()):
            game.apply(action)
        with finding("secrets"):
            twins.follow(game, rng)


def _dear(game: Game, played: Played, spare: Sequence[Action], twins: Twins, rng: Random) -> None:
    """One of the checks that cost more than a move."""
    name = rng.choice(list(checks.DEAR))
    if name == "probe":
        played.reached["refusals"].update(probe(game, rng, spare))
    else:
        checks.DEAR[name](game, rng)
    if twins.pairs and name in ("views", "secrets"):
        twins.compare(game)


def _count(game: Game, played: Played) -> None:
    """Count what the last action reached."""
    reached = played.reached
    reached["stages"].update({frame.stage for frame in game.state.stack})
    reached["events"].update([event.key for event in game.events_of(len(game.actions))])
    if game.actions:
        reached["actions"][kind_of(type(game.actions[-1]))] += 1


def _ending(game: Game) -> str:
    """Why the game ended."""
    return str(getattr(game.state, "ending", "") or "end")


def _chosen(game: Game, seats: dict[str, Choose], played: Played, care: Care, rng: Random) -> Action:
    """What one of those who may decide does; now and then a power of somebody who is not asked."""
    with finding("stuck"):
        acting = game.acting
        player = acting[0] if len(acting) == 1 else rng.choice(acting)
        legal = game.legal_actions(player)
    if not legal:
        checks.stuck(game)
        return _chosen(game, seats, played, care, rng)  # somebody else has
    if rng.random() < care.interject:
        with finding("listed"):
            powers = [
                replace(a, by=p) for p in game.players if p not in acting for a in game.legal_actions(p)
            ]
        if powers:
            return rng.choice(powers).sample(rng)
    player = player if player in seats else game.players[0]
    try:
        return seats[player](game, player, legal, rng)
    except Exception as error:
        played.bot_faults[f"{kind_of(type(legal[0]))}: {told(error)}"] += 1
        return at_random(game, player, legal, rng)


@contextmanager
def _swallowed(counter: Counter[str]) -> Iterator[None]:
    """Count what bots did not get on with and went on without."""
    with faults.counted() as found:
        try:
            yield
        finally:
            counter.update(found)


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    """Raise TooSlow after so many seconds, wherever the game may be; only where the system can do that."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: object) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def again(table: Table, lines: Sequence[str]) -> Game:
    """The game that these actions lead to.

    >>> from kursbuch.shelf import shelf
    >>> len(again(Table(shelf()[0], 2, 7), []).actions)
    0
    """
    game = table.start()
    for line in lines:
        game.apply(line)
    return game
