"""18DO §4.6, §4.7: the bank breaks, the game ends, players are ranked."""

import pytest

from kursbuch.rail.rounds import SetFrame
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.scene import Scene
from kursbuch.words import own_words
from tests.titles.dortmund.railway.table import LINE, go_on, railway


def set_of(table):
    return next(f for f in table.s.stack if isinstance(f, SetFrame))


def breaking(bank=50, cash=None, rounds=3, **about):
    """BME pays out more than the bank has."""
    return railway(
        companies={"BME": {"A": 60, "B": 40, "trains": ["4"], "cash": 0, "price": 70}},
        cash=cash or dict.fromkeys("ABC", 400),
        bank=bank,
        turn="BME pay",
        income=130,
        rounds=rounds,
        phase="4",
        tiles=LINE,
        turned=["1", "3", "4"],
        markers={"3": "out", "4": "out"},
        **about,
    )


@pytest.mark.rule("18DO-4.6-1")
def test_a_bank_that_cannot_pay_in_full_brings_the_end():
    assert breaking(bank=130).apply("BME pays").s.ending == ""
    assert breaking(bank=129).apply("BME pays").s.ending == "bank"


@pytest.mark.rule("18DO-4.6-4")
def test_all_players_pay_the_same_to_keep_the_bank_able_to_pay():
    table = breaking(bank=100).apply("BME pays")
    paid_in = [e.values for e in table.events("money") if e.values["why"] == "bank refilled"]
    amounts = {player: sum(m["amount"] for m in paid_in if m["src"] == player) for player in "ABC"}
    assert amounts == {"A": 10, "B": 10, "C": 10}  # 78 to A, then 30 are missing of 52 for B
    assert table.cash("bank") == 0


@pytest.mark.rule("18DO-4.6-4")
def test_players_pay_in_when_the_bank_has_something_to_pay_and_not_before():
    """Nothing was left over beside the dividend, so the bank, in debt since earlier, has nothing to pay there."""
    table = breaking(bank=-30).apply("BME pays")
    paid_in = [e.values for e in table.events("money") if e.values["why"] == "bank refilled"]
    assert [m["amount"] for m in paid_in] == [(30 + 78) // 3] * 3 + [18] * 3  # for dividends of 78 and 52


@pytest.mark.rule("18DO-4.6-4")
def test_nobody_pays_in_more_than_the_poorest_has():
    table = breaking(bank=100, cash={"A": 400, "B": 400, "C": 7}).apply("BME pays")
    paid_in = [e.values for e in table.events("money") if e.values["why"] == "bank refilled"]
    assert [(m["src"], m["amount"]) for m in paid_in] == [("A", 7), ("B", 7), ("C", 7)]
    assert (table.cash("C"), table.cash("bank")) == (0, 100 - 130 + 3 * 7)


def play_on(table):
    """Pass, pay and buy until the game is over."""
    rounds = set()
    while not table.game.over:
        rounds.add(table.round)
        wanted = ("BME pays", "passes", "runs", "from depot", "from pool")
        table.apply(next(a for word in wanted for a in table.legal() if word in a))
    return rounds


@pytest.mark.rule("18DO-4.6-2", "18DO-4.2-2")
def test_a_break_in_an_operating_round_ends_before_the_next_stock_round():
    table = breaking(bank=20)
    rounds = play_on(table.apply("BME pays"))
    assert {"OR 2.2", "OR 2.3"} <= rounds
    assert not any(name.startswith("SR") for name in rounds)


@pytest.mark.rule("18DO-4.6-3")
@pytest.mark.parametrize("phase", ["2", "4"])
def test_a_break_in_a_stock_round_leaves_three_operating_rounds(phase):
    table = railway(
        companies={"BME": {"A": 60, "B": 20, "trains": ["4"], "cash": 0, "price": 70}},
        cash=dict.fromkeys("ABC", 400),
        bank=50,
        phase=phase,
        tiles=LINE,
        stock="A",
    )
    table.apply("A sells 10 BME", "A passes")
    assert table.s.ending == "bank"
    rounds = play_on(table)
    assert [name for name in sorted(rounds) if name.startswith("OR")] == ["OR 2.1", "OR 2.2", "OR 2.3"]


@pytest.mark.rule("18DO-4.6-5", "18DO-4.6-6", "18DO-4.6-7")
def test_wealth_is_cash_and_certificates_only():
    table = railway(
        companies={"BME": {"A": 40, "price": 120, "cash": 900, "trains": ["8"]}},
        cash={"A": 500, "B": 0, "C": 0},
        cubes={"1": 3},
        phase="8",
    )
    assert table.game.scores() == {"A": 980, "B": 0, "C": 0}


@pytest.mark.rule("18DO-4.6-8")
def test_loans_count_twice():
    table = railway(cash={"A": 2000, "B": 0, "C": 0}, loans={"A": 50})
    assert table.game.scores()["A"] == 1900


@pytest.mark.rule("18DO-4.6-9")
def test_the_richest_player_wins():
    """A has most shares and B most cash; C has most of both together."""
    table = breaking(cash={"A": 400, "B": 1500, "C": 1400}, rounds=1)
    table.s.shares["BME"] = tuple("C" if owner == "B" else owner for owner in table.s.shares["BME"])
    play_on(table.apply("BME pays"))
    scores = table.game.scores()
    assert scores["C"] > scores["B"] > scores["A"]
    scene = Scene(table.game, None, (), own_words("en", "18do-railway"), len(table.game.actions))
    assert decision(scene).title == "C wins."
    even = scores["C"] - scores["B"]  # two who are equally rich win together
    table.s.cash["B"] += even
    table.s.cash["bank"] -= even
    shared = Scene(table.game, None, (), own_words("en", "18do-railway"), len(table.game.actions))
    assert decision(shared).title == "B · C wins."


@pytest.mark.rule("18DO-4.6-10")
def test_the_last_price_counts():
    table = breaking(bank=20, rounds=1)
    before = table.price("BME")
    table.apply("BME pays")
    play_on(table)
    assert table.price("BME") > before
    assert table.game.scores()["A"] == table.cash("A") + 6 * table.price("BME")
    assert table.refused("A passes") == "18DO-4.6-10"


@pytest.mark.rule("18DO-4.7-1", "18DO-4.7-2")
def test_cash_and_treasuries_are_open():
    table = railway(companies={"BME": {"A": 50, "cash": 140}}, cash={"A": 77})
    for viewer in (None, "B"):
        view = table.game.view(viewer)["position"]
        assert view["cash"]["A"] == 77
        assert view["companies"]["BME"]["cash"] == 140


STARTING = {"bid_for"}
PAPER = {"buy", "found", "sell", "sell_paper", "trade_up", "hand_over", "issue", "redeem"}
BREWERIES = {"assign", "flip"}
BUILDING = {"lay", "station", "connect", "pay_for_link"}
RUNNING = {"run", "carry", "pay", "withhold"}
TRAINS = {"buy_train", "agree", "decline", "discard"}  # the one word that is asked of another player


@pytest.mark.rule("18DO-4.7-3", "18DO-4.7-4", "18DO-4.7-5", "18DO-4.7-6", "18DO-4.7-7")
def test_the_engine_knows_no_binding_agreements():
    """They are talk: no kind of action makes one or gives money for nothing, nothing in a position remembers one, so
    nobody has to cancel it.
    """
    table = go_on(railway(companies={"BME": {"A": 50, "cash": 140}}, cash={"A": 77}))
    kinds = set(table.game.rules.grammar.kinds)
    assert kinds == {"pass"} | STARTING | PAPER | BREWERIES | BUILDING | RUNNING | TRAINS
    assert table.game.view("A")["position"] == table.game.view(None)["position"]  # nothing is secret


@pytest.mark.rule("18DO-4.6-1")
def test_only_the_banks_own_payments_break_it():
    """A bank with little money is not broken by what others pay each other."""
    table = railway(companies={"BME": {"A": 50, "trains": ["2"]}}, stock="B", cash={"B": 200})
    table.s.cash["A"] += table.s.cash["bank"] - 10
    table.s.cash["bank"] = 10
    table.apply("B buys 10 BME from company")
    assert not table.s.ending and table.cash("BME") > 0
