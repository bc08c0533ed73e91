"""How sure are we: every block has a source, every reconstructed one a reason, and the pages of the docs say so."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kursbuch.cli.main import app
from kursbuch.cli.sources import pages
from kursbuch.core.overlay import SOURCES
from kursbuch.editions import read_edition
from kursbuch.editions.box import built_in
from kursbuch.editions.changing import block_of, new_edition, set_block
from kursbuch.editions.checks import checked
from kursbuch.editions.counting import at_path, reasons
from kursbuch.editions.sources import block_paths, blocks, points_for
from kursbuch.shelf import families, family_of, find
from kursbuch.words import sections
from tests.editions.test_editions import HEAD

DOCS = Path(__file__).parents[2] / "docs" / "trust" / "sources"
OURS = [family for family in families() if family.package.startswith("kursbuch.")]


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_every_block_has_a_source_and_every_doubt_a_reason(family) -> None:
    for language in ("en", "de"):
        for block in blocks(family, None, language):
            assert block.source in SOURCES, block.at
            assert block.source != "reconstructed" or block.doubts, block.at
            assert all(doubt.why and doubt.settles for doubt in block.doubts), block.at


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_every_reason_speaks_of_something(family) -> None:
    spoken = {doubt.why for block in blocks(family) for doubt in block.doubts}
    for reason in reasons(family.package).get("because", ()):
        assert reason["why"]["en"] in spoken, reason["at"]
        assert {*reason["why"]} == {*reason["settles"]} == {"en", "de"}


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_there_is_nothing_to_remark_on_the_built_in_data(family) -> None:
    assert [
        one.text for one in checked(family, find(next(iter(family.titles))), None) if one.at != SMALL
    ] == []


SMALL = "companies.companies.PLE.home"  # a home beside the city, as printed


def test_the_docs_are_up_to_date() -> None:
    written = {
        path.name: path.read_text(encoding="utf-8") for path in DOCS.glob("*.md") if path.name != "index.md"
    }
    assert written == pages(), "run `kursbuch sources --docs docs/trust/sources`"


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_a_box_confirmed_in_every_kind_of_block_is_played_with(family) -> None:
    edition = new_edition(family)
    kinds = {path[:2] if len(path) == 3 else path: path for path in block_paths(family, built_in(family))}
    for path in kinds.values():
        edition = set_block(family, edition, path, block_of(built_in(family), path), {"kind": "box"})
    assert checked(family, find(next(iter(family.titles))), edition) == []


def test_confirmed_blocks_are_sure() -> None:
    text = HEAD + '[tiles.tiles.611]\nsource = { kind = "box", by = "Anna" }\n'
    found = {block.at: block for block in blocks(family_of("18te"), read_edition(text))}
    assert (found["tiles.tiles.611"].sure, found["tiles.tiles.611"].by) == ("box", "Anna")
    assert {block.at: block for block in blocks(family_of("18te"))}["tiles.tiles.611"].sure == "reconstructed"


def test_the_command_lists_them() -> None:
    out = CliRunner().invoke(app, ["sources", "18te", "--json", "--language", "de"]).output
    found = json.loads(out)
    assert sum(found["counts"].values()) == len(found["blocks"])
    tile = next(block for block in found["blocks"] if block["at"] == "tiles.tiles.611")
    assert "85" in tile["doubts"][0]["why"] and tile["doubts"][0]["settles"].startswith("Die braunen")


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_the_rules_speak_of_every_block_but_of_how_a_board_is_drawn(family) -> None:
    drawn = (("board", "grid"), ("areas",))
    for path in block_paths(family, built_in(family)):
        assert points_for(family, path) or path in drawn, path


def test_a_section_speaks_of_a_files_own_figure_and_not_of_the_blocks_in_the_file() -> None:
    northeast = family_of("1830")
    assert points_for(northeast, ("board",)) == ["1830 §R"]
    assert "1830 §R" not in points_for(northeast, ("board", "hexes", "A9"))


@pytest.mark.parametrize("family", OURS, ids=lambda family: family.name)
def test_sections_that_speak_of_a_block_are_in_the_rules(family) -> None:
    known = set(sections(next(iter(family.titles))))
    for one in reasons(family.package).get("says", ()):
        assert one["section"] in known
        for at in one["at"]:
            assert any(at_path(built_in(family), at.split("."))) or at.count(".") < 2, at


WALLS = "".join(
    f'[board.borders."D6 {hex}"]\nkind = "wall"\n' for hex in ("D4", "E5", "E7", "D8", "C7", "C5")
)


# -- what is remarked ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "text", "at", "message"),
    [
        (
            "18te",
            "[board.hexes.A5]\nred = [{ values = { yellow = 20, green = 30, brown = 50 }, edges = [3] }]\n",
            "board.hexes.A5",
            "off the board",
        ),
        ("18te", '[companies.companies.TWE]\nhome = "Z9"\n', "companies.companies.TWE.home", "no hex Z9"),
        ("18te", '[board.hexes.D6]\ntrack = ["a-b"]\n', "board.hexes.D6.track", "'a-b' is no track"),
        ("18te", '[tiles.tiles.611]\nlabel = "ZZ"\n', "tiles.tiles.611", "fits nowhere"),
        ("18te", "[tiles.tiles.57]\ncount = 9\n", "tiles.tiles.*.count", "list of components has 85"),
        ("18te", '[trains.trains."2+2/3"]\nrusts_in = "9"\n', "trains.trains.2+2/3.rusts_in", "no phase 9"),
        ("18te", '[market]\nrows = ["."]\n', "market.rows", "no price"),
        ("18te", "[board.hexes.D6]\ncity = [{ slots = 0 }]\n", "companies.companies.TWE.home", "no place"),
        ("18te", WALLS, "companies.companies.TWE.home", "no way out of D6"),
        ("18te", '[board.hexes.D6]\ncolour = "grey"\n', "companies.companies.TWE.home", "no way out of D6"),
        (
            "18te",
            "[companies.companies.KHS]\nhome_stop = 7\n",
            "companies.companies.KHS.home_stop",
            "no stop 7",
        ),
        ("18te", "[trains.phases.2]\ntrain_limit = 0\n", "trains.phases.2.train_limit", "at least 1"),
        ("18te", "[board.hexes.Z9]\ngone = true\n", "board.hexes.Z9", "no such block"),
        ("18te", "[board.hexes.D6]\ncst = 3\n", "board.hexes.D6.cst", "no such field"),
        (
            "nuremberg",
            '[borders.border."fuerth nowhere"]\nedge = [[0, 0], [1, 1]]\n',
            "borders.border",
            "no area",
        ),
        ("nuremberg", "[pieces.goods.bag]\nbeer = 70\n", "pieces.goods.bag.*", "195"),
    ],
)
def test_what_looks_wrong_is_told_at_its_place(title: str, text: str, at: str, message: str) -> None:
    edition = read_edition(f'[edition]\ntitle = "{title}"\n{text}')
    found = checked(family_of(title), find(title), edition)
    assert any(one.at.startswith(at) and message in one.text for one in found), [
        (r.at, r.text) for r in found
    ]


def test_a_files_own_figures_are_not_in_doubt_because_a_block_in_it_is() -> None:
    found = {block.at: block for block in blocks(family_of("18te"))}
    assert found["companies"].doubts == () and found["companies"].sure == "rules"
    assert found["companies.companies.KHS"].sure == "reconstructed"
    nuremberg = {block.at: block for block in blocks(family_of("nuremberg"))}
    assert [doubt.at for doubt in nuremberg["trains.rows"].doubts] == ["trains.rows.per_player"]
