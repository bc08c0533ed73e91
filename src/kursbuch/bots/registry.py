"""Every bot by its name."""

from __future__ import annotations

from kursbuch.bots.bot import Bot
from kursbuch.bots.chance import RandomBot
from kursbuch.bots.house import HouseBot
from kursbuch.core import BadInput

_BOTS: dict[str, Bot] = {bot.name: bot for bot in (RandomBot(), HouseBot())}


def names() -> tuple[str, ...]:
    """What bots there are, the simplest first."""
    return tuple(_BOTS)


def get(name: str) -> Bot:
    """The bot of this name; raises BadInput if there is none."""
    if name not in _BOTS:
        raise BadInput(
            "bot", "there is no bot {name!r}; known are {known}", name=name[:40], known=", ".join(_BOTS)
        )
    return _BOTS[name]
