"""Random games of beer for two, with rich players who like to invest: the Investor's late duties are met too."""

import pytest

from kursbuch.soak import Job, Table, play
from kursbuch.soak.playing import again
from tests.titles.dortmund.railway.test_rich_play import GIFT

TOLD = {"converts", "buys-in", "investor-cards", "loads", "last-run", "loan", "repays", "closes", "redeems"}


@pytest.mark.rule("18DO-8.4.5-1", "18DO-8.5-1")
def test_rich_players_reach_the_last_cards():
    told, cards = set(), set()
    for seed in range(8):
        played = play(Job(seed, Table("18do-beer", 2, seed + 2**48, gift=GIFT), "rich"))
        assert played.fault is None, played.fault
        position = again(played.job.table, played.lines).view()["position"]
        cards.add((position["phase"], position["set"], position["card_phase"]))
        told |= set(played.reached["events"])
        if ("8", 5, "8") in cards and told >= TOLD:
            return
    raise AssertionError(f"cards {cards}, never: {TOLD - told}")
