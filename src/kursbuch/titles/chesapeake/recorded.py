"""18Chesapeake in recorded games."""

from __future__ import annotations

from itertools import count

from kursbuch.core import Chance, Game
from kursbuch.core.chance import FORM
from kursbuch.recorded import Recording, Table, draws
from kursbuch.titles.chesapeake.rules.parts import box

COMPANIES = list(box(3).companies)


def their_company(seed: int) -> str:
    """The company that the recorder draws for Cornelius Vanderbilt (18CH-3-1).

    >>> their_company(3055), their_company(1905)
    ('C&O', 'C&A')
    """
    return COMPANIES[next(draws(seed)) % len(COMPANIES)]


def our_company(seed: int, form: int = FORM) -> str:
    """The company that we draw."""
    return Chance(seed, form=form).pick(COMPANIES)


def our_seed(recording: Recording) -> int:
    """A seed with which we draw the same company."""
    wanted = their_company(recording.seed)
    return next(seed for seed in count() if our_company(seed) == wanted)


def their_seed(game: Game) -> int:
    """A seed with which the recorder draws the company that we drew."""
    wanted = our_company(game.seed, game.form)
    return next(seed for seed in count() if their_company(seed) == wanted)


TABLE = Table(
    title="18chesapeake",
    names=("18Chesapeake",),
    our_seed=our_seed,
    their_seed=their_seed,
)
