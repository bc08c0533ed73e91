"""Editions: corrections laid over the data of a box, in games, transcripts and files."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from typer.testing import CliRunner

import kursbuch as kb
from kursbuch.cli.editions import adopted
from kursbuch.cli.main import app
from kursbuch.core import Game
from kursbuch.core.overlay import DROP, GONE
from kursbuch.draw import draw
from kursbuch.editions import differences, merged, read_edition, whole_edition
from kursbuch.editions.box import box_data, built_in
from kursbuch.editions.fitting import what_fits
from kursbuch.editions.reading import LONGEST, edition_of_text
from kursbuch.shelf import edition_for, families, family_of, find, rules_of, shelf

OWN = """
[edition]
title = "18te"
name = "Second printing"
by = "Anna"

[board.hexes.D6]
source = { kind = "box", by = "Anna", note = "the figure on the sheet" }
cost = 60

[board.borders."A7 B6"]
source = "box"
cost = 40

[game]
bank = 5000
"""


def box_of(game: Game) -> Any:
    return game.rules.box  # type: ignore[attr-defined]


def played(game: Game, moves: int) -> Game:
    rng = Random(3)
    for _ in range(moves):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def test_a_game_is_played_with_the_corrected_figures() -> None:
    ours, theirs = kb.new_game("18te", 2, seed=7), kb.new_game("18te", 2, seed=7, edition=OWN)
    assert (box_of(ours).bank, box_of(theirs).bank) == (4000, 5000)
    assert (box_of(ours).map.hexes["D6"].cost, box_of(theirs).map.hexes["D6"].cost) == (50, 60)
    assert box_of(theirs).map.hexes["D6"].source == "box"
    river = {b.cost for b in box_of(theirs).map.borders if b.hexes == {"A7", "B6"}}
    assert river == {40}
    assert box_of(kb.new_game("18te", 2, seed=7)) is box_of(ours)


def test_games_of_one_edition_share_their_box() -> None:
    one, other = (kb.new_game("18te", 2, seed=seed, edition=OWN) for seed in (1, 2))
    assert box_of(one) is box_of(other)
    assert one.edition is other.edition is read_edition(OWN)


def test_an_edition_can_be_a_file_a_text_or_an_edition(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    for given in (path, str(path), OWN, read_edition(OWN)):
        assert box_of(kb.new_game("18te", 2, seed=1, edition=given)).bank == 5000


def test_a_text_from_outside_is_never_a_path(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(OWN, encoding="utf-8")
    with pytest.raises(kb.BadInput):
        edition_of_text(str(path))
    game = json.loads(kb.new_game("18te", 2, seed=1).to_json())
    del game["check"]
    with pytest.raises(kb.BadInput):
        kb.load(json.dumps({**game, "edition": str(path)}))


def test_a_transcript_holds_the_edition_by_content() -> None:
    game = played(kb.new_game("18te", 2, seed=7, edition=OWN), 12)
    again = kb.load(game.to_json())
    assert box_of(again).bank == 5000
    assert again.state.cash == game.state.cash
    assert again.to_json() == game.to_json()
    assert "edition" not in json.loads(kb.new_game("18te", 2, seed=7).to_json())


def test_a_bot_reads_the_box_of_the_edition_from_its_view() -> None:
    game = kb.new_game("18te", 2, seed=7, edition=OWN)
    assert rules_of(game.view("Anna")) is game.rules
    assert "edition" not in kb.new_game("18te", 2, seed=7).view("Anna")


@pytest.mark.parametrize("title", shelf())
def test_a_whole_box_written_out_is_the_same_box(title: str) -> None:
    family = family_of(title)
    whole = whole_edition(family, title, "all of it")
    assert box_data(family, read_edition(whole.text)) == dict(built_in(family))
    assert differences(family, None, whole) == []
    players = find(title).info.players.start
    ours, theirs = (kb.new_game(title, players, seed=5, edition=e) for e in (None, edition_for(title, whole)))
    for game in (ours, theirs):
        played(game, 25)
    assert theirs.view()["position"] == ours.view()["position"]
    assert [str(a) for a in theirs.actions] == [str(a) for a in ours.actions]


def test_no_data_file_uses_a_word_of_overlays() -> None:
    def words(value: object) -> set[str]:
        if isinstance(value, dict):
            return set(value).union(*map(words, value.values()))
        return set().union(*map(words, value)) if isinstance(value, list) else set()

    for family in families():
        assert not words(dict(built_in(family))) & {DROP, GONE}


def test_later_corrections_do_not_change_a_game() -> None:
    game = kb.new_game("18te", 2, seed=7, edition=OWN)
    later = kb.new_game("18te", 2, seed=7, edition=OWN.replace("bank = 5000", "bank = 6000"))
    assert (box_of(game).bank, box_of(later).bank) == (5000, 6000)
    assert box_of(kb.load(game.to_json())).bank == 5000


def test_values_can_be_dropped_and_blocks_taken_out() -> None:
    text = '[edition]\ntitle = "18te"\n[board.hexes.B4]\ndrop = ["cost", "terrain"]\n[board.hexes.C1]\ngone = true\n'
    hexes = box_of(kb.new_game("18te", 2, seed=1, edition=text)).map.hexes
    assert hexes["B4"].cost == 0
    assert "C1" not in hexes


def test_a_corrected_board_of_areas_is_played_and_drawn() -> None:
    text = '[edition]\ntitle = "nuremberg"\n[areas.area.fuerth]\nname = "Fürth <b>"\n[trains.rows.price]\n1 = 2\n'
    ours, theirs = (kb.new_game("nuremberg", 2, seed=4, edition=e) for e in (None, text))
    assert {t.price for t in box_of(theirs).trains.values() if t.row == 1} == {2}
    assert {t.price for t in box_of(ours).trains.values() if t.row == 1} == {1}
    picture = draw(theirs, "board")
    assert "Fürth &lt;b&gt;" in draw(theirs, "board", language="de")
    assert "<b>" not in picture
    assert "Fürth &lt;b&gt;" not in draw(ours, "board", language="de")
    assert rules_of(theirs.view()) is theirs.rules


# -- bad files ------------------------------------------------------------------------------------

HEAD = '[edition]\ntitle = "18te"\n'


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[edition", "edition"),
        ("", "edition"),
        ("x = 1", "edition"),
        ('[edition]\nname = "x"', "edition.title"),
        ('[edition]\ntitle = "1853"\n', "edition.title"),
        (HEAD + 'wish = "x"\n', "edition.wish"),
        (HEAD + "[bord.hexes.D6]\ncost = 60\n", "bord"),
        (HEAD + "[board.hexes.D6]\nkosten = 60\n", "board.hexes.D6.kosten"),
        (HEAD + '[board.hexes.D6]\ncost = "60"\n', "board.hexes.D6.cost"),
        (HEAD + "[board.hexes.D6]\ncost = 1000000\n", "board.hexes.D6.cost"),
        (HEAD + "[board.hexes.D6]\ncost = -10\n", "board.hexes.D6.cost"),
        (HEAD + "[board.hexes.D6]\ncost = nan\n", "board.hexes.D6.cost"),
        (HEAD + "[board.hexes.D6]\ncost = 99999999999999999999\n", "board.hexes.D6.cost"),
        (HEAD + '[board.hexes.D6]\nsource = "hearsay"\n', "board.hexes.D6.source"),
        (HEAD + "[board.hexes.D6]\ncity = [{ slots = 1, kind = 3 }]\n", "board.hexes.D6.city[0].kind"),
        (HEAD + "[board.hexes.D6]\ncost = 1979-05-27\n", "board.hexes.D6.cost"),
        (HEAD + "[companies]\nbid_step = 0\n", "companies.bid_step"),
        (HEAD + '[board.hexes.D6]\nname = "a\\u0000b"\n', "board.hexes.D6.name"),
        (HEAD + "[board.hexes.D6]\ndrop = 3\n", "board.hexes.D6.drop"),
        (HEAD + '[board.hexes.D6]\ndrop = ["wings"]\n', "board.hexes.D6.drop"),
        (HEAD + f"[board.hexes.D6]\nhomes = {['A'] * 3000!r}\n", "board.hexes.D6.homes"),
        (HEAD + "x" * LONGEST, "edition"),
        (HEAD + "a = " + "[" * 5000, "edition"),
        (HEAD + "[trains.trains.2]\nprice = {}\n", "trains.trains.2"),
    ],
)
def test_a_bad_file_is_refused_at_its_place(text: str, place: str) -> None:
    with pytest.raises(kb.BadInput) as error:
        kb.new_game("18te", 2, seed=1, edition=edition_of_text(text))
    assert str(error.value.place).startswith(place)


def test_a_box_that_does_not_come_together_is_refused() -> None:
    for text in (
        '[market]\nrows = ["."]\n',
        '[board.hexes.D6]\ntrack = ["a-b"]\n',
        "[board.grid]\nflat = 3\n",
    ):
        with pytest.raises(kb.BadInput):
            kb.new_game("18te", 2, seed=1, edition=HEAD + text)


def test_any_cut_of_a_file_is_read_or_refused() -> None:
    for end in range(0, len(OWN), 7):
        try:
            kb.new_game("18te", 2, seed=1, edition=edition_of_text(OWN[:end]))
        except kb.BadInput as error:
            assert error.place


# -- merging and the commands --------------------------------------------------------------------


def test_of_two_that_differ_the_first_has_its_way() -> None:
    other = HEAD + "[game]\nbank = 7000\n[board.hexes.E7]\ncost = 30\n"
    edition, clashes = merged(family_of("18te"), read_edition(OWN), read_edition(other))
    assert [(c.at, c.one, c.other) for c in clashes] == [("game.bank", 5000, 7000)]
    box = box_of(kb.new_game("18te", 2, seed=1, edition=edition))
    assert (box.bank, box.map.hexes["E7"].cost, box.map.hexes["D6"].cost) == (5000, 30, 60)


def run(*words: str) -> str:
    result = CliRunner().invoke(app, ["editions", *words])
    assert result.exit_code == 0, result.output
    return result.output


def test_commands_check_compare_and_merge(tmp_path: Path) -> None:
    one, other = tmp_path / "one.toml", tmp_path / "other.toml"
    one.write_text(OWN, encoding="utf-8")
    other.write_text(HEAD + "[game]\nbank = 7000\n", encoding="utf-8")
    assert json.loads(run("check", str(one), "--json")) == {"title": "18te", "remarks": []}
    found = json.loads(run("diff", "18te", str(one), "--json"))
    assert {"at": "board.hexes.D6.cost", "one": 50, "other": 60} in found
    assert len(found) == 3
    out = tmp_path / "both.toml"
    run("merge", str(one), str(other), "--out", str(out))
    assert read_edition(out).files["game"] == {"bank": 5000}
    result = CliRunner().invoke(app, ["editions", "check", str(other), "--json"])
    assert json.loads(result.output)["remarks"] == []
    other.write_text(HEAD + "[board.hexes.D6]\nkosten = 7\n", encoding="utf-8")
    assert CliRunner().invoke(app, ["editions", "check", str(other)]).exit_code == 1


@pytest.mark.parametrize("title", ["18te", "nuremberg", "18do-beer"])
def test_an_adopted_edition_is_the_built_in_data(title: str, tmp_path: Path) -> None:
    corrections = {
        "18te": OWN,
        "nuremberg": '[edition]\ntitle = "nuremberg"\n[areas.area.fuerth]\nsource = "box"\nkind = "station"\n'
        '[tracks.rounds]\ncount = 4\n[borders.border."fuerth poppenreuth"]\ngone = true\n',
        "18do-beer": '[edition]\ntitle = "18do-beer"\n[beer_market.segments.3]\nnew = 25\n'
        '[trains.phases.3]\ntrain_limit = 3\n[board.hexes.Z99]\nname = "New"\ncost = 20\n'
        '[board.hexes.C8]\ncity = [{ value = 30, slots = ["home DHB"], edges = [1, 5] }]\n',
    }
    family = family_of(title)
    folder = files(family.package).joinpath("data")
    for entry in folder.iterdir():
        if entry.name.endswith(".toml"):
            (tmp_path / entry.name).write_text(entry.read_text(encoding="utf-8"), encoding="utf-8")
    edition = read_edition(corrections[title])
    assert adopted(edition, tmp_path)
    now = {name: tomllib.loads((tmp_path / f"{name}.toml").read_text("utf-8")) for name in built_in(family)}
    assert now == box_data(family, edition)
    assert "# " in (
        tmp_path / "board.toml" if (tmp_path / "board.toml").exists() else tmp_path / "areas.toml"
    ).read_text("utf-8")
    assert adopted(edition, tmp_path) == []
    assert not any("[[hexes" in path.read_text("utf-8") for path in tmp_path.iterdir())  # they read as before


@pytest.mark.parametrize(
    ("title", "text", "at", "message"),
    [
        ("1853", "[companies.companies.EIR]\nprice = 0\n", "companies.companies.EIR.price", "no such price"),
        ("1853", "[game]\nfirst_round_discount = 90\n", "game.first_round_discount", "at most"),
        (
            "1853",
            "[companies.companies.EIR.home_edges]\nJ28 = 0\n",
            "companies.companies.EIR.home_edges.J28",
            "side",
        ),
        ("1853", "[companies.companies.BBCI]\ngone = true\n", "", "no company BBCI"),
        ("1853", "[board.hexes.B8]\ngone = true\n", "areas.areas.NWR", "no hex B8"),
        ("1853", "[game.terrain.river]\ngone = true\n", "board.hexes", "no river in game.terrain"),
        ("1853", "[trains.trains.2]\ngauges = { gone = true }\n", "trains.trains.2.gauges", "missing: 2"),
        ("1889", '[companies.companies.AR]\nhome = ""\n', "companies.companies.AR.home", "no hex"),
        ("1889", '[trains.trains.D]\nfrom_phase = "7"\n', "trains.trains.D.from_phase", "no phase 7"),
        ("1889", '[trains.trains.2]\nrusts_in = "7"\n', "trains.trains.2.rusts_in", "no phase 7"),
        ("1889", '[trains.phases.2]\nred = "blue"\n', "trains.phases.2.red", "'blue'"),
        (
            "1889",
            '[privates.privates.DR]\nshare_of = "XX"\n',
            "privates.privates.DR.share_of",
            "no company XX",
        ),
        (
            "1889",
            '[privates.privates.MF.builds]\nhexes = ["Z9"]\n',
            "privates.privates.MF.builds.hexes",
            "no hex Z9",
        ),
        ("1889", "[companies.companies.IR]\ngone = true\n", "board.hexes", "no company IR"),
        ("1889", "[companies]\nshares = [10, 20, 10, 10, 10, 10, 10, 10, 10]\n", "companies.shares", "first"),
        ("1889", "[companies]\nshares = []\n", "companies.shares", "100"),
        (
            "1889",
            "[tiles.tiles.5]\ncity = [{ value = 20, slots = 0, edges = [0, 1] }]\n",
            "tiles.tiles.5",
            "place",
        ),
        (
            "1889",
            "[tiles.tiles.448]\ncity = [{ value = 40, slots = 1, edges = [0, 1, 2, 3] }]\n",
            "tiles.tiles.448",
            "fewer places",
        ),
        (
            "1830",
            "[privates.privates.CA.brings]\ncertificate = 10\n",
            "privates.privates.CA.brings.certificate",
            "to 8",
        ),
        ("nuremberg", '[trains.exchange]\nof = ["gold"]\n', "trains.exchange.of", "'gold'"),
        ("18te", '[market]\nrows = ["60p 70", ". 60", "50 40"]\n', "market.rows", "hole in column 1"),
        ("18te", '[companies.companies.KHS]\ndrop = ["goal"]\n', "companies.companies.KHS", "missing: goal"),
        (
            "18te",
            '[companies.companies.KHS.goal]\ndrop = ["kind"]\n',
            "companies.companies.KHS.goal.kind",
            "",
        ),
        ("18te", '[companies]\ndrop = ["minimum_bid"]\n', "companies.minimum_bid", "missing"),
        ("18te", "[companies]\nminimum_bid = 7\n", "companies.minimum_bid", "but to pass"),
        ("18te", '[trains.phases.5]\ndrop = ["tiles"]\n', "trains.phases.5.tiles", "missing"),
        ("18te", '[trains.trains.D.sides]\nD = "4x"\n', "trains.trains.D.sides.D", "'4x' is no reach"),
        ("1853", '[trains.trains.3.gauges]\n3 = "wide"\n', "trains.trains.3.gauges.3", "broad, metre, dual"),
        ("1889", '[trains.trains.2.sides]\ndrop = ["2"]\n', "trains.trains.2.sides", "missing"),
        ("1830", "[game]\nfloats_at = 120\n", "game.floats_at", "from 1 to 100"),
        ("1830", '[game]\nprivates_close = "9"\n', "game.privates_close", "no phase 9"),
        ("1830", "[game]\nholding_limit = 10\n", "game.holding_limit", "at least 20"),
        ("1830", "[game.players.3]\ncertificates = 0\n", "game.players.3.certificates", "at least 1"),
        ("nuremberg", '[tracks]\ndrop = ["bonus"]\n', "tracks.bonus", "missing: bonus"),
        ("nuremberg", "[tracks.takeover]\ngone = true\n", "tracks.takeover", "missing"),
        ("18do-beer", "[breweries.breweries.2]\nboxes = []\n", "breweries.breweries.2.boxes", "missing"),
        ("18do-beer", '[board.hexes.D7]\nsite = "yards"\n', "board.hexes.D7.site", "coal, steel"),
        ("18do-beer", "[capex.phases.2]\nnew_trains = 0\n", "capex.phases.2.new_trains", "at least 1"),
        ("18do-beer", '[capex.phases.4]\nred = "0"\n', "capex.phases.4.red", "'0' is not one of"),
        (
            "18do-beer",
            '[beer_market.segments.3]\nopens_with = "reserve"\n',
            "beer_market.segments.3.opens_with",
            "no phase reserve",
        ),
        ("18te", '[board.grid]\nedge0 = "W"\n', "board.grid.edge0", "expected one of"),
        ("18te", '[market]\nrows = ["60p 7q"]\n', "market.rows", "'7q' in row 1"),
        ("18te", '[tiles.tiles.7]\ntrack = ["0-9"]\n', "tiles.tiles.7.track", "not there"),
        (
            "18te",
            "[tiles.tiles.57]\ncity = [{ value = 20, slots = 1, edges = [0, 7] }]\n",
            "tiles.tiles.57.city[0].edges",
            "'7' is no side",
        ),
        (
            "18te",
            "[board.hexes.A5]\nred = [{ values = { yellow = 20 }, edges = [0] }]\n",
            "board.hexes.A5.red[0].values",
            "missing: green",
        ),
    ],
)
def test_no_game_begins_with_figures_that_would_stop_it(title: str, text: str, at: str, message: str) -> None:
    with pytest.raises(kb.BadInput) as refused:
        kb.new_game(title, 3, seed=1, edition=f'[edition]\ntitle = "{title}"\n\n{text}')
    assert str(refused.value.place).startswith(at) and message in str(refused.value)


def test_a_border_is_adopted_by_a_board_that_has_none(tmp_path: Path) -> None:
    own = read_edition(
        '[edition]\ntitle = "1889"\n\n[board.borders."B5 B7"]\nsource = "box"\nkind = "wall"\n'
    )
    family = family_of("1889")
    assert [tuple(border.hexes) for border in box_of(kb.new_game("1889", 2, edition=own)).map.borders]
    assert [one.at for one in differences(family, None, own)] == ["board.borders.B5 B7"]
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "board.toml").write_text(
        files(f"{family.package}.data").joinpath("board.toml").read_text("utf-8")
    )
    adopted(own, folder)
    board = tomllib.loads((folder / "board.toml").read_text("utf-8"))
    assert board["borders"] == [{"between": ["B5", "B7"], "source": "box", "kind": "wall"}]


def test_what_a_box_has_no_more_is_left_out_of_an_edition_in_the_making() -> None:
    old = '[edition]\ntitle = "18te"\n[board.hexes.D6]\ncost = 60\nheight = 3\n[weather]\nrain = 1\n'
    old += '[game]\nbank = "much"\n'
    own = what_fits(family_of("18te"), read_edition(old))
    assert own.files == {"edition": {"title": "18te"}, "board": {"hexes": {"D6": {"cost": 60}}}}
