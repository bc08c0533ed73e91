"""Guesses at loans and contracts of 1853: possible ones only, and the likelier the more they fit."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, permutations
from typing import Any

import pytest

from kursbuch.core import Event, Game
from kursbuch.rail.board.grid import apart
from kursbuch.soak.players import house, investor
from kursbuch.titles.india.rules.contracts import seats_of
from kursbuch.titles.india.rules.fulfilment import all_joined
from kursbuch.titles.india.rules.guessing import (
    AREA,
    BIDDING,
    FAR,
    JOINED,
    LEADING,
    SHARE,
    _leads,
    closeness,
    course_of,
    likings,
    possible,
    shut_out,
    weighed,
)
from kursbuch.titles.india.title import TITLE
from tests.titles.india.table import contracts, india, line, new

SOUTH = "T16 S15 R16"  # Trichinopoly, Bangalore


def guesses(game: Game, player: str | None, count: int = 200) -> Iterator[Any]:
    """The positions of so many imagined games."""
    rng = random.Random(1)
    return (game.imagined(player, rng).state for _ in range(count))


def could_be(game: Game, owner: str) -> list[frozenset[str]]:
    """What the others think possible for a player's contract."""
    s: Any = game.state
    clues = [event for event in game.events if event.key in BIDDING | LEADING]
    found = possible(s.box, s.players, tuple(s.loans.items()), course_of(clues))[owner]
    left, weights = weighed(s, owner, found, owner == shut_out(s, clues))
    assert len(left) == len(weights) and all(a < b for a, b in pairwise(weights))
    return [frozenset(cities) for cities in left]


# -- loans -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_sealed_loans_are_lawful_ones(players: int) -> None:
    table = new(players).apply("A lends 200")
    seen = {s.loans["A"] for s in guesses(table.game, "B")}
    assert len(seen) >= 10 and min(seen) >= seats_of(table.s).least_loan and max(seen) <= table.cash("A")
    assert all(loan % table.s.box.loan_step == 0 for loan in seen)
    assert {s.loans["A"] for s in guesses(table.game, "A", 5)} == {200}
    assert all("B" not in s.loans for s in guesses(table.game, "C", 5))


def test_the_step_of_loans_is_kept() -> None:
    table = new(3, loan_step=1).apply("A lends 201")
    assert {s.loans["A"] for s in guesses(table.game, None)} - {200}


def test_loans_once_opened_are_known() -> None:
    table = contracts(3, A=300, B=250, C=200)
    assert all(s.loans == {"A": 300, "B": 250, "C": 200} for s in guesses(table.game, "B", 5))


# -- contracts --------------------------------------------------------------------------------------


def test_each_city_gives_the_share_that_was_taken_for_it() -> None:
    table = contracts(3, A=160, B=150, C=140)
    table.apply("A names Delhi for NWR", "B names Mysore for SIR", "C names Lahore for NWR")
    firsts = Counter(s.contracts["A"] for s in guesses(table.game, "B"))
    cities = table.s.box.cities
    assert set(firsts) == {(name,) for name, city in cities.items() if "NWR" in city.companies}
    assert all(s.contracts["B"] == ("Mysore",) for s in guesses(table.game, "B", 5))
    assert {s.contracts["B"] for s in guesses(table.game, "A")} == {
        ("Mysore",),
        ("Trichinopoly",),
        ("Madras",),
    }


def test_nobody_is_thought_to_have_named_more_than_the_loan_pays_for() -> None:
    """Three players need four cities: with a loan of 80 each of them counts 20, with 100 one may count 40."""
    table = contracts(3, A=100, B=90, C=80)
    table.apply("A names Karachi for NWR", "B names Karachi for NWR", "C names Karachi for NWR")
    for owner, may in {"A": True, "B": False, "C": False}.items():
        assert (frozenset({"Delhi"}) in could_be(table.game, owner)) == may


def test_a_pass_tells_that_little_of_the_loan_is_left() -> None:
    """Delhi for 40 leaves 30, which may be kept; a city for 20 in its place leaves 50, which may not."""
    table = contracts(4, A=110, B=100, C=90, D=80)
    table.apply("A names Delhi for NWR")
    for _ in range(3):
        table.apply(table.legal()[0])
    table.apply("A names Lahore for NWR")
    for _ in range(3):
        table.apply(table.legal()[0])
    table.apply("A names Multan for NWR")
    before = could_be(table.game, "A")
    assert any("Delhi" not in cities for cities in before)
    while table.acting != "A":
        table.apply(table.legal()[0])
    table.apply("A passes")
    after = could_be(table.game, "A")
    assert after and all("Delhi" in cities for cities in after)
    assert all("Delhi" in s.contracts["A"] for s in guesses(table.game, "B", 50))


def test_a_contract_that_was_shown_is_known() -> None:
    table = india(
        companies={"EIR": {"A": 3, "cash": 500}},
        named={
            "A": ["Lucknow", "Patna", "Delhi", "Jaipur"],
            "B": ["Madras", "Mysore", "Bangalore", "Bombay"],
        },
        shown={"A": ("Lucknow", "Patna", "Delhi", "Jaipur")},
        fulfilled=frozenset({"A"}),
        turn="EIR lay",
    )
    for s in guesses(table.game, "C", 50):
        assert s.contracts["A"] == ("Lucknow", "Patna", "Delhi", "Jaipur")
        assert len(s.contracts["B"]) == 4


def test_of_bidding_that_nobody_saw_nothing_is_known() -> None:
    """In a position set up by hand any four cities may be a contract but those that are joined."""
    named = {"A": ["Lucknow", "Patna", "Delhi", "Jaipur"], "B": ["Madras", "Mysore", "Bangalore", "Bombay"]}
    table = india(companies={"SIR": {"B": 3}}, named=named, tiles=line(SOUTH), turn="SIR lay")
    for s in guesses(table.game, "A", 5):
        assert len(s.contracts["B"]) == 4 and not all_joined(s.board, s.box, s.contracts["B"])


def played(seed: int, house_bots: bool) -> Iterator[Game]:
    """A game, now and then."""
    rng = random.Random(seed)
    game = Game(TITLE, list("ABCDEF"[: 3 + seed % 4]), seed, {})
    seats = {player: investor(rng) for player in game.players}
    while not game.over and len(game.actions) < 700:
        player = rng.choice(game.acting)
        choose = house if house_bots else seats[player]
        game.apply(choose(game, player, game.legal_actions(player), rng))
        if len(game.actions) % 25 == 0 and not game.over:
            yield game


@pytest.mark.parametrize(("seed", "house_bots"), [(1, True), (2, False), (3, False), (6, True)])
def test_the_true_contract_is_always_thought_possible(seed: int, house_bots: bool) -> None:
    """At whatever moment: no clue is read wrongly. And what was joined or shown is never guessed at."""
    rng = random.Random(seed)
    for game in played(seed, house_bots):
        s: Any = game.state
        if s.top.stage == "loans":
            continue
        for owner, cities in s.contracts.items():
            if owner not in s.fulfilled:
                assert frozenset(cities) in could_be(game, owner)
        guess: Any = game.imagined(game.players[0], rng).state
        for owner, cities in guess.contracts.items():
            assert set(s.shown.get(owner, ())) <= set(cities)
            assert (
                owner in s.fulfilled or s.top.stage == "contracts" or not all_joined(s.board, s.box, cities)
            )
            assert (owner in s.fulfilled) <= (cities == s.contracts[owner])


# -- likelihoods ------------------------------------------------------------------------------------


def chances(game: Game, viewer: str, owner: str) -> Counter[str]:
    """How often each city is in an owner's imagined contract."""
    return Counter(city for s in guesses(game, viewer, 600) for city in s.contracts[owner])


def test_cities_that_lie_together_are_likelier() -> None:
    table = contracts(3, A=160, B=150, C=140)
    table.apply("A names Peshawar for NWR")
    for _ in range(2):
        table.apply(table.legal()[0])
    table.apply("A names Rawalpindi for NWR")
    found = chances(table.game, "B", "A")
    assert found["Rawalpindi"] > 1.2 * found["Karachi"] > 0


def test_cities_of_companies_that_the_owner_leads_are_likelier() -> None:
    def of_the_north_west(leads: bool) -> int:
        """Guesses with its cities."""
        table = india(
            companies={"NWR": {"A" if leads else "C": 5, "cash": 500}},
            named={"A": ["Lahore", "Multan", "Karachi", "Delhi"]},
            turn="NWR lay",
        )
        found = chances(table.game, "B", "A")
        return found["Lahore"] + found["Multan"]

    assert of_the_north_west(leads=True) > 1.3 * of_the_north_west(leads=False)


def test_cities_that_the_owners_track_joins_are_likelier() -> None:
    """The line runs from the home of SIR to Bangalore."""

    def liking(tiles: dict[str, str], leads: bool) -> float:
        s = india(tiles=tiles).s
        return likings(s.board, s.box, tuple((c, 0, leads and c == "SIR") for c in s.box.companies))[
            "Bangalore"
        ]

    assert liking(line(SOUTH), True) == liking({}, True) + JOINED
    assert liking(line(SOUTH), False) == liking({}, False)


def test_one_home_that_is_joined_is_enough() -> None:
    """From Delhi, a home of NWR, to Lahore, the other one."""
    s = india(tiles=line("F14 E13 D12 C11")).s
    stake = tuple((c, 0, c == "NWR") for c in s.box.companies)
    assert likings(s.board, s.box, stake)["Lahore"] == 1 + AREA + JOINED


def test_who_leads_a_company_is_its_director_or_manager() -> None:
    companies = {"EIR": {"A": 3}, "SIR": {"B": 1, "A": 1, "since": "BA"}, "NWR": {"A": 5, "founded": False}}
    s = india(companies=companies).s
    leads = {(player, c) for player in s.players for c in s.box.companies if _leads(s, player, c)}
    assert leads == {("A", "EIR"), ("B", "SIR")}


def test_a_contract_joined_by_now_would_have_been_shown() -> None:
    """Trichinopoly, Mysore, Bangalore: the two that the line joins are no contract any more."""
    s = india(tiles=line(SOUTH)).s
    contracts = (
        ("Trichinopoly", "Bangalore"),
        ("Trichinopoly", "Mysore"),
        ("Trichinopoly", "Mysore", "Bangalore"),
    )
    assert list(weighed(s, "A", contracts, False)[0]) == list(contracts[1:])
    assert len(weighed(india().s, "A", contracts, False)[0]) == 3


BOTH = ("Ajmer", "Bombay")
FOR_BBCI = (
    (*BOTH, "Jaipur", "Ahmedabad"),
    ("Ajmer", "Jaipur", "Ahmedabad", "Delhi"),
)  # with both, and without


@pytest.mark.parametrize("large", [True, False])
def test_the_form_of_bbci_tells_of_its_directors_contract(large: bool) -> None:
    """A small one in the first round: its director has not both cities. A large one: both, as all have seen."""
    table = india(companies={"BBCI": {"A": 3, "large": large}}, shown={"A": BOTH} if large else {})
    clues = [
        Event("director", {"company": "BBCI", "player": "A"}),
        Event("founded", {"company": "BBCI"}),
        Event("director", {"company": "BBCI", "player": "B"}),  # later: tells nothing
    ]
    barred = shut_out(table.s, clues)
    assert barred == ("" if large else "A")
    left, _ = weighed(table.s, "A", FOR_BBCI, barred == "A")
    assert list(left) == [FOR_BBCI[0] if large else FOR_BBCI[1]]
    assert len(weighed(table.s, "B", FOR_BBCI, barred == "B")[0]) == 2
    bare, _ = weighed(table.s, "A", (BOTH, *FOR_BBCI), barred == "A")  # a contract of the two alone
    assert (BOTH in bare) is large


def test_a_bbci_of_later_rounds_tells_nothing() -> None:
    table = india(companies={"BBCI": {"A": 3}}, started_in={"BBCI": 2})
    assert shut_out(table.s, [Event("director", {"company": "BBCI", "player": "A"})]) == ""


def test_the_form_of_bbci_in_play() -> None:
    rng = random.Random(0)
    game = Game(TITLE, list("ABC"), 0, {})
    while not game.state.operating_round:  # type: ignore[attr-defined]
        player = game.acting[0]
        game.apply(house(game, player, game.legal_actions(player), rng))
    s: Any = game.state
    assert s.started_in.get("BBCI") == 1 and not s.is_large("BBCI")
    chief = shut_out(s, [event for event in game.events if event.key in LEADING])
    assert chief == s.shares["BBCI"][0]
    assert not any(set(BOTH) <= cities for cities in could_be(game, chief))


def test_who_leads_a_small_bbci_is_not_thought_to_have_both_cities() -> None:
    table = contracts(3, A=130, B=90, C=80)
    bids = zip(
        ("Jaipur", "Ajmer", "Ahmedabad", "Delhi"),
        ("Lahore", "Multan", "Karachi", "Peshawar"),
        ("Nagpur", "Mysore", "Trichinopoly", "Bangalore"),
        ("BNR", "SIR", "SIR", "MSM"),
        strict=True,
    )
    for a, b, c, company in bids:
        table.apply(f"A names {a} for BBCI", f"B names {b} for NWR", f"C names {c} for {company}")
    table.apply("A passes", "B passes", "C passes")

    def with_both() -> bool:
        return any(set(BOTH) <= set(s.contracts["A"]) for s in guesses(table.game, "B", 400))

    assert with_both()
    for _ in range(2):
        table.apply("A buys 10 BBCI from offer", "A passes", "B passes", "C passes")
    table.apply("A passes")
    assert table.president("BBCI") == "A" and not table.s.is_large("BBCI")
    assert not with_both()


def test_what_shares_areas_and_track_add_to_a_city() -> None:
    """Delhi gives the shares of four companies."""
    s = india().s

    def liking(city: str, *led: str, **held: int) -> float:
        stake = tuple((c, held.get(c, 0), c in led) for c in s.box.companies)
        return likings(s.board, s.box, stake)[city]

    assert all(liking(city) == 1 for city in s.box.cities)
    assert liking("Delhi", EIR=2, NWR=5) == 1 + 5 * SHARE
    assert liking("Lahore", "NWR", "SIR") == 1 + AREA  # in the area of one of the two
    assert liking("Trichinopoly", "NWR") == 1


def test_closeness_is_of_the_whole_net() -> None:
    """Each city is joined to the nearest one that is in the net already."""
    box = india().s.box
    row = ("Peshawar", "Lahore", "Delhi", "Lucknow", "Patna")
    hexes = [box.cities[city].hex for city in row]
    best = min(
        sum(min(apart(order[n], other) for other in order[:n]) for n in range(1, 5))
        for order in permutations(hexes)
    )
    assert closeness(box, (row, row[:1])) == (FAR**best, 1.0)
