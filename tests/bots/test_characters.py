"""Bots differ: no two evenings are alike, and characters show in what is done."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import CHARACTERS, STEADY, Bot, Character, choice, get, play
from kursbuch.bots.easy import BLUNDERS, EasyBot
from kursbuch.bots.house import HouseBot, _with_character
from kursbuch.core import BadInput, Game
from kursbuch.core.action import kind_of


@cache
def evening(title: str, players: int, seed: int, bot: str = "house", others: str = "") -> Game:
    """A whole game; the first player is one bot, all others another."""
    game = kb.new_game(title, players, seed=seed)
    seats: dict[str, Bot] = {player: get(others or bot) for player in game.players}
    seats[game.players[0]] = get(bot)
    return play(game, seats, Random(seed))


def done(game: Game, player: str) -> Counter[str]:
    """How often a player has done what."""
    moves = enumerate(game.moves)
    return Counter(kind_of(type(move.action)) for n, move in moves if player in game.acting_at(n))


@pytest.mark.parametrize(("title", "games"), [("18te", 12), ("nuremberg", 4)])
def test_evenings_differ_in_length_and_result(title: str, games: int) -> None:
    played = [evening(title, 2, seed) for seed in range(games)]
    assert len({len(game.actions) for game in played}) >= 3 * games // 4
    assert len({tuple(game.scores().values()) for game in played}) == games


def test_the_first_purchases_of_evenings_differ() -> None:
    """Who takes which company of 18TE, and for how much: no opening is played by heart."""
    openings = set()
    for seed in range(8):
        game = kb.new_game("18te", 2, seed=1)
        rng, lines = Random(seed), list[str]()
        while not any(text.endswith("from depot for 100") for text in lines):
            player = game.acting[0]
            lines.append(str(choice(get("house"), game, player, rng)))
            game.apply(lines[-1])
        openings.add(tuple(line for line in lines if " bids " in line or " opens " in line))
    assert len(openings) >= 6


def test_an_evening_differs_from_the_next_also_where_nothing_is_drawn() -> None:
    """The same game, with nothing left to its own chance, and other random numbers for the bots alone."""
    lines = set()
    for seed in range(2):
        game = kb.new_game("18te", 2, seed=1)
        play(game, {player: get("house") for player in game.players}, Random(seed))
        lines.add(game.to_json())
    assert len(lines) == 2


def test_the_same_numbers_give_the_same_choice() -> None:
    game = kb.new_game("18te", 3, seed=1)
    for n in range(60):
        player = game.acting[0]
        bold = get("house:bold")
        first, again = (
            bold.choose(game.view(player), game.legal_actions(player), Random(n)) for _ in range(2)
        )
        assert first == again
        game.apply(first)


@pytest.mark.parametrize("name", CHARACTERS)
@pytest.mark.parametrize(("title", "players"), [("18te", 2), ("nuremberg", 2)])
def test_every_character_beats_chance(name: str, title: str, players: int) -> None:
    game = evening(title, players, 503, f"house:{name}", "random")
    mine, *others = game.scores().values()
    assert mine > max(others)


def habits(name: str) -> Counter[str]:
    """What a character does in some games of 18TE against the plain house."""
    total: Counter[str] = Counter()
    for seed in range(101, 109):
        game = evening("18te", 2, seed, f"house:{name}", "house")
        total += done(game, game.players[0])
    return total


def test_characters_show_in_what_is_done() -> None:
    seen = {name: habits(name) for name in CHARACTERS}
    track = {name: told["lay"] + told["station"] for name, told in seen.items()}
    assert track["builder"] > max(track["bold"], track["raider"], track["cautious"])
    sold = {name: told["sell"] for name, told in seen.items()}
    assert sold["raider"] > 1.5 * max(sold["builder"], sold["bold"], sold["cautious"])
    kept = {name: told["withhold"] for name, told in seen.items()}  # bids end where they pay for nobody
    assert kept["cautious"] > kept["bold"]


def test_one_without_whims_always_takes_the_best() -> None:
    game = kb.new_game("18te", 2, seed=1)
    strict = HouseBot(Character(whim=0.0))
    for _ in range(40):
        player = game.acting[0]
        view, legal = game.view(player), game.legal_actions(player)
        game.apply(strict.choose(view, legal, Random(0)))
    assert len({str(strict.choose(game.view(p), game.legal_actions(p), Random(0))) for p in game.acting}) == 1


def test_a_title_that_knows_no_characters_is_played_alike_by_all() -> None:
    game = kb.new_game("18te", 2, seed=1)
    legal = game.legal_actions(game.acting[0])
    plain = _with_character(lambda view, legal, rng: legal[0])
    view = game.view(game.acting[0])
    assert {plain(view, legal, Random(1), character=c) for c in (STEADY, CHARACTERS["bold"])} == {legal[0]}


def test_there_is_no_such_character() -> None:
    with pytest.raises(BadInput, match="cautious"):
        get("house:gloomy")


def test_the_easy_one_blunders_as_often_as_it_says() -> None:
    game = kb.new_game("18te", 2, seed=1)
    player = game.acting[0]
    view, legal = game.view(player), game.legal_actions(player)
    other, rng = 0, Random(5)
    house = {str(get("house").choose(view, legal, Random(n))) for n in range(30)}
    for _ in range(2000):
        other += str(EasyBot().choose(view, legal, rng)) not in house
    assert 0.5 * BLUNDERS < other / 2000 <= 1.1 * BLUNDERS


def test_the_easy_one_stands_between_chance_and_the_house() -> None:
    lost = [evening("18te", 2, seed, "easy", "house").scores() for seed in range(3)]
    won = [evening("18te", 2, seed, "easy", "random").scores() for seed in range(2)]
    assert sum(mine < other for mine, other in (s.values() for s in lost)) >= 2
    assert all(mine > other for mine, other in (s.values() for s in won))
