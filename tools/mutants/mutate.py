"""The ways in which a source file can be broken, one small change each.

A mutant is the kind of slip that a wrong rule is made of: a bound off by one, a condition turned round or left out, a
payment forgotten, a refusal not given or citing another point.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
_TURNED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_POINT = re.compile(r"[0-9A-Z]+-[0-9A-Z.]+-\d+")
_NEVER_TOUCHED = (ast.Assert, ast.Raise, ast.Import, ast.ImportFrom)


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the text from `start` to `end` of a file gives way to `text`."""

    file: str
    line: int
    kind: str
    start: int
    end: int
    text: str

    @property
    def id(self) -> str:
        return f"{self.file}:{self.line}:{self.start}-{self.end}:{self.kind}:{self.text}"

    def applied(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]


def mutants_of(file: str, source: str) -> list[Mutant]:
    """Every mutant of a file.

    >>> [m.text for m in mutants_of("x.py", "def may(a): return a < 10")]
    ['a <= 10', 'not (a < 10)', '11']
    """
    offsets = _line_offsets(source)
    found = []
    for node, kind, change in _changes(ast.parse(source)):
        start = offsets[node.lineno - 1] + _characters(source, offsets, node.lineno, node.col_offset)
        assert node.end_lineno is not None and node.end_col_offset is not None
        end = offsets[node.end_lineno - 1] + _characters(
            source, offsets, node.end_lineno, node.end_col_offset
        )
        text = change if isinstance(change, str) else ast.unparse(change)
        if source[start:end] != text:
            found.append(Mutant(file, node.lineno, kind, start, end, text))
    return sorted(set(found), key=lambda m: (m.start, m.end, m.kind, m.text))


def _line_offsets(source: str) -> list[int]:
    offsets = [0]
    for line in source.splitlines(keepends=True):
        offsets.append(offsets[-1] + len(line))
    return offsets


def _characters(source: str, offsets: list[int], line: int, column: int) -> int:
    """Python counts columns in bytes; ours are characters."""
    text = source[offsets[line - 1] : offsets[line]]
    return len(text.encode()[:column].decode())


Change = tuple[ast.expr | ast.stmt, str, ast.AST | str]


def _changes(tree: ast.Module) -> Iterator[Change]:
    """Of the bodies of functions alone: tables and declarations are data, which other tests proofread."""
    for function in _functions(tree):
        for statement in function.body:
            yield from _in_statement(statement)


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    """Functions and methods, not those inside others: they are part of them."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef) and not (node.name.startswith("__") and node.name != "__init__"):
            yield node
        elif isinstance(node, ast.ClassDef):
            yield from _functions(node)


def _in_statement(node: ast.AST) -> Iterator[Change]:
    if isinstance(node, _NEVER_TOUCHED) or _is_docstring(node):
        return
    if isinstance(node, ast.stmt):
        yield from _of_statement(node)
    if isinstance(node, ast.expr):
        yield from _of_expression(node)
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "type_comment", "decorator_list", "format_spec"):
            continue
        for inner in value if isinstance(value, list) else [value]:
            if isinstance(inner, ast.AST):
                yield from _in_statement(inner)


def _is_docstring(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _of_statement(node: ast.stmt) -> Iterator[Change]:
    if (isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)) or isinstance(node, ast.AugAssign):
        yield node, "left out", "pass"
    elif isinstance(node, ast.Return) and _refuses(node.value):
        yield node, "not refused", "return None"
    elif isinstance(node, (ast.If, ast.While)):
        yield node.test, "condition", f"not ({ast.unparse(node.test)})"
    elif isinstance(node, ast.Return) and isinstance(node.value, (ast.Compare, ast.BoolOp)):
        yield node.value, "condition", f"not ({ast.unparse(node.value)})"


def _refuses(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "refuse"


def _of_expression(node: ast.expr) -> Iterator[Change]:
    match node:
        case ast.Compare(left, [op], [right]) if type(op) in _COMPARED:
            yield node, "comparison", ast.Compare(left, [_COMPARED[type(op)]()], [right])
        case ast.BoolOp(op, values):
            other = ast.Or() if isinstance(op, ast.And) else ast.And()
            yield node, "and, or", f"({ast.unparse(ast.BoolOp(other, values))})"
        case ast.UnaryOp(ast.Not(), operand):
            yield node, "not", f"({ast.unparse(operand)})"
        case ast.BinOp(left, op, right) if type(op) in _RECKONED:
            yield node, "reckoning", f"({ast.unparse(ast.BinOp(left, _RECKONED[type(op)](), right))})"
        case ast.IfExp(test, body, orelse):
            yield node, "condition", f"({ast.unparse(ast.IfExp(test, orelse, body))})"
        case ast.Call(ast.Name(name) as function) if name in _TURNED:
            yield function, "least, most", _TURNED[name]
        case ast.Constant(bool(value)):
            yield node, "true, false", str(not value)
        case ast.Constant(int(value)):
            yield node, "number", str(value + 1)
        case ast.Constant(str(value)) if _POINT.fullmatch(value):
            yield node, "citation", repr(value + "0")
