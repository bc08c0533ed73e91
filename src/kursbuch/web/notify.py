"""Telling people that it is their turn: by e-mail and by webhook, off until server and person set them."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import smtplib
import socket
from email.message import EmailMessage
from urllib.parse import urlsplit

import httpx

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, TableRow
from kursbuch.web.pages.words import words
from kursbuch.web.settings import Settings

log = logging.getLogger(__name__)

SUBJECT = "Your turn at the table {name}"
TEXT = "It is your turn at the table {name} ({title})."
TIMEOUT = 10.0


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
            if notice.email and self._settings.smtp_host:
                language = (await self._people.get(person)).language
                await asyncio.to_thread(self._mail, notice.email, row, language)
            if notice.webhook and self._settings.webhooks:
                await self._call(notice.webhook, row)
        except (OSError, Missing, smtplib.SMTPException, httpx.HTTPError, ValueError) as error:
            log.warning("a message about table %s could not be sent: %s", row.id, error)

    def _mail(self, address: str, row: TableRow, language: str) -> None:
        say, s = words(language), self._settings
        message = EmailMessage()
        message["Subject"] = say(SUBJECT, name=row.name)
        message["From"] = s.smtp_from or s.smtp_user or "kursbuch@localhost"
        message["To"] = address
        message.set_content(say(TEXT, name=row.name, title=row.title) + f"\n\n{self._link(row)}\n")
        with smtplib.SMTP(s.smtp_host, s.smtp_port, timeout=TIMEOUT) as server:
            if s.smtp_tls:
                server.starttls()
            if s.smtp_user:
                server.login(s.smtp_user, s.smtp_password)
            server.send_message(message)

    async def _call(self, webhook: str, row: TableRow) -> None:
        if not self._settings.local_webhooks:
            await _refuse_private(webhook)
        body = {
            "table": row.id,
            "name": row.name,
            "title": row.title,
            "moves": row.moves,
            "link": self._link(row),
        }
        async with httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False) as client:
            await client.post(webhook, json=body)

    def _link(self, row: TableRow) -> str:
        return f"{self._settings.base_url.rstrip('/')}/table/{row.id}"


async def _refuse_private(webhook: str) -> None:
    """Nobody shall have us call addresses inside our own network."""
    host = urlsplit(webhook).hostname or ""
    found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    for *_, address in found:
        if not ipaddress.ip_address(str(address[0]).partition("%")[0]).is_global:
            raise ValueError(f"{host} lies in a private network")
