"""What playouts remember: boards that the same tile leads to, and decisions that are alike."""

from __future__ import annotations

from random import Random
from typing import Any

import kursbuch as kb
from kursbuch.bots import get
from kursbuch.bots.railway import table as tables
from kursbuch.bots.railway.plan import distances, steps_from
from kursbuch.bots.railway.searching import company_affairs
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.search import playing
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.playing import Playing
from kursbuch.bots.search.wisdom import search_pays, wisdom_of
from kursbuch.rail.actions import Lay
from kursbuch.shelf import shelf
from kursbuch.testing import position
from kursbuch.titles.te18.bot import LORE
from kursbuch.web.levels import levels


def before_track() -> Any:
    """A game of the house in which a company is about to lay its first tile."""
    game, rng = kb.new_game("18te", 2, seed=1), Random(1)
    while not any(isinstance(action, Lay) for action in game.legal_actions()):
        player = game.acting[0]
        game.apply(get("house").choose(game.view(player), game.legal_actions(player), rng))
    return game


def test_where_boards_are_kept_the_same_change_leads_to_the_same_board():
    game = before_track()
    lay = next(str(action) for action in game.legal_actions() if isinstance(action, Lay))
    assert game.after(lay).state.board is not game.after(lay).state.board
    game.state.board = kept = game.state.board.forgetful()
    kept.later = {}
    after = game.after(lay).state.board
    assert game.after(lay).state.board is after
    assert after.later == {}, "what comes of it is kept, too"


def test_a_board_that_is_forgotten_lets_go_of_what_it_leads_to(monkeypatch):
    monkeypatch.setattr(tables, "BOARDS", 1)
    monkeypatch.setattr(tables, "_BOARDS", {})
    game = before_track()
    lay = next(action for action in game.legal_actions() if isinstance(action, Lay))
    first = tables.board_of(game.rules.box, game.view()["position"]["board"])
    first.with_face(lay.hex, game.rules.box.tiles[lay.tile].turns[lay.turn])
    assert first.later
    game.apply(lay)
    tables.board_of(game.rules.box, game.view()["position"]["board"])
    assert not first.later and not first.known


def test_steps_from_several_hexes_are_those_from_the_nearest():
    rules: Any = kb.new_game("1853", 3, seed=1).rules
    map = rules.box.map
    away, starts = distances(map), [*map.hexes][5:40:9]
    near = steps_from(map, starts)
    for hex in map.hexes:
        assert near.get(hex, 99) == min(away[start].get(hex, 99) for start in starts)


def running(cash: int, others: int):
    khs = {"price": 100, "A": 50, "cash": cash, "trains": ["2"]}
    table = position("18te", 2, companies={"KHS": khs}, tiles={"F6": "4.1"}, turn="KHS pay")
    table.s.cash["B"] = others
    return table


def test_a_company_decides_alike_whatever_a_stranger_has():
    one, other, poorer = running(600, 10), running(600, 400), running(50, 10)
    other.s.board = poorer.s.board = one.s.board
    assert company_affairs(one.s) is not None
    assert company_affairs(one.s) == company_affairs(other.s) != company_affairs(poorer.s)


def test_what_is_alike_is_thought_about_once(monkeypatch):
    asked = []

    class Counting:
        def choose(self, view, legal, rng):
            asked.append(str(legal[0]))
            return get("house").choose(view, legal, rng)

    monkeypatch.setattr(playing, "_HOUSE", Counting())
    game = running(600, 10).game
    tries = Playing(wisdom_of("18te"), Budget(1.0, 9, lambda: True), 1)
    for number in range(2):
        line = playing._Line(tries, game, number)
        line.way = number  # as if other moves had led there
        line.game = line._by_habit() or line._thought_about()
        assert str(line.game.actions[-1]) == "KHS pays"
    assert len(asked) == 1


def test_the_last_three_dividends_tell_how_a_company_pays():
    view = dict(running(600, 10).game.view("A"))
    told = ["withholds", "withholds", "pays", "pays", "withholds"]
    view["events"] = [{"key": key, "company": "KHS"} for key in told]
    assert Seat(view, (), Random(0), LORE).thrift == {"KHS": 2 / 3}


def test_levels_above_the_house_are_offered_only_where_they_were_measured(monkeypatch):
    assert all(map(search_pays, shelf()))
    assert "harder" in {level.name for level in levels("1853")}
    monkeypatch.setattr("kursbuch.web.levels.search_pays", lambda title: False)
    assert {level.name for level in levels("1853")} == {"easy", "medium"}


def test_what_dividends_tell_is_remembered_only_for_the_same_ones():
    view = dict(running(600, 10).game.view("A"))
    paid, kept = ({"key": key, "company": "KHS"} for key in ("pays", "withholds"))
    for events, thrift in (([paid, kept], 1 / 2), ([kept], 0.0), ([paid, paid, kept], 2 / 3)):
        view["events"] = events
        assert Seat(view, (), Random(0), LORE).thrift == {"KHS": thrift}


def test_bids_of_18te_are_left_to_the_house():
    game = kb.new_game("18te", ["A", "B"], seed=1)
    wisdom = wisdom_of("18te")
    opening, dearer = game.read("A opens KHS at 180"), game.read("A opens KHS at 190")
    assert not wisdom.open_to(opening, dearer)
    assert wisdom.open_to(game.read("KHS passes"), game.read("KHS issues 1"))
