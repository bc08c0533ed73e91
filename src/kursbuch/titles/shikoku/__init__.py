"""1889: the history of Shikoku's railways, by Yasutaka Ikeda."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"1889": "title:TITLE"},
    bots={"1889": "bot:choose"},
    searches={"1889": "bot:WISDOM"},
    reasons={"1889": "bot:REASONS"},
    recorded={"1889": "recorded:TABLE"},
    rank=5,
)
