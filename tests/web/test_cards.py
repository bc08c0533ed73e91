"""Cards of things to look up: every kind, of every name, for every title, in both languages."""

from __future__ import annotations

import random
from functools import cache

import pytest

from kursbuch.core import Game
from kursbuch.rail.routes import Reach
from kursbuch.shelf import find, new_game, shelf
from kursbuch.web.pages.cards import Gallery, Links, card_of, index, kinds_of
from kursbuch.web.pages.cards.company import income_by_round
from kursbuch.web.pages.cards.depot import reach_words
from kursbuch.web.pages.cards.tiles import upgrades
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.site import environment
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words


@cache
def played(title: str, moves: int) -> Game:
    """A game some way on, played at random with few passes."""
    rng = random.Random(5)
    game = new_game(title, find(title).info.players.start + 1, seed=7)
    while len(game.actions) < moves and not game.over:
        legal = game.legal_actions()
        lively = [action for action in legal if "pass" not in str(action)] or legal
        game.apply(rng.choice(lively if rng.random() < 0.7 else legal).sample(rng))
    return game


def scene(title: str, moves: int = 120, language: str = "en") -> Scene:
    game = played(title, moves)
    return scene_of(game, (game.players[0],), words(language))


def shown(scene: Scene, kind: str, name: str) -> str:
    card = card_of(scene, kind, name)
    assert card is not None, (kind, name)
    return (
        environment()
        .get_template("parts/card.html")
        .render(t=scene.words, card=card, of=f"{kind}:{name}", id="x", at=None)
    )


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("title", shelf())
def test_whatever_the_index_names_has_a_card(title: str, language: str) -> None:
    at = scene(title, language=language)
    links = [part for part in index(at).parts if isinstance(part, Links)]
    assert links
    for kind, of in kinds_of(at).items():
        for name, label in of.names(at):
            html = shown(at, kind, name)
            assert "<h2" in html and str(label)
    assert card_of(at, "company", "Nobody") is None and card_of(at, "nonsense", "") is None


@pytest.mark.parametrize("title", [id for id in shelf() if id != "nuremberg"])
def test_every_hex_and_every_tile_has_a_card(title: str) -> None:
    at = scene(title)
    assert at.rail is not None
    for hex in at.rail.board.faces:
        assert at.hex(hex).partition(" (")[0] in shown(at, "hex", hex).replace("&#39;", "'").replace(
            "&amp;", "&"
        )
    for tile in at.rail.box.tiles:
        assert f"tile:{tile}" in shown(at, "tile", tile)


def test_a_hex_tells_why_a_tile_cannot_be_laid_yet() -> None:
    early = scene("18te", 0)
    s = early.rail
    assert s is not None
    covers = {hex: s.board.map.covers(hex, face, s.box.tiles) for hex, face in s.board.faces.items()}
    assert "left" in shown(early, "hex", next(hex for hex, faces in covers.items() if faces))
    later = [h for h, faces in covers.items() if any(f.tile.colour not in s.phase.colours for f in faces)]
    assert "from phase" in shown(early, "hex", later[0])


def test_the_manifest_shows_each_tile_once_with_what_may_cover_it() -> None:
    at = scene("1889", 0)
    assert at.rail is not None
    card = card_of(at, "tiles", "")
    assert card is not None
    pictures = [p for part in card.parts if isinstance(part, Gallery) for p in part.pictures]
    assert sorted(p.name for p in pictures) == sorted(at.rail.box.tiles)
    for picture in pictures:
        tile = at.rail.box.tiles[str(picture.name)]
        assert [p.name for p in picture.then] == [t.id for t in upgrades(at.rail, tile)]
    assert {"14", "15"} <= {p.name for p in next(p for p in pictures if p.name == "57").then}


def test_a_companys_income_is_told_round_by_round() -> None:
    at = scene("18te", 120)
    told = [
        (e.values["company"], e.values.get("income", 0))
        for n in range(len(at.game.actions) + 1)
        for e in at.game.events_of(n)
        if e.key in ("pays", "withholds", "earns-nothing")
    ]
    assert told
    company = str(told[0][0])
    assert [income for _, income, _ in income_by_round(at, company)] == [i for c, i in told if c == company]


def test_a_private_says_what_it_can_do() -> None:
    at = scene("1889", 0)
    assert "437" in shown(at, "private", "MF") and "hex:K4" in shown(at, "private", "TR")
    assert "mountain" in shown(at, "private", "SMR") and "IR" in shown(at, "private", "DR")


def test_which_parts_of_a_box_are_reconstructed_can_be_looked_up() -> None:
    html = shown(scene("18te", language="de"), "sources", "")
    assert "Teils rekonstruiert" in html and "/workshop/18te" in html
    for part in find("18te").info.reconstructed:
        assert words("de")(part) in html
    assert card_of(scene("1889"), "sources", "") is None or find("1889").info.reconstructed


@pytest.mark.parametrize(
    ("reach", "english", "german"),
    [
        (Reach(2), "2 stops", "2 Halte"),
        (Reach(1, 1), "1 stop and 1 small town more", "1 Halt und 1 kleiner Ort dazu"),
        (Reach(3, 3), "3 stops and 3 small towns more", "3 Halte und 3 kleine Orte dazu"),
        (Reach(1, None), "1 city and any number of small towns", "1 Stadt und beliebig viele kleine Orte"),
        (Reach(None), "without limit", "unbegrenzt"),
    ],
)
def test_how_far_a_train_goes_is_told_in_one_or_in_many(reach: Reach, english: str, german: str) -> None:
    for language, told in (("en", english), ("de", german)):
        assert reach_words(scene("18te", 0, language), reach) == told


def test_cards_that_join_a_game_later_are_not_counted_before() -> None:
    """Of 1853's first locomotive six lie ready, and any number of others might be wanted."""
    rail = scene("1853", 0).rail
    assert rail is not None
    two = rail.box.trains["2"]
    assert two.count > two.at_start == 6
    assert "/32" not in shown(scene("1853", 0), "train", "2")
    assert "6/6" in shown(scene("1830", 0), "train", "2")
