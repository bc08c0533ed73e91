"""Letters go only where somebody has said yes: links that confirm addresses, and those who would misuse them."""

from __future__ import annotations

from pathlib import Path
from queue import Empty

import httpx
import pytest

from kursbuch.web import mailboxes
from tests.web.letters import confirm, link_in, next_letter
from tests.web.test_api_notify import heard
from tests.web.test_auth import GOOD, sign_up, submit
from tests.web.test_passwords import NEW, browser, lost, with_mail

ANNA, OTHER = "anna@example.org", "other@example.org"


def wish(client: httpx.Client, address: str) -> str:
    return submit(client, "/account/notices", email=address, old=GOOD).headers["location"]


def nothing_comes() -> bool:
    with pytest.raises(Empty):
        heard.get(timeout=0.4)
    return True


def asked_for_a_password(url: str) -> bool:
    """Whether a letter with a link for a new password comes to Anna, and where to."""
    with browser(url) as stranger:
        submit(stranger, "/account/forgot", name="Anna")
    return nothing_comes()


def test_no_letters_come_before_a_yes_and_a_link_is_good_once(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna, browser(url) as phone:
        form = {"name": "Anna", "password": GOOD, "email": ANNA}
        assert submit(anna, "/account/sign-up", **form).headers["location"] == "/lobby"
        to, subject, text = next_letter()
        assert to == ANNA and subject == "Your e-mail address for Kursbuch" and "good for one day" in text
        assert "Anna" not in text.replace(ANNA, ""), "a name could be an advertisement"
        assert f"Not confirmed yet: {ANNA}." in anna.get("/account").text
        assert asked_for_a_password(url)
        link = link_in(text, "confirm")
        page = phone.get(link)  # to look agrees to nothing: programs do it, too
        assert "The account Anna" in page.text and ANNA in page.text
        assert page.headers["cache-control"] == "no-store"
        assert asked_for_a_password(url)
        assert submit(phone, link, answer="yes").headers["location"].endswith("done=confirmed")
        assert "Not confirmed yet" not in anna.get("/account").text
        submit(phone, "/account/forgot", name="Anna")
        assert next_letter()[0] == ANNA
        for again in (phone.get(link), submit(phone, link, answer="yes"), submit(phone, link, answer="no")):
            assert again.headers["location"].endswith("wrong=confirm")


def test_another_address_is_used_once_it_is_confirmed_and_the_old_one_is_told(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        assert wish(anna, ANNA) == "/account?done=asked"
        assert confirm(anna) == ANNA
        assert wish(anna, OTHER) == "/account?done=asked"
        assert f"Until then letters go to {ANNA}." in anna.get("/account").text
        to, _, text = next_letter()
        assert to == OTHER
        submit(anna, "/account/forgot", name="Anna")
        assert next_letter()[0] == ANNA  # still
        submit(anna, link_in(text, "confirm"), answer="yes")
        to, subject, text = next_letter()
        assert to == ANNA and subject == "Letters from Kursbuch go elsewhere" and OTHER not in text
        submit(anna, "/account/forgot", name="Anna")
        assert next_letter()[0] == OTHER
        assert wish(anna, "") == "/account?done=notices"  # none at all: at once
        assert asked_for_a_password(url)


def test_a_link_for_a_new_password_is_void_in_a_mailbox_that_is_the_account_s_no_longer(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        path = lost(url)
        submit(anna, "/account/sign-in", name="Anna", password=GOOD)
        wish(anna, OTHER)
        assert anna.get(path).status_code == 200
        confirm(anna)
        assert anna.get(path).headers["location"] == "/account/forgot?wrong=link"


def test_a_link_is_void_after_another_wish_a_new_password_a_day_or_a_no(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with with_mail(tmp_path) as url, browser(url) as anna:
        sign_up(anna, "Anna")

        def asked(address: str) -> str:
            wish(anna, address)
            return link_in(next_letter()[2], "confirm")

        first = asked(ANNA)
        second = asked(OTHER)
        third = asked(ANNA)  # the same as at first, but another wish
        for old in (first, second):
            assert submit(anna, old, answer="yes").headers["location"] == "/account?wrong=confirm"
        with monkeypatch.context() as later:
            later.setattr(mailboxes, "LIFETIME", -1)
            assert submit(anna, third, answer="yes").headers["location"] == "/account?wrong=confirm"
        assert submit(anna, third, answer="no").headers["location"] == "/account?done=refused"
        assert submit(anna, third, answer="yes").headers["location"] == "/account?wrong=confirm"
        fourth = asked(ANNA)
        submit(anna, "/account/password", old=GOOD, password=NEW)
        assert submit(anna, fourth, answer="yes").headers["location"] == "/account?wrong=confirm"
        assert asked_for_a_password(url)


def test_links_are_made_by_us_alone_and_one_kind_opens_no_other(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        wish(anna, ANNA)
        link = link_in(next_letter()[2], "confirm")
        head, dot, seal = link.rpartition(".")
        forged = f"{head}{dot}{'B' if seal[0] == 'A' else 'A'}{seal[1:]}"
        for wrong in (forged, "/account/confirm/x", "/account/confirm/WzEsIiJd.x.y"):
            assert submit(anna, wrong, answer="yes").headers["location"] == "/account?wrong=confirm"
        assert anna.get(link.replace("/confirm/", "/reset/")).headers["location"].endswith("wrong=link")
        with browser(url) as strange:  # a page of somebody else's cannot answer for whoever is there
            strange.get(link)
            assert strange.post(link, data={"answer": "yes"}).status_code == 403
        assert "Not confirmed yet" in anna.get("/account").text


def test_strangers_mailboxes_are_not_filled(tmp_path: Path):
    """By however many accounts, whatever is written before or after the name of the mailbox."""
    with with_mail(tmp_path, sign_ins=100) as url:
        ways = ("victim@example.org", "VICTIM@example.org", "victim+1@example.org", "victim+2@Example.org")
        said = []
        for number in range(8):
            with browser(url) as eve:
                sign_up(eve, f"Eve {'abcdefgh'[number]}")
                said.append(wish(eve, ways[number % len(ways)]).partition("?")[2])
        assert said == ["done=asked"] * 5 + ["wrong=many"] * 3
        assert len([next_letter() for _ in range(5)]) == 5 and nothing_comes()


def test_an_account_writes_to_few_strangers_and_an_address_of_the_net_to_few_as_well(tmp_path: Path):
    with with_mail(tmp_path, sign_ins=7) as url:
        with browser(url) as eve:
            sign_up(eve, "Eve")
            said = [wish(eve, f"v{n}@example.org").partition("?")[2] for n in range(6)]
            assert said == ["done=asked"] * 5 + ["wrong=many"]
            assert submit(eve, "/account/notices/again").headers["location"] == "/account?wrong=many"
        with browser(url) as eve:
            sign_up(eve, "Eva")
            said = [wish(eve, f"w{n}@example.org").partition("?")[2] for n in range(3)]
            assert said == ["done=asked"] * 2 + ["wrong=many"]
        assert len([next_letter() for _ in range(7)]) == 7 and nothing_comes()


def test_a_letter_can_be_sent_again_and_the_first_is_still_good(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url) as anna:
        sign_up(anna, "Anna")
        wish(anna, ANNA)
        assert submit(anna, "/account/notices/again").headers["location"] == "/account?done=asked"
        first, second = (link_in(next_letter()[2], "confirm") for _ in range(2))
        assert submit(anna, first, answer="yes").headers["location"] == "/account?done=confirmed"
        assert submit(anna, second, answer="yes").headers["location"] == "/account?wrong=confirm"
        submit(anna, "/account/notices/again")  # nothing waits: nothing is sent
        assert nothing_comes()


def test_the_letter_and_the_page_are_german_too(tmp_path: Path):
    with with_mail(tmp_path) as url, browser(url, "de") as anna:
        submit(anna, "/account/sign-up", name="Anna", password=GOOD, email=ANNA, language="de")
        _, subject, text = next_letter()
        assert subject == "Deine E-Mail-Adresse für Kursbuch" and "Er gilt einen Tag" in text
        assert "Ja, Briefe hierher" in anna.get(link_in(text, "confirm")).text
        assert "Noch nicht bestätigt" in anna.get("/account").text


def test_programs_leave_addresses_and_confirm_them(tmp_path: Path):
    with with_mail(tmp_path) as url, httpx.Client(base_url=f"{url}/api/v1") as program:
        token = program.post("/people", json={"name": "Anna", "password": GOOD}).json()["token"]
        head = {"Authorization": f"Bearer {token}"}
        assert program.post("/me/notifications/letter", headers=head).status_code == 404
        body = {"email": ANNA, "password": GOOD}
        answer = program.put("/me/notifications", json=body, headers=head).json()
        assert answer == {"email": "", "webhook": "", "every": 0, "wanted": ANNA}
        word = link_in(next_letter()[2], "confirm").rpartition("/")[2]
        # a program that knows nothing of it and changes something else
        same = program.put("/me/notifications", json={"email": ANNA, "every": 60}, headers=head)
        assert same.json() == {"email": "", "webhook": "", "every": 60, "wanted": ANNA}
        assert program.post("/me/notifications/letter", headers=head).status_code == 202
        next_letter()
        assert program.post("/mailboxes/answer", json={"link": "x"}).status_code == 404
        assert program.post("/mailboxes/answer", json={"link": word}).status_code == 204
        assert program.post("/mailboxes/answer", json={"link": word}).status_code == 404
        assert program.get("/me/notifications", headers=head).json()["email"] == ANNA
        # who has found the token does not take the way to a new password from its owner
        taken = program.put("/me/notifications", json={"email": ""}, headers=head)
        assert taken.status_code in (401, 403)
        assert program.get("/me/notifications", headers=head).json()["email"] == ANNA
        gone = program.put("/me/notifications", json={"email": "", "password": GOOD}, headers=head)
        assert gone.json()["email"] == ""
