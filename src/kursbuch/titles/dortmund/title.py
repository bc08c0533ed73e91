"""The games of 18DO as they stand on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

RECONSTRUCTED = (
    "board: mines, costs, neighbouring cities, exits and most values",
    "tiles 19xx: track, spaces and values",
    "start prices by colour",
    "split of shares into certificates",
    "bid boxes of the breweries",
    "beer carried by trains",
)

BEER_RECONSTRUCTED = (
    "investment cards: prices, kettles of types 4 to 6, cubes of links, beer carried",
    "refill of the beer market",
    "starting capital of minor breweries",
    "Dortmund City and the tile of H19",
)

BEER_OPTIONS = (
    Option(
        "certificate_limit",
        "board",
        ("board", "text"),
        "How many certificates a player may hold: as printed on the share market (26, 19, 18) or as the "
        "rulebook repeats from the Railway Game (17, 13, 10).",
    ),
    Option(
        "dealt_breweries",
        False,
        (False, True),
        "Minor breweries are dealt at the printed price instead of being bid for.",
    ),
    Option(
        "kept_export",
        "lost",
        ("lost", "delivered"),
        "Capacity that a brewery keeps for export and does not load: it is lost, as the steps have their order, or "
        "it is delivered in Dortmund afterwards.",
    ),
    Option(
        "print_stays",
        False,
        (False, True),
        "With five players H19 stays as it is printed: the table of tiles has none for it then. Else those for the "
        "tile of games with three or four cover it.",
    ),
)

RAILWAY = Title(
    TitleInfo(
        id="18do-railway",
        name="18DO-Dortmund: The Railway Game",
        players=range(2, 6),
        designer="Wolfram Janich, Michael Scharf",
        summary=(
            "Railways of a city of coal, steel and beer: links to mines and mills raise what a route earns and "
            "bring the beer that late trains carry out of Dortmund."
        ),
        revision=8,  # KWE may pay for a coal link and keep its free marker
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
    "kursbuch.titles.dortmund.composing:compose",
)
BEER = Title(
    TitleInfo(
        id="18do-beer",
        name="18DO-Dortmund: Heat, Sweat & Beer",
        players=range(2, 6),
        designer="Wolfram Janich, Michael Scharf",
        summary=(
            "Railways and breweries side by side: the same cards are trains for the one, kettles for the other, "
            "and every link of a mine or a mill makes Dortmund thirstier."
        ),
        revision=8,  # KWE may pay for a coal link and keep its free marker
        minutes=330,
        difficulty=4,
        reconstructed=(*RECONSTRUCTED[:-1], *BEER_RECONSTRUCTED),
        options=BEER_OPTIONS,
    ),
    "kursbuch.titles.dortmund.composing:compose_beer",
)
EXPERT = Title(
    TitleInfo(
        id="18do-expert",
        name="18DO-Dortmund: The Expert Game",
        players=range(3, 6),
        designer="Wolfram Janich, Michael Scharf",
        summary=(
            "Heat, Sweat & Beer with pubs, bottling lines and beer wagons, and with ten special events that "
            "breweries take in turn and use once."
        ),
        revision=8,  # railways name the wagon they sell; a kettle that bottled, or brewed for others, was used
        minutes=360,
        difficulty=5,
        reconstructed=(*RECONSTRUCTED[:-1], *BEER_RECONSTRUCTED, "fields for small investments"),
        options=BEER_OPTIONS,
    ),
    "kursbuch.titles.dortmund.composing:compose_expert",
)

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
    "kursbuch.titles.dortmund.intro.rules:compose",
)
