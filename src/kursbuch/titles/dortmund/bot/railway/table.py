"""A position of 18DO put together again from its view."""

from __future__ import annotations

from kursbuch.bots.bot import View
from kursbuch.bots.railway.table import fill, imagined
from kursbuch.core import Chance
from kursbuch.titles.dortmund.intro.parts import IntroBox
from kursbuch.titles.dortmund.intro.state import IntroState
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.state import State18DO


def rebuild_railway(view: View, box: DortmundBox) -> State18DO:
    """A position of the Railway Game, with breweries, beer, links, and the Investor behind the players."""
    known = imagined(view, State18DO)
    if known is not None:
        return known
    about = view["position"]
    investor = about["investor"]
    s = fill(State18DO([*about["seats"], *([investor] if investor else [])], Chance(0), box), view)
    s.investor, s.investor_card = investor, about["investor_card"]
    for id, brewery in about["breweries"].items():
        s.breweries[id] = brewery["owner"]
        s.cubes[id] = brewery["cubes"]
        if brewery["marker"]:
            s.markers[id] = brewery["marker_at"]
    s.flipped = frozenset(id for id, brewery in about["breweries"].items() if brewery["turned"])
    s.stock_of_beer, s.reserved = about["beer"], about["reserved"]
    s.links = {link["hex"]: link["value"] for link in about["links"]}
    s.free_links = frozenset(about["free_links"])
    s.floated = tuple(about["floated"])
    s.loans = dict(about["loans"])
    return s


def rebuild_intro(view: View, box: IntroBox) -> IntroState:
    """A position of the Introduction Game."""
    known = imagined(view, IntroState)
    if known is not None:
        return known
    about = view["position"]
    s = fill(IntroState(about["seats"], Chance(0), box), view)
    s.links, s.turns = dict(about["links"]), about["turns"]
    return s
