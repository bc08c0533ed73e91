"""What all tests share."""

import gc
from pathlib import Path

import pytest

# Positions are many and have no cycles: to look for dead ones as often as usual costs a fifth of all time.
gc.set_threshold(50_000, 20, 100)

SHARED = Path(__file__).resolve().parents[2] / "shared"
"""Recorded games and rule points beside the checkout; not part of it, and may be absent."""


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder ``../shared``; a test that asks for it is skipped where there is none."""
    if not SHARED.is_dir():
        pytest.skip("needs the folder ../shared (recorded games, rule points) beside the checkout")
    return SHARED


def pytest_sessionfinish() -> None:
    """Nothing is looked for among what is about to vanish: with much in memory that takes minutes."""
    gc.freeze()
