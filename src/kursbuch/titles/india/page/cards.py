"""Cards of 1853: a company with its area and rights, and contracts as far as the viewer may know them."""

from __future__ import annotations

from kursbuch.titles.india.page.companies import areas
from kursbuch.titles.india.page.contracts import contracts
from kursbuch.web.pages.cards import Card, Facts, Kind, Says, ref
from kursbuch.web.pages.cards.card import Text
from kursbuch.web.pages.cards.company import companies
from kursbuch.web.pages.cards.company import company as railway
from kursbuch.web.pages.scene import Scene


def company(scene: Scene, id: str) -> Card | None:
    """A company as in any railway game, with its size, homes and rights."""
    card = railway(scene, id)
    firm = next((firm for firm in areas(scene).firms if firm.id == id), None) if card else None
    if card is None or firm is None:
        return card
    words = scene.words
    rights: list[tuple[Text, Text]] = [
        (words("Size"), firm.size),
        (firm.role or words("Director"), firm.leader),
        (words("Homes"), firm.homes),
        (words("Second tile"), firm.second),
        (words("Loco token"), firm.token),
        (words("Debt"), firm.debt),
        (words("In operation"), firm.state),
    ]
    card.parts[1:1] = [Facts(rights)]
    return card


def contract(scene: Scene, player: str) -> Card | None:
    """What all may see of a player's contract; of the viewer's own also its cities, unless others look on."""
    found = contracts(scene)
    deal = next((deal for deal in found.deals if deal.player == player), None)
    if deal is None:
        return None
    words = scene.words
    lines: list[tuple[Text, Text]] = [
        (words("Loan"), deal.loan),
        (words("Fulfilled"), deal.state),
        (words("Cities shown"), deal.shown),
    ]
    parts: list[Facts | Says] = [Facts(lines)]
    own = found.own
    if own is not None and own.player == player and not own.covered:
        cities = [ref("hex", stop.hex, stop.name) for group in own.groups for stop in group]
        parts.append(Says(cities, words("Your cities")))
    return Card(words("Contract of {player}", player=player), "", list(parts))


CARDS = {
    "company": Kind(company, "Companies", companies),
    "contract": Kind(contract, "Contracts", lambda scene: [(p, p) for p in scene.position["seats"]]),
}
