"""The bonus of each company for reaching its goal (18TE §3.6, §7.3, §7.4)."""

from __future__ import annotations

from kursbuch.core import BANK
from kursbuch.rail.board import Place
from kursbuch.rail.box import TokenKind
from kursbuch.rail.lines import joined_by_line
from kursbuch.rail.running import network_of
from kursbuch.titles.te18.parts import figures
from kursbuch.titles.te18.state import State18TE


def reward(s: State18TE, company: str) -> None:
    """The bank pays the bonus into the treasury, once a company (18TE-3.6-9)."""
    if company not in s.rewarded:
        s.rewarded |= {company}
        s.note("bonus", company=company, amount=figures().bonus)
        s.transfer(BANK, company, figures().bonus, "goal reached")


def station_built(s: State18TE, company: str, token: TokenKind, kpr_needs_station: bool) -> None:
    """KHS, KWE and CME are paid for the goal station itself (18TE-7.4-11), KPR when its line stands too."""
    kind = s.box.companies[company].goal["kind"]
    if kind == "station" and token.role == "goal":
        reward(s, company)
    elif kind == "station and line":
        check_line(s, company, kpr_needs_station)


def check_line(s: State18TE, company: str, kpr_needs_station: bool) -> None:
    """TWE is paid for a line from its home to Hövelhof (18TE-7.3-31), KPR for one to Rheine by way of three
    towns, with its station there (ruling R13). Tested after the company's own building only.
    """
    goal = s.box.companies[company].goal
    if company in s.rewarded or goal["kind"] == "station":
        return
    target = str(goal["hex"])
    if goal["kind"] == "station and line" and kpr_needs_station and not s.board.has_token(company, target):
        return
    via = goal.get("via", [])
    assert isinstance(via, list)
    if _line_stands(s, company, target, via):
        reward(s, company)


def _line_stands(s: State18TE, company: str, target: str, via: list[str]) -> bool:
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
