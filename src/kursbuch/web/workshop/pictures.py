"""The picture beside a form: the hex, tile, price table, part of the board, or card that a block is."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from markupsafe import Markup

from kursbuch.core import BadInput, Game
from kursbuch.core.chance import FORM
from kursbuch.core.edition import Edition, using
from kursbuch.core.family import Family
from kursbuch.core.overlay import SOURCE
from kursbuch.draw import Mark, board_svg, draw
from kursbuch.draw.board import box_round
from kursbuch.draw.market import market_svg
from kursbuch.draw.palette import COLOURS
from kursbuch.draw.parts import PLAIN, part_svg
from kursbuch.draw.printed import hex_svg
from kursbuch.draw.stops import Colours
from kursbuch.draw.tiles import tile_svg
from kursbuch.editions.box import box_data
from kursbuch.editions.changing import borders_of_hex
from kursbuch.editions.schema import Shape
from kursbuch.editions.stopping import companies_of
from kursbuch.rail.board.grid import Grid
from kursbuch.rail.board.map import Map
from kursbuch.rail.loader import read_map, read_market, read_tile
from kursbuch.rail.paper.market import Prices
from kursbuch.rail.state import RailState
from kursbuch.shelf import find, started
from kursbuch.web.workshop.forms import shape_at
from kursbuch.web.workshop.tongue import ReadersTongue, Tongue, inner_shape
from kursbuch.words import Words

Path = tuple[str, ...]


def board(title: str, edition: Edition | None, language: str) -> Markup:
    """The board as it is set up, with the edition's corrections."""
    return Markup(draw(_set_up(title, edition), "board", language=language))


def _set_up(title: str, edition: Edition | None = None) -> Game:
    names = [f"P{n}" for n in range(1, find(title).info.players[-1] + 1)]
    return started(title, names, 1, {}, FORM, edition)


def block_picture(
    family: Family, title: str, edition: Edition, path: Path, values: Mapping[str, Any], words: Words
) -> Markup:
    """What a block of an edition looks like. Raises BadInput if it cannot be read."""
    language = words.language
    if path == ("market",) and "rows" in values:
        return _market(title, values, language)
    data = box_data(family, edition)
    if outline := next((values[key] for key in _OUTLINES if key in values), None):
        return _part_of_board(board(title, edition, language), _round(outline))
    if is_printed(data, path):
        return _print(data, path, values, language)
    card = _card(data, path, values, shape_at(family, path), ReadersTongue(family, edition, words), words)
    return card + _on_the_board(title, edition, data, path, values, words)


# -- hexes, tiles, prices --------------------------------------------------------------------------


def grid_of(data: Mapping[str, Any]) -> Grid:
    """How the hexes of a board stand."""
    return Grid(flat=data["board"]["grid"]["flat"], edge0=data["board"]["grid"]["edge0"])


def is_printed(data: Mapping[str, Any], path: Path) -> bool:
    """Whether a block is a hex or a tile."""
    return len(path) == 3 and path[1] in ("hexes", "tiles", "overlays") and "grid" in data.get("board", {})


def _print(data: Mapping[str, Any], path: Path, values: Mapping[str, Any], language: str) -> Markup:
    place = ".".join(path[:-1])
    try:
        with using(None):
            if path[:2] == ("board", "hexes"):
                return Markup(
                    hex_svg(
                        _round_hex(data, path[-1], values),
                        path[-1],
                        language=language,
                        colours=_colours(data),
                    )
                )
            tile = read_tile(path[-1], {"colour": "white", **values}, "box")
            return Markup(tile_svg(tile, grid=grid_of(data), language=language))
    except BadInput as error:
        raise BadInput(
            f"{place}.{str(error.place).removeprefix('print ')}", error.message, **error.values
        ) from error
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadInput(".".join(path), "the box cannot be built with this value") from error


def _round_hex(data: Mapping[str, Any], id: str, values: Mapping[str, Any]) -> Map:
    """A hex, and those beside it with nothing on them: what is wrong there is told there."""
    names = {word for border in borders_of_hex(data, id) for word in border.split(" ") if word}
    borders = [one for one in data["board"].get("borders", ()) if id in one["between"]]
    hexes = {**{name: {} for name in names}, id: values}
    return read_map({"grid": data["board"]["grid"], "hexes": hexes, "borders": borders, "source": "box"})


def _colours(data: Mapping[str, Any]) -> Colours:
    return tuple(
        (id, str(company.get("colour", ""))) for id, company in companies_of(data).items() if id != SOURCE
    )


def _market(title: str, values: Mapping[str, Any], language: str) -> Markup:
    market = read_market({"source": "box", **values})
    if not market.cells or not market.pars:
        raise BadInput("market.rows", "there is no price at which a company can start")
    return Markup(market_svg(_set_up(title), prices=Prices(market, {}), language=language))


# -- parts of the board ------------------------------------------------------------------------------


_OUTLINES = ("polygon", "edge", "path")  # where a block without hexes lies on the board, as points
_ROUND = 30.0  # how much of the board is shown round it
_LEAST = (220.0, 160.0)  # across and down, so that what lies beside a short border can be read
_WINDOW = re.compile(r'viewBox="[^"]*" width="[^"]*" height="[^"]*"')
Window = tuple[float, float, float, float]


def _round(outline: list[list[float]]) -> Window:
    windows = []
    for ends, least in zip(zip(*outline, strict=True), _LEAST, strict=True):
        wide = max(least, max(ends) - min(ends) + 2 * _ROUND)
        windows.append(((max(ends) + min(ends) - wide) / 2, wide))
    (left, wide), (top, high) = windows
    return left, top, wide, high


def _part_of_board(whole: str, window: Window) -> Markup:
    left, top, wide, high = (round(one, 1) for one in window)
    said = f'viewBox="{left} {top} {wide} {high}" width="{wide}" height="{high}"'
    return Markup(_WINDOW.sub(said, whole, count=1))


def _on_the_board(
    title: str,
    edition: Edition,
    data: Mapping[str, Any],
    path: Path,
    values: Mapping[str, Any],
    words: Words,
) -> Markup:
    """The hexes that a block names, rimmed, with what lies round them; nothing where no game can be set up yet."""
    hexes = sorted(_hexes(data, path, values))
    if not hexes:
        return Markup("")
    try:
        game = _set_up(title, edition)
    except BadInput:
        return Markup("")  # the checks say why
    if not isinstance(game.state, RailState):
        return Markup("")
    with using(edition):
        whole = board_svg(
            game, lit=hexes, marks=_areas(values, words), language=words.language, prefix="part"
        )
    return _part_of_board(whole, box_round(game.state.box.map, hexes))


def _areas(values: Mapping[str, Any], words: Words) -> dict[str, Mark]:
    """The names of lists of hexes, on each of their hexes."""
    named: dict[str, list[str]] = {}
    for name, hexes in values.items():
        for hex in hexes if isinstance(hexes, list) else ():
            named.setdefault(str(hex), []).append(label(words, name))
    return {hex: Mark(" ".join(names), PLAIN, hex) for hex, names in named.items()} if len(values) > 1 else {}


def _hexes(data: Mapping[str, Any], path: Path, values: Mapping[str, Any]) -> set[str]:
    """The hexes of the board that a block names, in its name or its values."""
    known = data.get("board", {}).get("hexes", {})
    return {word for word in (*path[-1].split(" "), *_texts(values)) if word in known}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield key
            yield from _texts(one)
    elif isinstance(value, list):
        for one in value:
            yield from _texts(one)


# -- cards -----------------------------------------------------------------------------------------


def _card(
    data: Mapping[str, Any],
    path: Path,
    values: Mapping[str, Any],
    shape: Shape,
    tongue: Tongue,
    words: Words,
) -> Markup:
    """A charter, certificate, train, marker, track: the card of a block, with what its file says of all alike."""
    common = data[path[0]] if len(path) == 3 else {}
    shared = {
        key: common[key]
        for key in shape.fields
        if key not in values and key != SOURCE and isinstance(common.get(key), list)
    }
    name = words.messages.get(f"value.{path[-1]}", "") if len(path) == 3 else ""
    drawn, names = _in_words(tongue, shape, {**values, **shared}), own_names(data)
    return Markup(
        part_svg(
            name or words.messages.get(f"field.{'.'.join(path)}") or label(words, path[-1]),
            drawn,
            label=lambda key: label(words, key),
            word=lambda said: names.get(said) or word(words, said),
        )
    )


def _in_words(tongue: Tongue, shape: Shape, value: Any) -> Any:
    """What a card says in the reader's words; colours are drawn, and stay as they are."""
    if isinstance(value, Mapping):
        return {key: _in_words(tongue, inner_shape(shape, key), one) for key, one in value.items()}
    if isinstance(value, list) and not all(isinstance(one, str) for one in value):
        return [_in_words(tongue, shape.each or shape, one) for one in value]
    return value if not isinstance(value, (str, list)) or _are_colours(value) else tongue.told(shape, value)


def _are_colours(value: str | list[str]) -> bool:
    return all(one in COLOURS for one in ([value] if isinstance(value, str) else value))


def own_names(data: Mapping[str, Any]) -> dict[str, str]:
    """What blocks are called on the board whose ids are our own: entries of lists with an id and a name."""
    return {
        one["id"]: one["name"]
        for table in data.values()
        for entries in table.values()
        if isinstance(entries, list)
        for one in entries
        if isinstance(one, Mapping) and one.get("id") and one.get("name")
    }


def label(words: Words, key: str) -> str:
    """What a field or a file is called."""
    return words.messages.get(f"field.{key}") or words.messages.get(f"file.{key}") or key


def word(words: Words, said: str) -> str:
    """A word of the data, such as a kind of border."""
    return words.messages.get(f"value.{said}") or said
