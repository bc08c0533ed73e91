"""Recorded games: what only 1830 has in them, and ours written and read again."""

import json
import random
from pathlib import Path

import pytest

from kursbuch.recorded import export_recorded, import_recorded
from tests.titles.northeast.games import WHOLE, ending, played


def test_the_real_game_is_read_with_every_action_judged(shared: Path):
    file = shared / "recorded" / "1830" / "game-a.json"
    if not file.is_file():
        pytest.skip("needs the recorded game beside the checkout")
    result = import_recorded(file.read_text(encoding="utf-8"))
    assert (result.match, result.end, result.actions, result.unasked) == (True, "bankrupt", 502, ())
    assert result.game.options["multiple_brown_from_ipo"] is True
    assert result.game.state.cash["bank"] == 6283


@pytest.mark.parametrize("about", WHOLE, ids=str)
def test_our_games_come_back_as_they_were(about):
    game = played(*about)
    result = import_recorded(export_recorded(game))
    assert (result.match, result.end, result.unasked) == (True, ending(game), ())
    assert result.game.view()["position"] == game.view()["position"]


def test_routes_without_revenue_turned_and_shuffled_are_read():
    game = played(*WHOLE[-1])
    data = json.loads(export_recorded(game))
    rng, seen = random.Random(1), 0
    for action in data["actions"]:
        for route in action.get("routes", ()):
            chain = [part if rng.random() < 0.5 else part[::-1] for part in route["connections"]]
            rng.shuffle(chain)
            train = route["train"]
            route.clear()
            route |= {"train": train, "connections": chain}
            seen += 1
    result = import_recorded(json.dumps(data))
    assert seen > 20
    assert (result.match, result.unasked) == (True, ())
    assert result.game.view()["position"] == game.view()["position"]


def recording(*actions, players=3, result=None):
    """A recording of these actions, of which each is given its number."""
    numbered = [{"id": n, **action} for n, action in enumerate(actions, start=1)]
    people = [{"id": n, "name": name} for n, name in enumerate("ABCDEF"[:players], start=1)]
    return json.dumps(
        {
            "id": 1,
            "title": "1830",
            "players": people,
            "settings": {"seed": 1, "optional_rules": []},
            "status": "active",
            "result": result or {},
            "actions": numbered,
        }
    )


def bid(player, company, price):
    return {"type": "bid", "entity": player, "entity_type": "player", "company": company, "price": price}


OPENING = [
    bid(1, "SV", 20),
    bid(2, "CS", 40),
    bid(3, "DH", 70),
    bid(1, "MH", 110),
    bid(2, "CA", 160),
    bid(3, "BO", 220),
    {"type": "par", "entity": 3, "entity_type": "player", "corporation": "B&O", "share_price": "67,5,6"},
]


def after(*actions):
    s = import_recorded(recording(*OPENING, *actions)).game.state
    return s


def test_the_opening_with_what_privates_bring():
    s = after()
    assert (s.shares["PRR"][1], s.shares["B&O"][0], s.pars) == ("B", "C", {"B&O": 67})
    assert s.stock_round == 1 and s.top.player == "A"


def buy(player, share):
    return {"type": "buy_shares", "entity": player, "entity_type": "player", "shares": [share], "percent": 10}


def test_a_private_is_swapped_out_of_turn_for_a_named_share():
    swap = {
        "type": "buy_shares",
        "entity": "MH",
        "entity_type": "company",
        "shares": ["NYC_4"],
        "percent": 10,
    }
    s = after(buy(1, "B&O_1"), swap, buy(2, "B&O_2"))
    assert (s.privates["MH"], s.shares["NYC"].count("A"), s.shares["B&O"].count("B")) == ("out", 1, 1)


def test_a_player_buys_a_private_of_another():
    passes = [{"type": "pass", "entity": n, "entity_type": "player"} for n in (1, 2, 3)]
    sale = {"type": "buy_company", "entity": 1, "entity_type": "player", "company": "CS", "price": 7}
    s = after(*passes, sale)
    assert (s.stock_round, s.privates["CS"], s.cash["A"]) == (2, "A", 800 - 130 + 5 + 20 - 7)
