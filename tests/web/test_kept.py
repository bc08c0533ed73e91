"""Panels that have not changed stay where they are, and what is shown is always what a new page would show."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import fields, is_dataclass
from itertools import cycle
from typing import Any

import pytest
from jinja2 import Template
from jinja2.exceptions import UndefinedError
from markupsafe import Markup

import kursbuch as kb
from kursbuch.rail.state import RailState
from kursbuch.shelf import find, new_game
from kursbuch.testing.pages import rendered
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.kept import Written, written
from kursbuch.web.pages.page import page_of
from kursbuch.web.pages.site import environment
from kursbuch.web.pages.table import scene_of
from kursbuch.words import Words, words
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


# -- panels that are not written again ------------------------------------------------------------


def texts(shown: object, place: str = "") -> Iterator[tuple[str, type]]:
    """Every text in a value with its kind: text and markup of the same letters are equal, but written otherwise."""
    if isinstance(shown, str):
        yield place, type(shown)
    elif isinstance(shown, tuple):
        for n, part in enumerate(shown):
            yield from texts(part, f"{place}.{n}")
    elif isinstance(shown, dict):
        for name, part in shown.items():
            yield from texts(part, f"{place}.{name}")
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from texts(getattr(shown, field.name), f"{place}.{field.name}")


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_panel_that_is_kept_is_what_would_be_written_anew(
    title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All over a random game, for every player, for all of them round one screen, and for an onlooker."""
    compared, kinds = Counter[str](), dict[tuple[str, str], type]()

    def both(template: Template, words: Words, **shown: Hashable) -> Written:
        found = written(template, words, **shown)
        assert found == written.__wrapped__(template, words, **shown), template.name
        compared[found.id] += 1
        for place, kind in texts(shown):
            assert kinds.setdefault((found.id, place), kind) is kind, (found.id, place)
        return found

    monkeypatch.setattr("kursbuch.web.pages.kept.written", both)
    rng = random.Random(5)
    game = new_game(title, min(max(find(title).info.players), 4), seed=5)
    viewers = cycle([*((player,) for player in game.players), game.players, ()])
    languages = cycle(["de", "en", "en"])
    hits = written.cache_info().hits
    for _ in range(90):
        rendered(game, next(viewers), next(languages))
        if game.over:
            break
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    assert compared and written.cache_info().hits > hits
    own = {panel.name for panel in page_of(title).panels if panel.by_value}
    rail = {"market", "depot"} if isinstance(game.state, RailState) and game.state.box.market.cells else set()
    assert {"board-picture", *rail, *own} <= set(compared)


def test_text_that_looks_like_markup_is_another_value() -> None:
    template = environment().from_string('<p id="p">{{ said }}</p>')
    plain = written(template, words("en"), said="<b>KHS</b>")
    marked = written(template, words("en"), said=Markup("<b>KHS</b>"))
    assert "&lt;b&gt;" in plain.rest and "<b>" in marked.rest and plain.mark != marked.mark


def test_a_panel_by_value_sees_nothing_else() -> None:
    game = new_game("18te", 2, seed=1)
    for peeping in ("scene", "info", "csrf()", "person", "moves"):
        template = environment().from_string(f'<p id="p">{{{{ {peeping} }}}}</p>')
        with pytest.raises(UndefinedError):
            written(template, words("en"), depot=depot(scene_of(game, game.players, words("en"))))
