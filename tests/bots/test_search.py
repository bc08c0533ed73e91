"""The bot that searches: what it may know, how long it takes, and that it finds what is plainly better."""

import time
from dataclasses import replace
from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import choice, get
from kursbuch.bots.search import SearchBot, bot, weighing
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.options import weighable
from kursbuch.bots.search.weighing import Tried, still_open
from kursbuch.bots.search.weighing import choice as best_of_all
from kursbuch.bots.search.wisdom import wisdom_of
from kursbuch.core import Action, BadInput
from kursbuch.shelf import shelf
from kursbuch.testing import position


def _after(title, players, moves, seed=3):
    game, rng = kb.new_game(title, players, seed=seed), Random(seed)
    for _ in range(moves):
        game.apply(choice(get("house"), game, game.acting[0], rng))
    return game


def _searched(title, players, moves, seed=3):
    """The next position in which there is something to weigh."""
    game, rng = _after(title, players, moves, seed), Random(seed)
    wisdom = wisdom_of(title)
    while True:
        player = game.acting[0]
        view, legal = game.view(player), game.legal_actions(player)
        first = get("house").choose(view, legal, Random(1))
        if len(wisdom.options(view, legal, first)) > 2:
            return game
        game.apply(choice(get("house"), game, player, rng))


def test_the_same_numbers_give_the_same_choice():
    game = _searched("18te", 2, 60)
    choices = {str(choice(SearchBot(playouts=12), game, game.acting[0], Random(5))) for _ in range(2)}
    assert len(choices) == 1


def test_secrets_do_not_leak(monkeypatch):
    """Two games that differ only in what others have lent in secret give the same choice from the same numbers."""
    searched = replace(wisdom_of("1853"), pays=True, leaves=None)  # whatever the title leaves to the house
    monkeypatch.setattr(bot, "wisdom_of", lambda title: searched)
    games = []
    for loan in (330, 390):
        game = kb.new_game("1853", ["Anna", "Ben", "Clara"], seed=1)
        game.apply(f"Anna lends {loan}")
        games.append(game)
    assert games[0].view("Ben") == games[1].view("Ben")
    playing = SearchBot(playouts=8)
    a, b = (str(choice(playing, game, "Ben", Random(2))) for game in games)
    assert a == b


def test_what_chance_will_bring_does_not_leak():
    games = [kb.new_game("nuremberg", 2, seed=8), kb.new_game("nuremberg", 2, seed=8)]
    games[1].reseed(77)  # another bag from here on
    a, b = (str(choice(SearchBot(playouts=12), game, game.acting[0], Random(2))) for game in games)
    assert a == b


@pytest.mark.parametrize("seconds", [0.1, 0.5])
def test_time_is_kept(seconds):
    game = _searched("1889", 4, 120)
    begun = time.process_time()
    choice(SearchBot(seconds), game, game.acting[0], Random(1))
    assert (
        time.process_time() - begun < seconds + 1.5
    )  # one decision of the house may be under way, and garbage of other tests collected


def test_it_stops_at_once_when_its_move_is_not_wanted():
    game = _searched("1889", 4, 120)
    asked = []

    def wanted():
        asked.append(time.monotonic())
        return len(asked) < 10

    begun = time.monotonic()
    action = choice(SearchBot(seconds=60, wanted=wanted), game, game.acting[0], Random(1))
    assert game.why_not(action) is None
    assert len(asked) == 10 and time.monotonic() - begun < 20


@pytest.mark.parametrize("title", shelf())
def test_every_title_can_be_searched(title):
    """Whatever it chooses is legal, at the beginning and later on; and positions can be valued."""
    players = 3 if title == "18te" else max(3, kb.new_game(title, 3, seed=1).info.players.start)
    for moves in (0, 40):
        game = _searched(title, players, moves)
        action = choice(SearchBot(playouts=3), game, game.acting[0], Random(1))
        assert game.why_not(action) is None and action.span is None
        assert set(wisdom_of(title).worth(game)) == set(game.players)


def test_settings_are_read():
    assert SearchBot().seconds == 1.0
    ten = get("search:10")
    assert isinstance(ten, SearchBot) and ten.seconds == 10.0
    for nonsense in ("search:", "search:-1", "search:nan", "search:1e9", "search:fast"):
        with pytest.raises(BadInput):
            get(nonsense)


def test_what_is_better_beyond_the_error_is_chosen_and_nothing_else():
    house, better, lucky = Tried(Action("A"), [0.0] * 4), Tried(Action("B"), [6.0] * 4), Tried(Action("C"))
    lucky.leads = [9.0, -6.0, 12.0, -3.0]
    assert best_of_all([house, better, lucky], house, doubt=4.0) is better
    assert best_of_all([house, lucky], house, doubt=4.0) is house
    once = Tried(Action("D"), [90.0])
    assert best_of_all([house, once], house, doubt=4.0) is house
    assert best_of_all([house, better], house, doubt=4.0, least=5.0) is house, "too little to be trusted"
    slightly = Tried(Action("D"), [0.5] * 4)
    assert best_of_all([house, slightly], house, doubt=4.0) is house


def test_two_games_are_enough_if_both_show_much():
    """Titles that are slow to play leave no time for more."""
    house = Tried(Action("A"), [0.0] * 2)
    much, little, unsure = (
        Tried(Action(n), [*leads]) for n, leads in (("B", (7, 8)), ("C", (5, 5)), ("D", (1, 14)))
    )
    assert best_of_all([house, much], house, doubt=4.0) is much
    assert best_of_all([house, little, unsure], house, doubt=4.0) is house


def test_the_hopeless_are_given_up_and_the_house_stays():
    house, good, bad = (Tried(Action(n), [lead] * 4) for n, lead in (("A", 0.0), ("B", 1.0), ("C", -50.0)))
    assert still_open([house, good, bad], house, doubt=2.0, share=0.1) == [house, good]


def test_nothing_is_given_up_after_one_unlucky_game_while_there_is_time():
    house, unlucky = (Tried(Action(n), [lead]) for n, lead in (("A", 0.0), ("B", -50.0)))
    assert still_open([house, unlucky], house, doubt=2.0, share=0.1) == [house, unlucky]
    assert still_open([house, unlucky], house, doubt=2.0, share=0.5) == [house]


def test_what_was_unlucky_in_a_few_games_is_looked_at_again():
    """Two errors are a lot after twenty games, and little after three."""
    house = Tried(Action("A"), [0.0] * 3)
    unlucky = Tried(Action("B"), [-9.0, 0.0, -6.0])
    assert still_open([house, unlucky], house, doubt=1.0, share=0.4) == [house, unlucky]
    house.leads, unlucky.leads = house.leads * 7, unlucky.leads * 7
    assert still_open([house, unlucky], house, doubt=1.0, share=0.4) == [house]


FITTED = ("1830", "1853", "1889", "18chesapeake", "18do-railway", "18do-beer", "18do-expert", "18do-intro")


@pytest.mark.parametrize("time", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("title", FITTED)
def test_no_part_of_what_is_there_counts_against_its_owner_at_any_time(title, time):
    """A search would find the positions that have too little of it."""
    weights = wisdom_of(title).weights
    for name in {name.removesuffix(" later") for name in weights} - {"owed"}:
        assert weights.get(name, 0.0) + time * weights.get(f"{name} later", 0.0) > -0.001


@pytest.mark.parametrize("time", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("title", sorted({*FITTED} - {"18do-intro"}))
def test_what_a_share_may_bring_one_day_counts_little_beside_what_there_is(title, time):
    """Foretold dividends differ far more from player to player than results do."""
    weights = wisdom_of(title).weights
    outlook, score = (
        weights.get(n, 0.0) + time * weights.get(f"{n} later", 0.0) for n in ("outlook", "score")
    )
    assert outlook < 0.4 * score


@pytest.mark.parametrize("title", shelf())
def test_what_counts_at_the_cut_is_something_the_title_can_tell(title):
    game = kb.new_game(title, max(3, kb.new_game(title, 3, seed=1).info.players.start), seed=1)
    wisdom = wisdom_of(title)
    told = wisdom.features(game)
    assert all(set(wisdom.weights) <= set(about) for about in told.values())


@pytest.mark.parametrize("title", shelf())
def test_what_a_position_is_worth_was_learned_from_games_and_changes_with_time(title):
    weights = wisdom_of(title).weights
    assert any(name.endswith(" later") for name in weights)


def test_what_all_see_alike_is_worked_out_once_and_is_the_same(monkeypatch):
    game = _after("1889", 4, 150)
    features = wisdom_of("1889").features
    once = features(game)
    monkeypatch.setattr(type(game.rules), "secrets", True)
    assert features(game) == once and any(about["outlook"] for about in once.values())


class Slow:
    """Playouts that take a seventh of the time each; only the last of the options is any good."""

    def __init__(self, wisdom, budget, seed):
        self.wisdom, self.budget = wisdom, budget

    def value(self, sample, option, number):
        self.budget.spend()
        more = {180: 0.0, 400: 500.0}.get(option.price, -500.0)
        return {player: 1000.0 + more * (player in sample.acting) for player in sample.players}


def test_what_there_was_no_time_for_is_tried_once_the_others_are_given_up(monkeypatch):
    game = kb.new_game("18te", ["Ben", "Anna"], seed=1)
    options = [game.legal_actions()[0].at(price) for price in (180, 200, 300, 400)]
    monkeypatch.setattr(weighing, "Playing", Slow)
    wisdom = replace(wisdom_of("18te"), leaves=None)
    budget = Budget(1.0, 7, lambda: True)
    found = weighing.weighed(lambda rng: game, game.view("Ben"), options, wisdom, budget, Random(1))
    assert found[0].action == options[-1] and budget.spent <= 7


def test_track_is_left_to_the_house():
    game = _after("18te", 2, 0)
    while "lays" not in " ".join(map(str, game.legal_actions())):
        game.apply(choice(get("house"), game, game.acting[0], Random(1)))
    legal = game.legal_actions()
    assert weighable(game.view(game.acting[0]), legal, legal[0]) == ()


def test_kinds_of_departures_that_have_lost_games_are_not_tried(monkeypatch):
    """At a dividend the bot may withhold where that did well, and keeps to the house where only other things did."""
    game = _after("18te", 2, 41)
    while not any(str(action).endswith(" withholds") for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], Random(3)))
    player, tried = game.acting[0], []

    def noted(imagine, view, options, *rest):
        tried.append(options)
        return [Tried(options[0])]

    monkeypatch.setattr(bot, "weighed", noted)
    for leaves in (frozenset({"pay > withhold"}), frozenset({"pass > sell"}), None):
        wisdom = replace(wisdom_of("18te"), leaves=leaves)
        monkeypatch.setattr(bot, "wisdom_of", lambda title, wisdom=wisdom: wisdom)
        assert str(choice(SearchBot(playouts=2), game, player, Random(1))).endswith(" pays")
    assert [[str(one).split()[-1] for one in options] for options in tried] == [["pays", "withholds"]] * 2


def test_sales_of_what_is_worth_least_are_tried_first():
    """KWE has neither train nor money; KHS runs. There is seldom time to try out all sales."""
    game = position(
        "18te",
        companies={
            "KHS": {"price": 80, "B": 50, "A": 30, "trains": ["4"], "cash": 200},
            "KWE": {"price": 80, "B": 50, "A": 30, "cash": 0},
        },
        tiles={"F6": "4.1"},
        phase="4",
        stock="A",
    ).game
    legal = game.legal_actions("A")
    first = next(action for action in legal if str(action) == "A passes")
    options = wisdom_of("18te").options(game.view("A"), legal, first)
    sold = [str(option).split()[-1] for option in options if " sells " in str(option)]
    assert sold[0] == "KWE" and "KHS" in sold
