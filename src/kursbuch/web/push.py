"""Web Push: a browser shows that it is somebody's turn, although no page of ours is open.

What is sent is sealed for the browser, so that the service which passes it on cannot read it. The address of that
service comes from the browser, that is from anybody: it is looked up and called with the same care as a webhook.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import httpx
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02
from pywebpush import WebPusher, WebPushException

from kursbuch.core import BadInput
from kursbuch.store.browsers import Browser, Browsers
from kursbuch.store.errors import Full
from kursbuch.store.work import Crew
from kursbuch.web.mail import TIMEOUT
from kursbuch.web.notify import addresses, post
from kursbuch.web.settings import Settings

log = logging.getLogger(__name__)

MOST = 10  # browsers of a person
KEPT = 24 * 3600  # seconds that a message waits for a browser that is off
GONE = (404, 410)  # what a service answers for a browser that is no longer there
POINT, AUTH = 65, 16  # bytes of a browser's keys
SIGNED_FOR = 12 * 3600  # seconds


def _plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _read(text: str) -> bytes:
    """Raises ValueError."""
    return base64.urlsafe_b64decode(text[:200] + "=" * (-len(text[:200]) % 4))


def new_key() -> str:
    """A private key, as it is kept."""
    key = Vapid02()
    key.generate_keys()
    pem: bytes = key.private_pem()
    return pem.decode()


def checked_browser(settings: Settings, endpoint: str, p256dh: str, auth: str) -> Browser:
    """A browser as it is kept; raises BadInput for one that nothing can be sent to."""
    try:
        parts = urlsplit(endpoint)
        good = parts.scheme == "https" or (parts.scheme == "http" and settings.local_webhooks)
        good = good and bool(parts.hostname) and (parts.port or 1) > 0 and len(endpoint) <= 1000
        good = good and len(_read(p256dh)) == POINT and len(_read(auth)) == AUTH
        if not good or not endpoint.isprintable():
            raise ValueError("no address, or no keys")
        WebPusher({"endpoint": endpoint, "keys": {"p256dh": p256dh, "auth": auth}}).encode(b"{}")
    except (ValueError, WebPushException, TypeError) as error:
        raise BadInput("endpoint", "this browser cannot be told") from error
    return Browser(endpoint, p256dh, auth)


@dataclass
class Pushes:
    """Sends messages to people's browsers."""

    browsers: Browsers
    settings: Settings
    _vapid: Vapid02 | None = None

    async def key(self) -> Vapid02:
        if self._vapid is None:
            self._vapid = Vapid02.from_pem((await self.browsers.key(new_key)).encode())
        return self._vapid

    async def public_key(self) -> str:
        """What browsers must know of the key."""
        point = (await self.key()).public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return _plain(point)

    async def add(self, person: int, endpoint: str, p256dh: str, auth: str) -> None:
        """Remember a browser; raises BadInput."""
        browser = checked_browser(self.settings, endpoint, p256dh, auth)
        try:
            await self.browsers.add(person, browser, MOST)
        except Full as error:
            raise BadInput("endpoint", "you have {most} browsers that are told", most=MOST) from error

    async def tell(self, person: int, table: str, message: Mapping[str, Any], names: Crew) -> None:
        """Tell all browsers of a person who wants to hear of this table; one that is gone is forgotten."""
        # of an invitation one hears before one knows the table
        wanted = message.get("kind") == "invited" or await self.browsers.rings(person, table)
        if not self.settings.push or not wanted:
            return
        for browser in await self.browsers.of(person):
            try:
                async with asyncio.timeout(TIMEOUT):  # also for an answer that dribbles in
                    await self._send(browser, json.dumps(message).encode(), names)
            except (OSError, httpx.HTTPError, httpx.InvalidURL, ValueError, WebPushException) as error:
                log.warning("a browser could not be told of table %s: %s", table, error)

    async def _send(self, browser: Browser, data: bytes, names: Crew) -> None:
        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        sealed = WebPusher({"endpoint": browser.endpoint, "keys": keys}).encode(data)["body"]
        host = httpx.URL(browser.endpoint).raw_host.decode("ascii")
        found = await names.do(addresses, host, self.settings.local_webhooks)
        headers = {
            **(await self._signature(browser.endpoint)),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT),
            "Urgency": "normal",
        }
        status = await post(browser.endpoint, found, sealed, headers)
        if status in GONE:
            await self.browsers.drop(browser.endpoint)
        elif status >= 400:
            log.warning("a browser could not be told: its service answered %d", status)

    async def _signature(self, endpoint: str) -> dict[str, str]:
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "sub": self.settings.push_contact or "mailto:nobody@localhost",
            "exp": int(time.time()) + SIGNED_FOR,
        }
        signed: dict[str, str] = (await self.key()).sign(claims)
        return signed
