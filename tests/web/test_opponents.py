"""Levels and characters of bots: in the form, in the API, in stored seats, on the table."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from kursbuch.bots import CHARACTERS, known
from kursbuch.core import BadInput
from kursbuch.web.botplay import known_bots
from kursbuch.web.levels import LEVELS, character_of, level_of, levels, seated, seconds
from kursbuch.web.pages.opponents import bot_of, bot_word, bots_at, characters, strengths, thinking
from kursbuch.web.service import Person, Seat, TableInfo
from kursbuch.web.setup import new_table
from kursbuch.words import LANGUAGES, words
from tests.web.memory import make_app
from tests.web.test_pages import Client

ANNA = Person(1, "Anna")


def test_the_levels_are_there_from_easy_to_hard() -> None:
    assert [level.name for level in levels()] == ["easy", "medium", "hard", "harder", "hardest"]
    assert [seconds(level.bot) for level in LEVELS] == [1.0, 1.0, 0.2, 1.0, 10.0]
    assert known_bots()[:5] == ("easy", "medium", "hard", "harder", "hardest")


def test_only_levels_that_differ_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.levels.search_pays", lambda title: title != "18do-expert")
    assert [level.name for level in levels("18do-expert")] == ["easy", "medium"]
    page = Client(make_app(), "de").get("/")
    card = page.split('id="title-18do-expert"')[1].split("</article>")[0]
    assert 'value="hard"' not in card and "sind in diesem Titel noch nicht stärker" in card
    assert 'value="hard"' in page.split('id="title-18te"')[1].split("</article>")[0]


@pytest.mark.parametrize(
    ("asked", "sits"),
    [
        ("house", "house"),
        ("random", "random"),
        ("hard", "search:0.2"),
        ("hardest", "search:10"),
        ("medium:bold", "house:bold"),
        ("easy:builder", "easy:builder"),
        ("house:raider", "house:raider"),
        ("search:0.5", "search:0.5"),
    ],
)
def test_who_takes_the_seat(asked: str, sits: str) -> None:
    assert seated(asked) == sits


def test_a_character_is_drawn_where_nobody_chooses_one() -> None:
    rng = random.Random(1)
    drawn = {seated("medium", rng) for _ in range(60)}
    assert drawn == {f"house:{name}" for name in CHARACTERS} and all(known(bot) for bot in drawn)


@pytest.mark.parametrize("asked", ["deep thought", "medium:gloomy", "hard:bold", "search:11", "search:x"])
def test_who_does_not(asked: str) -> None:
    with pytest.raises(BadInput):
        seated(asked)


def test_seats_of_a_new_table_are_stored_with_the_character() -> None:
    seats = [Seat("Anna", 1), Seat("", None, "medium"), Seat("Ben", None, "hard")]
    row = new_table(ANNA, "18te", "bots", seats, "", {}, "private", 7)
    _, drawn, hard = row.seats
    assert character_of(drawn.bot) in CHARACTERS and drawn.player == "House"
    assert (hard.player, hard.bot) == ("Ben", "search:0.2")
    assert all(len(seat.bot) <= 60 for seat in row.seats)


def test_what_a_form_says_of_each_seat() -> None:
    fields = {"bot1": "medium", "character1": "bold", "bot2": "hard", "character2": "bold", "bot": "random"}
    assert [bot_of(fields, n) for n in (1, 2, 3)] == ["medium:bold", "hard", "random"]
    assert bot_of({}, 1) == "medium"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_level_and_character_has_words(language: str) -> None:
    spoken = words(language)
    said = [
        *((one.word, one.means) for one in strengths(spoken)),
        *((w, m) for _, w, m in characters(spoken)),
    ]
    assert len({word for word, _ in said}) == len(said) == len(levels()) + len(CHARACTERS) + 1
    assert all(" " in means and "{" not in means for _, means in said)
    assert spoken(f"level.{LEVELS[1].name}") in bot_word("house:bold", spoken)
    assert spoken("character.bold") in bot_word("house:bold", spoken)


def test_old_seats_go_on() -> None:
    assert bot_word("house", words("de")) == "mittel" and bot_word("random", words("de")) == "würfelt"
    assert level_of("random") is None


def test_the_table_says_how_long_a_bot_thinks_at_most() -> None:
    now = datetime.now(UTC)
    seats = (Seat("Anna", 1), Seat("Ben", None, "search:0.2"), Seat("Clara", None, "house:bold"))
    info = TableInfo("t", "18te", "t", "bots", "private", seats, 1, now, now, True, False, 3, acting=("Ben",))
    assert thinking(info, words("de")) == "denkt höchstens 0,2\u00a0s nach"
    assert thinking(replace(info, acting=("Anna",)), words("de")) == ""
    assert bots_at(info, words("en")) == {"Ben": "Bot (hard)", "Clara": "Bot (medium, bold)"}


def test_the_form_offers_each_bot_a_level_and_a_character() -> None:
    page = Client(make_app()).get("/")
    form = page.split('id="title-18te"')[1].split("</form>")[0]
    assert form.count('name="bot1"') == form.count('name="character2"') == 1
    assert 'value="hardest"' in form and 'value="raider"' in form and "10\u00a0s a decision" in form


def test_what_a_bot_is_can_be_read_where_there_is_no_room_for_it() -> None:
    """On a desk `Bot (am schwersten)` is longer than the column of names."""
    client = Client(make_app())
    path, game = client.new("1889", "bots", bot1="hardest")
    bot = next(player for player in game.players if player != "Anna")
    page = client.get(path)
    assert f'title="{bot} · Bot (hardest)"' in page
