"""Positions of the Introduction Game in a few lines, for tests and examples.

Everything not named is as at the start. The players sit in the order A, B, C ... and A is on turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kursbuch.core import Game, Title
from kursbuch.positions import SEATS, setting, stood
from kursbuch.rail.box import kind_of_card
from kursbuch.rail.rounds import PlayerFrame
from kursbuch.rail.state import DEPOT, OFFER, OUT, POOL
from kursbuch.rail.steps.station import free_slot, place_token, token_for
from kursbuch.rail.trains.depot import move_card
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.intro.turn import TableFrame
from kursbuch.titles.dortmund.title import INTRO

STEPS = ("take", "lay", "build", "swap")


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
    title: Title = INTRO,
) -> Game:
    """A position.

    held: for each railway the per cent by owner (players, pool); the largest holder directs unless `directors` says
    otherwise, and the rest is on display. display: how many certificates of each railway are on display, none of the
    others (what is left over lies in the pool). trains: one for each railway. depot: the kind on top of the train
    display, or "empty". turn: the player on turn and the step (take, lay, build, swap).
    """
    game = Game(title, list(SEATS[:players]), 1, {})
    s: IntroState = game.rules.start(game.players, game.state.chance.copy())
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
    return stood(game, s)


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
