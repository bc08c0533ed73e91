"""What the people at a table have agreed on, and room for bots whose names say how they play."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Tables of before have agreed on nothing. SQLite does not count the letters of a name."""
    op.add_column("tables", sa.Column("agreed", sa.JSON, nullable=False, server_default="{}"))
    if op.get_bind().dialect.name != "sqlite":
        op.alter_column("seats", "bot", type_=sa.String(60))
