"""1853 as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="1853",
        name="1853",
        players=range(3, 7),
        designer="Francis Tresham",
        summary=(
            "India under the Raj: a game for engineers. Secret contracts name the cities you promise to join; "
            "broad and metre gauge meet only where you have a station."
        ),
        minutes=360,
        difficulty=4,
        revision=3,  # all shares of the first group are issued first, credit for a train got by token
        reconstructed=(
            "eastern edge of the map",
            "Waltair and tile W",
            "tiles 716 to 719, CD and 900",
            "home areas hex by hex",
            "contract number 8",
            "issue price and markers of ECR",
            "number of 500-pound notes",
        ),
        options=(
            Option(
                "bank",
                15000,
                (10000, 12500, 15000, 17500, 20000),
                "How much money is in the game: less for a shorter, more for a longer one.",
            ),
            Option("short", False, (False, True), "The shortened game: without all notes of 500 pounds."),
            Option("loan_step", 10, (10, 1), "Whether loans are multiples of ten or any amount."),
            Option(
                "extra_upgrades",
                False,
                (False, True),
                "Whether upgrades that fit but are missing from the printed overview are allowed.",
            ),
            Option(
                "stations",
                "as many as are paid",
                ("as many as are paid", "one a turn"),
                "How many stations a company may build in a turn; the rules set no limit.",
            ),
        ),
    ),
    "kursbuch.titles.india.rules:compose",
)
