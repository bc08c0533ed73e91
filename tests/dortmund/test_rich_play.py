"""Random games of the beer games with rich players who like to invest, so that the last phases are played too.

Plain random play gives kettles up and sells what it has; it rarely sees a brown tile, let alone beer on a train.
"""

import random

import pytest

import kursbuch as kb

GIFT = 2500
LIKES = {
    "BuyKettle": 4, "Load": 5, "Found": 3, "FoundWith": 3, "Buy": 2, "Lay": 2, "Station": 2, "Connect": 2,
    "Pass": 0.2, "Withhold": 0.3, "Decline": 0.3, "Sell": 0.1, "Issue": 0.1, "Scrap": 0.01, "ReturnSmall": 0.2,
}  # fmt: skip
SEEN = {
    "18do-beer": {"Load", "Carry", "BuyKettle", "FoundWith", "PlaceShares"},
    "18do-expert": {"Load", "Carry", "MoveWagon", "TakeOver", "Advertise", "MoveUp", "HoldFair"},
}


@pytest.mark.parametrize("title", SEEN)
def test_rich_players_reach_the_last_phases(title: str) -> None:
    kinds, phases = set(), set()
    for seed in range(3):
        game = kb.new_game(title, players=3 + seed, seed=seed)
        rng = random.Random(seed)
        for player in game.players:
            game.state.transfer("bank", player, GIFT, "gift")
        while not game.over:
            legal = game.legal_actions()
            action = rng.choices(legal, [LIKES.get(type(a).__name__, 1) for a in legal])[0].sample(rng)
            game.apply(action)
            game.audit()
            kinds.add(type(action).__name__)
        phases.add(game.state.phase.id)  # type: ignore[attr-defined]
    assert "8" in phases
    assert SEEN[title] <= kinds, SEEN[title] - kinds
