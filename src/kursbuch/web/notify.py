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
        if not self._settings.local_webhooks:
            await _refuse_private(webhook)
        body = {
            "table": row.id,
            "name": row.name,
            "title": row.title,
            "moves": row.moves,
            "link": self._link(row),
            "text": self._text(row, say),
        }
        async with httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client:
            await client.post(webhook, json=body)

    def _link(self, row: TableRow) -> str:
        return f"{self._settings.address}/table/{row.id}"

    def _text(self, row: TableRow, say: Words) -> str:
        return say(TEXT, name=row.name, title=title_name(row.title))


async def _refuse_private(webhook: str) -> None:
    """Nobody shall have us call addresses inside our own network."""
    host = urlsplit(webhook).hostname or ""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    for *_, address in found:
        if not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
            raise ValueError(f"{host} lies in a private network")
