"""Signing out makes cookies void, wherever they are; tokens have scopes, an end, a list."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kursbuch.store.people import digest
from kursbuch.web.sessions import COOKIE, Keys, Sessions
from tests.web.backend import Player, serving, sqlite
from tests.web.test_auth import GOOD, sign_up, submit, token_of


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("sessions"))) as address:
        yield address


def browser(url: str, cookie: str = "") -> httpx.Client:
    client = httpx.Client(base_url=url, headers={"Accept": "text/html"})
    if cookie:
        client.cookies.set(COOKIE, cookie)
    return client


def known(url: str, cookie: str) -> int:
    with browser(url, cookie) as client:
        return client.get("/api/v1/me").status_code


def test_a_cookie_is_void_after_signing_out(url: str):
    with browser(url) as clara, browser(url) as elsewhere:
        sign_up(clara, "Clara")
        submit(elsewhere, "/account/sign-in", name="Clara", password=GOOD)
        kept, other = clara.cookies[COOKIE], elsewhere.cookies[COOKIE]
        assert known(url, kept) == known(url, other) == 200
        submit(clara, "/account/sign-out")
        assert known(url, kept) == 401
        assert known(url, other) == 200  # the other browser stays


def test_a_guest_s_cookie_is_void_after_signing_out(url: str):
    with browser(url) as guest:
        submit(guest, "/new", title="18te", mode="hotseat", name0="Lena", players="2")
        kept = guest.cookies[COOKIE]
        assert known(url, kept) == 200
        assert "give up my seats" in guest.get("/account").text
        submit(guest, "/account/sign-out")
        assert known(url, kept) == 401


def test_signing_out_everywhere(url: str):
    with browser(url) as here, browser(url) as there:
        sign_up(here, "Dora")
        submit(there, "/account/sign-in", name="Dora", password=GOOD)
        kept = here.cookies[COOKIE], there.cookies[COOKIE]
        answer = here.post("/account/sign-out-everywhere", data={"csrf": token_of(here, "/account")})
        assert answer.headers["location"] == "/account?done=everywhere"
        assert [known(url, cookie) for cookie in kept] == [401, 401]
        assert here.get("/account").status_code == 200  # with a new cookie
        token = httpx.post(f"{url}/api/v1/tokens", json={"name": "Dora", "password": GOOD}).json()["token"]
        with Player(url, "Dora", token) as program:
            assert program.client.delete("/me/sessions").status_code == 204
        assert here.get("/account").status_code == 303


def test_a_new_password_ends_the_other_sessions(url: str):
    with browser(url) as here, browser(url) as there:
        sign_up(here, "Emil")
        submit(there, "/account/sign-in", name="Emil", password=GOOD)
        kept = here.cookies[COOKIE], there.cookies[COOKIE]
        submit(here, "/account/password", old=GOOD, password="battery staple")
        assert [known(url, cookie) for cookie in kept] == [401, 401]
        assert here.get("/account").status_code == 200


def test_a_session_ends_by_itself_and_lives_on_with_visits(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        kept = anna.cookies[COOKIE]
        with sqlite3.connect(tmp_path / "games.sqlite3") as file:
            file.execute("update sessions set seen = datetime(seen, '-50 days')")
        assert "set-cookie" in anna.get("/api/v1/me").headers  # the browser keeps it for longer
        with sqlite3.connect(tmp_path / "games.sqlite3") as file:
            file.execute("update sessions set seen = datetime(seen, '-50 days')")
        assert known(url, kept) == 200  # seen 50 days ago, not 100
        with sqlite3.connect(tmp_path / "games.sqlite3") as file:
            file.execute("update sessions set seen = datetime(seen, '-61 days')")
        assert known(url, kept) == 401


def old_cookie(person: int, epoch: int, secret: str) -> str:
    """As servers gave them out before there were sessions."""
    keys = Keys()
    keys.secret = secret
    sent: list[str] = []

    async def app(scope, receive, send):
        scope["session"].update({"p": person, "e": epoch, "w": "word"})
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive():
        return {}

    async def send(message):
        sent.append(dict(message["headers"])[b"set-cookie"].decode())

    asyncio.run(Sessions(app, keys, False, 100)({"type": "http", "headers": []}, receive, send))
    return sent[0].partition(";")[0].partition("=")[2]


def test_a_guest_s_cookie_from_before_sessions_is_good_until_signed_out(tmp_path: Path):
    settings = sqlite(tmp_path, secret="a secret of the server")
    with serving(settings) as url, Player(url, "Lena"), browser(url) as lena:
        cookie = old_cookie(1, 1, settings.secret)
        assert known(url, cookie) == 401  # somebody new never had one
        with sqlite3.connect(tmp_path / "games.sqlite3") as file:
            file.execute("update people set old_cookies = 1")
        assert known(url, cookie) == 200
        lena.cookies.set(COOKIE, cookie)
        lena.get("/api/v1/me").raise_for_status()  # gets a session
        lena.cookies.delete(COOKIE, domain="")
        submit(lena, "/account/sign-out")
        assert known(url, cookie) == 401


# -- tokens ---------------------------------------------------------------------------------------


def token(url: str, name: str, **about: object) -> str:
    body = {"name": name, "password": GOOD, **about}
    return str(httpx.post(f"{url}/api/v1/tokens", json=body).raise_for_status().json()["token"])


def test_a_token_is_good_for_its_scopes_only(url: str):
    httpx.post(f"{url}/api/v1/people", json={"name": "Karl", "password": GOOD}).raise_for_status()
    table = {"title": "18te", "mode": "hotseat", "seats": [{"player": "A"}, {"player": "B"}]}
    with Player(url, "Karl", token(url, "Karl", scopes=["read"])) as reader:
        assert reader.get("/me")["name"] == "Karl" and reader.get("/tables/mine") == []
        assert "play" in reader.post("/tables", table, 403)["detail"]
        reader.get("/tokens", 403)
        assert reader.client.put("/me/language", json={"language": "de"}).status_code == 403
        assert reader.client.delete("/me/sessions").status_code == 403
    with Player(url, "Karl", token(url, "Karl", scopes=["read", "play"])) as player:
        made = player.post("/tables", table, 201)["id"]
        assert player.post(f"/tables/{made}/why-not", {"action": "A passes"})
        player.get("/me/notifications", 403)
    with Player(url, "Karl", token(url, "Karl")) as owner:
        assert [t["scopes"] for t in owner.get("/tokens")][1:] == [
            ["read"],
            ["read", "play"],
            ["read", "play", "manage"],
        ]
        assert owner.get("/tokens")[3]["used"] and owner.get("/tokens")[0]["used"] is None


def test_a_token_expires(tmp_path: Path):
    with serving(sqlite(tmp_path, token_days=10)) as url:
        made = httpx.post(f"{url}/api/v1/people", json={"name": "Karl", "password": GOOD}).json()
        with Player(url, "Karl", made["token"]) as karl:
            assert karl.get("/tokens")[0]["expires"][:10] == made["expires"][:10] > "2020"
            with sqlite3.connect(tmp_path / "games.sqlite3") as file:
                file.execute("update tokens set expires = datetime(expires, '-11 days')")
            karl.get("/me", 401)


def test_a_token_from_before_scopes_goes_on(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, Player(url, "Karl") as karl:
        with sqlite3.connect(tmp_path / "games.sqlite3") as file:  # as the migration leaves them
            columns = "person, digest, label, created"
            file.execute(
                f"insert into tokens ({columns}) select person, ?, 'old', created from tokens",
                (digest("kb_old"),),
            )
        with Player(url, "Karl", "kb_old") as old:
            assert old.get("/tokens")[1]["expires"] is None
            assert old.client.delete(f"/tokens/{old.get('/tokens')[0]['id']}").status_code == 204
        karl.get("/me", 401)


def test_a_token_made_void_is_void_at_once_in_another_process(tmp_path: Path):
    settings = sqlite(tmp_path)
    with (
        serving(settings) as one,
        serving(settings) as other,
        Player(one, "Karl") as here,
        Player(other, "Karl", here.token) as there,
    ):
        there.get("/me")
        assert here.client.delete(f"/tokens/{here.get('/tokens')[0]['id']}").status_code == 204
        there.get("/me", 401)


def test_programs_are_listed_on_the_page_and_can_be_shut_out(url: str):
    with browser(url) as gerda:
        sign_up(gerda, "Gerda")
        given = token(url, "Gerda", label="my bot", scopes=["read", "play"], days=7)
        page = gerda.get("/account").text
        assert "my bot" in page and "look, play" in page and "good until" in page
        number = page.partition("/account/tokens/")[2].partition('"')[0]
        submit(gerda, f"/account/tokens/{number}")
        assert "my bot" not in gerda.get("/account").text
        assert httpx.get(f"{url}/api/v1/me", headers={"Authorization": f"Bearer {given}"}).status_code == 401
