"""Running trains: best runs with mail, what must be run, and who carries the mail (1853 §4.5, §4.6.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.routes import Extras, Network, Train, best_runs
from kursbuch.rail.routes.running import as_train, best_of, network_of, written
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.india.rules.actions import SendMail
from kursbuch.titles.india.rules.area import must_run, why_not_run
from kursbuch.titles.india.rules.mail import mail_of
from kursbuch.titles.india.rules.state import StateIndia

MAIL = "mail"  # marks what a train that has run would earn with mail

Way = tuple[tuple[int, ...], tuple[int, ...]]  # stops and links of a route
Card = tuple[str, Train]
Sent = tuple[str, Network, Way]  # a train card, and its route in some network


def best(s: StateIndia, company: str) -> tuple[Runs, int]:
    """The runs that earn most with the mail; where something must be run to, the best that do."""
    found = best_of(s, company)
    if not must_run(s) or why_not_run(s, company, found[0]) is None:
        return found
    return best_to(s, company, must_run(s)) or found


def best_to(s: StateIndia, company: str, wanted: Iterable[str]) -> tuple[Runs, int] | None:
    """The best runs that come to all of some hexes; None if there are none."""
    hexes = tuple(dict.fromkeys(wanted))
    key = ("best to", company, trains_of(s, company), *hexes)
    if key not in s.board.known:
        s.board.known[key] = _best_to(s, company, hexes)
    known: tuple[Runs, int] | None = s.board.known[key]
    return known


def _best_to(s: StateIndia, company: str, hexes: tuple[str, ...]) -> tuple[Runs, int] | None:
    cards = trains_of(s, company)
    graph = s.board.tracks.graph
    trains = [(card, as_train(s, graph, company, card)) for card in cards]
    extras = s.box.counting.extras(s, company)
    found = _reaching(network_of(s, company), trains, hexes, extras)
    if found is None:
        return None
    value, sent = found
    runs = tuple((s.sides[card], written(graph, network, *way)) for card, network, way in sent)
    return Runs(runs), value


def _reaching(
    network: Network, trains: list[Card], hexes: tuple[str, ...], extras: Extras | None
) -> tuple[int, list[Sent]] | None:
    """The best runs of these trains that come to all hexes; without extras the mail is spoken for.

    Each train in turn is sent to the first hex by each of its routes, dearest first, until the others could not
    make up for the rest any more. Which train has the mail is tried too.
    """
    if not hexes:
        found = best_runs(network, [train for _, train in trains], extras)
        runs = zip(trains, found.runs, strict=True)
        return found.value, [(card, network, (run.stops, run.links)) for (card, _), run in runs if run]
    most, answer = -1, None
    for card, train in trains:
        rest = [other for other in trains if other[0] != card]
        hoped = best_runs(network, [other for _, other in rest], extras).value
        ways = [way for way in _routes(network, train) if _comes_to(network, way, hexes[0])]
        ways.sort(key=lambda way: -sum(train.values[stop] for stop in way[0]))
        for way in ways:
            value = sum(train.values[stop] for stop in way[0])
            mail = train.values[way[0][0]] + train.values[way[0][-1]] if extras else 0
            if value + mail + hoped <= most:
                continue
            left = _without(network, way)
            still = tuple(hex for hex in hexes[1:] if not _comes_to(network, way, hex))
            for worth, more in ((0, extras), (mail, None)) if extras else ((0, None),):
                others = _reaching(left, rest, still, more)
                if others is not None and value + worth + others[0] > most:
                    most = value + worth + others[0]
                    answer = [(card, network, way), *others[1]]
    return (most, answer) if answer else None


def _without(network: Network, way: Way) -> Network:
    """The network less the track that a route uses."""
    used = 0
    for link in way[1]:
        used |= network.links[link].mask
    return Network(
        network.stops,
        tuple(link for link in network.links if not link.mask & used),
        network.tokens,
        network.passable,
        towns=network.towns,
        exclude=network.exclude,
    )


def _comes_to(network: Network, way: Way, hex: str) -> bool:
    return any(hex in network.links[number].path for number in way[1])  # its ends are part of a path


def _routes(network: Network, train: Train) -> Iterator[Way]:
    """Every legal route of a train, each written from its lower end."""
    through = network.through(train)
    for start in range(network.stops):
        ways: list[tuple[Way, int, int]] = [(((start,), ()), 1 << start, 0)]
        while ways:
            (stops, links), been, used = ways.pop()
            for number, to, taken in network.ways[stops[-1]]:
                if been >> to & 1 or used & taken or network.exclude[to] & been:
                    continue
                if not train.runs_on(network.links[number]):
                    continue
                after = been | 1 << to
                towns = (network.towns & after).bit_count()
                if not train.reach.covers(after.bit_count() - towns, towns):
                    continue
                way = ((*stops, to), (*links, number))
                if start < to and network.tokens & after:
                    yield way
                if through >> to & 1:
                    ways.append((way, after, used | taken))


def ran(s: StateIndia, company: str, runs: Runs) -> None:
    """Remember what each train that ran would earn as mail train."""
    for side, way in runs.runs:
        did(s, Deed(MAIL, side, mail_of(s, way)))


class MailTrain(TurnStep):
    """One train that has run may carry the mail: the values of its two ends, to the treasury (1853-4.6.6-1)."""

    action = SendMail

    def idle(self, s: StateIndia, company: str) -> bool:
        return not any(True for _ in self.candidates(s, ""))

    def candidates(self, s: StateIndia, player: str) -> Iterable[SendMail]:
        turn = turn_of(s)
        for deed in dict.fromkeys(turn.done):
            if deed.what == MAIL:
                yield SendMail(turn.company, deed.of, deed.amount)

    def why_not(self, s: StateIndia, player: str, action: SendMail) -> Refusal | None:
        turn = turn_of(s)
        if action.actor != turn.company:
            return refuse("turn.other-company", "It is {company}'s turn.", company=turn.company)
        if Deed("sent mail") in turn.done:
            return refuse("1853-4.6.6-1", "One train of a company carries the mail.")
        if action not in self.candidates(s, player):
            return refuse("1853-4.6.6-2", "No train {train} has run with such ends.", train=action.train)
        return None

    def apply(self, s: StateIndia, player: str, action: SendMail) -> None:
        company = action.actor
        s.note("mail", company=company, train=action.train, value=action.value)
        s.transfer(BANK, company, action.value, "mail")
        did(s, Deed("sent mail"))
        next_step(s)
