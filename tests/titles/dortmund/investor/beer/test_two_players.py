"""18DO §8.1, §8.2.1 and §8.4.1 to §8.4.4: beer for two, set-up, starting round and the Investor in stock rounds."""

import pytest

import kursbuch as kb
from kursbuch.rail.box import Start
from kursbuch.rail.loader import load_toml
from kursbuch.rail.rounds import StockFrame
from kursbuch.titles.dortmund.beer.parts import BREWERIES, RAILWAYS
from kursbuch.titles.dortmund.railway.parts import DATA
from tests.titles.dortmund.beer.beer_table import fresh
from tests.titles.dortmund.investor.beer.two_table import THREE, at_stocks

# -- set-up ---------------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8.4.1-1", "18DO-8.1-1", "18DO-8-1")
def test_two_are_set_up_like_three_on_the_smaller_map():
    two, three = fresh(2), fresh(3)
    assert two.display() == three.display()
    assert two.s.beer == three.s.beer
    assert two.s.box.start_kettles == three.s.box.start_kettles
    assert {two.cash(player) for player in ("A", "B", "Investor")} == {465}
    limits = vars(two.game.rules)["limits"]
    assert (limits.certificates, limits.holding) == (26, 70)
    same = ("trains", "phases", "new_trains", "carries", "segments", "kettle_limits", "pool_limit", "starts")
    boxes = [{name: getattr(table.s.box, name) for name in same} for table in (two, three)]
    assert [list(box.pop("starts").values()) for box in boxes] == [[Start(465, 26)]] * 2
    assert boxes[0] == boxes[1]
    assert not {"H19", "G20", "I18", "I20"} & set(two.s.box.map.hexes)
    assert two.s.board.faces["E12"].tile.colour == "grey"  # Dortmund City of the beer game


@pytest.mark.rule("18DO-8-2")
@pytest.mark.parametrize(("limit", "certificates"), [("board", 26), ("text", 17)])
def test_the_limits_of_three_hold(limit, certificates):
    for players in (2, 3):
        limits = vars(fresh(players, certificate_limit=limit).game.rules)["limits"]
        assert (limits.certificates, limits.holding) == (certificates, 70)


@pytest.mark.rule("18DO-8.4.1-2", "18DO-8.3.1-2")
def test_without_the_kronen_breweries_and_hhw():
    box = fresh(2).s.box
    assert set(box.corporations) == {"DUB", "DAB", "RIT", "STI"} == set(box.corporations_in_order)
    assert set(box.minors) == {"B1", "B3", "B4", "B5", "B6", "B7", "B8"}
    assert not {"KRO", "HHW", "HAN"} & set(box.companies)
    assert "B2" in fresh(3).s.box.minors  # only with two


@pytest.mark.rule("18DO-8.4.1-3")
def test_without_pink_tiles_and_those_of_the_railway_game():
    tiles, marked = fresh(2).s.box.tiles, load_toml(DATA, "tiles.toml")["tiles"]
    assert not [id for id, tile in tiles.items() if tile.border == "pink"]
    assert {id for id, block in marked.items() if block.get("only") == "railway"} == {"1938", "1941"}
    assert not {"1938", "1941"} & set(tiles) and "1943" in marked and "1943" not in tiles, "for H19 only"


@pytest.mark.rule("18DO-8.2-2", "18DO-8.4.1-5", "18DO-8.4.1-6", "18DO-8.3.1-4")
def test_the_investor_has_a_railway_and_a_brewery_by_lot():
    railways, breweries = set(), set()
    for seed in range(40):
        table = fresh(2, seed)
        railway, brewery = table.s.investor_companies
        railways.add(railway)
        breweries.add(brewery)
        assert table.price(railway) == 50 and table.spot(railway)[0] == RAILWAYS
        assert table.game.view()["position"]["investor_companies"] == [railway, brewery]
    assert railways == {"BME", "CME", "KWE", "RhE"}
    assert breweries == {"DUB", "DAB", "RIT", "STI"}


@pytest.mark.rule("18DO-8.4.1-7", "18DO-8.2-5")
def test_nobody_else_founds_what_is_the_investors():
    table = at_stocks(minors={"B3": {"owner": "A"}}, stock="A", cash={"A": 900})
    assert table.refused("A founds DUB at 60") == "18DO-8.4.1-7"
    assert table.refused("A founds DUB at 60 with brewery B3") == "18DO-8.4.1-7"
    assert table.refused("A buys 10 DUB from company") == "18DO-4.3.2-2"
    assert not table.starts("DUB") and table.allows("A founds DAB at 60")
    early = at_stocks({}, stock_round=1, cash={"A": 900})
    assert early.refused("A founds BME at 50") == "18DO-8.2-5"


@pytest.mark.rule("18DO-8.4.1-8")
def test_three_minor_breweries_by_lot():
    seen = set()
    for seed in range(40):
        minors = set(fresh(2, seed).s.minors)
        assert len(minors) == 3
        seen |= minors
    assert seen == {"B1", "B3", "B4", "B5", "B6", "B7", "B8"}


def test_a_player_may_be_called_investor():
    game = kb.new_game("18do-beer", ["Investor", "Ben"], seed=1)
    assert game.state.investor == "Investor II"  # type: ignore[attr-defined]


# -- starting round -------------------------------------------------------------------------------


def bids(first=0, second=1):
    """The bidders in turn take two of the three breweries, by their place; what is left is the Investor's."""
    table = fresh(2, 3)
    low, high = table.s.start_order
    minors = sorted(table.s.minors)
    one, other = minors[first], minors[second]
    (left,) = set(minors) - {one, other}
    return table, (low, one), (high, other), left


@pytest.mark.rule("18DO-8.4.2-1", "18DO-8.4.2-4", "18DO-8.3.2-1")
def test_price_and_bid_are_paid_and_the_investor_buys_what_is_left():
    table, (a, one), (b, other), left = bids()
    box = table.s.box.minors
    table.apply(f"{a} bids 10 for brewery {one}")
    assert table.acting == b
    paid = table.pays(f"{b} bids 0 for brewery {other}")
    assert paid[a] == -box[one].price - 10
    assert paid[b] == -box[other].price
    assert paid["Investor"] == -box[left].price
    assert table.s.minors == {one: a, other: b, left: "Investor"}
    assert table.cash(left) == box[left].capital
    assert len(table.kettles(left)) == len(box[left].kettles)
    assert table.s.order == tuple(sorted(table.s.minors, reverse=True))


@pytest.mark.rule("18DO-8.4.2-2", "18DO-8.4.2-3", "18DO-8.4.1-4")
@pytest.mark.parametrize("card", ["investors-railway", "investors-brewery"])
@pytest.mark.parametrize("places", [(0, 1), (2, 1)])
def test_the_lower_number_begins_and_the_other_chooses_a_card(card, places):
    table, (a, one), (b, other), _ = bids(*places)
    table.apply(f"{a} bids 0 for brewery {one}", f"{b} bids 0 for brewery {other}")
    first, chooser = (a, b) if one < other else (b, a)
    assert table.acting == chooser and table.s.priority == first
    assert table.refused(f"{first} takes card {card}") == "18DO-8.4.2-3"
    assert table.refused(f"{chooser} takes card first-action") == "18DO-8.4.2-3"
    assert table.game.view()["position"]["brewery_card"] == ""
    table.apply(f"{chooser} takes card {card}")
    railway, brewery = (chooser, first) if card == "investors-railway" else (first, chooser)
    assert table.s.investor_card == railway
    assert table.game.view()["position"]["brewery_card"] == brewery
    assert table.acting == first  # opens the first stock round


@pytest.mark.rule("18DO-8.3.3-1", "18DO-8.4.3-1")
@pytest.mark.parametrize("places", [(0, 1), (2, 1)])
def test_in_the_first_stock_round_the_others_follow_by_their_seats(places):
    """Whatever cash they have left: the Investor sits third."""
    table, (a, one), (b, other), _ = bids(*places)
    table.apply(f"{a} bids 0 for brewery {one}", f"{b} bids 0 for brewery {other}")
    first, second = (a, b) if one < other else (b, a)
    table.apply(f"{second} takes card investors-railway")
    turns = [table.acting]
    railway = table.s.investor_companies[0]
    table.apply(f"{first} passes")
    turns.append(table.acting)
    between = table.percent("Investor", railway) == 50
    assert turns == [first, second]
    assert between is (table.s.players.index(first) == 1), "the Investor comes after the second seat"


@pytest.mark.rule("18DO-8.4.2-4")
def test_dealt_breweries_leave_one_for_the_investor():
    table = fresh(2, dealt_breweries=True)
    assert sorted(table.s.minors.values()) == ["A", "B", "Investor"]
    assert table.starts("takes card")


# -- stock rounds ---------------------------------------------------------------------------------


@pytest.mark.rule("18DO-8.4.3-1", "18DO-8.3.3-1", "18DO-8.3.3-2", "18DO-8.2.1-1")
@pytest.mark.parametrize("first", ["A", "B"])
def test_in_the_first_stock_round_the_investor_buys_half_of_its_railway(first):
    table = at_stocks({}, stock_round=1, stock=first, phase="", cash={"A": 300, "B": 300, "Investor": 280})
    spot = table.s.box.railway_start
    table.s.prices = table.s.prices.placed("BME", (spot.row, spot.column))
    assert table.refused(f"{first} founds DAB at 60") == "18DO-6.2.3-3"
    table.apply(f"{first} founds CME at 60")
    if first == "A":  # A, B, the Investor
        table.apply("B founds RhE at 60")
    assert table.cash("Investor") == 30 and table.cash("BME") == 250
    assert table.percent("Investor", "BME") == 50 and "BME" in table.s.floated
    assert table.price("BME") == 50 and table.acting == "A"


@pytest.mark.rule("18DO-8.3.3-4")
@pytest.mark.parametrize(("buyer", "first"), [("A", "B"), ("B", "Investor")])
def test_after_the_first_stock_round_the_seat_left_of_the_last_buyer_begins(buyer, first):
    table = at_stocks(stock=buyer, stock_round=1, cash={"A": 200, "B": 200})
    table.apply(f"{buyer} buys 10 CME from company")
    while table.round == "SR 1":
        table.apply(f"{table.acting} passes")
    assert table.s.priority == first


@pytest.mark.rule("18DO-8.3.3-3")
def test_it_buys_no_more_until_both_players_railways_operate():
    one = {"BME": THREE["BME"], "CME": THREE["CME"]}
    assert "Investor" not in at_stocks(one, stock="B", cash={"Investor": 300}).pays("B passes")
    bust = at_stocks(one, stock="B", cash={"Investor": 300}, bust={"RhE": 2})  # once is enough
    assert bust.pays("B passes") == {"Investor": -90, "CME": 90}


@pytest.mark.rule("18DO-8.4.4-1", "18DO-8.2.1.1-1", "18DO-8.2.1.1-3", "18DO-8.2.1-2")
def test_later_the_players_have_all_options_and_the_investor_acts_by_itself():
    table = at_stocks(
        {**THREE, "RIT": {"B": 50, "price": 60}},
        minors={"B3": {"owner": "A"}},
        cash={"A": 900, "Investor": 90},
    )
    assert {"Buy", "Sell", "Found", "FoundWith", "SwapMinor", "Pass"} <= table.kinds()
    table.apply("A passes")
    assert table.pays("B passes") == {"Investor": -90, "CME": 90}
    assert table.acting == "A"


@pytest.mark.rule("18DO-8.3.3-3")
def test_two_railways_of_one_player_are_not_both_players():
    alone = {**THREE, "RhE": {"A": 50, "price": 80, "trains": ["3"]}}
    assert "Investor" not in at_stocks(alone, stock="B", cash={"Investor": 300}).pays("B passes")
    brewer = {**alone, "RIT": {"B": 50, "price": 60}}  # a brewery is no railway
    assert "Investor" not in at_stocks(brewer, stock="B", cash={"Investor": 300}).pays("B passes")


@pytest.mark.rule("18DO-8.4.4-1", "18DO-8.2-4")
@pytest.mark.parametrize("company", ["BME", "DUB"])
def test_shares_of_the_investors_companies_are_sold_like_any_others(company):
    theirs = {"BME": {"Investor": 50, "A": 20, "price": 75}, "DUB": {"Investor": 50, "A": 20, "price": 75}}
    table = at_stocks({**THREE, **theirs}, stock_round=4)
    assert table.allows(f"A sells 10 {company}")
    assert table.pays(f"A sells 20 {company}") == {"A": 150, "bank": -150}
    assert table.president(company) == "Investor"


@pytest.mark.rule("18DO-8.2.1.1-1", "18DO-8.2.1.1-3")
@pytest.mark.parametrize(
    ("cash", "paid"), [(200, {"Investor": -200, "DAB": 200}), (199, {"Investor": -100, "bank": 100})]
)
def test_too_dear_a_certificate_of_20_percent_and_one_of_10_in_the_pool(cash, paid):
    top = {**THREE, "DAB": {"A": 40, "price": 100}}
    table = at_stocks(top, stock="B", cash={"Investor": cash})
    table.s.shares["DAB"] = ("A", "A", *("DAB",) * 4, "pool")
    assert table.pays("B passes") == paid


TIED = {**THREE, "RIT": {"B": 50, "price": 90}, "CME": {"A": 50, "price": 90}}


@pytest.mark.rule("18DO-8.2.1.1-6", "18DO-8.2.1.1-5")
def test_at_equal_prices_railways_before_breweries_and_these_by_their_order():
    assert at_stocks(TIED, stock="B", cash={"Investor": 90}).pays("B passes") == {"Investor": -90, "CME": 90}
    alike = {"CME": {"A": 50, "price": 90}, "RhE": {"B": 50, "price": 90}}
    for railways in (alike, dict(reversed(alike.items()))):
        table = at_stocks({"BME": THREE["BME"], **railways}, stock="B", cash={"Investor": 90})
        first = next(company for company in table.s.prices.order() if company in alike)
        assert table.pays("B passes") == {"Investor": -90, first: 90}, "the railway that acts first"
    two = {**THREE, "RIT": {"B": 50, "price": 100}, "STI": {"A": 50, "price": 100}}
    for order in (("RIT", "STI"), ("STI", "RIT")):
        table = at_stocks(two, stock="B", cash={"Investor": 100}, order=order)
        assert table.pays("B passes") == {"Investor": -100, order[0]: 100}


@pytest.mark.rule("18DO-8.2.1.1-2")
@pytest.mark.parametrize(("floats", "bought"), [(False, "CME"), (True, "RIT")])
def test_of_breweries_too_only_those_in_operation(floats, bought):
    dear = {**THREE, "RIT": {"B": 40, "price": 100, "floats": floats}}
    paid = at_stocks(dear, stock="B", cash={"Investor": 500}).pays("B passes")
    assert paid.keys() == {"Investor", bought}


@pytest.mark.rule("18DO-8.2.1.1-7")
def test_a_certificate_of_20_percent_is_too_much_beside_one_of_10():
    top = {**THREE, "DAB": {"A": 40, "price": 100}}  # a certificate of 20 % lies on top
    assert at_stocks(top, stock="B", cash={"Investor": 500}).pays("B passes") == {
        "Investor": -200,
        "DAB": 200,
    }
    held = {**THREE, "DAB": {"A": 40, "Investor": 10, "price": 100}}
    assert at_stocks(held, stock="B", cash={"Investor": 500}).pays("B passes") == {
        "Investor": -90,
        "CME": 90,
    }


@pytest.mark.rule("18DO-8.2-3", "18DO-8.2-4")
def test_nobody_takes_its_brewery_and_it_takes_nobodys():
    theirs = {"DUB": {"Investor": 30, "A": 30, "president": "Investor"}, "DAB": {"A": 30, "Investor": 20}}
    table = at_stocks({**THREE, **theirs}, cash={"A": 500})
    assert table.refused("A buys 10 DUB from company") == "18DO-8.2-3"
    trader = at_stocks({**THREE, **theirs}, minors={"B3": {"owner": "A"}}, stock_round=4, cash={"A": 500})
    assert trader.refused("A swaps brewery B3 for 10 DUB from company") == "18DO-8.2-3"
    fewer = {**theirs, "DUB": {"Investor": 30, "A": 20}}
    trader = at_stocks({**THREE, **fewer}, minors={"B3": {"owner": "A"}}, stock_round=4, cash={"A": 500})
    assert trader.allows("A swaps brewery B3 for 10 DUB from company"), "then both have as much"
    assert table.refused("A sells 20 DAB") == "18DO-8.2-4"


@pytest.mark.rule("18DO-8.2.1.2-5", "18DO-8.2.1.2-2")
def test_its_sales_move_no_price():
    held = {**THREE, "BME": {"Investor": 70, "price": 100}, "RhE": {"B": 50, "Investor": 10, "price": 60}}
    table = at_stocks(held, stock="B", cash={"Investor": 40})
    assert table.pays("B passes") == {"Investor": 60 - 90, "CME": 90, "bank": -60}
    assert table.price("RhE") == 60 and table.percent("Investor", "RhE") == 0


@pytest.mark.rule("18DO-8.2.1.2-2")
def test_it_sells_a_certificate_of_20_percent_as_a_whole():
    held = {**THREE, "BME": {"Investor": 70, "price": 100}, "DAB": {"B": 40, "Investor": 20, "price": 60}}
    table = at_stocks(held, stock="B", cash={"Investor": 40})
    table.s.shares["DAB"] = ("B", "B", "Investor", *("DAB",) * 4)
    assert table.pays("B passes") == {"Investor": 120 - 90, "CME": 90, "bank": -120}


def test_a_bankrupt_company_of_its_own_is_founded_again():
    gone = {"CME": THREE["CME"], "RhE": THREE["RhE"]}
    for bust, stays in (({"BME": 4}, True), ({"BME": 3}, False)):
        table = at_stocks(gone, stock="B", stock_round=3, cash={"Investor": 250}, bust=bust)
        assert table.refused("B founds BME at 50") == "18DO-8.2-5"
        table.apply("B passes")
        assert ("BME" not in table.s.founded) is stays
    assert table.cash("BME") == 250 and table.president("BME") == "Investor"
    poor = at_stocks(gone, stock="B", stock_round=3, cash={"Investor": 249}, bust={"BME": 3})
    assert poor.pays("B passes") == {"Investor": -90, "CME": 90}


def test_its_brewery_too_and_with_two_shares_less():
    table = at_stocks(stock="B", stock_round=5, cash={"Investor": 300}, bust={"DUB": 5})
    table.apply("B passes")
    assert table.percent("Investor", "DUB") == 50 and table.percent("out", "DUB") == 20
    assert table.spot("DUB")[0] == BREWERIES and table.price("DUB") == 60
    assert table.s.order == ("DUB",) and "DUB" in table.s.floated
    assert isinstance(table.s.top, StockFrame)  # it does not sell own shares at once


# -- the conversion -------------------------------------------------------------------------------


def converted(cash=300, minor="B3", companies=THREE, corporation="DUB", stock_round=3, **about):
    block = {"owner": "Investor", "cash": 50, "kettles": ["S2", "S1"], **about.pop("block", {})}
    others = tuple(company for company in companies if company == "RIT")
    table = at_stocks(
        companies, stock="B", stock_round=stock_round, cash={"Investor": cash},
        minors={"B8": {"owner": "A"}, minor: block, "B1": {"owner": "B"}},
        order=("B8", minor, "B1", *others), investor_companies=("BME", corporation), **about,
    )  # fmt: skip
    return table, table.pays("B passes")


@pytest.mark.rule("18DO-8.2.1.3-1")
@pytest.mark.parametrize("phase", ["", "3", "5"])
def test_it_converts_on_its_first_turn_of_the_third_stock_round(phase):
    table, _ = converted(900, phase=phase)
    assert table.president("DUB") == "Investor" and table.acting == "A"
    assert table.percent("Investor", "CME") == 0  # no other purchase in this turn
    table.apply("A passes", "B passes")
    assert table.percent("Investor", "CME") == 10
    before, _ = converted(900, phase=phase, stock_round=2)
    assert before.s.minors["B3"] == "Investor" and before.percent("Investor", "CME") == 10


@pytest.mark.rule("18DO-8.2.1.3-2", "18DO-8.2.1.3-3")
def test_everything_but_kettles_of_type_1_goes_to_the_corporation():
    table, paid = converted()
    assert paid["B3"] == -50 and paid["DUB"] == 50 + 240
    assert table.kettles("DUB") == [2] and table.kettles("B3") == []
    assert "B3" not in table.s.minors and table.cash("B3") == 0
    assert "B3" not in table.game.view()["position"]["minors"]


@pytest.mark.rule("18DO-8.2.1.3-4", "18DO-8.2.1.3-5")
def test_its_marker_stands_at_60_and_its_place_is_that_of_the_minor_brewery():
    table, _ = converted()
    assert table.price("DUB") == 60 and table.spot("DUB")[0] == BREWERIES
    assert table.s.order == ("B8", "DUB", "B1")


@pytest.mark.rule("18DO-8.2.1.3-6")
@pytest.mark.parametrize("corporation", ["DUB", "DAB", "RIT", "STI"])
def test_half_of_it_for_the_brewery_and_240(corporation):
    table, paid = converted(corporation=corporation)
    assert paid["Investor"] == -240
    assert table.percent("Investor", corporation) == 50 and corporation in table.s.floated
    assert table.percent(corporation, corporation) == 50


@pytest.mark.rule("18DO-8.2.1.3-7")
def test_the_quellen_brauerei_is_worth_20_percent():
    table, paid = converted(minor="B6", block={"kettles": ["S2"]})
    assert paid["Investor"] == -180 and table.percent("Investor", "DUB") == 50


@pytest.mark.rule("18DO-8.2.1.3-8", "18DO-8.2.1.2-5")
def test_short_of_cash_it_sells_the_cheapest_certificates_first():
    cheap, dear = {"B": 50, "Investor": 10, "price": 50}, {"A": 50, "Investor": 10, "price": 90}
    held = {**THREE, "CME": dear, "RhE": cheap}
    table, paid = converted(200, companies=held)
    assert table.percent("Investor", "RhE") == 0 and table.percent("Investor", "CME") == 10
    assert paid["Investor"] == 50 - 240 and table.price("RhE") == 50


@pytest.mark.rule("18DO-8.2.1.3-9")
def test_among_equals_it_sells_of_the_company_that_acts_last():
    alike = {"B": 50, "Investor": 10, "price": 50}
    table, _ = converted(200, companies={**THREE, "CME": alike, "RhE": alike})
    first, last = [c for c in table.s.prices.order() if c in ("CME", "RhE")]
    assert table.percent("Investor", first) == 10 and table.percent("Investor", last) == 0
    table, _ = converted(200, companies={**THREE, "CME": alike, "RIT": alike})
    assert table.percent("Investor", "CME") == 10 and table.percent("Investor", "RIT") == 0


@pytest.mark.rule("18DO-8.2.1.3-10", "18DO-8.2.1.3-11")
def test_what_it_cannot_pay_for_goes_to_the_pool():
    table, paid = converted(185)
    assert paid["Investor"] == -180 and paid["bank"] == -60
    assert table.percent("Investor", "DUB") == 40 and table.percent("pool", "DUB") == 10
    assert table.cash("DUB") == 50 + 180 + 60 and table.price("DUB") == 60
    assert "DUB" in table.s.floated and not table.s.loans


def test_the_directors_certificate_it_takes_in_any_case():
    table, paid = converted(70)  # enough for 20 %; the certificate is one of 30 %
    assert paid["Investor"] == -70 and table.s.loans == {"DUB": 50}
    assert table.percent("Investor", "DUB") == 30 and table.percent("pool", "DUB") == 20
    assert table.cash("DUB") == 50 + 120 + 120


@pytest.mark.rule("18DO-8.2.1.3-8", "18DO-4.4.5-5", "18DO-4.4.5-6")
@pytest.mark.parametrize("barred", [{"new": True}, {"pool": 50, "B": 30, "A": 10}])
def test_for_the_conversion_too_only_what_may_be_sold_is_sold(barred):
    block = {"B": 50, "Investor": 10, "price": 50, **barred}
    table, paid = converted(200, companies={**THREE, "RhE": block})
    assert table.percent("Investor", "RhE") == 10 and paid["Investor"] == -180


@pytest.mark.rule("18DO-8.2.1.3-8")
@pytest.mark.parametrize(("cash", "sold"), [(239, True), (240, False)])
def test_it_sells_only_what_it_needs_to(cash, sold):
    block = {"B": 50, "Investor": 10, "price": 50}
    table, _ = converted(cash, companies={**THREE, "RhE": block})
    assert (table.percent("Investor", "RhE") == 0) is sold
