"""Positions of the Introduction Game, set up in a few readable lines.

    table = intro(held={"BME": {"A": 40}}, trains={"BME": "2"}, tiles={"H9": "9.2"}, turn="A lay")

Everything not named is as at the start. The players sit in the order A, B, C ... and A is on turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from kursbuch.core import Game, Title
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.loader import load_toml
from kursbuch.rail.rounds import PlayerFrame
from kursbuch.rail.state import DEPOT, OFFER, OUT, POOL
from kursbuch.rail.steps.station import free_slot, place_token, token_for
from kursbuch.rail.trains.depot import move_card
from kursbuch.testing import Table, setting, stood
from kursbuch.titles.dortmund.intro import rules as intro_rules
from kursbuch.titles.dortmund.intro.end import payments, receipts
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.intro.turn import TableFrame
from kursbuch.titles.dortmund.railway.parts import DATA, read_board
from kursbuch.titles.dortmund.title import INTRO

STEPS = ("take", "lay", "build", "swap")
LINE = {"E10": "1905.2"}  # from the harbour by the Union mill and Tremonia to Dortmund City


class IntroTable(Table):
    """A position of the Introduction Game with short ways to look at it."""

    def owes(self, company: str) -> int:
        return payments(self.s)[company]

    def gets(self, player: str) -> int:
        return receipts(self.s, payments(self.s))[player]

    def certificates(self, player: str) -> int:
        """How many certificates a player holds."""
        return sum(owners.count(player) for owners in self.s.shares.values())

    def shown(self, company: str) -> int:
        """How many certificates of a railway are on display."""
        owners: tuple[str, ...] = self.s.shares[company]
        return owners.count(OFFER)

    def director(self, company: str) -> str:
        owner: str = self.s.shares[company][0]
        return owner

    @property
    def step(self) -> str:
        """Whose turn it is and what comes next, such as "A lay"."""
        frame = self.s.top
        return f"{frame.player} {STEPS[frame.at]}" if isinstance(frame, PlayerFrame) else str(frame.stage)


def intro(
    players: int = 3,
    *,
    held: Mapping[str, Mapping[str, int]] | None = None,
    directors: Mapping[str, str] | None = None,
    display: Mapping[str, int] | None = None,
    trains: Mapping[str, str] | None = None,
    tokens: Mapping[str, Sequence[str]] | None = None,
    tiles: Mapping[str, str] | None = None,
    links: Mapping[str, int] | None = None,
    phase: str = "2",
    depot: str = "",
    turn: str = "A take",
    board: Callable[[dict[str, Any]], None] | None = None,
) -> IntroTable:
    """A position.

    held: for each railway the per cent by owner (players, pool); the largest holder directs unless `directors` says
    otherwise, and the rest is on display. display: how many certificates of each railway are on display, none of the
    others (what is left over lies in the pool). trains: one for each railway. depot: the kind on top of the train
    display, or "empty". turn: the player on turn and the step (take, lay, build, swap). board: changes the printed
    board.
    """
    title = Title(INTRO.info, _rules_with(board)) if board else INTRO
    game = Game(title, list("ABCDE"[:players]), 1, {})
    rules = game.rules
    s: IntroState = rules.start(game.players, game.state.chance.copy())
    s.phase_number = s.box.phase_number[phase]
    setting.put_tiles(s, tiles or {})
    for company, parts in (held or {}).items():
        _hand_out(s, company, parts, (directors or {}).get(company))
    if display is not None:
        _clear_display(s, display)
    _fill_depot(s, depot)
    for company, kind in (trains or {}).items():
        setting.give_trains(s, company, [kind])
    for company, places in (tokens or {}).items():
        for place in places:
            _build(s, company, place)
    s.links.update(links or {})
    player, _, step = turn.partition(" ")
    s.stack.clear()
    s.push(TableFrame("table", s.left_of(player)))
    s.push(PlayerFrame("turn", "", at=STEPS.index(step), player=player))
    return IntroTable(stood(game, s))


def _rules_with(change: Callable[[dict[str, Any]], None]) -> Callable[..., Any]:
    data = load_toml(DATA, "board.toml")
    change(data)
    rules = intro_rules.IntroRules()
    rules.box = replace(rules.box, map=read_board(data))
    return lambda players, options: rules


def _hand_out(s: IntroState, company: str, parts: Mapping[str, int], director: str | None) -> None:
    left = {owner: part for owner, part in parts.items()}
    people = [owner for owner in left if owner != POOL]
    chief = director or max(people, key=lambda p: left[p])
    sizes = s.box.percents[company]
    out = [chief]
    left[chief] -= sizes[0]
    for size in sizes[1:]:
        owner = next((o for o in left if left[o] >= size), OFFER)
        if owner != OFFER:
            left[owner] -= size
        out.append(owner)
    assert not any(left.values()), f"holdings of {company} do not fit its certificates: {left}"
    s.shares[company] = tuple(out)


def _clear_display(s: IntroState, keep: Mapping[str, int]) -> None:
    """Only so many certificates stay on display, the last ones of each stack."""
    for company, owners in s.shares.items():
        goes = owners.count(OFFER) - keep.get(company, 0)
        assert goes >= 0
        out = []
        for owner in owners:
            out.append(POOL if owner == OFFER and goes > 0 else owner)
            goes -= owner == OFFER
        s.shares[company] = tuple(out)


def _fill_depot(s: IntroState, top: str) -> None:
    kinds = list(s.box.trains)
    for card in s.trains[DEPOT]:
        if top == "empty" or (top and kinds.index(kind_of_card(card)) < kinds.index(top)):
            move_card(s, card, DEPOT, OUT)


def _build(s: IntroState, company: str, text: str) -> None:
    hex, _, stop = text.partition(".")
    place = (hex, int(stop))
    token, slot = token_for(s, company, place), free_slot(s, company, place)
    assert token is not None and slot is not None, f"no station of {company} fits at {text}"
    place_token(s, company, place, slot, token)
