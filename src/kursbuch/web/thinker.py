"""`kursbuch think`: a program that moves for the bots of servers on a PostgreSQL, on any machine that reaches it.

It takes tables from the queue, thinks in processes of its own, and stores the move itself: the table's version
lets each move be made once, whoever else has thought about it.
"""

from __future__ import annotations

import asyncio
import signal
from contextlib import AsyncExitStack, suppress

from kursbuch.core import BadInput
from kursbuch.store import Games, News, People, TableStore, migrate, open_database
from kursbuch.store.browsers import Browsers
from kursbuch.store.counters import Counters
from kursbuch.store.engine import read_url
from kursbuch.store.errors import Unavailable
from kursbuch.store.orders import OrderStore
from kursbuch.store.pending import Pending
from kursbuch.store.queue import Queue
from kursbuch.web.botplay import BotMoves, delay, log, persistently
from kursbuch.web.measuring import Measures, counting_errors, telling
from kursbuch.web.orders.standing import Standing, Told
from kursbuch.web.parent import leave_with_parent
from kursbuch.web.settings import Settings
from kursbuch.web.tables import LiveTables
from kursbuch.web.thinkers import Thinkers, how_many

TABLES_EACH = 4  # that a process cares for at once, since bots pause between moves
MOVES_EACH = 20  # at one table before the others' turn


def run(settings: Settings) -> None:
    """Think until stopped; raises BadInput for a database that it cannot be done with."""
    try:
        if read_url(settings.url).drivername.startswith("sqlite"):
            raise BadInput("database", "thinkers need PostgreSQL; with SQLite bots think beside the server")
    except Unavailable as error:
        raise BadInput("database", str(error)) from error
    leave_with_parent()
    with suppress(KeyboardInterrupt, asyncio.CancelledError):
        asyncio.run(_think(settings))


async def _think(settings: Settings) -> None:
    me = asyncio.current_task()
    assert me is not None
    with suppress(NotImplementedError):  # Windows
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, me.cancel)
    database = open_database(settings.url)
    news = News(database)
    store = TableStore(database, news)
    tables = LiveTables(store, Games(database, store, settings.positions), news)
    thinkers = Thinkers(settings.url, settings.bot_processes, settings.bot_limit)
    thinkers.prepare()
    measures = Measures()
    tables.moved = lambda by: measures.moves.labels(by).inc()
    moves = BotMoves(tables, store, thinkers, measures.thought)
    queue = Queue(database.url)

    async def play(table: str, attempt: int) -> None:
        """Some moves at a table. What fails is put into the queue again, for later."""
        try:
            for _ in range(MOVES_EACH):
                if not await moves.move(table):
                    return
                attempt = 0
                await asyncio.sleep(settings.bot_pause)
            await queue.put(table)
        except Exception as error:
            log.warning("bots at table %s: %s: %s; again later", table, type(error).__name__, error)
            await queue.put(table, delay(attempt + 1), attempt + 1)

    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.close)
        if settings.thinker_metrics_port:
            stack.enter_context(telling(measures, settings.thinker_metrics_port))
        await stack.enter_async_context(counting_errors(measures))
        await persistently(lambda: migrate(database), "the database")
        await news.start()
        stack.push_async_callback(news.stop)
        told: Told = lambda row, before: None  # noqa: E731
        if settings.smtp_host or settings.webhooks or settings.push:
            from kursbuch.web.mail import Post  # noqa: PLC0415  these bring all pages along
            from kursbuch.web.notify import Notifier  # noqa: PLC0415
            from kursbuch.web.push import Pushes  # noqa: PLC0415

            post = Post(settings)
            stack.push_async_callback(post.stop)
            tell = Pushes(Browsers(database), settings).tell
            counters = Counters(database)
            notifier = Notifier(People(database), settings, post, tell, Pending(database), counters)
            told = notifier.look
            stack.push_async_callback(notifier.stop)
        standing = Standing(tables, OrderStore(database, news), settings.order_pause, told)
        tables.waiting = standing.look  # a bot's move may be what somebody's order has waited for
        stack.push_async_callback(standing.stop)
        await persistently(queue.open, "the queue")
        stack.push_async_callback(queue.close)
        stack.push_async_callback(thinkers.stop)
        await queue.work(play, store.lists.waiting_for_bots, TABLES_EACH * how_many(settings.bot_processes))
