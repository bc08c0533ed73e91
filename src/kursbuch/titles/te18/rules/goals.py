"""The bonus of each company for reaching its goal (18TE §3.6, §7.3, §7.4)."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.board import Place
from kursbuch.rail.box import TokenKind
from kursbuch.rail.reach.lines import joined_by_line
from kursbuch.rail.rounds import did, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.routes.running import network_of
from kursbuch.titles.te18.rules.state import State18TE

STOOD = Deed("line stood")  # marks a turn whose tile found the line to the goal closed already


def reward(s: State18TE, company: str) -> None:
    """The bank pays the bonus into the treasury, once a company (18TE-3.6-9)."""
    if company not in s.rewarded:
        s.rewarded |= {company}
        s.note("bonus", company=company, amount=s.box.figures.bonus)
        s.transfer(BANK, company, s.box.figures.bonus, "goal reached")


def station_built(s: State18TE, company: str, token: TokenKind, kpr_needs_station: bool) -> None:
    """KHS, KWE and CME are paid for the goal station itself (18TE-7.4-11), KPR when its line stands too.

    No other station closes a line: a city that was full has no space for one. So none pays for a line that
    somebody else has closed (18TE-7.3-31).
    """
    if token.role != "goal":
        return
    kind = s.box.companies[company].goal["kind"]
    if kind == "station":
        reward(s, company)
    elif kpr_needs_station:
        _reward_line(s, company, kpr_needs_station)


def remember_line(s: State18TE, company: str) -> None:
    """Before a company lays its tile: whether its line stands already."""
    if company not in s.rewarded and _line_stands(s, company):
        did(s, STOOD)


def tile_laid(s: State18TE, company: str, kpr_needs_station: bool) -> None:
    """The company's own tile must close the line; one that somebody else closed pays nothing (18TE-7.3-31)."""
    if STOOD not in turn_of(s).done:
        _reward_line(s, company, kpr_needs_station)


def _reward_line(s: State18TE, company: str, kpr_needs_station: bool) -> None:
    """TWE is paid for a line from its home to Hövelhof (18TE-7.3-31), KPR for one to Rheine by way of three
    towns, with its station there (ruling R13).
    """
    goal = s.box.companies[company].goal
    if company in s.rewarded:
        return
    needs_station = goal["kind"] == "station and line" and kpr_needs_station
    if needs_station and not s.board.has_token(company, str(goal["hex"])):
        return
    if _line_stands(s, company):
        reward(s, company)


def _line_stands(s: State18TE, company: str) -> bool:
    """Whether a legal line joins a company's home with a goal that is reached by one."""
    goal = s.box.companies[company].goal
    if goal["kind"] == "station":
        return False
    target, via = str(goal["hex"]), goal.get("via", [])
    assert isinstance(via, list)
    home = s.box.companies[company].home
    start = [place for place in s.board.tokens_of(company) if place[0] == home]
    number = s.board.tracks.graph.number
    stops = [_only_stop(s, hex) for hex in via]
    if not start or start[0] not in number or None in stops:
        return False
    network = network_of(s, company)
    goals = [n for place, n in number.items() if place[0] == target]
    return any(
        joined_by_line(network, number[start[0]], goal, [n for n in stops if n is not None]) for goal in goals
    )


def _only_stop(s: State18TE, hex: str) -> int | None:
    place: Place = (hex, 0)
    return s.board.tracks.graph.number.get(place)
