"""The server put together: store, tables, bots, people, pages, API."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partial

from fastapi import Depends, FastAPI
from starlette.middleware.gzip import GZipMiddleware

import kursbuch
from kursbuch.store import Database, Games, News, People, TableRow, TableStore, migrate, open_database
from kursbuch.store.browsers import Browsers
from kursbuch.store.conduct import Conduct
from kursbuch.store.counters import Counters
from kursbuch.store.editions import EditionStore
from kursbuch.store.facts import Alive
from kursbuch.store.joining import Joining
from kursbuch.store.keepsakes import Keepsakes
from kursbuch.store.leagues import LeagueStore
from kursbuch.store.leaving import Leaving
from kursbuch.store.orders import OrderStore
from kursbuch.store.pending import Pending
from kursbuch.store.results import Results
from kursbuch.store.schema import now
from kursbuch.store.searching import PeopleSearch
from kursbuch.store.ties import Ties
from kursbuch.web import pages, problems
from kursbuch.web.account import Visitors, account_routes
from kursbuch.web.account_stream import account_stream_routes
from kursbuch.web.api import table_routes
from kursbuch.web.api_clocks import api_clock_routes
from kursbuch.web.api_coach import coach_api
from kursbuch.web.api_orders import api_order_routes
from kursbuch.web.api_people import people_routes
from kursbuch.web.auth import Auth, guard
from kursbuch.web.botplay import BotMoves, BotPlay, Bots, persistently
from kursbuch.web.clocks.timekeeper import Timekeeper
from kursbuch.web.clocks.warning import Warnings
from kursbuch.web.coach import Coach
from kursbuch.web.conduct import Administration, Reporting
from kursbuch.web.digest import Digest
from kursbuch.web.leagues.running import Leagues
from kursbuch.web.limits import BodyLimit, Limits, PlainHeaders
from kursbuch.web.live import stream
from kursbuch.web.mail import Post
from kursbuch.web.mailboxes import Mailboxes
from kursbuch.web.measuring import Measures, Measuring, counting_errors, measuring_routes
from kursbuch.web.notify import Notifier
from kursbuch.web.orders.giving import Orders
from kursbuch.web.orders.standing import Standing
from kursbuch.web.pages.addresses.admin import admin_routes
from kursbuch.web.pages.addresses.as_app import app_routes
from kursbuch.web.pages.addresses.box import box_routes
from kursbuch.web.pages.addresses.clock import clock_routes
from kursbuch.web.pages.addresses.friends import friend_routes, place_routes, search_routes
from kursbuch.web.pages.addresses.leagues import league_routes
from kursbuch.web.pages.addresses.learn import learn_routes
from kursbuch.web.pages.addresses.leaving import leaving_routes
from kursbuch.web.pages.addresses.orders import order_routes
from kursbuch.web.pages.addresses.own import own_routes
from kursbuch.web.pages.addresses.people import profile_routes
from kursbuch.web.pages.addresses.push import push_routes
from kursbuch.web.pages.addresses.reports import report_routes
from kursbuch.web.pages.addresses.workshop import workshop_routes
from kursbuch.web.parent import leave_with_parent
from kursbuch.web.passwords import Resets
from kursbuch.web.plain import plain_text
from kursbuch.web.proxies import Forwarded
from kursbuch.web.push import Pushes
from kursbuch.web.quiet import seldom
from kursbuch.web.sessions import Keys, Sessions
from kursbuch.web.settings import Settings
from kursbuch.web.standings import Chronicle
from kursbuch.web.tables import LiveTables
from kursbuch.web.thinkers import Thinkers
from kursbuch.web.workshop.desk import Drafts
from kursbuch.web.workshop.published import Shelf
from kursbuch.web.workshop.trials import Trials

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; "
        "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",  # addresses hold table ids and invitations
    "Cache-Control": "no-store",  # what is told depends on who asks; static files say otherwise
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application. The database is opened, and brought up to date, when it starts."""
    settings = settings or Settings.from_environment()
    if settings.workers > 1:
        leave_with_parent()  # else the workers of a killed server would keep its port
    database = open_database(settings.url)
    news = News(database)
    store = TableStore(database, news)
    counters = Counters(database)
    limits = Limits(counters, settings)
    tables = LiveTables(
        store,
        Games(database, store, settings.positions),
        news,
        chosen_seeds=settings.chosen_seeds,
        limits=limits,
    )
    measures = Measures()
    tables.moved = lambda by: measures.moves.labels(by).inc()
    people = People(database)
    tables.ties = Ties(database)
    trials = Trials()
    bots = _bots(database, tables, store, settings, measures)
    coach = Coach(settings.url, settings.coach_seconds)
    post = Post(settings)
    pushes = Pushes(Browsers(database), settings)
    pending = Pending(database)
    notifier = Notifier(people, settings, post, pushes.tell, pending, counters)
    tables.noted = notifier.note
    digest = Digest(pending, people, store, post, settings, counters)
    warnings = Warnings(store, counters, notifier.note, settings.warn_hours)
    keys = Keys()
    auth = Auth(people, counters, keys, settings)
    longest = max(settings.session_days, settings.guest_days)
    resets = Resets(auth, keys, settings, post)
    mailboxes = Mailboxes(auth, keys, settings, post)

    order_store = OrderStore(database, news)
    standing = Standing(tables, order_store, settings.order_pause, notifier.look)

    timekeeper = Timekeeper(tables, store, Alive(database), counters, settings.clock_pause)
    tables.patience = timedelta(hours=settings.absent_hours)

    results = Results(database)
    chronicle = Chronicle(tables, results)

    league_store = LeagueStore(database)
    leagues = Leagues(league_store, tables, people, tables.ties, counters, limits)
    chronicle.noted = leagues.look

    def changed(row: TableRow, before: tuple[str, ...]) -> None:
        bots.look(row)
        chronicle.look(row)
        standing.look(row, before)  # who has an order that moves need not be told

    tables.waiting = changed

    async def opened() -> None:
        await migrate(database)
        await store.keep_boxes()
        keys.secret = settings.secret or await people.shared_secret()
        await counters.tidy()
        await people.drop_sessions(now() - timedelta(days=longest))

    @asynccontextmanager
    async def life(app: FastAPI) -> AsyncIterator[dict[str, Settings]]:
        # a worker that gave up on a database that is away would take the whole server with it
        await (opened() if database.is_sqlite else persistently(opened, "the database"))
        await news.start()
        await bots.start()
        await standing.start()
        await timekeeper.start()
        await warnings.start()
        await digest.start()
        await chronicle.start()
        await leagues.start_watching()
        try:
            async with seldom(), counting_errors(measures):
                yield {"settings": settings}  # for the protocol, which knows no app (see patience)
        finally:
            await timekeeper.stop()
            await warnings.stop()
            await digest.stop()
            await chronicle.stop()
            await leagues.stop()
            await bots.stop()
            await coach.stop()
            await tables.stop()
            await standing.stop()
            await trials.stop()
            await notifier.stop()
            await resets.stop()
            await post.stop()
            auth.stop()
            await news.stop()
            await database.close()

    app = FastAPI(
        title="Kursbuch",
        version=kursbuch.__version__,
        description="Railway board games with every rule enforced. docs/reference/api.md has a bot in twenty lines.",
        lifespan=life,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        dependencies=[Depends(plain_text), Depends(guard)],
    )
    app.state.settings, app.state.tables, app.state.auth, app.state.news = settings, tables, auth, news
    problems.install(app)
    visitors = Visitors(auth)
    editions = EditionStore(database)
    drafts = Drafts(editions, Shelf(editions))
    offers = frozenset({"orders", "clocks", "app", "people", *(("push",) if settings.push else ())})
    site = app.state.site = pages.Site(tables, visitors, offers, drafts, coach)
    app.include_router(
        pages.router(tables, visitors, site)
    )  # first: nothing is asked for as often as tables are
    app.include_router(table_routes(tables, settings.base_url, partial(stream, tables)))
    app.include_router(people_routes(auth, settings, resets, mailboxes))
    joining = Joining(database, news)
    app.include_router(account_routes(auth, settings, site, resets, mailboxes, pushes.browsers, joining))
    orders = app.state.orders = Orders(tables, order_store, standing)
    app.include_router(order_routes(site, orders))
    app.include_router(workshop_routes(site, drafts, trials, limits))
    app.include_router(box_routes(site))
    app.include_router(api_order_routes(orders))
    app.include_router(clock_routes(site, tables))
    app.include_router(push_routes(site, pushes))
    app.include_router(profile_routes(site, people, results, tables.ties))
    app.include_router(search_routes(site, PeopleSearch(database)))
    app.include_router(friend_routes(site, people, tables.ties, results, limits))
    app.include_router(place_routes(site, tables, people, tables.ties))
    app.include_router(league_routes(site, leagues, league_store))
    conduct = Conduct(database)
    app.include_router(report_routes(site, Reporting(conduct, people, limits), people, results))
    app.include_router(admin_routes(site, Administration(conduct, tables, settings.admins), measures))
    app.include_router(leaving_routes(site, auth, Leaving(database, news), store, bots, tables, conduct))
    app.include_router(own_routes(site, tables, Keepsakes(database)))
    app.include_router(learn_routes(site, tables))
    app.include_router(app_routes(site))
    app.include_router(api_clock_routes(tables))
    app.include_router(coach_api(tables, coach))
    # level 4: a page refresh of 100 KB becomes 12 in a millisecond; event streams pass as they are
    app.include_router(account_stream_routes(tables, news, limits))
    app.include_router(measuring_routes(measures, database, settings.metrics_token))
    app.add_middleware(Measuring, measures=measures, logged=settings.log_requests)
    app.add_middleware(GZipMiddleware, minimum_size=1500, compresslevel=4)
    app.add_middleware(Sessions, keys=keys, secure=settings.secure, days=longest)
    app.add_middleware(BodyLimit, limit=settings.body_limit)
    app.add_middleware(PlainHeaders, headers=_HEADERS)
    app.add_middleware(Forwarded, trusted=settings.trusted_proxies)
    return app


def _bots(
    database: Database, tables: LiveTables, store: TableStore, settings: Settings, measures: Measures
) -> Bots:
    """Who moves for the bots: processes beside this one, or with PostgreSQL thinkers anywhere."""
    if database.is_sqlite:
        thinkers = Thinkers(settings.url, settings.bot_processes, settings.bot_limit)
        return BotPlay(
            BotMoves(tables, store, thinkers, measures.thought), store, thinkers, settings.bot_pause
        )
    from kursbuch.web.botqueue import QueuedBots  # noqa: PLC0415  SQLite needs no queue

    return QueuedBots(database, store)
