"""What the coach says: the best choices with reasons from the position, and nothing that the asker may not know."""

from __future__ import annotations

from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import get, play
from kursbuch.bots.advice import BEST, Advice, advise, reasons
from kursbuch.bots.review import mistake, review
from kursbuch.core import Game
from kursbuch.shelf import shelf
from kursbuch.testing import Table, position
from kursbuch.words import LANGUAGES, own_words


def said(table: Table, line: str) -> dict[str, dict[str, object]]:
    """The reasons for a choice: keys and values."""
    game = table.game
    player = game.acting[0]
    view, legal = game.view(player), game.legal_actions(player)
    return {one.key: dict(one.values) for one in reasons(view, legal, game.read(line))}


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
        "pays-me": {"company": "KHS", "income": 30, "mine": 15}
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


def test_every_reason_has_words_in_both_languages() -> None:
    keys = [
        "runs-with",
        "runs-no-more",
        "runs-without",
        "rusts-others",
        "rusts-soon",
        "rusts-next",
        "runs-on",
        "runs-soon",
        "reaches",
        "last-space",
        "floats-later",
        "takes-lead",
        "share-brings",
        "share-fades",
        "share-pays",
        "no-train",
        "pays-me",
        "price-rises",
        "saves",
        "bid-brings",
        "bid-costs",
        "cash-left",
        "private-pays",
        "private-brings",
        "private-worth",
    ]
    for language in LANGUAGES:
        spoken = own_words(language, "18te")
        assert [key for key in keys if not spoken.has(f"coach.{key}")] == []


def test_a_bid_is_explained_by_what_the_certificate_brings_beyond_it() -> None:
    table = Table(kb.new_game("18te", ["A", "B"], seed=1))
    least, dear = said(table, "A opens KHS at 120"), said(table, "A opens KHS at 500")
    assert least["bid-brings"]["company"] == "KHS" and least["cash-left"] == {"cash": 380}
    assert int(str(dear["bid-brings"]["worth"])) < int(str(least["bid-brings"]["worth"]))
    assert dear["cash-left"] == {"cash": 0}


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


def test_choices_are_tried_and_the_best_stands_first() -> None:
    game = under_way("18te", 2, 21)
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


def test_a_review_has_chances_that_end_with_the_result() -> None:
    game = kb.new_game("nuremberg", 2, seed=3)
    play(game, {player: get("random") for player in game.players}, Random(3))
    found = review(game, (), Random(1))
    assert found.mistakes == () and found.moves[-1] == len(game.actions)
    scores = game.scores()
    assert all((line[-1] > 0) == (scores[p] == max(scores.values())) for p, line in found.chances.items())
    for n in range(len(found.moves)):
        assert sum(line[n] for line in found.chances.values()) == pytest.approx(1)
