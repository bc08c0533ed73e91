"""The workshop in a real browser: every kind of block edited, in German and English; track drawn; a phone."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from kursbuch.editions.box import built_in
from kursbuch.editions.reading import edition_of_text
from kursbuch.editions.sources import block_paths
from kursbuch.shelf import family_of
from tests.web.backend import serving, sqlite
from tests.web.test_browser_table import CHROMIUM, DESKTOP, PHONE, browser

pytestmark = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)"
)
__all__ = ["browser"]
DONE = {"en": "Set as typed", "de": "So setzen"}
SO = {"en": "Exactly so", "de": "Genau so"}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("workshop"))) as address:
        yield address


@pytest.fixture
def page(browser: Any) -> Iterator[Any]:
    context = browser.new_context(**DESKTOP)
    shown = context.new_page()
    shown.set_default_timeout(60_000)
    shown.wrong = []
    shown.on("pageerror", lambda error: shown.wrong.append(str(error)))
    yield shown
    assert shown.wrong == []
    context.close()


def kinds(title: str) -> list[str]:
    """One block of each kind."""
    seen: dict[tuple[str, ...], str] = {}
    family = family_of(title)
    for path in block_paths(family, built_in(family)):
        seen.setdefault(path[:2] if len(path) == 3 else path, ".".join(path))
    return list(seen.values())


def edition(page: Any, base: str, title: str) -> Any:
    return edition_of_text(page.request.get(f"{base}/workshop/{title}/edition.toml").text()).files


def edit(page: Any) -> str:
    """Change something in the open form: one more of a number, or another word; gives the name of the field."""
    fields = page.locator("form.values .fields")
    number = fields.locator("input[type=number]:visible").first
    if number.count():
        number.fill(str(int(number.input_value() or 0) + 1))
        return str(number.get_attribute("name"))
    words = fields.locator("input:not([type=checkbox]):visible, textarea:visible").first
    if words.count():
        parts = words.input_value().split(", ")
        whole = parts[-1].lstrip("-").isdecimal()
        parts[-1] = str(int(parts[-1]) + 1) if whole else f"{parts[-1]}"
        words.fill(", ".join(parts))
        return str(words.get_attribute("name"))
    return ""


@pytest.mark.parametrize(
    ("title", "language"),
    [("1889", "en"), ("18do-beer", "de"), ("nuremberg", "en"), ("18chesapeake", "de"), ("1853", "de")],
)
def test_every_kind_of_block_is_edited(page: Any, base: str, title: str, language: str) -> None:
    page.context.add_cookies([{"name": "kb_language", "value": language, "url": base}])
    page.goto(f"{base}/workshop/{title}")
    for at in kinds(title):
        page.locator(f'.all-blocks a[data-at="{at}"]').dispatch_event("click")
        page.wait_for_selector(f'#block form.values [name="at"][value="{at}"]', state="attached")
        assert edit(page) or not page.locator("form.values .fields input").count(), at
        with page.expect_navigation():
            page.get_by_role("button", name=DONE[language]).click()
        assert page.locator(".block .wrong").count() == 0, (
            at,
            page.locator(".block .wrong").all_inner_texts(),
        )
    made = edition(page, base, title)
    for at in kinds(title):
        said: Any = made
        for key in at.split(".", 2):
            said = said[key]
        assert said["source"]["kind"] == "box", at


def test_a_hex_is_clicked_its_track_drawn_and_confirmed(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/18te")
    page.locator('[data-hex="D6"]').first.click(force=True)  # what is printed there lies in another layer
    page.wait_for_selector('input[name="at"][value="board.hexes.D6"]', state="attached")
    page.locator("[data-of]").select_option("city.0")
    for side in (1, 4):
        before = page.locator("#drawn svg").inner_html()
        page.locator(f'button[data-side="{side}"]').click()
        page.wait_for_function(
            "before => document.querySelector('#drawn svg').innerHTML !== before", arg=before
        )
    assert page.locator('[name="f:city.0.edges"]').input_value() == "1, 4"
    page.locator('input[name="f:cost"]').fill("5000")
    page.wait_for_selector(".field.bad")  # told while it is typed
    page.locator('input[name="f:cost"]').fill("60")
    page.wait_for_selector(".field.bad", state="detached")
    page.get_by_role("button", name=SO["en"]).click()
    page.wait_for_selector('.all-blocks a.sure-box[data-at="board.hexes.D6"]', state="attached")
    block = edition(page, base, "18te")["board"]["hexes"]["D6"]
    assert (block["cost"], block["city"], block["source"]["kind"]) == (
        60,
        [{"slots": 1, "edges": [1, 4]}],
        "box",
    )
    page.locator("h1").click()
    page.keyboard.press("z")  # undo
    page.wait_for_selector('.all-blocks a.sure-public[data-at="board.hexes.D6"]', state="attached")
    assert list(edition(page, base, "18te")) == ["edition"]


@pytest.mark.parametrize("title", ["18te", "18do-beer", "1853", "nuremberg", "1889", "1830", "18chesapeake"])
def test_what_is_clicked_on_a_board_opens_its_form(page: Any, base: str, title: str) -> None:
    page.goto(f"{base}/workshop/{title}")
    there = page.locator(".board-stage [data-hex]").nth(20)
    there.click(force=True)
    page.wait_for_function(
        "id => document.querySelector('#block [name=at]')?.value.endsWith('.' + id)",
        arg=there.get_attribute("data-hex"),
    )


def test_a_stop_is_clicked_before_its_sides(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/18chesapeake?at=board.hexes.H6")
    page.locator('#drawn [data-stop="H6.1"]').click()
    page.locator('button[data-side="3"]').click()
    assert page.locator('[name="f:city.1.edges"]').input_value() == "3, 4"
    assert page.locator('[name="f:city.0.edges"]').input_value() == "1"
    page.locator("[data-of]").select_option("border")
    shut = [side.is_disabled() for side in page.locator("button[data-side]").all()]
    assert shut == [True, False, False, False, False, False], "south of Baltimore there is no hex"


def test_a_field_of_the_price_table_is_clicked_and_set(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/1830?at=market")
    page.locator('#drawn [data-at="1,6"]').click()  # the 90 at which companies start
    assert page.locator("[data-price]").input_value() == "90"
    ticked = [mark.get_attribute("data-mark") for mark in page.locator("[data-mark]:checked").all()]
    assert ticked == ["p"]
    page.locator('[data-mark="o"]').check()
    page.locator('[data-mark="y"]').check()  # another zone
    page.locator("[data-price]").fill("93")
    page.locator("#drawn svg", has_text="93").wait_for()
    with page.expect_navigation():
        page.get_by_role("button", name=SO["en"]).click()
    before, now = (built_in(family_of("1830")), edition(page, base, "1830"))
    expected = [row.split() for row in before["market"]["rows"]]
    expected[1][6] = "93py"
    assert [row.split() for row in now["market"]["rows"]] == expected


def test_a_colour_is_picked(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/1889?at=companies.companies.AR")
    picker = page.locator("[data-picks]")
    assert picker.input_value() == page.locator('[name="f:colour"]').input_value()
    picker.fill("#123456")
    page.wait_for_selector('#drawn svg [fill="#123456"]')
    with page.expect_navigation():
        page.get_by_role("button", name=SO["en"]).click()
    assert edition(page, base, "1889")["companies"]["companies"]["AR"]["colour"] == "#123456"


def test_blocks_are_stepped_through_and_the_board_comes_nearer(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/18te")
    for key in ("n", "n", "n", "p"):
        before = page.url
        page.keyboard.press(key)
        page.wait_for_function("before => location.href !== before", arg=before)
    at = page.locator("#block [name=at]").first.input_value()
    page.locator('[data-step="1"]').click()
    page.wait_for_function("at => document.querySelector('#block [name=at]').value !== at", arg=at)
    stage, window = (f"document.querySelector('.board-{part}').clientWidth" for part in ("stage", "window"))
    wide = f"() => {stage} / {window}"
    page.keyboard.press("+")
    page.wait_for_function(f"{wide} > 1.3")
    page.reload()  # as every block that is set does
    page.wait_for_function(f"{wide} > 1.3")
    page.keyboard.press("-")
    page.wait_for_function(f"{wide} < 1.1")


def test_words_of_the_game_are_read_chosen_and_typed_in_german(page: Any, base: str) -> None:
    page.context.add_cookies([{"name": "kb_language", "value": "de", "url": base}])
    page.goto(f"{base}/workshop/1830?at=privates.privates.CS")
    when = page.locator('select[name="f:builds.when"]')
    assert when.locator("option").all_inner_texts() == ["", "jederzeit", "Gleisbau"]
    when.select_option(label="Gleisbau")
    with page.expect_navigation():
        page.get_by_role("button", name=SO["de"]).click()
    page.goto(f"{base}/workshop/1830?at=trains.phases.2")
    tiles = page.locator('input[name="f:tiles"]')
    assert tiles.input_value() == "gelb"
    tiles.fill("gelb, lila")
    page.locator(".told.wrong", has_text="keines von gelb, grün, braun, grau").wait_for()
    tiles.fill("gelb, grün")
    page.wait_for_selector(".told.wrong", state="detached")
    with page.expect_navigation():
        page.get_by_role("button", name=SO["de"]).click()
    made = edition(page, base, "1830")
    assert made["privates"]["privates"]["CS"]["builds"] == {"when": "track"}
    assert made["trains"]["phases"]["2"]["tiles"] == ["yellow", "green"]


def test_a_river_is_drawn_by_clicking_a_side(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/18te?at=board.hexes.E5")
    page.locator("[data-of]").select_option("border")
    page.locator('button[data-side="0"]').click()
    page.wait_for_selector('input[name="at"][value="board.borders.E5 E7"]', state="attached")
    page.locator('input[name="f:cost"]').fill("40")
    with page.expect_navigation():
        page.get_by_role("button", name=SO["en"]).click()
    border = edition(page, base, "18te")["board"]["borders"]["E5 E7"]
    assert (border["kind"], border["cost"]) == ("river", 40)


def test_a_photograph_under_the_board_stays_in_the_browser(page: Any, base: str) -> None:
    page.goto(f"{base}/workshop/18te")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.method))
    picture = bytes.fromhex(
        "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082"
    )
    photo = {"name": "board.png", "mimeType": "image/png", "buffer": picture}
    page.locator("[data-photo]").set_input_files(photo)
    page.wait_for_selector(".board-stage img")
    page.locator("[data-turn]").fill("30")
    turned = "document.querySelector('.board-stage img')?.style.transform.includes('rotate(30deg)')"
    page.wait_for_function(turned)
    page.locator("[data-turn]").dispatch_event("change")
    page.reload()  # as every block that is set does
    page.wait_for_function(turned)
    page.locator("[data-away]").click()
    assert page.locator(".board-stage img").count() == 0
    assert "POST" not in sent


def test_an_edition_is_tried_out_with_its_progress_shown(
    page: Any, base: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kursbuch.web.workshop.trials.GAMES", 1)
    page.goto(f"{base}/workshop/nuremberg")
    with page.expect_navigation():
        page.get_by_role("button", name="Try it out").click()
    page.wait_for_selector("#trial progress[max='1']")
    page.locator("#trial", has_text="it plays").wait_for()
    assert "1 of 1 games played" in page.locator("#trial").inner_text()


def test_on_a_phone_nothing_is_wider_than_the_screen(browser: Any, base: str) -> None:
    context = browser.new_context(**PHONE)
    page = context.new_page()
    page.set_default_timeout(60_000)
    for where in (
        "18do-beer?at=tiles.tiles.1906",
        "nuremberg?at=areas.area.fuerth",
        "18te?at=market",
        "1853?at=companies.companies.EIR",
    ):
        page.goto(f"{base}/workshop/{where}")
        place = page.locator(".board-stage [data-hex] .kb-face, .board-stage [data-hex]").first.bounding_box()
        assert place["width"] >= 39, "a finger finds it"
        wide = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1] + 1, where
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(page: Any, base: str, theme: Any) -> None:
    found = import_module("tests.web.test_axe").found  # skips where axe is not installed
    page.emulate_media(color_scheme=theme)
    for where in ("18te?at=board.hexes.A7", "1830?at=market", "18te/compare"):
        page.goto(f"{base}/workshop/{where}")
        assert found(page) == [], where
