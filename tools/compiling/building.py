"""From Python to a library: mypyc writes C, the machine's own C compiler does the rest.

Every module of the engine goes into one library, `kursbuch__mypyc`, and beside its source gets a door to it. The C of
several modules is compiled at a time, since what they all include is longer than most of them.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path

import mypyc
from mypyc.common import RUNTIME_C_FILES
from mypyc.options import CompilerOptions

LIBRARY = "kursbuch"  # mypyc adds "__mypyc"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
RUNTIME = Path(mypyc.__path__[0]) / "lib-rt"
AT_A_TIME = 6_000_000  # letters of C
FLAGS = ["-g0", "-fPIC", "-DNDEBUG", "-fwrapv", "-fvisibility=hidden", "-w"]
FLAGS.append("-ffp-contract=off")  # fractions are rounded after each step, as Python does it


def c_compiler() -> list[str] | None:
    """The command of the C compiler, unless there is none, or it would not find what Python's own C needs.

    >>> c_compiler() is None or c_compiler() != []
    True
    """
    command = shlex.split(os.environ.get("CC") or "cc")
    headers = Path(sysconfig.get_path("include")) / "Python.h"
    return command if shutil.which(command[0]) and headers.exists() else None


def build(source: Path, files: list[Path], work: Path, level: str) -> None:
    """Compile these files of a source folder, at this level of optimization, into modules beside them."""
    shutil.rmtree(work, ignore_errors=True)
    written, modules = _written_in_c(source, files, work)
    objects = _compiled(_gathered(written, work), work, level)
    _cc("-shared", "-s", *map(str, objects), "-o", str(source / f"{LIBRARY}__mypyc{SUFFIX}"))
    _doors(source, modules, work)


def _written_in_c(source: Path, files: list[Path], work: Path) -> tuple[list[Path], list[str]]:
    """The C files that mypyc writes, and the names of the modules."""
    before = Path.cwd()
    os.chdir(source)
    try:
        # imported only now: it asks for distutils, which Python 3.12 and later have from setuptools
        groups, written, _ = import_module("mypyc.build").mypyc_build(
            ["--explicit-package-bases", "--no-error-summary", *map(str, files)],
            CompilerOptions(multi_file=True, target_dir=str(work), group_name=LIBRARY),
        )
    finally:
        os.chdir(before)
    return [Path(name) for names, _ in written for name in names], [one.module for one in groups[0][0]]


def _gathered(written: list[Path], work: Path) -> list[Path]:
    """Files that include several of them each, the largest first so that no core waits long for another."""
    runtime = [RUNTIME / name for name in RUNTIME_C_FILES]
    lots: list[list[Path]] = [[]]
    room = AT_A_TIME
    for file in sorted(written):
        size = file.stat().st_size
        if lots[-1] and size > room:
            lots.append([])
            room = AT_A_TIME
        lots[-1].append(file)
        room -= size
    out = []
    for n, lot in enumerate(sorted(lots, key=lambda lot: -sum(file.stat().st_size for file in lot))):
        out.append(work / f"lot_{n}.c")
        out[-1].write_text("".join(f'#include "{file}"\n' for file in lot), encoding="utf-8")
    return [*out, *runtime]


def _compiled(files: list[Path], work: Path, level: str) -> list[Path]:
    def compiled(file: Path) -> Path:
        made = work / f"{file.stem}.o"
        _cc(f"-O{level}", *FLAGS, *_include(work), "-c", str(file), "-o", str(made))
        return made

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return list(pool.map(compiled, files))


def _doors(source: Path, modules: list[str], work: Path) -> None:
    """A door for each module: see door.c."""
    names = sorted({module.rpartition(".")[2] for module in modules})
    text = Path(__file__).with_name("door.c").read_text(encoding="utf-8")
    door, made = work / "door.c", work / f"door{SUFFIX}"
    door.write_text(text + "".join(f"DOOR({name})\n" for name in names), encoding="utf-8")
    _cc("-O1", *FLAGS, "-shared", "-s", *_include(work), str(door), "-o", str(made))
    for module in modules:
        place = source.joinpath(*module.split("."))
        shutil.copy(
            made, place / f"__init__{SUFFIX}" if place.is_dir() else place.with_name(place.name + SUFFIX)
        )


def _include(work: Path) -> list[str]:
    return [f"-I{folder}" for folder in (RUNTIME, work, sysconfig.get_path("include"))]


def _cc(*given: str) -> None:
    command = c_compiler()
    assert command is not None, "no C compiler"
    subprocess.run([*command, *given], check=True)
