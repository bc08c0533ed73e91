"""Panels that have not changed stay where they are, and what is shown is always what a new page would show."""

from __future__ import annotations

import re
from typing import Any

import pytest

from kursbuch.shelf import new_game
from tests.web.memory import make_app
from tests.web.test_browser_table import CHROMIUM, DESKTOP, Visitor, base, browser
from tests.web.test_pages import Client

__all__ = ["base", "browser"]  # fixtures

SHOWN = """Object.fromEntries(
    [...document.querySelectorAll("#table [data-mark]:not(:has(svg))")]
      .map((panel) => [panel.id, panel.dataset.mark]))"""


def test_an_answer_holds_only_what_has_changed() -> None:
    client = Client(make_app())
    game = new_game("18te", ["Anna", "Ben"], seed=7)
    made = client.ask("POST", "/load", files={"file": ("game.json", game.to_json().encode())})
    path = made.headers["location"]
    page = client.get(path)
    marks = dict(re.findall(r' id="([\w-]+)" data-mark="(\w+)"', page))
    assert {"board-picture", "matrix", "market", "depot", "log"} <= set(marks)
    plates = " ".join(set(re.findall(r' data-plate="(\w+)"', page)))
    has = {"Kursbuch-Has": " ".join(f"{id}.{mark}" for id, mark in marks.items()), "Kursbuch-Plates": plates}
    same = client.ask("GET", f"{path}/panels", headers=has).text
    assert not any(f'id="{id}"' in same for id in marks) and 'id="decision"' in same
    action = next(str(a) for a in game.legal_actions() if a.span is None)
    moved = client.ask("POST", f"{path}/act", data={"action": action, "moves": "0"}, headers=has).text
    assert 'id="log"' in moved and 'id="board-picture"' not in moved
    everything = client.ask("GET", f"{path}/panels").text
    assert 'id="board-picture"' in everything and len(moved) < len(everything) / 2


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)")
def test_a_page_after_many_moves_is_as_a_new_page(browser: Any, base: str) -> None:
    anna = Visitor(browser, base, "kept", locale="en-GB", **DESKTOP)
    anna.start("hotseat")
    seen = set()
    for _ in range(60):
        seen.add(anna.decide())
        if {"track", "runs", "cards"} <= seen:
            break
    assert {"track", "runs", "cards"} <= seen
    shown = anna.page.evaluate(SHOWN)
    anna.page.reload()
    assert anna.page.evaluate(SHOWN) == shown
    anna.done()
