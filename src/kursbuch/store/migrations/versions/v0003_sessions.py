"""Sessions that can be ended, tokens with scopes and an end, counters that all processes share."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def _moment() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def upgrade() -> None:
    """Cookies and tokens given out so far stay good: a guest's seat hangs on one."""
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", _moment(), nullable=False),
        sa.Column("seen", _moment(), nullable=False, index=True),
    )
    op.create_table(
        "counters",
        sa.Column("key", sa.String(200), primary_key=True),
        sa.Column("ends", sa.Float(53), nullable=False, index=True),
        sa.Column("count", sa.Integer, nullable=False),
    )
    op.add_column("people", sa.Column("old_cookies", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column(
        "tokens", sa.Column("scopes", sa.String(60), nullable=False, server_default="read play manage")
    )
    op.add_column("tokens", sa.Column("expires", _moment()))
    op.add_column("tokens", sa.Column("used", _moment()))
