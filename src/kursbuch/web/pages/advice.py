"""What the coach says, in words: choices with what they bring, chances over time, mistakes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.bots.advice import BEST, Advice, Candidate, Reason
from kursbuch.bots.review import Mistake, Review, Turn
from kursbuch.core import Action, BadInput, IllegalAction
from kursbuch.core.meaning import Meaning, Money, Player, meaning
from kursbuch.draw import chart_svg
from kursbuch.rail.actions import Buy, BuyTrain, Lay, Run
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
    shown = advice.candidates[:BEST]
    labels = labels_of(scene, [one.action for one in shown])
    choices = [
        _choice(scene, one, best, label)
        for n, (one, label) in enumerate(zip(shown, labels, strict=True))
        if label not in labels[:n]  # a tile turned half round may be the same for everybody but the engine
    ]
    note = scene.words(
        "What one is likely to be worth then, tried out on {games} imagined games that bots played on.",
        games=advice.tried,
    )
    return AdviceView(choices, scene.live, note if advice.tried else "")


def _choice(scene: Scene, one: Candidate, best: Candidate | None, label: Markup) -> AdvisedChoice:
    worth: Markup | str = ""
    behind: Markup | str = ""
    if one.worth:
        worth = scene.words.html("about {worth}", worth=scene.money(round(one.worth)))
    if best is not None and one is not best and round(best.lead - one.lead) > 0:
        less = scene.money(round(best.lead - one.lead))
        behind = scene.words.html("{less} less lead than with the best", less=less)
    return AdvisedChoice(one.action, label, worth, behind, reasons(scene, one))


def labels_of(scene: Scene, texts: Sequence[str]) -> list[Markup]:
    """Actions in words; what would be called alike is told apart."""
    labels = [_label(scene, text) for text in texts]
    return [
        _told_apart(scene, text, label) if labels.count(label) > 1 else label
        for text, label in zip(texts, labels, strict=True)
    ]


def _label(scene: Scene, text: str) -> Markup:
    """An action in words, with who does it where that is a company, and from which company a train comes."""
    try:
        action = scene.game.read(text)
    except BadInput:
        return Markup.escape(text)
    label = label_of(scene, action)
    if isinstance(action, BuyTrain) and action.source in scene.game.rules.entities:
        source = scene.company(action.source)
        if source not in label:
            label = scene.words.html("{choice} (from {source})", choice=label, source=source)
    actor = scene.company(action.actor)
    if action.actor in scene.game.players or actor in label:
        return label
    return Markup("{}: {}").format(actor, label)


def _told_apart(scene: Scene, text: str, label: Markup) -> Markup:
    """A tile by its track, runs by their stops, a share by where it lies, anything else by what the log would say."""
    action = scene.game.read(text)
    if isinstance(action, Lay) and scene.rail is not None:
        return scene.words.html("{choice} (track {hexes})", choice=label, hexes=_track(scene, action))
    if isinstance(action, Run):
        return Markup("{} ({})").format(label, _ways(scene, action))
    if isinstance(action, Buy):
        return scene.words.html("{choice} (out of {place})", choice=label, place=scene.place(action.source))
    return _foretold(scene, action) or label


def _track(scene: Scene, lay: Lay) -> str:
    """Which hexes the track of a tile joins: in one piece, or in several."""
    assert scene.rail is not None
    box = scene.rail.box
    pieces: list[set[int]] = []
    for pair in box.tiles[lay.tile].turns[lay.turn].pairs:
        touched = [piece for piece in pieces if piece & set(pair)]
        pieces = [piece for piece in pieces if piece not in touched] + [set(pair).union(*touched)]
    beside = dict(enumerate(box.map.beside[lay.hex]))  # what is no edge is a stop
    joined = [[scene.hex(hex) for end in sorted(piece) if (hex := beside.get(end))] for piece in pieces]
    return ", ".join(sorted(" – ".join(hexes) for hexes in joined))


def _ways(scene: Scene, run: Run) -> str:
    """The stops of each train."""
    ways = [
        f"{train}: {' – '.join(scene.hex(hex) for hex, _, stop in (part.partition('.') for part in way) if stop)}"
        for train, way in run.runs.runs
    ]
    return "; ".join(ways) or scene.words("no train runs")


def _foretold(scene: Scene, action: Action) -> Markup:
    """What the log would say of an action; nothing where this is another position than that of the choice."""
    try:
        then = scene.trial.after(action)
    except (BadInput, IllegalAction):
        return Markup("")
    return next((scene.event(event) for event in then.events_of(len(then.actions))), Markup(""))


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
    done, better = labels_of(scene, [one.done, one.better.action])
    return scene.words.html(
        "{player}: {done}. Better by about {loss}: {better}.",
        player=Markup("<b>{}</b>").format(one.player),
        done=done,
        better=Markup("<b>{}</b>").format(better),
        loss=scene.money(round(one.loss)),
    )
