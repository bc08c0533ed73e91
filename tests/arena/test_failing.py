"""A bot that fails in the arena: the run ends and names it, and goes on once it is mended."""

import subprocess

import pytest

from kursbuch.arena import Arena, BotFailed, Match, play_match, run
from kursbuch.arena.running import read_results
from kursbuch.bots import registry
from kursbuch.bots.chance import RandomBot
from tests.arena.test_arena import kursbuch


class Failing(RandomBot):
    """Chance, until its third decision."""

    name = "failing"
    mended = False

    def __init__(self):
        self.asked = 0

    def choose(self, view, legal, rng):
        self.asked += 1
        if self.asked > 2 and not self.mended:
            raise LookupError("no plan")
        return super().choose(view, legal, rng)


class Cheating(RandomBot):
    name = "cheating"

    def choose(self, view, legal, rng):
        return "I win"


@pytest.fixture(autouse=True)
def known(monkeypatch):
    for bot in (Failing(), Cheating()):
        monkeypatch.setitem(registry._BOTS, bot.name, bot)


def test_it_is_named_with_its_game_and_what_it_said():
    with pytest.raises(
        BotFailed, match=r"failing .* nuremberg-3-random-failing after \d+ .*: no plan"
    ) as told:
        play_match(Match("nuremberg", ("random", "failing"), 3))
    assert isinstance(told.value.__cause__, LookupError)


def test_what_is_no_action_is_told_in_the_same_way():
    with pytest.raises(BotFailed, match=r"cheating has failed as .*BadInput"):
        play_match(Match("nuremberg", ("cheating", "random"), 3))


def test_what_was_played_before_is_kept(tmp_path, monkeypatch):
    file = tmp_path / "results.jsonl"
    asked = Arena("nuremberg", ("random", "house", "failing"), games=6, players=2)
    with pytest.raises(BotFailed):
        run(asked, results=file)
    before = read_results(file)
    assert [game.match for game in before] == asked.matches()[:2]
    monkeypatch.setattr(Failing, "mended", True)
    assert run(asked, results=file)[:2] == before and len(read_results(file)) == 6


def test_a_process_that_is_lost_is_told_in_a_sentence(tmp_path, abroad):
    """As one that the system ends for want of memory."""
    (tmp_path / "results.jsonl").write_text("")
    words = ("nuremberg", "--bots", "random,quitter", "--games", "3", "--jobs", "2", "-o", "results.jsonl")
    run = {"cwd": tmp_path, "env": abroad, "capture_output": True, "text": True}
    done = subprocess.run(kursbuch(*words), check=False, **run)
    assert done.returncode == 1 and "Traceback" not in done.stderr, done.stderr
    assert "a process that played was ended from outside" in done.stderr
    assert "it goes on with: kursbuch arena" in done.stderr
    # as that says; the bot quits but once
    done = subprocess.run(kursbuch(*words), check=False, **run)
    assert done.returncode == 0 and len(read_results(tmp_path / "results.jsonl")) == 3


def test_games_come_in_the_order_in_which_they_were_asked_for(tmp_path):
    """A table of ratings does not hang on who ended first."""
    asked = Arena("nuremberg", ("random", "house"), games=6)
    run(asked, results=tmp_path / "results.jsonl")
    lines = (tmp_path / "results.jsonl").read_text().splitlines(keepends=True)
    (tmp_path / "results.jsonl").write_text("".join(lines[3:]))
    assert [game.match for game in run(asked, results=tmp_path / "results.jsonl")] == asked.matches()


@pytest.mark.parametrize(("games", "said"), [("4", True), ("6", False)])
def test_it_says_that_some_bots_do_not_meet(games, said, tmp_path):
    """Four games of a field for two are those of the first two pairs: the table looks whole and is not."""
    words = ("nuremberg", "--bots", "random,easy,house", "--players", "2", "--games", games, "--forget")
    done = subprocess.run(kursbuch(*words), cwd=tmp_path, capture_output=True, text=True, check=True)
    assert ("that takes 6 games, 4 are played" in done.stderr) is said
