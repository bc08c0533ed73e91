"""1830: railways and robber barons, by Francis Tresham."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"1830": "title:TITLE"},
    bots={"1830": "bot:choose"},
    searches={"1830": "bot:WISDOM"},
    reasons={"1830": "bot:REASONS"},
    recorded={"1830": "recorded:TABLE"},
    rank=5,
)
