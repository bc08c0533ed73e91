"""Our data files against the fact sheets beside the checkout: what these call reconstructed is not called sure here.

The fact sheets are no part of the repository: where they are absent these tests are skipped, with a notice.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import pytest

from kursbuch.editions.sources import Block, blocks
from kursbuch.shelf import family_of

# where the parts of a fact sheet are in our data; `*` stands for the name of a block
BLOCKS = {
    "map.hexes": "board.hexes.*",
    "tiles.list": "tiles.tiles.*",
    "companies.list": "companies.companies.*",
}
# and single values, or what holds them
VALUES = {
    "18do": {
        "map_2p": "board.two_players",
        "map_overlays.*": "beer_game.overlays.H19",
        "stock_market.*.par": "market.rows",
        "starting_capital.two_player": "*game.players.2.cash",
        "limits.two_player": "*game.players.2.certificates",
        "trains.sources.beer_capacity": "trains.trains.[568].beer",
        "capex.start_becs_source": "capex.start.*.count",
        "capex.sources.*": "capex.trains.*",
        "phases.sources.segment_opening": "beer_market.segments.[3-6].opens_with",
        "railways.sources.shares": "companies.companies.*.shares",
        "privates.sources.bid_boxes": "breweries.breweries.*.boxes",
        "minor_breweries.sources.start_capital": "brewers.minors.*.capital",
        "brewery_corporations.sources.mcm_boxes": "brewers.corporations.*.small_fields",
        "beer_market.sources.orange_refill": "beer_market.segments.*.refill",
        "links.sources.token_numbers": "game.links.markers",
    },
    "18te": {
        "companies.list.?.tokens.?.cost_source": "companies.companies.*.tokens",
        "companies.list.4.destination": "companies.companies.KPR.goal",
    },
    "1853": {
        "map.removed_from_1989": "board.hexes.J30",
        "companies.7": "companies.companies.ECR",
        "companies.?": "areas.areas.*",
        "contracts": "contracts.cities.Waltair",
        "contracts.cities.Madras.companies_source": "contracts.cities.Madras",
        "contracts.cities.Waltair.companies_source": "contracts.cities.Waltair",
    },
    "nuremberg": {
        "setup.figures": "pieces.figures",
        "setup.company_city": "pieces.city",
        "setup.per_player_count.?": "influence.bids.per_player",
        "setup.player_start": "pieces.start",
        "tracks.influence": "tracks.influence",
        "tracks.victory_points": "tracks.victory_points",
        "trains": "trains.train.*",
        "map.*": "areas.area.*",
        "influence.*": "influence.box.*",
    },
}
NO_DATA = (  # what our data has no place for: rules, and what is worked out anew
    "*open_parameters*",
    "upgrades*",
    "*confidence*",
    "*ambigu*",
    "source_legend*",
    "reconstructed*",
    "meta*",
    "map",
    "preprinted",
    "worked*",
    "tiles",
    "minor_breweries.sources.mcm_boxes",
    "conflicts*",
)


def reconstructed(value: Any, at: tuple[str, ...] = ()) -> Iterator[str]:
    """What a fact sheet says is reconstructed: wherever a source says so."""
    if isinstance(value, (dict, list)):
        for key, one in value.items() if isinstance(value, dict) else enumerate(value):
            yield from reconstructed(one, (*at, str(key)))
    elif isinstance(value, str) and "reconstructed" in value and any("source" in key for key in at):
        yield ".".join(at[: at.index("source")] if "source" in at else at).removesuffix(".kind")


def ours(sheet: str, at: str) -> str:
    """The pattern of our places for one of a fact sheet; nothing where our data has no place for it."""
    for theirs, pattern in VALUES[sheet].items():
        if fnmatchcase(at, theirs):
            return pattern
    for theirs, pattern in BLOCKS.items():
        if at.startswith(f"{theirs}."):
            return pattern.replace("*", at.removeprefix(f"{theirs}.").partition(".")[0])
    return ""


def doubted(found: list[Block], pattern: str) -> bool:
    """Whether every place of this pattern is in doubt here, in whole or in the value."""
    places = [doubt.at for block in found for doubt in block.doubts]
    whole = [block.at for block in found if block.source == "reconstructed"]
    return any(
        fnmatchcase(at, pattern) or fnmatchcase(at, f"{pattern}.*") for at in (*places, *whole)
    ) or any(fnmatchcase(pattern, f"{at}*") for at in whole)


@pytest.mark.parametrize(
    ("sheet", "title"),
    [("18te", "18te"), ("18do", "18do-railway"), ("1853", "1853"), ("nuremberg", "nuremberg")],
)
def test_what_the_fact_sheets_call_reconstructed_is_in_doubt_here(
    sheet: str, title: str, shared: Path
) -> None:
    facts = json.loads((shared / "facts" / f"{sheet}.json").read_text(encoding="utf-8"))
    found = blocks(family_of(title))
    looked_at = 0
    for at in dict.fromkeys(reconstructed(facts)):
        if any(fnmatchcase(at, one) for one in NO_DATA):
            continue
        pattern = ours(sheet, at)
        assert pattern, f"the fact sheet calls {at} reconstructed: where is it in our data?"
        assert doubted(found, pattern), (at, pattern)
        looked_at += 1
    assert looked_at > 3
