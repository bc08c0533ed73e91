"""Sending letters, where the server has been told how: from a queue, so that nobody waits for a mail server.

A letter that cannot be sent is tried again a few times. What waits is kept in memory only and bounded: when a mail
server has been away for long, further letters are refused rather than heaped up.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import smtplib
import socket
from dataclasses import dataclass
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import urlsplit

from kursbuch.store.counters import Bound, Counters, Exceeded
from kursbuch.store.people import digest
from kursbuch.store.work import Crew
from kursbuch.web.settings import Settings

log = logging.getLogger(__name__)

TIMEOUT = 10.0  # seconds that a mail server may be silent
DEADLINE = 60.0  # seconds that a letter may take in all
SENDERS = 2  # letters under way at once
AGAIN = (10.0, 60.0, 600.0)  # seconds until the next try


@dataclass(frozen=True, slots=True)
class Letter:
    address: str
    subject: str
    text: str
    tries: int = 0


class Full(Exception):
    """Too many letters wait already."""


async def has_room(counters: Counters, settings: Settings, address: str) -> bool:
    """Whether another letter about tables may go to an address now; it is counted then. Whoever leaves another's
    address here shall not fill that mailbox, with however many accounts.
    """
    bound = Bound(f"letters to {digest(address.lower())}", settings.letters_an_hour, 3600)
    try:
        await counters.take(bound)
    except Exceeded:
        return False
    return True


class Post:
    """Takes letters in at once and sends them when it can. Runs while the server does."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._queue: asyncio.Queue[Letter] = asyncio.Queue()
        self._resting: dict[asyncio.TimerHandle, Letter] = {}  # those to be tried again
        self._crew = Crew("mail", hands=SENDERS, waiting=SENDERS)
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def full(self) -> bool:
        return self._queue.qsize() + len(self._resting) >= self._settings.letters_waiting

    def send(self, address: str, subject: str, text: str) -> None:
        """Have a letter sent; raises Full."""
        if self.full:
            log.warning("a letter was not taken: %d wait already", self._settings.letters_waiting)
            raise Full
        if not self._tasks:
            self._tasks = [asyncio.create_task(self._serve()) for _ in range(SENDERS)]
        self._queue.put_nowait(Letter(address, subject, text))

    async def stop(self) -> None:
        """Give up what has not been sent."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        unsent = self._queue.qsize() + len(self._resting)
        for handle in self._resting:
            handle.cancel()
        self._resting.clear()
        self._crew.close()
        if unsent:
            log.warning("%d letters were not sent before the server stopped", unsent)

    async def _serve(self) -> None:
        while True:
            letter = await self._queue.get()
            call = Call(self._settings, letter)
            try:
                await self._crew.do(call.send, timeout=DEADLINE)
            except (OSError, smtplib.SMTPException, ValueError, TimeoutError) as error:
                self._failed(letter, error)
            except Exception:
                log.exception("a letter could not be sent")
            finally:
                call.hang_up()

    def _failed(self, letter: Letter, error: Exception) -> None:
        refused = isinstance(error, (smtplib.SMTPRecipientsRefused, smtplib.SMTPSenderRefused, ValueError))
        if refused or letter.tries >= len(AGAIN) or not self._settings.letters_waiting:
            log.warning("a letter could not be sent, and is given up: %s", error)
            return
        wait = AGAIN[letter.tries]
        log.warning("a letter could not be sent; tried again in %d seconds: %s", wait, error)
        later = Letter(letter.address, letter.subject, letter.text, letter.tries + 1)

        def again() -> None:
            del self._resting[handle]
            self._queue.put_nowait(later)

        handle = asyncio.get_running_loop().call_later(wait, again)
        self._resting[handle] = later


class Call:
    """One talk with the mail server, in a thread; it can be cut off from outside."""

    def __init__(self, settings: Settings, letter: Letter) -> None:
        self._settings, self._letter = settings, letter
        self._server: smtplib.SMTP | None = None

    def send(self) -> None:
        """Raises OSError, SMTPException, ValueError."""
        settings, letter = self._settings, self._letter
        message = EmailMessage()
        message["Subject"] = letter.subject
        message["From"] = settings.smtp_from or settings.smtp_user or "kursbuch@localhost"
        message["To"] = letter.address
        message["Date"] = formatdate()
        message["Message-ID"] = make_msgid(domain=urlsplit(settings.address).hostname or "localhost")
        message["Auto-Submitted"] = "auto-generated"  # nobody's holiday notice shall answer
        message.set_content(letter.text)
        server = self._server = smtplib.SMTP.__new__(smtplib.SMTP)  # known before it begins to connect
        server.__init__(settings.smtp_host, settings.smtp_port, timeout=TIMEOUT)  # type: ignore[misc]
        with server:
            if settings.smtp_tls:
                server.starttls()
            if settings.smtp_user:
                server.login(settings.smtp_user, settings.smtp_password)
            server.send_message(message)

    def hang_up(self) -> None:
        """A server that dribbles its answers shall not keep the thread."""
        line = self._server.sock if self._server else None
        if line is not None:
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
