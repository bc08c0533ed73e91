"""Connections that never finish are dropped: half-sent heads and bodies, answers that nobody takes.

uvicorn ends idle connections between two requests; this ends those within one. A connection that hears events has
sent all it has to send and takes what comes, so none of these times runs for it.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from kursbuch.web.settings import Settings

LINGER = 2.0  # seconds until a connection that was closed politely is cut
PROGRESS = 16_384  # bytes that whoever receives an answer must take in time, or all that is left

_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-type: text/plain\r\ncontent-length: 15\r\n"
    b"connection: close\r\n\r\nRequest Timeout"
)


class Patient(HttpToolsProtocol):
    """uvicorn's HTTP with time-outs for the head, the body, and the answer."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any], **more: Any
    ) -> None:
        super().__init__(config, server_state, app_state, **more)
        self._settings: Settings = app_state.get("settings") or Settings()
        self._sending: asyncio.TimerHandle | None = None  # the other side, its request
        self._taking: asyncio.TimerHandle | None = None  # the other side, our answer
        self._unsent = 0

    # -- what comes in ----------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect(self._settings.head_timeout)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._sending is None:  # the first head is awaited from the connection on
            self._expect(self._settings.head_timeout)

    def on_headers_complete(self) -> None:
        self._expect(self._settings.body_timeout)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._expect(None)
        super().on_message_complete()

    def _expect(self, seconds: float | None) -> None:
        if self._sending is not None:
            self._sending.cancel()
        self._sending = self.loop.call_later(seconds, self._late, seconds) if seconds is not None else None

    def _late(self, seconds: float) -> None:
        if self.flow.read_paused:  # it is we who do not listen
            self._expect(seconds)
            return
        self._sending = None
        if self.cycle is None or self.cycle.response_complete or not self.cycle.response_started:
            self.transport.write(_LATE)
        self.transport.close()
        self.loop.call_later(LINGER, self.transport.abort)

    # -- what goes out ----------------------------------------------------------------------------

    def pause_writing(self) -> None:
        super().pause_writing()
        self._watch()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._unwatch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self._taking is None and self.transport.get_write_buffer_size():
            self._watch()

    def _watch(self) -> None:
        self._unwatch()
        self._unsent = self.transport.get_write_buffer_size()
        self._taking = self.loop.call_later(self._settings.reading_timeout, self._not_taken)

    def _unwatch(self) -> None:
        if self._taking is not None:
            self._taking.cancel()
            self._taking = None

    def _not_taken(self) -> None:
        self._taking = None
        left = self.transport.get_write_buffer_size()
        if left and left > self._unsent - PROGRESS:
            self.transport.abort()
        elif left:
            self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        self._unwatch()
        super().connection_lost(exc)
