"""Soaking finds faults: each test plants one, and the check that is there for it speaks up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.bots import faults
from kursbuch.bots.house import fallback
from kursbuch.core import Action, Game
from kursbuch.shelf import new_game
from kursbuch.soak import Care, Fault, Played, Table, alike, as_test, drawn, play, players, shrink
from kursbuch.soak.secrets import Twins
from kursbuch.titles.india.rules import RulesIndia, secrets
from kursbuch.titles.india.rules.secrets import SealedLoans, SecretContracts
from kursbuch.titles.nuremberg.rules import Nuremberg
from kursbuch.titles.nuremberg.rules.actions import Bill
from kursbuch.titles.nuremberg.rules.payment import PayDebt
from kursbuch.titles.nuremberg.rules.state import Table as Position

CLOSE = Care(every=2, save=1.0)


def first_fault(spec: str = "nuremberg:2", kinds: Sequence[str] = ("random",), games: int = 6) -> Played:
    """The first game of a soak that fails."""
    for number in range(games):
        played = play(drawn(spec, number, 7, kinds), CLOSE)
        if played.fault is not None:
            return played
    raise AssertionError("no fault found")


def checked(spec: str = "nuremberg:2") -> str:
    fault = first_fault(spec).fault
    assert fault is not None
    return str(fault)


@pytest.fixture
def leaking_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever pays two cubes or more loses one."""
    honest = Position.spend

    def spend(self: Position, player: str, bill: Bill) -> None:
        honest(self, player, bill)
        if bill.cubes >= 2:
            self.supply[player] -= 1

    monkeypatch.setattr(Position, "spend", spend)


@pytest.mark.usefixtures("leaking_cubes")
def test_what_does_not_add_up_is_found_shrunk_and_pasted(monkeypatch: pytest.MonkeyPatch):
    played = first_fault()
    assert played.fault is not None and played.fault.check == "audit"
    assert "do not add up" in played.fault.message
    line = shrink(played.job.table, played.lines, played.fault, seconds=20)
    assert len(line.lines) < len(played.lines)
    test = as_test(line)
    with pytest.raises(AssertionError, match="do not add up"):
        run_pasted(test)
    monkeypatch.undo()
    run_pasted(test)  # mended, it passes


def run_pasted(test: str) -> None:
    names: dict[str, Any] = {}
    exec(test, names)
    next(value for name, value in names.items() if name.startswith("test_"))()


def test_a_standstill_is_found(monkeypatch: pytest.MonkeyPatch):
    honest = Game.legal_actions
    monkeypatch.setattr(
        Game,
        "legal_actions",
        lambda self, player=None: [] if len(self.actions) == 20 else honest(self, player),
    )
    assert checked().startswith("stuck: nobody has a legal action at ")


def test_a_game_without_end_is_found():
    played = play(drawn("nuremberg:2", 0, 7, ["random"]), Care(patience=50))
    assert played.fault is not None and played.fault.check == "endless"
    assert len(played.lines) == 50


def test_players_without_aim_give_way_to_the_house_before_a_game_counts_as_endless(
    monkeypatch: pytest.MonkeyPatch,
):
    chose: list[str] = []

    def watched(name: str, honest: Any) -> Any:
        def choose(*given: Any) -> Any:
            chose.append(name)
            return honest(*given)

        return choose

    for name in ("at_random", "house"):
        monkeypatch.setattr(players, name, watched(name, getattr(players, name)))
    play(drawn("1889:3", 0, 7, ["random"]), Care(patience=60, interject=0))
    assert chose == ["at_random"] * 30 + ["house"] * 30


def test_a_game_that_hangs_is_found():
    played = play(drawn("18do-railway:4", 0, 7, ["random"]), Care(seconds=0.2))
    assert played.fault is not None and played.fault.check == "slow"


def test_listed_actions_that_cannot_be_carried_out_are_found(monkeypatch: pytest.MonkeyPatch):
    def broken(self: Any, s: Any, player: str, action: Any) -> None:
        raise LookupError("a payment gone wrong")

    monkeypatch.setattr(PayDebt, "apply", broken)
    assert checked() == "apply: LookupError: a payment gone wrong in broken"


def test_the_seed_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch):
    honest = Nuremberg.view
    monkeypatch.setattr(
        Nuremberg, "view", lambda self, s, player: {**honest(self, s, player), "luck": s.chance.seed}
    )
    assert checked() in (
        "views: the seed is in a view",
        "secrets: 'luck' of the view tells what will be drawn",
        "imagined: 'luck' of the view is another one in an imagined game",
    )


def test_the_next_draw_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch):
    honest = Nuremberg.view
    monkeypatch.setattr(
        Nuremberg,
        "view",
        lambda self, s, player: {**honest(self, s, player), "next": s.chance.copy().below(99)},
    )
    assert checked() in (
        "secrets: 'next' of the view tells what will be drawn",
        "imagined: 'next' of the view is another one in an imagined game",
    )


def test_a_view_that_is_not_json_is_found(monkeypatch: pytest.MonkeyPatch):
    honest = Nuremberg.view
    monkeypatch.setattr(
        Nuremberg, "view", lambda self, s, player: {**honest(self, s, player), "pair": (1, 2)}
    )
    assert checked() == "views: a view is not plain JSON data"


def test_a_position_that_changes_afterwards_is_found(monkeypatch: pytest.MonkeyPatch):
    """Undo shows it: the position that it comes back to is not what it was."""
    shared: dict[str, int] = {}
    honest = Position.gain

    def gain(self: Position, colour: str, player: str, by: int) -> None:
        honest(self, colour, player, by)
        shared[player] = shared.get(player, 0) + by
        self.kept = {**self.kept, "shared": shared}  # type: ignore[dict-item]

    monkeypatch.setattr(Position, "gain", gain)
    monkeypatch.setattr(Nuremberg, "audit", lambda self, s: None)
    monkeypatch.setattr(Nuremberg, "view", lambda self, s, player: {})
    assert checked() == "undo: undo comes back to another position"


def test_a_game_that_loads_otherwise_is_found(monkeypatch: pytest.MonkeyPatch):
    counted: Iterator[int] = iter(range(10**6))
    honest = Nuremberg.start

    def start(self: Nuremberg, players: Sequence[str], chance: Any) -> Any:
        s = honest(self, players, chance)
        s.vp[players[0]] = next(counted)
        return s

    monkeypatch.setattr(Nuremberg, "start", start)
    assert checked() == "saved: the position that was loaded is another one"


def test_refusals_without_a_rule_point_are_found(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(Nuremberg, "cite", lambda self, refusal: refusal)
    assert checked().startswith("why_not: a refusal names no rule point: 'turn.not-")


# -- secrets of players ---------------------------------------------------------------------------


def test_a_secret_in_imagined_games_is_found(monkeypatch: pytest.MonkeyPatch):
    """Loans that are guessed from what they are."""
    monkeypatch.setattr(SealedLoans, "hide", lambda self, s, players: None)
    monkeypatch.setattr(secrets, "likely_loan", lambda s, player, rng: s.loans[player])
    one, other = new_game("1853", 3, seed=1), new_game("1853", 3, seed=1)
    owner = one.players[0]
    one.apply(f"{owner} lends 200")
    other.apply(f"{owner} lends 300")
    with pytest.raises(Fault, match="an imagined game tells another player's secret"):
        alike(one, other, owner)
    monkeypatch.undo()
    alike(one, other, owner)


def test_guesses_that_are_seen_to_be_wrong_are_found(monkeypatch: pytest.MonkeyPatch):
    def forgetful(self: Any, s: Any, *about: Any) -> None:
        s.contracts = {}

    monkeypatch.setattr(SecretContracts, "imagine", forgetful)
    assert checked("1853:3") == "imagined: 'own_contract' of the view is another one in an imagined game"


def bidding(open_contracts: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The contract bids of 1853, with a twin that names other cities going along."""
    honest = RulesIndia.view
    if open_contracts:
        monkeypatch.setattr(
            RulesIndia,
            "view",
            lambda self, s, player: {
                **honest(self, s, player),
                "all": {p: list(c) for p, c in s.contracts.items()},
            },
        )
    game, rng, twins = Table("1853", 3, 5).start(), Random(2), Twins()
    compared = 0
    while game.state.top.stage in ("loans", "contracts"):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
        twins.follow(game, rng)
        twins.compare(game)
        compared += len(twins.pairs)
    assert compared >= 3, "there was nothing to compare"


def test_sealed_loans_and_contracts_are_kept(monkeypatch: pytest.MonkeyPatch):
    bidding(False, monkeypatch)


def test_a_contract_in_a_view_is_found(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(Fault, match="'all' of the view tells another player's secret") as found:
        bidding(True, monkeypatch)
    assert found.value.twin is not None


# -- bots -----------------------------------------------------------------------------------------


def test_a_bot_that_fails_is_counted_and_the_game_goes_on(monkeypatch: pytest.MonkeyPatch):
    def confused(self: Any, view: Any, legal: Sequence[Action], rng: Random) -> Action:
        raise LookupError("no plan")

    monkeypatch.setattr("kursbuch.bots.house.HouseBot.choose", confused)
    played = play(drawn("nuremberg:2", 0, 7, ["house"]))
    assert played.fault is None
    assert played.bot_faults and all("LookupError: no plan" in fault for fault in played.bot_faults)


def test_what_a_bot_swallows_is_counted(monkeypatch: pytest.MonkeyPatch):
    def confused(seat: Any) -> Action:
        raise LookupError("no plan")

    monkeypatch.setattr(
        "kursbuch.bots.house._chooser", lambda title: fallback.choose
    )  # the general player plays
    monkeypatch.setattr("kursbuch.bots.house.fallback.rail.choose", confused)
    played = play(drawn("18te:2", 0, 7, ["house"]), Care(patience=30))
    told = [fault for fault in played.bot_faults if fault.startswith("18te: ")]
    assert told and all(fault.endswith(": LookupError: no plan") for fault in told)
    assert played.bot_faults.total() > 5


@pytest.mark.parametrize("kind", [AssertionError, TypeError])
def test_what_a_bot_swallows_is_logged_once_and_counted_each_time(
    kind: type[Exception], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    def confused(seat: Any) -> Action:
        raise kind("no plan")

    monkeypatch.setattr("kursbuch.bots.house.fallback.rail.choose", confused)
    game = kb.new_game("18te", 2, seed=1)
    player = game.acting[0]
    with faults.counted() as found:
        for _ in range(3):
            fallback.choose(game.view(player), game.legal_actions(player), Random(1))
    (text,) = found
    assert found[text] == 3 and text.startswith("18te: ") and text.endswith(f": {kind.__name__}: no plan")
    assert [record.getMessage() for record in caplog.records] == [text]
    assert caplog.records[0].exc_info
