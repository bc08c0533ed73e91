"""Between two sets of rounds: a train leaves the game, with all that follows from it."""

from __future__ import annotations

from typing import Any

from kursbuch.rail.rounds import Cycle, SetFrame
from kursbuch.rail.state import DEPOT, OUT
from kursbuch.rail.steps.discard import DiscardFrame, push_discards
from kursbuch.rail.trains.depot import export_train
from kursbuch.testing import Table, position


def end_of_set(**more: Any) -> Table:
    """The two operating rounds of a set are over."""
    table = position("18te", companies={"KHS": {"trains": ["2"] * 3}}, **more)
    table.s.stack[:] = [SetFrame("cycle", number=2, done=3, of=2)]
    return table


def test_the_hook_comes_once_after_the_last_operating_round_and_before_the_stock_round():
    called: list[int] = []
    cycle = Cycle(set_over=lambda s: called.append(s.top.number))
    s = end_of_set().s
    cycle.advance(s, s.top)
    assert called == [3] and s.stack == [SetFrame("cycle", number=3)]
    cycle.advance(s, s.top)
    assert called == [3] and s.stock_round == 3


def test_it_does_not_come_when_the_game_ends_with_the_set():
    called: list[int] = []
    cycle = Cycle(set_over=lambda s: called.append(1))
    s = end_of_set().s
    s.end("bank")
    cycle.advance(s, s.top)
    assert s.finished and not called


def test_an_exported_train_brings_its_phase_and_rusts_trains_as_if_it_had_been_bought():
    table = end_of_set(depot="3+3/4")
    s = table.s
    assert export_train(s, {"2+2/3", "3+3/4"})
    assert "3+3/4#1" in s.trains[OUT]
    assert table.phase == "4" and table.trains("KHS") == []
    assert [event.key for event in s.fresh] == ["exported", "phase", *["rusts"] * 3]
    assert not export_train(s, {"3+3/4"}) and s.trains[DEPOT][0] == "3+3/4#3"  # the next brings nothing new
    assert not export_train(s, {"2+2/3"}) and s.trains[DEPOT][0] == "3+3/4#3"  # nor is one of these the next


def test_discards_after_an_export_come_before_the_stock_round():
    s = end_of_set(phase="3", depot="3+3/4").s
    s.sides = dict.fromkeys(s.trains["KHS"], "2")
    s.trains["KHS"], s.trains[OUT] = ("2+2/3#1", "2+2/3#2", "2+2/3#3"), s.trains["KHS"]

    def export(s: Any) -> None:
        if export_train(s, {"3+3/4"}):
            push_discards(s, "discards")

    cycle = Cycle(set_over=export)
    cycle.advance(s, s.top)
    assert s.stack == [SetFrame("cycle", number=3), DiscardFrame("discards", ("KHS",))]
