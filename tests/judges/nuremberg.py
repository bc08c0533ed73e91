"""The judge of First Train to Nuremberg."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import Books, Disagreement, agree
from tests.judges.nuremberg_board import COMPANIES, Board, links_of
from tests.judges.nuremberg_tracks import Leiste, read_bill

COLOURS = ("white", "brown", "red", "green")
GOODS = ("beer", "post")
CARGO = (*GOODS, *COMPANIES)


class Judge(Books):
    silent: ClassVar[frozenset[str]] = frozenset(
        {"displaced", "passed", "loading_done", "kept_all", "built_nothing"}
    )

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view["players"], 0)
        self.board = Board(data, self.players)
        printed = tomllib.loads((data / "influence.toml").read_text(encoding="utf-8"))["box"]
        columns = len(self.players)
        self.boxes = {box["id"]: Counter(box["printed"]) for box in printed if box["column"] <= columns}
        cards = tomllib.loads((data / "trains.toml").read_text(encoding="utf-8"))["train"]
        self.cards = {card["id"]: card for card in cards if card["column"] <= columns}
        self.bag = Counter({"white": 4, "brown": 4, "red": 2, "green": 2})
        self.drawn: dict[str, str] = {}
        self.bids: dict[str, tuple[str, int]] = {}
        self.hand: Counter[str] = Counter()
        self.supply: Counter[str] = Counter(dict.fromkeys(self.players, 15))
        self.points: Counter[str] = Counter(dict.fromkeys(self.players, 0))
        self.kept: dict[str, Counter[str]] = {player: Counter() for player in self.players}
        self.loads: dict[str, tuple[str, Counter[str]]] = {}  # train: whose, and what is in it
        self.out: Counter[str] = Counter()
        self.owed: dict[str, tuple[str, int]] = {}  # player: for what, how much, until it is paid
        self.round, self.phase, self.bonus_paid, self.final = 0, 0, False, False
        self.rounds = view["position"]["rounds"]
        self.to_leave: Counter[tuple[str, str]] = Counter()
        self.to_join: set[tuple[str, str]] = set()
        self.to_bonus: dict[str, int] = {}

    # -- set-up -----------------------------------------------------------------------------------

    def on_player_order_set(self, order: list[str]) -> None:
        """By lot at the start; then by profit, and in a stack from its top."""
        if not self.round:
            self.tracks = {colour: Leiste(order, 0, 10) for colour in COLOURS}
            self.profit = Leiste(order, -13, 5)
        self.player_order = self.profit.order()
        agree("the player order", self.player_order, order)

    def on_drawn(self, bag: str, area: str, pieces: list[str], stay: list[str]) -> None:
        """Goods of the printed kind stay, at a station all figures, on an estate landowners."""
        if bag == "goods":
            kind = {"hop": "beer", "post": "post"}[self.board.kind[area]]
            keeps = [piece for piece in pieces if piece == kind]
        elif area in self.board.estates:
            keeps = [piece for piece in pieces if piece == "landowner"]
        else:
            keeps = pieces
        agree(f"what stays in {area}", Counter(keeps), Counter(stay))
        self.board.pieces[area].update(stay)
        self.out.update(Counter(pieces) - Counter(stay))

    def on_phase(self, round: int, phase: int) -> None:
        """Ten phases a round; with another round to come the markers go back into the bag."""
        if phase == 10 and round < self.rounds:
            self.bag.update(self.drawn.values())
            self.drawn = {}
        expected = (self.round, self.phase + 1) if 0 < self.phase < 10 else (self.round + 1, 1)
        agree("the phase", expected, (round, phase))
        self.round, self.phase = round, phase

    def on_cubes_taken(self, player: str, cubes: int) -> None:
        agree(f"cubes for {player}", min(12, self.supply[player]), cubes)
        self.supply[player] -= cubes
        self.hand[player] += cubes

    def on_markers_drawn(self, markers: Mapping[str, str]) -> None:
        agree("boxes with a marker", set(self.boxes), set(markers))
        self.drawn = dict(markers)
        self.bag.subtract(markers.values())
        if min(self.bag.values()) < 0:
            raise Disagreement(f"the bag has not all of {markers}")

    # -- the auction ------------------------------------------------------------------------------

    def least(self, box: str) -> int:
        return max(3 if box.startswith("U") else 2, self.bids.get(box, ("", 0))[1] + 1)

    def bids_of(self, player: str) -> int:
        return sum(bidder == player for bidder, _ in self.bids.values())

    def on_bid(self, player: str, box: str, cubes: int) -> None:
        """More than what lies there, which goes back to its owner's hand."""
        before = self.bids.get(box)
        if cubes < self.least(box) or cubes > self.hand[player] or self.bids_of(player) == 2:
            raise Disagreement(f"{player} cannot bid {cubes} on {box}")
        if before:
            agree(f"{player} outbids another", True, before[0] != player)
            self.hand[before[0]] += before[1]
        self.hand[player] -= cubes
        self.bids[box] = (player, cubes)

    def on_box_won(self, player: str, box: str, cubes: int, gains: Mapping[str, int]) -> None:
        """Nobody can bid any more; boxes are settled in their order."""
        for waiting in self.players:
            if not self.settling and self.bids_of(waiting) < 2:
                cheapest = min(self.least(b) for b in self.boxes if self.bids.get(b, ("",))[0] != waiting)
                agree(f"{waiting} can bid", False, self.hand[waiting] >= cheapest)
        self.settling = True
        agree("the next box", next(b for b in self.boxes if b in self.bids), box)
        agree(f"the bid on {box}", self.bids.pop(box), (player, cubes))
        won = self.boxes[box] + Counter([self.drawn[box]])
        agree(f"what {box} brings", won, Counter(gains))
        self.supply[player] += cubes
        for colour, steps in won.items():
            self.tracks[colour].move(player, steps)

    settling = False

    def on_orders_set(self, building: list[str], trains: list[str]) -> None:
        agree("boxes not settled", {}, self.bids)
        self.settling = False
        self.building_order, self.train_order = self.tracks["white"].order(), self.tracks["brown"].order()
        agree("the building order", self.building_order, building)
        agree("the train order", self.train_order, trains)

    building_order: list[str]
    train_order: list[str]

    # -- building ---------------------------------------------------------------------------------

    def on_built(self, player: str, chain: list[str], bill: str) -> None:
        """Company fees and landowners at once, then build points; the first way to Fürth scores."""
        with_owners = [area for area in chain[1:] if self.board.pieces[area]["landowner"]]
        before = Counter({area: self.board.pieces[area]["landowner"] for area in with_owners})
        cost = self.board.build(player, chain)
        agree("the bill", cost, read_bill(bill))
        self.to_leave = Counter({("landowner", area): n for area, n in before.items()})
        for colour in COLOURS:
            if cost[colour]:
                self.spend(player, colour, cost[colour])
        if not self.bonus_paid:
            shares = self.board.shares_of_bonus(player, self.players)
            self.bonus_paid = shares is not None
            self.to_bonus = shares or {}
            self.bonus_open = shares == {}
        self.owed[player] = ("building", cost["build"])

    bonus_open = False  # several ways are equal but for the names of their borders

    def on_landowner_left(self, area: str) -> None:
        """One event an area, or one for each; all leave."""
        if ("landowner", area) not in self.to_leave:
            raise Disagreement(f"no landowner leaves {area}")
        self.to_leave["landowner", area] -= 1
        self.out["landowner"] += 1

    def on_bonus(self, player: str, links: int, points: int) -> None:
        if not self.bonus_open:
            agree(f"the links of {player} to Fürth", self.to_bonus.pop(player), links)
        agree("the bonus", links, points)
        self.points[player] += points

    def spend(self, player: str, colour: str, points: int) -> None:
        if self.tracks[colour].space(player) < points:
            raise Disagreement(f"{player} has not {points} {colour}")
        self.tracks[colour].move(player, -points)

    def on_paid(self, player: str, what: str, bill: str) -> None:
        """Build points with cubes first; trains in brown points, or three of anything else for one."""
        purpose, owed = self.owed.pop(player)
        agree("what is paid for", purpose, what)
        given = read_bill(bill)
        if what == "building":
            agree("build points", owed, given.total())
            agree("cubes come first", min(owed, self.hand[player]), given["cube"])
        else:
            agree("three for a missing point", 3 * (owed - given["brown"]), given.total() - given["brown"])
        self.hand[player] -= given["cube"]
        self.supply[player] += given.pop("cube", 0)
        for colour, points in given.items():
            self.spend(player, colour, points)

    # -- trains -----------------------------------------------------------------------------------

    def on_bought(self, player: str, train: str) -> None:
        row = self.cards[train]["row"]
        rows = [self.cards[other]["row"] for other, (owner, _) in self.loads.items() if owner == player]
        if train in self.loads or row in rows:
            raise Disagreement(f"{player} cannot buy {train}")
        self.loads[train] = (player, Counter())
        self.owed[player] = ("train", row)

    def on_carried(self, player: str, piece: str, area: str, train: str) -> None:
        owner, load = self.loads[train]
        card = self.cards[train]
        load[piece] += 1
        goods = sum(load[good] for good in GOODS)
        if owner != player or goods > card["goods"] or load.total() - goods > card["passengers"]:
            raise Disagreement(f"{train} has no room for {piece} of {player}")
        if not self.board.pieces[area][piece] or not self.board.can_carry(player, piece, area):
            raise Disagreement(f"{player} cannot carry {piece} from {area}")
        self.board.pieces[area][piece] -= 1

    def earned(self, player: str) -> tuple[int, int, int]:
        """Points, income and upkeep of the round (FTN phase 7)."""
        points = income = 0
        for train, (owner, load) in self.loads.items():
            if owner == player:
                for piece, n in load.items():
                    points += n * (1 if piece in GOODS else self.cards[train]["row"])
                    income += n * (2 if piece == "beer" else 1)
        return points, income, len(self.board.links[player])

    def on_scored(self, player: str, points: int, income: int, upkeep: int, profit: int) -> None:
        agree(f"the round of {player}", self.earned(player), (points, income, upkeep))
        self.points[player] += points
        self.profit.move(player, income - upkeep)
        agree(f"the profit of {player}", self.profit.space(player), profit)
        for train, (owner, load) in list(self.loads.items()):
            if owner == player:
                self.kept[player].update(load)
                del self.loads[train]

    # -- take-overs -------------------------------------------------------------------------------

    def on_taken_over(self, player: str, company: str, line: list[str], points: int) -> None:
        """A point pays for one or two links; then what cannot be carried any more leaves the board."""
        agree("the price of a line", (len(links_of(line)) + 1) // 2, points)
        self.spend(player, company, points)
        self.to_join = {(area, company) for area in self.board.take_over(player, company, line)}
        self.to_leave = self.board.clear()

    def on_station_joined(self, area: str, company: str) -> None:
        self.to_join.remove((area, company))

    def on_piece_left(self, piece: str, area: str) -> None:
        if not self.to_leave[piece, area]:
            raise Disagreement(f"{piece} does not leave {area}")
        self.to_leave[piece, area] -= 1
        self.out[piece] += 1

    # -- the end ----------------------------------------------------------------------------------

    def at_the_end(self, player: str) -> dict[str, int]:
        return {
            "sets": 2 * min(self.kept[player][piece] for piece in CARGO),
            "profit": self.profit.space(player),
            "links": -len(self.board.links[player]),
        }

    def on_final_score(self, player: str, points: int, parts: Mapping[str, int]) -> None:
        agree(f"the last points of {player}", self.at_the_end(player), dict(parts))
        self.points[player] += sum(parts.values())
        agree(f"the points of {player}", self.points[player], points)

    def on_game_over(self, ranking: list[str]) -> None:
        self.final = True
        agree("the ranking", self.ranking(), ranking)

    def totals(self) -> dict[str, int]:
        now = dict(self.points)
        if not self.final:
            now = {player: points + sum(self.at_the_end(player).values()) for player, points in now.items()}
        return now

    def ranking(self) -> list[str]:
        """Most points; then who is ahead on the profit track."""
        totals, ahead = self.totals(), self.profit.order()
        return sorted(self.players, key=lambda player: (-totals[player], ahead.index(player)))

    # -- agreeing ---------------------------------------------------------------------------------

    def hear(self, events: Any) -> None:
        super().hear(events)
        if +self.to_leave or self.to_join or self.to_bonus:
            raise Disagreement(f"did not follow: {self.to_leave} {self.to_join} {self.to_bonus}")

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        """The books against what everybody is shown."""
        shown = view["position"]
        agree("round and phase", (self.round, self.phase), (shown["round"], shown["phase"]))
        for colour in COLOURS:
            agree(f"the {colour} track", self.tracks[colour].markers, shown["tracks"][colour])
        agree("the profit track", self.profit.markers, shown["tracks"]["profit"])
        agree("the bag", +self.bag, +Counter(shown["bag"]))
        boxes = {box: (about["drawn"], about["bid"]) for box, about in shown["boxes"].items()}
        bids = {box: list(bid) for box, bid in self.bids.items()}
        ours = {box: (colour, bids.get(box)) for box, colour in self.drawn.items()}
        agree("the boxes", ours, boxes)
        for player in self.players:
            self.check_player(player, shown["players"][player])
        self.check_board(shown)
        self.check_orders(shown["orders"])
        under_way = shown["under_way"] or {}
        owing = {under_way["player"]: (under_way["what"], under_way["due"])} if "due" in under_way else {}
        agree("what is still to be paid", self.owed, owing)
        trains = {t: (about["player"], Counter(about["load"])) for t, about in shown["trains"].items()}
        agree("the trains", {t: (who, +load) for t, (who, load) in self.loads.items()}, trains)
        agree("scores", self.totals(), dict(scores))
        agree("the ranking", self.ranking(), shown["ranking"])

    def check_orders(self, shown: Mapping[str, list[str]]) -> None:
        agree("the player order", self.player_order, shown["players"])
        if self.round > 1 or self.phase > 4:
            agree("the building order", self.building_order, shown["building"])
            agree("the train order", self.train_order, shown["trains"])

    def check_player(self, player: str, shown: Mapping[str, Any]) -> None:
        agree(f"the points of {player}", self.points[player], shown["points"])
        agree(f"the cubes of {player}", self.cubes(player), shown["cubes"])
        own_trains = sum(owner == player for owner, _ in self.loads.values())
        agree(f"the locomotives of {player}", 3 - own_trains, shown["locomotives"])
        agree(f"what {player} keeps", +self.kept[player], +Counter(shown["kept"]))
        named = dict(zip(("points", "income", "upkeep"), self.earned(player), strict=True))
        agree(f"the round of {player}", named, shown["this_round"])

    def cubes(self, player: str) -> dict[str, int]:
        bid = sum(cubes for bidder, cubes in self.bids.values() if bidder == player)
        agree(f"all cubes of {player}", 15, self.hand[player] + self.supply[player] + bid)
        return {"hand": self.hand[player], "supply": self.supply[player]}

    def check_board(self, shown: Mapping[str, Any]) -> None:
        links = {owner: {frozenset(id.split("|")) for id in ids} for owner, ids in shown["links"].items()}
        agree("the links", self.board.links, links)
        depot = {who: (60 if who in COMPANIES else 15) - len(own) for who, own in self.board.links.items()}
        agree("links left", depot, shown["depot"])
        belongs = {area: colours for area, colours in self.board.belongs.items() if colours}
        agree("the stations", belongs, {area: set(colours) for area, colours in shown["stations"].items()})
        pieces = {area: +here for area, here in self.board.pieces.items() if +here}
        agree("pieces", pieces, {area: Counter(here) for area, here in shown["board"].items() if here})
        agree("pieces out of the game", +self.out, +Counter(shown["out"]))
        agree("the bonus", self.bonus_paid, shown["bonus_paid"])
