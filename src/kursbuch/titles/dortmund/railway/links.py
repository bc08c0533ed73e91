"""Railway links (Gleisanschlüsse) of coal mines and steel mills (18DO §4.5.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import BANK, Refusal, Step, refuse
from kursbuch.rail.actions import Lay
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.titles.dortmund.railway.actions import Connect, PayForLink
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
    return 0 if has_free_marker(s, company, hex) else s.box.link_rules.cost


def has_free_marker(s: State18DO, company: str, hex: str) -> bool:
    """Whether a railway could make this link with a free marker."""
    return company in s.free_links and hex not in s.links and s.box.sites.get(hex) == "coal"


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
    """A railway makes the link of a location it reaches, or extends it: once in a turn, for 30. A free marker is used
    unless the railway says that it pays.
    """

    gains: Callable[[D, str, int], None]  # what its director gets: so many cubes
    no_spending: Callable[[D, str, int], Refusal | None] = lambda s, company, cost: None
    action = Connect

    def also(self) -> tuple[Step[D, Any], ...]:
        return (LinkForMoney(self),)

    def idle(self, s: D, company: str) -> bool:
        return not self.possible(s)

    def candidates(self, s: D, player: str) -> Iterable[Connect]:
        company = turn_of(s).company
        for hex, _ in s.board.reachable(company).stops:
            if hex in s.box.sites and next_value(s, hex):
                yield Connect(company, hex)

    def why_not(self, s: D, player: str, action: Connect) -> Refusal | None:
        return self.judge(s, action.actor, action.hex, free=True)

    def judge(self, s: D, actor: str, hex: str, free: bool) -> Refusal | None:
        """Why a railway may not make this link, with a free marker if it has one and wants to use it."""
        company, rules = turn_of(s).company, s.box.link_rules
        if actor != company:
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
        cost = link_cost(s, company, hex) if free else rules.cost
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
        self.make(s, action.actor, action.hex, link_cost(s, action.actor, action.hex))

    def make(self, s: D, company: str, hex: str, cost: int) -> None:
        """The link itself, at this cost: at none the free marker is used."""
        rules, value = s.box.link_rules, next_value(s, hex)
        s.note("links", company=company, hex=hex, value=value, cost=cost)
        s.transfer(company, BANK, cost, "link")
        if not cost:
            s.free_links -= {company}
        s.links[hex] = value
        did(s, Deed("link"))
        next_step(s)
        late = s.phase_number >= s.box.phase_number[rules.double_from]
        self.gains(s, company, 2 if late and value == rules.values[-1] else 1)


@dataclass(frozen=True)
class LinkForMoney(Step[D, PayForLink]):
    """A railway may, but need not, use its free marker: it can pay and keep the marker (18DO-4.3.2.1-5)."""

    links: MakeLink[D]
    action = PayForLink

    def candidates(self, s: D, player: str) -> Iterable[PayForLink]:
        company = turn_of(s).company
        if company in s.free_links:
            for connect in self.links.candidates(s, player):
                if has_free_marker(s, company, connect.hex):
                    yield PayForLink(company, connect.hex, s.box.link_rules.cost)

    def why_not(self, s: D, player: str, action: PayForLink) -> Refusal | None:
        cost = s.box.link_rules.cost
        if action.price != cost:
            return refuse("18DO-4.5.4.1-4", "A link costs {cost}.", cost=cost)
        if refusal := self.links.judge(s, action.actor, action.hex, free=False):
            return refusal
        if not has_free_marker(s, action.actor, action.hex):
            return refuse("18DO-4.3.2.1-5", "There is no free marker to keep for later.")
        return None

    def apply(self, s: D, player: str, action: PayForLink) -> None:
        self.links.make(s, action.actor, action.hex, action.price)
