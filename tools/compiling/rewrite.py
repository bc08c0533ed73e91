"""Rewrites a module of the engine so that mypyc makes native classes of its classes.

- A frozen dataclass becomes a class with `__init__`, `__eq__` and `__hash__` written out: those that `dataclasses`
  would make stay interpreted, and slow.
- A cached property becomes a property that keeps its value in an attribute; mypyc would work it out each time.
- Values in a class body that are no constants are set when an instance is made.
- Attributes that a subclass declares more narrowly keep the type that the class above it gave them.
- Positions are copied slot by slot by a method of their own.
- A rule asked `once` keeps its answer by itself: mypyc calls no function behind a decorator without asking Python.
- Constants of a module are final: mypyc would look others up by their names, each time.
"""

from __future__ import annotations

import ast
import builtins
import dataclasses
from collections.abc import Iterable, Mapping
from functools import cached_property
from inspect import get_annotations
from types import ModuleType
from typing import Any, TypeVar

from kursbuch.core.record import slots_of
from kursbuch.core.state import State

HEAD = """
from dataclasses import replace as _replace
from typing import TYPE_CHECKING as _TYPE_CHECKING, Any as _Any, ClassVar as _ClassVar, Final as _Final
if _TYPE_CHECKING:
    from mypy_extensions import mypyc_attr as _mypyc_attr
from kursbuch.native import (
    SlotNames as _SlotNames, class_value as _class_value, describe as _describe, not_native as _not_native,
    python_sum as _sum
)
"""
COPIED = ("dict[", "list[", "set[", "Chance")
SHARED = ("tuple[", "frozenset[", "int", "str", "bool")
NOT_NATIVE = ("NamedTuple", "Protocol", "str", "tuple")  # classes that derive from these stay as they are


class Source:
    """All modules of the engine: their text as trees, and the modules themselves, which know their classes."""

    def __init__(self, texts: Mapping[str, str], modules: Mapping[str, ModuleType], header: str) -> None:
        self.texts, self.modules, self.header = texts, modules, header
        self.classes = {
            (module, node.name): node
            for module, text in texts.items()
            for node in ast.parse(text).body
            if isinstance(node, ast.ClassDef)
        }
        self.set_at_birth = {
            key: self._class_values(key[0], node)
            for key, node in self.classes.items()
            if not any(map(_is_dataclass, node.decorator_list))
        }

    def cls(self, module: str, name: str) -> type:
        found: type = vars(self.modules[module])[name]
        return found

    def node_of(self, cls: type) -> ast.ClassDef | None:
        return self.classes.get((cls.__module__, cls.__name__))

    def declared(self, cls: type, name: str) -> tuple[str, ast.AnnAssign] | None:
        """Where the nearest class declares an attribute, and how."""
        for base in cls.__mro__:
            node = self.node_of(base)
            for line in node.body if node else ():
                if isinstance(line, ast.AnnAssign) and _name(line.target) == name:
                    return base.__module__, line
        return None

    def hint(self, cls: type, name: str) -> str:
        """The type that a class or one above it gives an attribute, be it by a constant; "" if it says none."""
        for base in cls.__mro__:
            for line in ast.walk(self.node_of(base) or ast.Module([], [])):
                if isinstance(line, ast.AnnAssign) and ast.unparse(line.target) in (name, f"self.{name}"):
                    return ast.unparse(line.annotation)
                if isinstance(line, ast.Assign) and ast.unparse(line.targets[0]) == f"self.{name}":
                    return type(line.value.value).__name__ if isinstance(line.value, ast.Constant) else ""
        return ""

    def inherited(self, cls: type, name: str) -> bool:
        """Whether a class above declares or sets an attribute."""
        for base in cls.__mro__[1:]:
            node = self.node_of(base)
            if node is not None and (
                name in base.__dict__.get("__slots__", ())
                or self.declared(base, name)
                or any(
                    isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and n.attr == name
                    for n in ast.walk(node)
                )
            ):
                return True
        return False

    def _class_values(self, module: str, node: ast.ClassDef) -> dict[str, str]:
        """Attributes of instances that the class body gives a value which is no constant."""
        cls = self.cls(module, node.name)
        found: dict[str, str] = {}
        for line in node.body:
            if not isinstance(line, ast.Assign | ast.AnnAssign):
                continue
            if line.value is None or isinstance(line.value, ast.Constant):
                continue
            name = _name(line.target if isinstance(line, ast.AnnAssign) else line.targets[0])
            declared = self.declared(cls, name)
            if declared and not name.startswith("__") and not _class_var(declared[1]):
                found[name] = f"_value_{node.name}_{name}"
        return found


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _is_dataclass(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and _name(node.func) == "dataclass"


def _class_var(line: ast.AnnAssign) -> bool:
    return ast.unparse(line.annotation).startswith(("ClassVar", "_ClassVar"))


def _parsed(text: str) -> list[ast.stmt]:
    return ast.parse(text).body


_REPLACING = ("dataclasses", "kursbuch.core.record")  # whose `replace` a module may use


class Module:
    """One module on its way to mypyc."""

    def __init__(self, source: Source, name: str) -> None:
        self.source, self.name = source, name
        self.tree = ast.parse(source.texts[name])
        self.imports: dict[str, tuple[str, str]] = {}  # what it needs of the modules of classes above its own
        self.replaces = any(
            isinstance(line, ast.ImportFrom) and line.module in _REPLACING and _imports(line, "replace")
            for line in self.tree.body
        )

    def text(self) -> str:
        """The module as mypyc gets it."""
        body: list[ast.stmt] = []
        for line in self.tree.body:
            if isinstance(line, ast.ClassDef):
                body += self._class(line)
            elif isinstance(line, ast.If) and _name(line.test) == "TYPE_CHECKING" and line.orelse:
                body += line.orelse  # mypyc would not compile what type checkers are not shown
            elif isinstance(line, ast.FunctionDef) and "once" in map(_name, line.decorator_list):
                body += self._asked_once(line)
            elif isinstance(line, ast.Assign | ast.AnnAssign):
                body.append(self._constant(line))
            else:
                body.append(line)
        self.tree.body = list(_without_lambdas(body))
        _Replacing(self.replaces).visit(self.tree)
        _Looking().visit(self.tree)
        if "float" in self.source.texts[self.name]:
            _Summing().visit(self.tree)
        start = next(
            (
                n
                for n, line in enumerate(self.tree.body)
                if not isinstance(line, ast.Expr)
                and not (isinstance(line, ast.ImportFrom) and line.module == "__future__")
            ),
            len(self.tree.body),
        )
        given = "".join(f"from {mod} import {n} as {alias}\n" for alias, (mod, n) in self.imports.items())
        self.tree.body[start:start] = _parsed(HEAD + given)
        return self.source.header + ast.unparse(ast.fix_missing_locations(self.tree))

    def of_base(self, module: str, node: ast.expr) -> str:
        """An expression out of another module, with names that hold in this one."""
        if module != self.name:
            node = _Abroad(self, module).visit(ast.parse(ast.unparse(node), mode="eval").body)
        return ast.unparse(node)

    def _asked_once(self, node: ast.FunctionDef) -> list[ast.stmt]:
        """What `core.looking.once` does, for this function alone."""
        asked = ast.parse(ast.unparse(node)).body[0]
        assert isinstance(asked, ast.FunctionDef)
        node.name, node.decorator_list = f"_ask_{node.name}", []
        names = [one.arg for one in node.args.args]
        rest = "".join(f"{name}, " for name in names[1:])
        asked.decorator_list = []
        asked.body = _parsed(
            f"_found = {names[0]}.findings\n"
            f"if _found is None:\n    return {node.name}({', '.join(names)})\n"
            f"_key = ({self.name + '.' + asked.name!r}, {rest})\n"
            f"if _key not in _found:\n    _found[_key] = {node.name}({', '.join(names)})\n"
            f"return _found[_key]"
        )
        return [node, asked]

    def _constant(self, line: ast.Assign | ast.AnnAssign) -> ast.stmt:
        """An assignment of a module, final if it is the only one to a name in capital letters."""
        targets = [line.target] if isinstance(line, ast.AnnAssign) else line.targets
        name = _name(targets[0])
        if line.value is None or len(targets) > 1 or not name.isupper() or self._stored(name) > 1:
            return line
        if isinstance(vars(self.source.modules[self.name])[name], TypeVar):
            return line
        hint = f"_Final[{ast.unparse(line.annotation)}]" if isinstance(line, ast.AnnAssign) else "_Final"
        return ast.AnnAssign(ast.Name(name, ast.Store()), _expression(hint), line.value, 1)

    def _stored(self, name: str) -> int:
        nodes = [node for node in ast.walk(self.tree) if isinstance(node, ast.Name) and node.id == name]
        return sum(isinstance(node.ctx, ast.Store) for node in nodes)

    def _class(self, node: ast.ClassDef) -> list[ast.stmt]:
        if any(ast.unparse(base).split("[")[0] in NOT_NATIVE for base in node.bases):
            if ast.unparse(node.bases[0]).startswith(("str", "tuple")):
                node.decorator_list.insert(0, _expression("_not_native"))
            return [node]
        cls = self.source.cls(self.name, node.name)
        if issubclass(cls, BaseException) or "__weakref__" in vars(cls).get("__slots__", ()):
            node.decorator_list.insert(0, _expression("_not_native"))
            return [node]
        before: list[str] = []
        after: list[str] = []
        if any(map(_is_dataclass, node.decorator_list)):
            _Record(self, node, cls, before, after).write_out()
        _keep_properties(node, filter(self.source.node_of, cls.__mro__[1:]))
        if issubclass(cls, State) and cls is not State:
            node.body += _parsed(self._copy(cls))
        node.body = [new for line in node.body for new in self._attribute(node, cls, line, after)]
        self._set_at_birth(node, cls)
        after += [f"{ast.unparse(mark)}({node.name})" for mark in node.decorator_list]
        node.decorator_list = [_expression("_mypyc_attr(allow_interpreted_subclasses=True)")]
        return [*_parsed("\n".join(before)), node, *_parsed("\n".join(after))]

    def _copy(self, cls: type) -> str:
        """What `core.state` writes out for a class when it first copies a position, here beforehand."""
        name = cls.__name__
        lines = [
            f"if type(self) is not {name}:\n        return super().copy()",
            f"twin = {name}.__new__({name})",
        ]
        for slot in slots_of(cls):
            hint, value = self.source.hint(cls, slot), f"self.{slot}"
            if hint.startswith(COPIED):
                value += ".copy()"
            elif not hint.startswith(SHARED):
                value += f".copy() if isinstance({value}, (dict, list, set)) else {value}"
            lines.append(f"twin.{slot} = {value}")
        return f"def copy(self) -> '{name}':\n    " + "\n    ".join(
            [*lines, "twin._findings = None", "return twin"]
        )

    def _attribute(self, node: ast.ClassDef, cls: type, line: ast.stmt, after: list[str]) -> list[ast.stmt]:
        """A line of a class body, as what mypyc takes for an attribute of the class or of its instances."""
        own = self.source.set_at_birth.get((self.name, node.name), {})
        if isinstance(line, ast.Assign):
            name, value = _name(line.targets[0]), ast.unparse(line.value)
            if name == "__slots__":
                return _parsed(f"__slots__: _ClassVar[tuple[str, ...]] = _SlotNames({value})")
            if name in own:
                after.append(self._value(node, own, name, line.value))
                return []
            declared = self.source.declared(cls, name)
            if declared is None or _class_var(declared[1]):
                return _parsed(f"{name}: _ClassVar = {value}")
            return _parsed(f"{name}: {self.of_base(declared[0], declared[1].annotation)} = {value}")
        if isinstance(line, ast.AnnAssign) and not _class_var(line):
            name = _name(line.target)
            if name in own and line.value is not None:
                after.append(self._value(node, own, name, line.value))
                line.value = None
            if line.value is None and self.source.inherited(cls, name):
                return []
        return [line]

    def _value(self, node: ast.ClassDef, own: Mapping[str, str], name: str, value: ast.expr) -> str:
        """A value of a class body, outside of it: there the other names of the body are those of the class."""
        return f"{own[name]}: _Any = {ast.unparse(_Outside(node, own).visit(value))}"

    def _set_at_birth(self, node: ast.ClassDef, cls: type) -> None:
        """Give instances the values of their class bodies, those of classes above included."""
        values: dict[str, str] = {}
        for base in reversed(cls.__mro__):
            for name, value in self.source.set_at_birth.get((base.__module__, base.__name__), {}).items():
                if base.__module__ != self.name:
                    self.imports[value] = (base.__module__, value)
                values[name] = value
        makers = [f for f in node.body if isinstance(f, ast.FunctionDef) and f.name == "__init__"]
        if not values or not (makers or self.source.set_at_birth.get((self.name, node.name))):
            return
        lines = _parsed("\n".join(f"self.{n} = _class_value(self, {n!r}, {v})" for n, v in values.items()))
        if makers:
            makers[0].body[:0] = lines
        else:
            node.body += _parsed("def __init__(self) -> None:\n    pass")
            node.body[-1].body = lines  # type: ignore[attr-defined]


class _Record:
    """A dataclass that is written out."""

    def __init__(
        self, module: Module, node: ast.ClassDef, cls: type, before: list[str], after: list[str]
    ) -> None:
        self.module, self.node, self.cls, self.before, self.after = module, node, cls, before, after
        self.fields: tuple[Any, ...] = dataclasses.fields(cls)
        self.defaults: dict[str, str] = {}
        self.factories: dict[str, str] = {}
        self.own = {
            _name(line.target): line
            for line in node.body
            if isinstance(line, ast.AnnAssign) and not _class_var(line)
        }

    def write_out(self) -> None:
        mark = next(mark for mark in self.node.decorator_list if _is_dataclass(mark))
        assert isinstance(mark, ast.Call)
        said = {k.arg: ast.literal_eval(k.value) for k in mark.keywords}
        self.node.decorator_list.remove(mark)
        written = [self._init(), self._changed()]
        compared = [f.name for f in self.fields if f.compare]
        mine, others = (f"({''.join(f'{who}.{n}, ' for n in compared)})" for who in ("self", "other"))
        other = f"(self, other: object) -> bool:\n    if not isinstance(other, {self.node.name})"
        if said.get("eq", True):
            same = " and ".join(f"self.{n} == other.{n}" for n in compared) or "True"
            written.append(
                f"def __eq__{other} or type(self) is not type(other):\n        return NotImplemented\n"
                f"    return self is other or ({same})"
            )
            written.append(f"def __hash__(self) -> int:\n    return hash({mine})")
        if said.get("order"):
            for name, sign in (("lt", "<"), ("le", "<="), ("gt", ">"), ("ge", ">=")):
                written.append(
                    f"def __{name}__{other}:\n        return NotImplemented\n    return {mine} {sign} {others}"
                )
        for line in self.own.values():
            line.value = None
        if said.get("slots"):
            self.node.body += _parsed(
                f"__slots__: _ClassVar[tuple[str, ...]] = _SlotNames({tuple(self.own)!r})"
            )
        defined = {line.name for line in self.node.body if isinstance(line, ast.FunctionDef)}
        new = [line for text in written for line in _parsed(text)]
        self.node.body += [
            line for line in new if isinstance(line, ast.FunctionDef) and line.name not in defined
        ]
        self.after.append(self._description())

    def _init(self) -> str:
        positional, named, lines = ["self"], ["*"], []
        for f in self.fields:
            if not f.init:
                continue
            where, line = self.module.source.declared(self.cls, f.name) or ("", None)
            assert line is not None
            given = line.value
            factory = None
            if isinstance(given, ast.Call) and _name(given.func) == "field":
                said = {k.arg: k.value for k in given.keywords}
                given, factory = said.get("default"), said.get("default_factory")
            hint = self.module.of_base(where, line.annotation)
            value = f.name
            if factory is not None:
                made = self.module.of_base(where, factory)
                self.factories[f.name] = made
                lines.append(f"if {f.name} is None:\n        {f.name} = ({made})()")
                text = f"{f.name}: ({hint}) | None = None"
            elif given is not None:
                self.defaults[f.name] = self._default(f.name, where, given)
                text = f"{f.name}: {hint} = {self.defaults[f.name]}"
            else:
                text = f"{f.name}: {hint}"
            lines.append(f"self.{f.name} = {value}")
            (named if f.kw_only else positional).append(text)
        if hasattr(self.cls, "__post_init__"):
            lines.append("self.__post_init__()")
        given_all = ", ".join([*positional, *(named if len(named) > 1 else [])])
        return f"def __init__({given_all}) -> None:\n    " + "\n    ".join(lines or ["pass"])

    def _default(self, name: str, where: str, given: ast.expr) -> str:
        """A default; mypyc knows no types of lambdas there, so these become functions of their module."""
        if not isinstance(given, ast.Lambda):
            return self.module.of_base(where, given)
        base = next(b for b in self.cls.__mro__ if name in get_annotations(b))
        function = f"_default_{base.__name__}_{name}"
        if where != self.module.name:
            self.module.imports[function] = (where, function)
        elif name in self.own:
            self.before.append(_function(function, given))
        return function

    def _changed(self) -> str:
        """What `replace` does, for this class alone."""
        given = (
            f"{f.name}=changes['{f.name}'] if '{f.name}' in changes else self.{f.name}"
            for f in self.fields
            if f.init
        )
        name = self.node.name
        return (
            f"def _changed(self, changes: dict[str, _Any]) -> '{name}':\n    if type(self) is not {name}:\n"
            f"        return _replace(self, **changes)\n    return {name}({', '.join(given)})"
        )

    def _description(self) -> str:
        rows = [(f.name, f.kw_only, f.compare, f.repr, f.init) for f in self.fields]
        hints = {name: ast.unparse(line.annotation) for name, line in self.own.items()}
        given = ", ".join(
            "{" + ", ".join(f"{name!r}: {text}" for name, text in texts.items()) + "}"
            for texts in (self.defaults, self.factories)
        )
        # as one text: code that puts these together would be a fifth of all there is to compile
        return f"_describe({self.node.name}, {repr((hints, rows))!r}, {given})"


def _keep_properties(node: ast.ClassDef, above: Iterable[type]) -> None:
    """Cached properties work their value out once, in a method of their own; classes `above` may keep it already."""
    kept = {name for cls in above for name, found in vars(cls).items() if isinstance(found, cached_property)}
    for line in list(node.body):
        if isinstance(line, ast.FunctionDef) and [_name(d) for d in line.decorator_list] == [
            "cached_property"
        ]:
            name, line.name, line.decorator_list = line.name, f"_work_out_{line.name}", []
            assert line.returns is not None
            hint = ast.unparse(line.returns)
            if name not in kept:
                node.body += _parsed(f"_kept_{name}: {hint} | None = None")
            node.body += _parsed(
                f"@property\ndef {name}(self) -> {hint}:\n    found = self._kept_{name}\n"
                f"    if found is None:\n        found = self._kept_{name} = self._work_out_{name}()\n"
                f"    return found"
            )


class _Abroad(ast.NodeTransformer):
    """Names of one module in another: imported by an alias; type variables mean nothing there."""

    def __init__(self, into: Module, module: str) -> None:
        self.into, self.module = into, module

    def visit_Name(self, node: ast.Name) -> ast.AST:
        known = vars(self.into.source.modules[self.module])
        if isinstance(known.get(node.id), TypeVar):
            return ast.Name("_Any", ast.Load())
        if node.id not in known and hasattr(builtins, node.id):
            return node
        alias = f"_of_{self.module.replace('.', '_')}_{node.id}"
        self.into.imports[alias] = (self.module, node.id)
        return ast.Name(alias, ast.Load())


class _Outside(ast.NodeTransformer):
    """Names of a class body as they are called outside of it."""

    def __init__(self, node: ast.ClassDef, own: Mapping[str, str]) -> None:
        self.called = {
            name: own.get(name, f"{node.name}.{name}")
            for line in node.body
            if isinstance(line, ast.Assign | ast.AnnAssign)
            for name in [_name(line.target if isinstance(line, ast.AnnAssign) else line.targets[0])]
        }

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return _expression(self.called[node.id]) if node.id in self.called else node


class _Replacing(ast.NodeTransformer):
    """`replace(one, a=1)` asks the record itself."""

    def __init__(self, imported: bool) -> None:
        self.imported = imported

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not self.imported or _name(node.func) != "replace" or len(node.args) != 1:
            return node
        keys: list[ast.expr | None] = [ast.Constant(k.arg) if k.arg else None for k in node.keywords]
        changes = ast.Dict(keys, [k.value for k in node.keywords])
        return ast.Call(ast.Attribute(node.args[0], "_changed", ast.Load()), [changes], [])


class _Looking(ast.NodeTransformer):
    """`one in (*some, *others)` looks into a list that is there; mypyc would ask item by item, and stops at stars."""

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        for n, given in enumerate(node.comparators):
            if isinstance(given, ast.Tuple) and any(isinstance(one, ast.Starred) for one in given.elts):
                node.comparators[n] = ast.Call(ast.Name("tuple", ast.Load()), [given], [])
        return node


class _Summing(ast.NodeTransformer):
    """Sums are left to Python, which may add fractions more exactly than one by one."""

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.Name("_sum", node.ctx) if node.id == "sum" else node


def _without_lambdas(body: Iterable[ast.stmt]) -> Iterable[ast.stmt]:
    """Lambdas that are defaults of parameters become functions of the module."""
    count = 0
    for line in body:
        for node in ast.walk(line):
            if isinstance(node, ast.FunctionDef):
                for defaults in (node.args.defaults, node.args.kw_defaults):
                    for n, default in enumerate(defaults):
                        if isinstance(default, ast.Lambda):
                            count += 1
                            name = f"_default_{count}_{node.name}"
                            yield from _parsed(_function(name, default))
                            defaults[n] = ast.Name(name, ast.Load())
        yield line


def _function(name: str, made: ast.Lambda) -> str:
    given = ", ".join(f"{one.arg}: _Any" for one in made.args.args)
    return f"def {name}({given}) -> _Any:\n    return {ast.unparse(made.body)}"


def _imports(line: ast.ImportFrom, name: str) -> bool:
    return any(one.name == name for one in line.names)


def _expression(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body
