"""Railway links (Gleisanschlüsse) of coal mines and steel mills (18DO §4.5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.titles.dortmund.railway.actions import Connect
from kursbuch.titles.dortmund.railway.counting import Linked
from kursbuch.titles.dortmund.railway.state import D, State18DO


def next_value(s: State18DO, hex: str) -> int:
    """What the link of a location is worth after one more step; 0 if it is finished."""
    return next((value for value in s.box.link_rules.values if value > s.links.get(hex, 0)), 0)


def has_marker(s: Linked, hex: str, value: int) -> bool:
    """Whether there is a marker for the next step of a link: a low one for the first, a tall one for the second,
    which is turned over for the third (18DO-4.5.4.1-7, 18DO-4.5.4.2-5).
    """
    (low, *tall), site = s.box.link_rules.values, s.box.sites[hex]
    if s.links.get(hex) in tall:
        return True
    same = (low,) if value == low else tall
    used = sum(v in same and s.box.sites[h] == site for h, v in s.links.items())
    return used < s.box.link_rules.markers[site]


def link_cost(s: State18DO, company: str, hex: str) -> int:
    """Every step costs the same; a free marker saves it for a new link of a mine (18DO-4.3.2.1-5)."""
    free = company in s.free_links and hex not in s.links and s.box.sites[hex] == "coal"
    return 0 if free else s.box.link_rules.cost


def needs_link(s: State18DO, company: str, action: Lay) -> Refusal | None:
    """A location is upgraded only once it has a link (18DO-4.5.2-8, 18DO-4.5.2-10)."""
    site, face = s.box.sites.get(action.hex), s.board.faces.get(action.hex)
    tile = s.box.tiles[action.tile]
    if site is None or face is None or tile.colour == "yellow" or action.hex in s.links:
        return None
    if tile.label != face.tile.label or tile.border != face.tile.border:
        return None  # it does not belong here anyway
    rule = "18DO-4.5.2-8" if site == "coal" else "18DO-4.5.2-10"
    return refuse(rule, "{hex} has no railway link yet.", hex=action.hex)


@dataclass(frozen=True)
class MakeLink(TurnStep[D, Connect]):
    """A railway makes the link of a location it reaches, or extends it: once in a turn, for 30."""

    gains: Callable[[D, str, int], None]  # what its director gets: so many cubes
    no_spending: Callable[[D, str, int], Refusal | None] = lambda s, company, cost: None
    action = Connect

    def idle(self, s: D, company: str) -> bool:
        return not self.possible(s)

    def candidates(self, s: D, player: str) -> Iterable[Connect]:
        company = turn_of(s).company
        for hex, _ in s.board.reachable(company).stops:
            if hex in s.box.sites and next_value(s, hex):
                yield Connect(company, hex)

    def why_not(self, s: D, player: str, action: Connect) -> Refusal | None:
        company, hex, rules = turn_of(s).company, action.hex, s.box.link_rules
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        if Deed("link") in turn_of(s).done:
            return refuse("18DO-4.5.4.1-2", "{company} has made its link in this turn.", company=company)
        if hex not in s.box.sites:
            return refuse("18DO-2.1.1-5", "{hex} is neither a mine nor a mill.", hex=hex)
        made = hex in s.links
        if (hex, 0) not in s.board.reachable(company).stops:
            rule = "18DO-4.5.4.2-3" if made else "18DO-4.5.4.1-3"
            return refuse(rule, "No route of {company} leads to track at {hex}.", company=company, hex=hex)
        value = next_value(s, hex)
        if not value:
            return refuse("18DO-4.5.4.1-6", "The link of {hex} is finished.", hex=hex)
        step = rules.values.index(value)
        if rules.colours[step] not in s.phase.colours:
            rule = "18DO-4.5.4.2-1" if step == 1 else "18DO-4.5.4.2-5"
            return refuse(
                rule, "Links of {value} need the {colour} phase.", value=value, colour=rules.colours[step]
            )
        if not has_marker(s, hex, value):
            return refuse("18DO-4.5.4.1-7", "No location marker of {value} is left.", value=value)
        cost = link_cost(s, company, hex)
        if cost > s.cash[company]:
            rule = "18DO-4.5.4.2-6" if made else "18DO-4.5.4.1-4"
            return refuse(
                rule,
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        return self.no_spending(s, company, cost)

    def apply(self, s: D, player: str, action: Connect) -> None:
        company, hex, rules = action.actor, action.hex, s.box.link_rules
        cost, value = link_cost(s, company, hex), next_value(s, hex)
        s.note("links", company=company, hex=hex, value=value, cost=cost)
        s.transfer(company, BANK, cost, "link")
        if not cost:
            s.free_links -= {company}
        s.links[hex] = value
        did(s, Deed("link"))
        next_step(s)
        late = s.phase_number >= s.box.phase_number[rules.double_from]
        self.gains(s, company, 2 if late and value == rules.values[-1] else 1)
