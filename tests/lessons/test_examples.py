"""Every worked example comes out as the book says, and opens on a board."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from kursbuch.core import BadInput
from kursbuch.lessons.checking import value_at
from kursbuch.lessons.examples import Example, examples_of, read_example
from kursbuch.shelf import shelf
from kursbuch.words import LANGUAGES, summaries
from tests.lessons.test_lessons import page_of, run
from tests.web.walker import World, ask

ALL = [example for title in shelf() for example in examples_of(title)]


def by_id(example: Example) -> str:
    return f"{example.title}.{example.id}"


@pytest.mark.parametrize("example", ALL, ids=by_id)
def test_an_example_comes_out_as_the_book_says(example: Example) -> None:
    assert not list(example.complaints())
    assert not [point for point in example.rules if point not in summaries(example.title)]
    for words in (example.name, example.text, example.look):
        assert set(words) == set(LANGUAGES)
        assert all(words.values())


@pytest.mark.parametrize("example", ALL, ids=by_id)
def test_its_words_quote_the_same_figures_in_all_languages(example: Example) -> None:
    figures = {code: sorted(re.findall(r"\d+", example.text[code])) for code in LANGUAGES}
    assert len({tuple(found) for found in figures.values()}) == 1, figures


def test_an_example_that_comes_out_otherwise_is_told() -> None:
    text = 'players = ["Anna", "Ben"]\ndo = ["Anna opens KHS at 260", "Ben passes"]\nrules = []\n'
    words = 'name = { en = "n", de = "n" }\ntext = { en = "t", de = "t" }\nlook = { en = "l", de = "l" }\n'
    wrong = read_example(text + words + 'expect = { "companies.KHS.price" = 90 }', "18te.x.toml")
    assert list(wrong.complaints()) == ["x: companies.KHS.price is 80, not 90"]
    assert list(read_example(text + words + "expect = {}", "18te.x.toml").complaints()) == [
        "x expects nothing"
    ]
    with pytest.raises(BadInput):
        read_example(text, "18te.x.toml")


@pytest.mark.parametrize("title", sorted({example.title for example in ALL}))
def test_they_open_as_boards_of_ones_own(title: str, tmp_path: Path) -> None:
    async def test(w: World) -> None:
        for example in examples_of(title):
            await opens(w, example)

    run(tmp_path, test)


async def opens(w: World, example: Example) -> None:
    anna = w.people["Anna"]
    info = await w.tables.open_example(example, anna, "de")
    assert info.mode == "hotseat"
    assert info.name == example.name["de"]
    for language in LANGUAGES:
        page = await page_of(w, info.id, language)
        assert example.address in page
    for action in example.do:
        moves = len((await w.tables.game(info.id)).actions)
        await w.tables.act(info.id, anna, action, moves)
    game = await w.tables.game(info.id)
    found = {**game.view(None)["position"], "scores": game.scores()}
    assert {path: value_at(found, path) for path in example.expect} == dict(example.expect), example.id


def test_the_page_of_a_title_lists_them(tmp_path: Path) -> None:
    async def test(w: World) -> None:
        for title in shelf():
            answer = await ask(w.app, "GET", f"/learn/{title}")
            assert answer.status == 200
            page = answer.body.decode()
            for example in examples_of(title):
                card = page.partition(f'id="example-{example.id}"')[2].partition("</form>")[0]
                cited = re.findall(r'class="cite"[^>]*>([^<]+)<', card)
                assert cited and len(cited) == len(set(cited)), "a section is named once"
        assert (await ask(w.app, "GET", "/learn/nothing")).status == 404
        start = (await ask(w.app, "GET", "/")).body.decode()
        assert all(f"/learn/{title}" in start for title in shelf())

    run(tmp_path, test)


# points that are called examples and show no play: sums and remarks, as docs/trust/rules.md says
REMARKS = {"18DO-3.2.1-16", "18DO-3.3-3", "18DO-7.1-12"}


def test_every_worked_example_of_the_books_opens_or_is_a_remark(shared: Path) -> None:
    files = [file.read_text("utf-8") for file in shared.glob("rules/points/*.jsonl")]
    points = [json.loads(line) for text in files for line in text.splitlines()]
    told = {point["id"] for point in points if point.get("kind") == "example"}
    opened = {id for example in ALL for id in example.rules}
    assert told - opened == REMARKS
    said = Path(__file__).parents[2].joinpath("docs/trust/rules.md").read_text("utf-8")
    assert not [id for id in REMARKS if id not in said]


def test_an_example_that_allows_what_the_book_forbids_is_told() -> None:
    text = 'players = ["Anna", "Ben"]\ndo = ["Anna opens KHS at 260", "Ben passes"]\nrules = []\n'
    words = 'name = { en = "n", de = "n" }\ntext = { en = "t", de = "t" }\nlook = { en = "l", de = "l" }\n'
    then = 'expect = { "companies.KHS.price" = 80 }\nrefused = { "Anna opens KHS at 190" = "18TE-6.5-2" }'
    wrong = read_example(text + words + then, "18te.x.toml")
    assert list(wrong.complaints()) == ["x: Anna opens KHS at 190 is refused by None, not by 18TE-6.5-2"]
