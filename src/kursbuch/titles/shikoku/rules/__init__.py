"""The rules of 1889: kernel steps with their policies, and the steps that are its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, partial
from typing import Any

from kursbuch.core import BANK, Chance, Refusal, Rules, refuse
from kursbuch.core.rules import Choice
from kursbuch.rail import report
from kursbuch.rail.actions import Lay
from kursbuch.rail.board.tile import Face
from kursbuch.rail.rounds import (
    CompanyTurn,
    Cycle,
    OperatingRound,
    PassTurn,
    SetFrame,
    StockRound,
    nobody_else,
)
from kursbuch.rail.state import OFFER, OUT
from kursbuch.rail.steps.dividend import PayOut
from kursbuch.rail.steps.lay import LayTrack
from kursbuch.rail.steps.need import Need, SellInNeed
from kursbuch.rail.steps.run import RunTrains
from kursbuch.rail.steps.shares import Limits
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.steps.trains import BuyTrains, Consent, Discards
from kursbuch.titles.shikoku.rules import events, privates
from kursbuch.titles.shikoku.rules.acquiring import AcquirePrivates, PrivateConsent
from kursbuch.titles.shikoku.rules.citations import CITATIONS
from kursbuch.titles.shikoku.rules.opening import Opening, OpeningFrame
from kursbuch.titles.shikoku.rules.parts import box, figures
from kursbuch.titles.shikoku.rules.powers import FERRY, OHZU, SWAP, BuildPort, Ohzu, SwapForShare, voices
from kursbuch.titles.shikoku.rules.state import State1889
from kursbuch.titles.shikoku.rules.stock import FREE, UNLIMITED, check_float, make_turn
from kursbuch.titles.shikoku.rules.told import GLOSSARY, TOLD

# a president's help ends at the bank's cheapest train, keeps every presidency, and sells each company once; who
# cannot pay for that train may give up even with a train in another company, as recorded games show
NEED = Need(
    helps_with_others=False,
    may_lose_others=False,
    one_block=True,
    sells_all_first=False,
    own_trains_first=False,
)


class Rules1889(Rules[State1889]):
    """1889 for one number of players and set of options."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY

    def __init__(self, players: int, options: Mapping[str, Choice]) -> None:
        self.beginner = bool(options["beginner"])
        self.box = box(players, self.beginner, options["full_cities"] == "closed")
        self.entities = (*self.box.companies, *(() if self.beginner else (FERRY, OHZU, SWAP)))
        self.limits = Limits(
            certificates=self.box.starts[players].certificates,
            holding=figures().holding_limit,
            pool=figures().pool_limit,
            uncounted=FREE,
            unlimited=UNLIMITED,
            other_paper=lambda s, player: len(privates.owned_by(s, player)),
        )
        turn, must_sell = make_turn(self.limits, events.sold)
        powers = () if self.beginner else (BuildPort(), SwapForShare(self.limits, check_float))
        speaking = nobody_else if self.beginner else voices
        acquire = AcquirePrivates(sellable=not self.beginner)
        trains = BuyTrains(
            sales=turn.sales,
            bankrupt=partial(events.bankrupt, sale=SellInNeed(turn.sales, NEED)),
            need=NEED,
            trades=True,
            bought=events.train_bought,
        )
        self.stages = {
            "opening": Opening(privates.pay_incomes),
            "cycle": Cycle(over=self.over),
            "stock": StockRound(
                steps=(turn.sales, turn.purchases, turn.start, *powers, PassTurn(must_sell)),
                at_end=events.sold_out,
                asks=turn.asks,
                voices=speaking,
                interjected=powers,
            ),
            "operating": OperatingRound(
                at_start=events.operating_round_begins, operates=lambda s, company: company in s.running
            ),
            "turn": CompanyTurn(
                order=(
                    LayTrack(self.cost, barred=self.why_not_here, always_asks=True),
                    BuildStation(),
                    RunTrains(may_stay=True),
                    PayOut(events.dividend_purse, events.paid, events.nothing_paid),
                    trains,
                    acquire,
                ),
                anytime=(acquire, *powers),
                voices=speaking,
                interjected=powers,
            ),
            "consent": Consent(trains),
            "consent to private": PrivateConsent(acquire),
            "ohzu": Ohzu(),
            "discards": Discards(in_order=False),
        }

    # -- set-up -----------------------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> State1889:
        """Seats as given, the first player begins; capital out of the bank, all shares in the offering."""
        s = State1889(players, chance, self.box)
        for player in players:
            s.transfer(BANK, player, self.box.starts[len(players)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        s.push(SetFrame("cycle"))
        if self.beginner:
            for player, id in zip(players, chance.shuffled(list(self.box.privates)), strict=True):
                s.transfer(player, BANK, self.box.privates[id].price, "private")
                s.privates[id] = player
        else:
            s.push(OpeningFrame("opening", players[0]))
        return s

    # -- track ------------------------------------------------------------------------------------

    @staticmethod
    def cost(s: State1889, company: str, hex: str, old: Face, new: Face) -> int:
        return privates.track_cost(s, company, s.box.map.hexes[hex], old)

    @staticmethod
    def why_not_here(s: State1889, company: str, action: Lay) -> Refusal | None:
        """Privates in players' hands block a hex; the port tile is the ferry's (1889-5-8, 1889-13-1)."""
        if blocker := privates.blocker(s, action.hex):
            return refuse("1889-5-8", "{hex} is blocked by {private}.", hex=action.hex, private=blocker)
        if action.tile == privates.PORT:
            return refuse("1889-13-1", "The port tile is laid by the ferry's power alone.")
        return None

    # -- the end ----------------------------------------------------------------------------------

    @staticmethod
    def over(s: State1889, f: SetFrame) -> bool:
        """With the bank broken the set of operating rounds is finished (1889-14-1)."""
        return bool(s.ending) and 0 < f.of < f.done

    def scores(self, s: State1889) -> dict[str, int]:
        return {player: report.worth(s, player) + privates.worth(s, player) for player in s.players}

    def view(self, s: State1889, player: str | None) -> dict[str, Any]:
        return {
            **report.position(s),
            "privates": {
                id: {
                    "name": private.name,
                    "owner": s.privates[id],
                    "price": private.price,
                    "income": privates.income(s, id),
                }
                for id, private in self.box.privates.items()
            },
            "bids": [
                {"private": bid.private, "player": bid.player, "price": bid.price}
                for frame in s.stack
                if isinstance(frame, OpeningFrame)
                for bid in frame.bids
            ],
            "pars": dict(s.pars),
            "floated": list(s.floated),
            "port_built": s.port_built,
        }

    def audit(self, s: State1889) -> None:
        report.audit(s)
        owners = ("", OUT, *s.players, *s.box.companies)
        assert set(s.privates) == set(s.box.privates), "privates"
        assert all(owner in owners for owner in s.privates.values()), "owners of privates"
        assert set(s.pars) == set(s.founded) >= set(s.floated), "companies started"


@cache
def _composed(players: int, options: tuple[tuple[str, Choice], ...]) -> Rules1889:
    return Rules1889(players, dict(options))


def compose(players: int, options: Mapping[str, Choice]) -> Rules1889:
    """The rules for a table, made once for each make-up."""
    return _composed(players, tuple(sorted(options.items())))
