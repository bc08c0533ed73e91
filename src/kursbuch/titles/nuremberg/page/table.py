"""The table of First Train to Nuremberg: its board, tracks, boxes, trains and matrix, put together."""

from __future__ import annotations

from functools import cache
from typing import Any

from markupsafe import Markup

from kursbuch.shelf import new_game
from kursbuch.titles.nuremberg.page import choices, panels
from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.page.cards import CARDS
from kursbuch.titles.nuremberg.page.effects import effects
from kursbuch.titles.nuremberg.page.outlook import income, outlook
from kursbuch.titles.nuremberg.page.tables import TABLES
from kursbuch.titles.nuremberg.pictures.board import nuremberg_board
from kursbuch.titles.nuremberg.pictures.style import own_style, properties
from kursbuch.titles.nuremberg.pictures.tracks import nuremberg_tracks
from kursbuch.titles.nuremberg.rules.actions import Carry, HandOver, Link
from kursbuch.web.pages.decision import Chip, Decision
from kursbuch.web.pages.desks import Desk
from kursbuch.web.pages.page import Page
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
        "tracks": _in_page(
            nuremberg_tracks(position, box=say.box_of(scene), language=words.language, paper=False)
        ),
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
        "sheet": sheet(".at-table"),
    }


def board(scene: Scene, now: Decision) -> Markup:
    """The board with what the decision lights up and the chain under way."""
    actions = scene.legal
    chain = (scene.position["under_way"] or {}).get("chain", [])
    costs = choices.link_costs(scene, actions) if chain else {}
    svg = nuremberg_board(
        scene.position,
        box=say.box_of(scene),
        language=scene.words.language,
        lit={id: costs.get(id, "") for id in now.lit},
        chain=chain,
        builder=next(iter(scene.game.acting), ""),
        paper=False,
    )
    return _in_page(svg)


def _in_page(svg: str) -> Markup:
    """A picture without the style sheet that the page has once for all of them."""
    return Markup(svg.replace(own_style(), ""))


@cache
def sheet(place: str) -> Markup:
    """The style of the pictures, with their colours for a part of the page by day and by night."""
    night = properties(dark=True)
    return Markup(
        f"<style>{own_style()}{place}{{{properties()}}}"
        f"@media (prefers-color-scheme:dark){{[data-theme=auto] {place}{{{night}}}}}"
        f"[data-theme=dark] {place}{{{night}}}</style>"
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
    quiet=("link", "build", "carry", "hand_over", "pay", "take_back"),
)

PAGE = Page(desk=DESK, cards=CARDS, tables=TABLES)
