"""Games of the beer games with rich players who like to invest, so that the last phases are played too.

Plain random play gives kettles up and sells what it has; it rarely sees a brown tile, let alone beer on a train.
"""

from collections import Counter

import pytest

from kursbuch.soak import Job, Table, play
from kursbuch.soak.playing import again

GIFT = 2500
SEEN = {
    "18do-beer": {"load", "carry", "buy_kettle", "found_with", "place_shares"},
    "18do-expert": {"load", "carry", "move_wagon", "take_over", "advertise", "move_up", "hold_fair"},
}


@pytest.mark.parametrize("title", SEEN)
def test_rich_players_reach_the_last_phases(title: str) -> None:
    kinds: Counter[str] = Counter()
    phases = set()
    for seed in range(11, 17):
        played = play(Job(seed, Table(title, 3 + seed % 3, seed + 2**48, gift=GIFT), "rich"))
        assert played.fault is None, played.fault
        kinds.update(played.reached["actions"])
        phases.add(again(played.job.table, played.lines).state.phase.id)  # type: ignore[attr-defined]
        if "8" in phases and SEEN[title] <= set(kinds):
            return
    raise AssertionError(f"phases {phases}, never: {SEEN[title] - set(kinds)}")
