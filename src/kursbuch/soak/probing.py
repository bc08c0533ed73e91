"""Actions that nobody should send, to see that they are refused in good order, and which refusals come up."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from kursbuch.core import Action, BadInput, Game, Refusal
from kursbuch.soak.faults import Fault, finding

POINT = re.compile(r"[0-9A-Z]+-[0-9A-Z.]+-\d+")
TRIES = 12  # mutated actions a probe sends
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
    legal = [action.sample(rng) for action in game.legal_actions()]
    others = list(spare)
    for _ in range(TRIES):
        source = rng.choice(others if others and (not legal or rng.random() < 0.5) else legal or others)
        action = source.to_dict()
        if rng.random() < 0.8:
            action = _mutated(game, source, (legal, others), rng)
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


def _mutated(
    game: Game, source: Action, pools: tuple[list[Action], list[Action]], rng: Random
) -> dict[str, Any]:
    """An action with one field taken from elsewhere: another action's, a figure near by, another actor."""
    action = source.to_dict()
    keys = [key for key in action if key not in ("do", "by", "range")]
    key = rng.choice(keys)
    pool = rng.choice([p for p in pools if p])
    values = [
        value
        for other in rng.sample(pool, min(20, len(pool)))
        if (value := other.to_dict().get(key)) is not None
    ]
    if isinstance(action[key], int) and rng.random() < 0.6:
        action[key] += rng.choice((-100, -20, -10, -5, -1, 1, 5, 10, 20, 100, 1000))
    elif key == "actor" and rng.random() < 0.5:
        action[key] = rng.choice((*game.players, *game.rules.entities))
    elif values:
        action[key] = rng.choice(values)
    return action


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
