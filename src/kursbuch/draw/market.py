"""The share price table with the companies' markers, upper first."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from kursbuch.core import Game
from kursbuch.draw.board import Source, state_of
from kursbuch.draw.palette import safe_colour, style, text_on
from kursbuch.draw.plates import Write
from kursbuch.draw.stops import Colours
from kursbuch.draw.svg import FLAT_PRICE, PRICE, document, esc, num, text, width
from kursbuch.draw.words import title_of, word
from kursbuch.rail.paper.market import Cell, Market, Prices, Spot

WIDE = 62.0
_GAP = 3.0
_MANY = 8  # rows from which on cells are flat, so that the table is not taller than wide
_LINE = 14  # cells in a row where a table that is one long line is wrapped
_ZONES = ("yellow", "orange", "brown", "green", "red")


@dataclass(frozen=True, slots=True)
class _Form:
    """A cell: how high it is, how big its price, and the field for markers: below the price, or beside it."""

    high: float
    price: float
    left: float
    top: float

    @property
    def flat(self) -> bool:
        return self.left > 0

    @property
    def id(self) -> str:
        """Of the card that all cells share."""
        return "kb-flat-card" if self.flat else "kb-tall-card"


_TALL = _Form(high=56.0, price=PRICE, left=0.0, top=17.0)
_FLAT = _Form(high=30.0, price=FLAT_PRICE, left=27.0, top=2.5)


def market_svg(
    source: Source,
    *,
    prices: Prices | None = None,
    next: Mapping[str, Spot] | None = None,
    language: str = "en",
    dark: bool = False,
    fresh: Collection[str] = (),
    sheet: bool = True,
    write: Write = "".join,
) -> str:
    """The share prices of a game. `next` shows where markers would stand after what is being previewed; markers of
    `fresh` companies have moved not long ago.

    A title with several tables passes the other one as `prices`; `sheet` and `write` are as in `board_svg`.

    >>> from kursbuch.shelf import example
    >>> market_svg(example(), language="de").startswith("<svg")
    True
    """
    s = state_of(source)
    table = prices or s.prices
    name = (
        f"{word('market', language)} {title_of(source, language) if isinstance(source, Game) else ''}".strip()
    )
    colours = tuple((id, company.colour) for id, company in s.box.companies.items())
    moves = {c: spot for c, spot in (next or {}).items() if c in table.spots and spot != table.spots[c]}
    moved_lately = frozenset(fresh).intersection(table.spots)
    stacks = tuple(table.stacks.items())
    arriving = tuple(moves.items())
    look = style(dark) if sheet else ""
    return _drawn(table.market, stacks, arriving, moved_lately, colours, name, language, dark, look, write)


@lru_cache(maxsize=512)
def _drawn(
    market: Market,
    stacks: tuple[tuple[Spot, tuple[str, ...]], ...],
    next: tuple[tuple[str, Spot], ...],
    fresh: frozenset[str],
    companies: Colours,
    name: str,
    language: str,
    dark: bool,
    look: str,
    write: Write,
) -> str:
    """The picture; markers seldom move, and it is looked at after every move of a game."""
    colours, standing = dict(companies), dict(stacks)
    form = _form(market)
    places = _places(market, form)
    moves = [(company, spot) for company, spot in next if spot in places]
    arriving: dict[Spot, tuple[str, ...]] = {}
    for company, spot in moves:
        arriving[spot] = (*arriving.get(spot, ()), company)
    out = []
    for spot, cell in market.cells.items():
        x, y = places[spot]
        stack = standing.get(spot, ())
        at, title = f'data-at="{spot[0]},{spot[1]}"', _title(cell, stack, language)
        more = _more(cell, form, language)
        more += _stack(stack, arriving.get(spot, ()), cell.price, form, colours, language, fresh)
        card = f'<use class="{{}}{_zone(cell)}"{{}} href="#{form.id}" x="{num(x)}" y="{num(y)}"/>'
        if more:
            moved = f'<g transform="translate({num(x)} {num(y)})">{more}</g>'
            drawn = f"{card.format('', '')}{_price(cell, form, x, y)}{moved}"
            out.append(f'<g class="kb-cell" {at}>{title}{drawn}</g>')
        else:
            out.append(card.format("kb-cell ", f" {at}") + _price(cell, form, x, y))
    spots = {company: spot for spot, stack in stacks for company in stack}
    out.extend(_pointer(places[spots[company]], places[spot], form) for company, spot in moves)
    wide = max(x for x, _ in places.values()) + WIDE + 10
    high = max(y for _, y in places.values()) + form.high + 10
    body = (
        f'<defs><rect id="{form.id}" width="{num(WIDE)}" height="{num(form.high)}" rx="3"/></defs>'
        f'<rect class="kb-paper" width="{num(wide)}" height="{num(high)}"/>{write(out)}'
    )
    kind = f"kb kb-market {'kb-flat ' if form.flat else ''}{'kb-dark' if dark else 'kb-light'}"
    return document((0, 0, wide, high), kind, name, look, body)


def _form(market: Market) -> _Form:
    rows = [row for row, _ in market.cells]
    return _FLAT if max(rows) - min(rows) >= _MANY else _TALL


def _places(market: Market, form: _Form) -> dict[Spot, tuple[float, float]]:
    """The upper left corner of each cell; empty rows and columns at the sides are left out."""
    rows, columns = [row for row, _ in market.cells], [column for _, column in market.cells]
    top, left = min(rows), min(columns)
    wrap = max(columns) - left + 1
    if max(rows) == top and wrap > _LINE:
        wrap = _LINE
    out = {}
    for row, column in market.cells:
        n = column - left
        out[row, column] = (
            10 + (n % wrap) * (WIDE + _GAP),
            10 + (row - top + n // wrap) * (form.high + _GAP),
        )
    return out


def _zone(cell: Cell) -> str:
    """The classes of a cell's card."""
    zone = f"zone-{cell.zone}" if cell.zone in _ZONES else ""
    if cell.ends_game:
        zone = "zone-green"
    if cell.closes:
        zone = "zone-red"
    return f"kb-card kb-{zone}" if zone else "kb-card"


def _price(cell: Cell, form: _Form, x: float, y: float) -> str:
    """The price in the upper left corner of a cell."""
    if cell.closes:
        return ""
    left, down = x + (4 if form.flat else 6), y + form.price * 1.25
    return f'<text class="kb-price" x="{num(left)}" y="{num(down)}">{cell.price}</text>'


@lru_cache(maxsize=4096)
def _more(cell: Cell, form: _Form, language: str) -> str:
    """What else is printed on a cell."""
    high = form.high
    out = []
    if cell.par:
        out.append(
            f'<rect class="kb-par" x="1.5" y="1.5" width="{num(WIDE - 3)}" height="{num(high - 3)}" rx="2.4"/>'
        )
    if cell.ends_game:
        out.append(text((WIDE / 2, high - 8), word("end", language), "kb-ink", 8.5, fit=WIDE - 6))
    if cell.closes:
        out.append(text((WIDE / 2, high / 2), word("closes", language), "kb-ink kb-bold", 9.5, fit=WIDE - 6))
    x, y = (10.0, high - 13) if form.flat else (WIDE - 10, 5.0)
    if cell.arrow == "up":
        out.append(f'<path class="kb-note" d="M{num(x)} {num(y)}l4.5 5.5h-2.9v5h-3.2v-5h-2.9z"/>')
    elif cell.arrow == "down":
        out.append(f'<path class="kb-note" d="M{num(x)} {num(y + 10.5)}l4.5 -5.5h-2.9v-5h-3.2v5h-2.9z"/>')
    return "".join(out)


def _stack(
    stack: tuple[str, ...],
    arriving: tuple[str, ...],
    price: int,
    form: _Form,
    colours: Mapping[str, str],
    language: str,
    fresh: Collection[str] = (),
) -> str:
    """Markers as chips that never cover each other: one column, or two if there are many, upper first.

    Those that would arrive come last, as they would, and are drawn hollow.
    """
    out = []
    count = len(stack) + len(arriving)
    across = 1 if count <= 3 else 2
    rows = -(-count // across)
    room = WIDE - form.left
    wide = min(38.0, room - 3) if across == 1 else (room - (9 if not form.flat else 4)) / 2
    high = min(16.0, (form.high - form.top - 1.5) / max(rows, 1) - 1)
    for i, company in enumerate((*stack, *arriving)):
        # down the first column, then down the second
        column, row = divmod(i, rows)
        x = (room - wide) / 2 if across == 1 else (3.5 if not form.flat else 1) + column * (wide + 2)
        x, y = form.left + x, form.top + row * (high + 1)
        if form.flat and rows == 1:
            y = (form.high - high) / 2
        fill = safe_colour(colours.get(company, ""))
        size = min(high * 0.72, (wide - 4) / max(width(company, 1), 0.1))
        box = f'x="{num(x)}" y="{num(y)}" width="{num(wide)}" height="{num(high)}" rx="{num(high / 2)}"'
        middle = (x + wide / 2, y + high / 2)
        tip = word("in_stack", language, company, price, i + 1, count) if count > 1 else f"{company} {price}"
        if i >= len(stack):
            chip = f'<rect class="kb-base kb-next-chip" {box}/>' + text(middle, company, "kb-figure", size)
        else:
            chip = f'<rect {box} fill="{fill}" stroke="#00000055" stroke-width=".7"/>'
            chip += text(middle, company, "kb-token", size, extra=f' fill="{text_on(fill)}"')
        cls = "kb-marker" if i < len(stack) else "kb-preview"
        if company in fresh and i < len(stack):
            cls += " kb-new"
        out.append(f'<g class="{cls}" data-company="{esc(company)}"><title>{esc(tip)}</title>{chip}</g>')
    return "".join(out)


def _pointer(old: tuple[float, float], new: tuple[float, float], form: _Form) -> str:
    """A small arrow just outside the old cell, towards the new one."""
    across, down = new[0] - old[0], new[1] - old[1]
    if abs(across) >= abs(down):
        x, y, turn = (
            old[0] + (WIDE + 1.5 if across > 0 else -1.5),
            old[1] + form.high / 2,
            0 if across > 0 else 180,
        )
    else:
        x, y, turn = (
            old[0] + WIDE / 2,
            old[1] + (form.high + 1.5 if down > 0 else -1.5),
            90 if down > 0 else 270,
        )
    return (
        f'<path class="kb-pointer kb-over" transform="translate({num(x)} {num(y)}) rotate({turn})" '
        'd="M-4.5 -6.5L6 0L-4.5 6.5Z"/>'
    )


def _title(cell: Cell, stack: tuple[str, ...], language: str) -> str:
    """What a cell is, where that is more than its price."""
    marks = [
        word(key, language)
        for key, on in (("par", cell.par), ("end", cell.ends_game), ("closes", cell.closes))
        if on
    ]
    return f"<title>{esc(', '.join([str(cell.price), *marks, *stack]))}</title>" if marks or stack else ""
