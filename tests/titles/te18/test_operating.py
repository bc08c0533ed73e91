"""18TE §7: who operates when, and the order of a company's turn."""

import pytest

from kursbuch.testing import Table, position


def operating(companies, **more) -> Table:
    """The first operating round begins."""
    in_play = {id: {"cash": 300, **about} for id, about in companies.items()}
    return position("18te", companies=in_play, stock="A", **more).apply("A passes", "B passes")


def turns(table) -> list[str]:
    """Play the round to its end, letting everything go by; the companies in the order of their turns."""
    out = [event.values["company"] for event in table.events("turn")]
    start = table.round
    while table.round == start:
        table.apply(next(action for action in table.legal() if action.endswith("passes")))
        if table.round == start:
            out += [event.values["company"] for event in table.events("turn")]
    return out


@pytest.mark.rule("18TE-7-1", "18TE-7-2")
def test_every_company_operates_once_from_the_highest_price_down():
    table = operating({"KHS": {"price": 80}, "KWE": {"price": 100, "B": 30}, "CME": {"price": 90}})
    assert turns(table) == ["KWE", "CME", "KHS"]


@pytest.mark.rule("18TE-7-3")
def test_at_equal_prices_the_marker_further_right_comes_first():
    table = operating({"KHS": {"spot": (2, 6)}, "KWE": {"spot": (4, 8), "B": 30}, "CME": {"spot": (3, 7)}})
    assert [table.price(company) for company in ("KHS", "KWE", "CME")] == [80, 80, 80]
    assert turns(table) == ["KWE", "CME", "KHS"]


@pytest.mark.rule("18TE-7-4")
def test_on_one_field_the_upper_marker_comes_first():
    table = operating({"KWE": {"price": 80, "B": 30}, "KHS": {"price": 80}})
    assert turns(table) == ["KWE", "KHS"]


@pytest.mark.rule("18TE-7-2")
def test_another_company_waits_for_its_turn():
    table = operating({"KHS": {"price": 80}, "KWE": {"price": 100, "B": 30}})
    assert table.refused("KHS lays 4.1 at F6") == "18TE-7-2"
    assert table.refused("B lays 6.3 at C13") == "18TE-7-2"  # a company acts in its own name
    assert table.refused("B passes") == "18TE-7-2"
    assert table.allows("KWE lays 6.3 at C13")


@pytest.mark.rule("18TE-7-2")
def test_a_sale_in_need_changes_who_comes_next():
    kwe = {"spot": (2, 7), "A": 20, "B": 30, "cash": 100}
    cme = {"spot": (3, 7), "B": 30, "cash": 100}
    table = position(
        "18te",
        companies={"KHS": {"price": 100}, "KWE": kwe, "CME": cme},
        tiles={"F6": "4.1"},
        turn="KHS trains",
        cash={"A": 0},
    )
    assert (table.price("KWE"), table.price("CME")) == (90, 80)
    table.apply("A sells 20 KWE", "KHS buys train 1+1/2 as 2 from depot for 100")
    assert [event.values["company"] for event in table.events("turn")] == ["CME"]


# -- the steps of a turn --------------------------------------------------------------------------


def whole_turn() -> Table:
    """KHS with something to do at every step."""
    khs = {"cash": 500, "price": 60, "trains": ["2"], "pool": 10}
    tiles = {"F6": "58.4", "F8": "9.0", "F10": "57.0"}
    return position("18te", companies={"KHS": khs}, tiles=tiles, turn="KHS lay")


STEPS = [
    "KHS lays 8.1 at F12",
    "KHS builds a station at F10.0",
    "KHS runs 2: G5.0 F6.0",
    "KHS pays",
    "KHS buys train 1+1/2 as 2 from depot for 100",
    "KHS issues 1",
]


@pytest.mark.rule("18TE-7-5")
def test_the_six_steps_come_in_their_order():
    table = whole_turn()
    for number, step in enumerate(STEPS):
        for later in STEPS[number + 1 :]:
            assert table.refused(later) == "18TE-7-5"
        table.apply(step)
        if step.endswith("for 100"):
            table.apply("KHS passes")
    assert table.round == "OR 2.2"


@pytest.mark.rule("18TE-7-5", "18TE-7-6")
def test_a_step_let_go_by_does_not_come_back():
    table = whole_turn().apply("KHS passes", "KHS passes", "KHS runs 2: G5.0 F6.0")
    assert table.refused(STEPS[0]) == "18TE-7-5"
    assert table.refused(STEPS[1]) == "18TE-7-5"


@pytest.mark.rule("18TE-7-6")
def test_track_station_trains_and_issue_are_optional():
    table = whole_turn()
    table.apply(
        "KHS passes", "KHS passes", "KHS runs 2: G5.0 F6.0", "KHS withholds", "KHS passes", "KHS passes"
    )
    assert table.round == "OR 2.2"
