"""Every bot by its name; some take a setting after a colon, as `search:0.2`, which thinks for 0.2 seconds."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.bots.bot import Bot
from kursbuch.bots.chance import RandomBot
from kursbuch.bots.house import HouseBot
from kursbuch.bots.search import SearchBot, searching
from kursbuch.core import BadInput

USUAL = "house"  # who plays if nobody says who

Maker = Callable[[str], Bot]
"""Makes a bot from what stands after the colon; raises BadInput for what it cannot read."""

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), HouseBot(), SearchBot())}
_MAKERS: dict[str, Maker] = {"search": searching}


def names() -> tuple[str, ...]:
    """What bots there are, the simplest first."""
    return tuple(_BOTS)


def get(name: str) -> Bot:
    """The bot of this name; raises BadInput if there is none.

    >>> get("search:0.2").name
    'search:0.2'
    """
    if name in _BOTS:
        return _BOTS[name]
    base, colon, setting = name.partition(":")
    if colon and base in _MAKERS:
        return _MAKERS[base](setting)
    raise BadInput(
        "bot", "there is no bot {name!r}; known are {known}", name=name[:40], known=", ".join(_BOTS)
    )


def known(name: str) -> bool:
    """Whether there is a bot of this name.

    >>> known("house"), known("search:0.5"), known("search:soon")
    (True, True, False)
    """
    try:
        get(name)
    except BadInput:
        return False
    return True
