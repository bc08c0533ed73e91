"""The core's promises, on a title of a few lines that has nothing to do with railways."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from time import sleep
from typing import Any

import pytest

from kursbuch.core import (
    BANK,
    Action,
    BadInput,
    Chance,
    Frame,
    Game,
    IllegalAction,
    Option,
    Refusal,
    Rules,
    Span,
    Stage,
    State,
    Step,
    Title,
    TitleInfo,
    refuse,
)
from kursbuch.core.save import replay


@dataclass(frozen=True, slots=True)
class Stake(Action):
    form = "{actor} stakes {coins}"
    amount = "coins"
    coins: int


@dataclass(frozen=True, slots=True)
class Rounds(Frame):
    left: int
    staked: tuple[str, ...] = ()


class Staking(Step[State, Stake]):
    """Both players stake in secret; whoever staked more gets the pot."""

    action = Stake

    def candidates(self, s: State, player: str) -> Iterable[Stake]:
        if s.cash[player]:
            yield Stake(player, 1, span=Span(1, s.cash[player]))

    def why_not(self, s: State, player: str, action: Stake) -> Refusal | None:
        if not 1 <= action.coins <= s.cash[player]:
            return refuse("TOY-1-1", "{player} stakes 1 to {cash}.", player=player, cash=s.cash[player])
        return None

    def apply(self, s: State, player: str, action: Stake) -> None:
        f = s.top
        assert isinstance(f, Rounds)
        s.transfer(player, BANK, action.coins, "stake")
        s.note("staked", to=player, coins=action.coins)
        s.swap(replace(f, staked=(*f.staked, player)))


class StakingRound(Stage[State, Rounds]):
    steps = (Staking(),)

    def deciders(self, s: State, f: Rounds) -> tuple[str, ...]:
        return tuple(p for p in s.players if p not in f.staked)

    def advance(self, s: State, f: Rounds) -> bool:
        if f.left == 0 or not all(s.cash[p] for p in s.players):
            s.finished = True
        elif len(f.staked) == len(s.players):
            s.transfer(BANK, s.chance.pick(s.players), 1, "prize")
            s.swap(Rounds("toy", f.left - 1))
            return True
        return False


class ToyRules(Rules[State]):
    citations = {"turn.not-yours": "TOY-2-1", "game.over": "TOY-3-1", "turn.not-now": "TOY-2-2"}  # noqa: RUF012
    stages = {"toy": StakingRound()}  # noqa: RUF012

    def start(self, players: Any, chance: Chance) -> State:
        s = State(players, chance)
        s.cash = {BANK: 0, **dict.fromkeys(players, 10)}
        s.push(Rounds("toy", 3))
        return s

    def scores(self, s: State) -> dict[str, int]:
        return {p: s.cash[p] for p in s.players}

    def view(self, s: State, player: str | None) -> dict[str, Any]:
        return {"own": s.cash[player]} if player else {}

    def audit(self, s: State) -> None:
        assert sum(s.cash.values()) == 10 * len(s.players)


TOY = Title(
    TitleInfo("toy", "Toy", range(2, 4), options=(Option("fast", False, (False, True), "Nothing."),)),
    lambda players, options: ToyRules(),
)


def new(*players: str, seed: int = 1) -> Game:
    return Game(TOY, players or ("Anna", "Ben"), seed, {})


def test_all_who_may_decide_are_acting_and_each_is_asked():
    game = new()
    assert list(game.acting) == ["Anna", "Ben"]
    assert [a.actor for a in game.legal_actions()] == ["Anna", "Ben"]
    assert [a.actor for a in game.legal_actions("Ben")] == ["Ben"]
    game.apply("Ben stakes 3")
    assert list(game.acting) == ["Anna"]


def test_a_ranged_action_is_made_definite_before_it_is_applied():
    game = new()
    ranged = game.legal_actions("Anna")[0]
    assert (ranged.lo, ranged.hi, ranged.step) == (1, 10, 1)
    with pytest.raises(BadInput, match="choose an amount"):
        game.apply(ranged)
    game.apply(ranged.at(4))
    assert game.scores()["Anna"] == 6


def test_text_json_and_record_are_the_same_action():
    for form in ("Anna stakes 4", {"do": "stake", "actor": "Anna", "coins": 4}, Stake("Anna", 4)):
        game = new()
        game.apply(form)
        assert game.actions == [Stake("Anna", 4)]
        assert str(game.actions[0]) == "Anna stakes 4"
        assert game.actions[0].to_dict() == {"do": "stake", "actor": "Anna", "coins": 4}


def test_a_refusal_cites_the_title_and_changes_nothing():
    game = new()
    before = game.state
    with pytest.raises(IllegalAction) as caught:
        game.apply("Anna stakes 11")
    assert caught.value.refusal.rule == "TOY-1-1"
    assert caught.value.refusal.section == "TOY §1"
    assert game.state is before and not game.actions
    game.apply("Anna stakes 1")
    refusal = game.why_not("Anna stakes 1")
    assert refusal is not None and refusal.rule == "TOY-2-1"


def test_who_sends_an_action_must_be_the_one_who_decides():
    game = new()
    refusal = game.why_not({"do": "stake", "actor": "Anna", "by": "Ben", "coins": 1})
    assert refusal is not None and refusal.rule == "TOY-2-1"
    assert game.why_not("Anna: Anna stakes 1") is None
    assert game.why_not("Ben: Anna stakes 1") is not None


@pytest.mark.parametrize(
    "bad",
    [
        "",
        "Anna",
        "Anna stakes",
        "Anna stakes four",
        "Carl stakes 1",
        "Anna stakes 1 2",
        {},
        {"do": "stake"},
        {"do": "stake", "actor": "Anna"},
        {"do": "stake", "actor": "Anna", "coins": True},
        {"do": "stake", "actor": "Anna", "coins": "1.5"},
        {"do": "stake", "actor": "Anna", "coins": 10**12},
        {"do": "stake", "actor": 3, "coins": 1},
        {"do": "stake", "actor": "Anna", "coins": 1, "more": 1},
        {"do": "fly", "actor": "Anna"},
        None,
        7,
        Stake("Anna", "x"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_read_is_bad_input(bad: Any):
    game = new()
    with pytest.raises(BadInput):
        game.apply(bad)
    assert not game.actions


def test_undo_and_redo_bring_the_very_positions_back():
    game = new()
    states = [game.state]
    for action in ("Anna stakes 2", "Ben stakes 3", "Ben stakes 1"):
        game.apply(action)
        states.append(game.state)
    events = game.events
    game.undo()
    game.undo()
    assert game.state is states[1] and len(game.actions) == 1
    game.redo()
    game.redo()
    assert game.state is states[3] and game.events == events
    with pytest.raises(BadInput):
        game.redo()
    game.undo()
    game.apply("Anna stakes 1")
    with pytest.raises(BadInput):
        game.redo()


def test_nothing_to_undo_is_said_so():
    with pytest.raises(BadInput, match="nothing to take back"):
        new().undo()


def test_a_clone_goes_its_own_way():
    game = new()
    twin = game.clone()
    twin.apply("Anna stakes 5")
    assert game.scores()["Anna"] == 10 and twin.scores()["Anna"] == 5
    assert game.acting == ("Anna", "Ben")


def test_an_earlier_position_can_be_looked_at():
    game = new()
    game.apply("Anna stakes 2")
    game.apply("Ben stakes 3")
    assert game.at(1).scores() == {"Anna": 8, "Ben": 10}
    assert len(game.actions) == 2
    with pytest.raises(BadInput):
        game.at(3)


def test_a_private_event_is_in_no_other_view():
    game = new()
    game.apply("Anna stakes 2")
    assert {"key": "staked", "coins": 2} in game.view("Anna")["events"]
    assert {"key": "staked", "coins": 2} not in game.view("Ben")["events"]
    assert {"key": "staked", "coins": 2} not in game.view()["events"]
    with pytest.raises(BadInput):
        game.view("Carl")


def test_the_same_seed_gives_the_same_game():
    def play(seed: int) -> dict[str, int]:
        game = new(seed=seed)
        while not game.over:
            game.apply(game.legal_actions()[0].at(1))
        return game.scores()

    assert play(5) == play(5)
    assert len({tuple(play(seed).items()) for seed in range(20)}) > 1


def test_the_end_is_the_end():
    game = new()
    while not game.over:
        game.apply(game.legal_actions()[0].at(1))
    assert game.acting == () and game.legal_actions() == []
    refusal = game.why_not("Anna stakes 1")
    assert refusal is not None and refusal.rule == "TOY-3-1"


@pytest.mark.parametrize(
    "names", [["A"], ["A", "A"], ["", "B"], [" A", "B"], ["bank", "B"], ["A\n", "B"], ["A"] * 9]
)
def test_names_that_cannot_be(names: list[str]):
    with pytest.raises(BadInput):
        Game(TOY, names, 1, {})


def test_options_are_checked():
    assert Game(TOY, ["A", "B"], 1, {"fast": True}).options == {"fast": True}
    for bad in ({"slow": True}, {"fast": 1}, {"fast": "yes"}):
        with pytest.raises(BadInput, match="options"):
            Game(TOY, ["A", "B"], 1, bad)


def start(title: str, players: list[str], seed: int, options: dict[str, object], form: int) -> Game:
    return Game(TOY, players, seed, options, form)


def test_a_transcript_rebuilds_the_game():
    game = new()
    for action in ("Anna stakes 2", "Ben stakes 3", "Ben stakes 1"):
        game.apply(action)
    again = replay(game.to_json(), start)
    assert again.scores() == game.scores() and again.actions == game.actions
    assert again.to_json() == game.to_json()


def test_an_edited_transcript_is_told_from_a_sound_one():
    game = new()
    game.apply("Anna stakes 2")
    text = game.to_json()
    with pytest.raises(BadInput, match="changed after it was saved"):
        replay(text.replace("stakes 2", "stakes 3"), start)
    with pytest.raises(BadInput, match="cut off"):
        replay(text[: len(text) // 2], start)


def test_a_transcript_by_hand_says_which_line_is_wrong():
    text = '{"title": "toy", "players": ["Anna", "Ben"], "actions": ["Anna stakes 1", "Anna stakes 2"]}'
    with pytest.raises(BadInput) as caught:
        replay(text, start)
    assert caught.value.place == "actions[2]"


def test_a_field_without_a_name_has_a_place_too():
    with pytest.raises(BadInput) as caught:
        replay('{"title": "toy", "": [], "players": ["Anna", "Ben"], "actions": []}', start)
    assert caught.value.place == "file"


def test_only_the_bank_may_owe():
    s = State(["A"], Chance(0))
    s.cash = {"A": 5, BANK: 0}
    s.transfer(BANK, "A", 3, "loan")
    assert s.cash == {"A": 8, BANK: -3}
    with pytest.raises(AssertionError):
        s.transfer("A", BANK, 9, "too much")
    with pytest.raises(AssertionError):
        s.transfer("A", BANK, -1, "backwards")


def test_chance_is_even_and_the_same_everywhere():
    chance = Chance(7)
    assert [chance.below(6) for _ in range(6)] == [Chance(7, n).below(6) for n in range(6)]
    counts = [0] * 6
    for _ in range(6000):
        counts[chance.below(6)] += 1
    assert min(counts) > 850


def test_threads_that_start_at_once_share_one_set_of_rules():
    @cache
    def made(players: int) -> ToyRules:
        sleep(0.02)
        return ToyRules()

    title = Title(TOY.info, lambda players, options: made(players))
    with ThreadPoolExecutor(8) as threads:
        rules = list(threads.map(lambda _: title.compose(2, {}), range(8)))
    assert len(set(map(id, rules))) == 1


def test_a_stage_is_known_by_its_kind_and_by_its_name_if_it_says_none(monkeypatch: pytest.MonkeyPatch):
    game = new()
    assert game.stages == ("toy",)
    monkeypatch.setattr(StakingRound, "kind", "staking", raising=False)
    assert game.stages == ("staking",)
    assert game.view()["stages"] == ["staking"]


def test_every_method_of_a_game_has_an_example():
    public = [name for name in vars(Game) if not name.startswith("_") and name not in Game.__slots__]
    assert [name for name in public if ">>>" not in (getattr(Game, name).__doc__ or "")] == []
