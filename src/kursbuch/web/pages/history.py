"""The whole game at a glance: worth, share prices and income over time."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kursbuch.draw import chart_svg
from kursbuch.draw.palette import safe_colour
from kursbuch.rail.state import RailState
from kursbuch.web.pages.scene import Scene

PLAYER_COLOURS = ("#2d64b0", "#c2500a", "#0f8577", "#7b3fb0", "#b3382f", "#8a6d1d")


@dataclass(frozen=True, slots=True)
class Standing:
    """A player in the final order."""

    place: int
    player: str
    worth: str
    parts: str


def standings(scene: Scene) -> list[Standing]:
    """The players by what they are worth; equals share a place."""
    scores = scene.game.scores()
    out = []
    for player in sorted(scores, key=lambda p: -scores[p]):
        place = 1 + sum(worth > scores[player] for worth in scores.values())
        out.append(Standing(place, player, scene.money(scores[player]), _parts(scene, player)))
    return out


def _parts(scene: Scene, player: str) -> str:
    if scene.rail is None or not scene.rail.box.market.cells:  # without prices there is no money either
        return ""
    cash = scene.position["cash"][player]
    paper = scene.game.scores()[player] - cash
    return scene.words(
        "{cash} cash, {paper} in certificates", cash=scene.money(cash), paper=scene.money(paper)
    )


CHARTS = ("worth", "prices", "income")


def charts(scene: Scene) -> list[Markup]:
    """The charts of a game, below each other."""
    return list(charts_by_name(scene).values())


def charts_by_name(scene: Scene) -> dict[str, Markup]:
    """Lines over time: worth of players, prices and income of companies, at the positions that are at hand."""
    game, words = scene.game, scene.words
    worth: dict[str, list[float | None]] = {p: [] for p in game.players}
    prices: dict[str, list[float | None]] = {}
    income: dict[str, list[float | None]] = {}
    colours = dict(zip(game.players, PLAYER_COLOURS, strict=False))
    labels: list[str] = []
    earned = _earned(scene)
    for number, s in game.positions():
        scores = game.rules.scores(s)
        for player in game.players:
            worth[player].append(scores[player])
        labels.append(str(number))
        if isinstance(s, RailState):
            for id, company in s.box.companies.items():
                colours.setdefault(id, safe_colour(company.colour))
                prices.setdefault(id, []).append(s.price(id) if id in s.prices else None)
                income.setdefault(id, []).append(earned.get((number, id)))
    out = {}
    titled = (("Worth", worth), ("Share prices", prices), ("Income", income))
    for name, (title, series) in zip(CHARTS, titled, strict=True):
        known = {name: values for name, values in series.items() if any(v is not None for v in values)}
        if known:
            svg = chart_svg(known, title=words(title), labels=labels, colours=colours, size=(380.0, 220.0))
            out[name] = Markup(svg)
    return out


def _earned(scene: Scene) -> dict[tuple[int, str], int]:
    """What each company earned, by move: the last figure stands until the next one."""
    out: dict[tuple[int, str], int] = {}
    last: dict[str, int] = {}
    for move in range(len(scene.game.actions) + 1):
        for event in scene.game.events_of(move):
            if event.key in ("pays", "withholds", "earns-nothing"):
                last[str(event.values["company"])] = int(event.values.get("income", 0))
        out.update({(move, company): income for company, income in last.items()})
    return out
