"""The signed cookie that a session is kept in."""

from __future__ import annotations

import hashlib
from functools import lru_cache

from itsdangerous import Signer, TimestampSigner
from starlette.middleware.sessions import SessionMiddleware
from starlette.types import ASGIApp

TOLD = "b"  # in a cookie: the digest of this browser's address for messages, if it has one
COOKIE = "kursbuch"
DAY = 24 * 3600


@lru_cache(maxsize=8)
def _signer(secret: str, purpose: str) -> Signer:
    return Signer(secret, salt=f"kursbuch.{purpose}", digest_method=hashlib.sha256)


class Keys:
    """What signs cookies and forms. The secret is known once the database is open."""

    secret = ""

    def seal(self, purpose: str, text: str) -> str:
        """A mark that only this server can put on a text, good for one purpose."""
        assert self.secret, "the server has not started"
        return _signer(self.secret, purpose).get_signature(text).decode()


class Sessions(SessionMiddleware):
    """Starlette's sessions, signed, out of reach of scripts, and not sent along by other sites' forms."""

    def __init__(self, app: ASGIApp, keys: Keys, secure: bool, days: int) -> None:
        super().__init__(
            app, "", session_cookie=COOKIE, max_age=days * DAY, same_site="lax", https_only=secure
        )
        self._keys = keys

    @property
    def signer(self) -> TimestampSigner:
        assert self._keys.secret, "the server has not started"
        return TimestampSigner(self._keys.secret, salt="kursbuch.session")

    @signer.setter
    def signer(self, _: TimestampSigner) -> None:
        """The one made without a secret is of no use."""
