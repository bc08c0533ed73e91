"""A small line chart with names at the ends of its lines: worth, prices, income over time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kursbuch.draw.palette import TRAIN_COLOURS, safe_colour, style
from kursbuch.draw.svg import document, esc, num, text, width

Series = Mapping[str, Sequence[float | None]]

SMALL, NAMES = 11.5, 13.0  # letters of the axes, and of the names at the ends


def chart_svg(
    series: Series,
    *,
    title: str = "",
    labels: Sequence[str] = (),
    colours: Mapping[str, str] | None = None,
    size: tuple[float, float] = (560.0, 300.0),
    dark: bool = False,
) -> str:
    """Lines over time. None in a series is a time without a value; `labels` name points in time.

    >>> picture = chart_svg({"Anna": [500, 520, 610], "Ben": [500, None, 480]}, title="Worth")
    >>> picture.count("kb-series"), "Worth" in picture
    (2, True)
    """
    wide, high = size
    known = [v for values in series.values() for v in values if v is not None]
    low, top, step = _scale(min(known, default=0), max(known, default=1))
    count = max((len(values) for values in series.values()), default=0)
    longest = max(
        (width(f"{name} {_figure(v)}", NAMES) for name, vs in series.items() for v in vs[-1:]), default=40
    )
    left, right, upper, lower = 46.0, wide - min(longest, wide / 3) - 16, 42.0 if title else 16.0, high - 28.0

    def x_of(i: int) -> float:
        return left + (right - left) * (i / (count - 1) if count > 1 else 0.0)

    def y_of(value: float) -> float:
        return lower - (lower - upper) * (value - low) / (top - low)

    out = [f'<rect class="kb-card" x=".5" y=".5" width="{num(wide - 1)}" height="{num(high - 1)}" rx="6"/>']
    if title:
        out.append(text((16, 18), title, "kb-ink kb-bold", 14, anchor="start", fit=wide - 32))
    value = low
    while value <= top + step / 2:
        y = y_of(value)
        out.append(f'<path class="kb-axis" d="M{num(left)} {num(y)}H{num(right)}"/>')
        out.append(text((left - 6, y), _figure(value), "kb-note", SMALL, anchor="end"))
        value += step
    out.extend(_times(labels, count, x_of, lower, right - left))
    ends: list[tuple[float, str, float, str]] = []
    for n, (name, values) in enumerate(series.items()):
        colour = safe_colour((colours or {}).get(name, TRAIN_COLOURS[n % len(TRAIN_COLOURS)]))
        points = [(x_of(i), y_of(v)) for i, v in enumerate(values) if v is not None]
        if not points:
            continue
        d = "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)
        out.append(
            f'<g class="kb-series" data-series="{esc(name)}"><title>{esc(name)}</title>'
            f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="2.2" stroke-linejoin="round" '
            f'stroke-linecap="round"/><circle cx="{num(points[-1][0])}" cy="{num(points[-1][1])}" r="3.4" '
            f'fill="{colour}"/></g>'
        )
        last = next(v for v in reversed(values) if v is not None)
        ends.append((points[-1][1], f"{name} {_figure(last)}", points[-1][0], colour))
    out.extend(_end_labels(ends, upper, lower, wide))
    kind = f"kb kb-chart {'kb-dark' if dark else 'kb-light'}"
    return document((0, 0, wide, high), kind, title or "chart", style(dark), "".join(out))


def _times(labels: Sequence[str], count: int, x_of: object, lower: float, room: float) -> list[str]:
    """As many names of points in time as fit below the lines."""
    assert callable(x_of)
    if not labels or count == 0:
        return []
    widest = max(width(label, SMALL) for label in labels) + 10
    every = max(1, -(-count * int(widest) // int(room)))
    return [
        text((x_of(i), lower + 13), labels[i], "kb-note", SMALL)
        for i in range(0, min(count, len(labels)), every)
    ]


def _end_labels(
    ends: list[tuple[float, str, float, str]], upper: float, lower: float, wide: float
) -> list[str]:
    """Names beside the ends of the lines, moved apart where they would touch."""
    ordered = sorted(ends)
    ys = [end[0] for end in ordered]
    for i in range(1, len(ys)):
        ys[i] = max(ys[i], ys[i - 1] + NAMES + 1)
    if ys and ys[-1] > lower + 6:
        ys[-1] = lower + 6
        for i in range(len(ys) - 2, -1, -1):
            ys[i] = min(ys[i], ys[i + 1] - NAMES - 1)
    return [
        text(
            (x + 8, y), label, "kb-bold", NAMES, anchor="start", fit=wide - x - 14, extra=f' fill="{colour}"'
        )
        for y, (_, label, x, colour) in zip(ys, ordered, strict=True)
    ]


def _scale(low: float, top: float) -> tuple[float, float, float]:
    """Round bounds and a round step between four and eight lines.

    >>> _scale(480, 1210)
    (0, 1400, 200)
    """
    if low > 0 and low < top * 0.45:
        low = 0
    span = max(top - low, 1)
    step = next(
        base * 10**power for power in range(9) for base in (1, 2, 5) if span / (base * 10**power) <= 8
    )
    first = low // step * step
    last = -(-top // step) * step
    return first, last if last > first else first + step, step


def _figure(value: float | None) -> str:
    """
    >>> _figure(1200.0), _figure(-2.5)
    ('1200', '−2.5')
    """
    return "" if value is None else f"{value:.1f}".removesuffix(".0").replace("-", "−")
