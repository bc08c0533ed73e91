"""18DO §4.5.7.4, §4.5.7.5: a railway must own a train."""

import pytest

from kursbuch.rail.trains.depot import move_card
from tests.titles.dortmund.railway.table import owner_pays, railway

SIX = "BME buys train 6 as 6 from depot for 630"
FOUR = "BME buys train 4 as 4 from depot for 300"


def short(phase="4", depot="", cash=0, director=0, others=None, pool_trains=(), done=(), **about):
    """BME, directed by A, without a train and short of money."""
    block = {"A": 50, "cash": cash, "price": 60, **about}
    return railway(
        companies={"BME": block, **(others or {})},
        phase=phase,
        depot=depot,
        pool_trains=pool_trains,
        cash={"A": director, "B": 100, "C": 100},
        turn="BME trains",
        done=done,
        turned=["1", "3", "4"],
        markers={"3": "out", "4": "out"},  # no returns when the next round begins
    )


SOLD = ("own certificate",)  # the one deal of the turn is done


@pytest.mark.rule("18DO-4.5.7.4-1")
def test_a_turn_does_not_end_without_a_train():
    table = short(cash=400)
    assert table.refused("BME passes") == "18DO-4.5.7.4-1"
    assert not table.s.board.tracks.graph.number.get(("H11", 0))  # though there is no route


@pytest.mark.rule("18DO-4.5.7.4-2")
def test_it_may_be_a_new_one_one_of_the_pool_or_another_railways():
    table = short(cash=400, pool_trains=["3"], others={"CME": {"B": 50, "trains": ["4"]}})
    sources = {a.split()[7] for a in table.starts("buys train")}
    assert sources == {"depot", "pool", "CME"}


@pytest.mark.rule("18DO-4.5.7.4-3", "18DO-4.5.7.5-1")
def test_another_railways_train_only_from_the_treasury():
    table = short(cash=40, director=500, done=SOLD, others={"CME": {"B": 50, "trains": ["4"]}})
    assert table.refused("BME buys train 4 as 4 from CME for 50") == "18DO-4.5.7.4-3"
    assert table.allows("BME buys train 4 as 4 from CME for 40")
    both = short(director=500, done=SOLD, pool_trains=["3"], others={"CME": {"B": 50, "trains": ["4"]}})
    assert {a.split()[7] for a in both.starts("buys train")} == {"depot", "pool"}  # nothing in the treasury


@pytest.mark.rule("18DO-4.5.7.4-4")
def test_first_one_own_certificate_is_sold():
    table = short(phase="4", cash=240, price=70, director=500)
    assert table.refused(FOUR) == "18DO-4.5.7.4-4"
    before = table.spot("BME")
    table.apply("BME issues 1")
    assert table.cash("BME") == 310
    assert table.spot("BME") == (before[0], before[1] - 1)
    assert owner_pays(table, FOUR) == {"BME": -300, "bank": 300}  # the director pays nothing


@pytest.mark.rule("18DO-4.5.7.4-5")
def test_then_if_it_is_still_short_the_purchase_is_forced():
    table = short(cash=100, director=500).apply("BME issues 1")
    table.apply(FOUR)
    assert [event.key for event in table.events("forced-purchase")] == ["forced-purchase"]


@pytest.mark.rule("18DO-4.5.7.4-5")
def test_a_treasury_of_just_the_price_is_not_short():
    table = short(cash=300, director=500)
    assert table.allows(FOUR), "no certificate need be sold first"
    assert owner_pays(table, FOUR) == {"BME": -300, "bank": 300}
    assert not table.events("forced-purchase")


@pytest.mark.rule("18DO-4.5.7.5-2")
def test_a_pool_train_need_not_be_taken():
    table = short(cash=0, director=900, done=SOLD, pool_trains=["3"], A=60, B=40)
    assert table.allows("BME buys train 3 as 3 from pool for 180") and table.allows(FOUR)


@pytest.mark.rule("18DO-4.5.7.5-3")
def test_of_6_and_8_the_forced_purchase_takes_the_6():
    table = short(phase="6", director=900, done=SOLD)
    move_card(table.s, table.s.trains["depot"][0], "depot", "out")
    assert table.refused("BME buys train 8 as 8 from depot for 800") == "18DO-4.5.7.5-3"
    assert table.allows(SIX)


@pytest.mark.rule("18DO-4.5.7.5-4", "18DO-4.5.7.5-5", "18DO-4.5.7.5-6", "18DO-4.5.7.5-7", "18DO-4.5.7.5-8")
def test_treasury_then_own_certificates_then_the_directors_cash():
    table = short(cash=120, price=60, spot=(3, 2), director=500, done=SOLD, A=50, B=20)
    paid = owner_pays(table, FOUR)  # 180 short: three own certificates at 60
    assert paid == {"BME": -120, "bank": 120}
    assert table.percent("BME", "BME") == 0
    assert table.spot("BME") == (4, 0)  # three fields left, the last of them down


@pytest.mark.rule("18DO-4.5.7.5-6", "18DO-4.5.7.5-13")
def test_only_as_many_certificates_as_needed():
    table = short(cash=200, spot=(3, 2), director=500, done=SOLD)  # 100 short at 60
    table.apply(FOUR)
    assert table.percent("pool", "BME") == 20
    assert table.spot("BME") == (3, 0)
    assert table.cash("BME") == 20
    assert table.cash("A") == 500


@pytest.mark.rule("18DO-4.5.7.5-6", "18DO-4.5.7.5-9", "18DO-4.5.7.5-13")
@pytest.mark.parametrize("paper", ["20", "10+10"])
def test_which_certificates_go_is_the_directors_choice(paper):
    """DHB lacks 100 at a price of 60: of its own, or of A's, a 20 or two 10 are sold."""

    def dhb(**about):
        block = {"A": 50, "cash": 200, "price": 60, **about}
        return railway(
            companies={"DHB": block},
            phase="4",
            turn="DHB trains",
            done=SOLD,
            cash={"A": about.pop("money", 0)},
        )

    four = "DHB buys train 4 as 4 from depot for 300"
    own = dhb(A=20, B=10, C=10).apply(four)
    assert own.legal() == ["DHB sells 20 DHB", "DHB sells 10+10 DHB"]
    assert own.refused("DHB sells 10+10+10 DHB") == "18DO-4.5.7.5-13"
    assert own.refused("DHB sells 10+10 BME") == "18DO-4.5.7.5-13"
    assert own.refused("DHB passes") == "18DO-4.5.7.5-13"
    assert own.game.outlay(f"DHB sells {paper} DHB") == -120
    own.apply(f"DHB sells {paper} DHB")
    assert (own.trains("DHB"), own.cash("DHB")) == (["4"], 20)
    assert not own.starts("sells"), "that is settled"
    assert [own.s.shares["DHB"][1], own.percent("pool", "DHB")] == ["pool" if paper == "20" else "DHB", 20]
    his = dhb(A=70, B=30).apply(four)
    assert his.legal() == ["A sells 20 DHB", "A sells 10+10 DHB"]
    his.apply(f"A sells {paper} DHB")
    assert (his.trains("DHB"), his.cash("DHB"), his.cash("A")) == (["4"], 0, 20)
    assert not his.starts("sells")
    assert [his.s.shares["DHB"][1], his.percent("A", "DHB")] == ["pool" if paper == "20" else "A", 50]
    assert len([e for e in his.game.events if e.key == "forced-purchase"]) == 1


@pytest.mark.rule("18DO-4.5.7.5-8")
def test_the_director_adds_cash():
    table = short(cash=150, director=400, done=SOLD, A=60, B=20, C=20)
    assert owner_pays(table, FOUR) == {"BME": -150, "A": -150, "bank": 300}
    assert table.percent("A", "BME") == 60  # before any certificate


@pytest.mark.rule("18DO-4.5.7.5-9", "18DO-4.5.7.5-11")
def test_the_director_sells_certificates_of_this_railway():
    table = short(cash=150, director=60, done=SOLD, A=60, B=20, C=20, spot=(2, 1))
    assert table.price("BME") == 60
    table.apply(FOUR)  # 90 short after all cash
    assert table.percent("A", "BME") == 40
    assert table.spot("BME") == (4, 1)
    assert table.cash("A") == 30


@pytest.mark.rule("18DO-4.5.7.5-10")
def test_certificates_of_other_railways_are_not_sold():
    others = {"CME": {"A": 50, "price": 100}}
    table = short(cash=0, director=0, done=SOLD, A=20, B=20, C=20, pool=40, others=others)
    assert not table.starts("sells")
    table.apply(FOUR)
    assert table.percent("A", "CME") == 50
    assert table.s.loans == {"A": 300}


@pytest.mark.rule("18DO-4.5.7.5-12")
def test_more_than_half_may_lie_in_the_pool_afterwards():
    table = short(cash=240, director=0, done=SOLD, A=40, pool=50)
    table.apply(FOUR)  # 60 for an own certificate
    assert [table.percent(owner, "BME") for owner in ("pool", "A", "BME")] == [60, 40, 0]
    his = short(cash=240, director=0, done=SOLD, A=50, pool=50)
    his.apply(FOUR)
    assert [his.percent(owner, "BME") for owner in ("pool", "A")] == [60, 40]


@pytest.mark.rule("18DO-4.5.7.5-14")
def test_the_director_does_not_lose_the_railway():
    table = short(cash=0, director=0, done=SOLD, A=40, B=30, pool=30, price=60)
    table.apply(FOUR)
    assert table.percent("A", "BME") == 30
    assert table.president("BME") == "A"
    assert table.s.loans == {"A": 240}


@pytest.mark.rule("18DO-4.5.7.5-15")
def test_the_directors_certificate_is_not_sold():
    """With as much as B, A would still lead: of three certificates the two of 10 % go, not the one of 20 %."""
    of_three = short(cash=180, director=0, done=SOLD, A=40, B=20, pool=40)
    of_three.apply(FOUR)  # 120 from 20 %
    assert of_three.s.shares["BME"][0] == "A" and of_three.s.shares["BME"].count("A") == 1
    assert (of_three.percent("A", "BME"), of_three.president("BME"), of_three.s.loans) == (20, "A", {})
    table = short(cash=0, director=0, done=SOLD, A=20, pool=50, B=10, C=10, phase="2")
    assert max(table.percent(player, "BME") for player in "BC") == 10 and table.percent("BME", "BME") == 10
    table.apply("BME buys train 2 as 2 from depot for 80")  # 60 for its own certificate
    assert table.percent("A", "BME") == 20 and table.percent("pool", "BME") == 60
    assert table.s.loans == {"A": 20}


@pytest.mark.rule("18DO-4.5.7.5-16", "18DO-4.5.7.5-17", "18DO-4.5.7.5-18", "18DO-4.6-8")
def test_the_bank_lends_what_is_still_missing_and_counts_it_twice():
    table = short(cash=190, director=30, done=SOLD, A=20, B=20, C=20, pool=40)
    assert owner_pays(table, FOUR) == {"BME": -190, "A": -30, "bank": 220}
    assert table.s.loans == {"A": 80}
    assert table.trains("BME") == ["4"]
    assert not table.game.over and not table.s.ending
    assert table.cash("A") == 0 and table.game.scores()["A"] == 2 * table.price("BME") - 160


@pytest.mark.rule("18DO-4.5.7.4-1")
def test_no_duty_when_no_train_is_left():
    table = short(phase="8", cash=10)
    for card in table.s.trains["depot"]:
        move_card(table.s, card, "depot", "out")
    assert table.allows("BME passes")
