"""1853 §2.5, §4.3: contracts are fulfilled the moment track joins their cities."""

import json

import pytest

from kursbuch.titles.india.rules.fulfilment import joined, stations_joined_to
from tests.titles.india.table import india, line

SOUTH = "T16 S15 R16"


def waiting(cities, tiles, lay="", company="SIR", **about):
    """A has a contract; the last tile of its line is laid by SIR."""
    others = about.pop("others", {})
    table = india(
        companies={company: {"B": 3, "cash": 1000, **about}, **others},
        tiles=tiles,
        named={"A": cities, "B": ["Lahore", "Multan", "Karachi", "Peshawar"]},
        loans={"A": 130, "B": 80},
        turn=f"{company} lay",
        cash={"A": 50},
    )
    return table.apply(lay) if lay else table


@pytest.mark.rule("1853-4.3.1-1", "1853-4.3.1-2", "1853-4.3.2-1", "1853-4.3.2-2", "1853-2.5.11-1")
def test_the_loan_returns_with_the_tile_that_joins_the_cities():
    tiles = line("T16 S15")
    lay = "SIR lays 69.2 at R14"
    before = waiting(["Trichinopoly", "Mysore"], tiles)
    assert before.game.view("C")["position"]["shown_contracts"] == {}
    assert "Mysore" not in json.dumps(before.game.view("C"))
    table = before.apply(lay)  # B's company builds it
    assert table.cash("A") == 180
    assert table.cash("loan:A") == 0
    for player in ("A", "B", "C", None):
        assert table.game.view(player)["position"]["shown_contracts"] == {"A": ["Trichinopoly", "Mysore"]}
    assert [e.values["player"] for e in table.events("fulfils")] == ["A"]


@pytest.mark.rule("1853-4.3.1-1")
def test_a_city_left_out_leaves_the_contract_open():
    table = waiting(["Trichinopoly", "Mysore", "Bangalore"], line("T16 S15"), "SIR lays 69.2 at R14")
    assert table.cash("A") == 50
    assert table.game.view("C")["position"]["shown_contracts"] == {}


@pytest.mark.rule("1853-4.3.1-1")
def test_a_city_without_track_is_joined_to_nothing():
    table = waiting(["Mysore", "Trichinopoly"], {})  # both have no tile
    assert not joined(table.s, "A")
    alone = waiting(["Trichinopoly"], {"T16": "6.3"})
    assert joined(alone.s, "A")
    assert not joined(waiting(["Mysore"], {"T16": "6.3"}).s, "A")


@pytest.mark.rule("1853-2.5-1")
def test_no_train_needs_to_run_the_line():
    path = "T16 S15 R16 Q15 P16 O15 N16 M17 L18 K19 J20 I21 H22"
    table = waiting(["Trichinopoly", "Benares"], line(path))
    assert joined(table.s, "A")
    assert table.s.phase.id == "2"  # only 2s are in the game, for two large cities


@pytest.mark.rule("1853-2.5-2")
def test_occupied_cities_do_not_interrupt_the_line():
    tiles = line("T16 S15 R16 Q15 P16 O15")
    table = waiting(["Trichinopoly", "Hyderabad"], tiles, others={"MSM": {"C": 3, "tokens": ["R16.0"]}})
    assert ("O15", 0) not in table.s.board.reachable("SIR").stops
    assert joined(table.s, "A")


@pytest.mark.rule("1853-4.3.1-3")
def test_a_change_of_gauge_at_a_station_joins_two_cities():
    # Bangalore is joined to Trichinopoly in broad, to Hyderabad in metre gauge
    tiles = {**line(SOUTH), **line("R16 Q15 P16 O15", "metre")}
    mixed = _mixed(broad=3, metre=5)
    table = waiting(["Trichinopoly", "Hyderabad"], {**tiles, "R16": mixed})
    assert joined(table.s, "A")
    assert ("O15", 0) not in table.s.board.reachable(
        "SIR"
    ).stops  # no route for a company without a station there


def _mixed(broad, metre):
    tiles = india().s.box.tiles
    return next(
        str(face)
        for id in ("717", "718")
        for face in tiles[id].turns
        if broad in face.along("broad") and metre in face.along("metre") and metre not in face.along("broad")
    )


@pytest.mark.rule("1853-4.3.1-4")
@pytest.mark.parametrize(
    ("company", "hex", "tiles", "cities"),
    [
        # Delhi: Lahore by its north-west station, Jaipur by its south-west one
        ("NWR", "F14", {"C11": "69.2", "D12": "9.2", "E13": "4.2", "G13": "69.0"}, ["Lahore", "Jaipur"]),
    ],
)
def test_rickshaws_join_the_stations_of_a_split_city(company, hex, tiles, cities):
    table = waiting(cities, tiles, company=company, trains=["2"])
    assert joined(table.s, "A")
    table.s.stack[-1] = type(table.s.stack[-1])("turn", company, at=3)
    assert table.refused(f"{company} runs 2: E13.0 F14.0 F14.1 G13.0") == "1853-4.5.5-1"


@pytest.mark.rule("1853-4.3.1-4")
@pytest.mark.parametrize(
    ("hex", "tiles", "one", "other"),
    [
        ("J28", {"I27": "58.2", "K27": "7.5", "J26": "4.2"}, "I27", "J26"),
        ("F14", line("E13 F14 G13"), "E13", "G13"),
        ("R18", {**line("R18 S17"), "Q17": "7.2", "R16": "5.5"}, "S17", "R16"),
        ("M9", line("L10 M9 N10"), "L10", "N10"),
    ],
)
def test_the_four_split_cities(hex, tiles, one, other):
    """Two stations that are joined to different stations of a split city, and by no other way."""
    board = india(tiles=tiles).s.board
    assert len(board.faces[hex].stops) > 1
    assert stations_joined_to(board, one) == stations_joined_to(board, other) == {one, hex, other}


@pytest.mark.rule("1853-4.3.1-5")
def test_no_change_of_gauge_on_open_track():
    tiles = {**line("T16 S15"), "R14": "113.2"}  # broad S15 meets metre Mysore at a side
    assert not joined(waiting(["Trichinopoly", "Mysore"], tiles).s, "A")
    same = {**line("T16 S15", "metre"), "R14": "113.2"}
    assert joined(waiting(["Trichinopoly", "Mysore"], same).s, "A")


@pytest.mark.rule("1853-4.3.1-5", "1853-4.2.5-5")
def test_a_junction_is_no_station_to_change_at():
    tiles = {"T16": "6.3", "S15": "107.2", "R14": "113.2"}
    assert not joined(waiting(["Trichinopoly", "Mysore"], tiles).s, "A")
    assert joined(waiting(["Trichinopoly", "Mysore"], {**tiles, "R14": "69.2"}).s, "A")


@pytest.mark.rule("1853-4.3.2-2")
def test_a_contract_is_redeemed_once():
    table = waiting(["Trichinopoly", "Mysore"], line("T16 S15"), "SIR lays 69.2 at R14")
    assert table.s.fulfilled == {"A"}
    while not (lays := table.starts("SIR lays")):  # its next turn
        table.apply(f"{'SIR' if table.allows('SIR passes') else table.acting} passes")
    paid = table.pays(lays[0])
    assert table.events("fulfils") == []
    assert "A" not in paid and (table.cash("A"), table.cash("loan:A")) == (180, 0)


@pytest.mark.rule("1853-4.3.1-1")
def test_a_circle_of_track_leads_back_to_itself():
    """South of Lahore the line forks; its two branches meet again on open track."""
    circle = {"C11": "69.3", "D10": "80.0", "D12": "7.3", "E11": "7.5"}
    table = waiting(["Lahore", "Delhi"], circle, company="NWR")
    assert stations_joined_to(table.s.board, "C11") == {"C11"}
    assert not joined(table.s, "A")
