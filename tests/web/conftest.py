"""What the tests of the server share."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from argon2 import PasswordHasher

import kursbuch.web.auth


@pytest.fixture(scope="session", autouse=True)
def cheap_hashes() -> Iterator[None]:
    """Passwords are hashed in a moment: what makes guessing dear makes tests slow."""
    with pytest.MonkeyPatch.context() as patch:
        cheap = partial(PasswordHasher, time_cost=1, memory_cost=8, parallelism=1)
        patch.setattr(kursbuch.web.auth, "PasswordHasher", cheap)
        yield


@pytest.fixture(autouse=True)
def closed_windows(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whoever has looked closes the windows: those of earlier tests would go on listening to their tables."""
    browser = request.getfixturevalue("browser") if "browser" in request.fixturenames else None
    yield
    for context in getattr(browser, "contexts", ()):
        context.close()
