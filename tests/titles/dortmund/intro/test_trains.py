"""18DO §3.2.3: train swaps in the Introduction Game."""

import pytest

from kursbuch.titles.dortmund.intro.trains import is_obsolete
from tests.titles.dortmund.intro.positions import intro


def swapping(trains, **about):
    return intro(**{"held": {c: {"A": 20} for c in trains}, "trains": trains, "turn": "A swap", **about})


@pytest.mark.rule("18DO-3.2.3-1")
def test_never_more_than_one_train():
    table = swapping({"BME": "2"}, phase="4", depot="4").apply("BME swaps train 2 for new 4")
    assert table.trains("BME") == ["4"]
    assert {len(table.trains(company)) for company in table.s.box.companies} == {0, 1}
    assert table.s.phase.train_limit == 1


@pytest.mark.rule("18DO-3.2.3-2")
def test_two_kinds_of_swap():
    one = intro(held={"BME": {"A": 20}}, trains={"BME": "2"}, turn="A lay").apply("A passes")
    assert one.step == "B take"  # nothing to swap
    two = swapping({"BME": "2", "KWE": "2"}, phase="4", depot="4")
    assert two.legal() == [
        "BME swaps train 2 for new 4",
        "KWE swaps train 2 for new 4",
        "BME exchanges trains with KWE",
        "A passes",
    ]
    other = intro(held={"BME": {"A": 20}, "KWE": {"B": 20}}, trains={"BME": "2", "KWE": "4"}, turn="A swap")
    assert other.refused("BME exchanges trains with KWE") == "18DO-3.2.3-2"
    assert other.refused("KWE exchanges trains with BME") == "18DO-3.2-4"


@pytest.mark.rule("18DO-3.2-4")
def test_only_the_director_swaps_for_a_new_train():
    table = swapping(
        {"BME": "2", "KWE": "2"}, held={"BME": {"A": 20}, "KWE": {"B": 20}}, phase="4", depot="4"
    )
    assert table.refused("KWE swaps train 2 for new 4") == "18DO-3.2-4"
    assert table.refused("A swaps train 2 for new 4") == "18DO-3.2-4"
    assert table.refused("A exchanges trains with BME") == "18DO-3.2-4"


@pytest.mark.rule("18DO-3.2.3-3")
def test_an_exchange_is_one_for_one():
    table = swapping({"BME": "2", "KWE": "4"}, phase="4").apply("BME exchanges trains with KWE")
    assert (table.trains("BME"), table.trains("KWE")) == (["4"], ["2"])
    without = intro(held={"BME": {"A": 20}, "KWE": {"A": 20}}, trains={"BME": "2"}, turn="A swap")
    assert without.refused("BME exchanges trains with KWE") == "18DO-3.2.3-3"
    assert without.refused("BME exchanges trains with BME") == "18DO-3.2.3-3"


@pytest.mark.rule("18DO-3.2.3-4")
@pytest.mark.parametrize(
    ("phase", "obsolete"),
    [("2", ""), ("3", ""), ("4", "2"), ("5", "2"), ("6", "23"), ("8", "234")],
)
def test_when_trains_become_obsolete(phase, obsolete):
    s = intro(phase=phase).s
    assert [kind for kind in s.box.trains if is_obsolete(s, kind)] == list(obsolete)


@pytest.mark.rule("18DO-3.2.3-5")
@pytest.mark.parametrize("kind", ["5", "6", "8"])
def test_permanent_trains(kind):
    table = swapping({"BME": kind}, phase="8", depot="8")
    assert not is_obsolete(table.s, kind)
    assert table.refused(f"BME swaps train {kind} for new 8") == "18DO-3.2.3-10"


@pytest.mark.rule("18DO-3.2.3-6")
def test_an_obsolete_train_stays_and_runs():
    table = intro(held={"RhE": {"B": 20}}, trains={"RhE": "2"}, phase="3", depot="4").apply("A takes 20 BME")
    assert table.phase == "4"
    assert table.trains("RhE") == ["2"]
    assert table.owes("RhE") == 90
    assert table.game.view(None)["position"]["companies"]["RhE"]["obsolete"]


@pytest.mark.rule("18DO-3.2.3-7")
def test_an_obsolete_train_for_the_next_new_one():
    table = swapping({"BME": "2"}, phase="4", depot="5").apply("BME swaps train 2 for new 5")
    assert table.trains("BME") == ["5"]
    assert (
        swapping({"BME": "2"}, phase="4", depot="5").refused("BME swaps train 3 for new 5") == "18DO-3.2.3-7"
    )
    none_left = swapping({"BME": "2", "KWE": "2"}, phase="4", depot="empty")
    assert none_left.refused("BME swaps train 2 for new 8") == "18DO-2.4.4-1"


@pytest.mark.rule("18DO-3.2.3-8")
def test_the_old_train_leaves_the_game():
    table = swapping({"BME": "2"}, phase="4", depot="5")
    before = table.trains("depot")
    table.apply("BME swaps train 2 for new 5")
    assert table.trains("depot") == before[1:]
    assert table.trains("pool") == []
    assert "2" in table.trains("out")


@pytest.mark.rule("18DO-3.2.3-9")
@pytest.mark.parametrize("first", ["BME exchanges trains with KWE", "BME swaps train 2 for new 4"])
def test_one_swap_a_turn(first):
    table = swapping({"BME": "2", "KWE": "2"}, phase="4", depot="4").apply(first)
    assert table.step == "B take"
    assert not [action for action in table.legal("A") if "train" in action]
    assert table.refused("KWE swaps train 2 for new 4") == "18DO-3.2-4"
    assert table.refused("BME exchanges trains with KWE") == "18DO-3.2-4"


@pytest.mark.rule("18DO-3.2.3-10", "18DO-3.2.3-11")
def test_a_train_that_would_only_become_obsolete_is_not_swapped():
    before = swapping({"BME": "2"}, phase="3", depot="4")
    assert before.refused("BME swaps train 2 for new 4") == "18DO-3.2.3-10"
    after = swapping({"BME": "2"}, phase="4", depot="4")
    assert after.allows("BME swaps train 2 for new 4")


@pytest.mark.rule("18DO-3.2.3-12")
def test_a_swap_changes_the_phase_like_a_purchase():
    table = swapping({"BME": "2"}, phase="4", depot="5").apply("BME swaps train 2 for new 5")
    assert table.phase == "5"
    assert "brown" in table.s.phase.colours
    assert intro(depot="3").apply("A takes 20 BME").phase == "3"
    last = swapping({"BME": "3"}, phase="6", depot="8").apply("BME swaps train 3 for new 8")
    assert "grey" in last.s.phase.colours
