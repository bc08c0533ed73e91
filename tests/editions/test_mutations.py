"""Single values changed at random: a game refuses to begin and names the place, or is played without a fault."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from fnmatch import fnmatchcase
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import beside, built_in
from kursbuch.editions.checks import checked
from kursbuch.editions.comparing import by_name
from kursbuch.editions.reading import read_edition
from kursbuch.editions.sources import title_of
from kursbuch.editions.stopping import stopping
from kursbuch.rail.vocabulary import FREE
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
            "companies.companies.B&O.tokens[0].cost",
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
        (
            "1889",
            {
                "beginner_tiles": {
                    "tiles": {"Beg6": {"city": [{"value": 20, "slots": ["zzz"], "edges": [0, 2]}]}}
                }
            },
            "beginner_tiles.tiles.Beg6.city[0].slots",
        ),
        (
            "18chesapeake",
            {"companies": {"two_players": {"shares": [30, 10]}}},
            "companies.two_players.shares",
        ),
        (
            "18do-beer",
            {"brewers": {"corporations": {"DUB": {"shares": [60, 10]}}}},
            "brewers.corporations.DUB.shares",
        ),
        ("1889", {"trains": {"trains": {"2": {"sides": {"2": "1"}}}}}, "trains.trains.2.sides.2"),
        ("18do-beer", {"beer_market": {"segments": {"4": {"gone": True}}}}, "beer_market.segments.4"),
        ("18do-beer", {"beer_market": {"segments": {"7": {"regular": 10}}}}, "beer_market.segments.7"),
        ("18do-expert", {"expert": {"small": {"C": {"gone": True}}}}, "expert.small.C"),
        ("18te", {"game": {"players": {"99": {"cash": 100}}}}, "game.players.99"),
        ("18te", {"board": {"grid": {"drop": ["edge0"]}}}, "board.grid.edge0"),
        ("1830", {"companies": {"drop": ["shares"]}}, "companies.shares"),
        (
            "18chesapeake",
            {"tiles": {"tiles": {"14": {"city": [{"value": 30, "slots": 2, "edges": [0, 1]}] * 4}}}},
            "tiles.tiles.611",
        ),
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


def texts_in(value: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where the texts in a value are."""
    if isinstance(value, str):
        yield at
    elif isinstance(value, (dict, list)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            if key != SOURCE:
                yield from texts_in(one, (*at, key))


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_a_text_that_nothing_knows_is_refused_wherever_it_is_not_said_to_be_free(family: Any) -> None:
    """One text of each kind of place in the data of every title is replaced by one that means nothing."""
    free = beside(family.package, "vocabulary").get("free", ())
    seen = set()
    for at in texts_in(dict(built_in(family))):
        kind = (
            at[0],
            at[1],
            *(key for key in at[3:] if not isinstance(key, int)),
        )  # blocks of a table are alike
        if kind in seen or at[-1] in (*FREE, "id", "phase") or "between" in at:
            continue
        seen.add(kind)
        data: Any = deepcopy(dict(built_in(family)))
        table = data
        for key in at[:-1]:
            table = table[key]
        table[at[-1]] = "zzz"
        refused = any(one.grave for one in stopping(family, data))
        assert refused or any(
            fnmatchcase(".".join(map(str, at)), f"*{one[one.rindex('.') :]}*") for one in free
        ), at


def test_words_of_the_kit_are_known_where_a_box_does_not_use_them() -> None:
    for title, said, words in (
        ("1889", "[privates.privates.SMR]\nshare_from", '["offer", "pool"]'),
        ("1830", '[board.borders."A9 A11"]\nkind', '"river"'),
        ("18te", "[board.hexes.D4]\nterrain", '"high mountain"'),
    ):
        text = f'[edition]\ntitle = "{title}"\n{said} = '
        kb.new_game(title, 2, edition=text + words)
        with pytest.raises(kb.BadInput, match="'zzz' is not one of"):
            kb.new_game(title, 2, edition=text + ('["zzz"]' if "[" in words else '"zzz"'))


@pytest.mark.parametrize(
    ("title", "said", "place"),
    [
        ("18te", '[companies.companies.KHS.goal]\nkind = "zzz"', "companies.companies.KHS.goal.kind"),
        ("18te", '[companies.companies.KHS]\ncolour = "red"', "companies.companies.KHS.colour"),
        ("1830", '[game]\nmoney = "{:999999999}"', "game.money"),  # a field that wide would fill the memory
        ("1830", '[game]\nmoney = "{0.__class__}"', "game.money"),
        ("1830", '[game]\nmoney = "$"', "game.money"),
        (
            "1889",
            '[trains.phases.3]\nfeatures = ["export"]',
            "trains.phases.3.features",
        ),  # another title's word
        ("18te", '[tiles.tiles.8]\ntrack = ["0-2 broad"]', "tiles.tiles.8"),
        ("1889", '[beginner_tiles.tiles.Beg7]\ntrack = ["zzz"]', "beginner_tiles.tiles.Beg7.track"),
    ],
)
def test_texts_that_mean_nothing_here_are_refused(title: str, said: str, place: str) -> None:
    with pytest.raises(kb.BadInput) as refused:
        kb.new_game(title, 2, edition=f'[edition]\ntitle = "{title}"\n{said}\n')
    assert refused.value.place == place


def test_letters_that_no_tile_has_are_told() -> None:
    own = read_edition('[edition]\ntitle = "18te"\n[board.hexes.A7]\nlabel = "RX"\n')
    found = checked(family_of("18te"), find("18te"), own)
    assert ("board.hexes.A7.label", "no tile has the letters RX") in [(one.at, one.text) for one in found]


def test_the_moment_at_which_a_private_builds_is_a_word_that_the_rules_know() -> None:
    said = '[edition]\ntitle = "18chesapeake"\n[privates.privates.C-P.builds]\nwhen = "sometime"\n'
    with pytest.raises(kb.BadInput, match=r"privates\.privates\.C-P\.builds\.when.*'sometime' is not one of"):
        kb.new_game("18chesapeake", 3, edition=said)
