"""Order among people: reports and what came of them; friends, blocks, invitations; leagues; one letter for many."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def _moment() -> sa.DateTime:
    return sa.DateTime(timezone=True)


def _person(name: str = "person", **more: Any) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, sa.ForeignKey("people.id"), **more)


def _table(**more: Any) -> sa.Column[str]:
    return sa.Column("table", sa.String(16), sa.ForeignKey("tables.id"), **more)


def upgrade() -> None:
    """Nobody is an administrator, nobody is shut out, and letters go out at once as before."""
    op.add_column("people", sa.Column("role", sa.String(10), nullable=False, server_default=""))
    op.add_column("people", sa.Column("sanctions", sa.JSON, nullable=False, server_default="{}"))
    op.add_column("notifications", sa.Column("every", sa.Integer, nullable=False, server_default="0"))
    op.add_column("editions", sa.Column("after", sa.JSON, nullable=False, server_default="[]"))
    _conduct()
    _ties()
    _leagues()
    op.create_table(
        "pending",
        sa.Column("id", sa.Integer, primary_key=True),
        _person(nullable=False, index=True),
        sa.Column("at", _moment(), nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        _table(),
        sa.Column("data", sa.JSON, nullable=False),
    )


def _conduct() -> None:
    op.create_table(
        "reports",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", _moment(), nullable=False),
        _person("by", nullable=False, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        _person(index=True),
        _table(index=True),
        sa.Column("quoted", sa.Text, nullable=False),
        sa.Column("words", sa.Text, nullable=False),
        sa.Column("settled", _moment(), index=True),
    )
    op.create_table(
        "deeds",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", _moment(), nullable=False),
        _person("by"),
        sa.Column("what", sa.String(10), nullable=False),
        _person(index=True),
        _table(index=True),
        sa.Column("report", sa.Integer, sa.ForeignKey("reports.id")),
        sa.Column("until", _moment()),
        sa.Column("why", sa.Text, nullable=False),
    )


def _ties() -> None:
    op.create_table(
        "ties",
        _person(primary_key=True),
        _person("other", primary_key=True, index=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("at", _moment(), nullable=False),
    )
    op.create_table(
        "invitations",
        _person(primary_key=True),
        _table(primary_key=True, index=True),
        _person("by", nullable=False),
        sa.Column("at", _moment(), nullable=False),
    )


def _leagues() -> None:
    op.create_table(
        "leagues",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("title", sa.String(40), nullable=False),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("agreed", sa.JSON, nullable=False),
        _person("organiser", nullable=False, index=True),
        sa.Column("seats", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("created", _moment(), nullable=False, index=True),
        sa.Column("ended", _moment()),
    )

    op.create_table(
        "entrants",
        sa.Column("league", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
        _person(primary_key=True, index=True),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", _moment(), nullable=False),
        sa.Column("left", _moment()),
    )
    op.create_table(
        "pairings",
        sa.Column("league", sa.String(16), sa.ForeignKey("leagues.id"), primary_key=True),
        sa.Column("round", sa.Integer, primary_key=True),
        _person(primary_key=True),
        _table(index=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
