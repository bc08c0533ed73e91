"""Nuremberg in words: areas by name, bills as coloured amounts, events as the title's own sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, cast

from markupsafe import Markup

from kursbuch.core import BadInput, Event, Meaning
from kursbuch.titles.nuremberg.pictures.ground import area_name
from kursbuch.titles.nuremberg.pictures.style import COMPANY_LETTERS, initials, player_class
from kursbuch.titles.nuremberg.pictures.words import term
from kursbuch.titles.nuremberg.rules.actions import Bill
from kursbuch.titles.nuremberg.rules.box import CARGO, COLOURS, COMPANIES, PIECES
from kursbuch.titles.nuremberg.rules.parts import Box
from kursbuch.titles.nuremberg.rules.state import Table
from kursbuch.web.pages.scene import Scene


def box_of(scene: Scene) -> Box:
    """The box that is played with."""
    return cast("Table", scene.game.state).box


@lru_cache(maxsize=16)
def _by_name(box: Box) -> Mapping[str, str]:
    """Refusals name areas as the board does."""
    return {area.name: id for id, area in box.areas.items()}


def word(scene: Scene, name: str) -> str:
    """A term of the title's list."""
    return term(name, scene.words.language)


def area(scene: Scene, id: str) -> str:
    box = box_of(scene)
    return area_name(box, _by_name(box).get(id, id), scene.words.language)


def line(scene: Scene, areas: Sequence[str]) -> Markup:
    """A line by its areas."""
    return Markup.escape(" – ".join(area(scene, id) for id in areas))


def amount(scene: Scene, kind: str, number: int | str) -> Markup:
    """So many points of a colour, cubes or build points."""
    return _amount(kind, str(number), word(scene, kind))


@lru_cache(maxsize=1024)
def _amount(kind: str, number: str, name: str) -> Markup:
    # what it is called when it is pointed at is what is hidden: nuremberg.js
    return Markup('<span class="nu-amount nu-c-{}">{}<span class="hidden"> {}</span></span>').format(
        kind, number, name
    )


def bill(scene: Scene, amounts: Bill | Mapping[str, int]) -> Markup:
    """A bill as coloured amounts, build points first."""
    named = amounts.named() if isinstance(amounts, Bill) else list(amounts.items())
    parts = [amount(scene, kind, number) for kind, number in named if number]
    return Markup('<span class="nu-bill">{}</span>').format(
        Markup(" ").join(parts) or scene.words("nothing to pay")
    )


def bill_in_words(scene: Scene, amounts: Mapping[str, int]) -> Markup:
    """A bill with the words beside the amounts."""
    parts = [
        Markup('<span class="nu-worded">{} {}</span>').format(amount(scene, kind, n), word(scene, kind))
        for kind, n in amounts.items()
        if n
    ]
    return Markup(" ").join(parts) or Markup.escape(scene.words("nothing to pay"))


def player(scene: Scene, name: str) -> Markup:
    """A player's name behind a marker with letter and colour."""
    return _player(scene.game.players, name)


@lru_cache(maxsize=1024)
def _player(players: tuple[str, ...], name: str) -> Markup:
    return Markup('<i class="nu-player {}" aria-hidden="true">{}</i><b>{}</b>').format(
        player_class(players, name), initials(players)[name], name
    )


def company(scene: Scene, id: str) -> Markup:
    return _company(id, word(scene, id))


@cache
def _company(id: str, name: str) -> Markup:
    return Markup('<b class="nu-company nu-c-{}" title="{}">{}</b>').format(id, name, name)


def piece(scene: Scene, id: str) -> Markup:
    """A piece: its sign and its word."""
    return Markup('<span class="nu-cargo">{}{}</span>').format(sign(scene, id), word(scene, f"{id}_piece"))


def sign(scene: Scene, id: str, empty: str = "") -> Markup:
    """A piece as a small sign; `empty` names the kind of a free place."""
    title = word(scene, f"{id}_piece") if id else scene.words(f"free.nuremberg.{empty}")
    return _sign(id or f"free-{empty}", title, COMPANY_LETTERS.get(id, ""))


@cache
def _sign(kind: str, title: str, letter: str) -> Markup:
    return Markup('<i class="nu-sign nu-s-{}" title="{}">{}</i>').format(kind, title, letter)


def value(scene: Scene, meaning: Meaning | None, given: Any) -> Any:
    """A value of an event, an action or a refusal; None if it is nothing of this title's."""
    show = _SHOWN.get(meaning.name) if meaning is not None else None
    return None if show is None or given == "" else show(scene, given)


def _player_or_all(scene: Scene, names: str | Sequence[str]) -> Markup | None:
    """A player, or several one after the other; None for somebody else."""
    every = [names] if isinstance(names, str) else names
    if not all(name in scene.game.players for name in every):
        return None
    return Markup(", ").join(player(scene, name) for name in every)


def _area(scene: Scene, id: str) -> str | None:
    return area(scene, id) if id in box_of(scene).areas or id in _by_name(box_of(scene)) else None


def _line(scene: Scene, areas: str | Sequence[str]) -> Markup:
    return line(scene, areas.split("-") if isinstance(areas, str) else areas)


def _piece(scene: Scene, id: str) -> Markup | None:
    return piece(scene, id) if id in PIECES else None


def _pieces(scene: Scene, ids: Sequence[str]) -> str:
    names = [f"{n} × {word(scene, f'{id}_piece')}" for id, n in Counter(map(str, ids)).items()]
    return ", ".join(names) or scene.words("nothing")


def _markers(scene: Scene, colours: Mapping[str, str]) -> Markup:
    return Markup(", ").join(
        Markup("{} {}").format(box, amount(scene, colour, "+1")) for box, colour in colours.items()
    )


def _box(scene: Scene, id: str) -> Markup:
    return Markup('<b class="nu-box-id">{}</b>').format(id)


def _company_or_none(scene: Scene, id: str) -> Markup | None:
    return company(scene, id) if id in COMPANIES else None


def _bill(scene: Scene, given: Any) -> Any:
    try:
        return bill(scene, Bill.read(given, "bill"))
    except BadInput:
        return None


def _counts(scene: Scene, given: Mapping[str, int]) -> Markup:
    """Numbers by name: gains of influence as coloured amounts, parts of a score in words."""
    if all(name in COLOURS for name in given):
        return Markup(" ").join(amount(scene, name, f"+{n}") for name, n in given.items())
    return Markup(", ").join(
        Markup("{} {}").format(word(scene, name), scene.words.signed(n)) for name, n in given.items()
    )


_SHOWN: Mapping[str, Callable[[Scene, Any], Any]] = {
    "player": _player_or_all,
    "party": _player_or_all,
    "area": _area,
    "line": _line,
    "piece": _piece,
    "pieces": _pieces,
    "company": _company_or_none,
    "train": Scene.train,
    "box": _box,
    "bill": _bill,
    "term": word,
    "counts": _counts,
    "markers": _markers,
}


_SAID: dict[
    tuple[str, tuple[str, ...], str, str, str], Markup | None
] = {}  # pages show the same events over and over


def event(scene: Scene, happened: Event) -> Markup | None:
    """What happened, as the title says it; an empty line for what needs no words."""
    edition = scene.game.edition.digest if scene.game.edition else ""
    key = (scene.words.language, scene.game.players, happened.key, repr(happened.values), edition)
    if key not in _SAID:
        if len(_SAID) > 20_000:
            _SAID.clear()
        _SAID[key] = _sentence(scene, happened)
    return _SAID[key]


def _sentence(scene: Scene, happened: Event) -> Markup | None:
    sentence = scene.words.messages.get(f"event.nuremberg.{happened.key}")
    if sentence is None:
        return None
    said = Markup(Markup.escape(sentence)).format_map(scene.told(happened))
    if happened.key == "phase":
        return Markup("{}: {}").format(said, word(scene, f"phase_{happened.values['phase']}"))
    return said


def kept(scene: Scene, counts: Mapping[str, int]) -> Markup:
    """What a player has carried so far, each kind with its sign."""
    return Markup(" ").join(
        Markup('<span class="nu-kept">{}{}</span>').format(sign(scene, id), counts[id]) for id in CARGO
    )
