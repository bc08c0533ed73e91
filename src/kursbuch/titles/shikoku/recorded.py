"""1889 in recorded games."""

from __future__ import annotations

from kursbuch.core import Game
from kursbuch.rail.paper.holdings import president
from kursbuch.recorded import Recording, Table
from kursbuch.titles.shikoku.rules import beginner
from kursbuch.titles.shikoku.rules.powers import FERRY
from kursbuch.titles.shikoku.rules.state import State1889


def ferry_could_build(s: State1889, company: str) -> bool:
    """After a tile the recorder asks again for track if the president's ferry could build as well."""
    return not s.port_built and s.privates.get(FERRY, "") == president(s, company) != ""


def our_seed(recording: Recording) -> int:
    """Only the beginner game draws."""
    if "beginner_game" in recording.optional_rules:
        return beginner.our_seed(len(recording.players), recording.seed)
    return 0


def their_seed(game: Game) -> int:
    if game.options["beginner"]:
        return beginner.their_seed(len(game.players), game.seed, game.form)
    return game.seed


TABLE = Table(
    title="1889",
    names=("1889",),
    options={"beginner_game": ("beginner", True)},
    our_seed=our_seed,
    their_seed=their_seed,
    asks_for_more_track=ferry_could_build,
    unchecked_once={"run.blocked": {"full_cities": "open to trains"}},
)
