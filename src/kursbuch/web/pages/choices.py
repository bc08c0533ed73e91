"""Every legal choice of a decision as data for controls: groups of rows of buttons and amounts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from markupsafe import Markup

from kursbuch.core import Action, Meaning, Refusal
from kursbuch.core.action import kind_of
from kursbuch.core.meaning import meanings_of
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Choice:
    """One control. `action` is its text form; with `span` the amount is still to be chosen."""

    action: str
    label: str | Markup
    sub: str | Markup = ""
    tone: str = ""  # "main", "quiet" or "danger"
    hex: str = ""  # choosing this hex on the board chooses the control
    lo: int = 0
    hi: int = 0
    step: int = 0  # 0: a definite action

    @property
    def ranged(self) -> bool:
        return self.step > 0


@dataclass(slots=True)
class Row:
    """Choices about one thing: a company, a train, a place."""

    lead: str | Markup
    note: str | Markup = ""
    choices: list[Choice] = field(default_factory=list)
    ordered: bool = False  # its choices are the same thing, more of it each time

    @property
    def stepped(self) -> bool:
        """Whether one of its choices is shown at a time, with steps to less and more."""
        return self.ordered and len(self.choices) > 2


@dataclass(slots=True)
class Group:
    """Choices of one kind. `layout`: "rows", "board" (pick a hex), "runs", "cards" (previews inside), "foot"."""

    kind: str
    title: str
    layout: str = "rows"
    rows: list[Row] = field(default_factory=list)
    template: str = ""  # of a title that lays these choices out in its own way
    data: Any = None  # what that template shows

    @property
    def choices(self) -> list[Choice]:
        return [choice for row in self.rows for choice in row.choices]


def text_of(action: Action) -> str:
    """An action as it is sent; one that somebody plays in another's turn says who."""
    return f"{action.by}: {action}" if action.by else str(action)


def choice_of(scene: Scene, action: Action, **more: Any) -> Choice:
    """The control of an action, its label from the catalogue."""
    given: dict[str, Any] = {"label": label_of(scene, action), **more}
    if action.span is None:
        return Choice(text_of(action), **given)
    span = action.span
    return Choice(text_of(action.at(span.lo)), lo=span.lo, hi=span.hi, step=span.step, **given)


def label_of(scene: Scene, action: Action) -> Markup:
    """An action in words, as on a button."""
    key = scene.key("action", kind_of(type(action)))
    if scene.words.has(key):
        data = {k: v for k, v in action.to_dict().items() if k not in ("do", "by", "range")}
        return scene.words.html(scene.apt(key, data), **scene.values(data, meanings_of(type(action))))
    text = str(action)
    if action.span:
        text = text.replace(f"{action.span.lo}..{action.span.hi}/{action.span.step}", "…")
    return Markup.escape(text.removeprefix(action.actor).strip().replace("_", " "))


def plain_groups(scene: Scene, actions: Iterable[Action]) -> list[Group]:
    """Controls for any title: one group for each kind of action, passing last."""
    groups: dict[str, Group] = {}
    rows: dict[tuple[str, str], Row] = {}
    for action in actions:
        kind = kind_of(type(action))
        title = scene.word("kind", kind)
        group = groups.setdefault(kind, Group(kind, title, "foot" if kind == "pass" else "rows"))
        data, meanings = _open_fields(action), meanings_of(type(action))
        lead = next((name for name in _LEADS if name in data), "")
        key = (kind, f"{action.actor} {data.get(lead, '')}")
        row = rows.get(key)
        if row is None:
            about = scene.value(meanings.get(lead), data[lead]) if lead else Markup("")
            if action.actor not in scene.game.players:  # in the name of a company: say which
                about = Markup("{} {}").format(scene.company(action.actor), about)
            row = rows[key] = Row(about)
            group.rows.append(row)
        more = {"hex": str(data["hex"])} if "hex" in data else {}
        row.choices.append(
            choice_of(
                scene,
                action,
                label=_rest(scene, data, meanings, lead) or ("" if action.span else title),
                **more,
            )
        )
    return sorted(groups.values(), key=lambda group: group.layout == "foot")


# what a row of choices is about, in this order
_LEADS = ("company", "private", "train", "box", "start", "area", "hex")


def _open_fields(action: Action) -> dict[str, Any]:
    """What an action says beside its kind and actor; an amount still to be chosen is left out."""
    data = {k: v for k, v in action.to_dict().items() if k not in ("do", "actor", "by", "range")}
    if action.span:
        data.pop(action.amount, None)
    return data


def _rest(scene: Scene, data: dict[str, Any], meanings: Mapping[str, Meaning], lead: str) -> Markup:
    return Markup(" ").join(
        scene.value(meanings.get(name), value) for name, value in data.items() if name != lead
    )


@dataclass(frozen=True, slots=True)
class Refused:
    """A kind of choice that is not open, and why."""

    label: Markup
    reason: Markup
    section: str
    rule: str


def refused(scene: Scene, player: str, skip: Iterable[str] = ("lay", "station")) -> list[Refused]:
    """What the player might expect to be able to do now, and the rule against it; each reason once."""
    game = scene.game
    s, seen, out = game.state, set(), []
    stage = game.rules.stages[s.top.stage]
    for step in stage.open_steps(s, s.top):
        if kind_of(step.action) in skip:
            continue
        for action in step.candidates(s, player):
            definite = action.at(action.span.lo) if action.span else action
            refusal = game.why_not(definite)
            if refusal is None:
                continue
            reason = scene.refusal(refusal)
            if (kind_of(step.action), reason) not in seen:
                seen.add((kind_of(step.action), reason))
                out.append(explained(scene, label_of(scene, definite), refusal))
    return out


def explained(scene: Scene, label: str | Markup, refusal: Refusal) -> Refused:
    return Refused(Markup.escape(label), scene.refusal(refusal), refusal.section, refusal.rule)
