"""People as others see them: results, ratings, hiding; taking data along, and leaving for good."""

from __future__ import annotations

import inspect
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any

import httpx
import pytest

from kursbuch.store.leaving import Leaving
from kursbuch.store.results import Rating
from kursbuch.store.schema import metadata, people
from kursbuch.web.service import Seat
from kursbuch.web.standings import rated, results_of
from tests.web.backend import serving, sqlite, wait_for
from tests.web.test_auth import submit
from tests.web.test_own import browser, end, play, sit_down


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("people"))) as address:
        yield address


@contextmanager
def signed_up(url: str, name: str) -> Iterator[httpx.Client]:
    with browser(url) as client:
        assert submit(client, "/account/sign-up", name=name, password="long enough").status_code == 303
        yield client


def test_who_wins_against_a_better_one_rises_more():
    strong, weak = Rating(30.0, 3.0, 20), Rating(20.0, 3.0, 20)
    upset = rated({1: weak, 2: strong}, {1: 1, 2: 2})
    usual = rated({1: weak, 2: strong}, {1: 2, 2: 1})
    assert upset[1].mu - weak.mu > usual[2].mu - strong.mu > 0
    assert upset[1].games == 21 and upset[1].sigma < weak.sigma


def test_places_are_shared_and_broken_as_the_title_says():
    class Rules:
        def view(self, state: Any, player: Any) -> dict[str, Any]:
            return {"winners": ["B"]}

    class Game:
        players = ("A", "B", "C")
        state = None
        rules = Rules()

        def scores(self) -> dict[str, int]:
            return {"A": 90, "B": 90, "C": 50}

    class Info:
        seats = (Seat("A", 1), Seat("B", 2), Seat("C", None, "house"))

    found: Any = results_of(Info(), Game())  # type: ignore[arg-type]
    assert [(one.player, one.person, one.place) for one in found] == [
        ("A", 1, 2),
        ("B", 2, 1),
        ("C", None, 3),
    ]


def test_a_profile_shows_games_and_can_be_hidden(url: str):
    with signed_up(url, "Rosa Example") as rosa, browser(url) as ben:
        play(rosa, ben, sit_down(rosa, ben))
        wait_for(lambda: "18TE" in rosa.get("/people/Rosa%20Example").text)
        assert "18TE" in ben.get("/people/rosa example").text  # names that look the same are the same
        assert "Rosa Example" in ben.get("/people?q=rosa").text
        submit(rosa, "/account/profile", hidden="yes")
        hidden, nobody = ben.get("/people/Rosa%20Example"), ben.get("/people/Nobody%20At%20All")
        assert hidden.status_code == nobody.status_code == 404
        assert "Rosa Example" not in ben.get("/people?q=rosa").text.replace('value="rosa"', "")
        assert rosa.get("/people/Rosa%20Example").status_code == 200


def test_pages_of_people_speak_german(url: str):
    """Days are written as Germans do, and a phone, whose bar has no room, finds the way out on one's own page."""
    with signed_up(url, "berta") as berta:
        berta.get("/language/de?next=/")
        page = berta.get("/people/berta").text
        today = datetime.now(UTC)
        assert f"hier seit {today.day}.{today.month}.{today.year}" in page
        assert '<h1 class="name">berta</h1>' in page  # as it was chosen, not with a capital letter
        assert 'action="/account/sign-out"' in berta.get("/account").text.partition("<main")[2]


def test_a_game_broken_off_by_agreement_gives_no_rating(url: str):
    with signed_up(url, "Carla") as carla, browser(url) as ben:
        play(carla, ben, sit_down(carla, ben))
        wait_for(lambda: "18TE" in carla.get("/people/Carla").text)
        assert "±" not in carla.get("/people/Carla").text


def test_a_game_ended_before_any_move_gives_no_result(url: str):
    with signed_up(url, "Clemens") as clemens, browser(url) as ben:
        end(clemens, ben, sit_down(clemens, ben))
        play(clemens, ben, sit_down(clemens, ben))
        wait_for(lambda: "18TE" in clemens.get("/people/Clemens").text)
        assert len(json.loads(clemens.get("/account/data").text)["results"]) == 1


def test_all_data_can_be_taken_along(url: str):
    with signed_up(url, "Dora") as dora, browser(url) as ben:
        where = sit_down(dora, ben)
        submit(dora, f"{where}/say", text="hello")
        submit(dora, f"{where}/notes", notes="mine alone")
        submit(ben, f"{where}/say", text="somebody else's words")
        text = dora.get("/account/data").text
        data = json.loads(text)
        assert data["person"][0]["name"] == "Dora" and data["chat"][0]["text"] == "hello"
        assert data["notes"][0]["notes"] == "mine alone"
        assert "somebody else" not in text and "argon2" not in text and '"seed"' not in text
        with browser(url) as nobody:
            assert nobody.get("/account/data").status_code == 403


def test_leaving_needs_the_password_and_leaves_nothing_but_the_game(url: str):
    with signed_up(url, "Emil") as emil, browser(url) as ben:
        where = sit_down(emil, ben)
        submit(emil, f"{where}/say", text="goodbye")
        assert submit(emil, "/account/delete", old="wrong").headers["location"] == "/account?wrong=old"
        assert submit(emil, "/account/delete", old="long enough").headers["location"] == "/"
        assert emil.get(where).status_code == 403
        assert ben.get("/people/Emil").status_code == 404
        with browser(url) as again:
            wrong = submit(again, "/account/sign-in", name="Emil", password="long enough")
            assert "wrong" in wrong.headers["location"]
        chat = ben.get(f"{where}/chat").text
        assert "goodbye" in chat and "<b>Emil</b>" not in chat
        # a bot moves on in the seat
        ben_acts = "decision-panel tab-play mine"
        wait_for(lambda: ben_acts in ben.get(where).text)


def test_whatever_hangs_on_a_person_can_be_taken_along():
    """A table of the store that names people is part of their data, or is named here with a reason."""
    ours = {
        "seats": "with the tables",
        "deeds": "the office's own log; what stands against a person is told as sanctions",
    }
    named = {t.name for t in metadata.tables.values() for key in t.foreign_keys if key.column.table is people}
    asked = inspect.getsource(Leaving.data)
    missing = {name for name in named - set(ours) if f"{name}.c." not in asked and name != "tables"}
    assert not missing


def test_who_leaves_leaves_no_bots_to_themselves_and_the_others_may_fill_the_seat(url: str):
    with signed_up(url, "Frida") as frida, browser(url) as ben:
        alone = submit(frida, "/new", title="18te", mode="bots", count="2", name0="Frida").headers["location"]
        waiting = submit(
            frida, "/new", title="18te", mode="online", count="2", visibility="public", table="Frida waits"
        ).headers["location"]
        where = sit_down(frida, ben)
        assert "Frida waits" in ben.get("/lobby").text
        submit(frida, "/account/delete", old="long enough")
        assert "Frida waits" not in ben.get("/lobby").text and waiting
        page = wait_for_text(ben, where, "Let somebody new take the seat")
        assert "/motion" in page and alone
        submit(ben, f"{where}/motion", kind="open", player="Frida")
        assert "The seat of Frida can be taken" in ben.get(where).text


def wait_for_text(client: httpx.Client, where: str, text: str) -> str:
    wait_for(lambda: text in client.get(where).text)
    return client.get(where).text


def test_a_guest_who_signs_in_brings_everything_but_a_second_hand(url: str):
    """Whoever plays in a new browser before they sign in there loses nothing by it."""
    with signed_up(url, "Otto") as otto, signed_up(url, "Gerda") as gerda, browser(url) as guest:
        alone = submit(guest, "/new", title="18te", mode="hotseat", count="2").headers["location"]
        theirs = sit_down(guest, gerda)
        both = sit_down(otto, guest)
        submit(guest, f"{theirs}/notes", notes="sell KHS")
        submit(guest, f"{theirs}/orders", kind="only")
        submit(guest, "/account/sign-in", name="otto", password="long enough")
        assert all(where in guest.get("/lobby").text for where in (alone, theirs, both))
        assert "sell KHS" in guest.get(f"{theirs}/notes").text
        assert "Take the only choice where" in guest.get(f"{theirs}/orders").text
        assert guest.get(f"{both}/orders").status_code == 200  # which is for those with one player


def test_a_guest_leaves_without_a_password(url: str):
    with browser(url) as guest:
        submit(guest, "/new", title="18te", mode="hotseat", count="2")
        assert submit(guest, "/account/delete").headers["location"] == "/"
        assert guest.get("/account", follow_redirects=False).status_code == 303
