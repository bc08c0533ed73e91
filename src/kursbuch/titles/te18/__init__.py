"""18TE: railways in the Tecklenburger Land, by Herbert Harengel; rules 0.9.8."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"18te": "title:TITLE"},
    pages={"18te": "page:PAGE"},
    bots={"18te": "bot:choose"},
    searches={"18te": "bot:WISDOM"},
    reasons={"18te": "bot:REASONS"},
    rank=1,
)
