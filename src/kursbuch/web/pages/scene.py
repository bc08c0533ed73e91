"""What a page shows: a game at one of its moves, to one viewer, in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from markupsafe import Markup, escape

from kursbuch.core import Action, Event, Game, Meaning, Refusal, veiled
from kursbuch.core.action import kind_of
from kursbuch.draw.palette import safe_colour, text_on
from kursbuch.rail.state import RailState
from kursbuch.rail.steps.limits import Limits
from kursbuch.web.pages.distance import LAPTOP, SeenFrom
from kursbuch.web.pages.page import Page, page_of
from kursbuch.words import Words

_MINOR = "#6d6453"  # the mark of a company without shares


@lru_cache(maxsize=1024)
def _mark(id: str) -> Markup:
    """The mark of a company; its colours are told once to a page (`Scene.colours`)."""
    return Markup('<b class="co" data-ref="company:{}">{}</b>').format(id, id)


@lru_cache(maxsize=1024)
def _coloured(id: str, colour: str) -> str:
    """The rule of a style sheet that colours the marks of a company, whatever letters an edition gives it."""
    letters = "".join(c if c.isascii() and c.isalnum() else f"\\{ord(c):x} " for c in id)
    colour = safe_colour(colour)
    return f'.co[data-ref="company:{letters}"]{{--co:{colour};--on:{text_on(colour)}}}'


@lru_cache(maxsize=1024)
def _strong(text: str) -> Markup:
    return Markup("<b>{}</b>").format(text)


@lru_cache(maxsize=256)
def train_mark(name: str) -> Markup:
    """A kind of train, or the kind of a card, whichever of its copies."""
    name = name.partition("#")[0]
    return Markup('<span class="train" data-ref="train:{}">{}</span>').format(name, name)


@dataclass(frozen=True)
class Scene:
    """A game as one viewer sees it. `seats` are the players that the viewer decides for."""

    game: Game  # as it stood at the move that is shown
    viewer: str | None
    seats: tuple[str, ...]
    words: Words
    moves: int  # of the whole game
    helps_off: frozenset[str] = frozenset()  # what the people at the table do without; see web.helps
    asked: int | None = None  # the move to be shown; positions of long ago may be kept no more
    seen_from: SeenFrom = LAPTOP  # how far off the board is looked at

    @property
    def too_early(self) -> bool:
        """Whether a move was asked for whose position is not kept: a later one is shown."""
        return self.asked is not None and max(self.asked, 0) < len(self.game.actions)

    @property
    def live(self) -> bool:
        """Whether this is the newest position."""
        return len(self.game.actions) == self.moves

    def helps(self, name: str) -> bool:
        """Whether a help may be given at this table."""
        return name not in self.helps_off

    @cached_property
    def page(self) -> Page:
        """What the title brings to the page."""
        return page_of(self.game.title)

    @cached_property
    def position(self) -> dict[str, Any]:
        """All that the viewer may know of the position."""
        return self.game.rules.view(self.game.state, self.viewer)

    @cached_property
    def trial(self) -> Game:
        """What choices are tried on, each on a copy (`Game.after`): without what the viewer may not know.

        Round one screen the others look on: what their own players keep secret is left out as well.
        """
        return veiled(self.game, (self.viewer,) if self.viewer else ())

    @cached_property
    def deciding(self) -> tuple[str, ...]:
        """The player that the viewer may decide for now; at one screen one after the other."""
        return tuple(p for p in self.game.acting if p in self.seats)[:1] if self.live else ()

    @cached_property
    def legal(self) -> list[Action]:
        """Everything that may be done now by the player whom the viewer decides for; worked out once."""
        return [action for player in self.deciding for action in self.game.legal_actions(player)]

    @cached_property
    def interjections(self) -> list[Action]:
        """What players of the viewer may do although others are to decide; each says by whom."""
        others = (
            [p for p in self.seats if p not in self.game.acting] if self.live and not self.game.over else []
        )
        return [replace(a, by=p) for p in others for a in self.game.legal_actions(p)]

    @property
    def step(self) -> str:
        """The kind of step that the turn under way is at; "" if the decision is none of a turn's steps."""
        top = self.game.state.top
        order, at = getattr(self.game.rules.stages[top.stage], "order", ()), getattr(top, "at", -1)
        if isinstance(order, tuple) and isinstance(at, int) and 0 <= at < len(order):
            return kind_of(order[at].action)
        return ""

    @property
    def kind(self) -> str:
        """What kind of decision is to be taken: a step of a turn, or else the kind of the stage."""
        return self.step or self.game.stages[-1]

    @property
    def can_redo(self) -> bool:
        """Whether an action was taken back that could be played again."""
        return bool(self.game.undone)

    @property
    def rail(self) -> RailState | None:
        """The position of a game with companies and a board of hexes; None for other titles."""
        state = self.game.state
        return state if isinstance(state, RailState) else None

    @property
    def limits(self) -> Limits[Any] | None:
        """How much paper may be held; None for titles that have no such rule."""
        found = getattr(self.game.rules, "limits", None)
        return found if isinstance(found, Limits) else None

    # -- words ------------------------------------------------------------------------------------

    def money(self, amount: int) -> str:
        """An amount in the title's style."""
        pattern = self.rail.box.money if self.rail else "{}"
        text = pattern.format(self.words.number(abs(amount))).replace(" ", "\u00a0")
        return f"−{text}" if amount < 0 else text  # the sign stands before the currency

    def company(self, id: str) -> Markup:
        """A company's mark: its letters on its colour."""
        known = self.rail is not None and (id in self.rail.box.companies or id in self._minors)
        return _mark(id) if known else Markup(escape(id))

    @property
    def _minors(self) -> Mapping[str, Any]:
        """Companies that one player owns whole."""
        return getattr(self.rail and self.rail.box, "minors", {})

    @property
    def colours(self) -> Markup:
        """The style sheet of the companies' marks."""
        companies = self.rail.box.companies if self.rail else {}
        of = {**dict.fromkeys(self._minors, _MINOR), **{id: c.colour for id, c in companies.items()}}
        return Markup("".join(_coloured(id, colour) for id, colour in of.items()))

    def key(self, prefix: str, name: str) -> str:
        """Where the catalogue has a word: the title's own one, else the one that railway games share."""
        own = f"{prefix}.{self.game.title}.{name}"
        return own if self.rail is None or self.words.has(own) else f"{prefix}.{name}"

    def apt(self, key: str, data: Mapping[str, Any]) -> str:
        """The key for a train with one side, if the catalogue has one: its side goes without saying."""
        plain = f"{key}.one-sided"
        return (
            plain if "side" in data and data["side"] == data.get("train") and self.words.has(plain) else key
        )

    def word(self, prefix: str, name: str) -> str:
        """A word for a kind of thing: a decision, an action, a term that titles have their own for."""
        return self.words(self.key(prefix, name))

    def hex(self, id: str) -> str:
        """A hex with the name of its place, if it has one."""
        place = self.rail.box.map.hexes.get(id) if self.rail else None
        return f"{place.name} ({id})" if place and place.name else id

    def private(self, id: str) -> str:
        """A private company: its letters and its name, as the position gives it."""
        name = self.position.get("privates", {}).get(id, {}).get("name", "")
        return f"{id} {name}".strip()

    def train(self, name: str) -> Markup:
        return train_mark(name)

    def place(self, name: str) -> str | Markup:
        """Where paper, trains or money lie: a company, a player, the bank, the depot."""
        if name in self.game.rules.entities:
            return self.company(name)
        return name if name in self.game.players else self.words(f"place.{name}")

    def value(self, meaning: Meaning | None, value: Any) -> Any:
        """A value of an event, an action or a refusal, made readable by what it means."""
        desk = self.page.desk
        if desk is not None and (own := desk.value(self, meaning, value)) is not None:
            return own
        if isinstance(value, bool) or value is None:
            return value
        if isinstance(value, (list, tuple)):
            return Markup(", ").join(self.value(meaning, part) for part in value)
        if isinstance(value, int):
            is_money = meaning is not None and meaning.name == "money"
            return self.money(value) if is_money else self.words.number(value)
        return self._text(meaning, str(value))

    def _text(self, meaning: Meaning | None, text: str) -> str | Markup:
        if meaning is not None and meaning.words:
            return self.words(f"{meaning.words}.{text}")
        shown = _SHOWN.get(meaning.name) if meaning is not None and self.rail else None
        return self._plain(text) if shown is None else shown(self, text)

    def _plain(self, text: str) -> str | Markup:
        """A text that may be anything: a party is known by its name."""
        if text in self.game.rules.entities:
            return self.company(text)
        if text in self.game.players:
            return _strong(text)
        if self.rail is not None:
            return text
        named = f"name.{self.game.title}.{text}"
        return self.words(named) if self.words.has(named) else text.replace("_", " ")

    def _lying(self, name: str) -> str | Markup:
        """Where something lies; players stand out as they do everywhere in a sentence."""
        return _strong(name) if name in self.game.players else self.place(name)

    def values(self, data: Mapping[str, Any], meanings: Mapping[str, Meaning | None]) -> dict[str, Any]:
        """Values made readable by what the fields of those names mean."""
        return {field: self.value(meanings.get(field), value) for field, value in data.items()}

    def told(self, event: Event) -> dict[str, Any]:
        """The values of an event, made readable."""
        kind = self.game.rules.told.get(event.key)
        return self.values(event.values, kind.meanings if kind else {})

    def event(self, event: Event) -> Markup:
        """What happened, in a sentence."""
        desk = self.page.desk
        if desk is not None and (said := desk.event(self, event)) is not None:
            return said
        own = self.page.customs.event
        if own is not None and (told := own(self, event)) is not None:
            return told
        key = self.apt(self.key("event", event.key), event.values)
        if event.values.get("cost") == 0 and self.words.has(f"{key}.free"):
            key += ".free"
        values = self.told(event)
        if not self.words.has(key):  # a title whose words are still missing: say it as data
            plain = Markup(", ").join(
                Markup("{} {}").format(self.words(f"field.{k}"), v) for k, v in values.items()
            )
            return Markup("{}: {}").format(self.words(key), plain)
        return self.words.html(key, **values)

    def refusal(self, refusal: Refusal) -> Markup:
        """Why not, in a sentence."""
        return self.words.html(
            refusal.message, **self.values(refusal.values, self.game.rules.refusal_meanings)
        )


# how texts of a railway game are shown, by what they mean
_SHOWN: Mapping[str, Callable[[Scene, str], str | Markup]] = {
    "private": Scene.private,  # which may have the letters of a company
    "hex": Scene.hex,
    "train": Scene.train,
    "place": Scene._lying,
}
