"""18Chesapeake as it stands on the shelf."""

from kursbuch.core import Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="18chesapeake",
        name="18Chesapeake",
        players=range(2, 7),
        designer="Scott Petersen",
        summary=(
            "A compact 18xx between Pittsburgh and the bay: one private brings a company drawn by lot, trains leave "
            "the game after every set of rounds, and two cities grow from two circles into one."
        ),
        minutes=210,
        difficulty=2,
        revision=2,  # after a sale in need another company's train costs so much that the last share was needed
    ),
    "kursbuch.titles.chesapeake.rules:compose",
)
