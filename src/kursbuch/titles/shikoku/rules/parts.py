"""The box of 1889, read from its data files."""

from __future__ import annotations

from dataclasses import replace

from kursbuch.core.edition import per_edition
from kursbuch.rail.loader import load_toml, read_tiles
from kursbuch.rail.standard.parts import Private, StandardBox, read_box

DATA = "kursbuch.titles.shikoku.data"


@per_edition
def box(players: int, beginner: bool = False, full_cities_stop_trains: bool = True) -> StandardBox:
    """Everything in the box that this number of players uses."""
    if not full_cities_stop_trains:  # of the same parts, so that a game can go on without that rule
        return replace(box(players, beginner, True), full_cities_stop_trains=False)
    if not beginner:
        return read_box(DATA, players)
    return read_box(
        DATA,
        players,
        tiles=read_tiles(load_toml(DATA, "tiles.toml")) | read_tiles(load_toml(DATA, "beginner_tiles.toml")),
        privates=_beginner(players),
    )


def _beginner(players: int) -> dict[str, Private]:
    """The privates of the beginner game: one a player, at prices of their own, without powers."""
    data = load_toml(DATA, "privates.toml")
    dealt, prices, incomes = (data["beginner"][key] for key in ("dealt", "prices", "incomes"))
    names = {id: block["name"] for id, block in data["privates"].items()}
    ids = sorted(dealt[str(players)], key=lambda id: (prices[id], list(names).index(id)))
    return {id: Private(id, names[id], prices[id], incomes[id]) for id in ids}
