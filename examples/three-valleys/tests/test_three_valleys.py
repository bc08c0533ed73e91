"""Three Valleys is all that is asked of a title, and keeps its own rules."""

from typing import Any

from kursbuch.testing import Table, check_title, position


def untertal(**about: Any) -> Table:
    """The Untertalbahn with a train, about to run from its home to the lake."""
    companies = {"UB": {"A": 60, "price": 80, "trains": ["2"]}}
    return position("three-valleys", companies=companies, tiles={"D8": "6.1"}, turn="UB run", **about)


def test_the_title_is_as_titles_should_be():
    check_title("three-valleys")


def test_the_first_train_at_the_lake_is_paid_for_by_the_bank():
    table = untertal()
    assert table.pays("UB runs 2: D8.0 C9.0") == {"UB": 40, "bank": -40}
    assert table.events("excursion")[0].values == {"company": "UB", "hex": "C9", "amount": 40}


def test_a_company_goes_on_one_excursion_only():
    assert untertal(visited=frozenset({"UB"})).pays("UB runs 2: D8.0 C9.0") == {}


def test_without_excursions_the_lake_is_a_town():
    assert untertal(options={"excursions": False}).pays("UB runs 2: D8.0 C9.0") == {}


def test_the_cable_car_blocks_the_pass():
    table = position(
        "three-valleys", companies={"HB": {"A": 60}}, privates={"SB": "B"}, tiles={"D4": "6.2"}, turn="HB lay"
    )
    assert table.refused("HB lays 9.1 at C3") == "VALLEYS-7-4"
