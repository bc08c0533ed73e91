"""The judge of the Introduction Game: certificates from the display, one train a railway, dividends at the end."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, ClassVar

from tests.judges.books import Books, Disagreement, agree
from tests.judges.dortmund.network import Network
from tests.judges.railway import DEPOT, OFFER, OUT, POOL

AGED = {"2": "4", "3": "6", "4": "8"}  # by the first train of this type
TURNS = 60  # as many as certificates


class Judge(Books):
    silent: ClassVar[frozenset[str]] = frozenset({"passes", "gives"})

    def __init__(self, view: Mapping[str, Any], data: Path) -> None:
        super().__init__(view["players"], 0)
        self.charters = _read(data, "companies")["companies"]
        self.stacks = {id: list(about["shares"]) for id, about in self.charters.items()}
        self.network = Network(data)
        for id, about in self.charters.items():
            self.paper[id][OFFER] = 100
            self.network.homes(id, about["home"])
        trains = _read(data, "trains")["trains"]
        self.trains[DEPOT].update({kind: about["intro"] for kind, about in trains.items()})
        self.directors: dict[str, str] = {}
        self.phase = "2"
        self.turns = 0
        self.player = ""  # on turn
        self.incomes: dict[str, int] = {}
        self.dividends: dict[str, int] = {}
        self.winners: list[str] = []

    def hear(self, events: Iterable[Mapping[str, Any]]) -> None:
        super().hear(events)
        for company, director in self.directors.items():
            self.directors[company] = self.rightful(company, director)

    # -- turns ------------------------------------------------------------------------------------

    def on_dealt(self, cards: Mapping[str, str], starts: str) -> None:
        agree("who begins", min(cards, key=lambda player: cards[player]), starts)
        self.player = starts

    def on_players_turn(self, player: str, number: int) -> None:
        """Clockwise, one certificate a turn."""
        if self.turns:
            place = self.players.index(self.player)
            self.player = self.players[(place + 1) % len(self.players)]
        self.turns += 1
        agree("whose turn it is", (self.player, self.turns), (player, number))

    # -- paper ------------------------------------------------------------------------------------

    def on_takes(self, player: str, company: str, percent: int) -> None:
        """The uppermost; with the director's certificate comes the railway."""
        directs = self.paper[company][OFFER] == 100
        self.off_the_stack(company, percent)
        self.hand_over(company, OFFER, player, percent)
        if directs:
            self.directors[company] = player

    def off_the_stack(self, company: str, percent: int) -> None:
        agree(f"the uppermost certificate of {company}", self.stacks[company].pop(0), percent)

    def on_sends(self, player: str, company: str, percent: int) -> None:
        self.off_the_stack(company, percent)
        self.hand_over(company, OFFER, POOL, percent)

    def on_drops(self, player: str, company: str, percent: int) -> None:
        self.hand_over(company, player, POOL, percent)

    def on_president(self, company: str, player: str, before: str) -> None:
        """Compared after the action."""

    def rightful(self, company: str, director: str) -> str:
        place = self.players.index(director)
        holds, best = self.paper[company], director
        for other in (*self.players[place + 1 :], *self.players[:place]):
            if holds[other] > holds[best]:
                best = other
        return best

    # -- building and trains ----------------------------------------------------------------------

    def on_lays(self, company: str, tile: str, turn: int, hex: str, cost: int) -> None:
        """Nothing costs anything."""
        agree("the price of building", 0, cost)
        self.network.lay(hex, tile)

    def on_station(self, company: str, hex: str, stop: int, role: str) -> None:
        self.network.homes(company, hex)

    def on_links(self, player: str, hex: str, site: str, value: int) -> None:
        agree(f"the link of {hex}", self.network.link(hex), value)

    def on_gets_train(self, company: str, train: str) -> None:
        """The next one, in ascending order."""
        agree("the next train", min(self.owned(DEPOT)), train)
        agree(f"the trains of {company}", 0, self.owned(company).total())
        self.move_train(train, DEPOT, company)
        self.phase = max(self.phase, train)

    def on_phase(self, phase: str) -> None:
        agree("the phase", self.phase, phase)

    def on_exchanges(self, company: str, other: str, given: str, train: str) -> None:
        agree("who directs both", self.directors[company], self.directors[other])
        self.move_train(given, company, other)
        self.move_train(train, other, company)

    def on_hands_in(self, company: str, train: str) -> None:
        if AGED.get(train, "9") > self.phase:
            raise Disagreement(f"a train {train} is not aged yet")
        self.move_train(train, company, OUT)

    # -- the end ----------------------------------------------------------------------------------

    def on_runs(self, company: str, runs: str, income: int) -> None:
        """The higher value of the map's edge counts; only full tens are shared."""
        trains = (
            Counter(run.partition(":")[0] for run in runs.split(" | ")) if runs != "nothing" else Counter()
        )
        agree(f"{company} runs the train it has", True, trains <= self.owned(company))
        agree(f"the income of {company}", self.network.income(company, runs, late=True), income)
        self.incomes[company] = income // 10 * 10

    def on_dividends(self, player: str, amount: int) -> None:
        ours = sum(income * self.paper[c][player] // 100 for c, income in self.incomes.items())
        agree(f"the dividends of {player}", ours, amount)
        self.dividends[player] = ours

    def on_over(self, reason: str, winners: list[str]) -> None:
        """Among equals the director of the railway that pays most wins."""
        agree("turns", TURNS, self.turns)
        most = max(self.dividends.values())
        best = [player for player in self.players if self.dividends[player] == most]
        ranked = sorted(
            (self.incomes[c], d) for c, d in self.directors.items() if d in best and c in self.incomes
        )
        if len(best) > 1 and ranked:
            top = ranked[-1][0]
            best = [p for p in best if (top, p) in ranked]
        agree("who wins", set(best), set(winners))

    # -- agreeing ---------------------------------------------------------------------------------

    def check(self, view: Mapping[str, Any], scores: Mapping[str, int]) -> None:
        shown = view["position"]
        for company, about in shown["companies"].items():
            agree(f"the paper of {company}", self.held(company), about["shares"])
            agree(f"who directs {company}", self.directors.get(company, ""), about["president"])
            agree(f"the trains of {company}", self.owned(company), Counter(about["trains"]))
        agree("the depot", self.owned(DEPOT), Counter(shown["depot"]))
        agree("the phase", self.phase, shown["phase"])
        agree("links", self.network.links, shown["links"])
        if self.dividends:  # before the final run, scores look ahead to it
            agree("dividends", self.dividends, dict(scores))


def _read(data: Path, name: str) -> dict[str, Any]:
    return tomllib.loads((data / f"{name}.toml").read_text(encoding="utf-8"))
