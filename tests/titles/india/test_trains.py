"""1853 §4.8, §4.10: buying trains and the phases they bring."""

import pytest

from tests.titles.india.table import india, line

ONLY = {"A": 0, "B": 0, "C": 0}


def buying(company="MSM", *, cash=2000, phase="2", purses=None, **about):
    keys = ("others", "small", "sold_out", "pool_trains", "operating_round", "stock_round", "locos")
    other = {key: about.pop(key) for key in keys if key in about}
    return india(
        companies={company: {"A": 3, "cash": cash, **about}, **other.pop("others", {})},
        phase=phase,
        turn=f"{company} trains",
        cash={**ONLY, **(purses or {})},
        **other,
    )


def kinds(table):
    return {a.split()[3] for a in table.legal() if "buys train" in a and "depot" in a}


# -- from the bank --------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.8.2-1", "1853-4.8.8-1")
def test_a_new_train_costs_its_printed_price():
    table = buying(cash=500, phase="3").apply("MSM buys train 3 as 3 from depot for 440")
    assert table.cash("MSM") == 60
    assert table.trains("MSM") == ["3"]
    assert buying(phase="3").refused("MSM buys train 3 as 3 from depot for 400") == "1853-4.8.2-1"


@pytest.mark.rule("1853-4.8.2-2")
def test_several_trains_at_once():
    table = buying(cash=600)
    table.apply(*["MSM buys train 2 as 2 from depot for 300"] * 2)
    assert table.trains("MSM") == ["2", "2"]


@pytest.mark.rule("1853-4.8.3-1")
def test_one_type_after_the_other():
    table = buying(phase="3")
    assert table.refused("MSM buys train 4 as 4 from depot for 620") == "1853-4.8.3-1"
    assert buying().refused("MSM buys train 3 as 3 from depot for 440") == "1853-4.8.3-1"
    sold = buying(phase="3", sold_out=["3"])
    assert sold.allows("MSM buys train 4 as 4 from depot for 620")
    assert sold.refused("MSM buys train 4 as 3 from depot for 620") == "1853-1-3"  # no such train


@pytest.mark.rule("1853-4.8.3-2", "1853-4.10.5-3", "1853-4.10.5-1")
def test_after_the_first_5_the_6_is_on_sale():
    before = buying(phase="4", sold_out=["4", "2M"])
    assert kinds(before) == {"5", "3M"}
    before.apply("MSM buys train 5 as 5 from depot for 830")
    assert before.phase == "5"
    assert kinds(before) == {"5", "6", "3M", "4M"}
    for train in ("6 as 6 from depot for 1050", "4M as 4M from depot for 590"):
        assert before.allows(f"MSM buys train {train}")
        assert not buying(phase="4", sold_out=["4", "2M"]).allows(f"MSM buys train {train}")


@pytest.mark.rule("1853-4.10.5-3", "1853-4.2.1-1")
def test_grey_tiles_are_laid_from_phase_5_on():
    def upgrading(phase):
        company = {"A": 3, "cash": 500, "trains": ["4"]}
        return india(companies={"SIR": company}, tiles={"T16": "103.0"}, phase=phase, turn="SIR lay")

    assert upgrading("4").refused("SIR lays 109.0 at T16") == "1853-4.2.1-1"
    assert upgrading("5").apply("SIR lays 109.0 at T16").tile("T16") == "109.0"


@pytest.mark.rule("1853-4.10.5-4", "1853-T6-2")
def test_the_first_6_changes_nothing():
    table = buying(phase="5", trains=["4"]).apply("MSM buys train 6 as 6 from depot for 1050")
    assert table.phase == "5"
    assert table.trains("MSM") == ["4", "6"]


@pytest.mark.rule("1853-4.8.4-1", "1853-4.8.4-2", "1853-4.10.4-1", "1853-4.10.4-2", "1853-4.10.1-1")
def test_the_first_4_scraps_the_2s_and_1ms():
    others = {"ECR": {"B": 3, "trains": ["1M", "2"]}, "NWR": {"C": 3, "trains": ["2", "3"]}}
    table = buying(phase="3", sold_out=["3"], others=others, small=True)
    cash = {c: table.cash(c) for c in ("ECR", "NWR")}
    table.apply("MSM buys train 4 as 4 from depot for 620")
    assert table.phase == "4"
    assert (table.trains("ECR"), table.trains("NWR")) == ([], ["3"])
    assert cash == {c: table.cash(c) for c in ("ECR", "NWR")}
    assert not {"2", "1M"} & set(table.trains("pool") + table.trains("depot"))


@pytest.mark.rule("1853-4.10.5-2", "1853-T6-2")
def test_the_first_5_scraps_the_3s_and_2ms_also_unsold_ones():
    others = {"ECR": {"B": 3, "trains": ["2M", "3M"]}, "NWR": {"C": 3, "trains": ["3", "4"]}}
    table = buying(phase="4", sold_out=["4"], others=others)
    assert "2M" in table.trains("depot")
    table.apply("MSM buys train 5 as 5 from depot for 830")
    assert (table.trains("ECR"), table.trains("NWR")) == (["3M"], ["4"])
    assert "2M" not in table.trains("depot")


@pytest.mark.rule("1853-4.10.5-2", "1853-T6-1")
def test_a_position_of_phase_5_has_no_scrapped_trains_on_sale():
    assert kinds(buying(phase="5")) == {"5", "6", "3M", "4M"}
    assert kinds(buying(phase="4")) == {"4", "2M", "3M"}


@pytest.mark.rule("1853-4.8.5-1", "1853-T6-3")
@pytest.mark.parametrize(
    ("phase", "trains", "buy"),
    [
        ("2", ["2"] * 4, "2 as 2 from depot for 300"),
        ("3", ["2"] * 4, "3 as 3 from depot for 440"),
        ("4", ["3"] * 3, "4 as 4 from depot for 620"),
        ("5", ["4"] * 2, "5 as 5 from depot for 830"),
    ],
)
def test_no_train_above_the_limit(phase, trains, buy):
    assert buying(phase=phase, trains=trains).refused(f"MSM buys train {buy}") == "1853-4.8.5-1"
    assert buying(phase=phase, trains=trains[1:]).allows(f"MSM buys train {buy}")


@pytest.mark.rule("1853-4.8.5-1")
def test_not_even_if_the_purchase_would_scrap_some():
    table = buying(phase="3", trains=["2"] * 4, sold_out=["3"])
    assert table.refused("MSM buys train 4 as 4 from depot for 620") == "1853-4.8.5-1"


@pytest.mark.rule("1853-4.8.6-1", "1853-4.8.6-2", "1853-1-9")
def test_above_the_limit_trains_are_given_up_and_sold_again_at_full_price():
    others = {"NWR": {"B": 3, "trains": ["4", "4", "4"], "cash": 0}}
    table = buying(phase="4", sold_out=["4"], others=others)
    table.apply("MSM buys train 5 as 5 from depot for 830")
    assert table.acting == "B"
    assert table.refused("MSM passes") == "1853-4.8.6-1"
    table.apply("NWR discards train 4")
    assert (table.trains("NWR"), table.cash("NWR"), table.trains("pool")) == (["4", "4"], 0, ["4"])
    assert table.refused("MSM buys train 4 as 4 from pool for 600") == "1853-4.8.2-1"
    table.apply("MSM buys train 4 as 4 from pool for 620")
    assert table.trains("MSM") == ["5", "4"]


@pytest.mark.rule("1853-4.8.6-1", "1853-4-1")
def test_companies_give_trains_up_in_the_order_1_to_8_whatever_their_prices():
    others = {
        "NWR": {"B": 3, "trains": ["4", "4", "4"], "cash": 0, "price": 100},
        "ECR": {"C": 3, "trains": ["3M", "3M", "3M"], "cash": 0, "price": 200},
    }
    table = buying(phase="4", sold_out=["4"], others=others)
    table.apply("MSM buys train 5 as 5 from depot for 830")
    assert table.acting == "B"
    table.apply("NWR discards train 4")
    assert table.acting == "C"


@pytest.mark.rule("1853-4.8.7-1")
def test_the_bank_buys_no_trains():
    table = buying(trains=["2"])
    assert not any("sells" in a or "discards" in a for a in table.legal())
    assert table.refused("MSM discards train 2") == "1853-3.5-1"


# -- the director's gift --------------------------------------------------------------------------


@pytest.mark.rule("1853-4.8.8-3")
def test_a_gift_is_never_paid_back():
    table = india(
        companies={"SIR": {"A": 3, "cash": 300}},
        cash={"A": 200},
        tiles=line("T16 S15 R16"),
        phase="3",
        turn="SIR trains",
    )
    table.apply("SIR buys train 3 as 3 from depot for 440")
    assert (table.cash("SIR"), table.cash("A")) == (0, 60)
    while not any("runs" in action for action in table.legal()):  # the next operating round
        table.apply(f"{'SIR' if 'SIR passes' in table.legal() else table.acting} passes")
    table.apply("SIR runs 3: R16.0 S15 T16.0", "SIR sends mail by 3 for 40", "SIR withholds")
    assert (table.cash("SIR"), table.cash("A")) == (40 + 40, 60)
    assert not [e for e in table.game.events if e.key == "money" and e.values["src"] == "SIR"][1:]


@pytest.mark.rule("1853-4.8.8-2", "1853-4.8.8-4")
def test_the_director_may_add_what_is_missing():
    table = buying(cash=300, phase="3", purses={"A": 200})
    assert table.allows("MSM passes")  # need not
    table.apply("MSM buys train 3 as 3 from depot for 440")
    assert (table.cash("MSM"), table.cash("A")) == (0, 60)  # exactly what was missing
    assert table.game.view("A")["position"]["debts"] == {}  # a gift
    assert (
        buying(cash=300, phase="3", purses={"A": 200}).refused("MSM buys train 3 as 3 from depot for 500")
        == "1853-4.8.2-1"
    )
    for purse, rule in ((139, "1853-4.8.8-2"), (140, None)):
        close = buying(cash=300, phase="3", purses={"A": purse})
        refusal = close.refusal("MSM buys train 3 as 3 from depot for 440")
        assert (refusal.rule if refusal else None) == rule


@pytest.mark.rule("1853-4.8.8-1", "1853-4.8.8-4")
def test_nobody_gives_where_there_is_no_director():
    company = {"A": 1, "B": 1, "pool": 4, "cash": 100}
    table = india(companies={"NWR": company, **SELLER}, cash={"A": 500}, turn="NWR trains")
    assert table.refused("NWR buys train 2 as 2 from GIP for 101") == "1853-4.8.8-1"
    assert table.allows("NWR buys train 2 as 2 from GIP for 100")


@pytest.mark.rule("1853-4.8.8-4", "1853-T4-6")
def test_he_gives_for_nothing_else():
    rich = india(
        companies={"SIR": {"A": 3, "cash": 30}}, tiles={"T16": "6.3"}, turn="SIR lay", cash={"A": 3000}
    )
    assert rich.refused("SIR lays 4.0 at U15") == "1853-T4-6"


# -- from other companies -------------------------------------------------------------------------

SELLER = {"GIP": {"B": 3, "trains": ["2"], "cash": 0}}


@pytest.mark.rule("1853-4.8.9-1", "1853-4.8.9-4", "1853-4.8.9-5")
def test_a_train_of_another_company_by_agreement():
    table = buying("NWR", others=SELLER).apply("NWR buys train 2 as 2 from GIP for 150")
    assert table.acting == "B"
    table.apply("B agrees")
    assert (table.trains("NWR"), table.trains("GIP"), table.cash("GIP")) == (["2"], [], 150)
    for player in ("A", "B", "C", None):
        assert any(
            e.get("price") == 150 for e in table.game.view(player)["events"] if e["key"] == "buys-train"
        )


@pytest.mark.rule("1853-4.8.9-4")
def test_the_other_side_may_decline():
    table = buying("NWR", others=SELLER).apply("NWR buys train 2 as 2 from GIP for 150", "B declines")
    assert table.trains("GIP") == ["2"]
    assert table.refused("NWR buys train 2 as 2 from GIP for 150") == "1853-4.8.9-4"
    assert table.allows("NWR buys train 2 as 2 from GIP for 160")


@pytest.mark.rule("1853-4.8.9-1")
def test_who_leads_both_companies_needs_no_word():
    table = buying("NWR", others={"GIP": {"A": 3, "trains": ["2"]}}).apply(
        "NWR buys train 2 as 2 from GIP for 10"
    )
    assert table.trains("NWR") == ["2"]


@pytest.mark.rule("1853-4.8.9-2", "1853-4.8.18-1")
def test_no_large_company_gets_a_1m():
    others = {"ECR": {"B": 3, "trains": ["1M"]}}
    assert (
        buying("EIR", others=others, small=True).refused("EIR buys train 2 as 1M from ECR for 100")
        == "1853-4.8.9-2"
    )
    assert buying("MSM", others=others, small=True).allows("MSM buys train 2 as 1M from ECR for 100")


@pytest.mark.rule("1853-4.8.9-3", "1853-4-4")
def test_only_in_the_buyers_own_turn_at_its_end():
    table = buying("NWR", others=SELLER)
    assert table.refused("GIP buys train 2 as 2 from depot for 300") == "1853-4-1"
    early = india(companies={"NWR": {"A": 3, "cash": 500}, **SELLER}, turn="NWR lay")
    assert early.refused("NWR buys train 2 as 2 from GIP for 100") == "1853-4-4"


@pytest.mark.rule("1853-4.8.9-6")
def test_at_least_10():
    table = buying("NWR", others=SELLER)
    assert table.refused("NWR buys train 2 as 2 from GIP for 9") == "1853-4.8.9-6"
    assert table.allows("NWR buys train 2 as 2 from GIP for 10")


# -- metre trains ---------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.8.11-2", "1853-4.10.3-2", "1853-4.10.3-1")
def test_metre_trains_are_sold_beside_the_others():
    table = buying(sold_out=["2"])
    assert kinds(table) == {"3"}
    table.apply("MSM buys train 3 as 3 from depot for 440")
    assert table.phase == "3"
    assert kinds(table) == {"3", "2M"}


@pytest.mark.rule("1853-4.8.11-3")
def test_metre_trains_change_no_phase():
    table = buying(phase="3").apply("MSM buys train 2M as 2M from depot for 250")
    assert table.phase == "3"
    for phase, kind in (("2", "2M"), ("3", "3M"), ("4", "4M")):  # nor one that a token brings a phase early
        early = buying(phase=phase, sold_out=["2M", "3M"] if phase == "4" else ["2M"] * (phase == "3"))
        early.apply(f"MSM hands in its token for train {kind}")
        assert (early.phase, early.trains("MSM")) == (phase, [kind])


@pytest.mark.rule("1853-4.8.12-1", "1853-4.8.12-2", "1853-4.10.4-3")
def test_old_metre_trains_stay_on_sale_and_may_be_passed_over():
    table = buying(phase="3", sold_out=["3"]).apply("MSM buys train 4 as 4 from depot for 620")
    assert {"2M", "3M"} <= kinds(table)
    table.apply("MSM buys train 3M as 3M from depot for 430")
    assert table.trains("MSM") == ["4", "3M"]


@pytest.mark.rule("1853-4.8.13-1")
def test_the_next_metre_type_waits_for_the_next_phase():
    table = buying(phase="3", sold_out=["2M"])
    assert table.refused("MSM buys train 3M as 3M from depot for 430") == "1853-4.8.13-1"
    fourth = buying(phase="4", sold_out=["2M"])
    assert fourth.allows("MSM buys train 3M as 3M from depot for 430")


@pytest.mark.rule("1853-4.8.14-1")
def test_metre_trains_count_towards_the_limit():
    table = buying(phase="5", trains=["5", "4M"])
    assert table.refused("MSM buys train 6 as 6 from depot for 1050") == "1853-4.8.5-1"


@pytest.mark.rule("1853-4.8.15-1", "1853-4.8.15-2")
def test_large_companies_buy_metre_trains_from_phase_3_on():
    others = {"ECR": {"B": 3, "trains": ["2M"]}}
    table = buying("NWR", others=others, small=True)
    assert table.refused("NWR buys train 2M as 2M from ECR for 100") == "1853-4.8.15-1"
    assert table.refused("NWR buys train 2 as 1M from depot for 180") == "1853-4.8.18-1"
    assert buying("NWR", phase="3").allows("NWR buys train 2M as 2M from depot for 250")
    assert buying("SIR", small=True).allows("SIR buys train 2 as 1M from depot for 180")


@pytest.mark.rule("1853-4.8.16-1", "1853-4.8.18-1", "1853-4.10.2-2")
def test_the_2s_are_sold_as_1m_to_small_companies():
    table = buying("ECR", small=True)
    sides = {a.split()[5] for a in table.legal() if "depot" in a}
    assert sides == {"2", "1M"}
    table.apply("ECR buys train 2 as 1M from depot for 180")
    assert (table.cash("ECR"), table.trains("ECR")) == (1820, ["1M"])
    assert {a.split()[5] for a in buying("EIR", small=True).legal() if "depot" in a} == {"2"}
    without = buying("ECR")
    assert without.refused("ECR buys train 2 as 1M from depot for 180") == "1853-4.10.2-2"


@pytest.mark.rule("1853-4.8.16-2")
def test_all_seven_come_before_the_first_3():
    others = {"ECR": {"B": 3, "trains": ["2"] * 3}, "SIR": {"C": 3, "trains": ["1M"] * 3}}
    table = buying("MSM", small=True, others=others)
    assert table.trains("depot").count("2") == 1
    assert table.refused("MSM buys train 3 as 3 from depot for 440") == "1853-4.8.16-2"
    assert table.refused("MSM buys train 4 as 4 from depot for 620") == "1853-4.8.3-1"
    table.apply("MSM buys train 2 as 2 from depot for 300")
    assert table.allows("MSM buys train 3 as 3 from depot for 440")


@pytest.mark.rule("1853-4.8.17-1", "1853-4.8.17-2")
def test_in_the_very_first_operating_round_there_are_more_2s():
    first = buying("MSM", small=True, sold_out=["2"], stock_round=1, operating_round=1)
    assert kinds(first) == {"2", "3"}
    for buy in ("2 as 1M from depot for 180", "2 as 2 from depot for 300"):
        first.apply(f"MSM buys train {buy}")
        assert "2" not in first.trains("depot")  # no more of them come than are bought
    assert first.trains("MSM") == ["1M", "2"]
    first.apply("MSM buys train 3 as 3 from depot for 440")
    assert first.refused("MSM buys train 2 as 2 from depot for 300") == "1853-4.8.17-2"
    second = buying("MSM", small=True, sold_out=["2"], stock_round=1, operating_round=2)
    assert kinds(second) == {"3"}
    without = buying("MSM", sold_out=["2"], stock_round=1, operating_round=1)
    assert kinds(without) == {"3"}


# -- loco tokens ----------------------------------------------------------------------------------


@pytest.mark.rule("1853-4.8.19-1", "1853-4.8.19-3")
def test_a_token_buys_a_metre_train_of_the_next_phase_once():
    table = buying("MSM", phase="3", sold_out=["2M"])
    assert table.refused("A hands in its token for train 3M") == "1853-4.8.19-5"
    assert table.refused("MSM hands in its token for train 4M") == "1853-4.8.19-3"  # not of the next phase
    table.apply("MSM hands in its token for train 3M")
    assert (table.cash("MSM"), table.trains("MSM")) == (1570, ["3M"])
    assert table.refused("MSM hands in its token for train 3M") == "1853-4.8.19-1"
    assert (
        buying("EIR", phase="3", sold_out=["2M"]).refused("EIR hands in its token for train 3M")
        == "1853-4.8.19-1"
    )


@pytest.mark.rule("1853-4.8.19-1")
def test_only_a_small_bbci_has_a_token():
    small = buying("BBCI", phase="3", sold_out=["2M"])
    assert small.allows("BBCI hands in its token for train 3M")
    large = buying("BBCI", phase="3", sold_out=["2M"], large=True)
    assert large.refused("BBCI hands in its token for train 3M") == "1853-4.8.19-1"


@pytest.mark.rule("1853-4.8.19-1", "1853-4.8.5-1")
def test_a_token_buys_no_train_above_the_limit():
    full = buying("MSM", phase="3", sold_out=["2M"], trains=["2"] * 4)
    assert full.refused("MSM hands in its token for train 3M") == "1853-4.8.5-1"
    assert buying("MSM", phase="3", sold_out=["2M"], trains=["2"] * 3).allows(
        "MSM hands in its token for train 3M"
    )


@pytest.mark.rule("1853-4.8.19-2")
def test_not_in_the_first_operating_round_of_the_game():
    table = buying("MSM", sold_out=["2"], stock_round=1, operating_round=1)
    assert table.refused("MSM hands in its token for train 2M") == "1853-4.8.19-2"


@pytest.mark.rule("1853-4.8.19-3")
def test_not_while_a_metre_train_is_on_sale():
    table = buying("MSM", phase="3")
    assert table.refused("MSM hands in its token for train 3M") == "1853-4.8.19-3"
    pool = buying("MSM", phase="4", sold_out=["2M", "3M"], pool_trains=["3M"])
    assert pool.refused("MSM hands in its token for train 4M") == "1853-4.8.19-3"
    none = buying("MSM", phase="4", sold_out=["2M", "3M"])
    assert none.allows("MSM hands in its token for train 4M")
    last = buying("MSM", phase="5", sold_out=["2M", "3M", "4M"])
    assert not any("token" in a for a in last.legal())


@pytest.mark.rule("1853-4.8.19-4")
def test_in_phase_2_a_token_buys_a_2m():
    table = buying("ECR", small=True, sold_out=["2"], operating_round=1)
    table.apply("ECR hands in its token for train 2M")
    assert table.cash("ECR") == 1750
    never_any = buying("ECR", operating_round=1)  # no small company opened in the first share round
    assert never_any.allows("ECR hands in its token for train 2M")


@pytest.mark.rule("1853-4.8.19-5")
def test_a_token_serves_its_own_company_only():
    others = {"ECR": {"A": 3, "cash": 500}}
    table = buying("MSM", phase="3", sold_out=["2M"], others=others, locos=frozenset({"ECR"}))
    assert table.refused("MSM hands in its token for train 3M") == "1853-4.8.19-1"
    assert table.refused("ECR hands in its token for train 3M") == "1853-4-1"


@pytest.mark.rule("1853-4.8.19-6")
def test_a_token_need_not_be_used():
    used, unused = (
        buying("MSM", phase="3", sold_out=["2M"], locos=frozenset(left)) for left in ((), ("MSM",))
    )
    assert unused.allows("MSM passes")
    assert used.game.scores() == unused.game.scores()


@pytest.mark.rule("1853-2.1-2", "1853-4.10.2-2")
def test_at_first_only_2s_are_on_sale():
    assert kinds(buying("MSM")) == {"2"}
    assert buying("MSM").refused("MSM buys train 2M as 2M from depot for 250") == "1853-4.8.13-1"


@pytest.mark.rule("1853-4.8.16-1")
def test_a_2_bought_as_a_2_does_not_become_a_1m_in_other_hands():
    table = buying("ECR", small=True, others={"EIR": {"A": 3, "trains": ["2"]}})
    assert table.refused("ECR buys train 2 as 1M from EIR for 10") == "1853-4.8.16-1"


@pytest.mark.rule("1853-4.8.17-1", "1853-3.4.3-2")
def test_further_2s_of_the_first_round_are_taken_on_credit_too():
    table = india(
        companies={"MSM": {"pool": 5, "A": 1, "cash": 100}},
        small=True,
        sold_out=["2"],
        stock_round=1,
        turn="MSM trains",
    )
    assert table.trains("depot").count("2") == 0
    table.apply("MSM takes train 2 as 2 on credit")
    assert table.trains("MSM") == ["2"]
