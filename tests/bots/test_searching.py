"""A bot that searches is given games that its player could be in; a plain one is asked as ever."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import Imagine, SearchingBot, View, choice, get, play, registry
from kursbuch.bots.contest import contest
from kursbuch.core import Action
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
