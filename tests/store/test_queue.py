"""The queue of the bots loses no table, whichever word is lost with a line."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from sqlalchemy.engine import make_url

from kursbuch.store.queue import BOTS, Queue
from tests.web.postgres import postgres


async def _one() -> AsyncIterator[str]:
    yield "t1"


def test_a_job_that_a_living_worker_does_not_do_makes_way():
    async def run(url: str) -> None:
        queue = Queue(make_url(url))
        await queue.open()
        try:
            jobs = queue._app.job_manager
            worker = await jobs.register_worker()
            await queue.put("t1")
            lost = await jobs.fetch_job(queues=[BOTS], worker_id=worker)  # the answer never came
            assert lost is not None and lost.id is not None
            await queue.put_missing(_one())
            assert (
                await jobs.fetch_job(queues=[BOTS], worker_id=worker) is None
            )  # it is taken for done by somebody
            queue._doing = {lost.id}
            assert await queue.free_idle(worker, ()) == set()
            queue._doing = set()
            assert await queue.free_idle(worker + 1, ()) == set()  # another's are another's
            seen = await queue.free_idle(worker, ())
            assert seen == {lost.id}  # it may have been given this moment
            assert await queue.free_idle(worker, seen) == set()
            await queue.put_missing(_one())
            again = await jobs.fetch_job(queues=[BOTS], worker_id=worker)
            assert again is not None and again.lock == "t1"
        finally:
            await queue.close()

    with postgres() as url:
        asyncio.run(run(url))
