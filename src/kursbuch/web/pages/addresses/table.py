"""The routes of one table: the page, its panels, previews, actions, history, live updates."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import closing, suppress
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse, JSONResponse
from sse_starlette import EventSourceResponse, ServerSentEvent

from kursbuch.core import BadInput, IllegalAction, Refusal
from kursbuch.draw import ZOOMS, Ghost
from kursbuch.rail.actions import Runs
from kursbuch.rail.rounds import TurnFrame, turn_of
from kursbuch.web.auth import address_of
from kursbuch.web.pages import pictures, plates, runs
from kursbuch.web.pages import told as past_runs
from kursbuch.web.pages.addresses.all_panels import all_panels, chat_at
from kursbuch.web.pages.choices import explained
from kursbuch.web.pages.clock import agreed_on
from kursbuch.web.pages.distance import seen_from
from kursbuch.web.pages.history import charts
from kursbuch.web.pages.kept import Kept
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.opponents import bots_at
from kursbuch.web.pages.outlook import income
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.shelf import whole
from kursbuch.web.pages.site import Site
from kursbuch.web.pages.table import newest_board, scene_for, table
from kursbuch.web.pages.track import hex_of, why_no_station
from kursbuch.web.pages.turn_plan import MOST, turn_plan
from kursbuch.web.seating import Sight, Visit
from kursbuch.web.service import NotAllowed, Person, PositionChanged
from kursbuch.words import summaries, told

Distance = Annotated[int | None, Query(ge=0, lt=len(ZOOMS))]  # read by `seen_from`
Amount = Annotated[int | None, Query(ge=-(10**9), le=10**9)]


def table_routes(site: Site) -> APIRouter:
    router = APIRouter(default_response_class=HTMLResponse)

    async def visited(request: Request, id: str) -> Visit:
        """The table, for a visitor who may come there."""
        return await site.tables.visit(id, await site.visitors.person(request))

    async def look(request: Request, id: str, at: int | None = None) -> tuple[Sight, Scene]:
        """The table and the game as the visitor sees it."""
        person = await site.visitors.person(request)
        sight = await site.tables.look_as(id, person, at)
        return sight, scene_for(sight, site.words(request, person), at, seen_from(request))

    async def panels(request: Request, sight: Sight, at: int | None = None, notice: Any = None) -> Response:
        return await all_panels(site, request, sight, at, notice)

    @router.get("/table/{id}")
    async def page(request: Request, id: str, at: int | None = None, pictures: str = "") -> Response:
        visit = await site.tables.come(id, await site.visitors.person(request), at)
        lines = await chat_at(site, visit)
        if not isinstance(visit, Sight):
            return await site.page(
                request,
                "waiting.html",
                info=visit.info,
                mine=visit.players,
                bots=bots_at(visit.info, site.words(request, visit.person)),
                chat=lines,
                person=visit.person,
                clock=agreed_on(site.words(request, visit.person), visit.info),
            )
        fetched = frozenset[str]() if pictures == "whole" else plates.EVERY  # where no script runs
        scene = scene_for(visit, site.words(request, visit.person), at, seen_from(request, fetched))
        return await site.page(
            request,
            "table.html",
            plate=plates.address(scene) if fetched else "",
            t=scene.words,
            chat=lines,
            notice=None,
            kept=Kept(table=id),
            **table(scene, visit.info),
        )

    @router.get("/table/{id}/panels")
    async def refresh(request: Request, id: str, at: int | None = None) -> Response:
        sight, _ = await look(request, id, at)
        return await panels(request, sight, at)

    @router.get("/table/{id}/board")
    async def redrawn(request: Request, id: str, at: int | None = None, zoom: Distance = None) -> Response:
        """The board alone, for a page that looks at it from another distance."""
        _, scene = await look(request, id, at)
        if scene.rail is None:
            raise BadInput("board", "there is no such picture")
        board = newest_board(scene)
        return await site.page(
            request, "parts/redrawn.html", t=scene.words, board=board, oob=True, kept=Kept(table=id)
        )

    @router.get("/table/{id}/preview")
    async def show(request: Request, id: str, action: str, amount: Amount = None) -> Response:
        """What a choice of the visitor's own would bring about; its board and market with it."""
        sight, scene = await look(request, id)
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
        _, scene = await look(request, id)
        picture = pictures.market(scene) if scene.rail else ""
        return await site.page(request, "parts/prices.html", t=scene.words, market=picture)

    @router.get("/table/{id}/hex/{hex}")
    async def hex(
        request: Request, id: str, hex: str, tile: str = "", turn: int | None = None, actor: str = ""
    ) -> Response:
        """What can be laid on a hex, one tile tried out on the board; or why nothing can."""
        _, scene = await look(request, id)
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
        _, scene = await look(request, id)
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

    @router.get("/table/{id}/told/{move}")
    async def told_runs(request: Request, id: str, move: int, at: int | None = None) -> Response:
        """The runs of a move, to be drawn over the board that is shown: the newest, or that after `at` moves."""
        _, scene = await look(request, id, at)
        past = past_runs.runs_of(scene, move)
        if past is None:
            return HTMLResponse("")
        _, then = await look(request, id, move)
        values = {} if then.too_early else past_runs.worth_of(then, past)
        return await site.page(
            request,
            "parts/told_runs.html",
            t=scene.words,
            scene=scene,
            id=id,
            move=move,
            past=past,
            legs=past_runs.legs_of(scene, past, values),
            picture=pictures.routes(scene, past.runs, values),
        )

    @router.get("/table/{id}/income")
    async def earned(request: Request, id: str, at: int | None = None) -> Response:
        """What companies or players have earned, round by round."""
        _, scene = await look(request, id, at)
        return await site.page(request, "parts/income.html", t=scene.words, earned=income(scene))

    @router.get("/table/{id}/charts")
    async def lines(request: Request, id: str) -> Response:
        """Worth, prices and income over the whole game, once nothing of it is hidden any more."""
        sight, scene = await look(request, id)
        if not (scene.game.over or sight.info.uncovered):
            raise NotAllowed
        return await site.page(request, "parts/charts.html", t=scene.words, charts=charts(scene))

    @router.get("/table/{id}/rounds")
    async def rounds(request: Request, id: str) -> Response:
        """The moves after which the rounds of the game began."""
        _, scene = await look(request, id)
        return JSONResponse(past_runs.rounds(scene))

    def said(message: str, values: Mapping[str, object] | None = None) -> dict[str, Any]:
        """A notice; its words are looked up when it is shown."""
        return {"message": message, "values": values or {}}

    # -- acting -----------------------------------------------------------------------------------

    async def changed(request: Request, id: str, what: Any) -> Response:
        """Do something at the table, and show the panels with it done, or why it was not."""
        fields = await site.form(request)
        person = await site.visitors.person(request)
        notice: dict[str, Any] = {}
        refusal: Refusal | None = None
        try:
            if person is None:
                raise NotAllowed
            sight = await what(person, fields, whole(fields, "moves") or 0)
            return await panels(request, sight)
        except IllegalAction as error:
            refusal = error.refusal
        except PositionChanged:
            notice = said("The position has changed. Please look again.")
        except NotAllowed as error:
            notice = said(error.message or "This is not yours to decide.", error.values)
        except BadInput as error:
            notice = said(error.message, error.values)
        sight, scene = await look(request, id)
        if refusal is not None:
            notice = cited(scene, explained(scene, "", refusal))
        return await panels(request, sight, notice=notice)

    @router.post("/table/{id}/act")
    async def act(request: Request, id: str) -> Response:
        return await changed(
            request, id, lambda who, form, n: site.tables.act(id, who, form.get("action", ""), n)
        )

    @router.get("/table/{id}/turn")
    async def whole_turn(request: Request, id: str) -> Response:
        """The rest of a company's turn as a plan."""
        _, scene = await look(request, id)
        plan = turn_plan(scene)
        return await site.page(
            request, "parts/turn_plan.html", t=scene.words, id=id, plan=plan, moves=scene.moves
        )

    @router.post("/table/{id}/turn")
    async def take_turn(request: Request, id: str) -> Response:
        """What the plan said, one action after the other; it ends where one of them cannot be done any more."""

        async def each(who: Person, form: Mapping[str, str], moves: int) -> Sight:
            lines = form.get("actions", "").splitlines()[:MOST]
            if not lines:
                raise BadInput("actions", "expected an action")
            for number, line in enumerate(lines):
                sight = await site.tables.act(id, who, line, moves + number)
            return sight

        return await changed(request, id, each)

    @router.post("/table/{id}/undo")
    async def undo(request: Request, id: str) -> Response:
        return await changed(request, id, lambda who, form, n: site.tables.undo(id, who, n))

    @router.post("/table/{id}/redo")
    async def redo(request: Request, id: str) -> Response:
        return await changed(request, id, lambda who, form, n: site.tables.redo(id, who, n))

    @router.post("/table/{id}/answer-undo")
    async def answer(request: Request, id: str) -> Response:
        return await changed(
            request, id, lambda who, form, n: site.tables.answer_undo(id, who, form.get("agree") == "yes")
        )

    @router.post("/table/{id}/say")
    async def say(request: Request, id: str) -> Response:
        fields = await site.form(request)
        visit = await visited(request, id)
        if visit.person is None:
            raise NotAllowed("Sign in to write")
        if fields.get("text", "").strip():
            await site.tables.say(id, visit.person, fields["text"].strip()[:500])
        return await chat(request, id)

    @router.get("/table/{id}/chat")
    async def chat(request: Request, id: str) -> Response:
        visit = await visited(request, id)
        lines = await site.tables.chat(visit)
        return await site.page(request, "parts/chat.html", info=visit.info, chat=lines)

    # -- the whole game ---------------------------------------------------------------------------

    @router.get("/table/{id}/log")
    async def whole_log(request: Request, id: str) -> Response:
        sight, scene = await look(request, id)
        log = entries(scene, scene.moves + 1)[::-1]
        ran = {entry.number: past_runs.runs_of(scene, entry.number) for entry in log if entry.runs}
        legs = {move: past_runs.legs_of(scene, past, {}) for move, past in ran.items() if past}
        return await site.page(
            request, "log.html", t=scene.words, scene=scene, info=sight.info, log=log, ran=legs
        )

    @router.get("/table/{id}/transcript")
    async def transcript(request: Request, id: str) -> Response:
        sight, _ = await look(request, id)
        head = {"Content-Disposition": f'attachment; filename="{sight.info.title}-{sight.info.id}.json"'}
        return Response(sight.transcript(), media_type="application/json", headers=head)

    @router.get("/table/{id}/live")
    async def live(request: Request, id: str) -> EventSourceResponse:
        """What has changed, as it changes."""
        visit = await visited(request, id)

        async def stamp() -> str:
            """The table's as it is now; the page carries the one it shows."""
            return (await site.tables.revisit(id, visit.person)).info.stamp

        follower = site.tables.follow(visit, address_of(request))

        async def stream() -> AsyncIterator[dict[str, str]]:
            with closing(follower), suppress(NotAllowed):  # somebody has left a private table
                yield {"event": "hello", "data": await stamp()}  # what happened while nobody was listening
                async for what in follower:
                    if what == "tables":  # for lists of tables
                        continue
                    yield {"event": what, "data": await stamp()}

        # pings are events of their own, so that a page knows a silent connection from a lost one
        return EventSourceResponse(
            stream(), ping=20, ping_message_factory=lambda: ServerSentEvent(event="ping", data="")
        )

    return router


def cited(scene: Scene, why: Any) -> dict[str, Any]:
    """A refusal with the summary of its rule point."""
    point = summaries(scene.game.title).get(why.rule) if why else None
    return {"why": why, "point": point.text(scene.words.language) if point else "", "title": scene.game.title}
