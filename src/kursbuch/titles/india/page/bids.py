"""The contract round of 1853: the loan, then one city after the other."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kursbuch.core import Action
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER, RailState
from kursbuch.titles.india.page.contracts import shared, state_of
from kursbuch.titles.india.rules.actions import Lend, Name
from kursbuch.titles.india.rules.contracts import in_valley, left_of_loan, needed, seats_of
from kursbuch.titles.india.rules.parts import City
from kursbuch.web.pages.choices import Choice, Group, Refused, Row, choice_of, explained
from kursbuch.web.pages.scene import Scene


def loans(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """One amount, with what the number of players asks of a contract."""
    seats = seats_of(state_of(scene))
    note = scene.words(
        "{fewest} to {most} cities · at least {least}",
        fewest=seats.cities[0],
        most=seats.cities[1],
        least=scene.money(seats.least_loan),
    )
    lend = choice_of(scene, found[0], label=scene.words("Loan"))
    return Group("lend", scene.word("kind", "lend"), "rows", [Row("", note, [lend])], "india/loan.html", note)


# -- naming cities --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Share:
    """A share that a city gives: of whom, how many the bank has left, and the choice if it is open."""

    company: Markup
    left: int
    choice: Choice | None


@dataclass(frozen=True, slots=True)
class Town:
    """A city to choose from. `why` says why it cannot be named."""

    name: str
    hex: str
    value: str
    valley: bool
    named: bool
    shares: list[Share]
    why: Refused | None


@dataclass(frozen=True, slots=True)
class Bid:
    """The viewer's own bid so far, and all cities."""

    player: str
    covered: bool
    named: list[tuple[str, str]]
    loan: str
    spent: str
    left: str
    part: int  # of the loan that is used, in per cent
    count: int
    fewest: int
    most: int
    missing: int
    valley: int
    towns: list[Town]
    hexes: str


def cities(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """All cities with the shares they give; those that cannot be named say why."""
    legal = {(a.city, a.company): a for a in found if isinstance(a, Name)}
    covered = shared(scene)
    rows, towns = [], []
    for city in state_of(scene).box.cities.values():
        open_ = {
            company: choice_of(
                scene,
                legal[city.name, company],
                label=scene.company(company),
                hex="" if covered else city.hex,
            )
            for company in city.companies
            if (city.name, company) in legal
        }
        if open_:
            rows.append(Row(city.name, scene.money(city.value), list(open_.values())))
        towns.append(_town(scene, city, open_))
    group = Group("name", scene.word("kind", "name"), "rows", rows, "india/cities.html")
    group.data = _bid(scene, covered, towns)
    return group


def _town(scene: Scene, city: City, open_: dict[str, Choice]) -> Town:
    s, player = state_of(scene), scene.deciding[0]
    shares = [
        Share(scene.company(company), percent(s, OFFER, company) // 10 - 2, open_.get(company))
        for company in city.companies
    ]
    named = city.name in s.contracts.get(player, ())
    why = None
    if not open_:
        refusal = scene.game.why_not(Name(player, city.name, city.companies[0]))
        why = explained(scene, city.name, refusal) if refusal else None
    valley = city.ganges or city.name == "Calcutta"
    return Town(city.name, city.hex, scene.money(city.value), valley, named, shares, why)


def _bid(scene: Scene, covered: bool, towns: list[Town]) -> Bid:
    s, player = state_of(scene), scene.deciding[0]
    named = [s.box.cities[name] for name in s.contracts.get(player, ())]
    loan, left = s.loans[player], left_of_loan(s, player)
    fewest, most = seats_of(s).cities
    return Bid(
        player,
        covered,
        [(city.name, scene.money(city.value)) for city in named],
        scene.money(loan),
        scene.money(loan - left),
        scene.money(left),
        100 * (loan - left) // max(loan, 1),
        len(named),
        fewest,
        most,
        max(0, needed(s, named) - len(named)),
        in_valley(named)[1],
        towns,
        " ".join(city.hex for city in named),
    )


def left_after(scene: Scene, action: Name) -> int:
    """What of the loan a further city would leave."""
    s = state_of(scene)
    return left_of_loan(s, action.actor) - s.box.cities[action.city].value


def left_for_shares(scene: Scene, action: Lend) -> int:
    return state_of(scene).cash[action.actor] - action.loan
