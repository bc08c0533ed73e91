"""Files made to do harm, or cut on the way: each is refused at its place, soon, in both languages."""

from __future__ import annotations

import re
import time

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.draw import draw
from kursbuch.editions.reading import edition_of_text
from kursbuch.shelf import edition_for, find
from kursbuch.web.workshop.telling import in_words
from kursbuch.words import own_words

HEX = "[board.hexes.D6]\n"
SOON = 5.0  # seconds of the processor, on a machine that others use as well


def edition(title: str, text: str) -> str:
    return f'[edition]\ntitle = "{title}"\n{text}\n'


@pytest.mark.parametrize(
    ("title", "text", "at"),
    [
        ("18te", "[board.hexes.D6\ncost =", "edition"),
        ("18te", "\x00", "edition"),
        ("18te", "[edition]", "edition"),
        ("18te", "#" + "x" * 500_000, "edition"),
        ("18te", "[game]\nbank = " + "[" * 5000 + "]" * 5000, "edition"),
        ("18te", "[game]\nbank = " + "{a = " * 2000 + "1" + "}" * 2000, "edition"),
        ("18te", "[game]\n" + ".".join("a" * 15) + " = 1", "game.a.a"),
        ("18te", "[game]\n" + ".".join("a" * 3000) + " = 1", "edition"),
        ("18te", "[game]\n" + 'a . \'b\'."\\".".' * 500 + "a = 1", "edition"),
        ("18te", "[" + ".".join("a" * 190_000) + "]", "edition"),
        ("18te", "[game]\nbank = { a = 1, " + ".".join("a" * 150_000) + " = 1 }", "edition"),
        ("18te", "[game]\nbank = " + "9" * 5000, "edition"),
        ("18te", "[game]\nbank = 1000000000", "game.bank"),
        ("18te", "[game]\nbank = 0", "game.bank"),
        ("18te", "[game]\nbank = -5", "game.bank"),
        ("18te", "[game]\nbank = 1.5", "game.bank"),
        ("18te", "[game]\nbank = nan", "game.bank"),
        ("18te", "[game]\nbank = 1979-05-27", "game.bank"),
        ("18te", "".join(f"[board.hexes.X{n}]\ncost = 1\n" for n in range(5000)), "board.hexes"),
        ("18te", "[nofile]\na = 1", "nofile"),
        ("18te", f"{HEX}cst = 1", "board.hexes.D6.cst"),
        ("18te", f'{HEX}__class__ = "x"', "board.hexes.D6.__class__"),
        ("18te", f"{HEX}city = [{{ slots = 1000 }}]", "board.hexes.D6.city[0].slots"),
        ("18te", f"{HEX}city = [{{ slots = 50 }}]", "board.hexes.D6"),
        ("18te", f"{HEX}city = [{'{ slots = 1 },' * 40}]", "board.hexes.D6"),
        ("18te", HEX + 'track = ["0-3", "0-3"]', "board.hexes.D6.track"),
        ("18te", f'{HEX}name = "a\\u202eb"', "board.hexes.D6.name"),
        ("18te", f'{HEX}name = "a\\u001b[31m"', "board.hexes.D6.name"),
        ("18te", '[board.hexes."<b>"]\ncost = 1', "board.hexes.<b>"),
        ("18te", '[board.hexes."../../x"]\ncost = 1', "board.hexes.../../x"),
        ("18te", "[board.hexes.A99999999]\ncost = 1", "board.hexes.A99999999"),
        ("18te", "[tiles.tiles.57]\ncount = 1000000000", "tiles.tiles.57.count"),
        ("18te", '[tiles.tiles.57]\ntrack = ["0-1000000000"]', "tiles.tiles.57.track"),
        ("18te", '[market]\nrows = ["100 . 90p"]', "market.rows"),
        ("18te", '[market]\nrows = ["0p 0 0"]', "market.rows"),
        ("18te", '[market]\nrows = ["100pp 90"]', "market.rows"),
        ("18te", f'[market]\nrows = ["{"9" * 900}p"]', "market.rows"),
        ("1889", "[trains.phases.2]\noperating_rounds = 1000", "trains.phases.2.operating_rounds"),
        ("1889", '[trains.trains.2]\nsides = { "2" = "99999999" }', "trains.trains.2.sides.2"),
        ("1889", "[companies]\nshares = [200, -100]", "companies.shares[1]"),
        ("18do-beer", "[beer_market.start.3]\nboxes = [1000, 1000]", "beer_market.start.3.boxes[0]"),
        ("18te", '[board.borders."B6 A7"]\nbetween = ["A7", "B8"]', "board.borders.B6 A7.between"),
        ("18te", '[board.hexes.D6]\n"" = 1', "board.hexes.D6."),
        ("1830", '[trains.phases.3]\nphase = "9"', "trains.phases.3.phase"),
        ("nuremberg", '[areas.area.fuerth]\nid = "x"', "areas.area.fuerth.id"),
        ("nuremberg", "[areas]\nsize = [0, 0]", "areas.size"),
        ("nuremberg", "[areas.area.fuerth]\npolygon = [[1, 1], [2, 2]]", "areas.area.fuerth.polygon"),
        (
            "nuremberg",
            "[areas.area.fuerth]\npolygon = [[nan, 1], [2, 3], [4, 4]]",
            "areas.area.fuerth.polygon",
        ),
    ],
)
def test_a_hostile_file_is_refused_at_its_place(title: str, text: str, at: str) -> None:
    begun = time.process_time()
    with pytest.raises(BadInput) as refused:
        kb.new_game(title, find(title).info.players[0], seed=1, edition=edition(title, text))
    assert time.process_time() - begun < SOON
    assert str(refused.value.place).startswith(at)
    assert refused.value.message in own_words("de", title).messages
    german = in_words(own_words("de", title), refused.value.message, refused.value.values)
    assert not re.search(r"Error|recursion|Expected|expected|a list|a text", german)


def test_a_tile_that_may_become_itself_is_no_way_without_an_end() -> None:
    text = edition("1853", '[tiles.tiles.3]\nupgrades = ["3", "58"]\n[tiles.tiles.58]\nupgrades = ["3"]')
    game = kb.new_game("1853", 3, seed=1, edition=text)
    assert game.legal_actions()


def test_names_with_markup_or_braces_are_only_names() -> None:
    for name in ("<script>alert(1)</script>", "{0.__class__} {x} %s", "Ибб 伊 🚂"):
        text = edition("18te", f"{HEX}name = '{name}'\n[companies.companies.KHS]\nname = '{name}'")
        game = kb.new_game("18te", 2, seed=1, edition=text)
        for picture in ("board", "tiles", "market"):
            for language in ("en", "de"):
                assert "<script>alert" not in draw(game, picture, language=language)


def test_names_far_too_deep_are_refused_behind_a_mark_of_an_editor_as_well() -> None:
    with pytest.raises(BadInput, match="too deep"):
        edition_of_text("\ufeff" + ".".join("a" * 3000) + " = 1")


def test_words_with_dots_in_a_text_are_no_names() -> None:
    note = ", z. B. u. a. www.example.org 1.2.3.4 ..., [d. h. Nr. 5], " * 10
    assert edition_of_text(edition("18te", f'note = "{note}"')).about["note"] == note


def test_a_mark_that_editors_write_before_a_text_is_passed_over() -> None:
    assert edition_for("18te", edition_of_text("\ufeff" + edition("18te", "[game]\nbank = 5000"))).files[
        "game"
    ]
