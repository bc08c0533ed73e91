"""Recorded actions by hand: what games between careful players rarely show."""

import json
from typing import Any

import pytest

from kursbuch.recorded import Import, Unplayable, export_recorded, import_recorded
from tests.titles.shikoku.games import WHOLE, played


def player(id: int, type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, "entity": id, "entity_type": "player", **fields}


def company(id: str, type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, "entity": id, "entity_type": "corporation", **fields}


def private(id: str, type: str, **fields: Any) -> dict[str, Any]:
    return {"type": type, "entity": id, "entity_type": "company", **fields}


def play(*actions: dict[str, Any], players: int = 3) -> Import:
    data = {
        "id": "hs_test_1",
        "title": "1889",
        "players": [{"id": n, "name": f"Player {n}"} for n in range(1, players + 1)],
        "settings": {"seed": 1, "optional_rules": []},
        "actions": [{**action, "id": n} for n, action in enumerate(actions, start=1)],
        "result": {},
    }
    return import_recorded(json.dumps(data))


PRIVATES = [("TR", 20), ("MF", 30), ("ER", 40), ("SMR", 50), ("DR", 60), ("SIR", 80)]
AUCTION = [player(n % 3 + 1, "bid", company=id, price=price) for n, (id, price) in enumerate(PRIVATES)]
# 1: TR and SMR, 350 left; 2: MF and DR, 330; 3: ER and SIR, 300; then 1 begins
IR_FLOATS = [
    player(1, "par", corporation="IR", share_price="65,5,3"),
    player(2, "buy_shares", shares=["IR_1"]),
    player(3, "buy_shares", shares=["IR_2"], percent=10),
    player(1, "buy_shares", shares=["IR_3"], percent=10),
]


def test_powers_are_used_while_another_player_is_on_turn():
    result = play(
        *AUCTION,
        *IR_FLOATS,
        player(2, "pass"),
        private("DR", "buy_shares", shares=["IR_4"], percent=10),  # 2's, in 3's turn
        private("MF", "lay_tile", hex="G10", tile="437-0", rotation=0),
        player(3, "pass"),
        player(1, "pass"),
    )
    s: Any = result.game.state
    assert (s.privates["DR"], s.port_built, str(s.board.faces["G10"])) == ("out", True, "437.0")
    assert s.shares["IR"].count("Player 2") == 2
    assert s.operating_round == 1


def test_a_purchase_of_another_size_than_its_certificate_is_refused():
    with pytest.raises(Unplayable) as error:
        play(*AUCTION, *IR_FLOATS[:1], player(2, "buy_shares", shares=["IR_1"], percent=20))
    assert error.value.number == 8


def test_a_share_that_was_sold_comes_from_the_pool_and_an_unsold_one_from_the_offering():
    result = play(
        *AUCTION,
        *IR_FLOATS,
        player(2, "pass"),
        player(3, "pass"),
        player(1, "pass"),
        company("IR", "pass"),
        company("IR", "pass"),  # trains
        player(2, "sell_shares", shares=["IR_1"], percent=10),
        player(2, "pass"),
        player(3, "buy_shares", shares=["IR_1"]),
        player(3, "pass"),
        player(1, "buy_shares", shares=["IR_4"]),
    )
    s: Any = result.game.state
    assert s.shares["IR"].count("pool") == 0
    # one row down for the sale and one field left for not running, from 65
    assert s.price("IR") == 55
    assert s.cash["Player 3"] == 300 - 65 + 10 + 20 - 55
    assert s.cash["Player 1"] == 350 - 130 - 65 + 5 + 15 - 65


def test_a_company_full_of_trains_is_not_asked_again():
    passes = [player(2, "pass"), player(3, "pass"), player(1, "pass")]
    trains = [company("IR", "buy_train", train=f"2-{n}", price=80) for n in range(4)]
    result = play(*AUCTION, *IR_FLOATS, *passes, company("IR", "pass"), *trains)
    assert result.game.view()["position"]["stock_round"] == 2


def test_a_company_lays_its_tile_and_the_presidents_ferry_keeps_the_step_open():
    result = play(
        *AUCTION[:6],
        player(1, "pass"),
        player(2, "par", corporation="IR", share_price="65,5,3"),
        player(3, "buy_shares", shares=["IR_1"]),
        player(1, "buy_shares", shares=["IR_2"]),
        player(2, "buy_shares", shares=["IR_3"]),
        player(3, "pass"),
        player(1, "pass"),
        player(2, "pass"),
        company("IR", "lay_tile", hex="E2", tile="5-0", rotation=4),
        company("IR", "pass"),  # track is still open for the ferry of player 2
        company("IR", "buy_train", train="2-0", price=80),
        company("IR", "pass"),
    )
    s: Any = result.game.state
    assert s.trains["IR"] == ("2#1",)
    assert s.stock_round == 2
    assert result.unasked == ()  # the pass is one that the recorder is known to ask for


def test_another_players_ferry_does_not_keep_the_step_open():
    passes = [player(2, "pass"), player(3, "pass"), player(1, "pass")]
    result = play(
        *AUCTION,
        *IR_FLOATS,
        *passes,
        company("IR", "lay_tile", hex="E2", tile="6-0", rotation=5),
        company("IR", "pass"),  # no train: its track leads nowhere yet
        player(2, "pass"),
    )
    assert (result.game.acting, result.unasked) == (("Player 3",), ())


def test_the_ferry_of_the_president_closes_the_step_by_building():
    result = play(
        *AUCTION[:6],
        player(1, "pass"),
        player(2, "par", corporation="IR", share_price="65,5,3"),
        player(3, "buy_shares", shares=["IR_1"]),
        player(1, "buy_shares", shares=["IR_2"]),
        player(2, "buy_shares", shares=["IR_3"]),
        player(3, "pass"),
        player(1, "pass"),
        player(2, "pass"),
        company("IR", "lay_tile", hex="E2", tile="5-0", rotation=4),
        private("MF", "lay_tile", hex="I12", tile="437-0", rotation=1),
        company("IR", "buy_train", train="2-0", price=80),
        company("IR", "pass"),
    )
    assert (result.game.view()["position"]["stock_round"], result.unasked) == (2, ())


def test_a_lone_pass_means_the_step_the_recorder_is_at():
    with pytest.raises(Unplayable) as error:
        play(*AUCTION, *IR_FLOATS, *[player(n, "pass") for n in (2, 3, 1)], *[company("IR", "pass")] * 3)
    assert error.value.number == 16
    assert error.value.refusal.rule == "1889-O-3"


def test_another_presidents_train_and_private_are_sold_without_a_word():
    passes = [player(2, "pass"), player(3, "pass"), player(1, "pass")]
    result = play(
        *AUCTION,
        *IR_FLOATS,
        *passes,
        company("IR", "pass"),
        *[company("IR", "buy_train", train=f"2-{n}", price=80) for n in range(4)],
        # second set: KO is started by 2 at 65 and floated; it buys a train of IR
        player(2, "sell_shares", shares=["IR_1"], percent=10),
        player(2, "par", corporation="KO", share_price="65,5,3"),
        player(3, "buy_shares", shares=["KO_1"]),
        player(3, "pass"),
        player(1, "buy_shares", shares=["KO_2"]),
        player(1, "pass"),
        player(2, "buy_shares", shares=["KO_3"]),
        player(2, "pass"),
        *[player(n, "pass") for n in (3, 1, 2)],
        company("KO", "lay_tile", hex="J3", tile="8-0", rotation=3),
        company("KO", "pass"),  # the ferry
        company("KO", "buy_train", train="2-3", price=1),
        company("KO", "buy_train", train="2-4", price=80),
        company("KO", "pass"),
    )
    s: Any = result.game.state
    assert [card.partition("#")[0] for card in s.trains["KO"]] == ["2", "2"]
    assert len(s.trains["IR"]) == 3
    assert s.cash["IR"] == 650 - 320 + 1


def test_an_offer_for_a_private_waits_until_trains_are_given_up_and_is_then_judged():
    files = (json.loads(export_recorded(played(*game))) for game in WHOLE)
    file = next(file for file in files if any(a["type"] == "discard_train" for a in file["actions"]))
    actions = file["actions"]
    n = next(n for n, action in enumerate(actions) if action["type"] == "discard_train")
    buyer = next(action["entity"] for action in reversed(actions[:n]) if action["type"] == "buy_train")
    actions.insert(n, {**company(buyer, "buy_company", company="ER", price=1), "id": 5000})
    with pytest.raises(Unplayable) as error:
        import_recorded(json.dumps(file))
    assert error.value.number == 5000
    assert error.value.refusal.rule.startswith("1889-12-")
