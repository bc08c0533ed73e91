"""Nothing is said in one language only: every message of pages and engine has its German form.

What is missing goes into `src/kursbuch/words/de/`, or into the `words/de.po` of a title.
"""

from __future__ import annotations

import ast
import re
import string
from collections.abc import Iterator
from pathlib import Path

import pytest

import kursbuch
from kursbuch.shelf import titles
from kursbuch.web import digest, mailboxes, notify, passwords
from kursbuch.web.account import DONE, MESSAGES
from kursbuch.words import words

ROOT = Path(kursbuch.__file__).parent
GERMAN, ENGLISH = words("de"), words("en")


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name}


def in_templates() -> Iterator[str]:
    for file in sorted((ROOT / "web/templates").rglob("*.html")):
        for a, b in re.findall(
            r"""\bt(?:\.html)?\(\s*(?:"([^"]+)"|'([^']+)')\s*[,)]""", file.read_text("utf-8")
        ):
            yield a or b


def in_pages() -> Iterator[str]:
    for file in sorted((ROOT / "web/pages").rglob("*.py")):
        yield from re.findall(r"""\bwords(?:\.html)?\(\s*"([^"]+)"[,)]""", file.read_text("utf-8"))


def refusals(*folders: str) -> Iterator[str]:
    """Every sentence with which the engine refuses."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and getattr(node.func, "id", "") == "refuse"
                    and len(node.args) > 1
                ):
                    message = node.args[1]
                    if isinstance(message, ast.Constant) and isinstance(message.value, str):
                        yield message.value


# files whose complaints are read by whoever runs the server or writes a title, not by visitors
_INSIDE = ("bench.py", "bench_pages.py", "settings.py", "serve.py", "admin.py", "loader.py")
_ERRORS = {
    "BadInput": 1,
    "NotAllowed": 0,
    "NotFound": 0,
    "NotSignedIn": 0,
    "said": 0,
    "Problem": 1,
    "_said": 1,
}


def errors(*folders: str) -> Iterator[str]:
    """Every sentence with which something is found wrong; one that is put together is no message at all."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            if file.name in _INSIDE or file.name.startswith("record"):
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and (name := getattr(node.func, "id", "")) in _ERRORS:
                    given = (
                        node.args[_ERRORS[name] :] if name == "Problem" else node.args[_ERRORS[name] :][:1]
                    )
                    for message in given:
                        assert not isinstance(message, ast.JoinedStr), f"{file.name}:{node.lineno}"
                        if isinstance(message, ast.Constant) and isinstance(message.value, str):
                            yield message.value


def test_errors_are_also_told_in_german() -> None:
    said = {*errors("core", "rail", "titles", "web"), *MESSAGES.values(), *DONE.values()}
    said |= {
        *notify.SUBJECTS.values(),
        *notify.TEXTS.values(),
        digest.SUBJECT,
        passwords.SUBJECT,
        passwords.TEXT,
        passwords.IGNORE,
        *(mailboxes.SUBJECT, mailboxes.TEXT, mailboxes.IGNORE, mailboxes.MOVED_SUBJECT, mailboxes.MOVED),
    }
    assert {m for m in said if not GERMAN.has(m) and re.search("[a-z]{3}", re.sub("{.*?}", "", m))} == set()


def test_what_pages_say_is_also_said_in_german() -> None:
    said = {m for m in (*in_templates(), *in_pages()) if m not in ("de", "en")}
    assert {m for m in said if not GERMAN.has(m)} == set()


def test_keys_have_words_in_both_languages() -> None:
    keys = {m for m in (*GERMAN.messages, *ENGLISH.messages) if re.fullmatch(r"[a-z]+(\.[\w -]+)+", m)}
    assert {k for k in keys if not (GERMAN.has(k) and ENGLISH.has(k))} == set()


def test_refusals_of_kernel_and_18te_are_also_in_german() -> None:
    said = set(refusals("core", "rail", "titles/te18"))
    assert {m for m in said if not GERMAN.has(m)} == set()


@pytest.mark.parametrize("info", titles(), ids=lambda info: info.id)
def test_the_shelf_speaks_german(info: kursbuch.TitleInfo) -> None:
    said = {info.summary, *(option.summary for option in info.options)}
    assert {m for m in said if not GERMAN.has(m)} == set()


def test_a_translation_uses_the_values_of_its_message() -> None:
    for message, german in GERMAN.messages.items():
        source = ENGLISH.messages.get(message, message)
        assert fields(german) <= fields(source), message
