"""What the stored rows of a table mean: who decides for whom, what is shown, what an action makes of a game."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from typing import Any, cast

from kursbuch.core import Game
from kursbuch.store import Entry, TableRow
from kursbuch.store.games import stored_position
from kursbuch.store.log import events_text
from kursbuch.web.seating import in_own_name
from kursbuch.web.service import Mode, Person, Seat, TableInfo, Visibility


def played(
    game: Game, action: str | Mapping[str, Any], own: Sequence[str], person: int | None
) -> tuple[Game, Entry]:
    """A copy of the game with the action done by one of the sender's own players; raises what `apply` raises."""
    tried = in_own_name(game, game.read(action), own)
    fit = next((m for m in tried if game.why_not(m) is None), tried[0])
    after = game.clone()
    after.apply(fit)
    entry = Entry(
        "act", fit.by, str(after.actions[-1]), events_text(after.events_of(len(after.actions))), person
    )
    return after, entry


def shown(row: TableRow, game: Game) -> dict[str, Any]:
    """What a table shows of its game."""
    bots = {seat.player for seat in row.seats if seat.bot}
    return {
        "over": game.over,
        "moves": len(game.actions),
        "acting": game.acting,
        "bot_turn": bool(bots & set(game.acting)),
        "revision": game.info.revision,
        "state": stored_position(game),
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
        undo_asked_by=row.undo_asked_by,
        undo_agreed=row.undo_agreed,
        version=row.version,
    )


def players_of(row: TableRow, person: Person | None) -> tuple[str, ...]:
    """The players that a person decides for."""
    if person is None:
        return ()
    return tuple(seat.player for seat in row.seats if seat.person == person.id)


def turn_of(row: TableRow, person: Person) -> bool:
    own = players_of(row, person)
    return bool(set(own) & set(row.acting)) or bool(
        row.undo_asked_by and row.undo_asked_by not in own and own
    )


def invited(row: TableRow, invitation: str) -> bool:
    return bool(row.invitation) and secrets.compare_digest(row.invitation.encode(), invitation.encode())
