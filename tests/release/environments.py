"""The wheel, and clean environments to install it in: what somebody has who has nothing else of ours."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EVERY = ("3.11", "3.12", "3.13", "3.14")
HERE = f"{sys.version_info.major}.{sys.version_info.minor}"

RELEASING = bool(os.environ.get("KURSBUCH_RELEASE_CHECK"))
"""Set by `make release-check`: every Python, and the tools that fetch packages by themselves."""

PYTHONS = EVERY if RELEASING else (HERE,)

CLEAN = {
    key: value
    for key, value in os.environ.items()
    if not key.startswith(("UV", "VIRTUAL", "PYTHON", "KURSBUCH"))
}


def uv() -> str:
    """The uv of this machine; a test is skipped where there is none."""
    found = shutil.which("uv") or (str(ROOT / ".tools/bin/uv") if (ROOT / ".tools/bin/uv").exists() else "")
    return found or pytest.skip("needs uv to make clean environments")


def python(version: str) -> str:
    """An interpreter of that version: ours, one on the path, one of pyenv's, or one that uv has; else a skip."""
    if version == HERE:
        return sys.executable
    places = [
        shutil.which(f"python{version}") or "",
        *map(str, Path.home().glob(f".pyenv/versions/{version}.*/bin/python")),
    ]
    for place in filter(None, places):
        if subprocess.run([place, "-c", ""], capture_output=True, check=False).returncode == 0:
            return place
    asked = subprocess.run([uv(), "python", "find", version], capture_output=True, text=True, check=False)
    return (
        asked.stdout.strip() if asked.returncode == 0 else pytest.skip(f"no Python {version} on this machine")
    )


def build(folder: Path) -> Path:
    """The wheel of this checkout, built by the locked hatchling, without any network."""
    told = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=ROOT, env=CLEAN, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert told.returncode == 0, told.stderr
    (wheel,) = folder.glob("kursbuch-*.whl")
    return wheel


def environment(folder: Path, version: str, *packages: str, constraints: Path | None = None) -> Path:
    """A new virtual environment with these packages alone; skipped if they can be had neither here nor by network."""
    run([uv(), "venv", "--quiet", "--python", python(version), str(folder)])
    bounds = ["--constraints", str(constraints)] if constraints else []
    command = [uv(), "pip", "install", "--quiet", "--python", str(folder), *bounds, *packages]
    offline = subprocess.run([*command, "--offline"], env=CLEAN, capture_output=True, text=True, check=False)
    if offline.returncode != 0:
        run(command, unless="Failed to fetch")
    return folder / ("Scripts" if os.name == "nt" else "bin")


def locked(folder: Path) -> Path:
    """The versions of the lock file, as constraints."""
    lines = run(
        [
            uv(),
            "export",
            "--frozen",
            "--quiet",
            "--no-hashes",
            "--no-emit-project",
            "--all-groups",
            "--extra",
            "server",
        ],
        where=ROOT,
    )
    (folder / "constraints.txt").write_text(lines, encoding="utf-8")
    return folder / "constraints.txt"


def run(
    command: Sequence[str | Path], *, where: Path | None = None, unless: str = "", timeout: float = 280
) -> str:
    """What it prints; a failure is one of the test, or a skip if `unless` is said to be the reason."""
    told = subprocess.run(
        list(map(str, command)), cwd=where, env=CLEAN, stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=timeout, check=False,
    )  # fmt: skip
    if told.returncode != 0 and unless and unless in told.stderr:
        pytest.skip("the packages of the table are neither kept on this machine nor to be had by network")
    assert told.returncode == 0, f"{command}\n{told.stdout[-2000:]}\n{told.stderr[-2000:]}"
    return told.stdout
