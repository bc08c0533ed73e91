"""Order among people: reports, administrators, those who are muted or shut out, tables closed and opened again."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from typer.testing import CliRunner

import kursbuch as kb
from kursbuch.cli.main import app
from kursbuch.core import BadInput
from kursbuch.store import People, migrate, open_database
from kursbuch.store.conduct import Conduct
from kursbuch.web.names import checked_name
from kursbuch.web.service import Person
from kursbuch.web.setup import from_transcript
from tests.web.backend import Player, online, serving, sqlite
from tests.web.test_auth import submit
from tests.web.test_own import browser, sit_down
from tests.web.test_people import signed_up


class Office(NamedTuple):
    url: str
    file: Path
    boss: httpx.Client


@pytest.fixture(scope="module")
def office(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Office]:
    folder = tmp_path_factory.mktemp("conduct")
    settings = sqlite(folder, admins="Olga Office, Somebody Else", forbidden_names="swear", reports_an_hour=6)
    with serving(settings) as url, signed_up(url, "olga office") as boss:
        yield Office(url, folder / "games.sqlite3", boss)


def number(office: Office, name: str) -> str:
    with closing(sqlite3.connect(office.file)) as base:
        return str(base.execute("select max(id) from people where name = ?", (name,)).fetchone()[0])


def judge(office: Office, name: str, what: str, days: str = "1", why: str = "too loud") -> httpx.Response:
    return submit(office.boss, "/admin/people", person=number(office, name), what=what, days=days, why=why)


@pytest.mark.parametrize("place", ["", "/people", "/tables", "/log"])
def test_pages_of_the_office_are_nobody_elses(office: Office, place: str):
    assert office.boss.get(f"/admin{place}").status_code == 200
    with signed_up(office.url, f"Vera {place}") as other, browser(office.url) as nobody:
        for client in (other, nobody):
            assert client.get(f"/admin{place}").status_code == 404
        assert 'href="/admin"' not in other.get("/lobby").text
        assert submit(other, "/admin/people", person="1", what="ban", days="1", why="x").status_code == 404
        assert submit(other, "/admin/tables", table="x", what="close", why="x").status_code == 404
        assert submit(other, "/admin/reports", report="1").status_code == 404
    assert 'href="/admin"' in office.boss.get("/lobby").text


def test_a_name_with_an_office_does_not_become_free(office: Office):
    left = submit(office.boss, "/account/delete", old="long enough")
    assert left.status_code == 403 and "have that taken out first" in left.text
    assert office.boss.get("/admin").status_code == 200


def test_a_guest_named_like_an_administrator_is_none(office: Office):
    with Player(office.url, "Somebody Else") as guest:
        address = office.url + "/admin"
        assert httpx.get(address, headers=dict(guest.client.headers)).status_code == 404


def test_who_was_deleted_is_not_among_the_people(office: Office):
    with signed_up(office.url, "Gone Soon") as gone:
        assert "Gone Soon" in office.boss.get("/admin/people").text
        submit(gone, "/account/delete", old="long enough")
    page = office.boss.get("/admin/people").text
    assert "Gone Soon" not in page and "<b>?</b>" not in page


def test_lines_tables_and_people_are_reported_and_dealt_with(office: Office):
    with signed_up(office.url, "Rita") as rita, browser(office.url) as ben:
        where = sit_down(rita, ben)
        submit(ben, f"{where}/say", text="something <i>rude</i>")
        link = re.search(r'href="(/report\?table=\w+&amp;line=(\d+))"', rita.get(f"{where}/chat").text)
        assert link
        assert "/report?table" in ben.get(f"{where}/chat").text  # the table, not one's own line
        assert "line=" not in ben.get(f"{where}/chat").text
        page = rita.get(link[1].replace("&amp;", "&")).text
        assert "Ben: something &lt;i&gt;rude" in page
        table = where.removeprefix("/table/")
        assert (
            "An administrator will"
            in submit(rita, "/report", table=table, line=link[2], words="rude words").text
        )
        thanks = submit(rita, "/report", table=table, words="a name of a table").text
        assert f'href="/table/{table}"' in thanks  # and back
        submit(rita, "/report", person="olga office", words="looks at me")
        assert submit(rita, "/report", table=table, words=" ").status_code == 422
        assert submit(rita, "/report", person="Nobody There", words="x").status_code == 404
        with browser(office.url) as eve:  # who may not look at a table learns nothing by reporting it
            assert eve.get(f"/report?table={table}&line={link[2]}").status_code == 403
        told = office.boss.get("/admin").text
        for words in ("rude words", "a name of a table", "looks at me", "something &lt;i&gt;rude", "Rita"):
            assert words in told
        report = re.search(r'name="report" value="(\d+)"', told)
        assert report
        submit(office.boss, "/admin/reports", report=report[1], why="spoke with them")
        assert submit(office.boss, "/admin/reports", report=report[1]).status_code == 404  # once
        assert "spoke with them" in office.boss.get("/admin/log").text


def test_reports_are_limited(office: Office):
    with signed_up(office.url, "Many Words") as many:
        for _ in range(6):
            assert submit(many, "/report", person="olga office", words="again").status_code == 200
        assert submit(many, "/report", person="olga office", words="again").status_code == 429


def test_who_is_muted_is_told_why_and_until_when(office: Office):
    with signed_up(office.url, "Max Loud") as loud, browser(office.url) as ben:
        where = sit_down(loud, ben)
        assert judge(office, "Max Loud", "mute", why="shouts").status_code == 303
        answer = submit(loud, f"{where}/say", text="HELLO")
        assert answer.status_code == 403
        assert re.search(
            r"You may not write until 20\d\d-\d\d-\d\d \d\d:\d\d UTC\. The reason: shouts", answer.text
        )
        loud.get("/language/de")
        german = submit(loud, f"{where}/say", text="HELLO").text
        assert re.search(r"Du darfst bis \d+\.\d+\.20\d\d, \d\d:\d\d UTC nicht schreiben", german), german
        assert "HELLO" not in ben.get(f"{where}/chat").text
        assert loud.get(where).status_code == 200  # all else goes on
        assert "Max Loud" in office.boss.get("/admin/people?sanctioned=true").text
        judge(office, "Max Loud", "unmute")
        assert submit(loud, f"{where}/say", text="hello").status_code == 200


def test_who_is_shut_out_is_told_so_everywhere_and_can_come_again(office: Office):
    with signed_up(office.url, "Bert Bad") as bad, signed_up(office.url, "Ina") as ina:
        where = sit_down(bad, ina)
        known = {"name": "Bert Bad", "password": "long enough", "label": "program"}
        token = httpx.post(f"{office.url}/api/v1/tokens", json=known).json()["token"]
        judge(office, "Bert Bad", "ban", days="0", why="cheats")
        for place in ("/", "/lobby", where, "/account"):
            answer = bad.get(place)
            assert answer.status_code == 403 and "for good. The reason: cheats" in answer.text
        assert "Bert Bad" in bad.get("/").text  # and can sign out
        as_program = {"Authorization": f"Bearer {token}"}
        told = httpx.get(f"{office.url}/api/v1/tables/mine", headers=as_program).json()
        assert told["status"] == 403 and "cheats" in told["detail"]
        assert bad.get("/account/data").status_code == 200
        with browser(office.url) as again:  # a new session is no way round it
            submit(again, "/account/sign-in", name="Bert Bad", password="long enough")
            assert again.get("/lobby").status_code == 403
        assert "Bot" in ina.get(where).text or "bot" in ina.get(where).text  # the game goes on
        with closing(sqlite3.connect(office.file)) as base:
            seat = base.execute(
                "select bot from seats where person = ?", (number(office, "Bert Bad"),)
            ).fetchone()
        assert seat[0]
        judge(office, "Bert Bad", "unban")
        assert bad.get("/lobby").status_code == 200
        assert "I am back" in bad.get(where).text


def test_a_sanction_needs_a_reason_and_spares_administrators(office: Office):
    with signed_up(office.url, "Otto"):
        assert judge(office, "Otto", "ban", why=" ").status_code == 422
        assert judge(office, "Otto", "ban", days="2").status_code == 422
        assert judge(office, "Otto", "flog").status_code == 422
        assert judge(office, "olga office", "ban").status_code == 403
        assert (
            submit(office.boss, "/admin/people", person="99999", what="ban", days="1", why="x").status_code
            == 404
        )


def test_a_sanction_ends_by_itself(office: Office):
    with signed_up(office.url, "Sven Short") as short:
        judge(office, "Sven Short", "ban")
        assert short.get("/lobby").status_code == 403
        with closing(sqlite3.connect(office.file)) as base, base:
            base.execute(
                """update people set sanctions = '{"ban": {"until": "2020-01-01T00:00:00+00:00", "why": "x"}}'
                where name = 'Sven Short'"""
            )
        assert short.get("/lobby").status_code == 200


def test_a_closed_table_keeps_its_secrets_and_goes_on_when_opened(office: Office):
    with signed_up(office.url, "Tom") as tom, browser(office.url) as ben:
        where = sit_down(tom, ben, clock="live", clock_minutes="30", clock_increment="0")
        table = where.removeprefix("/table/")
        with closing(sqlite3.connect(office.file)) as base:
            before = base.execute("select acting, clock from tables where id = ?", (table,)).fetchone()
        submit(office.boss, "/admin/tables", table=table, what="close", why="a bad name")
        page = tom.get(where).text
        assert "closed by an administrator" in page and "a bad name" in page
        assert submit(tom, f"{where}/undo").status_code == 200
        assert tom.get(f"{where}/transcript").status_code == 403  # its seed stays secret
        assert submit(tom, f"{where}/rematch").status_code == 403
        assert submit(tom, f"{where}/back").status_code == 200
        assert submit(office.boss, "/admin/tables", table=table, what="close", why="again").status_code == 403
        assert "closed" in office.boss.get(f"/admin/tables?q={table}").text
        with browser(office.url) as eve:
            assert submit(eve, f"{where}/join", invitation="x", name="Eve").status_code == 403
        submit(office.boss, "/admin/tables", table=table, what="reopen")
        with closing(sqlite3.connect(office.file)) as base:
            after = base.execute(
                "select acting, clock, over, ended, due is not null from tables where id = ?", (table,)
            ).fetchone()
        assert after[0] == before[0] and after[2:] == (0, "", 1)
        assert "closed by an administrator" not in tom.get(where).text
        assert submit(office.boss, "/admin/tables", table=table, what="reopen").status_code == 403
        log = office.boss.get("/admin/log").text
        assert "table closed" in log and "table opened again" in log and "a bad name" in log


def test_a_closed_table_that_waits_takes_nobody_in(office: Office):
    with signed_up(office.url, "Uwe") as uwe, signed_up(office.url, "Ida") as ida:
        new = submit(uwe, "/new", title="18te", mode="online", count="2", visibility="public", table="Waits")
        where = new.headers["location"]
        table = where.removeprefix("/table/")
        submit(office.boss, "/admin/tables", table=table, what="close", why="empty")
        assert submit(ida, f"{where}/join").status_code == 403
        assert "Waits" not in ida.get("/lobby").text
        submit(office.boss, "/admin/tables", table=table, what="reopen")
        assert "Waits" in ida.get("/lobby").text
        assert submit(ida, f"{where}/join").status_code == 303


def test_the_office_sees_the_load_and_no_secret_of_a_game(office: Office):
    with online(office.url, "Anna", "Ben", visibility="private", name="Secret Society") as (_, table):
        page = office.boss.get("/admin").text
        assert "games running" in page and "live pages" in page
        assert "Secret Society" in office.boss.get("/admin/tables?q=secret").text
        assert office.boss.get(f"/table/{table}").status_code == 403  # a private table stays private


def test_administrators_are_named_on_the_command_line(tmp_path: Path):
    base = f"sqlite:///{tmp_path / 'games.sqlite3'}"
    with serving(sqlite(tmp_path)) as url, signed_up(url, "Wanda") as wanda:
        assert wanda.get("/admin").status_code == 404
        run = CliRunner().invoke
        assert run(app, ["admin", "grant", "wanda", "--database", base]).exit_code == 0
        assert wanda.get("/admin").status_code == 200
        assert "made an administrator" in wanda.get("/admin/log").text
        assert run(app, ["admin", "list", "--database", base]).output == "Wanda\n"
        assert isinstance(run(app, ["admin", "grant", "nobody", "--database", base]).exception, BadInput)
        run(app, ["admin", "revoke", "wanda", "--database", base])
        assert wanda.get("/admin").status_code == 404


@pytest.mark.parametrize(
    "name", ["Admin", "A.D.M.I.N 2", "Kursbuch", "Аnna", "Annօ", "Swearing Sam", "…", "Z̷a", "Kursbuch-Team"]
)
def test_names_are_checked(name: str):
    with pytest.raises(BadInput):
        checked_name(name, "swear, ")


@pytest.mark.parametrize(
    "name", ["Anna", "Jürgen 2", "Лена", "Ελένη", "小林", "小林 Ken", "Admiral", "O'Neill", "Anna Root"]
)
def test_names_of_all_the_world_are_welcome(name: str):
    assert checked_name(name, "") == name


def test_nobody_signs_up_under_a_name_that_looks_like_anothers(office: Office):
    with signed_up(office.url, "Alice Bepa"), browser(office.url) as client:
        for name in ("AIice Bepa", "A1ice Bepa", "alice bepa"):
            answer = submit(client, "/account/sign-up", name=name, password="long enough")
            assert "wrong=taken" in answer.headers["location"], name
        assert (
            "wrong"
            not in submit(client, "/account/sign-up", name="Alicia Bepa", password="long enough").headers[
                "location"
            ]
        )


def test_a_russian_name_that_looks_latin_is_taken_if_the_latin_one_is(office: Office):
    with signed_up(office.url, "Bepa"), browser(office.url) as client:
        answer = submit(client, "/account/sign-up", name="Вера", password="long enough")
        assert "wrong=taken" in answer.headers["location"]


def test_at_an_online_table_nobody_sits_under_a_name_that_sounds_official(office: Office):
    with Player(office.url, "Sly") as sly:
        seats = [{"player": "Administrator", "person": "me"}, {}]
        body = {"title": "18te", "mode": "online", "seats": seats}
        assert sly.client.post("/tables", json=body).status_code in (400, 422)


def test_who_is_muted_does_not_speak_by_names_of_tables_and_leagues(office: Office):
    with signed_up(office.url, "Mouth") as mouth:
        judge(office, "Mouth", "mute")
        table = {"title": "18te", "mode": "online", "count": "2", "visibility": "public"}
        assert submit(mouth, "/new", **table, table="Ben is a cheat").status_code == 403
        assert submit(mouth, "/new", **table, table="").status_code == 303
        league = {"title": "18te", "size": "2", "rounds": "1"}
        assert submit(mouth, "/leagues", **league, name="Ben is a cheat").status_code == 403


def test_who_is_muted_gives_nothing_another_name_that_others_read(office: Office):
    table = {"title": "18te", "count": "2", "table": "Quiet", "visibility": "public"}
    with signed_up(office.url, "Renamer") as mouth:
        public = submit(mouth, "/new", **table, mode="online").headers["location"]
        own = submit(mouth, "/new", title="18te", mode="hotseat", name0="A", name1="B").headers["location"]
        board = submit(mouth, f"{own}/what-if", table="Ben cheats").headers["location"]
        judge(office, "Renamer", "mute")
        assert submit(mouth, f"{public}/rename", table="Ben is a cheat").status_code == 403
        assert submit(mouth, f"{board}/share").status_code == 403
        assert submit(mouth, f"{board}/rename", table="Mine alone").status_code == 303


def test_who_is_muted_does_not_speak_by_a_published_edition(office: Office):
    with signed_up(office.url, "Editor") as mouth:
        assert submit(mouth, "/workshop/18te/name", name="Second printing").status_code == 303
        assert submit(mouth, "/workshop/18te/publish", published="yes").status_code == 303
        judge(office, "Editor", "mute")
        assert submit(mouth, "/workshop/18te/name", name="Ben is a cheat").status_code == 403
        assert submit(mouth, "/workshop/18te/undo").status_code == 403
        assert submit(mouth, "/workshop/18te/publish", published="no").status_code == 303
        alone = submit(mouth, "/workshop/18te/name", name="Ben is a cheat")  # nobody else reads it now
        assert alone.status_code == 303
        assert submit(mouth, "/workshop/18te/publish", published="yes").status_code == 403


def test_a_forbidden_name_cannot_sign_up(office: Office):
    with browser(office.url) as client:
        answer = submit(client, "/account/sign-up", name="Swear Word", password="long enough")
        assert "wrong=name" in answer.headers["location"]


def test_reports_deeds_and_sanctions_on_a_database(tmp_path: Path):
    async def run() -> None:
        database = open_database(f"sqlite:///{tmp_path / 'x.sqlite3'}")
        await migrate(database)
        people, conduct = People(database), Conduct(database)
        anna, ben = await people.add("Anna", None, "en"), await people.add("Ben", "hash", "en")
        await conduct.report(anna.id, "person", "words", person=ben.id, table=None)
        (report,) = await conduct.reports(settled=False, limit=5)
        assert (report.by, report.name, report.words) == ("Anna", "Ben", "words")
        await conduct.sanction(ben.id, "mute", None, "why", anna.id)
        assert [one.name for one in await conduct.people("", sanctioned=True, limit=5)] == ["Ben"]
        await conduct.lift(ben.id, "mute", "", anna.id)
        assert await conduct.people("", sanctioned=True, limit=5) == []
        assert [deed.what for deed in await conduct.deeds(5)] == ["unmute", "mute"]
        await database.close()

    asyncio.run(run())


def test_a_transcript_brings_no_name_to_an_online_table_that_nobody_may_take():
    owner = Person(1, "Anna", False, "en")
    text = kb.new_game("18te", ["Moderator", "Ben"], seed=5).to_json()
    with pytest.raises(BadInput, match=r"players\[0\]: this name cannot be taken here"):
        from_transcript(owner, text, "online", reseed=True)
    assert from_transcript(owner, text, "hotseat", reseed=False)[0].players == ["Moderator", "Ben"]
