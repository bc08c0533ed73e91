"""Two players: peculiarity 27."""

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.bots.railway.table import box_of
from kursbuch.store.codec import decode, encode
from kursbuch.store.games import fixed_of
from tests.titles.chesapeake.helpers import Companies, chesapeake, opening

DRAWN = chesapeake(2).s.drawn  # as in every position of two players here
PRR, LV = [id for id in chesapeake(2).s.box.companies if id != DRAWN][:2]


def for_two(companies: Companies, **more):
    return chesapeake(2, companies=companies, cash={"A": 1000, "B": 1000}, **more)


@pytest.mark.rule("18CH-27-1")
def test_27_every_other_company_has_a_president_of_thirty():
    sizes = chesapeake(2).s.box.percents
    assert sizes[DRAWN] == (20, *[10] * 8)
    assert all(sizes[id] == (30, *[10] * 7) for id in sizes if id != DRAWN)
    three = opening(3)
    assert set(three.s.box.percents.values()) == {(20, *[10] * 8)}


@pytest.mark.rule("18CH-3-1", "18CH-27-1")
def test_27_everybody_is_told_which_company_was_drawn_and_bots_know_its_certificates():
    table = opening(2)
    drawn = table.s.drawn
    assert [event.values for event in table.game.events if event.key == "drawn"] == [{"company": drawn}]
    assert table.game.view("A")["position"]["drawn"] == drawn
    assert box_of(table.game.view("A")).percents == table.s.box.percents
    assert table.s.box.percents[drawn] == (20, *[10] * 8)


@pytest.mark.rule("18CH-27-1")
def test_27_starting_costs_three_times_par():
    table = for_two({}).apply(f"A pars {PRR} at 95")
    assert (table.cash("A"), table.percent("A", PRR)) == (1000 - 3 * 95, 30)
    table.apply(f"B pars {DRAWN} at 95")
    assert (table.cash("B"), table.percent("B", DRAWN)) == (1000 - 2 * 95, 20)
    poor = chesapeake(2, companies={}, cash={"A": 3 * 95 - 1})
    assert poor.refused(f"A pars {PRR} at 95") == "18CH-5-10"
    assert poor.allows(f"A pars {DRAWN} at 95")


@pytest.mark.rule("18CH-5-8", "18CH-27-1")
def test_27_the_presidency_goes_only_to_a_holder_of_thirty():
    table = for_two({PRR: {"price": 80, "A": 40, "B": 20}})
    assert table.refused(f"A sells 20 {PRR}") == "18CH-5-8"
    able = for_two({PRR: {"price": 80, "A": 40, "B": 30}}).apply(f"A sells 20 {PRR}")
    assert (able.president(PRR), able.percent("B", PRR), able.percent("A", PRR)) == ("B", 30, 20)


@pytest.mark.rule("18CH-27-2")
@pytest.mark.parametrize(("company", "held"), [(PRR, 50), (DRAWN, 50)])
def test_27_the_rest_of_the_offering_goes_to_the_pool_on_floating(company, held):
    about = {"price": 80, "par": 80, "A": held, "floats": False, "cash": 0}
    table = for_two({company: about}).apply(f"A buys 10 {company} from offer")
    assert (table.percent("pool", company), table.percent("offer", company)) == (40, 0)
    assert table.cash(company) == 800
    assert [event.values for event in table.events("to-pool")] == [{"company": company, "percent": 40}]


@pytest.mark.rule("18CH-27-2")
def test_27_even_when_the_pool_then_holds_more_than_half():
    about = {"price": 80, "par": 80, "A": 30, "pool": 20, "floats": False, "cash": 0}
    table = for_two({PRR: about}).apply(f"A buys 10 {PRR} from offer")
    assert table.percent("pool", PRR) == 60


@pytest.mark.rule("18CH-27-3")
def test_27_when_another_than_the_president_buys_a_share_leaves_the_game():
    table = for_two({PRR: {"price": 80, "A": 60, "pool": 40}}, stock="B").apply(f"B buys 10 {PRR} from pool")
    assert (table.percent("B", PRR), table.percent("pool", PRR), table.percent("out", PRR)) == (10, 20, 10)
    assert (table.cash("B"), table.acting) == (920, "A")
    assert [event.values for event in table.events("burns")] == [{"player": "B", "company": PRR}]


@pytest.mark.rule("18CH-27-3")
def test_27_also_when_the_share_comes_from_the_offering():
    about = {"price": 80, "par": 80, "A": 30, "pool": 10, "floats": False}
    table = for_two({PRR: about}, stock="B").apply(f"B buys 10 {PRR} from offer")
    assert (table.percent("B", PRR), table.percent("pool", PRR), table.percent("out", PRR)) == (10, 0, 10)


@pytest.mark.rule("18CH-27-3")
def test_27_the_president_buys_without_loss():
    table = for_two({PRR: {"price": 80, "A": 50, "pool": 50}}).apply(f"A buys 10 {PRR} from pool")
    assert (table.percent("A", PRR), table.percent("pool", PRR), table.percent("out", PRR)) == (60, 40, 0)
    three = chesapeake(companies={"PRR": {"price": 80, "A": 50, "pool": 50}}, cash={"B": 100}, stock="B")
    assert three.apply("B buys 10 PRR from pool").percent("out", "PRR") == 0  # only with two players


@pytest.mark.rule("18CH-27-4")
def test_27_the_last_share_in_the_pool_leaves_instead_of_being_bought():
    table = for_two({PRR: {"price": 80, "A": 60, "B": 30, "pool": 10}})
    table.apply("A passes", f"B buys 10 {PRR} from pool")
    assert (table.percent("B", PRR), table.percent("pool", PRR), table.percent("out", PRR)) == (30, 0, 10)
    assert (table.cash("B"), table.acting, table.s.top.passes) == (1000, "A", 0)  # it was B's purchase


@pytest.mark.rule("18CH-27-5")
def test_27_sold_out_is_a_floated_company_with_an_empty_pool():
    companies: Companies = {
        PRR: {"price": 80, "A": 60, "B": 40},
        LV: {"price": 80, "A": 30, "B": 20, "floats": False},
    }
    table = chesapeake(2, companies=companies, cash={"A": 0, "B": 0})
    s = table.s
    s.shares[PRR] = tuple("out" if n == 7 else owner for n, owner in enumerate(s.shares[PRR]))
    table.apply("A passes", "B passes")
    assert (table.spot(PRR), table.spot(LV)) == ((2, 3), (3, 3))
    pool = chesapeake(2, companies={PRR: {"price": 80, "A": 60, "B": 30, "pool": 10}}, cash={"A": 0, "B": 0})
    assert pool.apply("A passes", "B passes").spot(PRR) == (3, 3)


@pytest.mark.rule("18CH-27-6")
def test_27_shares_that_have_left_pay_nobody():
    about = {"price": 80, "A": 60, "B": 40, "trains": ["2"], "cash": 0}
    table = chesapeake(2, companies={PRR: about}, cash={"A": 0, "B": 0}, turn=f"{PRR} pay", income=100)
    s = table.s
    s.shares[PRR] = tuple("out" if n == 7 else owner for n, owner in enumerate(s.shares[PRR]))
    table.apply(f"{PRR} pays")
    assert (table.cash("A"), table.cash("B"), table.cash(PRR)) == (60, 30, 0)


@pytest.mark.parametrize("seed", range(4))
def test_27_the_drawn_company_survives_saving_and_the_store(seed):
    game = kb.new_game("18chesapeake", players=2, seed=seed)
    fixed = fixed_of(game)
    s: Any = game.state
    for again in (kb.load(game.to_json()).state, decode(encode(game, fixed), fixed)):
        t: Any = again
        assert (t.drawn, t.box, t.shares) == (s.drawn, s.box, s.shares)
