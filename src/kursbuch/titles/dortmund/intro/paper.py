"""Certificates in the Introduction Game: one leaves the display in every turn (18DO §3.2.1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from kursbuch.core import Action, Frame, Refusal, Stage, Step, refuse
from kursbuch.rail.meanings import Company, Percent
from kursbuch.rail.paper.holdings import counted, held, move, overtaker, percent
from kursbuch.rail.rounds import TurnStep, next_step
from kursbuch.rail.state import DEPOT, OFFER, POOL
from kursbuch.rail.steps.exchange import ask_overtaker
from kursbuch.rail.trains.depot import leaves_depot, move_card, trains_of
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.railway.stock import EXCHANGE


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the top certificate of a railway's stack."""

    form = "{actor} takes {percent} {company}"
    percent: Percent
    company: Company


@dataclass(frozen=True, slots=True)
class Drop(Action):
    """Give up a certificate of one's own to the Bank Pool."""

    form = "{actor} drops {percent} {company}"
    percent: Percent
    company: Company


@dataclass(frozen=True, slots=True)
class Send(Action):
    """Move a certificate from the display to the Bank Pool and get none."""

    form = "{actor} sends {percent} {company} to the pool"
    percent: Percent
    company: Company


# -- reading --------------------------------------------------------------------------------------


def top_of(s: IntroState, company: str) -> int | None:
    """The number of the certificate on top of a stack; None if the stack is gone."""
    owners = s.shares[company]
    return owners.index(OFFER) if OFFER in owners else None


def displayed(s: IntroState) -> dict[str, int]:
    """The railways with certificates on display, and the number of each stack's top one."""
    return {company: n for company in s.shares if (n := top_of(s, company)) is not None}


def director(s: IntroState, company: str) -> str:
    """The player who directs a railway; "" if nobody does."""
    owner = s.shares[company][0]
    return owner if owner in s.players else ""


def directed(s: IntroState, player: str) -> tuple[str, ...]:
    """The railways that a player directs."""
    return tuple([company for company, owners in s.shares.items() if owners[0] == player])


def limit_of(s: IntroState) -> int:
    """The certificate limit of the board's grey box (18DO-3.2.1-7)."""
    return s.box.starts[len(s.players)].certificates


def room(s: IntroState, player: str) -> int:
    """How many certificates a player may still take; below 0 some must go."""
    return limit_of(s) - counted(s, player, ())


def _breaks_holding(s: IntroState, player: str, company: str, size: int) -> bool:
    return percent(s, player, company) + size > s.box.holding


# -- what happens ---------------------------------------------------------------------------------


def settle_director(s: IntroState, company: str) -> None:
    """Whoever holds more than the director takes over; who then has too much paper gives some up at once."""
    before = director(s, company)
    if not before:
        return
    if overtaker(s, company) != before:
        s.push(SurplusFrame("surplus", before))  # gone at once if there is no surplus after the exchange
        ask_overtaker(s, company, EXCHANGE)


def next_train(s: IntroState, company: str) -> None:
    """The next train of the display goes to a railway, if there is one (18DO-3.2.1-4, 18DO-3.2.1-21)."""
    cards = trains_of(s, DEPOT)
    if not cards:
        return
    card = cards[0]
    move_card(s, card, DEPOT, company)
    (s.sides[card],) = s.box.trains[card.partition("#")[0]].sides
    s.note("gets-train", company=company, train=s.sides[card])
    leaves_depot(s, card)


# -- steps ----------------------------------------------------------------------------------------


def _why_not_own(player: str, action: Action) -> Refusal | None:
    """Players deal in certificates, not the railways that they speak for."""
    if action.actor != player:
        return refuse("turn.not-yours", "It is {player}'s turn.", player=player)
    return None


def _why_not_on_top(s: IntroState, player: str, action: Take | Send) -> Refusal | None:
    """A player can have the certificate on top of a stack only."""
    company, size = action.company, action.percent
    if refusal := _why_not_own(player, action):
        return refusal
    if company not in s.shares:
        return refuse("18DO-3.2.1-6", "There is no railway {company}.", company=company)
    number = top_of(s, company)
    if number is None:
        return refuse(
            "18DO-3.2.1-13",
            "No certificate of {company} is on display; the Bank Pool gives none.",
            company=company,
        )
    top = s.box.percents[company][number]
    if top != size:
        return refuse(
            "18DO-3.2.1-2", "The top certificate of {company} is one of {top} %.", company=company, top=top
        )
    return None


class SendToPool(Step[IntroState, Send]):
    """Who is at the certificate limit, or may hold nothing on display, moves a certificate to the pool."""

    action = Send

    def candidates(self, s: IntroState, player: str) -> Iterable[Send]:
        for company, number in displayed(s).items():
            yield Send(player, s.box.percents[company][number], company)

    def why_not(self, s: IntroState, player: str, action: Send) -> Refusal | None:
        if refusal := _why_not_on_top(s, player, action):
            return refusal
        tops = displayed(s)
        if room(s, player) > 0 and any(
            not _breaks_holding(s, player, company, s.box.percents[company][n]) for company, n in tops.items()
        ):
            return refuse("18DO-3.2.1-1", "{player} is below the limit and must take one.", player=player)
        if tops[action.company] == 0 and any(tops.values()):
            return refuse(
                "18DO-3.2.1-12", "A director's certificate stays as long as there are others on display."
            )
        return None

    def apply(self, s: IntroState, player: str, action: Send) -> None:
        number = top_of(s, action.company)
        assert number is not None
        move(s, action.company, [number], POOL)
        s.note("sends", player=player, company=action.company, percent=action.percent)
        next_step(s)


class DropOwn(Step[IntroState, Drop]):
    """Who is at the certificate limit may give one up first; who is above it must."""

    action = Drop

    def candidates(self, s: IntroState, player: str) -> Iterable[Drop]:
        for company in s.shares:
            sizes = {s.box.percents[company][n] for n in held(s, player, company) if n}
            for size in sorted(sizes):
                yield Drop(player, size, company)

    def why_not(self, s: IntroState, player: str, action: Drop) -> Refusal | None:
        company = action.company
        if refusal := _why_not_own(player, action):
            return refusal
        if room(s, player) > 0:
            return refuse("18DO-3.2.1-8", "Only who is at the limit gives certificates up.")
        if company not in s.shares or not held(s, player, company):
            return refuse(
                "18DO-2.4.3-3", "{player} holds no certificate of {company}.", player=player, company=company
            )
        if self._number(s, player, company, action.percent) is None:
            if director(s, company) == player:
                return refuse("18DO-3.2.1-9", "A director's certificate is not given up.")
            return refuse(
                "18DO-2.4.3-2",
                "{player} holds no {percent} % certificate of {company}.",
                player=player,
                percent=action.percent,
                company=company,
            )
        return None

    @staticmethod
    def _number(s: IntroState, player: str, company: str, size: int) -> int | None:
        """An ordinary certificate of this size that the player holds."""
        sizes = s.box.percents[company]
        return next((n for n in held(s, player, company) if n and sizes[n] == size), None)

    def apply(self, s: IntroState, player: str, action: Drop) -> None:
        number = self._number(s, player, action.company, action.percent)
        assert number is not None
        move(s, action.company, [number], POOL)
        s.note("drops", player=player, company=action.company, percent=action.percent)
        settle_director(s, action.company)


class TakeCertificate(TurnStep):
    """A player takes one certificate from the display, the first step of every turn."""

    action = Take

    def also(self) -> tuple[Step[IntroState, Any], ...]:
        return (DropOwn(), SendToPool())

    def candidates(self, s: IntroState, player: str) -> Iterable[Take]:
        for company, number in displayed(s).items():
            yield Take(player, s.box.percents[company][number], company)

    def why_not(self, s: IntroState, player: str, action: Take) -> Refusal | None:
        if refusal := _why_not_on_top(s, player, action):
            return refusal
        if room(s, player) <= 0:
            return refuse("18DO-3.2.1-7", "{player} is at the limit of {n}.", player=player, n=limit_of(s))
        if _breaks_holding(s, player, action.company, action.percent):
            return refuse(
                "18DO-3.2.1-14", "Nobody may hold more than {limit} % of a railway.", limit=s.box.holding
            )
        return None

    def apply(self, s: IntroState, player: str, action: Take) -> None:
        company = action.company
        number = top_of(s, company)
        assert number is not None
        move(s, company, [number], player)
        s.note("takes", player=player, company=company, percent=action.percent)
        next_step(s)
        if number == 0:
            s.note("president", company=company, player=player, before="")
            next_train(s, company)
        else:
            settle_director(s, company)

    def may_pass(self, s: IntroState, player: str) -> Refusal | None:
        rule = "18DO-3.2.1-1" if room(s, player) > 0 else "18DO-3.2.1-11"
        return refuse(rule, "One certificate leaves the display in every turn.")


# -- too many certificates ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SurplusFrame(Frame):
    """A former director with certificates above the limit."""

    player: str


class Surplus(Stage[IntroState, SurplusFrame]):
    """A former director gives up at once what is above the limit (18DO-3.2.1-19)."""

    steps = (DropOwn(),)

    def deciders(self, s: IntroState, f: SurplusFrame) -> tuple[str, ...]:
        return (f.player,)

    def advance(self, s: IntroState, f: SurplusFrame) -> bool:
        if room(s, f.player) >= 0:
            s.pop()
            return True
        return False

    def not_now(self, s: IntroState, f: SurplusFrame, action: Action) -> Refusal:
        return refuse("18DO-3.2.1-19", "{player} must first give up certificates.", player=f.player)

    def not_yours(self, s: IntroState, f: SurplusFrame, action: Action) -> Refusal:
        return self.not_now(s, f, action)
