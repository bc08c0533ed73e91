"""First Train to Nuremberg as it stands on the shelf."""

from kursbuch.core import Option, Title, TitleInfo

TITLE = Title(
    TitleInfo(
        id="nuremberg",
        name="First Train to Nuremberg",
        players=range(2, 5),
        options=(
            Option(
                key="four_player_rounds",
                default=5,
                choices=(5, 4),
                summary="Rounds in a game with four players.",
            ),
            Option(
                key="passing",
                default="final",
                choices=("final", "until all pass"),
                summary="Whether a pass among trains and transports is final, or holds until somebody acts.",
            ),
        ),
        designer="Martin Wallace",
        summary="Win influence, build lines of track, carry beer, post and passengers, be rid of it in time.",
        minutes=120,
        difficulty=3,
        revision=2,  # brown points may be kept in an exchange, chains may close
        reconstructed=(
            "areas",
            "borders",
            "rivers",
            "influence",
            "influence.order",
            "trains",
            "pieces.figures",
            "pieces.city",
            "pieces.start",
            "tracks.influence",
            "tracks.victory_points",
        ),
    ),
    "kursbuch.titles.nuremberg.rules:compose",
)
