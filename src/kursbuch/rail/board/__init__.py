"""The board in play: faces on hexes and station tokens in cities. A board is a value: changes make a new one.

Because a board never changes, whatever is worked out from it (what a company reaches, the links between stops)
is kept on it and shared by every copy of the position; nothing is ever cleared by hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from kursbuch.core import record
from kursbuch.rail.actions import Runs
from kursbuch.rail.board.map import Map
from kursbuch.rail.board.tile import Face, Stop, stop_map
from kursbuch.rail.reach import Reachable, reachable
from kursbuch.rail.routes import Network
from kursbuch.rail.routes.track import Tracks

Place = tuple[str, int]  # a stop: hex, and its number on the tile
Slots = tuple[str, ...]  # who stands in each space of a city; "" is empty


@record("tracks", "tokens", "beside_hex")
class Board:
    """Faces and tokens at one moment.

    `tokens` has an entry for each city where somebody has built. `beside_hex` holds home tokens that wait beside
    their hex because no space for them is there yet.
    """

    __slots__ = ("_reachable", "beside_hex", "best", "known", "later", "networks", "tokens", "tracks")

    def __init__(
        self, tracks: Tracks, tokens: Mapping[Place, Slots], beside_hex: Mapping[str, tuple[str, ...]]
    ) -> None:
        self.tracks = tracks
        self.tokens = tokens
        self.beside_hex = beside_hex
        self._reachable: dict[str, Reachable] = {}
        # what route search has found out about this board, kept by `kursbuch.rail.running`
        self.networks: dict[str, Network] = {}
        self.best: dict[tuple[Hashable, ...], tuple[Runs, int]] = {}
        self.known: dict[Hashable, Any] = {}  # what a title has found out about it
        # the boards made from this one, if they are kept: then the same change always leads to the same board
        self.later: dict[Hashable, Board] | None = None

    @staticmethod
    def empty(map: Map) -> Board:
        """The board as printed."""
        return Board(Tracks(map, {h: hex.print.faces[0] for h, hex in map.hexes.items()}), {}, {})

    # -- reading ----------------------------------------------------------------------------------

    @property
    def map(self) -> Map:
        return self.tracks.map

    @property
    def faces(self) -> Mapping[str, Face]:
        return self.tracks.faces

    def stop(self, place: Place) -> Stop:
        return self.faces[place[0]].stops[place[1]]

    def slots(self, place: Place) -> Slots:
        """Who stands in each space of a city."""
        return self.tokens.get(place) or ("",) * len(self.stop(place).slots)

    def tokens_of(self, company: str) -> list[Place]:
        """The stops where a company has a station."""
        return [place for place, slots in self.tokens.items() if company in slots]

    def has_token(self, company: str, hex: str) -> bool:
        return any(place[0] == hex and company in slots for place, slots in self.tokens.items())

    def waiting_places(self, company: str) -> list[str]:
        """The hexes beside which a company's home token waits."""
        return [hex for hex, names in self.beside_hex.items() if company in names]

    def closed_to(self, company: str, place: Place) -> bool:
        """Whether a city is full of other companies' tokens, so that this one may not pass through."""
        slots = self.tokens.get(place)
        if slots is None:
            return False
        # a city with a station that never blocks is closed to nobody
        return company not in slots and "" not in slots and self.map.hexes[place[0]].never_blocks not in slots

    def reachable(self, company: str) -> Reachable:
        """What the company's routes touch."""
        found = self._reachable.get(company)
        if found is None:
            found = reachable(self, company)
            self._reachable[company] = found
        return found

    def forgetful(self) -> Board:
        """The same board with nothing worked out yet, for measuring."""
        return Board(Tracks(self.map, self.faces), self.tokens, self.beside_hex)

    # -- changing ---------------------------------------------------------------------------------

    def with_face(self, hex: str, face: Face, kept: Callable[[str], bool] = bool) -> Board:
        """The board with a tile laid; tokens of the hex go to the stops that follow theirs.

        `kept` says whether a space with this print ("goal KHS") is still kept for its company.
        """
        old = self.faces[hex]
        follows = stop_map(old, face)
        assert follows is not None, f"{face} does not fit on {old} at {hex}"
        tokens = {place: slots for place, slots in self.tokens.items() if place[0] != hex}
        moving: dict[Place, list[str]] = {}
        for place, slots in self.tokens.items():
            if place[0] == hex:
                moving.setdefault((hex, follows[place[1]]), []).extend(filter(None, slots))
        for target, companies in moving.items():
            tokens[target] = _seated(face.stops[target[1]], companies, kept)
        key = (hex, face, *[(target, tokens[target]) for target in moving])
        met = self._met(key)
        if met is not None:
            return met
        changed = Board(self.tracks.with_face(hex, face), tokens, self.beside_hex)
        self._pass_on(changed, (hex,))
        return self._kept(key, changed)

    def with_token(self, place: Place, slot: int, company: str) -> Board:
        key = (place, slot, company)
        met = self._met(key)
        if met is not None:
            return met
        slots = list(self.slots(place))
        assert not slots[slot], f"space {slot} of {place} is taken"
        slots[slot] = company
        hexes = (place[0], *self.map.twins.get(place[0], ()))
        placed = {(hex, place[1]): tuple(slots) for hex in hexes}
        changed = Board(self.tracks, {**self.tokens, **placed}, self.beside_hex)
        self._pass_on(changed, hexes)
        changed._reachable.pop(company, None)
        return self._kept(key, changed)

    def _met(self, change: Hashable) -> Board | None:
        return None if self.later is None else self.later.get(change)

    def _kept(self, change: Hashable, board: Board) -> Board:
        """Keep a board that was made from this one, if such are kept."""
        if self.later is not None:
            board.later = {}
            self.later[change] = board
        return board

    def _pass_on(self, changed: Board, hexes: Iterable[str]) -> None:
        """Let a changed board know what companies reach whose search has not come by the hexes that changed."""
        where = frozenset(hexes)
        for company, found in self._reachable.items():
            if where.isdisjoint(found.looked_at):
                changed._reachable[company] = found

    def with_waiting(self, hex: str, companies: Iterable[str]) -> Board:
        """The board with these home tokens beside a hex, until a space for them is there."""
        names = tuple(companies)
        met = self._met((hex, names))
        if met is not None:
            return met
        waiting = {h: others for h, others in self.beside_hex.items() if h != hex}
        if names:
            waiting[hex] = names
        return self._kept((hex, names), Board(self.tracks, self.tokens, waiting))

    def without(self, company: str) -> Board:
        """The board with all tokens of a company taken away."""
        tokens = {}
        for place, slots in self.tokens.items():
            left = tuple("" if owner == company else owner for owner in slots)
            if any(left):
                tokens[place] = left
        waiting = {h: tuple(n for n in names if n != company) for h, names in self.beside_hex.items()}
        return Board(self.tracks, tokens, {h: names for h, names in waiting.items() if names})


def kept_for(stop: Stop, slot: int) -> str:
    """The company that a space is printed for; "" if for nobody.

    >>> kept_for(Stop("city", 20, ("home KHS", "")), 0)
    'KHS'
    """
    return stop.slots[slot].partition(" ")[2]


def best_space(stop: Stop, spaces: list[str], company: str, kept: Callable[[str], bool] = bool) -> int:
    """The space a company's token takes: the one printed for it, else one printed for nobody, else one that is
    no longer kept for anybody, else any.

    >>> osnabrueck = Stop("city", 30, ("home KPR", "home KHS", "goal CME"))
    >>> best_space(osnabrueck, ["", "", ""], "KWE", kept=lambda printed: printed != "home KHS")
    1
    """
    empty = [i for i, owner in enumerate(spaces) if not owner]
    own = [i for i in empty if kept_for(stop, i) == company]
    blank = [i for i in empty if not stop.slots[i]]
    free = [i for i in empty if not kept(stop.slots[i])]
    return (own or blank or free or empty)[0]


def _seated(stop: Stop, companies: list[str], kept: Callable[[str], bool]) -> Slots:
    """Tokens in the spaces of a city, those first that have a space of their own."""
    spaces = [""] * len(stop.slots)
    printed = {kept_for(stop, i) for i in range(len(spaces))}
    for company in sorted(companies, key=lambda company: company not in printed):
        spaces[best_space(stop, spaces, company, kept)] = company
    return tuple(spaces)
