"""How strong a bot shall be: levels with a name, each a bot; and its character, drawn where nobody chooses it."""

from __future__ import annotations

import random
from dataclasses import dataclass

from kursbuch import bots
from kursbuch.bots.search import search_pays
from kursbuch.core import BadInput

LONGEST = 10.0  # seconds that a bot may be asked to think about a decision here
USUAL_SECONDS = 1.0  # that one without a clock may take


@dataclass(frozen=True, slots=True)
class Level:
    """A strength that people choose by name; `characters`: whether its bot plays by a character."""

    name: str
    bot: str
    characters: bool = False


LEVELS = (
    Level("easy", "easy", characters=True),
    Level("medium", "house", characters=True),
    Level("hard", "search:0.2"),
    Level("harder", "search:1"),
    Level("hardest", "search:10"),
)
DEFAULT = "medium"
DRAWN = ""  # of the characters: by chance


def levels(title: str = "") -> list[Level]:
    """Those that this installation has bots for; of a title those that differ there.

    >>> [level.name for level in levels()][:2]
    ['easy', 'medium']
    """
    thought = not title or search_pays(title)
    return [level for level in LEVELS if bots.known(level.bot) and (thought or level.characters)]


def seated(name: str, rng: random.Random | None = None) -> str:
    """The bot that takes a seat when one of this name is asked for: as a bot is called, or a level with or without
    a character; raises BadInput.

    >>> seated("house"), seated("medium:bold"), seated("medium", random.Random(1)).partition(":")[0]
    ('house', 'house:bold', 'house')
    """
    base, _, setting = name.partition(":")
    level = next((level for level in levels() if level.name == base), None)
    if level is None:
        _check(name)
        return name
    if not level.characters:
        if setting:
            raise BadInput("bot", "a bot of the level {level!r} has no character", level=base)
        return level.bot
    chosen = setting or (rng or random.SystemRandom()).choice(list(bots.CHARACTERS))
    _check(found := f"{level.bot}:{chosen}")
    return found


def _check(name: str) -> None:
    bots.get(name)
    if seconds(name) > LONGEST:
        raise BadInput("bot", "no bot here thinks for longer than {most} seconds", most=int(LONGEST))


def seconds(bot: str) -> float:
    """How long a bot thinks about a decision at most: as it says itself (`seconds`), else about a second.

    >>> seconds("search:0.2"), seconds("house:bold")
    (0.2, 1.0)
    """
    return float(getattr(bots.get(bot), "seconds", USUAL_SECONDS)) if bots.known(bot) else USUAL_SECONDS


def level_of(bot: str) -> Level | None:
    """The level that a bot plays at, if it has one.

    >>> level_of("house:bold").name
    'medium'
    """
    base = bot.partition(":")[0]
    return next((level for level in LEVELS if level.bot in (bot, base)), None)


def character_of(bot: str) -> str:
    """The character in the name of a bot, "" if there is none.

    >>> character_of("easy:raider"), character_of("search:1"), character_of("house")
    ('raider', '', '')
    """
    setting = bot.partition(":")[2]
    return setting if setting in bots.CHARACTERS else ""
