"""Locomotives, phases, prices and the payout chart (18TE §3.3, §3.4, §3.5, §3.8)."""

import pytest

from kursbuch.testing import position

# Lengerich, where KHS has a station, is joined to Lienen and Hövelhof
TO_HOEVELHOF = {"F10": "57.2", "G11": "4.2"}


def at_trains(*owned, cash=1000, **more):
    """KHS about to buy trains, with some already."""
    return position("18te", companies={"KHS": {"cash": cash, "trains": owned}}, turn="KHS trains", **more)


# -- §3.3 prices ----------------------------------------------------------------------------------


@pytest.mark.rule("18TE-3.3-1")
def test_the_field_of_the_marker_is_the_price_of_ten_per_cent():
    table = position("18te", companies={"KHS": {"price": 80}}, cash={"A": 200}, stock="A")
    table.apply("A buys 10 KHS from company")
    assert table.cash("A") == 120


@pytest.mark.rule("18TE-3.3-2")
def test_operations_move_the_marker_sideways_and_dealings_up_and_down():
    withheld = position("18te", companies={"KHS": {"price": 80}}, turn="KHS pay", income=30)
    row, column = withheld.spot("KHS")
    withheld.apply("KHS withholds")
    assert withheld.spot("KHS") == (row, column - 1)

    paid = position("18te", companies={"KHS": {"price": 80}}, turn="KHS pay", income=80)
    paid.apply("KHS pays")
    assert paid.spot("KHS") == (row, column + 1)

    sold = position("18te", companies={"KHS": {"price": 80, "A": 50}}, stock="A")
    sold.apply("A sells 10 KHS")
    assert sold.spot("KHS") == (row + 1, column)


# -- §3.4 locomotives -----------------------------------------------------------------------------


@pytest.mark.rule("18TE-3.4-1")
@pytest.mark.parametrize(
    ("kind", "side", "price"),
    [("1+1/2", "1+1", 100), ("2+2/3", "3", 200), ("3+3/4", "3+3", 400), ("D", "D", 800)],
)
def test_a_new_locomotive_costs_what_is_printed_on_it(kind, side, price):
    table = at_trains(depot=kind)
    bank = table.cash("bank")
    for wrong in (price - 10, price + 10):
        assert table.refused(f"KHS buys train {kind} as {side} from depot for {wrong}") == "18TE-7.8-6"
    table.apply(f"KHS buys train {kind} as {side} from depot for {price}")
    assert table.cash("KHS") == 1000 - price
    assert table.cash("bank") == bank + price


@pytest.mark.rule("18TE-3.4-2")
@pytest.mark.parametrize(("side", "other"), [("2", "1+1"), ("1+1", "2")])
def test_the_side_chosen_at_purchase_is_used_from_then_on(side, other):
    table = position("18te", companies={"KHS": {"cash": 100}}, tiles={"F6": "58.2"}, turn="KHS trains")
    table.apply(f"KHS buys train 1+1/2 as {side} from depot for 100")
    assert table.trains("KHS") == [side]

    running = position("18te", companies={"KHS": {"trains": [side]}}, tiles={"F6": "58.2"}, turn="KHS run")
    assert running.allows(f"KHS runs {side}: G5.0 F6.0")
    assert running.refused(f"KHS runs {other}: G5.0 F6.0") == "18TE-3.4-2"


@pytest.mark.rule("18TE-3.4-2")
def test_a_card_has_no_sides_but_the_printed_ones():
    table = at_trains()
    assert table.refused("KHS buys train 1+1/2 as 3 from depot for 100") == "18TE-3.4-2"
    assert table.allows("KHS buys train 1+1/2 as 2 from depot for 100")


@pytest.mark.rule("18TE-3.4-2")
def test_a_second_hand_locomotive_is_turned_to_either_side_unless_sides_are_kept():
    buy = "KHS buys train 1+1/2 as 1+1 from pool for 100"
    assert at_trains(pool_trains=["2"]).allows(buy)
    kept = at_trains(pool_trains=["2"], options={"second_hand_side": "kept"})
    assert kept.refused(buy) == "18TE-3.4-2"
    assert kept.allows("KHS buys train 1+1/2 as 2 from pool for 100")


@pytest.mark.rule("18TE-3.4-3")
def test_a_d_locomotive_visits_nine_cities():
    line = {
        **{"F6": "58.2", "E5": "4.2", "D4": "58.5", "C5": "9.1", "B6": "9.1", "A7": "TE8.0"},
        **{"B8": "8.0", "B10": "6.3", "C11": "8.0", "C13": "6.3", "D14": "TE7.0", "E13": "4.1"},
    }
    way = "G5.0 F6.0 E5.0 D4.0 C5 B6 A7.0 B8 B10.0 C11 C13.0 D14.0 E13.0"
    table = position("18te", companies={"KHS": {"trains": ["D", "4"]}}, phase="5", tiles=line, turn="KHS run")
    assert way.count(".") == 9
    assert table.allows(f"KHS runs D: {way}")
    assert table.refused(f"KHS runs 4: {way}") == "18TE-7.5-6"


@pytest.mark.rule("18TE-3.4-4")
def test_d_locomotives_are_sold_once_the_last_3_plus_3_has_left_the_factory():
    buy = "KHS buys train D as D from depot for 800"
    table = at_trains("4", phase="4", cash=1200)
    assert table.trains("depot") == 3 * ["3+3/4"] + 2 * ["D"]
    assert table.refused(buy) == "18TE-7.8-5"
    assert at_trains("4", phase="4", depot="D").allows(buy)


# -- §3.5 the payout chart ------------------------------------------------------------------------


def chart(table, company="KHS"):
    return table.game.view()["position"]["companies"][company]["last_dividend"]


@pytest.mark.rule("18TE-3.5-1")
def test_the_payout_chart_shows_the_last_dividend_paid():
    table = position("18te", companies={"KHS": {}}, turn="KHS pay", income=120)
    assert chart(table) is None
    table.apply("KHS pays")
    assert chart(table) == 120


@pytest.mark.rule("18TE-3.5-1")
def test_income_kept_is_no_dividend_and_the_chart_has_no_effect():
    table = position("18te", companies={"KHS": {}}, turn="KHS pay", income=90, last_dividend={"KHS": 120})
    other = position("18te", companies={"KHS": {}}, turn="KHS pay", income=90)
    assert table.legal() == other.legal()
    table.apply("KHS withholds")
    other.apply("KHS withholds")
    assert chart(table) == 120
    assert table.legal() == other.legal()
    assert table.game.scores() == other.game.scores()


# -- §3.8 tiles by phase --------------------------------------------------------------------------

YELLOW, GREEN, BROWN = "KHS lays 58.2 at F6", "KHS lays TE2.0 at G5", "KHS lays TE6.0 at G5"


def at_track(phase, green=False):
    """KHS about to lay track; Osnabrück perhaps green already."""
    tiles = {"G5": "TE2.0"} if green else {}
    return position("18te", companies={"KHS": {"cash": 100}}, phase=phase, tiles=tiles, turn="KHS lay")


@pytest.mark.rule("18TE-3.8-2")
def test_in_phase_2_only_yellow_tiles_are_laid():
    assert at_track("2").allows(YELLOW)
    assert at_track("2").refused(GREEN) == "18TE-3.8-2"
    assert at_track("2", green=True).refused(BROWN) == "18TE-3.8-2"


@pytest.mark.rule("18TE-3.8-6")
def test_in_phase_3_yellow_and_green_tiles_are_laid():
    assert at_track("3").allows(YELLOW)
    assert at_track("3").allows(GREEN)
    assert at_track("3", green=True).refused(BROWN) == "18TE-3.8-6"


@pytest.mark.parametrize(
    "phase",
    [
        pytest.param("4", marks=pytest.mark.rule("18TE-3.8-11")),
        pytest.param("5", marks=pytest.mark.rule("18TE-3.8-16")),
    ],
)
def test_from_phase_4_on_yellow_green_and_brown_tiles_are_laid(phase):
    assert at_track(phase).allows(YELLOW)
    assert at_track(phase).allows(GREEN)
    assert at_track(phase, green=True).allows(BROWN)


@pytest.mark.rule("18TE-3.8-16")
def test_there_are_no_grey_tiles():
    s = at_track("5").s
    assert {tile.colour for tile in s.box.tiles.values()} == {"yellow", "green", "brown"}


# -- §3.8 red areas by phase ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "hoevelhof", "hamburg"),
    [
        pytest.param("2", 20, 20, marks=pytest.mark.rule("18TE-3.8-3")),
        pytest.param("3", 30, 40, marks=pytest.mark.rule("18TE-3.8-7")),
        pytest.param("4", 50, 80, marks=pytest.mark.rule("18TE-3.8-12")),
        pytest.param("5", 50, 80, marks=pytest.mark.rule("18TE-3.8-17")),
    ],
)
def test_red_areas_count_the_value_of_the_phase(phase, hoevelhof, hamburg):
    table = position(
        "18te",
        companies={"KHS": {"trains": ["4"], "tokens": ["F10.0"]}},
        phase=phase,
        tiles=TO_HOEVELHOF,
        turn="KHS run",
    )
    table.apply("KHS runs 4: F10.0 G11.0 H12.0")
    assert [event.values["income"] for event in table.events("runs")] == [20 + 10 + hoevelhof]

    table = position(
        "18te", companies={"KHS": {"trains": ["4"]}}, phase=phase, tiles={"G5": "TE6.0"}, turn="KHS run"
    )
    table.apply("KHS runs 4: G5.0 G3.0")
    assert [event.values["income"] for event in table.events("runs")] == [50 + hamburg]


# -- §3.8 how many locomotives --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "owned", "new", "limit", "rule"),
    [
        pytest.param(
            "2", "2", "1+1/2 as 2 from depot for 100", 3, "18TE-3.8-4", marks=pytest.mark.rule("18TE-3.8-4")
        ),
        pytest.param(
            "3", "3", "2+2/3 as 3 from depot for 200", 3, "18TE-3.8-8", marks=pytest.mark.rule("18TE-3.8-8")
        ),
        pytest.param(
            "4", "3", "3+3/4 as 4 from depot for 400", 2, "18TE-3.8-13", marks=pytest.mark.rule("18TE-3.8-13")
        ),
        pytest.param(
            "5", "4", "D as D from depot for 800", 2, "18TE-3.8-18", marks=pytest.mark.rule("18TE-3.8-18")
        ),
    ],
)
def test_a_company_owns_no_more_locomotives_than_the_limit_of_the_phase(phase, owned, new, limit, rule):
    buy = f"KHS buys train {new}"
    below = at_trains(*(limit - 1) * [owned], phase=phase)
    below.apply(buy)
    assert len(below.trains("KHS")) == limit
    full = position(
        "18te",
        companies={"KHS": {"cash": 1000, "trains": limit * [owned]}},
        phase=phase,
        turn="KHS issue",
    )
    assert full.refused(buy) == rule


@pytest.mark.rule("18TE-3.8-13")
def test_locomotives_above_the_new_limit_go_to_the_bank_as_the_president_chooses():
    table = position(
        "18te",
        companies={"KHS": {"cash": 400, "A": 30}, "KWE": {"trains": ["3", "2+2", "3"], "B": 30, "cash": 9}},
        depot="3+3/4",
        phase="3",
        turn="KHS trains",
    )
    table.apply("KHS buys train 3+3/4 as 4 from depot for 400")
    assert table.acting == "B"
    assert table.refused("KWE passes") == "18TE-3.8-13"
    assert table.refused("KWE discards train 2") == "18TE-3.8-13"
    table.apply("KWE discards train 2+2")
    assert table.trains("KWE") == ["3", "3"]
    assert table.s.trains["pool"] and table.cash("KWE") == 9


# -- §3.8 how phases begin, and rust --------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "buy", "after"),
    [
        pytest.param("2", "2+2/3 as 3 from depot for 200", "3", marks=pytest.mark.rule("18TE-3.8-5")),
        pytest.param("3", "3+3/4 as 4 from depot for 400", "4", marks=pytest.mark.rule("18TE-3.8-9")),
        pytest.param("4", "D as D from depot for 800", "5", marks=pytest.mark.rule("18TE-3.8-14")),
    ],
)
def test_the_first_locomotive_of_a_kind_starts_its_phase_at_once(before, buy, after):
    kind = buy.split()[0]
    table = at_trains(phase=before, depot=kind, cash=1800)
    assert table.phase == before
    table.apply(f"KHS buys train {buy}")
    assert table.phase == after
    if kind != "D":
        table.apply(f"KHS buys train {buy}")
        assert table.phase == after


@pytest.mark.rule("18TE-3.8-5")
def test_the_last_1_plus_1_starts_no_phase():
    table = at_trains(phase="2")
    for _ in range(3):
        table.apply("KHS buys train 1+1/2 as 2 from depot for 100")
    assert table.phase == "2"


@pytest.mark.parametrize(
    ("phase", "kind", "after"),
    [
        pytest.param("2", "2+2/3", "3", marks=pytest.mark.rule("18TE-3.8-5")),
        pytest.param("3", "3+3/4", "4", marks=pytest.mark.rule("18TE-3.8-9")),
    ],
)
def test_an_exported_locomotive_starts_its_phase_too(phase, kind, after):
    table = position(
        "18te", companies={"KHS": {"cash": 0}}, phase=phase, depot=kind, export_marker=True, turn="KHS lay"
    )
    table.apply("KHS passes", "KHS passes")
    assert [event.values["train"] for event in table.events("exported")] == [kind]
    assert table.phase == after


def rusting(phase, kind, old, spared):
    """KHS about to start a phase; it, KWE and the bank have trains that rust and one that does not."""
    return position(
        "18te",
        companies={
            "KHS": {"cash": 800, "trains": [old[0]]},
            "KWE": {"cash": 5, "trains": [old[1], spared], "B": 30},
        },
        pool_trains=[old[0]],
        phase=phase,
        depot=kind,
        turn="KHS trains",
    )


@pytest.mark.rule("18TE-3.8-10")
def test_phase_4_scraps_every_1_plus_1_without_replacement():
    table = rusting("3", "3+3/4", ["2", "1+1"], "3")
    table.apply("KHS buys train 3+3/4 as 4 from depot for 400")
    assert (table.trains("KHS"), table.trains("KWE"), table.trains("pool")) == (["4"], ["3"], [])
    assert (table.cash("KHS"), table.cash("KWE")) == (400, 5)


@pytest.mark.rule("18TE-3.8-15", "18TE-3.8-19")
def test_phase_5_scraps_every_2_plus_2_and_spares_the_larger_ones():
    table = rusting("4", "D", ["3", "2+2"], "3+3")
    table.apply("KHS buys train D as D from depot for 800")
    assert (table.trains("KHS"), table.trains("KWE"), table.trains("pool")) == (["D"], ["3+3"], [])
    assert (table.cash("KHS"), table.cash("KWE")) == (0, 5)


@pytest.mark.rule("18TE-3.8-19")
def test_the_last_locomotive_of_the_factory_scraps_nothing():
    table = position(
        "18te",
        companies={"KHS": {"cash": 800, "trains": ["4"]}, "KWE": {"trains": ["3+3", "D"], "B": 30}},
        phase="5",
        turn="KHS trains",
    )
    table.apply("KHS buys train D as D from depot for 800")
    assert table.trains("depot") == []
    assert (table.trains("KHS"), table.trains("KWE")) == (["4", "D"], ["3+3", "D"])
