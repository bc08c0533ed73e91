"""18DO-Dortmund, the Introduction Game (Einführungsspiel), by Wolfram Janich and Michael Scharf."""

from kursbuch.core import Title, TitleInfo
from kursbuch.titles.dortmund.intro_rules import compose

INTRO = Title(
    TitleInfo(
        id="18do-intro",
        name="18DO-Dortmund: Introduction Game",
        players=range(3, 6),
        designer="Wolfram Janich, Michael Scharf",
        summary=(
            "A first railway game without money: sixty turns of certificates, tiles, stations and railway links, "
            "then every train runs once and pays its shareholders."
        ),
        revision=2,  # certificates can be named; new track beyond a blocked city extends no route
        minutes=75,
        difficulty=1,
        reconstructed=(
            "hexes, mines and cities of the board",
            "track and values of the 19xx tiles",
            "split of certificates",
        ),
    ),
    compose,
)

TITLES = {"18do-intro": INTRO}
