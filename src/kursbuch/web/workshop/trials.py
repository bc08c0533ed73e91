"""An edition tried out beside the server: a program of its own plays random games, one edition at a time."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections import OrderedDict
from dataclasses import dataclass, field

from kursbuch.core.edition import Edition
from kursbuch.editions.trial import ENDLESS

GAMES = 12
LONGEST = 900.0  # seconds for all of them: with some figures a game may go on for ever
PROGRAM = "from kursbuch.cli.start import main; main()"
KEPT = 50  # trials whose outcome is remembered


@dataclass(frozen=True, slots=True)
class Stopped:
    """A game that did not come to its end; what Python says of it is of no use to an owner."""

    players: int
    actions: int
    endless: bool


@dataclass
class Trial:
    """How a trial goes."""

    games: int
    played: int = 0
    actions: int = 0
    faults: list[Stopped] = field(default_factory=list)
    over: bool = False
    late: bool = False  # it took too long


class Trials:
    """The trials of this process, by the digest of the edition."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Trial] = OrderedDict()
        self._running: asyncio.Task[None] | None = None

    def of(self, edition: Edition) -> Trial | None:
        """The trial of an edition, if there was one."""
        return self._kept.get(edition.digest)

    def start(self, edition: Edition) -> bool:
        """Begin a trial; False while another edition is tried out."""
        if self._running is not None and not self._running.done():
            return edition.digest in self._kept and not self._kept[edition.digest].over
        trial = self._kept[edition.digest] = Trial(GAMES)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        self._running = asyncio.create_task(_run(edition.text, trial))
        return True

    async def break_off(self, edition: Edition) -> None:
        """End the trial of an edition, if it is under way; what was played stays told, and another can begin."""
        trial = self.of(edition)
        if trial is not None and not trial.over:
            await self.stop()
            trial.over = True  # it is not said by one that was ended before it had begun

    async def stop(self) -> None:
        """End what is under way."""
        if self._running is not None:
            self._running.cancel()
            await asyncio.gather(self._running, return_exceptions=True)


async def _run(text: str, trial: Trial) -> None:
    # the text comes on standard input: nothing of an edition is ever part of a command
    command = [sys.executable, "-c", PROGRAM, "editions", "try", "-", "--json", "--games", str(GAMES)]
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        preexec_fn=_politely if os.name == "posix" else None,
    )
    assert process.stdin is not None and process.stdout is not None
    try:
        process.stdin.write(text.encode())
        await process.stdin.drain()
        process.stdin.close()
        async with asyncio.timeout(LONGEST):
            async for line in process.stdout:
                played = json.loads(line)
                trial.played += 1
                trial.actions += played["actions"]
                if played["fault"]:
                    endless = played["fault"] == ENDLESS
                    trial.faults.append(Stopped(played["players"], played["actions"], endless))
            await process.wait()
    except TimeoutError:
        trial.late = True
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()  # none is left behind
        trial.over = True  # last, since who reads it may begin another


def _politely() -> None:
    """Others on this machine come first."""
    os.nice(10)
