"""Decisions of several players at once, which must not collide.

Where a stage asks several players at the same time (sealed loans, trains to be given up), each of them decides on
the position in which the stage found them. That another of them was faster changes nothing about it, so the server
carries the slower one's action out on the newer position, as the rules of a simultaneous decision say.

It does so only if nothing has happened that the sender would have to look at first. With the position that the sender
has seen as the first, and the present one as the last:

- every step from one to the next was an action of another player whom the first position asked as well (so nothing
  was taken back, none of the sender's own players has decided, and no power was used from outside);
- every one of these positions stands in the same stage, with the same frames below it;
- whoever is asked was asked before: the stage has not begun anew;
- the player who acts was asked in all of them, and has the very same choices now as then;
- chance has drawn nothing.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from kursbuch.core import BadInput, Game


def commutes(game: Game, seen: int, player: str, own: Sequence[str]) -> bool:
    """Whether an action of `player`, decided on after `seen` actions, means the same in the present position.

    `own` are all players of the sender. The last actions of the game must be those played since: nothing undone.
    """
    if not 0 <= seen < len(game.actions):
        return False
    try:
        positions = [game.at(number) for number in range(seen, len(game.actions) + 1)]
    except BadInput:  # earlier positions are not kept
        return False
    first, last = positions[0], positions[-1]
    others = set(first.acting) - set(own)
    if player not in first.acting or not others:
        return False
    if not all(action.by in others for action in game.actions[seen:]):
        return False
    for before, after in itertools.pairwise(positions):
        if player not in after.acting or not set(after.acting) <= set(before.acting):
            return False
        if _place(before) != _place(after) or _drawn(before) != _drawn(after):
            return False
    return first.legal_actions(player) == last.legal_actions(player)


def _place(game: Game) -> tuple[object, ...]:
    """Which stage the game stands in, and on what."""
    *below, top = game.state.stack
    return (*below, top.stage)


def _drawn(game: Game) -> int:
    return game.state.chance.count
