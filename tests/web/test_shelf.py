"""The start page: every title with its facts, and what happens when one of them cannot be loaded."""

from __future__ import annotations

import re

import pytest

from kursbuch.core import Title, TitleInfo
from kursbuch.shelf import find, new_game, titles
from kursbuch.web.pages import pictures
from kursbuch.web.pages import shelf as cards
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.web.memory import make_app
from tests.web.test_pages import Client


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("info", titles(), ids=lambda info: info.id)
def test_a_title_shows_its_facts(info: TitleInfo, language: str) -> None:
    page = Client(make_app(), language).get("/")
    card = page.split(f'id="title-{info.id}"')[1].split("</article>")[0]
    assert f'src="/cover/{info.id}/{language}/light.svg"' in card, "no picture"
    assert f"<b>{info.players[0]}–{info.players[-1]}</b>" in card
    assert f"<b>{info.minutes}</b>" in card
    assert card.count('<i class="on">') == info.difficulty
    assert len(words(language)(info.summary)) > 80
    sentences = re.findall(r"<option[^>]*>([^<]+)</option>", card)
    assert all(sentences)


def test_a_title_that_fails_to_load_leaves_the_others_on_the_shelf(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(title: str) -> Title:
        if title == "1889":
            raise ImportError("half installed")
        return find(title)

    monkeypatch.setattr(cards, "find", broken)
    page = Client(make_app(), "de").get("/")
    assert 'id="title-18te"' in page and 'id="title-1889"' not in page
    assert "Auf diesem Server zurzeit nicht spielbar" in page and ": 1889</p>" in page


def test_a_title_whose_picture_fails_is_still_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def blank(title: str, language: str, dark: bool) -> None:
        raise ValueError("no picture today")

    monkeypatch.setattr(cards, "cover", blank)
    client = Client(make_app())
    assert 'id="title-18te"' in client.get("/")
    assert ">18te</text>" in client.get("/cover/18te/en/light.svg")


def test_the_start_page_is_light_and_the_pictures_are_kept_by_the_browser() -> None:
    client = Client(make_app(), "de")
    assert len(client.get("/").encode()) < 150_000
    first = client.ask("GET", "/cover/18te/de/dark.svg")
    assert "max-age" in first.headers["cache-control"] and "kb-dark" in first.text
    again = client.ask("GET", "/cover/18te/de/dark.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert client.ask("GET", "/cover/none/de/dark.svg").status_code == 404


@pytest.mark.parametrize("title", [info.id for info in titles() if info.id != "nuremberg"])
def test_the_picture_shows_a_game_under_way(title: str) -> None:
    assert pictures.cover(title, "en").count('class="kb-token"') > 3, (
        "an empty board: its cover no longer fits"
    )


def test_an_online_table_has_seats_for_people_and_bots() -> None:
    fields = {"count": "3", "robots": "1", "bot": "random"}
    seats = cards.seats_of("18te", "online", fields, 7, "Anna")
    assert [(s.player, s.person, s.bot) for s in seats] == [
        ("Anna", 7, ""),
        ("", None, ""),
        ("Clara", None, "random"),
    ]
    alone = cards.seats_of("18te", "online", {**fields, "robots": "9"}, 7, "Anna")
    assert [bool(s.bot) for s in alone] == [False, True, True]


@pytest.mark.parametrize("title, kind, left", [("1889", "D", "∞"), ("1889", "6", "×2")])
def test_the_depot_says_how_many_trains_are_left(title: str, kind: str, left: str) -> None:
    scene = scene_of(new_game(title, 2, seed=1), (), words("en"))
    assert next(stack.left for stack in depot(scene).stacks if stack.kind == kind) == left


@pytest.mark.parametrize("path", ["/rules", "/rules/18te", "/glossary"])
def test_a_small_screen_has_a_menu_with_the_way_to_an_account_on_every_page(path: str) -> None:
    """The bar has no room for its links there."""
    menu = Client(make_app(), "en").get(path).split('id="menu" popover')[1].split("</div>")[0]
    assert 'href="/lobby"' in menu
    assert f'href="/account/sign-in?next={path}"' in menu
