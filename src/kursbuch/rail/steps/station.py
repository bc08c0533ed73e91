"""Station tokens: home, further ones, spaces kept for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Station
from kursbuch.rail.board import Place, kept_for
from kursbuch.rail.board.tile import stop_map
from kursbuch.rail.box import TokenKind
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import RailState, S


def is_kept(s: RailState, place: Place, slot: int) -> str:
    """For whom a printed space is still kept; "" if for nobody."""
    stop = s.board.stop(place)
    return kept_for(stop, slot) if still_kept(s, stop.slots[slot]) else ""


def still_kept(s: RailState, printed: str) -> bool:
    """Whether a space with this print is kept: a home until that company's first turn is over and its token no
    longer waits beside the hex, a goal until its token is placed or the company is gone.
    """
    role, _, company = printed.partition(" ")
    if not company or company in s.closed:
        return False
    if role == "home":
        return company not in s.veterans or has_home_token(s, company)
    return any(token.role == "goal" for token in s.tokens[company])


def free_slot(s: RailState, company: str, place: Place) -> int | None:
    """The space a company may use in a city: its own printed one, else one kept for nobody."""
    slots = s.board.slots(place)
    empty = [i for i, owner in enumerate(slots) if not owner]
    for i in empty:
        if is_kept(s, place, i) == company:
            return i
    free = [i for i in empty if not is_kept(s, place, i)]
    # a home without a printed space is kept by leaving one space free
    kept = (*s.board.map.hexes[place[0]].homes, *_kept_circle(s, place))
    homes = [c for c in kept if c != company and c not in s.veterans | s.closed]
    waiting = [c for c in homes if not s.board.has_token(c, place[0])]
    return free[0] if len(free) > len(waiting) else None


def _kept_circle(s: RailState, place: Place) -> list[str]:
    """The companies whose home is this circle of its hex, on a tile that does not say so.

    Tiles keep the edges of circles, so the circle is the one that follows from the printed one.
    """
    hex, number = place
    kept = s.box.kept_circles.get(hex, ())
    return [c for c, _ in kept if not _printed_for(s, c) and home_circle(s, c) == number]


def home_circle(s: RailState, company: str) -> int | None:
    """The stop of the home hex that follows from the one printed for a company; None if none is its own.

    Tiles of the boxes keep circles apart from first to last; those of somebody's edition may lose them on the way.
    """
    charter = s.box.companies[company]
    if charter.home_stop is None:
        return None
    printed = s.board.map.hexes[charter.home].print.faces[0]
    follows = stop_map(printed, s.board.faces[charter.home])
    return None if follows is None else follows[charter.home_stop]


def _printed_for(s: RailState, company: str) -> list[int]:
    """The stops of the home hex with a space that is printed for the company."""
    stops = s.board.faces[s.box.companies[company].home].stops
    return [
        i for i, stop in enumerate(stops) if any(kept_for(stop, n) == company for n in range(len(stop.slots)))
    ]


def goal_places(s: RailState, company: str, hex: str) -> list[Place]:
    """Where on its hex a goal token may go: the city with the space printed for it, if there is one."""
    stops = s.board.faces[hex].stops
    own = [(hex, i) for i, stop in enumerate(stops) if f"goal {company}" in stop.slots]
    return own or [(hex, i) for i, stop in enumerate(stops) if stop.slots]


def token_for(s: RailState, company: str, place: Place) -> TokenKind | None:
    """The token a company would use in a city: the one meant for it, else the next that may go anywhere."""
    tokens = s.tokens[company]
    meant = [t for t in tokens if t.hex == place[0] and place in goal_places(s, company, place[0])]
    return next(iter(meant or [t for t in tokens if not t.hex and t.role != "home"]), None)


def place_token(s: RailState, company: str, place: Place, slot: int, token: TokenKind) -> None:
    """Put a token on the board; the only way tokens move there."""
    left = list(s.tokens[company])
    left.remove(token)
    s.tokens[company] = tuple(left)
    s.board = s.board.with_token(place, slot, company)
    s.note("station", company=company, hex=place[0], stop=place[1], role=token.role)


def has_home_token(s: RailState, company: str) -> bool:
    """Whether a company's home token is still to come on the board; it may wait beside its hex."""
    return any(token.role == "home" for token in s.tokens[company])


def put_home(s: RailState, company: str, place: Place) -> None:
    """Put the home token in a city that has room for it."""
    slot = free_slot(s, company, place)
    assert slot is not None, f"no room for {company} at {place}"
    waiting = s.board.beside_hex.get(place[0], ())
    if company in waiting:
        s.board = s.board.with_waiting(place[0], (c for c in waiting if c != company))
    token = next(t for t in s.tokens[company] if t.role == "home")
    place_token(s, company, place, slot, token)


def place_home(s: RailState, company: str) -> None:
    """Put the home token on its hex, or beside it while no space is there, or none has been chosen."""
    if not has_home_token(s, company):
        return
    charter = s.box.companies[company]
    hex = charter.home
    for number in () if charter.chooses_home else _home_stops(s, company):
        if free_slot(s, company, (hex, number)) is not None:
            put_home(s, company, (hex, number))
            return
    if company not in s.board.beside_hex.get(hex, ()):
        s.board = s.board.with_waiting(hex, (*s.board.beside_hex.get(hex, ()), company))
        s.note("home-waits", company=company, hex=hex)


def _home_stops(s: RailState, company: str) -> list[int]:
    """The stops of the home hex in the order they suit: those meant for the company first."""
    stops = s.board.faces[s.box.companies[company].home].stops
    circle = home_circle(s, company)
    own = _printed_for(s, company) or ([] if circle is None else [circle])
    others = [i for i, stop in enumerate(stops) if stop.slots and i not in own]
    return own + others


@dataclass(frozen=True)
class BuildStation(TurnStep[S, Station]):
    """A company places one token in a free space of a city on one of its routes."""

    limit: int = 1
    cost: Callable[[S, str, TokenKind, Place], int] = lambda s, company, token, place: token.cost
    built: Callable[[S, str, TokenKind, Place], None] = lambda s, company, token, place: None
    barred: Callable[[S, str, Place], Refusal | None] = lambda s, company, place: None
    action = Station

    def idle(self, s: S, company: str) -> bool:
        return not self.possible(s)

    def candidates(self, s: S, player: str) -> Iterable[Station]:
        return self.candidates_of(s, turn_of(s).company)

    def candidates_of(self, s: S, company: str) -> Iterable[Station]:
        """What a company could build, whoever's turn it is."""
        if any(token.role != "home" for token in s.tokens[company]):
            for hex, number in s.board.reachable(company).stops:
                if s.board.faces[hex].stops[number].slots:
                    yield Station(company, hex, number)

    def why_not(self, s: S, player: str, action: Station) -> Refusal | None:
        company = turn_of(s).company
        if action.actor != company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=company)
        return self.judge(s, company, action)

    def judge(self, s: S, company: str, action: Station) -> Refusal | None:
        """Why a company may not build a station, whoever's turn it is."""
        if turn_of(s).done.count(Deed("station")) >= self.limit:
            return refuse("station.limit", "{company} has placed a station in this turn.", company=company)
        face = s.board.faces.get(action.hex)
        if face is None or not 0 <= action.stop < len(face.stops) or not face.stops[action.stop].slots:
            return refuse(
                "station.no-city", "There is no city {stop} at {hex}.", hex=action.hex, stop=action.stop
            )
        place = (action.hex, action.stop)
        token = token_for(s, company, place)
        if token is None:
            return refuse(
                "station.none-left", "{company} has no token left for {hex}.", company=company, hex=action.hex
            )
        if s.board.has_token(company, action.hex):
            return refuse(
                "station.twice", "{company} has a station at {hex}.", company=company, hex=action.hex
            )
        if place not in s.board.reachable(company).stops:
            return refuse("station.not-reached", "No route of {company} leads there.", company=company)
        if free_slot(s, company, place) is None:
            kept = next(
                (c for i in range(len(face.stops[action.stop].slots)) if (c := is_kept(s, place, i))), ""
            )
            if not all(s.board.slots(place)):
                role = next((x for x in face.stops[action.stop].slots if x.endswith(kept)), "home").partition(
                    " "
                )[0]
                return refuse(f"station.kept-{role or 'home'}", "The space is kept for another company.")
            return refuse("station.full", "Every space of this city is taken.")
        if refusal := self.barred(s, company, place):
            return refusal
        cost = self.cost(s, company, token, place)
        if cost > s.cash[company]:
            return refuse(
                "station.cash",
                "This costs {cost}; {company} has {cash}.",
                cost=cost,
                company=company,
                cash=s.cash[company],
            )
        return None

    def apply(self, s: S, player: str, action: Station) -> None:
        company, place = action.actor, (action.hex, action.stop)
        token, slot = token_for(s, company, place), free_slot(s, company, place)
        assert token is not None and slot is not None
        s.transfer(company, BANK, self.cost(s, company, token, place), "station")
        place_token(s, company, place, slot, token)
        did(s, Deed("station"))
        if turn_of(s).done.count(Deed("station")) >= self.limit:
            next_step(s)
        self.built(s, company, token, place)
