"""Starting a server: settings, ports, and what cannot be."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx
import pytest

from kursbuch.core import BadInput
from kursbuch.web.bench import load
from kursbuch.web.bench_pages import pages
from kursbuch.web.serve import free_port, serve
from kursbuch.web.settings import Settings
from tests.web.backend import Process, sqlite


def test_settings_go_through_the_environment_and_back():
    settings = Settings(database="sqlite:///x", port=80, smtp_tls=False, bot_pause=0.5, workers=3)
    assert Settings.from_environment(settings.to_environment()) == settings
    with pytest.raises(BadInput, match="KURSBUCH_PORT"):
        Settings.from_environment({"KURSBUCH_PORT": "eighty"})


def test_a_port_in_use_is_passed_over():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert free_port("127.0.0.1", port) > port


def test_several_processes_need_postgresql(tmp_path: Path):
    with pytest.raises(BadInput, match="PostgreSQL"):
        serve(sqlite(tmp_path, workers=2))


@pytest.mark.parametrize("url", ["nonsense", "sqlite:////proc/none/x.db", "postgresql://127.0.0.1:9/none"])
def test_a_database_that_cannot_be_opened_is_told(url: str):
    with pytest.raises(BadInput, match=r"^database: "):
        serve(Settings(database=url))


def test_a_server_says_its_address_and_stops_when_told(tmp_path: Path):
    process = Process(sqlite(tmp_path))
    process.start()
    try:
        assert httpx.get(process.url).status_code == 200
    finally:
        process.close()


def test_the_benchmark_runs():
    figures = load(tables=2, players=3, seconds=2, interval=0.6, title="18te", opening=10, pinned=False)
    assert figures["moves"] > 5 and figures["failed"] == 0
    assert (
        figures["moves"] <= figures["events_heard"] <= figures["moves"] * 3
    )  # in a rush two are told as one


def test_the_cost_of_a_move_with_its_page_is_measured():
    figures = pages(["18te"], opening=2, moves=3)
    assert figures["start_page_bytes"] > 10_000
    assert figures["titles"]["18te"]["page_bytes"] > 10_000
    assert figures["titles"]["18te"]["move_with_page_ms"] is not None
