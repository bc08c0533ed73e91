"""The coach for programs: what it would do, as data."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from kursbuch.bots.advice import BEST, Advice
from kursbuch.web.api import PROBLEMS, TableId
from kursbuch.web.auth import Somebody, asked_language
from kursbuch.web.coach import Coach
from kursbuch.web.pages.advice import reasons
from kursbuch.web.pages.table import scene_for
from kursbuch.web.service import Tables
from kursbuch.words import words


class ChoiceOut(BaseModel):
    """A choice, what its player can expect to have after it, and how far it leads the others then."""

    action: str
    worth: float
    lead: float
    error: float = Field(description="By which the lead may be wrong, compared with the first choice.")
    reasons: list[str]


class AdviceOut(BaseModel):
    """The best choices, the best first."""

    player: str
    choices: list[ChoiceOut]


def coach_api(tables: Tables, coach: Coach) -> APIRouter:
    """What the coach answers."""
    router = APIRouter(prefix="/api/v1", responses=PROBLEMS)

    @router.get("/tables/{table}/advice", tags=["playing"])
    async def advice(
        table: TableId,
        person: Somebody,
        request: Request,
        at: Annotated[int | None, Query(ge=0, le=1_000_000, description="An earlier position.")] = None,
    ) -> AdviceOut:
        """What a coach would do now in your place: alone or at one screen, or at any move of a game that is over."""
        sight = await tables.look_as(table, person, at)
        scene = scene_for(sight, words(asked_language(request)), at)
        found = [told async for told in coach.advise(sight) if isinstance(told, Advice)][-1]
        choices = [
            ChoiceOut(
                action=one.action,
                worth=round(one.worth, 1),
                lead=round(one.lead, 1),
                error=round(one.error, 1),
                reasons=[reason.striptags() for reason in reasons(scene, one)],
            )
            for one in found.candidates[:BEST]
        ]
        return AdviceOut(player=found.player, choices=choices)

    return router
