"""The table in the browser: pages rendered on the server, from positions to view models to templates."""

from __future__ import annotations

import logging
from importlib import import_module

from fastapi import APIRouter

from kursbuch.web.pages.addresses.lobby import lobby_routes
from kursbuch.web.pages.addresses.start import start_routes
from kursbuch.web.pages.addresses.table import table_routes
from kursbuch.web.pages.site import Site, Visitors
from kursbuch.web.service import Tables

__all__ = ["Site", "Visitors", "router"]

# modules beside this one that bring the panels, controls and desks of some titles
_BRING = ("dortmund", "india", "nuremberg")


def _bring() -> None:
    """A title that cannot be loaded must not take the others with it; the start page tells of it."""
    for name in _BRING:
        try:
            import_module(f"{__name__}.{name}")
        except Exception:
            logging.getLogger(__name__).exception("the table of %s cannot be shown", name)


_bring()


def router(tables: Tables, visitors: Visitors) -> APIRouter:
    """All pages, for an app that keeps the tables and knows the visitors."""
    site = Site(tables, visitors)
    out = APIRouter(include_in_schema=False)
    for part in (start_routes(site), lobby_routes(site), table_routes(site)):
        out.include_router(part)
    return out
