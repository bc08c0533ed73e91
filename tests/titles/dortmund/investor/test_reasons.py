"""Why a card of the two-player games is taken or bid for: a position, the choice, and the figures of its reasons."""

from __future__ import annotations

from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import choice, get
from kursbuch.testing import Table
from tests.bots.deciding import reasoned
from tests.titles.dortmund.investor.test_two_players import OPTION, end_turn, last_turn


def at_the_cards(title: str) -> Table:
    """A game of the house, at the choice of a card after the starting round."""
    game, rng = kb.new_game(title, ["A", "B"], seed=2), Random(2)
    while not any("takes card" in str(action) for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], rng))
    return Table(game)


def test_the_cards_of_the_railway_game_tell_who_has_what_money() -> None:
    table = at_the_cards("18do-railway")
    me = table.game.acting[0]
    other = next(player for player in table.game.players if player != me)
    cash = table.s.cash
    assert reasoned(table, f"{me} takes card first-action") == {
        "card-first": {"cash": cash[me], "player": other, "before": cash[other]}
    }
    assert reasoned(table, f"{me} takes card investors-railway") == {
        "card-railway": {"cash": cash["Investor"]}
    }


def test_the_cards_of_the_beer_game_tell_what_the_investor_has() -> None:
    table = at_the_cards("18do-beer")
    me = table.game.acting[0]
    railway = table.game.view()["position"]["investor_companies"][0]
    assert reasoned(table, f"{me} takes card investors-railway") == {
        "card-manages": {"company": railway, "cash": table.s.cash["Investor"]}
    }
    (brewery,) = [id for id, owner in table.s.minors.items() if owner == "Investor"]
    cubes = sum(table.s.box.kettle(card).cubes for card in table.s.kettles[brewery])
    assert reasoned(table, f"{me} takes card investors-brewery") == {
        "brews": {"brewery": brewery, "cubes": cubes}
    }


@pytest.mark.rule("18DO-8.3.5-3", "18DO-8.3.5-4")
def test_an_offer_for_the_card_tells_what_is_left_and_what_the_railway_runs_for() -> None:
    table = end_turn(last_turn(OPTION))
    mine, theirs = table.cash("A"), table.cash("B")
    told = reasoned(table, "A offers 20 for the card")
    assert told["cash-left"] == {"cash": mine - 20}
    companies = table.game.view()["position"]["companies"]
    assert companies[told["card-runs"]["company"]]["president"] == "Investor"
    table.apply("A offers 20 for the card")
    assert reasoned(table, "B agrees")["cash-left"] == {"cash": theirs + 20}
    assert reasoned(table, "B declines")["cash-left"] == {"cash": theirs - 20}
