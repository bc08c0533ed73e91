"""Accounts, sessions, forged forms, rates, guests."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.web.backend import Player, serving, sqlite

GOOD = "correct horse"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("auth"))) as address:
        yield address


@pytest.fixture
def browser(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, headers={"Accept": "text/html"}) as client:
        yield client


def token_of(browser: httpx.Client, path: str = "/account/sign-in") -> str:
    """The word that forms of this session carry."""
    found = re.search(r'name="csrf" value="([^"]+)"', browser.get(path).text)
    assert found
    return found[1]


def submit(browser: httpx.Client, path: str, **fields: Any) -> httpx.Response:
    return browser.post(path, data={"csrf": token_of(browser), **fields})


def sign_up(browser: httpx.Client, name: str, password: str = GOOD) -> httpx.Response:
    return submit(browser, "/account/sign-up", name=name, password=password, next="/lobby")


def test_sign_up_out_and_in(browser: httpx.Client):
    answer = sign_up(browser, "Clara")
    assert (answer.status_code, answer.headers["location"]) == (303, "/lobby")
    assert "Clara" in browser.get("/lobby").text
    assert submit(browser, "/account/sign-out").headers["location"] == "/"
    assert "Clara" not in browser.get("/lobby").text
    answer = submit(browser, "/account/sign-in", name="CLARA", password="wrong word")
    assert answer.headers["location"].startswith("/account/sign-in?wrong=")
    answer = submit(browser, "/account/sign-in", name="CLARA", password=GOOD, next="//evil.example/")
    assert answer.headers["location"] == "/"  # never to another site
    assert "Clara" in browser.get("/lobby").text


def test_a_page_asked_for_with_a_void_token_says_so(browser: httpx.Client):
    answer = browser.get("/lobby", headers={"Authorization": "Bearer void"})
    assert answer.status_code == 401 and "text/html" in answer.headers["content-type"]


def test_a_name_is_taken_once_however_it_is_written(browser: httpx.Client, url: str):
    sign_up(browser, "Dora")
    with httpx.Client(base_url=url) as other:
        assert "taken" in sign_up(other, "ＤＯＲＡ").headers["location"]
        assert "wrong=" in sign_up(other, "Dora:").headers["location"]
        assert "wrong=" in sign_up(other, "Emil", "short").headers["location"]


def test_cookies_are_out_of_reach_of_scripts_and_other_sites(browser: httpx.Client):
    cookie = browser.get("/account/sign-in").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


def test_cookies_are_secure_where_the_site_is(tmp_path: Path):
    settings = sqlite(tmp_path, base_url="https://games.example")
    with serving(settings) as address:
        assert "; secure" in httpx.get(f"{address}/account/sign-in").headers["set-cookie"].lower()


def test_a_form_without_its_word_is_refused(browser: httpx.Client, url: str):
    sign_up(browser, "Frida")
    assert browser.post("/account/sign-out").status_code == 403
    assert browser.post("/account/sign-out", data={"csrf": "made.up"}).status_code == 403
    with httpx.Client(base_url=url) as other:  # a word of another session
        stolen = token_of(other)
    assert browser.post("/account/sign-out", data={"csrf": stolen}).status_code == 403
    # the API with a cookie is no way round it
    body = {"title": "18te", "mode": "hotseat", "seats": [{"mine": True}, {"player": "Ben"}]}
    assert browser.post("/api/v1/tables", json=body).status_code == 403
    word = token_of(browser, "/lobby")
    assert browser.post("/api/v1/tables", json=body, headers={"X-CSRF-Token": word}).status_code == 201
    # neither is signing somebody in as somebody else
    with httpx.Client(base_url=url) as victim:
        form = {"name": "Frida", "password": GOOD}
        assert victim.post("/account/sign-in", data=form).status_code == 403


def test_an_empty_authorization_is_none_and_no_way_round_the_word(browser: httpx.Client):
    sign_up(browser, "Gesa")
    empty = {"Authorization": ""}
    assert "Gesa" in browser.get("/lobby", headers=empty).text
    assert browser.post("/account/sign-out", headers=empty).status_code == 403
    assert "Gesa" in browser.get("/lobby").text


def test_a_changed_cookie_is_nobody(browser: httpx.Client):
    sign_up(browser, "Gerda")
    value = browser.cookies["kursbuch"]
    browser.cookies.clear()
    browser.cookies.set("kursbuch", "A" + value[1:])
    assert browser.get("/api/v1/me").status_code == 401


def test_guessing_passwords_is_slowed_down(tmp_path: Path):
    with (
        serving(sqlite(tmp_path, sign_ins=3)) as address,
        httpx.Client(base_url=f"{address}/api/v1") as client,
    ):
        assert client.post("/people", json={"name": "Hans", "password": GOOD}).status_code == 201
        wrong = {"name": "Hans", "password": "guess"}
        assert [client.post("/tokens", json=wrong).status_code for _ in range(4)] == [401, 401, 401, 429]
        late = client.post("/tokens", json={"name": "hans", "password": GOOD})
        assert late.status_code == 429 and int(late.headers["retry-after"]) > 0


def test_making_people_is_slowed_down(tmp_path: Path):
    with serving(sqlite(tmp_path, new_people=2)) as address:
        codes = [httpx.post(f"{address}/api/v1/guests", json={"name": "Ida"}).status_code for _ in range(3)]
    assert codes == [201, 201, 429]


def test_tokens_are_given_listed_and_made_void(url: str):
    with httpx.Client(base_url=f"{url}/api/v1") as client:
        made = client.post("/people", json={"name": "Karl", "password": GOOD, "language": "de"}).json()
        assert made["person"] == {"name": "Karl", "guest": False, "language": "de"}
        second = client.post("/tokens", json={"name": "Karl", "password": GOOD, "label": "my bot"}).json()
    with Player(url, "Karl", second["token"]) as karl:
        listed = karl.get("/tokens")
        assert [t["label"] for t in listed] == ["sign-up", "my bot"]
        assert karl.client.delete(f"/tokens/{listed[1]['id']}").status_code == 204
        karl.get("/me", 401)
    with Player(url, "Karl", made["token"]) as karl:
        assert karl.get("/me")["name"] == "Karl"
        assert karl.client.delete(f"/tokens/{listed[1]['id']}").status_code == 404
        assert karl.client.put("/me/language", json={"language": "en"}).json()["language"] == "en"


def test_nobody_needs_an_account_to_play_and_may_make_one_later(browser: httpx.Client):
    form = {"title": "18te", "mode": "bots", "name0": "Lena", "players": "2"}
    answer = submit(browser, "/new", **form)
    assert answer.status_code == 303, answer.text
    place = answer.headers["location"]
    assert browser.get(place).status_code == 200
    assert browser.get("/api/v1/me").json()["guest"]
    assert sign_up(browser, "Lena").status_code == 303
    assert not browser.get("/api/v1/me").json()["guest"]
    assert browser.get(place).status_code == 200  # still at the table
    assert len(browser.get("/api/v1/tables/mine").json()) == 1


def test_private_tables_are_pages_for_those_who_belong_there(browser: httpx.Client, url: str):
    with Player(url, "Mia") as mia:
        private = mia.table()["id"]
        public = mia.table("online", [{"mine": True}, {}], visibility="public")["id"]
    assert browser.get(f"/table/{private}").status_code == 403
    assert browser.get(f"/table/{private}/live").status_code == 403
    assert browser.get(f"/table/{public}").status_code == 200
    assert browser.get("/table/nosuchtable").status_code == 404
