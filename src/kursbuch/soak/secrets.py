"""Nobody is told a secret: games that differ only in what a player may not know look the same to that player."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

from kursbuch.core import Action, Chance, Event, Game
from kursbuch.soak.digest import same_position
from kursbuch.soak.faults import Fault, finding


def views(game: Game) -> None:
    """What all players and a spectator see now is plain JSON, and the seed is in none of it."""
    for player in (*game.players, None):
        _is_plain(game, _seen, player)


def whole_views(game: Game) -> None:
    """The same of whole views, with all that has happened since the start; long in a long game."""
    for player in (*game.players, None):
        _is_plain(game, Game.view, player)


def _is_plain(game: Game, look: Callable[[Game, str | None], dict[str, Any]], player: str | None) -> None:
    with finding("views"):
        view = look(game, player)
        text = json.dumps(view)
        same = json.loads(text) == view
    if not same:
        raise Fault("views", "a view is not plain JSON data")
    if str(game.seed) in text:
        raise Fault("views", "the seed is in a view")


def _seen(game: Game, player: str | None) -> dict[str, Any]:
    """What is new in a player's view: the position, who acts, and what the last action brought about."""
    told = game.events_of(len(game.actions))
    return {
        "over": game.over,
        "acting": list(game.acting),
        "moves": len(game.actions),
        "position": game.rules.view(game.state, player),
        "events": [event.to_dict() for event in told if event.visible_to(player)],
    }


def chance(game: Game) -> None:
    """What will be drawn is in no view, no legal list and no score: with other draws to come they are the same."""
    twin = game.clone()
    twin.state = game.state.copy()
    twin.state.chance = Chance(game.seed ^ 0x5DEECE66D, game.state.chance.count)
    _look_alike(game, twin, (*game.players, None), "what will be drawn")


def imagined(game: Game, rng: Random) -> None:
    """A game imagined for anybody looks to them as the true one does, and adds up."""
    for player in (*game.players, None):
        with finding("imagined"):
            guess = game.imagined(player, rng)
            guess.audit()
            differs = _differs(_seen(game, player), _seen(guess, player))
            listed = player is None or _listed(game, player) == _listed(guess, player)
        if differs:
            raise Fault("imagined", f"{differs} of the view is another one in an imagined game")
        if not listed:
            raise Fault("imagined", "the legal list is another one in an imagined game")


class Twins:
    """Games that go with one in play and differ from it in a secret action of one player.

    An action is secret in part if it is told to one player only. Another action that the others are told the
    same of must look the same to them, then and as long as they are told nothing else.
    """

    def __init__(self, most: int = 1) -> None:
        self.most = most  # twins at a time
        self.pairs: list[tuple[str, Game]] = []  # whose secret, and the other game

    def follow(self, game: Game, rng: Random) -> None:
        """After an action: take it to the twins, and perhaps begin a new one. `compare` does the check."""
        action = game.actions[-1]
        told = game.events_of(len(game.actions))
        self.pairs = [(owner, twin) for owner, twin in self.pairs if _goes_along(owner, twin, action, told)]
        owner = next((event.to for event in told if event.to), "")
        if owner and len(self.pairs) < self.most:
            before = game.at(len(game.actions) - 1)
            kind, line = type(action), str(action)
            others = [a.sample(rng) for a in before.legal_actions(owner) if type(a) is kind]
            others = [a for a in others if str(a) != line]
            rng.shuffle(others)
            for other in others[:6]:
                twin = before.clone()
                twin.apply(other)
                if _public(owner, twin.events_of(len(twin.actions))) == _public(owner, told):
                    self.pairs.append((owner, twin))
                    return

    def compare(self, game: Game) -> None:
        """Everybody but the owner of a secret sees the same in both games."""
        for owner, twin in self.pairs:
            try:
                alike(game, twin, owner)
            except Fault as fault:
                lines = tuple(map(str, twin.actions))
                raise Fault(fault.check, fault.message, twin=(owner, lines)) from fault


def alike(one: Game, other: Game, owner: str) -> None:
    """Two games that differ only in a secret of `owner` look the same to everybody else."""
    others = [player for player in (*one.players, None) if player != owner]
    _look_alike(one, other, others, "another player's secret")


def _goes_along(owner: str, twin: Game, action: Action, told: Iterable[Event]) -> bool:
    """Carry the action out in the twin too; False if it cannot be, or what all are told shows the secret."""
    try:
        if twin.why_not(action) is not None:
            return False
    except ValueError:
        return False
    twin.apply(action)
    return _public(owner, twin.events_of(len(twin.actions))) == _public(owner, told)


def _public(owner: str, events: Iterable[Event]) -> list[object]:
    """What everybody but the owner of a secret is told."""
    return [(event.key, dict(event.values), event.to) for event in events if event.to != owner]


def _look_alike(one: Game, other: Game, viewers: Iterable[str | None], secret: str) -> None:
    with finding("secrets"):
        if one.scores() != other.scores():
            raise Fault("secrets", f"the scores tell {secret}")
        for player in viewers:
            differs = _differs(_seen(one, player), _seen(other, player))
            if differs:
                raise Fault("secrets", f"{differs} of the view tells {secret}")
            if player and _listed(one, player) != _listed(other, player):
                raise Fault("secrets", f"the legal list tells {secret}")
            if not one.over and not _imagined_alike(one, other, player):
                raise Fault("secrets", f"an imagined game tells {secret}")


def _listed(game: Game, player: str) -> list[str]:
    return [str(action) for action in game.legal_actions(player)]


def _imagined_alike(one: Game, other: Game, player: str | None) -> bool:
    """Whether what the player could imagine of both games is the same: position and actions."""
    guesses = [game.imagined(player, Random(len(game.actions))) for game in (one, other)]
    return guesses[0].actions == guesses[1].actions and same_position(*guesses)


def _differs(a: dict[str, Any], b: dict[str, Any]) -> str:
    """Which part of two views differs; "" if they are the same."""
    part = next((key for key in a if json.dumps(a[key]) != json.dumps(b.get(key))), None)
    if part is None:
        return ""
    return _differs(a[part], b[part]) if part == "position" else repr(part)
