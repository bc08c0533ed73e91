"""The recorder's names for things: certificates, copies of tiles, trains. Kept while one of our games is written."""

from __future__ import annotations

from kursbuch.rail.board import Place
from kursbuch.rail.state import OFFER, POOL
from kursbuch.titles.shikoku.rules.state import State1889


class Certificates:
    """Which numbered certificate lies where, moved as the recorder moves them.

    A holder's certificates are in the order in which they came. A new president gives the first two singles for the
    president's certificate.
    """

    def __init__(self, s: State1889) -> None:
        self.held: dict[tuple[str, str], list[str]] = {}
        for company in s.box.companies.values():
            names = [f"{company.id}_{n}" for n in range(len(company.certificates))]
            self.held[company.id, OFFER] = names

    def of(self, company: str, owner: str) -> list[str]:
        return self.held.setdefault((company, owner), [])

    def move(self, company: str, name: str, src: str, dst: str) -> None:
        self.of(company, src).remove(name)
        self.of(company, dst).append(name)

    def start(self, company: str, player: str) -> None:
        self.move(company, f"{company}_0", OFFER, player)

    def buy(self, company: str, player: str, source: str) -> str:
        """The single that a purchase takes."""
        name = next(share for share in self.of(company, source) if not share.endswith("_0"))
        self.move(company, name, source, player)
        return name

    def sell(self, company: str, player: str, percent: int) -> list[str]:
        """The certificates that a sale names: singles first, then the president's, perhaps only half of it."""
        mine = self.of(company, player)
        singles = [share for share in mine if not share.endswith("_0")]
        count = percent // 10
        names = singles[:count] if count <= len(singles) else [*singles, f"{company}_0"]
        for name in names:
            self.move(company, name, player, POOL)
        return names

    def settle(self, company: str, before: str, after: str, percent: int, names: list[str]) -> None:
        """A change of president after a purchase or sale of these certificates."""
        if not before or before == after:
            return
        chief = f"{company}_0"
        sold = chief in names
        giver = POOL if sold else before
        for name in [share for share in self.of(company, after) if not share.endswith("_0")][:2]:
            self.move(company, name, after, giver)
        self.move(company, chief, giver, after)
        if sold and percent < 10 * len(names) + 10:  # half of the certificate was kept
            self.move(company, self.of(company, POOL)[0], POOL, before)


class Tiles:
    """Which copy of a kind lies on which hex."""

    def __init__(self) -> None:
        self.on: dict[str, str] = {}  # hex -> kind-copy

    def lay(self, kind: str, hex: str) -> str:
        self.on.pop(hex, None)
        taken = set(self.on.values())
        copy = next(n for n in range(1000) if f"{kind}-{n}" not in taken)
        self.on[hex] = f"{kind}-{copy}"
        return self.on[hex]

    def city(self, place: Place) -> str:
        hex, stop = place
        return f"{self.on.get(hex, f'{hex}-0')}-{stop}"


def train_name(card: str) -> str:
    """
    >>> train_name("3#2")
    '3-1'
    """
    kind, _, number = card.partition("#")
    return f"{kind}-{int(number) - 1}"
