"""Running trains: best runs with mail, what must be run, and who carries the mail (1853 §4.5, §4.6.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kursbuch.core import BANK, Refusal, refuse
from kursbuch.rail.actions import Runs
from kursbuch.rail.depot import trains_of
from kursbuch.rail.rounds import TurnStep, did, next_step, turn_of
from kursbuch.rail.routes import Network, Train, best_runs
from kursbuch.rail.running import as_train, best_of, network_of, written
from kursbuch.titles.india.actions import SendMail
from kursbuch.titles.india.area import must_run, why_not_run
from kursbuch.titles.india.credit import settle
from kursbuch.titles.india.mail import mail_of
from kursbuch.titles.india.state import StateIndia

MAIL = "mail "  # marks what a train that has run would earn with mail


def best(s: StateIndia, company: str) -> tuple[Runs, int]:
    """The runs that earn most with the mail; where something must be run to, the best that do."""
    found = best_of(s, company)
    if not must_run(s) or why_not_run(s, company, found[0]) is None:
        return found
    key = ("best to", company, trains_of(s, company), *must_run(s))
    if key not in s.board.known:
        s.board.known[key] = _best_to(s, company, must_run(s)[0]) or found
    best: tuple[Runs, int] = s.board.known[key]
    return best


def _best_to(s: StateIndia, company: str, hex: str) -> tuple[Runs, int] | None:
    """The best runs one of which comes to a hex: each train in turn is sent there by each of its routes, dearest
    first, until the others could not make up for the rest any more. Which of them has the mail is tried too.
    """
    cards = trains_of(s, company)
    graph, network = s.board.tracks.graph, network_of(s, company)
    trains = [as_train(s, graph, company, card) for card in cards]
    extras = s.box.counting.extras(s, company)
    most, answer = -1, None
    for sent, train in enumerate(trains):
        rest = trains[:sent] + trains[sent + 1 :]
        hoped = best_runs(network, rest, extras).value
        ways = [way for way in _routes(network, train) if _comes_to(graph.places, network, way, hex)]
        ways.sort(key=lambda way: -sum(train.values[stop] for stop in way[0]))
        for stops, links in ways:
            value = sum(train.values[stop] for stop in stops)
            mail = train.values[stops[0]] + train.values[stops[-1]]
            if value + mail + hoped <= most:
                continue
            used = 0
            for link in links:
                used |= network.links[link].mask
            left = Network(
                network.stops,
                tuple(link for link in network.links if not link.mask & used),
                network.tokens,
                network.passable,
                towns=network.towns,
                exclude=network.exclude,
            )
            with_mail, without = best_runs(left, rest, extras), best_runs(left, rest)
            total = value + max(with_mail.value, without.value + mail)
            if total > most:
                chosen = with_mail if with_mail.value >= without.value + mail else without
                runs = [
                    (s.sides[card], written(graph, left, run.stops, run.links))
                    for card, run in zip(cards[:sent] + cards[sent + 1 :], chosen.runs, strict=True)
                    if run
                ]
                mine = (s.sides[cards[sent]], written(graph, network, stops, links))
                most, answer = total, Runs((mine, *runs))
    return (answer, most) if answer else None


Way = tuple[tuple[int, ...], tuple[int, ...]]  # stops and links of a route


def _comes_to(places: tuple[tuple[str, int], ...], network: Network, way: Way, hex: str) -> bool:
    stops, links = way
    return any(places[stop][0] == hex for stop in stops) or any(hex in network.links[n].path for n in links)


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
        did(s, f"{MAIL}{side} {mail_of(s, way)}")


class MailTrain(TurnStep):
    """One train that has run may carry the mail: the values of its two ends, to the treasury (1853-4.6.6-1)."""

    action = SendMail

    def idle(self, s: StateIndia, company: str) -> bool:
        return not any(True for _ in self.candidates(s, ""))

    def passed(self, s: StateIndia, company: str) -> None:
        settle(s, company)

    def candidates(self, s: StateIndia, player: str) -> Iterable[SendMail]:
        turn = turn_of(s)
        for what in dict.fromkeys(turn.done):
            if what.startswith(MAIL):
                side, _, value = what.removeprefix(MAIL).partition(" ")
                yield SendMail(turn.company, side, int(value))

    def why_not(self, s: StateIndia, player: str, action: SendMail) -> Refusal | None:
        turn = turn_of(s)
        if action.actor != turn.company:
            return refuse("turn.not-yours", "It is {company}'s turn.", company=turn.company)
        if "sent mail" in turn.done:
            return refuse("1853-4.6.6-1", "One train of a company carries the mail.")
        if action not in self.candidates(s, player):
            return refuse("1853-4.6.6-2", "No train {train} has run with such ends.", train=action.train)
        return None

    def apply(self, s: StateIndia, player: str, action: SendMail) -> None:
        company = action.actor
        s.note("mail", company=company, train=action.train, value=action.value)
        s.transfer(BANK, company, action.value, "mail")
        did(s, "sent mail")
        next_step(s)
        settle(s, company)
