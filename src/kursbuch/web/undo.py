"""What taking back means at a table with bots, and who must agree."""

from __future__ import annotations

from kursbuch.core import BadInput, Game
from kursbuch.store import TableRow


def last_decision(row: TableRow, game: Game) -> int:
    """How many actions stood before the last decision of a person; bots' answers are taken back with it."""
    bots = {seat.player for seat in row.seats if seat.bot}
    for number in range(len(game.actions) - 1, -1, -1):
        if game.actions[number].by not in bots:
            return number
    raise BadInput("undo", "there is nothing to take back")


def others(row: TableRow, person: int | None) -> list[str]:
    """The players of other people, who must agree before anything is taken back; none at one screen."""
    return [
        seat.player
        for seat in row.seats
        if seat.person is not None and seat.person != person and not seat.bot  # a bot moves for who is away
    ]
