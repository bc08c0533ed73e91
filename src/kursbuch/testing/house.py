"""The house bot at every seat, to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.soak import Care, drawn, play
from kursbuch.testing.trial import Trial


def house(trial: Trial) -> Iterator[str]:
    """The house bot plays the smallest and the largest table to the end and gets on with every decision."""
    for players in trial.ends_of_sizes:
        job = drawn(f"{trial.title}:{players}", 0, trial.seed, ["house"])
        played = play(job, Care(every=10**6, save=0, twins=0))
        if played.fault is not None:
            yield f"{players} house bots: {played.fault} after {len(played.lines)} actions"
        for fault, times in played.bot_faults.items():
            yield f"{players} house bots did not get on, {times} times: {fault}"
