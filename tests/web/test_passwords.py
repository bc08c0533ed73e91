"""A password changed by who knows it, and replaced for who has lost it: by a link in a letter, or by the keeper."""

from __future__ import annotations

import socketserver
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty
from typing import Any

import httpx
import pytest
from typer.testing import CliRunner

from kursbuch.cli.main import app
from kursbuch.core import BadInput
from kursbuch.web import passwords
from kursbuch.web.admin import new_password
from tests.web.backend import serving, sqlite
from tests.web.letters import confirm, link_in, next_letter
from tests.web.test_api_notify import Mailbox, heard, running
from tests.web.test_auth import GOOD, sign_up, submit

NEW = "battery staple"


@contextmanager
def browser(url: str, language: str = "en") -> Iterator[httpx.Client]:
    head = {"Accept": "text/html", "Accept-Language": language}
    with httpx.Client(base_url=url, headers=head) as client:
        yield client


def sign_in(client: httpx.Client, name: str, password: str) -> bool:
    answer = submit(client, "/account/sign-in", name=name, password=password)
    return "wrong=" not in answer.headers["location"]


@contextmanager
def with_mail(folder: Path, **more: Any) -> Iterator[str]:
    while not heard.empty():
        heard.get_nowait()
    with running(socketserver.ThreadingTCPServer(("127.0.0.1", 0), Mailbox)) as port:
        settings = sqlite(
            folder,
            smtp_host="127.0.0.1",
            smtp_port=port,
            smtp_tls=False,
            base_url="http://games.example",
            **more,
        )
        with serving(settings) as url:
            yield url


def letter() -> tuple[str, str]:
    """Subject and text of the next letter."""
    return next_letter()[1:]


def lost(url: str, folder_name: str = "Anna", **about: str) -> str:
    """An account with an e-mail address loses its password; gives the path of the link that is sent."""
    with browser(url) as client:
        form = {"name": folder_name, "password": GOOD, "email": "anna@example.org", **about}
        assert submit(client, "/account/sign-up", **form).headers["location"] == "/lobby"
        confirm(client)
    with browser(url) as client:
        assert submit(client, "/account/forgot", name=folder_name).headers["location"].endswith("done=sent")
    return link_in(letter()[1], "reset")


def test_a_password_is_changed_by_who_knows_it(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, browser(url) as here, browser(url) as elsewhere:
        sign_up(here, "Anna")
        assert sign_in(elsewhere, "Anna", GOOD)
        change = {"old": "a wrong one", "password": NEW}
        assert submit(here, "/account/password", **change).headers["location"] == "/account?wrong=old"
        change = {"old": GOOD, "password": "short"}
        assert submit(here, "/account/password", **change).headers["location"] == "/account?wrong=password"
        change = {"old": GOOD, "password": NEW}
        assert submit(here, "/account/password", **change).headers["location"] == "/account?done=password"
        assert here.get("/account").status_code == 200  # still signed in
        assert elsewhere.get("/account").status_code == 303  # but nowhere else
        assert not sign_in(elsewhere, "Anna", GOOD) and sign_in(elsewhere, "Anna", NEW)


def test_guessing_the_old_password_is_slowed_down(tmp_path: Path):
    with serving(sqlite(tmp_path, sign_ins=2)) as url, browser(url) as here:
        sign_up(here, "Anna")
        tries = [submit(here, "/account/password", old="guess", password=NEW) for _ in range(3)]
        assert [t.headers["location"].partition("=")[2] for t in tries] == ["old", "old", "many"]


def test_a_link_sets_a_new_password_once(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as thief, browser(url) as anna:
        path = lost(url)
        sign_in(thief, "Anna", GOOD)
        token = httpx.post(f"{url}/api/v1/tokens", json={"name": "Anna", "password": GOOD}).json()["token"]
        assert "Anna" in anna.get(path).text
        short = submit(anna, path, password="short")
        assert short.headers["location"] == f"{path}?wrong=password"
        assert submit(anna, path, password=NEW).headers["location"] == "/account/sign-in?done=reset"
        assert thief.get("/account").status_code == 303, "sessions are void"
        me = httpx.get(f"{url}/api/v1/me", headers={"Authorization": f"Bearer {token}"})
        assert me.status_code == 401, "and so are tokens"
        assert sign_in(anna, "Anna", NEW) and not sign_in(thief, "Anna", GOOD)
        assert submit(anna, path, password="another one").headers["location"].endswith("wrong=link")
        assert anna.get(path).headers["location"] == "/account/forgot?wrong=link"


def test_a_link_is_void_when_the_password_was_changed_or_time_has_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with with_mail(tmp_path) as url, browser(url) as anna:
        path = lost(url)
        assert anna.get(path).status_code == 200
        with monkeypatch.context() as later:
            later.setattr(passwords, "LIFETIME", -1)
            assert anna.get(path).headers["location"] == "/account/forgot?wrong=link"
        sign_in(anna, "Anna", GOOD)
        submit(anna, "/account/password", old=GOOD, password=NEW)
        assert anna.get(path).headers["location"] == "/account/forgot?wrong=link"


def test_a_made_up_link_opens_nothing(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        path = lost(url)
        head, dot, seal = path.rpartition(".")
        forged = f"{head}{dot}{'B' if seal[0] == 'A' else 'A'}{seal[1:]}"
        for wrong in (forged, "/account/reset/x", "/account/reset/WzEsMV0.x.y"):
            assert anna.get(wrong).headers["location"] == "/account/forgot?wrong=link"


def test_nobody_learns_who_has_an_account(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as stranger:
        lost(url)
        sign_up(stranger, "Ben")  # without an address
        answers = [submit(stranger, "/account/forgot", name=n) for n in ("Anna", "Ben", "Nobody", "")]
        assert {(a.status_code, a.headers["location"], a.text) for a in answers} == {
            (303, "/account/forgot?done=sent", "")
        }
        letter()  # Anna's
        with pytest.raises(Empty):
            heard.get(timeout=0.5)


def test_asking_for_links_is_slowed_down(tmp_path: Path):
    with with_mail(tmp_path, sign_ins=5) as url, browser(url) as stranger:
        lost(url)
        answers = [submit(stranger, "/account/forgot", name="Anna") for _ in range(6)]
        said = [a.headers["location"].partition("?")[2] for a in answers]
        assert said == ["done=sent"] * 4 + ["wrong=many"] * 2
        letters = [letter() for _ in range(2)]  # with the first one three in an hour, whoever asks
        assert len(letters) == 2
        with pytest.raises(Empty):
            heard.get(timeout=0.5)


def test_a_link_leads_to_our_own_server_whatever_a_request_says(tmp_path: Path):
    with with_mail(tmp_path) as url:
        lost(url)
        with browser(url) as evil:
            evil.headers["Host"] = "evil.example"
            submit(evil, "/account/forgot", name="Anna")
        assert "evil" not in letter()[1]


def test_letters_are_in_the_language_of_the_account(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url, "de") as anna:
        form = {"name": "Anna", "password": GOOD, "email": "anna@example.org", "language": "en"}
        submit(anna, "/account/sign-up", **form)
        confirm(anna)
        anna.get("/language/de")  # switching languages switches the letters, too
        submit(anna, "/account/forgot", name="Anna")
        subject, text = letter()
        assert subject == "Ein neues Passwort für Kursbuch" and "gilt eine Stunde" in text


def test_an_address_is_changed_only_with_the_password(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        given = {"email": "anna@example.org", "old": "not it"}
        assert submit(anna, "/account/notices", **given).headers["location"] == "/account?wrong=old"
        given = {"email": "anna@example.org", "old": GOOD}
        assert submit(anna, "/account/notices", **given).headers["location"] == "/account?done=asked"
        assert "anna@example.org" in anna.get("/account").text


def test_the_address_that_is_called_is_changed_only_with_the_password_by_page_and_program(tmp_path: Path):
    """A program that may manage an account shall not have its turns told elsewhere, nor to nobody."""
    settings = sqlite(tmp_path, webhooks=True, local_webhooks=True)
    mine, other = "http://127.0.0.1:9/mine", "http://127.0.0.1:9/other"
    with serving(settings) as url, browser(url) as anna, httpx.Client(base_url=f"{url}/api/v1") as program:
        sign_up(anna, "Anna")
        form = {"webhook": mine, "old": "not it"}
        assert submit(anna, "/account/notices", **form).headers["location"] == "/account?wrong=old"
        signing = {"name": "Anna", "password": GOOD, "scopes": ["manage"]}
        head = {"Authorization": f"Bearer {program.post('/tokens', json=signing).json()['token']}"}

        def wish(webhook: str, **more: str | int) -> int:
            return program.put(
                "/me/notifications", json={"webhook": webhook, **more}, headers=head
            ).status_code

        assert wish(mine) == wish(mine, password="not it") == 401
        assert wish(mine, password=GOOD) == wish(mine, every=60) == 200  # the same again needs none
        assert wish(other) == wish("") == 401
        assert program.get("/me/notifications", headers=head).json()["webhook"] == mine
        assert wish("", password=GOOD) == 200


def test_programs_change_and_replace_passwords(tmp_path: Path):
    with with_mail(tmp_path) as url, httpx.Client(base_url=f"{url}/api/v1") as program:
        link = lost(url).rpartition("/")[2]
        token = program.post("/tokens", json={"name": "Anna", "password": GOOD}).json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        wrong = program.put("/me/password", json={"old": "no", "password": NEW}, headers=head)
        assert wrong.status_code == 401
        assert (
            program.put("/me/password", json={"old": GOOD, "password": NEW}, headers=head).status_code == 204
        )
        assert program.get("/me", headers=head).status_code == 200  # tokens outlive a change
        late = program.post("/passwords/reset", json={"link": link, "password": GOOD})
        assert late.status_code == 404
        assert program.post("/passwords/forgotten", json={"name": "Anna"}).status_code == 202
        link = link_in(letter()[1], "reset").rpartition("/")[2]
        assert program.post("/passwords/reset", json={"link": link, "password": GOOD}).status_code == 204
        assert program.get("/me", headers=head).status_code == 401  # but not a reset


def test_without_mail_the_keeper_of_the_server_helps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    settings = sqlite(tmp_path)
    with serving(settings) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        assert "kursbuch reset-password" in anna.get("/account/forgot").text
        monkeypatch.setenv("KURSBUCH_DATABASE", settings.database)
        result = CliRunner().invoke(app, ["reset-password", "ANNA"])
        password = result.output.strip()
        assert result.exit_code == 0 and len(password) >= 16
        assert anna.get("/account").status_code == 303  # signed out
        assert not sign_in(anna, "Anna", GOOD) and sign_in(anna, "Anna", password)
    with pytest.raises(BadInput, match="no account"):
        new_password(settings, "Nobody")
