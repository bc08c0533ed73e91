"""The page of a table, for everybody who may look at it; only where the kit for pages is installed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from importlib.util import find_spec

from kursbuch.core import Game
from kursbuch.soak.faults import told
from kursbuch.testing.trial import Trial
from kursbuch.words import words

NEEDED = ("fastapi", "jinja2")  # of the kit for pages


def pages(trial: Trial) -> Iterator[str]:
    """Positions from all over a game as pages, in both languages: for a player, round one screen, for a spectator."""
    if any(find_spec(name) is None for name in NEEDED):
        return
    for players in trial.ends_of_sizes:
        for game in trial.positions(players, wanted=4):
            for language, seats in (("de", game.players[:1]), ("en", game.players), ("de", ())):
                where = f"{language}, after {len(game.actions)} actions, for {seats or 'a spectator'}"
                try:
                    page = rendered(game, seats, language)
                except Exception as error:
                    yield f"{where}: {told(error)}"
                else:
                    if "</html>" not in page:
                        yield f"{where}: the page is not whole"


def rendered(game: Game, seats: tuple[str, ...], language: str, plates: frozenset[str] = frozenset()) -> str:
    """The page of a table for somebody who decides for these players, as a browser with such plates is sent it."""
    from kursbuch.web.pages.distance import SeenFrom  # noqa: PLC0415
    from kursbuch.web.pages.plates import address  # noqa: PLC0415
    from kursbuch.web.pages.site import environment  # noqa: PLC0415  (a title can be tested without pages)
    from kursbuch.web.pages.table import scene_of, table  # noqa: PLC0415
    from kursbuch.web.service import Seat, TableInfo  # noqa: PLC0415

    now = datetime.now(UTC)
    at_table = tuple(Seat(player, 1 if player in seats else None) for player in game.players)
    info = TableInfo(
        "trial",
        game.title,
        "",
        "hotseat",
        "private",
        at_table,
        1,
        now,
        now,
        started=True,
        over=game.over,
        moves=len(game.actions),
        acting=game.acting,
    )
    scene = replace(scene_of(game, seats, words(language)), seen_from=SeenFrom(plates=plates))
    page: str = (
        environment()
        .get_template("table.html")
        .render(
            t=scene.words,
            person=None,
            theme="auto",
            here="/table/trial",
            csrf=lambda: "",
            oob=False,
            chat=[],
            notice=None,
            plate=address(scene) if plates else "",
            **table(scene, info),
        )
    )
    return page
