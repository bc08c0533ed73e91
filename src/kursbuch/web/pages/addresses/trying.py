"""The addresses at which a choice is tried out: previews, a hex and its tiles, runs, a whole turn as a plan."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from kursbuch.core import BadInput, IllegalAction
from kursbuch.draw import Ghost
from kursbuch.rail.actions import Runs
from kursbuch.rail.rounds import TurnFrame, turn_of
from kursbuch.web.pages import pictures, runs
from kursbuch.web.pages.addresses.looks import Looks, cited
from kursbuch.web.pages.choices import explained
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.track import hex_of, why_no_station
from kursbuch.web.pages.turn_plan import turn_plan
from kursbuch.words import told

Amount = Annotated[int | None, Query(ge=-(10**9), le=10**9)]


def trying_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)
    looks = Looks(site)

    @router.get("/table/{id}/preview")
    async def show(request: Request, id: str, action: str, amount: Amount = None) -> Response:
        """What a choice of the visitor's own would bring about; its board and market with it."""
        sight, scene = await looks.at(request, id)
        wrong, why, seen = "", None, None
        try:
            chosen = scene.game.read(action)
            chosen = chosen if amount is None else chosen.at(amount)
            seen = preview(scene, chosen, sight.names_for(chosen))
        except BadInput as error:
            wrong = told(scene.words, error.message, error.values)
        except IllegalAction as error:
            why = explained(scene, "", error.refusal)
        if seen is None:
            return await site.page(
                request, "parts/preview.html", t=scene.words, seen=None, wrong=wrong, **cited(scene, why)
            )
        moved = seen.after if scene.helps("previews") else None
        pics: dict[str, Any] = {"market": pictures.market(scene, moved)} if scene.rail else {}
        return await site.page(
            request,
            "parts/preview.html",
            t=scene.words,
            scene=scene,
            seen=seen,
            why=None,
            wrong="",
            id=id,
            **pics,
        )

    @router.get("/table/{id}/market")
    async def prices(request: Request, id: str) -> Response:
        """The share prices as they are: nothing is previewed any more."""
        _, scene = await looks.at(request, id)
        picture = pictures.market(scene) if scene.rail else ""
        return await site.page(request, "parts/prices.html", t=scene.words, market=picture)

    @router.get("/table/{id}/hex/{hex}")
    async def hex(
        request: Request, id: str, hex: str, tile: str = "", turn: int | None = None, actor: str = ""
    ) -> Response:
        """What can be laid on a hex, one tile tried out on the board; or why nothing can."""
        _, scene = await looks.at(request, id)
        desk = scene.page.desk
        if desk is not None:
            name, reason = desk.why_not(scene, hex)
            return await site.page(
                request,
                "parts/no_hex.html",
                t=scene.words,
                hex={"name": name, "id": ""},
                **cited(scene, reason),
            )
        if scene.rail is None or hex not in scene.rail.board.faces:
            raise BadInput("hex", "there is no such hex")
        found = hex_of(scene, hex, tile, turn, actor)
        lay = found.chosen
        if lay is None or found.offer is None:
            refusal = why_no_station(scene, scene.rail, hex)
            why = found.why_not or (explained(scene, scene.hex(hex), refusal) if refusal else None)
            return await site.page(
                request, "parts/no_hex.html", t=scene.words, hex=found, **cited(scene, why)
            )
        lit = {a.hex for a in scene.legal if hasattr(a, "hex")}
        board = pictures.board(
            scene,
            lit=lit,
            ghost=Ghost(hex, found.offer.tile, found.turn),
            reach=lay.actor if lay.actor in scene.rail.box.companies else "",
        )
        tiles = [
            pictures.tile(scene, o.tile, found.turn if o is found.offer else o.turns[0]) for o in found.offers
        ]
        return await site.page(
            request,
            "parts/hex.html",
            t=scene.words,
            scene=scene,
            id=id,
            hex=found,
            tiles=tiles,
            board=board,
            seen=preview(scene, lay),
            wrong="",
            why=None,
        )

    @router.get("/table/{id}/runs")
    async def change_runs(
        request: Request,
        id: str,
        declared: str = "",
        train: int = 0,
        hex: str = "",
        clear: bool = False,
        cargo: str = "",
    ) -> Response:
        """The runs after a click on a stop, their sums, and whether they are legal."""
        _, scene = await looks.at(request, id)
        if scene.rail is None or not any(isinstance(f, TurnFrame) for f in scene.rail.stack):
            raise BadInput("runs", "no company is running its trains")
        given = runs.read(scene, declared) if declared else runs.plan(scene).runs
        if clear:
            company = turn_of(scene.rail).company
            ways = runs.aligned(scene.rail, company, given)
            given = Runs(tuple(way for n, way in enumerate(ways) if n != train and way[1]))
        elif hex:
            given = runs.clicked(scene, given, train, hex)
        plan = runs.plan(scene, given, train, editing=True, cargo="" if clear or hex else cargo)
        seen = None
        if plan.why_not is None and plan.runs.runs:
            action = runs.declared(scene, plan)
            seen = preview(scene, action) if scene.game.why_not(action) is None else None
        board = pictures.board(scene, runs=plan.runs)
        return await site.page(
            request,
            "parts/runs_changed.html",
            t=scene.words,
            scene=scene,
            id=id,
            run=plan,
            board=board,
            seen=seen,
            wrong="",
            moves=scene.moves,
            **cited(scene, plan.why_not),
        )

    @router.get("/table/{id}/turn")
    async def whole_turn(request: Request, id: str) -> Response:
        """The rest of a company's turn as a plan."""
        _, scene = await looks.at(request, id)
        plan = turn_plan(scene)
        return await site.page(
            request, "parts/turn_plan.html", t=scene.words, id=id, plan=plan, moves=scene.moves
        )

    return router
