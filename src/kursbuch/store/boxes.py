"""The editions that tables are played with, by content: whatever is corrected later, a running game keeps its box."""

from __future__ import annotations

import sqlalchemy as sa

from kursbuch.core.edition import Edition
from kursbuch.editions.reading import edition_of_text
from kursbuch.store.engine import Connection
from kursbuch.store.errors import Unavailable
from kursbuch.store.schema import boxes

_GET = sa.select(boxes.c.text).where(boxes.c.digest == sa.bindparam("of_digest"))


async def put_box(connection: Connection, edition: Edition | None) -> None:
    """Keep an edition; one that is there already stays as it is."""
    if edition is None:
        return
    known = (await connection.execute(_GET, {"of_digest": edition.digest})).scalar_one_or_none()
    if known is None:
        await connection.execute(boxes.insert().values(digest=edition.digest, text=edition.text))


async def get_box(connection: Connection, digest: str) -> Edition:
    """The edition of this digest; raises Unavailable if it is not there, or not readable any more."""
    text = (await connection.execute(_GET, {"of_digest": digest})).scalar_one_or_none()
    if text is None:
        raise Unavailable(f"there is no edition {digest}")
    try:
        return edition_of_text(text)
    except ValueError as error:
        raise Unavailable(f"edition {digest} cannot be read: {error}") from error
