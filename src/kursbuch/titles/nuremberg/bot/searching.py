"""How a bot that searches looks at First Train to Nuremberg: bids, trains and lines, to the end of the round."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from random import Random

from kursbuch.bots.bot import View
from kursbuch.bots.search.options import spread, varied
from kursbuch.bots.search.wisdom import Features, Wisdom, timed
from kursbuch.core import Action, Game, State
from kursbuch.titles.nuremberg.bot.auction import bargain
from kursbuch.titles.nuremberg.bot.build import chains
from kursbuch.titles.nuremberg.bot.hand import held
from kursbuch.titles.nuremberg.bot.table import Place
from kursbuch.titles.nuremberg.bot.value import BROWN, CUBE, FEE, WHITE, outlook
from kursbuch.titles.nuremberg.rules.actions import Bid, Carry, HandOver, Link, Pass
from kursbuch.titles.nuremberg.rules.state import Building, Table
from kursbuch.titles.nuremberg.rules.track import space_of

MOST = 8  # choices that are tried beside the house's own
BIDS = 12


def options(view: View, legal: Sequence[Action], first: Action) -> Sequence[Action]:
    """Everything but what a train is loaded with, the most promising first: there is not time for all."""
    if (len(legal) == 1 and legal[0].span is None) or any(isinstance(action, Carry) for action in legal):
        return ()
    place = Place(view, legal, Random(0))
    if isinstance(first, Bid):
        bids = sorted(place.of_kind(Bid), key=lambda bid: -bargain(place, bid))
        more = [bid for bid in spread(legal, first) if isinstance(bid, Bid) and bid.box == first.box]
        return list(dict.fromkeys([*(bid.at(bid.span.lo) if bid.span else bid for bid in bids), *more]))[
            :BIDS
        ]
    if place.of_kind(HandOver):
        offers = sorted(place.of_kind(HandOver), key=lambda offer: -held(place, offer))
        return varied([*offers, *place.of_kind(Pass)], first, MOST)
    if place.of_kind(Link):
        others = [action for action in legal if not isinstance(action, Link)]
        return varied([*others, *promising(place)], first, MOST)
    return varied(list(legal), first, MOST)


def promising(place: Place) -> Sequence[Link]:
    """The next links of the chains that promise most, each once."""
    ways = {(link.start, link.end): link for link in place.of_kind(Link)}
    ranked = sorted(chains(place), key=lambda one: -one[0])
    begun = max(1, len(place.chain))
    found = [ways.get((chain[begun - 1], chain[begun])) for _, chain in ranked if len(chain) > begun]
    return list(dict.fromkeys(link for link in found if link is not None))


def same_plans(state: State) -> Hashable | None:
    """What a player builds by: his track and what he can pay, whatever the others have built meanwhile."""
    assert isinstance(state, Table)
    plan = state.stack[-1] if state.stack else None
    if not isinstance(plan, Building) or plan.turn >= len(state.building_order):
        return None
    player = state.building_order[plan.turn]
    means = (state.hand[player], *state.influence(player).values())
    return (player, state.round, plan.chain, state.links[player], means)


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
WISDOM = Wisdom(
    options=options,
    settled=round_over,
    features=features,
    weights=USUAL,
    alike=same_plans,
    doubt=0.03,
)
