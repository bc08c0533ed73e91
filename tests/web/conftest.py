"""What the tests of the server share."""

from __future__ import annotations

import gc
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


@pytest.fixture(scope="module", autouse=True)
def servers_are_forgotten() -> Iterator[None]:
    """What servers leave behind goes with their module, and what they forgot to close is told there."""
    yield
    gc.collect()
