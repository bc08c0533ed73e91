"""The table page as data: every panel of a game for one viewer."""

from __future__ import annotations

from typing import Any

from kursbuch.core import Game, veiled
from kursbuch.web.pages import pictures
from kursbuch.web.pages.advice import offered
from kursbuch.web.pages.decision import Decision, decision
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.generic import extras
from kursbuch.web.pages.history import charts, standings
from kursbuch.web.pages.log import entries, hexes_since, last_decision
from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.opponents import bots_at, thinking
from kursbuch.web.pages.panels import PLAIN
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.site import table_name
from kursbuch.web.seating import Sight
from kursbuch.web.service import TableInfo
from kursbuch.words import Words, own_words


def scene_of(game: Game, seats: tuple[str, ...], words: Words, at: int | None = None) -> Scene:
    """The scene for somebody who decides for these players, now or as it stood after `at` moves."""
    moves = len(game.actions)
    shown = game if at is None or at >= moves else game.at(max(at, 0))
    return _scene(veiled(shown, seats), seats, words, moves, at)


def scene_for(sight: Sight, words: Words, at: int | None = None) -> Scene:
    """The same for a visitor, at the moment that they look at."""
    return _scene(sight.game, sight.players, words, sight.moves, at)


def _scene(shown: Game, seats: tuple[str, ...], words: Words, moves: int, at: int | None) -> Scene:
    acting = [p for p in shown.acting if p in seats]
    viewer = acting[0] if acting else seats[0] if seats else None
    return Scene(shown, viewer, seats, own_words(words.language, shown.title), moves, at)


def table(scene: Scene, info: TableInfo) -> dict[str, Any]:
    """All that the templates of the table page show."""
    now = decision(scene)
    name = table_name(info, scene.words)
    my_turn = now.mine or (not info.over and any(p in scene.seats for p in info.acting))
    since = last_decision(scene) if scene.live and scene.viewer else 0
    data: dict[str, Any] = {
        "scene": scene,
        "info": info,
        "now": now,
        "my_turn": my_turn,
        "tab_title": f"{'● ' if my_turn else ''}{name} · Kursbuch",
        "at": len(scene.game.actions),
        "moves": scene.moves,
        "thinking": thinking(info, scene.words),
        "coach": offered(scene, info),
        "log": entries(scene),
        "since": since,
        "news": entries(scene, first=since + 1) if since else [],
        "news_hexes": hexes_since(scene, since) if since else [],
        "special": [(panel, panel.show(scene)) for panel in scene.page.panels],
        "rail": scene.rail is not None,
        "desk": scene.page.desk,
    }
    if scene.game.over and scene.live:
        data["standings"], data["charts"] = standings(scene), charts(scene)
    if scene.rail is not None:
        data["board"] = board_of(scene, now)
        data["market"] = pictures.market(scene)
        data["matrix"] = matrix(scene, bots_at(info, scene.words))
        data["depot"] = depot(scene)
        data["extras"] = extras(scene, {key for panel, _ in data["special"] for key in panel.covers})
    elif data["desk"] is not None:
        data["own"] = data["desk"].show(scene, now, info)
    else:
        data["position"] = PLAIN.show(scene)
    return data


def board_of(scene: Scene, now: Decision) -> Any:
    """The board with what the decision lights up."""
    s = scene.rail
    company = getattr(scene.game.state.top, "company", "") if now.board else ""
    if s is None or company not in s.box.companies:
        company = ""
    return pictures.board(scene, lit=now.lit, runs=now.drawn, reach=company)
