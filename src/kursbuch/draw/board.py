"""The board of a position: layers of ground, borders, overlays, stops with tokens, words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from kursbuch.core import BadInput, Game
from kursbuch.draw.geometry import APOTHEM, SIDE, Shape, plus
from kursbuch.draw.hexes import Art, art, face_svg, name_place, spare_place
from kursbuch.draw.overlay import Ghost, Mark, lit_svg, mark_svg, reach_svg, runs_svg, stops_svg
from kursbuch.draw.palette import style
from kursbuch.draw.plates import Write
from kursbuch.draw.red import is_red, red_svg, spaces_place
from kursbuch.draw.stops import Colours, Space, spaces_svg, token_svg
from kursbuch.draw.svg import Point, document, esc, num, text
from kursbuch.draw.terrain import borders_svg
from kursbuch.draw.track import plan
from kursbuch.draw.words import title_of, word
from kursbuch.draw.zoom import NEAR, Zoom, said_of, told_apart
from kursbuch.rail.actions import Runs
from kursbuch.rail.board import Board
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.board.map import Hex, Map
from kursbuch.rail.board.tile import Face, Tile, stop_map
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
    shape, centres, box = _frame(s.box.map)
    colours = tuple((id, company.colour) for id, company in s.box.companies.items())
    called, alone, near = _called(s.box.map), zoom is None, zoom or NEAR
    below: list[str] = []
    laid: list[str] = []
    tracks: list[str] = []
    above: list[str] = []
    form = f"{esc(prefix)}-form"
    face = face_svg(shape) if alone else f'<use class="kb-face" href="#{form}"/>'
    for id, hex in s.box.map.hexes.items():
        laid_here = board.faces[id]
        drawn = art(
            shape,
            hex,
            laid_here,
            language,
            coordinates,
            _badges(s.box.map)[id],
            near,
            called.get(hex.name, ""),
        )
        heads = _heads(
            id, laid_here.tile.colour, centres[id], id in lit, ghost is not None and ghost.hex == id, alone
        )
        below.append(f"{heads.ground}{drawn.title}{face}{drawn.ground}</g>")
        if drawn.rails:
            laid.append(f'<path{heads.at} d="{drawn.rails}"/>')
        if more := drawn.thin if drawn.rails else drawn.track:
            tracks.append(f"{heads.track}{more}</g>")
        top = _above(s, board, shape, hex, drawn, colours, language, near)
        if marks and (mark := marks.get(id)):
            top += _marked(s.box.map, shape, hex, laid_here, mark, near)
        if top:
            above.append(f"{heads.above}{top}</g>")
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
    borders, badges = borders_svg(s.box.map, shape, board.faces, centres, language, near)
    x, y, wide, high = box
    ground = f'<rect class="kb-paper" x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}"/>'
    body = (
        (ground if paper else "")
        + ("" if alone else f"<defs>{face_svg(shape, form)}</defs>")
        + f'<g id="{esc(prefix)}-hexes">{write(below)}</g>'
        + f'<g id="{esc(prefix)}-borders">{write([borders])}</g>'
        + _all_track(esc(prefix), write(laid), write(tracks))
        + f'<g id="{esc(prefix)}-overlay" class="kb-over">{write([overlay])}</g>'
        + f'<g id="{esc(prefix)}-stops">{write(above)}</g>'
        + f'<g id="{esc(prefix)}-badges">{write([badges])}</g>'
        + f'<g id="{esc(prefix)}-tags" class="kb-over">{write([tags])}</g>'
        + f'<g id="{esc(prefix)}-waiting">{_waiting(board, shape, centres, dict(colours), language, near)}</g>'
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
    shape, centres, box = _frame(s.box.map)
    lines, tags = runs_svg(runs, s.board, shape, centres, language, zoom)
    stops = stops_svg(runs, values or {}, s.board, shape, centres, zoom)
    body = f'<g class="kb-over kb-told-runs">{lines}{tags}{stops}</g>'
    return document(box, "kb kb-board kb-light", word("board", language), "", body)


def _marked(map: Map, shape: Shape, hex: Hex, face: Face, mark: Mark, zoom: Zoom) -> str:
    badges, called = _badges(map)[hex.id], _called(map).get(hex.name, "")
    return mark_svg(mark, spare_place(shape, hex, face, *mark.size(zoom), badges, zoom, called), zoom)


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
    return _frame(map)[2]


def board_places(map: Map) -> Mapping[str, Point]:
    """Where the middles of the hexes lie in that picture.

    >>> from kursbuch.shelf import example
    >>> map = example().state.box.map
    >>> board_places(map).keys() == map.hexes.keys()
    True
    """
    return _frame(map)[1]


def box_round(map: Map, hexes: Iterable[str]) -> tuple[float, float, float, float]:
    """What a picture shows of a board that is cut to these hexes and those round them.

    >>> from kursbuch.shelf import example
    >>> map = example().state.box.map
    >>> 100 < box_round(map, list(map.hexes)[:1])[2] < board_box(map)[2]
    True
    """
    _, centres, (left, top, wide, high) = _frame(map)
    xs, ys = zip(*(centres[hex] for hex in hexes), strict=True)
    room = 2.2 * APOTHEM
    from_x, to_x = max(left, min(xs) - room), min(left + wide, max(xs) + room)
    from_y, to_y = max(top, min(ys) - room), min(top + high, max(ys) + room)
    return from_x, from_y, to_x - from_x, to_y - from_y


@lru_cache(maxsize=64)
def _frame(map: Map) -> tuple[Shape, Mapping[str, Point], tuple[float, float, float, float]]:
    """The shape of the hexes, their middles, and what the picture shows."""
    shape = Shape.of(map.grid)
    centres = {id: _scaled(map.grid, id) for id in map.hexes}
    half_w, half_h = (SIDE, APOTHEM) if shape.flat else (APOTHEM, SIDE)
    xs, ys = [x for x, _ in centres.values()], [y for _, y in centres.values()]
    left, top = min(xs) - half_w - 16, min(ys) - half_h - 16
    return shape, centres, (left, top, max(xs) + half_w + 16 - left, max(ys) + half_h + 16 - top)


@lru_cache(maxsize=64)
def _badges(map: Map) -> Mapping[str, int]:
    """For each hex the bit set of edges where a price of crossing is printed."""
    return {id: sum(1 << edge for edge in range(6) if (id, edge) in map.border_cost) for id in map.hexes}


@lru_cache(maxsize=64)
def _called(map: Map) -> Mapping[str, str]:
    """What places are called where there is little room."""
    return told_apart(hex.name for hex in map.hexes.values() if hex.name)


def _scaled(grid: Grid, id: str) -> Point:
    x, y = grid.centre(id)
    return x * SIDE, y * SIDE


class _Heads(NamedTuple):
    """How the groups of a hex begin: its ground, its track where that is not plain, what lies above."""

    at: str
    ground: str
    track: str
    above: str


@lru_cache(maxsize=8192)
def _heads(id: str, colour: str, at: Point, lit: bool, ghost: bool, alone: bool) -> _Heads:
    """Only the ground says all there is to say of a hex. In a picture on its own names have a rim in its colour."""
    colour = f"kb-{colour if colour in ('yellow', 'green', 'brown', 'grey', 'red') else 'white'}"
    where = f' transform="translate({num(at[0])} {num(at[1])})"'
    state = [*(["kb-is-lit"] if lit else []), *(["kb-is-ghost"] if ghost else [])]
    top = " ".join([*([colour] if alone else []), *state])
    named = f' data-hex="{esc(id)}"{where}>'
    return _Heads(
        where,
        f'<g class="{" ".join(("kb-hex", colour, *state))}"{named}',
        f'<g class="{colour}"{where}>',
        f'<g class="{top}"{named}' if top else f"<g{named}",
    )


def _all_track(prefix: str, laid: str, tracks: str) -> str:
    """Plain track is written once and drawn twice: a pale casing below, the rails above. Clicks go to the ground."""
    plain = (
        f'<use class="kb-casing" href="#{prefix}-rails"/>'
        f'<g class="kb-track"><g id="{prefix}-rails">{laid}</g></g>'
    )
    return f'<g id="{prefix}-track" class="kb-over">{plain if laid else ""}{tracks}</g>'


def _above(
    s: RailState,
    board: Board,
    shape: Shape,
    hex: Hex,
    drawn: Art,
    colours: Colours,
    language: str,
    zoom: Zoom,
) -> str:
    face = board.faces[hex.id]
    out = [drawn.stops]
    way = plan(shape, face)
    for number, spaces in spaces_of(s, board, hex).items():
        at = spaces_place(shape, hex, face) if is_red(face) else way.at[number]
        out.append(
            f'<g data-stop="{esc(hex.id)}.{number}">'
            f"{spaces_svg(hex.id, number, at, spaces, colours, language, zoom)}</g>"
        )
    if is_red(face):
        worth = red_svg(shape, hex, face, s.phase.red_value, zoom)
        out.append(f'<g data-stop="{esc(hex.id)}.0">{worth}</g>')
    out.append(drawn.words)
    return "".join(out)


def spaces_of(s: RailState, board: Board, hex: Hex) -> dict[int, tuple[Space, ...]]:
    """For each stop of a hex that has any its spaces: who stands there, else who the space is kept for."""
    face = board.faces[hex.id]
    out: dict[int, tuple[Space, ...]] = {}
    kept_by_hex = [c for c in hex.homes if c not in s.closed and not board.has_token(c, hex.id)]
    kept_by_hex = [c for c in kept_by_hex if not _printed_for(face.tile, c)]
    for number, stop in enumerate(face.stops):
        if not stop.slots:
            continue
        kept = [*_kept_circle(s, board, hex, number), *kept_by_hex]
        spaces = []
        for owner, print in zip(board.slots((hex.id, number)), stop.slots, strict=True):
            role, _, company = print.partition(" ")
            if company in s.closed:
                role = company = ""
            if not owner and not company and kept:
                role, company = "home", kept.pop(0)
                if company in kept_by_hex:
                    kept_by_hex.remove(company)
            spaces.append(Space(owner, company, role))
        out[number] = tuple(spaces)
    return out


def _kept_circle(s: RailState, board: Board, hex: Hex, number: int) -> list[str]:
    """The companies for whom a circle is still kept that follows from the one printed for them."""
    face = board.faces[hex.id]
    follows = stop_map(hex.print.faces[0], face)
    return [
        company
        for company, circle in s.box.kept_circles.get(hex.id, ())
        if follows is not None
        and follows[circle] == number
        and not board.has_token(company, hex.id)
        and not _printed_for(face.tile, company)
        and company not in s.closed
    ]


def _printed_for(tile: Tile, company: str) -> bool:
    return any(print.partition(" ")[2] == company for stop in tile.stops for print in stop.slots)


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
