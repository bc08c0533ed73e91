"""Colours and the style sheet: calm paper by day, slate by night.

Every colour is a custom property (`--kb-yellow`) with a literal value to fall back on, so that a page can set its
own and a file on its own looks right, also in programs that know no custom properties.
"""

from __future__ import annotations

import re
from functools import cache

from kursbuch.draw.svg import COORDINATE, FLAT_PRICE, PRICE
from kursbuch.draw.zoom import style_of_zooms

# name: (light, dark)
COLOURS: dict[str, tuple[str, str]] = {
    "paper": ("#e7dfcd", "#1d2428"),
    "ink": ("#2a2723", "#e9e4d8"),
    "quiet": ("#8b7f68", "#8f9a9e"),
    "line": ("#a99c80", "#11171a"),
    "white": ("#f5f0e3", "#4a5257"),
    "yellow": ("#f0ca5b", "#bb9633"),
    "green": ("#8fb878", "#577f4b"),
    "brown": ("#c39868", "#86623d"),
    "grey": ("#c8c6bf", "#6d7478"),
    "red": ("#c5706a", "#8b443f"),
    "track": ("#26221e", "#12100e"),
    "casing": ("#fffaf0", "#d9d2c2"),
    "base": ("#fffdf7", "#e4dfd2"),  # what cities, values and badges stand on
    "on-base": ("#2a2723", "#1d1b18"),
    "river": ("#5f9cc4", "#5b97bf"),
    "hill": ("#a58a63", "#a99473"),
    "lit": ("#2d64b0", "#8fbdf5"),
    "reach": ("#e0559a", "#ff8cc6"),
    "fresh": ("#b8541a", "#ffb066"),  # what was built just now
    "alarm": ("#b3382f", "#e2766c"),
    "card": ("#fffdf6", "#2a3338"),  # cells of the market, grounds of charts
    "card-line": ("#cbbfa5", "#49555b"),
    "zone-yellow": ("#f6df94", "#7d6a2c"),
    "zone-orange": ("#efc08a", "#80552b"),
    "zone-brown": ("#d2b08d", "#6a4d31"),
    "zone-green": ("#bfd8ae", "#44663c"),
}

# runs of trains: far apart in hue and in lightness, and readable on every colour of tile
TRAIN_COLOURS = ("#d6246e", "#1667b7", "#0f8577", "#7b3fb0", "#c2500a", "#404a52")

SERIF = "'Libre Baskerville',Baskerville,Georgia,'Times New Roman',serif"
SANS = "Inter,'Helvetica Neue',Helvetica,Arial,'Liberation Sans',sans-serif"

_TILES = ("white", "yellow", "green", "brown", "grey", "red")
_FILLS = {
    "paper": "paper",
    **{f"{colour}>.kb-face": colour for colour in _TILES},
    "name": "ink",
    "figure": "on-base",
    "halo": "on-base",
    "coord": "ink",
    "value": "base",
    "pointer": "lit",
    "snow": "casing",
    "note": "quiet",
    "label": "ink",
    "cost": "ink",
    "base": "base",
    "hull": "base",
    "rim": "track",
    "bar": "track",
    "arrow": "track",
    "hill": "hill",
    "wave-fill": "river",
    **{f"v-{colour}": colour for colour in _TILES},
    "card": "card",
    "zone-yellow": "zone-yellow",
    "zone-orange": "zone-orange",
    "zone-brown": "zone-brown",
    "zone-green": "zone-green",
    "zone-red": "red",
    "ink": "ink",
    "price": "ink",
    "alarm-fill": "alarm",
}
_STROKES = {
    "face": "line",
    "track": "track",
    "casing": "casing",
    "thin": "casing",
    "river": "river",
    "wave": "river",
    "wall": "alarm",
    "bar": "casing",
    "base": "track",
    "value": "track",
    "hull": "base",
    "halo": "base",
    "rim": "track",
    "slot": "line",
    "badge": "river",
    "rebuilt": "quiet",
    "lit": "lit",
    "fresh": "fresh",
    "new rect": "fresh",
    "reach": "reach",
    "par": "alarm",
    "card": "card-line",
    "axis": "card-line",
    "now": "track",
    "next-chip": "lit",
    "pointer": "card",
    **{f"{colour}>.kb-{part}": colour for colour in _TILES for part in ("gap", "name")},
}
_SHAPES = f"""
.kb text{{font-family:{SANS};pointer-events:none;user-select:none}}
.kb .kb-name{{font-family:{SERIF};paint-order:stroke;stroke-width:2.4;stroke-linejoin:round}}
.kb .kb-city{{font-weight:700}}
.kb .kb-halo{{font-weight:700;paint-order:stroke;stroke-width:7;stroke-linejoin:round}}
.kb .kb-figure,.kb .kb-token,.kb .kb-label,.kb .kb-cost,.kb .kb-bold{{font-weight:700}}
.kb .kb-face{{stroke-width:1.2;stroke-linejoin:round}}
.kb .kb-track,.kb .kb-casing,.kb .kb-gap,.kb .kb-thin,.kb .kb-river{{fill:none}}
.kb .kb-wall,.kb .kb-reach,.kb .kb-run,.kb .kb-wave{{fill:none}}
.kb .kb-track{{stroke-width:6}}.kb .kb-casing{{stroke-width:9.4;opacity:.75}}.kb .kb-gap{{stroke-width:10.5}}
.kb .kb-thin{{stroke-width:2.2}}.kb .kb-metre{{stroke-dasharray:5 4}}
.kb .kb-river{{stroke-width:5;stroke-linecap:round;stroke-linejoin:round}}
.kb .kb-wall{{stroke-width:5;stroke-linecap:round}}
.kb .kb-wave{{stroke-width:2;stroke-linecap:round}}
.kb .kb-base{{stroke-width:1.6}}.kb .kb-bar{{stroke-width:1.4}}
.kb .kb-slot{{fill:none;stroke-width:1;opacity:.55}}.kb .kb-kept{{fill:none;stroke-width:1.5;stroke-dasharray:3 2.2}}
.kb .kb-station>circle{{stroke-width:.8}}
.kb .kb-station>.kb-ring{{fill:none;stroke-width:.6;opacity:.5}}
.kb .kb-mark rect{{stroke:#fff;stroke-width:1}}
.kb .kb-badge{{stroke-width:1.2}}.kb .kb-coord{{opacity:.45;font-size:{COORDINATE}px}}
.kb-flat .kb-coord,.kb .kb-price{{text-anchor:start}}
.kb .kb-price{{font-weight:700;font-size:{PRICE}px}}.kb.kb-flat .kb-price{{font-size:{FLAT_PRICE}px}}
.kb .kb-soft{{opacity:.72}}
.kb .kb-rebuilt{{fill:none;stroke-width:1.6;stroke-linecap:round;stroke-dasharray:.1 4}}
.kb .kb-lit{{fill:none;stroke-width:3.2;stroke-linejoin:round}}
.kb .kb-fresh{{fill:none;stroke-width:5;stroke-linejoin:round;stroke-dasharray:14 7}}
.kb .kb-new rect{{stroke-width:3.5}}
.kb .kb-ghost{{stroke-width:4;stroke-dasharray:9 5}}.kb .kb-faded{{opacity:.85}}.kb .kb-value{{stroke-width:1.1}}
.kb .kb-reach{{stroke-width:3;stroke-linecap:round}}
.kb .kb-run{{stroke-linecap:round;stroke-linejoin:round}}
.kb .kb-over{{pointer-events:none}}
.kb .kb-now{{fill:none;stroke-width:1.6}}.kb .kb-par{{fill:none;stroke-width:2}}
.kb .kb-card,.kb .kb-axis{{stroke-width:1}}.kb .kb-axis{{opacity:.6}}.kb .kb-axis{{fill:none}}
.kb .kb-next-chip{{stroke-width:1.6;stroke-dasharray:4 3}}
"""


@cache
def style(dark: bool = False) -> str:
    """The style sheet that every picture carries."""
    root = ".kb-dark" if dark else ".kb-light"
    shapes = _SHAPES.replace("\n", "").replace("}.kb ", f"}}{root} ").replace(".kb ", f"{root} ")
    rules = [shapes, style_of_zooms(root)]
    for names, attribute in ((_FILLS, "fill"), (_STROKES, "stroke")):
        for cls, colour in names.items():
            value = COLOURS[colour][dark]
            rules.append(f"{root} .kb-{cls}{{{attribute}:{value};{attribute}:var(--kb-{colour},{value})}}")
    return "".join(rules)


def properties(dark: bool = False) -> str:
    """All colours as custom properties, for the style sheet of a page that switches between day and night.

    >>> properties(dark=True)[:19]
    '--kb-paper:#1d2428;'
    """
    return "".join(f"--kb-{name}:{both[dark]};" for name, both in COLOURS.items())


def safe_colour(colour: str) -> str:
    """A colour from a data file, or grey if it is not one.

    >>> safe_colour("#b5302f"), safe_colour("url(x)")
    ('#b5302f', '#777777')
    """
    return colour if re.fullmatch(r"#[0-9a-fA-F]{6}", colour) else "#777777"


@cache
def text_on(colour: str) -> str:
    """White or near-black, whichever reads better on a colour; black on those few where neither is 4.5 to 1.

    >>> text_on("#6d4a9c"), text_on("#d9a520"), text_on("#b5702a")
    ('#ffffff', '#1d1b18', '#000000')
    """
    light = luminance(safe_colour(colour))
    on_white, on_black = 1.05 / (light + 0.05), (light + 0.05) / (luminance("#1d1b18") + 0.05)
    if max(on_white, on_black) < 4.5:
        return "#000000"
    return "#ffffff" if on_white >= on_black else "#1d1b18"


@cache
def ink_of(colour: str) -> str:
    """A company's colour, darkened where needed until it can be read on white.

    >>> ink_of("#2b5fa8"), ink_of("#d9a520")
    ('#2b5fa8', '#a17815')
    """
    parts = [int(safe_colour(colour)[i : i + 2], 16) for i in (1, 3, 5)]
    while 1.05 / (luminance("#{:02x}{:02x}{:02x}".format(*parts)) + 0.05) < 4:
        parts = [int(part * 0.96) for part in parts]
    return "#{:02x}{:02x}{:02x}".format(*parts)


def luminance(colour: str) -> float:
    """Relative luminance as WCAG defines it."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
