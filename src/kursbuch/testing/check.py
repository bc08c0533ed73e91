"""All that is asked of a title, in one call."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import lru_cache
from itertools import islice

from kursbuch.soak.faults import told
from kursbuch.testing import citations, house, lessons, pages, play, shelf, stored, words
from kursbuch.testing.trial import Trial

Part = Callable[[Trial], Iterator[str]]

PARTS: dict[str, Part] = {
    "shelf": shelf.shelf,
    "play": play.play,
    "determined": play.determined,
    "junk": play.junk,
    "rules": citations.rules,
    "words": words.words,
    "house": house.house,
    "lessons": lessons.lessons,
    "pages": pages.pages,
    "stored": stored.stored,
}
MOST = 20  # complaints of one part that are listed


def check_title(
    title: str, parts: Collection[str] = (), *, players: Collection[int] = (), seed: int = 3
) -> None:
    """Raise AssertionError, with everything that was found, if a title is not as titles should be.

    shelf: it is described, and its page, bot and words can be loaded. play: a random game ends for every number of
    players, audited after each action; each listed action applies, undo and redo come back, views are plain data and
    the same for games that differ in a secret, it is saved and loaded half-way. determined: the same seed and actions
    give the same game. junk: mutated actions and damaged files are refused, with a refusal and nothing else. rules:
    every refusal cites a point with a summary in both languages. words: everything that happens, is decided and is
    refused has words in both. house: the house bot plays to the end. lessons: steps of lessons are legal and
    true, examples come out as they say. pages: positions are shown as pages, stored: and
    are stored and read again (both where the kits for it are installed).

    `parts` are the names of some of these, `players` some numbers of players; without them it is all.

    >>> from kursbuch.testing import sample
    >>> check_title(sample().id, ["shelf"])
    """
    unknown = [part for part in parts if part not in PARTS]
    assert not unknown, f"no such part: {unknown}; there are {', '.join(PARTS)}"
    trial = _trial(title, tuple(players), seed)
    found = []
    for part in parts or PARTS:
        complaints = list(dict.fromkeys(islice(_heard(PARTS[part], trial), MOST + 1)))
        found += [f"  {part}: {complaint}" for complaint in complaints[:MOST]]
        found += [f"  {part}: and more"] if len(complaints) > MOST else []
    assert not found, "\n".join([f"{title} is not as a title should be:", *found])


def _heard(part: Part, trial: Trial) -> Iterator[str]:
    """The complaints of a part; what breaks it is the last of them."""
    try:
        yield from part(trial)
    except Exception as error:
        yield f"broke off: {told(error)}"


@lru_cache(maxsize=4)
def _trial(title: str, players: tuple[int, ...], seed: int) -> Trial:
    """Parts that are checked one after another look at the same games."""
    return Trial(title, players, seed)
