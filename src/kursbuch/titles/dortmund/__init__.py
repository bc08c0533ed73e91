"""18DO-Dortmund, by Wolfram Janich and Michael Scharf: the Railway Game and its companions."""

from kursbuch.core import Option, Title, TitleInfo
from kursbuch.titles.dortmund.composing import compose

RECONSTRUCTED = (
    "board: mines, costs, neighbouring cities, exits and most values",
    "tiles 19xx: track, spaces and values",
    "start prices by colour",
    "split of shares into certificates",
    "bid boxes of the breweries",
    "beer carried by trains",
)

TITLES = {
    "18do-railway": Title(
        TitleInfo(
            id="18do-railway",
            name="18DO-Dortmund: The Railway Game",
            players=range(2, 6),
            designer="Wolfram Janich, Michael Scharf",
            summary=(
                "Railways of a city of coal, steel and beer: links to mines and mills raise what a route earns and "
                "bring the beer that late trains carry out of Dortmund."
            ),
            revision=2,  # building obeys 4.5.1-2
            minutes=240,
            difficulty=3,
            reconstructed=RECONSTRUCTED,
            options=(
                Option(
                    "card_offers",
                    False,
                    (False, True),
                    "With two players: money may be offered for keeping the card of the Investor's railway.",
                ),
            ),
        ),
        compose,
    )
}
