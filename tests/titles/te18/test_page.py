"""The page of 18TE: what it says of trains that are used as one of their sides or the other."""

from kursbuch.testing import Table, position
from kursbuch.web.pages.decision import Decision, decision
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words


def page(table: Table, language: str = "en") -> Decision:
    return decision(scene_of(table.game, table.game.acting, words(language)))


def test_cards_on_two_sides_stand_in_one_row_with_every_way_to_use_them():
    both = {"KHS": {"cash": 50}, "KWE": {"B": 30, "trains": ["1+1", "2"]}}
    table = position("18te", companies=both, turn="KHS trains")
    (group,) = [group for group in page(table).groups if group.kind == "buy_train"]
    (row,) = [row for row in group.rows if "KWE" in row.note]
    assert [choice.label for choice in row.choices] == [
        "as 1+1",
        "as 2",
        "1+1 turned to 2",
        "2 turned to 1+1",
    ]
    table.apply("KHS buys train 1+1/2 used as 1+1 as 2 from KWE for 30")
    assert ">1+1<" in page(table).hint  # which of the two is asked for
    assert ">1+1<" in page(table, "de").hint
