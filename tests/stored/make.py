"""How the stored games beside this file were made: played on a real store by the program of that day.

    python tests/stored/make.py FOLDER [TITLE ...]

They are never made anew: they prove that games stored by an old program go on in every later one. To add those of
today, run this with today's program into a new folder. One file a title and number of players, JSON under xz:

    table, seats, people, chat   rows of the database (the table without what changes)
    actions                      the whole log, one list a row
    moments                      for some versions: the table's row at that time, its position in base64, and what
                                 could be seen then: views, legal actions, scores, the transcript's digest
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import json
import lzma
import random
import sys
import tempfile
from pathlib import Path
from typing import Any

import sqlalchemy as sa

import kursbuch as kb
from kursbuch import bots
from kursbuch.core import Game
from kursbuch.store import Games, News, People, TableStore, migrate, open_database
from kursbuch.store.schema import actions, chat, people, seats, tables
from kursbuch.web.service import Person, Seat
from kursbuch.web.tables import LiveTables

NAMES = ("Anna", "Ben", "Clara", "David", "Eva", "Fritz")
MODES = ("online", "hotseat", "bots")
CHANGING = {
    "state", "version", "moves", "acting", "bot_turn", "over", "updated", "revision", "undo_asked_by", "undo_agreed"
}  # fmt: skip
MOST = 14  # moments of a game


class Played:
    """One table, played to its end, remembered version by version."""

    def __init__(self, folder: Path, title: str, players: int, number: int) -> None:
        self.database = open_database(f"sqlite:///{folder / f'{title}-{players}.sqlite3'}")
        news = News(self.database)
        self.store = TableStore(self.database, news)
        self.live = LiveTables(self.store, Games(self.database, self.store), news)
        self.people = People(self.database)
        self.title, self.players, self.mode = title, players, MODES[number % 3]
        self.rng = random.Random(f"{title} {players}")
        self.house = number % 2 == 0  # else every move is random
        self.table = ""
        self.persons: list[Person] = []
        self.seen: dict[int, tuple[dict[str, Any], Game, str]] = {}
        self.stages: set[tuple[str, bool]] = set()

    async def sit_down(self) -> None:
        await migrate(self.database)
        many = self.players if self.mode == "online" else 1
        for name in NAMES[:many]:
            row = await self.people.add(name, None, "de")
            self.persons.append(Person(row.id, row.name))
        owner = self.persons[0]
        if self.mode == "online":
            places = [Seat(owner.name, owner.id), *[Seat("") for _ in self.persons[1:]]]
        elif self.mode == "bots":
            places = [Seat(NAMES[0]), *[Seat(n, bot="house") for n in NAMES[1 : self.players]]]
        else:
            places = [Seat(n) for n in NAMES[: self.players]]
        info = await self.live.create(owner, self.title, self.mode, places, visibility="public")  # type: ignore[arg-type]
        self.table = info.id
        for person in self.persons[1:]:
            await self.live.join(self.table, person)

    def person_of(self, player: str) -> Person:
        return self.persons[NAMES.index(player)] if self.mode == "online" else self.persons[0]

    async def play(self) -> None:
        await self.sit_down()
        await self.remember()
        while True:
            info, game = await self.live.look(self.table)
            if game.over:
                break
            player = self.rng.choice(game.acting)
            action = self.choice(game, player)
            if self.mode == "bots" and player != NAMES[0]:
                await self.live.act_for_bot(self.table, player, action, info.version)
            else:
                await self.live.act(self.table, self.person_of(player), action, info.moves)
            await self.remember()
            if self.rng.random() < 0.02:
                await self.take_back(player)
            if self.rng.random() < 0.01:
                await self.live.say(self.table, self.person_of(player), "Das war ein guter Zug – 5 für KHS?")
        await self.database_rows()

    def choice(self, game: Game, player: str) -> str:
        legal = game.legal_actions(player)
        chosen = bots.get("house" if self.house and self.rng.random() < 0.9 else "random")
        return f"{player}: {chosen.choose(game.view(player), legal, self.rng)}"

    async def take_back(self, player: str) -> None:
        """One or two decisions, and sometimes they are played again."""
        info, game = await self.live.look(self.table)
        if not any(a.by == NAMES[0] or self.mode != "bots" for a in game.actions):
            return
        person = self.person_of(player)
        await self.live.undo(self.table, person, info.moves)
        if self.mode == "online":
            await self.remember("undo asked for")
            for other in self.persons:
                if other.id != person.id:
                    await self.live.answer_undo(self.table, other, True)
        await self.remember("after an undo")
        if self.rng.random() < 0.5:
            info, game = await self.live.look(self.table)
            again = game.clone()
            again.redo()
            own = self.person_of(again.actions[-1].by) if again.actions[-1].by else person
            await self.live.redo(self.table, own, info.moves)
            await self.remember("after a redo")

    async def remember(self, why: str = "") -> None:
        async with self.database.read() as connection:
            row = dict((await connection.execute(sa.select(tables))).mappings().one())
        game = await self.live.game(self.table)
        stage = "" if game.over else game.state.top.stage
        if stage and (stage, len(game.acting) > 1) not in self.stages:
            self.stages.add((stage, len(game.acting) > 1))
            why = why or f"stage {stage}"
        if why and why in {w for _, _, w in self.seen.values()}:
            why = ""
        version = row["version"]
        if why or version % 8 == 0 or game.over:
            self.seen[version] = (row, game, why)

    async def database_rows(self) -> None:
        async with self.database.read() as connection:
            self.rows = {
                t.name: [list(r) for r in await connection.execute(sa.select(t).order_by(*t.primary_key))]
                for t in (seats, people, actions, chat)
            }

    def moments(self) -> list[dict[str, Any]]:
        """Early, in the middle, late, finished, and wherever something else is to be decided for the first time."""
        last = max(self.seen)
        wanted = [share * last for share in (0.05, 0.3, 0.6, 0.9, 1)]
        plain = [min((abs(version - at), version) for version in self.seen)[1] for at in wanted]
        special = [v for v, (_, _, why) in self.seen.items() if why]
        self.rng.shuffle(special)
        chosen = sorted({*plain, *special[: MOST - len(plain)]})
        return [moment(*self.seen[version]) for version in chosen]


def moment(row: dict[str, Any], game: Game, why: str) -> dict[str, Any]:
    views = {player or "": game.view(player) for player in (None, *game.players)}
    events = {name: digest(view.pop("events")) for name, view in views.items()}
    return {
        "why": why,
        "row": {
            key: base64.b64encode(value).decode() if key == "state" else value
            for key, value in row.items()
            if key in CHANGING
        },
        "views": views,
        "events": events,
        "legal": {player: [str(a) for a in game.legal_actions(player)] for player in game.players},
        "scores": game.scores(),
        "transcript": digest(game.to_json()),
        "draws": game.state.chance.count,
    }


def digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def write(path: Path, value: Any) -> int:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=str)
    data = lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME)
    path.write_bytes(data)
    return len(data)


async def main(folder: Path, wanted: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    number = 0
    for info in kb.titles():
        for players in info.players:
            number += 1
            if wanted and info.id not in wanted:
                continue
            with tempfile.TemporaryDirectory() as place:
                played = Played(Path(place), info.id, players, number)
                await played.play()
                game = await played.live.game(played.table)
                row = next(iter(played.seen.values()))[0]
                out = {
                    "table": {key: value for key, value in row.items() if key not in CHANGING},
                    **played.rows,
                    "moments": played.moments(),
                    "finished": {"transcript": game.to_json(), "scores": game.scores()},
                }
                await played.database.close()
            size = write(folder / f"{info.id}-{players}.json.xz", out)
            print(info.id, players, played.mode, len(game.actions), len(out["moments"]), size, flush=True)


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1]), sys.argv[2:]))
