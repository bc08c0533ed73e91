"""What we hand out: the wheel holds what it needs and no more, and plays where nothing else of ours is."""

from __future__ import annotations

import json
import os
import re
import subprocess
import time
import zipfile
from contextlib import suppress
from email.message import Message
from email.parser import Parser
from pathlib import Path, PurePosixPath
from urllib.error import URLError
from urllib.request import Request, urlopen

import pytest

import kursbuch
from tests.release.environments import (
    CLEAN,
    PYTHONS,
    RELEASING,
    ROOT,
    build,
    environment,
    locked,
    python,
    run,
    uv,
)

SHIPPED = {
    ".py", ".typed",  # the program
    ".toml", ".json", ".po",  # boxes, fitted weights, words
    ".html", ".css", ".js", ".svg", ".png", ".txt",  # pages, and the licence of htmx
    ".template",  # what `kursbuch new-title` writes
}  # fmt: skip

PATIENCE = 120.0  # seconds for a server to come and to go, on a machine that has much else to do

GAME = """
import json, random, sys
import kursbuch as kb

for info in kb.titles():
    rng = random.Random(7)
    game = kb.new_game(info.id, players=min(info.players), seed=7)
    while not game.over and len(game.actions) < 60:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    game.audit()
    assert kb.load(game.to_json()).scores() == game.scores()
outside = [name for name in ("typer", "babel", "msgspec") if name in sys.modules]
print(json.dumps({"titles": len(kb.titles()), "outside": outside}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def names(wheel: Path) -> list[PurePosixPath]:
    with zipfile.ZipFile(wheel) as archive:
        return [PurePosixPath(name) for name in archive.namelist()]


@pytest.fixture(scope="module")
def metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(archive.read(name).decode())


def test_it_holds_the_package_and_nothing_else(names: list[PurePosixPath]):
    tops = {name.parts[0] for name in names}
    assert tops == {"kursbuch", f"kursbuch-{kursbuch.__version__}.dist-info"}
    code = [name for name in names if name.parts[0] == "kursbuch"]
    assert {name.suffix for name in code} <= SHIPPED
    assert not [name for name in code if {"tests", "docs"} & set(name.parts) and "skeleton" not in name.parts]


def test_it_holds_every_file_of_the_package(names: list[PurePosixPath]):
    tracked = run(["git", "ls-files", "src/kursbuch"], where=ROOT).split("\n")
    wanted = {PurePosixPath(line).relative_to("src") for line in tracked if line and (ROOT / line).exists()}
    missing = {
        name for name in wanted - set(names) if name.suffix != ".md"
    }  # notes for those who read the sources
    assert not missing


@pytest.mark.parametrize(
    "part",
    ["web/static/vendor/htmx.min.js", "web/static/base.css", "web/templates/table.html", "py.typed",
     "titles/te18/data/board.toml", "titles/te18/words/de.po", "cli/skeleton/pyproject.toml.template"],
)  # fmt: skip
def test_each_kind_of_file_is_there(names: list[PurePosixPath], part: str):
    assert PurePosixPath("kursbuch", part) in names


def test_licences_of_what_is_vendored_come_along_and_are_named(names: list[PurePosixPath], metadata: Message):
    vendored = {path.name for path in (ROOT / "src/kursbuch/web/static/vendor").iterdir()}
    libraries = {name.split(".")[0] for name in vendored if not name.endswith(".LICENSE.txt")}
    assert {f"{library}.LICENSE.txt" for library in libraries} == {
        name for name in vendored if "LICENSE" in name
    }
    named = {PurePosixPath(file).name for file in metadata.get_all("License-File") or []}
    assert named == {"LICENSE", *(name for name in vendored if "LICENSE" in name)}
    assert metadata["License-Expression"] == "MIT AND 0BSD"


def test_the_version_stands_in_one_place(metadata: Message):
    assert metadata["Version"] == kursbuch.__version__
    told = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    newest = re.search(r"^## \[(\d[^]]*)]", told, re.MULTILINE)
    assert newest and newest[1] == kursbuch.__version__, "CHANGELOG.md has no chapter for this version"
    tag = os.environ.get("KURSBUCH_TAG")  # of the commit that is being released
    assert not tag or tag == f"v{kursbuch.__version__}"
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert kursbuch.__version__ not in project


def test_what_it_says_of_itself_can_be_read_alone(metadata: Message):
    """Where a wheel is shown nothing lies beside its description: no picture or link leads into the repository."""
    told = metadata.get_payload()
    assert isinstance(told, str) and told.startswith("# Kursbuch\n") and "uvx kursbuch" in told
    assert metadata["Description-Content-Type"] == "text/markdown"
    assert [link for link in re.findall(r"]\(([^)]*)\)", told) if not link.startswith("https://")] == []


def test_the_library_asks_for_nothing(metadata: Message):
    asked = metadata.get_all("Requires-Dist") or []
    assert asked and not [line for line in asked if "extra ==" not in line]


@pytest.mark.parametrize("version", PYTHONS)
def test_the_library_alone_plays_every_title(wheel: Path, tmp_path: Path, version: str):
    place = environment(tmp_path / "venv", version, str(wheel))
    assert [entry["name"] for entry in json.loads(_installed(place))] == ["kursbuch"]
    told = json.loads(run([place / "python", "-c", GAME], where=tmp_path))
    assert told == {"titles": len(kursbuch.titles()), "outside": []}
    assert "18te" in run([place / "kursbuch", "titles"], where=tmp_path)
    assert (
        run([place / "kursbuch", "--version"], where=tmp_path)
        == f"kursbuch {kursbuch.__version__} (interpreted engine)\n"
    )


def test_where_only_the_library_is_the_command_says_what_to_install(wheel: Path, tmp_path: Path):
    place = environment(tmp_path / "venv", PYTHONS[0], str(wheel))
    told = subprocess.run(
        [place / "kursbuch"], env=CLEAN, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    assert told.returncode == 1 and told.stdout == ""
    assert told.stderr.count("\n") == 1 and "pip install 'kursbuch[server]'" in told.stderr


@pytest.mark.parametrize("version", PYTHONS)
def test_the_table_is_served(wheel: Path, tmp_path: Path, version: str):
    place = environment(tmp_path / "venv", version, f"{wheel}[server]", constraints=locked(tmp_path))
    assert "playout" in run([place / "kursbuch", "--help"], where=tmp_path)
    _serves([str(place / "kursbuch")], tmp_path)


@pytest.mark.skipif(not RELEASING, reason="fetches packages: `make release-check`")
def test_uvx_plays_at_once(wheel: Path, tmp_path: Path):
    _serves([uv(), "tool", "run", "--python", python(PYTHONS[0]), "--from", str(wheel), "kursbuch"], tmp_path)


@pytest.mark.skipif(not RELEASING, reason="fetches packages: `make release-check`")
def test_pipx_installs_it(wheel: Path, tmp_path: Path):
    homes = {f"PIPX_{name}": str(tmp_path / name) for name in ("HOME", "BIN_DIR", "MAN_DIR")}
    command = [
        uv(),
        "tool",
        "run",
        "pipx",
        "install",
        "--quiet",
        "--python",
        python(PYTHONS[0]),
        f"{wheel}[server]",
    ]
    subprocess.run(command, env={**CLEAN, **homes}, check=True, timeout=280)
    _serves([str(tmp_path / "BIN_DIR" / "kursbuch")], tmp_path)


@pytest.mark.skipif(not RELEASING, reason="fetches packages: `make release-check`")
def test_pip_installs_it(wheel: Path, tmp_path: Path):
    run([python(PYTHONS[0]), "-m", "venv", tmp_path / "venv"])
    run([tmp_path / "venv/bin/python", "-m", "pip", "install", "--quiet", f"{wheel}[server]"])
    _serves([str(tmp_path / "venv/bin/kursbuch")], tmp_path)


def _installed(place: Path) -> str:
    return run([uv(), "pip", "list", "--quiet", "--format", "json", "--python", place / "python"])


def _serves(command: list[str], folder: Path) -> None:
    """The server starts, shows its page with the style, and a guest plays a move against a bot."""
    settings = {"KURSBUCH_DATABASE": f"sqlite:///{folder / 'games.sqlite3'}", "PYTHONUNBUFFERED": "1"}
    server = subprocess.Popen(
        [*command, "serve"], env={**CLEAN, **settings}, cwd=folder, stdout=subprocess.PIPE, text=True
    )
    try:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, "the server did not say where it is"
        _plays(address[0])
    finally:
        server.terminate()
        server.wait(PATIENCE)
        if server.stdout:
            server.stdout.close()


def _plays(server: str) -> None:
    assert json.loads(_answer_of_a_starting(server)) == {"status": "ok"}
    page = _ask(f"{server}/")
    style = re.search(r'href="(/static/[^"]+\.css[^"]*)"', page)
    assert style and _ask(server + style[1])
    me = json.loads(_ask(f"{server}/api/v1/guests", {"name": "Anna"}))
    seats = [{"player": "Anna", "mine": True}, {"bot": "random"}]
    asked = {"title": "18te", "mode": "bots", "seats": seats}
    table = json.loads(_ask(f"{server}/api/v1/tables", asked, me["token"]))["id"]
    while not json.loads(_ask(f"{server}/api/v1/tables/{table}", token=me["token"]))["your_turn"]:
        time.sleep(0.1)  # the bot begins
    legal = json.loads(_ask(f"{server}/api/v1/tables/{table}/actions", token=me["token"]))
    move = {"action": legal["actions"][0]["data"], "moves": legal["moves"]}
    _ask(f"{server}/api/v1/tables/{table}/act", move, me["token"])


def _answer_of_a_starting(server: str) -> str:
    """It says where it will be, makes its database, and then listens."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        with suppress(URLError), urlopen(f"{server}/healthz", timeout=30) as answer:
            return str(answer.read().decode())
        time.sleep(0.2)
    raise AssertionError(f"nobody answers at {server}")


def _ask(address: str, data: object = None, token: str = "") -> str:
    headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
    body = None if data is None else json.dumps(data).encode()
    try:
        with urlopen(Request(address, body, headers), timeout=60) as answer:
            return str(answer.read().decode())
    except URLError as error:
        told = error.read().decode() if hasattr(error, "read") else ""
        raise AssertionError(f"{address}: {error} {told}") from error
