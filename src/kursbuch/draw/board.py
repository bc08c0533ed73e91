"""The board of a position: layers of ground, borders, overlays, stops with tokens, words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from kursbuch.core import BadInput, Game
from kursbuch.draw.geometry import APOTHEM, SIDE, Shape, plus
from kursbuch.draw.hexes import face_svg, name_place
from kursbuch.draw.layers import Look, frame, layers_of
from kursbuch.draw.overlay import Ghost, Mark, lit_svg, reach_svg, runs_svg, stops_svg
from kursbuch.draw.palette import style
from kursbuch.draw.plates import Write
from kursbuch.draw.stops import token_svg
from kursbuch.draw.svg import Point, document, esc, num, text
from kursbuch.draw.words import title_of, word
from kursbuch.draw.zoom import NEAR, Zoom, said_of
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board
from kursbuch.rail.board.map import Map
from kursbuch.rail.state import RailState

Source = Game | RailState


def state_of(source: Source) -> RailState:
    """The position of a railway game; raises BadInput for a game that has no such board."""
    state = source.state if isinstance(source, Game) else source
    if not isinstance(state, RailState):
        raise BadInput("draw", "only railway games with hexes and share prices can be drawn")
    return state


def board_svg(
    source: Source,
    *,
    language: str = "en",
    dark: bool = False,
    lit: Collection[str] = (),
    ghost: Ghost | None = None,
    runs: Runs | None = None,
    reach: str = "",
    marks: Mapping[str, Mark] | None = None,
    coordinates: bool = True,
    paper: bool = True,
    prefix: str = "kb",
    zoom: Zoom | None = None,
    fresh: Collection[str] = (),
    values: Mapping[str, int] | None = None,
    sheet: bool = True,
    write: Write = "".join,
) -> str:
    """The board as SVG.

    `lit` hexes get a bright rim; `ghost` is a tile shown as if laid; `runs` are drawn along the track; `reach`
    names a company whose reachable track is lit (with the ghost laid, if there is one); `marks` are markers that
    lie on hexes; `zoom` is the distance that a page looks at it from, none for a picture on its own;
    `fresh` hexes are marked as built on just now; `values` of stops are written beside the runs. A page that has the
    style sheet needs no other (`sheet`), and may have it written shorter (`write`, see `kursbuch.draw.plates`).

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> picture = board_svg(game, language="de")
    >>> all(f'data-hex="{hex}"' in picture for hex in game.state.box.map.hexes)
    True
    """
    s = state_of(source)
    board = _with_ghost(s, ghost)
    shape, centres, box = frame(s.box.map)
    colours = {id: company.colour for id, company in s.box.companies.items()}
    alone, near = zoom is None, zoom or NEAR
    form = "" if alone else f"{esc(prefix)}-form"
    layers = layers_of(s, board, Look(language, coordinates, near, form, write), lit, ghost, marks)
    tags = ""
    overlay = lit_svg(shape, fresh, centres, "kb-fresh") if fresh else ""
    overlay += lit_svg(shape, {*lit} - {ghost.hex if ghost else ""}, centres)
    if ghost is not None:
        overlay += lit_svg(shape, [ghost.hex], centres, "kb-lit kb-ghost")
    if reach:
        if reach not in s.box.companies:
            raise BadInput("reach", f"{reach[:20]!r} is no company of this game")
        overlay += reach_svg(board, reach, shape, centres)
    if runs is not None:
        lines, tags = runs_svg(runs, board, shape, centres, language, near)
        overlay += lines
        tags += stops_svg(runs, values or {}, board, shape, centres, near)
    x, y, wide, high = box
    ground = f'<rect class="kb-paper" x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}"/>'
    body = (
        (ground if paper else "")
        + ("" if alone else f"<defs>{face_svg(shape, form)}</defs>")
        + f'<g id="{esc(prefix)}-hexes">{layers.below}</g>'
        + f'<g id="{esc(prefix)}-borders">{layers.borders}</g>'
        + _all_track(esc(prefix), layers.laid, layers.tracks)
        + f'<g id="{esc(prefix)}-overlay" class="kb-over">{write([overlay])}</g>'
        + f'<g id="{esc(prefix)}-stops">{layers.above}</g>'
        + f'<g id="{esc(prefix)}-badges">{layers.badges}</g>'
        + f'<g id="{esc(prefix)}-tags" class="kb-over">{write([tags])}</g>'
        + f'<g id="{esc(prefix)}-waiting">{_waiting(board, shape, centres, colours, language, near)}</g>'
        + _footnote(s.box.map, board, box, language, near)
    )
    name = (
        f"{word('board', language)} {title_of(source, language) if isinstance(source, Game) else ''}".strip()
    )
    kind = f"kb kb-board {'kb-dark' if dark else 'kb-light'}{' kb-flat' if shape.flat else ''}"
    corner = f' data-corner="{" ".join(map(num, name_place(shape)))}"'
    return document(
        box, kind, name, style(dark) if sheet else "", body, said_of(zoom) + corner if zoom else ""
    )


def routes_svg(
    source: Source,
    runs: Runs,
    values: Mapping[str, int] | None = None,
    *,
    language: str = "en",
    zoom: Zoom = NEAR,
) -> str:
    """Runs alone, to be laid over a picture of the same board; what no longer fits it is left out.

    >>> from kursbuch.shelf import example
    >>> routes_svg(example(), Runs(())).count("<path")
    0
    """
    s = state_of(source)
    shape, centres, box = frame(s.box.map)
    lines, tags = runs_svg(runs, s.board, shape, centres, language, zoom)
    stops = stops_svg(runs, values or {}, s.board, shape, centres, zoom)
    body = f'<g class="kb-over kb-told-runs">{lines}{tags}{stops}</g>'
    return document(box, "kb kb-board kb-light", word("board", language), "", body)


def _with_ghost(s: RailState, ghost: Ghost | None) -> Board:
    if ghost is None:
        return s.board
    tile = s.box.tiles.get(ghost.tile)
    if tile is None or ghost.hex not in s.board.faces or ghost.turn not in range(6):
        raise BadInput("ghost", f"no tile {ghost.tile[:20]!r} for {ghost.hex[:20]!r}")
    face = tile.faces[ghost.turn]
    try:
        return s.board.with_face(ghost.hex, face)
    except (AssertionError, IndexError):
        raise BadInput("ghost", f"tile {face} does not fit at {ghost.hex}") from None


def board_box(map: Map) -> tuple[float, float, float, float]:
    """What the picture of a board shows: x, y, width, height.

    >>> from kursbuch.shelf import example
    >>> board_box(example().state.box.map)[2] > 100
    True
    """
    return frame(map)[2]


def board_places(map: Map) -> Mapping[str, Point]:
    """Where the middles of the hexes lie in that picture.

    >>> from kursbuch.shelf import example
    >>> map = example().state.box.map
    >>> board_places(map).keys() == map.hexes.keys()
    True
    """
    return frame(map)[1]


def box_round(map: Map, hexes: Iterable[str]) -> tuple[float, float, float, float]:
    """What a picture shows of a board that is cut to these hexes and those round them.

    >>> from kursbuch.shelf import example
    >>> map = example().state.box.map
    >>> 100 < box_round(map, list(map.hexes)[:1])[2] < board_box(map)[2]
    True
    """
    _, centres, (left, top, wide, high) = frame(map)
    xs, ys = zip(*(centres[hex] for hex in hexes), strict=True)
    room = 2.2 * APOTHEM
    from_x, to_x = max(left, min(xs) - room), min(left + wide, max(xs) + room)
    from_y, to_y = max(top, min(ys) - room), min(top + high, max(ys) + room)
    return from_x, from_y, to_x - from_x, to_y - from_y


def _all_track(prefix: str, laid: str, tracks: str) -> str:
    """Plain track is written once and drawn twice: a pale casing below, the rails above. Clicks go to the ground."""
    plain = (
        f'<use class="kb-casing" href="#{prefix}-rails"/>'
        f'<g class="kb-track"><g id="{prefix}-rails">{laid}</g></g>'
    )
    return f'<g id="{prefix}-track" class="kb-over">{plain if laid else ""}{tracks}</g>'


def _waiting(
    board: Board,
    shape: Shape,
    centres: Mapping[str, Point],
    colours: Mapping[str, str],
    language: str,
    zoom: Zoom,
) -> str:
    """Home tokens beside their hex, at its upper right corner, where no track leads."""
    out = []
    for hex, companies in sorted(board.beside_hex.items()):
        corner = (SIDE / 2 + 1, -APOTHEM) if shape.flat else (APOTHEM, -SIDE / 2 - 1)
        for i, company in enumerate(companies):
            at = plus(centres[hex], (corner[0] + i * 14, corner[1]))
            out.append(
                f'<g data-hex="{esc(hex)}"><title>{esc(company)} {esc(word("waits", language))}</title>'
                f"{token_svg(at, company, colours, radius=10, zoom=zoom)}</g>"
            )
    return "".join(out)


def _footnote(
    map: Map,
    board: Board,
    box: tuple[float, float, float, float],
    language: str,
    zoom: Zoom,
) -> str:
    """A line that says so if the board, a hex or a tile on it is our reconstruction."""
    notes = []
    if map.source == "reconstructed":
        notes.append(word("wholly", language))
    elif any(hex.source == "reconstructed" for hex in map.hexes.values()):
        notes.append(word("partly", language))
    if any(
        f.tile.source == "reconstructed" and f.tile is not map.hexes[h].print for h, f in board.faces.items()
    ):
        notes.append(word("tiles_rebuilt", language))
    x, y, _, high = box
    if not notes:
        return ""
    note = text((x + 8, y + high - 8), " · ".join(notes), "kb-note", 8.5, anchor="start")
    return note if zoom.near else ""
