"""Soaks: what is played, how results add up, and a little of it at every commit with a seed of its own."""

from __future__ import annotations

import datetime
import subprocess
import sys
import time
from dataclasses import replace
from multiprocessing import active_children
from pathlib import Path

import pytest

from kursbuch.core import BANK
from kursbuch.shelf import shelf
from kursbuch.soak import KINDS, Soak, Table, Tally, drawn, reachable, report, soak, summed
from kursbuch.soak.command import main, run
from kursbuch.soak.tally import read

ROOT = Path(__file__).parents[2]
SECONDS = 2.5  # for each title


def seed_of_the_commit() -> int:
    """Another seed at every commit; without git, every day."""
    try:
        head = subprocess.run(
            ["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=20
        ).stdout
        return int(head[:12], 16)
    except (OSError, subprocess.SubprocessError, ValueError):
        return datetime.date.today().toordinal()


@pytest.mark.parametrize("title", shelf())
def test_some_games_of_every_title_with_a_seed_of_this_commit(title: str):
    seed = seed_of_the_commit()
    tally = soak(Soak([title], games=200, seed=seed, seconds=SECONDS, shrinking=10))
    games = tally.titles[title].total("games")
    print(f"to repeat: python -m kursbuch.soak {title} --seed {seed} --games {games}")
    assert games >= 1
    assert not tally.faults, report(tally)
    assert not tally.titles[title].bot_faults


def without_time(tally: Tally) -> dict[str, object]:
    data = tally.to_dict()
    for about in data["titles"].values():
        del about["seconds"]
        for figures in about["figures"].values():
            del figures["milliseconds"]
    return data


SMALL = Soak(["nuremberg", "18do-intro:3"], games=4, seed=3, kinds=["random", "rich"])


def test_the_same_seed_gives_the_same_games_in_any_number_of_processes():
    one, two = soak(SMALL), soak(Soak(SMALL.specs, 4, 3, 2, SMALL.kinds))
    assert without_time(one) == without_time(two)
    assert one.titles["nuremberg"].total("games") == 4
    assert one.titles["nuremberg"].reached["ends"] == {"end": 4}


def test_a_soak_broken_off_is_gone_on_with(tmp_path: Path):
    whole, file = soak(SMALL), tmp_path / "soak.json"
    soak(Soak(SMALL.specs, 2, 3, 1, SMALL.kinds)).write(file)
    assert without_time(soak(SMALL, done=read(file))) == without_time(whole)


def test_results_add_up(tmp_path: Path):
    files = [tmp_path / "a.json", tmp_path / "b.json"]
    for seed, file in enumerate(files):
        command = [
            "nuremberg:2",
            "--games",
            "2",
            "--seed",
            str(seed),
            "--players",
            "random",
            "--json",
            str(file),
        ]
        assert main(command) == 0
    both = summed(files)
    assert both.titles["nuremberg"].total("games") == 4
    assert both.titles["nuremberg"].reached["ends"] == {"end": 4}
    assert [run["seed"] for run in both.runs] == [0, 1]
    assert main(["--sum", *map(str, files), "--json", str(tmp_path / "sum.json")]) == 0
    assert without_time(read(tmp_path / "sum.json")) == without_time(both)


def test_a_soak_needs_nothing_but_python():
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})\n"
        "from kursbuch.soak.command import main\n"
        "sys.exit(main(['nuremberg:2', '--games', '1', '--players', 'house']))"
    )
    subprocess.run([sys.executable, "-I", "-S", "-c", code], check=True, timeout=120, capture_output=True)


def test_what_does_not_exist_is_bad_input(capsys: pytest.CaptureFixture[str]):
    assert main(["18xx:3"]) == 2
    assert main(["18te:9"]) == 2
    assert main(["18te", "--players", "cautious"]) == 2
    assert "18te is for 2 to 3 players" in capsys.readouterr().err


@pytest.mark.parametrize("title", shelf())
def test_rich_players_have_more_and_nothing_is_made_from_nothing(title: str):
    players = drawn(title, 0, 1, KINDS).table.players
    poor, rich = (Table(title, players, 5, gift=gift).start() for gift in (0, 1000))
    rich.audit()
    more = {p: rich.state.cash.get(p, 0) - poor.state.cash.get(p, 0) for p in poor.players}
    has_money = bool(poor.state.cash.get(poor.players[0]))
    assert set(more.values()) == ({1000} if has_money else {0})
    assert rich.state.cash.get(BANK) == poor.state.cash.get(BANK)
    assert Table(title, players, 5).start().state.cash == poor.state.cash, (
        "the box of other games is as it was"
    )


def test_games_are_drawn_with_all_options_and_kinds():
    jobs = [drawn("1853", number, 1, KINDS) for number in range(120)]
    assert {job.table.players for job in jobs} == {3, 4, 5, 6}
    assert {job.kind for job in jobs} == set(KINDS)
    plain = [job for job in jobs if not job.table.options]
    assert len(plain) > 50
    assert {value for job in jobs for value in job.table.options.values()} >= {10000, True}


def test_what_can_be_reached_is_read_from_the_rules():
    te = reachable("18te")
    assert {"consent", "discards", "objections"} <= te.stages
    assert {"lay", "go_bankrupt"} <= te.actions and "buy_kettle" not in te.actions
    assert {"runs", "bankrupt", "points-out"} <= te.events and not {"delivers", "trades-train"} & te.events
    assert "18TE-6.2-3" in te.refusals
    assert reachable("1853").missing("refusals", ["1853-2.5.6-2"]).count("1853-2.5.6-*") == 0


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_soak_that_is_interrupted_keeps_what_is_played_and_leaves_nobody_playing(tmp_path, jobs):
    def stop(tally: Tally) -> None:
        if tally.done_of(5):
            raise KeyboardInterrupt

    before, file = set(active_children()), tmp_path / "found.json"
    what = Soak(["nuremberg"], games=400, seed=5, jobs=jobs, kinds=["random"])
    with pytest.raises(KeyboardInterrupt):
        run(what, file, False, stop)
    played = read(file).done_of(5)
    assert 0 < played < 40
    end = time.monotonic() + 20
    while set(active_children()) - before:  # they have been told, and end soon; 400 games would take a minute
        assert time.monotonic() < end
        time.sleep(0.05)
    longer = replace(what, games=played + 1)
    assert run(longer, file, True, lambda tally: None).done_of(5) == played + 1
