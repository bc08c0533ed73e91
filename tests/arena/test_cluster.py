"""The arena on a Ray cluster: the same games as with processes, whatever is lost meanwhile, and words for what fails.

With Ray (`make cluster-test`) a cluster of its own is begun on this machine; what a cluster answers is tried without.
"""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from types import SimpleNamespace

import pytest

import kursbuch as kb
from kursbuch.arena import Arena, run
from kursbuch.arena.running import read_results
from kursbuch.core import BadInput
from tests.arena.test_arena import kursbuch

needs_ray = pytest.mark.skipif(
    importlib.util.find_spec("ray") is None,
    reason="ray is not installed: games on many machines are tried by `make cluster-test`",
)


def _all_but_time(file):
    return sorted((g.seed, tuple(g.seats), tuple(g.scores), g.actions) for g in read_results(file))


@needs_ray
def test_a_cluster_that_loses_a_worker_plays_the_same_games(tmp_path, abroad):
    """It goes on from results that processes have left; nothing is lost, and no game counted twice."""
    words = ("nuremberg", "--bots", "house,easy,quitter", "--players", "2", "--json")
    alone, shared = tmp_path / "alone.jsonl", tmp_path / "shared.jsonl"
    # so that no process is lost here
    (tmp_path / "lost").touch()
    here = subprocess.run(
        kursbuch(*words, "--games", "8", "--jobs", "1", "-o", str(alone)),
        env=abroad,
        capture_output=True,
        text=True,
        check=True,
    )
    (tmp_path / "lost").unlink()
    shared.write_text("".join(alone.read_text().splitlines(keepends=True)[:2]))
    done = subprocess.run(
        kursbuch(*words, "--games", "8", "--ray", "local", "-o", str(shared), "--keep", str(tmp_path / "g")),
        env=abroad,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert (tmp_path / "lost").exists()
    ratings = [
        {bot["bot"]: (bot["won"], bot["rating"]) for bot in json.loads(out.stdout)["bots"]}
        for out in (here, done)
    ]
    assert ratings[0] == ratings[1]  # standard output is one JSON object, though a worker was lost
    assert len(_all_but_time(shared)) == 8 and _all_but_time(shared) == _all_but_time(alone)
    transcripts = list((tmp_path / "g").iterdir())
    assert len(transcripts) == 6 and all(kb.load(file.read_text()).over for file in transcripts)


@needs_ray
def test_a_bot_that_fails_on_a_cluster_is_named(abroad):
    done = subprocess.run(
        kursbuch("nuremberg", "--bots", "house,failing", "--games", "1", "--ray", "local", "--forget"),
        env=abroad,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 1 and not done.stdout.strip()
    assert "kursbuch: failing has failed as Ben in nuremberg-1-house-failing" in done.stderr
    assert "LookupError: no plan" in done.stderr


@needs_ray
@pytest.mark.skipif(sys.platform == "win32", reason="signals to groups of processes")
def test_an_interrupted_run_leaves_no_cluster_behind_and_goes_on(tmp_path, abroad):
    file = tmp_path / "results.jsonl"
    words = ("nuremberg", "--bots", "house,random", "--games", "400", "--ray", "local", "-o", str(file))
    running = subprocess.Popen(
        kursbuch(*words),
        env=abroad,
        cwd=tmp_path,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not file.exists():
        assert running.poll() is None
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in said and "it goes on with: kursbuch" in said
    before = read_results(file)
    assert 0 < len(before) < 400
    more = ("nuremberg", "--bots", "house,random", "--games", str(len(before) + 1), "-o", str(file))
    subprocess.run(kursbuch(*more), env=abroad, cwd=tmp_path, capture_output=True, check=True)
    assert [g.match for g in read_results(file)][: len(before)] == [g.match for g in before]
    assert len({g.match for g in read_results(file)}) == len(read_results(file))


class _RayError(Exception):
    cause = None


def _cluster(**members):
    """Something that answers as Ray does."""
    return SimpleNamespace(
        **{
            "init": lambda **_: None,
            "shutdown": lambda: None,
            "remote": lambda function: SimpleNamespace(remote=function),
            "wait": lambda waiting: (waiting[:1], waiting[1:]),
            "get": lambda game: game,
            "exceptions": SimpleNamespace(RayError=_RayError),
            **members,
        }
    )


def _refused(monkeypatch, address, cluster):
    monkeypatch.setitem(sys.modules, "ray", cluster)
    with pytest.raises(BadInput) as refused:
        run(Arena("nuremberg", ("random", "random"), games=2), ray=address)
    return str(refused.value)


def test_without_ray_it_says_what_to_install(monkeypatch):
    assert "pip install 'kursbuch[ray]'" in _refused(monkeypatch, "local", None)


@pytest.mark.parametrize("address", ["nonsense", ":6379", "here:there", "ray://"])
def test_what_is_no_address_is_refused(monkeypatch, address):
    assert "is no address" in _refused(monkeypatch, address, _cluster())


def test_an_address_where_nobody_answers_is_told_at_once(monkeypatch):
    """Ray itself asks for more than five minutes, and says nothing meanwhile but to its log."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        nobody = f"127.0.0.1:{other.getsockname()[1]}"
        start = time.monotonic()
        assert f"no Ray cluster answers at {nobody}" in _refused(monkeypatch, nobody, _cluster())
        assert time.monotonic() - start < 30


def _raise(error):
    raise error


def test_a_cluster_that_lets_nobody_in_is_told_with_its_reason(monkeypatch):
    def init(**_):
        try:
            raise PermissionError("the token is wrong")
        except PermissionError as error:
            raise ConnectionError("failed to connect") from error

    said = _refused(monkeypatch, "local", _cluster(init=init))
    assert "takes no games: the token is wrong" in said
    said = _refused(monkeypatch, "auto", _cluster(init=lambda **_: _raise(ConnectionError("none runs"))))
    assert "at auto takes no games: none runs" in said


def test_machines_without_kursbuch_are_told_of(monkeypatch):
    trouble = _RayError(
        "System error: x\ntraceback: there\nModuleNotFoundError: No module named 'kursbuch'\n"
    )
    said = _refused(monkeypatch, "local", _cluster(get=lambda game: _raise(trouble)))
    assert "could not play a game: ModuleNotFoundError: No module named 'kursbuch'" in said


def test_each_is_asked_for_the_address_that_was_given(monkeypatch):
    """`local` is a cluster of one's own, also where another one runs on this machine."""
    asked = []
    cluster = _cluster(init=lambda address, **_: asked.append(address))
    monkeypatch.setitem(sys.modules, "ray", cluster)
    games = run(Arena("nuremberg", ("random", "random"), games=2), ray="local")
    assert asked == ["local"] and len(games) == 2
