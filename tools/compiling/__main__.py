"""Compile the engine into a folder and play the golden games on it: `make compiled`.

`python -m tools.compiling te18 shikoku` compiles the kernel and these families alone; without names every family.
Needs a C compiler and setuptools.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from mypy import errorcodes
from mypyc.build import mypycify

from kursbuch.core.rules import Rules
from tools.compiling.rewrite import Module, Source

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / ".compiled"
# registries, lazy names, and the classes of rules: each is there once, and mypyc fails at lambdas in methods of
# classes that cannot be native
INTERPRETED = {"kursbuch.titles", "kursbuch.core.record", "kursbuch.core.family", "kursbuch.core.rules"}
EDGES = {"page", "bot", "pictures", "words"}
EDGE_FILES = {"bot.py", "recorded.py"}


def main() -> int:
    families = sys.argv[1:]
    source = OUT / "src"
    shutil.rmtree(source, ignore_errors=True)
    shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(Path(__file__).with_name("native.py"), source / "kursbuch" / "native.py")
    compile_engine(source, rewritten(source, families))
    return golden_games(source, families)


def engine(source: Path, families: list[str]) -> dict[str, Path]:
    """The modules of core, rail and the titles' rules by their names."""
    package = source / "kursbuch"
    files = [file for kit in ("core", "rail") for file in (package / kit).rglob("*.py")]
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
    rules = {name for name, module in modules.items() if name in INTERPRETED or _has_rules(module)}
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


def _has_rules(module: Any) -> bool:
    return any(
        isinstance(one, type) and issubclass(one, Rules) and one.__module__ == module.__name__
        for one in vars(module).values()
    )


def compile_engine(source: Path, files: list[Path]) -> None:
    """Native modules beside the files that they are made of."""
    os.chdir(source)
    native = mypycify(
        ["--explicit-package-bases", *map(str, files)],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        target_dir=str(OUT / "c"),
    )
    setup = import_module("setuptools").setup
    jobs = f"-j{os.cpu_count() or 1}"
    setup(name="kursbuch", ext_modules=native, script_args=["-q", "build_ext", "--inplace", jobs])


def golden_games(source: Path, families: list[str]) -> int:
    """Play the golden games on what was compiled; the status of the tests."""
    environment = {**os.environ, "PYTHONPATH": str(source)}
    check = "import kursbuch.core.game as g; assert not g.__file__.endswith('.py'), g.__file__"
    subprocess.run([sys.executable, "-c", check], env=environment, cwd=ROOT, check=True)
    tests = [sys.executable, "-m", "pytest", "-q", "tests/test_golden.py", "-p", "no:cacheprovider"]
    if families:
        ids = [id for family in families for id in import_module(f"kursbuch.titles.{family}").FAMILY.titles]
        tests += ["-k", " or ".join(ids)]
    return subprocess.run(tests, env=environment, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
