"""Random games of beer for two, with rich players who like to invest: the Investor's late duties are met too."""

import random

import pytest

import kursbuch as kb
from tests.dortmund.test_rich_play import GIFT, LIKES

TOLD = {"converts", "buys-in", "investor-cards", "loads", "last-run", "loan", "repays", "closes", "redeems"}


@pytest.mark.rule("18DO-8.4.5-1", "18DO-8.5-1")
def test_rich_players_reach_the_last_cards():
    told, cards = set(), set()
    for seed in range(4):
        game = kb.new_game("18do-beer", 2, seed=seed)
        rng = random.Random(seed)
        for player in game.players:
            game.state.transfer("bank", player, GIFT, "gift")
        while not game.over:
            legal = game.legal_actions()
            game.apply(rng.choices(legal, [LIKES.get(type(a).__name__, 1) for a in legal])[0].sample(rng))
            game.audit()
        position = game.view()["position"]
        assert (position["phase"], position["set"]) == ("8", 5)
        assert set(game.scores()) == set(game.players)
        cards.add(position["card_phase"])
        told |= {event.key for event in game.events}
    assert "8" in cards
    assert told >= TOLD, TOLD - told
