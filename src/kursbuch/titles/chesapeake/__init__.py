"""18Chesapeake: railways around Baltimore, Philadelphia and Washington, by Scott Petersen."""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"18chesapeake": "title:TITLE"},
    bots={"18chesapeake": "bot:choose"},
    searches={"18chesapeake": "bot:WISDOM"},
    reasons={"18chesapeake": "bot:REASONS"},
    recorded={"18chesapeake": "recorded:TABLE"},
    rank=6,
)
