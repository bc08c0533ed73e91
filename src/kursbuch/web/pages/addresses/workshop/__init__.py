"""The workshop: the board of a box large, each block with its form, confirmed or set right by whoever owns it."""

from __future__ import annotations

from fastapi import APIRouter

from kursbuch.web.limits import Limits
from kursbuch.web.pages.addresses.workshop.changing import changing_routes
from kursbuch.web.pages.addresses.workshop.files import file_routes
from kursbuch.web.pages.addresses.workshop.showing import showing_routes
from kursbuch.web.pages.addresses.workshop.trying_out import trial_routes
from kursbuch.web.pages.addresses.workshop.workbench import Workbench
from kursbuch.web.pages.site import Site
from kursbuch.web.workshop.desk import Drafts
from kursbuch.web.workshop.trials import Trials


def workshop_routes(site: Site, drafts: Drafts, trials: Trials, limits: Limits) -> APIRouter:
    """All addresses of the workshop."""
    work = Workbench(site, drafts, trials, limits)
    out = APIRouter(include_in_schema=False)
    for routes in (showing_routes, changing_routes, file_routes, trial_routes):
        out.include_router(routes(work))
    return out
