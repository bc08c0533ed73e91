"""A game that is over, looked at again: everybody's chances over time, the turning points, and what would have been
better.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random

from kursbuch.bots.advice import STRICT, Candidate, Progress, advise
from kursbuch.bots.review_track import otherwise, promising
from kursbuch.bots.search.wisdom import wisdom_of
from kursbuch.core import Action, Game

POINTS = 60  # positions at which chances are looked at
TURNS = 4  # turning points that are told
SWING = 0.1  # by which chances must change at one
MISTAKES = 10  # that are told
SURE = 2.0  # errors by which something must have been better
SECONDS = 20.0  # for all decisions in doubt together, of this process's time
LEAST, LONGEST = 0.1, 1.5  # for each of them
PATIENCE = 4.0  # times as long as that may pass on the wall: people wait for it, on a busy machine too
TRACK = 0.5  # of that time once more, for runs and for track that was not built
CLEAR = 0.03  # of what the player has that these must have lost: less is seldom more than chance (docs/bots/bots.md)
CURVE, FINDING = 0.15, 0.25  # parts of the work: the chances, and finding out which decisions are in doubt
OPEN, SETTLED = 0.35, 0.01  # what part of a usual result counts as one step of luck: at the start, at the end

At = Callable[[int], Game]
"""The game as it stood after so many moves."""


@dataclass(frozen=True)
class Turn:
    """A stretch of the game after which somebody's chances were quite different."""

    move: int
    player: str
    before: float
    after: float


@dataclass(frozen=True)
class Mistake:
    """A decision and what would have been better; `move` is the number of moves before it."""

    move: int
    player: str
    done: str
    better: Candidate
    loss: float  # of lead, in the unit of the scores


@dataclass(frozen=True)
class Review:
    """What there is to learn from a game. `chances` are parts of 1 at each of `moves`."""

    moves: tuple[int, ...]
    chances: Mapping[str, tuple[float, ...]]
    turns: tuple[Turn, ...]
    mistakes: tuple[Mistake, ...]


def chances(worth: Mapping[str, float], usual: float, left: float) -> dict[str, float]:
    """How likely each player is to win, by what each can expect to have; `usual` is a usual result, `left` the part
    of the game that is still to come.

    >>> chances({"Anna": 500.0, "Ben": 500.0}, 1000, 0.5)
    {'Anna': 0.5, 'Ben': 0.5}
    >>> early, late = (chances({"Anna": 600.0, "Ben": 500.0}, 1000, left)["Anna"] for left in (0.9, 0.1))
    >>> 0.5 < early < late < 1
    True
    """
    step = max(1.0, usual) * (SETTLED + (OPEN - SETTLED) * left)
    top = max(worth.values())
    likely = {player: math.exp((amount - top) / step) for player, amount in worth.items()}
    total = sum(likely.values())
    return {player: part / total for player, part in likely.items()}


def moves_needed(game: Game, players: Iterable[str]) -> set[int]:
    """The moves at which `review` asks for the position."""
    wanted = set(players)
    return {n for n, player in _decisions(game) if player in wanted} | set(_points(len(game.actions)))


def review(
    game: Game,
    players: Iterable[str],
    rng: Random,
    at: At | None = None,
    seconds: float = SECONDS,
    progress: Progress = lambda share: None,
    playouts: int | None = None,
) -> Review:
    """Look at a game that is over with the eyes of some of its players; at each move only with those of the player
    who decided then.
    """
    at = at or game.at
    wanted = set(players)
    decisions = [(n, player) for n, player in _decisions(game) if player in wanted]
    points = _points(len(game.actions))
    curve: list[dict[str, float]] = []
    for n in points:
        curve.append(_chances_at(game, at, n, rng))
        progress(CURVE * len(curve) / len(points))
    doubtful, built = [], []
    for count, (n, player) in enumerate(decisions):
        then = at(n)
        if (
            then.acting == (player,) and len(then.actions) == n
        ):  # of long ago a later position may be the first kept
            done = then.read(str(game.actions[n]))  # of a stored game there is its line of text
            house = _house(then, player, done, rng)
            if house is not None and _weighs(then, player, house):
                doubtful.append((n, player, done))
            elif house is not None and (other := otherwise(then, player, done, house, rng)):
                built.append(other)
        progress(CURVE + FINDING * (count + 1) / len(decisions))
    asked = [(*one, _each(seconds, len(doubtful)), 0.0) for one in doubtful]
    for one in (track := promising(built)):
        asked.append((one.move, one.player, one.done, _each(TRACK * seconds, len(track)), CLEAR))
    mistakes = []
    for count, (n, player, done, each, least) in enumerate(asked):
        found = compared(at(n), player, done, rng, each, playouts, least)
        mistakes += [found] if found else []
        progress(CURVE + FINDING + (1 - CURVE - FINDING) * (count + 1) / len(asked))
    mistakes.sort(key=lambda one: -one.loss)
    series = {player: tuple(point[player] for point in curve) for player in game.players}
    worst = sorted(mistakes[:MISTAKES], key=lambda one: one.move)
    return Review(points, series, tuple(turns(points, curve)), tuple(worst))


def _decisions(game: Game) -> Iterable[tuple[int, str]]:
    """The moves at which one player alone was to decide, with that player.

    A stored game has few positions at hand; the others are told by who made the move.
    """
    for n, action in enumerate(game.actions):
        acting = game.acting_at(n) or ((action.by,) if action.by else ())
        if len(acting) == 1:
            yield n, acting[0]


def _points(moves: int) -> tuple[int, ...]:
    """Where chances are looked at, the last position always among them.

    >>> _points(3)
    (0, 1, 2, 3)
    """
    steps = min(POINTS, moves)
    return tuple(dict.fromkeys(round(n * moves / max(1, steps)) for n in range(steps + 1)))


def _chances_at(game: Game, at: At, number: int, rng: Random) -> dict[str, float]:
    """Everybody's chances at a move; at the end they are certain."""
    moves = len(game.actions)
    if number == moves and game.over:
        scores = game.scores()
        best = [player for player, score in scores.items() if score == max(scores.values())]
        return {player: (player in best) / len(best) for player in game.players}
    worth = wisdom_of(game.title).worth(at(number).imagined(None, rng))
    usual = sum(abs(score) for score in game.scores().values()) / len(game.players)
    return chances(worth, usual, 1 - number / moves)


def turns(points: Sequence[int], curve: Sequence[Mapping[str, float]]) -> list[Turn]:
    """Where chances changed most, in the order of the game.

    >>> [
    ...     turn.move
    ...     for turn in turns([0, 5, 9], [{"A": 0.5, "B": 0.5}, {"A": 0.52, "B": 0.48}, {"A": 0.9, "B": 0.1}])
    ... ]
    [9]
    """
    found = []
    for (_, before), (move, after) in pairwise(zip(points, curve, strict=True)):
        player = max(after, key=lambda one: after[one] - before[one])
        if after[player] - before[player] >= SWING:
            found.append(Turn(move, player, before[player], after[player]))
    found.sort(key=lambda turn: turn.before - turn.after)
    return sorted(found[:TURNS], key=lambda turn: turn.move)


def _each(seconds: float, decisions: int) -> float:
    """How much of the time each of so many decisions gets."""
    return min(LONGEST, max(LEAST, seconds / max(1, decisions)))


def in_doubt(then: Game, player: str, done: Action, rng: Random) -> bool:
    """Whether it is worth the time to look for something better than what was done: where choices are weighed, and
    the house would have done something else.
    """
    house = _house(then, player, done, rng)
    return house is not None and _weighs(then, player, house)


def _house(then: Game, player: str, done: Action, rng: Random) -> Action | None:
    """What the house would have done, where that is something else."""
    view, legal = then.view(player), then.legal_actions(player)
    if len(legal) < 2 and not (legal and legal[0].span):
        return None
    house = STRICT.choose(view, legal, rng)
    return house if house != done else None


def _weighs(then: Game, player: str, house: Action) -> bool:
    return bool(wisdom_of(then.title).options(then.view(player), then.legal_actions(player), house))


def mistake(
    then: Game, player: str, done: Action, rng: Random, seconds: float, playouts: int | None = None
) -> Mistake | None:
    """What would have been better than what was done, beyond doubt; None if nothing was, or it is not in doubt."""
    return compared(then, player, done, rng, seconds, playouts) if in_doubt(then, player, done, rng) else None


def compared(
    then: Game,
    player: str,
    done: Action,
    rng: Random,
    seconds: float,
    playouts: int | None = None,
    least: float = 0.0,
) -> Mistake | None:
    """What the house would have done, if it would have been better beyond doubt, by so much of what the player has.

    All the time goes to this one comparison: among many choices each would be tried too seldom for anything to be
    beyond doubt.
    """
    advice = advise(
        then, player, rng, seconds, against=done, playouts=playouts, longest=PATIENCE * max(LEAST, seconds)
    )
    mine = next((one for one in advice.candidates if one.action == str(done)), None)
    best = advice.candidates[0]
    if mine is None or best.action == mine.action:
        return None
    loss = best.lead - mine.lead
    # wherein there is the doubt about one comparison
    if loss <= SURE * mine.error or loss < least * abs(best.worth):
        return None
    return Mistake(len(then.actions), player, str(done), best, loss)
