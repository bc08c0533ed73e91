"""What happened can be looked at: runs of the log, what is new, the story of a move, the rounds of a game."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from dataclasses import replace

from kursbuch.core import Event, Game
from kursbuch.rail.actions import Lay, Run
from kursbuch.shelf import new_game
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.log import last_decision, lines
from kursbuch.web.pages.matrix import price_list
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import board_of, scene_of
from kursbuch.web.pages.told import answered, fresh, rounds, runs_of, worth_of
from kursbuch.words import words
from tests.web.memory import make_app
from tests.web.test_pages import Client

ENGLISH = words("en")


def played(until: Callable[[Game], bool], title: str = "18te", seed: int = 5) -> Game:
    rng = random.Random(seed)
    game = new_game(title, ["Anna", "Ben", "Clara"], seed=7)
    while not until(game):
        legal = game.legal_actions()
        lively = [action for action in legal if "pass" not in str(action)] or legal
        game.apply(rng.choice(lively if rng.random() < 0.8 else legal).sample(rng))
    return game


def told(key: str) -> Callable[[Game], bool]:
    """Whether the last move told of something."""
    return lambda game: any(event.key == key for event in game.events_of(len(game.actions)))


def has_run(game: Game) -> bool:
    return bool(game.actions) and isinstance(game.actions[-1], Run) and bool(game.actions[-1].runs.runs)


def seen(game: Game, player: str = "Anna", at: int | None = None) -> Scene:
    return scene_of(game, (player,), ENGLISH, at)


def test_the_runs_of_a_move_are_those_its_event_tells() -> None:
    game = played(has_run)
    past = runs_of(seen(game), len(game.actions))
    assert past is not None
    assert str(past.runs) in str(game.actions[-1])
    assert past.income == sum(worth_of(seen(game), past).values())
    assert runs_of(seen(game), len(game.actions) - 1) is None or len(game.actions) == 1
    assert runs_of(seen(game), 10_000) is None


def test_an_old_game_whose_events_name_no_runs_has_them_in_its_actions() -> None:
    game = played(has_run)
    number = len(game.actions)
    move = game.moves[-1]
    old = [
        replace(e, values={k: v for k, v in e.values.items() if k != "runs"}) if e.key == "runs" else e
        for e in game.events_of(number)
    ]
    game.moves[-1] = type(move)(move.action, tuple(old), move.uncovered, move.before)
    past = runs_of(seen(game), number)
    assert past is not None
    assert str(past.runs) in str(game.actions[-1])


def test_each_payout_names_its_own_dividends() -> None:
    """Told in one breath, as on a board of one's own, where all that came before stands in one entry."""
    scene = seen(played(told("pays")))
    company = next(
        e.values["company"] for e in scene.game.events_of(len(scene.game.actions)) if e.key == "pays"
    )

    def payout(player: str, amount: int) -> list[Event]:
        share = {"src": "bank", "dst": player, "amount": amount, "why": "dividend"}
        return [Event("pays", {"company": company, "income": amount}), Event("money", share)]

    first, second = (line for _, line in lines(scene, [*payout("Anna", 30), *payout("Ben", 70)]))
    assert "Anna 30" in first.striptags() and "Ben" not in first
    assert "Ben 70" in second.striptags() and "Anna" not in second


def test_what_was_laid_and_bought_is_new_until_one_decides_again() -> None:
    game = played(lambda g: bool(g.actions) and isinstance(g.actions[-1], Lay))
    number, lay = len(game.actions), game.actions[-1]
    assert isinstance(lay, Lay)
    assert lay.hex in fresh(seen(game), number - 1).hexes
    assert lay.hex not in fresh(seen(game), number).hexes


def test_shares_prices_and_trains_are_new_where_they_lie() -> None:
    game = played(told("buys-train"))
    buyer = next(e.values["company"] for e in game.events_of(len(game.actions)) if e.key == "buys-train")
    assert buyer in fresh(seen(game), len(game.actions) - 1).trains
    game = played(told("buys"))
    bought = next(e.values for e in game.events_of(len(game.actions)) if e.key == "buys")
    assert (bought["player"], bought["company"]) in fresh(seen(game), len(game.actions) - 1).paper


def test_what_only_another_is_told_is_not_new_to_me() -> None:
    game = played(has_run)
    number, move = len(game.actions), game.moves[-1]
    secret = tuple(Event(e.key, e.values, "Ben") for e in game.events_of(number))
    game.moves[-1] = type(move)(move.action, secret, move.uncovered, move.before)
    assert runs_of(seen(game, "Anna"), number) is None
    assert runs_of(seen(game, "Ben"), number) is not None


def test_an_answer_to_my_offer_opens_the_news() -> None:
    game = played(told("declines"))
    asked = max(n for n in range(len(game.actions)) if any(e.key == "asks" for e in game.events_of(n)))
    assert answered(seen(game), asked)
    assert not answered(seen(game), len(game.actions))


def test_rounds_begin_where_the_log_says_so() -> None:
    game = played(lambda g: len(g.actions) > 90)
    found = rounds(seen(game))
    keys = [{e.key for e in game.events_of(n)} & {"stock-round", "operating-round"} for n in found]
    assert len(found) > 2 and all(keys)
    assert rounds(seen(new_game("nuremberg", 2, seed=1), "Player 1")) is not None


class Table:
    """A table in memory at which a game has been played."""

    def __init__(self, game: Game) -> None:
        self.client = Client(make_app())
        self.path, _ = self.client.new("18te", count="3")
        self.client.app.state.tables.kept[self.path.rpartition("/")[2]].game = game
        self.game = game

    def get(self, more: str = "", **params: object) -> str:
        return self.client.get(f"{self.path}{more}", **params)


def test_the_page_draws_the_runs_of_a_line_of_the_log() -> None:
    table = Table(played(has_run))
    number = len(table.game.actions)
    assert f'data-told="{number}"' in table.get()
    drawn = table.get(f"/told/{number}")
    assert "kb-told-runs" in drawn and drawn.count("kb-run") >= 2 and 'class="legs"' in drawn
    assert table.get(f"/told/{number - 1}") == ""
    assert 'class="legs"' in table.get("/log")


def test_looking_back_tells_and_draws_the_move() -> None:
    table = Table(played(has_run))
    number = len(table.game.actions)
    table.game.apply(table.game.legal_actions()[0])
    page = table.get(at=number)
    story = re.search(r'class="story">.*?</section>', page, re.DOTALL)
    assert story and "runs for" in story.group() and 'class="legs"' in story.group()
    assert "kb-train" in page
    assert 'class="story"' not in table.get()


def test_a_tile_laid_by_another_is_marked_on_the_board() -> None:
    game = played(lambda g: bool(g.actions) and isinstance(g.actions[-1], Lay) and len(g.actions) > 40)
    lay = game.actions[-1]
    assert isinstance(lay, Lay)
    other = next(player for player in game.players if player not in game.acting_at(len(game.actions) - 1))
    scene = seen(game, other)
    board = board_of(scene, decision(scene), fresh(scene, last_decision(scene)))
    assert f'class="kb-fresh" data-hex="{lay.hex}"' in board


def test_a_phone_lists_all_prices_the_dearest_first() -> None:
    """Its screen shows a part of the market only."""
    game = played(lambda g: len(price_list(seen(g))) >= 2)
    shown = price_list(seen(game))
    prices = [int(price) for _, price in shown]
    assert prices == sorted(prices, reverse=True)
    companies = game.rules.view(game.state, None)["companies"]
    assert sorted(prices) == sorted(f["price"] for f in companies.values() if f["price"] is not None)
