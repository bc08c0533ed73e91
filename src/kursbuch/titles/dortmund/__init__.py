"""18DO-Dortmund, by Wolfram Janich and Michael Scharf: the Railway Game and its companions."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={
        "18do-intro": "title:INTRO",
        "18do-railway": "title:RAILWAY",
        "18do-beer": "title:BEER",
        "18do-expert": "title:EXPERT",
    },
    pages={
        "18do-intro": "page.intro.table:PAGE",
        "18do-railway": "page.railway.table:PAGE",
        "18do-beer": "page.beer.table:PAGE",
        "18do-expert": "page.expert.table:PAGE",
    },
    bots={
        "18do-intro": "bot.intro.choosing:choose",
        "18do-railway": "bot.railway.choosing:choose",
        "18do-beer": "bot.beer.choosing:choose",
        "18do-expert": "bot.expert.choosing:choose",
    },
    positions={
        "18do-intro": "positions.intro:intro",
        "18do-railway": "positions.railway:railway",
        "18do-beer": "positions.brewery:brewery",
    },
    searches={
        "18do-intro": "bot.intro.searching:WISDOM",
        "18do-railway": "bot.railway.searching:WISDOM",
        "18do-beer": "bot.beer.searching:WISDOM",
        "18do-expert": "bot.beer.searching:EXPERT",
    },
    reasons={
        "18do-intro": "bot.intro.reasons:REASONS",
        "18do-railway": "bot.railway.reasons:REASONS",
        "18do-beer": "bot.beer.reasons:REASONS",
        "18do-expert": "bot.expert.reasons:REASONS",
    },
    speaks_like={"18do-beer": ("18do-railway",), "18do-expert": ("18do-beer", "18do-railway")},
    rank=2,
)
