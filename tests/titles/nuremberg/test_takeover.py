"""Phase 9: take-overs (N43 to N46, with N35 to N37 for what they drive away)."""

import pytest

from kursbuch.titles.nuremberg.rules.parts import box
from kursbuch.titles.nuremberg.rules.takeover import price
from tests.titles.nuremberg.helpers import after, listed, points, position, profit, refused, table, told

BOX = box()

RICH = {"A": 10, "B": 10}


def taking(**more):
    """Phase 9; both players have influence with both companies unless said otherwise."""
    return position(**{"phase": 9, "red": RICH, "green": RICH, **more})


@pytest.mark.rule("FTN-43-1", "FTN-43-2")
def test_one_take_over_each_in_the_new_player_order():
    links = {"A": ["bamberg-hirschaid", "fuerth-langenzenn"], "B": ["nbg_nord-kraftshof-erlangen"]}
    game = position(phase=8, order="AB", profit={"B": 1}, links=links, red=RICH, green=RICH)
    assert game.acting == ("B",)
    game = after(game, "B hands nbg_nord-kraftshof-erlangen to green")
    assert game.acting == ("A",)
    game = after(game, "A hands bamberg-hirschaid to green")
    assert table(game).phase != 9
    assert refused(game, "A hands fuerth-langenzenn to red") == "FTN-6-4"
    assert table(game).links["A"] == {"fuerth|langenzenn"}


@pytest.mark.rule("FTN-43-2")
def test_no_second_line_while_others_still_decide():
    links = {"A": ["bamberg-hirschaid", "fuerth-langenzenn"], "B": ["nbg_nord-kraftshof-erlangen"]}
    game = after(taking(order="AB", links=links), "A hands bamberg-hirschaid to green")
    assert game.acting == ("B",)
    assert refused(game, "A hands fuerth-langenzenn to red") == "FTN-6-4"


@pytest.mark.rule("FTN-43-3")
def test_a_line_goes_to_one_company_as_a_whole():
    line = "nbg_nord-poppenreuth-fuerth-zirndorf-cadolzburg"
    game = taking(links={"A": [line], "B": ["bamberg-hirschaid"]}, order="AB")
    half = after(game, "A hands nbg_nord-poppenreuth-fuerth to green")
    assert (half.acting, refused(half, "A hands fuerth-zirndorf-cadolzburg to red")) == (("B",), "FTN-6-4")
    whole = after(game, f"A hands {line} to green")
    assert (len(table(whole).links["green"]), len(table(whole).links["red"])) == (4, 0)
    assert refused(game, f"A hands {line} to both") == "FTN-43-3"


@pytest.mark.rule("FTN-43-4")
def test_a_player_may_decline():
    game = taking(links={"A": ["bamberg-hirschaid"]})
    later = after(game, "A passes")
    assert points(later, "A") == points(game, "A")
    assert table(later).links["A"] == {"bamberg|hirschaid"}


@pytest.mark.rule("FTN-43-5")
def test_the_phase_ends_when_all_have_decided():
    lines = {"A": ["bamberg-hirschaid"], "B": ["fuerth-langenzenn"], "C": ["nbg_nord-kraftshof-erlangen"]}
    game = taking(players=3, links=lines, red={"B": 1}, green={"A": 1, "C": 1}, order="ABC")
    game = after(game, "A passes", "B hands fuerth-langenzenn to red")
    assert (table(game).round, table(game).phase) == (1, 9)
    game = after(game, "C passes")
    assert (table(game).round, table(game).phase) == (2, 3)


@pytest.mark.rule("FTN-43-6")
@pytest.mark.parametrize(
    ("line", "cost"),
    [
        ("bamberg-hirschaid", 1),
        ("nbg_nord-kraftshof-erlangen", 1),
        ("bamberg-hirschaid-baiersdorf-forchheim", 2),
        ("nbg_nord-kraftshof-baiersdorf-adelsdorf-erlangen", 2),
    ],
)
def test_a_point_pays_for_two_links(line, cost):
    assert price(BOX, line.count("-")) == cost
    game = taking(links={"A": [line]})
    assert points(after(game, f"A hands {line} to green"), "A")["green"] == 10 - cost


@pytest.mark.rule("FTN-43-7")
def test_only_influence_of_the_company_pays():
    game = taking(links={"A": ["fuerth-langenzenn", "bamberg-hirschaid"]}, red={"A": 0}, green={"A": 5},
                  white={"A": 5}, cubes={"A": 5})  # fmt: skip
    assert refused(game, "A hands fuerth-langenzenn to red") == "FTN-43-7"
    line = "bamberg-hirschaid-baiersdorf-forchheim"
    game = taking(links={"A": [line]}, green={"A": 1})
    assert refused(game, f"A hands {line} to green") == "FTN-43-7"


@pytest.mark.rule("FTN-43-8")
def test_only_own_links_can_be_handed_over():
    game = taking(links={"A": ["nbg_nord-kraftshof", "bamberg-hirschaid"], "B": ["kraftshof-erlangen"]})
    assert refused(game, "A hands nbg_nord-kraftshof-erlangen to green") == "FTN-43-8"


@pytest.mark.rule("FTN-43-9")
def test_a_part_of_a_line_may_be_handed_over():
    game = taking(links={"A": ["bamberg-hirschaid-baiersdorf-forchheim"]})
    assert set(listed(game, "hands")) == {
        "A hands bamberg-hirschaid to green",
        "A hands bamberg-hirschaid-baiersdorf-forchheim to green",
    }
    game = after(game, "A hands bamberg-hirschaid to green")
    assert table(game).links["A"] == {"hirschaid|baiersdorf", "forchheim|baiersdorf"}


@pytest.mark.rule("FTN-43-10")
def test_a_company_takes_no_more_links_than_it_has():
    game = taking(links={"A": ["bamberg-hirschaid-baiersdorf-forchheim"]})
    s = table(game)
    s.depot["green"] = 2  # as if 58 green links were used up
    assert refused(game, "A hands bamberg-hirschaid-baiersdorf-forchheim to green") == "FTN-43-10"
    assert listed(game, "hands") == ["A hands bamberg-hirschaid to green"]


@pytest.mark.rule("FTN-44-1")
def test_the_line_has_no_branch():
    game = taking(links={"A": ["nbg_nord-kraftshof-erlangen", "kraftshof-baiersdorf"]})
    fork = "nbg_nord-kraftshof-erlangen-kraftshof-baiersdorf"
    assert refused(game, f"A hands {fork} to green") == "FTN-44-1"
    assert refused(game, "A hands nbg_nord-erlangen to green") == "FTN-44-1"
    later = after(game, "A hands nbg_nord-kraftshof-erlangen to green")
    assert table(later).links["A"] == {"kraftshof|baiersdorf"}


@pytest.mark.rule("FTN-44-1")
def test_a_ring_has_no_branch_either():
    ring = "fuerth-langenzenn-cadolzburg-fuerth"
    game = taking(links={"A": [ring]})
    assert f"A hands {ring} to red" in listed(game)
    assert len(table(after(game, f"A hands {ring} to red")).links["red"]) == 3
    assert refused(game, f"A hands {ring}-langenzenn to red") == "FTN-44-1"


@pytest.mark.rule("FTN-44-2")
def test_the_line_begins_at_a_station_of_the_company():
    line = "nbg_sued-wendelstein-roth"
    game = taking(links={"A": [line]})
    assert refused(game, f"A hands {line} to green") == "FTN-44-2"
    assert listed(game, "hands") == [f"A hands {line} to red"]
    assert len(table(after(game, f"A hands {line} to red")).links["red"]) == 2


@pytest.mark.rule("FTN-44-3")
def test_a_station_taken_over_before_serves_as_the_beginning():
    game = taking(links={"A": ["roth-hilpoltstein"]}, stations={"roth": "red"})
    assert listed(game, "hands") == ["A hands roth-hilpoltstein to red"]


@pytest.mark.rule("FTN-44-4")
def test_the_line_ends_at_a_station_of_any_kind():
    game = taking(links={"A": ["nbg_nord-kraftshof-erlangen"]})
    assert refused(game, "A hands nbg_nord-kraftshof to green") == "FTN-44-4"
    assert listed(game, "hands") == ["A hands nbg_nord-kraftshof-erlangen to green"]
    game = taking(links={"A": ["nbg_nord-poppenreuth-fuerth"]})  # a city of the other company
    assert "A hands nbg_nord-poppenreuth-fuerth to green" in listed(game)


@pytest.mark.rule("FTN-44-5")
def test_the_line_may_begin_at_the_south_for_either_company():
    game = taking(links={"A": ["the_south-gunzenhausen"]})
    for company in ("red", "green"):
        later = after(game, f"A hands the_south-gunzenhausen to {company}")
        assert table(later).colours["gunzenhausen"] == (company,)


@pytest.mark.rule("FTN-45-1", "FTN-45-2")
def test_company_links_replace_the_own_ones():
    own = (
        "bayreuth-pegnitz-pottenstein-graefenberg-eschenau-heroldsberg-nbg_nord-kraftshof-erlangen-adelsdorf"
    )
    game = taking(links={"A": [own]})
    assert table(game).depot["A"] == 6
    game = after(game, "A hands bayreuth-pegnitz-pottenstein-graefenberg to red")
    s = table(game)
    assert s.links["red"] == {"bayreuth|pegnitz", "pegnitz|pottenstein", "graefenberg|pottenstein"}
    assert s.depot["red"] == 57
    assert (len(s.links["A"]), s.depot["A"]) == (6, 9)
    later = position(phase=7, links={"A": ["graefenberg-eschenau-heroldsberg-nbg_nord-kraftshof-erlangen-adelsdorf"],
                                     "red": ["bayreuth-pegnitz-pottenstein-graefenberg"]})  # fmt: skip
    assert profit(later, "A") == -6


@pytest.mark.rule("FTN-45-3")
def test_neutral_stations_on_the_line_join_the_company():
    game = taking(links={"A": ["nbg_nord-kraftshof-erlangen-herzogenaurach"]})
    game = after(game, "A hands nbg_nord-kraftshof-erlangen-herzogenaurach to green")
    assert table(game).colours["erlangen"] == ("green",)
    assert table(game).colours["herzogenaurach"] == ("green",)
    assert "kraftshof" not in table(game).colours


@pytest.mark.rule("FTN-45-4")
def test_a_station_of_the_other_company_belongs_to_both():
    game = taking(links={"A": ["nbg_nord-poppenreuth-fuerth"]})
    game = after(game, "A hands nbg_nord-poppenreuth-fuerth to green")
    assert table(game).colours["fuerth"] == ("green", "red")
    assert table(game).colours["nbg_nord"] == ("green",)


@pytest.mark.rule("FTN-35-3")
def test_post_on_the_line_is_lost_for_all():
    game = taking(links={"A": ["nbg_nord-kraftshof-erlangen"]}, pieces={"kraftshof": "post post"})
    before = table(game).out["post"]
    game = after(game, "A hands nbg_nord-kraftshof-erlangen to green")
    assert "kraftshof" not in table(game).board
    assert table(game).out["post"] == before + 2
    assert table(game).kept == {"A": (0, 0, 0, 0), "B": (0, 0, 0, 0)}


@pytest.mark.rule("FTN-36-3")
def test_beer_without_a_neutral_station_beside_it_leaves():
    game = taking(links={"A": ["bamberg-hoechstadt"]}, pieces={"uehlfeld": "beer beer"})
    game = after(game, "A hands bamberg-hoechstadt to green")
    assert table(game).board == {}
    assert table(game).out["beer"] == 60
    game = taking(links={"A": ["the_south-weissenburg-pleinfeld"]}, pieces={"spalt": "beer"})
    game = after(game, "A hands the_south-weissenburg-pleinfeld to red")
    assert table(game).board == {"spalt": ("beer",)}  # Georgensgmünd is still neutral


@pytest.mark.rule("FTN-37-6")
def test_passengers_who_have_arrived_leave():
    game = taking(links={"A": ["nbg_nord-kraftshof-erlangen"]}, pieces={"erlangen": "green red"})
    game = after(game, "A hands nbg_nord-kraftshof-erlangen to green")
    assert table(game).board == {"erlangen": ("red",)}
    assert table(game).out["green"] == 25
    assert table(game).vp["A"] == 0


@pytest.mark.rule("FTN-46-1")
def test_pieces_leave_before_the_next_take_over():
    game = taking(order="BA", pieces={"erlangen": "green"},
                  links={"A": ["bamberg-hirschaid"], "B": ["nbg_nord-kraftshof-erlangen"]})  # fmt: skip
    game = after(game, "B hands nbg_nord-kraftshof-erlangen to green")
    assert game.acting == ("A",)
    assert table(game).board == {}


@pytest.mark.rule("FTN-46-2")
def test_nothing_else_leaves():
    pieces = {
        "hoechstadt": "green red landowner",
        "uehlfeld": "beer",
        "burgebrach": "post",
        "erlangen": "green",
    }
    game = taking(links={"A": ["bamberg-hoechstadt"]}, pieces=pieces)
    game = after(game, "A hands bamberg-hoechstadt to green")
    assert [(e["piece"], e["area"]) for e in told(game, "piece_left")] == [
        ("green", "hoechstadt"),
        ("beer", "uehlfeld"),
    ]
    assert table(game).board == {
        "hoechstadt": ("red", "landowner"),
        "burgebrach": ("post",),  # beside the line, not on it
        "erlangen": ("green",),
    }
