"""Letters go to addresses that have been confirmed; one that has not waits beside the one that has."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Addresses left before stay good: their people have had letters there, and have lost passwords only by them."""
    op.add_column("notifications", sa.Column("wanted", sa.String(254), nullable=False, server_default=""))
    op.add_column("notifications", sa.Column("word", sa.String(40), nullable=False, server_default=""))
