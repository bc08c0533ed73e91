"""Where only the library is installed the command gets the table's packages, asks for them, or says how to."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

import kursbuch
from kursbuch.cli import getting
from kursbuch.cli.start import main


class Became(Exception):
    """Went on as another program."""


@pytest.fixture
def called(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What was run. Outside of any environment, without a terminal, until a test says otherwise."""
    told: list[list[str]] = []

    def become(command: list[str]) -> None:
        told.append(command)
        raise Became

    def call(command: list[str]) -> int:
        told.append(command)
        return 0

    monkeypatch.setattr(getting, "_become", become)
    monkeypatch.setattr("subprocess.call", call)
    monkeypatch.delenv("UV", raising=False)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    return told


def at_a_terminal(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    terminal = SimpleNamespace(isatty=lambda: True, write=lambda text: None, flush=lambda: None)
    monkeypatch.setattr(sys, "stdin", terminal)
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr("builtins.input", lambda question: answer)


def test_uvx_goes_on_with_the_server(called: list[list[str]], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UV", "/usr/bin/uv")
    with pytest.raises(Became):
        getting.get_server(["serve", "--port", "9000"])
    (command,) = called
    assert command[:3] == ["/usr/bin/uv", "tool", "run"]
    assert command[command.index("--from") + 1].startswith("kursbuch[server]")
    assert command[-4:] == ["kursbuch", "serve", "--port", "9000"]


def test_a_project_run_by_uv_is_left_alone(called: list[list[str]], monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("UV", "/usr/bin/uv")
    monkeypatch.setenv("VIRTUAL_ENV", "/home/anna/project/.venv")
    with pytest.raises(SystemExit, match=r"kursbuch\[server\]"):
        getting.get_server([])
    assert called == []


def test_nothing_is_fetched_where_nobody_can_be_asked(called: list[list[str]]):
    with pytest.raises(SystemExit, match=r"kursbuch\[server\]"):
        getting.get_server([])
    assert called == []


@pytest.mark.parametrize(
    ("answer", "fetched"), [("", True), ("y", True), ("J", True), ("n", False), ("what?", False)]
)
def test_somebody_at_a_terminal_is_asked(
    called: list[list[str]], monkeypatch: pytest.MonkeyPatch, answer: str, fetched: bool
):
    at_a_terminal(monkeypatch, answer)
    monkeypatch.setattr(getting, "_installing", lambda wanted: ["pip", "install", wanted])
    if fetched:
        getting.get_server([])
        ((program, _, wanted),) = called
        assert program == "pip" and wanted.startswith("kursbuch[server]")
    else:
        with pytest.raises(SystemExit, match=r"kursbuch\[server\]"):
            getting.get_server([])
        assert called == []


def test_a_version_is_told_by_the_library_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(sys, "argv", ["kursbuch", "--version"])
    main()
    assert capsys.readouterr().out.startswith(f"kursbuch {kursbuch.__version__} ")
