"""Leagues: pairing, seats, standings, and one played from the first table to the end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import combinations
from random import Random

import httpx
import pytest

from kursbuch.web.leagues.pairing import Past, paired, sizes
from kursbuch.web.leagues.standing import Came, standings
from tests.web.backend import serving, sqlite, wait_for
from tests.web.test_auth import submit
from tests.web.test_own import end, play
from tests.web.test_people import signed_up


@pytest.mark.parametrize(
    ("people", "wanted", "allowed", "expected"),
    [
        (12, 4, range(3, 7), [4, 4, 4]),
        (9, 4, range(3, 7), [5, 4]),
        (7, 4, range(2, 7), [4, 3]),
        (5, 2, [2], [2, 2]),
        (2, 3, range(3, 7), []),
        (11, 5, [5], [5, 5]),
    ],
)
def test_as_few_as_can_be_sit_out(people: int, wanted: int, allowed: range, expected: list[int]):
    assert sizes(people, wanted, allowed) == expected


def rounds(people: int, size: int, number: int, allowed: range | None = None) -> list[list[list[int]]]:
    """So many rounds of a league in which the standings never change."""
    past: list[list[int]] = []
    out: Counter[int] = Counter()
    made = []
    for n in range(number):
        found = paired(range(people), size, allowed or [size], Past(past, dict(out)), Random(n))
        past += found.tables
        out.update(found.out)
        made.append(found.tables)
    return made


def test_nobody_meets_twice_while_that_can_be_done():
    met = Counter(
        frozenset(pair) for tables in rounds(9, 3, 3) for table in tables for pair in combinations(table, 2)
    )
    assert max(met.values()) == 1


@pytest.mark.parametrize(("people", "most"), [(4, 1), (8, 2)])
def test_everybody_sits_in_every_seat_alike(people: int, most: int):
    sat = Counter(
        (person, seat)
        for tables in rounds(people, 4, 4)
        for table in tables
        for seat, person in enumerate(table)
    )
    assert max(sat.values()) == most


def test_sitting_out_goes_round():
    out: Counter[int] = Counter()
    for n in range(5):
        found = paired(range(5), 2, [2], Past((), dict(out)), Random(n))
        out.update(found.out)
    assert set(out.values()) == {1} and len(out) == 5


def test_those_who_do_not_want_to_meet_do_not():
    apart = {frozenset((0, 1)), frozenset((2, 3))}
    for seed in range(10):
        found = paired(range(4), 2, [2], Past(), Random(seed), apart)
        assert not {frozenset(table) for table in found.tables} & apart


def test_equals_are_told_apart_by_wins_then_worth_then_opponents():
    tables = [
        [Came(1, 1, 100), Came(2, 2, 60)],
        [Came(3, 1, 100), Came(4, 2, 20)],
    ]
    lines = standings([1, 2, 3, 4], tables, {})
    assert [(line.rank, line.person) for line in lines] == [(1, 3), (2, 1), (3, 2), (4, 4)]
    shared = standings([1, 2], [[Came(1, 1, 50), Came(2, 1, 50)]], {})
    assert [line.rank for line in shared] == [1, 1] and shared[0].points == 0.5


def test_a_bot_in_the_place_of_somebody_takes_no_points_from_the_others():
    lines = standings([1, 2], [[Came(None, 1, 90), Came(1, 2, 50), Came(2, 3, 10)]], {})
    assert [(line.person, line.points) for line in lines] == [(1, 0.5), (2, 0.0)]


# -- a league on the pages ------------------------------------------------------------------------


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("leagues"), leagues_a_day=50)) as address:
        yield address


def new(client: httpx.Client, **more: str) -> str:
    values = {"name": "Winter", "title": "18te", "size": "2", "rounds": "2", "clock": "", **more}
    return str(submit(client, "/leagues", **values).headers["location"])


def act(client: httpx.Client, where: str, what: str, status: int = 303, **more: str) -> None:
    assert submit(client, where, what=what, **more).status_code == status


def tables(page: str) -> dict[str, list[str]]:
    """The tables of a league, the newest round first, and who sits there."""
    found = re.findall(r'href="(/table/\w+)"><b>[\d.]+</b> <span>([^<]+)</span>', page)
    return {table: names.split(", ") for table, names in found}


def play_all(people: dict[str, httpx.Client], found: dict[str, list[str]]) -> None:
    """End tables by agreement, after a move."""
    for table, (one, other) in found.items():
        play(people[one], people[other], table)


def test_a_league_from_the_first_round_to_the_end(url: str):
    with ExitStack() as stack:
        names = ["Ada", "Bea", "Cleo", "Dirk"]
        people = {name: stack.enter_context(signed_up(url, name)) for name in names}
        ada = people["Ada"]
        where = new(ada)
        act(ada, where, "start", 403)  # alone
        for name in names[1:]:
            act(people[name], where, "enter")
        assert "Winter" in ada.get("/leagues").text
        act(people["Bea"], where, "start", 403)  # not the organiser
        act(ada, where, "start")
        act(ada, where, "start", 403)
        page = ada.get(where).text
        assert "Round 1 of 2" in page and len(tables(page)) == 2
        first = tables(page)
        for table, names in first.items():  # those of others are no games of hers
            assert (table in ada.get("/lobby/mine").text) == ("Ada" in names)
        play_all(people, first)
        wait_for(lambda: "Round 2 of 2" in ada.get(where).text)
        second = {table: names for table, names in tables(ada.get(where).text).items() if table not in first}
        met = [frozenset(names) for names in (*first.values(), *second.values())]
        assert len(met) == 4 == len(set(met))  # nobody has met twice
        assert "Dirk" in people["Dirk"].get(next(t for t, row in second.items() if "Dirk" in row)).text
        play_all(people, second)
        wait_for(lambda: '<em class="mark">ended</em>' in ada.get(where).text)
        assert "1.00" in ada.get(where).text
        act(people["Bea"], where, "enter", 403)
        with signed_up(url, "Late") as late:
            act(late, where, "enter", 403)


def test_a_league_goes_on_without_points_where_nobody_moved(url: str):
    with signed_up(url, "Nora") as nora, signed_up(url, "Otto") as otto:
        where = new(nora, name="Of two")
        act(otto, where, "enter")
        act(nora, where, "start")
        (table,) = tables(nora.get(where).text)
        end(nora, otto, table)
        wait_for(lambda: "Round 2 of 2" in nora.get(where).text)
        assert "0.50" not in nora.get(where).text  # it was no tie


def test_who_leaves_is_seated_no_more_and_a_bot_plays_on(url: str):
    with ExitStack() as stack:
        people = {name: stack.enter_context(signed_up(url, name)) for name in ("Eda", "Fritz", "Gus")}
        eda = people["Eda"]
        where = new(eda, name="Of three", rounds="3")
        for name in ("Fritz", "Gus"):
            act(people[name], where, "enter")
        act(people["Gus"], where, "leave")
        assert "Gus" not in eda.get(where).text  # before it begins nothing is left of them
        act(people["Gus"], where, "enter")
        act(eda, where, "start")
        page = eda.get(where).text
        ((table, seated),) = tables(page).items()  # two seats were wanted, but nobody need sit out
        assert sorted(seated) == sorted(people)
        one, other = (name for name in seated if name != "Eda")
        act(people[one], where, "leave")
        assert "left" in eda.get(where).text
        assert "I am back" in people[one].get(table).text  # a bot moves for them
        act(eda, where, "remove", 422, name="Nobody")
        act(people[other], where, "end", 403)
        act(eda, where, "end")
        assert '<em class="mark">ended</em>' in eda.get(where).text


def test_an_organiser_brings_friends_and_nobody_else(url: str):
    with signed_up(url, "Hanna") as hanna, signed_up(url, "Igor") as igor:
        where = new(hanna, name="Friends only")
        for name in ("Igor", "Nobody There"):
            refused = submit(hanna, where, what="bring", name=name)
            assert refused.status_code == 403
            assert f'value="{name}"' in refused.text and "only friends are brought along" in refused.text
        submit(hanna, "/friends", name="Igor", what="ask")
        submit(igor, "/friends", name="Hanna", what="ask")
        act(igor, where, "bring", 403, name="Hanna")
        act(hanna, where, "bring", name="igor")
        assert "Igor" in hanna.get(where).text
        act(hanna, where, "remove", name="Igor")
        assert "Igor" not in hanna.get(where).text
        act(hanna, where, "dance", 422)
        submit(hanna, "/friends", name="Igor", what="block")
        act(igor, where, "enter", 403)


def test_a_league_must_make_sense(url: str):
    with signed_up(url, "Jan") as jan:
        for wrong in ({"size": "9"}, {"rounds": "0"}, {"rounds": "21"}, {"title": "none"}, {"size": "x"}):
            values = {"name": "X", "title": "18te", "size": "2", "rounds": "2", **wrong}
            assert submit(jan, "/leagues", **values).status_code == 422
        assert jan.get("/leagues/none").status_code == 404
