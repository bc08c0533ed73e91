"""Who may not write, who may not come, and until when: said to them in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from kursbuch.store.conduct import in_force
from kursbuch.store.schema import now
from kursbuch.web.service import NotAllowed, Person
from kursbuch.words import LANGUAGES, words

# what even one who is shut out may have: signing out, their data, to be deleted, to read why in their language
_STILL_OPEN = (
    "/static/",
    "/account/sign-",
    "/account/data",
    "/account/delete",
    "/language/",
    "/theme/",
    "/rules/",
    "/cover/",
    "/plate/",
    "/healthz",
    "/metrics",
    "/manifest",
    "/sw.js",
    "/offline",
)


class ShutOut(NotAllowed):
    """Somebody who may not come."""


def open_to_all(path: str) -> bool:
    """Whether even those who are shut out may go there.

    >>> open_to_all("/account/data"), open_to_all("/lobby")
    (True, False)
    """
    return path.startswith(_STILL_OPEN)


def told(found: Mapping[str, Any]) -> dict[str, Any]:
    """The values of a sentence about a sanction: why, and until when, in every language."""
    if not found["until"]:
        return {"why": found["why"], "until": ""}
    end = datetime.fromisoformat(found["until"])
    return {"why": found["why"], "until": {code: words(code).moment(end) for code in LANGUAGES}}


def check_not_shut_out(person: Person | None) -> None:
    """Raise ShutOut for one who is, except where everybody may go (`open_to_all`)."""
    found = in_force(person.sanctions, "ban", now()) if person and person.sanctions else None
    if not found:
        return
    if found["until"]:
        raise ShutOut("You are shut out until {until}. The reason: {why}", **told(found))
    raise ShutOut("You are shut out for good. The reason: {why}", why=found["why"])


def check_may_write(person: Person) -> None:
    """Raise NotAllowed for one who is muted."""
    found = in_force(person.sanctions, "mute", now()) if person.sanctions else None
    if not found:
        return
    if found["until"]:
        raise NotAllowed("You may not write until {until}. The reason: {why}", **told(found))
    raise NotAllowed("You may not write here any more. The reason: {why}", why=found["why"])
