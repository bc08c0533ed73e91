"""The positions of the test helper are what they say."""

import re
from typing import Any

import pytest

from kursbuch.testing import position, settle


def test_a_position_is_what_it_says():
    table = position(
        "18te",
        companies={
            "KHS": {"price": 100, "cash": 120, "A": 50, "pool": 20, "trains": ["2"]},
            "KWE": {"B": 30},
        },
        cash={"A": 77},
        tiles={"F6": "58.2"},
        turn="KHS issue",
    )
    assert (table.price("KHS"), table.cash("KHS"), table.cash("A")) == (100, 120, 77)
    assert (table.percent("A", "KHS"), table.percent("pool", "KHS"), table.percent("KHS", "KHS")) == (
        50,
        20,
        30,
    )
    assert (table.president("KHS"), table.president("KWE")) == ("A", "B")
    assert (table.trains("KHS"), table.acting, table.tile("F6")) == (["2"], "A", "58.2")
    assert table.station_at("G5.0") == ("KHS",)
    table.apply("KHS issues 2")
    assert table.price("KHS") == 80
    assert table.cash("KHS") == 120 + 160


# -- titles with par prices and private companies -------------------------------------------------


def test_pars_floats_and_privates_are_set_where_a_title_keeps_them():
    companies = {
        "AR": {"A": 50, "price": 100},
        "IR": {"B": 20, "price": 110, "floats": False},
        "KO": {"C": 60, "par": 70},
    }
    table = position("1889", 3, companies=companies, privates={"TR": "A", "DR": "IR"}, stock="B")
    assert table.s.pars == {"AR": 100, "IR": 65, "KO": 70}  # a price that is no par says nothing about it
    assert table.s.floated == ("AR", "KO") and table.s.running == {"AR", "KO"}
    assert {id: owner for id, owner in table.s.privates.items() if owner != "out"} == {"TR": "A", "DR": "IR"}
    assert table.percent("offer", "AR") == 50 and table.acting == "B"
    assert table.s.board.tokens_of("AR") and not table.s.board.tokens_of("IR")


def test_what_nobody_holds_lies_where_the_title_puts_it_or_where_it_is_said_to():
    assert position("18te", companies={"KHS": {"A": 50}}).percent("KHS", "KHS") == 50
    assert position("1889", companies={"AR": {"A": 50, "rest": "pool"}}).percent("pool", "AR") == 50


def test_a_set_has_as_many_rounds_as_its_phase_or_as_are_said():
    def frame(**about: Any) -> Any:
        return position("1889", companies={"AR": {"A": 50}}, turn="AR lay", **about).s.stack[0]

    assert (frame().of, frame(phase="3").of, frame(rounds=3).of, frame(operating_round=2).of) == (1, 2, 3, 2)


@pytest.mark.parametrize(
    ("wrong", "complaint"),
    [
        ({"turn": "AR dance"}, "no step 'dance' in a turn: lay, station, run, pay, trains, privates"),
        ({"companies": {"AR": {"A": 55}}}, "holdings of AR do not fit"),
        ({"companies": {"AR": {"price": 61}}}, "no field of 61"),
        ({"companies": {"AR": {"trains": ["9"]}}}, "no train 9 left"),
        ({"companies": {"AR": {"tokens": ["K8.0"] * 9}}}, "AR"),
        ({"privates": {"XX": "A"}}, "no such private company"),
        ({"elephants": 3}, "1889 knows no elephants"),
    ],
)
def test_what_cannot_be_set_up_is_said(wrong: dict[str, Any], complaint: str):
    with pytest.raises(AssertionError, match=re.escape(complaint)):
        position("1889", **{"companies": {"AR": {"A": 50}}, **wrong})


def test_the_steps_of_a_turn_are_found_by_the_actions_of_the_title():
    companies = {"AR": {"A": 60, "cash": 500, "price": 75}}
    for name in ("lay", "trains", "privates"):
        assert position("1889", companies=companies, turn=f"AR {name}").step == name
    assert position("1889", companies=companies, turn="AR").s.top.at == -1  # about to begin
    assert settle(position("1889", companies=companies, turn="AR")).company == "AR"
