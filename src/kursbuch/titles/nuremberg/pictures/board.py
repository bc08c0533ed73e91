"""The board of First Train to Nuremberg: areas, rivers, stations, pieces, links, and what a decision lights up.

It is drawn from the view of a position, so that it shows nothing but what its viewer may know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from kursbuch.draw.plates import Write
from kursbuch.draw.svg import Point, document, esc, line_through, num, text, width
from kursbuch.titles.nuremberg.pictures.ground import (
    area_name,
    crossing,
    faces,
    ground_class,
    names_svg,
    pieces_at,
    polygon,
    print_svg,
    station_at,
    way,
)
from kursbuch.titles.nuremberg.pictures.pieces import disc_svg, piece_svg, pieces_svg, station_svg
from kursbuch.titles.nuremberg.pictures.stamps import Stamps
from kursbuch.titles.nuremberg.pictures.style import (
    COLOURS,
    COMPANY_LETTERS,
    LEAST,
    classes,
    initials,
    nuremberg_style,
    player_colour,
    root,
)
from kursbuch.titles.nuremberg.pictures.words import term
from kursbuch.titles.nuremberg.rules.board import Area
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.parts import box as box_in_force

Position = Mapping[str, Any]


def nuremberg_board(
    position: Position,
    *,
    box: Box | None = None,
    language: str = "en",
    dark: bool = False,
    lit: Mapping[str, str] | Collection[str] = (),
    chain: Sequence[str] = (),
    builder: str = "",
    names: bool = True,
    paper: bool = True,
    sheet: bool = True,
    write: Write = "".join,
) -> str:
    """The board as SVG, from the view of a position.

    `box` is the one that is played with; else that of the edition in force. `lit` areas get a bright rim, with what
    they cost if given as a mapping; `chain` is the planned line of `builder`. `sheet` and `write` are as in
    `draw.board_svg`.

    >>> import kursbuch as kb
    >>> picture = nuremberg_board(kb.new_game("nuremberg", 2, seed=1).view()["position"], language="de")
    >>> 'data-hex="fuerth"' in picture, "Hirschaid" in picture, picture.count('data-piece="landowner"')
    (True, True, 25)
    """
    box = box or box_in_force()
    players = list(position["players"])
    stamps = Stamps("nu-board-", root(dark))
    below, above = [], []
    for id, area in box.areas.items():
        held = position["board"].get(id, ())
        is_lit = " kb-is-lit" if id in lit else ""
        title = f"<title>{esc(_described(box, position, area, language))}</title>"
        below.append(
            f'<g class="kb-hex {ground_class(area)}{is_lit}" data-hex="{id}">{title}{faces(box)[id]}</g>'
        )
        if area.station or area.exit_only:
            colours = tuple(position["stations"].get(id, ()))
            drawn = station_svg(colours, city=area.kind == "city" or area.exit_only)
            above.append(stamps.put(drawn, station_at(area), ' class="nu-static"'))
        if held:
            above.append(pieces_svg(stamps, id, held, pieces_at(area)))
    body = [
        *below,
        print_svg(box, language),
        *(_lit(box.areas[id]) for id in lit),
        _links(stamps, box, position, players),
        _planned(stamps, box, chain, players, builder),
        *above,
        names_svg(box, language) if names else "",
        *_badges(box, lit, chain),
        _legend(stamps, box, language) if names else "",
    ]
    ground = (
        f'<rect class="kb-paper" x="0" y="0" width="{box.size[0]}" height="{box.size[1]}"/>' if paper else ""
    )
    name = "Spielplan" if language.startswith("de") else "Board"
    sheet_box = (-4.0, -4.0, box.size[0] + 8, box.size[1] + 8)
    least = f' data-least="{" ".join(map(num, LEAST))}"'
    return document(
        sheet_box,
        classes(dark),
        name,
        nuremberg_style(dark) if sheet else "",
        write([stamps.defs, ground, *body]),
        least,
    )


def _described(box: Box, position: Position, area: Area, language: str) -> str:
    """An area in words: its name, what it is, whose station it has, the pieces that stand there."""
    kind = "estate" if area.estate and area.kind == "post" else area.kind
    parts = [term(kind, language)]
    if area.station:
        colours = position["stations"].get(area.id, ())
        parts = [" + ".join(term(c, language) for c in colours) or term("neutral", language), *parts]
    for piece, n in Counter(position["board"].get(area.id, ())).items():
        parts.append(f"{n} × {term(f'{piece}_piece', language)}")
    return f"{area_name(box, area.id, language)}: {', '.join(parts)}"


def _links(stamps: Stamps, box: Box, position: Position, players: list[str]) -> str:
    """The links with their owners' markers. Each has a way of its own to point at; all of an owner are one line."""
    letters = initials(players)
    ways, lines, marks = [], [], []
    cases: list[str] = []
    for owner, links in position["links"].items():
        company = owner not in players
        colour = COLOURS[owner][0] if company else player_colour(players, owner)
        letter = COMPANY_LETTERS.get(owner, "?") if company else letters[owner]
        disc = disc_svg(colour, letter, 8, square=company)
        drawn = {link: line_through(way(box, link)) for link in links}
        for link, line in drawn.items():
            ways.append(
                f'<path class="nu-way" data-link="{esc(link)}" data-owner="{esc(owner)}" d="{line}"/>'
            )
            marks.append(stamps.put(disc, crossing(box, link)))
        cases.extend(drawn.values())
        lines.append(f'<path class="nu-line" d="{"".join(drawn.values())}" stroke="{colour}"/>')
    case = f'<path class="nu-case" d="{"".join(cases)}"/>' if cases else ""
    return f'{"".join(ways)}{case}{"".join(lines)}<g class="nu-static">{"".join(marks)}</g>'


def _planned(stamps: Stamps, box: Box, chain: Sequence[str], players: list[str], builder: str) -> str:
    """The chain under way, dashed, with the links counted."""
    if len(chain) < 2 or builder not in players:
        return ""
    colour = player_colour(players, builder)
    out, marks = [], []
    for n, link in enumerate(box.borders_along(chain), start=1):
        line = line_through(way(box, link))
        out.append(f'<path class="nu-case" d="{line}"/><path class="nu-line" d="{line}" stroke="{colour}"/>')
        marks.append(stamps.put(disc_svg(colour, str(n), 8.5), crossing(box, link), ' class="nu-static"'))
    return f'<g class="nu-plan" data-chain="{esc("-".join(chain))}">{"".join((*out, *marks))}</g>'


def _lit(area: Area) -> str:
    return f'<polygon class="kb-lit kb-over" data-lit="{area.id}" points="{polygon(area)}"/>'


def _badges(box: Box, lit: Mapping[str, str] | Collection[str], chain: Sequence[str]) -> list[str]:
    """What the next link would cost, where it would cross."""
    if not isinstance(lit, Mapping) or not chain:
        return []
    out = []
    for id, cost in lit.items():
        pair = next((b for b in box.borders.values() if {b.a, b.b} == {chain[-1], id}), None)
        if cost and pair:
            out.append(_badge(crossing(box, pair.id), cost))
    return out


def _badge(at: Point, words: str) -> str:
    wide = max(17.0, width(words, 13) + 9)
    box = f'x="{num(at[0] - wide / 2)}" y="{num(at[1] - 10)}" width="{num(wide)}" height="20" rx="10"'
    label = text(at, words, "nu-cost", 13, extra=' font-weight="700"')
    return f'<g class="nu-static nu-badge"><rect {box}/>{label}</g>'


def _legend(stamps: Stamps, box: Box, language: str) -> str:
    """What the signs mean, in the strip along the lower edge."""
    out, x = [], 240.0  # beside the buttons that a page lays over the corner
    for piece in ("beer", "post", "red", "green", "landowner"):
        words = term(f"{piece}_piece", language)
        out.append(stamps.put(piece_svg(piece), (x, 982)))
        out.append(text((x + 13, 982), words, "nu-small", LEAST[1], anchor="start"))
        x += 30 + width(words, LEAST[1]) * 0.9
    words = term("costs", language).format(link=box.building["link"], river=box.building["river"])
    out.append(text((992, 982), words, "nu-small", LEAST[1], anchor="end", fit=992 - x))
    return f'<g class="nu-static">{"".join(out)}</g>'
