"""Something that is looked at again and again while the server runs."""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod

log = logging.getLogger(__name__)


class Watch(ABC):
    """Looks every `pause` seconds; a look that fails is told of, and the next one is tried all the same."""

    about: str  # what it cannot do when a look fails

    def __init__(self, pause: float) -> None:
        self._pause = pause
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._task = asyncio.create_task(self._watch())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @abstractmethod
    async def look(self) -> None:
        """Look once, and do what is due."""

    async def _watch(self) -> None:
        while True:
            try:
                await self.look()
            except Exception as error:  # the database may be away for a moment
                log.warning("cannot look %s: %s", self.about, error)
            await asyncio.sleep(self._pause)
