"""What a bot that searches tries where the list is long: there is time for about ten choices."""

from dataclasses import replace
from random import Random

import kursbuch as kb
from kursbuch.bots import choice, get
from kursbuch.bots.search.options import MOST
from kursbuch.bots.search.wisdom import wisdom_of
from kursbuch.core.action import kind_of
from kursbuch.rail.standard.actions import Par
from kursbuch.testing import position


def decisions(title, seed, wanted):
    """The decisions of a game of the house of this kind: what it would do, the view and the list."""
    game, rng = kb.new_game(title, 4, seed=seed), Random(seed)
    while not game.over:
        player = game.acting[0]
        view, legal = game.view(player), game.legal_actions(player)
        first = choice(get("house"), game, player, rng)
        if wanted(first, legal):
            yield first, view, legal
        game.apply(first)


def lines(options):
    return [str(option) for option in options]


def test_what_may_not_be_chosen_takes_no_place():
    """Purchases used to fill half of the places, though the house's choice is never left for them."""
    sales_only = replace(wisdom_of("1889"), leaves=frozenset({"buy > sell"}))

    def selling(first, legal):
        kinds = [kind_of(type(action)) for action in legal]
        return kind_of(type(first)) == "buy" and kinds.count("sell") >= 8 and kinds.count("buy") >= 3

    first, view, legal = next(decisions("1889", 11, selling))
    tried = sales_only.instead(view, legal, first)
    assert {kind_of(type(action)) for action in tried} == {"sell"}
    assert len(tried) >= 8 and len(tried) <= MOST


def test_a_share_of_every_company_is_tried_before_more_of_one():
    shares = {"A": 50, "B": 30}
    game = position(
        "1889",
        companies={
            "TR": {"price": 100, "par": 100, **shares, "trains": ["4"], "cash": 200},
            "UR": {"price": 100, "par": 100, "B": 60, "A": 30, "cash": 0},
            "SR": {"price": 100, "par": 100, "B": 60, "A": 30, "cash": 0},
        },
        phase="4",
        stock="A",
    ).game
    legal = game.legal_actions("A")
    first = next(action for action in legal if str(action) == "A passes")
    sold = [
        line for line in lines(wisdom_of("1889").instead(game.view("A"), legal, first)) if " sells " in line
    ]
    assert {line.split()[-1] for line in sold[:3]} == {"TR", "UR", "SR"}
    assert {line.split()[2] for line in sold[:3]} == {"10"}
    assert sold[3:5] and set(sold[3:5]) <= {"A sells 30 SR", "A sells 30 UR", "A sells 50 TR"}, (
        "then all of each"
    )


def test_a_train_of_somebody_else_is_asked_for_at_a_price_that_may_be_agreed_to():
    """Nobody parts with a train for 1, and nobody should offer all that a company has."""

    def trading(first, legal):
        return kind_of(type(first)) == "pass" and any(" from TR for " in str(action) for action in legal)

    first, view, legal = next(decisions("1889", 11, trading))
    assert view["position"]["companies"]["TR"]["president"] != view["acting"][0]
    offers = [
        line for line in lines(wisdom_of("1889").instead(view, legal, first)) if " from TR for " in line
    ]
    assert [line.rsplit(" ", 1)[1] for line in offers] == ["40", "80"]


def test_of_prices_to_start_at_those_are_tried_that_are_near_the_houses():
    def starting(first, legal):
        return kind_of(type(first)) == "par" and len(legal) > 2 * MOST

    first, view, legal = next(decisions("1889", 11, starting))
    assert isinstance(first, Par)
    every_kind = replace(wisdom_of("1889"), leaves=None)  # the search leaves par prices to the house
    tried = [par for par in every_kind.instead(view, legal, first) if isinstance(par, Par)]
    assert tried and all(par.company == first.company or par.price == first.price for par in tried)
    assert {par.price for par in tried if par.company == first.company} >= {65, 80} - {first.price}
