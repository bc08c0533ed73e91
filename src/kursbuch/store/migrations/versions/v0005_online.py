"""Standing orders, clocks, seats that change hands, browsers that are told of turns."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def _moment() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def upgrade() -> None:
    """Nobody has given an order yet, and no clock runs."""
    op.add_column("tables", sa.Column("clock", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("due", _moment()))
    op.create_index("ix_tables_due", "tables", ["due"])
    op.add_column("tables", sa.Column("keeping", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("tables", sa.Column("ended", sa.String(20), nullable=False, server_default=""))
    op.create_table(
        "orders",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("player", sa.String(40), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("data", sa.JSON, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("acted", sa.Integer, nullable=False),
        sa.Column("created", _moment(), nullable=False),
        sa.Column("stopped", sa.Text, nullable=False),
        sa.Column("told", sa.JSON, nullable=False),
    )
    op.create_table(
        "browsers",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("endpoint", sa.Text, nullable=False),
        sa.Column("p256dh", sa.String(120), nullable=False),
        sa.Column("auth", sa.String(60), nullable=False),
        sa.Column("created", _moment(), nullable=False),
    )
    op.create_table(
        "bells",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
    )
    op.create_table(
        "keepsakes",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("notes", sa.Text, nullable=False),
        sa.Column("archived", sa.Boolean, nullable=False),
    )
    op.create_table(
        "results",
        sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", sa.String(40), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), index=True),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("worth", sa.Integer, nullable=False),
        sa.Column("at", _moment(), nullable=False),
    )
    op.create_table(
        "ratings",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("title", sa.String(40), primary_key=True),
        sa.Column("mu", sa.Float(53), nullable=False),
        sa.Column("sigma", sa.Float(53), nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    )
    op.create_table(
        "profiles",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("hidden", sa.Boolean, nullable=False),
    )
