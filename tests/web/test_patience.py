"""Requests that never finish are dropped; whoever listens to events is not."""

from __future__ import annotations

import asyncio
import select
import socket
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from starlette.types import Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from kursbuch.web.proxies import Forwarded
from kursbuch.web.serve import protocol
from kursbuch.web.settings import Settings
from tests.web.backend import Player, serving, sqlite

HALF_HEAD = b"GET /lobby HTTP/1.1\r\nHost: x\r\nX-Half: "
HALF_BODY = b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    settings = sqlite(
        tmp_path_factory.mktemp("patience"),
        head_timeout=1.0,
        body_timeout=1.5,
        reading_timeout=1.0,
        idle_timeout=2,
    )
    with serving(settings) as address:
        yield address


def call(url: str, *said: bytes) -> socket.socket:
    parts = urlsplit(url)
    line = socket.create_connection((str(parts.hostname), int(parts.port or 0)), timeout=20)
    for piece in said:
        line.sendall(piece)
    return line


def hears(line: socket.socket) -> bytes:
    """All that comes until the line is closed."""
    heard = b""
    try:
        while piece := line.recv(65536):
            heard += piece
    except ConnectionResetError:
        pass
    return heard


def test_three_hundred_half_sent_requests_are_closed(url: str):
    began = time.monotonic()
    said = (b"", HALF_HEAD, HALF_BODY)
    lines = [call(url, said[n % 3]) for n in range(300)]
    answers = [hears(line) for line in lines]
    assert time.monotonic() - began < 15
    assert sum(answer.startswith(b"HTTP/1.1 408") for answer in answers) >= 290
    for line in lines:
        line.close()
    assert httpx.get(url).status_code == 200


def test_a_head_sent_letter_by_letter_is_closed(url: str):
    line = call(url)
    began = time.monotonic()
    with pytest.raises(OSError):
        for letter in HALF_HEAD * 100:
            line.sendall(bytes([letter]))
            time.sleep(0.1)
            if select.select([line], [], [], 0)[0]:
                raise OSError
            assert time.monotonic() - began < 8
    line.close()


def test_a_second_request_on_a_kept_line_is_timed_as_well(url: str):
    line = call(url, b"GET /static/icon.svg HTTP/1.1\r\nHost: x\r\n\r\n")
    time.sleep(0.5)
    line.sendall(HALF_HEAD)
    began = time.monotonic()
    assert b"HTTP/1.1 408" in hears(line) and time.monotonic() - began < 8
    line.close()


def test_who_does_not_take_an_answer_is_cut_off(url: str):
    parts = urlsplit(url)
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.connect((parts.hostname, parts.port))
        ask = b"GET /static/vendor/htmx.min.js HTTP/1.1\r\nHost: x\r\n\r\n"
        line.sendall(ask * 200)
        time.sleep(5)
        line.settimeout(20)
        heard = hears(line)
        assert heard.count(b"HTTP/1.1 200") < 200


def test_a_slow_but_steady_request_is_served(url: str):
    body = b'{"name": "Anna"}'
    head = (
        b"POST /api/v1/guests HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
    )
    line = call(url, head + b"Content-Length: %d\r\n\r\n" % len(body))
    for letter in body[:-1]:
        time.sleep(0.03)
        line.sendall(bytes([letter]))
    line.sendall(body[-1:])
    assert hears(line).startswith(b"HTTP/1.1 201")
    line.close()


def test_a_stream_of_events_lives_on(url: str):
    with Player(url, "Anna") as anna:
        table = anna.table()["id"]
        head = f"GET /api/v1/tables/{table}/events HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {anna.token}\r\n\r\n"
        line = call(url, head.encode())
        time.sleep(4)
        heard = line.recv(65536)
        assert b"hello" in heard
        anna.post(f"/tables/{table}/chat", {"text": "there?"}, 201)
        assert b"chat" in line.recv(65536)
        line.close()


def test_an_idle_line_is_closed(url: str):
    line = call(url, b"GET /static/icon.svg HTTP/1.1\r\nHost: x\r\n\r\n")
    began = time.monotonic()
    assert b"HTTP/1.1 200" in hears(line) and time.monotonic() - began < 10
    line.close()


def test_what_uvicorn_believes_by_itself_is_taken_back():
    """Its own default is to believe whoever connects from this machine."""
    assert protocol(Settings())["proxy_headers"] is False
    seen = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope["client"][0])

    async def run(outer: Any, *claims: bytes) -> None:
        for claim in claims:
            headers = [(b"x-forwarded-for", claim)] if claim else []
            await outer({"type": "http", "client": ("127.0.0.1", 4711), "headers": headers}, None, None)

    credulous = ProxyHeadersMiddleware(Forwarded(app, ""), "127.0.0.1")  # type: ignore[arg-type]
    asyncio.run(run(credulous, b"203.0.113.1", b"203.0.113.2:99", b""))
    assert seen == ["forwarded", "forwarded", "127.0.0.1"]
    seen.clear()
    asyncio.run(run(Forwarded(app, ""), b"203.0.113.1"))
    asyncio.run(run(Forwarded(app, "10.0.0.0/8"), b"203.0.113.1"))
    asyncio.run(run(Forwarded(app, "127.0.0.0/8"), b"198.51.100.7, 203.0.113.1"))
    assert seen == ["127.0.0.1", "127.0.0.1", "203.0.113.1"]  # the nearest that is not a proxy of ours
