"""Playing on from a choice with the house in all seats, to where the position can be valued."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import replace
from random import Random

from kursbuch.bots.character import STEADY
from kursbuch.bots.house import HouseBot
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.wisdom import Wisdom
from kursbuch.core import Action, Game, IllegalAction
from kursbuch.core.action import kind_of

_HOUSE = HouseBot(replace(STEADY, whim=0.0, looks=0.2))
_TASTE = (
    7  # the house's own taste is the same in all playouts: chance comes in by slips, where it is meant to
)
HABITUAL = frozenset({"lay", "station", "connect"})  # what is built is much the same in all lines of play


class Playing:
    """The playouts of one decision. What was met before, by the same moves in the same world, is not played again."""

    def __init__(self, wisdom: Wisdom, budget: Budget, seed: int) -> None:
        self.wisdom, self.budget, self.seed = wisdom, budget, seed
        self._known: dict[tuple[int, int], Game] = {}  # where the house's move leads, by world and way
        self._habits: dict[
            Hashable, Action
        ] = {}  # what was built in a company's turn when that was thought about, and what was chosen at what is alike

    def expect(self, choice: Action, *habits: Hashable | None) -> None:
        """The same will be chosen where these are met again."""
        self._habits.update((habit, choice) for habit in habits if habit is not None)

    def value(self, sample: Game, option: Action, number: int) -> Mapping[str, float]:
        """What everybody can expect after a choice, in imagined game `number`; raises Enough."""
        line = _Line(self, sample, number)
        line.go(option)
        for depth in range(self.wisdom.patience):
            if line.game.over or self.wisdom.settled(sample.state, line.game.state):
                break
            self.budget.check()
            line.on(depth)
        self.budget.spend()
        return line.game.scores() if line.game.over else self.wisdom.worth(line.game)


class _Line:
    """One line of play."""

    def __init__(self, playing: Playing, sample: Game, number: int) -> None:
        self.playing, self.number = playing, number
        self.game = sample
        self.draws = sample.state.chance.count
        self.one_world = not sample.rules.secrets  # all imagined games are one then, until chance is asked
        self.way = 0  # the moves since the decision, as a hash

    @property
    def world(self) -> int:
        return 0 if self.one_world and self.game.state.chance.count == self.draws else self.number + 1

    def go(self, action: Action) -> None:
        """A move that the house did not choose."""
        self.game = self.game.after(action)
        self.way = hash((self.way, str(action)))

    def on(self, depth: int) -> None:
        """A move of the house, or now and then something else."""
        luck = Random(hash((self.playing.seed, self.number, depth)))
        slip = self._slip(luck) if luck.random() < self.playing.wisdom.noise else None
        if slip is not None:
            self.go(slip)
            return
        key = (self.world, self.way)
        known = self.playing._known.get(key)
        if known is None:
            known = self.playing._known[key] = self._by_habit() or self._thought_about()
        self.game = known
        self.way = hash((self.way, 1))

    def _by_habit(self) -> Game | None:
        """Where the same turn in another line led, if that can be done here too."""
        wisdom, habits = self.playing.wisdom, self.playing._habits
        usual = habits.get(wisdom.habit(self.game.state)) or habits.get(wisdom.alike(self.game.state))
        if usual is None:
            return None
        try:
            return self.game.after(usual)
        except IllegalAction:
            return None

    def _thought_about(self) -> Game:
        """Where the house's choice leads."""
        player, wisdom = self.game.acting[0], self.playing.wisdom
        met = wisdom.alike(self.game.state)
        view, legal = self.game.view(player), self.game.legal_actions(player)
        wisdom.recall(self.game, view)
        choice = _HOUSE.choose(view, legal, Random(_TASTE))
        building = not HABITUAL.isdisjoint(kind_of(type(action)) for action in legal)
        if not building:  # what is recalled may be another board just like it
            self.playing.expect(choice, met, wisdom.alike(self.game.state))
        elif kind_of(type(choice)) in HABITUAL | {"pass"}:
            self.playing.expect(choice, wisdom.habit(self.game.state))
        return self.game.after(choice)

    def _slip(self, luck: Random) -> Action | None:
        """Something else that a player might do; None where only the house's way makes sense."""
        player = self.game.acting[0]
        legal = self.game.legal_actions(player)
        others = self.playing.wisdom.options(self.game.view(player), legal, legal[0])
        return luck.choice(others) if others else None
