"""What the players see. Only the order in which markers will leave the bag is hidden (FTN-10-3, FTN-14-3)."""

from __future__ import annotations

from typing import Any

from kursbuch.titles.nuremberg.rules.box import CARGO, COLOURS
from kursbuch.titles.nuremberg.rules.scoring import end_parts, final_ranking, round_yield
from kursbuch.titles.nuremberg.rules.state import Building, Payment, Table
from kursbuch.titles.nuremberg.rules.track import space_of


def view(s: Table) -> dict[str, Any]:
    """The position as plain JSON data, the same for every player and spectator."""
    return {
        "round": s.round,
        "rounds": s.rounds,
        "phase": s.phase,
        "stage": s.top.stage,
        "orders": {
            "players": list(s.order),
            "building": list(s.building_order),
            "trains": list(s.train_order),
        },
        "tracks": {
            **{colour: [list(marker) for marker in s.tracks[colour]] for colour in COLOURS},
            "profit": [list(marker) for marker in s.profit],
        },
        "players": {player: _player(s, player) for player in s.players},
        "bag": dict(s.bag),
        "boxes": {
            box: {"drawn": colour, "bid": list(s.bids[box]) if box in s.bids else None}
            for box, colour in s.drawn.items()
        },
        "links": {owner: sorted(links) for owner, links in s.links.items()},
        "depot": dict(s.depot),
        "stations": {area: list(colours) for area, colours in s.colours.items()},
        "board": {area: list(pieces) for area, pieces in s.board.items()},
        "out": dict(s.out),
        "trains": {t: {"player": player, "load": list(s.loads.get(t, ()))} for t, player in s.trains.items()},
        "bonus_paid": s.bonus_paid,
        "under_way": _under_way(s),
        "ranking": list(final_ranking(s)),
        "winners": list(final_ranking(s)[:1]) if s.finished else [],  # the tie-break leaves one (FTN-48-6)
    }


def _player(s: Table, player: str) -> dict[str, Any]:
    """What lies before a player, and what the round and the end would bring as things are."""
    earned = round_yield(s, player)
    return {
        "points": s.vp[player],
        "profit": space_of(s.profit, player),
        "influence": s.influence(player),
        "cubes": {"hand": s.hand[player], "supply": s.supply[player]},
        "locomotives": s.locomotives[player],
        "kept": dict(zip(CARGO, s.kept[player], strict=True)),
        "this_round": {"points": earned.points, "income": earned.income, "upkeep": earned.upkeep},
        "at_the_end": {} if s.finished else end_parts(s, player),
    }


def _under_way(s: Table) -> dict[str, Any] | None:
    """The chain being planned with its running cost, or the debt being paid."""
    frame = s.top
    if isinstance(frame, Building):
        return {"chain": list(frame.chain), "bill": {name: n for name, n in frame.bill.named() if n}}
    if isinstance(frame, Payment):
        return {"player": frame.player, "what": frame.what, "due": frame.due}
    return None
