"""1830 in recorded games."""

from kursbuch.recorded import Table

TABLE = Table(
    title="1830",
    names=("1830",),
    options={
        "multiple_brown_from_ipo": ("multiple_brown_from_ipo", True),
        "optional_6_train": ("optional_6_train", True),
    },
)
