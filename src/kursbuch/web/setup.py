"""Setting a table up: who sits where, under which name, and the first position."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import kursbuch as kb
from kursbuch import bots
from kursbuch.core import BadInput, Game, State
from kursbuch.core.event import events_text
from kursbuch.shelf import edition_for, find
from kursbuch.store import Entry, SeatRow, TableRow
from kursbuch.store.games import fixed_of, stored_position
from kursbuch.store.positions import PositionRow, Whole, as_rows
from kursbuch.store.table_rows import new_id
from kursbuch.web.levels import seated
from kursbuch.web.names import checked_name
from kursbuch.web.service import Mode, Person, Seat, Visibility

NAME_LIMIT = 60
SEED_BITS = 128  # of what the operating system draws
_MODES = ("bots", "hotseat", "online")


def new_table(
    owner: Person,
    title: str,
    mode: Mode,
    seats: Sequence[Seat],
    name: str,
    options: Mapping[str, object],
    visibility: Visibility,
    seed: int | None,
    edition: str = "",
) -> TableRow:
    """A table as it will be stored; raises BadInput."""
    found = find(title)
    chosen = found.options(options)
    if len(seats) not in found.info.players:
        allowed = found.info.players
        raise BadInput(
            "seats",
            "{title} is for {least} to {most} players",
            title=found.info.name,
            least=allowed.start,
            most=allowed.stop - 1,
        )
    if mode not in _MODES or visibility not in ("public", "private"):
        raise BadInput("mode", "bots, hotseat or online; visibility public or private")
    if seed is not None and seed.bit_length() > SEED_BITS:
        raise BadInput("seed", "a whole number of at most {bits} bits", bits=SEED_BITS)
    own = edition_for(title, edition) if edition else None
    if own is not None:
        kb.new_game(title, len(seats), 0, chosen, own)  # what is wrong with it is not taken for a wrong name
    row = TableRow(
        id=new_id(),
        title=title,
        edition=own.digest if own else "",
        own=own,
        name=table_name(name, found.info.name),
        mode=mode,
        visibility=visibility,
        options=dict(chosen),
        seed=fresh_seed() if seed is None else seed,
        owner=owner.id,
        seats=tuple(SeatRow(seat.player, seat.person, seat.bot) for seat in seats),
    )
    return started(_seated(row, owner))


def fresh_seed() -> int:
    """A seed that nobody can guess, from the operating system."""
    return secrets.randbits(SEED_BITS)


def from_transcript(
    owner: Person, transcript: str, mode: Mode, *, reseed: bool, plays: str = ""
) -> tuple[TableRow, list[Entry], list[PositionRow]]:
    """A table that goes on from a transcript, its log and its positions so far; raises BadInput.

    `reseed` lets chance go on from a seed that whoever wrote the transcript does not know. `plays` is the player whom
    the owner takes against bots, if not the first.
    """
    game = kb.load(transcript)
    if mode == "online":  # others read them, as names and in the chat
        for number, player in enumerate(game.players):
            _as_name(player, f"players[{number}]")
    if reseed:
        game.reseed(fresh_seed())
    entries, rows = _so_far(game)
    bot, own = bots.USUAL, plays or game.players[0]
    seats = [
        SeatRow(
            player,
            owner.id if player == own or mode == "hotseat" else None,
            bot if player != own and mode == "bots" else "",
        )
        for player in game.players
    ]
    row = TableRow(
        id=new_id(),
        title=game.title,
        name=game.info.name,
        mode=mode,
        visibility="private",
        options=dict(game.options),
        edition=game.edition.digest if game.edition else "",
        own=game.edition,
        seed=game.seed,
        owner=owner.id,
        seats=tuple(seats),
        version=len(entries),
        moves=len(game.actions),
        revision=game.info.revision,
        chance=game.form,
        setup=events_text(game.events_of(0)),
        state=stored_position(game),
    )
    return started(row, game), entries, rows


def _so_far(game: Game) -> tuple[list[Entry], list[PositionRow]]:
    """The log and the positions of a game that has just been played from a transcript."""
    entries: list[Entry] = []
    spots: list[tuple[int, State]] = []  # positions, and the lines after which they stand
    for number, state in game.positions():
        if number:
            entries.append(_line(game, number))
        entries += [Entry("seed", text=str(seed)) for moves, seed in game.reseeded if moves == number]
        spots.append((len(entries), state))
    rows: list[PositionRow] = []
    whole: Whole | None = None
    for before, after in pairwise(spots):
        new, whole, _ = as_rows(whole, before, after, fixed_of(game))
        rows += new
    return entries, rows


def _line(game: Game, number: int) -> Entry:
    move, acting = game.moves[number - 1], game.acting_at(number - 1)
    player = move.action.by or (acting[0] if len(acting) == 1 else "")
    return Entry("act", player, str(move.action), events_text(move.events), uncovered=move.uncovered)


def started(row: TableRow, game: Game | None = None) -> TableRow:
    """The table with its game begun, if all seats are taken."""
    if any(seat.person is None and not seat.bot for seat in row.seats):
        return row
    game = game or start(row)
    bots = {seat.player for seat in row.seats if seat.bot}
    return replace(
        row,
        started=True,
        over=game.over,
        acting=game.acting,
        bot_turn=bool(bots & set(game.acting)),
        revision=game.info.revision,
        setup=row.setup or events_text(game.events_of(0)),
        state=stored_position(game),
    )


def start(row: TableRow) -> Game:
    """The first position; raises BadInput for names that cannot be played with."""
    return kb.new_game(row.title, row.players, row.seed, row.options, row.own)


def _seated(row: TableRow, owner: Person) -> TableRow:
    """The seats with people and names where they are known."""
    seats: list[SeatRow] = []
    for number, asked in enumerate(row.seats):
        seat = replace(asked, bot=_bot(asked.bot, f"seats[{number}].bot") if asked.bot else "")
        if seat.bot and seat.person is not None:
            raise BadInput(f"seats[{number}]", "a seat is a person's or a bot's, not both")
        if seat.person not in (None, owner.id):
            raise BadInput(f"seats[{number}].person", "others take their seats themselves, by invitation")
        everyone = row.mode != "online" and not seat.bot
        seats.append(replace(seat, person=owner.id) if everyone else seat)
    if row.mode == "hotseat" and any(seat.bot for seat in seats):
        raise BadInput("seats", "at one screen all seats are people's; choose the mode bots")
    if not any(seat.person == owner.id for seat in seats) and all(seat.bot for seat in seats):
        raise BadInput("seats", "one seat at least is for a person")
    taken = replace(row, seats=tuple(seats))
    for number, seat in enumerate(taken.seats):
        wanted = seat.player or (
            owner.name if seat.person == owner.id else _robot(seat.bot) if seat.bot else ""
        )
        if wanted:
            if seat.player:
                if row.mode == "online":  # others read it, as a name and in the chat
                    wanted = _as_name(wanted, f"seats[{number}].player")
                _check_name(taken, wanted, f"seats[{number}].player")
            name = wanted if seat.player else free_name(taken, wanted)
            places = list(taken.seats)
            places[number] = replace(seat, player=name)
            taken = replace(taken, seats=tuple(places))
    names = [seat.player for seat in taken.seats if seat.player]
    if len(set(names)) != len(names):
        raise BadInput("seats", "two players have the same name")
    return taken


def _as_name(name: str, place: str) -> str:
    """A name as people may have it; raises BadInput."""
    try:
        return checked_name(name)
    except BadInput as error:
        raise error.at(place) from error


def _bot(name: str, place: str) -> str:
    """The bot that takes a seat; raises BadInput for one that there is not."""
    try:
        return seated(name)
    except BadInput as error:
        raise error.at(place) from error


def empty_seat(row: TableRow, mine: str = "", kept: Collection[str] = ()) -> int | None:
    """A seat that can be taken: the one that is kept for whoever comes, else one that is kept for nobody."""
    empty = [n for n, s in enumerate(row.seats) if s.person is None and not s.bot]
    if mine:
        return next((n for n in empty if row.seats[n].player == mine), None)
    return next((n for n in empty if row.seats[n].player not in kept or not row.seats[n].player), None)


def free_name(row: TableRow, wanted: str) -> str:
    """The wanted name, or one like it if the game cannot do with it."""
    taken = {seat.player for seat in row.seats}
    wanted = "".join(c for c in wanted if c.isprintable() and c != ":").strip()[:36] or "Guest"
    for number in range(1, 20):
        name = wanted if number == 1 else f"{wanted} {number}"
        if name not in taken and _name_fits(row, name):
            return name
    raise BadInput("name", "{name!r} cannot be a player's name", name=wanted)


def _robot(bot: str) -> str:
    """What a bot is called whom nobody has given a name."""
    return bot.partition(":")[0].title()


def _name_fits(row: TableRow, name: str) -> bool:
    try:
        _check_name(row, name, "name")
    except BadInput:
        return False
    return True


def _check_name(row: TableRow, name: str, place: str) -> None:
    """Ask the game whether it takes the name; it knows its companies."""
    fillers = [f"{name[:30]} {n}" for n in range(2, len(row.seats) + 1)]
    try:
        kb.new_game(row.title, [name, *fillers], 0, row.options, row.own)
    except BadInput as error:
        raise error.at(place) from error


def table_name(name: str, title: str) -> str:
    """A name for a table, tidied; its title where none is given. Raises BadInput."""
    name = " ".join(name.split())
    if len(name) > NAME_LIMIT or not name.isprintable():
        raise BadInput("name", "a table's name has at most {most} printable characters", most=NAME_LIMIT)
    return name or title
