"""Which pieces a player may take from the board: post, beer, passengers, each on a condition (phase 6)."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.core import Refusal, refuse
from kursbuch.titles.nuremberg.rules.box import CARGO, COMPANIES
from kursbuch.titles.nuremberg.rules.net import net
from kursbuch.titles.nuremberg.rules.state import Table


def why_no_access(s: Table, player: str, piece: str, area: str) -> Refusal | None:
    """Why the player's track does not give him this piece. Only own links count (FTN-38-2)."""
    if piece == "post":
        return _why_no_post(s, player, area)
    if piece == "beer":
        return _why_no_beer(s, player, area)
    return _why_no_passenger(s, player, piece, area)


def _why_no_post(s: Table, player: str, area: str) -> Refusal | None:
    """Post needs an own link in its area and no company link there; it has no destination (FTN-38-1)."""
    if company_in(s, area):
        return refuse(
            "FTN-35-2", "A company has track in {area}: no post from there.", area=s.box.named(area)
        )
    if area in net(s.links[player]):
        return None
    if any(area in net(links) for links in s.links.values()):
        return refuse("FTN-38-2", "The track in {area} is not yours.", area=s.box.named(area))
    return refuse("FTN-35-1", "You have no track in {area}.", area=s.box.named(area))


def _why_no_beer(s: Table, player: str, hop: str) -> Refusal | None:
    """Beer needs an own link at a neutral station beside the hop area."""
    touched = net(s.links[player])
    reached = [area for area in s.box.stations_beside.get(hop, ()) if area in touched]
    if any(area not in s.colours for area in reached):
        return None
    if reached:
        return refuse("FTN-36-2", "Beer is not taken to a red or green station.")
    return refuse("FTN-36-1", "You have no track at a station beside {area}.", area=s.box.named(hop))


def _why_no_passenger(s: Table, player: str, colour: str, area: str) -> Refusal | None:
    """A passenger needs an unbroken own line to a station of his colour, however long (FTN-37-4)."""
    joined = net(s.links[player]).get(area, ())
    if any(colour in s.colours.get(other, ()) for other in joined):
        return None
    return refuse("FTN-37-1", "No line of your own leads from {area} to a {colour} station.",
                  area=s.box.named(area), colour=colour)  # fmt: skip


def company_in(s: Table, area: str) -> bool:
    """Whether a company has a link that touches the area."""
    return any(area in net(s.links[company]) for company in COMPANIES)


def beer_is_stranded(s: Table, hop: str) -> bool:
    """Whether no neutral station is left beside the hop area (FTN-36-3)."""
    return all(area in s.colours for area in s.box.stations_beside[hop])


def pieces_near(s: Table, player: str) -> Iterator[tuple[str, str]]:
    """Area and kind of each piece on or beside the player's track; `why_no_access` judges."""
    touched = net(s.links[player])
    hops = {hop for area in touched for hop in s.box.hops_beside[area]}
    for area in (*touched, *sorted(hops)):
        for piece in dict.fromkeys(s.board.get(area, ())):
            if piece in CARGO:
                yield area, piece
