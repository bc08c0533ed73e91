"""Phase 6: buying trains and carrying pieces, one action at a turn, then the common loading."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kursbuch.core import Action, Refusal, Stage, Step, refuse
from kursbuch.titles.nuremberg.rules.access import pieces_near, why_no_access
from kursbuch.titles.nuremberg.rules.actions import Buy, Carry, Pass
from kursbuch.titles.nuremberg.rules.box import CARGO
from kursbuch.titles.nuremberg.rules.payment import buying_power, charge
from kursbuch.titles.nuremberg.rules.state import Loading, Payment, Table, Transport


@dataclass(frozen=True)
class BuyTrain(Step[Table, Buy]):
    """A player puts a locomotive on a train and pays its row's price in brown points."""

    reopens: bool = False  # whether those who have passed are asked again after it
    action = Buy

    def candidates(self, s: Table, player: str) -> Iterator[Buy]:
        power = buying_power(s, player)
        for train in s.box.trains_for[len(s.players)].values():
            if train.price <= power and train.id not in s.trains:
                yield Buy(player, train.id)

    def why_not(self, s: Table, player: str, buy: Buy) -> Refusal | None:
        train = s.box.trains_for[len(s.players)].get(buy.train)
        if train is None:
            return refuse("FTN-12-2", "{train} is not on offer.", train=buy.train)
        if train.id in s.trains:
            return refuse("FTN-31-6", "{train} carries a locomotive of {who}.",
                          train=train.id, who=s.trains[train.id])  # fmt: skip
        held = [other for other in s.own_trains(player) if s.box.trains[other].row == train.row]
        if len(held) >= s.box.trains_per_row:
            return refuse("FTN-31-5", "You have {train} in this row already.", train=held[0])
        if train.price > buying_power(s, player):
            return refuse("FTN-31-3", "{train} costs {price} brown; you cannot pay that.",
                          train=train.id, price=train.price)  # fmt: skip
        return None

    def apply(self, s: Table, player: str, buy: Buy) -> None:
        s.trains[buy.train] = player
        s.locomotives[player] -= 1  # FTN-31-4
        s.note("bought", player=player, train=buy.train)
        _end_turn(s, self.reopens)
        charge(s, Payment(player=player, what="train", due=s.box.trains[buy.train].price))


@dataclass(frozen=True)
class CarryPiece(Step[Table, Carry]):
    """A player moves one piece from the board to a free place in one of his trains (FTN-33-1)."""

    reopens: bool = False
    action = Carry

    def candidates(self, s: Table, player: str) -> Iterator[Carry]:
        own = [s.box.trains[train] for train in s.own_trains(player)]
        room = {piece: [t.id for t in own if s.free_places(t, piece) > 0] for piece in CARGO}
        if any(room.values()):
            for area, piece in pieces_near(s, player):
                for train in room[piece]:  # the player chooses the train (FTN-33-4)
                    yield Carry(player, piece, area, train)

    def why_not(self, s: Table, player: str, carry: Carry) -> Refusal | None:
        if s.trains.get(carry.train) != player:
            return refuse("FTN-33-2", "{train} is not your train.", train=carry.train)
        if carry.piece not in CARGO or carry.piece not in s.board.get(carry.area, ()):
            return refuse("FTN-33-1", "There is no {piece} to carry in {area}.",
                          piece=carry.piece, area=s.box.named(carry.area))  # fmt: skip
        train = s.box.trains[carry.train]
        if s.free_places(train, carry.piece) <= 0:
            full = len(s.loads.get(train.id, ())) == train.passengers + train.goods
            return refuse("FTN-33-2" if full else "FTN-33-3", "{train} has no free place for {piece}.",
                          train=train.id, piece=carry.piece)  # fmt: skip
        return why_no_access(s, player, carry.piece, carry.area)

    def apply(self, s: Table, player: str, carry: Carry) -> None:
        s.remove(carry.area, carry.piece)
        s.loads[carry.train] = (*s.loads.get(carry.train, ()), carry.piece)
        s.note("carried", player=player, piece=carry.piece, area=carry.area, train=carry.train)
        if isinstance(s.top, Transport):
            _end_turn(s, self.reopens)


class PassOrEnd(Step[Table, Pass]):
    """A player wants no further action, or nothing more in the common loading (FTN-31-7, FTN-33-9)."""

    action = Pass

    def candidates(self, s: Table, player: str) -> Iterator[Pass]:
        yield Pass(player)

    def why_not(self, s: Table, player: str, action: Pass) -> Refusal | None:
        return None

    def apply(self, s: Table, player: str, action: Pass) -> None:
        frame = s.top
        if isinstance(frame, Transport):
            s.note("passed", player=player)
            s.swap(Transport(turn=frame.turn, passed=frame.passed | {player}))
            _end_turn(s)
        else:
            assert isinstance(frame, Loading)
            s.note("loading_done", player=player)
            s.swap(Loading(turn=frame.turn + 1))


class TrainsAndTransport(Stage[Table, Transport]):
    """In train order, one action at a turn, until nobody wants to act or is able to (FTN-31-1).

    A pass is final (FTN-31-8); by an option only until somebody acts, so that all must pass in succession.
    """

    def __init__(self, final: bool = True) -> None:
        self.buy, self.carry = BuyTrain(not final), CarryPiece(not final)
        self.steps = (self.buy, self.carry, PassOrEnd())

    def deciders(self, s: Table, f: Transport) -> tuple[str, ...]:
        return (s.train_order[f.turn],)

    def can_act(self, s: Table, player: str) -> bool:
        """Whether the player could buy or carry something."""
        return self.buy.possible(s, player) or self.carry.possible(s, player)

    def advance(self, s: Table, f: Transport) -> bool:
        for i in range(len(s.train_order)):
            turn = (f.turn + i) % len(s.train_order)
            player = s.train_order[turn]
            if player not in f.passed and self.can_act(s, player):
                if turn == f.turn:
                    return False
                s.swap(Transport(turn=turn, passed=f.passed))
                return True
        s.swap(Loading())  # FTN-33-6, FTN-33-7
        return True


class CommonLoading(Stage[Table, Loading]):
    """In train order each player loads what he still wants to and can; nothing is sold (FTN-33-10)."""

    carry = CarryPiece()
    steps = (carry, PassOrEnd())

    def deciders(self, s: Table, f: Loading) -> tuple[str, ...]:
        return (s.train_order[f.turn],)

    def advance(self, s: Table, f: Loading) -> bool:
        if f.turn == len(s.train_order):
            s.pop()
            return True
        player = s.train_order[f.turn]
        if self.carry.possible(s, player):
            return False
        s.swap(Loading(turn=f.turn + 1))
        return True

    def not_now(self, s: Table, f: Loading, action: Action) -> Refusal:
        if isinstance(action, Buy):
            return refuse("FTN-33-8", "No trains are bought during the common loading.")
        return super().not_now(s, f, action)


def _end_turn(s: Table, reopens: bool = False) -> None:
    frame = s.frame(Transport)
    passed = frozenset[str]() if reopens else frame.passed
    s.swap(Transport(turn=(frame.turn + 1) % len(s.train_order), passed=passed))
