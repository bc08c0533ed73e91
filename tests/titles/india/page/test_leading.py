"""The table page of 1853 where companies are led: managers, credit, debts, gifts, tokens, the elephant, the end."""

from __future__ import annotations

from typing import Any

from kursbuch.titles.india.page.contracts import contracts
from kursbuch.web.pages.decision import Decision, decision
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.titles.dortmund.page.test_page import shown
from tests.titles.india.table import india

MANAGED = {"A": 1, "B": 1, "pool": 4}


def scene(table: Any, language: str = "en") -> Scene:
    return scene_of(table.game, table.game.acting or ("A",), words(language))


def effects(table: Any, action: str) -> list[tuple[str, str, str, str]]:
    """What the preview of an action says: of whom, what, before, after."""
    seen = preview(scene(table), table.game.read(action))
    return [tuple(shown(part).strip() for part in (e.who, e.what, e.before, e.after)) for e in seen.effects]  # type: ignore[misc]


def labels(now: Decision, kind: str) -> list[str]:
    (group,) = [g for g in now.groups if g.kind == kind]
    return [f"{shown(c.label)} {shown(c.sub)}".strip() for c in group.choices]


def in_debt(treasury: int, **about: Any) -> Any:
    table = india(companies={"SIR": {**MANAGED, "cash": treasury, "trains": ["2"]}}, **about)
    table.s.debts["SIR"] = table.s.trains["SIR"][0]
    return table


# -- managers and credit --------------------------------------------------------------------------


def test_credit_names_the_side_where_there_are_two_and_tells_the_debt() -> None:
    table = india(companies={"SIR": {**MANAGED, "cash": 100}}, turn="SIR trains", small=True)
    now = decision(scene(table))
    assert labels(now, "take_on_credit") == ["as 2 £300", "as 1M £180"]
    assert "on credit" in shown(now.hint) and "director may give" not in shown(now.hint)
    told = effects(table, "SIR takes train 2 as 1M on credit")
    assert ("SIR", "Debt", "0", "180") in told
    assert any("pays for nothing else" in who for who, *_ in told)
    one_side = india(companies={"SIR": {**MANAGED, "cash": 100}}, turn="SIR trains", phase="3")
    assert labels(decision(scene(one_side)), "take_on_credit") == ["On credit £440", "On credit £250"]


def test_credit_for_the_loco_token_says_that_it_is_handed_in() -> None:
    about = {"SIR": {**MANAGED, "cash": 100}}
    table = india(companies=about, turn="SIR trains", phase="3", sold_out=["2M"])
    assert labels(decision(scene(table)), "take_on_credit") == ["On credit £440", "Hand in the token £430"]
    told = effects(table, "SIR takes train 3M as 3M on credit")
    assert ("SIR", "Loco token", "1", "0") in told and ("SIR", "Debt", "0", "430") in told
    assert not any(what == "Loco token" for _, what, *_ in effects(table, "SIR takes train 3 as 3 on credit"))


def test_a_manager_is_told_that_nothing_is_paid_out() -> None:
    table = in_debt(200, turn="SIR pay", income=120)
    now = decision(scene(table))
    assert [c.action for g in now.groups for c in g.choices] == ["SIR withholds"]
    assert "pays no dividend" in shown(now.hint) and "£300" in shown(now.hint)
    assert ("SIR", "Debt", "300", "0") not in effects(table, "SIR withholds")
    assert "schüttet nichts aus" in shown(decision(scene(table, "de")).hint)


def test_a_manager_pays_the_debt_when_he_likes() -> None:
    table = in_debt(200, turn="SIR pay", income=120).apply("SIR withholds")
    now = decision(scene(table))
    assert "SIR pays for the train on credit" in now.cards
    assert ("SIR", "Debt", "300", "0") in effects(table, "SIR pays for the train on credit")


def test_a_debt_is_spoken_of_wherever_it_forbids_spending() -> None:
    now = decision(scene(in_debt(100, turn="SIR lay")))
    assert "owes £300" in shown(now.hint) and "Choose one of the lit hexes" in shown(now.hint)


def test_who_buys_into_a_debt_is_told_so_and_then_asked() -> None:
    table = in_debt(100, stock="B", cash={"B": 500})
    told = " ".join(who for who, *_ in effects(table, "B buys 10 SIR from pool"))
    assert "owes £300" in told and "gives the train back" in told
    table.apply("B buys 10 SIR from pool")
    now = decision(scene(table))
    assert now.cards.keys() == {"SIR pays for the train on credit", "SIR returns the train on credit"}
    assert ("SIR", "Debt", "300", "0") in effects(table, "SIR pays for the train on credit")


# -- trains ---------------------------------------------------------------------------------------


def test_what_the_director_gives_is_named() -> None:
    table = india(companies={"MSM": {"A": 3, "cash": 150}}, cash={"A": 420}, turn="MSM trains", phase="3")
    told = effects(table, "MSM buys train 2M as 2M from depot for 250")
    assert ("A", "gives to the company", "", "£100") in told and ("A", "Cash", "420", "320") in told
    rich = india(companies={"MSM": {"A": 3, "cash": 900}}, cash={"A": 420}, turn="MSM trains", phase="3")
    assert not any(
        "gives" in what for _, what, *_ in effects(rich, "MSM buys train 2M as 2M from depot for 250")
    )


def test_a_loco_token_is_used_up_and_may_need_a_gift() -> None:
    table = india(
        companies={"MSM": {"A": 3, "cash": 400}},
        cash={"A": 50},
        turn="MSM trains",
        phase="3",
        sold_out=["2M"],
    )
    assert labels(decision(scene(table)), "use_loco_token") == ["Hand in the token £430"]
    told = effects(table, "MSM hands in its token for train 3M")
    assert ("MSM", "Loco token", "1", "0") in told and ("A", "gives to the company", "", "£30") in told


def test_paying_up_tells_what_stays_unpaid() -> None:
    company = {"A": 2, "B": 2, "unpaid": {"A": 2}, "founded": False}
    table = india(companies={"SIR": company}, cash={"A": 200}, stock="A", stock_round=1)
    assert ("SIR", "not paid for", "20 %", "10 %") in effects(table, "A pays up 1 SIR")


def test_whoever_holds_too_much_is_told_to_sell() -> None:
    companies = {c: {"A": n} for c, n in (("EIR", 6), ("SIR", 8), ("MSM", 8), ("ECR", 6))}
    now = decision(scene(india(companies=companies, stock="A")))
    assert {g.kind for g in now.groups} == {"sell"} and "sell until" in shown(now.hint)


# -- the elephant and the end ---------------------------------------------------------------------


def test_an_offer_of_the_elephant_tells_both_purses() -> None:
    table = india(companies={"EIR": {"A": 3}}, cash={"A": 420, "B": 300, "C": 155}, stock="A")
    table.apply("A buys 10 EIR from offer", "A passes", "B passes", "C passes", "A passes")
    told = effects(table, "B offers the elephant to C for 40")
    assert told == [
        ("B", "Cash, if it is accepted", "300", "340"),
        ("C", "Cash, if it is accepted", "155", "115"),
    ]
    table.apply("B offers the elephant to C for 40")
    now = decision(scene(table))
    assert now.cards.keys() == {"C agrees", "C declines"} and "£40" in shown(now.hint)


def test_contracts_lie_open_when_the_game_is_over() -> None:
    named = {"A": ["Trichinopoly", "Delhi"], "B": ["Lahore", "Multan"]}
    company = {"A": 3, "price": 380, "trains": ["2"]}
    table = india(
        companies={"SIR": company}, named=named, loans={"A": 130, "B": 80}, turn="SIR pay", income=800
    )
    before = {deal.player: deal for deal in contracts(scene(table)).deals}
    assert before["B"].shown == "" and before["B"].state == "open"
    table.apply("SIR pays")
    assert table.game.over
    after = {deal.player: deal for deal in contracts(scene(table)).deals}
    assert after["B"].shown == "Lahore, Multan" and after["B"].state == "lapsed"
    together = contracts(scene_of(table.game, ("A", "B", "C"), words("en")))
    assert together.own is not None and not together.own.covered
