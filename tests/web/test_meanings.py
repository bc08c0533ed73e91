"""The page shows a value by what the rules declare it to mean, whatever else bears the same letters."""

from __future__ import annotations

import kursbuch as kb
from kursbuch.core import Event
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words


def scene_of(title: str, players: int = 3) -> Scene:
    game = kb.new_game(title, players=players, seed=1)
    return Scene(game, "Anna", ("Anna",), own_words("en", title), len(game.actions))


def test_a_hex_is_a_hex_even_if_a_brewery_has_the_same_letters() -> None:
    scene = scene_of("18do-beer")
    assert "B5" in scene.game.rules.entities
    told = scene.told(Event("lays", {"company": "RhE", "tile": "26", "turn": 0, "hex": "B5", "cost": 30}))
    assert told["hex"] == "Zeche Adolf von Hansemann (B5)"
    assert told["cost"] == "30\u00a0M"
    assert 'data-ref="company:RhE"' in told["company"]


def test_a_private_is_a_private_even_if_a_company_has_the_same_letters() -> None:
    scene = scene_of("1889")
    assert "TR" in scene.game.rules.entities
    line = scene.event(Event("bids", {"player": "Anna", "lot": "TR", "price": 25}))
    assert line == "<b>Anna</b> bids ¥25 for TR Takamatsu E-Railroad"


def test_what_no_rules_declare_is_shown_as_it_is() -> None:
    told = scene_of("18te").told(Event("unheard-of", {"price": 1200, "hex": "E7", "company": "KHS"}))
    assert (told["price"], told["hex"]) == ("1,200", "E7")
    assert 'class="co"' in told["company"]
