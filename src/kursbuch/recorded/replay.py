"""A recorded game being played through our rules: each recorded action as actions of ours.

Our game asks for a decision at the same moments as the recorder, so actions translate one to one. What the recorder
leaves unsaid is added: another player's consent to a sale.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kursbuch.core import Action, BadInput, Game, IllegalAction, Refusal, refuse
from kursbuch.rail.actions import (
    Agree,
    Buy,
    BuyTrain,
    Discard,
    GoBankrupt,
    Lay,
    Pass,
    Pay,
    Run,
    Sell,
    Station,
    TradeTrain,
    Withhold,
)
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.routes.running import best_of, income_of
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, Take
from kursbuch.rail.standard.auction import OpeningFrame, fought_over, unsold
from kursbuch.rail.state import OFFER, POOL
from kursbuch.rail.steps.consent import AskedFrame
from kursbuch.rail.steps.discard import DiscardFrame
from kursbuch.recorded.recording import Recorded
from kursbuch.recorded.routes import runs_of
from kursbuch.titles.shikoku.rules import FERRY
from kursbuch.titles.shikoku.rules.state import State1889

# what ends the track step of the company on turn for the recorder
AFTER_TRACK = ("place_token", "run_routes", "dividend", "buy_train", "bankrupt")


class Unplayable(IllegalAction):
    """A recorded action that our rules refuse: its number, and the rule."""

    def __init__(self, recorded: Recorded, refusal: Refusal, action: object) -> None:
        super().__init__(refusal, action)
        self.number = recorded.number
        what = f" ({action})" if action is not None else ""
        self.args = (f"action {self.number}{what}: {refusal.text} [{refusal.rule}]",)


class Replay:
    """A recorded game being played: the game, and what the recorder's names stand for now."""

    def __init__(self, game: Game, names: dict[str, str]) -> None:
        self.game = game
        self.names = names
        self.left_offer: set[str] = set()  # shares that were bought from the offering
        self.has_laid = ""  # the company that has laid its tile and done nothing further
        self.laid: dict[str, str] = {}  # tile -> hex it was last laid on
        self.cards: dict[str, str] = {}  # train -> our card, where it is not the one of the same number
        self.waiting: list[Recorded] = []
        self.readers: dict[str, Callable[[Recorded], Iterable[Action]]] = {
            "bid": self._bid,
            "pass": self._pass,
            "par": self._par,
            "buy_shares": self._buy_shares,
            "sell_shares": self._sell_shares,
            "lay_tile": self._lay_tile,
            "place_token": self._place_token,
            "run_routes": self._run_routes,
            "dividend": self._dividend,
            "buy_train": self._buy_train,
            "discard_train": self._discard_train,
            "buy_company": self._buy_company,
            "bankrupt": self._bankrupt,
        }

    @property
    def s(self) -> State1889:
        s = self.game.state
        assert isinstance(s, State1889)
        return s

    def play(self, recorded: Recorded) -> None:
        """Play one recorded action; what the recorder takes while trains are given up waits until they are."""
        if isinstance(self.s.top, DiscardFrame) and _takes_no_turn(recorded):
            self.waiting.append(recorded)
            return
        self._carry_out(recorded)
        while self.waiting and not isinstance(self.s.top, DiscardFrame):
            self._carry_out(self.waiting.pop(0))

    def finish(self) -> None:
        """After the last action: what still waits is refused."""
        for recorded in self.waiting:
            self._carry_out(recorded)

    def _carry_out(self, recorded: Recorded) -> None:
        """Carry one recorded action out, with what it leaves unsaid."""
        reader = self.readers.get(recorded.kind)
        if reader is None:
            raise BadInput(f"{recorded.place}.type", f"unknown kind of action: {recorded.kind[:40]!r}")
        if recorded.kind in AFTER_TRACK:
            self.has_laid = ""
        for action in reader(recorded):
            self._apply(recorded, action)
        top = self.s.top if not self.game.over else None
        if isinstance(top, AskedFrame):  # the recorder takes consent for granted
            self._apply(recorded, Agree(top.player))

    def _apply(self, recorded: Recorded, action: Action) -> None:
        try:
            self.game.apply(action)
        except IllegalAction as error:
            raise Unplayable(recorded, error.refusal, action) from error
        except BadInput as error:
            raise error.at(f"{recorded.place}.{error.place}") from error

    def _refused(self, recorded: Recorded, refusal: Refusal, action: object = None) -> Unplayable:
        return Unplayable(recorded, self.game.rules.cite(refusal), action)

    # -- players ----------------------------------------------------------------------------------

    def _player(self, recorded: Recorded) -> str:
        name = self.names.get(recorded.entity)
        if name is None:
            raise BadInput(f"{recorded.place}.entity", f"no player has the id {recorded.entity!r}")
        return name

    def _actor(self, recorded: Recorded) -> str:
        return self._player(recorded) if recorded.entity_type == "player" else recorded.entity

    def _bid(self, recorded: Recorded) -> Iterable[Action]:
        player, private, price = self._player(recorded), recorded.text("company"), recorded.number_of("price")
        s, top = self.s, self.s.top
        if isinstance(top, OpeningFrame) and not fought_over(s, top) and private == unsold(s)[0]:
            yield Take(player, private, price)
        else:
            yield BidFor(player, price, private)

    def _pass(self, recorded: Recorded) -> Iterable[Action]:
        if recorded.entity_type == "corporation" and self._still_building(recorded.entity):
            self.has_laid = ""
            return
        yield Pass(self._actor(recorded))

    def _par(self, recorded: Recorded) -> Iterable[Action]:
        place = f"{recorded.place}.share_price"
        parts = recorded.text("share_price").split(",")
        if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
            raise BadInput(place, "expected price, row and column")
        price, row, column = map(int, parts)
        cell = self.s.box.market.cells.get((row, column))
        if cell is None or cell.price != price:
            raise BadInput(place, f"no field of {price} is in row {row}, column {column}")
        yield Par(self._player(recorded), recorded.text("corporation"), price)

    def _buy_shares(self, recorded: Recorded) -> Iterable[Action]:
        shares = recorded.texts("shares")
        if len(shares) != 1:
            raise BadInput(f"{recorded.place}.shares", "one certificate is bought at a time")
        company, percent = _share(shares[0], f"{recorded.place}.shares")
        if recorded.entity_type == "company":
            yield Swap(recorded.entity, company)
        else:
            source = POOL if shares[0] in self.left_offer else OFFER
            yield Buy(self._player(recorded), percent, company, source)
        self.left_offer.add(shares[0])

    def _sell_shares(self, recorded: Recorded) -> Iterable[Action]:
        shares = [_share(share, f"{recorded.place}.shares") for share in recorded.texts("shares")]
        companies = {company for company, _ in shares}
        if len(companies) != 1:
            raise BadInput(f"{recorded.place}.shares", "expected shares of one company")
        # less than the sum when only half of a president's certificate is sold
        percent = recorded.number_of("percent", sum(size for _, size in shares))
        yield Sell(self._player(recorded), percent, companies.pop())

    # -- track ------------------------------------------------------------------------------------

    def _lay_tile(self, recorded: Recorded) -> Iterable[Action]:
        tile, hex = recorded.text("tile"), recorded.text("hex")
        kind, turn = tile.rpartition("-")[0], recorded.number_of("rotation", 0)
        lay = Build if recorded.entity_type == "company" else Lay
        yield lay(self._actor(recorded), kind or tile, turn, hex)
        self.laid[tile] = hex
        if recorded.entity_type == "corporation":
            self.has_laid = recorded.entity

    def _still_building(self, company: str) -> bool:
        """Whether the recorder still asks for track after a tile: the president's ferry could build as well."""
        ferry = self.s.privates.get(FERRY, "")
        return (
            self.has_laid == company and not self.s.port_built and ferry == president(self.s, company) != ""
        )

    def _place_token(self, recorded: Recorded) -> Iterable[Action]:
        tile, _, stop = recorded.text("city").rpartition("-")
        printed = tile.rpartition("-")[0]
        hex = printed if printed in self.s.box.map.hexes else self.laid.get(tile)
        if hex is None or not (stop.isascii() and stop.isdigit() and len(stop) < 3):
            raise BadInput(f"{recorded.place}.city", "no such city is on the board")
        yield Station(self._actor(recorded), hex, int(stop))

    # -- running ----------------------------------------------------------------------------------

    def _run_routes(self, recorded: Recorded) -> Iterable[Action]:
        company, s = recorded.entity, self.s
        if company not in s.box.companies:
            raise BadInput(f"{recorded.place}.entity", f"there is no company {company!r}")
        runs = runs_of(s, company, recorded)
        if isinstance(runs, Refusal):
            raise self._refused(recorded, runs)
        income, best = income_of(s, company, runs), best_of(s, company)[1]
        if isinstance(income, int) and income > best:
            refusal = refuse(
                "1889-R-9", "The best runs found earn {best}, these {income}.", best=best, income=income
            )
            raise self._refused(recorded, refusal, runs)
        yield Run(company, runs)

    def _dividend(self, recorded: Recorded) -> Iterable[Action]:
        kind = recorded.text("kind")
        if kind not in ("payout", "withhold"):
            raise BadInput(f"{recorded.place}.kind", f"1889 knows no dividend {kind[:40]!r}")
        yield (Pay if kind == "payout" else Withhold)(recorded.entity)

    # -- trains and privates ----------------------------------------------------------------------

    def _train(self, recorded: Recorded, key: str) -> tuple[str, str, str]:
        """A recorded train: its kind, our card for it, and where that lies."""
        name = recorded.text(key)
        kind, _, copy = name.rpartition("-")
        if kind not in self.s.box.trains or not (copy.isascii() and copy.isdigit() and len(copy) < 4):
            raise BadInput(f"{recorded.place}.{key}", f"there is no train {name[:40]!r}")
        card = self.cards.get(name, f"{kind}#{int(copy) + 1}")
        owner = next((owner for owner, cards in self.s.trains.items() if card in cards), "")
        return kind, card, owner

    def _buy_train(self, recorded: Recorded) -> Iterable[Action]:
        company, price = recorded.entity, recorded.number_of("price")
        kind, card, source = self._train(recorded, "train")
        before = self.s.trains.get(company, ())
        if recorded.fields.get("exchange"):
            given, handed_in, _ = self._train(recorded, "exchange")
            yield TradeTrain(company, given, kind, price)
            if handed_in in self.s.trains.get(company, ()):  # an equal card went
                gone = next(mine for mine in before if mine not in self.s.trains[company])
                self._exchange_names(recorded.text("exchange"), handed_in, gone)
        else:
            yield BuyTrain(company, kind, kind, source or "nobody", price)
        if isinstance(self.s.top, AskedFrame):
            self._apply(recorded, Agree(self.s.top.player))
        got = [mine for mine in self.s.trains.get(company, ()) if mine not in before]
        if got and got[0] != card:  # equal cards: from now on the recorder's name stands for the one we took
            self._exchange_names(recorded.text("train"), card, got[0])

    def _exchange_names(self, name: str, card: str, taken: str) -> None:
        kind = name.rpartition("-")[0]
        count = self.s.box.trains[kind].count
        for other in (f"{kind}-{n}" for n in range(count)):
            if (
                other != name
                and self.cards.get(other, f"{kind}#{int(other.rpartition('-')[2]) + 1}") == taken
            ):
                self.cards[other] = card
        self.cards[name] = taken

    def _discard_train(self, recorded: Recorded) -> Iterable[Action]:
        kind, card, _ = self._train(recorded, "train")
        company = recorded.entity
        yield Discard(company, kind)
        if card in self.s.trains.get(company, ()):  # an equal card went
            gone = next(c for c in reversed(self.s.trains[POOL]) if c.partition("#")[0] == kind)
            self._exchange_names(recorded.text("train"), card, gone)

    def _buy_company(self, recorded: Recorded) -> Iterable[Action]:
        yield Acquire(recorded.entity, recorded.text("company"), recorded.number_of("price"))

    def _bankrupt(self, recorded: Recorded) -> Iterable[Action]:
        if recorded.entity_type == "player":
            yield GoBankrupt(self._player(recorded))
            return
        if recorded.entity not in self.s.box.companies:
            raise BadInput(f"{recorded.place}.entity", f"there is no company {recorded.entity!r}")
        yield GoBankrupt(president(self.s, recorded.entity))


def _takes_no_turn(recorded: Recorded) -> bool:
    """Whether the recorder takes an action at any time: a private bought by a company, a private's power."""
    return recorded.kind == "buy_company" or (
        recorded.kind in ("lay_tile", "buy_shares") and recorded.entity_type == "company"
    )


def _share(name: str, place: str) -> tuple[str, int]:
    """A recorded certificate: its company and size; number 0 is the president's."""
    company, dash, number = name.rpartition("_")
    if not dash or not (number.isascii() and number.isdigit()):
        raise BadInput(place, f"not a share: {name[:40]!r}")
    return company, 20 if number == "0" else 10
