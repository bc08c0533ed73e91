"""Every lesson holds: its line is legal, its figures are true, and it can be played through at a table."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from html import escape, unescape
from pathlib import Path

import pytest

from kursbuch.core import BadInput, Game
from kursbuch.lessons import KINDS, Lesson, lesson, lessons_of
from kursbuch.lessons.anchors import attribute
from kursbuch.lessons.checking import complaints
from kursbuch.lessons.reading import read_lesson
from kursbuch.shelf import shelf
from kursbuch.web.guiding import NotAsked
from kursbuch.web.service import NotAllowed
from kursbuch.web.thinking import thought
from kursbuch.words import LANGUAGES, summaries
from tests.web.walker import World, ask, worlds

ALL = [lesson for title in shelf() for lesson in lessons_of(title)]


def by_id(lesson: Lesson) -> str:
    return lesson.id


def points(title: str) -> dict[str, str]:
    return {id: point.en for id, point in summaries(title).items()}


@pytest.mark.parametrize("lesson", ALL, ids=by_id)
def test_a_lesson_holds(lesson: Lesson) -> None:
    assert not list(complaints(lesson, LANGUAGES, points(lesson.title)))


def test_every_title_has_a_first_round_and_says_what_is_different_here() -> None:
    wanted = [f"{title}/{kind}" for title in shelf() for kind in KINDS]
    assert [id for id in wanted if lesson(id) is None] == []


PACES = {"first": (120, 0.5), "different": (200, 0.2)}
"""By whom a lesson is for: words a minute, and minutes for what each step asks for."""


@pytest.mark.parametrize("lesson", ALL, ids=by_id)
def test_a_lesson_takes_as_long_as_it_says(lesson: Lesson) -> None:
    """Ten to twenty minutes for newcomers, five for those who know such games."""
    words, each = PACES[lesson.kind]
    texts = [text for step in lesson.steps for text in (*(say.text for say in step.says), step.ask)]
    longest = max(sum(len(text.get(code, "").split()) for text in texts) for code in LANGUAGES)
    assert abs(longest / words + each * len(lesson.steps) - lesson.minutes) < 1.5
    assert 10 <= lesson.minutes <= 20 if lesson.kind == "first" else lesson.minutes <= 5


SMALL = """
minutes = 1
players = ["Anna", "Ben"]
you = "Anna"
seed = 1
name = { en = "n", de = "n" }
about = { en = "a", de = "a" }
[[step]]
do = "Anna opens KHS at 200"
then = ["Ben passes", "Ben passes"]
ask = { en = "Open.", de = "Eröffne." }
[[step.say]]
at = "people"
en = "You have 500."
de = "Du hast 500."
facts = { "cash.Anna" = 500 }
[[step]]
[[step.say]]
en = "The end."
de = "Ende."
"""


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("opens KHS at 200", "opens KWE at 200", "step 1: Anna opens KWE at 200 is not legal"),
        ('then = ["Ben passes", ', 'then = ["Ben bids 200", ', "step 1: Ben bids 200"),
        ('"Ben passes"]', "]", "the last words are gone before they are read: Ben decides after them"),
        ("= 500 }", "= 400 }", "step 1: cash.Anna is 500, not 400"),
        ("have 500", "have 650", "step 1: en: where does 650 come from"),
        ('at = "people"', 'at = "moon"', "step 1: no such anchor: moon"),
        ('de = "Ende."', "", "step 2: nothing in de"),
        ("seed = 1", "seed = 2", "step 1: Anna opens KHS at 200: it is not Anna who decides but Ben"),
    ],
)
def test_what_breaks_a_lesson_is_told_with_its_step(old: str, new: str, told: str) -> None:
    known = points("18te")
    assert not list(complaints(read_lesson(SMALL, "18te.small.toml"), LANGUAGES, known))
    assert old in SMALL
    broken = read_lesson(SMALL.replace(old, new), "18te.small.toml")
    assert any(told in found for found in complaints(broken, LANGUAGES, known))


def test_a_lesson_that_cannot_be_read_says_where() -> None:
    with pytest.raises(BadInput, match="small"):
        read_lesson("minutes = 1", "18te.small.toml")


# -- at the table ---------------------------------------------------------------------------------


def run(folder: Path, test: Callable[[World], Awaitable[None]]) -> None:
    async def go() -> None:
        async with worlds(folder, None) as pair:
            w = pair[0]
            w.begin()
            await w.come("Anna", "Dora")
            await test(w)

    asyncio.run(go())


async def page_of(w: World, table: str, language: str) -> str:
    """The page, and its panels with whole pictures: those of a new page are made whole by the browser."""
    head = [
        (b"authorization", f"Bearer {w.tokens['Anna']}".encode()),
        (b"cookie", f"kb_language={language}".encode()),
    ]
    answers = [await ask(w.app, "GET", f"/table/{table}{part}", head=head) for part in ("", "/panels")]
    assert [answer.status for answer in answers] == [200, 200]
    return "".join(answer.body.decode() for answer in answers)


async def others_answer(w: World, table: str) -> None:
    """The bots move, as the processes that think for them would."""
    while True:
        row = await w.tables._row(table)
        found = thought(row, await w.tables.game(table)) if row.bot_turn else None
        if found is None:  # or it is the learner who is waited for
            return
        await w.tables.act_for_bot(table, found.player, found.action, found.version)


def shown(wanted: str, markup: str) -> bool:
    """Whether a control or a hex that is asked for is there; the best runs stand in the preview."""
    named = re.findall(r'\[([\w-]+)="((?:[^"\\]|\\.)*)"\]', wanted)
    named = [(key, re.sub(r"\\(.)", r"\1", value)) for key, value in named]
    return any(f'{key}="{escape(value)}"' in markup or " runs " in value for key, value in named)


@pytest.mark.parametrize("lesson", ALL, ids=by_id)
def test_a_lesson_is_played_through_at_its_table(lesson: Lesson, tmp_path: Path) -> None:
    """Each step shows its words in both languages beside things that are on the page; the last one lets go."""

    async def test(w: World) -> None:
        anna = w.people["Anna"]
        info = await w.tables.begin_lesson(lesson, anna, "en")
        await others_answer(w, info.id)
        for number, step in enumerate(lesson.steps, start=1):
            for language in LANGUAGES:
                markup = await page_of(w, info.id, language)
                page = unescape(markup)
                assert f'<small title="{lesson.name[language]}">{number}/{len(lesson.steps)}' in page
                for say in step.says:
                    key, value = attribute(say.at) or ("", "")
                    # in the markup: the lesson's own words name the thing, too, but with &quot;
                    assert f'{key}="{escape(value)}"' in markup, f"step {number}: no {say.at} on the page"
                    assert say.text[language] in page, f"step {number}"
                assert not step.do or step.ask[language] in page
            if step.do:
                wanted = re.search(r'data-wanted="([^"]*)"', markup)
                assert wanted and shown(unescape(wanted[1]), markup), f"step {number}: no control is marked"
                moves = len((await w.tables.game(info.id)).actions)
                await w.tables.act(info.id, anna, step.do, moves)
                await others_answer(w, info.id)
        game: Game = await w.tables.game(info.id)
        assert len(game.actions) == len(lesson.line)

    run(tmp_path, test)


FIRST = next((found for found in ALL if found.id == "18te/first"), None)


def test_a_wrong_click_does_nothing_and_says_what_is_asked(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        assert FIRST
        anna = w.people["Anna"]
        info = await w.tables.begin_lesson(FIRST, anna, "de")
        assert info.name == "Deine erste Runde"
        with pytest.raises(NotAsked) as wrong:
            await w.tables.act(info.id, anna, "Anna opens KHS at 210", 0)
        assert wrong.value.values["ask"] == FIRST.steps[0].ask
        assert len((await w.tables.game(info.id)).actions) == 0
        with pytest.raises(NotAsked):  # a standing order or a plan comes the same way
            await w.tables.act(info.id, anna, "Anna passes", 0)

    run(tmp_path, test)


def test_a_step_can_be_taken_back(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        assert FIRST
        anna = w.people["Anna"]
        info = await w.tables.begin_lesson(FIRST, anna, "en")
        await w.tables.act(info.id, anna, FIRST.steps[0].do, 0)
        await others_answer(w, info.id)
        await w.tables.undo(info.id, anna, 2)
        assert len((await w.tables.game(info.id)).actions) == 0
        await w.tables.act(info.id, anna, FIRST.steps[0].do, 0)

    run(tmp_path, test)


def test_nobody_goes_back_before_the_beginning(tmp_path: Path) -> None:
    middle = next((found for found in ALL if found.before), None)

    async def test(w: World) -> None:
        assert middle
        anna = w.people["Anna"]
        info = await w.tables.begin_lesson(middle, anna, "en")
        with pytest.raises(NotAllowed, match="begins here"):
            await w.tables.undo(info.id, anna, len(middle.before))

    run(tmp_path, test)


def test_whoever_leaves_a_lesson_plays_on_alone(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        assert FIRST
        anna, dora = w.people["Anna"], w.people["Dora"]
        info = await w.tables.begin_lesson(FIRST, anna, "en")
        with pytest.raises(NotAllowed):
            await w.tables.leave_lesson(info.id, dora)
        left = await w.tables.leave_lesson(info.id, anna)
        assert "lesson" not in left.agreed
        sight = await w.tables.act(info.id, anna, "Anna opens KHS at 210", 0)
        assert sight.info.moves == 1
        row = await w.tables._row(info.id)
        found = thought(row, await w.tables.game(info.id))
        assert found and found.player == "Ben"  # who thinks for himself now
        assert 'id="lesson"' not in await page_of(w, info.id, "en")

    run(tmp_path, test)


AT_ONCE = """
minutes = 1
players = ["Anna", "Ben", "Clara"]
you = "Anna"
seed = 1
name = { en = "n", de = "n" }
about = { en = "a", de = "a" }
[[step]]
do = "Anna lends 120"
then = ["Clara lends 80", "Ben lends 90"]
ask = { en = "Lend 120.", de = "Leih 120." }
[[step.say]]
en = "All write at once."
de = "Alle schreiben zugleich."
[[step]]
[[step.say]]
en = "The end."
de = "Ende."
"""


def test_where_all_decide_at_once_the_others_keep_to_the_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait for the learner, and answer in the order of the line, not in that of the seats."""
    small = read_lesson(AT_ONCE, "1853.small.toml")
    monkeypatch.setattr("kursbuch.web.guiding.lesson", lambda id: small)

    async def test(w: World) -> None:
        anna = w.people["Anna"]
        info = await w.tables.begin_lesson(small, anna, "en")
        game = await w.tables.game(info.id)
        assert game.acting == ("Anna", "Ben", "Clara")
        assert thought(await w.tables._row(info.id), game) is None
        await w.tables.act(info.id, anna, small.steps[0].do, 0)
        await others_answer(w, info.id)
        game = await w.tables.game(info.id)
        assert [str(action) for action in game.actions] == list(small.line)

    run(tmp_path, test)
