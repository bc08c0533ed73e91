"""Phase 3: the auction of influence (Versteigerung von Einfluss-Punkten)."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core import Action, Refusal, Span, Stage, Step, refuse
from kursbuch.titles.nuremberg.rules.actions import Bid, Pass
from kursbuch.titles.nuremberg.rules.box import InfluenceBox
from kursbuch.titles.nuremberg.rules.state import Auction, Table


def least_bid(s: Table, box: InfluenceBox) -> int:
    """The lowest bid that the box takes now (FTN-17-1 to FTN-17-3)."""
    standing = s.bids.get(box.id)
    return standing[1] + 1 if standing else box.least


def must_bid(s: Table, player: str) -> bool:
    """Whether the player has to bid when his turn comes (FTN-16-2, FTN-16-3, FTN-18-1, FTN-18-2)."""
    standing = [box for box, (bidder, _) in s.bids.items() if bidder == player]
    if len(standing) >= s.box.bids_each:
        return False
    boxes = s.box.boxes_for[len(s.players)].values()
    return any(least_bid(s, box) <= s.hand[player] for box in boxes if box.id not in standing)


class PlaceBid(Step[Table, Bid]):
    """A player lays cubes into a box and drives out whoever bid less there."""

    action = Bid

    def candidates(self, s: Table, player: str) -> Iterator[Bid]:
        hand = s.hand[player]
        for box in s.box.boxes_for[len(s.players)].values():
            least = least_bid(s, box)
            if least <= hand:  # any whole number up to the cubes in hand (FTN-17-8)
                yield Bid(player, box.id, least, span=Span(least, hand))

    def why_not(self, s: Table, player: str, bid: Bid) -> Refusal | None:
        box = s.box.boxes_for[len(s.players)].get(bid.box)
        if box is None:
            return refuse("FTN-16-4", "{box} is not an influence box in use.", box=bid.box)
        standing = s.bids.get(box.id)
        if standing and standing[0] == player:
            return refuse("FTN-17-6", "Your own bid stands on {box}.", box=box.id)
        if bid.cubes > s.hand[player]:
            return refuse("FTN-16-5", "You have only {hand} cubes in hand.", hand=s.hand[player])
        if standing and bid.cubes <= standing[1]:
            return refuse("FTN-17-3", "{who} has {cubes} on {box}; bid more.",
                          who=standing[0], cubes=standing[1], box=box.id)  # fmt: skip
        if bid.cubes < box.least:
            rule = "FTN-17-1" if box.row == "upper" else "FTN-17-2"
            return refuse(rule, "The lowest bid on {box} is {least}.", box=box.id, least=box.least)
        return None

    def apply(self, s: Table, player: str, bid: Bid) -> None:
        standing = s.bids.get(bid.box)
        s.note("bid", player=player, box=bid.box, cubes=bid.cubes)
        if standing:  # his cubes come back at once, his turn does not (FTN-17-4, FTN-17-5)
            loser, cubes = standing
            s.hand[loser] += cubes
            s.note("displaced", player=loser, box=bid.box, cubes=cubes)
        s.hand[player] -= bid.cubes
        s.bids[bid.box] = (player, bid.cubes)
        frame = s.frame(Auction)
        s.swap(Auction(turn=(frame.turn + 1) % len(s.order)))  # one bid at a turn (FTN-16-1)


class Bidding(Stage[Table, Auction]):
    """Bids go round in player order until nobody has to bid any more."""

    steps = (PlaceBid(),)

    def deciders(self, s: Table, f: Auction) -> tuple[str, ...]:
        return (s.order[f.turn],)

    def advance(self, s: Table, f: Auction) -> bool:
        for i in range(len(s.order)):
            turn = (f.turn + i) % len(s.order)
            if must_bid(s, s.order[turn]):
                if turn == f.turn:
                    return False
                s.swap(Auction(turn=turn))
                return True
        s.pop()
        settle(s)  # FTN-19-1
        return True

    def not_now(self, s: Table, f: Auction, action: Action) -> Refusal:
        if isinstance(action, Pass):
            return refuse("FTN-16-2", "You have fewer than two bids and the cubes for one, so you must bid.")
        return super().not_now(s, f, action)


def settle(s: Table) -> None:
    """The winners move up, box by box in their order; all cubes bid go to the supplies."""
    for box in s.box.boxes_for[len(s.players)].values():  # FTN-19-2
        if box.id not in s.bids:
            continue  # nobody gains by it, and its marker stays until phase 10 (FTN-19-4)
        winner, cubes = s.bids.pop(box.id)
        s.supply[winner] += cubes  # FTN-19-5
        gains = dict(box.printed)
        gains[s.drawn[box.id]] = gains.get(s.drawn[box.id], 0) + 1
        for colour, markers in gains.items():  # FTN-19-3
            s.gain(colour, winner, markers)
        s.note("box_won", player=winner, box=box.id, cubes=cubes, gains=gains)
