"""Three Valleys: a small railway game, as an example of a title in a package of its own."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"three-valleys": "title:TITLE"},
    bots={"three-valleys": "bot:choose"},
)
