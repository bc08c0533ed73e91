"""Starting the server on this machine, with one process or several."""

from __future__ import annotations

import logging
import os
import socket
import tempfile
import threading
import time
import webbrowser
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import replace
from typing import Any

import uvicorn
from uvicorn.supervisors import Multiprocess

from kursbuch.core import BadInput
from kursbuch.store.engine import read_url
from kursbuch.store.errors import Unavailable
from kursbuch.store.migrate import migrate_now
from kursbuch.web.beside import beside
from kursbuch.web.logs import JsonLines, log_config
from kursbuch.web.settings import Settings

FIRST_PORT = 8018
TRIES = 100


def serve(settings: Settings | None = None) -> None:
    """Bring the database up to date, choose a port, say the address, serve until stopped; raises BadInput."""
    settings = settings or Settings.from_environment()
    try:
        if settings.workers > 1 and read_url(settings.url).drivername.startswith("sqlite"):
            raise BadInput(
                "workers", "several processes need PostgreSQL: --database postgresql://USER@HOST/NAME"
            )
        migrate_now(settings.url)
    except Unavailable as error:
        raise BadInput("database", str(error)) from error
    port = settings.port or free_port(settings.host)
    settings = replace(settings, port=port)
    shown = "localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host
    address = settings.base_url or f"http://{shown}:{port}"
    print(greeting(settings, address), flush=True)
    if settings.open_browser:
        threading.Thread(target=_open_when_ready, args=(settings.host, port, address), daemon=True).start()
    os.environ.update(settings.to_environment())  # worker processes read it there
    config = uvicorn.Config(
        "kursbuch.web.app:create_app",
        factory=True,
        host=settings.host,
        port=port,
        workers=settings.workers,
        log_level=settings.log_level.lower(),
        log_config=log_config(settings.log_format, settings.log_level, settings.log_requests),
        access_log=False,
        timeout_worker_healthcheck=30,  # a busy machine needs its time to start a process
        timeout_graceful_shutdown=3,  # live connections never end by themselves
        **protocol(settings),
    )
    logging.getLogger("uvicorn.error").addFilter(_not_about_open_lines)
    with _listening(settings.host, port) as sock, _thinkers(settings), _shared_figures(settings):
        if settings.workers > 1:
            Multiprocess(config, sockets=[sock]).run()
        else:
            uvicorn.Server(config).run(sockets=[sock])


def greeting(settings: Settings, address: str) -> str:
    """What stands first of all: where the server is found; in logs for programs it is a line like any.

    >>> greeting(Settings(), "http://localhost:8018")
    'Kursbuch: http://localhost:8018 (stop with Ctrl+C)'
    """
    said = f"Kursbuch: {address} (stop with Ctrl+C)"
    if settings.log_format != "json":
        return said
    return JsonLines().format(logging.LogRecord("kursbuch", logging.INFO, "", 0, said, (), None))


@contextmanager
def _shared_figures(settings: Settings) -> Iterator[None]:
    """A folder in which several processes keep their figures, so that whichever is asked tells of all."""
    if settings.workers < 2 or not settings.metrics_token:
        yield
        return
    with tempfile.TemporaryDirectory(prefix="kursbuch-figures-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        try:
            yield
        finally:
            del os.environ["PROMETHEUS_MULTIPROC_DIR"]


def protocol(settings: Settings) -> dict[str, Any]:
    """How uvicorn shall talk to the world."""
    return {
        "http": "kursbuch.web.patience:Patient",
        "ws": "none",
        "proxy_headers": False,  # the app itself knows whom to believe
        "timeout_keep_alive": settings.idle_timeout,
        "server_header": False,
    }


def _thinkers(settings: Settings) -> AbstractContextManager[object]:
    """Those who move for the bots, if they are ours to start: with SQLite the server has them in hand."""
    if not settings.thinkers or read_url(settings.url).drivername.startswith("sqlite"):
        return nullcontext()
    return beside(settings, settings.thinkers)


def _not_about_open_lines(record: logging.LogRecord) -> bool:
    """Live connections that are cut when the server stops are nothing to report."""
    return "without completing response" not in record.getMessage()


def _listening(host: str, port: int) -> socket.socket:
    """A socket for all processes. It names TCP: else asyncio would not turn off the delay before sending."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    sock = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        sock.bind((host, port))
    except OSError as error:
        sock.close()
        raise BadInput("port", f"{host}:{port} cannot be used: {error.strerror}") from error
    sock.set_inheritable(True)
    return sock


def free_port(host: str, first: int = FIRST_PORT) -> int:
    """The first port that nobody listens on; raises BadInput if there is none."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    for port in range(first, first + TRIES):
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError:
                continue
            return port
    raise BadInput("port", f"none free from {first} to {first + TRIES - 1}: name one with --port")


def _open_when_ready(host: str, port: int, address: str) -> None:
    for _ in range(100):
        try:
            with socket.create_connection((host, port), timeout=0.2):
                break
        except OSError:
            time.sleep(0.1)
    webbrowser.open(address)
