"""What lies about the sources: hosted checks, hooks and the container do what the Makefile does, and no more."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.release.environments import ROOT, run

MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
TARGETS = set(re.findall(r"^([a-z-]+):", MAKEFILE, flags=re.MULTILINE))
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_hosted_checks_call_the_same_commands(file: Path):
    steps = [step for job in read(file)["jobs"].values() for step in job["steps"]]
    told = [step["run"].split() for step in steps if "run" in step]
    assert {words[0] for words in told} <= {"make", "uv"}
    assert {words[1] for words in told if words[0] == "make"} <= TARGETS
    assert all("@" in step["uses"] for step in steps if "uses" in step)


def test_the_checks_of_a_commit_are_those_of_make_lint():
    (repo,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    hooks = [hook["entry"].removeprefix("uv run --frozen ") for hook in repo["hooks"]]
    assert hooks == re.findall(r"\$\(call check,(.*)\)", MAKEFILE)


def test_owners_are_people_of_folders_that_are_there():
    """A team of an organisation that does not exist is asked for nothing; an example is there to be copied."""
    told = (ROOT / ".github/CODEOWNERS").read_text(encoding="utf-8")
    lines = re.findall(r"^(?:#   )?(/\S+|\*) +(@\S+)$", told, flags=re.MULTILINE)
    assert lines and not [owner for _, owner in lines if "/" in owner]
    assert not [folder for folder, _ in lines if folder != "*" and not (ROOT / folder[1:]).is_dir()]


def test_every_command_of_the_makefile_is_explained():
    (phony,) = re.findall(r"^\.PHONY: (.*)$", MAKEFILE, flags=re.MULTILINE)
    explained = dict(re.findall(r"^([a-z-]+):(.*)##", MAKEFILE, flags=re.MULTILINE))
    helping = {word for needed in explained.values() for word in needed.split()}  # what others ask for
    assert set(phony.split()) - explained.keys() <= helping


def test_the_container_runs_as_nobody_special_and_says_how_it_is():
    lines = (ROOT / "deploy/Containerfile").read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
    words = [line.split() for line in lines if line and not line.startswith("#")]
    last = max(n for n, line in enumerate(words) if line[0] == "FROM")
    final = {line[0]: " ".join(line[1:]) for line in words[last:]}
    assert final["USER"].isdigit() and final["USER"] != "0"
    assert final["VOLUME"] == "/data" and "sqlite:////data/" in final["ENV"]
    assert "/healthz" in final["HEALTHCHECK"] and final["CMD"] == '["kursbuch", "serve"]'
    assert all(":" in line[1] and not line[1].endswith(":latest") for line in words if line[0] == "FROM")


def test_every_folder_at_the_top_explains_itself():
    top = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")]
    ours = [path for path in top if path.name in {"deploy", "docs", "examples", "src", "tests", "tools"}]
    assert not [path.name for path in ours if not (path / "README.md").exists() and path.name != "src"]
    assert (ROOT / "src/kursbuch/README.md").exists()


@pytest.mark.parametrize("folder", ["tools", "src/kursbuch", "src/kursbuch/titles", "deploy", "examples"])
def test_a_folder_tells_of_all_that_is_in_it(folder: str):
    told = (ROOT / folder / "README.md").read_text(encoding="utf-8")
    named = {name.rstrip("/") for name in re.findall(r"`([^`]+)`", told)}
    tracked = run(["git", "ls-files", folder], where=ROOT).split()
    inside = {Path(path).relative_to(folder).parts[0] for path in tracked}
    assert inside - named - {"README.md", "__init__.py", "py.typed"} == set()


def test_folders_without_code_are_told_of_by_the_package_above_them():
    """Those of the titles stand in their README."""
    tracked = run(["git", "ls-files", "src/kursbuch"], where=ROOT).split()
    folders = {Path(path).parent for path in tracked if "/titles/" not in path}
    packages = {folder for folder in folders if f"{folder}/__init__.py" in tracked}
    bare = [folder for folder in folders if folder not in packages and folder.parent in packages]
    heads = {folder: (ROOT / folder.parent / "__init__.py").read_text(encoding="utf-8") for folder in bare}
    untold = [str(folder) for folder in bare if f"`{folder.name}`" not in heads[folder].split('"""')[1]]
    assert bare and untold == []


def test_the_folder_of_the_titles_tells_what_lies_in_a_family():
    folder = "src/kursbuch/titles"
    told = set(re.findall(r"`([^`]+)`", (ROOT / folder / "README.md").read_text(encoding="utf-8")))
    tracked = run(["git", "ls-files", folder], where=ROOT).split()
    parts = [Path(path).relative_to(folder).parts for path in tracked]
    inside = {part[1] for part in parts if len(part) > 1}
    assert inside - told - {"__init__.py"} == set()
