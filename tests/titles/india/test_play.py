"""1853 played at random, and what nobody may see."""

import json
import random
from typing import Any

import pytest

from kursbuch.core import Game
from kursbuch.titles.india.rules import compose
from kursbuch.titles.india.rules.actions import OfferElephant
from kursbuch.titles.india.rules.seat import Seat
from kursbuch.titles.india.title import TITLE
from tests.titles.india.table import new

NAMES = ["Anna", "Ben Berg", "Clara", "David", "Emma", "Felix"]


IN_PLAY = {
    "2": {"2", "1M"},
    "3": {"2", "3", "1M", "2M"},
    "4": {"3", "4", "2M", "3M"},
    "5": {"4", "5", "6", "3M", "4M"},
}
BY_TOKEN = {"2": {"2M"}, "3": {"3M"}, "4": {"4M"}, "5": set()}  # brought by a loco token a phase early


def owned(s: Any) -> set[str]:
    """The types of train that companies have."""
    return {s.sides[card] for company in s.founded for card in s.trains.get(company, ())}


@pytest.mark.rule("1853-2.2-1", "1853-T6-1", "1853-1-11")
@pytest.mark.parametrize(("players", "seed", "founded"), [(3, 11, 6), (4, 13, 4), (5, 0, 8), (6, 1, 8)])
def test_random_games_come_to_an_end_with_everything_in_its_place(players, seed, founded):
    rng = random.Random(seed)
    game = Game(TITLE, NAMES[:players], seed, {"short": True})
    s: Any = game.state
    while not game.over:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        game.audit()
        s = game.state
        assert owned(s) <= IN_PLAY[s.phase.id] | BY_TOKEN[s.phase.id]
    assert s.ending
    assert len(s.founded) == founded
    for company in set(s.box.companies) - set(s.founded):  # never operated, and nothing broke
        assert (s.cash[company], company in s.prices, s.trains.get(company, ())) == (0, False, ())
        assert not any(company in slots for slots in s.board.tokens.values())


# -- secrets --------------------------------------------------------------------------------------


def views(game: Game, but: str) -> list[str]:
    """What everybody else and a spectator see."""
    return [json.dumps(game.view(p)) for p in (*game.players, None) if p != but]


def lend(game: Game, loans: dict[str, int]) -> Game:
    for player, loan in loans.items():
        game.apply(f"{player} lends {loan}")
    return game


@pytest.mark.rule("1853-2.5.2-2", "1853-2.3-5")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_games_that_differ_in_a_loan_look_alike_until_all_are_in(players):
    least = compose(players, TITLE.options({})).box.seats[players].least_loan
    games = []
    for loan in (least, least + 170):
        game = Game(TITLE, NAMES[:players], 5, {})
        game.apply(f"Anna lends {loan}")
        for player in NAMES[1 : players - 1]:
            game.apply(f"{player} lends {least + 20}")
        games.append(game)
    assert views(games[0], "Anna") == views(games[1], "Anna")
    for game in games:
        game.apply(f"{NAMES[players - 1]} lends {least}")
    assert views(games[0], "Anna") != views(games[1], "Anna")


@pytest.mark.rule("1853-2.5.4-2", "1853-2.5.11-1")
def test_games_that_differ_in_a_contract_look_alike_until_it_is_shown():
    # Anna names Calcutta or Delhi, both for a share of EIR; all else is the same
    games = []
    for city in ("Calcutta", "Delhi"):
        game = lend(Game(TITLE, NAMES[:3], 5, {}), {"Anna": 200, "Ben Berg": 90, "Clara": 80})
        game.apply(f"Anna names {city} for EIR")
        games.append(game)
    rng = random.Random(3)
    for _ in range(160):
        legal = [{str(a) for a in game.legal_actions()} for game in games]
        both = sorted(legal[0] & legal[1])
        if not both:
            break
        action = games[0].read(_definite(games[0], rng.choice(both), rng))
        for game in games:
            game.apply(action)
        states: list[Any] = [game.state for game in games]
        if any(s.shown for s in states):
            break
        assert views(games[0], "Anna") == views(games[1], "Anna")
    assert len(games[0].actions) > 60
    assert games[0].view("Anna") != games[1].view("Anna")


def _definite(game: Game, text: str, rng: random.Random) -> str:
    action = next(a for a in game.legal_actions() if str(a) == text)
    return str(action.sample(rng))


@pytest.mark.rule("1853-2.5.11-1")
def test_a_transcript_has_all_and_a_view_no_secret():
    table = new().apply("A lends 300", "B lends 200", "C lends 100", "A names Trichinopoly for SIR")
    assert "Trichinopoly" in table.game.to_json()
    for player in ("B", "C", None):
        assert "Trichinopoly" not in json.dumps(table.game.view(player)["position"]["shown_contracts"])
        assert "Trichinopoly" not in json.dumps(table.game.view(player)["events"])


def test_names_with_blanks_can_be_offered_the_elephant():
    offer = OfferElephant("Anna", Seat("Ben Berg"), 40)
    game = Game(TITLE, NAMES[:3], 1, {})
    assert str(offer) == "Anna offers the elephant to Ben Berg for 40"
    assert game.read(str(offer)) == offer
    assert game.read(offer.to_dict()) == offer
