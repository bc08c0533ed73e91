"""Three Valleys as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo
from three_valleys.rules import compose

TITLE = Title(
    TitleInfo(
        id="three-valleys",
        name="Three Valleys",
        players=range(2, 5),
        summary="Three small companies join their valleys; the first train to the lake is an excursion.",
        minutes=60,
        difficulty=2,
        options=(
            Option("excursions", True, (True, False), "Whether the bank pays for the excursion to the lake."),
        ),
    ),
    compose,
)
