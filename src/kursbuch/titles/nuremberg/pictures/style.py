"""Colours and shapes of the Nuremberg pictures: by day and by night, each colour with a letter or shape of its own.

A page may set the custom properties; a picture on its own falls back on the values written here.
"""

from __future__ import annotations

from functools import cache

from kursbuch.draw.palette import SANS, SERIF, style, text_on

# name: (light, dark)
COLOURS: dict[str, tuple[str, str]] = {
    "land": ("#f6f0e0", "#3d474c"),
    "town": ("#ece1c6", "#4a5358"),
    "hop": ("#d3e2b4", "#40573c"),
    "south": ("#dcd8cc", "#343d42"),
    "edge": ("#b9aa88", "#1a2124"),
    "water": ("#6ba5cc", "#5b97bf"),
    "red": ("#b8342c", "#c9473d"),
    "green": ("#2f7d46", "#2f8049"),
    "white": ("#fffdf6", "#eee8da"),
    "brown": ("#8a5a2f", "#9b6a3c"),
    "beer": ("#f4f1ea", "#e9e5da"),
    "post": ("#f2c230", "#e0b22b"),
    "owner": ("#3a3632", "#b9b2a2"),
    "ink": ("#2a2723", "#ece7da"),
    "halo": ("#fbf6e9", "#2b3439"),
    "dark": ("#2a2723", "#15120f"),
}

# players by seat: apart in hue and lightness, and none of them a company's colour
PLAYER_COLOURS = ("#2b5fb3", "#e08214", "#7d3aa8", "#34393d")

COMPANY_LETTERS = {"red": "R", "green": "G"}  # the same in English and German

_FILLS = {
    "land>.kb-face": "land",
    "town>.kb-face": "town",
    "hop>.kb-face": "hop",
    "south>.kb-face": "south",
    "name": "ink",
    "small": "ink",
    "red": "red",
    "green": "green",
    "white": "white",
    "brown": "brown",
    "beer": "beer",
    "post": "post",
    "landowner": "owner",
    "cell": "land",
}
_STROKES = {
    "edge": "edge",
    "river": "water",
    "name": "halo",
    "small": "halo",
    "rim": "dark",
    "cell": "edge",
    "hop-sign": "green",
    "manor": "brown",
}
_SHAPES = f"""
.nu text{{font-family:{SANS}}}
.nu .kb-face{{stroke:none}}
.nu .nu-edge{{fill:none;stroke-width:1.3;stroke-linejoin:round}}
.nu .nu-river{{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round;opacity:.85}}
.nu .nu-water{{font-family:{SERIF};font-style:italic;fill:#3f7ba3;paint-order:stroke;stroke-width:2.5}}
.nu .nu-name text{{font-family:{SERIF}}}
.nu .nu-name{{paint-order:stroke;stroke-width:3;stroke-linejoin:round}}
.nu .nu-city-name{{font-weight:700}}
.nu .nu-small{{paint-order:stroke;stroke-width:2.5;stroke-linejoin:round}}
.nu .nu-rim{{stroke-width:1.3}}
.nu .nu-letter{{fill:#fff;font-weight:700}}.nu .nu-dark-letter{{fill:#2a2723;font-weight:700}}
.nu .nu-case{{fill:none;stroke:#fffaf0;stroke-width:10;stroke-linecap:round;stroke-linejoin:round}}
.nu .nu-line{{fill:none;stroke-width:6;stroke-linecap:round;stroke-linejoin:round}}
.nu .nu-plan .nu-line{{stroke-dasharray:7 6;stroke-linecap:butt}}
.nu .nu-way{{fill:none;stroke-width:12;stroke-linecap:round;stroke:none}}
.nu .nu-hop-sign,.nu .nu-manor{{fill:none;stroke-width:1.5;opacity:.55}}
.nu .nu-cell{{stroke-width:1}}.nu .nu-zero{{stroke-width:2}}.nu .nu-off{{opacity:.55}}
.nu .nu-name,.nu .nu-small,.nu .nu-static,.nu .nu-line,.nu .nu-case{{pointer-events:none}}
"""


# the smallest letters of the board, near by and from afar: there all words are at least so large, and letters that
# have no room are left out (see draw.zoom)
LEAST = (7.0, 15.6)
_WORDS = ("name:not(.nu-city-name)", "water", "cost")


def _from_afar(top: str) -> str:
    """What is put in many places (see `stamps`) knows only by properties from how far it is looked at."""
    far = f'{top}[data-zoom="1"]'
    words = ",".join(f"{far} .nu-{kind}" for kind in _WORDS)
    return (
        f"{words}{{font-size:{LEAST[1]}px}}{far}{{--nu-least:{LEAST[1]}px;--nu-tiny:none}}"
        f"{top} .nu-grows{{font-size:max(var(--nu-size),var(--nu-least,0px))}}"
        f"{top} .nu-tiny{{display:var(--nu-tiny,inline)}}"
    )


@cache
def own_style(dark: bool = False) -> str:
    """The style sheet of the board and the tracks, without the one that all pictures share."""
    top = f".{root(dark)}"
    rules = [_SHAPES.replace("\n", "").replace(".nu ", f"{top} "), _from_afar(top)]
    for names, attribute in ((_FILLS, "fill"), (_STROKES, "stroke")):
        for cls, colour in names.items():
            value = COLOURS[colour][dark]
            rules.append(f"{top} .nu-{cls}{{{attribute}:{value};{attribute}:var(--nu-{colour},{value})}}")
    return "".join(rules)


@cache
def nuremberg_style(dark: bool = False) -> str:
    """The style sheet of the board and the tracks, with the one that all pictures share."""
    return style(dark) + own_style(dark)


def root(dark: bool) -> str:
    """The class that every rule of the style sheet begins with."""
    return "nu-night" if dark else "nu-day"


def classes(dark: bool) -> str:
    """The classes that a picture's root carries."""
    return f"kb {'kb-dark' if dark else 'kb-light'} nu {root(dark)}"


def properties(dark: bool = False) -> str:
    """All colours as custom properties, for a page that switches between day and night.

    >>> properties()[:18]
    '--nu-land:#f6f0e0;'
    """
    return "".join(f"--nu-{name}:{both[dark]};" for name, both in COLOURS.items())


def player_colour(players: tuple[str, ...] | list[str], player: str) -> str:
    """A player's colour, by his seat.

    >>> player_colour(["Anna", "Ben"], "Ben")
    '#e08214'
    """
    return PLAYER_COLOURS[list(players).index(player) % len(PLAYER_COLOURS)]


def player_class(players: tuple[str, ...], player: str) -> str:
    """The class that gives a player's marker beside a name its colours.

    >>> player_class(("Anna", "Ben"), "Ben")
    'nu-p1'
    """
    return f"nu-p{players.index(player) % len(PLAYER_COLOURS)}"


def player_classes() -> str:
    """The style sheet of these classes."""
    return "".join(
        f".nu-p{n}{{--co:{colour};--on:{text_on(colour)}}}" for n, colour in enumerate(PLAYER_COLOURS)
    )


def initials(players: tuple[str, ...] | list[str]) -> dict[str, str]:
    """One letter or two for each player, no two alike.

    >>> initials(["Anna", "Ben", "Bob"])
    {'Anna': 'A', 'Ben': 'B', 'Bob': 'Bo'}
    """
    out: dict[str, str] = {}
    for n, player in enumerate(players):
        word = player.strip()
        options = (word[:1].upper(), word[:2], word[:1].upper() + word[-1:], word[:1].upper() + str(n + 1))
        out[player] = next(o for o in (*options, str(n + 1)) if o not in out.values())
    return out
