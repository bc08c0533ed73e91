"""Addresses for letters: none goes to one that has not been confirmed by a link that was sent there.

An address that somebody leaves waits beside the one that they have. The link in the letter to it is signed, good for
a day and once; whoever opens it sees for whom it is and says yes or no, so that a program that looks at mail agrees
to nothing. Another wish, a new password and a no make it void. Addresses from before there were confirmations stay
good.
"""

from __future__ import annotations

import contextlib
import secrets
from dataclasses import dataclass

from itsdangerous import BadSignature, URLSafeTimedSerializer

from kursbuch.store import Missing, PersonRow
from kursbuch.store.counters import Bound
from kursbuch.store.people import Notice, digest
from kursbuch.web.auth import Auth
from kursbuch.web.limits import TooMany
from kursbuch.web.mail import Full, Post
from kursbuch.web.passwords import NoSuchLink
from kursbuch.web.sessions import Keys
from kursbuch.web.settings import Settings
from kursbuch.words import words

DAY = 24 * 3600
LIFETIME = DAY  # seconds
LETTERS = 5  # in a day, for an account, and to a mailbox by all accounts together
SUBJECT = "Your e-mail address for Kursbuch"
TEXT = (
    "Somebody, presumably you, wants letters from Kursbuch at this address. "
    "This link leads to a page where you can say yes or no. It is good for one day:"
)
IGNORE = "If it was not you, do nothing: no further letters come without a yes."
MOVED_SUBJECT = "Letters from Kursbuch go elsewhere"
MOVED = (
    "Letters for the account {name} go to another address from now on. "
    "If it was not you, change your password: whoever did this knows it."
)


@dataclass(frozen=True, slots=True)
class Wish:
    """An account that wants letters at an address."""

    row: PersonRow
    notice: Notice

    @property
    def address(self) -> str:
        return self.notice.wanted


def mailbox(address: str) -> str:
    """Addresses that end in one mailbox at most providers are counted as one.

    >>> mailbox("Anna+games@Example.org") == mailbox("anna@example.org")
    True
    """
    local, _, host = address.lower().rpartition("@")
    return f"{local.partition('+')[0]}@{host}"


class Mailboxes:
    """Asks the people behind addresses whether they want letters, and takes their answers in."""

    def __init__(self, auth: Auth, keys: Keys, settings: Settings, post: Post) -> None:
        self._auth, self._keys, self._settings, self._post = auth, keys, settings, post
        self._people = auth.people

    async def want(self, person: int, address: str, came_from: str) -> None:
        """A person wants letters at an address, or none if it is empty. The wish is kept; raises TooMany if nobody
        can be asked about it for now.
        """
        before = await self._people.notice(person)
        if address == "":
            await self._people.set_notice(person, email="", wanted="", word="")
        elif address == before.email:
            await self._people.set_notice(person, wanted="", word="")
        elif address != before.wanted:
            await self._people.set_notice(person, wanted=address, word=secrets.token_urlsafe(12))
            await self.ask(person, came_from)

    async def ask(self, person: int, came_from: str) -> None:
        """Send the letter with the link, again if wanted; raises TooMany."""
        wish = Wish(await self._people.get(person), await self._people.notice(person))
        if not wish.address or not self._settings.smtp_host:
            return
        await self._auth.count(
            Bound(f"confirm from {came_from}", self._settings.sign_ins, 3600),
            Bound(f"confirm by {person}", LETTERS, DAY),
            Bound(f"confirm to {digest(mailbox(wish.address))}", LETTERS, DAY),
        )
        say = words(wish.row.language)
        # not a word of the account's own: a name could be the advertisement that a stranger wants to send
        text = f"{say(TEXT)}\n\n{self.link(wish)}\n\n{say(IGNORE)}\n"
        try:
            self._post.send(wish.address, say(SUBJECT), text)
        except Full as error:
            raise TooMany(60) from error

    def link(self, wish: Wish) -> str:
        """Where the wish can be confirmed. Built from the settings, never from what a request says."""
        token = self._serializer().dumps([wish.row.id, wish.notice.word])
        return f"{self._settings.address}/account/confirm/{token}"

    async def wish(self, token: str) -> Wish:
        """What a link is about; raises NoSuchLink."""
        try:
            person, word = self._serializer().loads(token[:300], max_age=LIFETIME)
            wish = Wish(await self._people.get(int(person)), await self._people.notice(int(person)))
        except (BadSignature, Missing, ValueError, TypeError) as error:
            raise NoSuchLink from error
        if not wish.address or wish.notice.word != word:
            raise NoSuchLink
        return wish

    async def answer(self, token: str, yes: bool) -> Wish:
        """What whoever reads letters there says; raises NoSuchLink."""
        wish = await self.wish(token)
        settle = self._people.confirm_address if yes else self._people.forget_wanted
        if not await settle(wish.row.id, wish.notice.word):
            raise NoSuchLink  # two browsers, one link
        if yes and wish.notice.email:
            say = words(wish.row.language)
            with contextlib.suppress(Full):  # the post has logged it
                self._post.send(wish.notice.email, say(MOVED_SUBJECT), f"{say(MOVED, name=wish.row.name)}\n")
        return wish

    def _serializer(self) -> URLSafeTimedSerializer:
        assert self._keys.secret, "the server has not started"
        return URLSafeTimedSerializer(self._keys.secret, salt="kursbuch.confirm")
