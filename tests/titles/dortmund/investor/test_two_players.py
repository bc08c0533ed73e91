"""18DO §8.1 to §8.3: the Railway Game for two, with the Investor."""

from typing import Any

import pytest

import kursbuch as kb
from kursbuch.rail.paper.market import Prices
from kursbuch.rail.rounds import OperatingFrame, SetFrame, StockFrame, TurnFrame
from kursbuch.rail.rounds.deeds import Deed
from kursbuch.rail.state import OFFER
from kursbuch.testing import setting, stood
from kursbuch.titles.dortmund.investor.stock import own_railway
from kursbuch.titles.dortmund.positions.railway import STEPS
from kursbuch.titles.dortmund.railway.state import ON_CARD
from tests.titles.dortmund.railway.table import LINE, RailwayTable, go_on, owner_pays

OPTION = {"card_offers": True}


def begun(seed=1, **options) -> RailwayTable:
    return RailwayTable(kb.new_game("18do-railway", ["A", "B"], seed=seed, options=options))


def two(
    companies,
    *,
    cash=None,
    phase="",
    depot="",
    tiles=None,
    turn="",
    stock="A",
    stock_round=3,
    income=0,
    done=(),
    card="A",
    priority="A",
    options=None,
    loans=None,
    bank=None,
    pool_trains=(),
    last_round=False,
) -> RailwayTable:
    """A position for two; the Investor has brewery 4 and, unless told otherwise, half of BME."""
    game = kb.new_game("18do-railway", ["A", "B"], seed=1, options=options or {})
    s = game.rules.start(game.players, game.state.chance.copy())
    s.players, s.priority, s.investor_card = ("A", "B", "Investor"), priority, card
    for id, company in s.box.companies.items():
        s.shares[id] = (OFFER,) * len(company.certificates)
    s.shares["BME"] = ("BME",) * 9
    s.prices = Prices(s.box.market, {})
    s.breweries = {"1": "A", "3": "B", "4": "Investor"}
    s.cubes, s.markers, s.reserved, s.stock_of_beer = (
        {"1": 2, "3": 0, "4": 0},
        {"3": ON_CARD, "4": ON_CARD},
        False,
        18,
    )
    setting.reach_phase(s, phase, depot)
    setting.put_tiles(s, tiles or {})
    for id, about in companies.items():
        setting.put_company(s, id, {"rest": id, **about})
    for id, about in companies.items():
        setting.put_tokens(s, id, about)
        setting.give_trains(s, id, about.get("trains", ()))
    setting.give_trains(s, "pool", pool_trains)
    purses = {"Investor": 0, "A": 500, "B": 500, **(cash or {})}
    setting.share_out(s, {**purses, **{c: a["cash"] for c, a in companies.items() if "cash" in a}}, bank)
    s.floated = tuple(id for id, about in companies.items() if about.get("floats", True))
    s.stock_round, s.loans = stock_round, dict(loans or {})
    if turn:
        company, _, step = turn.partition(" ")
        s.operating_round = 1
        done_rounds = 2 if not last_round else 3
        s.stack[:] = [
            SetFrame("cycle", number=s.stock_round, done=done_rounds, of=2),
            OperatingFrame("operating", operated=tuple(companies) if last_round else (company,), at="turns"),
            TurnFrame("turn", company, at=STEPS.index(step), income=income, done=tuple(map(Deed.read, done))),
        ]
    else:
        s.stack[:] = [SetFrame("cycle", number=s.stock_round, done=1), StockFrame("stock", stock)]
    return RailwayTable(stood(game, s))


MINE = {"BME": {"Investor": 50, "price": 80, "trains": ["3"], "cash": 100}}


# -- set-up ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8-1", "18DO-8-2", "18DO-8.3.1-1")
def test_two_players_are_set_up_like_three():
    table = begun()
    limits = vars(table.game.rules)["limits"]
    assert {table.cash(player) for player in ("A", "B", "Investor")} == {375}
    assert (limits.certificates, limits.holding) == (17, 70)
    assert table.cash("bank") == 9000 - 3 * 375
    like: Any = kb.new_game("18do-railway", 3, seed=1).rules
    two_, three = table.s.box, like.box
    same = (
        "trains",
        "phases",
        "new_trains",
        "carries",
        "last_run",
        "pool_limit",
        "floats_at",
        "links",
        "breweries",
    )
    assert {name: getattr(two_, name) for name in same} == {name: getattr(three, name) for name in same}
    assert {id: three.companies[id] for id in two_.companies} == dict(two_.companies)
    assert limits == vars(like)["limits"]


@pytest.mark.rule("18DO-8-2")
def test_the_limits_of_three_hold():
    table = two({**MINE, "CME": {"A": 70, "price": 60}, "RhE": {"B": 50, "price": 60}})
    assert table.refused("A buys 10 CME from company") == "18DO-4.4.4-5"
    table = two({**MINE, "CME": {"A": 60, "price": 60}, "RhE": {"B": 50, "price": 60}})
    assert table.allows("A buys 10 CME from company")


@pytest.mark.rule("18DO-8-2")
@pytest.mark.parametrize(("share", "rule"), [(50, ""), (60, "18DO-4.4.4-1")])
def test_seventeen_certificates_are_the_most(share, rule):
    held = {company: {"A": 70, "price": 60} for company in ("CME", "RhE")}
    table = two({**MINE, **held, "KWE": {"A": share, "price": 60}, "DGEE": {"B": 50, "price": 60}})
    have = sum(owners.count("A") for owners in table.s.shares.values())
    assert have == (16 if share == 50 else 17)
    refusal = table.refusal("A buys 10 DGEE from company")
    assert (refusal.rule if refusal else "") == rule


@pytest.mark.rule("18DO-8-2")
@pytest.mark.parametrize(("share", "paid"), [(60, {"Investor": -80, "BME": 80}), (70, {})])
def test_the_limits_bind_the_investor_as_well(share, paid):
    """Of its own railway, too, it has 70 % at the most."""
    full = {"A": 50, "B": 50, "price": 60}
    companies = {"BME": {"Investor": share, "price": 80}, "CME": full, "RhE": {**full, "president": "B"}}
    assert investor_buys(companies)[1] == paid


@pytest.mark.rule("18DO-8-3", "18DO-8.2.1-1")
def test_the_investor_sits_third_and_is_not_ranked():
    table = begun()
    assert sorted(table.s.players[:2]) == ["A", "B"] and table.s.players[2] == "Investor"
    assert set(table.game.scores()) == {"A", "B"}


@pytest.mark.rule("18DO-8.1-1", "18DO-8.3.1-2", "18DO-8.3.1-3")
def test_the_smaller_board_without_hhw_and_pink_tiles():
    box = begun().s.box
    whole: Any = kb.new_game("18do-railway", 3, seed=1).rules
    assert set(whole.box.map.hexes) - set(box.map.hexes) == {"H19", "G20", "I18", "I20"}
    assert set(box.map.hexes) < set(whole.box.map.hexes)
    assert "HHW" not in box.companies and len(box.companies) == 6
    assert not [id for id, tile in box.tiles.items() if tile.border == "pink"]
    marked = {"1943", "1944", "1945", "1953"}  # for the beer game
    assert not marked & set(box.tiles)
    plain = {id for id, tile in whole.box.tiles.items() if tile.border != "pink"}
    assert set(box.tiles) == plain - marked, "and no other"


@pytest.mark.rule("18DO-8.1-2")
def test_what_the_investor_has_is_open():
    view = two({**MINE, "CME": {"A": 50, "Investor": 10}}, cash={"Investor": 77}).game.view("A")["position"]
    assert view["cash"]["Investor"] == 77
    assert view["companies"]["CME"]["shares"]["Investor"] == 10
    assert view["companies"]["BME"]["shares"]["Investor"] == 50


@pytest.mark.rule("18DO-8.2-1", "18DO-8.3.1-4", "18DO-8.3.1-5")
def test_the_investors_railway_is_drawn_from_four_and_stands_at_50():
    seen = set()
    for seed in range(25):
        table = begun(seed)
        company = own_railway(table.s)
        seen.add(company)
        assert table.price(company) == 50
        cell = table.s.box.market.cells[table.spot(company)]
        assert cell.zone == "yellow", "50 stands on several fields: it is the coloured one"
        assert list(table.s.prices.spots) == [company], "of all railways only this one has a price"
        own = [c for c, owners in table.s.shares.items() if owners[0] != OFFER]
        assert own == [company], "it is the only one that is the Investor's"
    assert seen == {"BME", "CME", "KWE", "RhE"}


@pytest.mark.rule("18DO-8.2-5")
def test_players_cannot_found_the_investors_railway():
    table = two({"CME": {"A": 50}}, stock_round=1)
    table.s.prices = table.s.prices.placed("BME", (5, 2))
    assert table.refused("A founds BME at 50") == "18DO-8.2-5"


@pytest.mark.rule("18DO-8.3.1-6", "18DO-8.3.1-7")
def test_three_breweries_and_one_investor_card():
    seen = set()
    for seed in range(25):
        table = begun(seed)
        assert len(table.s.breweries) == 3 and not any(table.s.breweries.values())
        seen |= set(table.s.breweries)
        assert table.s.markers == dict.fromkeys(set(table.s.breweries) - {"1"}, ON_CARD)
        assert table.s.cubes == {id: 2 if id == "1" else 0 for id in table.s.breweries}
        bids = {action.split()[-1] for action in table.legal()}
        assert bids == set(table.s.breweries), "all three are up for bids"
    assert seen == set(table.s.box.breweries), "by lot"
    assert table.s.investor_card == ""  # settled after the bids


# -- starting round -------------------------------------------------------------------------------


def bid(first, second):
    """Bids of so many boxes above the least for the first two breweries; who bid and what is left."""
    table = begun(3)
    a, b = table.s.players[:2]
    one, two_, left = table.s.breweries
    boxes = table.s.box.breweries
    return table, (a, one, boxes[one].boxes[first]), (b, two_, boxes[two_].boxes[second]), left


@pytest.mark.rule("18DO-8.3.2-1", "18DO-8.3.2-2", "18DO-8.3.2-3")
def test_the_players_bid_and_the_investor_takes_what_is_left():
    table, (a, one, price), (b, other, price2), left = bid(0, 0)
    table.apply(f"{a} bids {price} for brewery {one}")
    assert table.acting == b
    paid = owner_pays(table, f"{b} bids {price2} for brewery {other}")
    least = table.s.box.breweries[left].boxes[0]
    assert paid == {a: -price, b: -price2, "Investor": -least, "bank": price + price2 + least}
    assert table.s.breweries == {one: a, other: b, left: "Investor"}


@pytest.mark.rule("18DO-8.3.2-4", "18DO-8.3.1-7", "18DO-8.3.3-1")
@pytest.mark.parametrize("card", ["first-action", "investors-railway"])
@pytest.mark.parametrize("first", [True, False])
def test_who_paid_less_chooses_a_card(card, first):
    """Whatever the number of the brewery: the higher bid makes the lower number the dearer one."""
    table, (a, one, price), (b, other, price2), _ = bid(0 if first else -1, 0)
    assert one < other and (price < price2) is first
    table.apply(f"{a} bids {price} for brewery {one}", f"{b} bids {price2} for brewery {other}")
    chooser, last = (a, b) if first else (b, a)
    assert table.acting == chooser
    for wrong in (f"{last} takes card {card}", f"{chooser} passes", f"{chooser} takes card joker"):
        assert table.refused(wrong) == "18DO-8.3.2-4"
    table.apply(f"{chooser} takes card {card}")
    cards = (chooser, last) if card == "first-action" else (last, chooser)
    assert (table.s.priority, table.s.investor_card) == cards
    assert (table.round, table.acting) == ("SR 1", cards[0]), "the first action"


@pytest.mark.rule("18DO-8.3.2-4")
@pytest.mark.parametrize("one", [0, 1])
def test_of_two_who_paid_the_same_the_lower_number_chooses(one):
    """The book is silent on equal prices."""
    for seed in range(30):
        table = begun(seed)
        a, b = table.s.players[:2]
        first, second = sorted(table.s.breweries)[:2][:: 1 if one else -1]
        boxes = table.s.box.breweries
        price = next((p for p in boxes[first].boxes if p in boxes[second].boxes), None)
        if price is None:
            continue
        table.apply(f"{a} bids {price} for brewery {first}", f"{b} bids {price} for brewery {second}")
        assert table.acting == (a if first < second else b)
        return
    raise AssertionError("no two breweries share a box")


# -- stock rounds ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8.3.3-1", "18DO-8.3.3-2", "18DO-8.2.1-1", "18DO-8.2.1-2")
def test_the_investor_buys_half_of_its_railway_on_its_first_turn():
    table = two({}, stock_round=1, stock="B", cash={"Investor": 300})
    table.s.prices = table.s.prices.placed("BME", (5, 2))
    paid = owner_pays(table, "B founds CME at 60")
    assert paid == {"B": -120, "CME": 120, "Investor": -250, "BME": 250}
    assert "BME" in table.s.floated
    assert table.president("BME") == "Investor"
    assert table.acting == "A"  # B, the Investor, A


@pytest.mark.rule("18DO-8.3.3-2", "18DO-4.4-8")
def test_its_founding_keeps_the_round_going():
    table = two({"CME": {"A": 50, "price": 60}}, stock_round=2, stock="A", cash={"Investor": 300})
    table.s.prices = table.s.prices.placed("BME", (5, 2))
    table.apply("A passes", "B passes")
    assert table.president("BME") == "Investor"
    table.apply("A passes")
    assert (table.acting, table.round) == ("B", "SR 2"), "three have to pass in succession"


@pytest.mark.rule("18DO-8.3.3-3")
def test_it_buys_no_more_until_both_players_railways_operate():
    one = two({**MINE, "CME": {"A": 50, "price": 60}}, cash={"Investor": 300}, stock="B")
    assert owner_pays(one, "B passes") == {}
    both = two(
        {**MINE, "CME": {"A": 50, "price": 60}, "RhE": {"B": 50, "price": 60}},
        cash={"Investor": 300},
        stock="B",
    )
    assert owner_pays(both, "B passes") == {"Investor": -80, "BME": 80}


@pytest.mark.rule("18DO-8.3.3-4")
@pytest.mark.parametrize(("buyer", "first"), [("A", "B"), ("B", "Investor")])
def test_after_the_first_stock_round_the_seat_left_of_the_last_buyer_begins(buyer, first):
    trains = {"trains": ["3"], "cash": 0}
    companies = {**MINE, "CME": {"A": 50, "price": 60, **trains}, "RhE": {"B": 50, "price": 60, **trains}}
    table = two(companies, stock=buyer, stock_round=1, cash={"Investor": 0}, phase="3", priority="A")
    table.apply(f"{buyer} buys 10 CME from company")
    while table.round == "SR 1":
        table.apply(f"{table.acting} passes")
    assert table.s.priority == first
    told = []
    while table.s.stock_round == 1:
        table.apply(
            next(a for a in table.legal() if any(w in a for w in ("passes", "runs", "pays", "withholds")))
        )
        told = [e for e in table.game.events_of(len(table.game.actions)) if e.key in ("passes", "buys")]
    # the Investor plays at once what it has to; a player is asked
    assert [e.values["player"] for e in told[:1]] == (["Investor"] if first == "Investor" else [])
    assert table.acting == ("A" if first == "Investor" else "B")


THREE = {
    "BME": {"Investor": 50, "price": 75, "trains": ["3"]},
    "CME": {"A": 50, "price": 90, "trains": ["3"]},
    "RhE": {"B": 50, "price": 80, "trains": ["3"]},
}


def investor_buys(companies=THREE, cash=500, **about):
    table = two(companies, stock="B", cash={"Investor": cash}, **about)
    return table, owner_pays(table, "B passes")


@pytest.mark.rule("18DO-8.2.1.1-1", "18DO-8.2.1.1-3", "18DO-8.2.1-2", "18DO-8.3.4-1")
def test_it_buys_the_certificate_with_the_highest_price():
    table, paid = investor_buys()
    assert paid == {"Investor": -90, "CME": 90}
    assert investor_buys()[1] == paid  # again the same
    assert table.acting == "A"


@pytest.mark.rule("18DO-8.2.1.1-3")
def test_it_takes_the_dearest_it_can_afford():
    assert investor_buys(cash=85)[1] == {"Investor": -80, "RhE": 80}


@pytest.mark.rule("18DO-8.2.1.1-2")
def test_only_of_railways_in_operation():
    companies = {**THREE, "KWE": {"A": 40, "price": 100, "floats": False, "home": False, "new": True}}
    assert investor_buys(companies)[1] == {"Investor": -90, "CME": 90}
    assert investor_buys({**THREE, "KWE": {"A": 50, "price": 100}})[1] == {"Investor": -100, "KWE": 100}
    only = {**THREE, **{c: {**THREE[c], "A": 60, "B": 40} for c in ("CME", "RhE")}}
    only["BME"] = {"Investor": 70, "price": 75, "trains": ["3"]}
    only["CME"], only["RhE"] = {"A": 60, "B": 40, "price": 90}, {"B": 60, "A": 40, "price": 80}
    assert investor_buys({**only, "KWE": companies["KWE"]})[1] == {}  # rather nothing


@pytest.mark.rule("18DO-8.2.1.1-4")
def test_from_the_railway_before_the_pool():
    companies = {**THREE, "CME": {"A": 50, "pool": 20, "price": 90}}
    assert investor_buys(companies)[1] == {"Investor": -90, "CME": 90}
    sold_out = {**THREE, "CME": {"A": 60, "B": 20, "pool": 20, "price": 90}}
    assert investor_buys(sold_out)[1] == {"Investor": -90, "bank": 90}


@pytest.mark.rule("18DO-8.2.1.1-5")
def test_at_equal_prices_the_one_that_acts_earlier():
    companies = {**THREE, "RhE": {"B": 50, "spot": (0, 4)}, "CME": {"A": 50, "spot": (1, 5)}}
    table, paid = investor_buys(companies)
    assert table.price("RhE") == table.price("CME") == 90
    assert paid == {"Investor": -90, "CME": 90}


@pytest.mark.rule("18DO-8.2.1.1-7")
def test_at_most_20_percent_of_a_players_railway():
    companies = {**THREE, "CME": {"A": 50, "Investor": 20, "price": 90}}
    assert investor_buys(companies)[1] == {"Investor": -80, "RhE": 80}


@pytest.mark.rule("18DO-8.2-3")
def test_nobody_takes_the_investors_railway():
    table = two({"BME": {"Investor": 50, "A": 50, "price": 60}, "CME": {"A": 50}, "RhE": {"B": 50}})
    table.s.shares["BME"] = (
        "Investor",
        "Investor",
        "Investor",
        "Investor",
        "A",
        "A",
        "A",
        "A",
        "pool",
    )
    assert table.allows("A buys 10 BME from pool")
    table.s.shares["BME"] = ("Investor", "Investor", "Investor", "A", "A", "A", "A", "pool", "pool")
    assert table.refused("A buys 10 BME from pool") == "18DO-8.2-3"


@pytest.mark.rule("18DO-8.2-4", "18DO-8.2.1.1-8")
def test_the_investor_never_becomes_director_of_another_railway():
    table = two({**MINE, "CME": {"A": 30, "Investor": 20, "price": 60}, "RhE": {"B": 50}})
    assert table.refused("A sells 20 CME") == "18DO-8.2-4"
    assert table.allows("A sells 10 CME")


SWAP = {
    "BME": {"Investor": 70, "price": 100, "trains": ["3"]},
    "CME": {"A": 50, "spot": (0, 4), "trains": ["3"]},
    "RhE": {"B": 50, "Investor": 20, "spot": (3, 2), "trains": ["3"]},
}


@pytest.mark.rule("18DO-8.2.1.2-1", "18DO-8.2.1.2-2", "18DO-8.2.1.2-4")
def test_it_sells_a_cheaper_certificate_to_buy_a_dearer_one():
    table, paid = investor_buys(SWAP, cash=40)
    assert paid == {"Investor": 60 - 90, "CME": 90, "bank": -60}
    assert table.percent("Investor", "RhE") == 10
    assert table.spot("RhE") == (4, 2)  # one field down
    assert table.percent("Investor", "BME") == 70
    assert investor_buys(SWAP, cash=90)[1] == {"Investor": -90, "CME": 90}  # no need to sell


@pytest.mark.rule("18DO-8.2.1.2-1")
def test_of_its_own_railway_it_sells_nothing_however_cheap():
    own = {
        "BME": {"Investor": 70, "price": 60},
        "CME": {"A": 50, "price": 90},
        "RhE": {"B": 100, "price": 80},
    }
    table, paid = investor_buys(own, cash=89)
    assert paid == {} and table.percent("Investor", "BME") == 70
    theirs = {**own, "RhE": {"B": 50, "A": 40, "Investor": 10, "price": 80}}
    table, paid = investor_buys(theirs, cash=89)
    assert paid == {"Investor": 80 - 90, "CME": 90, "bank": -80}
    assert (table.percent("Investor", "BME"), table.percent("Investor", "RhE")) == (70, 0)


@pytest.mark.rule("18DO-8.2.1.2-2")
def test_it_does_not_sell_in_vain():
    one = {**SWAP, "RhE": {"B": 50, "Investor": 10, "spot": (3, 2)}}  # worth 60, the other costs 90
    table, paid = investor_buys(one, cash=29)
    assert paid == {} and table.percent("Investor", "RhE") == 10 and table.spot("RhE") == (3, 2)
    assert investor_buys(one, cash=30)[1] == {"Investor": 60 - 90, "CME": 90, "bank": -60}


@pytest.mark.rule("18DO-8.2.1.2-2")
@pytest.mark.parametrize(("spot", "sold"), [((1, 2), False), ((3, 3), False), ((4, 2), True)])
def test_it_sells_nothing_that_is_worth_as_much_or_more(spot, sold):
    """Of RhE it has all it may have, and CME at 65 is to be had."""
    about = {**SWAP, "CME": {"A": 50, "spot": (2, 2)}, "RhE": {**SWAP["RhE"], "spot": spot}}
    table, paid = investor_buys(about, cash=30)
    assert (table.percent("Investor", "RhE"), table.percent("Investor", "CME")) == (
        (10, 10) if sold else (20, 0)
    )
    assert bool(paid) is sold


@pytest.mark.rule("18DO-8.2.1.2-3")
def test_the_exchange_is_repeated_turn_by_turn():
    table, _ = investor_buys(SWAP, cash=40)  # has 10 left and 10 % of RhE at 55
    table.s.cash["Investor"], table.s.cash["bank"] = 40, table.s.cash["bank"] - 30
    table.apply("A passes", "B passes")
    assert table.percent("Investor", "CME") == 20


# -- operating rounds -----------------------------------------------------------------------------


def turn(step, card="A", income=0, phase="3", others=None, **about):
    block = {"Investor": 50, "price": 80, "trains": ["3"], "cash": 100, **about}
    extra = {
        k: block.pop(k) for k in ("loans", "money", "depot", "pool_trains", "done", "bank") if k in block
    }
    return two(
        {"BME": block, "CME": {"A": 50, "price": 90, "trains": ["3"], "cash": 50}, **(others or {})},
        phase=phase,
        tiles=LINE,
        turn=f"BME {step}",
        card=card,
        income=income,
        cash={"Investor": extra.pop("money", 0)},
        **extra,
    )


@pytest.mark.rule("18DO-8.2.2-1", "18DO-8.2.2.1-2", "18DO-8.3.5-1")
@pytest.mark.parametrize(("card", "other"), [("A", "B"), ("B", "A")])
def test_the_holder_of_the_card_runs_the_investors_railway(card, other):
    table = turn("lay", card=card)
    assert table.acting == card
    assert table.refused(f"{other}: BME passes") == "18DO-4-1"


@pytest.mark.rule("18DO-8.3.5-1")
def test_its_turn_has_the_steps_of_any_railway():
    table = turn("lay", cash=400)
    steps = []
    for deed in ("lays 9.2 at H9", "builds a station at E12.0", "links G12"):
        steps.append(table.step)
        table.apply(f"BME {deed}")
    steps.append(table.step)
    table.apply(table.starts("BME runs")[0])
    steps.append(table.step)
    table.apply("BME pays")
    assert [*steps, table.step] == ["lay", "station", "link", "run", "pay", "trains"]
    assert "BME" in table.station_at("E12.0") and "G12" in table.s.links
    table.apply("BME passes")
    assert table.company != "BME"


@pytest.mark.rule("18DO-8.2.2.1-1")
def test_it_acts_at_its_place():
    trains = {"trains": ["3"], "cash": 0}
    companies = {**MINE, "CME": {"A": 50, "price": 90, **trains}, "RhE": {"B": 50, "price": 75, **trains}}
    table = two(companies, stock="A", phase="3")
    seen = []
    while table.s.operating_round < 2:
        words = ("passes", "runs", "pays", "withholds")
        table.apply(next(a for a in table.legal() if any(word in a for word in words)))
        seen += [event.values["company"] for event in table.events("turn")]
    assert seen[:3] == ["CME", "BME", "RhE"]


@pytest.mark.rule("18DO-8.2.2-2")
def test_building_is_the_holders_free_choice():
    table = turn("lay")
    assert table.allows("BME passes") and table.allows("BME lays 9.2 at H9")


@pytest.mark.rule("18DO-8.2.2.1-3")
def test_its_trains_run_for_the_highest_income():
    table = turn("run", trains=["3"], tokens=["E12.0"])
    assert table.refused("BME runs 3: H11.0 G12.0 F13 E12.0") == "18DO-8.2.2.1-3"  # 100
    assert table.allows("BME runs 3: G12.0 F13 E12.0 E14.0")  # 110


@pytest.mark.rule("18DO-8.2.2.1-4")
def test_it_pays_with_the_newest_train_on_offer_and_else_keeps():
    old = turn("pay", trains=["2"], income=100)
    assert old.refused("BME pays") == "18DO-8.2.2.1-4" and old.allows("BME withholds")
    new = turn("pay", trains=["3"], income=100)
    assert new.refused("BME withholds") == "18DO-8.2.2.1-4" and new.allows("BME pays")


@pytest.mark.rule("18DO-8.2.2.1-4", "18DO-8.2.2.1-5")
def test_the_newest_on_offer_is_what_the_bank_has_left():
    """With the last train of the phase sold, the next kind is on offer, which nobody has yet."""
    sold_out = turn("pay", phase="4", depot="5", trains=["4"], income=100)
    assert sold_out.refused("BME pays") == "18DO-8.2.2.1-4" and sold_out.allows("BME withholds")
    left = turn("pay", phase="4", trains=["4"], income=100)
    assert left.refused("BME withholds") == "18DO-8.2.2.1-4" and left.allows("BME pays")


@pytest.mark.rule("18DO-4.5.6.3-2", "18DO-8.2.2.1-4")
def test_its_price_falls_when_nothing_is_paid():
    table = turn("pay", trains=["2"], income=100, spot=(1, 5))
    table.apply("BME withholds")
    assert table.spot("BME") == (1, 4) and table.cash("BME") == 200
    edge = turn("pay", trains=["2"], income=100, spot=(2, 1)).apply("BME withholds")
    assert edge.spot("BME") == (3, 1), "down where there is no field to the left"


@pytest.mark.rule("18DO-8.2.2.1-5")
@pytest.mark.parametrize("train", ["5", "6", "8"])
def test_with_a_permanent_train_it_always_pays(train):
    table = turn("pay", trains=[train], income=100, phase="8")
    assert table.refused("BME withholds") == "18DO-8.2.2.1-5" and table.allows("BME pays")


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2-2")
def test_it_must_buy_a_train_of_the_phase_if_it_can():
    table = turn("trains", phase="4", trains=["3"], cash=300)
    assert table.refused("BME passes") == "18DO-8.2.2.1-6"
    assert turn("trains", phase="4", trains=["3"], cash=299).allows("BME passes")
    assert turn("trains", phase="4", trains=["3", "3", "3"], cash=300).allows("BME passes")


@pytest.mark.rule("18DO-8.2.2.1-6")
def test_its_duty_is_a_train_of_the_phase_and_no_dearer_one():
    """Two of type 6 are sold, so that type 8 is on offer beside it."""
    table = turn("trains", phase="6", trains=["5"], cash=900)
    sold = [card for card in table.s.trains["depot"] if card in ("6#1", "6#2")]
    table.s.trains["depot"] = tuple(card for card in table.s.trains["depot"] if card not in sold)
    table.s.trains["out"] = (*table.s.trains["out"], *sold)
    eight = "BME buys train 8 as 8 from depot for 800"
    assert table.refused(eight) == table.refused("BME passes") == "18DO-8.2.2.1-6"
    assert table.allows("BME buys train 6 as 6 from depot for 630")
    table.s.cash["BME"], table.s.cash["bank"] = 629, table.s.cash["bank"] + 271
    assert table.allows("BME passes")


@pytest.mark.rule("18DO-8.2.2.1-7")
def test_it_buys_new_trains_only():
    table = turn("trains", cash=400, pool_trains=["3"])
    assert table.refused("BME buys train 3 as 3 from pool for 180") == "18DO-8.2.2.1-7"
    assert table.refused("BME buys train 3 as 3 from CME for 10") == "18DO-8.2.2.1-7"


@pytest.mark.rule("18DO-8.2.2.1-8")
def test_it_sells_no_trains():
    companies = {**MINE, "CME": {"A": 50, "cash": 400}}
    table = two(companies, phase="3", turn="CME trains")
    assert table.refused("CME buys train 3 as 3 from BME for 100") == "18DO-8.2.2.1-8"


FOUR = "BME buys train 4 as 4 from depot for 300"


@pytest.mark.rule("18DO-8.2.2.1-9", "18DO-8.2.2.1-10")
def test_forced_it_sells_all_own_certificates_first():
    table = turn("trains", phase="4", trains=[], cash=90, A=10, B=10, spot=(1, 6), money=500)  # 100 a share
    assert table.percent("BME", "BME") == 30
    table.apply(FOUR)
    assert [e.values["train"] for e in table.events("forced-purchase")] == ["4"]
    assert table.percent("pool", "BME") == 30  # though two would do
    assert table.spot("BME") == (1, 3)
    # not touched: what it got meanwhile is the return of its brewery
    returns = [
        e for e in table.events("money") if e.values["why"] == "brewery" and e.values["dst"] == "Investor"
    ]
    assert table.cash("Investor") == 500 + sum(e.values["amount"] for e in returns)


@pytest.mark.rule("18DO-8.2.2.1-11", "18DO-8.2.2.1-12", "18DO-8.2.2.1-13")
def test_then_its_cash_then_its_other_certificates_then_a_loan():
    others = {
        "CME": {"A": 50, "Investor": 10, "price": 90, "trains": ["4"]},
        "RhE": {"B": 50, "Investor": 10, "spot": (5, 2), "trains": ["4"]},
    }
    table = turn(
        "trains", phase="4", trains=[], cash=200, A=50, president="Investor", money=60, others=others
    )
    table.apply(FOUR)
    assert table.percent("Investor", "RhE") == 0  # the cheaper one is enough
    assert table.percent("Investor", "CME") == 10
    assert table.s.loans == {}
    dearer = {"CME": others["CME"]}
    table = turn(
        "trains", phase="4", trains=[], cash=200, A=50, president="Investor", money=60, others=dearer
    )
    assert table.spot("CME") == (1, 5)
    table.apply(FOUR)
    assert table.percent("pool", "CME") == 10
    assert table.spot("CME") == (2, 5), "a sale like any other: the price falls"
    poor = turn("trains", phase="4", trains=[], cash=200, A=50, president="Investor", money=80)
    poor.apply(FOUR)
    assert poor.s.loans == {"BME": 20}


@pytest.mark.rule("18DO-8.2.2.1-14")
def test_a_loan_is_repaid_from_income_and_nothing_is_paid_out():
    table = turn("pay", phase="8", trains=["5"], income=100, cash=0, loans={"BME": 120})
    assert table.refused("BME pays") == "18DO-8.2.2.1-14"
    table.apply("BME withholds")
    assert table.s.loans == {"BME": 20}
    assert table.cash("BME") == 0


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_an_own_certificate_is_sold_only_for_the_train_it_needs():
    good = turn("trains", phase="4", trains=["3"], cash=240, spot=(3, 2))  # 60 brings it to 300
    assert good.allows("BME issues 1")
    bad = turn("trains", phase="4", trains=["3"], cash=230, spot=(3, 2))
    assert bad.refused("BME issues 1") == "18DO-8.2.2.1-15"
    has = turn("trains", phase="4", trains=["4"], cash=240, spot=(3, 2))
    assert has.refused("BME issues 1") == "18DO-8.2.2.1-15", "it has a train of the phase"
    full = turn("trains", phase="4", trains=["3", "3", "3"], cash=240, spot=(3, 2))
    assert full.refused("BME issues 1") == "18DO-8.2.2.1-15", "it may buy none"


@pytest.mark.rule("18DO-8.2.2.1-15")
def test_no_certificate_is_sold_for_a_train_that_the_income_pays_for():
    """60 are missing for a train of 300, before it runs: what it is to keep in this turn counts."""
    without = turn("lay", phase="4", trains=[], cash=240, spot=(3, 2))
    assert without.allows("BME issues 1")
    earning = turn("lay", phase="4", trains=["3"], cash=240, spot=(3, 2))
    assert earning.refused("BME issues 1") == "18DO-8.2.2.1-15"
    before = turn("run", phase="4", trains=["3"], cash=240, spot=(3, 2))
    assert before.refused("BME issues 1") == "18DO-8.2.2.1-15", "up to the run"
    both = turn("lay", phase="4", trains=["3"], cash=200, spot=(3, 2))
    both.apply("BME issues 1")
    while both.step != "trains":
        both.apply(next(a for a in both.legal() if a.split()[1] in ("passes", "runs", "withholds")))
    assert both.legal()[0].startswith("BME buys train 4"), "income and certificate together will do"


@pytest.mark.rule("18DO-8.2.2.1-15", "18DO-8.2.2.1-6")
def test_what_a_certificate_was_sold_for_is_not_built_with():
    table = turn("lay", phase="4", trains=[], cash=240, spot=(3, 2))
    dear, free = "BME lays 7.4 at D11", "BME lays 8.1 at E16"
    assert table.allows(dear)
    table.apply("BME issues 1")
    assert table.refused(dear) == "18DO-8.2.2.1-15" and dear not in table.legal()
    table.apply(free)
    assert not table.starts("station") and not table.starts("link")
    table.apply("BME passes")
    assert table.step == "trains" and table.refused("BME passes") == "18DO-4.5.7.4-1"
    rich = turn("lay", phase="4", trains=[], cash=299, spot=(3, 2)).apply("BME issues 1")
    assert rich.allows(dear), "59 are left over"


@pytest.mark.rule("18DO-8.2.2.1-15")
@pytest.mark.parametrize(("cash", "rule"), [(400, ""), (320, "18DO-8.2.2.1-15")])
def test_stations_and_links_are_paid_out_of_what_is_left_over(cash, rule):
    done = ("own certificate", "own certificate sold")
    for step, wish in (("station", "BME builds a station at E12.0"), ("link", "BME links G12")):
        table = turn(step, phase="4", trains=[], cash=cash, price=60, pool=10, done=done)
        refusal = table.refusal(wish)
        assert (refusal.rule if refusal else "") == rule, wish
        bought = turn(step, phase="4", trains=["4"], cash=cash, price=60, pool=10, done=done)
        assert bought.allows(wish), "the train is there: the rest is free"


@pytest.mark.rule("18DO-8.2.2.1-16")
def test_with_a_permanent_train_it_buys_its_certificates_back():
    table = turn("trains", phase="6", trains=["6"], cash=100, pool=10, price=80)
    assert table.refused("BME passes") == "18DO-8.2.2.1-16"
    assert table.allows("BME redeems 1")
    early = turn("trains", phase="3", trains=["3"], cash=100, pool=10, price=80)
    assert early.refused("BME redeems 1") == "18DO-8.2.2.1-16"
    for about in ({"cash": 79, "pool": 10}, {"cash": 100, "pool": 0}):  # too little money, nothing to buy
        assert turn("trains", phase="6", trains=["6"], price=80, **about).allows("BME passes")
    done = turn("trains", phase="6", trains=["6"], cash=100, pool=10, price=80).apply("BME redeems 1")
    assert done.percent("pool", "BME") == 0 and done.cash("BME") == 20


# -- the card -------------------------------------------------------------------------------------


def last_turn(options=None, **about):
    table = two(
        {**MINE, "CME": {"A": 50, "price": 90, "trains": ["3"], "cash": 0}},
        phase="3",
        turn="CME trains",
        last_round=True,
        options=options,
        card="A",
        **about,
    )
    return go_on(table)


def end_turn(table):
    while table.round == "OR 3.1" and table.acting and table.starts("CME passes"):
        table.apply("CME passes")
    return table


@pytest.mark.rule("18DO-8.3.5-2", "18DO-8.3.5-3")
def test_the_card_changes_hands_after_every_operating_round():
    assert end_turn(last_turn()).s.investor_card == "B"


@pytest.mark.rule("18DO-8.3.5-3", "18DO-8.3.5-4")
@pytest.mark.parametrize(("answer", "holder", "paid"), [("agrees", "A", -20), ("declines", "B", 20)])
def test_the_holder_may_offer_money_to_keep_it(answer, holder, paid):
    table = end_turn(last_turn(OPTION))
    assert table.acting == "A"
    assert table.refused("A passes") == "18DO-8.3.5-3"
    assert table.refused("A offers 9000 for the card") == "18DO-8.3.5-3"
    table.apply("A offers 20 for the card")
    assert table.acting == "B"
    table.apply(f"B {answer}")
    assert table.s.investor_card == holder
    assert table.s.top.stage != "handover", "it is settled"
    (money,) = [e.values for e in table.events("money") if e.values["why"] == "card"]
    assert (money["src"], money["dst"]) == (("A", "B") if paid < 0 else ("B", "A"))
    assert money["amount"] == abs(paid)


@pytest.mark.rule("18DO-8.3.5-3")
def test_nothing_offered_hands_it_over():
    table = end_turn(last_turn(OPTION)).apply("A offers 0 for the card")
    assert table.s.investor_card == "B"
    assert not table.starts("offers"), "the offer is made once"


@pytest.mark.rule("18DO-8.5-2")
def test_the_end_is_that_of_the_railway_game():
    table = two(
        {**MINE, "CME": {"A": 60, "B": 40, "price": 90, "trains": ["3"], "cash": 0}},
        phase="3",
        turn="CME pay",
        income=200,
        last_round=True,
        bank=20,
    )
    table.apply("CME pays")
    assert table.s.ending == "bank"
    while not table.game.over:
        assert not table.round.startswith("SR")
        table.apply(table.legal()[-1])


@pytest.mark.rule("18DO-4.4.5-4", "18DO-4.4.5-6", "18DO-8.3.4-1")
def test_the_rules_of_sales_hold_for_two_as_well():
    companies = {"CME": {"A": 60, "price": 60}}
    assert two(companies, stock_round=1).refused("A sells 10 CME") == "18DO-4.4.5-4"
    assert two(companies).allows("A sells 10 CME")
    fresh = two({"CME": {"A": 60, "price": 60, "new": True}})
    assert fresh.refused("A sells 10 CME") == "18DO-4.4.5-6", "it has not operated yet"


# -- what binds the Investor's railway binds no other ------------------------------------------------


def both(turn, bme=None, cme=None, **about):
    """BME is the Investor's, CME is A's; their trains are alike."""
    companies = {
        "BME": {"Investor": 50, "A": 10, "price": 60, "cash": 200, "trains": ["4"], **(bme or {})},
        "CME": {"A": 50, "B": 10, "price": 70, "cash": 200, "trains": ["4"], **(cme or {})},
    }
    return two(companies, turn=turn, **{"phase": "4", "tiles": LINE, **about})


@pytest.mark.rule("18DO-8.2.2.1-3", "18DO-4.5.5-1")
def test_only_the_investors_trains_must_run_for_the_most():
    runs = "4: I10.0 H11.0 G12.0"
    own = both("BME run")
    assert own.refused(f"BME runs {runs}") == "18DO-8.2.2.1-3"
    companies = {"BME": {"A": 50, "price": 60, "trains": ["4"]}, "CME": {"Investor": 50, "price": 70}}
    table = two(companies, turn="BME run", phase="4", tiles=LINE)
    assert table.allows(f"BME runs {runs}")


@pytest.mark.rule("18DO-8.2.2.1-4", "18DO-4.5.6.2-1")
def test_only_the_investors_income_is_spoken_for():
    own = both("BME pay", income=100)
    assert own.allows("BME pays") and own.refused("BME withholds") == "18DO-8.2.2.1-4"
    old = both("CME pay", cme={"trains": ["2"]}, phase="3", income=100)
    for table in (both("CME pay", income=100), old):
        assert table.allows("CME pays") and table.allows("CME withholds")


@pytest.mark.rule("18DO-8.2.2.1-8", "18DO-4.5.7.2-1")
def test_players_railways_buy_trains_of_each_other():
    third = {"RhE": {"A": 50, "price": 80, "trains": ["4", "4"]}}
    companies = {
        "BME": {"Investor": 50, "trains": ["4"]},
        "CME": {"A": 50, "cash": 200, "trains": ["3"]},
        **third,
    }
    table = two(companies, turn="CME trains", phase="4")
    assert table.allows("CME buys train 4 as 4 from RhE for 1")
    assert table.refused("CME buys train 4 as 4 from BME for 1") == "18DO-8.2.2.1-8"


@pytest.mark.rule("18DO-8.2.2.1-16", "18DO-4.5-11")
def test_players_railways_deal_in_their_own_certificates_as_they_like():
    block = {"pool": 10, "price": 60}
    assert both("CME trains", cme=block).allows("CME redeems 1"), "without a permanent train, too"
    assert both("BME trains", bme=block).refused("BME redeems 1") == "18DO-8.2.2.1-16"
    sold = both("CME trains", cme={"cash": 0}).apply("CME issues 1")
    assert sold.cash("CME") == 70, "for no train in particular"
    table = both("CME lay", cme={"cash": 0}).apply("CME issues 1")
    assert table.cash("CME") == 70


@pytest.mark.rule("18DO-8.2.2.1-16")
@pytest.mark.parametrize(("cash", "must"), [(59, False), (60, True), (61, True)])
def test_the_investors_railway_buys_back_with_its_last_mark(cash, must):
    block = {"trains": ["5"], "pool": 10, "cash": cash, "price": 60}
    table = both("BME trains", bme=block, phase="5")
    refusal = table.refusal("BME passes")
    assert (refusal.rule if refusal else None) == ("18DO-8.2.2.1-16" if must else None)


@pytest.mark.rule("18DO-8.2.2.1-6", "18DO-8.2.2.1-15")
def test_no_certificate_is_sold_for_the_next_kind_of_train():
    """The bank has no 4 left: the Investor's railway, which has a 3, need not buy the first 5, nor sell for it."""
    table = both("BME trains", bme={"trains": ["3"], "cash": 440}, depot="5")
    assert table.allows("BME passes") and table.refused("BME issues 1") == "18DO-8.2.2.1-15"
