"""Text can be read by day and by night: every colour of text against every ground it stands on."""

from __future__ import annotations

import re
from itertools import product

import pytest

from kursbuch.web.pages.site import static_files

GROUNDS = ("card", "raised", "paper")
TEXTS = ("ink", "soft", "faint", "accent", "good", "bad")


def light(colour: str) -> float:
    """How bright a colour is to the eye, from 0 to 1 (WCAG's relative luminance)."""
    if len(colour) == 3:
        colour = "".join(2 * digit for digit in colour)
    parts = [int(colour[n : n + 2], 16) / 255 for n in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def colours() -> dict[str, tuple[str, str]]:
    css = static_files()["base.css"].read_text("utf-8")
    found = re.findall(r"--(\w+): light-dark\(#(\w+), #(\w+)\);", css)
    return {name: (day, night) for name, day, night in found}


@pytest.mark.parametrize(("text", "ground", "night"), list(product(TEXTS, GROUNDS, (0, 1))))
def test_text_stands_out(text: str, ground: str, night: int) -> None:
    one, other = sorted(light(colours()[name][night]) for name in (text, ground))
    assert (other + 0.05) / (one + 0.05) >= 4.5
