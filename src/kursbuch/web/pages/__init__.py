"""The table in the browser: pages rendered on the server, from positions to view models to templates."""

from __future__ import annotations

from fastapi import APIRouter

from kursbuch.web.coach import Coach
from kursbuch.web.pages.addresses.coach import coach_routes
from kursbuch.web.pages.addresses.lobby import lobby_routes
from kursbuch.web.pages.addresses.start import start_routes
from kursbuch.web.pages.addresses.table import table_routes
from kursbuch.web.pages.site import Site, Visitors
from kursbuch.web.service import Tables

__all__ = ["Site", "Visitors", "router"]


def router(tables: Tables, visitors: Visitors, coach: Coach | None = None) -> APIRouter:
    """All pages, for an app that keeps the tables and knows the visitors."""
    site = Site(tables, visitors, coach)
    out = APIRouter(include_in_schema=False)
    for part in (start_routes(site), lobby_routes(site), table_routes(site), coach_routes(site)):
        out.include_router(part)
    return out
