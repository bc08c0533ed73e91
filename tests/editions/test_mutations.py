"""Single values changed at random: a game refuses to begin and names the place, or is played without a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import built_in
from kursbuch.editions.checks import checked
from kursbuch.editions.comparing import by_name
from kursbuch.editions.names import _told, unknown_words
from kursbuch.editions.reading import read_edition
from kursbuch.editions.schema import Shape, schema_of
from kursbuch.editions.sources import title_of
from kursbuch.rail.vocabulary import WORDS
from kursbuch.shelf import families, family_of, find
from kursbuch.words import own_words

TRIED = 10
MOVES = 40


def values(table: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in by_name(table).items():
        if key != SOURCE:
            yield (*path, key), value
            if isinstance(by_name(value), Mapping):
                yield from values(value, (*path, key))


def changed(value: Any, rng: random.Random) -> Any:
    """Another value, of the same kind as a rule; or none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([0, 1, -1, value + 1, value * 2, value * 10])
    if isinstance(value, str):
        return rng.choice(["", "0", "zzz", f"{value}x"])
    if isinstance(value, list) and value and by_name(value) is value:
        at = rng.randrange(len(value))
        return rng.choice([[], value[:at] + value[at + 1 :], [*value, value[at]]])
    return {"gone": True}


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_changed_value_is_refused_at_its_place_or_played_with(family: Any) -> None:
    title, rng = title_of(family), random.Random(f"{family.name} 3")
    for path, value in rng.sample(list(values(built_in(family))), TRIED):
        new = changed(value, rng)
        for key in reversed(path):
            new = {key: new}
        players = find(title).info.players[-1]
        try:
            game = kb.new_game(
                title, players, seed=1, edition=read_edition({"edition": {"title": title}, **new})
            )
        except kb.BadInput as refused:
            assert str(refused.place).partition(".")[0] in built_in(family), (new, refused)
            continue
        for _ in range(MOVES):
            if not game.over:
                game.apply(rng.choice(game.legal_actions()).sample(rng))
        game.audit()


@pytest.mark.parametrize(
    ("title", "said", "place"),
    [
        ("18te", {"tiles": {"tiles": {"16": {"drop": ["colour"]}}}}, "tiles.tiles.16.colour"),
        ("18te", {"board": {"borders": {"B6 B8": {"drop": ["between"]}}}}, "board.borders"),
        ("1853", {"game": {"drop": ["first_round_discount"]}}, "game.first_round_discount"),
        ("1853", {"game": {"players": {"5": {"cash": 0}}}}, "game.players.5.cash"),
        (
            "18chesapeake",
            {"companies": {"companies": {"B&O": {"tokens": [{"role": "home"}]}}}},
            "companies.companies.B&O.tokens.0.cost",
        ),
        (
            "1889",
            {"companies": {"companies": {"IR": {"tokens": [{"gone": True}]}}}},
            "companies.companies.IR.tokens[0]",
        ),
        ("nuremberg", {"influence": {"box": {"U1": {"row": "zzz"}}}}, "influence.box.U1.row"),
        ("nuremberg", {"areas": {"area": {"velden": {"centre": [273]}}}}, "areas.area.velden.centre"),
        (
            "nuremberg",
            {"rivers": {"river": {"Aisch": {"path": [[1], [2, 3]]}}}},
            "rivers.river.Aisch.path[0]",
        ),
        ("nuremberg", {"tracks": {"end_scoring": {"set": ["zzz"]}}}, "tracks.end_scoring.set"),
    ],
)
def test_what_is_wrong_is_told_at_its_figure_and_never_in_pythons_words(
    title: str, said: dict[str, Any], place: str
) -> None:
    family = family_of(title)
    found = checked(family, find(title), read_edition({"edition": {"title": title}, **said}))
    assert [one.at for one in found if one.grave][:1] == [place]
    german = own_words("de", title)
    for one in found:
        assert not re.search(r"Error|Exception|object|unpack|index out", one.text)
        assert one.message in german.messages


def words_of_a_set() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every word out of a fixed set in the data of every title, one for each place."""
    for family in families():
        data = built_in(family)
        for place in WORDS:
            for file in data if place.startswith("*.") else [place.partition(".")[0]]:
                found = next(_told(data, (file, *place.split(".")[1:])), None)
                if found:
                    yield title_of(family), found[0]


@pytest.mark.parametrize(("title", "path"), list(words_of_a_set()), ids=str)
def test_an_unknown_word_out_of_a_fixed_set_is_refused_at_its_place(
    title: str, path: tuple[str, ...]
) -> None:
    data = deepcopy(dict(built_in(family_of(title))))
    table: Any = data
    for key in path[:-1]:
        named = by_name(table)
        table = named[key] if isinstance(named, Mapping) else named[int(key)]
    table[path[-1]] = ["zzz"] if isinstance(table[path[-1]], list) else "zzz"
    assert ".".join(path) in [one.at for one in unknown_words(family_of(title), data)]


def test_the_moment_at_which_a_private_builds_is_a_word_that_the_rules_know() -> None:
    said = '[edition]\ntitle = "18chesapeake"\n[privates.privates.C-P.builds]\nwhen = "sometime"\n'
    with pytest.raises(kb.BadInput, match=r"privates\.privates\.C-P\.builds\.when.*'sometime' is not one of"):
        kb.new_game("18chesapeake", 3, edition=said)


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_words_that_a_form_offers_are_not_refused(family: Any) -> None:
    shapes = schema_of(family)
    for place, words in WORDS.items():
        for file in shapes if place.startswith("*.") else [place.partition(".")[0]]:
            shape: Shape | None = shapes.get(file)
            for key in place.split(".")[1:]:
                shape = shape and (shape.each if key == "*" else shape.fields.get(key))
            offered = set(shape.texts) | set(shape.each.texts if shape.each else ()) if shape else set()
            built = {text for _, text in _told(built_in(family), (file, *place.split(".")[1:]))}
            assert offered <= {*words, *built}, (file, place)
