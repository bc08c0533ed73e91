"""Powers of privates on the page: tiles are chosen on the board, and who may interject sees it in others' turns."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from kursbuch.core import Game
from kursbuch.rail.standard.actions import Build, Swap
from kursbuch.shelf import new_game
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.table import scene_of
from kursbuch.web.pages.track import hex_of
from kursbuch.words import words
from tests.web.memory import make_app
from tests.web.test_pages import Client


def with_power(kind: type[Build] | type[Swap], acting: bool) -> tuple[Game, str]:
    """A game of 1889 in which somebody has a power, in their own turn or in another's; and who it is."""
    for seed in range(60):
        rng = random.Random(seed)
        game = new_game("1889", ["Anna", "Ben", "Clara"], seed=seed)
        while not game.over and len(game.actions) < 250:
            for player in game.players:
                has = any(isinstance(a, kind) for a in game.legal_actions(player))
                if has and (player in game.acting) == acting:
                    return game, player
            game.apply(rng.choice(game.legal_actions()).sample(rng))
    raise AssertionError("no such position")


def test_the_owner_of_a_power_chooses_its_tile_on_the_board() -> None:
    game, owner = with_power(Build, acting=True)
    scene = scene_of(game, (owner,), words("en"))
    group = next(g for g in decision(scene).groups if g.kind == "build")
    assert group.layout == "board"
    hex = hex_of(scene, group.choices[0].hex, actor="MF", tile="437")
    assert hex.offer is not None and hex.offer.actor == "MF"
    legal = {a.turn for a in game.legal_actions(owner) if isinstance(a, Build) and a.hex == hex.id}
    assert set(hex.offer.turns) == legal


@pytest.mark.parametrize("kind", [Build, Swap])
def test_who_may_interject_sees_it_in_anothers_turn(kind: type[Build] | type[Swap]) -> None:
    game, owner = with_power(kind, acting=False)
    scene = scene_of(game, (owner,), words("en"))
    now = decision(scene)
    assert not now.mine and [player for player, _ in now.aside] == [owner]
    others = scene_of(game, tuple(p for p in game.players if p not in (owner, *game.acting))[:1], words("en"))
    kinds = {g.kind for _, groups in decision(others).aside for g in groups}
    assert not kinds & {g.kind for _, groups in now.aside for g in groups}
    past = scene_of(game, (owner,), words("en"), at=0)
    assert decision(past).aside == []


@pytest.mark.parametrize(
    "language, note", [("en", "although it is another&#39;s turn"), ("de", "obwohl andere")]
)
def test_an_interjection_is_played_from_the_page(language: str, note: str) -> None:
    game, owner = with_power(Build, acting=False)
    client = Client(make_app(), language)
    path, _ = client.new("1889", count="3")
    tables = client.app.state.tables
    kept = tables.kept[path.rpartition("/")[2]]
    kept.game = game
    seats = tuple(s if s.player == owner else replace(s, person=99) for s in kept.info.seats)
    kept.info = replace(kept.info, seats=seats)
    tables._note(kept)
    page = client.get(path)
    assert note in page and 'data-kind="build"' in page
    hex = page.split('class="hex-pick" data-hex="')[1].split('"')[0]
    chooser = client.get(f"{path}/hex/{hex}")
    action = chooser.split('name="action" value="')[1].split('"')[0]
    assert action.startswith(f"{owner}: MF places ")
    before = len(game.actions)
    client.post(f"{path}/act", action=action, moves=str(before))
    assert len(kept.game.actions) == before + 1
