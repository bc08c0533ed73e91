"""Which rules the code can refuse by, read off the sources however a refusal is written.

A refusal names its rule as a text, as a choice between texts, as a name bound to either, by a lookup, or by an
attribute that a constructor fills. All of these end in string constants, so a rule is whatever constant in a source
has the form of one; a call of `refuse` that no such constant can be behind is reported by `untraceable`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import kursbuch

SOURCE = Path(kursbuch.__file__).parent
POINT = re.compile(r"[0-9A-Z]+-[0-9A-Z.]+-\d+")  # of a title: 18XX-7.3-4
_POINT_BEGUN = re.compile(r"[0-9A-Z]+-[0-9A-Z.]+-")  # the rest is filled in: f"18XX-2.5.6-{n}"
_KEY_BEGUN = re.compile(r"[a-z]+\.(?:[a-z0-9.-]+)?")  # of the kernel: lay.colour-step, f"run.{why}"

Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


@cache
def tree_of(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def sources(*packages: str) -> list[Path]:
    """The source files of packages such as "rail" or "titles"."""
    return sorted(file for package in packages for file in (SOURCE / package).rglob("*.py"))


def points_in(node: ast.AST) -> Iterator[str]:
    """The rule points that a piece of code names; a point whose end is filled in comes as its beginning and "*"."""
    for text, whole in _texts(node):
        if whole and POINT.fullmatch(text):
            yield text
        elif not whole and _POINT_BEGUN.fullmatch(text):
            yield text + "*"


def keys_in(node: ast.AST) -> Iterator[str]:
    """The kernel's names of rules in a piece of code; one whose end is filled in comes as its beginning and "*"."""
    for text, whole in _texts(node):
        if _KEY_BEGUN.fullmatch(text) and not text.endswith((".toml", ".py")):
            yield text if whole else text + "*"


def _texts(node: ast.AST) -> Iterator[tuple[str, bool]]:
    """String constants, and the first parts of those that are put together."""
    parts = {id(value) for f in ast.walk(node) if isinstance(f, ast.JoinedStr) for value in f.values}
    for inner in ast.walk(node):
        if isinstance(inner, ast.Constant) and isinstance(inner.value, str) and id(inner) not in parts:
            yield inner.value, True
        elif isinstance(inner, ast.JoinedStr) and inner.values:
            first = inner.values[0]
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield first.value, False


def refusals_in(file: Path) -> list[tuple[ast.Call, list[ast.AST]]]:
    """Every call that makes a refusal, with what it lies in, the nearest first."""
    found: list[tuple[ast.Call, list[ast.AST]]] = []

    def walk(node: ast.AST, around: list[ast.AST]) -> None:
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("refuse", "Refusal"):
            found.append((node, around))
        inside = [node, *around] if isinstance(node, (Function, ast.ClassDef, ast.Module)) else around
        for child in ast.iter_child_nodes(node):
            walk(child, inside)

    walk(tree_of(file), [])
    return found


def rule_argument(call: ast.Call) -> ast.AST:
    return call.args[0] if call.args else next(k.value for k in call.keywords if k.arg == "rule")


def named_by(call: ast.Call, around: list[ast.AST]) -> set[str]:
    """The rules that one refusal may name: constants in the argument, or behind the names in it."""
    argument = rule_argument(call)
    found = {*points_in(argument), *keys_in(argument)}
    if found:
        return found
    scopes = [next((node for node in around if isinstance(node, Function)), None), around[-1]]
    if isinstance(argument, ast.JoinedStr):
        return {f"{word}{rest}" for word, rest in _begun_by_a_name(argument, scopes)}
    for name in (node.id for node in ast.walk(argument) if isinstance(node, ast.Name)):
        for value in (value for scope in scopes for value in _bound(scope, name)):
            found |= {*points_in(value), *keys_in(value)}
    return found


def _begun_by_a_name(text: ast.JoinedStr, scopes: list[ast.AST | None]) -> Iterator[tuple[str, str]]:
    """Of f"{verb}.kind.{kind}": each word that `verb` may be, with ".kind.*"."""
    first, second, *more = text.values
    if not (isinstance(first, ast.FormattedValue) and isinstance(first.value, ast.Name)):
        return
    rest = ast.literal_eval(second) + ("*" if more else "")
    for value in (value for scope in scopes for value in _bound(scope, first.value.id)):
        yield from (
            (word, rest) for word, whole in _texts(value) if whole and word.isalpha() and word != "yellow"
        )


def _bound(scope: ast.AST | None, name: str) -> Iterator[ast.AST]:
    """What a scope binds to a name."""
    for node in ast.walk(scope) if scope is not None else ():
        if isinstance(node, ast.Assign) and any(
            isinstance(t, ast.Name) and t.id == name for t in node.targets
        ):
            yield node.value
        elif isinstance(node, (ast.AnnAssign, ast.NamedExpr)) and ast.unparse(node.target) == name:
            yield node.value or node


def handed_in(call: ast.Call, around: list[ast.AST]) -> str:
    """The name under which the rule is handed in, as an argument, attribute or policy; else nothing."""
    argument = rule_argument(call)
    if isinstance(argument, ast.Call):  # a policy that names the rule
        argument = argument.func
    if isinstance(argument, ast.Attribute):
        return argument.attr if _root(argument) == "self" else ""
    if isinstance(argument, ast.Name):
        for node in around:
            if isinstance(node, Function) and argument.id in {a.arg for a in _arguments(node)}:
                return argument.id
    return ""


def _root(node: ast.expr) -> str:
    """The name that a chain of attributes begins with: of `self.policies.rule`, `self`."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _arguments(node: Function) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
