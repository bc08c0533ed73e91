"""How far apart two colours are for eyes that lack red or green cones: simulated, then measured in Lab."""

from __future__ import annotations

from itertools import combinations

# Machado, Oliveira and Fernandes (2009), severity 1.0, on linear RGB
EYES = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
_WHITE = (0.9505, 1.0, 1.089)
Triple = tuple[float, float, float]


def linear(colour: str) -> Triple:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    a, b, c = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return a, b, c


def _times(matrix: tuple[Triple, Triple, Triple], v: Triple) -> Triple:
    a, b, c = (sum(m * x for m, x in zip(row, v, strict=True)) for row in matrix)
    return a, b, c


def lab(rgb: Triple) -> Triple:
    clipped = tuple(min(1.0, max(0.0, part)) for part in rgb)
    xyz = _times(_XYZ, (clipped[0], clipped[1], clipped[2]))
    f = [
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116
        for t in (part / white for part, white in zip(xyz, _WHITE, strict=True))
    ]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


def apart(one: str, other: str, eyes: str) -> float:
    """The distance of two colours, #rrggbb, for such eyes."""
    a, b = (lab(_times(EYES[eyes], linear(colour))) for colour in (one, other))
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)


def nearest(colours: dict[str, str]) -> tuple[float, str, str]:
    """The two that are hardest to tell apart, for either kind of eyes."""
    return min(
        (apart(colours[a], colours[b], eyes), a, b) for a, b in combinations(colours, 2) for eyes in EYES
    )
