"""Telling people that it is their turn: by e-mail and by webhook, off until server and person set them."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import smtplib
import socket
from urllib.parse import urlsplit

import httpx

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, TableRow
from kursbuch.web.mail import TIMEOUT, send_mail
from kursbuch.web.pages.site import title_name
from kursbuch.web.pages.words import Words, words
from kursbuch.web.settings import Settings

log = logging.getLogger(__name__)

SUBJECT = "Your turn at the table {name}"
TEXT = "It is your turn at the table {name} ({title})."


def checked(settings: Settings, email: str, webhook: str) -> None:
    """Raise BadInput for an address that cannot be used here."""
    if email:
        if not settings.smtp_host:
            raise BadInput("email", "this server sends no e-mail")
        if not re.fullmatch(r"[^@\s<>,;:\"]{1,64}@[^@\s<>,;:\"]{1,189}", email) or not email.isprintable():
            raise BadInput("email", "this is no e-mail address")
    if webhook:
        if not settings.webhooks:
            raise BadInput("webhook", "this server calls no addresses")
        try:
            parts = urlsplit(webhook)
            good = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
        except ValueError:
            good = False
        if not good or not webhook.isprintable():
            raise BadInput("webhook", "expected an address such as https://example.org/hook")


class Notifier:
    """Sends messages in the background; one that fails is logged and never holds a game up."""

    def __init__(self, people: People, settings: Settings) -> None:
        self._people = people
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def active(self) -> bool:
        return bool(self._settings.smtp_host or self._settings.webhooks)

    def look(self, row: TableRow, before: tuple[str, ...]) -> None:
        """Called when a table has changed: tell those who were not to decide before, and are now."""
        if not self.active or row.mode != "online" or row.over:
            return
        for seat in row.seats:
            if seat.person is not None and seat.player in row.acting and seat.player not in before:
                task = asyncio.create_task(self._tell(row, seat.person))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _tell(self, row: TableRow, person: int) -> None:
        try:
            notice = await self._people.notice(person)
            say = words((await self._people.get(person)).language)
            if notice.email and self._settings.smtp_host:
                await asyncio.to_thread(self._mail, notice.email, row, say)
            if notice.webhook and self._settings.webhooks:
                await self._call(notice.webhook, row, say)
        except (OSError, Missing, smtplib.SMTPException, httpx.HTTPError, ValueError) as error:
            log.warning("a message about table %s could not be sent: %s", row.id, error)

    def _mail(self, address: str, row: TableRow, say: Words) -> None:
        send_mail(
            self._settings,
            address,
            say(SUBJECT, name=row.name),
            f"{self._text(row, say)}\n\n{self._link(row)}\n",
        )

    async def _call(self, webhook: str, row: TableRow, say: Words) -> None:
        body = {
            "table": row.id,
            "name": row.name,
            "title": row.title,
            "moves": row.moves,
            "link": self._link(row),
            "text": self._text(row, say),
        }
        await call(webhook, body, local=self._settings.local_webhooks)

    def _link(self, row: TableRow) -> str:
        return f"{self._settings.address}/table/{row.id}"

    def _text(self, row: TableRow, say: Words) -> str:
        return say(TEXT, name=row.name, title=title_name(row.title))


async def call(
    webhook: str, body: object, *, local: bool, transport: httpx.AsyncBaseTransport | None = None
) -> None:
    """Post to an address of somebody's. Its name is looked up once, and what was found is what is called:
    a name that leads elsewhere a moment later leads nobody into our own network.
    """
    address = httpx.URL(webhook)
    host = address.raw_host.decode("ascii")
    found = await addresses(host, local=local)
    client = httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False, transport=transport)
    async with client:
        for number, ip in enumerate(found, start=1):
            request = client.build_request(
                "POST",
                address.copy_with(host=ip),
                json=body,
                headers={"Host": address.netloc.decode("ascii")},
                extensions={"sni_hostname": host},  # the certificate is the name's
            )
            try:
                await client.send(request)
                return
            except httpx.ConnectError:
                if number == len(found):
                    raise


async def addresses(host: str, *, local: bool) -> list[str]:
    """Where a name leads to; raises ValueError if any of it lies in a private network, unless that is allowed."""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    out = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not out or not (local or all(map(_public, out))):
        raise ValueError(f"{host} lies in a private network")
    return out


def _public(address: str) -> bool:
    """Whether an address lies in the open network; one that wraps another is what it wraps.

    >>> [
    ...     _public(a)
    ...     for a in ("93.184.216.34", "10.0.0.1", "::ffff:127.0.0.1", "2002:7f00:1::", "fe80::1%eth0")
    ... ]
    [True, False, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return _public(str(inner))
    return ip.is_global and not ip.is_multicast
