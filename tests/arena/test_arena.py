"""The arena: every seat order with the same seeds, results that survive a kill, transcripts, a table that adds up."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from multiprocessing import active_children
from pathlib import Path

import pytest

import kursbuch as kb
from kursbuch.arena import Arena, Match, Played, Standings, play_match, run
from kursbuch.arena.command import main
from kursbuch.arena.matches import seat_orders
from kursbuch.arena.running import read_results
from kursbuch.core import BadInput


def test_all_seat_orders_with_the_same_seeds():
    matches = Arena("nuremberg", ("house", "random", "random"), games=6, seed=4).matches()
    assert {match.seats for match in matches[:3]} == {match.seats for match in matches[3:]}
    assert [match.seed for match in matches] == [4, 4, 4, 5, 5, 5]


def test_each_sits_everywhere_even_where_there_are_too_many_orders():
    orders = seat_orders("abcde")
    assert [{order[n] for order in orders} for n in range(5)] == [set("abcde")] * 5


def test_more_bots_than_seats_meet_in_all_sets():
    matches = Arena("18te", ("house", "random", "search:0.1"), games=6, players=2).matches()
    assert len({frozenset(match.seats) for match in matches}) == 3


@pytest.mark.parametrize("bots", [("house",), ("house", "nobody"), ("house",) * 5])
def test_what_cannot_be_played_is_refused(bots):
    with pytest.raises(BadInput):
        Arena("18te", bots).checked()


def test_results_are_kept_and_gone_on_with(tmp_path):
    file, few, more = (
        tmp_path / "results.jsonl",
        *(Arena("nuremberg", ("random", "random"), games=n, seed=2) for n in (2, 4)),
    )
    first = run(few, results=file)
    with file.open("a") as out:
        out.write('{"title": "nurem')  # the run was killed while it wrote
    told = []
    both = run(more, results=file, progress=lambda played, games: told.append((len(played), games)))
    assert [one.to_json() for one in both[:2]] == [one.to_json() for one in first]
    assert told[0] == (2, 4) and told[-1] == (4, 4)
    assert len(read_results(file)) == 4


def test_a_killed_run_goes_on(tmp_path):
    file = tmp_path / "results.jsonl"
    words = ["nuremberg", "--bots", "random,house", "--games", "12", "--results", str(file)]
    running = subprocess.Popen([sys.executable, "-m", "kursbuch.arena", *words])
    deadline = time.monotonic() + 60
    while (not file.exists() or not file.read_text().count("\n")) and time.monotonic() < deadline:
        time.sleep(0.02)
    os.kill(running.pid, signal.SIGKILL)
    running.wait()
    before = file.read_text().rpartition("\n")[0].splitlines()
    assert before
    assert main(words) == 0
    after = file.read_text().splitlines()
    assert after[: len(before)] == before and len(after) == 12


def test_transcripts_can_be_loaded(tmp_path):
    played = play_match(Match("nuremberg", ("random", "house"), 3), tmp_path)
    game = kb.load((tmp_path / "nuremberg-3-random-house.json").read_text())
    assert game.over and list(game.scores().values()) == played.scores


def test_processes_play_the_same_games(tmp_path):
    asked = Arena("nuremberg", ("random", "house"), games=4, seed=6)
    alone, together = (run(asked, jobs=jobs, keep=tmp_path) for jobs in (1, 2))
    assert {(g.match, tuple(g.scores)) for g in alone} == {(g.match, tuple(g.scores)) for g in together}
    assert len(list(tmp_path.iterdir())) == 4


def _game(seats, scores):
    return Played("some", seats, 1, [], scores, 10, "bank", [1] * 2, [0.5] * 2, [0.5] * 2)


def test_the_table_shows_shares_intervals_and_ratings():
    games = [_game(["a", "b"], [9, 5])] * 7 + [_game(["b", "a"], [9, 5])] * 2 + [_game(["b", "a"], [5, 5])]
    best, other = Standings(games).to_dict()["bots"]
    assert (best["bot"], best["won"], best["share"], best["fair"]) == ("a", 7.5, 0.75, 0.5)
    assert best["interval"][0] < 0.5 and 0.75 < best["interval"][1] < 1
    assert best["rating"] > other["rating"]
    assert best["mean_lead"] == pytest.approx((7 * 4 - 2 * 4) / 10)


def test_the_command_prints_one_object_for_programs(capsys):
    assert main(["nuremberg", "--bots", "house,random", "--games", "2", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["title"], found["games"]) == ("nuremberg", 2)
    assert main(["nuremberg", "--bots", "nobody,random"]) == 2


def test_it_runs_on_a_bare_machine():
    """No package but our own is needed: -S leaves site-packages out, -I what the environment names."""
    source = Path(kb.__file__).parents[1]
    code = f"import sys; sys.path.insert(0, {str(source)!r}); from kursbuch.arena.command import main; "
    code += "sys.exit(main(['nuremberg', '--bots', 'search:0.01,random', '--games', '1', '--json']))"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout)["games"] == 1


def test_where_nothing_can_be_kept_is_told_before_the_first_game(tmp_path):
    """A folder that is a file: hours of games would be lost."""
    (tmp_path / "file").write_text("")
    asked = Arena("nuremberg", ("random", "random"), games=1)
    for option in ("results", "keep"):
        with pytest.raises(BadInput, match=f"{option}: nothing can be kept"):
            run(asked, **{option: tmp_path / "file" / "more"})


# who runs the tests in the background may have them started deaf to Ctrl-C
STARTED = """
import signal; signal.signal(signal.SIGINT, signal.default_int_handler)
from kursbuch.cli.main import main; main()
"""


def kursbuch(*words):
    """The command as it is started by hand."""
    return [sys.executable, "-c", STARTED, "arena", *words]


def test_the_command_keeps_all_games_and_says_where(tmp_path):
    words = ("nuremberg", "--bots", "random,random", "--games", "2", "--json")
    done = subprocess.run(kursbuch(*words), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and json.loads(done.stdout)["games"] == 2
    (folder,) = (tmp_path / "arena").iterdir()
    assert str(folder.relative_to(tmp_path)) in done.stderr
    assert len(read_results(folder / "results.jsonl")) == 2 and len(list((folder / "games").iterdir())) == 2
    forgotten = (*words, "--forget")
    done = subprocess.run(kursbuch(*forgotten), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and len(list((tmp_path / "arena").iterdir())) == 1


def test_a_run_that_is_stopped_between_two_games_leaves_nobody_playing():
    """The error keeps what was under way in reach, so that it would go on until the program ends."""

    def stop(played: Sequence[Played], games: int) -> None:
        if played:
            raise KeyboardInterrupt

    before = set(active_children())
    with pytest.raises(KeyboardInterrupt):
        run(Arena("nuremberg", ("house", "house"), games=400), jobs=2, progress=stop)
    end = time.monotonic() + 20
    while set(active_children()) - before:  # they have been told, and end soon; 400 games would take minutes
        assert time.monotonic() < end
        time.sleep(0.05)


@pytest.mark.skipif(sys.platform == "win32", reason="signals to groups of processes")
def test_an_interrupted_command_says_how_to_go_on(tmp_path):
    words = ("nuremberg", "--bots", "random,house", "--games", "400", "--jobs", "2")
    running = subprocess.Popen(
        kursbuch(*words), cwd=tmp_path, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    while not list(tmp_path.glob("arena/*/results.jsonl")):
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130 and "Traceback" not in said
    assert "it goes on with: kursbuch" in said and "--games 400" in said and "results.jsonl" in said
    (file,) = tmp_path.glob("arena/*/results.jsonl")
    assert 0 < len(read_results(file)) < 400
