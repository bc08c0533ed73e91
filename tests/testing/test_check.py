"""`check_title` finds what it is there to find: each test plants a fault in a title and reads the complaint."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

import pytest

from kursbuch.bots.faults import tell
from kursbuch.core import EventKind, Refusal, State
from kursbuch.shelf import families, family_of, find
from kursbuch.soak.reach import reachable
from kursbuch.store.codec import decode
from kursbuch.testing import PARTS, check_title, sample
from kursbuch.testing.check import _trial
from kursbuch.web.pages import table as table_page
from kursbuch.words import own_words
from kursbuch.words.speaking import FamilyWords, family_words

TITLE = sample().id
SIZE = sample().players[0]


@pytest.fixture(autouse=True)
def games_of_its_own() -> Iterator[None]:
    """A planted fault shows in games that are played with it, and in no other test."""
    _trial.cache_clear()
    yield
    _trial.cache_clear()


@pytest.fixture
def rules() -> type[Any]:
    shelf = find(TITLE)
    return type(shelf.compose(SIZE, shelf.options({})))


def complaint(part: str) -> str:
    with pytest.raises(AssertionError) as found:
        check_title(TITLE, [part], players=[SIZE])
    text = str(found.value)
    assert text.startswith(f"{TITLE} is not as a title should be:\n  {part}: ")
    return text


def test_a_part_that_does_not_exist_is_named():
    with pytest.raises(AssertionError, match=r"no such part: .'pays'.; there are shelf, play"):
        check_title(TITLE, ["pays"])


@pytest.mark.parametrize("part", PARTS)
def test_a_title_in_order_passes(part: str):
    check_title(TITLE, [part], players=[SIZE])


def test_books_that_do_not_add_up(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    def audit(self: Any, s: State) -> None:
        assert not s.fresh and len(s.stack) < 3, "a mark is missing"

    monkeypatch.setattr(rules, "audit", audit)
    assert "audit: a mark is missing after" in complaint("play")


def test_a_view_that_tells_what_will_be_drawn(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    view = rules.view
    told: Callable[..., dict[str, Any]] = lambda self, s, player: {  # noqa: E731
        **view(self, s, player),
        "next": s.chance.copy().pick(range(1000)),
    }
    monkeypatch.setattr(rules, "view", told)
    assert "tells what will be drawn" in complaint("play")


def test_a_refusal_that_cites_nothing(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(rules, "cite", lambda self, refusal: Refusal("whatever", "No.", {}))
    assert "a refusal names no rule point: 'whatever'" in complaint("play")


def test_a_game_that_differs_from_time_to_time(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    number, scores = count(), rules.scores
    monkeypatch.setattr(
        rules, "scores", lambda self, s: {p: w + next(number) for p, w in scores(self, s).items()}
    )
    assert "the same actions lead to another game" in complaint("determined")


def test_an_action_that_breaks_something(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    _trial(TITLE, (SIZE,), 3).game(SIZE)  # played in good order

    def cite(self: Any, refusal: Refusal) -> Refusal:
        raise KeyError(refusal.rule)

    monkeypatch.setattr(rules, "cite", cite)
    assert "actions: KeyError" in complaint("junk")


def test_a_check_that_cannot_go_on(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    def view(self: Any, s: State, player: str | None) -> dict[str, Any]:
        raise OverflowError("too much to see")

    monkeypatch.setattr(rules, "view", view)
    assert "broke off: OverflowError: too much to see in view" in complaint("junk")


def test_a_point_without_a_summary_in_one_language(monkeypatch: pytest.MonkeyPatch):
    point = next(iter(find(TITLE).compose(SIZE, find(TITLE).options({})).citations.values()))

    def without(family: Any, language: str) -> FamilyWords:
        found = family_words(family, language)
        kept = {id: text for id, text in found.rules.items() if language == "en" or id != point}
        return replace(found, rules=kept)

    monkeypatch.setattr("kursbuch.testing.citations.family_words", without)
    assert f"{point} has no summary in de" in complaint("rules")


def test_words_that_are_missing(monkeypatch: pytest.MonkeyPatch):
    can = reachable(TITLE)
    more = replace(can, events={*can.events, "hiccups"}, sentences={*can.sentences, "Nobody hiccups here."})
    monkeypatch.setattr("kursbuch.testing.words.reachable", lambda title: more)
    text = complaint("words")
    assert "de: no words for event.hiccups" in text and "en: no words for event.hiccups" in text
    assert "de: no words for 'Nobody hiccups here.'" in text


def test_events_that_are_not_declared(rules: type[Any], monkeypatch: pytest.MonkeyPatch):
    told = {key: kind for key, kind in rules.told.items() if key != "passes"}
    monkeypatch.setattr(rules, "told", {**told, "lays": EventKind("lays", company=str)})
    text = complaint("words")
    assert "the event passes is not declared" in text and "not as declared: lays: without" in text


def test_a_translation_that_asks_for_another_value(monkeypatch: pytest.MonkeyPatch):
    message = "{player} has only {cash}."
    own = own_words("de", TITLE)
    monkeypatch.setattr(own, "messages", {**own.messages, message: "{player} hat nur {geld}."})
    assert "asks for geld, which nobody gives" in complaint("words")


def test_a_page_that_cannot_be_shown(monkeypatch: pytest.MonkeyPatch):
    def broken(scene: Any, info: Any) -> dict[str, Any]:
        raise ZeroDivisionError("no room")

    monkeypatch.setattr(table_page, "table", broken)
    assert "ZeroDivisionError: no room in broken" in complaint("pages")


def test_a_position_that_cannot_be_stored(monkeypatch: pytest.MonkeyPatch):
    def forgets(data: bytes, fixed: Any) -> State:
        state = decode(data, fixed)
        state.cash["bank"] += 1
        return state

    monkeypatch.setattr("kursbuch.store.codec.decode", forgets)
    assert "is read as another one" in complaint("stored")


def test_a_bot_that_does_not_get_on(monkeypatch: pytest.MonkeyPatch):
    def stumbles(view: Any, legal: Any, rng: random.Random, **more: Any) -> Any:
        tell(TITLE, "stock", LookupError("stumbled"))
        return rng.choice(legal).sample(rng)

    monkeypatch.setattr("kursbuch.bots.house._chooser", lambda title: stumbles)
    assert "did not get on" in complaint("house") and "stumbled" in complaint("house")


def test_a_family_that_names_what_it_has_not(monkeypatch: pytest.MonkeyPatch):
    family = replace(family_of(TITLE), bots={TITLE: "nowhere:choose"}, words="nothing")
    monkeypatch.setattr("kursbuch.testing.shelf.family_of", lambda title: family)
    text = complaint("shelf")
    assert "the bot 'nowhere:choose' cannot be loaded" in text and "the words in de cannot be read" in text


def test_examples_have_a_title():
    assert TITLE in {title for family in families() for title in family.titles}
    assert partial(check_title, TITLE)(["shelf"]) is None
