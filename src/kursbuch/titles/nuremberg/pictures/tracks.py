"""The tracks of a Nuremberg position: influence in four colours, profit and loss, victory points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kursbuch.draw.plates import Write
from kursbuch.draw.svg import Point, document, num, plain_text, text
from kursbuch.titles.nuremberg.pictures.pieces import disc_svg
from kursbuch.titles.nuremberg.pictures.stamps import Stamps
from kursbuch.titles.nuremberg.pictures.style import classes, initials, nuremberg_style, player_colour, root
from kursbuch.titles.nuremberg.pictures.words import term
from kursbuch.titles.nuremberg.rules.box import COLOURS
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.parts import box as box_in_force

_WIDE, _HIGH, _TOP = 246.0, 900.0, 40.0
_COLUMN, _MARK = 36.0, 8.4
_LABEL = 14  # how high letters are: 8 pixels on a screen of 1280x720, 10 on one of 1440x900
_LETTERS = {"white": "W", "brown": "B", "red": "R", "green": "G"}
_LAP = 10  # the point track shows full tens


def nuremberg_tracks(
    position: Mapping[str, Any],
    *,
    box: Box | None = None,
    language: str = "en",
    dark: bool = False,
    paper: bool = True,
    sheet: bool = True,
    write: Write = "".join,
) -> str:
    """The tracks side by side, the best end at the top; on one space the marker on top comes first.

    >>> import kursbuch as kb
    >>> picture = nuremberg_tracks(kb.new_game("nuremberg", 3, seed=1).view()["position"])
    >>> picture.count("<use ") >= 18, "−13" in picture
    (True, True)
    """
    box = box or box_in_force()
    players = list(position["players"])
    marks = _Marks(players, dark)
    out = []
    for n, colour in enumerate(COLOURS):
        x = 6 + n * _COLUMN
        out.append(_head(x, _LETTERS[colour], f"nu-{colour}", term(colour, language)))
        out.append(_track(x, box.influence_ends, position["tracks"][colour], marks, colour))
    x = 6 + 4 * _COLUMN + 8
    out.append(text((x + 17, 20), term("profit_label", language), "nu-label", _LABEL, fit=_COLUMN + 4))
    out.append(_track(x, box.profit_ends, position["tracks"]["profit"], marks))
    x += _COLUMN + 8
    points = sorted(
        ((p, int(facts["points"])) for p, facts in position["players"].items()), key=lambda m: -m[1]
    )
    most = max(20, -(-max(at for _, at in points) // _LAP) * _LAP)
    least = min(0, *(at // _LAP * _LAP for _, at in points))
    out.append(text((x + 17, 20), term("points_label", language), "nu-label", _LABEL, fit=_COLUMN + 4))
    out.append(_scale(x, (least, most), points, marks))
    ground = (
        f'<rect class="kb-paper" x="0" y="0" width="{num(_WIDE)}" height="{num(_HIGH)}"/>' if paper else ""
    )
    return document(
        (0, 0, _WIDE, _HIGH),
        classes(dark),
        term("tracks", language),
        nuremberg_style(dark) if sheet else "",
        write([marks.stamps.defs, ground, *out]),
    )


def _head(x: float, letter: str, cls: str, name: str) -> str:
    tone = "nu-dark-letter" if cls == "nu-white" else "nu-letter"
    return (
        f'<g><title>{name}</title><rect class="{cls} nu-rim" x="{num(x + 6)}" y="9" width="22" height="22" rx="11"/>'
        f"{text((x + 17, 20), letter, tone, _LABEL)}</g>"
    )


class _Marks:
    """The players' markers, as they stand on all the tracks."""

    def __init__(self, players: list[str], dark: bool) -> None:
        self.stamps = Stamps("nu-tracks-", root(dark))
        self._discs = {
            player: disc_svg(player_colour(players, player), letter, _MARK, size=_LABEL)
            for player, letter in initials(players).items()
        }

    def stack(self, at: Point, stack: Sequence[str]) -> str:
        """Markers on one space, two to a row: the one on top comes first."""
        rows = [stack[n : n + 2] for n in range(0, len(stack), 2)]
        spots = []
        for n, row in enumerate(rows):
            y = at[1] + (n - (len(rows) - 1) / 2) * 2 * _MARK
            spots += [(at[0] + (m - (len(row) - 1) / 2) * 15.5, y) for m in range(len(row))]
        put = [self.stamps.put(self._discs[p], spot) for spot, p in zip(spots, stack, strict=True)]
        return "".join(reversed(put))


def _track(
    x: float, ends: tuple[int, int], track: Sequence[Sequence[Any]], marks: _Marks, colour: str = ""
) -> str:
    """Spaces one above the other, with the markers that stand on them."""
    least, most = ends
    high = (_HIGH - _TOP - 8) / (most - least + 1)
    tall = high > 60  # room for the number above the markers
    cells, labels, standing = [], [], []
    for at in range(least, most + 1):
        y = _TOP + (most - at) * high
        zero = ' class="nu-zero"' if at == 0 else ""
        cells.append(f'<rect{zero} x="{num(x)}" y="{num(y)}" width="34" height="{num(high - 1.5)}" rx="3"/>')
        stack = [name for name, space in track if space == at]
        if tall or not stack:
            labels.append(plain_text((x + 17, y + (12 if tall else high / 2)), _signed(at), _LABEL))
        standing.append(marks.stack((x + 17, y + (high * 0.62 if tall else high / 2)), stack))
    tint = f" nu-t-{colour}" if colour else ""
    return f'<g class="nu-cell{tint}">{"".join(cells)}</g>{_labels(labels)}{"".join(standing)}'


def _labels(texts: Sequence[str]) -> str:
    return f'<g class="nu-label nu-off" font-size="{_LABEL}">{"".join(texts)}</g>'


def _signed(number: int) -> str:
    return str(number).replace("-", "−")


def _scale(x: float, ends: tuple[int, int], points: Sequence[tuple[str, int]], marks: _Marks) -> str:
    """The point track: a ruler, since it has no end; markers on one height stand side by side."""
    least, most = ends
    high = _HIGH - _TOP - 34
    step = 5 if most - least <= 60 else 10

    def y(at: int) -> float:
        return _TOP + 8 + (most - at) / (most - least) * high

    steps = range(least, most + 1, step)
    ruler = f"M{num(x + 6)} {num(y(most))}V{num(y(least))}"
    ruler += "".join(f"M{num(x + 2)} {num(y(at))}h8" for at in steps)
    labels = [plain_text((x + 12, y(at)), _signed(at), _LABEL, anchor="start") for at in steps]
    by_height: dict[int, list[str]] = {}
    for player, at in points:
        by_height.setdefault(at, []).append(player)
    standing = [marks.stack((x + 19, y(at)), stack) for at, stack in by_height.items()]
    return f'<path class="nu-edge" d="{ruler}"/>{_labels(labels)}{"".join(standing)}'
