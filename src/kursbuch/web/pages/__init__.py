"""The table in the browser: pages rendered on the server, from positions to view models to templates."""

from __future__ import annotations

from fastapi import APIRouter

from kursbuch.web.pages.addresses.acting import acting_routes
from kursbuch.web.pages.addresses.boards import board_routes
from kursbuch.web.pages.addresses.cards import card_routes
from kursbuch.web.pages.addresses.coach import coach_routes
from kursbuch.web.pages.addresses.lobby import lobby_routes
from kursbuch.web.pages.addresses.past import past_routes
from kursbuch.web.pages.addresses.pictures import picture_routes
from kursbuch.web.pages.addresses.rules import rule_routes
from kursbuch.web.pages.addresses.start import start_routes
from kursbuch.web.pages.addresses.table import table_routes
from kursbuch.web.pages.addresses.trying import trying_routes
from kursbuch.web.pages.site import Site, Visitors
from kursbuch.web.service import Tables

__all__ = ["Site", "Visitors", "router"]


def router(tables: Tables, visitors: Visitors, site: Site | None = None) -> APIRouter:
    """All pages, for an app that keeps the tables and knows the visitors."""
    site = site or Site(tables, visitors)
    out = APIRouter(include_in_schema=False)
    for routes in (
        table_routes,
        trying_routes,
        acting_routes,
        past_routes,
        start_routes,
        rule_routes,
        lobby_routes,
        card_routes,
        board_routes,
        coach_routes,
        picture_routes,
    ):
        out.include_router(routes(site))
    return out
