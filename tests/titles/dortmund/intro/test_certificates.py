"""18DO §3.2.1: choosing a certificate in the Introduction Game."""

import pytest

from tests.titles.dortmund.intro.positions import intro

FULL = {"BME": {"A": 60}, "CME": {"A": 60}}  # ten certificates, the limit of five players


@pytest.mark.rule("18DO-3.2.1-1")
def test_below_the_limit_a_certificate_must_be_taken():
    table = intro()
    assert table.refused("A passes") == "18DO-3.2.1-1"
    assert table.refused("A sends 20 BME to the pool") == "18DO-3.2.1-1"
    nearly = intro(5, held={"BME": {"A": 50}, "CME": {"A": 60}})  # nine of ten
    assert nearly.refused("A sends 10 BME to the pool") == nearly.refused("A passes") == "18DO-3.2.1-1"
    table.apply("A takes 20 BME")
    assert table.refused("A takes 20 CME") == "18DO-3.2-3"
    assert table.certificates("A") == 1


@pytest.mark.rule("18DO-3.2-1")
def test_certificates_are_taken_by_players_not_in_the_name_of_a_railway():
    table = intro(held={"BME": {"A": 20}})
    assert table.refused("BME takes 10 BME") == "18DO-3.2-1"
    assert table.allows("A takes 10 BME")
    full = intro(5, held=FULL)
    for deal in ("drops 10 BME", "sends 20 KWE to the pool"):
        assert full.refused(f"CME {deal}") == "18DO-3.2-1"


@pytest.mark.rule("18DO-3.2.1-2", "18DO-3.2.1-6")
def test_only_the_top_of_a_stack():
    table = intro(held={"CME": {"B": 20}})
    assert table.refused("A takes 10 BME") == "18DO-3.2.1-2"
    assert [a for a in table.legal() if a.endswith("BME")] == ["A takes 20 BME"]
    assert table.refused("A takes 20 CME") == "18DO-3.2.1-2"
    assert table.allows("A takes 10 CME")
    assert table.refused("A takes 10 XYZ") == "18DO-3.2.1-6"


@pytest.mark.rule("18DO-3.2.1-3")
def test_the_director_gets_charter_and_markers():
    table = intro().apply("A takes 20 KWE")
    assert [e.values for e in table.events("takes")] == [{"player": "A", "company": "KWE", "percent": 20}]
    assert [e.values["player"] for e in table.events("president")] == ["A"]
    assert table.director("KWE") == "A"
    assert len(table.s.tokens["KWE"]) == 3
    table.apply("A passes")
    assert table.acting == "B"  # nothing to build yet from the red area alone


@pytest.mark.rule("18DO-3.2.1-3")
def test_no_more_stations_than_markers():
    tokens = {"DHB": ["C6.0", "D9.0"]}
    table = intro(held={"DHB": {"A": 20}}, tokens=tokens, tiles={"E10": "1905.2"}, turn="A build")
    assert table.refused("DHB builds a station at E12.0") == "18DO-3.2.1-3"


@pytest.mark.rule("18DO-3.2.1-4")
def test_the_next_train_comes_with_the_directors_certificate():
    table = intro(held={"CME": {"B": 20}}, trains={"CME": "2"}).apply("A takes 20 BME")
    assert [event.values for event in table.events("gets-train")] == [{"company": "BME", "train": "2"}]
    assert table.trains("BME") == ["2"]
    assert table.game.view(None)["position"]["depot"]["2"] == 1
    table.apply("A passes", "B takes 10 BME")
    assert table.trains("BME") == ["2"]
    assert table.game.view(None)["position"]["depot"]["2"] == 1


@pytest.mark.rule("18DO-3.2.1-5")
@pytest.mark.parametrize(("top", "then"), [("2", "3"), ("3", "4"), ("4", "5"), ("5", "6"), ("6", "8")])
def test_trains_in_ascending_order(top, then):
    left = {"2": 3, "3": 2, "4": 2, "5": 1, "6": 1}[top]
    table = intro(4, depot=top)
    order = ["BME", "CME", "RhE", "KWE"][: left + 1]
    for player, company in zip("ABCD", order, strict=False):
        table.apply(f"{player} takes 20 {company}")
        while table.acting == player:
            table.apply(f"{player} passes")
    assert [table.trains(company) for company in order] == [[top]] * left + [[then]]


@pytest.mark.rule("18DO-3.2.1-6")
def test_all_seven_stacks_are_open_at_once():
    taken = {action.split()[-1] for action in intro().legal()}
    assert taken == {"BME", "CME", "RhE", "KWE", "DGEE", "DHB", "HHW"}


@pytest.mark.rule("18DO-3.2.1-7")
@pytest.mark.parametrize(
    ("players", "limit", "more"),
    [(3, 17, {"RhE": {"A": 60}, "DHB": {"A": 40}}), (4, 13, {"RhE": {"A": 40}}), (5, 10, {})],
)
def test_at_the_limit_nothing_is_simply_taken(players, limit, more):
    below = intro(players, held={**FULL, **more, "BME": {"A": 50}})
    assert below.certificates("A") == limit - 1
    assert below.allows("A takes 20 KWE")
    full = intro(players, held={**FULL, **more})
    assert full.certificates("A") == limit
    assert full.refused("A takes 20 KWE") == "18DO-3.2.1-7"
    full.s.shares["KWE"] = ("A", *full.s.shares["KWE"][1:])
    with pytest.raises(AssertionError, match="certificates of A"):
        full.game.audit()


@pytest.mark.rule("18DO-3.2.1-8")
def test_at_the_limit_one_goes_and_one_comes():
    table = intro(5, held=FULL).apply("A drops 10 BME")
    assert [e.values for e in table.events("drops")] == [{"player": "A", "company": "BME", "percent": 10}]
    assert table.step == "A take"
    assert table.refused("A drops 10 CME") == "18DO-3.2.1-8"
    assert table.refused("A passes") == "18DO-3.2.1-1"
    table.apply("A takes 20 RhE")
    assert table.certificates("A") == 10
    assert table.percent("pool", "BME") == 10
    assert table.director("RhE") == "A"


@pytest.mark.rule("18DO-3.2.1-8")
def test_below_the_limit_nothing_is_given_up():
    assert intro(held={"BME": {"A": 40}}).refused("A drops 10 BME") == "18DO-3.2.1-8"


@pytest.mark.rule("18DO-3.2.1-9")
def test_a_directors_certificate_is_kept():
    table = intro(5, held=FULL)
    assert table.refused("A drops 20 BME") == "18DO-3.2.1-9"
    assert [a for a in table.legal() if "drops" in a] == ["A drops 10 BME", "A drops 10 CME"]


@pytest.mark.rule("18DO-3.2.1-10")
def test_at_the_limit_a_certificate_may_go_to_the_pool_instead():
    table = intro(5, held=FULL).apply("A sends 10 BME to the pool")
    assert table.certificates("A") == 10
    assert (table.shown("BME"), table.percent("pool", "BME")) == (3, 10)
    assert table.step == "A lay"
    assert [e.values for e in table.events("sends")] == [{"player": "A", "company": "BME", "percent": 10}]


@pytest.mark.rule("18DO-3.2.1-11")
def test_at_the_limit_one_of_the_two_is_a_duty():
    assert intro(5, held=FULL).refused("A passes") == "18DO-3.2.1-11"


@pytest.mark.rule("18DO-3.2.1-12")
def test_directors_certificates_are_sent_last():
    table = intro(5, held=FULL)
    assert table.refused("A sends 20 RhE to the pool") == "18DO-3.2.1-12"
    untouched = {"RhE": 9, "KWE": 9}
    last = intro(5, held=FULL, display=untouched).apply("A sends 20 RhE to the pool")
    assert last.percent("pool", "RhE") == 20
    assert last.director("RhE") == "pool"
    last.apply("A passes")
    assert last.allows("B takes 10 RhE")
    last.apply("B takes 10 RhE")
    assert last.director("RhE") == "pool"
    assert last.owes("RhE") == 0


@pytest.mark.rule("18DO-3.2.1-13")
def test_nobody_gets_a_certificate_from_the_pool():
    table = intro(held={"BME": {"A": 20, "pool": 80}})
    assert not [action for action in table.legal() if "BME" in action]
    assert table.refused("A takes 10 BME") == "18DO-3.2.1-13"


@pytest.mark.rule("18DO-3.2.1-14")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_at_most_sixty_per_cent_of_a_railway(players):
    table = intro(players, held={"BME": {"A": 60}, "CME": {"A": 50}})
    assert table.refused("A takes 10 BME") == "18DO-3.2.1-14"
    assert table.allows("A takes 10 CME")
    big = intro(players, held={"DHB": {"A": 50}})
    big.s.shares["DHB"] = ("A", "offer", "A", "A", "A", *("pool",) * 3)  # one of two shares is left
    assert big.refused("A takes 20 DHB") == "18DO-3.2.1-14"


@pytest.mark.rule("18DO-3.2.1-15")
def test_who_may_hold_nothing_on_display_sends_one_to_the_pool():
    table = intro(held={"BME": {"A": 60}}, display={"BME": 2})
    assert table.legal() == ["A sends 10 BME to the pool"]
    table.apply("A sends 10 BME to the pool")
    assert (table.percent("A", "BME"), table.shown("BME")) == (60, 1)
    other = intro(held={"BME": {"A": 60}, "KWE": {"B": 20}}, display={"BME": 2, "KWE": 1})
    assert other.refused("A sends 10 BME to the pool") == "18DO-3.2.1-1"  # one of KWE can be held
    assert other.legal() == ["A takes 10 KWE"]


@pytest.mark.rule("18DO-3.2.1-16")
@pytest.mark.parametrize(("company", "count"), [("BME", 5), ("DGEE", 4), ("HHW", 4), ("KWE", 5)])
def test_sixty_per_cent_are_four_or_five_certificates(company, count):
    table = intro(held={company: {"A": 60}})
    assert table.certificates("A") == count
    sizes, owners = table.s.box.percents[company], table.s.shares[company]
    held = [size for size, owner in zip(sizes, owners, strict=True) if owner == "A"]
    assert held == {5: [20, 10, 10, 10, 10], 4: [30, 10, 10, 10]}[count]


@pytest.mark.rule("18DO-3.2.1-17")
def test_a_tie_changes_nothing():
    table = intro(held={"BME": {"A": 30, "B": 20}}, turn="B take").apply("B takes 10 BME")
    assert (table.percent("A", "BME"), table.percent("B", "BME")) == (30, 30)
    assert table.director("BME") == "A"


@pytest.mark.rule("18DO-3.2.1-18")
def test_more_shares_bring_the_directors_certificate():
    held = {"BME": {"A": 20, "B": 20}}
    table = intro(held=held, directors={"BME": "A"}, trains={"BME": "2"}, turn="B take")
    table.apply("B takes 10 BME")
    assert table.director("BME") == "B"
    assert (table.certificates("A"), table.certificates("B")) == (2, 2)
    assert (table.percent("A", "BME"), table.percent("B", "BME")) == (20, 30)
    assert table.trains("BME") == ["2"]
    assert table.step == "B lay"


@pytest.mark.rule("18DO-3.2.1-19")
def test_a_former_director_gives_up_the_surplus_at_once():
    held = {"DGEE": {"A": 30, "B": 30}, "BME": {"A": 60}, "CME": {"C": 40, "A": 40}}
    table = intro(5, held=held, directors={"DGEE": "A", "CME": "C"}, turn="B take")
    assert table.certificates("A") == 10
    table.apply("B takes 10 DGEE")
    assert table.director("DGEE") == "B"
    assert table.certificates("A") == 12
    assert table.acting == "A"
    assert table.refused("B passes") == "18DO-3.2.1-19"
    assert table.refused("A takes 20 RhE") == "18DO-3.2.1-19"
    assert table.refused("A drops 20 BME") == "18DO-3.2.1-9"
    table.apply("A drops 10 CME")
    assert table.acting == "A"
    table.apply("A drops 10 DGEE")
    assert table.certificates("A") == 10
    assert (table.percent("pool", "CME"), table.percent("pool", "DGEE")) == (10, 10)
    assert table.step == "B lay"


@pytest.mark.rule("18DO-3.2.1-20")
def test_tied_rivals_follow_in_the_order_of_play():
    held = {"BME": {"A": 30, "C": 30, "D": 30}, "RhE": {"A": 60}, "CME": {"D": 40, "A": 30}}
    table = intro(5, held=held, directors={"BME": "A"})
    assert table.certificates("A") == 10
    table.apply("A drops 10 BME")
    assert table.director("BME") == "C"
    assert (table.percent("A", "BME"), table.percent("C", "BME")) == (20, 30)
    held = {"BME": {"C": 30, "A": 30, "D": 30}, "RhE": {"C": 60}, "CME": {"D": 40, "C": 30}}
    later = intro(5, held=held, directors={"BME": "C"}, turn="C take")
    assert later.apply("C drops 10 BME").director("BME") == "D"  # after C comes D, not A


@pytest.mark.rule("18DO-3.2.1-8", "18DO-3.2.1-20")
def test_an_exchange_may_bring_the_player_back_to_the_limit():
    held = {"BME": {"A": 30, "C": 30}, "RhE": {"A": 60}, "CME": {"D": 40, "A": 30}}
    table = intro(5, held=held, directors={"BME": "A"}).apply("A drops 10 BME")
    assert table.certificates("A") == 10
    assert table.step == "A take"
    assert table.refused("A takes 10 CME") == "18DO-3.2.1-7"
    assert table.allows("A sends 10 CME to the pool")
    table.apply("A drops 10 RhE", "A takes 10 CME")
    assert table.certificates("A") == 10


@pytest.mark.rule("18DO-3.2.1-21")
def test_with_no_train_left_a_railway_starts_without_one():
    table = intro(depot="empty").apply("A takes 20 RhE")
    assert table.trains("RhE") == []
    assert table.owes("RhE") == 0
    other = intro(
        held={"BME": {"A": 20}, "RhE": {"A": 20}}, trains={"BME": "2"}, depot="empty", turn="A swap"
    )
    assert other.refused("RhE exchanges trains with BME") == "18DO-3.2.3-3"
