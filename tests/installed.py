"""A package of titles installed for a test: its sources and its entry points in a folder, without any network."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path


def install(project: Path, target: Path) -> Path:
    """What an installer would leave in `target`: the packages, and the record that says what they are for."""
    told = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    name, version = told["project"]["name"], told["project"]["version"]
    for package in told["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]:
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(project / package, target / Path(package).name, ignore=ignored)
    record = target / f"{name.replace('-', '_')}-{version}.dist-info"
    record.mkdir()
    (record / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    lines = []
    for group, entries in told["project"]["entry-points"].items():
        lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
    (record / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return target


def python(target: Path, *arguments: str, where: Path | None = None) -> subprocess.CompletedProcess[str]:
    """A Python that has what is installed in `target` beside all that we have; fails with what it said."""
    path = os.pathsep.join([str(target), *filter(None, [os.environ.get("PYTHONPATH")])])
    run = subprocess.run(
        [sys.executable, *arguments],
        env={**os.environ, "PYTHONPATH": path, "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=where or target,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, f"{run.stdout[-3000:]}\n{run.stderr[-3000:]}"
    return run
