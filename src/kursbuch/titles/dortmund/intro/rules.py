"""The rules of the Introduction Game: a turn is certificate, tile, station or link, train swap (18DO §3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.core import Chance, Rules, made_once
from kursbuch.core.rules import Choice
from kursbuch.rail import report
from kursbuch.rail.paper.holdings import counted, percent
from kursbuch.rail.rounds import PlayerTurn
from kursbuch.rail.routes.counting import Counting
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.exchange import Exchanging
from kursbuch.rail.steps.station import place_home
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.intro.building import PlaceStation
from kursbuch.titles.dortmund.intro.citations import CITATIONS
from kursbuch.titles.dortmund.intro.end import final_run, payments, receipts
from kursbuch.titles.dortmund.intro.paper import (
    Surplus,
    TakeCertificate,
    directed,
    director,
    displayed,
    limit_of,
)
from kursbuch.titles.dortmund.intro.parts import box
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.intro.told import GLOSSARY, TOLD
from kursbuch.titles.dortmund.intro.track import LAY
from kursbuch.titles.dortmund.intro.trains import SwapTrain, is_obsolete
from kursbuch.titles.dortmund.intro.turn import TableFrame, Turns, not_directed
from kursbuch.titles.dortmund.railway.counting import more
from kursbuch.titles.dortmund.railway.stock import EXCHANGE

# links and freight yards count as in the Railway Game (18DO-3.3-7 to 18DO-3.3-10), without abilities and beer
COUNTING = Counting(bar_hex_twice=True, more=more, depends=lambda s, company: frozenset(s.links.items()))


class IntroRules(Rules[IntroState]):
    """18DO-Dortmund, the Introduction Game."""

    citations = CITATIONS
    told = TOLD
    glossary = GLOSSARY

    def __init__(self) -> None:
        self.box = box(COUNTING)
        self.entities = tuple(self.box.companies)
        self.stages = {
            "table": Turns(final_run),
            # for the player and the railways directed (18DO-3.2-3)
            "turn": PlayerTurn(
                (TakeCertificate(), LAY, PlaceStation(), SwapTrain()),
                directed,
                always=1,
                foreign=not_directed,
            ),
            "surplus": Surplus(),
            EXCHANGE: Exchanging(),
        }

    # -- set-up (18DO §3.1, §3.2) -----------------------------------------------------------------

    def start(self, players: Sequence[str], chance: Chance) -> IntroState:
        """All certificates on display, all homes on the map; the lowest brewery card dealt begins."""
        s = IntroState(players, chance, self.box)
        for company, charter in self.box.companies.items():
            s.shares[company] = (OFFER,) * len(charter.certificates)
            place_home(s, company)
        cards = dict(zip(players, chance.shuffled(list(self.box.breweries)), strict=False))
        s.priority = min(players, key=lambda player: int(cards[player]))
        s.fresh.clear()
        s.note("dealt", cards=cards, starts=s.priority)
        s.push(TableFrame("table", s.priority))
        return s

    # -- the end (18DO §3.3) ----------------------------------------------------------------------

    def scores(self, s: IntroState) -> dict[str, int]:
        """The dividends; before the end those that a final run would bring now."""
        return dict(s.dividends) if s.finished else receipts(s, payments(s))

    # -- what can be read off ---------------------------------------------------------------------

    def view(self, s: IntroState, player: str | None) -> dict[str, Any]:
        position = report.position(s)
        for company, about in position["companies"].items():
            about["president"] = director(s, company)
            about["in_play"] = bool(about["president"])
            about["obsolete"] = any(is_obsolete(s, kind) for kind in about["trains"])
        return {
            **position,
            "turns": s.turns,
            "display": {c: self.box.percents[c][number] for c, number in displayed(s).items()},
            "certificates": {p: counted(s, p, ()) for p in s.players},
            "certificate_limit": limit_of(s),
            "links": dict(sorted(s.links.items())),
            "dividends": dict(s.dividends),
            "winners": list(s.winners),
        }

    def audit(self, s: IntroState) -> None:
        """Nothing lost; no money, one train each, limits kept, the director holding most."""
        report.audit(s)
        assert not any(s.cash.values()), "there is no money in this game"
        over = any(frame.stage == "surplus" for frame in s.stack)
        for player in s.players:
            assert over or counted(s, player, ()) <= limit_of(s), f"certificates of {player}"
        for company, owners in s.shares.items():
            assert company not in owners, f"certificates on the charter of {company}"
            assert len(trains_of(s, company)) <= 1, f"trains of {company}"
            parts = {player: percent(s, player, company) for player in s.players}
            assert max(parts.values()) <= self.box.holding, f"holdings of {company}"
            if chief := director(s, company):
                assert parts[chief] == max(parts.values()), f"director of {company}"
        assert set(s.links) <= set(self.box.sites), "links away from mines and mills"


@made_once
def compose(players: int, options: Mapping[str, Choice]) -> IntroRules:
    """The rules, the same for every table."""
    return IntroRules()
