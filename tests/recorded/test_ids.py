"""The recorder's names: of equal trains it may mean another than we do; certificates move unnamed."""

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.rail.state import OFFER, OUT, POOL
from kursbuch.recorded.ids import Certificates, Copies


@pytest.fixture
def s() -> Any:
    return kb.new_game("1889", players=3, seed=1).state.copy()


def test_the_name_of_a_train_goes_over_to_the_equal_card_that_was_taken(s):
    copies = Copies(s)
    copies.took("2-3", [], ["2#1"])  # the recorder says the fourth, we took the first
    assert (copies.card("2-3"), copies.card("2-0")) == ("2#1", "2#4")
    copies.gave("2-0", ["2#2", "2#4"], ["2#4"])  # it says 2-0, which is our fourth; the second went
    assert (copies.card("2-0"), copies.card("2-1")) == ("2#2", "2#4")
    assert sorted(copies.card(f"2-{n}") for n in range(6)) == [f"2#{n}" for n in range(1, 7)]


def test_a_card_that_rusts_at_the_same_time_is_not_taken_for_the_one_handed_in(s):
    copies = Copies(s)
    copies.gave("4-0", ["2#1", "4#1", "4#2"], ["4#1"])
    assert copies.card("4-0") == "4#2"


def test_a_share_is_in_the_offering_until_it_was_bought(s):
    copies = Copies(s)
    assert copies.share("IR_0", "here") == ("IR", 20)
    assert copies.share("IR_7", "here") == ("IR", 10)
    assert copies.source_of(s, "IR_1") == OFFER
    copies.left_offer.add("IR_1")
    assert copies.source_of(s, "IR_1") == POOL
    s.shares["IR"] = ("Anna", *["pool"] * 8)  # nothing is left in the offering, however it went
    assert copies.source_of(s, "IR_2") == POOL


@pytest.mark.parametrize("name", ["IR", "IR_", "IR_x", "XX_1", "_1", "IR_99999"])
def test_what_is_no_share_is_named_by_its_place(s, name):
    with pytest.raises(BadInput) as error:
        Copies(s).share(name, "actions[3].shares")
    assert error.value.place == "actions[3].shares"


def test_a_city_is_named_by_its_tile_or_by_its_hex(s):
    copies = Copies(s)
    copies.laid["57-1"] = "F3"
    assert copies.city(s, "57-1-0", "here") == ("F3", 0)
    assert copies.city(s, "E2-0-1", "here") == ("E2", 1)
    with pytest.raises(BadInput):
        copies.city(s, "57-0-0", "here")


def test_certificates_that_move_unnamed_are_followed(s):
    held = Certificates(s)
    s.shares["IR"] = ("Anna", "Ben", OFFER, OFFER, POOL, POOL, POOL, POOL, OUT)
    held.follow(s)
    assert held.of("IR", "Anna") == ["IR_0"]
    assert held.of("IR", "Ben") == ["IR_1"]
    assert len(held.of("IR", POOL)) == 4
    assert len(held.of("IR", OFFER)) == 2
    names = [name for (company, _), names in held.held.items() if company == "IR" for name in names]
    assert sorted(names) == [f"IR_{n}" for n in range(9)]


def test_a_new_president_gives_two_singles_for_the_certificate(s):
    held = Certificates(s)
    s.shares["IR"] = ("Anna", "Ben", "Ben", *[OFFER] * 6)
    held.follow(s)
    held.buy("IR", "Ben", OFFER)
    held.settle("IR", "Anna", "Ben", 10, ["IR_3"])
    assert held.of("IR", "Anna") == ["IR_1", "IR_2"]
    assert held.of("IR", "Ben") == ["IR_3", "IR_0"]
