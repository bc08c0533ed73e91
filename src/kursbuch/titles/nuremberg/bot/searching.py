"""How a bot that searches looks at First Train to Nuremberg: bids, trains and lines, to the end of the round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kursbuch.bots.bot import View
from kursbuch.bots.search.options import spread, varied
from kursbuch.bots.search.wisdom import Features, Wisdom, timed
from kursbuch.core import Action, Game, State
from kursbuch.titles.nuremberg.bot.value import BROWN, CUBE, FEE, WHITE, outlook
from kursbuch.titles.nuremberg.rules.actions import Bid, Carry
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.titles.nuremberg.rules.track import space_of


def options(view: View, legal: Sequence[Action], first: Action) -> Sequence[Action]:
    """Everything but what a train is loaded with; of the links those that the house would think of."""
    if (len(legal) == 1 and legal[0].span is None) or any(isinstance(action, Carry) for action in legal):
        return ()
    if isinstance(first, Bid):
        bids = [bid.at(bid.span.lo) if bid.span else bid for bid in legal]
        more = [bid for bid in spread(legal, first) if isinstance(bid, Bid) and bid.box == first.box]
        return list(dict.fromkeys([*bids, *more]))[:12]
    return varied(list(legal), first, 8)


def round_over(first: State, now: State) -> bool:
    """Whether the next round has begun."""
    assert isinstance(first, Table) and isinstance(now, Table)
    return now.round > first.round


def features(game: Game) -> Mapping[str, Features]:
    """Points so far, what is to be expected of the track, and influence and cubes for what they buy."""
    s = game.state
    assert isinstance(s, Table)
    totals, time = game.scores(), s.rounds - s.round + 1
    return {player: timed(prospects(s, player, totals[player]), time) for player in s.players}


def prospects(s: Table, player: str, score: int) -> Features:
    """Those of one player."""
    return {
        "score": score,
        "outlook": outlook(s, player),
        "cubes": s.hand[player],
        "links": len(s.links[player]),
        "profit": space_of(s.profit, player),
        "white": s.points("white", player),
        "brown": s.points("brown", player),
        "companies": s.points("red", player) + s.points("green", player),
    }


USUAL = {
    "score": 1.0,
    "outlook": 1.0,
    "brown": BROWN,
    "companies": FEE,
    "white": WHITE,
    "cubes": CUBE,
}
WISDOM = Wisdom(options=options, settled=round_over, features=features, weights=USUAL, doubt=0.03)
