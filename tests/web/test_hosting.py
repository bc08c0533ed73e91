"""Running a server in earnest: is it well, its figures, its logs, its settings, copies that can be brought back."""

from __future__ import annotations

import json
import logging
import shutil
import subprocess
from pathlib import Path

import httpx
import pytest
from typer.testing import CliRunner

from kursbuch.cli.main import app
from kursbuch.core import BadInput
from kursbuch.store.backup import back_up, restore
from kursbuch.store.errors import Unavailable
from kursbuch.web.logs import JsonLines, log_config
from kursbuch.web.measuring import Measures, telling
from kursbuch.web.serve import greeting
from kursbuch.web.settings import Settings
from kursbuch.web.settings_list import as_table, described
from tests.web.backend import WAIT, Player, online, serving, sqlite, wait_for
from tests.web.postgres import cluster

ROOT = Path(__file__).parents[2]


def test_a_server_says_whether_it_is_well(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url:
        assert httpx.get(f"{url}/healthz", timeout=WAIT).json() == {"status": "ok"}
        assert httpx.get(f"{url}/metrics", timeout=WAIT).status_code == 404  # no token, no figures


def test_figures_count_requests_moves_and_thinking_and_name_nobody(tmp_path: Path):
    with serving(sqlite(tmp_path, metrics_token="figures", order_pause=0.0)) as url:
        with Player(url, "Anna") as anna:
            seats = [{"player": "Anna", "mine": True}, {"player": "Robo", "bot": "random"}]
            table = anna.table("bots", seats)["id"]
            anna.post(f"/tables/{table}/orders", {"kind": "pass"}, 201)
            figures = {"Authorization": "Bearer figures"}
            wait_for(lambda: 'moves_total{by="bot"}' in httpx.get(f"{url}/metrics", headers=figures).text)
            anna.get(f"/tables/{table}")
        assert httpx.get(f"{url}/metrics", headers={"Authorization": "Bearer no"}).status_code == 404
        told = httpx.get(f"{url}/metrics", headers={"Authorization": "Bearer figures"}, timeout=WAIT).text
        assert 'kursbuch_requests_total{method="GET",route="/api/v1/tables/{table}",status="200"}' in told
        assert 'kursbuch_moves_total{by="bot"}' in told
        assert "kursbuch_thinking_seconds_count" in told and "kursbuch_streams " in told
        assert 'kursbuch_tables{state="' in told
        assert table not in told and "Anna" not in told


def test_logs_are_lines_of_json(capsys: pytest.CaptureFixture[str]):
    try:
        raise ValueError("broken")
    except ValueError as error:
        record = logging.LogRecord(
            "kursbuch.x", logging.ERROR, "f", 1, "table %s", ("t1",), (ValueError, error, None)
        )
    record.route = "/table/{id}"
    told = json.loads(JsonLines().format(record))
    assert told["message"] == "table t1" and told["level"] == "error" and told["route"] == "/table/{id}"
    assert "ValueError: broken" in told["trace"]
    assert (
        "https://g.example"
        in json.loads(greeting(Settings(log_format="json"), "https://g.example"))["message"]
    )
    assert log_config("json", "info", True)["formatters"]["all"]["()"] == "kursbuch.web.logs.JsonLines"


def test_addresses_that_are_called_are_not_written_down():
    with_all = log_config("text", "debug", True)["loggers"]
    for calls in ("httpx", "httpcore"):  # each call is a line of theirs, with the whole address
        assert with_all[calls] == {"level": "WARNING"}


def test_every_setting_has_a_meaning_and_stands_in_the_documentation():
    assert [one.variable for one in described() if not one.meaning] == []
    assert as_table() in (ROOT / "docs" / "hosts" / "hosting.md").read_text("utf-8")


def test_a_copy_taken_while_games_go_on_is_brought_back(tmp_path: Path):
    settings = sqlite(tmp_path / "one")
    (tmp_path / "one").mkdir()
    copy, later = tmp_path / "copy.backup", f"sqlite:///{tmp_path / 'two' / 'games.sqlite3'}"
    with serving(settings) as url, online(url, "Anna", "Ben", title="18te") as (people, table):
        token = people[0].token
        for moves in range(4):
            for player in people:
                if player.name in player.get(f"/tables/{table}")["acting"]:
                    legal = player.get(f"/tables/{table}/actions")["actions"]
                    action = legal[-1]["text"]
                    player.post(f"/tables/{table}/act", {"action": action, "moves": moves})
                    break
            if moves == 2:
                back_up(settings.url, copy)  # the server runs on
        assert people[0].get(f"/tables/{table}")["moves"] == 4
    with pytest.raises(FileExistsError):
        back_up(settings.url, copy)
    restore(later, copy)
    with pytest.raises(FileExistsError):
        restore(later, copy)
    brought = tmp_path / "two" / "games.sqlite3"
    assert [file.stat().st_mode & 0o077 for file in (copy, brought)] == [0, 0]  # for nobody else to read
    with serving(Settings(database=later)) as url, Player(url, "Anna", token) as anna:
        assert anna.get(f"/tables/{table}")["moves"] == 3
        assert anna.get(f"/tables/{table}/view")["moves"] == 3


def test_copying_and_bringing_back_say_that_they_succeeded(tmp_path: Path):
    with serving(sqlite(tmp_path)):
        pass
    copy, later = tmp_path / "copy.backup", f"sqlite:///{tmp_path / 'later.sqlite3'}"
    told = CliRunner().invoke(app, ["backup", str(copy), "--database", sqlite(tmp_path).url])
    assert told.exit_code == 0 and str(copy) in told.output and "bytes" in told.output
    told = CliRunner().invoke(app, ["restore", str(copy), "--database", later])
    assert told.exit_code == 0 and f"{copy} back into {later}" in told.output


@pytest.mark.skipif(shutil.which("pg_dump") is None, reason="no pg_dump here")
def test_a_copy_of_a_postgresql_is_brought_back(tmp_path: Path):
    with cluster() as made:
        with serving(Settings(database=made.url)) as url, Player(url, "Anna") as anna:
            table, token = anna.table()["id"], anna.token
        copy = tmp_path / "copy.backup"
        try:
            back_up(made.url, copy)
        except Unavailable as error:
            if "version" in str(error):
                pytest.skip(f"pg_dump and the server are of different versions: {error}")
            raise
        make = ["psql", made.url, "-c", "create database second"]
        subprocess.run(make, check=True, capture_output=True, timeout=WAIT)
        other = made.url.rpartition("/")[0] + "/second"
        restore(other, copy)
        with pytest.raises(Unavailable):  # not empty any more
            restore(other, copy)
        with serving(Settings(database=other)) as url, Player(url, "Anna", token) as anna:
            assert anna.get(f"/tables/{table}")["moves"] == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("unit", sorted(p.name for p in (ROOT / "deploy").glob("kursbuch*.[st][ei][rm]*")))
def test_units_are_what_systemd_expects(unit: str):
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", str(ROOT / "deploy" / unit)],
        check=False,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Unknown" not in done.stderr, done.stderr


@pytest.mark.skipif(not (shutil.which("nginx") and shutil.which("openssl")), reason="no nginx here")
def test_the_site_is_what_nginx_expects(tmp_path: Path):
    """Also an nginx of some years ago, as distributions bring it."""
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=games.example"]
    subprocess.run([*made, "-keyout", "key", "-out", "cert"], check=True, capture_output=True, cwd=tmp_path)
    site = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    for name, file in (("fullchain.pem", "cert"), ("privkey.pem", "key")):
        site = site.replace(f"/etc/letsencrypt/live/games.example/{name}", str(tmp_path / file))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ {site} }}", "utf-8")
    words = ["nginx", "-t", "-e", str(tmp_path / "log"), "-c", str(tmp_path / "nginx.conf")]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(shutil.which("caddy") is None, reason="no Caddy here")
def test_the_site_is_what_caddy_expects():
    words = ["caddy", "validate", "--adapter", "caddyfile", "--config", str(ROOT / "deploy" / "Caddyfile")]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_commands_say_what_is_wrong(tmp_path: Path):
    from kursbuch.cli.hosting import backup  # noqa: PLC0415

    with pytest.raises(BadInput, match="there is no database"):
        backup(tmp_path / "copy", f"sqlite:///{tmp_path / 'none.sqlite3'}")
    assert not (tmp_path / "copy").exists()


def test_a_thinker_tells_its_figures_to_its_own_machine():
    measures = Measures()
    measures.moves.labels("bot").inc()
    with telling(measures, 0) as port:
        told = httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=WAIT).text
        assert 'kursbuch_moves_total{by="bot"} 1.0' in told and "kursbuch_thinking_seconds" in told
        with pytest.raises(BadInput), telling(measures, port):
            pass
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"http://127.0.0.1:{port}/metrics", timeout=WAIT)
