"""Processes that bots think in, where they cannot be had for a moment."""

from __future__ import annotations

from typing import Any

import pytest

from kursbuch.web import thinkers
from kursbuch.web.thinkers import NotStarted, _Thinker
from kursbuch.web.thinking import Question, Trouble


def echo(pipe: Any, url: str) -> None:
    """Answers with the table that it was asked about."""
    while True:
        pipe.send(Trouble(pipe.recv().table))


def test_a_process_that_could_not_be_started_is_started_when_asked_again(monkeypatch: pytest.MonkeyPatch):
    """What makes the processes may die while it makes one; the thinker must not be left without one for good."""
    thinker = _Thinker(echo, "")
    start = thinkers._context.Process.start

    def broken(process: Any) -> None:
        raise EOFError("unexpected EOF")

    monkeypatch.setattr(thinkers._context.Process, "start", broken)
    for _ in range(2):
        with pytest.raises(NotStarted):
            thinker.ask(Question("abc", False), 20)
    monkeypatch.setattr(thinkers._context.Process, "start", start)
    try:
        assert thinker.ask(Question("abc", False), 60) == Trouble("abc")
    finally:
        thinker.dismiss()
