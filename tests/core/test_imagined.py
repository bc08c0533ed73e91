"""An imagined game: what the player knows is kept byte for byte, nothing else of the true game is in it."""

from __future__ import annotations

import gc
import json
import random
from collections.abc import Iterator
from types import FunctionType, MethodType, ModuleType
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.core import BadInput, Chance, Game, Move, Past, State, veiled
from kursbuch.core.event import events_text
from kursbuch.core.veil import Sealed
from kursbuch.soak.digest import digest, history
from kursbuch.soak.players import investor
from kursbuch.soak.secrets import Twins

TABLES = [(info.id, count) for info in kb.titles() for count in {info.players[0], info.players[-1]}]
MOMENTS = (0, 1, 5, 14, 40, 110, 240)  # after so many actions


def moments(title: str, players: int, seed: int = 3) -> Iterator[Game]:
    """A game of players with tastes of their own, now and then."""
    rng = random.Random(seed)
    game = kb.new_game(title, players, seed=seed)
    seats = {player: investor(rng) for player in game.players}
    for number in range(MOMENTS[-1] + 1):
        if number in MOMENTS:
            yield game
        if game.over:
            return
        player = rng.choice(game.acting)
        game.apply(seats[player](game, player, game.legal_actions(player), rng))


def play_on(game: Game, rng: random.Random, most: int) -> Game:
    """So many actions at random, audited after each."""
    for _ in range(most):
        if game.over:
            break
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        game.audit()
    return game


def same_guess(one: Game, other: Game, player: str | None) -> None:
    """From the same random numbers both give the same imagined game, and it goes on the same."""
    guesses = [game.imagined(player, random.Random(8)) for game in (one, other)]
    assert digest(guesses[0]) == digest(guesses[1])
    assert history(guesses[0]) == history(guesses[1])
    later = [play_on(guess, random.Random(9), 6) for guess in guesses]
    assert digest(later[0]) == digest(later[1])


# -- what is kept, what is new ----------------------------------------------------------------------


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_the_player_sees_no_difference(title: str, players: int) -> None:
    rng = random.Random(4)
    for game in moments(title, players):
        for player in (*game.players, None):
            guess = game.imagined(player, rng)
            guess.audit()
            assert json.dumps(guess.view(player)) == json.dumps(game.view(player))
            assert (guess.acting, guess.over) == (game.acting, game.over)
            assert guess.scores() == game.scores()
            assert [e for e in guess.events if e.visible_to(player)] == [
                e for e in game.events if e.visible_to(player)
            ]
            if player is not None:
                assert guess.legal_actions(player) == game.legal_actions(player)
            if not game.over:
                assert guess.seed != game.seed and guess.state.chance.seed == guess.seed


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_it_can_be_played_on_and_shows_the_same_views_as_any_game(title: str, players: int) -> None:
    rng = random.Random(5)
    for game in moments(title, players):
        guess = game.imagined(game.players[-1], rng)
        before = len(guess.actions)
        play_on(guess, rng, 12)
        for player in (*guess.players, None):
            told = [e.to_dict() for e in guess.events if e.visible_to(player)]
            assert guess.view(player)["events"] == told
        if not game.over:
            for _ in guess.actions[before:]:
                guess.undo()
            assert not guess.can_undo or guess.actions == []
            assert guess.view(game.players[-1]) == game.view(game.players[-1])


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_game_imagined_late_is_played_to_its_end(title: str) -> None:
    rng = random.Random(6)
    players = next(info for info in kb.titles() if info.id == title).players[0]
    *_, game = moments(title, players)
    guess = game.imagined(None, rng)
    play_on(guess, rng, 60)
    for _ in range(20_000):
        if guess.over:
            break
        guess.apply(rng.choice(guess.legal_actions()).sample(rng))
    assert guess.over
    guess.audit()


def test_what_chance_will_bring_is_new() -> None:
    game = kb.new_game("nuremberg", 4, seed=1)
    draws = {game.imagined("Anna", random.Random(n)).state.chance.copy().below(10**9) for n in range(40)}
    assert len(draws) == 40 and game.state.chance.copy().below(10**9) not in draws


def test_the_same_random_numbers_give_the_same_game() -> None:
    for game in moments("1853", 4):
        one, two = (game.imagined(game.players[0], random.Random(7)) for _ in range(2))
        assert digest(one) == digest(two)


def test_one_who_does_not_sit_there_imagines_nothing() -> None:
    with pytest.raises(BadInput):
        kb.new_game("18te", 2, seed=1).imagined("Nobody", random.Random(1))


# -- what is not there ------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "players"), TABLES)
def test_what_will_be_drawn_is_not_in_it(title: str, players: int) -> None:
    for game in moments(title, players):
        other = game.clone()
        other.state = game.state.copy()
        other.state.chance = Chance(game.seed + 1, game.state.chance.count)
        other.seed = game.seed + 1
        if not game.over:
            for player in (game.players[0], None):
                same_guess(game, other, player)


@pytest.mark.parametrize("seed", range(4))
def test_what_another_keeps_secret_is_not_in_it(seed: int) -> None:
    """Games that differ in a sealed loan or a secret city, from then on for as long as nobody is told."""
    rng = random.Random(seed)
    game = kb.new_game("1853", 3 + seed, seed=seed)
    twins, compared = Twins(most=3), 0
    for number in range(160):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        twins.follow(game, rng)
        if number in (0, 1, 2, 4, 6, 9, 13, 18, 25, 60, 110, 159):
            for owner, twin in twins.pairs:
                others = [player for player in (*game.players, None) if player != owner]
                same_guess(game, twin, rng.choice(others))
                compared += 1
    assert compared > 10


def reachable(start: Any) -> Iterator[object]:
    """Everything that can be got at from an object, but for code and what all games share."""
    seen: set[int] = set()
    ahead: list[object] = [start]
    while ahead:
        thing = ahead.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType | MethodType):
            continue
        seen.add(id(thing))
        yield thing
        ahead += gc.get_referents(thing)


@pytest.mark.parametrize("title", ["1853", "nuremberg", "18te"])
def test_no_position_or_seed_of_the_true_game_can_be_reached_from_it(title: str) -> None:
    game = kb.new_game(title, 3, seed=2**80 + 1)
    play_on(game, random.Random(2), 60)
    game.undo()
    guess = game.imagined(game.players[0], random.Random(3))
    true = {id(state) for _, state in game.positions()} | {id(game.undone[0][1])}
    found = list(reachable(guess))
    assert sum(isinstance(thing, State) for thing in found) == 1
    assert not any(id(thing) in true for thing in found)
    assert not any(isinstance(thing, Chance) and thing.seed == game.seed for thing in found)
    assert game.seed not in [thing for thing in found if type(thing) is int]


def test_the_log_is_the_players_own() -> None:
    game = kb.new_game("1853", ["Anna", "Ben", "Clara"], seed=5)
    for text in ("Anna lends 400", "Ben lends 300"):
        game.apply(text)
    guess = game.imagined("Ben", random.Random(1))
    assert isinstance(guess.actions[0], Sealed) and str(guess.actions[1]) == "Ben lends 300"
    assert "400" not in repr([guess.actions, guess.events])
    assert guess.view("Anna")["events"] == guess.view(None)["events"]
    for text in ("Clara lends 250",):
        guess.apply(text)
    assert guess.view("Clara")["events"] != guess.view(None)["events"]


def test_it_has_no_transcript_and_does_not_go_back_before_it_was_imagined() -> None:
    game = play_on(kb.new_game("18te", 2, seed=1), random.Random(1), 10)
    guess = game.imagined(game.players[0], random.Random(1))
    for one in (guess, guess.clone(), guess.after(guess.legal_actions()[0].sample(random.Random(1)))):
        assert one.imaginary
        with pytest.raises(BadInput, match="no transcript"):
            one.to_json()
    assert not guess.can_undo
    with pytest.raises(BadInput):
        guess.undo()
    assert not game.imaginary and kb.load(game.to_json()).view() == game.view()


def test_the_game_itself_stays_as_it_was() -> None:
    for game in moments("1853", 3):
        before = (digest(game), history(game), json.dumps(game.view(game.players[0])))
        play_on(game.imagined(game.players[0], random.Random(1)), random.Random(1), 3)
        assert (digest(game), history(game), json.dumps(game.view(game.players[0]))) == before


# -- on the way -------------------------------------------------------------------------------------


def test_it_follows_what_is_taken_back_and_played_again() -> None:
    game, rng = kb.new_game("1853", 3, seed=5), random.Random(5)
    for number in range(60):
        if number % 7 == 6:
            game.undo()
            if number % 2:
                game.redo()
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        for player in (None, *game.players):
            assert game.imagined(player, rng).view(player) == game.view(player)


def test_an_imagined_game_and_a_veiled_one_can_be_imagined_in_turn() -> None:
    for game in moments("1853", 4):
        if game.over:
            return
        player = game.players[1]
        same_guess(game, game.imagined(player, random.Random(1)), player)
        same_guess(game, veiled(game, [player]), player)


def test_a_game_read_from_a_store_gives_the_same_guesses() -> None:
    """There moves are lines of text and events are JSON, read when they are asked for."""
    for game in moments("1853", 4):
        names = (*game.players, *game.rules.entities)
        read = Game.resume(
            game._title,
            game.players,
            game.seed,
            game.options,
            game.form,
            state=game.state,
            setup=game._setup,
            moves=[
                Move(Past.of(str(m.action), m.action.by, names), events_text(m.events), m.uncovered)
                for m in game.moves
            ],
        )
        for player in (game.players[2], None):
            one, other = (g.imagined(player, random.Random(3)) for g in (game, read))
            assert digest(one) == digest(other) and one.view(player) == other.view(player)
