"""1830: railways and robber barons, by Francis Tresham."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"1830": "title:TITLE"},
    recorded={"1830": "recorded:TABLE"},
    rank=5,
)
