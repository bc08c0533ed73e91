"""Editions of boxes: which one a table is played with, by content, and those that people are making."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Tables of before are played with the built-in data."""
    op.create_table(
        "boxes",
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.add_column("tables", sa.Column("edition", sa.String(32), nullable=False, server_default=""))
    op.create_table(
        "editions",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("family", sa.String(80), nullable=False, index=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("before", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("published", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("updated", sa.DateTime(timezone=True), nullable=False),
        sa.UniqueConstraint("person", "family", name="uq_editions_person_family"),
    )
