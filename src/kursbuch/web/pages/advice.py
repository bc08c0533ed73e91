"""What the coach says, in words: choices with what they bring, chances over time, mistakes."""

from __future__ import annotations

from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.bots.advice import BEST, Advice, Candidate, Reason
from kursbuch.bots.review import Mistake, Review, Turn
from kursbuch.core import BadInput
from kursbuch.core.meaning import Meaning, Money, Player, meaning
from kursbuch.draw import chart_svg
from kursbuch.rail.meanings import Company, Hex, Private, Train
from kursbuch.web.coach import why_no_coach, why_silent
from kursbuch.web.pages.choices import label_of
from kursbuch.web.pages.history import PLAYER_COLOURS
from kursbuch.web.pages.scene import Scene
from kursbuch.web.service import TableInfo

_MEANINGS = {
    "company": meaning(Company),
    "train": meaning(Train),
    "hex": meaning(Hex),
    "player": meaning(Player),
    "private": meaning(Private),
    "box": Meaning("box"),
    **dict.fromkeys(
        ("income", "before", "worth", "price", "share", "mine", "missing", "cash"), meaning(Money)
    ),
}


@dataclass(frozen=True, slots=True)
class AdvisedChoice:
    """One of the best choices."""

    action: str
    label: Markup
    worth: Markup | str
    behind: Markup | str
    reasons: list[Markup]


@dataclass(frozen=True, slots=True)
class AdviceView:
    """The best choices at a decision; `live`: whether they can be chosen now."""

    choices: list[AdvisedChoice]
    live: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Told:
    """A move with a sentence about it."""

    move: int
    text: Markup
    reasons: list[Markup] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class ReviewView:
    """What there is to learn from a game."""

    chart: Markup
    turns: list[Told]
    mistakes: list[Told]


def offered(scene: Scene, info: TableInfo) -> bool:
    """Whether the coach can be asked about the decision that is shown."""
    if scene.game.over or why_no_coach(info):
        return False
    own = [player for player in scene.game.acting if player in scene.seats or info.uncovered]
    return bool(own) and not why_silent(info, scene.game, own[0])


def advice_view(scene: Scene, advice: Advice) -> AdviceView:
    """The best three choices; how far the others are behind the first."""
    best = advice.candidates[0] if advice.candidates else None
    choices = [_choice(scene, one, best) for one in advice.candidates[:BEST]]
    note = scene.words("Tried out on {games} imagined games, played on by bots.", games=advice.tried)
    return AdviceView(choices, scene.live, note if advice.tried else "")


def _choice(scene: Scene, one: Candidate, best: Candidate | None) -> AdvisedChoice:
    worth: Markup | str = ""
    behind: Markup | str = ""
    if one.worth:
        worth = scene.words.html("about {worth}", worth=scene.money(round(one.worth)))
    if best is not None and one is not best and round(best.lead - one.lead) > 0:
        behind = scene.words.html("{less} less than the best", less=scene.money(round(best.lead - one.lead)))
    return AdvisedChoice(one.action, _label(scene, one.action), worth, behind, reasons(scene, one))


def _label(scene: Scene, text: str) -> Markup:
    """An action in words, with who does it where that is a company."""
    try:
        action = scene.game.read(text)
    except BadInput:
        return Markup.escape(text)
    label = label_of(scene, action)
    if action.actor in scene.game.players or action.actor in label:
        return label
    return Markup("{} {}").format(scene.company(action.actor), label)


def reasons(scene: Scene, one: Candidate) -> list[Markup]:
    """Why, in sentences; what the catalogue has no sentence for is not said."""
    return [said for reason in one.reasons if (said := _reason(scene, reason))]


def _reason(scene: Scene, reason: Reason) -> Markup | None:
    key = scene.key("coach", reason.key)
    if not scene.words.has(key):
        return None
    return scene.words.html(key, **scene.values(reason.values, _MEANINGS))


def review_view(scene: Scene, review: Review) -> ReviewView:
    """Chances, turning points and mistakes in words."""
    percent = {player: [100 * part for part in line] for player, line in review.chances.items()}
    chart = chart_svg(
        percent,
        title=scene.words("Chances in %"),
        labels=[str(move) for move in review.moves],
        colours=dict(zip(scene.game.players, PLAYER_COLOURS, strict=False)),
        size=(380.0, 220.0),
    )
    turns = [Told(turn.move, _turn(scene, turn)) for turn in review.turns]
    mistakes = [Told(one.move, _mistake(scene, one), reasons(scene, one.better)) for one in review.mistakes]
    return ReviewView(Markup(chart), turns, mistakes)


def _turn(scene: Scene, turn: Turn) -> Markup:
    return scene.words.html(
        "{player}'s chances rise from {before} % to {after} %.",
        player=Markup("<b>{}</b>").format(turn.player),
        before=round(100 * turn.before),
        after=round(100 * turn.after),
    )


def _mistake(scene: Scene, one: Mistake) -> Markup:
    return scene.words.html(
        "{player}: {done}. Better: {better} (about {loss}).",
        player=Markup("<b>{}</b>").format(one.player),
        done=_label(scene, one.done),
        better=Markup("<b>{}</b>").format(_label(scene, one.better.action)),
        loss=scene.money(round(one.loss)),
    )
