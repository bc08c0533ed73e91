"""Actions that nobody should send, to see that they are refused in good order, and which refusals come up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from random import Random
from typing import Any

from kursbuch.core import Action, BadInput, Game, Refusal
from kursbuch.soak.faults import Fault, finding

POINT = re.compile(r"[0-9A-Z]+-[0-9A-Z.]+-\d+")
TRIES = 25  # mutated and made-up actions a probe sends
POOL = 20  # actions whose fields are used for that, of this moment and of earlier ones
FIGURES = {
    "percent": (10, 20, 30, 50),
    "price": (1, 10, 40, 60, 75, 90, 100, 250, 5000),
    "turn": range(6),
    "stop": (0, 0, 0, 1),
    "shares": (1, 2, 5, 8),
    "cubes": (1, 2, 5),
}
CANDIDATES = 150  # that a probe judges


def probe(game: Game, rng: Random, spare: Iterable[Action] = ()) -> Counter[str]:
    """Judge actions that may be illegal; the rule points that refused them.

    Candidates of the open steps, legal actions with a field changed, and `spare` actions of other moments.
    Each is refused with a rule and a sentence, or can be carried out.
    """
    refused: Counter[str] = Counter()
    if game.over:
        return refused
    with finding("probe"):
        candidates = _candidates(game)
        for step, player, move in rng.sample(candidates, min(CANDIDATES, len(candidates))):
            no = step.why_not(game.state, player, move)
            _count(refused, no and game.rules.cite(no), move.to_dict())
    legal = game.legal_actions()
    legal = [action.sample(rng) for action in rng.sample(legal, min(POOL, len(legal)))]
    others = list(spare)
    pool = [*legal, *others[-POOL:]]
    for _ in range(TRIES if pool else 0):
        source = rng.choice(legal if legal and rng.random() < 0.7 else pool)
        action: dict[str, Any] | None = source.to_dict()
        way = rng.random()
        if way < 0.6:
            action = _mutated(game, source, pool, rng)
        elif way < 0.85:
            action = _made_up(game, pool, rng)
        if action is not None:
            _count(refused, _sent(game, action), action)
    return refused


def _count(refused: Counter[str], refusal: Refusal | None, action: Mapping[str, Any]) -> None:
    if refusal is not None:
        in_good_order(refusal, action)
        refused[refusal.rule] += 1


def in_good_order(refusal: Refusal, action: Mapping[str, Any]) -> None:
    """A refusal names a point of the title's rules and says something."""
    with finding("why_not", action):
        text = refusal.text
    if not text or not POINT.fullmatch(refusal.rule):
        raise Fault("why_not", f"a refusal names no rule point: {refusal.rule!r}", action)


def _candidates(game: Game) -> list[tuple[Any, str, Action]]:
    """What the open steps think possible, before they judge it."""
    s = game.state
    stage = game.rules.stages[s.top.stage]
    return [
        (step, player, action)
        for player in stage.deciders(s, s.top)
        for step in stage.open_steps(s, s.top)
        for action in step.candidates(s, player)
        if action.span is None
    ]


def _mutated(game: Game, source: Action, pool: Sequence[Action], rng: Random) -> dict[str, Any]:
    """An action with one or two fields taken from elsewhere: another action's, a figure near by, another part."""
    action = source.to_dict()
    keys = [key for key in action if key not in ("do", "by", "range")]
    for _ in range(rng.choice((1, 1, 2))):
        key = rng.choice(keys)
        values = [value for other in pool if (value := other.to_dict().get(key)) is not None]
        parts = _parts(game, key)
        if isinstance(action[key], int) and rng.random() < 0.5:
            action[key] += rng.choice((-100, -20, -10, -5, -1, 1, 5, 10, 20, 100, 1000))
        elif parts and rng.random() < 0.6:
            action[key] = rng.choice(parts)
        elif values:
            action[key] = rng.choice(values)
    return action


def _made_up(game: Game, pool: Sequence[Action], rng: Random) -> dict[str, Any] | None:
    """An action of any kind that the title knows, its fields filled with parts of the game; None if that fails."""
    kind, cls = rng.choice(list(game.rules.grammar.kinds.items()))
    action: dict[str, Any] = {"do": kind}
    for key in ("actor", *(f.name for f in fields(cls) if f.name not in ("actor", "by", "span"))):
        values = [value for other in pool if (value := other.to_dict().get(key)) is not None]
        values += _parts(game, key)
        if not values:
            return None
        action[key] = rng.choice(values)
    return action


def _parts(game: Game, key: str) -> list[Any]:
    """What there is in the game that a field of this name could mean."""
    box = getattr(game.state, "box", None)
    if key == "actor":
        return [*game.players, *game.rules.entities, *game.acting, *game.acting]
    if key in FIGURES:
        return list(FIGURES[key])
    if box is None or not hasattr(box, "map"):  # not a railway's
        return []
    if key in ("train", "side", "given", "kettle", "type"):
        return [side for train in box.trains.values() for side in (train.id, *train.sides)]
    found = {
        "hex": box.map.hexes,
        "tile": box.tiles,
        "company": game.rules.entities,
        "other": box.companies,
        "railway": box.companies,
        "source": (*box.companies, "pool", "offer", "depot"),
    }
    return list(found.get(key, ()))


def _sent(game: Game, action: Mapping[str, Any]) -> Refusal | None:
    """Ask about an action; what is said to be legal must be possible."""
    refusal = asked(game, action)
    if refusal is None:
        carried_out(game, action)
    return None if isinstance(refusal, BadInput) else refusal


def asked(game: Game, action: Mapping[str, Any]) -> Refusal | BadInput | None:
    """What the game says to an action: None, a refusal, or that it cannot be read. All else is a fault."""
    with finding("why_not", action):
        try:
            return game.why_not(action)
        except BadInput as error:
            return error


def asked_well(game: Game, action: Mapping[str, Any]) -> None:
    """Ask about an action: it is legal, or refused in good order, and not refused although it is listed."""
    refusal = asked(game, action)
    if isinstance(refusal, Refusal):
        in_good_order(refusal, action)
        if str(game.read(action)) in {str(legal) for legal in game.legal_actions()}:
            raise Fault("listed", f"listed, but refused by {refusal.rule}", action)


def carried_out(game: Game, action: Mapping[str, Any]) -> None:
    """Carry an action out on a copy that was said to be legal; the books must be right afterwards."""
    twin = game.clone()
    with finding("apply", action):
        twin.apply(action)
    with finding("audit", action):
        twin.audit()
