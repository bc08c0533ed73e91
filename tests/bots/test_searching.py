"""A bot that searches is given games that its player could be in; a plain one is asked as ever."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import Imagine, SearchingBot, View, choice, get, play, registry
from kursbuch.bots.contest import contest
from kursbuch.bots.search import weighing
from kursbuch.bots.search.playing import Playing
from kursbuch.core import Action, Game
from kursbuch.web.thinking import decide


class Dreaming:
    """Asks the house on a game that it imagines."""

    name = "dreaming"

    def __init__(self) -> None:
        self.asked = 0

    def choose(self, view: View, legal: Sequence[Action], rng: Random) -> Action:
        raise AssertionError("one that searches is not asked this")

    def choose_in(self, imagine: Imagine, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.asked += 1
        (me,) = view["acting"]
        game = imagine(rng)
        assert game.imaginary
        assert game.view(me) == view, "all that the player knows is kept"
        assert game.legal_actions(me) == list(legal)
        return choice(get("house"), game, me, rng)


def test_it_plays_whole_games_among_others() -> None:
    game = kb.new_game("nuremberg", 2, seed=3)
    dreaming = Dreaming()
    assert isinstance(dreaming, SearchingBot) and not isinstance(get("house"), SearchingBot)
    play(game, {game.players[0]: dreaming, game.players[1]: get("random")}, Random(1))
    assert game.over and dreaming.asked > 10


def test_its_time_is_counted() -> None:
    tally = contest("nuremberg", [Dreaming(), get("random")], games=1, seed=2)
    assert tally.choices > 10 and tally.thought > 0


class Peeping(Dreaming):
    """Keeps what it imagined."""

    def choose_in(self, imagine: Imagine, view: View, legal: Sequence[Action], rng: Random) -> Action:
        self.seen = [imagine(rng) for _ in range(30)]
        return legal[0].sample(rng)


def test_it_is_not_told_what_others_hide() -> None:
    game = kb.new_game("1853", ["Anna", "Ben", "Clara"], seed=1)
    game.apply("Anna lends 330")
    bot = Peeping()
    choice(bot, game, "Ben", Random(1))
    loans = {guess.state.loans["Anna"] for guess in bot.seen}  # type: ignore[attr-defined]
    assert len(loans) > 3 and 330 not in loans  # nobody needs so much


def test_on_the_server_too(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Peeping()
    monkeypatch.setitem(registry._BOTS, "peeping", bot)
    game = kb.new_game("18te", 2, seed=1)
    assert game.why_not(decide("peeping", game, game.acting[0])) is None
    assert bot.seen[0].imaginary


class Dragging(Playing):
    """Playouts on a machine so busy that the process hardly gets any time."""

    def value(self, sample: Game, option: Action, number: int) -> Mapping[str, float]:
        tried.append(option)
        time.sleep(0.05)
        self.budget.spend()
        return dict.fromkeys(sample.players, 1.0)


tried: list[Action] = []


def test_at_a_table_it_keeps_to_the_clock_on_the_wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be overdue there, and a random move made for it."""
    game = kb.new_game("nuremberg", 2, seed=3)
    monkeypatch.setattr(weighing, "Playing", Dragging)
    monkeypatch.setattr(time, "process_time", lambda: 0.0)
    assert game.why_not(decide("search:0.2", game, game.acting[0])) is None
    assert 1 <= len(tried) <= 4
