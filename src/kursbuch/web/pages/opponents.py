"""Bots as people choose and meet them: levels and characters in words, and what a form says about a seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kursbuch.bots import CHARACTERS
from kursbuch.bots.easy import BLUNDERS
from kursbuch.web.levels import DEFAULT, DRAWN, character_of, level_of, levels, seconds
from kursbuch.web.service import TableInfo
from kursbuch.words import Words


@dataclass(frozen=True, slots=True)
class Strength:
    """A level in the form: its name, its words, what they mean, and whether a character goes with it."""

    name: str
    word: str
    means: str
    characters: bool


def strengths(words: Words, title: str = "") -> list[Strength]:
    """The levels, the easiest first; of a title those that there are in it."""
    return [
        Strength(
            level.name,
            words(f"level.{level.name}"),
            words(
                f"level.{level.name}.means",
                seconds=_clock(seconds(level.bot), words),
                blunders=round(1 / BLUNDERS),
            ),
            level.characters,
        )
        for level in levels(title)
    ]


def characters(words: Words) -> list[tuple[str, str, str]]:
    """The characters with their words and what these mean; first the one that leaves it to chance."""
    drawn = (DRAWN, words("character.drawn"), words("character.drawn.means"))
    return [drawn, *((c, words(f"character.{c}"), words(f"character.{c}.means")) for c in CHARACTERS)]


def bot_of(fields: Mapping[str, str], seat: int) -> str:
    """The bot that a form asks for at a seat, as `levels.seated` reads it: its own field, else the one for all."""
    level = fields.get(f"bot{seat}") or fields.get("bot") or DEFAULT
    named = next((one for one in levels() if one.name == level), None)
    wanted = fields.get(f"character{seat}") or fields.get("character") or DRAWN
    if named is not None and named.characters and wanted in CHARACTERS:
        return f"{level}:{wanted}"
    return level


def bot_word(bot: str, words: Words) -> str:
    """What a bot is called: its level, and its character if it has one."""
    level, character = level_of(bot), character_of(bot)
    if level is None:
        key = f"bot.{bot.partition(':')[0]}"
        return words(key) if words.has(key) else bot
    parts = [words(f"level.{level.name}"), *([words(f"character.{character}")] if character else [])]
    return ", ".join(parts)


def played_by(info: TableInfo, words: Words) -> dict[str, str]:
    """For each player who is a bot what it is called, and for each seat that was taken over who plays on in it."""
    taken = info.keeping.get("taken", {})
    people = {player: words("now {name}", name=name) for player, name in taken.items()}
    return people | bots_at(info, words)


def bots_at(info: TableInfo, words: Words) -> dict[str, str]:
    """For each player who is a bot what it is called."""
    return {
        seat.player: words("Bot ({about})", about=bot_word(seat.bot, words))
        for seat in info.seats
        if seat.bot
    }


def thinking(info: TableInfo, words: Words) -> str:
    """That a bot is thinking, and for how long at most; "" if none is to decide."""
    clocks = [seconds(seat.bot) for seat in info.seats if seat.bot and seat.player in info.acting]
    if not clocks or info.over:
        return ""
    return words("thinks for at most {seconds} s", seconds=_clock(max(clocks), words))


def _clock(seconds: float, words: Words) -> str:
    """Seconds as they are written: 10, 0.2 or 0,2."""
    text = f"{seconds:g}"
    return text.replace(".", ",") if words.language == "de" else text
