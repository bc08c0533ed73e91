"""Letters as they arrive at the mail server of a test, and the links in them."""

from __future__ import annotations

import email
import re
from email import policy

import httpx

from tests.web.backend import WAIT
from tests.web.test_api_notify import heard
from tests.web.test_auth import submit


def opened_letter(raw: str) -> tuple[str, str, str]:
    """Whom it is for, its subject, its text."""
    found = email.message_from_string(raw, policy=policy.default)
    body = found.get_body()
    assert body is not None
    return str(found["To"]), str(found["Subject"]), str(body.get_content())


def next_letter() -> tuple[str, str, str]:
    return opened_letter(heard.get(timeout=WAIT))


def link_in(text: str, of: str) -> str:
    """The path of a link of a kind, such as `reset`."""
    found = re.search(rf"https?://[^/\s]+(/account/{of}/\S+)", text)
    assert found, text
    return found[1]


def confirm(client: httpx.Client) -> str:
    """Say yes to the next letter, which must ask for it; gives the address that it went to."""
    to, _, text = next_letter()
    said = submit(client, link_in(text, "confirm"), answer="yes")
    assert said.headers["location"].endswith("done=confirmed")
    return to
