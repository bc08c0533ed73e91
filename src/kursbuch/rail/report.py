"""What can be read off a position: worth, the view of a player, and the proof that nothing was lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from kursbuch.rail.box import kind_of_card
from kursbuch.rail.paper.holdings import SINGLE, held, is_changed, percent, president
from kursbuch.rail.state import OUT, RailState


def worth(s: RailState, player: str) -> int:
    """Cash and certificates at the current price; what companies own counts for nobody."""
    paper = sum(
        percent(s, player, company) // 10 * s.price(company) for company in s.shares if company in s.prices
    )
    return s.cash[player] + paper


def position(s: RailState) -> dict[str, Any]:
    """The open position as plain JSON data."""
    return {
        "seats": list(s.players),
        "cash": dict(s.cash),
        "priority": s.priority,
        "stock_round": s.stock_round,
        "operating_round": s.operating_round,
        "phase": s.phase.id,
        "train_limit": s.phase.train_limit,
        "ending": s.ending,
        "bankrupt": list(s.bankrupt),
        "stage": [frame.stage for frame in s.stack],
        "companies": {company: _company(s, company) for company in s.box.companies},
        "market": [
            {"row": row, "column": column, "companies": list(stack)}
            for (row, column), stack in sorted(s.prices.stacks.items())
        ],
        "board": {
            "tiles": _tiles(s),
            "tokens": {f"{hex}.{stop}": list(slots) for (hex, stop), slots in sorted(s.board.tokens.items())},
            "waiting": {hex: list(names) for hex, names in s.board.beside_hex.items()},
        },
        "supply": dict(s.supply),
        "depot": dict(Counter(kind_of_card(card) for card in s.trains.get("depot", ()))),
        "pool": [kind_of_card(card) for card in s.trains.get("pool", ())],
    }


def _tiles(s: RailState) -> dict[str, str]:
    """What is laid on each hex. It is read off a board once: bots look at the same one again and again."""
    if _TILES not in s.board.known:
        faces = s.board.faces.items()
        s.board.known[_TILES] = {hex: str(face) for hex, face in faces if face.tile.id in s.box.tiles}
    return dict(s.board.known[_TILES])


_TILES = "tiles laid"


def _company(s: RailState, company: str) -> dict[str, Any]:
    in_play = company in s.founded
    holders = dict.fromkeys(s.shares[company])
    if is_changed(s, company):
        del holders[OUT]
    sizes = s.box.percents[company]
    mixed = len(set(sizes[1:])) > 1  # then percentages do not say which certificates somebody has
    return {
        **(
            {"paper": {owner: [sizes[n] for n in held(s, owner, company)] for owner in holders}}
            if mixed
            else {}
        ),
        "in_play": in_play,
        "closed": company in s.closed,
        "president": president(s, company) if in_play else "",
        "cash": s.cash[company],
        "price": s.price(company) if in_play else None,
        "shares": {owner: percent(s, owner, company) for owner in holders},
        "trains": [s.sides[card] for card in s.trains.get(company, ())],
        "tokens": [{"role": t.role, "cost": t.cost, "hex": t.hex} for t in s.tokens[company]],
        "last_dividend": s.last_dividend.get(company),
    }


def audit(
    s: RailState, elsewhere: Iterable[str] = (), lost_tokens: Mapping[str, int] = MappingProxyType({})
) -> None:
    """Raise AssertionError unless all money, paper, tiles, trains and tokens are there exactly once.

    `elsewhere` are train cards that lie where only the title knows, `lost_tokens` stations out of the game.
    """
    box = s.box
    assert sum(s.cash.values()) == box.bank, f"money: {sum(s.cash.values())} instead of {box.bank}"
    overdrawn = [purse for purse, cash in s.cash.items() if cash < 0 and purse != "bank"]
    assert not overdrawn, f"overdrawn: {overdrawn}"
    again = {hex for area in box.map.areas for hex in area[1:]}  # where one token is seen once more
    for id, company in box.companies.items():
        paper = len(company.certificates)
        if is_changed(s, id):  # single shares stand for the president's certificate
            assert s.shares[id].count(OUT) == 1 and s.shares[id][0] == OUT, f"changed certificate of {id}"
            paper += company.certificates[0].percent // SINGLE
        assert len(s.shares[id]) == paper, f"certificates of {id}"
        tokens = sum(slots.count(id) for place, slots in s.board.tokens.items() if place[0] not in again)
        tokens += len(s.tokens[id]) + lost_tokens.get(id, 0)
        assert id in s.closed or tokens == len(company.tokens), f"tokens of {id}"
    laid = Counter(face.tile.id for face in s.board.faces.values())
    for id, tile in box.tiles.items():
        assert tile.unlimited or s.supply[id] + laid[id] == tile.count, f"tiles {id}"
        assert tile.unlimited or s.supply[id] >= 0, f"tiles {id} overdrawn"
    cards = Counter(card for held in s.trains.values() for card in held) + Counter(elsewhere)
    assert cards == Counter(box.cards), "trains"
    for (hex, number), slots in s.board.tokens.items():
        assert len(slots) == len(s.board.faces[hex].stops[number].slots), f"spaces at {hex}"
    for name in s.founded:
        holder = president(s, name)
        assert holder, f"{name} has no president"
        most = max(percent(s, player, name) for player in s.players)
        assert percent(s, holder, name) == most, f"presidency of {name}"
