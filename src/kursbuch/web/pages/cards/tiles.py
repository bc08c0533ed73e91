"""The cards of tiles and hexes: what is left, what may cover what, what could be built here and why not yet."""

from __future__ import annotations

import re
from dataclasses import replace

from markupsafe import Markup

from kursbuch.rail.actions import Lay
from kursbuch.rail.board.map import Hex, fits_place, next_colour
from kursbuch.rail.board.tile import COLOURS, Face, Tile, kept_track
from kursbuch.rail.rounds import TurnFrame
from kursbuch.rail.state import RailState
from kursbuch.web.pages import pictures
from kursbuch.web.pages.cards.card import Card, Facts, Gallery, Part, Picture, Says, Text, address, ref
from kursbuch.web.pages.scene import Scene

_STYLE = re.compile("<style>.*?</style>", re.DOTALL)


def manifest(scene: Scene, name: str) -> Card | None:
    """Every tile of the box with copies left, and beside it what may cover it."""
    s, words = scene.rail, scene.words
    if s is None:
        return None
    parts: list[Part] = []
    for colour in COLOURS:
        of_colour = [tile for tile in s.box.tiles.values() if tile.colour == colour]
        if of_colour:
            shown = [
                replace(picture(scene, tile), then=[picture(scene, t, small=True) for t in upgrades(s, tile)])
                for tile in of_colour
            ]
            parts.append(Gallery(words(f"tiles.{colour}").capitalize(), shown))
    return Card(
        words("Tiles"), words("Left of all copies; beside each tile, what may cover it."), parts, True
    )


def tile(scene: Scene, name: str) -> Card | None:
    """A tile: copies, what may cover it, what it covers, where it lies."""
    s, words = scene.rail, scene.words
    if s is None or name not in s.box.tiles:
        return None
    this = s.box.tiles[name]
    below = [t for t in s.box.tiles.values() if this in upgrades(s, t)]
    lying = [hex for hex, face in s.board.faces.items() if face.tile is this]
    facts = Facts(
        [
            (words("Left"), _left(s, this, words("as many as are wanted"))),
            (words("Colour"), words(f"tiles.{this.colour}")),
            (words("Letter"), this.label),
            (words("Only on"), ref("hex", this.hex, scene.hex(this.hex)) if this.hex else ""),
            (words("Lies on"), Markup(" ").join(ref("hex", hex, scene.hex(hex)) for hex in lying)),
            (words("Can be laid"), _phase_of(scene, s, this)),
        ]
    )
    parts: list[Part] = [Gallery("", [replace(picture(scene, this), to="")]), facts]
    for label, found in ((words("May be covered by"), upgrades(s, this)), (words("May cover"), below)):
        if found:
            parts.append(Gallery(label, [picture(scene, t) for t in found]))
    return Card(words("Tile {tile}", tile=this.id), "", parts)


def hex(scene: Scene, name: str) -> Card | None:
    """A hex: what is printed and lies there, and every tile that geometry lets lie there, with why not yet."""
    s, words = scene.rail, scene.words
    if s is None or name not in s.board.faces:
        return None
    place, face = s.box.map.hexes[name], s.board.faces[name]
    parts: list[Part] = []
    if face.tile.id in s.box.tiles:
        parts.append(Gallery("", [picture(scene, face.tile, turn=face.turn)]))
    parts.append(Facts(_place(scene, s, place, face)))
    found = list(dict.fromkeys(f.tile for f in s.board.map.covers(name, face, s.box.tiles)))
    if not place.open:
        parts.append(Says([words("Nothing is ever built here.")]))
    elif not found:
        parts.append(Says([words("No tile of the box may cover what lies here.")]))
    else:
        shown = [
            replace(
                picture(scene, t, turn=_turn(s, name, face, t)), note=why_not_yet(scene, s, name, face, t)
            )
            for t in found
        ]
        parts.append(Gallery(words("What can be built here"), shown))
    return Card(scene.hex(name), "", parts)


def _turn(s: RailState, hex: str, old: Face, tile: Tile) -> int:
    """The first way in which a tile may lie there."""
    return next(f.turn for f in s.board.map.covers(hex, old, s.box.tiles) if f.tile is tile)


def why_not_yet(scene: Scene, s: RailState, hex: str, old: Face, tile: Tile) -> Text:
    """What stands against a tile on a hex at this moment; how many are left if nothing does."""
    words = scene.words
    left = words("{left} left", left=_left(s, tile))
    if tile.colour not in s.phase.colours:
        return Markup("{}<br>{}").format(_phase_of(scene, s, tile), left)
    if not tile.unlimited and not s.supply[tile.id]:
        return words("none is left")
    top = s.top
    if scene.step == "lay" and isinstance(top, TurnFrame) and scene.deciding:
        actor = top.company or scene.deciding[0]
        turns = [f.turn for f in s.board.map.covers(hex, old, s.box.tiles) if f.tile is tile]
        refusals = [scene.game.why_not(Lay(actor, tile.id, turn, hex)) for turn in turns]
        if all(refusals):
            return Markup("{}<br>{}").format(scene.refusal(next(filter(None, refusals))), left)
        return Markup("<b>{}</b><br>{}").format(words("can be laid now"), left)
    return left


def _phase_of(scene: Scene, s: RailState, tile: Tile) -> str:
    """From which phase on tiles of this colour are laid."""
    if tile.colour in s.phase.colours:
        return scene.words("now")
    later = next((p.id for p in s.box.phases[s.phase_number :] if tile.colour in p.colours), "")
    return scene.words("from phase {phase} on", phase=later) if later else scene.words("no more")


def _place(scene: Scene, s: RailState, place: Hex, face: Face) -> list[tuple[Text, Text]]:
    words = scene.words
    homes = [id for id, company in s.box.companies.items() if company.home == place.id]
    stops = []
    for number, stop in enumerate(face.stops):
        if not stop.earns:
            continue
        value = " / ".join(
            f"{words.number(v)} ({words(f'tiles.{c}')})" for c, v in stop.values.items()
        ) or words.number(stop.value)
        tokens = s.board.tokens.get((place.id, number), ())
        held = Markup(" ").join(
            ref("company", id, scene.company(id)) if id in s.box.companies else words("free") for id in tokens
        )
        stops.append(Markup("{} {} {}").format(words(f"stop.{stop.kind}"), value, held))
    crossings = {
        "".join(sorted(border.hexes - {place.id})): border
        for border in s.box.map.borders
        if place.id in border.hexes and border.cost
    }
    return [
        (words("Stops"), Markup("<br>").join(stops)),
        (words("Terrain"), words(f"terrain.{place.terrain}") if place.terrain else ""),
        (words("Costs"), scene.money(place.cost) if place.cost else ""),
        (words("Crossing"), ", ".join(f"{hex} {scene.money(b.cost)}" for hex, b in crossings.items())),
        (words("Letter"), face.tile.label),
        (words("Home of"), Markup(" ").join(ref("company", id, scene.company(id)) for id in homes)),
        (words("Source"), words("reconstructed") if place.source == "reconstructed" else ""),
    ]


# -- tiles in general ------------------------------------------------------------------------------


def upgrades(s: RailState, tile: Tile) -> list[Tile]:
    """The tiles that may cover this one somewhere: same kind and letters, all its track kept in some turn."""
    place = Hex(tile.hex, tile)
    return [
        other
        for other in s.box.tiles.values()
        if other.colour == next_colour(tile.colour)
        and (other.hex in ("", tile.hex) or not tile.hex)
        and fits_place(replace(place, id=other.hex or tile.hex), tile.faces[0], other)
        and any(kept_track(tile.faces[0], face) for face in other.turns)
    ]


def picture(scene: Scene, tile: Tile, small: bool = False, turn: int = 0) -> Picture:
    """A tile drawn, with copies left; the page has the styles of pictures already."""
    s = scene.rail
    assert s is not None
    svg = Markup(_STYLE.sub("", pictures.tile(scene, tile.id, turn)))
    gone = not tile.unlimited and not s.supply.get(tile.id, 0)
    note = "" if small else _left(s, tile)
    return Picture(svg, tile.id, note, address("tile", tile.id), gone)


def _left(s: RailState, tile: Tile, endless: str = "∞") -> str:
    return endless if tile.unlimited else f"{s.supply[tile.id]}/{tile.count}"
