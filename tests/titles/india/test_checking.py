"""A corrected box of 1853: what keeps a game from its end is named, with its place."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from kursbuch.editions.box import built_in
from kursbuch.shelf import family_of
from kursbuch.titles.india.rules.checking import check

Data = dict[str, Any]
PRINTED: Data = {name: dict(data) for name, data in built_in(family_of("1853")).items()}


def found(change: Callable[[Data], object]) -> list[tuple[str, dict[str, Any]]]:
    """The places named after a change of the box, with the values of what is said."""
    data = deepcopy(PRINTED)
    change(data)
    assert all(fatal for *_, fatal in check(data))
    return [(place, dict(values)) for place, _, values, _ in check(data)]


def company(id: str, **values: Any) -> Callable[[Data], object]:
    return lambda data: data["companies"]["companies"][id].update(values)


def homes(*hexes: str) -> list[dict[str, Any]]:
    return [{"role": "home", "cost": 0, "hex": hex} for hex in hexes]


def test_the_printed_box_is_as_it_should_be() -> None:
    assert found(lambda data: None) == []


@pytest.mark.parametrize(("price", "named"), [(71, True), (75, False)])
def test_shares_start_at_a_price_of_the_market(price: int, named: bool) -> None:
    assert found(company("ECR", price=price)) == [("companies.companies.ECR.price", {})] * named


@pytest.mark.parametrize(("discount", "named"), [(70, True), (69, False)])
def test_a_sale_in_the_first_round_brings_something(discount: int, named: bool) -> None:
    """The cheapest share, of ECR, is 70."""
    values = [("game.first_round_discount", {"most": 69})] * named
    assert found(lambda data: data["game"].update(first_round_discount=discount)) == values


def test_a_box_without_companies_has_no_prices_to_compare() -> None:
    assert found(lambda data: data["companies"].update(companies={})) == []


def test_a_side_of_a_home_leads_to_a_city() -> None:
    assert found(company("EIR", home_edges={"J28": 0})) == [("companies.companies.EIR.home_edges.J28", {})]
    assert found(company("BBCI", home_edges={"M9": 4})) == [("companies.companies.BBCI.home_edges.M9", {})]


def test_each_company_has_a_place_of_its_own_at_home() -> None:
    taken = [("companies.companies.ECR.tokens", {"hex": "T16"})]
    assert found(company("ECR", tokens=homes("T16"))) == taken  # beside SIR
    no_city = [("companies.companies.ECR.tokens", {"hex": "S15"})]
    assert found(company("ECR", tokens=homes("S15"))) == no_city
    assert found(company("ECR", tokens=homes("N22", "R16"))) == []
    same = [("companies.companies.BBCI.tokens", {"hex": "M9"})]
    assert found(company("BBCI", home_edges=PRINTED["companies"]["companies"]["GIP"]["home_edges"])) == same


def test_a_second_home_is_looked_at_too() -> None:
    """In a small city nobody has a station."""
    town = [("companies.companies.BBCI.tokens", {"hex": "L10"})]
    assert found(company("BBCI", second_home="L10", home_edges={})) == town
