"""What is one's own: notes, tables put away, another game with the same people, invitations to copy and to scan."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.web.backend import WAIT, serving, sqlite
from tests.web.test_auth import submit


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("own"))) as address:
        yield address


def browser(url: str) -> httpx.Client:
    return httpx.Client(base_url=url, headers={"Accept": "text/html"}, timeout=WAIT)


def sit_down(anna: httpx.Client, ben: httpx.Client, **more: str) -> str:
    """A table of two; gives its address."""
    where = str(submit(anna, "/new", title="18te", mode="online", count="2", **more).headers["location"])
    secret = re.search(r"/invited/\w+/([\w-]+)", anna.get(f"{where}/invitation").text)
    assert secret
    submit(ben, f"{where}/join", invitation=secret[1], name="Ben")
    return where


def play(anna: httpx.Client, ben: httpx.Client, where: str) -> None:
    """Whoever is to decide passes, and both agree to end the game: it gives a result."""
    offered = ((one, re.search(r'data-do="([^"]+ passes)"', one.get(where).text)) for one in (anna, ben))
    first, passing = next((one, found[1]) for one, found in offered if found)
    assert submit(first, f"{where}/act", action=passing, moves="0").status_code == 200
    end(anna, ben, where)


def end(anna: httpx.Client, ben: httpx.Client, where: str) -> None:
    submit(anna, f"{where}/motion", kind="end")
    submit(ben, f"{where}/motion/answer", agree="yes")


def test_notes_are_kept_and_nobody_else_reads_them(url: str):
    with browser(url) as anna, browser(url) as ben:
        where = sit_down(anna, ben)
        submit(anna, f"{where}/notes", notes="sell KHS <b>soon</b>")
        assert "sell KHS &lt;b&gt;soon" in anna.get(f"{where}/notes").text
        assert "KHS" not in ben.get(f"{where}/notes").text
        assert "notes have" in submit(anna, f"{where}/notes", notes="x" * 20_001).text
        with browser(url) as eve:
            assert eve.get(f"{where}/notes").status_code == 403


def test_notes_at_many_tables_are_bounded_together(url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("kursbuch.store.keepsakes.TOGETHER", 50)
    with browser(url) as anna, browser(url) as ben:
        first, second = (sit_down(anna, ben) for _ in range(2))

        def note(client: httpx.Client, where: str, letters: int) -> str:
            return submit(client, f"{where}/notes", notes="x" * letters).text

        assert "together" not in note(anna, first, 30)
        assert "all your notes together have" in note(anna, second, 30)
        assert "x" * 30 not in anna.get(f"{second}/notes").text
        assert "together" not in note(ben, second, 30)  # each for themselves
        assert "together" not in note(anna, first, 10)  # shorter is always possible
        assert "together" not in note(anna, second, 40)


def test_a_table_put_away_leaves_ones_own_list_only(url: str):
    with browser(url) as anna, browser(url) as ben:
        where = sit_down(anna, ben, table="The long one")
        submit(anna, f"{where}/archive", on="yes")
        assert "The long one" not in anna.get("/lobby").text
        assert "The long one" in anna.get("/lobby?archived=true").text
        assert "The long one" in ben.get("/lobby").text
        assert "The long one" not in ben.get("/lobby?title=1889").text
        submit(anna, f"{where}/archive", on="no")
        assert "The long one" in anna.get("/lobby?title=18te").text


def test_games_that_go_on_stand_before_those_that_are_over(url: str):
    with browser(url) as anna, browser(url) as ben:
        running, over = (sit_down(anna, ben, table=name) for name in ("The elder", "The younger"))
        play(anna, ben, over)
        for client in (anna, ben):
            page = client.get("/lobby").text
            assert page.index(running) < page.index(over)


def test_the_same_people_play_again_in_other_seats(url: str):
    with browser(url) as anna, browser(url) as ben, browser(url) as eve:
        where = sit_down(anna, ben)
        assert submit(anna, f"{where}/rematch").status_code == 403  # it is not over
        end(anna, ben, where)
        assert "/rematch" in anna.get(where).text
        again = submit(anna, f"{where}/rematch").headers["location"]
        assert again != where
        assert again in ben.get("/lobby/invitations").text  # he is told, and finds it
        assert again not in eve.get("/lobby/invitations").text
        assert eve.get(again).status_code == 403
        assert submit(eve, "/new", title="18te", mode="hotseat", count="2").status_code == 303
        assert submit(eve, f"{again}/join").status_code == 403  # the seat is kept for Ben
        assert submit(ben, f"{where}/rematch").headers["location"] == again
        assert 'id="decision"' in ben.get(again).text  # it has begun
        assert submit(eve, f"{where}/rematch").status_code == 403


def test_an_invitation_can_be_copied_and_scanned(url: str):
    with browser(url) as anna:
        where = submit(anna, "/new", title="18te", mode="online", count="2").headers["location"]
        page = anna.get(f"{where}/invitation").text
        link = re.search(r'data-copy="([^"]+)"', page)
        assert link and "/invited/" in link[1] and "<svg" in page


def test_the_tab_tells_whoever_is_asked_something(url: str):
    with browser(url) as anna, browser(url) as ben:
        where = sit_down(anna, ben)
        waits = ben if "<title>● " in anna.get(where).text else anna
        other = anna if waits is ben else ben
        assert "<title>● " not in waits.get(where).text
        submit(other, f"{where}/motion", kind="end")
        assert "<title>● " in waits.get(where).text
        submit(waits, f"{where}/motion/answer", agree="yes")
        over = waits.get(where).text
        assert "<title>● " not in over and 'class="chips"' not in over
