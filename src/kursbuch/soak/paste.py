"""A failing line of actions as a test to paste."""

from __future__ import annotations

import json
import re

from kursbuch.soak.shrink import Line

_LAST = {
    "audit": ["game.audit()"],
    "stuck": ["assert game.over or game.legal_actions()"],
    "apply": [],
    "undo": ['check(game, "undo")'],
    "views": ['check(game, "views")'],
    "secrets": ['check(game, "secrets")'],
    "imagined": ['check(game, "imagined")'],
    "saved": ["saved(game, table, to_the_end=True)"],
}


def as_test(line: Line) -> str:
    """The test. It needs only what it imports, and fails until the fault is mended."""
    fault, table = line.fault, line.table
    name = re.sub(r"\W+", "_", f"{table.title} {table.players} {fault.check} {len(line.lines)}").lower()
    make_up = (
        f"{json.dumps(table.title)}, {table.players}, {table.seed}, {dict(table.options)!r}, {table.gift}"
    )
    body = [f"table = Table({make_up})"]
    body += _play("game", line.lines)
    imports = {"Table"}
    if fault.twin:
        owner, lines = fault.twin
        imports.add("alike")
        body += [*_play("twin", lines), f"alike(game, twin, {owner!r})"]
    elif fault.check == "endless":
        body += ["assert game.over"]
    elif fault.action is not None:
        imports.add("asked_well")
        body += [f"asked_well(game, {dict(fault.action)!r})"]
    else:
        last = _LAST.get(fault.check, [])
        imports.update(word for word in ("check", "saved") if any(word + "(" in text for text in last))
        body += last
    lines_ = [
        f"from kursbuch.soak import {', '.join(sorted(imports))}",
        "",
        "",
        f"def test_{name}() -> None:",
        f'    """{fault}"""'.replace("\\", "/"),
        *(f"    {text}" for part in body for text in part.splitlines()),
    ]
    return "\n".join(lines_) + "\n"


def _play(name: str, lines: tuple[str, ...]) -> list[str]:
    """The statements that lead to the position."""
    return [
        f"{name} = table.start()",
        'lines = """',
        *(f"    {line}" for line in lines),
        '"""',
        "for line in lines.strip().splitlines():",
        f"    {name}.apply(line.strip())",
    ]
