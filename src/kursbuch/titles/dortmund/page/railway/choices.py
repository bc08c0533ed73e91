"""Controls for the actions that only 18DO has."""

from __future__ import annotations

from typing import Any

from markupsafe import Markup

from kursbuch.core import Action, Refusal
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import Run
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.rounds import turn_of
from kursbuch.rail.state import RailState
from kursbuch.titles.dortmund.beer.export import income as beer_earned
from kursbuch.titles.dortmund.beer.state import BeerState
from kursbuch.titles.dortmund.intro.paper import Drop, Send, Take
from kursbuch.titles.dortmund.intro.trains import Exchange, Renew
from kursbuch.titles.dortmund.page.beer.choices import bids as beer_bids
from kursbuch.titles.dortmund.railway.actions import (
    Assign,
    BidFor,
    Carry,
    Connect,
    Flip,
    Found,
    Loads,
    PayForLink,
    TakeCard,
    TradeUp,
)
from kursbuch.titles.dortmund.railway.parts import DortmundBox
from kursbuch.titles.dortmund.railway.running import income_with_beer
from kursbuch.titles.dortmund.railway.state import State18DO
from kursbuch.web.pages.choices import Group, Row, choice_of
from kursbuch.web.pages.scene import Scene


def brewery(scene: Scene, id: str) -> str:
    """A private brewery, short."""
    return scene.words("Brewery {id}", id=id)


def marker(scene: Scene, kind: str) -> str:
    """What a brewery marker is for, in a word or two."""
    return scene.words(f"marker.{kind}") if kind else scene.words("no marker")


def bids(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each brewery: what it brings, who leads, and the boxes that are still open."""
    if "minors" in scene.position:
        return beer_bids(scene, s, found)
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, BidFor)
        if a.brewery not in rows:
            rows[a.brewery] = Row(brewery(scene, a.brewery), _about(scene, a.brewery))
        rows[a.brewery].choices.append(choice_of(scene, a, label=scene.money(a.price)))
    return _group(scene, found, list(rows.values()))


def _about(scene: Scene, id: str) -> Markup:
    facts = scene.position["breweries"][id]
    parts: list[Markup | str] = [scene.words("{income} a round", income=scene.money(facts["income"]))]
    parts.append(marker(scene, facts["marker"]))
    leader = max(_bids_for(scene, id), key=lambda bid: bid["price"], default=None)
    if leader is not None:
        parts.append(Markup("<b>{} {}</b>").format(leader["player"], scene.money(leader["price"])))
    return Markup(" · ").join(parts)


def _bids_for(scene: Scene, id: str) -> list[dict[str, Any]]:
    return [bid for bid in scene.position["bids"] if bid["brewery"] == id]


def foundings(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each railway, a button for each start price with what the director's certificate costs."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Found)
        first = s.box.companies[a.company].certificates[0].percent
        note = scene.words("director's certificate: {percent} %", percent=first)
        row = rows.setdefault(a.company, Row(scene.company(a.company), note))
        sub = scene.words("costs {price}", price=scene.money(first * a.price // 10))
        row.choices.append(choice_of(scene, a, label=scene.money(a.price), sub=sub))
    return _group(scene, found, list(rows.values()))


def trades(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, TradeUp)
        row = rows.setdefault(a.company, Row(scene.company(a.company)))
        left = percent(s, a.company if a.source == "company" else a.source, a.company)
        label = scene.words("10 % for {percent} % {source}", percent=a.percent, source=_from(scene, a.source))
        row.choices.append(choice_of(scene, a, label=label, sub=scene.words("of {percent} %", percent=left)))
    return _group(scene, found, list(rows.values()))


def _from(scene: Scene, source: str) -> str:
    return scene.words(f"from.{source}")


def markers(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for the brewery, a button for each railway that may get its marker."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Assign)
        what = marker(scene, scene.position["breweries"][a.marker]["marker"])
        row = rows.setdefault(a.marker, Row(scene.words("Marker {id}", id=a.marker), what))
        row.choices.append(choice_of(scene, a, label=scene.company(a.company)))
    return _group(scene, found, list(rows.values()))


def cards(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows = []
    for a in found:
        assert isinstance(a, Flip)
        cubes = scene.position["breweries"][a.brewery]["cubes"]
        note = scene.words("beer: {cubes}", cubes=cubes)
        turn = choice_of(scene, a, label=scene.words("Turn the card over"))
        rows.append(Row(brewery(scene, a.brewery), note, [turn]))
    return _group(scene, found, rows)


def links(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each location, with what its link would be worth."""
    rows = []
    for a in sorted(found, key=str):
        assert isinstance(a, Connect | PayForLink) and isinstance(s.box, DortmundBox)
        twin = scene.game.after(a)
        made = next(e.values for e in twin.events_of(len(twin.actions)) if e.key == "links")
        note = scene.words(f"site.{s.box.sites[a.hex]}")
        if "cost" in made:
            note += " · " + (scene.money(made["cost"]) if made["cost"] else scene.words("free of charge"))
        label = scene.words(
            "raise to {value}" if made["value"] > 10 else "link of {value}", value=made["value"]
        )
        rows.append(Row(scene.hex(a.hex), note, [choice_of(scene, a, label=label, hex=a.hex)]))
    return _group(scene, found, rows)


def loads(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """Runs with beer: how many cubes, with what it earns; the runs themselves open below, to be changed."""
    group = _group(scene, found, [Row("")])
    group.layout, group.template = "runs", "dortmund/loads.html"
    sober = [a for a in scene.legal if isinstance(a, Run)]
    picks = group.data = []
    for a in [*found, *sober]:
        assert isinstance(a, Carry | Run) and isinstance(s, State18DO)
        loads = a.loads if isinstance(a, Carry) else Loads(((0, ""),) * len(a.runs.runs))
        if isinstance(s, BeerState):
            income = beer_earned(s, a.actor, a.runs, loads)
        else:
            income = income_with_beer(s, a.actor, a.runs, loads)
        label = scene.words("{cubes} × beer", cubes=loads.total) if loads.total else scene.words("no beer")
        sub = scene.money(income if isinstance(income, int) else 0)
        group.rows[0].choices.append(choice_of(scene, a, label=label, sub=sub))
        picks.append((str(a.runs), str(loads)))
    return group


def why_no_link(scene: Scene, hex: str) -> Refusal | None:
    """Why a location gets no link in the step where links are made; other hexes have none to get."""
    s = scene.rail
    assert s is not None and isinstance(s.box, DortmundBox)
    if scene.step == "connect" or (scene.step == "station" and hex in s.box.sites):
        actor = turn_of(s).company or next(iter(scene.deciding), "")
        refusal = scene.game.why_not(Connect(actor, hex))
        takes_station = scene.step == "station" and any(stop.slots for stop in s.board.faces[hex].stops)
        return None if takes_station else refusal
    return None


# -- two players ----------------------------------------------------------------------------------


def two_cards(scene: Scene, s: RailState, found: list[Action]) -> Group:
    row = Row("")
    for a in found:
        assert isinstance(a, TakeCard)
        row.choices.append(choice_of(scene, a, label=scene.words(f"card.{a.card}")))
    return _group(scene, found, [row])


def offers(scene: Scene, s: RailState, found: list[Action]) -> Group:
    return _group(
        scene, found, [Row("", "", [choice_of(scene, a, label=scene.words("Offer")) for a in found])]
    )


# -- the Introduction Game ------------------------------------------------------------------------


def certificates(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each railway, a button for each size."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Take | Drop | Send)
        row = rows.setdefault(a.company, Row(scene.company(a.company)))
        row.choices.append(choice_of(scene, a, label=f"{a.percent} %"))
    return _group(scene, found, list(rows.values()))


def swaps(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each railway that gives its train."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Renew | Exchange)
        held = scene.position["companies"]
        row = rows.setdefault(a.actor, Row(scene.company(a.actor)))
        if isinstance(a, Renew):
            label = Markup("{} → {}").format(scene.train(a.given), scene.train(a.train))
        else:
            trains = Markup("").join(scene.train(t) for t in held[a.other]["trains"])
            label = scene.words.html("with {company}", company=scene.company(a.other)) + Markup(" {}").format(
                trains
            )
        row.choices.append(choice_of(scene, a, label=label))
    return _group(scene, found, list(rows.values()))


def _group(scene: Scene, found: list[Action], rows: list[Row]) -> Group:
    kind = kind_of(type(found[0]))
    return Group(kind, scene.word("kind", kind), "rows", rows)
