"""The coach on the server: who may ask it and when, and a process of its own in which it thinks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Sequence

from kursbuch.bots.advice import SECONDS, Advice
from kursbuch.bots.review import Review
from kursbuch.core import Game
from kursbuch.web.coaching import AskAdvice, AskReview, answer_coach
from kursbuch.web.helps import names_runs, off_at, without_best_runs
from kursbuch.web.limits import TooMany
from kursbuch.web.seating import Sight
from kursbuch.web.service import NotAllowed, Person, TableInfo
from kursbuch.web.thinkers import Heard, Thinkers

LIMIT = 300.0  # seconds that a review of a long game may take on a busy machine
PROCESSES = 1  # that think for everybody's coach: bots and people's moves have the rest
MOST = 20  # questions that are answered or wait: whoever asks next is told how long to wait
BUSY = "The coach is still thinking about your last question."
FULL = "Many people are asking the coach: wait {time}."
NOT_HERE = "There is no coach in a running game against other people."
FORBIDDEN = "The people at this table have agreed to play without a coach."
RUNS_ALONE = "At this table everybody finds the best runs for themselves."


def why_no_coach(info: TableInfo) -> str:
    """Why the coach is not to be asked at a table; "" if it is. What is over can be talked about by everybody."""
    if info.mode == "online":
        return "" if info.uncovered else NOT_HERE
    if "coach" in off_at(info.agreed, info.uncovered):
        return NOT_HERE if "what_if" in info.agreed else FORBIDDEN
    return ""


def why_silent(info: TableInfo, game: Game, player: str) -> str:
    """Why the coach says nothing about a player's decision; "" if it does: it finds no runs for those who want to
    find them."""
    if why := why_no_coach(info):
        return why
    alone = without_best_runs(info.agreed, info.uncovered) and any(
        map(names_runs, game.legal_actions(player))
    )
    return RUNS_ALONE if alone else ""


def pupil(sight: Sight) -> str:
    """The player whose decision is asked about: one of the visitor's own; when a game is over, whoever decided."""
    refused = why_no_coach(sight.info)
    if refused:
        raise NotAllowed(refused)
    own = [player for player in sight.game.acting if player in sight.players or sight.info.uncovered]
    if not own:
        raise NotAllowed("There is nothing to decide for you.")
    if silent := why_silent(sight.info, sight.game, own[0]):
        raise NotAllowed(silent)
    return own[0]


class Coach:
    """Answers one question of a person at a time."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        self._seconds = seconds
        self._thinkers = Thinkers(url, PROCESSES, LIMIT, answer_coach)
        self._asking: dict[int, str] = {}  # by person: the address of a guest
        self._takes = seconds + 1.0  # seconds for an answer, as the last ones have taken

    async def stop(self) -> None:
        """End its process."""
        await self._thinkers.stop()

    def advise(self, sight: Sight) -> AsyncIterator[float | Advice | Review]:
        """The best choices at the position that a visitor looks at; before them how much is worked out.

        Raises NotAllowed at once where the coach is not to be asked, TooMany with the first word.
        """
        asked = AskAdvice(sight.info.id, pupil(sight), len(sight.game.actions), self._seconds)
        return self._answer(sight.person, asked)

    def review(self, sight: Sight, players: Sequence[str]) -> AsyncIterator[float | Advice | Review]:
        """What there is to learn from a game that is over, for some of its players."""
        if not sight.info.uncovered:
            raise NotAllowed("The game is not over yet.")
        if refused := why_no_coach(sight.info):
            raise NotAllowed(refused)
        return self._answer(sight.person, AskReview(sight.info.id, tuple(players)))

    def _free(self, person: Person | None) -> int:
        """Who asks; raises TooMany for one whose last question is not answered yet, and where too many wait."""
        who = person.id if person else 0  # onlookers share one question
        if who in self._asking:
            raise TooMany(5, BUSY)
        # whoever makes many guests leaves half of the places to others
        neighbours = list(self._asking.values()).count(_place(person))
        if len(self._asking) >= MOST or (_place(person) and neighbours >= MOST // 2):
            raise TooMany(self._takes * len(self._asking) / PROCESSES, FULL)
        return who

    async def _answer(
        self, person: Person | None, question: AskAdvice | AskReview
    ) -> AsyncIterator[float | Advice | Review]:
        who = self._free(person)
        self._asking[who] = _place(person)
        loop, shares = asyncio.get_running_loop(), asyncio.Queue[float]()

        def heard(share: float) -> None:
            loop.call_soon_threadsafe(shares.put_nowait, share)

        asked = asyncio.create_task(self._timed(question, heard))
        try:
            while not asked.done():
                share = asyncio.create_task(shares.get())
                await asyncio.wait((asked, share), return_when=asyncio.FIRST_COMPLETED)
                if share.done():
                    yield share.result()
                share.cancel()
            yield await asked
        finally:
            del self._asking[who]
            asked.cancel()
            await asyncio.gather(asked, return_exceptions=True)

    async def _timed(self, question: AskAdvice | AskReview, heard: Heard) -> Advice | Review:
        """The answer; how long it took, without the time in line, tells others how long to wait."""
        begun = 0.0

        def began(share: float) -> None:
            nonlocal begun
            begun = begun or time.monotonic()
            heard(share)

        answer: Advice | Review = await self._thinkers.ask(question, began)
        if begun:
            self._takes += (time.monotonic() - begun - self._takes) / 4
        return answer


def _place(person: Person | None) -> str:
    """Where a guest comes from; "" for accounts, and for onlookers, who are one."""
    return person.address if person is not None and person.guest else ""
