"""All that changes in a game of First Train to Nuremberg. Each piece lies in exactly one of these places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kursbuch.core import Chance, Frame, State
from kursbuch.titles.nuremberg.rules.actions import NOTHING, Bill
from kursbuch.titles.nuremberg.rules.box import COLOURS, GOODS, Train
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.track import Track, moved, space_of


class Table(State):
    """The board, the tracks and what lies before each player."""

    __slots__ = (
        "bag",
        "bids",
        "board",
        "bonus_paid",
        "box",
        "building_order",
        "colours",
        "depot",
        "drawn",
        "hand",
        "kept",
        "links",
        "loads",
        "locomotives",
        "order",
        "out",
        "phase",
        "profit",
        "round",
        "rounds",
        "supply",
        "tracks",
        "train_order",
        "trains",
        "vp",
    )

    def __init__(self, players: Sequence[str], chance: Chance, box: Box) -> None:
        super().__init__(players, chance)
        self.box = box
        self.rounds = 0  # to be played
        self.round = 1
        self.phase = 0
        self.order: tuple[str, ...] = ()  # the three order tracks (FTN-6-4)
        self.building_order: tuple[str, ...] = ()
        self.train_order: tuple[str, ...] = ()
        self.tracks: dict[str, Track] = {}  # influence, by colour
        self.profit: Track = ()
        self.vp: dict[str, int] = {}
        self.hand: dict[str, int] = {}  # investment cubes
        self.supply: dict[str, int] = {}
        self.bids: dict[str, tuple[str, int]] = {}  # box -> player, cubes
        self.bag: dict[str, int] = {}  # influence markers by colour
        self.drawn: dict[str, str] = {}  # box -> colour of the marker laid there
        self.links: dict[str, frozenset[str]] = {}  # player or company -> borders with their links
        self.depot: dict[str, int] = {}  # player or company -> links off the board
        self.colours: dict[str, tuple[str, ...]] = {}  # station -> its companies; neutral: absent
        self.bonus_paid = False  # for joining Nuremberg and Fürth
        self.board: dict[str, tuple[str, ...]] = {}  # area -> pieces there
        self.out: dict[str, int] = {}  # pieces out of the game
        self.trains: dict[str, str] = {}  # train -> player whose locomotive stands on it
        self.loads: dict[str, tuple[str, ...]] = {}  # train -> pieces in it
        self.locomotives: dict[str, int] = {}  # off the trains
        self.kept: dict[str, tuple[int, ...]] = {}  # pieces carried in earlier rounds, counted as in CARGO

    def points(self, colour: str, player: str) -> int:
        """The player's influence of one colour."""
        return space_of(self.tracks[colour], player)

    def influence(self, player: str) -> dict[str, int]:
        """The player's influence, by colour."""
        return {colour: space_of(self.tracks[colour], player) for colour in COLOURS}

    def gain(self, colour: str, player: str, by: int) -> None:
        """Move an influence marker up, or down when `by` is negative (FTN-7-3)."""
        self.tracks[colour] = moved(self.tracks[colour], player, by, self.box.influence_ends)

    def spend(self, player: str, bill: Bill) -> None:
        """Pay cubes and influence. Cubes go back to the player's own supply (FTN-29-7)."""
        self.hand[player] -= bill.cubes
        self.supply[player] += bill.cubes
        for colour in COLOURS:
            paid = getattr(bill, colour)
            if paid:
                self.gain(colour, player, -paid)

    def remove(self, area: str, piece: str) -> None:
        """Take one piece off the board; where it goes is the caller's to say."""
        left = list(self.board[area])
        left.remove(piece)
        if left:
            self.board[area] = tuple(left)
        else:
            del self.board[area]

    def free_places(self, train: Train, piece: str) -> int:
        """Places of the sort that this piece needs, still free in the train (FTN-33-3)."""
        goods = piece in GOODS
        return train.places(piece) - sum((other in GOODS) == goods for other in self.loads.get(train.id, ()))

    def own_trains(self, player: str) -> list[str]:
        """The trains that carry this player's locomotives."""
        return [train for train, owner in self.trains.items() if owner == player]


@dataclass(frozen=True, slots=True)
class Rounds(Frame):
    """The bottom of the stack: the ten phases, one after the other."""

    stage: str = "rounds"


@dataclass(frozen=True, slots=True)
class Auction(Frame):
    """Phase 3. `turn` is the place in the player order whose turn comes next."""

    stage: str = "auction"
    turn: int = 0


@dataclass(frozen=True, slots=True)
class Building(Frame):
    """Phase 5. The chain under way is only planned; nothing is laid or paid before it is built."""

    stage: str = "building"
    turn: int = 0
    chain: tuple[str, ...] = ()
    bill: Bill = NOTHING


@dataclass(frozen=True, slots=True)
class Payment(Frame):
    """A player chooses what to pay with: `due` build points, or brown points for a train."""

    stage: str = "payment"
    player: str = ""
    what: str = ""  # "building" or "train"
    due: int = 0


@dataclass(frozen=True, slots=True)
class Transport(Frame):
    """The actions of phase 6. Whoever has passed gets no further turn."""

    stage: str = "transport"
    turn: int = 0
    passed: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Loading(Frame):
    """The common loading at the end of phase 6."""

    stage: str = "loading"
    turn: int = 0


@dataclass(frozen=True, slots=True)
class TakeOvers(Frame):
    """Phase 9."""

    stage: str = "takeovers"
    turn: int = 0
