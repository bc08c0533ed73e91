"""18TE as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="18te",
        name="18TE",
        players=range(2, 4),
        designer="Herbert Harengel",
        summary=(
            "A short 18xx for two or three. Five companies are auctioned one after the other; treasuries, "
            "two-sided trains and a river that costs money make every mark count."
        ),
        minutes=120,
        difficulty=2,
        revision=5,  # of cards used as both sides either is bought, to be used as one wants
        reconstructed=("tiles 611", "station token prices of goals", "upgrade table", "bonus of KPR"),
        options=(
            Option(
                "tokens",
                "3/3/3/1/3",
                ("3/3/3/1/3", "3/3/3/2/2"),
                "Station markers of KHS, KWE, CME, TWE and KPR; the rules give only their sum.",
            ),
            Option(
                "goal_token_cost",
                0,
                (0, 50),
                "What a company pays for the marker in its goal; not in the rules.",
            ),
            Option(
                "river_on_upgrade",
                False,
                (False, True),
                "Whether an upgrade that first joins track across the Ems pays for the crossing.",
            ),
            Option(
                "second_hand_side",
                "fresh",
                ("fresh", "kept"),
                "Whether the side of a train is chosen anew when it changes hands, or stays.",
            ),
            Option(
                "kpr_bonus",
                "station and line",
                ("station and line", "line"),
                "Whether KPR needs its station in Rheine for the bonus, or only the line.",
            ),
            Option(
                "bankruptcy",
                "after the set",
                ("after the set", "at once"),
                "When the game ends after a player's bankruptcy.",
            ),
        ),
    ),
    "kursbuch.titles.te18.rules:compose",
)
