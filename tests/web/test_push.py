"""Web Push: a browser is told of a turn, sealed for it alone; the manifest of the app and its worker."""

from __future__ import annotations

import asyncio
import base64
import json
import re
import socket
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import http_ece
import httpx
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from kursbuch.core import BadInput
from kursbuch.store.browsers import Browsers
from kursbuch.store.work import Crew
from kursbuch.web import push
from kursbuch.web.notify import addresses
from kursbuch.web.push import checked_browser
from kursbuch.web.settings import Settings
from tests.store.stores import opened
from tests.web.backend import WAIT, serving, sqlite
from tests.web.test_auth import submit


def plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Service:
    """What passes messages on to a browser, here on this very machine, and the browser with its keys."""

    def __init__(self) -> None:
        self.heard: Queue[tuple[dict[str, str], bytes]] = Queue()
        self.status = 201
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                service.heard.put((dict(self.headers.items()), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *_: Any) -> None: ...

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.endpoint = f"http://127.0.0.1:{self.server.server_port}/browser/1"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.auth = b"sixteen letters!"
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"endpoint": self.endpoint, "p256dh": plain(point), "auth": plain(self.auth)}

    def opened(self, body: bytes) -> Any:
        """A message as the browser reads it."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth))


@pytest.fixture
def service() -> Iterator[Service]:
    found = Service()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def url(tmp_path: Path) -> Iterator[str]:
    with serving(sqlite(tmp_path, local_webhooks=True, push_contact="mailto:me@example.org")) as address:
        yield address


def browser(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"Accept": "text/html"}, timeout=WAIT)


def test_a_browser_is_told_of_a_turn_and_of_tables_that_were_chosen_only(url: str, service: Service):
    with browser(url) as anna, browser(url) as ben:
        where = submit(anna, "/new", title="18te", mode="online", count="2", seed="7").headers["location"]
        link = re.search(r'value="[^"]*(/invited/[^"]+)"', anna.get(f"{where}/invitation").text)
        assert link
        secret = link[1].rpartition("/")[2]
        assert submit(anna, "/push/browser", **service.keys).json() == {"told": True}
        assert anna.get(f"{where}/bell").json() == {"on": False}
        assert submit(anna, f"{where}/bell", on="yes").json() == {"on": True}
        submit(ben, f"{where}/join", invitation=secret, name="Ben")
        first = anna if "decision-panel tab-play mine" in anna.get(where).text else ben
        name = "Anna" if first is anna else "Ben"
        if first is ben:
            submit(ben, f"{where}/act", action=f"{name} passes", moves="0")
        headers, body = service.heard.get(timeout=WAIT)
        assert headers["Content-Encoding"] == "aes128gcm" and int(headers["TTL"]) > 0
        assert headers["Authorization"].startswith("vapid t=") and b"18TE" not in body
        told = service.opened(body)
        assert told["url"] == where and "18TE" in told["body"]
        assert ben.get("/push/key").json()["key"] in headers["Authorization"]
        # the bell of another table, and of nobody else
        assert ben.get(f"{where}/bell").json() == {"on": False}


def test_who_signs_out_leaves_no_messages_behind(url: str, service: Service, tmp_path: Path):
    def told() -> int:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as base:
            return int(base.execute("select count(*) from browsers").fetchone()[0])

    with browser(url) as here, browser(url) as elsewhere:
        submit(here, "/account/sign-up", name="Nora", password="long enough")
        assert submit(here, "/push/browser", **service.keys).json() == {"told": True}
        submit(elsewhere, "/account/sign-in", name="Nora", password="long enough")
        other = {**service.keys, "endpoint": f"{service.endpoint}/other"}
        assert submit(elsewhere, "/push/browser", **other).json() == {"told": True}
        assert told() == 2
        submit(here, "/account/sign-out-everywhere")
        assert told() == 1  # this one stays
        submit(here, "/account/sign-out")
        assert told() == 0


def test_a_new_password_leaves_no_messages_to_whoever_had_the_old(url: str, service: Service, tmp_path: Path):
    def told() -> list[str]:
        with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as base:
            return [str(endpoint) for (endpoint,) in base.execute("select endpoint from browsers")]

    with browser(url) as thief, browser(url) as owner:
        submit(owner, "/account/sign-up", name="Nora", password="long enough")
        submit(thief, "/account/sign-in", name="Nora", password="long enough")

        def listens() -> None:
            submit(thief, "/account/sign-in", name="Nora", password="long enough")
            assert submit(thief, "/push/browser", **service.keys).json() == {"told": True}

        listens()
        own = {**service.keys, "endpoint": f"{service.endpoint}/own"}
        submit(owner, "/push/browser", **own)
        submit(owner, "/account/password", old="long enough", password="long enough")
        assert told() == [own["endpoint"]]
        login = {"name": "Nora", "password": "long enough"}
        token = httpx.post(f"{url}/api/v1/tokens", json=login).json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        listens()
        change = {"old": "long enough", "password": "long enough"}
        httpx.put(f"{url}/api/v1/me/password", json=change, headers=head).raise_for_status()
        assert told() == []
        listens()
        httpx.delete(f"{url}/api/v1/me/sessions", headers=head).raise_for_status()
        assert told() == []


def test_a_service_that_dribbles_its_answer_holds_nobody_up(
    tmp_path: Path, service: Service, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(push, "TIMEOUT", 0.5)

    async def dribble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while True:
                writer.write(b"x")
                await writer.drain()
                await asyncio.sleep(0.05)
        except OSError:
            writer.close()  # nobody listens any more

    async def run() -> None:
        server = await asyncio.start_server(dribble, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with opened(tmp_path) as stored, asyncio.timeout(WAIT):
            pushes = push.Pushes(Browsers(stored.database), Settings(local_webhooks=True))
            person = await stored.people.add("Anna", None, "en")
            await pushes.add(person.id, **{**service.keys, "endpoint": f"http://127.0.0.1:{port}/1"})
            names = Crew("names", hands=1, waiting=1)
            await pushes.tell(person.id, "t", {"kind": "invited"}, names)
            names.close()
            while len(asyncio.all_tasks()) > 1:  # the service has noticed
                await asyncio.sleep(0.05)
        server.close()

    asyncio.run(run())


def test_a_browser_that_is_gone_is_forgotten(url: str, service: Service):
    service.status = 410
    with browser(url) as anna, browser(url) as ben:
        where = submit(anna, "/new", title="18te", mode="online", count="2", seed="7").headers["location"]
        link = re.search(r'value="[^"]*(/invited/[^"]+)"', anna.get(f"{where}/invitation").text)
        assert link
        for who in (anna,):
            submit(who, "/push/browser", **service.keys)
            submit(who, f"{where}/bell", on="yes")
        submit(ben, f"{where}/join", invitation=link[1].rpartition("/")[2], name="Ben")
        people = {"Anna": anna, "Ben": ben}
        for moves in range(4):
            page = anna.get(where).text
            acting = "Anna" if "decision-panel tab-play mine" in page else "Ben"
            answer = submit(people[acting], f"{where}/act", action=f"{acting} passes", moves=str(moves))
            assert answer.status_code == 200
            if not service.heard.empty():
                break
        service.heard.get(timeout=WAIT)
        assert service.heard.empty()


def test_addresses_inside_are_refused():
    outside = Settings()
    with pytest.raises(BadInput):
        checked_browser(outside, "http://push.example/1", "x", "y")
    with pytest.raises(ValueError, match="private network"):
        addresses("127.0.0.1", outside.local_webhooks)


@pytest.mark.parametrize(
    "keys", [{"p256dh": ""}, {"auth": ""}, {"p256dh": "no key"}, {"endpoint": "ftp://x/y"}, {"endpoint": ""}]
)
def test_nonsense_for_a_browser_is_refused(service: Service, keys: dict[str, str]):
    given = {**service.keys, **keys}
    with pytest.raises(BadInput):
        checked_browser(Settings(local_webhooks=True), given["endpoint"], given["p256dh"], given["auth"])


def test_strangers_have_no_bell(url: str):
    with browser(url) as anna, browser(url) as eve:
        where = submit(anna, "/new", title="18te", mode="online", count="2", visibility="public").headers[
            "location"
        ]
        assert eve.get(f"{where}/bell").status_code == 403
        submit(eve, "/new", title="18te", mode="hotseat", count="2")
        assert eve.get(f"{where}/bell").status_code == 403
        assert submit(eve, f"{where}/bell", on="yes").status_code == 403


def test_the_app_can_be_installed(url: str):
    with browser(url) as anna:
        manifest = anna.get("/manifest.webmanifest").json()
        assert manifest["display"] == "standalone"
        for icon in manifest["icons"]:
            assert anna.get(icon["src"]).status_code == 200
        worker = anna.get("/sw.js")
        assert worker.headers["content-type"].startswith("text/javascript")
        shell = re.search(r"const SHELL = \[(.*)\]", worker.text)
        assert shell
        for path in json.loads(f"[{shell[1]}]"):
            assert anna.get(path).status_code == 200, path
        assert socket.gethostname() not in worker.text
