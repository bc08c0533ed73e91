"""What the coach says: the best choices with reasons from the position, and nothing that the asker may not know."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest

import kursbuch as kb
from kursbuch.bots import advice as advising
from kursbuch.bots import choice, get, play
from kursbuch.bots import review as reviewing
from kursbuch.bots.advice import BEST, Advice, advise, reasons
from kursbuch.bots.review import mistake, moves_needed, review
from kursbuch.bots.search import weighing
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.wisdom import Wisdom, wisdom_of
from kursbuch.core import Action, Game
from kursbuch.rail.actions import Agree, Decline
from kursbuch.shelf import family_of, shelf
from kursbuch.testing import Table, position
from kursbuch.words import LANGUAGES, own_words
from tests.bots.deciding import reasoned as said


def running(step: str, trains: list[str], cash: int = 600) -> Table:
    """KHS with track from Thale to the east and some trains."""
    khs = {"price": 100, "A": 50, "cash": cash, "trains": trains}
    return position("18te", 2, companies={"KHS": khs}, tiles={"F6": "4.1"}, turn=f"KHS {step}")


def test_a_train_is_explained_by_what_runs_with_it_instead_of_without() -> None:
    told = said(running("trains", []), "KHS buys train 1+1/2 as 2 from depot for 100")
    assert told == {"runs-with": {"company": "KHS", "income": 30, "train": "1+1/2", "before": 0}}
    told = said(running("trains", ["2"]), "KHS buys train 1+1/2 as 2 from depot for 100")
    assert told == {"runs-no-more": {"company": "KHS", "income": 30, "train": "1+1/2"}}


def test_a_dividend_is_explained_by_what_comes_of_it() -> None:
    assert said(running("pay", ["2"]), "KHS pays") == {
        "pays-me": {"player": "A", "company": "KHS", "income": 30, "mine": 15}
    }


def test_the_rust_is_told_by_the_purchases_until_then() -> None:
    """Five trains lie above the one that starts the phase in which 1+1/2 rust: the sixth purchase is that one."""
    table = running("trains", ["2"])
    depot, out = table.s.trains["depot"], table.s.trains.get("out", ())
    first = next(n for n, card in enumerate(depot) if card.startswith("3+3/4"))
    table.s.trains["out"] = (*out, *depot[: first - 5])
    table.s.trains["depot"] = depot[first - 5 :]
    line = next(text for text in table.legal() if "depot" in text)
    assert said(table, line)["rusts-soon"] == {"train": "1+1/2", "purchases": 6}


@pytest.mark.parametrize("title", shelf())
def test_a_choice_has_reasons_and_they_have_words_in_both_languages(title: str) -> None:
    """At every third decision of a beginning: what the house does can be explained."""
    game, rng = kb.new_game(title, 3, seed=5), Random(5)
    spoken = {language: own_words(language, title) for language in LANGUAGES}
    silent, asked = [], 0
    while len(game.actions) < 45:
        player = game.acting[0]
        view, legal = game.view(player), game.legal_actions(player)
        action = get("house").choose(view, legal, rng)
        if len(game.actions) % 3 == 0 and len(legal) > 1:
            asked += 1
            found = reasons(view, legal, action)
            silent += [] if found else [str(action)]
            for one in found:
                keys = (f"coach.{title}.{one.key}", f"coach.{one.key}")
                for words in spoken.values():
                    said = next((words(key, **one.values) for key in keys if words.has(key)), "")
                    assert said and "{" not in said, one
        game.apply(action)
    assert asked > 10 and len(silent) <= asked // 10, silent


def test_a_share_of_a_company_that_is_not_in_operation_has_reasons(caplog: pytest.LogCaptureFixture) -> None:
    """In 1853 shares are sold before companies are founded."""
    game = under_way("1853", 3, 25)
    while not any(" sells " in str(action) for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], Random(3)))
    player = game.acting[0]
    view, legal = game.view(player), game.legal_actions(player)
    for action in legal:
        assert reasons(view, legal, action), str(action)
    assert not caplog.records


def test_a_bid_is_explained_by_what_the_certificate_brings_beyond_it() -> None:
    table = Table(kb.new_game("18te", ["A", "B"], seed=1))
    least, dear = said(table, "A opens KHS at 120"), said(table, "A opens KHS at 240")
    assert least["bid-brings"]["company"] == "KHS" and least["cash-left"] == {"cash": 380}
    assert int(str(dear["bid-brings"]["worth"])) < int(str(least["bid-brings"]["worth"]))
    assert dear["cash-left"] == {"cash": 260}


def test_a_private_is_explained_by_what_it_pays_and_what_it_is_worth() -> None:
    told = said(Table(kb.new_game("1830", ["A", "B", "C"], seed=1)), "A takes SV for 20")
    assert told == {
        "private-pays": {"private": "SV", "income": 5},
        "private-worth": {"private": "SV", "worth": 25},
    }
    brings = said(Table(kb.new_game("1830", ["A", "B", "C"], seed=1)), "A bids 225 for BO")
    assert brings["private-brings"] == {"private": "BO", "company": "B&O"}


def under_way(title: str, players: int, moves: int) -> Game:
    game = kb.new_game(title, players, seed=3)
    rng = Random(3)
    while len(game.actions) < moves and not game.over:
        player = game.acting[0]
        game.apply(get("house").choose(game.view(player), game.legal_actions(player), rng))
    return game


@pytest.mark.parametrize("title", shelf())
def test_what_is_advised_is_legal_in_every_title(title: str) -> None:
    game = under_way(title, 3, 25)
    advice = advise(game, game.acting[0], Random(1), seconds=0)
    assert 1 <= len(advice.candidates) <= BEST
    assert all(game.why_not(one.action) is None for one in advice.candidates)
    assert all(len(one.reasons) <= 2 for one in advice.candidates)


def test_three_choices_are_shown_where_there_are_three() -> None:
    """At a railway's links the house's characters agree, and yet there are others."""
    game, rng = kb.new_game("18do-railway", 3, seed=4), Random(1)
    while sum(" links " in str(action) for action in game.legal_actions()) < 3:
        game.apply(choice(get("house"), game, game.acting[0], rng))
    found = advise(game, game.acting[0], Random(1), seconds=0).candidates
    assert len({one.action for one in found}) == BEST


def test_choices_are_tried_and_the_best_stands_first() -> None:
    game = under_way("18te", 2, 14)
    while not any(" buys 10 " in str(action) for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], Random(3)))
    shares: list[float] = []
    advice = advise(game, game.acting[0], Random(1), playouts=12, progress=shares.append)
    assert advice.tried >= 4 and shares == sorted(shares)  # fewer than allowed: the best is soon clear
    first, *others = advice.candidates
    assert others and first.worth > 0
    assert (
        sum(one.lead > first.lead + 60 for one in others) == 0
    )  # only what is not beyond the error may seem better


def test_the_coach_knows_only_what_the_asker_knows() -> None:
    """Two games of 1853 that differ in a loan that the asker cannot see."""
    said: list[Advice] = []
    for loan in (330, 270):
        game = kb.new_game("1853", ["Anna", "Ben", "Clara"], seed=1)
        game.apply(f"Anna lends {loan}")
        said.append(advise(game, "Ben", Random(1), seconds=0))
    assert said[0] == said[1]


def test_giving_everything_away_is_a_mistake() -> None:
    """At a dividend that lifts the price, with nothing to save for, to withhold costs what paying brings."""
    game = under_way("18te", 2, 41)
    while not any(str(action).endswith(" withholds") for action in game.legal_actions()):
        player = game.acting[0]
        game.apply(get("house").choose(game.view(player), game.legal_actions(player), Random(3)))
    keep = next(action for action in game.legal_actions() if str(action).endswith(" withholds"))
    found = mistake(game, game.acting[0], keep, Random(1), seconds=60.0, playouts=6)
    assert found is not None and found.better.action.endswith(" pays") and found.loss > 20


class Promising:
    """Playouts in which keeping the income seems to bring far more."""

    def __init__(self, wisdom: Wisdom, budget: Budget, seed: int) -> None:
        self.wisdom, self.budget = wisdom, budget

    def value(self, sample: Game, option: Action, number: int) -> dict[str, float]:
        self.budget.spend()
        more = 400.0 if str(option).endswith(" withholds") else 0.0
        return {player: 500.0 + more * (player in sample.acting) for player in sample.players}


@pytest.mark.parametrize(
    ("leaves", "first", "warned"),
    [(None, "withholds", []), (frozenset({"pass > sell"}), "pays", ["withholds"])],
)
def test_what_often_misleads_is_not_put_first_and_says_so(
    monkeypatch: pytest.MonkeyPatch, leaves: frozenset[str] | None, first: str, warned: list[str]
) -> None:
    """The coach keeps to what the bot that searches has learned: kinds of departures that lost games."""
    game = under_way("18te", 2, 41)
    while not any(str(action).endswith(" withholds") for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], Random(3)))
    wisdom = replace(wisdom_of("18te"), leaves=leaves)
    monkeypatch.setattr(advising, "wisdom_of", lambda title: wisdom)
    monkeypatch.setattr(weighing, "Playing", Promising)
    found = advise(game, game.acting[0], Random(1), playouts=8).candidates
    assert found[0].action.endswith(first)
    told = [one.action for one in found if any(reason.key == "misleads" for reason in one.reasons)]
    assert [action.split()[-1] for action in told] == warned


def test_a_review_has_chances_that_end_with_the_result() -> None:
    game = kb.new_game("nuremberg", 2, seed=3)
    play(game, {player: get("random") for player in game.players}, Random(3))
    found = review(game, (), Random(1))
    assert found.mistakes == () and found.moves[-1] == len(game.actions)
    scores = game.scores()
    assert all((line[-1] > 0) == (scores[p] == max(scores.values())) for p, line in found.chances.items())
    for n in range(len(found.moves)):
        assert sum(line[n] for line in found.chances.values()) == pytest.approx(1)


def test_a_review_spends_its_time_on_decisions_that_are_in_doubt(monkeypatch: pytest.MonkeyPatch) -> None:
    """And there on what was done and what the house would have done: among ten choices that are tried for a moment
    nothing is ever beyond doubt.
    """
    game, rng = kb.new_game("18te", 2, seed=3), Random(3)
    seats = dict(zip(game.players, (get("house"), get("easy")), strict=True))
    while len(game.actions) < 140:
        game.apply(choice(seats[game.acting[0]], game, game.acting[0], rng))
    asked: list[float] = []

    def answer(then: Game, player: str, rng: Random, seconds: float, **more: Any) -> Advice:
        found = advise(then, player, rng, seconds=0.0, against=more["against"])
        assert more["against"] is not None and len(found.candidates) == 2
        asked.append(seconds)
        return found

    monkeypatch.setattr(reviewing, "advise", answer)
    review(game, game.players, Random(1), seconds=40.0)
    assert 5 <= len(asked) < 60 and all(0.6 < seconds <= reviewing.LONGEST for seconds in asked)


def test_a_stored_game_is_reviewed_at_every_decision() -> None:
    """It has few positions at hand, and no others were looked at: five decisions in six."""
    game, rng = kb.new_game("18te", 2, seed=3), Random(3)
    while len(game.actions) < 130:
        player = game.acting[0]
        game.apply(replace(choice(get("house"), game, player, rng), by=player))
    stored = game.clone()
    stored.keep_last(5)
    assert stored.position(10) is None
    assert moves_needed(stored, game.players) == moves_needed(game, game.players)


def test_whoever_leaves_decisions_to_chance_is_told_of_mistakes() -> None:
    game, rng = kb.new_game("18te", 2, seed=3), Random(3)
    seats = dict(zip(game.players, (get("house"), get("easy")), strict=True))
    while len(game.actions) < 140:
        game.apply(choice(seats[game.acting[0]], game, game.acting[0], rng))
    found = review(game, game.players[1:], Random(1), playouts=8)
    assert len(found.mistakes) >= 3
    assert all(one.player == game.players[1] and one.loss > 0 for one in found.mistakes)


def test_passing_before_an_auction_is_explained_by_what_the_certificate_brings() -> None:
    told = said(Table(kb.new_game("18te", ["A", "B"], seed=1)), "A passes")
    assert "no-share" not in told and told["bid-brings"]["price"] == 180
    assert told["cash-kept"] == {"cash": 500}


def test_a_bid_beyond_what_has_paid_is_not_praised() -> None:
    table = Table(kb.new_game("18te", ["A", "B"], seed=1))
    table.game.apply("A opens KHS at 250")
    for line in ("B bids 260", "B passes"):
        told = said(table, line)
        assert told["bid-high"] == {"price": 250} and "bid-brings" not in told


def test_an_answer_about_a_train_is_explained_by_what_it_runs() -> None:
    table = running("pay", ["2"])
    view, legal = table.game.view("A"), table.game.legal_actions("A")
    view["events"] = [*view["events"], {"key": "asks", "source": "KHS", "train": "1+1/2", "price": 70}]
    explain = advising._explainer("18te")
    assert explain is not None
    agreed, declined = explain(view, legal, Agree("A")), explain(view, legal, Decline("A"))
    assert [one.key for one in agreed] == ["train-sold", "runs-without"]
    assert agreed[0].values == {"company": "KHS", "train": "1+1/2", "cash": 70}
    assert [dict(one.values) for one in declined] == [
        {"company": "KHS", "train": "1+1/2", "income": 30, "before": 0}
    ]


def test_how_two_tiles_may_be_laid_in_1853_has_reasons() -> None:
    game, rng = kb.new_game("1853", 3, seed=5), Random(5)
    while not any("chooses option" in str(action) for action in game.legal_actions()):
        player = game.acting[0]
        game.apply(get("house").choose(game.view(player), game.legal_actions(player), rng))
    table, spoken = Table(game), own_words("de", "1853")
    for action in game.legal_actions():
        for key in said(table, str(action)):
            assert key.startswith("two-tiles") and spoken.has(f"coach.1853.{key}")


def test_every_reason_has_words_in_both_languages() -> None:
    """Those of a title in its own catalogue or in that of all titles; the ones of the kit in the latter."""
    source = files("kursbuch")
    assert isinstance(source, Path)
    missing = []
    for file in [
        *source.glob("bots/**/*.py"),
        *source.glob("titles/*/bot*/**/*.py"),
        *source.glob("titles/*/bot.py"),
    ]:
        family = file.relative_to(source).parts[1] if "titles" in file.parts else ""
        titles = [title for title in shelf() if not family or family_of(title).package.endswith(family)]
        for key in re.findall(r'Reason\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8")):
            for language in LANGUAGES:
                words = [(own_words(language, title), title) for title in titles]
                known = [
                    has(f"coach.{key}") or has(f"coach.{t}.{key}")
                    for has, t in ((w.has, t) for w, t in words)
                ]
                if not any(known):
                    missing.append((file.name, key, language))
    assert not missing


@pytest.mark.parametrize(
    ("title", "players", "kind", "key"),
    [
        ("18do-beer", 3, "Redeem", "redeem-leaves"),
        ("18do-beer", 3, "SellPaper", "sale-brings"),
        ("18do-railway", 3, "Assign", "card-turned"),
        ("18do-railway", 3, "Flip", "card-turned"),
        ("1889", 3, "Build", "power-adds-nothing"),
        ("1889", 3, "Swap", "private-pays"),
        ("nuremberg", 2, "TakeBack", "line-shortened"),
    ],
)
def test_choices_beside_the_usual_ones_have_reasons(title: str, players: int, kind: str, key: str) -> None:
    """The first such choice in a game of the house."""
    game = reached(title, players, lambda kinds: kind in kinds)
    view, legal = game.view(game.acting[0]), game.legal_actions(game.acting[0])
    for action in legal:
        if type(action).__name__ == kind:
            found = [reason.key for reason in reasons(view, legal, action)]
            assert found and (key in found or kind == "Build"), str(action)


def test_leaving_pieces_behind_has_a_reason() -> None:
    game = reached("nuremberg", 2, lambda kinds: {"Carry", "Pass"} <= kinds and "Buy" not in kinds)
    view, legal = game.view(game.acting[0]), game.legal_actions(game.acting[0])
    passing = next(action for action in legal if type(action).__name__ == "Pass")
    assert [reason.key for reason in reasons(view, legal, passing)] == ["pieces-left"]


def test_what_a_payment_leaves_is_not_said_to_be_for_track() -> None:
    """Debts are paid when all track of the round is built."""
    game = reached("nuremberg", 2, lambda kinds: kinds == {"Pay"})
    told = said(Table(game), str(game.legal_actions(game.acting[0])[0]))
    assert set(told) == {"brown-left", "cubes-kept"}


def reached(title: str, players: int, there: Callable[[set[str]], bool]) -> Game:
    """A game of the house, at the first decision with such kinds of choices."""
    game, rng = kb.new_game(title, players, seed=1), Random(1)
    while not there({type(action).__name__ for action in game.legal_actions(game.acting[0])}):
        game.apply(choice(get("house"), game, game.acting[0], rng))
    return game


def told_after(line: str, game: Game) -> tuple[dict[str, dict[str, object]], int]:
    """The reasons for an action, and how much more cash whoever decides has after it."""
    player = game.acting[0]
    then = game.after(line)
    return said(Table(game), line), then.state.cash[player] - game.state.cash[player]


@pytest.mark.parametrize(
    ("title", "players", "seed", "wanted"),
    [("18do-railway", 3, 7, " pays"), ("18do-beer", 3, 8, " pays"), ("18te", 2, 1, " pays")],
)
def test_the_coach_tells_a_dividend_as_it_is_paid(title: str, players: int, seed: int, wanted: str) -> None:
    """18DO pays full tens, of breweries as well; what the coach foretells is what comes."""
    game, rng, seen = kb.new_game(title, players, seed=seed), Random(seed), 0
    while seen < 8 and len(game.actions) < 180:
        line = next((str(one) for one in game.legal_actions() if str(one).endswith(wanted)), "")
        if line:
            told, got = told_after(line, game)
            assert told["pays-me"]["mine"] == got, (len(game.actions), line)
            assert told["pays-me"]["player"] == game.acting[0]
            seen += 1
        game.apply(choice(get("house"), game, game.acting[0], rng))
    assert seen


def test_a_price_at_the_end_of_the_market_does_not_rise() -> None:
    """In 18DO it stays there, and the coach said that it would rise."""
    game, rng = kb.new_game("18do-railway", 3, seed=7), Random(7)
    while not any(str(action).endswith(" pays") for action in game.legal_actions()) or len(game.actions) < 80:
        game.apply(choice(get("house"), game, game.acting[0], rng))
    line = next(str(action) for action in game.legal_actions() if str(action).endswith(" pays"))
    table, company = Table(game), line.split()[0]
    assert "price-rises" in said(table, line)
    market = table.s.box.market
    last = max(market.cells, key=lambda spot: market.cells[spot].price)
    table.s.prices = table.s.prices.to(company, last)
    assert "price-rises" not in said(table, line)


def test_shares_that_are_issued_bring_what_the_price_is_by_then() -> None:
    """In 18TE it falls first."""
    game, rng = kb.new_game("18te", 2, seed=1), Random(1)
    while not any(" issues " in str(action) for action in game.legal_actions()):
        game.apply(choice(get("house"), game, game.acting[0], rng))
    for action in game.legal_actions():
        if " issues " in str(action):
            company = action.actor
            got = game.after(action).state.cash[company] - game.state.cash[company]
            assert said(Table(game), str(action))["treasury-gets"] == {"company": company, "cash": got}


@pytest.mark.parametrize(("title", "players", "turns"), [("1853", 3, 1), ("18do-beer", 3, 2)])
def test_a_sale_brings_what_the_bank_pays(title: str, players: int, turns: int) -> None:
    """In the first round of 1853 the bank keeps something back; with beer a second sale in a turn brings as much as
    the first.
    """
    game, rng, seen = kb.new_game(title, players, seed=8), Random(8), 0
    while seen < 3:
        player = game.acting[0]
        sales = [str(action) for action in game.legal_actions() if " sells 10 " in str(action)]
        for line in sales if "stock" in game.stages else ():
            then = game
            for _ in range(turns):
                if then.acting[0] == player and line in map(str, then.legal_actions()):
                    told, got = told_after(line, then)
                    assert told["sale-brings"] == {"cash": got}, line
                    then, seen = then.after(line), seen + 1
        game.apply(choice(get("house"), game, player, rng))


def test_nobody_waits_for_the_coach_much_longer_than_it_thinks() -> None:
    """It counts its process's time, which on a busy machine is a small part of what people wait."""
    game = under_way("18te", 2, 60)
    while len(game.legal_actions()) < 3:
        game.apply(choice(get("house"), game, game.acting[0], Random(3)))
    begun, shares = time.monotonic(), list[float]()
    advise(game, game.acting[0], Random(1), seconds=600.0, progress=shares.append, longest=0.5)
    assert time.monotonic() - begun < 20 and shares == sorted(shares)
