"""Tables remember the built-in data that they were begun with."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Which data older tables were begun with is not known: at the next start they keep what they have then."""
    op.add_column("tables", sa.Column("begun", sa.String(32), nullable=False, server_default=""))
