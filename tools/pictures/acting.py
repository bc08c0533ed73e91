"""One company's turn, decided by clicking."""

from __future__ import annotations

import shutil
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

from kursbuch import Game

Scene = tuple[bytes, int]  # a screenshot, and for how many milliseconds it is shown

SIZE: ViewportSize = {"width": 1440, "height": 860}
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
LOOK, READ = 1400, 2200  # milliseconds: a glance, and time to read


def film(address: str, game: Game, folder: Path) -> tuple[bytes, list[Scene]]:
    """The table as it is found with its whole board, and the scenes of the turn."""
    chromium = next(filter(None, map(shutil.which, BROWSERS)), None)
    if chromium is None:
        raise SystemExit("pictures are taken in Chromium, and there is none on this machine")
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=chromium, args=FLAGS)
        page = browser.new_context(locale="en-GB", reduced_motion="reduce", viewport=SIZE).new_page()
        page.set_default_timeout(30_000)
        _open(page, address, game, folder)
        scenes = list(_turn(page))
        browser.close()
    return scenes[0][0], scenes


def _open(page: Page, address: str, game: Game, folder: Path) -> None:
    """The transcript is handed in on the start page, as anybody would do it."""
    file = folder / "game.json"
    file.write_text(game.to_json(), encoding="utf-8")
    page.goto(address)
    page.set_input_files("input[type=file]", file)
    page.locator(".load button").click()
    page.wait_for_url("**/table/*")
    page.locator("#decision").wait_for()
    page.keyboard.press("b")  # to the board
    page.keyboard.press("0")  # all of it


def _turn(page: Page) -> list[Scene]:
    """Track, whatever comes between, runs, and what becomes of the income."""
    scenes = [(_shot(page), LOOK)]
    for _ in range(8):
        if page.locator("#runs").count():
            scenes.append((_shot(page), READ))
            _confirm(page)
        elif page.locator(".cards").count():
            scenes += _pay(page)
            return scenes
        elif page.locator(".hex-pick").count():
            scenes += _lay(page)
        else:
            page.locator(".foot .choice").first.click()
            _confirm(page)
    raise SystemExit("the turn did not come to its dividend")


def _lay(page: Page) -> list[Scene]:
    place = page.locator(".hex-pick").first.get_attribute("data-hex")
    page.locator(f'#board g[data-hex="{place}"]').first.click(force=True)
    page.locator(".hex-chosen").wait_for()
    chosen = (_shot(page), READ)
    _confirm(page)
    return [chosen, (_shot(page), LOOK)]


def _pay(page: Page) -> list[Scene]:
    card = page.locator(".cards button").first
    card.hover()
    offered = (_shot(page), READ)
    before = _moves(page)
    card.click()
    _moved_on(page, before)
    return [offered, (_shot(page), READ)]


def _confirm(page: Page) -> None:
    before = _moves(page)
    page.locator("#preview [data-confirm]").click()
    _moved_on(page, before)


def _moves(page: Page) -> str:
    return page.locator("#status").get_attribute("data-moves") or ""


def _moved_on(page: Page, before: str) -> None:
    page.locator(f"#status:not([data-moves='{before}'])").wait_for(state="attached")


def _shot(page: Page) -> bytes:
    page.wait_for_timeout(600)  # until pictures that come by themselves are there
    return page.screenshot()
