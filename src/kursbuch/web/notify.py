"""Telling people what concerns them at tables: by e-mail, push and webhook, off until server and person set them."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import json
import logging
import re
import socket
import weakref
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import httpx

from kursbuch.core import BadInput
from kursbuch.store import Missing, People, TableRow
from kursbuch.store.counters import Counters
from kursbuch.store.pending import Pending
from kursbuch.store.work import Busy, Crew
from kursbuch.web.clocks.absence import CLOSED
from kursbuch.web.mail import TIMEOUT, Full, Post, has_room
from kursbuch.web.pages.site import title_name
from kursbuch.web.settings import Settings
from kursbuch.words import Words, words

log = logging.getLogger(__name__)

CALLS = 50  # webhooks called at once
WAITING = 2000  # messages in the making
WAITING_EACH = 20  # to one person
CALL_AGAIN = 30.0  # seconds until a call that failed is tried again
BUSY = 429  # what an address answers that is called too often

SUBJECTS = {
    "turn": "Your turn at the table {name}",
    "warn": "Your time at the table {name} is running short",
    "named": "You are spoken to at the table {name}",
    "invited": "You are invited to the table {name}",
    "asked": "You are asked something at the table {name}",
    "replaced": "A bot moves for you at the table {name}",
    "lost": "Your seat at the table {name} was given up",
    "over": "The game at the table {name} is over",
}
TEXTS = {
    "turn": "It is your turn at the table {table}.",
    "warn": "Your time at the table {table} is out at {until}.",
    "named": "{by} writes at the table {table}: {text}",
    "invited": "{by} keeps a place for you at the table {table}.",
    "asked": "{by} asks the others at the table {table}: look whether you agree.",
    "replaced": "A bot moves for you at the table {table} until you say there that you are back.",
    "lost": "Your seat at the table {table} was given up by vote: somebody new may take it.",
    "over": "The game at the table {table} is over: see how it has ended.",
}
"""What is told, by kind of message."""


MAILBOX = re.compile(r"[^@\s<>(),;:\"\[\]\\]{1,64}@[^@\s<>(),;:\"\[\]\\]{1,188}[^@\s<>(),;:\"\[\]\\.]")
"""One mailbox written in one way: a comment in it, or a dot at its end, would be another address to our counters."""


def sentence(say: Words, kind: str, row: TableRow, values: Mapping[str, Any]) -> str:
    """A message about a table."""
    title = title_name(row.title)
    table = title if row.name in ("", title) else f"{row.name} ({title})"
    when = {"until": _moment(say, values["until"])} if "until" in values else {}
    return say(TEXTS[kind], **{**values, **when, "table": table})


def _moment(say: Words, text: str) -> str:
    try:
        return say.moment(datetime.fromisoformat(text))
    except ValueError:
        return text  # one that waits since moments were kept in words


def checked(settings: Settings, email: str, webhook: str) -> None:
    """Raise BadInput for an address that cannot be used here."""
    if email:
        if not settings.smtp_host:
            raise BadInput("email", "this server sends no e-mail")
        if not MAILBOX.fullmatch(email) or not email.isprintable():
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


Push = Callable[[int, str, Mapping[str, str], Crew], Awaitable[None]]
"""Tells the browsers of a person of a table: the person, the table, the message, who looks addresses up."""


class Notifier:
    """Sends messages in the background; one that fails is logged and never holds a game up.

    What one person's address does is that person's trouble: a call is under way for each at most once, and calls that
    wait are bounded as letters are.
    """

    def __init__(
        self,
        people: People,
        settings: Settings,
        post: Post,
        push: Push | None = None,
        pending: Pending | None = None,
        counters: Counters | None = None,
    ) -> None:
        self._counters = counters
        self._people, self._settings, self._post, self._push = people, settings, post, push
        self._pending = pending
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: Counter[int] = Counter()  # messages in the making, by person
        self._calling: weakref.WeakValueDictionary[int, asyncio.Lock] = weakref.WeakValueDictionary()
        self._lines = asyncio.Semaphore(CALLS)
        self._names = Crew("names", hands=4, waiting=200)  # to look an address up may take long as well

    @property
    def active(self) -> bool:
        pushes = self._push is not None and self._settings.push
        return bool(self._settings.smtp_host or self._settings.webhooks or pushes)

    def look(self, row: TableRow, before: tuple[str, ...]) -> None:
        """Called when a table has changed: tell those who were not to decide before, and are now, and whoever
        has not made the last move that the game is over.
        """
        if not self.active or row.mode != "online" or row.ended == CLOSED:
            return
        for seat in row.seats:
            if seat.person is None or seat.player in before:
                continue
            if row.over:
                self.note(seat.person, "over", row, {})
            elif seat.player in row.acting and not seat.bot:  # for one who is away a bot moves
                self.note(seat.person, "turn", row, {})

    def note(self, person: int, kind: str, row: TableRow, values: Mapping[str, str]) -> None:
        """Tell a person something about a table, by all the ways that they want."""
        if not self.active:
            return
        if self._waiting[person] >= WAITING_EACH or len(self._tasks) >= WAITING:
            log.warning("a message about table %s was not sent: too many wait", row.id)
            return
        task = asyncio.create_task(self._tell(row, person, kind, values))
        self._tasks.add(task)
        self._waiting[person] += 1

        def done(task: asyncio.Task[None]) -> None:
            self._tasks.discard(task)
            self._waiting -= Counter((person,))  # those with none are forgotten

        task.add_done_callback(done)

    async def stop(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._names.close()

    async def _tell(self, row: TableRow, person: int, kind: str, values: Mapping[str, str]) -> None:
        try:
            notice = await self._people.notice(person)
            say = words((await self._people.get(person)).language)
            if notice.email and self._settings.smtp_host:
                if self._pending is not None and (notice.every or not await self._has_room(notice.email)):
                    await self._pending.add(person, kind, row.id, values)
                else:
                    self._write(notice.email, row, say, kind, values)
            if self._push is not None:
                await self._push(person, row.id, self._message(row, say, kind, values), self._names)
            if notice.webhook and self._settings.webhooks:
                body = self._body(row, say, kind, values)
                await self._in_turn(person, notice.webhook, body)
        except (OSError, Missing, Busy, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            log.warning("a message about table %s could not be sent: %s", row.id, error)
        except Exception:
            log.exception("a message about table %s could not be sent", row.id)

    async def _has_room(self, email: str) -> bool:
        return self._counters is None or await has_room(self._counters, self._settings, email)

    def _write(self, email: str, row: TableRow, say: Words, kind: str, values: Mapping[str, str]) -> None:
        text = f"{sentence(say, kind, row, values)}\n\n{self._link(row)}\n"
        with contextlib.suppress(Full):  # the post has logged it
            self._post.send(email, say(SUBJECTS[kind], name=row.name), text)

    async def _in_turn(self, person: int, webhook: str, body: Mapping[str, Any]) -> None:
        """Call a person's address, one call after the other, each tried again once."""
        lock = self._calling.get(person)
        if lock is None:
            lock = self._calling[person] = asyncio.Lock()
        async with lock:
            for pause in (CALL_AGAIN, 0.0):
                try:
                    async with self._lines, asyncio.timeout(TIMEOUT):
                        status = await self._call(webhook, body)
                    if status < 500 and status != BUSY:
                        return
                    if not pause:
                        log.warning("a webhook answered %d twice", status)
                except (OSError, httpx.TransportError, Busy):  # a time-out is an OSError
                    if not pause:
                        raise
                await asyncio.sleep(pause)

    def _body(self, row: TableRow, say: Words, kind: str, values: Mapping[str, str]) -> dict[str, Any]:
        """What a webhook receives."""
        return {
            "table": row.id,
            "name": row.name,
            "title": row.title,
            "moves": row.moves,
            "kind": kind,
            "link": self._link(row),
            "text": sentence(say, kind, row, values),
        }

    async def _call(self, webhook: str, told: Mapping[str, Any]) -> int:
        body = in_form(webhook, told)
        host = httpx.URL(webhook).raw_host.decode("ascii")
        found = await self._names.do(addresses, host, self._settings.local_webhooks)
        return await call(webhook, found, body)

    def _message(self, row: TableRow, say: Words, kind: str, values: Mapping[str, str]) -> dict[str, str]:
        """What a browser shows."""
        title = say(SUBJECTS[kind], name=row.name or title_name(row.title))
        body = sentence(say, kind, row, values)
        tag = row.id if kind == "turn" else f"{row.id}-{kind}"
        return {"title": title, "body": body, "url": f"/table/{row.id}", "tag": tag, "kind": kind}

    def _link(self, row: TableRow) -> str:
        return f"{self._settings.address}/table/{row.id}"


DISCORD = ("discord.com", "discordapp.com", "ptb.discord.com", "canary.discord.com")


def in_form(webhook: str, body: Mapping[str, Any]) -> dict[str, Any]:
    """What is sent, in the form that the address expects: Discord has its own; Matrix (hookshot), Mattermost, Slack
    read `text` and `username` and pass over the rest, which is for programs.

    >>> in_form(
    ...     "https://discord.com/api/webhooks/1/x",
    ...     {"text": "Your turn.", "link": "https://g.example/table/x"},
    ... )
    {'username': 'Kursbuch', 'content': 'Your turn. https://g.example/table/x', 'allowed_mentions': {'parse': []}}
    >>> in_form("https://matrix.example/webhook/x", {"text": "Your turn.", "link": "https://g/t"})["text"]
    'Your turn. https://g/t'
    """
    parts = urlsplit(webhook)
    told = f"{body['text']} {body['link']}"
    if parts.hostname in DISCORD and parts.path.startswith("/api/webhooks/"):
        return {
            "username": "Kursbuch",
            "content": told,
            "allowed_mentions": {"parse": []},
        }  # names call nobody
    if "/webhook/" in parts.path or "/hooks/" in parts.path or parts.hostname == "hooks.slack.com":
        return {**body, "text": told, "username": "Kursbuch"}
    return dict(body)


async def call(
    webhook: str, found: Sequence[str], body: object, transport: httpx.AsyncBaseTransport | None = None
) -> int:
    """Post data to an address of somebody's. Gives the status of the answer."""
    content = json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()
    return await post(webhook, found, content, {"Content-Type": "application/json"}, transport)


async def post(
    url: str,
    found: Sequence[str],
    content: bytes,
    headers: Mapping[str, str],
    transport: httpx.AsyncBaseTransport | None = None,
) -> int:
    """Post to an address of somebody's, at the numbers that its name was found to lead to and no others: a name
    that leads elsewhere a moment later leads nobody into our own network. Gives the status of the answer.
    """
    address = httpx.URL(url)
    client = httpx.AsyncClient(timeout=TIMEOUT, follow_redirects=False, trust_env=False, transport=transport)
    async with client:
        for number, ip in enumerate(found, start=1):
            request = client.build_request(
                "POST",
                address.copy_with(host=ip),
                content=content,
                headers={**headers, "Host": address.netloc.decode("ascii")},
                extensions={
                    "sni_hostname": address.raw_host.decode("ascii")
                },  # the certificate is the name's
            )
            try:
                answer = await client.send(request, stream=True)  # what it says is not read
                await answer.aclose()
                return answer.status_code
            except httpx.ConnectError:
                if number == len(found):
                    raise
    raise ValueError(f"{url} leads nowhere")


def addresses(host: str, local: bool) -> list[str]:
    """Where a name leads to; raises ValueError if any of it lies in a private network, unless that is allowed.

    It may take its time.
    """
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    out = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not out or not (local or all(map(_public, out))):
        raise ValueError(f"{host} lies in a private network")
    return out


GIVEN = ipaddress.IPv6Network("2000::/3")  # of which networks have their long addresses


def _public(address: str) -> bool:
    """Whether an address lies in the open network; one that wraps another is what it wraps. Long addresses outside of
    the block that networks are given are no one's, or lead to a short one in ways of a machine's own (64:ff9b::/96).

    >>> [_public(a) for a in ("93.184.216.34", "2606:2800:220:1::1", "10.0.0.1", "fe80::1%eth0")]
    [True, True, False, False]
    >>> [
    ...     _public(a)
    ...     for a in ("::ffff:127.0.0.1", "2002:7f00:1::", "64:ff9b::7f00:1", "::127.0.0.1", "fec0::1")
    ... ]
    [False, False, False, False, False]
    """
    ip = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(ip, ipaddress.IPv6Address):
        inner = ip.ipv4_mapped or ip.sixtofour or (ip.teredo and ip.teredo[1])
        if inner:
            return _public(str(inner))
        if ip not in GIVEN:
            return False
    return ip.is_global and not ip.is_multicast
