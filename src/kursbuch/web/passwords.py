"""A lost password: a link by e-mail that is good for one hour and for one new password.

The link carries the account, its epoch and where it was sent, signed. A new password begins a new epoch, so that a
link works once and an older one not at all; nor does one in a mailbox that is the account's no longer. Whoever asks
learns nothing about who has an account, or an address.
"""

from __future__ import annotations

import asyncio
import logging

from itsdangerous import BadSignature, URLSafeTimedSerializer

from kursbuch.store import Missing, PersonRow
from kursbuch.store.counters import Bound
from kursbuch.store.people import digest
from kursbuch.web.auth import Auth
from kursbuch.web.limits import TooMany
from kursbuch.web.mail import Full, Post
from kursbuch.web.sessions import Keys
from kursbuch.web.settings import Settings
from kursbuch.words import words

log = logging.getLogger(__name__)

LIFETIME = 3600  # seconds
LETTERS = 3  # to an account in an hour: nobody's mailbox is filled by strangers
SUBJECT = "A new password for Kursbuch"
TEXT = (
    "Somebody, presumably you, wants a new password for the account {name}. "
    "This link is good for one hour and can be used once:"
)
IGNORE = "If it was not you, do nothing: the old password stays."


class NoSuchLink(Exception):
    """The link is too old, was used, or was never given out."""


class Resets:
    """Gives out links to those who have left an e-mail address, and takes them in."""

    def __init__(self, auth: Auth, keys: Keys, settings: Settings, post: Post) -> None:
        self._auth, self._keys, self._settings, self._post = auth, keys, settings, post
        self._tasks: set[asyncio.Task[None]] = set()

    async def ask(self, name: str, address: str) -> None:
        """Have a link sent if the account has an e-mail address; raises TooMany. Takes as long in any case."""
        if self._post.full:  # told to everybody, whoever is asked for
            raise TooMany(60)
        await self._auth.count(Bound(f"lost from {address}", self._settings.sign_ins, 3600))
        task = asyncio.create_task(self._send(name[:200]))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send(self, name: str) -> None:
        try:
            row = await self._auth.people.named(name)
            notice = await self._auth.people.notice(row.id)
            if not notice.email or not self._settings.smtp_host:
                return
            await self._auth.count(Bound(f"lost by {row.id}", LETTERS, 3600))
            say = words(row.language)
            text = f"{say(TEXT, name=row.name)}\n\n{self.link(row, notice.email)}\n\n{say(IGNORE)}\n"
            self._post.send(notice.email, say(SUBJECT), text)
        except (Missing, TooMany, Full):
            return
        except Exception:
            log.exception("a link for a new password could not be sent")

    def link(self, row: PersonRow, email: str) -> str:
        """Where the account's password can be set anew. Built from the settings, never from what a request says."""
        token = self._serializer().dumps([row.id, row.epoch, _mark(email)])
        return f"{self._settings.address}/account/reset/{token}"

    async def account(self, token: str) -> PersonRow:
        """Whose link this is; raises NoSuchLink."""
        try:
            person, epoch, mark = self._serializer().loads(token[:300], max_age=LIFETIME)
            row = await self._auth.people.get(int(person))
            email = (await self._auth.people.notice(row.id)).email
        except (BadSignature, Missing, ValueError, TypeError) as error:
            raise NoSuchLink from error
        if row.epoch != epoch or row.guest or mark != _mark(email):
            raise NoSuchLink
        return row

    async def set(self, token: str, password: str) -> PersonRow:
        """The new password by a link; raises NoSuchLink, BadInput. All sessions and tokens become void."""
        row = await self.account(token)
        if not await self._auth.set_password(row.id, password, epoch=row.epoch, void_tokens=True):
            raise NoSuchLink  # two browsers, one link
        return row

    def _serializer(self) -> URLSafeTimedSerializer:
        assert self._keys.secret, "the server has not started"
        return URLSafeTimedSerializer(self._keys.secret, salt="kursbuch.reset")


def _mark(email: str) -> str:
    """What tells one address from another, and not which it is."""
    return digest(email)[:16]
