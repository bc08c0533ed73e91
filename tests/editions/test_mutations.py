"""Single values changed at random: a game refuses to begin and names the place, or is played without a fault."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core.overlay import SOURCE
from kursbuch.editions.box import built_in
from kursbuch.editions.comparing import by_name
from kursbuch.editions.reading import read_edition
from kursbuch.editions.sources import title_of
from kursbuch.shelf import families, find

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
