"""1853: railways in India, by Francis Tresham; edition of 2009, rules 1.0."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"1853": "title:TITLE"},
    pages={"1853": "page.table:PAGE"},
    positions={"1853": "positions:india"},
    bots={"1853": "bot.choosing:choose"},
    searches={"1853": "bot.searching:WISDOM"},
    reasons={"1853": "bot.reasons:REASONS"},
    checks="rules.checking:check",
    rank=3,
)
