"""1889 as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="1889",
        name="1889: History of Shikoku Railways",
        players=range(2, 7),
        designer="Yasutaka Ikeda",
        summary=(
            "A short, classic 18xx: privates are auctioned, companies started at par and floated with full "
            "capital, and trains grow old fast on a small and mountainous island."
        ),
        minutes=180,
        difficulty=2,
        revision=4,  # after a sale in need no train of another company is bought
        options=(
            Option(
                "beginner",
                False,
                (False, True),
                "Beginner game: privates without powers are dealt at random, and play starts with a stock round.",
            ),
            Option(
                "full_cities",
                "closed",
                ("closed", "open to trains"),
                "Whether trains may run through cities full of other companies' stations; by the rules not.",
            ),
        ),
    ),
    "kursbuch.titles.shikoku.rules:compose",
)
