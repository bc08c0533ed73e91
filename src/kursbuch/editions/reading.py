"""An edition from its text: any text may come, only a sound edition passes.

    [edition]
    title = "18te"
    name = "Second printing"
    by = "Anna"

    [board.hexes.D6]
    source = { kind = "box", by = "Anna", note = "the figure on the sheet" }
    cost = 60

Each table bears the name of a data file; below it are its blocks, written as there. `source` is where the values of
the block come from: a word of `SOURCES`, or a table with who says so and a note; `values` in it names the source of
single values, where they differ. See `kursbuch.core.overlay` for `drop` and `gone`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kursbuch.core import BadInput
from kursbuch.core.edition import Edition, known
from kursbuch.core.overlay import DROP, GONE, SOURCE, SOURCES
from kursbuch.editions.writing import edition_text

LONGEST = 400_000  # letters; all of the largest box written out has some sixty thousand
DEEPEST = 10  # tables in tables
MOST = 2000  # entries of one table or list
LONGEST_TEXT = 1000
LARGEST = 10_000_000
_BOM = "\ufeff"  # which some editors write before a text
_NAME = r"""(?:[\w-]++|"(?:[^"\\\n]++|\\.)*+"|'[^'\n]*+')"""
# where a name can begin, names joined by dots, far more than fit: whoever reads TOML needs the square of them as room
_FAR_TOO_DEEP = re.compile(rf"(?:^|[\[{{,])[ \t]*+(?:{_NAME}[ \t]*+\.[ \t]*+){{{3 * DEEPEST}}}", re.MULTILINE)
_TOO_DEEP = "too deep: at most {most} tables in one another"
_AT = re.compile(r"at line (\d+), column (\d+)")
_ABOUT = ("title", "name", "by", "note")
_SAYS = ("kind", "by", "note", "values", "pages")


def read_edition(given: Edition | Path | str | Mapping[str, Any]) -> Edition:
    """The edition that a path, a text or its tables stand for; raises BadInput with the place.

    >>> read_edition('[edition]\\ntitle = "x"\\n\\n[game]\\nbank = 5000\\n').about["title"]
    'x'
    >>> read_edition("[edition")
    Traceback (most recent call last):
    kursbuch.core.raised.BadInput: edition: not TOML: the text breaks off
    """
    if isinstance(given, Edition):
        return given
    if isinstance(given, Path) or (isinstance(given, str) and _is_path(given)):
        given = _file(Path(given))
    if isinstance(given, str):
        return edition_of_text(given)
    if not isinstance(given, Mapping):
        raise BadInput("edition", "expected a path, a text or an edition")
    return _checked(given)


def _is_path(given: str) -> bool:
    return "\n" not in given and given.endswith(".toml") and len(given) < 1000


def _file(path: Path) -> str:
    try:
        if path.stat().st_size > 4 * LONGEST:
            raise BadInput("edition", "too long: at most {most} letters", most=LONGEST)
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput("edition", "cannot be read: {why}", why=error.strerror or str(error)) from error
    except UnicodeDecodeError as error:
        raise BadInput("edition", "not a text: {why}", why=error.reason) from error


@lru_cache(maxsize=32)
def edition_of_text(text: str) -> Edition:
    """The edition of a text from anywhere, which is never taken for a path; raises BadInput."""
    if len(text) > LONGEST:
        raise BadInput("edition", "too long: at most {most} letters", most=LONGEST)
    text = text.removeprefix(_BOM)
    if _FAR_TOO_DEEP.search(text):
        raise BadInput("edition", _TOO_DEEP, most=DEEPEST)
    try:
        data = tomllib.loads(text)
    except RecursionError as error:
        raise BadInput("edition", _TOO_DEEP, most=DEEPEST) from error
    except ValueError as error:
        raise _not_toml(str(error)) from error
    return _checked(data)


def _not_toml(why: str) -> BadInput:
    """Where a text cannot be read; what the reader says of it is in English and of no use to an owner."""
    found = _AT.search(why)
    if found:
        message = "not TOML: line {line}, column {column} cannot be read"
        return BadInput("edition", message, line=int(found[1]), column=int(found[2]))
    if "digits" in why:
        return BadInput("edition", "expected a number of at most {most}", most=LARGEST)
    return BadInput("edition", "not TOML: the text breaks off")


def _checked(data: Mapping[str, Any]) -> Edition:
    about = data.get("edition")
    if not isinstance(about, Mapping):
        raise BadInput("edition", "the table [edition] with the title is missing")
    for key, value in about.items():
        if key not in _ABOUT:
            raise BadInput(f"edition.{key[:40]}", "an edition has no such field")
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise BadInput(f"edition.{key}", "expected a text of at most {most} letters", most=LONGEST_TEXT)
    if not about.get("title"):
        raise BadInput("edition.title", "missing: the title that this is an edition of")
    for name, table in data.items():
        if not isinstance(table, Mapping):
            raise BadInput(name[:40], "expected the name of a data file as a table")
        if name != "edition":
            _check_table(table, name, 1)
    files = {name: dict(table) for name, table in data.items() if name == "edition" or table}
    text = edition_text(files)
    if len(text) > LONGEST:
        raise BadInput("edition", "too long: at most {most} letters", most=LONGEST)
    return known(text, tomllib.loads(text))


def _check_table(table: Mapping[str, Any], place: str, depth: int) -> None:
    _check_size(table, place, depth)
    for key, value in table.items():
        at = f"{place}.{str(key)[:60]}"
        if len(key) > 80 or not key.isprintable():
            raise BadInput(at, "a name has at most 80 printable letters")
        if key == SOURCE:
            check_source(value, at)
        elif key == DROP:
            if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
                raise BadInput(at, "expected the names of values that are not there")
        elif key == GONE and value is not True:
            raise BadInput(at, "gone is true or is not said")
        else:
            _check_value(value, at, depth + 1)


def _check_value(value: Any, at: str, depth: int) -> None:
    if isinstance(value, Mapping):
        _check_table(value, at, depth)
    elif isinstance(value, list):
        _check_size(value, at, depth)
        for number, one in enumerate(value):
            _check_value(one, f"{at}[{number}]", depth + 1)
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise BadInput(at, "expected a text of at most {most} letters", most=LONGEST_TEXT)
        if not "".join(value.split()).isprintable():
            raise BadInput(at, "a text has printable letters only")
    elif isinstance(value, bool):
        pass
    elif isinstance(value, (int, float)):
        if not -LARGEST <= value <= LARGEST:  # not a number is none of these either
            raise BadInput(at, "expected a number of at most {most}", most=LARGEST)
    else:
        raise BadInput(at, "expected a number, a text, yes or no, a list or a table")


def _check_size(value: Any, place: str, depth: int) -> None:
    if depth > DEEPEST:
        raise BadInput(place, _TOO_DEEP, most=DEEPEST)
    if len(value) > MOST:
        raise BadInput(place, "too many entries: at most {most}", most=MOST)


def check_source(value: Any, at: str) -> None:
    """Where a block comes from, as a word or a table; raises BadInput."""
    says = value if isinstance(value, Mapping) else {"kind": value}
    for key, said in says.items():
        if key not in _SAYS:
            raise BadInput(f"{at}.{str(key)[:40]}", "a source has no such field")
        if key in ("by", "note") and (not isinstance(said, str) or len(said) > LONGEST_TEXT):
            raise BadInput(f"{at}.{key}", "expected a text of at most {most} letters", most=LONGEST_TEXT)
    kinds = [says.get("kind"), *_values(says, at)]
    for kind in kinds:
        if kind not in SOURCES:
            raise BadInput(
                at, "{kind!r} is not one of {known}", kind=str(kind)[:40], known=", ".join(SOURCES)
            )


def _values(says: Mapping[str, Any], at: str) -> list[Any]:
    values = says.get("values", {})
    if not isinstance(values, Mapping):
        raise BadInput(f"{at}.values", "expected a source for each of these values")
    return list(values.values())
