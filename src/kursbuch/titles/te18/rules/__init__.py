"""The rules of 18TE: kernel steps with their policies, and the steps that are its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import BANK, Chance, Refusal, Rules, made_once, refuse
from kursbuch.core.rules import Choice
from kursbuch.rail import report
from kursbuch.rail.actions import Buy, Lay, Sell
from kursbuch.rail.board import Place
from kursbuch.rail.board.tile import Face
from kursbuch.rail.box import TokenKind
from kursbuch.rail.rounds import (
    CompanyTurn,
    Cycle,
    OperatingRound,
    PassTurn,
    SetFrame,
    StockRound,
    turn_of,
)
from kursbuch.rail.steps.auction import Auction
from kursbuch.rail.steps.dividend import PayOut, by_certificate
from kursbuch.rail.steps.issue import IssueShares
from kursbuch.rail.steps.lay import LayTrack, extends_route
from kursbuch.rail.steps.run import Objections, RunTrains
from kursbuch.rail.steps.shares import BuyShare, Limits, MustSell, SellShares, pays_treasury, room_for
from kursbuch.rail.steps.station import BuildStation, place_home
from kursbuch.rail.steps.trains import BuyTrains, Consent, Discards
from kursbuch.titles.te18.rules import events, founding, goals
from kursbuch.titles.te18.rules.citations import CITATIONS
from kursbuch.titles.te18.rules.parts import box
from kursbuch.titles.te18.rules.state import State18TE
from kursbuch.titles.te18.rules.told import GLOSSARY, TOLD


class Rules18TE(Rules[State18TE]):
    """18TE for one number of players and set of options."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY

    def __init__(self, players: int, options: Mapping[str, Choice]) -> None:
        self.box = box(str(options["tokens"]), int(options["goal_token_cost"]))
        self.entities = tuple(self.box.companies)
        self.river_on_upgrade = bool(options["river_on_upgrade"])
        self.kpr_needs_station = options["kpr_bonus"] == "station and line"
        self.bankruptcy_ends = options["bankruptcy"] == "at once"
        self.limits = Limits(
            certificates=self.box.starts[players].certificates,
            holding=self.box.figures.holding_limit,
            pool=self.box.figures.pool_limit,
        )
        self.sales = SellShares(self.limits, events.sold, self.why_no_sale)
        # a surplus is sold at the first opportunity; who can sell nothing that counts is released (18TE-6.4-11)
        self.must_sell = MustSell(self.sales)
        trains = BuyTrains(
            sales=self.sales,
            bankrupt=self.bankrupt,
            keeps_side=options["second_hand_side"] == "kept",
            turns=options["second_hand_side"]
            == "fresh",  # which card is sold, both say (18TE-3.4-2, 18TE-7.8-2)
            bought=events.train_bought,
        )
        self.stages = {
            "cycle": Cycle(),
            "stock": StockRound(
                steps=(
                    self.sales,
                    # shares from the treasury pay the company, those from the pool the bank (18TE-6.4-3, 18TE-6.4-4)
                    BuyShare(self.limits, ("company", "pool"), pays_treasury, barred=self.why_no_purchase),
                    founding.OpenAuction(self.may_bid, self.must_sell),
                    PassTurn(self.must_sell),
                ),
                all_passed=founding.all_passed,
                at_end=events.stock_round_over,
            ),
            "auction": Auction(founding.won, self.box.figures.bid_step, self.may_bid),
            "operating": OperatingRound(at_start=events.set_export_marker, at_end=events.export),
            "turn": CompanyTurn(
                order=(
                    LayTrack(
                        self.cost,
                        self.joins,
                        self.home_first,
                        goals.remember_line,
                        self.laid,
                        self.home_hex,
                        unpaid=events.unpaid,
                    ),
                    BuildStation(built=self.built),
                    RunTrains(objections="objections"),
                    PayOut(by_certificate(events.dividend_purse), events.paid, events.nothing_paid),
                    trains,
                    IssueShares(self.limits.pool, events.sold),
                ),
                at_start=place_home,
            ),
            "objections": Objections(),
            "consent": Consent(trains),
            "discards": Discards(),
        }

    # -- set-up (18TE §4) -------------------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> State18TE:
        """Seats and the card "First Trade" by lot, starting capital out of the bank."""
        seats = chance.shuffled(players)
        s = State18TE(seats, chance, self.box)
        s.priority = chance.pick(seats)
        s.note("seats", players=list(seats), priority=s.priority)
        for player in seats:
            s.transfer(BANK, player, self.box.starts[len(seats)].cash, "starting capital")
        for id, company in self.box.companies.items():
            s.shares[id] = (id,) * len(company.certificates)
        s.push(SetFrame("cycle"))
        return s

    # -- shares (18TE §6) -------------------------------------------------------------------------

    @staticmethod
    def why_no_sale(s: State18TE, player: str, action: Sell) -> Refusal | None:
        if s.stock_round == 1:
            return refuse("18TE-6.2-2", "No certificates are sold in the first stock round.")
        return None

    def why_no_purchase(self, s: State18TE, player: str, action: Buy) -> Refusal | None:
        return self.must_sell(s, player)

    def may_bid(self, s: State18TE, player: str) -> Refusal | None:
        """Who stands at the certificate limit may not bid either (18TE-6.4-10, ruling R3)."""
        company = founding.next_company(s)
        return room_for(s, self.limits, player, company) if company else None

    # -- track and stations (18TE §7.3, §7.4) -----------------------------------------------------

    def cost(self, s: State18TE, company: str, hex: str, old: Face, new: Face) -> int:
        return events.track_cost(s, hex, old, new, self.river_on_upgrade)

    @staticmethod
    def home_hex(s: State18TE, company: str) -> Sequence[str]:
        return (s.box.companies[company].home,)

    @staticmethod
    def home_first(s: State18TE, company: str, action: Lay) -> Refusal | None:
        """As long as the home hex has no track, no tile is laid elsewhere (18TE-7.3-8)."""
        home = s.box.companies[company].home
        if action.hex != home and not s.board.faces[home].track:
            return refuse(
                "18TE-7.3-8",
                "{company} must first lay track on its home hex {home}.",
                company=company,
                home=home,
            )
        return None

    @staticmethod
    def joins(s: State18TE, company: str, hex: str, old: Face, new: Face) -> Refusal | None:
        """A tile extends a route, except on the own home hex while the company has no station there yet: a
        company whose home space is not printed yet may make it (18TE-7.3-7, ruling R12).
        """
        if company in s.board.beside_hex.get(hex, ()):
            return None
        return extends_route(s, company, hex, old, new)

    def laid(self, s: State18TE, company: str, hex: str) -> None:
        for waiting in s.board.beside_hex.get(hex, ()):
            place_home(s, waiting)
        goals.tile_laid(s, company, self.kpr_needs_station)

    def built(self, s: State18TE, company: str, token: TokenKind, place: Place) -> None:
        goals.station_built(s, company, token, self.kpr_needs_station)

    # -- the end (18TE §7.9, §8) ------------------------------------------------------------------

    def bankrupt(self, s: State18TE, player: str) -> None:
        """All that the player could raise has been paid in, and the company keeps it. The end is triggered; whether
        at once is an option (18TE-7.9-13, ruling R23).
        """
        s.transfer(player, turn_of(s).company, s.cash[player], "president's help")
        s.end("bankruptcy")
        if self.bankruptcy_ends:
            s.finished = True
            s.note("over", reason=s.ending)

    def scores(self, s: State18TE) -> dict[str, int]:
        return {player: report.worth(s, player) for player in s.players}

    def view(self, s: State18TE, player: str | None) -> dict[str, Any]:
        return {
            **report.position(s),
            "pile": s.pile,
            "export_marker": s.export_marker,
            "rewarded": sorted(s.rewarded),
        }

    def audit(self, s: State18TE) -> None:
        report.audit(s)


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> Rules18TE:
    """The rules for a table."""
    return Rules18TE(players, options)
