"""Phase 5: build points, fees, landowners, payment and the bonus (N26 to N30)."""

from typing import Any

import pytest

from kursbuch.titles.nuremberg.rules.bonus import scoring_way
from kursbuch.titles.nuremberg.rules.chain import chain_bill
from tests.titles.nuremberg.helpers import after, listed, points, position, refused, table, told

RICH = {"A": 10, "B": 10}
MEANS = {"white": RICH, "red": RICH, "green": RICH, "cubes": {"A": 15, "B": 15}}


def building(**more):
    return position(**{"phase": 5, **MEANS, **more})


def bill(game, line: str) -> str:
    return str(chain_bill(table(game), line.split("-")))


@pytest.mark.rule("FTN-26-1", "FTN-26-2")
def test_a_link_costs_one_and_across_a_river_two():
    game = building()
    assert chain_bill(table(game), ["nbg_nord", "kraftshof", "erlangen"]).build == 2
    assert chain_bill(table(game), ["nbg_nord", "poppenreuth", "fuerth"]).build == 3
    assert table(after(game, "A builds nbg_nord-kraftshof-erlangen")).hand["A"] == 13
    assert table(after(game, "A builds nbg_nord-poppenreuth-fuerth")).hand["A"] == 12


@pytest.mark.rule("FTN-27-1")
def test_building_into_a_company_area_costs_its_colour():
    game = building(links={"A": ["erlangen-poppenreuth"]})
    assert bill(game, "poppenreuth-fuerth") == "2 build + 1 red"
    later = after(game, "A builds poppenreuth-fuerth")
    assert (points(later, "A")["red"], table(later).hand["A"]) == (9, 13)


@pytest.mark.rule("FTN-27-2")
def test_building_out_of_a_company_area_costs_its_colour():
    game = after(building(), "A builds nbg_nord-kraftshof")
    assert points(game, "A") == {"white": 10, "brown": 0, "red": 10, "green": 9}
    assert table(game).hand["A"] == 14


@pytest.mark.rule("FTN-27-3")
def test_in_and_out_in_one_turn_costs_the_fee_once():
    game = building(links={"A": ["erlangen-poppenreuth"]})
    later = after(game, "A builds poppenreuth-fuerth-zirndorf")
    assert points(later, "A")["red"] == 9


@pytest.mark.rule("FTN-27-4")
def test_a_station_of_both_companies_costs_both_colours_once():
    assert bill(building(), "the_south-thalmaessing") == "1 build + 1 red + 1 green"
    game = building(stations={"erlangen": "green red"}, links={"A": ["nbg_nord-kraftshof"]})
    later = after(game, "A builds kraftshof-erlangen-adelsdorf")
    assert (points(later, "A")["red"], points(later, "A")["green"]) == (9, 9)


@pytest.mark.rule("FTN-27-5")
def test_each_company_area_is_charged():
    line = "nbg_nord-poppenreuth-fuerth-langenzenn"
    assert bill(building(), line) == "4 build + 1 red + 1 green"
    assert bill(building(stations={"langenzenn": "red"}), line) == "4 build + 2 red + 1 green"


@pytest.mark.rule("FTN-27-6")
def test_the_fee_is_due_again_in_a_later_turn():
    game = building(round=2, links={"A": ["fuerth-zirndorf"]}, red={"A": 1})
    later = after(game, "A builds fuerth-cadolzburg")
    assert points(later, "A")["red"] == 0


@pytest.mark.rule("FTN-27-7")
def test_a_station_taken_over_costs_everybody_the_fee():
    game = building(stations={"hoechstadt": "green"},
                    links={"A": ["bamberg-burgebrach"], "B": ["erlangen-adelsdorf"]})  # fmt: skip
    game = after(game, "A builds burgebrach-hoechstadt")
    assert points(game, "A")["green"] == 9
    game = after(game, "B builds adelsdorf-hoechstadt")
    assert points(game, "B")["green"] == 9


@pytest.mark.rule("FTN-27-8")
def test_nothing_but_its_colour_pays_a_fee():
    game = building(red={"A": 0}, brown={"A": 10})
    assert refused(game, "A builds fuerth-zirndorf") == "FTN-27-8"
    assert refused(game, "A links fuerth to zirndorf for 1 build + 1 red") == "FTN-27-8"
    game = building(green={"A": 0})
    assert refused(game, "A builds nbg_nord-kraftshof") == "FTN-27-8"


@pytest.mark.rule("FTN-28-1", "FTN-28-2")
def test_landowners_are_paid_in_white_and_leave():
    game = building(pieces={"erlangen": "landowner landowner"}, links={"B": ["fuerth-herzogenaurach"]})
    game = after(game, "A builds nbg_nord-kraftshof-erlangen")
    assert points(game, "A")["white"] == 8
    assert "erlangen" not in table(game).board
    assert table(game).out["landowner"] == 25
    game = after(game, "B builds herzogenaurach-erlangen")
    assert points(game, "B")["white"] == 10


@pytest.mark.rule("FTN-28-3")
def test_who_cannot_pay_the_landowners_may_not_enter():
    game = building(pieces={"erlangen": "landowner landowner"}, white={"A": 1}, cubes={"A": 12})
    assert refused(game, "A builds nbg_nord-kraftshof-erlangen") == "FTN-28-3"
    planned = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green")
    assert not any("to erlangen" in action for action in listed(planned))


@pytest.mark.rule("FTN-28-4")
def test_landowners_where_the_chain_starts_cost_nothing():
    game = building(pieces={"kraftshof": "landowner"}, links={"A": ["nbg_nord-kraftshof"]})
    game = after(game, "A builds kraftshof-erlangen")
    assert points(game, "A")["white"] == 10
    assert table(game).board["kraftshof"] == ("landowner",)


@pytest.mark.rule("FTN-29-1", "FTN-29-2", "FTN-29-7")
def test_one_payment_for_the_whole_chain():
    game = building()
    later = after(game, "A builds nbg_nord-poppenreuth-fuerth-zirndorf-rosstal")
    assert told(later, "paid") == [{"player": "A", "what": "building", "bill": "5 cubes"}]
    assert later.acting == ("B",)
    assert table(later).hand["A"] == table(game).hand["A"] - 5
    assert table(later).supply["A"] == table(game).supply["A"] + 5


@pytest.mark.rule("FTN-29-1", "FTN-29-3")
def test_cubes_come_first():
    game = position(phase=5, cubes={"A": 2}, white={"A": 1}, brown={"A": 2}, green={"A": 1})
    game = after(game, "A builds nbg_nord-kraftshof-erlangen-baiersdorf")
    assert game.acting == ("A",)  # nobody goes on before the payment
    assert table(game).links["A"]  # the links lie already
    assert refused(game, "A pays 1 cube + 1 white + 1 brown") == "FTN-29-3"
    assert refused(game, "A pays 2 cubes") == "FTN-29-2"
    assert refused(game, "A pays 2 cubes + 1 red") == "FTN-29-2"
    game = after(game, "A pays 2 cubes + 1 brown")
    assert points(game, "A") == {"white": 1, "brown": 1, "red": 0, "green": 0}
    assert game.acting == ("B",)


@pytest.mark.rule("FTN-29-4")
def test_any_mix_of_influence_pays_build_points():
    game = position(phase=5, white={"A": 1}, brown={"A": 1}, red={"A": 2}, green={"A": 2})
    game = after(game, "A builds nbg_nord-kraftshof-erlangen")  # green is down to 1
    assert set(listed(game)) == {
        "A pays 2 red",
        "A pays 1 white + 1 brown",
        "A pays 1 white + 1 red",
        "A pays 1 white + 1 green",
        "A pays 1 brown + 1 red",
        "A pays 1 brown + 1 green",
        "A pays 1 red + 1 green",
    }
    assert points(after(game, "A pays 1 brown + 1 green"), "A") == {
        "white": 1,
        "brown": 0,
        "red": 2,
        "green": 0,
    }


@pytest.mark.rule("FTN-29-5")
def test_fees_and_build_points_must_be_payable_together():
    game = position(phase=5, cubes={"A": 1}, green={"A": 1})
    assert refused(game, "A builds nbg_nord-kraftshof-erlangen") == "FTN-29-5"
    planned = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green")
    assert listed(planned, "links") == []


@pytest.mark.rule("FTN-29-6")
def test_a_point_that_pays_a_fee_pays_no_build_point():
    means: dict[str, Any] = {"phase": 5, "green": {"A": 1}, "pieces": {"erlangen": "landowner"}}
    game = position(white={"A": 2}, **means)
    assert refused(game, "A builds nbg_nord-kraftshof-erlangen") == "FTN-29-5"
    game = after(position(white={"A": 3}, **means), "A builds nbg_nord-kraftshof-erlangen")
    assert points(game, "A") == {"white": 0, "brown": 0, "red": 0, "green": 0}


@pytest.mark.rule("FTN-30-1")
def test_the_first_line_from_nuremberg_to_fuerth_scores_at_once():
    game = building()
    assert table(after(game, "A builds nbg_nord-poppenreuth")).vp["A"] == 0
    game = after(game, "A builds nbg_nord-poppenreuth-fuerth")
    assert table(game).vp == {"A": 2, "B": 0}
    assert game.acting == ("B",)


@pytest.mark.rule("FTN-30-2")
def test_either_half_of_nuremberg_serves():
    game = after(building(), "A builds nbg_sued-schweinau-muggenhof-fuerth")
    assert table(game).vp["A"] == 3


@pytest.mark.rule("FTN-30-3")
def test_all_owners_of_the_connection_score():
    game = after(building(links={"B": ["nbg_nord-poppenreuth"]}), "A builds fuerth-poppenreuth")
    assert table(game).vp == {"A": 1, "B": 1}


@pytest.mark.rule("FTN-30-4")
def test_links_beside_the_shortest_connection_bring_nothing():
    # one link to Fürth closes both nbg_nord-muggenhof-fuerth and nbg_sued-schweinau-muggenhof-fuerth
    game = building(links={"B": ["nbg_sued-schweinau-muggenhof"], "A": ["nbg_nord-muggenhof"]})
    game = after(game, "A builds muggenhof-fuerth")
    assert table(game).vp == {"A": 2, "B": 0}


@pytest.mark.rule("FTN-30-5")
def test_among_equals_the_way_with_most_links_of_the_builder_scores():
    # the chain closes two ways of two links at once: nbg_nord-muggenhof (B) and nbg_nord-poppenreuth (A)
    game = building(links={"B": ["nbg_nord-muggenhof"], "A": ["nbg_nord-poppenreuth"]})
    game = after(game, "A builds poppenreuth-fuerth-muggenhof")
    assert table(game).vp == {"A": 2, "B": 0}


@pytest.mark.rule("FTN-30-6")
def test_then_the_way_with_most_links_of_players_scores():
    # muggenhof comes before poppenreuth in the order of the borders, but there the company has the link
    links = {"green": ["nbg_nord-muggenhof"], "B": ["nbg_nord-poppenreuth"], "A": ["zirndorf-muggenhof"]}
    game = after(building(links=links), "A builds muggenhof-fuerth-poppenreuth")
    assert table(game).vp == {"A": 1, "B": 1}


@pytest.mark.rule("FTN-30-7")
def test_then_the_lowest_border_ids_score():
    game = building(
        players=3,
        links={"B": ["nbg_nord-muggenhof"], "C": ["nbg_nord-poppenreuth"], "A": ["zirndorf-muggenhof"]},
    )
    game = after(game, "A builds muggenhof-fuerth-poppenreuth")
    way = scoring_way(table(game), "A")
    assert sorted(way) == ["fuerth|muggenhof", "nbg_nord|muggenhof"]
    assert table(game).vp == {"A": 1, "B": 1, "C": 0}
    # the way from the south is the lower one, though Nuremberg North is named first
    links = {
        "B": ["nbg_sued-schweinau-muggenhof"],
        "C": ["nbg_nord-kraftshof-poppenreuth"],
        "A": ["zirndorf-muggenhof"],
    }
    game = after(building(players=3, links=links), "A builds muggenhof-fuerth-poppenreuth")
    assert table(game).vp == {"A": 1, "B": 2, "C": 0}


@pytest.mark.rule("FTN-30-8")
def test_company_links_join_but_score_for_nobody():
    game = after(building(links={"green": ["nbg_nord-poppenreuth"]}), "A builds fuerth-poppenreuth")
    assert table(game).vp == {"A": 1, "B": 0}


@pytest.mark.rule("FTN-30-9")
def test_the_bonus_is_paid_once():
    game = after(building(), "A builds nbg_nord-poppenreuth-fuerth",
                 "B builds nbg_sued-schweinau-muggenhof-fuerth")  # fmt: skip
    assert table(game).vp == {"A": 2, "B": 0}
    assert len(told(game, "bonus")) == 1


@pytest.mark.rule("FTN-30-10")
def test_a_take_over_pays_no_bonus():
    game = position(phase=9, links={"A": ["nbg_nord-poppenreuth-fuerth"]}, green={"A": 1})
    assert not table(game).bonus_paid
    later = after(game, "A hands nbg_nord-poppenreuth-fuerth to green")
    assert table(later).vp == table(game).vp
    assert told(later, "bonus") == []
