"""A bot gets a view and a legal list, decides by nothing else, and always decides the same way."""

import copy
import json
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import Bot, get, known, names, play
from kursbuch.bots.contest import contest
from kursbuch.bots.house import fallback
from kursbuch.core import Action, BadInput
from kursbuch.rail.actions import Buy, Pass, Sell
from kursbuch.titles.nuremberg.rules.actions import Bid

TITLES = [("18te", 2), ("18te", 3), ("1889", 2), ("1889", 4), ("1853", 3), ("nuremberg", 3)]


class Spy:
    """Hands everything on to another bot and looks at what it gets."""

    name = "spy"

    def __init__(self, bot: Bot, player: str) -> None:
        self.bot, self.player = bot, player
        self.asked = 0

    def choose(self, view, legal, rng):
        assert type(view) is dict
        assert json.loads(json.dumps(view)) == view, "plain data only"
        assert view["acting"] == [self.player] or self.player in view["acting"]
        assert type(legal) is list
        assert legal and all(isinstance(action, Action) for action in legal)
        before = copy.deepcopy(view), list(legal)
        choice = self.bot.choose(view, legal, rng)
        assert (view, legal) == before, "a bot changes nothing of what it is shown"
        assert choice.span is None
        assert _listed(choice, legal), f"{choice} is not on the list"
        self.asked += 1
        return choice


def _listed(choice, legal):
    return any(
        choice == other
        or (other.span and choice == other.at(getattr(choice, other.amount)) and _within(choice, other))
        for other in legal
        if type(other) is type(choice)
    )


def _within(choice, ranged):
    return getattr(choice, ranged.amount) in ranged.span


def _moves(game, count):
    """So many actions of house bots."""
    rng = Random(3)
    for _ in range(count):
        if not game.over:
            player = game.acting[0]
            game.apply(get("house").choose(game.view(player), game.legal_actions(player), rng))
    return game


def test_the_registry():
    assert names() == ("random", "easy", "house", "search")
    assert get("search:0.2").name == "search:0.2"
    assert known("search:10") and not known("search:long") and not known("house:0.2")
    assert all(get(name).name == name for name in names())
    with pytest.raises(BadInput):
        get("deep thought")


@pytest.mark.parametrize(("title", "players", "name"), [("18te", 3, "house"), ("nuremberg", 2, "random")])
def test_each_bot_is_handed_its_own_view_and_list_and_answers_from_the_list(title, players, name):
    game = kb.new_game(title, players, seed=5)
    spies = {player: Spy(get(name), player) for player in game.players}
    play(game, spies, Random(5))
    assert game.over
    assert sum(spy.asked for spy in spies.values()) == len(game.actions)


@pytest.mark.parametrize(("title", "players"), TITLES)
def test_a_view_that_went_through_json_gives_the_same_choice(title, players):
    """Nothing of the game is smuggled in: text alone is enough."""
    game = kb.new_game(title, players, seed=2)
    for _ in range(50):
        player = game.acting[0]
        view, legal = game.view(player), game.legal_actions(player)
        choice = get("house").choose(view, legal, Random(9))
        again = get("house").choose(json.loads(json.dumps(view)), list(legal), Random(9))
        assert choice == again
        game.apply(choice)


@pytest.mark.parametrize(("title", "players"), [("18te", 2), ("nuremberg", 2)])
def test_the_same_numbers_give_the_same_game(title, players):
    games = [_moves(kb.new_game(title, players, seed=4), 120) for _ in range(2)]
    assert games[0].to_json() == games[1].to_json()


def test_the_seed_of_the_game_is_not_known_to_a_bot():
    """Two games that differ only in their seed and look the same get the same answer."""
    a, b = (kb.new_game("1889", 3, seed=seed) for seed in (1, 2))
    for _ in range(25):
        player = a.acting[0]
        choices = [get("house").choose(g.view(player), g.legal_actions(player), Random(0)) for g in (a, b)]
        assert choices[0] == choices[1]
        a.apply(choices[0])
        b.apply(choices[0])


def test_random_draws_evenly():
    game = kb.new_game("nuremberg", 2, seed=1)
    player = game.acting[0]
    legal = [action for action in game.legal_actions(player) if isinstance(action, Bid)]
    rng = Random(1)
    drawn = [str(get("random").choose(game.view(player), legal, rng)) for _ in range(2000)]
    for action in legal:
        assert 0.7 < sum(text.endswith(action.box) for text in drawn) * len(legal) / 2000 < 1.3
    span = legal[0].span
    assert span is not None
    amounts = {int(text.split()[2]) for text in drawn if text.endswith(legal[0].box)}
    assert amounts == set(range(span.lo, span.hi + 1))


def test_a_title_that_the_house_does_not_know_is_played_with_care():
    game = _moves(kb.new_game("18te", 2, seed=1), 30)
    for _ in range(40):
        player = game.acting[0]
        choice = fallback.choose(game.view(player), game.legal_actions(player), Random(1))
        assert game.why_not(choice) is None
        game.apply(choice)


def test_where_nothing_is_known_something_harmless_is_done():
    buy, sell, passes = Buy("A", 10, "KHS", "pool"), Sell("A", 10, "KHS"), Pass("A")
    assert fallback.harmless([sell, passes, buy], Random(1)) == buy
    assert fallback.harmless([sell, passes], Random(1)) == passes
    assert fallback.harmless([sell], Random(1)) == sell


def test_a_contest_counts_games_won_alone_at_the_top():
    tally = contest("nuremberg", [get("house"), get("random")], games=1, seed=1)
    report = tally.report()
    assert (report["games"], report["won"], report["lost"]) == (1, 1, [])
    assert report["mean_scores"][0] > report["mean_scores"][1]
