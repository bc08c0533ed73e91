"""The boxes that tables are played with, by content: whatever is corrected later, a running game keeps its box.

A table refers to its edition, if it has one, and to the built-in data that it was begun with. Where a later release
has other built-in data, the table is played with what it was begun with, as an edition of today's.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

import kursbuch as kb
from kursbuch.core import BadInput
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.core.overlay import corrected
from kursbuch.editions import differences, read_edition, whole_edition
from kursbuch.editions.box import built_in
from kursbuch.editions.comparing import overlay_between, without_losses
from kursbuch.editions.fitting import taken_as_fitting
from kursbuch.editions.reading import edition_of_text
from kursbuch.editions.sources import title_of
from kursbuch.shelf import family_of, find
from kursbuch.store.engine import Connection
from kursbuch.store.errors import Unavailable
from kursbuch.store.schema import boxes

log = logging.getLogger(__name__)

BEGUN = "the built-in data when this table was begun"  # shown as the name of the edition, in the reader's language
_PUT = sa.text("INSERT INTO boxes (digest, text) VALUES (:digest, :text) ON CONFLICT DO NOTHING")
_GET = sa.select(boxes.c.text).where(boxes.c.digest == sa.bindparam("of_digest"))


async def put_box(connection: Connection, edition: Edition | None) -> None:
    """Keep an edition; one that is there already stays as it is."""
    if edition is None:
        return
    known = (await connection.execute(_GET, {"of_digest": edition.digest})).scalar_one_or_none()
    if known is None:  # another process may keep the same just now
        await connection.execute(_PUT, {"digest": edition.digest, "text": edition.text})


async def get_box(connection: Connection, digest: str) -> Edition:
    """The edition of this digest; raises Unavailable if it is not there, or not readable any more."""
    text = (await connection.execute(_GET, {"of_digest": digest})).scalar_one_or_none()
    if text is None:
        raise Unavailable(f"there is no edition {digest}")
    try:
        return edition_of_text(text)
    except ValueError as error:
        raise Unavailable(f"edition {digest} cannot be read: {error}") from error


# -- the built-in data that a table was begun with ----------------------------------------------------


def todays_box(title: str) -> Edition:
    """All the built-in data of a title's box as it is now."""
    return _todays_box(family_of(title).package, title)


@lru_cache(maxsize=64)
def _todays_box(package: str, title: str) -> Edition:
    family = family_of(title)
    return whole_edition(family, title_of(family), "")


@lru_cache(maxsize=256)
def as_begun(
    title: str,
    players: int,
    options: tuple[tuple[str, Any], ...],
    begun: Edition,
    edition: Edition | None,
) -> Edition | None:
    """The box of a table that was begun with other built-in data than today's, as an edition of today's.

    A later program may need figures that the data did not have then: these are taken from today's.
    """
    family, known = family_of(title), find(title).known(dict(options))
    now = built_in(family)
    exact = {name: overlay_between(data, begun.files.get(name, data)) for name, data in now.items()}
    for back in (exact, without_losses(exact)):
        try:
            own = _edition_of_today(family, back, edition)
            if not differences(family, edition, own):
                return edition
            kb.new_game(title, players, 1, known, own)
        except BadInput as error:
            log.warning("%s as it was begun with %s: %s", title, begun.digest, error)
        else:
            return own
    log.error("%s is played with today's data: %s cannot be used any more", title, begun.digest)
    return edition


def _edition_of_today(family: Family, back: Mapping[str, Any], edition: Edition | None) -> Edition:
    """What must be laid over today's data so that it is the box of then, with the edition's corrections."""
    about = edition.about if edition else {"title": title_of(family), "name": BEGUN}
    out: dict[str, Any] = {"edition": about}
    for name, now in built_in(family).items():
        then = corrected(now, back[name])
        if edition is not None:
            then = corrected(then, edition.files.get(name, {}))
        out[name] = overlay_between(now, then)
    return taken_as_fitting(family, read_edition(out))
