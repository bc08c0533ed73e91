"""What a coach says about a decision: the best choices, what each is expected to bring, and why.

It is asked as a player and knows what that player may know: everything is tried out on games that the player could be
in. Words are not made here: a reason is a key and values, which catalogues have sentences for.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from random import Random
from typing import Any

from kursbuch.bots import faults
from kursbuch.bots.bot import View
from kursbuch.bots.character import CHARACTERS, Character
from kursbuch.bots.house import HouseBot
from kursbuch.bots.review_track import is_about_track, unaccustomed
from kursbuch.bots.search.budget import Budget
from kursbuch.bots.search.options import HOUSE_KNOWS, spread, varied
from kursbuch.bots.search.weighing import Tried, weighed
from kursbuch.bots.search.wisdom import Wisdom, wisdom_of
from kursbuch.core import Action, Game
from kursbuch.core.action import kind_of
from kursbuch.shelf import family_of

BEST = 3  # choices that are shown
MOST = 8  # that are tried
REASONS = 2  # that are told of each
WHIMS = 6  # further choices that the house is asked for where it weighs nothing
SECONDS = 3.0  # for one decision, of this process's time
STRICT = HouseBot(Character(whim=0.0))

Progress = Callable[[float], None]
"""Told from time to time how much of the work is done: 1 is all."""


@dataclass(frozen=True)
class Reason:
    """Something in the position that speaks for a choice, or against it; a title's catalogue has `coach.KEY`."""

    key: str
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Candidate:
    """A choice with what its player can expect after it, in the unit of the scores."""

    action: str
    worth: float  # of the player, at the end of what was played on
    lead: float  # over the others then; the best of them counts as much as their average
    error: float  # by which the difference to the best choice may be wrong
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True)
class Advice:
    """The best choices at a decision, the best first; none where there is nothing to choose."""

    player: str
    candidates: tuple[Candidate, ...]
    tried: int = 0  # games played on


Explain = Callable[[View, Sequence[Action], Action], Sequence[Reason]]
"""Reasons for a choice, from a view, its legal list and the choice: what a family names in `reasons`."""


def advise(
    game: Game,
    player: str,
    rng: Random,
    seconds: float = SECONDS,
    against: Action | None = None,
    progress: Progress = lambda share: None,
    playouts: int | None = None,
    longest: float = math.inf,
) -> Advice:
    """The best choices of a player who is to decide; with `against`, what the house would do and that one alone.

    `seconds` are of this process's time, so that a busy machine makes no advice worse; where people wait for it,
    `longest` is how many pass on the wall at most. Without any seconds nothing is tried: these are what the house
    would do and what comes into question besides.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> advice = advise(game, game.acting[0], Random(1), playouts=4)
    >>> game.why_not(advice.candidates[0].action) is None
    True
    """
    known = game.imagined(player, rng)
    view, legal = known.view(player), known.legal_actions(player)
    if not legal:
        return Advice(player, ())
    first = STRICT.choose(view, legal, rng)
    options = candidates(view, legal, first, rng) if against is None else [first, against]
    if len(options) == 1:
        return Advice(player, (Candidate(str(first), 0.0, 0.0, 0.0, reasons(view, legal, first)),))
    if not seconds:
        return Advice(player, tuple(_candidates([Tried(one) for one in options[:BEST]], player, view, legal)))
    budget = Watched(seconds, playouts, progress, longest)
    wisdom = wisdom_of(known.title)
    if is_about_track(legal):
        wisdom = unaccustomed(wisdom)
    tried = weighed(partial(known.imagined, player), view, options, wisdom, budget, rng)
    return Advice(player, tuple(_candidates(tried, player, view, legal)), budget.spent)


def candidates(view: View, legal: Sequence[Action], first: Action, rng: Random) -> list[Action]:
    """What is worth trying: what a bot that searches would weigh, else what the house's characters would do, and
    some of what is left where that is little.
    """
    found = [first, *wisdom_of(view["title"]).options(view, legal, first)]
    if len(found) < BEST and len(legal) > 1:
        whimsical = [HouseBot(replace(one, whim=4.0)) for one in CHARACTERS.values()]
        for n in range(WHIMS):
            found.append(whimsical[n % len(whimsical)].choose(view, legal, rng))
        found += [action for action in legal if not _has_fields(action)]
        known = [action for action in legal if kind_of(type(action)) not in HOUSE_KNOWS]
        found += varied(spread(known, first), first, BEST)  # three are shown wherever there are three
    return list(dict.fromkeys(found))[:MOST]


def _has_fields(action: Action) -> bool:
    """Whether an action says more than who does it; passing does not."""
    return "{" in type(action).form.replace("{actor}", "")


class Watched(Budget):
    """A budget that tells how much of it is spent, and ends when people have waited long enough."""

    def __init__(self, seconds: float, playouts: int | None, progress: Progress, longest: float) -> None:
        self._since, self._longest_wait = time.monotonic(), longest
        super().__init__(seconds, playouts, lambda: self._waited < 1.0)
        self._progress = progress

    @property
    def _waited(self) -> float:
        """What part of the longest wait is over."""
        return (time.monotonic() - self._since) / self._longest_wait

    def spend(self) -> None:
        super().spend()
        self._progress(min(1.0, max(self.share, self._waited)))


def _candidates(tried: Sequence[Tried], player: str, view: View, legal: Sequence[Action]) -> list[Candidate]:
    """The best of those tried, with reasons; what was never played on says nothing."""
    seen = [one for one in tried if one.worths] or list(tried[:BEST])
    best, wisdom = seen[0], wisdom_of(view["title"])
    unit = best.scale if wisdom.relative else 1.0  # leads are told in the unit of the scores
    out = []
    for one in seen:
        worth = sum(worth[player] for worth in one.worths) / max(1, len(one.worths))
        error = unit * one.gain(best, wisdom.doubt)[1] if one is not best and one.worths else 0.0
        lead = unit * one.lead if one.worths else 0.0
        out.append(Candidate(str(one.action), worth, lead, error))
    shown = [
        replace(
            told, reasons=(*_warning(one, best, wisdom, unit), *reasons(view, legal, one.action))[:REASONS]
        )
        for told, one in zip(out[:BEST], seen, strict=False)
    ]
    return shown + out[BEST:]


def _warning(one: Tried, best: Tried, wisdom: Wisdom, unit: float) -> Iterator[Reason]:
    """A word about a choice that promises visibly more than the best, and is of a kind that has not kept such
    promises.
    """
    if unit * (one.lead - best.lead) >= 1 and not wisdom.open_to(best.action, one.action):
        yield Reason("misleads")


@cache
def _explainer(title: str) -> Explain | None:
    family = family_of(title)
    own = family.reasons.get(title)
    found: Explain | None = family.load(own) if own else None
    return found


def reasons(view: View, legal: Sequence[Action], action: Action) -> tuple[Reason, ...]:
    """One or two reasons for a choice; none where the title has nothing to say, or fails at it."""
    explain = _explainer(view["title"])
    if explain is None:
        return ()
    try:
        return tuple(explain(view, legal, action))[:REASONS]
    except Exception as error:  # advice without a reason is still advice
        faults.tell(view["title"], "reasons", error)
        return ()
