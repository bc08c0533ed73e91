"""Positions as the store keeps them; only where the kit for storing is installed."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

from kursbuch.soak.digest import digest
from kursbuch.soak.faults import told
from kursbuch.testing.trial import Trial

NEEDED = ("msgspec", "sqlalchemy")  # of the kit for storing


def stored(trial: Trial) -> Iterator[str]:
    """A position from any part of a game can be stored, and is the same when it is read."""
    if any(find_spec(name) is None for name in NEEDED):
        return
    from kursbuch.store.codec import decode, encode  # noqa: PLC0415  (a title can be tested without a store)
    from kursbuch.store.games import fixed_of  # noqa: PLC0415

    for players in trial.sizes:
        fixed = fixed_of(trial.game(players))
        for game in trial.positions(players):
            where = f"{players} players, after {len(game.actions)} actions"
            twin = game.clone()
            try:
                twin.state = decode(encode(game, fixed), fixed)
            except Exception as error:
                yield f"{where}: {told(error)}"
                continue
            if digest(twin) != digest(game):
                yield f"{where}: the position that was stored is read as another one"
