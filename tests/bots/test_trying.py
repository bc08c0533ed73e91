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
from kursbuch.titles.nuremberg.bot.auction import bargain
from kursbuch.titles.nuremberg.bot.searching import promising, same_plans
from kursbuch.titles.nuremberg.bot.table import Place
from kursbuch.titles.nuremberg.rules.actions import Bid
from tests.titles.nuremberg.helpers import table


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


def of_nuremberg(wanted):
    """The first decision of a game for four where the list has so many actions of a kind."""

    def long(first, legal):
        kinds = [kind_of(type(action)) for action in legal]
        return kinds.count(wanted) > 20 if wanted == "link" else kinds.count(wanted) > 1

    return next(decisions("nuremberg", 90000, long))


def test_links_that_begin_the_best_chains_are_tried():
    """The list has links from every station: those tried used to be the first of it, wherever they lay."""
    first, view, legal = of_nuremberg("link")
    tried = wisdom_of("nuremberg").instead(view, legal, first)
    links = [action for action in tried if kind_of(type(action)) == "link"]
    ranked = [str(link) for link in promising(Place(view, legal, Random(0)))]
    assert lines(links) == [line for line in ranked if line != str(first)][: len(links)]
    assert len(links) >= 5
    at_first = [str(action) for action in legal if kind_of(type(action)) == "link"][: len(links)]
    assert set(lines(links)) != set(at_first)


def test_bids_are_tried_from_the_best_bargain_on():
    first, view, legal = of_nuremberg("bid")
    place = Place(view, legal, Random(0))
    rated = {bid.box: bargain(place, bid) for bid in place.of_kind(Bid)}
    tried = [bid.box for bid in wisdom_of("nuremberg").instead(view, legal, first) if isinstance(bid, Bid)]
    worths = [rated[box] for box in dict.fromkeys(tried) if box != first.box]
    assert len(worths) > 2 and worths == sorted(worths, reverse=True)


def test_a_player_builds_alike_whatever_the_others_have_built():
    game = kb.new_game("nuremberg", 4, seed=90000)
    while not any(kind_of(type(action)) == "link" for action in game.legal_actions(game.acting[0])):
        player = game.acting[0]
        game.apply(choice(get("house"), game, player, Random(1)))
    one, player = table(game), game.acting[0]
    other, poorer = one.copy(), one.copy()
    stranger = next(name for name in game.players if name != player)
    other.links[stranger] |= {"fuerth|poppenreuth"}
    poorer.hand[player] -= 1
    assert same_plans(one) is not None
    assert same_plans(one) == same_plans(other) != same_plans(poorer)
