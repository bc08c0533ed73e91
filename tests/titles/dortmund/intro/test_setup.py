"""18DO §2, §3, §3.1, §3.2: parts, set-up and course of the Introduction Game."""

from typing import Any

import pytest

from kursbuch.core import BadInput, Game
from kursbuch.rail.loader import load_toml
from kursbuch.titles.dortmund.railway.parts import DATA
from kursbuch.titles.dortmund.title import INTRO
from tests.titles.dortmund.intro.positions import LINE, intro


def new(players=3, seed=1):
    return Game(INTRO, list("ABCDE"[:players]), seed, {})


# -- the board (2.1.1) ----------------------------------------------------------------------------


@pytest.mark.rule("18DO-2.1.1-1")
@pytest.mark.parametrize(("lay", "hex"), [("9.1", "C6"), ("9.1", "E12"), ("9.1", "E2"), ("9.1", "A18")])
def test_no_tile_on_grey_hexes(lay, hex):
    table = intro(held={"DHB": {"A": 20}, "DGEE": {"A": 30}}, turn="A lay")
    assert table.refused(f"A lays {lay} at {hex}") == "18DO-2.1.1-1"


@pytest.mark.rule("18DO-2.1.1-2")
@pytest.mark.parametrize("hex", ["I10", "H1", "C20", "I20"])
def test_no_tile_on_red_hexes(hex):
    assert intro(held={"BME": {"A": 20}}, turn="A lay").refused(f"A lays 9.1 at {hex}") == "18DO-2.1.1-2"


@pytest.mark.rule("18DO-2.1.1-3")
def test_three_freight_yards():
    s = intro().s
    assert {s.board.map.hexes[hex].name for hex in s.box.yards} == {"Gbf Nord", "Gbf Süd", "Gbf Ost"}
    assert all(s.board.map.hexes[hex].print.colour == "grey" for hex in s.box.yards)


@pytest.mark.rule("18DO-2.1.1-4")
def test_coordinates_of_the_german_edition():
    hexes = intro().s.board.map.hexes
    assert (hexes["C8"].name, hexes["C8"].print.colour) == ("Dortmund Hafen", "yellow")
    assert hexes["E12"].name == "Dortmund City"
    assert intro(turn="A lay").refused("A lays 9.1 at C9") == "18DO-2.1.1-4"


@pytest.mark.rule("18DO-2.1.1-5")
def test_mines_bear_their_symbol_and_mills_are_printed_yellow():
    s = intro().s
    for hex, kind in s.box.sites.items():
        printed = s.board.map.hexes[hex].print
        assert printed.label == {"coal": "K", "steel": "S"}[kind]
        assert kind == "coal" or (printed.colour == "yellow" and printed.track)
    marked = {hex for hex, place in s.board.map.hexes.items() if place.print.label in ("K", "S")}
    assert set(s.box.sites) == marked  # and no mine or mill is forgotten
    assert intro(held={"DHB": {"A": 20}}, turn="A build").refused("A links C8") == "18DO-2.1.1-5"


@pytest.mark.rule("18DO-2.1.1-6")
@pytest.mark.parametrize("players", [2, 6])
def test_for_three_to_five(players):
    with pytest.raises(BadInput):
        Game(INTRO, list("ABCDEF"[:players]), 1, {})
    assert list(INTRO.info.players) == [3, 4, 5]


# -- the stock market board (2.1.2) ---------------------------------------------------------------


@pytest.mark.rule("18DO-2.1.2-2")
def test_the_board_of_the_railway_game_without_its_prices():
    printed = load_toml(DATA, "game.toml")["players"]
    starts = intro().s.box.starts
    assert {n: start.certificates for n, start in starts.items()} == {
        int(n): block["certificates"] for n, block in printed.items()
    }
    assert not intro().s.box.market.cells


@pytest.mark.rule("18DO-2.1.2-3")
def test_what_is_given_up_lies_in_the_bank_pool():
    table = intro(5, held={"BME": {"A": 60}, "CME": {"A": 60}}, turn="A take")
    table.apply("A drops 10 BME")
    assert (table.percent("A", "BME"), table.percent("pool", "BME")) == (50, 10)
    assert table.game.view(None)["position"]["companies"]["BME"]["shares"]["pool"] == 10


@pytest.mark.rule("18DO-2.1.2-4", "18DO-3.1-2")
def test_train_counts_in_brackets():
    printed = load_toml(DATA, "trains.toml")["trains"]
    assert {kind: block["intro"] for kind, block in printed.items()} != {
        k: b["count"] for k, b in printed.items()
    }
    assert new().view()["position"]["depot"] == {"2": 3, "3": 2, "4": 2, "5": 1, "6": 1, "8": 3}
    assert sum(len(cards) for cards in new().state.trains.values()) == 12


@pytest.mark.rule("18DO-2.1.2-5", "18DO-3.2.1-7")
@pytest.mark.parametrize(("players", "limit"), [(3, 17), (4, 13), (5, 10)])
def test_certificate_limit_of_the_grey_box(players, limit):
    assert new(players).view()["position"]["certificate_limit"] == limit


# -- what lies where (2.2 to 2.6) -----------------------------------------------------------------


@pytest.mark.rule("18DO-2.2.2-1")
def test_the_dividend_marker_shows_the_final_income_and_does_nothing():
    game = intro(display={"KWE": 1}, held={"KWE": {"A": 40}, "RhE": {"A": 20}}, trains={"RhE": "2"})
    assert game.s.last_dividend == {}
    game.apply("A takes 10 KWE", "A passes", "A passes")
    assert game.s.last_dividend["RhE"] == 90
    assert game.game.scores()["A"] == 18


@pytest.mark.rule("18DO-2.3-1")
def test_what_a_railway_owns_is_the_railways():
    table = intro().apply("A takes 20 BME")
    assert table.trains("BME") == ["2"]
    assert table.trains("A") == []
    assert len(table.s.tokens["BME"]) == 5


@pytest.mark.rule("18DO-2.3-2")
def test_the_charter_follows_the_director_at_once():
    table = intro(
        held={"KWE": {"A": 20, "B": 20}}, directors={"KWE": "A"}, trains={"KWE": "2"}, turn="B take"
    )
    table.apply("B takes 10 KWE")
    assert table.director("KWE") == "B"
    assert (table.trains("KWE"), len(table.s.tokens["KWE"])) == (["2"], 3)
    assert table.allows("B lays 9.1 at C18")
    held = {"KWE": {"A": 20, "B": 30}, "RhE": {"A": 20}}  # as it is now, when A is on turn
    after = intro(held=held, directors={"KWE": "B"}, trains={"KWE": "2"}, turn="A lay")
    assert after.refused("A lays 9.1 at C18") == "18DO-3.2.2-8"
    assert after.allows("A lays 9.1 at H5")


@pytest.mark.rule("18DO-2.3-3")
def test_special_abilities_do_not_count():
    steel = {"DHB": ["D9.0"]}
    table = intro(
        held={"HHW": {"A": 30}}, trains={"HHW": "4"}, tokens={**steel, "HHW": ["E12.0"]}, tiles=LINE
    )
    assert table.earns("HHW", "4: E12.0 E10.0 D9.0") == 100
    assert table.earns("HHW", "4: E12.0 E10.0 D9.0 C8.0") == "18DO-3.2.2-3"
    for company in ("BME", "CME", "RhE", "KWE"):  # no train before the tile, no free coal link
        taken = intro().apply(f"A takes 20 {company}")
        assert all("lays" in action or action == "A passes" for action in taken.legal())


@pytest.mark.rule("18DO-2.3-4")
def test_a_charter_holds_markers_and_one_train_at_most():
    table = intro().apply("A takes 20 BME")
    assert table.cash("BME") == 0
    assert "BME" not in table.s.shares["BME"]
    assert len(table.trains("BME")) == 1


@pytest.mark.rule("18DO-2.4.3-1")
def test_ten_shares_a_railway():
    box = intro().s.box
    assert {sum(sizes) for sizes in box.percents.values()} == {100}
    assert sum(len(sizes) for sizes in box.percents.values()) == 60


@pytest.mark.rule("18DO-2.4.3-2")
def test_certificates_of_one_two_or_three_shares():
    sizes = {size for percents in intro().s.box.percents.values() for size in percents}
    assert sizes == {10, 20, 30}
    at_limit = intro(5, held={"BME": {"A": 60}, "CME": {"B": 50, "A": 50}}, directors={"CME": "B"})
    assert at_limit.certificates("A") == 10
    assert at_limit.refused("A drops 20 CME") == "18DO-2.4.3-2"


@pytest.mark.rule("18DO-2.4.3-3")
def test_no_trade_between_players():
    table = intro(5, held={"BME": {"A": 60}, "CME": {"A": 60}, "RhE": {"B": 20}})
    with pytest.raises(BadInput):
        table.game.apply("A sells 10 BME to B")
    assert table.refused("A drops 10 RhE") == "18DO-2.4.3-3"


@pytest.mark.rule("18DO-2.4.4-1")
def test_trains_leave_in_ascending_order():
    table = intro(held={"BME": {"A": 20}}, trains={"BME": "2"}, phase="4", depot="4", turn="A swap")
    assert table.refused("BME swaps train 2 for new 5") == "18DO-2.4.4-1"
    assert table.allows("BME swaps train 2 for new 4")


@pytest.mark.rule("18DO-2.5-1")
def test_a_yellow_tile_needs_a_hex_without_track():
    table = intro(held={"RhE": {"A": 20}}, tiles={"H5": "9.1"}, turn="A lay")
    assert table.refused("A lays 9.2 at H5") == "18DO-2.5-1"
    assert table.refused("A lays 1904.1 at H3") == "18DO-2.5-1"


@pytest.mark.rule("18DO-2.5-2")
def test_no_colour_is_skipped():
    table = intro(held={"RhE": {"A": 20}}, links={"H3": 10}, phase="5", turn="A lay")
    assert table.refused("A lays 1901.0 at H3") == "18DO-2.5-2"
    assert table.allows("A lays 1931.0 at H3")
    late: dict[str, Any] = dict(held={"RhE": {"A": 20}}, links={"H3": 10}, phase="8", turn="A lay")
    assert intro(**late).refused("A lays 1902.0 at H3") == "18DO-2.5-2"  # grey on yellow
    green = intro(**late, tiles={"H3": "1931.0"})
    assert green.refused("A lays 1902.0 at H3") == "18DO-2.5-2"  # grey on green
    assert green.refused("A lays 1930.0 at H3") == "18DO-2.5-2"  # green on green
    assert green.refused("A lays 20.1 at H5") == "18DO-2.5-2"  # green on an empty hex
    brown = intro(**late, tiles={"H3": "1901.0"})
    assert brown.refused("A lays 1931.0 at H3") == "18DO-2.5-2"  # not back
    assert brown.allows("A lays 1902.0 at H3")


@pytest.mark.rule("18DO-2.6-1")
def test_price_and_dividend_markers_are_no_station_markers():
    counts = {company: len(charter.tokens) for company, charter in intro().s.box.companies.items()}
    assert counts == {"BME": 6, "CME": 6, "RhE": 6, "KWE": 4, "DGEE": 3, "DHB": 3, "HHW": 3}


@pytest.mark.rule("18DO-2.6-2")
def test_low_markers_for_new_links_and_tall_ones_for_extended():
    table = intro(held={"DHB": {"A": 20}}, links={"H3": 10}, phase="3", turn="A build")
    table.apply("A links D9")
    (event,) = table.events("links")
    assert (event.values["site"], event.values["value"]) == ("steel", 10)
    assert table.game.view(None)["position"]["links"] == {"D9": 10, "H3": 10}


# -- the game as a whole (3) ----------------------------------------------------------------------


@pytest.mark.rule("18DO-3-1")
def test_no_runs_before_the_end():
    game = new()
    kinds = {type(action).__name__ for step in game.rules.stages.values() for action in [*step.every_step()]}
    assert not kinds & {"RunTrains", "PayOut"}
    with pytest.raises(BadInput):
        game.apply("BME runs 2: I10.0 H11.0")


@pytest.mark.rule("18DO-3-2")
def test_most_dividends_win():
    held = {"RhE": {"A": 50, "B": 30, "C": 10}, "KWE": {"B": 40}}
    table = intro(held=held, trains={"RhE": "2"}, display={"KWE": 1}, turn="C take")
    table.apply("C takes 10 KWE", "C passes")
    assert table.game.over
    assert {e.values["player"]: e.values["amount"] for e in table.events("dividends")} == {
        "A": 45,
        "B": 27,
        "C": 9,
    }
    assert table.game.scores() == {"A": 45, "B": 27, "C": 9}
    assert table.s.winners == ("A",)


@pytest.mark.rule("18DO-3-3", "18DO-3.1-6")
def test_without_money_prices_and_stock_rounds():
    view = new().view()["position"]
    assert not any(view["cash"].values())
    assert view["market"] == []
    assert view["stock_round"] == 0


# -- set-up (3.1) ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-3.1-1")
def test_the_directors_certificate_lies_on_top():
    sizes = {"BME": 20, "CME": 20, "RhE": 20, "KWE": 20, "DGEE": 30, "DHB": 20, "HHW": 30}
    assert new().view()["position"]["display"] == sizes
    assert all(charter.certificates[0].president for charter in intro().s.box.companies.values())


@pytest.mark.rule("18DO-3.1-3")
def test_seven_homes_on_the_map():
    board = intro().s.board
    for company, charter in intro().s.box.companies.items():
        assert board.has_token(company, charter.home)
    at_home = intro(held={"DGEE": {"A": 30}}, turn="A build")
    assert at_home.refused("DGEE builds a station at A18.0") == "18DO-3.2.2.3-3"


@pytest.mark.rule("18DO-3.1-4")
def test_markers_wait_for_a_director():
    table = intro(held={"BME": {"A": 20}}, turn="A build")
    assert table.refused("DHB builds a station at C6.0") == "18DO-3.2-4"
    assert intro(held={"DHB": {"A": 20}}, turn="A build").allows("DHB builds a station at C6.0")


@pytest.mark.rule("18DO-3.1-5")
def test_only_yellow_tiles_at_the_start():
    """RhE could also upgrade its mine, which has a link, if a green tile were there."""
    table = intro(links={"H3": 10}).apply("A takes 20 RhE")
    tiles = {action.split()[2].split(".")[0] for action in table.legal() if "lays" in action}
    assert tiles
    assert {table.s.box.tiles[tile].colour for tile in tiles} == {"yellow"}
    table.s.phase_number = table.s.box.phase_number["3"]
    assert any("lays 1931.0 at H3" in action for action in table.legal())


@pytest.mark.rule("18DO-3.1-6", "18DO-3.2.2.1-18")
def test_printed_costs_are_not_paid():
    table = intro(held={"RhE": {"A": 20}}, turn="A lay")
    assert table.s.board.map.hexes["H5"].cost == 30
    table.apply("A lays 9.1 at H5")
    assert table.events("lays")[0].values["cost"] == 0
    assert not any(table.s.cash.values())


@pytest.mark.rule("18DO-3.1-7")
def test_links_are_there_from_the_beginning():
    assert intro(held={"DHB": {"A": 20}}, turn="A build").allows("A links D9")
    assert intro(held={"RhE": {"A": 20}}, turn="A build").allows("A links H3")


# -- course of the game (3.2) ---------------------------------------------------------------------


@pytest.mark.rule("18DO-3.2-1")
def test_the_lowest_card_begins():
    starters = set()
    for seed in range(12):
        game = new(seed=seed)
        (dealt,) = [event for event in game.events_of(0) if event.key == "dealt"]
        cards = dealt.values["cards"]
        assert len(set(cards.values())) == 3
        assert set(cards.values()) <= set("12345")
        lowest = min(cards, key=lambda player: int(cards[player]))
        assert game.acting == (lowest,)
        other = game.players[(game.players.index(lowest) + 1) % 3]
        assert game.why_not(f"{other} takes 20 BME").rule == "18DO-3.2-1"
        starters.add(lowest)
    assert starters == {"A", "B", "C"}


@pytest.mark.rule("18DO-3.2-2")
def test_the_breweries_leave_the_game():
    assert "breweries" not in new().view()["position"]
    assert not hasattr(intro().s, "breweries")


@pytest.mark.rule("18DO-3.2-3")
def test_steps_in_fixed_order():
    table = intro(held={"RhE": {"A": 20}}, trains={"RhE": "2"}, phase="4", depot="4")
    assert table.refused("A lays 9.1 at H5") == "18DO-3.2-3"
    table.apply("A takes 20 BME")
    assert table.step == "A lay"
    table.apply("A lays 9.1 at H5")
    assert table.step == "A build"
    assert table.refused("A takes 10 BME") == "18DO-3.2-3"
    table.apply("A links H3")
    assert table.step == "A swap"
    assert table.refused("A takes 10 BME") == "18DO-3.2-3"
    table.apply("RhE swaps train 2 for new 4")
    assert table.step == "B take"
    late = intro(held={"RhE": {"A": 20}}, trains={"RhE": "2"}, phase="4", depot="4", turn="A lay")
    late.apply("A passes", "A links H3")
    assert late.refused("A lays 9.1 at H5") == "18DO-3.2-3"  # not after the link, though no tile was laid
    swap = intro(held={"RhE": {"A": 20}}, trains={"RhE": "2"}, phase="4", depot="4", turn="A lay")
    assert swap.refused("A links H3") == swap.refused("RhE swaps train 2 for new 4") == "18DO-3.2-3"


@pytest.mark.rule("18DO-3.2-4")
def test_without_a_railway_only_certificate_and_tile():
    table = intro(held={"DHB": {"B": 20}}, trains={"DHB": "2"})
    table.apply("A takes 20 DHB")  # the second certificate of two shares
    assert table.director("DHB") == "B"
    assert all("lays" in action or action == "A passes" for action in table.legal())
    assert table.refused("DHB builds a station at C6.0") == "18DO-3.2-4"
    table.apply("A passes")
    assert table.step == "B take"
    for step, action in [("build", "A links D9"), ("swap", "DHB swaps train 2 for new 3")]:
        later = intro(held={"DHB": {"B": 20}}, trains={"DHB": "2"}, turn=f"A {step}")
        assert later.refused(action) == "18DO-3.2-4"
    director: dict[str, Any] = dict(held={"DHB": {"B": 20}}, trains={"DHB": "2"}, phase="4", depot="4")
    for action in ("B links D9", "DHB builds a station at C6.0"):
        assert intro(**director, turn="B build").allows(action)
    assert intro(**director, turn="B swap").allows("DHB swaps train 2 for new 4")
