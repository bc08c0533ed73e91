"""The work that is measured, in a process of its own with one state of the engine: only the public contract is used.

Run as a program it plays whenever a line comes in, and says how many seconds of processor time that took.
"""

from __future__ import annotations

import gc
import json
import random
import sys
import time
from typing import Any

PLAYERS = 4  # where the title has room for as many


def tables() -> dict[str, int]:
    """With how many players each title on the shelf is played."""
    import kursbuch as kb  # noqa: PLC0415  (of the state that is measured)

    return {info.id: min(PLAYERS, max(info.players)) for info in kb.titles()}


def play(title: str, players: int, games: int, first: int = 0) -> int:
    """Random games to their end, the legal list worked out each time; how many actions they had."""
    import kursbuch as kb  # noqa: PLC0415

    actions = 0
    for seed in range(first, first + games):
        rng = random.Random(seed)
        game = kb.new_game(title, players, seed=seed)
        while not game.over:
            game.apply(rng.choice(game.legal_actions()).sample(rng))
        actions += len(game.actions)
    return actions


def serve() -> None:
    """Play what each line asks for."""
    print(json.dumps(tables()), flush=True)
    for line in sys.stdin:
        asked: dict[str, Any] = json.loads(line)
        gc.collect()  # what earlier turns left behind, and other titles, is no part of this one
        gc.freeze()
        began = time.process_time()
        actions = play(asked["title"], asked["players"], asked["games"], asked["first"])
        print(json.dumps([actions, time.process_time() - began]), flush=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:  # once, for counting instructions
        import kursbuch

        kursbuch.new_game(sys.argv[1], int(sys.argv[2]), seed=0)  # reading the rules is no part of a game
        play(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
    else:
        serve()
