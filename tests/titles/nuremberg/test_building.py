"""Phase 5: where chains may run (N22 to N25, N34)."""

import pytest

from kursbuch.core import BadInput
from kursbuch.titles.nuremberg.rules.parts import box
from tests.titles.nuremberg.helpers import after, listed, points, position, refused, table, told

BOX = box()

RICH = {"A": 10, "B": 10}
MEANS = {"white": RICH, "red": RICH, "green": RICH, "cubes": {"A": 15, "B": 15}}


def building(**more):
    """A may build whatever the board allows."""
    return position(**{"phase": 5, **MEANS, **more})


@pytest.mark.rule("FTN-22-1", "FTN-22-11")
def test_one_building_turn_each_in_building_order():
    game = position(3, phase=5, order="ABC", building="BCA", trains_in="CAB", green={"B": 1}, cubes={"B": 1},
                    brown={"C": 1})  # fmt: skip
    assert game.acting == ("B",)
    game = after(game, "B builds nbg_nord-kraftshof")
    assert game.acting == ("C",)
    game = after(game, "C passes")
    assert game.acting == ("A",)
    game = after(game, "A passes")
    assert (table(game).phase, game.acting) == (6, ("C",))


@pytest.mark.rule("FTN-22-2")
def test_a_player_may_build_nothing():
    for game in (building(), position(phase=5)):
        later = after(game, "A passes")
        assert points(later, "A") == points(game, "A")
        assert table(later).hand == table(game).hand
        assert table(later).links["A"] == frozenset()
        assert later.acting == ("B",)
        assert told(later, "built_nothing") == [{"player": "A"}]


@pytest.mark.rule("FTN-22-3")
def test_no_more_links_than_are_left():
    own = ["bamberg-hirschaid-baiersdorf-erlangen-herzogenaurach-langenzenn-wilhermsdorf-dietenhofen-ansbach",
           "bayreuth-creussen-pegnitz-auerbach"]  # fmt: skip
    game = building(links={"A": own})
    assert table(game).depot["A"] == 4
    chain = "nbg_sued-wendelstein-roth-hilpoltstein-allersberg"
    later = after(game, f"A builds {chain}")
    assert table(later).depot["A"] == 0
    assert refused(game, f"A builds {chain}-freystadt") == "FTN-22-3"
    planned = game
    for number in range(4):
        planned = after(planned, next(a for a in listed(planned, "links") if goes_along(a, chain, number)))
    assert listed(planned, "links") == []


def goes_along(action: str, chain: str, number: int) -> bool:
    start, end = chain.split("-")[number : number + 2]
    return f" {start} to {end} " in action


@pytest.mark.rule("FTN-22-3")
def test_fifteen_links_at_most():
    chain = ("bamberg-hirschaid-baiersdorf-erlangen-herzogenaurach-langenzenn-wilhermsdorf-cadolzburg-rosstal-"
             "zirndorf-schweinau-eibach-nbg_sued-wendelstein-roth-hilpoltstein")  # fmt: skip
    game = building(brown=RICH)
    later = after(game, f"A builds {chain}")
    assert len(table(later).links["A"]) == 15
    assert refused(game, f"A builds {chain}-allersberg") == "FTN-22-3"


@pytest.mark.rule("FTN-22-4")
def test_a_chain_is_unbroken():
    game = building()
    assert refused(game, "A builds nbg_nord-kraftshof-adelsdorf-erlangen") == "FTN-23-1"
    planned = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green")
    assert refused(planned, "A links erlangen to baiersdorf for 2 build + 1 green") == "FTN-22-4"
    assert len(table(after(game, "A builds nbg_nord-kraftshof-erlangen")).links["A"]) == 2


@pytest.mark.rule("FTN-22-5")
def test_a_chain_does_not_branch():
    game = building(links={"A": ["nbg_nord-kraftshof"]})
    planned = after(game, "A links kraftshof to erlangen for 1 build")
    assert refused(planned, "A links kraftshof to baiersdorf for 2 build") == "FTN-22-5"
    assert all(" erlangen to " in action for action in listed(planned, "links"))


@pytest.mark.rule("FTN-22-6")
def test_a_branch_may_arise_in_a_later_turn():
    game = building(round=2, links={"A": ["nbg_nord-kraftshof-erlangen"]})
    later = after(game, "A builds kraftshof-baiersdorf")
    assert "kraftshof|baiersdorf" in table(later).links["A"]


@pytest.mark.rule("FTN-22-7")
def test_a_chain_visits_no_area_twice():
    game = building(links={"A": ["nbg_nord-kraftshof"]})
    assert refused(game, "A builds kraftshof-erlangen-kraftshof") == "FTN-22-7"
    assert refused(game, "A builds nbg_nord-kraftshof-erlangen-baiersdorf-kraftshof") == "FTN-23-2"
    fresh = building()
    assert refused(fresh, "A builds nbg_nord-kraftshof-erlangen-baiersdorf-kraftshof") == "FTN-22-7"


@pytest.mark.rule("FTN-22-7", "FTN-22-5")
def test_a_chain_may_close_to_the_area_it_began_in_and_ends_there():
    game = building(links={"A": ["nbg_nord-kraftshof"]})
    ring = "kraftshof-erlangen-baiersdorf-kraftshof"
    later = after(game, f"A builds {ring}")
    assert len(table(later).links["A"]) == 1 + 3
    assert refused(game, f"A builds {ring}-poppenreuth") == "FTN-22-5"
    steps = [("kraftshof", "erlangen", 1), ("erlangen", "baiersdorf", 2), ("baiersdorf", "kraftshof", 3)]
    for start, end, _ in steps:
        (link,) = [a for a in listed(game, "links") if f" {start} to {end} " in a]
        game = after(game, link)
    assert not listed(game, "links")
    assert after(game, f"A builds {ring}")


@pytest.mark.rule("FTN-27-3", "FTN-28-1", "FTN-28-4")
def test_a_chain_that_closes_pays_the_fee_of_its_first_area_once_and_its_landowners():
    game = building(
        links={"A": ["nbg_nord-kraftshof"]},
        stations={"kraftshof": "green"},
        pieces={"kraftshof": "landowner"},
        green={"A": 1},
        white={"A": 1},
    )
    later = after(game, "A builds kraftshof-erlangen-baiersdorf-kraftshof")
    assert told(later, "built")[-1]["bill"].endswith("1 white + 1 green")
    assert "landowner" not in table(later).board.get("kraftshof", ())
    poor = building(links={"A": ["nbg_nord-kraftshof"]}, pieces={"kraftshof": "landowner"}, white={"B": 1})
    assert refused(poor, "A builds kraftshof-erlangen-baiersdorf-kraftshof") == "FTN-28-3"


@pytest.mark.rule("FTN-22-8")
def test_a_chain_may_end_where_there_is_no_station():
    assert not BOX.areas["kraftshof"].station
    game = after(building(), "A builds nbg_nord-kraftshof")
    assert table(game).links["A"] == {"nbg_nord|kraftshof"}


@pytest.mark.rule("FTN-22-9")
def test_a_chain_may_run_through_areas_with_other_track():
    game = building(links={"A": ["nbg_nord-kraftshof"], "B": ["erlangen-baiersdorf"]})
    assert len(table(after(game, "A builds kraftshof-erlangen-adelsdorf")).links["A"]) == 3
    game = building(links={"A": ["nbg_nord-kraftshof-erlangen"]})  # through own track as well
    assert len(table(after(game, "A builds fuerth-herzogenaurach-erlangen-adelsdorf")).links["A"]) == 5


@pytest.mark.rule("FTN-22-10")
def test_links_leave_the_supply_and_stay():
    game = after(building(), "A builds nbg_nord-kraftshof-erlangen-adelsdorf", "B passes")
    assert table(game).depot["A"] == 12
    while table(game).round == 1:
        (player,) = game.acting
        game = after(game, f"{player} passes")
    assert table(game).links["A"] == {"nbg_nord|kraftshof", "erlangen|kraftshof", "erlangen|adelsdorf"}


@pytest.mark.rule("FTN-23-1")
def test_a_link_joins_two_areas_that_touch():
    game = building()
    assert refused(game, "A links nbg_nord to erlangen for 1 build + 1 green") == "FTN-23-1"
    assert refused(game, "A builds nbg_nord-erlangen") == "FTN-23-1"
    assert refused(game, "A builds nbg_nord-atlantis") == "FTN-23-1"
    with pytest.raises(BadInput):
        game.apply("A builds nbg_nord")


@pytest.mark.rule("FTN-23-2")
@pytest.mark.parametrize("owner", ["A", "B", "red", "green"])
def test_one_link_a_border_whoever_owns_it(owner):
    game = building(links={owner: ["kraftshof-erlangen"]})
    assert refused(game, "A builds nbg_nord-kraftshof-erlangen") == "FTN-23-2"
    planned = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green")
    assert not any("to erlangen" in action for action in listed(planned))


@pytest.mark.rule("FTN-23-3")
def test_several_players_may_have_track_in_an_area():
    game = building(links={"B": ["kraftshof-erlangen"]})
    assert len(table(after(game, "A builds nbg_nord-kraftshof")).links["A"]) == 1


@pytest.mark.rule("FTN-24-1")
def test_every_company_city_is_a_starting_point():
    game = building()
    for city in BOX.cities:
        to = BOX.open_ways[city][0]
        assert table(after(game, f"A builds {city}-{to}")).links["A"]
    assert {action.split()[2] for action in listed(game, "links")} == set(BOX.cities)


@pytest.mark.rule("FTN-24-3")
def test_a_station_that_turned_green_is_a_starting_point():
    game = building(stations={"hoechstadt": "green"})
    later = after(game, "A builds hoechstadt-adelsdorf")
    assert points(later, "A")["green"] == 9


@pytest.mark.rule("FTN-24-4")
def test_without_own_links_one_begins_at_a_company_station():
    game = building()
    assert refused(game, "A builds erlangen-kraftshof") == "FTN-24-4"
    assert refused(game, "A builds kraftshof-erlangen") == "FTN-24-4"
    assert refused(game, "A links kraftshof to erlangen for 1 build") == "FTN-24-4"


@pytest.mark.rule("FTN-24-5")
def test_own_track_is_a_starting_point_in_its_middle_too():
    game = building(links={"A": ["nbg_nord-kraftshof-erlangen"]})
    assert table(after(game, "A builds kraftshof-baiersdorf")).depot["A"] == 12
    assert table(after(game, "A builds erlangen-adelsdorf")).depot["A"] == 12


@pytest.mark.rule("FTN-24-6")
def test_foreign_track_is_no_starting_point():
    game = building(links={"B": ["kraftshof-erlangen"], "green": ["nbg_nord-kraftshof"]})
    assert refused(game, "A builds kraftshof-baiersdorf") == "FTN-24-6"
    assert not any(" kraftshof to " in action for action in listed(game))


@pytest.mark.rule("FTN-25-1")
def test_hop_areas_take_no_links():
    game = building(stations={"hoechstadt": "green"})
    assert refused(game, "A builds hoechstadt-uehlfeld") == "FTN-25-1"
    assert refused(game, "A builds uehlfeld-hoechstadt") == "FTN-25-1"
    everywhere = building(stations={area.id: "red" for area in BOX.areas.values() if area.kind == "station"})
    ends = {name for action in listed(everywhere, "links") for name in action.split()[2:5:2]}
    assert len(ends) > 60
    assert sum("hop" in (BOX.areas[b.a].kind, BOX.areas[b.b].kind) for b in BOX.borders.values()) == 77
    assert not any(BOX.areas[name].kind == "hop" for name in ends)


@pytest.mark.rule("FTN-25-2", "FTN-25-3")
def test_the_south_can_be_left_but_not_entered():
    game = building()
    later = after(game, "A builds the_south-thalmaessing")
    assert table(later).links["A"] == {"thalmaessing|the_south"}
    game = building(links={"A": ["hilpoltstein-thalmaessing"]})
    assert refused(game, "A builds thalmaessing-the_south") == "FTN-25-3"
    assert not any("to the_south" in action for action in listed(game))


@pytest.mark.rule("FTN-25-4")
def test_the_halves_of_nuremberg_are_never_joined_by_a_link():
    game = building()
    assert refused(game, "A builds nbg_nord-nbg_sued") == "FTN-25-4"
    assert refused(game, "A builds nbg_sued-nbg_nord") == "FTN-25-4"


@pytest.mark.rule("FTN-25-5")
def test_the_halves_of_nuremberg_may_be_joined_by_a_line():
    game = after(building(), "A builds nbg_nord-moegeldorf-nbg_sued")
    assert len(table(game).links["A"]) == 2


@pytest.mark.rule("FTN-25-6")
def test_rivers_may_be_built_across():
    game = after(building(), "A builds fuerth-muggenhof")
    assert table(game).links["A"] == {"fuerth|muggenhof"}


@pytest.mark.rule("FTN-34-2")
def test_own_track_may_lie_in_separate_pieces():
    game = building(links={"A": ["bamberg-hirschaid"]})
    later = after(game, "A builds fuerth-zirndorf")
    assert table(later).links["A"] == {"bamberg|hirschaid", "fuerth|zirndorf"}


def test_a_chain_is_planned_link_by_link_with_its_running_bill():
    game = building(pieces={"erlangen": "landowner red"})
    assert "A links nbg_nord to kraftshof for 1 build + 1 green" in listed(game, "links")
    game = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green")
    assert "A links kraftshof to erlangen for 2 build + 1 white + 1 green" in listed(game, "links")
    game = after(game, "A links kraftshof to erlangen for 2 build + 1 white + 1 green")
    under_way = game.view("A")["position"]["under_way"]
    assert under_way == {
        "chain": ["nbg_nord", "kraftshof", "erlangen"],
        "bill": {"build": 2, "white": 1, "green": 1},
    }
    assert table(game).links["A"] == frozenset()  # nothing is laid or paid yet
    assert points(game, "A")["green"] == 10
    assert "A takes back a link" in listed(game)
    back = after(game, "A takes back a link")
    assert back.view("A")["position"]["under_way"]["bill"] == {"build": 1, "green": 1}
    assert "A passes" in listed(after(back, "A takes back a link"))
    assert refused(back, "A passes") == "FTN-22-2"
    assert refused(game, "A links erlangen to baiersdorf for 1 build") == "FTN-29-1"
    built = after(game, "A builds nbg_nord-kraftshof-erlangen")
    assert table(built).links["A"] == {"nbg_nord|kraftshof", "erlangen|kraftshof"}


def test_planned_links_end_in_the_same_position_as_a_chain_named_at_once():
    game = building()
    once = after(game, "A builds nbg_nord-kraftshof-erlangen")
    step_by_step = after(game, "A links nbg_nord to kraftshof for 1 build + 1 green",
                         "A links kraftshof to erlangen for 2 build + 1 green",
                         "A builds nbg_nord-kraftshof-erlangen")  # fmt: skip
    assert once.view("A")["position"] == step_by_step.view("A")["position"]
