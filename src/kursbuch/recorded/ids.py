"""The recorder's names for things: certificates, copies of tiles, trains, cities.

`Copies` is kept while a recording is read, `Certificates` and `Tiles` while one of our games is written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from kursbuch.core import BadInput
from kursbuch.rail.board import Place
from kursbuch.rail.paper.holdings import SINGLE, held
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OFFER, POOL, RailState


class Copies:
    """What the recorder's names stand for at this point of a recording."""

    def __init__(self, s: StandardState) -> None:
        self.percents = s.box.percents
        self.kinds = s.box.trains
        # shares that were bought from the offering; those that come with privates go before any is sold
        self.left_offer = {
            f"{s.company_called(private.brings.company)}_{private.brings.certificate}"
            for private in s.box.privates.values()
            if private.brings
        }
        self.laid: dict[str, str] = {}  # tile -> hex it was last laid on
        self.cards: dict[str, str] = {}  # train -> our card, where it is not the one of the same number

    # -- shares and cities ------------------------------------------------------------------------

    def share(self, name: str, place: str) -> tuple[str, int]:
        """A certificate: its company and size; number 0 is the president's."""
        company, _, number = name.rpartition("_")
        if company not in self.percents or not _is_number(number):
            raise BadInput(place, f"not a share: {name[:40]!r}")
        sizes = self.percents[company]
        return company, sizes[int(number)] if int(number) < len(sizes) else SINGLE

    def source_of(self, s: RailState, name: str) -> str:
        """Where a certificate that is for sale lies: in the pool if it has left the offering."""
        company = name.rpartition("_")[0]
        return POOL if name in self.left_offer or not held(s, OFFER, company) else OFFER

    def city(self, s: RailState, name: str, place: str) -> Place:
        """A city: a stop of the tile that it is named by, or of a hex with a printed one."""
        tile, _, stop = name.rpartition("-")
        printed = tile.rpartition("-")[0]
        hex = printed if printed in s.box.map.hexes else self.laid.get(tile)
        if hex is None or not _is_number(stop):
            raise BadInput(place, "no such city is on the board")
        return hex, int(stop)

    # -- trains -----------------------------------------------------------------------------------

    def card(self, name: str) -> str:
        """Our card for a train."""
        kind, _, copy = name.rpartition("-")
        return self.cards.get(name, f"{kind}#{int(copy) + 1}")

    def train(self, s: RailState, name: str, place: str) -> tuple[str, str]:
        """A train: its kind, and who has our card for it; "" if nobody has."""
        kind, _, copy = name.rpartition("-")
        if kind not in self.kinds or not _is_number(copy):
            raise BadInput(place, f"there is no train {name[:40]!r}")
        card = self.card(name)
        return kind, next((owner for owner, cards in s.trains.items() if card in cards), "")

    def took(self, name: str, before: Iterable[str], after: Iterable[str]) -> None:
        """A company has got this train: if it is an equal card, that is what the name stands for from now on."""
        self._call(name, next((card for card in after if card not in set(before)), ""))

    def gave(self, name: str, before: Iterable[str], after: Iterable[str]) -> None:
        """A company has given this train away; perhaps an equal card has gone for it."""
        if self.card(name) in after:
            gone = (card for card in before if card not in set(after))
            self._call(name, next((card for card in gone if _kind(card) == _kind(self.card(name))), ""))

    def _call(self, name: str, taken: str) -> None:
        """From now on the name stands for the card taken, and the card's former name for the other."""
        card = self.card(name)
        if not taken or taken == card:
            return
        kind = _kind(card)
        other = next(n for n in range(self.kinds[kind].count) if self.card(f"{kind}-{n}") == taken)
        self.cards[f"{kind}-{other}"] = card
        self.cards[name] = taken


def _kind(card: str) -> str:
    return card.partition("#")[0]


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 4


class Certificates:
    """Which numbered certificate lies where, moved as the recorder moves them.

    A holder's certificates are in the order in which they came. A new president gives the first two singles for the
    president's certificate.
    """

    def __init__(self, s: RailState) -> None:
        self.held: dict[tuple[str, str], list[str]] = {}
        self.percents = s.box.percents
        for company, owners in s.shares.items():
            for number, owner in enumerate(owners):
                self.of(company, owner).append(f"{company}_{number}")

    def of(self, company: str, owner: str) -> list[str]:
        return self.held.setdefault((company, owner), [])

    def move(self, company: str, name: str, src: str, dst: str) -> None:
        self.of(company, src).remove(name)
        self.of(company, dst).append(name)

    def follow(self, s: RailState) -> None:
        """Certificates that moved without being named: they came with a private, or with a company's capital."""
        for company, owners in s.shares.items():
            chief = f"{company}_0"
            at = next(owner for (of, owner), names in self.held.items() if of == company and chief in names)
            if at != owners[0]:
                self.move(company, chief, at, owners[0])
            wanted = Counter(owners)
            for owner in wanted:
                while len(self.of(company, owner)) < wanted[owner]:
                    self._take_single(company, owner, wanted)

    def _take_single(self, company: str, owner: str, wanted: Mapping[str, int]) -> None:
        """A single share comes from somebody who has more names than certificates."""
        held = [(src, names) for (of, src), names in self.held.items() if of == company]
        src, names = next((src, names) for src, names in held if len(names) > wanted.get(src, 0))
        self.move(company, next(name for name in names if not name.endswith("_0")), src, owner)

    def buy(self, company: str, player: str, source: str) -> str:
        """The single that a purchase takes."""
        name = next(share for share in self.of(company, source) if not share.endswith("_0"))
        self.move(company, name, source, player)
        return name

    def sell(self, company: str, player: str, percent: int) -> list[str]:
        """The certificates that a sale names: singles first, then the president's, perhaps only half of it."""
        mine = self.of(company, player)
        singles = [share for share in mine if not share.endswith("_0")]
        count = percent // SINGLE
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
        size = self.percents[company][0]
        singles = [share for share in self.of(company, after) if not share.endswith("_0")]
        for name in singles[: size // SINGLE]:
            self.move(company, name, after, giver)
        self.move(company, chief, giver, after)
        kept = SINGLE * (len(names) - 1) + size - percent if sold else 0  # part of the certificate
        for name in self.of(company, POOL)[: kept // SINGLE]:
            self.move(company, name, POOL, before)


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
