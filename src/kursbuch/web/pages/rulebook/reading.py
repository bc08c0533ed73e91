"""The page with a title's rules, put together once a language: chapters, tables, pictures, examples, rulings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache

from markupsafe import Markup

from kursbuch.core import BadInput
from kursbuch.draw import draw
from kursbuch.editions.counting import reasons as because
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import family_of
from kursbuch.web.pages.cards import card_of, kinds_of
from kursbuch.web.pages.cards.card import Facts, Gallery, Links, Part, Says, Sheet, Text
from kursbuch.web.pages.rulebook import examples, tables
from kursbuch.web.pages.rulebook.by_players import by_players
from kursbuch.web.pages.rulebook.examples import Example
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.shelf import Switch, cards
from kursbuch.words import Point, summaries
from kursbuch.words.book import Book, Chapter, Said, book
from kursbuch.words.glossary import Linking, Term, terms_for

_CONTROL = re.compile(r'<button type="button" class="ref" data-ref="[^"]*">(.*?)</button>', re.DOTALL)
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:\.\d+)+(?![\w.]*\d)")  # of a section
_MARK = re.compile(r'class="co" data-ref="company:([^"]*)"')
_VIEW = re.compile('viewBox="([^"]+)"')
_REFERS = re.compile(r' data-ref="[^"]*"')


@dataclass(slots=True)
class Line:
    """A point with its sentence; `new`: the title that this one adds to does not have it."""

    id: str
    number: str  # the id without the title's letters
    section: str
    text: Markup
    new: bool = False


@dataclass(slots=True)
class Figure:
    """A picture by its name, with its words and its size, so that nothing moves when it arrives."""

    name: str
    label: str
    wide: int
    high: int


@dataclass(slots=True)
class Told:
    """An example with its picture, if it has one."""

    example: Example
    figure: Figure | None


@dataclass(slots=True)
class Shown:
    """A chapter as it is read."""

    id: str
    name: str
    intro: Markup
    lines: list[Line]
    parts: list[Part] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    examples: list[Told] = field(default_factory=list)
    living: list[tuple[str, str]] = field(default_factory=list)  # positions to try out: name and address
    new: bool = False  # whether anything in it is


@dataclass(slots=True)
class Judged:
    """A ruling with the points that it is about."""

    points: tuple[str, ...]
    text: str


@dataclass(slots=True)
class Reading:
    """All that the page shows."""

    title: str
    chapters: list[Shown]
    rulings: list[Judged]
    reasons: list[tuple[str, str]]
    options: list[Switch]
    revisions: list[tuple[int, str]]
    base: str
    colours: Markup
    styles: tuple[str, ...]  # sheets of the title's own page, for what its tables and examples show
    elsewhere: list[tuple[str, str]]  # points of other titles of the family, and where they are read


def reading(title: str, language: str) -> Reading:
    """A title's rules as they are read; one without chapters has one for each section of its points."""
    scene, own = tables.scene_of(title, language), book(title) or _plain(title)
    link = Linking(terms_for(title), language, glossary_address)
    base = {p for c in _base(own) for p in c.points}
    return Reading(
        title,
        [_chapter(scene, own, chapter, link, base) for chapter in own.chapters],
        [Judged(ruling.points, ruling.says.text(language)) for ruling in own.rulings],
        reasons(own, language),
        _options(scene),
        [(revision.number, revision.says.text(language)) for revision in own.revisions],
        own.base,
        colours(scene),
        scene.page.desk.styles if scene.page.desk else (),
        [(point, _home(title, point)) for point in own.elsewhere],
    )


def glossary_address(term: Term) -> str:
    return f"/glossary#{term.id}"


def _plain(title: str) -> Book:
    sections: dict[str, list[str]] = {}
    for id, point in summaries(title).items():
        sections.setdefault(point.section, []).append(id)
    chapters = (
        Chapter(name.replace(" ", "-"), Said(name, name), Said("", ""), tuple(points))
        for name, points in sections.items()
    )
    return Book(title, tuple(chapters))


def _base(own: Book) -> tuple[Chapter, ...]:
    found = book(own.base) if own.base else None
    return found.chapters if found else ()


def _home(title: str, point: str) -> str:
    """The title of the family whose page has the point."""
    for other in family_of(title).titles:
        if other != title and (own := book(other)) and own.chapter_of(point):
            return other
    return ""


def _chapter(scene: Scene, own: Book, chapter: Chapter, link: Linking, base: set[str]) -> Shown:
    language, points = scene.words.language, summaries(own.title)
    link.anew()
    shown = Shown(chapter.id, chapter.name.text(language), link(chapter.intro.text(language)), [])
    for id in chapter.points:
        point: Point = points[id]
        book_of, _, number = id.partition("-")
        text = _sections_linked(link(point.text(language)), book_of, own)
        shown.lines.append(Line(id, number, point.section, text, bool(base) and id not in base))
    shown.new = any(line.new for line in shown.lines)
    for name in chapter.show:
        _show(scene, shown, name)
    shown.living = [
        (example.name[language], example.address)
        for example in examples_of(own.title)
        if example.rules and example.rules[0] in chapter.points
    ]
    return shown


def _sections_linked(text: Markup, book_of: str, own: Book) -> Markup:
    """The sentence with sections of the same book that it names as links to where they begin."""

    def link(found: re.Match[str]) -> str:
        place = f"{book_of}-§{found[0]}"
        return f'<a href="#{place}">{found[0]}</a>' if place in _sections(own) else found[0]

    return Markup(_NUMBER.sub(link, str(text)))


@cache
def _sections(own: Book) -> frozenset[str]:
    """The sections that have points on the page, as their places are called."""
    points = summaries(own.title)
    return frozenset(points[id].section.replace(" ", "-") for c in own.chapters for id in c.points)


def _show(scene: Scene, shown: Shown, name: str) -> None:
    """Put a table, a picture or an example where the chapter wants it."""
    words, title = scene.words, scene.game.title
    kind, _, what = name.partition(" ")
    if kind == "picture":
        shown.figures.append(_figure(title, what, words.language, words(f"figure.{what}")))
    elif kind == "example":
        found = examples.example(title, words.language, what)
        if found is not None:
            found.said = [Markup(_text(line)) for line in found.said]
            figure = _figure(title, found.picture, words.language) if found.picture else None
            shown.examples.append(Told(found, figure))
    else:
        shown.parts.extend(parts_named(scene, name))


def parts_named(scene: Scene, name: str) -> list[Part]:
    """The table that a chapter calls by this name; raises BadInput if there is none."""
    kind, _, what = name.partition(" ")
    return [_still(part) for part in _parts(scene, kind, what)]


def _parts(scene: Scene, kind: str, what: str) -> list[Part]:
    own = scene.page.tables.get(kind)
    if own is not None:
        return own(scene)
    if kind == "card":
        card = card_of(scene, what, "")
        return list(card.parts) if card else []
    if kind == "cards":
        return _gathered(scene, what)
    if kind == "players":
        return tables.players(scene)
    if scene.rail is not None and kind in tables.RAIL:
        table = tables.RAIL[kind]
        if kind in tables.VARIED:
            return by_players(scene, table, values=tables.VARIED[kind])
        return table(scene, scene.rail)
    raise BadInput("show", "there is no table {name}", name=kind)


def _gathered(scene: Scene, kind: str) -> list[Part]:
    """The facts of all cards of a kind in one table: a row for each card, a column for each fact."""
    about = kinds_of(scene)[kind]
    cards = [(label, about.make(scene, name)) for name, label in about.names(scene)]
    heads: list[Text] = []
    rows: list[tuple[Text, dict[Text, Text]]] = []
    for label, card in cards:
        parts = card.parts if card else []
        told = dict(line for part in parts if isinstance(part, Facts) for line in part.told)
        says = [line for part in parts if isinstance(part, Says) for line in part.lines]
        if says:
            told[""] = Markup(" ").join(says)
        heads += [head for head in told if head not in heads]
        rows.append((label, told))
    heads = [head for head in heads if len({told.get(head, "") for _, told in rows}) > 1]  # what differs
    sheet = [(label, [told.get(head, "") for head in heads]) for label, told in rows]
    return [Sheet(scene.words(about.name), heads, sheet)]


def _still(part: Part) -> Part:
    """A part without controls: on this page no card opens."""
    if isinstance(part, Sheet):
        rows = [(_text(name), [_text(cell) for cell in cells]) for name, cells in part.rows]
        return Sheet(_text(part.name), [_text(head) for head in part.heads], rows, part.corner)
    if isinstance(part, Facts):
        return Facts([(_text(name), _text(value)) for name, value in part.lines])
    if isinstance(part, Says):
        return Says([_text(line) for line in part.lines], part.name)
    if isinstance(part, Links):
        return Says([_text(line) for line in part.refs], part.name)
    assert isinstance(part, Gallery), part
    return part


def _text(text: Text) -> Text:
    if not isinstance(text, Markup):
        return text
    plain = _MARK.sub(r'class="co" data-co="\1"', _CONTROL.sub(r"\1", str(text)))
    return Markup(_REFERS.sub("", plain))


def colours(scene: Scene) -> Markup:
    """The style sheet of the companies' marks, which open no card here."""
    return Markup(str(scene.colours).replace('[data-ref="company:', '[data-co="'))


# -- rulings --------------------------------------------------------------------------------------


def reasons(own: Book, language: str) -> list[tuple[str, str]]:
    """Why the data of a title are as they are where the book does not settle it, and what would settle it."""
    told = because(family_of(own.title).package).get("because", ())
    return [
        (one["why"][language], one.get("settles", {}).get(language, ""))
        for one in told
        if not own.files or any(place.partition(".")[0] in own.files for place in one["at"])
    ]


def _options(scene: Scene) -> list[Switch]:
    (card,) = cards([scene.game.info], scene.words)
    return card.switches


# -- pictures -------------------------------------------------------------------------------------


def picture_names(title: str) -> Iterator[str]:
    """The pictures of a title's page by name."""
    own = book(title)
    for chapter in own.chapters if own else ():
        for name in chapter.show:
            kind, _, what = name.partition(" ")
            if kind == "picture":
                yield what
            elif kind == "example" and examples.has_picture(title, what):
                yield f"example-{what}"


def _figure(title: str, name: str, language: str, label: str = "") -> Figure:
    _, _, wide, high = _VIEW.findall(drawn(title, name, language, False).decode())[0].split()
    return Figure(name, label, round(float(wide)), round(float(high)))


@lru_cache(maxsize=96)
def drawn(title: str, name: str, language: str, dark: bool) -> bytes:
    """A picture of the page as a file."""
    if name.startswith("example-"):
        return examples.drawn(title, name.removeprefix("example-"), language, dark).encode()
    return draw(tables.scene_of(title, language).game, name, language=language, dark=dark).encode()
