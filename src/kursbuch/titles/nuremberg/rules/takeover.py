"""Phase 9: companies take lines over (Übernahmen)."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core import Refusal, Stage, Step, refuse
from kursbuch.titles.nuremberg.rules.access import beer_is_stranded
from kursbuch.titles.nuremberg.rules.actions import Bill, HandOver, Pass
from kursbuch.titles.nuremberg.rules.box import COMPANIES
from kursbuch.titles.nuremberg.rules.chain import closes, is_ring
from kursbuch.titles.nuremberg.rules.line import Line
from kursbuch.titles.nuremberg.rules.net import beyond_each
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Table, TakeOvers


def price(box: Box, links: int) -> int:
    """What the take-over of so many links costs, in points of the company.

    >>> from kursbuch.titles.nuremberg.rules.parts import box
    >>> [price(box(), n) for n in (1, 2, 3, 4)]
    [1, 1, 2, 2]
    """
    return -(-links // box.links_per_point)  # FTN-43-6


def lines_for(s: Table, player: str, company: str) -> Iterator[Line]:
    """Every line of the player's that the company may take over."""
    most = min(s.points(company, player) * s.box.links_per_point, s.depot[company])
    beside = beyond_each(s.links[player])
    starts = [area for area in beside if company in s.colours.get(area, ())] if most else []
    ways: list[tuple[str, ...]] = [(area,) for area in starts]
    while ways:
        way = ways.pop()
        if len(way) > 1 and s.box.areas[way[-1]].station:
            yield Line(way)
        if len(way) <= most and not is_ring(way):
            ways.extend((*way, to) for to in beside[way[-1]] if _goes_on(way, to))


def _goes_on(way: tuple[str, ...], to: str) -> bool:
    """A line comes nowhere twice, but may close to a ring, which has no branch either (FTN-44-1)."""
    return to not in way or closes(way, to)


class GiveLine(Step[Table, HandOver]):
    """A player lets one company take one of his lines over, as a whole (FTN-43-3)."""

    action = HandOver

    def candidates(self, s: Table, player: str) -> Iterator[HandOver]:
        for company in COMPANIES:
            for line in lines_for(s, player, company):
                yield HandOver(player, line, company)

    def why_not(self, s: Table, player: str, offer: HandOver) -> Refusal | None:
        line, company = offer.line, offer.company
        if company not in COMPANIES:
            return refuse("FTN-43-3", "There is no company {company}.", company=company)
        no = _why_no_line(s, player, line)
        if no:
            return no
        if company not in s.colours.get(line[0], ()):
            return refuse("FTN-44-2", "The line must begin at a {company} station.", company=company)
        if not s.box.areas[line[-1]].station:
            return refuse(
                "FTN-44-4", "The line ends in {area}, without a station.", area=s.box.named(line[-1])
            )
        cost, held = price(s.box, len(line) - 1), s.points(company, player)
        if cost > held:
            return refuse("FTN-43-7", "The take-over costs {cost} {company} points; you have {held}.",
                          cost=cost, company=company, held=held)  # fmt: skip
        if len(line) - 1 > s.depot[company]:
            return refuse("FTN-43-10", "The {company} company has only {left} links left.",
                          company=company, left=s.depot[company])  # fmt: skip
        return None

    def apply(self, s: Table, player: str, offer: HandOver) -> None:
        line, company = offer.line, offer.company
        borders = frozenset(s.box.borders_along(line))
        s.spend(player, Bill(**{company: price(s.box, len(borders))}))
        s.links[player] -= borders  # FTN-45-1, FTN-45-2
        s.depot[player] += len(borders)
        s.links[company] |= borders
        s.depot[company] -= len(borders)
        s.note(
            "taken_over", player=player, company=company, line=list(line), points=price(s.box, len(borders))
        )
        joined = _join_stations(s, company, line)
        _clear_away(s, company, joined, line)
        _end_turn(s)


def _why_no_line(s: Table, player: str, line: Line) -> Refusal | None:
    """Why these areas are no single line of own links without a branch."""
    for i in range(1, len(line)):
        here, to = line[i - 1], line[i]
        if (here, to) not in s.box.between:
            return refuse(
                "FTN-44-1", "{a} and {b} have no common border.", a=s.box.named(here), b=s.box.named(to)
            )
        if s.box.between[here, to].id not in s.links[player]:
            return refuse(
                "FTN-43-8", "The link from {a} to {b} is not yours.", a=s.box.named(here), b=s.box.named(to)
            )
        if is_ring(line[:i]) or not _goes_on(line[:i], to):
            return refuse("FTN-44-1", "The line must be one row of links without a branch.")
    return None


def _join_stations(s: Table, company: str, line: Line) -> list[str]:
    """Every station on the line now belongs to the company, too (FTN-45-3, FTN-45-4)."""
    joined = []
    for area in dict.fromkeys(line):
        colours = s.colours.get(area, ())
        if s.box.areas[area].station and company not in colours:
            s.colours[area] = tuple(sorted((*colours, company)))
            joined.append(area)
            s.note("station_joined", area=area, company=company)
    return joined


def _clear_away(s: Table, company: str, joined: list[str], line: Line) -> None:
    """What nobody can carry any more leaves the board at once (FTN-46-1, FTN-46-2)."""
    for area in joined:
        _drop(s, area, company)  # passengers who have arrived (FTN-37-6)
    for area in line:
        _drop(s, area, "post")  # FTN-35-3
    for hop in s.box.hops:
        if beer_is_stranded(s, hop):
            _drop(s, hop, "beer")  # FTN-36-3


def _drop(s: Table, area: str, piece: str) -> None:
    for _ in range(s.board.get(area, ()).count(piece)):
        s.remove(area, piece)
        s.out[piece] += 1
        s.note("piece_left", piece=piece, area=area)


class GiveNothing(Step[Table, Pass]):
    """A player may keep all his lines (FTN-43-4)."""

    action = Pass

    def candidates(self, s: Table, player: str) -> Iterator[Pass]:
        yield Pass(player)

    def why_not(self, s: Table, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: Table, player: str, action: Pass) -> None:
        s.note("kept_all", player=player)
        _end_turn(s)


class TakingOver(Stage[Table, TakeOvers]):
    """One turn each in the new player order (FTN-43-1, FTN-43-5); who has no line to give is not asked."""

    steps = (GiveLine(), GiveNothing())

    def deciders(self, s: Table, f: TakeOvers) -> tuple[str, ...]:
        return (s.order[f.turn],)

    def advance(self, s: Table, f: TakeOvers) -> bool:
        if f.turn == len(s.order):
            s.pop()
            return True
        player = s.order[f.turn]
        if any(True for company in COMPANIES for _ in lines_for(s, player, company)):
            return False
        _end_turn(s)
        return True


def _end_turn(s: Table) -> None:
    frame = s.frame(TakeOvers)
    s.swap(TakeOvers(turn=frame.turn + 1))
