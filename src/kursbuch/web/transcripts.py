"""Transcripts played through in a process of their own, which can be ended: a box that somebody has changed can make
every move slow, and a thread that is under way cannot be stopped.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from typing import Any

from kursbuch.core import BadInput
from kursbuch.store import Entry, TableRow
from kursbuch.store.positions import PositionRow
from kursbuch.web import setup
from kursbuch.web.limits import TooMany
from kursbuch.web.service import Mode, Person
from kursbuch.web.thinkers import Lost, NotStarted, Overdue, Thinkers
from kursbuch.web.thinking import Trouble, answer_with

log = logging.getLogger(__name__)

LIMIT = 60.0  # seconds that a game may take; a long one takes a few
MOST = 10  # transcripts that are played through or wait
SLOW = "this game takes longer than {seconds} seconds to play through: it cannot be read here"
LOST = "this game could not be played through to its end"
ONE_AT_A_TIME = "your last transcript is still being read: wait {time}"

Begun = tuple[TableRow, list[Entry], list[PositionRow]]
"""A table that goes on from a transcript, its log and its positions."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """Whose table shall go on from which game?"""

    owner: Person
    text: str
    mode: Mode
    reseed: bool

    @property
    def table(self) -> str:
        """There is none yet."""
        return "(transcript)"


class Transcripts:
    """Reads one transcript of a person at a time, and one of all people after the other."""

    def __init__(self) -> None:
        self._limit = LIMIT
        self._thinkers = Thinkers("", 1, LIMIT, play_transcripts)
        self._reading: set[int] = set()  # people

    async def read(self, owner: Person, text: str, mode: Mode, *, reseed: bool) -> Begun:
        """The table that goes on from a game; raises TooMany, and BadInput for one that takes too long, too."""
        if owner.id in self._reading:
            raise TooMany(5, ONE_AT_A_TIME)
        if len(self._reading) >= MOST:
            raise TooMany(30)
        self._reading.add(owner.id)
        try:
            asked = Transcript(replace(owner, sanctions={}), text, mode, reseed)
            found: Begun | BadInput = await self._thinkers.ask(asked)
        except Overdue as error:
            raise BadInput("transcript", SLOW, seconds=round(self._limit)) from error
        except Lost as error:  # it has taken all memory, say
            log.warning("a transcript: %s", error)
            raise BadInput("transcript", LOST) from error
        except NotStarted as error:
            raise TooMany(30) from error
        finally:
            self._reading.discard(owner.id)
        if isinstance(found, BadInput):
            raise found
        return found

    async def stop(self) -> None:
        """End the process."""
        await self._thinkers.stop()


class _Playing:
    """What the process does."""

    async def answer(self, asked: Transcript) -> Begun | BadInput | Trouble:
        try:
            return setup.from_transcript(asked.owner, asked.text, asked.mode, reseed=asked.reseed)
        except BadInput as error:
            return error
        except Exception as error:
            return Trouble(f"{type(error).__name__}: {error}")


def play_transcripts(pipe: Connection[Any, Any], url: str) -> None:
    """The life of the process; it needs no database."""
    answer_with(pipe, _Playing)
