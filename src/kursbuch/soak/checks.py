"""What must hold in every position. Each check raises Fault; `check(game, name)` runs one by its name.

None of them changes the game: what must be tried out is tried on a copy.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random

from kursbuch.core import Game
from kursbuch.core.save import replay
from kursbuch.soak import secrets
from kursbuch.soak.digest import digest, history
from kursbuch.soak.faults import Fault, finding
from kursbuch.soak.probing import carried_out, probe
from kursbuch.soak.tables import Table

SAMPLE = 6  # of the listed actions that are tried out in one position


def stuck(game: Game) -> None:
    """Until the end somebody has a legal action."""
    with finding("stuck"):
        anybody = game.over or (game.acting and game.legal_actions())
    if not anybody:
        raise Fault("stuck", f"nobody has a legal action at {game.state.top.stage!r}")


def audit(game: Game) -> None:
    """Everything is there exactly once."""
    with finding("audit"):
        game.audit()


def listed(game: Game, rng: Random) -> None:
    """Actions of the legal list can be carried out, as records and as lines of text, and keep the books right."""
    with finding("listed"):
        legal = game.legal_actions()
    for action in rng.sample(legal, min(SAMPLE, len(legal))):
        move = action.sample(rng)
        with finding("why_not", move.to_dict()):
            refusal = game.why_not(str(move))
        if refusal is not None:
            raise Fault("listed", f"listed, but refused by {refusal.rule}", move.to_dict())
        carried_out(game, move.to_dict())


def undo(game: Game, rng: Random) -> None:
    """Undo and redo come back to the same positions, to the last part of them."""
    legal = game.legal_actions()
    if not legal:
        return
    twin, move = game.clone(), rng.choice(legal).sample(rng)
    with finding("undo"):
        before = digest(twin)
    with finding("apply", move.to_dict()):
        twin.apply(move)
    with finding("undo"):
        after = digest(twin)
        twin.undo()
        undone = digest(twin)
        twin.redo()
        redone = digest(twin)
    if undone != before:
        raise Fault("undo", "undo comes back to another position")
    if redone != after:
        raise Fault("undo", "redo comes back to another position")


def saved(game: Game, table: Table, to_the_end: bool = False) -> None:
    """Saved and loaded half-way, the game is the same: position, history, views, scores; and it goes on the same."""
    half = game.at(len(game.actions) // 2)
    with finding("saved"):
        again = replay(half.to_json(), lambda *_: table.start())
        if (digest(again), history(again)) != (digest(half), history(half)):
            raise Fault("saved", "the position that was loaded is another one")
        for player in (*game.players, None):
            if json.dumps(again.view(player)) != json.dumps(half.view(player)):
                raise Fault("saved", "the views of the loaded game are others")
        if not to_the_end:
            return
        for action in game.actions[len(half.actions) :]:
            again.apply(str(action))
        if digest(again) != digest(game) or again.scores() != game.scores():
            raise Fault("saved", "the loaded game ends otherwise")


CHEAP: dict[str, Callable[[Game], None]] = {"stuck": stuck, "audit": audit}
DEAR: dict[str, Callable[[Game, Random], object]] = {
    "listed": listed,
    "undo": undo,
    "views": lambda game, rng: secrets.views(game),
    "secrets": lambda game, rng: secrets.chance(game),
    "imagined": secrets.imagined,
    "probe": probe,
}


def check(game: Game, name: str, seed: int = 0) -> None:
    """Run one check on a position; `seed` repeats a check that tries things at random.

    >>> from kursbuch.shelf import example
    >>> check(example(), "undo")
    """
    if name in CHEAP:
        CHEAP[name](game)
    else:
        DEAR[name](game, Random(seed))
