"""What to look at in a corrected box of 18DO: words and numbers that the rules call by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

Found = tuple[str, str, Mapping[str, Any], bool]
SITES = ("coal", "steel")


def check(data: Mapping[str, Any]) -> Iterator[Found]:
    """Everything that keeps a game from its end."""
    for id, hex in data["board"]["hexes"].items():
        yield from _one_of(f"board.hexes.{id}.site", hex.get("site", SITES[0]), SITES)
    phases = [phase["phase"] for phase in data["capex"]["phases"]]
    for id, segment in data["beer_market"]["segments"].items():
        if id != "source":
            yield from _one_of(
                f"beer_market.segments.{id}.opens_with", segment.get("opens_with", phases[0]), phases
            )


def _one_of(at: str, said: str, known: list[str] | tuple[str, ...]) -> Iterator[Found]:
    if said not in known:
        yield at, "{kind!r} is not one of {known}", {"kind": said[:40], "known": ", ".join(known)}, True
