"""Plates in browsers: fetched once, kept for ever; what is shown is what the whole picture would show."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from kursbuch.draw import ZOOMS
from kursbuch.shelf import find, new_game, shelf
from kursbuch.web.pages.plates import HEADER, plate
from kursbuch.words import LANGUAGES
from tests.web.memory import make_app
from tests.web.test_browser_board import some_way_into
from tests.web.test_browser_table import CHROMIUM, DESKTOP, Visitor, base, browser
from tests.web.test_pages import Client

__all__ = ["base", "browser"]  # fixtures

SHORT = re.compile(r'<script type="text/plain" data-plate="(\w+)">(.*?)</script>', re.S)
# the pictures of the page, and those that it would be sent without a plate
COMPARED = """async (picture) => {
  const answer = await fetch(location.pathname + "/panels");
  const whole = new DOMParser().parseFromString(await answer.text(), "text/html");
  const plain = (page) => page.querySelector(picture).outerHTML;
  return [plain(document), plain(whole)];
}"""
# other scripts name hexes for screen readers
NAMED = re.compile(r' (?:role|tabindex|aria-label|data-zoom|viewBox)="[^"]*"| class="nu-[^"]*"')


def loaded(client: Client, title: str) -> str:
    game = new_game(title, 3, seed=7)
    return client.ask("POST", "/load", files={"file": ("game.json", game.to_json().encode())}).headers[
        "location"
    ]


@pytest.mark.parametrize("title", ["1889", "nuremberg"])
def test_a_page_links_its_plate_and_holds_short_pictures(title: str) -> None:
    client = Client(make_app())
    path = loaded(client, title)
    page = client.get(path)
    short = SHORT.findall(page)
    address = re.search(r'src="(/plate/[^"]+/(\w+)\.js)"', page)
    assert address is not None and {id for id, _ in short} == {address[2]} and len(short) == 2
    answer = client.ask("GET", address[1])
    assert "immutable" in answer.headers["cache-control"] and "public" in answer.headers["cache-control"]
    assert "javascript" in answer.headers["content-type"]
    another = address[1].replace(address[2], "0" * 16)
    assert client.ask("GET", another).status_code == 404
    for players in (0, 99, 10**18):  # of which no list of names is made, however many somebody asks for
        crowd = re.sub(r"/3/", f"/{players}/", address[1], count=1)
        assert client.ask("GET", crowd).status_code == 404

    panels = client.get(f"{path}/panels")
    assert not SHORT.search(panels) and panels.count("<svg") >= 2
    known = plate(*address[1].split("/")[2:3], 3, "en", int(address[1].split("/")[5]))
    assert known is not None and all(known.whole(picture) in panels for _, picture in short)
    held = client.ask("GET", f"{path}/panels", headers={HEADER: address[2]}).text
    assert len(SHORT.findall(held)) == 2 and len(held) < len(panels) - 15_000
    strange = client.ask("GET", f"{path}/panels", headers={HEADER: "0" * 16}).text
    assert not SHORT.search(strange)


def test_the_plates_of_all_titles_in_all_languages_are_kept_at_once() -> None:
    """Else a server with many tables makes the same ones again and again."""
    different = sum(len(find(title).info.players) for title in shelf()) * len(LANGUAGES) * len(ZOOMS)
    room = plate.cache_parameters()["maxsize"]
    assert room is not None and room > 2 * different
    few, many = (plate("18te", players, "de", 1) for players in (2, 3))
    assert few is many, "two numbers of players with the same board share one"


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)")
@pytest.mark.parametrize("title", ["18te", "1853", "nuremberg"])
def test_the_browser_makes_them_whole(browser: Any, base: str, title: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, f"plates-{title}", locale="en-GB", **DESKTOP)
    anna.load(some_way_into(title), tmp_path)
    assert anna.page.locator("script[data-plate]").count() == 0
    pictures = ["#market svg"] if title != "nuremberg" else ["#nu-tracks svg"]
    for picture in [*pictures, "#kb-stops" if title != "nuremberg" else ".nu-name"]:
        here, whole = anna.page.evaluate(COMPARED, picture)
        assert NAMED.sub("", here) == NAMED.sub("", whole)
    anna.done()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)")
def test_without_its_plate_a_page_asks_for_whole_pictures(browser: Any, base: str, tmp_path: Path) -> None:
    anna = Visitor(browser, base, "no-plate", locale="en-GB", **DESKTOP)
    anna.page.route("**/plate/**", lambda route: route.fulfill(status=404))
    anna.load(some_way_into("18te", 40), tmp_path)
    anna.page.wait_for_selector("#board svg [data-hex]")
    hexes = anna.page.locator("#board svg .kb-hex").count()
    assert hexes > 20
    anna.page.goto(f"{anna.page.url}?at=30")
    anna.page.wait_for_selector("#board svg [data-hex]")
    anna.drawn()
    assert anna.page.locator("#status").get_attribute("data-at") == "30", (
        "another move than the one asked for"
    )
    with_none = browser.new_context(java_script_enabled=False, storage_state=anna.context.storage_state())
    page = with_none.new_page()
    page.goto(anna.page.url)
    page.wait_for_selector("#board svg [data-hex]")
    assert page.locator("#board svg .kb-hex").count() == hexes and page.url.endswith("&at=30")
    with_none.close()
    assert all("404" in error for error in anna.errors)
    anna.errors.clear()
    anna.done()
