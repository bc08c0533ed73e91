"""What the rules of a title can bring about, read from its code: stages, actions, events, refusals, ends.

The code is followed from the title's rules, stages, steps and position through every function, class and constant
that they name. What a title never names is none of its business.
"""

from __future__ import annotations

import ast
import sys
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import Any

from kursbuch.core.action import kind_of
from kursbuch.core.built import source_of
from kursbuch.core.rules import Rules
from kursbuch.core.step import Step
from kursbuch.shelf import families, find, new_game
from kursbuch.soak.probing import POINT

Name = tuple[str, str]  # a module, and what stands at its top level under this name


@dataclass
class Reachable:
    """All that could be reached. A text with figures filled in stands here with a star: BOX-2.5.6-*."""

    stages: set[str] = field(default_factory=set)
    actions: set[str] = field(default_factory=set)
    events: set[str] = field(default_factory=set)
    refusals: set[str] = field(default_factory=set)
    ends: set[str] = field(default_factory=set)
    sentences: set[str] = field(default_factory=set)  # of refusals

    def missing(self, what: str, reached: Iterable[str]) -> list[str]:
        """What never was.

        >>> Reachable(events={"runs", "brewery-*"}).missing("events", ["brewery-sold"])
        ['runs']
        """
        seen = list(reached)
        known: set[str] = getattr(self, what)
        return sorted(one for one in known if not any(fnmatchcase(other, one) for other in seen))


@cache
def reachable(title: str) -> Reachable:
    """What all compositions of a title can bring about together.

    >>> from kursbuch.shelf import shelf
    >>> "bank" in reachable(shelf()[0]).ends
    True
    """
    out = Reachable()
    roots: set[type] = set()
    states: set[type] = set()
    for rules, state in _compositions(title):
        out.actions |= set(rules.grammar.kinds)
        out.refusals |= set(rules.citations.values())
        parts = [(name, stage, list(stage.every_step())) for name, stage in rules.stages.items()]
        out.stages |= {name for name, _, _ in parts}
        for part in (rules, *(x for _, stage, steps in parts for x in (stage, *steps))):
            roots.update(type(part).__mro__)
        states.update(type(state).__mro__)
    composed = find(title).composed
    names = [
        (composed.__module__, composed.__qualname__),
        *((cls.__module__, cls.__qualname__) for cls in roots),
    ]
    skipped = {*states, *_steps_without_actions(out.actions)}
    code = _named(names, {(cls.__module__, cls.__qualname__) for cls in skipped})
    _read_code([*code, *_called(states, code)], out)
    return out


def _steps_without_actions(actions: Container[str]) -> Iterator[type]:
    """Steps of the kernel that a title leaves out, though something it uses names them: nobody has their actions."""
    waiting = list(Step.__subclasses__())
    while waiting:
        cls = waiting.pop()
        waiting += cls.__subclasses__()
        action = getattr(cls, "action", None)
        if isinstance(action, type) and kind_of(action) not in actions:
            yield cls


def _called(states: Iterable[type], code: Iterable[ast.AST]) -> list[ast.AST]:
    """The methods of a position that the code calls, and those that these call."""
    known: dict[str, list[ast.AST]] = defaultdict(list)
    for cls in states:
        if of_a_title(cls.__module__):
            for statement in _module(cls.__module__).made[cls.__qualname__]:
                for method in ast.walk(statement):
                    if isinstance(method, ast.FunctionDef):
                        known[method.name].append(method)
    out: list[ast.AST] = []
    waiting = list(code)
    while waiting:
        for node in ast.walk(waiting.pop()):
            if isinstance(node, ast.Attribute) and node.attr in known:
                methods = known.pop(node.attr)
                out += methods
                waiting += methods
    return out


def _compositions(title: str) -> Iterator[tuple[Rules[Any], Any]]:
    """The rules and a position for every number of players, with each option at each of its values."""
    info = find(title).info
    changes = [{}, *({o.key: c} for o in info.options for c in o.choices if c != o.default)]
    for players, options in product(info.players, changes):
        game = new_game(title, players, 1, options)
        yield game.rules, game.state


# -- what a piece of code can say -----------------------------------------------------------------


def _read_code(pieces: Iterable[ast.AST], out: Reachable) -> None:
    for piece in pieces:
        said = _docstrings(piece)
        for node in ast.walk(piece):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                texts = {_text(one) for one in _alternatives(node.args[0])} - {""}
                if node.func.attr == "note":
                    out.events |= texts
                elif node.func.attr == "end":
                    out.ends |= texts
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
                if node.func.id == "refuse":
                    out.sentences |= {_text(one) for one in _alternatives(node.args[1])} - {""}
            elif isinstance(node, ast.Constant | ast.JoinedStr) and id(node) not in said:
                text = _text(node)
                if POINT.fullmatch(text.replace("*", "0")):
                    out.refusals.add(text)


def _docstrings(piece: ast.AST) -> set[int]:
    """Words that are comments, and pieces of texts with figures, which count as a whole."""
    out = set()
    for node in ast.walk(piece):
        if isinstance(node, ast.Expr):
            out.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            out.update(id(part) for part in ast.walk(node) if part is not node)
    return out


def _alternatives(node: ast.expr) -> list[ast.expr]:
    """What `a if condition else b` may be."""
    if isinstance(node, ast.IfExp):
        return [*_alternatives(node.body), *_alternatives(node.orelse)]
    return [node]


def _text(node: ast.expr) -> str:
    """A text as written, a star for what is filled in; "" if it is no text."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(_text(part) if isinstance(part, ast.Constant) else "*" for part in node.values)
    return ""


# -- which pieces of code belong to a title -------------------------------------------------------


def of_a_title(module: str) -> bool:
    """Whether a module is ours, or of a package with a family of titles.

    >>> of_a_title("kursbuch.rail.state"), of_a_title("collections.abc")
    (True, False)
    """
    return module.partition(".")[0] in _packages()


@cache
def _packages() -> frozenset[str]:
    return frozenset({"kursbuch", *(family.package.partition(".")[0] for family in families())})


@dataclass
class _Module:
    """The top level of a source file: statements by the names they make, and where imported names come from."""

    made: Mapping[str, list[ast.stmt]]
    imported: Mapping[str, Name]


@cache
def _module(name: str) -> _Module:
    source = sys.modules.get(name) or import_module(name)
    tree = ast.parse(source_of(source).read_text(encoding="utf-8"))
    made: dict[str, list[ast.stmt]] = defaultdict(list)
    imported: dict[str, Name] = {}
    for node in _statements(tree.body):
        if isinstance(node, ast.ImportFrom) and node.module:
            imported |= {alias.asname or alias.name: (node.module, alias.name) for alias in node.names}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            made[node.name].append(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            for target in targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        made[part.id].append(node)
    return _Module(made, imported)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The top level, what stands there under an `if` included."""
    for node in body:
        if isinstance(node, ast.If):
            yield from _statements([*node.body, *node.orelse])
        else:
            yield node


def _named(roots: Iterable[Name], skipped: Iterable[Name]) -> list[ast.stmt]:
    """All statements that are named, directly or by others that are."""
    seen = set(skipped)
    waiting = list(roots)
    out: list[ast.stmt] = []
    while waiting:
        name = waiting.pop()
        if name in seen or not of_a_title(name[0]):
            continue
        seen.add(name)
        module = _module(name[0])
        if name[1] in module.imported:
            waiting.append(module.imported[name[1]])
            continue
        for statement in module.made.get(name[1], ()):
            out.append(statement)
            waiting.extend(_mentions(statement, name[0], module))
    return out


def _mentions(statement: ast.stmt, where: str, module: _Module) -> Iterator[Name]:
    """The names that a statement uses; of a module that is imported whole, what is taken from it."""
    for node in ast.walk(statement):
        if isinstance(node, ast.Name):
            yield where, node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            origin = module.imported.get(node.value.id)
            if origin and _is_module(".".join(origin)):
                yield ".".join(origin), node.attr


@cache
def _is_module(name: str) -> bool:
    if not of_a_title(name):
        return False
    if name in sys.modules:
        return True
    parent = sys.modules.get(name.rpartition(".")[0])
    folder = Path(str(parent.__file__)).parent if parent is not None else Path()
    return (folder / f"{name.rpartition('.')[2]}.py").is_file()
