"""Who plays: draws from the whole list, house bots, investors of many tempers, and tables where they mix."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from kursbuch.bots import get
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import Runs

Choose = Callable[[Game, str, Sequence[Action], Random], Action]

BLUNDER = 0.03  # how often a house bot at a mixed table does something else

# How much an investor likes each kind of action; kinds not named count 1. What brings a game on is liked,
# what undoes it is not: trains are bought, cities built, beer brewed; nothing is sold or given up lightly.
LIKES = {
    "found": 6, "found_with": 6, "open": 6, "par": 6, "take": 4, "bid_for": 2, "buy": 4, "trade_up": 2,
    "pay_up": 3, "lay": 4, "build": 4, "link": 4, "station": 4, "connect": 4, "buy_train": 5, "take_on_credit": 2,
    "turn_train": 2, "trade_train": 3, "acquire": 3, "buy_kettle": 4, "buy_with_help": 4, "buy_small": 3, "load": 6,
    "carry": 5, "deliver": 3, "advertise": 3, "take_event": 3, "agree": 4, "pay": 2, "run": 3, "point_out": 2,
    "play_on": 2, "withhold": 0.5, "decline": 0.5, "issue": 0.3, "redeem": 0.7, "pass": 0.25, "sell": 0.15,
    "scrap": 0.05, "lay_aside": 0.3, "return_small": 0.3, "return_event": 0.3, "take_back": 0.1, "go_bankrupt": 0.1,
}  # fmt: skip
LESSER = 0.08  # how often an investor declares less than the best runs
TEMPERS = (0.1, 0.5, 1, 1, 1, 2, 10)  # a seat likes each kind so many times more or less than usual


def at_random(game: Game, player: str, legal: Sequence[Action], rng: Random) -> Action:
    """An even draw from the list."""
    return rng.choice(legal).sample(rng)


def house(game: Game, player: str, legal: Sequence[Action], rng: Random) -> Action:
    """What the house bot does, with the view of its own player."""
    return get("house").choose(game.view(player), legal, rng)


def blundering(game: Game, player: str, legal: Sequence[Action], rng: Random) -> Action:
    """The house bot on a bad day."""
    choose = at_random if rng.random() < BLUNDER else house
    return choose(game, player, legal, rng)


def investor(rng: Random) -> Choose:
    """A player who draws the kind of action first, by taste, so that rare kinds come up; each has its own taste."""
    temper: dict[str, float] = {}

    def choose(game: Game, player: str, legal: Sequence[Action], rng: Random) -> Action:
        kinds: dict[str, list[Action]] = {}
        for action in legal:
            kinds.setdefault(kind_of(type(action)), []).append(action)
        for kind in kinds:
            if kind not in temper:
                temper[kind] = LIKES.get(kind, 1) * own.choice(TEMPERS)
        kind = rng.choices(list(kinds), [temper[kind] for kind in kinds])[0]
        chosen = rng.choice(kinds[kind])
        if rng.random() < LESSER:
            chosen = _lesser(game, chosen, rng)
        if chosen.span and rng.random() < 0.3:  # the ends of a range are where its rules are
            return chosen.at(rng.choice((chosen.span.lo, chosen.span.hi)))
        return chosen.sample(rng)

    own = Random(rng.getrandbits(64))
    return choose


def _lesser(game: Game, action: Action, rng: Random) -> Action:
    """Runs that earn less than those of the list, which offers the best only; other actions stay as they are."""
    runs = getattr(action, "runs", None)
    if not isinstance(runs, Runs) or not runs.runs:
        return action
    n = rng.randrange(len(runs.runs))
    train, way = runs.runs[n]
    shorter = ((train, way[:-1]), (train, way[1:]))
    instead = rng.choice(((), *((one,) for one in shorter if len(way) > 2)))
    changes: dict[str, Any] = {"runs": Runs((*runs.runs[:n], *instead, *runs.runs[n + 1 :]))}
    other = replace(action, **changes)
    return other if game.why_not(other) is None else action


def seated(kind: str, players: Sequence[str], rng: Random) -> dict[str, Choose]:
    """A player for each seat."""
    if kind == "random":
        return dict.fromkeys(players, at_random)
    if kind == "house":
        return dict.fromkeys(players, house)
    if kind == "rich":
        return {player: investor(rng) for player in players}
    return {player: rng.choice((at_random, house, blundering, investor(rng))) for player in players}
