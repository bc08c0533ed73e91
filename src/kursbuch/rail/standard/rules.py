"""A standard title put together: its box and a record of policies give stages, view, audit and score."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar

from kursbuch.core import BANK, Chance, Refusal, Rules, Stage, Step
from kursbuch.rail import report
from kursbuch.rail.actions import Lay
from kursbuch.rail.rounds import (
    CompanyTurn,
    Cycle,
    OperatingRound,
    PassTurn,
    SetFrame,
    StockRound,
    TurnStep,
    nobody_else,
    nothing,
)
from kursbuch.rail.standard import privates
from kursbuch.rail.standard.acquiring import AcquirePrivates, PrivateConsent
from kursbuch.rail.standard.auction import Auction, Opening, OpeningFrame
from kursbuch.rail.standard.between import CONSENT, SaleConsent
from kursbuch.rail.standard.building import (
    TOGETHER,
    TOKEN,
    FreeToken,
    Together,
    adds_track,
    has_spare_right,
    rights_of,
)
from kursbuch.rail.standard.ending import ends_the_game
from kursbuch.rail.standard.exchanging import Exchange, SwapForShare, SwapForShareFrom
from kursbuch.rail.standard.exporting import export, then_export
from kursbuch.rail.standard.homes import AT_FIRST_TURN, Homes
from kursbuch.rail.standard.par import PAR, SettingPar
from kursbuch.rail.standard.parts import StandardBox
from kursbuch.rail.standard.powers import BuildByPower, has_power, voices
from kursbuch.rail.standard.selling import SellerBuilds, SellerFrame
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.standard.told import GLOSSARY, TOLD
from kursbuch.rail.standard.trading import StockTurn, Trading
from kursbuch.rail.state import OFFER, OUT, POOL
from kursbuch.rail.steps.dividend import PayOut, by_certificate
from kursbuch.rail.steps.home import HomeChoice, settle_home
from kursbuch.rail.steps.lay import Cost, LayTrack, extends_route, waiting_places
from kursbuch.rail.steps.need import Need, SellInNeed
from kursbuch.rail.steps.run import RunTrains
from kursbuch.rail.steps.shares import Limits
from kursbuch.rail.steps.station import BuildStation
from kursbuch.rail.steps.trains import BuyTrains, Consent, Discards

# who cannot pay for the cheapest train by selling all that may be sold may give up
NEED = Need(sells_all_first=False, own_trains_first=False)


def pool_pays_company(owner: str, company: str) -> str:
    """Dividends of shares in the pool go to the company, of unsold ones to nobody."""
    return "" if owner in (OFFER, OUT) else company if owner == POOL else owner


@dataclass(frozen=True)
class Policies:
    """What a title decides beyond the figures in its box; each has the value that most titles have."""

    auction: Auction = field(default_factory=Auction)
    trading: Trading = field(default_factory=Trading)
    homes: Homes = AT_FIRST_TURN
    need: Need = NEED
    bankrupt: Callable[[StandardState, str, SellInNeed], None] = ends_the_game
    joins: Callable[..., Refusal | None] = extends_route  # how a tile must extend the company's routes
    cost: Cost = privates.track_cost
    dividend_purse: Callable[[str, str], str] = pool_pays_company
    powers: bool = True  # privates have their powers
    into_companies: bool = True  # companies buy privates
    seller_builds: tuple[str, type[SellerFrame]] = ("seller builds", SellerFrame)


class StandardRules(Rules[StandardState]):
    """The rules of a standard title for one table.

    A title with steps of its own overrides one of the methods that make them; `self.turn`, `self.powers`,
    `self.trains` and `self.acquire` are there for it.
    """

    state: ClassVar[type[StandardState]] = StandardState
    told = TOLD
    glossary = GLOSSARY

    def __init__(
        self, box: StandardBox, players: int, policies: Policies, citations: Mapping[str, str]
    ) -> None:
        self.box, self.policies, self.citations = box, policies, citations
        able = [id for id, private in box.privates.items() if has_power(private)] if policies.powers else []
        self.entities = (*box.companies, *able)
        trading = policies.trading
        self.limits = Limits(
            certificates=box.starts[players].certificates,
            holding=box.figures.holding_limit,
            pool=box.figures.pool_limit,
            uncounted=trading.uncounted,
            unlimited=trading.unlimited,
            other_paper=lambda s, player: len(privates.owned_by(s, player)),
        )
        self.turn = StockTurn(self.limits, trading, box.between_players)
        self.powers = self.make_powers() if policies.powers else ()
        self.voices = voices if policies.powers else nobody_else
        stage, frame = policies.seller_builds
        self.acquire = AcquirePrivates(
            policies.into_companies, seller_builds=stage, frame=frame, waits=has_spare_right
        )
        in_need = SellInNeed(self.turn.sales, policies.need)
        self.trains = BuyTrains(
            sales=self.turn.sales,
            bankrupt=lambda s, player: policies.bankrupt(s, player, in_need),
            need=policies.need,
            trades=any(train.discounts for train in box.trains.values()),
            bought=self.train_bought,
        )
        self.stages = self.make_stages()

    # -- steps and stages -------------------------------------------------------------------------

    def make_powers(self) -> tuple[Step[Any, Any], ...]:
        """What privates can do in their own name, also while it is somebody else's turn."""
        exchange = Exchange(self.limits, self.turn.floating)
        found: list[Step[Any, Any]] = []
        if any(private.builds for private in self.box.privates.values()):
            found.append(BuildByPower())
        swapped = [private for private in self.box.privates.values() if private.share_of]
        if swapped:
            several = any(private.share_from != (OFFER,) for private in swapped)
            found.append(SwapForShareFrom(exchange) if several else SwapForShare(exchange))
        return tuple(found)

    def make_track(self) -> TurnStep:
        """The step in which a company lays track."""
        policies = self.policies
        track = LayTrack(
            policies.cost, policies.joins, barred=self.why_not_here, always_asks=True, lingers=self.more_track
        )
        # a home token that waits lets its company lay there; whoever lays there chooses its circle
        return replace(track, hexes=waiting_places, laid=settle_home) if self.homes_are_chosen else track

    @property
    def homes_are_chosen(self) -> bool:
        """Whether some company has a home with several circles to choose from."""
        return any(company.chooses_home for company in self.box.companies.values())

    def make_order(self) -> tuple[TurnStep, ...]:
        """The steps of a company's turn."""
        moves = self.policies.trading.moves
        return (
            self.make_track(),
            BuildStation(),
            RunTrains(may_stay=True),
            PayOut(by_certificate(self.policies.dividend_purse), moves.paid, moves.nothing_paid),
            self.trains,
            self.acquire,
        )

    def make_stock(self) -> StockRound:
        """Stock rounds."""
        turn, moves = self.turn, self.policies.trading.moves
        return StockRound(
            steps=(*turn.steps, *self.powers, PassTurn(turn.must_sell)),
            at_end=moves.stock_round_ends,
            asks=turn.asks,
            voices=self.voices,
            interjected=self.powers,
        )

    def make_stages(self) -> dict[str, Stage[Any, Any]]:
        """Every stage by its name; those of privates only where one of them has use for it."""
        found = self.box.privates.values()
        sold = any(private.builds and private.builds.by == "seller" for private in found)
        exports, auction = self.box.export, self.policies.auction
        if exports and exports.in_the_opening:
            auction = replace(auction, all_passed=then_export(auction.all_passed))
        return {
            "opening": Opening(auction),
            **({PAR: SettingPar(self.turn.floating)} if any(private.brings for private in found) else {}),
            **({self.policies.seller_builds[0]: SellerBuilds()} if sold else {}),
            **({TOGETHER: Together()} if any(p.builds and p.builds.all_or_none for p in found) else {}),
            **({TOKEN: FreeToken()} if any(p.builds and p.builds.station for p in found) else {}),
            **({CONSENT: SaleConsent(self.turn.of_players)} if self.turn.of_players else {}),
            **({"home": HomeChoice()} if self.homes_are_chosen else {}),
            "cycle": Cycle(set_over=export if exports and exports.after_sets else nothing),
            "stock": self.make_stock(),
            "operating": OperatingRound(
                at_start=self.operating_round_begins, operates=lambda s, company: company in s.running
            ),
            "turn": CompanyTurn(
                order=self.make_order(),
                at_start=self.policies.homes.turn_begins,
                anytime=(self.acquire, *self.powers),
                voices=self.voices,
                interjected=self.powers,
            ),
            "consent": Consent(self.trains),
            "consent to private": PrivateConsent(self.acquire),
            "discards": Discards(in_order=False),
        }

    # -- what happens by itself -------------------------------------------------------------------

    def operating_round_begins(self, s: StandardState) -> None:
        """Privates pay; the companies that float now will have a turn."""
        privates.pay_incomes(s)
        self.policies.homes.round_begins(s)
        s.running = frozenset(s.floated)

    def more_track(self, s: StandardState, company: str) -> bool:
        """Whether a company that has laid its tile may lay more by a private that it owns or could buy now."""
        if not any(adds_track(private.builds) for private in self.box.privates.values()):
            return False
        privates = s.box.privates
        return any(adds_track(privates[id].builds) for id in rights_of(s, company)) or any(
            adds_track(privates[offer.private].builds) for offer in self.acquire.candidates(s, "")
        )

    def train_bought(self, s: StandardState, company: str, source: str) -> None:
        """What a purchase of a train sets off beside phases and rust."""
        privates.close_with_trains(s, company, source)

    def why_not_here(self, s: StandardState, company: str, lay: Lay) -> Refusal | None:
        """Why a company may not lay this tile there, whatever its track."""
        return privates.why_blocked(s, company, lay)

    # -- set-up -----------------------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> StandardState:
        """Seats as given, the first player begins; capital out of the bank, all shares in the offering."""
        s = self.state(players, chance, self.box)
        for player in players:
            s.transfer(BANK, player, self.box.starts[len(players)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (OFFER,) * len(company.certificates)
        s.push(SetFrame("cycle"))
        self.open(s)
        return s

    def open(self, s: StandardState) -> None:
        """What comes before the first stock round: the auction of the privates."""
        s.push(OpeningFrame("opening", s.players[0]))

    # -- what can be read off ---------------------------------------------------------------------

    def cite(self, refusal: Refusal) -> Refusal:
        """The title's rule point; of a rule with a narrower name, such as `power.SC.used`, else that of the wider."""
        rule = refusal.rule
        while rule not in self.citations:
            rule, dot, _ = rule.rpartition(".")
            if not dot:
                return refusal
        return super().cite(replace(refusal, rule=rule))

    def scores(self, s: StandardState) -> dict[str, int]:
        return {player: report.worth(s, player) + privates.worth(s, player) for player in s.players}

    def view(self, s: StandardState, player: str | None) -> dict[str, Any]:
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
            **({"drawn": s.drawn} if s.drawn else {}),
        }

    def audit(self, s: StandardState) -> None:
        report.audit(s)
        owners = ("", OUT, *s.players, *s.box.companies)
        assert set(s.privates) == set(s.box.privates), "privates"
        assert all(owner in owners for owner in s.privates.values()), "owners of privates"
        assert set(s.pars) == set(s.founded) >= set(s.floated), "companies started"
