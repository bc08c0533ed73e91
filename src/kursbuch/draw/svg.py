"""Writing SVG as text: numbers kept short, everything that comes from data or players escaped."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

Point = tuple[float, float]
# sizes of letters that the style sheet gives
COORDINATE = 6.6  # the name of a hex
PRICE, FLAT_PRICE = 10.5, 12.5  # of shares, in tall and in flat cells

_ESCAPES = {
    ord("&"): "&amp;",
    ord("<"): "&lt;",
    ord(">"): "&gt;",
    ord('"'): "&quot;",
    ord("'"): "&#39;",
    ord("~"): "&#126;",  # stands for what is not written out: see `kursbuch.draw.plates`
    # control characters have no place in XML at all, escaped or not
    **{code: "\ufffd" for code in range(32) if code not in (9, 10, 13)},
    **{code: "\ufffd" for code in (0xFFFE, 0xFFFF, *range(0xD800, 0xE000))},
}


def esc(text: object) -> str:
    """Text made safe for an element or an attribute.

    >>> esc('<b> & "quotes"')
    '&lt;b&gt; &amp; &quot;quotes&quot;'
    """
    return str(text).translate(_ESCAPES)


def num(value: float) -> str:
    """A coordinate with at most one decimal, as short as it can be written.

    >>> num(3.0), num(-0.04), num(12.345), num(-0.6)
    ('3', '0', '12.3', '-.6')
    """
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
        return "0" if text == "-0" else text
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    """A point in path data: a sign parts two numbers as well as a space does.

    >>> pair((1.25, 3)), pair((1.25, -3))
    ('1.2 3', '1.2-3')
    """
    return joined(num(point[0]), num(point[1]))


def joined(*numbers: str) -> str:
    """Numbers or points of path data in a row.

    >>> joined("1 2", "-3 4", "5")
    '1 2-3 4 5'
    """
    return " ".join(numbers).replace(" -", "-")


def line_through(points: Iterable[Point]) -> str:
    """The path data of a line through points.

    >>> line_through([(0, 0), (1, 2), (-3, 4)])
    'M0 0 1 2-3 4'
    """
    return "M" + joined(*map(pair, points))


def text(
    at: Point,
    content: object,
    cls: str,
    size: float,
    *,
    anchor: str = "middle",
    fit: float = 0,
    extra: str = "",
) -> str:
    """A line of text with its middle line at a point. With `fit`, text that would be wider is squeezed into it.

    Text stands on its middle unless it says otherwise: a document says so once for all.

    >>> text((0, 0), "Lotte", "kb-name", 10)
    '<text class="kb-name" x="0" y="3.5" font-size="10">Lotte</text>'
    """
    return _text(f' class="{cls}"', at, content, size, f' font-size="{num(size)}"', anchor, fit, extra)


def plain_text(at: Point, content: object, size: float, *, anchor: str = "middle", fit: float = 0) -> str:
    """The same in a group that tells the class and the size for all texts in it.

    >>> plain_text((0, 0), "Lotte", 10)
    '<text x="0" y="3.5">Lotte</text>'
    """
    return _text("", at, content, size, "", anchor, fit, "")


def _text(
    cls: str, at: Point, content: object, size: float, told: str, anchor: str, fit: float, extra: str
) -> str:
    words = str(content)
    squeeze = ""
    if fit and width(words, size) > fit:
        squeeze = f' textLength="{num(fit)}" lengthAdjust="spacingAndGlyphs"'
    stands = "" if anchor == "middle" else f' text-anchor="{anchor}"'
    place = f' x="{num(at[0])}" y="{num(at[1] + 0.35 * size)}"'
    return f"<text{cls}{place}{told}{stands}{squeeze}{extra}>{esc(words)}</text>"


@lru_cache(maxsize=4096)
def width(words: str, size: float) -> float:
    """About how wide a line of text is, on the safe side, in fonts like those we ask for.

    >>> 45 < width("Osnabrück", 10) < 60
    True
    """
    return size * sum(_em(letter) for letter in words)


def _em(letter: str) -> float:
    if letter in "iljt.,:;'|! ()[]fIr-":
        return 0.38
    if letter in "mwMW%@&—…":
        return 0.92
    if letter.isupper() or ord(letter) > 0x2E80:
        return 0.74
    return 0.58


def document(
    box: tuple[float, float, float, float], cls: str, name: str, style: str, body: str, extra: str = ""
) -> str:
    """A whole SVG document: x, y, width, height of what it shows, its classes, its name, style sheet, content."""
    x, y, wide, high = (num(part) for part in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x} {y} {wide} {high}" width="{wide}" height="{high}" '
        f'class="{cls}" text-anchor="middle" role="img" aria-label="{esc(name)}"{extra}>'
        f"<title>{esc(name)}</title>{f'<style>{style}</style>' if style else ''}{body}</svg>\n"
    )
