"""18DO §8.2.2, §8.4.5, §8.5: beer for two, the Investor's companies in operating rounds, the grey phase, the end."""

import pytest

from kursbuch.rail.rounds import SetFrame
from tests.titles.dortmund.investor.beer.two_table import THREE, at_brewing, at_stocks
from tests.titles.dortmund.railway.table import EAST, LINE

PAYS, KEEPS = "{} pays", "{} withholds"


# -- the Investor's minor brewery -----------------------------------------------------------------


def minor(step, kettles=("S2",), cash=0, money=0, **about):
    return at_brewing(
        minors={"B5": {"owner": "Investor", "kettles": kettles, "cash": cash}, "B7": {"owner": "A"}},
        turn=f"B5 {step}",
        cash={"Investor": money, "A": 400, "B": 400},
        **about,
    )


@pytest.mark.rule("18DO-8.2.2.2-1", "18DO-8.2.2-1")
@pytest.mark.parametrize(("railway", "brewery"), [("A", "B"), ("B", "A")])
def test_the_holder_of_the_card_runs_the_brewery(railway, brewery):
    table = minor("deliver", investor_card=railway, regular=[0, 3])
    assert table.acting == brewery
    assert table.refused(f"{railway}: B5 delivers 2 to regular 2") == "18DO-6.5-2"
    assert table.allows("B5 delivers 2 to regular 2")


@pytest.mark.rule("18DO-8.4.2-5")
@pytest.mark.parametrize(("stock_round", "acts"), [(2, "B5"), (3, "DUB")])
def test_up_to_the_third_operating_round_it_acts_with_its_minor_brewery(stock_round, acts):
    minors = {"B5": {"owner": "Investor", "kettles": ["S2"]}, "B7": {"owner": "A", "kettles": ["S2"]}}
    table = at_stocks(stock_round=stock_round, minors=minors, cash={"Investor": 400}, regular=[0, 3])
    words = ("passes", "runs", "pays", "withholds", "delivers", "buys")
    while not any(event.key == "market-renewed" for event in table.game.events):
        table.apply(next(action for word in words for action in table.starts(f" {word}")))
    turns = [event.values["brewery"] for event in table.game.events if event.key == "brewery-turn"]
    assert sorted(turns) == sorted(["B7", acts])


@pytest.mark.rule("18DO-8.2.2.2-2")
def test_with_the_newest_kettle_it_shares_its_income():
    table = minor("pay", income=60)  # cards of type 2 are on offer, its START card is of type 2
    assert table.refused(KEEPS.format("B5")) == "18DO-8.2.2.2-2"
    table.apply(PAYS.format("B5"))
    assert (table.cash("Investor"), table.cash("B5")) == (30, 30)


@pytest.mark.rule("18DO-8.2.2.2-3")
def test_without_it_keeps_all():
    table = minor("pay", income=60, phase="3")
    assert table.refused(PAYS.format("B5")) == "18DO-8.2.2.2-3"
    table.apply(KEEPS.format("B5"))
    assert (table.cash("Investor"), table.cash("B5")) == (0, 60)


@pytest.mark.rule("18DO-8.2.2.2-4")
def test_it_buys_a_kettle_as_soon_as_it_can_pay():
    table = minor("buy", cash=170)
    assert table.refused("B5 passes") == "18DO-8.2.2.2-4"
    table.apply("B5 buys kettle 2A for 80")
    assert table.refused("B5 passes") == "18DO-8.2.2.2-4"  # two in the yellow phase
    table.apply("B5 buys kettle 2A for 80")
    assert table.step != "B5 buy" and table.kettles("B5") == [2, 2, 2]
    full = minor("buy", kettles=["S2", "S1", "S1"], cash=170)
    assert full.allows("B5 passes") and not full.starts("kettle")
    poor = minor("buy", cash=79, money=500)
    assert poor.allows("B5 passes")
    late = minor("buy", kettles=(), cash=900, phase="8", depot="8")
    assert late.legal() == ["B5 passes"], "a minor brewery has no kettle of type 8"
    theirs = at_brewing(minors={"B5": {"cash": 170, "kettles": ["S2"]}}, turn="B5 buy")
    assert theirs.allows("B5 passes")


@pytest.mark.rule("18DO-8.2.2.2-5")
def test_the_investor_may_add_up_to_half_the_price():
    table = minor("buy", cash=40, money=50)
    assert table.allows("B5 passes")
    assert table.refused("B5 buys kettle 2A for 80, 30 from its owner") == "18DO-6.5.2.6-7"
    table.apply("B5 buys kettle 2A for 80, 40 from its owner")
    assert (table.cash("Investor"), table.cash("B5")) == (10, 0)
    assert (
        minor("buy", cash=39, money=50).refused("B5 buys kettle 2A for 80, 41 from its owner")
        == "18DO-8.2.2.2-5"
    )
    bare = minor("buy", kettles=(), cash=39, money=50)  # also without a kettle, unlike a player
    assert bare.refused("B5 buys kettle 2A for 80, 41 from its owner") == "18DO-8.2.2.2-5"


# -- its brewery corporation ----------------------------------------------------------------------


def big(step, kettles=("3",), cash=0, money=0, phase="3", railways=None, **about):
    block = {"Investor": 50, "cash": cash, "kettles": kettles, "price": 60, **about.pop("block", {})}
    return at_brewing(
        corporations={"DUB": block},
        railways=railways or {},
        turn=f"DUB {step}",
        phase=phase,
        cash={"Investor": money, "A": 400, "B": 400},
        **about,
    )


@pytest.mark.rule("18DO-8.2.2.2-6")
def test_it_pays_with_the_newest_kettle_and_else_keeps():
    new = big("pay", income=100)
    assert new.refused("DUB withholds") == "18DO-8.2.2.2-6" and new.allows("DUB pays")
    old = big("pay", income=100, phase="4")
    assert old.refused("DUB pays") == "18DO-8.2.2.2-6" and old.allows("DUB withholds")
    sold_out = big("pay", income=100, phase="4", depot="5", kettles=["4"])
    assert sold_out.refused("DUB pays") == "18DO-8.2.2.2-6", "the bank has only newer ones left"


@pytest.mark.rule("18DO-8.2.2.2-7")
@pytest.mark.parametrize("kettle", ["5", "6", "8"])
def test_with_a_late_kettle_the_use_of_its_income_is_free(kettle):
    table = big("pay", income=100, phase="8", kettles=[kettle])
    assert table.allows("DUB pays") and table.allows("DUB withholds")


@pytest.mark.rule("18DO-8.2.2.2-7", "18DO-8.2.2.2-3")
def test_it_is_not_free_with_an_older_kettle_nor_for_a_minor_brewery():
    assert big("pay", income=100, phase="8", kettles=["4"]).refused("DUB pays") == "18DO-8.2.2.2-6"
    small = minor("pay", kettles=["5"], income=60, phase="6")
    assert small.refused("B5 pays") == "18DO-8.2.2.2-3" and small.allows("B5 withholds")


@pytest.mark.rule("18DO-8.2-3", "18DO-8.2.2.2-7")
def test_free_as_it_is_its_income_is_not_kept_to_ruin_it():
    def at(price, income, **about):
        return big("pay", income=income, phase="8", kettles=["5"], block={"price": price}, **about)

    assert at(10, 100).refused("DUB withholds") == "18DO-8.2-3"
    assert at(10, 100).apply("DUB pays").president("DUB") == "Investor"
    assert at(30, 100).allows("DUB withholds")
    assert at(10, 5).allows("DUB withholds"), "there is no dividend that would save it"
    assert at(10, 100, loans={"DUB": 20}).allows("DUB withholds"), "a loan leaves no choice"


@pytest.mark.rule("18DO-8.2.2.2-8", "18DO-8.2.2-2")
def test_it_must_buy_the_newest_kettle_if_it_can():
    assert big("buy", phase="4", cash=300).refused("DUB passes") == "18DO-8.2.2.2-8"
    assert big("buy", phase="4", cash=299).allows("DUB passes")
    assert big("buy", phase="4", cash=300, kettles=["4"]).allows("DUB passes")
    assert big("buy", phase="4", cash=300, kettles=["3", "3", "3"]).allows("DUB passes")


@pytest.mark.rule("18DO-8.2.2.2-8")
def test_of_two_types_on_offer_the_newer_counts():
    table = big("buy", phase="8", cash=800, kettles=["5"], depot="6")
    table.s.trains["out"] = (*table.s.trains.get("out", ()), *table.s.trains["depot"][:2])
    table.s.trains["depot"] = table.s.trains["depot"][2:]
    assert table.refused("DUB buys kettle 6 for 630") == table.refused("DUB passes") == "18DO-8.2.2.2-8"
    assert table.allows("DUB buys kettle 8 for 800")
    table.s.cash["DUB"], table.s.cash["bank"] = 799, table.s.cash["bank"] + 1
    assert table.allows("DUB buys kettle 6 for 630") and table.allows("DUB passes")


@pytest.mark.rule("18DO-8.2.2.2-9")
def test_one_kettle_may_be_given_up_to_make_room():
    table = big("deliver", phase="4", kettles=["3", "3", "2A"], cash=300, regular=[0, 9, 9])
    table.apply("DUB scraps kettle 2")
    assert table.refused("DUB scraps kettle 3") == "18DO-8.2.2.2-9"
    while table.step != "DUB buy":
        table.apply(table.legal()[0])
    assert table.refused("DUB passes") == "18DO-8.2.2.2-8"
    assert big("deliver", regular=[0, 0, 9]).refused("DUB scraps kettle 3") == "18DO-8.2.2.2-9"
    newest = big("deliver", phase="4", kettles=["4", "3", "3"], cash=900, regular=[0, 0, 9])
    assert newest.refused("DUB scraps kettle 3") == "18DO-8.2.2.2-9", "it need not buy another"
    # 120 to earn, 120 for an own certificate, 300 to pay
    poor, able = (
        big("deliver", phase="4", kettles=["3", "3", "3"], cash=cash, regular=[0, 0, 4]) for cash in (59, 60)
    )
    assert poor.refused("DUB scraps kettle 3") == "18DO-8.2.2.2-9", "nothing could be bought in its place"
    assert "DUB scraps kettle 3" not in poor.legal()
    assert able.allows("DUB scraps kettle 3")
    assert at_brewing(
        corporations={"RIT": {"A": 50, "kettles": ["3"]}}, turn="RIT deliver", phase="3"
    ).allows("RIT scraps kettle 3")


HELD = {
    "CME": {"A": 50, "Investor": 10, "spot": (0, 11)},  # 90
    "RhE": {"B": 50, "Investor": 10, "spot": (0, 4)},  # 50
}
FOUR = "DUB buys kettle 4 for 300"


@pytest.mark.rule("18DO-8.2.2.2-10", "18DO-8.2.2.1-9", "18DO-8.2.2.1-10")
def test_forced_it_sells_all_own_certificates_first():
    table = big("buy", phase="4", kettles=(), cash=90, money=500, block={"A": 20, "B": 10, "price": 115})
    assert table.refused("DUB passes") == "18DO-6.5.2.7-4"
    table.apply(FOUR)  # two would do
    assert table.percent("pool", "DUB") == 20 and table.price("DUB") == 90
    assert (table.cash("Investor"), table.cash("DUB")) == (500, 90 + 230 - 300)


@pytest.mark.rule(
    "18DO-8.2.2.2-10", "18DO-8.2.2.1-11", "18DO-8.2.2.1-12", "18DO-8.2.2.1-13", "18DO-8.2.1.2-5"
)
def test_then_its_cash_then_its_other_certificates_then_a_loan():
    block = {"A": 20, "B": 30}
    table = big("buy", phase="4", kettles=(), cash=200, money=60, railways=HELD, block=block)
    table.apply(FOUR)
    assert table.percent("Investor", "RhE") == 0 and table.percent("Investor", "CME") == 10
    assert table.cash("Investor") == 60 + 50 - 100 and not table.s.loans
    assert table.price("RhE") == 50  # not sold by its director
    poor = big("buy", phase="4", kettles=(), cash=200, money=80, block=block)
    poor.apply(FOUR)
    assert poor.s.loans == {"DUB": 20} and poor.kettles("DUB") == [4]


@pytest.mark.rule("18DO-8.2.2.1-12")
def test_among_equal_prices_what_acts_last_is_sold_first():
    alike = {"CME": {"A": 50, "Investor": 10, "spot": (0, 4)}, "RhE": HELD["RhE"]}
    block = {"A": 20, "B": 30}
    table = big("buy", phase="4", kettles=(), cash=200, money=60, railways=alike, block=block)
    first, last = (company for company in table.s.prices.order() if company in alike)
    table.apply(FOUR)
    assert (table.percent("Investor", first), table.percent("Investor", last)) == (10, 0)
    table = at_brewing(
        corporations={
            "DUB": {"Investor": 50, "cash": 200, "price": 60, **block},
            "RIT": {"B": 50, "Investor": 10, "price": 50, "kettles": ["3"]},
        },
        railways={"RhE": HELD["RhE"]}, turn="DUB buy", phase="4", cash={"Investor": 60},
    )  # fmt: skip
    table.apply(FOUR)
    assert (table.percent("Investor", "RhE"), table.percent("Investor", "RIT")) == (10, 0), (
        "breweries act last"
    )


@pytest.mark.rule("18DO-8.2.2.2-10", "18DO-8.2.2.1-14")
def test_a_loan_is_repaid_from_its_income():
    table = big("pay", income=100, phase="8", kettles=["5"], loans={"DUB": 120})
    assert table.refused("DUB pays") == "18DO-8.2.2.1-14"
    table.apply("DUB withholds")
    assert table.s.loans == {"DUB": 20} and table.cash("DUB") == 0


@pytest.mark.rule("18DO-6.4.8-1")
def test_a_loan_goes_with_the_company():
    table = big("pay", income=100, phase="8", kettles=["5"], loans={"DUB": 120}, block={"price": 10})
    table.apply("DUB withholds")
    assert "DUB" not in table.s.founded and table.s.loans == {}


@pytest.mark.rule("18DO-8.2.2.2-11")
def test_an_own_certificate_is_sold_only_for_the_kettle_it_needs():
    assert big("buy", phase="4", cash=240).allows("DUB issues 1")
    assert big("buy", phase="4", cash=239).refused("DUB issues 1") == "18DO-8.2.2.2-11"
    assert big("buy", phase="4", cash=239).allows("DUB issues 2")  # one certificate of 20 %
    assert big("buy", phase="4", cash=240, kettles=["4"]).refused("DUB issues 1") == "18DO-8.2.2.2-11"


@pytest.mark.rule("18DO-8.2.2.2-11")
def test_no_certificate_is_sold_for_a_kettle_that_the_income_pays_for():
    def before_it_delivers(cash):
        return big("deliver", phase="4", cash=cash, kettles=["3"], regular=[0, 0, 9])

    assert before_it_delivers(240).refused("DUB issues 1") == "18DO-8.2.2.2-11", "90 come in, 60 are missing"
    assert before_it_delivers(200).allows("DUB issues 1"), "income and certificate together will do"
    assert before_it_delivers(100).refused("DUB issues 1") == "18DO-8.2.2.2-11"


@pytest.mark.rule("18DO-8.2.2.2-11", "18DO-8.2.2.2-10")
def test_without_any_kettle_one_certificate_may_pay_for_the_older_type():
    """Types 6 and 8 are on offer: 630 and 800."""

    def bare(cash, kettles=()):
        table = big("buy", phase="8", cash=cash, kettles=kettles, depot="6")
        table.s.trains["out"] = (*table.s.trains.get("out", ()), *table.s.trains["depot"][:2])
        table.s.trains["depot"] = table.s.trains["depot"][2:]
        return table

    table = bare(570)
    assert table.allows("DUB issues 1"), "60 are missing"
    table.apply("DUB issues 1", "DUB buys kettle 6 for 630")
    assert (table.cash("DUB"), table.percent("pool", "DUB")) == (0, 10), "the other certificates stay"
    assert bare(569).refused("DUB issues 1") == "18DO-8.2.2.2-11"
    assert bare(740).allows("DUB issues 1"), "for the newest"
    assert bare(570, ["5"]).refused("DUB issues 1") == "18DO-8.2.2.2-11"


@pytest.mark.rule("18DO-8.2-3")
def test_no_sale_of_own_shares_ruins_it():
    table = big("buy", phase="4", cash=290, block={"price": 10})
    assert table.refused("DUB issues 1") == "18DO-8.2-3"


@pytest.mark.rule("18DO-8.2.2.2-12")
def test_buying_back_is_the_holders_choice_and_once_a_turn():
    table = big("pay", income=100, cash=200, block={"pool": 20, "price": 60})
    assert table.allows("DUB redeems 1")
    table.apply("DUB redeems 1")
    assert table.percent("pool", "DUB") == 10 and table.refused("DUB redeems 1") == "18DO-6.5.2.1-4"
    assert big("buy", cash=200, block={"pool": 20, "price": 60}).allows("DUB passes")


@pytest.mark.rule("18DO-8.2.2.2-8", "18DO-8.2.2.2-12")
def test_the_newest_kettle_comes_before_a_certificate_bought_back():
    def late(cash, **about):
        return big("pay", income=0, phase="4", cash=cash, block={"pool": 20, "price": 60}, **about)

    assert late(359).refused("DUB redeems 1") == "18DO-8.2.2.2-8"
    assert late(360).allows("DUB redeems 1")  # 300 are left
    assert late(299).allows("DUB redeems 1")  # too little for the kettle anyway
    assert late(300, kettles=["4"]).allows("DUB redeems 1")
    theirs = {"A": 50, "kettles": ["3"], "pool": 20, "price": 60, "cash": 300}
    assert at_brewing(corporations={"RIT": theirs}, turn="RIT buy", phase="4").allows("RIT redeems 1")


@pytest.mark.rule("18DO-8.2.2.2-8", "18DO-8.2.2.2-12")
def test_nothing_is_bought_back_early_to_get_round_the_newest_kettle():
    """Two cubes for 20 each are still to come and have to be kept."""

    def early(cash, **about):
        demand = {"regular": [0, 2], "stock": 9}
        return big("deliver", kettles=["2A"], cash=cash, block={"pool": 20, "price": 60}, **demand, **about)

    assert early(140).refused("DUB redeems 1") == "18DO-8.2.2.2-8"
    assert early(139).allows("DUB redeems 1"), "its income will not pay for the kettle"
    assert early(240).allows("DUB redeems 1"), "180 are left"
    assert early(140, loans={"DUB": 10}).allows("DUB redeems 1"), "the bank has a claim on the income"
    delivered = early(140).apply("DUB delivers 2 to regular 2")
    assert delivered.refused("DUB redeems 1") == "18DO-8.2.2.2-8"
    late = {"phase": "6", "kettles": ["5"], "block": {"pool": 20, "price": 60}, "income": 100}
    assert big("pay", cash=600, **late).allows("DUB redeems 1"), "its income may as well be paid out"
    assert big("pay", cash=600, loans={"DUB": 70}, **late).refused("DUB redeems 1") == "18DO-8.2.2.2-8"


@pytest.mark.rule("18DO-8.2.2.2-10", "18DO-8.2.2.2-12")
@pytest.mark.parametrize("cash", [100, 359])
def test_without_any_kettle_nothing_is_bought_back_first(cash):
    table = big("buy", phase="4", kettles=(), cash=cash, block={"pool": 20, "price": 60})
    assert table.refused("DUB redeems 1") == "18DO-8.2.2.2-10"


@pytest.mark.rule("18DO-8.2-3", "18DO-8.2.2.2-10")
def test_a_forced_sale_stops_before_it_would_close_the_investors_brewery():
    table = big("buy", phase="4", kettles=(), cash=20, money=100, block={"price": 30})
    table.apply(FOUR)
    assert not table.events("closes") and table.president("DUB") == "Investor"
    assert (table.percent("pool", "DUB"), table.price("DUB")) == (10, 10)
    assert table.s.loans == {"DUB": 300 - 20 - 30 - 100} and table.kettles("DUB") == [4]


@pytest.mark.rule("18DO-8.2.2.2-13")
def test_the_holder_of_the_railway_card_answers_for_its_trains():
    asked = {
        "corporations": {"RIT": {"B": 50, "kettles": ["8"]}},
        "railways": {"BME": {"Investor": 50, "trains": ["6"], "tokens": ["E12.0"]}},
        "tiles": EAST, "phase": "8", "regular": [0, 0, 0, 0, 0, 9], "turn": "RIT deliver",
    }  # fmt: skip
    table = at_brewing(**asked, investor_card="A")
    table.apply("RIT delivers 2 to regular 6, keeps 2")
    load = table.starts("loads 2")[0]
    table.apply(load)
    assert table.acting == "A"
    table.apply("A declines")
    assert not table.s.loaded and table.refused(load) == "18DO-6.5.2.4-9"
    own = at_brewing(**asked, investor_card="B")
    own.apply("RIT delivers 2 to regular 6, keeps 2", load)
    assert sum(own.s.loaded.values()) == 2  # B need not ask B


# -- its railway ----------------------------------------------------------------------------------


def rail(step, card="A", money=0, phase="3", others=None, **about):
    block = {"Investor": 50, "price": 80, "trains": ["3"], "cash": 100, **about}
    rest = {
        key: block.pop(key) for key in ("loans", "income", "depot", "tiles", "pool_trains") if key in block
    }
    return at_stocks(
        {"BME": block, **(others or {})},
        **{"tiles": LINE, **rest}, turn=f"BME {step}", investor_card=card, phase=phase, cash={"Investor": money},
    )  # fmt: skip


@pytest.mark.rule("18DO-8.2.2.1-2", "18DO-8.2.2-1")
@pytest.mark.parametrize(("card", "other"), [("A", "B"), ("B", "A")])
def test_the_holder_of_the_card_runs_the_railway(card, other):
    table = rail("lay", card)
    assert table.acting == card
    assert table.refused(f"{other}: BME passes") == "18DO-6.5-2"


@pytest.mark.rule("18DO-8.2.2.1-4", "18DO-8.2.2.1-6")
def test_cards_2a_and_2b_are_one_type():
    table = rail("pay", phase="", trains=["2"], income=60, depot="2B")
    assert table.trains("depot")[0] == "2B"
    assert table.refused("BME withholds") == "18DO-8.2.2.1-4" and table.allows("BME pays")
    assert rail("trains", phase="", trains=["2"], depot="2B", cash=80).allows("BME passes")


@pytest.mark.rule("18DO-8.2.2.1-5", "18DO-8.2.2.1-14")
@pytest.mark.parametrize("train", ["5", "6", "8"])
def test_with_a_permanent_train_it_pays_unless_it_owes_the_bank(train):
    free = rail("pay", phase="8", trains=[train], income=100)
    assert free.refused("BME withholds") == "18DO-8.2.2.1-5" and free.allows("BME pays")
    owing = rail("pay", phase="8", trains=[train], income=100, loans={"BME": 20})
    assert owing.refused("BME pays") == "18DO-8.2.2.1-14" and owing.allows("BME withholds")


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2.1-7", "18DO-8.2.2.1-8")
def test_it_buys_the_new_train_of_the_phase_and_deals_in_no_others():
    theirs = {"CME": {"A": 50, "price": 90, "trains": ["4"], "cash": 300}}
    table = rail("trains", phase="4", cash=300, others=theirs, pool_trains=["3"])
    assert table.refused("BME passes") == "18DO-8.2.2.1-6"
    assert table.refused("BME buys train 3 as 3 from pool for 180") == "18DO-8.2.2.1-7"
    assert table.refused("BME buys train 4 as 4 from CME for 100") == "18DO-8.2.2.1-7"
    table.apply("BME buys train 4 as 4 from depot for 300")
    buyer = {"BME": {"Investor": 50, "price": 80, "trains": ["3", "4"]}, **theirs}
    asked = at_stocks(buyer, turn="CME trains", phase="4")
    assert asked.refused("CME buys train 3 as 3 from BME for 100") == "18DO-8.2.2.1-8"


@pytest.mark.rule("18DO-8.2.2.1-16")
def test_with_a_permanent_train_it_buys_a_certificate_back():
    table = rail("trains", phase="6", trains=["6"], cash=100, pool=10)
    assert table.refused("BME passes") == "18DO-8.2.2.1-16"
    table.apply("BME redeems 1")
    assert (table.percent("pool", "BME"), table.cash("BME")) == (0, 20)
    assert rail("trains", phase="6", trains=["6"], cash=79, pool=10).allows("BME passes")
    early = rail("trains", phase="3", trains=["3"], cash=100, pool=10)
    assert early.refused("BME redeems 1") == "18DO-8.2.2.1-16"


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_its_own_certificate_goes_only_for_the_train_it_needs():
    assert rail("trains", phase="4", cash=240, price=60).allows("BME issues 1")
    assert rail("trains", phase="4", cash=239, price=60).refused("BME issues 1") == "18DO-8.2.2.1-15"
    assert rail("trains", phase="4", cash=300, price=60).refused("BME issues 1") == "18DO-8.2.2.1-15"


@pytest.mark.rule("18DO-8.2.2.1-3")
def test_its_trains_run_for_the_highest_income_with_their_beer():
    table = rail("run", phase="8", trains=["6"], loads=[2], tokens=["E12.0"], tiles=EAST)
    (best,) = table.starts("carrying")
    table.apply(best)
    assert table.events("carries") and not table.s.loaded
    plain = rail("run", trains=["3"], tokens=["E12.0"])
    assert plain.refused("BME runs 3: H11.0 G12.0 F13 E12.0") == "18DO-8.2.2.1-3"


@pytest.mark.rule("18DO-8.2.2.1-9", "18DO-8.2.2.1-13")
def test_its_forced_purchase_on_the_line_of_prices():
    table = rail("trains", phase="4", trains=[], cash=90, A=20, B=20, price=80, money=20, others={
        "CME": {"A": 50, "Investor": 10, "price": 90, "trains": ["4"]},
    })  # fmt: skip
    table.apply("BME buys train 4 as 4 from depot for 300")
    assert table.percent("pool", "BME") == 10 and table.price("BME") == 75
    assert table.price("CME") == 90 and table.percent("Investor", "CME") == 0
    assert table.s.loans == {"BME": 300 - 90 - 80 - 20 - 90}


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_what_a_certificate_was_sold_for_is_not_built_with():
    table = rail("lay", phase="4", trains=[], cash=240, price=60)
    dear = next(a for a in table.starts("lays") if table.game.after(a).state.cash["BME"] < 240)
    table.apply("BME issues 1")
    assert table.refused(dear) == "18DO-8.2.2.1-15"
    table.apply("BME passes")
    assert table.step == "BME trains", "there is no money for stations and links"


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_only_the_investors_railway_is_kept_from_ruin_by_its_own_sale():
    """A sale of the Investor's would close it; a player's railway may ruin itself."""
    own = rail("trains", phase="4", trains=["3"], cash=290, price=10)
    assert own.refused("BME issues 1") == "18DO-8.2-3"
    theirs = at_stocks({**THREE, "CME": {"A": 50, "price": 10, "trains": ["3"]}}, turn="CME trains")
    theirs.apply("CME issues 1")
    assert "CME" not in theirs.s.founded


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_without_any_train_one_certificate_may_pay_for_the_older_type():
    """Types 6 and 8 are on offer: 630 and 800."""

    def bare(cash, trains=()):
        table = rail("trains", phase="8", cash=cash, price=60, trains=trains, depot="6")
        table.s.trains["out"] = (*table.s.trains.get("out", ()), *table.s.trains["depot"][:2])
        table.s.trains["depot"] = table.s.trains["depot"][2:]
        return table

    six = "BME buys train 6 as 6 from depot for 630"
    assert bare(570).apply(six).percent("pool", "BME") > 10, "a forced sale of all"
    table = bare(570).apply("BME issues 1", six)
    assert (table.cash("BME"), table.percent("pool", "BME")) == (0, 10)
    assert bare(569).refused("BME issues 1") == "18DO-8.2.2.1-15"
    assert bare(740).allows("BME issues 1"), "for a train of the phase"
    assert bare(570, ["6"]).refused("BME issues 1") == "18DO-8.2.2.1-15"


@pytest.mark.rule("18DO-8.2.2.1-12", "18DO-4.4.5-6")
def test_what_has_not_operated_yet_is_not_sold_for_a_forced_purchase_either():
    table = rail("trains", phase="4", trains=[], cash=90, A=20, B=20, price=80, money=20, others={
        "CME": {"A": 50, "Investor": 10, "price": 75, "trains": ["4"]},
    })  # fmt: skip
    table.s.veterans -= {"CME"}  # floated in the stock round before, it comes after BME
    table.apply("BME buys train 4 as 4 from depot for 300")
    assert table.percent("Investor", "CME") == 10
    assert table.s.loans == {"BME": 300 - 90 - 80 - 20}


@pytest.mark.rule("18DO-8.2-3", "18DO-8.2.2.1-9")
@pytest.mark.parametrize(("price", "sold", "after"), [(50, 30, 10), (30, 10, 10), (10, 0, 10), (80, 50, 55)])
def test_a_forced_sale_stops_before_it_would_close_the_investors_railway(price, sold, after):
    table = rail("trains", phase="4", trains=[], cash=20, price=price, money=200)
    table.apply("BME buys train 4 as 4 from depot for 300")
    assert not table.events("closes") and table.president("BME") == "Investor"
    assert (table.percent("pool", "BME"), table.price("BME")) == (sold, after)
    raised = 20 + sold // 10 * price
    assert table.cash("Investor") == 200 - min(200, max(0, 300 - raised))
    assert table.s.loans == ({"BME": 300 - raised - 200} if raised + 200 < 300 else {})
    assert table.trains("BME") == ["4"]


@pytest.mark.rule("18DO-8.2.2.1-7", "18DO-8.2.2.1-9")
def test_pool_trains_do_not_count_for_the_investors_railway():
    table = rail("trains", phase="5", depot="6", trains=[], cash=350, A=20, B=30, price=60, pool_trains=["4"])
    (forced,) = table.legal()
    assert forced.startswith("BME buys train 6")
    table.apply(forced)
    assert table.trains("BME") == ["6"]


@pytest.mark.rule("18DO-8.2.2.1-14")
def test_its_loan_is_repaid_before_the_price_falls():
    table = rail("pay", phase="8", trains=["5"], income=100, cash=0, price=10, loans={"BME": 70})
    table.apply("BME withholds")
    assert "BME" not in table.s.founded and table.s.loans == {}
    assert [e.values["amount"] for e in table.events("repays")] == [70], "it is not just lost"
    solvent = rail("pay", phase="8", trains=["5"], income=100, cash=0, price=60, loans={"BME": 170})
    solvent.apply("BME withholds")
    assert solvent.s.loans == {"BME": 70} and solvent.cash("BME") == 0


@pytest.mark.rule("18DO-8-1")
def test_players_companies_follow_the_rules_of_the_beer_game():
    """As with three: the director's own certificates go, as many as do not cost the lead, and then the bank lends."""
    table = at_stocks(
        {**THREE, "CME": {"A": 60, "B": 40, "cash": 100, "price": 90}}, turn="CME trains", phase="4",
        cash={"Investor": 500},
    )  # fmt: skip
    table.apply("CME buys train 4 as 4 from depot for 300")
    assert (table.percent("A", "CME"), table.percent("pool", "CME")) == (40, 20)
    assert table.price("CME") == 75 and table.s.loans == {"A": 300 - 100 - 2 * 90}
    assert table.cash("Investor") == 500 and table.president("CME") == "A"


# -- the cards, the grey phase, the end -----------------------------------------------------------


@pytest.mark.rule("18DO-8.4.5-3")
def test_the_cards_are_swapped_after_every_brewery_round():
    table = at_brewing(minors={"B7": {"owner": "A", "kettles": []}}, last=False)
    assert table.s.investor_card == "B"
    assert table.game.view()["position"]["brewery_card"] == "A"
    minors = {"B7": {"owner": "A", "kettles": ["S1"]}}
    last_of_set = at_brewing(minors=minors, regular=[3], cash={"A": 500}, last=False)
    last_of_set.s.stack[0] = SetFrame("cycle", 2, done=3, of=2)
    last_of_set.apply("B7 delivers 2 to regular 1", "B7 withholds")
    assert (last_of_set.round, last_of_set.s.investor_card) == ("SR 3", "B"), "before a stock round too"


def fifth(phase="5", **about):
    table = at_stocks(
        {**THREE, **about.pop("companies", {})}, stock_round=5, phase=phase, stock="A", pairs=0, **about
    )
    return table.apply("A passes", "B passes")


@pytest.mark.rule("18DO-8.4.5-1")
@pytest.mark.parametrize("phase", ["3", "4", "5"])
def test_the_fifth_operating_round_begins_grey_at_the_latest(phase):
    table = fifth(phase)
    assert table.phase == "8" and table.s.phase.colours[-1] == "grey"
    assert table.s.beer.export == 0 and len(table.events("export-opens")) == 1
    assert table.game.view()["position"]["pairs"] == 3
    assert table.game.view()["position"]["card_phase"] == phase
    assert table.round == "OR 5.1"
    before = at_stocks(stock_round=4, phase=phase).apply("A passes", "B passes")
    assert before.phase == phase and before.s.beer.export > 0


@pytest.mark.rule("18DO-8.4.5-1")
def test_its_limits_hold_at_once():
    table = fifth("4", companies={"CME": {"A": 50, "price": 90, "trains": ["4", "4", "3"]}})
    assert table.acting == "A" and table.starts("CME discards")
    table.apply(table.starts("CME discards")[0])
    assert len(table.trains("CME")) == 2
    brewers = {"RIT": {"B": 50, "price": 60, "kettles": ["4", "3", "3"]}}
    table = fifth("4", companies=brewers, minors={"B3": {"owner": "A", "kettles": ["3"]}})
    assert table.legal() == ["RIT scraps kettle 4", "RIT scraps kettle 3"], "of kettles, too"
    table.apply("RIT scraps kettle 3")
    assert (table.kettles("RIT"), table.kettles("B3")) == ([4, 3], [3])


@pytest.mark.rule("18DO-8.4.5-1")
def test_a_grey_phase_that_has_begun_does_not_begin_again():
    table = fifth("8")
    assert (table.phase, table.s.grey, table.game.view()["position"]["card_phase"]) == ("8", False, "8")
    assert not table.events("export-opens") and not table.events("phase")


@pytest.mark.rule("18DO-8.4.5-2")
def test_fours_age_only_with_the_first_8():
    table = fifth("6", companies={"CME": {"A": 50, "price": 90, "trains": ["4"], "cash": 900}}, depot="8")
    assert table.phase == "8" and not table.s.last_runs and table.trains("CME") == ["4"]
    while not table.starts("CME buys train 8"):
        table.apply(table.legal()[0])
    table.apply(table.starts("CME buys train 8")[0])
    assert [table.s.sides[card] for card in table.s.last_runs] == ["4"]
    assert table.events("first-card") and not table.events("phase")
    assert table.game.view()["position"]["card_phase"] == "8"


@pytest.mark.rule("18DO-8.4.5-2", "18DO-6.2.1-6")
def test_what_else_cards_set_off_waits_for_them_too():
    table = fifth("5", companies={"CME": {"A": 50, "price": 90, "trains": ["3"], "cash": 900}})
    assert table.trains("CME") == ["3"] and 6 in table.s.beer.unopened
    fresh_cards = fifth(
        "5", companies={"CME": {"A": 50, "price": 90, "trains": ["3"], "cash": 900}}, depot="6"
    )
    while not fresh_cards.starts("CME buys train 6"):
        fresh_cards.apply(fresh_cards.legal()[0])
    fresh_cards.apply(fresh_cards.starts("CME buys train 6")[0])
    assert fresh_cards.trains("CME") == ["6"] and 6 not in fresh_cards.s.beer.unopened


@pytest.mark.rule("18DO-8.5-1")
def test_the_game_ends_with_the_last_brewery_round_of_the_fifth_operating_round():
    assert at_stocks().s.box.last_set == 5
    table = at_brewing(minors={"B7": {"owner": "A", "kettles": []}})
    assert table.game.over
    assert set(table.game.scores()) == {"A", "B"}


@pytest.mark.rule("18DO-8.5-1", "18DO-8.4.5-1")
def test_three_pairs_and_then_the_end():
    table = at_stocks({}, stock_round=5, phase="3", stock="A", cash={"A": 900})
    table.apply("A passes")  # nobody else can do anything, and there is nothing to operate
    assert table.game.over
    assert len(table.events("operating-round")) == len(table.events("brewery-round")) == 3
