"""People are told that it is their turn, by e-mail and by webhook; nobody is unless both sides have said so."""

from __future__ import annotations

import asyncio
import json
import random
import re
import socket
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_string, policy
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from kursbuch.core import BadInput
from kursbuch.web.notify import addresses, call, checked
from kursbuch.web.settings import Settings
from tests.web.backend import WAIT, Player, serving, sqlite

heard: Queue[Any] = Queue()


class Hook(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        heard.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Quiet."""


class Mailbox(socketserver.StreamRequestHandler):
    """As much of SMTP as is needed to receive one letter."""

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        letter: list[str] | None = None
        for line in iter(self.rfile.readline, b""):
            text = line.decode().rstrip("\r\n")
            if letter is not None and text != ".":
                letter.append(text)
                continue
            if letter is not None:
                heard.put("\n".join(letter))
                letter = None
            if text.upper() == "DATA":
                letter = []
                self.wfile.write(b"354 go on\r\n")
            else:
                self.wfile.write(b"221 bye\r\n" if text.upper() == "QUIT" else b"250 ok\r\n")


@contextmanager
def running(server: socketserver.TCPServer) -> Iterator[int]:
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield int(server.server_address[1])
    finally:
        server.shutdown()
        server.server_close()
        thread.join(WAIT)


def account(url: str, name: str) -> Player:
    made = httpx.post(f"{url}/api/v1/people", json={"name": name, "password": "correct horse"})
    return Player(url, name, made.raise_for_status().json()["token"])


def play_until_it_is_anna_s_turn(anna: Player, ben: Player) -> str:
    table = anna.table("online", [{"mine": True}, {}], visibility="public", name="Lotte")["id"]
    ben.post(f"/tables/{table}/join", {})
    if anna.get(f"/tables/{table}")["your_turn"]:
        return str(table)
    for _ in range(20):
        if ben.move(table, random.Random(1)) is None:
            break
    return str(table)


def test_a_webhook_is_called(tmp_path: Path):
    with running(HTTPServer(("127.0.0.1", 0), Hook)) as port:
        settings = sqlite(tmp_path, webhooks=True, local_webhooks=True, base_url="http://games.example")
        with serving(settings) as url, account(url, "Anna") as anna, Player(url, "Ben") as ben:
            hook = {"webhook": f"http://127.0.0.1:{port}/turn", "password": "correct horse"}
            assert anna.client.put("/me/notifications", json=hook).status_code == 200
            assert ben.client.put("/me/notifications", json=hook).status_code == 403  # a guest
            table = play_until_it_is_anna_s_turn(anna, ben)
            told = heard.get(timeout=WAIT)
    assert (told["table"], told["link"]) == (table, f"http://games.example/table/{table}")


def test_a_letter_is_sent(tmp_path: Path):
    with running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox)) as port:
        settings = sqlite(
            tmp_path, smtp_host="127.0.0.1", smtp_port=port, smtp_tls=False, smtp_from="k@games.example"
        )
        with serving(settings) as url, account(url, "Anna") as anna, Player(url, "Ben") as ben:
            wish = {"email": "anna@example.org"}
            for wrong in (
                wish,
                {**wish, "password": "wrong horse"},
            ):  # a token alone does not take an account
                assert anna.client.put("/me/notifications", json=wrong).status_code == 401
            assert anna.get("/me/notifications")["email"] == ""
            right = {**wish, "password": "correct horse"}
            assert anna.client.put("/me/notifications", json=right).status_code == 200
            assert anna.client.put("/me/notifications", json=wish).status_code == 200  # nothing new
            asked = message_from_string(heard.get(timeout=WAIT), policy=policy.default).get_content()
            (link,) = re.findall(r"/account/confirm/(\S+)", asked)
            anna.client.post("/mailboxes/answer", json={"link": link}).raise_for_status()
            assert anna.get("/me/notifications")["email"] == "anna@example.org"
            table = play_until_it_is_anna_s_turn(anna, ben)
            letter = heard.get(timeout=WAIT)
    assert "To: anna@example.org" in letter and "Lotte" in letter and f"/table/{table}" in letter


def test_notification_is_off_until_the_server_offers_it(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, account(url, "Anna") as anna:
        for body in ({"email": "anna@example.org"}, {"webhook": "http://example.org/"}):
            assert anna.client.put("/me/notifications", json=body).status_code == 422


@pytest.mark.parametrize("hook", ["ftp://example.org/", "http://", "x", "http://[", "https://a:99999/"])
def test_addresses_that_cannot_be_called_are_refused(hook: str):
    with pytest.raises(BadInput):
        checked(Settings(webhooks=True), "", hook)
    with pytest.raises(BadInput):
        checked(Settings(smtp_host="x"), "anna@example.org\nBcc: all@example.org", "")


@pytest.mark.parametrize(
    "address", ["v(1)@example.org", "v@example.org(1)", "v@example.org.", "v@[10.0.0.1]"]
)
def test_a_mailbox_is_written_in_one_way(address: str):
    with pytest.raises(BadInput):
        checked(Settings(smtp_host="x"), address, "")
    checked(Settings(smtp_host="x"), "o'hara+games@mail.example.org", "")


@pytest.mark.parametrize(
    "hook", ["http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/"]
)
def test_addresses_in_private_networks_are_not_called(hook: str):
    with pytest.raises(ValueError, match="private network"):
        addresses(urlsplit(hook).hostname or "", local=False)


class Sent(httpx.AsyncBaseTransport):
    """Takes requests down instead of sending them; the first of several addresses may be dead."""

    def __init__(self, dead: str = "") -> None:
        self.dead = dead
        self.requests: list[httpx.Request] = []

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        if request.url.host == self.dead:
            raise httpx.ConnectError("nobody there")
        self.requests.append(request)
        return httpx.Response(204)


def resolving(monkeypatch: pytest.MonkeyPatch, *answers: tuple[str, ...]) -> list[str]:
    """A name server that gives another answer each time it is asked; and the names it was asked for."""
    left, asked = list(answers), []

    def look_up(host: str, *_: Any, **__: Any) -> list[Any]:
        asked.append(host)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 0)) for ip in left.pop(0)]

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return asked


def post(hook: str, body: object, sent: Sent) -> None:
    found = addresses(urlsplit(hook).hostname or "", local=False)
    asyncio.run(call(hook, found, body, transport=sent))


def test_a_name_is_looked_up_once_and_what_was_checked_is_called(monkeypatch: pytest.MonkeyPatch):
    asked = resolving(monkeypatch, ("93.184.216.34",), ("127.0.0.1",))
    sent = Sent()
    post("https://hook.example:8443/turn?a=1", {"moves": 3}, sent)
    (request,) = sent.requests
    assert asked == ["hook.example"]
    assert str(request.url) == "https://93.184.216.34:8443/turn?a=1"
    assert request.headers["host"] == "hook.example:8443"
    assert request.extensions["sni_hostname"] == "hook.example"
    assert json.loads(request.content) == {"moves": 3}


def test_one_private_address_among_others_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch):
    resolving(monkeypatch, ("93.184.216.34", "10.0.0.1"))
    sent = Sent()
    with pytest.raises(ValueError, match="private network"):
        post("http://hook.example/", {}, sent)
    assert not sent.requests


def test_where_one_address_is_dead_the_next_is_called(monkeypatch: pytest.MonkeyPatch):
    resolving(monkeypatch, ("93.184.216.34", "93.184.216.35"))
    sent = Sent(dead="93.184.216.34")
    post("http://hook.example/", {}, sent)
    assert [request.url.host for request in sent.requests] == ["93.184.216.35"]
