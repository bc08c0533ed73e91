"""Python's search for dead cycles, kept from holding the server up.

Games in memory are hundreds of thousands of small records without cycles. To look through them all takes half a
second in which nobody is answered, and finds nothing. So the young are looked through as ever, the old only now and
then.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator

YOUNG = (20_000, 20, 1_000_000)  # the last: not by itself
OLD_EVERY = 1800.0  # seconds


@contextlib.asynccontextmanager
async def seldom() -> AsyncIterator[None]:
    """While the server runs."""
    before = gc.get_threshold()
    gc.collect(1)  # not the old: where much is in memory already that takes a second
    gc.freeze()  # what is there now, modules and boxes, stays for good
    gc.set_threshold(*YOUNG)
    task = asyncio.create_task(_now_and_then())
    try:
        yield
    finally:
        task.cancel()
        gc.set_threshold(*before)
        gc.unfreeze()


async def _now_and_then() -> None:
    while True:
        await asyncio.sleep(OLD_EVERY)
        gc.collect()
