"""What a program's token must be good for."""

from __future__ import annotations

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
# what a token is no part of, and what needs more than to look
_OPEN = ("/people", "/guests", "/passwords", "/mailboxes")
_OWN = ("/tokens", "/me/", "/admin", "/push/browser", "/friends")


def needed_scope(method: str, path: str) -> str:
    """What a token must be good for; "" where none is asked for.

    >>> needed_scope("GET", "/api/v1/tables/x/view"), needed_scope("POST", "/table/x/act")
    ('read', 'play')
    >>> needed_scope("GET", "/table/x/invitation")  # whoever has the link can sit down
    'play'
    >>> needed_scope("DELETE", "/api/v1/tokens/3"), needed_scope("POST", "/api/v1/tokens")
    ('manage', '')
    >>> needed_scope("POST", "/push/browser")  # where messages go is as much the account's as a mail address
    'manage'
    """
    place = path.removeprefix("/api/v1")
    if place.startswith(_OPEN) or (place == "/tokens" and method == "POST"):
        return ""
    if place.startswith((*_OWN, "/account")) and place != "/me/events":
        return "manage"
    looks = method in SAFE and not place.endswith("/invitation")
    return "read" if looks or place.endswith("/why-not") else "play"
