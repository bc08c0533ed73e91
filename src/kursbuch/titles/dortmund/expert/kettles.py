"""Kettles in the Expert Game: what one costs, when there is room for it, and events I and J (18DO §7.2)."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core import Refusal, refuse
from kursbuch.core.record import replace
from kursbuch.rail.rounds import turn_of
from kursbuch.titles.dortmund.beer.brewery.capacity import exportable, fits, units_of
from kursbuch.titles.dortmund.beer.brewery.turn import BOUGHT, brewery_turn
from kursbuch.titles.dortmund.beer.delivery import give_up
from kursbuch.titles.dortmund.beer.equipment import kinds_for
from kursbuch.titles.dortmund.beer.kettle_discards import push_kettle_discards
from kursbuch.titles.dortmund.beer.state import kettle_limit, kettle_types, kettles_of, least_of_type
from kursbuch.titles.dortmund.expert.actions import LayAside
from kursbuch.titles.dortmund.expert.bottling import bottled_cubes
from kursbuch.titles.dortmund.expert.events import UseEvent
from kursbuch.titles.dortmund.expert.state import MARKER, ExpertState, can_use, use_up
from kursbuch.titles.dortmund.expert.wagons import kettles_at_work


class TradeIn(UseEvent[LayAside]):
    """I: a kettle that is not used in this round is laid aside, so that the next one bought costs less.

    Delivering is a duty, so a kettle can be laid aside before it; afterwards only one that the deliveries can have
    done without (18DO-7.2-18). It leaves the brewery there and then, and the event is used up: a brewery that does
    not buy after all gets neither of them back.
    """

    code = "I"
    action = LayAside

    def candidates(self, s: ExpertState, player: str) -> Iterator[LayAside]:
        if self.holds(s):
            brewery = turn_of(s).company
            for type in dict.fromkeys(kettle_types(s, brewery)):
                yield LayAside(brewery, type)

    def why_not(self, s: ExpertState, player: str, action: LayAside) -> Refusal | None:
        if s.shift.idle and action.actor == turn_of(s).company:
            return refuse("18DO-7.2-17", "One kettle is handed in.")
        return super().why_not(s, player, action)

    def judge(self, s: ExpertState, action: LayAside) -> Refusal | None:
        card = least_of_type(s, action.actor, action.type)
        bought = turn_of(s).done.count(BOUGHT) >= kettles_left(s, action.actor)
        if bought or not kinds_for(s, action.actor):
            return refuse("18DO-7.2-17", "{brewery} cannot buy a kettle in this turn.", brewery=action.actor)
        if not card:
            return refuse(
                "18DO-7.2-17", "{brewery} has no kettle {type}.", brewery=action.actor, type=action.type
            )
        if not can_do_without(s, action.actor, card):
            return refuse("18DO-7.2-18", "Kettle {type} was used in this round.", type=action.type)
        return None

    def apply(self, s: ExpertState, player: str, action: LayAside) -> None:
        card = least_of_type(s, action.actor, action.type)
        s.note("lays-aside", brewery=action.actor, type=action.type)
        give_up(s, action.actor, card)
        s.shift = replace(s.shift, idle=card)
        use_up(s, action.actor, self.code)


def can_do_without(s: ExpertState, brewery: str, card: str) -> bool:
    """Whether its other kettles can have made what a brewery has delivered and loaded in its turn, and a single one
    as much as its bottling lines were paid for.
    """
    turn, without = brewery_turn(s), s.copy()
    without.kettles[brewery] = tuple(other for other in kettles_of(s, brewery) if other != card)
    kettles = kettles_at_work(without, brewery)
    if exportable(kettles) < turn.loaded or not fits(units_of(kettles, turn.loaded), turn.delivered):
        return False
    return not s.shift.bottled or bottled_cubes(without, brewery) >= s.shift.bottled


def why_not_scrapped(s: ExpertState, brewery: str, card: str) -> Refusal | None:
    """A kettle that bears a cube secured by event H is not given up (18DO-7.2-15)."""
    if can_do_without(s, brewery, card):
        return None
    type = s.box.kettle(card).type
    return refuse("18DO-7.2-15", "Kettle {type} bears a cube that is to be delivered.", type=type)


def kettle_price(s: ExpertState, brewery: str, kind: str) -> int:
    """The printed price, less what a kettle laid aside brings: 20 for each type number (18DO-7.2-17)."""
    printed = s.box.trains[kind].price
    if not s.shift.idle:
        return printed
    return max(0, printed - s.box.specials["I"].amount * s.box.kettle(s.shift.idle).type)


def room_for_kettle(s: ExpertState, brewery: str) -> bool:
    """Below the limit, or at it with event J; one laid aside has left already (18DO-7.2-19, 18DO-7.2-20)."""
    kettles, limit = len(kettles_of(s, brewery)), kettle_limit(s, brewery)
    return kettles < limit or (kettles == limit and can_use(s, brewery, "J"))


def kettles_left(s: ExpertState, brewery: str) -> int:
    """How many kettles a brewery may buy in this turn, the markers bought counted (18DO-7.1-7, 18DO-7.1-8)."""
    return s.box.new_trains[s.phase.id] - turn_of(s).done.count(MARKER)


def needs_kettle(s: ExpertState, brewery: str) -> bool:
    """Whether a brewery has to buy a kettle: a corporation without one always, a minor one that can pay."""
    if kettles_of(s, brewery):
        return False
    prices = [kettle_price(s, brewery, kind) for kind in kinds_for(s, brewery)]
    return bool(prices) and (brewery not in s.minors or s.cash[brewery] >= min(prices))


def kettle_bought(s: ExpertState, brewery: str, card: str) -> None:
    """A kettle laid aside pays for one other; one over the limit was bought by event J, and another has to go."""
    s.shift = replace(s.shift, idle="")
    if len(kettles_of(s, brewery)) > kettle_limit(s, brewery):
        use_up(s, brewery, "J")
        push_kettle_discards(s)
