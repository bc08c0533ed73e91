"""The table of First Train to Nuremberg: its board, tracks, boxes, trains and matrix, put together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, partial
from typing import Any

from markupsafe import Markup

from kursbuch.core import Game
from kursbuch.draw.plates import Plate, plate_of
from kursbuch.draw.svg import esc, line_through, num
from kursbuch.shelf import new_game
from kursbuch.titles.nuremberg.page import choices, panels
from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.page.cards import CARDS
from kursbuch.titles.nuremberg.page.effects import effects
from kursbuch.titles.nuremberg.page.outlook import income, outlook
from kursbuch.titles.nuremberg.page.tables import TABLES
from kursbuch.titles.nuremberg.pictures.board import nuremberg_board
from kursbuch.titles.nuremberg.pictures.ground import crossing, ground_class, polygon, way
from kursbuch.titles.nuremberg.pictures.pieces import pieces_svg, station_svg
from kursbuch.titles.nuremberg.pictures.stamps import Stamps
from kursbuch.titles.nuremberg.pictures.style import own_style, player_classes, properties, root
from kursbuch.titles.nuremberg.pictures.tracks import nuremberg_tracks
from kursbuch.titles.nuremberg.rules.actions import Carry, HandOver, Link
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.parts import box as box_in_force
from kursbuch.web.pages.decision import Chip, Decision
from kursbuch.web.pages.desks import Desk
from kursbuch.web.pages.page import Page
from kursbuch.web.pages.plates import picture
from kursbuch.web.pages.scene import Scene
from kursbuch.web.service import TableInfo

_ORDERS = {"building": "building", "transport": "trains", "loading": "trains"}


def finish(scene: Scene, now: Decision) -> None:
    """The order of play as chips; areas that a click would do something in are lit."""
    position = scene.position
    stage = position["stage"]
    if stage == "payment":
        stage = position["under_way"]["what"].replace("train", "transport")
    order = position["orders"][_ORDERS.get(stage, "players")]
    passed: frozenset[str] = getattr(scene.game.state.top, "passed", frozenset())
    acting = scene.game.acting
    for player in order:
        state = "now" if player in acting else "out" if player in passed else "next"
        now.chips.append(Chip(player, state, _chip_note(scene, player, stage)))
    actions = scene.legal
    chain = (position["under_way"] or {}).get("chain", [])
    areas = [a.end if chain else a.start for a in actions if isinstance(a, Link)]
    areas += [a.area for a in actions if isinstance(a, Carry)]
    areas += [id for a in actions if isinstance(a, HandOver) for id in (a.line[0], a.line[-1])]
    now.lit = list(dict.fromkeys(areas))
    now.board = bool(areas)


def _chip_note(scene: Scene, player: str, stage: str) -> str:
    """What a player has to act with, beside the name."""
    facts = scene.position["players"][player]
    if stage == "auction":
        return scene.words("{cubes} cubes", cubes=facts["cubes"]["hand"])
    return ""


def show(scene: Scene, now: Decision, info: TableInfo) -> dict[str, Any]:
    """All that the templates of this title show."""
    position, words = scene.position, scene.words
    phase = say.word(scene, f"phase_{position['phase']}")
    return {
        "board": board(scene, now),
        "tracks": tracks(scene),
        "boxes": panels.boxes(scene),
        "bag": say.bill(scene, position["bag"]),
        "trains": panels.trains(scene),
        "heads": [head for head in panels.HEADS if head != "worth" or scene.helps("worth")],
        "matrix": panels.matrix(scene, info),
        "companies": panels.companies(scene),
        "running": panels.running(scene, now),
        "pills": [
            words("Round {round} of {rounds}", round=position["round"], rounds=position["rounds"]),
            f"{position['phase']} · {phase}",
        ],
    }


def board(scene: Scene, now: Decision) -> Markup:
    """The board with what the decision lights up and the chain under way."""
    actions = scene.legal
    chain = (scene.position["under_way"] or {}).get("chain", [])
    costs = choices.link_costs(scene, actions) if chain else {}
    draw = partial(
        nuremberg_board,
        scene.position,
        box=say.box_of(scene),
        language=scene.words.language,
        lit={id: costs.get(id, "") for id in now.lit},
        chain=chain,
        builder=next(iter(scene.game.acting), ""),
        paper=False,
        sheet=False,  # the page has it once for all pictures
    )
    return picture(scene, lambda write: draw(write=write))


def tracks(scene: Scene) -> Markup:
    """The tracks beside it."""
    draw = partial(
        nuremberg_tracks,
        scene.position,
        box=say.box_of(scene),
        language=scene.words.language,
        paper=False,
        sheet=False,
    )
    return picture(scene, lambda write: draw(write=write))


def plate(start: Game, language: str) -> Plate:
    """What all boards and tracks have in common: what is printed on them, signs, markers."""
    printed: list[str] = []

    def kept(pieces: Iterable[str]) -> str:
        printed.extend(found := [piece for piece in pieces if piece])
        return "".join(found)

    position = start.rules.view(start.state, None)
    for draw in (nuremberg_board, nuremberg_tracks):
        draw(position, language=language, paper=False, sheet=False, write=kept)
    return plate_of(printed, _later(box_in_force()))


def _later(box: Box) -> Iterator[str]:
    """What comes onto the board in the course of a game."""
    stamps = Stamps("nu-board-", root(dark=False))
    for piece in ("beer", "post", "red", "green", "landowner"):
        yield pieces_svg(stamps, "", [piece], (0, 0))
    for city in (True, False):
        for colours in ((), ("red",), ("green",), ("green", "red"), ("red", "green")):
            yield stamps.put(station_svg(colours, city=city), (0, 0))
    yield stamps.defs
    for border in box.borders:
        x, y = crossing(box, border)
        yield f' data-link="{esc(border)}"'
        yield f' d="{line_through(way(box, border))}"/>'
        yield from (f' x="{num(x)}"', f' y="{num(y)}"/>')
    for area in box.areas.values():
        yield from (f' class="kb-hex {ground_class(area)} kb-is-lit"', f' data-hex="{area.id}">')
        yield from (f' data-lit="{area.id}"', f' points="{polygon(area)}"/>')
    yield from (' class="nu-way"', ' class="nu-line"', ' class="nu-case"', ' class="kb-lit kb-over"')


def sheet() -> str:
    """The style of the pictures, with their colours by day and by night, and the players' own."""
    place, night = ".at-table", properties(dark=True)
    return (
        f"{own_style()}{place}{{{properties()}}}"
        f"@media (prefers-color-scheme:dark){{[data-theme=auto] {place}{{{night}}}}}"
        f"[data-theme=dark] {place}{{{night}}}{player_classes()}"
    )


@cache
def cover(language: str, dark: bool) -> str:
    """The picture on the shelf: the board as it is set up."""
    game = new_game("nuremberg", 2, seed=1)
    return nuremberg_board(game.rules.view(game.state, None), language=language, dark=dark, paper=False)


DESK = Desk(
    left="nuremberg/left.html",
    right="nuremberg/right.html",
    group="nuremberg/group.html",
    styles=("nuremberg/nuremberg.css",),
    scripts=("nuremberg/nuremberg.js",),
    show=show,
    groups=choices.groups,
    finish=finish,
    effects=effects,
    value=say.value,
    event=say.event,
    why_not=choices.why_not,
    cover=cover,
    outlook=outlook,
    income=income,
    plate=plate,
    sheet=sheet,
    quiet=("link", "build", "carry", "hand_over", "pay", "take_back"),
)

PAGE = Page(desk=DESK, cards=CARDS, tables=TABLES)
