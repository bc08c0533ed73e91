"""What choices of 18DO bring beyond money and paper: links and what they add to runs, beer, own certificates."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.core import Action, Game
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.railway.actions import Assign, Connect, Flip, PayForLink
from kursbuch.titles.dortmund.railway.breweries import usable_beer
from kursbuch.titles.dortmund.railway.state import State18DO
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.scene import Scene


# events of forced purchases, of the Investor and of his card, that previews put in words
def effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """Of the Railway Game."""
    s, then = scene.rail, after.state
    assert isinstance(s, State18DO) and isinstance(then, State18DO)
    out = link_effects(scene, s, then, action)
    if isinstance(action, Assign | Flip):
        player = action.actor
        ready, more = usable_beer(s, player), usable_beer(then, player)
        out.append(count(scene, player, scene.words("Beer to use"), ready, more))
        id = action.marker if isinstance(action, Assign) else action.brewery
        income = scene.money(s.box.breweries[id].income)
        out.append(Effect(player, scene.words("Return of brewery {id}", id=id), income, "–", "", "down"))
    for company in s.founded:
        own, left = percent(s, company, company), percent(then, company, company)
        if own != left:
            tone = "up" if left > own else "down"
            what = scene.words("Own certificates")
            out.append(Effect(scene.company(company), what, f"{own} %", f"{left} %", "", tone))
    return out


def intro_effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """Of the Introduction Game, which has no money: links alone."""
    s, then = scene.rail, after.state
    assert s is not None and isinstance(then, RailState)
    return link_effects(scene, s, then, action)


def link_effects(scene: Scene, s: RailState, then: RailState, action: Action) -> list[Effect]:
    """What a new or higher link adds to its hex, and to the best runs of every railway."""
    if not isinstance(action, Connect | PayForLink):
        return []
    made, higher = getattr(s, "links", {}), getattr(then, "links", {})
    name = s.box.map.hexes[action.hex].name or action.hex
    out = [
        count(scene, name, scene.words("Link"), made.get(action.hex, 0), higher.get(action.hex, 0)),
    ]
    for company in s.box.companies:
        if scene.helps("best_runs") and s.trains.get(company) and s.board.tokens_of(company):
            before, after = best_of(s, company)[1], best_of(then, company)[1]
            if before != after:
                out.append(count(scene, scene.company(company), scene.words("Best runs"), before, after))
    return out


def count(scene: Scene, who: str | Markup, what: str, before: int, after: int) -> Effect:
    words = scene.words
    tone = "up" if after > before else "down" if after < before else ""
    change = words.signed(after - before) if after != before else words("unchanged")
    return Effect(who, what, words.number(before), words.number(after), change, tone)
