"""New trains that leave the game by themselves, where `trains.toml` has a block `export`."""

from __future__ import annotations

from collections.abc import Callable

from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.steps.discard import push_discards
from kursbuch.rail.trains.depot import export_train


def export(s: StandardState) -> None:
    """The next new train leaves if it is of one of the kinds that do; all follows as if it had been bought."""
    assert s.box.export is not None, "nothing is exported in this title"
    if export_train(s, s.box.export.kinds):
        push_discards(s, "discards")


def then_export(first: Callable[[StandardState], None]) -> Callable[[StandardState], None]:
    """Something that happens by itself, and then a train leaves."""

    def both(s: StandardState) -> None:
        first(s)
        export(s)

    return both
