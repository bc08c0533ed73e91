"""People are told that it is their turn, by e-mail and by webhook; nobody is unless both sides have said so."""

from __future__ import annotations

import json
import random
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import httpx
import pytest

from kursbuch.core import BadInput
from kursbuch.web.notify import checked, resolved
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
            hook = {"webhook": f"http://127.0.0.1:{port}/turn"}
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
            assert anna.get("/me/notifications") == {"email": "anna@example.org", "webhook": ""}
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
    "hook", ["http://127.0.0.1/", "http://10.0.0.1/", "http://[::1]/", "http://169.254.169.254/"]
)
def test_addresses_in_private_networks_are_not_called(hook: str):
    with pytest.raises(ValueError, match="private network"):
        resolved(hook)
