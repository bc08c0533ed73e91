"""The rest of a company's turn in one go: nothing built, the best runs, paid out, nothing bought.

It is a proposal, shown with all that it brings about before anybody agrees to it; each of its actions is judged and
stored like any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.core import Action, Game
from kursbuch.rail.actions import Pass, Pay
from kursbuch.rail.rounds import TurnFrame
from kursbuch.web.helps import names_runs
from kursbuch.web.pages.choices import label_of, text_of
from kursbuch.web.pages.preview import Effect, changes
from kursbuch.web.pages.scene import Scene

MOST = 12  # actions of a turn


@dataclass(slots=True)
class TurnPlan:
    """What would be done, line by line, and what it would bring about."""

    actions: list[str] = field(default_factory=list)
    labels: list[Markup] = field(default_factory=list)
    effects: list[Effect] = field(default_factory=list)


def can_plan(scene: Scene) -> bool:
    """Whether a turn of a company is under way that the viewer could finish in one go."""
    return bool(scene.deciding) and _company(scene.game) != "" and scene.helps("best_runs")


def turn_plan(scene: Scene) -> TurnPlan:
    """The obvious choice of every step until the turn is over, or until there is none."""
    out = TurnPlan()
    if not can_plan(scene):
        return out
    game, company, player = scene.trial, _company(scene.game), scene.deciding[0]
    while len(out.actions) < MOST and _company(game) == company and game.acting == (player,):
        action = obvious(game.legal_actions(player))
        if action is None:
            break
        after = game.after(action)
        if after.state.chance.count != game.state.chance.count:
            break  # nobody looks at what is drawn before agreeing
        then = Scene(game, scene.viewer, scene.seats, scene.words, len(game.actions), scene.helps_off)
        out.actions.append(text_of(action))
        out.labels.append(_label(then, action))
        game = after
    out.effects = changes(scene, game)
    return out


def obvious(legal: Sequence[Action]) -> Action | None:
    """What most players do without thinking: run for most, pay out, let go by what can be let go by."""
    for found in (
        [a for a in legal if isinstance(a, Pay)],
        [a for a in legal if names_runs(a)],
        [a for a in legal if isinstance(a, Pass)],
    ):
        if found:
            return found[0]
    return legal[0] if len(legal) == 1 and legal[0].span is None else None


def _company(game: Game) -> str:
    """The company whose turn is at one of its steps; "" if something else is to be decided."""
    top = game.state.top
    return top.company if not game.over and isinstance(top, TurnFrame) else ""


def _label(scene: Scene, action: Action) -> Markup:
    """An action of the plan; passing is named by the step that is let go by."""
    if isinstance(action, Pass):
        key = scene.key("pass", scene.kind)
        said = scene.words(key) if scene.words.has(key) else scene.words("do.pass")
        return Markup("{}: {}").format(scene.word("chip", scene.kind), said)
    return Markup("{}: {}").format(scene.word("chip", scene.kind), label_of(scene, action))
