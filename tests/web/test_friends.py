"""Friends and blocks, places kept for people, and looking for tables and players."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from tests.web.backend import serving, sqlite, wait_for
from tests.web.test_auth import submit
from tests.web.test_own import browser, play, sit_down
from tests.web.test_people import signed_up


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("friends"), friends_an_hour=100)) as address:
        yield address


def tie(client: httpx.Client, name: str, what: str = "ask", status: int = 303) -> None:
    assert submit(client, "/friends", name=name, what=what).status_code == status


def befriend(one: httpx.Client, one_name: str, other: httpx.Client, other_name: str) -> None:
    tie(one, other_name)
    tie(other, one_name)


def section(page: str, heading: str) -> str:
    """The part of a page under a heading."""
    return page.partition(f"<h2>{heading}</h2>")[2].partition("</section>")[0]


def public(client: httpx.Client, **more: str) -> str:
    values = {"title": "18te", "mode": "online", "count": "2", "visibility": "public", **more}
    return str(submit(client, "/new", **values).headers["location"])


def test_friends_are_those_who_both_say_so(url: str):
    with signed_up(url, "Fanny") as fanny, signed_up(url, "Georg") as georg:
        tie(fanny, "georg")
        assert "Georg" in section(fanny.get("/friends").text, "My friends")
        assert "asked" in section(fanny.get("/friends").text, "My friends")
        assert "Fanny" in section(georg.get("/friends").text, "They would like to be your friends")
        assert "Fanny" in georg.get("/lobby/invitations").text  # he need not look there for it
        tie(georg, "Fanny")
        for client, friend in ((fanny, "Georg"), (georg, "Fanny")):
            assert friend in section(client.get("/friends").text, "My friends")
            assert "asked" not in section(client.get("/friends").text, "My friends")
        tie(georg, "Fanny", "part")
        assert "Georg" not in fanny.get("/friends").text
        tie(fanny, "Fanny", status=422)
        tie(fanny, "Nobody There", status=404)
        tie(fanny, "Georg", "marry", status=422)
    with browser(url) as guest:
        assert guest.get("/friends").status_code == 403


def test_a_name_that_nobody_bears_is_refused_where_it_was_typed(url: str):
    with signed_up(url, "Ruth") as ruth:
        for what in ("ask", "block"):
            refused = submit(ruth, "/friends", name="Nobody There", what=what)
            assert refused.status_code == 404
            page = refused.text
            assert page.count('value="Nobody There"') == 1
            assert "nobody of this name" in page and 'name="what" value="ask"' in page
            assert (page.index("nobody of this name") > page.index('value="block"')) == (what == "block")


def test_a_profile_offers_what_is_still_to_do(url: str):
    with signed_up(url, "Pia") as pia, signed_up(url, "Quentin") as quentin:

        def offered(client: httpx.Client, name: str) -> list[str]:
            return re.findall(r'name="what"\s+value="(\w+)"', client.get(f"/people/{name}").text)

        assert offered(pia, "Quentin") == ["ask", "block"]
        tie(pia, "Quentin")
        assert offered(pia, "Quentin") == ["part", "block"] and "asked" in pia.get("/people/Quentin").text
        assert offered(quentin, "Pia") == ["ask", "block"] and "Accept" in quentin.get("/people/Pia").text
        tie(quentin, "Pia")
        assert "Friends no more" in quentin.get("/people/Pia").text
        tie(quentin, "Pia", "block")
        assert offered(quentin, "Pia") == ["unblock"]


def test_who_hides_is_not_found_by_asking(url: str):
    with signed_up(url, "Shy") as shy, signed_up(url, "Henry") as henry:
        submit(shy, "/account/profile", hidden="yes")
        tie(henry, "Shy", status=404)
        tie(shy, "Henry")  # who hides may ask, and be answered
        tie(henry, "Shy")
        assert "Shy" in section(henry.get("/friends").text, "My friends")


def test_who_hides_is_not_found_by_blocking_but_blocked_by_those_who_have_met_them(url: str):
    with signed_up(url, "Silke") as silke, signed_up(url, "Otto") as otto, signed_up(url, "Uwe") as uwe:
        where = public(silke)
        submit(otto, f"{where}/join")
        submit(silke, "/account/profile", hidden="yes")
        for what in ("block", "unblock", "part"):
            tie(uwe, "Silke", what, status=404)
            tie(uwe, "Nobody There", what, status=404)
        tie(otto, "Silke", "block")
        assert "Silke" in section(otto.get("/friends").text, "Blocked")
        tie(otto, "Silke", "unblock")


def test_a_blocked_person_neither_sits_down_nor_is_heard_nor_invites(url: str):
    with signed_up(url, "Karl") as karl, signed_up(url, "Lea") as lea, signed_up(url, "Mia") as mia:
        befriend(karl, "Karl", lea, "Lea")
        tie(lea, "Karl", "block")
        assert "Karl" in section(lea.get("/friends").text, "Blocked")
        assert "Lea" not in section(karl.get("/friends").text, "My friends").replace("asked", "")
        where = public(lea, table="No Karl")
        answer = submit(karl, f"{where}/join")
        assert answer.status_code == 403 and "does not want to play with you" in answer.text
        # nor where she is not the owner but sits
        hers = public(mia, table="Of three", count="3")
        submit(lea, f"{hers}/join")
        assert submit(karl, f"{hers}/join").status_code == 403
        # what he writes she does not read, others do
        assert submit(karl, f"{hers}/say", text="hear me").status_code == 200
        assert "hear me" in mia.get(f"{hers}/chat").text
        assert "hear me" not in lea.get(f"{hers}/chat").text
        assert "hear me" not in lea.get(hers).text
        # asked again he is heard of no more, and an invitation does not reach her
        tie(karl, "Lea")
        assert "Karl" not in section(lea.get("/friends").text, "They would like to be your friends")
        his = public(karl, table="Of Karl")
        submit(karl, f"{his}/places", name="Lea")
        assert "Of Karl" not in lea.get("/friends").text
        assert "Of Karl" not in lea.get("/tables").text and "Of Karl" in mia.get("/tables").text
        tie(lea, "Karl", "unblock")
        assert submit(karl, f"{where}/join").status_code == 303


def test_a_friend_is_invited_and_a_place_is_kept(url: str):
    with signed_up(url, "Nora") as nora, signed_up(url, "Olaf") as olaf, signed_up(url, "Pia") as pia:
        befriend(nora, "Nora", olaf, "Olaf")
        where = str(
            submit(nora, "/new", title="18te", mode="online", count="2", table="For Olaf").headers["location"]
        )
        assert olaf.get(where).status_code == 403
        assert "Olaf" in nora.get(f"{where}/places").text  # among the friends to choose from
        assert submit(olaf, f"{where}/places", name="Pia").status_code == 403
        submit(nora, f"{where}/places", name="olaf")
        assert "A place is kept for Olaf" in nora.get(f"{where}/places").text
        assert "For Olaf" in olaf.get("/friends").text
        assert submit(nora, f"{where}/places", name="Pia").status_code == 403  # there is no other seat
        link = re.search(r'data-copy="[^"]*(/invited/[^"]+)"', nora.get(f"{where}/invitation").text)
        assert link
        secret = link[1].rpartition("/")[2]
        assert submit(pia, f"{where}/join", invitation=secret).status_code == 403  # kept for Olaf
        submit(olaf, f"{where}/decline")
        assert "For Olaf" not in olaf.get("/friends").text
        assert "kept for Olaf" not in nora.get(f"{where}/places").text
        submit(nora, f"{where}/places", name="Olaf")
        submit(nora, f"{where}/places", name="Olaf", what="release")
        assert olaf.get(where).status_code == 403
        submit(nora, f"{where}/places", name="Olaf")
        assert submit(olaf, f"{where}/join").status_code == 303
        assert 'id="decision"' in olaf.get(where).text
        assert "For Olaf" not in olaf.get("/friends").text
        assert submit(nora, f"{where}/places", name="Pia").status_code == 403  # it has begun


def test_a_place_is_kept_for_a_name_without_an_account(url: str):
    with signed_up(url, "Quinn") as quinn, browser(url) as ruth, browser(url) as sam:
        where = str(submit(quinn, "/new", title="1889", mode="online", count="3").headers["location"])
        submit(quinn, f"{where}/places", name="Ruth")
        link = re.search(r'data-copy="[^"]*(/invited/[^"]+)"', quinn.get(f"{where}/invitation").text)
        assert link
        assert "Places are kept for Ruth" in ruth.get(link[1]).text
        secret = link[1].rpartition("/")[2]
        assert submit(sam, f"{where}/join", invitation=secret, name="Sam").status_code == 303
        with browser(url) as tina:
            assert submit(tina, f"{where}/join", invitation=secret, name="Tina").status_code == 403
        assert submit(ruth, f"{where}/join", invitation=secret, name="ruth").status_code == 303
        assert 'id="decision"' in ruth.get(where).text


def test_tables_are_found_by_what_they_are(url: str):
    with signed_up(url, "Ulla") as ulla, signed_up(url, "Viktor") as viktor, browser(url) as seeker:
        ulla.get("/language/de")
        befriend(ulla, "Ulla", viktor, "Viktor")
        live = {"clock": "live", "clock_minutes": "30", "clock_increment": "0"}
        public(ulla, table="Quick Q", **live)
        public(viktor, table="Slow Q", title="1889", count="3")

        def found(client: httpx.Client, **asked: str) -> set[str]:
            text = client.get("/tables", params={"q": "Q", **asked}).text
            return {name for name in ("Quick Q", "Slow Q") if f"<b>{name}</b>" in text}

        assert found(seeker) == {"Quick Q", "Slow Q"}
        assert found(seeker, title="18te") == found(seeker, clock="live") == {"Quick Q"}
        assert found(seeker, clock="none") == found(seeker, players="3") == {"Slow Q"}
        assert found(seeker, language="de") == {"Quick Q"}
        assert found(seeker, q="slow") == {"Slow Q"}
        assert found(seeker, free="true") == {"Quick Q", "Slow Q"}
        assert found(viktor, friends="true") == {"Quick Q"}
        where = re.search(r'href="(/table/\w+)"><b>Quick Q', seeker.get("/tables?q=quick").text)
        assert where
        submit(viktor, f"{where[1]}/join")
        assert found(seeker, free="true") == {"Slow Q"}
        assert seeker.get("/tables?page=3").status_code == 200
        assert seeker.get("/tables?players=99").status_code == 422


def test_people_are_found_by_what_they_play(url: str):
    with signed_up(url, "Xaver Search") as xaver, signed_up(url, "Xenia Search") as xenia:
        xenia.get("/language/de")
        play(xaver, xenia, sit_down(xaver, xenia))

        def found(**asked: str) -> set[str]:
            text = xaver.get("/people", params=asked).text
            return {name for name in ("Xaver Search", "Xenia Search") if f"<b>{name}</b>" in text}

        both = {"Xaver Search", "Xenia Search"}
        wait_for(lambda: found(q="x", title="18te") == both)
        assert found() == set()  # nobody is listed who was not looked for
        assert found(q="xa") == {"Xaver Search"} and found(q="x", language="de") == {"Xenia Search"}
        assert found(q="x", title="1889") == set() and found(q="x", page="2") == set()
        assert found(friends="true") == set()
        befriend(xaver, "Xaver Search", xenia, "Xenia Search")
        assert found(friends="true") == {"Xenia Search"}
        submit(xenia, "/account/profile", hidden="yes")
        assert found(q="x") == {"Xaver Search"}
