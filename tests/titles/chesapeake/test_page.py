"""What the page shows of 18Chesapeake."""

from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.chesapeake.helpers import chesapeake


def test_privates_count_among_the_papers():
    companies = {"PRR": {"price": 80, "A": 60, "B": 20}}
    game = chesapeake(companies=companies, privates={"CV": "A", "D&R": "A", "C-P": "PRR"}).game
    lines = {line.name: line.papers for line in matrix(scene_of(game, game.acting, words("en"))).players}
    assert lines == {"A": "7/20", "B": "2/20", "C": "0/20"}
