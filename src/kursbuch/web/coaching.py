"""What a process does that thinks for the coach: it reads a table from the store and answers with advice.

It works on what the asking player may know alone: see `bots.advice`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Any

from kursbuch.bots.advice import Advice, Progress, advise
from kursbuch.bots.review import Review, moves_needed, review
from kursbuch.core import Game
from kursbuch.web.thinking import Reading, Share, Trouble, answer_with

STEP = 0.02  # of the work between two words about it
WAIT = 2.0  # times as long as it thinks somebody waits for an answer at most, on a busy machine


@dataclass(frozen=True, slots=True)
class AskAdvice:
    """What would you do, as this player, after so many moves?"""

    table: str
    player: str
    moves: int
    seconds: float


@dataclass(frozen=True, slots=True)
class AskReview:
    """What is there to learn from this game for these players?"""

    table: str
    players: tuple[str, ...]


class Coaching(Reading):
    """Answers questions to the coach."""

    def __init__(self, url: str, progress: Progress) -> None:
        super().__init__(url)
        self._progress = progress

    async def answer(self, question: AskAdvice | AskReview) -> Advice | Review | Trouble:
        try:
            row, game = await self._look(question.table)
            live = await self._games.get(row)
            if isinstance(question, AskAdvice):
                then = await self._games.at(row.id, live, question.moves)
                rng = (
                    random.Random() if question.seconds else random.Random(0)
                )  # untried, nothing is left to chance
                return advise(
                    then,
                    question.player,
                    rng,
                    question.seconds,
                    progress=self._progress,
                    longest=WAIT * question.seconds,
                )
            needed = sorted(moves_needed(game, question.players))
            known: dict[int, Game] = {n: await self._games.at(row.id, live, n) for n in needed}
            return review(
                game, question.players, random.Random(), at=known.__getitem__, progress=self._progress
            )
        except Exception as error:
            return Trouble(f"{type(error).__name__}: {error}")


def answer_coach(pipe: Connection[Any, Any], url: str) -> None:
    """The life of a process that thinks for the coach."""
    told = 0.0

    def progress(share: float) -> None:
        nonlocal told
        if share < told or share - told >= STEP:  # a new question begins anew
            told = share
            pipe.send(Share(share))

    answer_with(pipe, lambda: Coaching(url, progress))
