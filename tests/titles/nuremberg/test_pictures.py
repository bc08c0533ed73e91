"""The Nuremberg board and tracks as pictures: well-formed, complete, safe, in both languages."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import kursbuch as kb
from kursbuch.cli.main import app
from kursbuch.core import Game
from kursbuch.draw import draw
from kursbuch.titles.nuremberg.pictures.board import nuremberg_board
from kursbuch.titles.nuremberg.pictures.style import initials
from kursbuch.titles.nuremberg.pictures.tracks import nuremberg_tracks
from kursbuch.titles.nuremberg.rules.parts import box

BOX = box()

SVG = "{http://www.w3.org/2000/svg}"


@cache
def _played(seed: int, moves: int, players: int) -> Game:
    """A game played at random, building preferred so that there is something to see."""
    rng = random.Random(seed)
    game = kb.new_game("nuremberg", players, seed=seed)
    while not game.over and len(game.actions) < moves:
        legal = game.legal_actions()
        building = [a for a in legal if type(a).__name__ in ("Link", "Build", "HandOver")]
        game.apply(rng.choice(building if building and rng.random() < 0.6 else legal).sample(rng))
    return game


def _position(seed: int, moves: int, players: int = 3) -> dict[str, Any]:
    position: dict[str, Any] = _played(seed, moves, players).view()["position"]
    return position


def _drawn(tree: ET.Element) -> Iterator[ET.Element]:
    """Every element as often as it is seen: what is written once is put in many places."""
    once = {f"#{g.get('id')}": g for defs in tree.iter(f"{SVG}defs") for g in defs}
    for use in tree.iter(f"{SVG}use"):
        yield from once[use.get("href", "")].iter()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moves", [0, 60, 400])
def test_each_area_piece_and_link_of_a_random_position_is_in_the_picture(players: int, moves: int) -> None:
    position = _position(players, moves, players)
    tree = ET.fromstring(nuremberg_board(position, language="de"))
    groups = list(tree.iter(f"{SVG}g"))
    assert {g.get("data-hex") for g in groups if "kb-hex" in g.get("class", "")} == set(BOX.areas)
    links = {(e.get("data-link"), e.get("data-owner")) for e in tree.iter() if e.get("data-link")}
    assert links == {(link, owner) for owner, links in position["links"].items() for link in links}
    shown = {
        g.get("data-hex"): Counter(p.get("data-piece") for p in g)
        for g in groups
        if g.get("class") == "nu-pieces"
    }
    assert shown == {area: Counter(pieces) for area, pieces in position["board"].items()}


@pytest.mark.parametrize(
    "language, name", [("de", "Nürnberg Nord: Grün, Stadt"), ("en", "Nuremberg North: green, city")]
)
def test_areas_are_told_in_words(language: str, name: str) -> None:
    tree = ET.fromstring(nuremberg_board(_position(1, 0), language=language))
    assert name in [t.text for t in tree.iter(f"{SVG}title")]


def test_what_is_lit_and_the_planned_chain_are_drawn() -> None:
    position = _position(1, 0)
    builder = next(iter(position["players"]))
    chain = ["fuerth", "zirndorf"]
    lit = {area: "+1" for area in BOX.open_ways["zirndorf"] if area != "fuerth"}
    tree = ET.fromstring(nuremberg_board(position, lit=lit, chain=chain, builder=builder))
    assert {p.get("data-lit") for p in tree.iter(f"{SVG}polygon") if p.get("data-lit")} == set(lit)
    assert [g.get("data-chain") for g in tree.iter(f"{SVG}g") if g.get("data-chain")] == ["fuerth-zirndorf"]
    costs = [t.text for t in tree.iter(f"{SVG}text") if t.get("class") == "nu-cost"]
    assert costs == ["+1"] * len(lit)


def test_every_link_can_be_drawn_within_the_sheet() -> None:
    position = _position(1, 0) | {"links": {"red": sorted(BOX.borders)}}
    tree = ET.fromstring(nuremberg_board(position, dark=True))
    assert len([e for e in tree.iter() if e.get("data-link")]) == len(BOX.borders)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_marker_stands_on_each_track(players: int) -> None:
    position = _position(players, 200, players)
    for language in ("de", "en"):
        tree = ET.fromstring(nuremberg_tracks(position, language=language))
        marks = Counter(t.text for t in _drawn(tree) if "nu-mark" in t.get("class", ""))
        # four influence tracks, profit and points
        assert marks == {letter: 6 for letter in initials(list(position["players"])).values()}
        profit, points = (e for e in tree.iter() if e.get("class") == "nu-label" and e.text)
        apart = float(points.get("x", 0)) - float(profit.get("x", 0))
        assert apart - float(points.get("textLength", apart)) >= 4, "two headings read as one word"


def test_names_of_players_are_escaped() -> None:
    game = kb.new_game("nuremberg", ["<b>&", '"quote"'], seed=1)
    position = game.view()["position"] | {"links": {"<b>&": ["fuerth|zirndorf"]}}
    ET.fromstring(nuremberg_board(position, chain=["fuerth", "zirndorf"], builder="<b>&"))
    ET.fromstring(nuremberg_tracks(position))


def test_the_same_position_gives_the_same_picture() -> None:
    assert nuremberg_board(_position(2, 60)) == nuremberg_board(_position(2, 60))


@pytest.mark.parametrize("what", ["board", "tracks"])
@pytest.mark.parametrize("language, word", [("de", "Nürnberg"), ("en", "Nuremberg")])
def test_the_command_line_draws_it_too(tmp_path: Path, what: str, language: str, word: str) -> None:
    game = kb.new_game("nuremberg", 3, seed=2)
    (tmp_path / "game.json").write_text(game.to_json(), "utf-8")
    out = tmp_path / "picture.svg"
    command = ["draw", str(tmp_path / "game.json"), "--what", what, "--language", language, "-o", str(out)]
    assert CliRunner().invoke(app, command).exit_code == 0
    picture = out.read_text("utf-8")
    assert picture.startswith("<svg") and picture.count("<svg") == 1
    assert what == "tracks" or word in picture


def test_a_picture_that_a_title_has_not_is_refused() -> None:
    with pytest.raises(kb.BadInput, match="board, tracks"):
        draw(kb.new_game("nuremberg", 2, seed=1), "market")


def test_pictures_that_share_a_page_have_no_name_in_common() -> None:
    position = _position(3, 200, 3)
    names = [
        {g.get("id") for g in ET.fromstring(picture).iter(f"{SVG}g") if g.get("id")}
        for picture in (nuremberg_board(position), nuremberg_tracks(position))
    ]
    assert names[0] and names[1] and not names[0] & names[1]


def test_what_stands_on_the_board_many_times_is_written_once() -> None:
    assert len(nuremberg_board(_position(4, 400, 4))) < 75_000
