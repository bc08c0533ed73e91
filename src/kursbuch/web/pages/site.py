"""What every page needs: templates, the visitor, the language, day or night, the tables."""

from __future__ import annotations

import gzip
import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any, Protocol
from urllib.parse import urlsplit

from fastapi import Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import BaseLoader, ChoiceLoader, Environment, PackageLoader, PrefixLoader, StrictUndefined
from jinja2.ext import Extension
from markupsafe import Markup

from kursbuch.draw import properties, style
from kursbuch.lessons import lessons_of
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import families, find, shelf
from kursbuch.web.coach import Coach
from kursbuch.web.pages.kept import Kept
from kursbuch.web.pages.page import page_of
from kursbuch.web.pages.scene import train_mark
from kursbuch.web.plain import sendable
from kursbuch.web.service import Person, TableInfo, Tables
from kursbuch.web.workshop.desk import Drafts
from kursbuch.words import LANGUAGES, Words, preferred, words

LANGUAGE_COOKIE = "kb_language"
THEME_COOKIE = "kb_theme"
THEMES = ("auto", "light", "dark")
YEAR = 365 * 24 * 3600
PICTURES_CSS = "pictures.css"
SHEET = "sheet.css"  # of the pictures of one title, behind its id
TABLE_CSS = (
    "at-table.css"  # all that a table page needs beside base.css: it is painted when the last of them is here
)
TABLE_SHEETS = (
    "table",
    "controls",
    "board",
    "telling",
    "outlook",
    "cards",
    "touch",
    "coach",
    "clock",
    "orders",
)
TABLE_JS = "at-table.js"  # the scripts of every table page: each has names of its own, and fails alone
TABLE_SCRIPTS = (
    "kept",
    "board",
    "aiming",
    "telling",
    "choices",
    "history",
    "replay",
    "live",
    "chat",
    "keyboard",
    "cards",
    "stepper",
    "only",
    "pictures",
    "prices",
    "coach",
)
_INDENT = re.compile(r"([%#]\})?\n[ \t]+")


class Visitors(Protocol):
    """Who is at the browser: known by a cookie that the pages never look into."""

    async def person(self, request: Request) -> Person | None:
        """The account or guest of this request."""
        ...

    async def guest(self, request: Request, response: Response, name: str, language: str) -> Person:
        """Make a guest, silently, and have the response remember them."""
        ...

    async def speaks(self, request: Request, language: str) -> None:
        """The visitor has switched to another language."""
        ...

    def csrf(self, request: Request) -> str:
        """The token that forms of this visitor carry; "" if none is needed."""
        ...

    async def check(self, request: Request, token: str) -> None:
        """Raise an HTTP error unless the token is this visitor's."""
        ...


class _Unindented(Extension):
    """Templates are indented for those who write them; nobody has to be sent that.

    The break after a tag of a template is left out as well: there a blank stays.
    """

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        return _INDENT.sub(lambda found: f"{found[1]}\n " if found[1] else "\n", source)


@cache
def environment() -> Environment:
    """The templates: escaping always on, unknown names an error."""
    env = Environment(
        loader=ChoiceLoader([PackageLoader("kursbuch.web", "templates"), PrefixLoader(_of_families())]),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,  # else every part of every page would be looked up on the disk
        cache_size=-1,
        extensions=[_Unindented],
    )
    env.globals["static"] = static_path
    env.globals["languages"] = LANGUAGES
    env.globals["title_name"] = title_name
    env.globals["table_name"] = table_name
    env.globals["short_name"] = short_name
    env.globals["train_mark"] = train_mark
    env.globals["lessons_of"], env.globals["examples_of"] = lessons_of, examples_of
    env.globals["themes"] = THEMES
    env.globals["day"] = Markup(properties(dark=False))  # for a page that cannot read a style sheet
    env.globals["night"] = Markup(properties(dark=True))
    env.globals["site_has"] = frozenset().__contains__  # pages that no server shows have none of its features
    env.globals["kept"] = Kept()
    return env


@cache
def title_name(id: str) -> str:
    """What a title is called; its id where it cannot be loaded."""
    try:
        return find(id).info.name
    except Exception:  # the start page tells of it
        return id


def table_name(info: TableInfo, t: Words) -> str:
    """What a table is called: as it was named, else as its title is called in the reader's language."""
    title = title_name(info.title)
    return info.name if info.name not in ("", title) else t(title)


def short_name(info: TableInfo, t: Words) -> str:
    """The same for a narrow bar: of a box with several games the game, of a title with a subtitle the title."""
    name = table_name(info, t)
    return _short_title(info.title, t.language) if name == t(title_name(info.title)) else name


@cache
def _short_title(id: str, language: str) -> str:
    t = words(language)
    head, _, tail = t(title_name(id)).partition(": ")
    others = (t(title_name(other)) for other in shelf() if other != id)
    return tail if any(other.startswith(f"{head}: ") for other in others) else head


@cache
def static_path(name: str) -> str:
    """The address of a static file, with a mark that changes whenever the file does."""
    data = static_file(name)
    assert data is not None, name
    return f"/static/{name}?v={hashlib.sha256(data).hexdigest()[:10]}"


def static_file(name: str) -> bytes | None:
    """What lies at such an address. The style sheets of pictures, with all colours by day and
    by night, are made by the code that draws them.
    """
    if name == PICTURES_CSS:
        day, night = properties(dark=False), properties(dark=True)
        dark = (
            f"[data-theme=dark]{{{night}}}@media (prefers-color-scheme:dark){{[data-theme=auto]{{{night}}}}}"
        )
        return f":root{{{day}}}{dark}{style()}".encode()
    if name == TABLE_CSS:
        return b"\n".join(static_files()[f"{part}.css"].read_bytes() for part in TABLE_SHEETS)
    if name == TABLE_JS:
        return b"\n".join(_apart(static_files()[f"{part}.js"].read_bytes()) for part in TABLE_SCRIPTS)
    title, _, sheet = name.partition("/")
    if sheet == SHEET and title in shelf():
        desk = page_of(title).desk
        return desk.sheet().encode() if desk and desk.sheet else None
    found = static_files().get(name)
    return found.read_bytes() if found else None


@cache
def packed_file(name: str) -> bytes:
    """A static file for browsers that unpack it: packed once, and as small as it gets."""
    found = static_file(name)
    assert found is not None, name
    return gzip.compress(found, mtime=0)


def _apart(script: bytes) -> bytes:
    """A module as a part of a larger one."""
    return b"try {\n" + script + b"} catch (error) { reportError(error); }"


def without_styles(html: str) -> str:
    """A page, whose head links the pictures' style sheet, without the copy that every picture carries.

    >>> without_styles(f"<svg><style>{style()}</style></svg>")
    '<svg></svg>'
    """
    return html.replace(style(), "").replace("<style></style>", "")


@cache
def static_files() -> Mapping[str, Traversable]:
    """Every style sheet, script and picture by its name; those of a family's page lie behind the family's name."""
    root = files("kursbuch.web").joinpath("static")
    rooms = {"": root, "vendor/": root.joinpath("vendor")}
    for family in families():
        rooms[f"{family.name}/"] = files(family.package).joinpath("page", "static")
    return {
        f"{room}{file.name}": file
        for room, folder in rooms.items()
        if folder.is_dir()
        for file in folder.iterdir()
        if file.is_file()
    }


def _of_families() -> dict[str, BaseLoader]:
    """The templates of families' pages, behind the family's name."""
    return {
        family.name: PackageLoader(family.package, "page/templates")
        for family in families()
        if files(family.package).joinpath("page", "templates").is_dir()
    }


@dataclass(frozen=True)
class Site:
    """The pages' connection to everything else."""

    tables: Tables
    visitors: Visitors
    features: frozenset[str] = frozenset()  # what this server has beyond tables: their parts are shown
    drafts: Drafts | None = None  # editions of boxes that people are making
    coach: Coach | None = None  # where there is one

    def words(self, request: Request, person: Person | None = None) -> Words:
        """The language: what was switched to, else the account's, else the browser's."""
        chosen = request.cookies.get(LANGUAGE_COOKIE, "")
        if chosen in LANGUAGES:
            return words(chosen)
        if person is not None and not person.guest:
            return words(person.language)
        return words(preferred(request.headers.get("accept-language", "")))

    def theme(self, request: Request) -> str:
        chosen = request.cookies.get(THEME_COOKIE, "auto")
        return chosen if chosen in THEMES else "auto"

    async def page(self, request: Request, template: str, status: int = 200, **data: Any) -> HTMLResponse:
        """A whole page, or a part of one."""
        person = data.pop("person") if "person" in data else await self.visitors.person(request)
        headers = data.pop("headers", None)
        data.setdefault("oob", False)  # parts are put in place by their names only in refreshes
        given = data.pop("t", None) or self.words(request, person)
        html = (
            environment()
            .get_template(template)
            .render(
                t=given,
                person=person,
                theme=self.theme(request),
                here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
                csrf=cache(partial(self.visitors.csrf, request)),  # one a page, however many forms it has
                site_has=self.features.__contains__,
                base_url=str(request.base_url).rstrip("/"),
                **data,
            )
        )
        return HTMLResponse(sendable(without_styles(html)), status_code=status, headers=headers)

    async def form(self, request: Request) -> Mapping[str, str]:
        """The fields of a posted form, after its token was checked."""
        fields = {k: v for k, v in (await request.form()).items() if isinstance(v, str)}
        await self.visitors.check(request, request.headers.get("x-csrf-token", "") or fields.get("csrf", ""))
        return fields


def inside(address: str) -> str:
    """An address on this site; anything else becomes the start page.

    >>> inside("/table/x?at=3"), inside("https://example.org/"), inside("//example.org")
    ('/table/x?at=3', '/', '/')
    """
    parts = urlsplit(address)
    fine = not parts.scheme and not parts.netloc and address.startswith("/") and not address.startswith("//")
    return address if fine and "\\" not in address else "/"
