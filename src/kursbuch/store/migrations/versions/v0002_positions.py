"""Positions along the way; the form of chance of each game; which moves uncovered something."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Games begun before have the first form of chance, and no positions but the newest."""
    op.create_table(
        "positions",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("base", sa.Integer),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.add_column("tables", sa.Column("chance", sa.Integer, nullable=False, server_default="1"))
    op.add_column("tables", sa.Column("setup", sa.Text, nullable=False, server_default=""))
    op.add_column("actions", sa.Column("uncovered", sa.Boolean, nullable=False, server_default=sa.false()))
