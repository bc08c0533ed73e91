"""The JSON API under /api/v1: everything the pages do, for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any
from urllib.parse import urlencode

import msgspec
from fastapi import APIRouter, Path, Query, Request, Response
from sse_starlette import EventSourceResponse

from kursbuch.core import BadInput
from kursbuch.core.game import GONE
from kursbuch.shelf import find
from kursbuch.web.api_models import (
    ActIn,
    AnswerIn,
    AskIn,
    InvitationOut,
    JoinIn,
    LegalOut,
    LineIn,
    LineOut,
    LogOut,
    MovesIn,
    Problem,
    RefusalOut,
    RuleOut,
    TableIn,
    TableOut,
    TitleOut,
    TranscriptIn,
    WhyNotOut,
    action_data,
)
from kursbuch.web.auth import Somebody, Who, address_of, asked_language
from kursbuch.web.botplay import known_bots
from kursbuch.web.helps import names_runs, without_best_runs
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.shelf import on_shelf
from kursbuch.web.pages.table import scene_for
from kursbuch.web.problems import MEDIA, refusal_data
from kursbuch.web.seating import Visit
from kursbuch.web.service import ID_FORM, MINE, PUBLIC, NotFound, Seat, Tables
from kursbuch.words import summaries, words

_PROBLEM = {"model": Problem, "content": {MEDIA: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {**_PROBLEM, "description": text}
    for status, text in {
        401: "Not signed in.",
        403: "Not allowed.",
        404: "Not found.",
        409: "The position has changed: fetch the table again, then decide.",
        413: "Too large.",
        422: "Against the rules (`rule`, `section`, `text`), or not understood (`place`).",
        429: "Too many attempts: wait.",
        503: "The database does not answer: try again.",
    }.items()
}

Limit = Annotated[int, Query(ge=1, le=200, description="How many.")]
Offset = Annotated[int, Query(ge=0, le=1_000_000, description="After so many.")]
TableId = Annotated[str, Path(pattern=f"^{ID_FORM}$", description="The table's id.")]


def table_routes(tables: Tables, base_url: str, stream: Callable[[Visit, str, str], Response]) -> APIRouter:
    """Titles, tables, playing, talking."""
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

    # -- titles -----------------------------------------------------------------------------------

    @router.get("/titles", tags=["titles"])
    async def titles() -> list[TitleOut]:
        """What can be played here."""
        return [TitleOut.of(info) for info in on_shelf()[0]]

    @router.get("/titles/{title}", tags=["titles"])
    async def title(title: Annotated[str, Path(max_length=40)]) -> TitleOut:
        """One title."""
        try:
            return TitleOut.of(find(title).info)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error

    @router.get("/titles/{title}/rules", tags=["titles"])
    async def rules(title: Annotated[str, Path(max_length=40)], request: Request) -> list[RuleOut]:
        """Our one-sentence summaries of the title's rule points, in the asked language."""
        try:
            points = summaries(title)
        except BadInput as error:
            raise NotFound(error.message, **error.values) from error
        language = asked_language(request)
        return [RuleOut(rule=p.id, section=p.section, text=p.text(language)) for p in points.values()]

    @router.get("/bots", tags=["titles"])
    async def bots() -> list[str]:
        """The bots that can take a seat, the simplest first."""
        return list(known_bots())

    # -- tables -----------------------------------------------------------------------------------

    @router.get("/tables", tags=["tables"])
    async def public_tables(
        person: Who, request: Request, response: Response, limit: Limit = PUBLIC, offset: Offset = 0
    ) -> list[TableOut]:
        """Public tables to join or watch. If there are more, the header Link says where."""
        found = await tables.public(limit + 1, offset)
        link_next(request, response, len(found), limit, offset)
        return [TableOut.of(info, person) for info in found[:limit]]

    @router.get("/tables/mine", tags=["tables"])
    async def my_tables(
        person: Somebody, request: Request, response: Response, limit: Limit = MINE, offset: Offset = 0
    ) -> list[TableOut]:
        """Your tables, those that wait for you first. If there are more, the header Link says where."""
        found = await tables.mine(person, limit + 1, offset)
        link_next(request, response, len(found), limit, offset)
        return [TableOut.of(info, person) for info in found[:limit]]

    @router.post("/tables", status_code=201, tags=["tables"])
    async def create(person: Somebody, given: TableIn) -> TableOut:
        """Set a table up. It starts when all seats are taken."""
        seats = [Seat(s.player, person.id if s.mine else None, s.bot) for s in given.seats]
        info = await tables.create(
            person,
            given.title,
            given.mode,
            seats,
            name=given.name,
            options=given.options,
            agreed=given.agreed,
            visibility=given.visibility,
            seed=given.seed,
            edition=given.edition,
        )
        return TableOut.of(info, person)

    @router.post("/transcripts", status_code=201, tags=["tables"])
    async def load(person: Somebody, given: TranscriptIn) -> TableOut:
        """A table that goes on from a transcript."""
        return TableOut.of(await tables.load(person, given.transcript, given.mode), person)

    @router.get("/tables/{table}", tags=["tables"])
    async def table(table: TableId, person: Who) -> TableOut:
        """One table."""
        return TableOut.of((await tables.visit(table, person)).info, person)

    @router.post("/tables/{table}/join", tags=["tables"])
    async def join(table: TableId, person: Somebody, given: JoinIn) -> TableOut:
        """Take an empty seat: at a public table, or by invitation."""
        return TableOut.of(await tables.join(table, person, given.invitation), person)

    @router.post("/tables/{table}/leave", tags=["tables"])
    async def leave(table: TableId, person: Somebody) -> TableOut:
        """Give a seat up before the game starts."""
        return TableOut.of(await tables.leave(table, person), person)

    @router.post("/tables/{table}/invitation", tags=["tables"])
    async def invitation(table: TableId, person: Somebody, request: Request) -> InvitationOut:
        """The link that lets others join; for the owner."""
        secret = await tables.invitation(table, person)
        base = base_url or str(request.base_url)
        return InvitationOut(invitation=secret, link=f"{base.rstrip('/')}/invited/{table}/{secret}")

    # -- playing ----------------------------------------------------------------------------------

    @router.get("/tables/{table}/view", tags=["playing"], response_model=dict[str, Any])
    async def view(
        table: TableId,
        person: Who,
        player: Annotated[str | None, Query(max_length=40, description="One of your players.")] = None,
        move: Annotated[int | None, Query(ge=0, le=1_000_000, description="An earlier position.")] = None,
    ) -> Response:
        """All that you may know of the position: as your player, or as a spectator."""
        sight = await tables.look_as(table, person, move)
        if move is not None and len(sight.game.actions) > move:
            raise BadInput("move", GONE, first=len(sight.game.actions))
        if move is not None and move > sight.moves:
            raise BadInput("move", "there are moves 0 to {last}", last=sight.moves)
        return _json(sight.view(player))

    @router.get("/tables/{table}/actions", tags=["playing"], response_model=LegalOut)
    async def legal_actions(table: TableId, person: Somebody) -> Response:
        """Every legal action of yours now; none if it is not your turn.

        `interjections` are powers that you may use although others are to decide. At a table that does without
        the help `best_runs`, actions that say which runs are the best are left out: declare runs of your own.
        """
        sight = await tables.look_as(table, person)
        info, game = sight.info, sight.game
        hidden = names_runs if without_best_runs(info.agreed, info.uncovered) else lambda action: False
        listed = [
            action_data(p, a)
            for p in sight.players
            if p in game.acting
            for a in game.legal_actions(p)
            if not hidden(a)
        ]
        aside = [
            action_data(p, replace(a, by=p))
            for p in sight.players
            if p not in game.acting
            for a in game.legal_actions(p)
            if not hidden(a)
        ]
        body = {"moves": info.moves, "version": info.version, "actions": listed, "interjections": aside}
        return _json(body)

    @router.get("/tables/{table}/log", tags=["playing"])
    async def log(
        table: TableId,
        person: Who,
        request: Request,
        since: Annotated[int, Query(ge=0, le=1_000_000, description="Only what came after this move.")] = 0,
    ) -> list[LogOut]:
        """What happened, move by move, in sentences of the asked language; the view has it as data."""
        scene = scene_for(await tables.look_as(table, person), words(asked_language(request)))
        told = entries(scene, scene.moves + 1, since + 1 if since else 0)
        return [LogOut(move=e.number, lines=[line.striptags() for _, line in e.lines]) for e in told[::-1]]

    @router.post("/tables/{table}/why-not", tags=["playing"])
    async def why_not(table: TableId, person: Somebody, given: AskIn, request: Request) -> WhyNotOut:
        """Whether an action is legal now, and if not, which rule forbids it."""
        _, refusal = (await tables.look_as(table, person)).asked(given.action)
        if refusal is None:
            return WhyNotOut(legal=True)
        return WhyNotOut(legal=False, refusal=RefusalOut(**refusal_data(refusal, asked_language(request))))

    @router.post("/tables/{table}/act", tags=["playing"], response_model=TableOut)
    async def act(table: TableId, person: Somebody, given: ActIn) -> Response:
        """Carry an action out, as text or as data. It is stored before this answers."""
        seen = await tables.act(table, person, given.action, given.moves, version=given.version)
        return _json(TableOut.of(seen.info, person).model_dump())

    @router.post("/tables/{table}/undo", tags=["playing"])
    async def undo(table: TableId, person: Somebody, given: MovesIn) -> TableOut:
        """Take your last decision back; where other people play, ask them."""
        return TableOut.of((await tables.undo(table, person, given.moves)).info, person)

    @router.post("/tables/{table}/undo/answer", tags=["playing"])
    async def answer_undo(table: TableId, person: Somebody, given: AnswerIn) -> TableOut:
        """Agree that an action is taken back, or not."""
        return TableOut.of((await tables.answer_undo(table, person, given.agree)).info, person)

    @router.post("/tables/{table}/redo", tags=["playing"])
    async def redo(table: TableId, person: Somebody, given: MovesIn) -> TableOut:
        """Play an action again that was taken back."""
        return TableOut.of((await tables.redo(table, person, given.moves)).info, person)

    @router.get("/tables/{table}/transcript", tags=["playing"])
    async def transcript(table: TableId, person: Who) -> dict[str, Any]:
        """The whole game as a transcript: when it is over, or if all players are yours.

        It holds everybody's secrets, and the seed, which tells what chance will bring.
        """
        data: dict[str, Any] = json.loads((await tables.look_as(table, person)).transcript())
        return data

    @router.get(
        "/tables/{table}/events",
        tags=["playing"],
        response_class=EventSourceResponse,
        responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
    )
    async def events(table: TableId, person: Who, request: Request) -> Response:
        """Server-sent events: `hello` at first, then `game`, `chat`, `seats` as they change."""
        last = request.headers.get("last-event-id", "")
        return stream(await tables.visit(table, person), address_of(request), last)

    # -- talking ----------------------------------------------------------------------------------

    @router.get("/tables/{table}/chat", tags=["talking"])
    async def chat(table: TableId, person: Who) -> list[LineOut]:
        """What was said at the table."""
        return [LineOut.of(line) for line in await tables.chat(await tables.visit(table, person))]

    @router.post("/tables/{table}/chat", status_code=201, tags=["talking"])
    async def say(table: TableId, person: Somebody, given: LineIn) -> None:
        """Say something."""
        await tables.say(table, person, given.text)

    return router


def link_next(request: Request, response: Response, found: int, limit: int, offset: int) -> None:
    """Say where the next page is, if more was found than fits."""
    if found > limit:
        query = urlencode({"limit": limit, "offset": offset + limit})
        response.headers["Link"] = f'<{request.url.path}?{query}>; rel="next"'


def _json(data: object) -> Response:
    """Our own data, which need not be checked again on its way out."""
    return Response(msgspec.json.encode(data, enc_hook=_as_text), media_type="application/json")


def _as_text(value: object) -> str:
    """A title's own sort of text, such as the name of a seat, is plain text to everybody else."""
    if isinstance(value, str):
        return str(value)
    raise TypeError(f"{type(value).__name__} is no JSON")
