"""Contracts of 1853: what all may see of them, and to its owner which cities the network joins already."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.rail.board import Board
from kursbuch.titles.india.rules.contracts import BidFrame
from kursbuch.titles.india.rules.fulfilment import stations_joined_to
from kursbuch.titles.india.rules.state import StateIndia
from kursbuch.web.pages.scene import Scene


def state_of(scene: Scene) -> StateIndia:
    s = scene.rail
    assert isinstance(s, StateIndia)
    return s


def shared(scene: Scene) -> bool:
    """Whether several players look at this screen: then secrets lie covered until their owner lifts the cover."""
    return len(scene.seats) > 1


# -- joined cities --------------------------------------------------------------------------------


def parts(board: Board, hexes: list[str]) -> list[list[str]]:
    """The hexes of cities in groups that the network joins, the largest first."""
    out: list[list[str]] = []
    for hex in hexes:
        joined = stations_joined_to(board, hex) if board.faces[hex].track else frozenset()
        home = next((group for group in out if group[0] in joined), None)
        if home is None:
            out.append([hex])
        else:
            home.append(hex)
    return sorted(out, key=len, reverse=True)


def own_parts(scene: Scene, board: Board) -> list[list[str]]:
    """The viewer's own contract, in groups of cities that are joined."""
    cities = state_of(scene).box.cities
    return parts(board, [cities[name].hex for name in scene.position["own_contract"]])


# -- the panel ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Stop:
    """A city of the viewer's contract."""

    name: str
    hex: str
    track: bool


@dataclass(frozen=True, slots=True)
class Own:
    """The viewer's contract: groups of cities that are joined, and how many joints are missing."""

    player: str
    covered: bool
    loan: str
    groups: list[list[Stop]]
    missing: int
    done: bool
    bidding: bool
    hexes: str


@dataclass(frozen=True, slots=True)
class Deal:
    """What all may see of a player's contract: loan, shares taken with it, and whether it is fulfilled."""

    player: str
    loan: str
    shares: list[tuple[Markup, int, int]]  # company, how many, how many of them unpaid
    state: str
    shown: str  # cities that were shown
    elephant: bool
    light: str  # hexes of the areas that the player builds in
    leads: str


@dataclass(slots=True)
class Contracts:
    deals: list[Deal] = field(default_factory=list)
    own: Own | None = None


def contracts(scene: Scene) -> Contracts:
    """The panel, from the viewer's own view only."""
    return Contracts([_deal(scene, player) for player in scene.position["seats"]], _own(scene))


def _own(scene: Scene) -> Own | None:
    data, s = scene.position, state_of(scene)
    if scene.viewer is None or not data["own_contract"]:
        return None
    names = {city.hex: name for name, city in s.box.cities.items()}
    groups = [
        [Stop(names[hex], hex, bool(s.board.faces[hex].track)) for hex in group]
        for group in own_parts(scene, s.board)
    ]
    done = scene.viewer in data["fulfilled"]
    return Own(
        scene.viewer,
        shared(scene) and not done and not scene.game.over,
        scene.money(data["own_loan"]),
        groups,
        len(groups) - 1,
        done,
        isinstance(s.top, BidFrame),
        " ".join(stop.hex for group in groups for stop in group),
    )


def _deal(scene: Scene, player: str) -> Deal:
    data, s = scene.position, state_of(scene)
    unpaid = data["unpaid"].get(player, {})
    loan = data["loans"].get(player)
    leads = [c for c, facts in data["companies"].items() if facts["president"] == player]
    area = sorted({hex for c in leads for hex in s.box.charters[c].area})
    return Deal(
        player,
        scene.money(loan) if loan is not None else "–",
        [
            (scene.company(company), n, unpaid.get(company, 0))
            for company, n in data["contract_shares"].get(player, {}).items()
        ],
        scene.words(f"contract.{_state(scene, player)}"),
        ", ".join(_shown(scene, player)),
        player == data["elephant"],
        " ".join(area),
        ", ".join(leads),
    )


def _shown(scene: Scene, player: str) -> list[str]:
    """The cities that all know of; when the game is over contracts are laid open, as its transcript is."""
    if scene.game.over:
        return list(state_of(scene).contracts.get(player, ()))
    return list(scene.position["shown_contracts"].get(player, ()))


def _state(scene: Scene, player: str) -> str:
    top = scene.game.state.top
    if player in scene.position["fulfilled"]:
        return "fulfilled"
    if top.stage == "loans":
        return "writing" if player in scene.game.acting else "written"
    if isinstance(top, BidFrame):
        return "complete" if player in top.complete else "naming"
    return "lapsed" if scene.game.over else "open"
