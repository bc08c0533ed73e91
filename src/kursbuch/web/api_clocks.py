"""Clocks and seats for programs: how much time is left, coming back, asking the others."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import BaseModel, Field

from kursbuch.store.schema import now
from kursbuch.web.api import PROBLEMS, TableId
from kursbuch.web.api_models import AnswerIn, TableOut
from kursbuch.web.auth import Somebody, Who
from kursbuch.web.clocks.terms import terms_of
from kursbuch.web.clocks.time import faces
from kursbuch.web.tables.absence import Absences


class FaceOut(BaseModel):
    """The clock of a player: seconds left of those that count, and when it will be out if it runs."""

    player: str
    left: float
    runs: bool
    out: bool
    due: datetime | None


class MotionIn(BaseModel):
    """What the others are asked: a bot (`bot`) or somebody new (`open`) for a seat, or to end the game (`end`)."""

    kind: Literal["bot", "open", "end"]
    player: Annotated[str, Field(max_length=40)] = ""


def api_clock_routes(tables: Absences) -> APIRouter:
    """Time and absence at a table."""
    router = APIRouter(prefix="/api/v1/tables/{table}", responses=PROBLEMS, tags=["clocks"])

    @router.get("/clock")
    async def clock(table: TableId, person: Who) -> list[FaceOut]:
        """Everybody's clock; none at a table without."""
        info = (await tables.visit(table, person)).info
        terms = terms_of(info.agreed)
        if terms is None or not info.clock:
            return []
        return [
            FaceOut(player=f.player, left=f.left, runs=f.runs, out=f.out, due=f.due)
            for f in faces(terms, info.clock, now())
        ]

    @router.post("/back")
    async def back(table: TableId, person: Somebody) -> TableOut:
        """Take your seat again, for which a bot has moved."""
        return TableOut.of(await tables.come_back(table, person), person)

    @router.post("/motion")
    async def ask(table: TableId, person: Somebody, given: MotionIn) -> TableOut:
        """Ask the others about the seat of one who is away, or to end the game as it stands."""
        return TableOut.of(await tables.propose(table, person, given.kind, given.player), person)

    @router.post("/motion/answer")
    async def answer(table: TableId, person: Somebody, given: AnswerIn) -> TableOut:
        """Agree to what is asked, or not; who has asked may withdraw it."""
        return TableOut.of(await tables.answer_proposal(table, person, given.agree), person)

    return router
