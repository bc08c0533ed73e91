"""Pictures of a game as files, and what a link to it shows where it is posted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import httpx
import pytest

from kursbuch.web.pages.png import SANS, found_family, png_of
from tests.web.backend import WAIT, serving, sqlite
from tests.web.test_auth import submit


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("pictures")
    with serving(sqlite(folder)) as url, httpx.Client(base_url=url, timeout=WAIT) as browser:
        browser.get("/")
        yield browser


@pytest.mark.parametrize(
    "title, names", [("18te", ("board", "market", "tiles")), ("nuremberg", ("board", "tracks"))]
)
def test_every_picture_is_a_file_of_its_own(
    browser: httpx.Client, title: str, names: tuple[str, ...]
) -> None:
    path = submit(browser, "/new", title=title, mode="hotseat", count="3").headers["location"]
    card = browser.get(f"{path}/card/pictures").text
    for name in names:
        assert f"{path}/picture/{name}.svg" in card
        answer = browser.get(f"{path}/picture/{name}.svg")
        assert answer.headers["content-type"].startswith("image/svg+xml")
        root = ElementTree.fromstring(answer.text)
        assert root.tag.endswith("svg") and "style" in answer.text
    assert browser.get(f"{path}/picture/worth.svg").status_code == 404  # not before the end
    assert browser.get(f"{path}/picture/nothing.svg").status_code == 404


def test_only_a_table_that_all_may_see_has_a_preview_picture(browser: httpx.Client) -> None:
    private = submit(browser, "/new", title="18te", mode="hotseat", count="2").headers["location"]
    assert "og:image" not in browser.get(private).text
    open_to_all = submit(
        browser, "/new", title="18te", mode="hotseat", count="2", visibility="public"
    ).headers["location"]
    assert f"{open_to_all}/link.png" in browser.get(open_to_all).text
    with httpx.Client(base_url=browser.base_url, timeout=WAIT) as stranger:
        assert stranger.get(f"{open_to_all}/picture/board.svg").status_code == 200
        assert stranger.get(f"{private}/picture/board.svg").status_code in (302, 303, 403)
        shown = stranger.get(f"{open_to_all}/link.png")
        assert shown.headers["content-type"] == "image/png" and shown.content[1:4] == b"PNG"
        assert browser.get(f"{open_to_all}/link.png").content == shown.content  # also for who sits there
        assert stranger.get(f"{private}/link.png").status_code in (302, 303, 403)


def test_previews_have_letters_whatever_fonts_the_server_has():
    if found_family(SANS) is None:
        pytest.skip("there are no fonts on this machine")
    words = '<text x="20" y="40" font-family="No Such Font,sans-serif">Words</text>'
    for extra in ("", "<style>text{font-size:max(var(--size),var(--least,0px))}</style>"):
        picture = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50">{}</svg>'
        assert png_of(picture.format(extra + words)) != png_of(picture.format(""))
        assert png_of(picture.format(extra + words)) == png_of(picture.format(words))
