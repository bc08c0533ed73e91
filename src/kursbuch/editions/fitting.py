"""Whether an edition fits the box of a title: its places are there, its values can be read, a game can start."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from typing import Any, TypeVar

from kursbuch.core import BadInput, Game, Title
from kursbuch.core.edition import Edition
from kursbuch.core.family import Family
from kursbuch.editions.blaming import Stuck, blamed
from kursbuch.editions.box import box_data
from kursbuch.editions.reading import read_edition
from kursbuch.editions.schema import check, schema_of
from kursbuch.editions.stopping import stopping
from kursbuch.rail.box import Box

T = TypeVar("T")
FORCED = 3  # decisions of each player at the start with but one choice
_FITS = "fits"  # kept with an edition that was found to fit
_PLAYS = "plays"  # and with one whose figures stop no game


def check_fits(family: Family, edition: Edition) -> None:
    """Raise BadInput, naming the place, if the edition is not one of this family's box."""
    key = (_FITS, family.package)
    if key in edition.kept:
        return
    title = edition.about["title"]
    if title not in family.titles:
        raise BadInput("edition.title", "this is an edition of another box: {title!r}", title=title[:40])
    schema = schema_of(family)
    for file, overlay in edition.files.items():
        if file == "edition":
            continue
        if file not in schema:
            raise BadInput(
                file[:40], "the box has no such data file; known are {known}", known=", ".join(schema)
            )
        check(schema[file], overlay, file)
    edition.kept[key] = True


def what_fits(family: Family, edition: Edition) -> Edition:
    """The edition without what is not in the box any more: data files change from release to release."""
    files: dict[str, Any] = deepcopy(dict(edition.files))
    while True:
        own = read_edition(files)
        try:
            check_fits(family, own)
        except BadInput as error:
            if not _cut_out(files, str(error.place)):
                return read_edition({"edition": edition.about})
        else:
            return own


def _cut_out(table: dict[str, Any], place: str) -> bool:
    """Take out the value at a place, or whatever holds it; names of blocks may have dots themselves."""
    for key in sorted(table, key=len, reverse=True):
        inside = place[len(key) :]
        if key != "edition" and place.startswith(key) and inside[:1] in ("", ".", "["):
            inner = table[key]
            if not (isinstance(inner, dict) and inside and _cut_out(inner, inside[1:])):
                del table[key]
            return True
    return False


def check_plays(family: Family, edition: Edition) -> None:
    """Raise BadInput, naming the place, for figures with which a game would stop. Games under way go on with them."""
    key = (_PLAYS, family.package)
    if key in edition.kept:
        return
    found = set_up(family, edition, lambda own: stopping(family, box_data(family, own)))
    for one in found:
        raise BadInput(one.at, one.message, **one.values)
    edition.kept[key] = True


def taken_as_fitting(family: Family, edition: Edition) -> Edition:
    """An edition that need not be compared with today's data: it was built in once, and is not from outside."""
    edition.kept[_FITS, family.package] = edition.kept[_PLAYS, family.package] = True
    return edition


def try_out(family: Family, title: Title, players: int, edition: Edition) -> None:
    """Start a game with this edition; raises BadInput if the box does not come together."""
    names = [f"Player {n}" for n in range(1, players + 1)]
    set_up(family, edition, lambda own: look_at(Game(title, names, 1, {}, edition=own)))


def look_at(game: Game) -> Game:
    """Ask a new game what is asked at every table; once for each make-up of an edition."""
    assert game.edition is not None
    key = ("looked at", game.title, len(game.players), tuple(sorted(game.options.items())))
    if key not in game.edition.kept:
        _check_market(game)
        assert game.legal_actions()
        game.scores()
        game.view()
        game.audit()
        _check_moves(game.clone())
        game.edition.kept[key] = True
    return game


def _check_moves(game: Game) -> None:
    """In a new game there is something to decide: else its rounds would follow each other for ever."""
    for _ in range(FORCED * len(game.players)):
        actions = game.legal_actions()
        if len(actions) != 1 or actions[0].span:
            return
        game.apply(actions[0])
    raise Stuck


def _check_market(game: Game) -> None:
    """Where the box has prices to start at, an edition must leave some."""
    usual: Any = game._title.compose(len(game.players), game.options)
    theirs: Any = game.rules
    pars = [
        rules.box.market.pars for rules in (usual, theirs) if isinstance(getattr(rules, "box", None), Box)
    ]
    if len(pars) == 2 and pars[0] and not pars[1]:
        raise BadInput("market.rows", "there is no price at which a company can start")


def set_up(family: Family, edition: Edition, begin: Callable[[Edition], T]) -> T:
    """What is made with an edition. Whatever goes wrong is the edition's fault, and is told at its place."""
    try:
        return begin(edition)
    except BadInput:
        raise
    except Exception as error:
        raise blamed(family, edition, begin, error) from error
