"""What a server tells about itself: whether it is well, and figures for Prometheus.

Figures are sums over everybody: nothing in them tells of one table or one person. With several processes they are
kept in a folder that all share, so that whichever answers tells of all.
"""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import sqlalchemy as sa
from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    start_http_server,
)
from prometheus_client.multiprocess import MultiProcessCollector
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kursbuch.core import BadInput
from kursbuch.store.engine import Database
from kursbuch.store.schema import tables

access = logging.getLogger("kursbuch.access")

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PATIENCE = 3.0  # seconds in which a database that is well answers
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
THINKING = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0)


class Measures:
    """The figures of one process."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        kept = self.registry
        self.requests = Counter(
            "kursbuch_requests", "Answers given", ("method", "route", "status"), registry=kept
        )
        self.seconds = Histogram(
            "kursbuch_request_seconds", "Until an answer began", ("route",), buckets=SECONDS, registry=kept
        )
        self.moves = Counter("kursbuch_moves", "Lines added to logs", ("by",), registry=kept)
        self.thinking = Histogram(
            "kursbuch_thinking_seconds", "Of a bot about a move", buckets=THINKING, registry=kept
        )
        self.streams = Gauge(
            "kursbuch_streams", "Open live updates", multiprocess_mode="livesum", registry=kept
        )
        self.errors = Counter("kursbuch_errors", "Errors that were logged", ("logger",), registry=kept)
        self.stored = Gauge(
            "kursbuch_tables",
            "Tables in the database",
            ("state",),
            multiprocess_mode="mostrecent",
            registry=kept,
        )

    @contextmanager
    def thought(self) -> Iterator[None]:
        """Measures how long a bot thinks."""
        with self.thinking.time():
            yield

    def open_streams(self) -> int:
        """Of this process."""
        return int(sum(sample.value for metric in self.streams.collect() for sample in metric.samples))

    def told(self) -> bytes:
        """All figures, of every process, as Prometheus reads them."""
        registry = self.registry
        if os.environ.get(FOLDER):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        found: bytes = generate_latest(registry)
        return found

    async def count_tables(self, database: Database) -> None:
        t = tables.c
        state = sa.case(
            (t.over.is_(True), "over"),
            (t.started.is_(False), "waiting"),
            (t.bot_turn.is_(True), "bots"),
            else_="people",
        )
        async with database.read() as connection:
            found = await connection.execute(
                sa.select(state.label("state"), sa.func.count().label("number")).group_by(state)
            )
            counted = {str(row.state): int(row.number) for row in found}
        for name in ("over", "waiting", "bots", "people"):
            self.stored.labels(name).set(counted.get(name, 0))


@contextmanager
def telling(measures: Measures, port: int) -> Iterator[int]:
    """Tells the figures of a program without pages at a port of this machine; raises BadInput for one in use."""
    try:
        server, thread = start_http_server(port, "127.0.0.1", measures.registry)
    except OSError as error:
        raise BadInput("thinker_metrics_port", str(error)) from error
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class Errors(logging.Handler):
    """Counts what is logged as an error."""

    def __init__(self, measures: Measures) -> None:
        super().__init__(logging.ERROR)
        self._errors = measures.errors

    def emit(self, record: logging.LogRecord) -> None:
        self._errors.labels(record.name).inc()


@asynccontextmanager
async def counting_errors(measures: Measures) -> AsyncIterator[None]:
    handler = Errors(measures)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)


class Measuring:
    """Counts requests by their route, never by their address, in which there are invitations and ids."""

    def __init__(self, app: ASGIApp, measures: Measures, logged: bool) -> None:
        self.app, self._measures, self._logged = app, measures, logged

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began, status, streaming = time.perf_counter(), 500, False

        async def sending(message: Message) -> None:
            nonlocal status, streaming
            if message["type"] == "http.response.start":
                status = message["status"]
                streaming = any(
                    name.lower() == b"content-type" and value.startswith(b"text/event-stream")
                    for name, value in message["headers"]
                )
                self._answered(scope, status, time.perf_counter() - began)
                if streaming:
                    self._measures.streams.inc()
            await send(message)

        try:
            await self.app(scope, receive, sending)
        finally:
            if streaming:
                self._measures.streams.dec()

    def _answered(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "") or "other"
        self._measures.requests.labels(scope["method"], route, str(status)).inc()
        self._measures.seconds.labels(route).observe(seconds)
        if self._logged:
            access.info(
                "%s %s %d",
                scope["method"],
                route,
                status,
                extra={
                    "method": scope["method"],
                    "route": route,
                    "status": status,
                    "ms": round(1000 * seconds, 1),
                },
            )


def measuring_routes(measures: Measures, database: Database, token: str) -> APIRouter:
    """Whether the server is well, for whoever watches over it; figures for those who have the token."""
    router = APIRouter(include_in_schema=False)

    @router.get("/healthz")
    async def health() -> JSONResponse:
        try:
            async with asyncio.timeout(PATIENCE), database.read() as connection:
                await connection.execute(sa.text("select 1"))
        except Exception:
            return JSONResponse({"status": "no database"}, 503)
        return JSONResponse({"status": "ok"})

    @router.get("/metrics")
    async def metrics(request: Request) -> Response:
        given = request.headers.get("authorization", "").removeprefix("Bearer ")
        if not token or not secrets.compare_digest(given.encode(), token.encode()):
            raise HTTPException(404, "Not Found")
        await measures.count_tables(database)
        return Response(measures.told(), media_type=CONTENT_TYPE_LATEST)

    return router
