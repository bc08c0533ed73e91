"""What happens to a table when time is out or somebody does not come: pure decisions about its row, nothing is kept.

A seat that keeps its person and has a bot is played by the bot until the person is back. One that others may take has
a bot and no person, and its player stands in the list `open`; who sat there before is in `lost`, to be told why a
private table opens no more. Who plays on in the seat of another stands under `taken`, by the player's name.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from kursbuch.core import Game
from kursbuch.store import SeatRow, TableRow
from kursbuch.store.people import folded
from kursbuch.web.clocks.terms import terms_of
from kursbuch.web.clocks.time import deadline, due, ran_out, returned, set_back, started, ticked
from kursbuch.web.service import NotAllowed, TableInfo

KINDS = ("bot", "open", "end")
CLOSED = "closed"  # why a table was ended that goes on if it is opened again
STANDS = timedelta(days=1)  # that a question is left to those who are asked before another takes its place
ANYBODY = 0  # no person's number: a place is kept for whoever comes under its name
Decide = Callable[[TableRow], TableRow | None]
"""What becomes of a table; None: it stays as it is."""


def timed(row: TableRow, acting: Collection[str]) -> list[str]:
    """Those of the players who are to decide whose clock runs: people, and no bot moves for them."""
    return [s.player for s in row.seats if s.player in acting and s.person is not None and not s.bot]


def clock_started(row: TableRow, acting: Collection[str], at: datetime) -> dict[str, Any]:
    """What a table notes about time when its game begins."""
    terms = terms_of(row.agreed)
    if terms is None or row.mode != "online" or not acting:
        return {}
    clock = started(terms, [s.player for s in row.seats if s.person is not None], timed(row, acting), at)
    return {"clock": clock, "due": due(terms, clock)}


def clock_after(row: TableRow, game: Game, acted: Collection[str], at: datetime) -> dict[str, Any]:
    """What a table notes about time when its game has gone on."""
    terms = terms_of(row.agreed)
    if terms is None or not row.clock:
        return {}
    clock = row.clock
    moved = [
        s.player for s in row.seats if s.player in acted and not s.bot
    ]  # a bot's move brings nobody back
    for player in moved:
        if player in _out(row):  # and has as much time as one who says so
            clock = returned(terms, clock, player, True, at)
    clock = ticked(terms, clock, moved, () if game.over else timed(row, game.acting), at)
    return {"clock": clock, "due": due(terms, clock)}


def check_running(row: TableRow, own: Collection[str]) -> None:
    """Raise NotAllowed at a table that was ended, and for one for whom a bot moves."""
    if row.ended:
        raise NotAllowed("this game was ended")
    if own and all(seat.bot for seat in row.seats if seat.player in own):
        raise NotAllowed("a bot moves for you: say first that you are back")


# -- time is out ----------------------------------------------------------------------------------


def time_out(row: TableRow, at: datetime, bot: str) -> TableRow | None:
    """The table after somebody's time has run out; None if nobody's has."""
    terms = terms_of(row.agreed)
    if terms is None or row.over or row.due is None or row.due > at:
        return None
    late = [p for p in row.clock["since"] if (end := deadline(terms, row.clock, p)) and end <= at]
    if not late:
        return replace(row, due=due(terms, row.clock))
    if terms.out == "end":
        return ended(row, "time")
    clock = ran_out(row.clock, late)
    after = replace(row, clock=clock, due=due(terms, clock))
    return _with_bots(after, late, bot) if terms.out == "bot" else after


def delayed(row: TableRow, gone: datetime, back: datetime) -> TableRow | None:
    """The table with its clocks set back by a time in which nobody could move; None if none runs."""
    terms = terms_of(row.agreed)
    if terms is None or row.over or row.due is None:
        return None
    clock = set_back(row.clock, gone, back)
    return replace(row, clock=clock, due=due(terms, clock))


def ended(row: TableRow, why: str) -> TableRow:
    """The table with its game ended as it stands."""
    clock = {**row.clock, "since": {}} if row.clock else {}
    return replace(
        row,
        ended=why,
        over=True,
        acting=(),
        bot_turn=False,
        clock=clock,
        due=None,
        keeping={},
        undo_asked_by="",
        undo_agreed=(),
    )


def _with_bots(row: TableRow, players: Collection[str], bot: str) -> TableRow:
    """The table with a bot that moves for these."""
    places = tuple(replace(s, bot=bot) if s.player in players and not s.bot else s for s in row.seats)
    return _seated(row, places)


def stood_in(row: TableRow, person: int, bot: str) -> TableRow | None:
    """The table with a bot that moves for a person; None if there is nothing for it to do."""
    own = [s.player for s in row.seats if s.person == person and not s.bot]
    if not own or row.over or row.mode != "online":
        return None
    if row.clock:
        clock = ran_out(row.clock, own)
        row = replace(row, clock=clock, due=due(terms_of(row.agreed), clock))
    return _with_bots(row, own, bot)


def _seated(row: TableRow, places: Sequence[SeatRow]) -> TableRow:
    bots = {seat.player for seat in places if seat.bot}
    return replace(row, seats=tuple(places), bot_turn=not row.over and bool(bots & set(row.acting)))


def come_back(row: TableRow, person: int, at: datetime) -> TableRow | None:
    """The table with its seat in a person's hands again; None if no bot moves for them."""
    own = [s.player for s in row.seats if s.person == person and (s.bot or s.player in _out(row))]
    if not own or row.over or row.mode != "online":
        return None
    places = [replace(s, bot="") if s.player in own else s for s in row.seats]
    after = replace(_seated(row, places), keeping=_without_question(row, own))
    terms = terms_of(row.agreed)
    if terms is None or not row.clock:
        return after
    clock = row.clock
    for player in own:
        clock = returned(terms, clock, player, player in row.acting, at)
    return replace(after, clock=clock, due=due(terms, clock))


def take_seat(row: TableRow, person: int, name: str, at: datetime) -> TableRow | None:
    """The table with somebody new in a seat that may be taken; None if there is none."""
    free = row.keeping.get("open", [])
    player = next((s.player for s in row.seats if s.player in free and s.person is None), None)
    if player is None or row.over:
        return None
    places = [SeatRow(player, person) if s.player == player else s for s in row.seats]
    rest: dict[str, Any] = {
        name: [p for p in row.keeping.get(name, ()) if p != player] for name in ("open", "gone")
    }
    rest["lost"] = [one for one in row.keeping.get("lost", ()) if one != person]
    rest["taken"] = {**_without(row, player), **({player: name} if folded(name) != folded(player) else {})}
    after = replace(_seated(row, places), keeping={**row.keeping, **rest})
    terms = terms_of(row.agreed)
    if terms is None or not row.clock:
        return after
    clock = returned(terms, row.clock, player, player in row.acting, at)
    return replace(after, clock=clock, due=due(terms, clock))


def _without(row: TableRow, player: str) -> dict[str, str]:
    """Who plays on for others, without one player."""
    return {of: name for of, name in row.keeping.get("taken", {}).items() if of != player}


# -- asking the others ----------------------------------------------------------------------------


def _out(row: TableRow | TableInfo) -> list[str]:
    return list(row.clock.get("out", ())) if row.clock else []


def away(row: TableRow | TableInfo, player: str, at: datetime, patience: timedelta) -> bool:
    """Whether a player keeps the others waiting: time is out, a bot moves, or, without a clock, long silence."""
    seat = next((s for s in row.seats if s.player == player), None)
    if seat is None:
        return False
    if seat.person is None:  # an account that was deleted, and whose seat nobody has taken yet
        return player in row.keeping.get("gone", ()) and player not in row.keeping.get("open", ())
    silent = not row.clock and player in row.acting and at - row.updated >= patience
    return player in _out(row) or bool(seat.bot) or silent


def voters(row: TableRow, kind: str, player: str) -> list[str]:
    """Who is asked: the people who are there, without the one whom it is about."""
    out = _out(row)
    return [
        s.player
        for s in row.seats
        if s.person is not None
        and not s.bot
        and s.player not in out
        and (kind == "end" or s.player != player)
    ]


def proposed(
    row: TableRow, by: str, kind: str, player: str, at: datetime, patience: timedelta, bot: str
) -> TableRow:
    """The table with a question for the others, or with what nobody needs to be asked about; raises NotAllowed."""
    if row.mode != "online" or not row.started or row.over:
        raise NotAllowed("nothing can be voted on at this table")
    if kind not in KINDS:
        raise NotAllowed("this cannot be voted on")
    player = "" if kind == "end" else player
    if kind == "open" and player == by:
        raise NotAllowed("a bot takes your seat first")
    if kind != "end" and player != by and not away(row, player, at, patience):
        raise NotAllowed("{player} is not away", player=player)
    standing = question(row, at, patience)
    if standing and standing["by"] != by and _in_time(standing, at):
        raise NotAllowed("{by} has asked something: answer that first", by=standing["by"])
    asked = {"kind": kind, "player": player, "by": by, "agreed": [by], "against": [], "at": at.isoformat()}
    return _counted(replace(row, keeping={**row.keeping, "asked": asked}), bot)


def question(row: TableRow | TableInfo, at: datetime, patience: timedelta) -> dict[str, Any] | None:
    """What is voted on; None if nothing is, or if the one whom it is about is there again."""
    asked: dict[str, Any] | None = row.keeping.get("asked")
    if asked and _of_one_away(asked) and not away(row, asked["player"], at, patience):
        return None
    return asked


def _of_one_away(asked: Mapping[str, Any]) -> bool:
    return bool(asked["kind"] != "end" and asked["player"] != asked["by"])


def _in_time(asked: Mapping[str, Any], at: datetime) -> bool:
    return "at" in asked and at - datetime.fromisoformat(asked["at"]) < STANDS


def answered(
    row: TableRow, by: Collection[str], agree: bool, at: datetime, patience: timedelta, bot: str
) -> TableRow | None:
    """The table after an answer; None if nothing was asked of them."""
    asked = question(row, at, patience)
    if not asked or row.over:
        return None
    if not agree and asked["by"] in by:
        return replace(row, keeping={**row.keeping, "asked": None})
    voting = [p for p in voters(row, asked["kind"], asked["player"]) if p in by]
    if not voting:
        return None
    sides = {side: [p for p in asked.get(side, ()) if p not in voting] for side in ("agreed", "against")}
    sides["agreed" if agree else "against"] += voting
    return _counted(replace(row, keeping={**row.keeping, "asked": {**asked, **sides}}), bot)


def _counted(row: TableRow, bot: str) -> TableRow:
    """What comes of the votes so far: of one who is away most must agree, of all else everybody."""
    asked = row.keeping["asked"]
    asking = voters(row, asked["kind"], asked["player"])
    agreed = [p for p in asking if p in asked["agreed"]]
    possible = [p for p in asking if p not in asked.get("against", ())]
    needed = len(asking) // 2 + 1 if _of_one_away(asked) and asking else len(asking)
    if len(possible) < needed:
        return replace(row, keeping={**row.keeping, "asked": None})
    if len(agreed) < needed:
        return row
    row = replace(row, keeping={**row.keeping, "asked": None})
    if asked["kind"] == "end":
        return ended(row, "agreed")
    player = asked["player"]
    if row.clock:
        terms = terms_of(row.agreed)
        clock = ran_out(row.clock, [player])
        row = replace(row, clock=clock, due=due(terms, clock))
    if asked["kind"] == "bot":
        return _with_bots(row, [player], bot)
    places = [SeatRow(player, None, bot) if s.player == player else s for s in row.seats]
    free = [*row.keeping.get("open", []), player]
    lost = [s.person for s in row.seats if s.player == player and s.person is not None]
    rest = {"open": free, "lost": [*row.keeping.get("lost", []), *lost], "taken": _without(row, player)}
    return replace(_seated(row, places), keeping={**row.keeping, **rest})


def unseated(before: TableRow, after: TableRow) -> list[tuple[int, str]]:
    """Whom a change has put out of their seat, and how: `replaced` by a bot until they are back, or `lost`."""
    if after.over:
        return []
    out = []
    for old, new in zip(before.seats, after.seats, strict=True):
        if old.person is not None and new.person is None:
            out.append((old.person, "lost"))
        elif old.person is not None and new.bot and not old.bot:
            out.append((old.person, "replaced"))
    return out


def kept_for(row: TableRow, person: int) -> str:
    """The player whose seat is kept for a person; "" if none is."""
    kept: dict[str, int] = row.keeping.get("kept", {})
    return next((player for player, whose in kept.items() if whose == person), "")


def named_place(row: TableRow, name: str) -> str:
    """The player whose place is kept for whoever comes under this name; "" if none is.

    >>> row = TableRow("t", "x", "", "online", "private", {}, 1, 1, keeping={"kept": {"Ben": 0, "Eva": 7}})
    >>> named_place(row, "BEN"), named_place(row, "Eva")
    ('Ben', '')
    """
    kept: dict[str, int] = row.keeping.get("kept", {})
    return next((p for p, whose in kept.items() if whose == ANYBODY and folded(p) == folded(name)), "")


def _without_question(row: TableRow, players: Collection[str]) -> dict[str, Any]:
    """What is kept once these are back: nobody needs to vote on them."""
    asked = row.keeping.get("asked")
    return {**row.keeping, "asked": None} if asked and asked["player"] in players else dict(row.keeping)
