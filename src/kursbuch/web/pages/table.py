"""The table page as data: every panel of a game for one viewer."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from markupsafe import Markup

from kursbuch.core import Game, veiled
from kursbuch.web.coach import why_no_coach
from kursbuch.web.helps import off_at
from kursbuch.web.pages import pictures
from kursbuch.web.pages.advice import offered
from kursbuch.web.pages.clock import is_asked, waiting_for
from kursbuch.web.pages.decision import Decision, decision
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.distance import LAPTOP, SeenFrom
from kursbuch.web.pages.generic import extras
from kursbuch.web.pages.guide import learning
from kursbuch.web.pages.history import standings
from kursbuch.web.pages.log import Entry, entries, last_decision, written
from kursbuch.web.pages.matrix import matrix, price_list
from kursbuch.web.pages.opponents import played_by, thinking
from kursbuch.web.pages.outlook import outlook
from kursbuch.web.pages.panels import PLAIN
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.site import environment, table_name
from kursbuch.web.pages.told import Fresh, answered, fresh, legs_of, runs_of, worth_of
from kursbuch.web.seating import Sight
from kursbuch.web.service import TableInfo
from kursbuch.words import Words, own_words


def scene_of(game: Game, seats: tuple[str, ...], words: Words, at: int | None = None) -> Scene:
    """The scene for somebody who decides for these players, now or as it stood after `at` moves."""
    moves = len(game.actions)
    shown = game if at is None or at >= moves else game.at(max(at, 0))
    return _scene(veiled(shown, seats), seats, words, moves, at)


def scene_for(sight: Sight, words: Words, at: int | None = None, seen_from: SeenFrom = LAPTOP) -> Scene:
    """The same for a visitor, at the moment that they look at."""
    off = off_at(sight.info.agreed, sight.info.uncovered)
    return _scene(sight.game, sight.players, words, sight.moves, at, off, seen_from)


def _scene(
    shown: Game,
    seats: tuple[str, ...],
    words: Words,
    moves: int,
    at: int | None,
    off: frozenset[str] = frozenset(),
    seen_from: SeenFrom = LAPTOP,
) -> Scene:
    acting = [p for p in shown.acting if p in seats]
    viewer = acting[0] if acting else seats[0] if seats else None
    return Scene(shown, viewer, seats, own_words(words.language, shown.title), moves, off, at, seen_from)


def table(scene: Scene, info: TableInfo) -> dict[str, Any]:
    """All that the templates of the table page show."""
    if info.ended:  # as it stands, for everybody to see
        scene = replace(scene, seats=())
    now = decision(scene)
    name = table_name(info, scene.words)
    my_turn = now.mine or (not info.over and any(_waits_for(info, p) for p in scene.seats))
    waiting = waiting_for(scene, info)
    wanted = my_turn or is_asked(scene, info, waiting)
    since = last_decision(scene) if scene.live and scene.viewer else 0
    data: dict[str, Any] = {
        "scene": scene,
        "info": info,
        "now": now,
        "my_turn": my_turn,
        "wanted": wanted,
        "tab_title": f"{'● ' if wanted else ''}{name} · Kursbuch",
        "at": len(scene.game.actions),
        "moves": scene.moves,
        "thinking": thinking(info, scene.words),
        "coach": offered(scene, info),
        "log": entries(scene),
        "written": _written,
        "since": since,
        "news": entries(scene, first=since + 1)[::-1] if since else [],
        "answered": bool(since) and answered(scene, since),
        "story": _story(scene),
        "special": [(panel, panel.show(scene)) for panel in scene.page.panels],
        "rail": scene.rail is not None,
        "desk": scene.page.desk,
        "tall": False,
        "waiting": waiting,
        **learning(scene, info),
    }
    if (scene.game.over or info.uncovered) and scene.live:
        data["standings"] = standings(scene)  # the page asks for their charts when it is there
        data["review"] = not why_no_coach(info)
    new = _fresh(scene, since)
    if scene.rail is not None:
        data["board"] = board_of(scene, now, new)
        data["shape"] = round(pictures.shape(scene), 3)
        data["tall"] = data["shape"] < 1
        data["market"] = pictures.market(scene, new=new.prices)
        data["prices"] = price_list(scene)
        data["matrix"] = matrix(scene, played_by(info, scene.words), new)
        data["depot"] = depot(scene)
        data["outlook"] = outlook(scene)
        data["extras"] = extras(scene, {key for panel, _ in data["special"] for key in panel.covers})
    elif data["desk"] is not None:
        data["own"] = data["desk"].show(scene, now, info)
        if data["desk"].outlook is not None:
            data["outlook"] = data["desk"].outlook(scene)
        data["fresh_hexes"] = tuple(new.hexes)
    else:
        data["position"] = PLAIN.show(scene)
    return data


def _written(scene: Scene, entry: Entry, new: object) -> Markup:
    return written(scene, entry, bool(new), lambda: environment().get_template("parts/entry.html"))


def _fresh(scene: Scene, since: int) -> Fresh:
    """What is new since the viewer's last decision, else what the last move did."""
    return fresh(scene, since if since else len(scene.game.actions) - 1)


def newest_board(scene: Scene) -> Any:
    """The board alone, as the page shows it while nothing is being chosen."""
    since = last_decision(scene) if scene.live and scene.viewer else 0
    return board_of(scene, decision(scene), _fresh(scene, since))


def _story(scene: Scene) -> dict[str, Any] | None:
    """What the move did that somebody looks back at; None at the newest position."""
    if scene.live:
        return None
    move = len(scene.game.actions)
    past = runs_of(scene, move)
    legs = legs_of(scene, past, worth_of(scene, past)) if past and scene.rail else []
    return {"entry": next(iter(entries(scene, last=1)), None), "legs": legs}


def board_of(scene: Scene, now: Decision, new: Fresh) -> Any:
    """The board with what the decision lights up and what is new; looking back, with the runs of the move."""
    if not scene.live and (past := runs_of(scene, len(scene.game.actions))):
        return pictures.board(scene, fresh=new.hexes, runs=past.runs, values=worth_of(scene, past))
    s = scene.rail
    company = getattr(scene.game.state.top, "company", "") if now.board else ""
    if s is None or company not in s.box.companies:
        company = ""
    return pictures.board(scene, lit=now.lit, runs=now.drawn, reach=company, fresh=new.hexes)


def _waits_for(info: TableInfo, player: str) -> bool:
    """Whether a player is to decide, and no bot does so instead."""
    return player in info.acting and not any(s.bot for s in info.seats if s.player == player)
