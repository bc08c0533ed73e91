"""What a bot puts together from a view agrees with the position the view was made of."""

from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import get
from kursbuch.bots.railway.table import box_of, rebuild
from kursbuch.rail.paper.holdings import percent, president
from kursbuch.rail.routes.running import best_of, could_run
from kursbuch.rail.trains.depot import cheapest_on_sale, new_kinds
from kursbuch.titles.nuremberg.bot.table import rebuild as rebuild_nuremberg
from kursbuch.titles.nuremberg.bot.table import within_reach
from tests.titles.nuremberg.helpers import table


def _agree(s, r):
    assert r.cash == s.cash
    assert {h: str(f) for h, f in r.board.faces.items()} == {h: str(f) for h, f in s.board.faces.items()}
    assert dict(r.board.tokens) == dict(s.board.tokens)
    assert r.phase == s.phase
    assert r.supply == s.supply
    assert r.prices.spots == s.prices.spots
    assert r.prices.order() == s.prices.order()
    assert set(r.founded) == set(s.founded)
    assert (new_kinds(r), cheapest_on_sale(r)) == (new_kinds(s), cheapest_on_sale(s))
    for company in s.founded:
        assert president(r, company) == president(s, company)
        assert best_of(r, company)[1] == best_of(s, company)[1]
        assert could_run(r, company) == could_run(s, company)
        for owner in (*s.players, "pool", "offer", company):
            assert percent(r, owner, company) == percent(s, owner, company)


@pytest.mark.parametrize(("title", "players"), [("18te", 2), ("18te", 3), ("1889", 3)])
def test_a_railway_position(title, players):
    game = kb.new_game(title, players, seed=3)
    bots = dict(zip(game.players, [get("house"), get("random"), get("house")], strict=False))
    rng = Random(3)
    for number in range(220):
        if game.over:
            break
        player = game.acting[0]
        view = game.view(player)
        if number % 5 == 0:
            _agree(game.state, rebuild(view, box_of(view)))
        game.apply(bots[player].choose(view, game.legal_actions(player), rng))


def test_a_position_of_nuremberg():
    game = kb.new_game("nuremberg", 3, seed=3)
    rng = Random(3)
    while not game.over:
        s, r = table(game), rebuild_nuremberg(game.view(game.acting[0]))
        for slot in (
            "board",
            "links",
            "colours",
            "hand",
            "tracks",
            "profit",
            "kept",
            "drawn",
            "bids",
            "depot",
            "out",
        ):
            assert getattr(r, slot) == getattr(s, slot), slot
        for player in game.players:
            assert within_reach(r, player) == within_reach(s, player)
        player = game.acting[0]
        game.apply(get("random").choose(game.view(player), game.legal_actions(player), rng))
