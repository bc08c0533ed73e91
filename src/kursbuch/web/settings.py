"""How a server is set up: by arguments, or by environment variables named KURSBUCH_..."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from kursbuch.core import BadInput
from kursbuch.store import default_url


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything one may set. What is empty is off, or found out by itself."""

    database: str = ""  # a URL; empty is a SQLite file in the user's data folder
    host: str = "127.0.0.1"  # the address to listen at; 0.0.0.0 is every one of this machine
    port: int = 0  # 0 is the first free one from 8018 up
    workers: int = 1  # more than one needs PostgreSQL
    open_browser: bool = False  # whether the page is opened when the server is there
    base_url: str = ""  # as people reach it from outside, for links in messages; https makes cookies secure
    secret: str = ""  # signs cookies; empty is one kept in the database
    smtp_host: str = ""  # empty: no e-mail is sent
    smtp_port: int = 587  # of the mail server
    smtp_user: str = ""  # empty: nobody signs in there
    smtp_password: str = ""  # of that user
    smtp_from: str = ""  # whom letters come from; empty: the user
    smtp_tls: bool = True  # whether the connection to it is encrypted
    letters_waiting: int = 500  # in front of a mail server that is slow or away; more are not taken
    letters_an_hour: int = 20  # about tables, to one mail address; what is more is gathered into one later
    admins: str = ""  # names of accounts, with commas, beside those that `kursbuch admin grant` has named
    forbidden_names: str = ""  # words, with commas, that no name may contain
    webhooks: bool = False  # whether people may have us call addresses of theirs
    local_webhooks: bool = False  # whether these may lie in private networks
    push: bool = True  # whether browsers are told of turns, as far as people want that
    push_contact: str = ""  # mailto:... or https://..., for those who run the services that pass it on
    bot_pause: float = 0.4  # seconds between two moves of bots, so that one can follow them
    order_pause: float = 1.0  # seconds, more or less, that a standing order waits before it moves
    clock_pause: float = 2.0  # seconds between two looks at whose time is out
    warn_hours: float = 12.0  # before somebody's time is out, if the move has so much; 0: nobody is warned
    digest_pause: float = 30.0  # seconds between two looks at whose letter is due
    absent_hours: float = 48.0  # of silence at a new table without a clock, unless it agrees on another rule
    trusted_proxies: str = ""  # addresses or networks, with commas, whose X-Forwarded-For is believed
    head_timeout: float = 10.0  # seconds until the head of a request must be there
    body_timeout: float = 60.0  # seconds until the body must be there
    reading_timeout: float = 30.0  # seconds in which whoever receives an answer must take some of it
    idle_timeout: int = 75  # seconds: who thinks about a move for a minute need not connect again
    bot_limit: float = 60.0  # seconds that a bot may think about a move; then it is a random one
    bot_processes: int = 0  # in which bots think; 0 leaves one core to the server, and takes four at most
    coach_seconds: float = 3.0  # that the coach tries choices out; 0: what the house would do, untried
    thinkers: int = 1  # programs that think for bots, started beside a server on PostgreSQL
    body_limit: int = 1_000_000  # bytes of a request
    sign_ins: int = 10  # failed ones for a name and address in five minutes
    new_people: int = 200  # accounts and guests from one address in an hour
    session_days: int = 60  # without a visit until somebody must sign in again
    guest_days: int = 180  # the same for guests, whose seats hang on it
    token_days: int = 365  # until a program's token expires, if its owner does not say when
    # what one account may do; guests less, and all guests of one address as much as so many of them
    tables_an_hour: int = 120  # new tables
    open_tables: int = 200  # unfinished, with a move in the last 30 days
    transcripts_an_hour: int = 30  # tables from transcripts
    joins_an_hour: int = 60  # seats taken
    invitations_an_hour: int = 60  # links made
    lines_a_minute: int = 30  # of chat
    reports_an_hour: int = 10  # of people, lines of chat, tables
    friends_an_hour: int = 60  # asked, and people invited to tables by name
    workshop_a_minute: int = 240  # changes and previews in the workshop
    leagues_a_day: int = 5  # set up
    streams_each: int = 20  # of live updates at once, in one process
    guest_percent: int = 50  # of what an account may do, a guest may
    guests_an_address: int = 10  # all guests of an address together may do as much as so many
    streams: int = 5000  # of everybody together, in one process
    chosen_seeds: bool = False  # whether whoever opens an online table may choose its seed: for tests
    log_format: str = "text"  # or json: one object a line
    log_level: str = "warning"  # of what is logged: debug, info, warning, error
    log_requests: bool = False  # whether every request is a line, by its route and never by its address
    thinker_metrics_port: int = 0  # of `kursbuch think`, for figures, to its own machine only; 0: none
    metrics_token: str = ""  # for /metrics, as a bearer token; empty: there are none
    positions: int = 20_000  # kept in memory for games in use

    @property
    def url(self) -> str:
        return self.database or default_url()

    @property
    def address(self) -> str:
        """Where messages lead to. Not taken from requests: strangers choose what those say."""
        return (self.base_url or f"http://localhost:{self.port or 8018}").rstrip("/")

    @property
    def secure(self) -> bool:
        return self.base_url.startswith("https://")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] | None = None) -> Self:
        """The settings that the environment names; raises BadInput for one that cannot be read.

        >>> Settings.from_environment({"KURSBUCH_PORT": "80", "KURSBUCH_SMTP_TLS": "no"}).port
        80
        """
        source = os.environ if environment is None else environment
        values: dict[str, Any] = {}
        for field in fields(cls):
            text = source.get(f"KURSBUCH_{field.name.upper()}")
            if text is not None:
                values[field.name] = _read(field.name, type(field.default), text)
        return cls(**values)

    def to_environment(self) -> dict[str, str]:
        """The other way round, for processes that we start."""
        return {f"KURSBUCH_{field.name.upper()}": str(getattr(self, field.name)) for field in fields(self)}


def _read(name: str, kind: type, text: str) -> Any:
    try:
        if kind is bool:
            return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False, "": False}[
                text.lower()
            ]
        return kind(text)
    except (KeyError, ValueError) as error:
        raise BadInput(
            f"KURSBUCH_{name.upper()}", f"expected a {kind.__name__}, not {text[:40]!r}"
        ) from error
