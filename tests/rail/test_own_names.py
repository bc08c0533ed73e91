"""Nobody acts in another's name: neither a player for a company's own turn, nor one player or company for another."""

from collections import Counter
from dataclasses import replace

import pytest

import kursbuch as kb
from tests.goldens import HERE

TITLES = [info.id for info in kb.titles()]
OFTEN = 3  # so many of each kind of action are tried in each stage
EVERY = 6  # of so many positions one has its legal list looked through


def played(title: str) -> list[str]:
    """The actions of a written game, without their numbers."""
    largest = max(HERE.glob(f"{title}-*.txt"))
    lines = largest.read_text(encoding="utf-8").splitlines()
    return [line.partition(" ")[2] for line in lines if line[0].isdigit()]


@pytest.mark.parametrize("title", TITLES)
def test_an_action_in_another_name_is_refused(title):
    actions = played(title)
    game = kb.new_game(title, int(max(HERE.glob(f"{title}-*.txt")).stem.rpartition("-")[2]), seed=1)
    tried: Counter[tuple[type, str]] = Counter()
    for number, text in enumerate(actions):
        legal = game.legal_actions() if number % EVERY == 0 else ()
        for action in [*legal, game.read(text)]:
            kind = (type(action), game.state.top.stage)
            if tried[kind] < OFTEN:
                tried[kind] += 1
                definite = action if action.lo is None else action.at(action.lo)
                for name in others(game, action.actor):
                    wrong = replace(definite, actor=name)
                    assert wrong in legal or game.why_not(wrong) is not None, f"{wrong} for {action}"
        game.apply(text)


def others(game, actor: str) -> list[str]:
    """A player who decides now, if a company acts, and players and companies that do not."""
    deciding = game.acting[:1] if actor not in game.acting else ()
    players = [player for player in game.players if player not in game.acting]
    companies = [name for name in game.rules.entities if name != actor]
    return [*deciding, *players[:1], *companies[:2]]
