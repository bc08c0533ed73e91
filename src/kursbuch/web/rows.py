"""What the stored rows of a table mean: who decides for whom, what is shown, what an action makes of a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from kursbuch.core import Action, Game, IllegalAction
from kursbuch.core.event import events_text
from kursbuch.store import Entry, TableRow
from kursbuch.store.games import stored_position
from kursbuch.web.seating import in_own_name
from kursbuch.web.service import Mode, Person, Seat, TableInfo, Visibility


def played(
    game: Game, action: str | Mapping[str, Any], own: Sequence[str], person: int | None
) -> tuple[Game, Entry]:
    """A copy of the game with the action done by one of the sender's own players; raises what `apply` raises."""
    after = _first_legal(game, in_own_name(game, game.read(action), own))
    done = after.moves[-1]
    line = Entry(
        "act", done.action.by, str(done.action), events_text(done.events), person, uncovered=done.uncovered
    )
    return after, line


def _first_legal(game: Game, tried: Sequence[Action]) -> Game:
    """The game after the first of these that is legal; if none is, the first one's refusal is raised."""
    refused: IllegalAction | None = None
    for move in tried:
        try:
            return game.after(move)
        except IllegalAction as error:
            refused = refused or error
    assert refused is not None
    raise refused


def shown(row: TableRow, game: Game, state: bytes | None = None) -> dict[str, Any]:
    """What a table shows of its game; `state` is its position as it is stored."""
    bots = {seat.player for seat in row.seats if seat.bot}
    return {
        "over": game.over,
        "moves": len(game.actions),
        "acting": game.acting,
        "bot_turn": bool(bots & set(game.acting)),
        "revision": game.info.revision,
        "state": stored_position(game) if state is None else state,
    }


def info_of(row: TableRow) -> TableInfo:
    return TableInfo(
        id=row.id,
        title=row.title,
        name=row.name,
        mode=cast(Mode, row.mode),
        visibility=cast(Visibility, row.visibility),
        seats=tuple(Seat(seat.player, seat.person, seat.bot) for seat in row.seats),
        owner=row.owner,
        created=row.created,
        updated=row.updated,
        started=row.started,
        over=row.over,
        moves=row.moves,
        acting=row.acting,
        options=row.options,
        agreed=row.agreed,
        edition=row.edition,
        undo_asked_by=row.undo_asked_by,
        undo_agreed=row.undo_agreed,
        version=row.version,
        clock=row.clock,
        keeping=row.keeping,
        ended=row.ended,
    )


def players_of(row: TableRow, person: Person | None) -> tuple[str, ...]:
    """The players that a person decides for."""
    if person is None:
        return ()
    return tuple(seat.player for seat in row.seats if seat.person == person.id)


def invited(row: TableRow, invitation: str) -> bool:
    return bool(row.invitation) and secrets.compare_digest(row.invitation.encode(), invitation.encode())
