"""Every bot by its name; some take a setting after a colon, as `house:bold`, the house with that character, or
`search:0.2`, which thinks for 0.2 seconds.

Bots of other packages are found by the entry point group `kursbuch.bots`: each entry names a bot, or a function that
makes one from its setting.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from importlib.metadata import entry_points
from typing import Any

from kursbuch.bots.bot import Bot
from kursbuch.bots.chance import RandomBot
from kursbuch.bots.character import character
from kursbuch.bots.easy import EasyBot
from kursbuch.bots.house import HouseBot
from kursbuch.bots.search import SearchBot, searching
from kursbuch.core import BadInput

GROUP = "kursbuch.bots"
USUAL = "house"  # who plays if nobody says who
_LOG = logging.getLogger(__name__)

Maker = Callable[[str], Bot]
"""Makes a bot from what stands after the colon, "" if nothing does; raises BadInput for what it cannot read."""

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), EasyBot(), HouseBot(), SearchBot())}
_MAKERS: dict[str, Maker] = {
    "easy": lambda setting: EasyBot(character(setting)),
    "house": lambda setting: HouseBot(character(setting)),
    "search": searching,
}


@cache
def _installed() -> dict[str, Maker]:
    """The bots of other packages. One that cannot be read does not take the others with it."""
    found: dict[str, Maker] = {}
    for entry in entry_points(group=GROUP):
        if entry.name in _BOTS or ":" in entry.name:
            _LOG.warning("%s is no name for a bot of another package (%s)", entry.name, entry.value)
            continue
        try:
            found[entry.name] = _maker(entry.name, entry.load())
        except Exception:
            _LOG.exception("the bot %s cannot be read", entry.value)
    return found


def _maker(name: str, entered: Any) -> Maker:
    """What is entered may be a bot, which takes no setting, or a function or class that makes one from it."""
    if isinstance(entered, type) or not hasattr(entered, "choose"):
        maker: Maker = entered
        return maker

    def alone(setting: str) -> Bot:
        if setting:
            raise BadInput("bot", "the bot {name!r} takes no setting", name=name)
        bot: Bot = entered
        return bot

    return alone


def names() -> tuple[str, ...]:
    """What bots there are, the simplest first, then those of other packages."""
    return (*_BOTS, *_installed())


def get(name: str) -> Bot:
    """The bot of this name; raises BadInput if there is none.

    >>> get("house:bold").name
    'house:bold'
    """
    if name in _BOTS:
        return _BOTS[name]
    base, colon, setting = name.partition(":")
    if colon and base in _MAKERS:
        return _MAKERS[base](setting)
    if base in _installed():
        return _made(name, _installed()[base], setting)
    raise BadInput(
        "bot", "there is no bot {name!r}; known are {known}", name=name[:40], known=", ".join(names())
    )


def _made(name: str, maker: Maker, setting: str) -> Bot:
    """Whatever a bot of another package does not get on with in its setting, the setting cannot be read."""
    try:
        return maker(setting)
    except BadInput:
        raise
    except Exception as error:
        raise BadInput(
            "bot",
            "there is no bot {name!r}: {why}",
            name=name[:40],
            why=f"{type(error).__name__}: {error}"[:200],
        ) from error


def known(name: str) -> bool:
    """Whether there is a bot of this name.

    >>> known("house"), known("house:bold"), known("house:deep")
    (True, True, False)
    """
    try:
        get(name)
    except BadInput:
        return False
    return True
