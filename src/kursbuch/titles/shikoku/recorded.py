"""1889 in recorded games."""

from __future__ import annotations

from itertools import count

from kursbuch.core import Chance, Game
from kursbuch.core.chance import FORM
from kursbuch.rail.loader import load_toml
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.standard.state import StandardState
from kursbuch.recorded import Recording, Table, draws
from kursbuch.titles.shikoku.rules import FERRY
from kursbuch.titles.shikoku.rules.parts import DATA, box


def ferry_could_build(s: StandardState, company: str) -> bool:
    """After a tile the recorder asks again for track if the president's ferry could build as well."""
    return not s.has_used(FERRY) and s.privates.get(FERRY, "") == president(s, company) != ""


# -- the beginner game deals the privates by lot --------------------------------------------------


def their_deal(players: int, seed: int) -> list[str]:
    """The privates in the order in which the recorder deals them to the seats: each draws a number."""
    used = box(players, beginner=True).privates
    privates = [id for id in load_toml(DATA, "privates.toml")["privates"] if id in used]
    drawn = dict(zip(privates, draws(seed), strict=False))
    return sorted(drawn, key=lambda id: drawn[id])


def our_deal(players: int, seed: int, form: int = FORM) -> list[str]:
    return Chance(seed, form=form).shuffled(list(box(players, beginner=True).privates))


def our_seed(recording: Recording) -> int:
    """A seed with which we deal as the recorder does; the full game draws nothing."""
    if "beginner_game" not in recording.optional_rules:
        return 0
    players = len(recording.players)
    wanted = their_deal(players, recording.seed)
    return next(seed for seed in count() if our_deal(players, seed) == wanted)


def their_seed(game: Game) -> int:
    """A seed with which the recorder deals as we do."""
    if not game.options["beginner"]:
        return game.seed
    players = len(game.players)
    wanted = our_deal(players, game.seed, game.form)
    return next(seed for seed in count() if their_deal(players, seed) == wanted)


TABLE = Table(
    title="1889",
    names=("1889",),
    options={"beginner_game": ("beginner", True)},
    our_seed=our_seed,
    their_seed=their_seed,
    asks_for_more_track=ferry_could_build,
    unchecked_once={"run.blocked": {"full_cities": "open to trains"}},
)
