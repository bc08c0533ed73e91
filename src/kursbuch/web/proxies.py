"""Where a request really comes from, if proxies stand in between."""

from __future__ import annotations

from typing import Any, cast

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

UNKNOWN = "forwarded"


class Forwarded:
    """Believes X-Forwarded-For and X-Forwarded-Proto from trusted proxies, and from nobody else.

    uvicorn on its own would believe whoever connects from this machine. Where it has done so, because it was started
    in another way than by us, what it was told is taken back: all such requests count as one address.
    """

    def __init__(self, app: ASGIApp, trusted: str) -> None:
        self._app = app
        if trusted.strip():
            self._app = cast(ASGIApp, ProxyHeadersMiddleware(cast(Any, app), trusted))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope.get("client"):
            claimed = [value for name, value in scope["headers"] if name == b"x-forwarded-for"]
            if scope["client"][0].encode() in b",".join(claimed):
                scope = {**scope, "client": (UNKNOWN, 0)}
        await self._app(scope, receive, send)
