"""1830 as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="1830",
        name="1830: Railways & Robber Barons",
        players=range(2, 7),
        designer="Francis Tresham",
        summary=(
            "The classic of the share market: eight companies between Chicago and Boston, privates with powers of "
            "their own, prices that fall with every share sold, and trains that leave slow companies to their "
            "president's purse."
        ),
        minutes=300,
        difficulty=3,
        revision=3,  # after a sale in need another company's train costs so much that the last share was needed
        options=(
            Option(
                "multiple_brown_from_ipo",
                False,
                (False, True),
                "Several shares of a company in the brown zone may be bought in a turn from the initial offering "
                "too, not only from the pool.",
            ),
            Option("optional_6_train", False, (False, True), "Three 6-trains instead of two."),
        ),
    ),
    "kursbuch.titles.northeast.rules:compose",
)
