"""Compile the engine into a folder: `make compiled` plays the golden games on it, `make dist` makes a wheel of it.

`python -m tools.compiling te18 shikoku` compiles the kernel and these families alone; without names every family.
Needs a C compiler.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from mypy import errorcodes

from kursbuch.core.rules import Rules
from tools.compiling.building import build, c_compiler
from tools.compiling.rewrite import Module, Source
from tools.compiling.wheel import platform_wheel

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / ".compiled"
# registries, lazy names, and the classes of rules: each is there once, and mypyc fails at lambdas in methods of
# classes that cannot be native; of bots what other packages answer to, and what stands round their play
INTERPRETED = {
    "kursbuch.titles",
    *(
        f"kursbuch.bots.{name}"
        for name in ("__main__", "advice", "bot", "contest", "faults", "registry", "review")
    ),
    *(f"kursbuch.core.{name}" for name in ("built", "family", "looking", "record", "rules")),
}
EDGES = {"page", "pictures", "words"}
EDGE_FILES = {"recorded.py", "reasons.py", "why_paper.py", "why_trains.py"}  # what is told, not played with


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.compiling", description="Compile the engine.")
    parser.add_argument("families", nargs="*", help="these families alone")
    parser.add_argument("--level", default="1", help="how far the C compiler optimizes, 0 to 3")
    parser.add_argument("--wheel", type=Path, help="the pure wheel that a wheel of this platform is made of")
    # last, since the rest of the line is pytest's
    parser.add_argument(
        "--tests", nargs=argparse.REMAINDER, default=["tests/test_golden.py"], help="what is tested on it"
    )
    asked = parser.parse_args()
    if c_compiler() is None:
        print("no C compiler with the headers of this Python: the engine is not compiled")
        return 0
    source = OUT / "src"
    shutil.rmtree(source, ignore_errors=True)
    _lay_originals(source)
    shutil.copy(Path(__file__).with_name("native.py"), source / "kursbuch" / "native.py")
    build(source, rewritten(source, asked.families), OUT / "c", asked.level)
    _lay_originals(source)  # what people read beside the compiled modules is what was written
    status = tested(source, asked.tests) if asked.tests else 0
    if asked.wheel is not None and not status:
        print(platform_wheel(asked.wheel, source))
    return status


def _lay_originals(source: Path) -> None:
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


def engine(source: Path, families: list[str]) -> dict[str, Path]:
    """The modules of core, rail, bots, and the titles' rules and bots by their names."""
    package = source / "kursbuch"
    files = [file for kit in ("core", "rail", "bots") for file in (package / kit).rglob("*.py")]
    for family in families or [folder.name for folder in (package / "titles").iterdir() if folder.is_dir()]:
        files += [
            file
            for file in (package / "titles" / family).rglob("*.py")
            if not EDGES & set(file.parts) and file.name not in EDGE_FILES
        ]
    return {_module(file.relative_to(source)): file for file in sorted(files)}


def _module(file: Path) -> str:
    parts = [*file.parts[:-1], *([] if file.stem == "__init__" else [file.stem])]
    return ".".join(parts)


def rewritten(source: Path, families: list[str]) -> list[Path]:
    """Rewrite what is to be compiled, and say which files these are."""
    codes = {code.code for code in vars(errorcodes).values() if isinstance(code, errorcodes.ErrorCode)}
    # types were checked where they are written; what a rewritten class seems to lack is there at run time
    header = f'# mypy: disable-error-code="{",".join(sorted(codes - {"syntax"}))}"\n'
    known = engine(source, [])
    modules = {name: import_module(name) for name in known}
    asked = engine(source, families)
    rules = {name for name, module in modules.items() if name in INTERPRETED or _left_to_python(module)}
    texts = {name: file.read_text(encoding="utf-8") for name, file in known.items()}
    whole = Source({name: text for name, text in texts.items() if name not in rules}, modules, header)
    files: list[Path] = []
    for name, file in known.items():
        if name in asked and name not in rules:
            file.write_text(Module(whole, name).text(), encoding="utf-8")
            files.append(file.relative_to(source))
        else:
            file.write_text(header + texts[name], encoding="utf-8")
    return files


def _left_to_python(module: Any) -> bool:
    """Whether a module has a class that cannot be native, or not without playing otherwise.

    mypyc compares two values of a compiled class that derives from `str` by whether they are the same thing, takes an
    error for no other than its very class, and lets nobody refer to an instance weakly.
    """
    own = [
        one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__
    ]
    return any(
        issubclass(one, Rules | BaseException | str)
        or (issubclass(one, tuple) and not hasattr(one, "_fields"))
        or "__weakref__" in vars(one).get("__slots__", ())
        for one in own
    )


def tested(source: Path, tests: list[str]) -> int:
    """Run tests on what was compiled; their status."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    check = "import kursbuch.core.game as g; assert not g.__file__.endswith('.py'), g.__file__"
    subprocess.run([sys.executable, "-c", check], env=environment, cwd=ROOT, check=True)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *tests]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
