"""Sensible decisions in Heat, Sweat & Beer and the Expert Game: a position, the bot's choice, and why."""

from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import get
from kursbuch.bots.contest import contest
from kursbuch.bots.railway.table import box_of
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.trains.depot import new_kinds
from kursbuch.titles.dortmund.beer.parts import BeerBox
from kursbuch.titles.dortmund.beer.state import kettle_types
from kursbuch.titles.dortmund.bot.beer.seat import LORE, BeerSeat
from kursbuch.titles.dortmund.bot.beer.stock import Ledger
from kursbuch.titles.dortmund.bot.beer.table import rebuild_beer
from tests.bots.deciding import decision
from tests.titles.dortmund.beer.beer_table import beer, fresh
from tests.titles.dortmund.beer.brewery_table import brewery
from tests.titles.dortmund.expert.expert_table import brewing, opened
from tests.titles.dortmund.investor.beer.two_table import at_brewing
from tests.titles.dortmund.railway.table import EAST, LINE

EASTERN = {"A": 50, "price": 100, "trains": ["6"], "tokens": ["E12.0"]}  # KWE carries beer to Hamm


def exporting(turn="DUB deliver", railways=None, **about):
    """DUB, led by A, makes export beer."""
    return brewery(
        corporations={"DUB": {"A": 50, "price": 100, "cash": 0, "kettles": ["8"]}},
        railways=railways or {"KWE": EASTERN},
        tiles=EAST,
        phase="8",
        regular=[0, 0, 0, 0, 0, 4],
        turn=turn,
        last=False,
        **about,
    )


# -- the starting round and stock rounds ----------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_brewery_leaves_the_money_for_a_railway(players):
    table = fresh(players)
    while table.s.top.stage == "starting":
        table.apply(decision(table))
    assert all(table.cash(player) >= 5 * 50 for player in "ABCDE"[:players])


def test_a_railway_is_founded_at_a_price_at_which_it_floats():
    table = beer(minors={"B1": {}}, stock="A", stock_round=1, cash={"A": 285, "B": 250, "C": 250})
    assert decision(table).startswith("A founds ")
    assert decision(table).endswith(" at 55"), "five shares are 275"


def test_what_has_been_founded_is_put_into_operation():
    table = beer(
        companies={
            "DUB": {"A": 30, "price": 75, "cash": 225, "floats": False},
            "BME": {"B": 50, "price": 60, "cash": 100, "trains": ["3", "3"]},
        },
        tiles=LINE,
        phase="3",
        stock="A",
        cash={"A": 160, "B": 0, "C": 0},
    )
    assert decision(table) == "A buys 10 DUB from company"


def test_a_brewery_that_earns_is_bought_rather_than_one_that_does_not():
    table = beer(
        companies={
            "DUB": {"B": 50, "price": 75, "cash": 10, "kettles": ["3", "3", "3"]},
            "RIT": {"C": 50, "price": 75, "cash": 0, "kettles": ["2A"]},
        },
        regular=[0, 0, 6, 0, 0, 0],
        new=[0, 0, 3, 0, 0, 0],
        phase="3",
        stock="A",
        cash={"A": 80, "B": 0, "C": 0},
    )
    assert {"A buys 10 DUB from company", "A buys 10 RIT from company"} <= set(table.legal())
    assert decision(table) == "A buys 10 DUB from company"


@pytest.mark.parametrize(("price", "choice"), [(75, "A sells 10 RIT"), (60, "A passes")])
def test_a_share_makes_room_for_a_much_better_one_that_its_price_pays_for(price, choice):
    table = beer(
        companies={
            "DUB": {"B": 50, "price": 75, "cash": 10, "kettles": ["3", "3", "3"]},
            "RIT": {"C": 50, "A": 10, "price": price, "cash": 0, "kettles": ["3"]},
        },
        regular=[0, 0, 9, 0, 0, 0],
        new=[0, 0, 3, 0, 0, 0],
        phase="3",
        stock="A",
        cash={"A": 5, "B": 0, "C": 0},
    )
    assert decision(table) == choice


def test_no_money_goes_into_a_brewery_that_does_not_operate():
    table = beer(
        companies={"DUB": {"B": 30, "price": 75, "cash": 225, "floats": False}},
        phase="3",
        stock="A",
        cash={"A": 80, "B": 0, "C": 0},
    )
    assert "A buys 10 DUB from company" in table.legal()
    assert decision(table) == "A passes"


# -- a railway's turn -----------------------------------------------------------------------------


def linking(**about):
    """BME could make a link; the next card is used up by it."""
    company = {"A": 50, "price": 60, "cash": 300, "trains": ["2", "2"]}
    return beer(companies={"BME": company}, tiles=LINE, turn="BME link", **about)


def test_a_link_is_made_where_trains_run():
    assert decision(linking(phase="3", depot="3")) in ("BME links H11", "BME links G12")


def test_no_link_is_made_that_lets_my_own_trains_rust():
    table = linking(phase="3", depot="4")
    assert "BME links H11" in table.legal(), "but the card is the first 4"
    assert decision(table) == "BME passes"


def test_beer_of_others_is_taken_where_it_pays_the_railway():
    about = {"railways": {"KWE": {**EASTERN, "A": 0, "B": 50}}}
    table = exporting("DUB load", stock=6, **about)
    table.apply(decision(table))
    assert table.s.top.stage == "loading"
    assert decision(table) == "B agrees"


# -- a brewery's turn -----------------------------------------------------------------------------


def test_the_best_customers_are_supplied():
    table = brewery(
        minors={"B4": {"kettles": ["S2"]}}, regular=[3, 1], new=[3, 3], turn="B4 deliver", last=False
    )
    assert decision(table) == "B4 delivers 1 to regular 2, 1 to new 2"


def test_dear_customers_are_left_to_the_better_kettle_of_mine():
    """DUB, of which A has less, could serve either; B1 serves segment 1 alone."""
    table = brewery(
        corporations={"DUB": {"A": 30, "B": 20, "price": 60, "kettles": ["2A"]}},
        minors={"B1": {"kettles": ["S1"]}},
        order=["DUB", "B1"],
        regular=[2, 0],
        new=[0, 2],
        phase="3",
        turn="DUB deliver",
        last=False,
    )
    assert decision(table) == "DUB delivers 2 to new 2"


def test_export_capacity_is_kept_and_loaded():
    table = exporting(stock=6)
    assert decision(table).endswith("keeps 2"), "as much as the train takes"
    table.apply(decision(table))
    assert decision(table).startswith("DUB loads 2 on ")


def test_less_is_kept_for_trains_of_others_where_it_could_be_lost():
    theirs = {"KWE": {**EASTERN, "A": 0, "B": 50}}
    assert decision(exporting(railways=theirs)) == "DUB delivers 4 to regular 6", "80 for sure"
    later = exporting(railways=theirs, options={"kept_export": "delivered"})
    assert decision(later).endswith("keeps 2"), "what B declines can still be delivered"


def test_a_corporation_without_a_kettle_goes_on_to_the_purchase():
    table = brewery(
        corporations={"DUB": {"A": 50, "price": 90, "cash": 200, "kettles": []}},
        phase="3",
        turn="DUB",
        last=False,
    )
    assert table.step == "DUB deliver" and decision(table) == "DUB passes"
    table.apply(decision(table))
    assert decision(table) == "DUB buys kettle 3 for 180"


def test_a_minor_brewery_pays_its_owner_and_buys_a_kettle_of_the_new_type():
    table = brewery(
        minors={"B1": {"cash": 150, "kettles": ["S2"]}},
        cash={"A": 100},
        regular=[0, 4, 3],
        new=[0, 3, 3],
        phase="3",
        depot="3",
        turn="B1 pay",
        income=60,
        last=False,
    )
    assert decision(table) == "B1 pays"
    assert decision(table.apply("B1 pays")) == "B1 buys kettle 3 for 180"


@pytest.mark.parametrize(("cash", "choice"), [(300, "B1 scraps kettle 1"), (50, "B1 delivers nothing")])
def test_a_worn_out_kettle_makes_room_for_a_better_one_that_can_be_paid_for(cash, choice):
    table = brewery(
        minors={"B1": {"cash": cash, "kettles": ["S1", "S1", "S1"]}},
        regular=[0, 4, 3],
        new=[0, 3, 3],
        phase="3",
        depot="3",
        turn="B1 deliver",
        last=False,
    )
    assert decision(table) == choice


def test_no_kettle_is_bought_for_the_end_of_the_game():
    table = brewery(
        minors={"B1": {"cash": 200, "kettles": ["S2"]}},
        regular=[0, 4, 3],
        phase="3",
        depot="3",
        turn="B1 buy",
        set_number=6,
        operating_round=2,
    )
    assert "B1 buys kettle 3 for 180" in table.legal()
    assert decision(table) == "B1 passes"


def test_a_corporation_pays_and_sells_no_share_for_nothing():
    table = brewery(
        corporations={"DUB": {"A": 50, "price": 75, "cash": 20, "kettles": ["3", "3", "3", "3"]}},
        regular=[0, 0, 6],
        phase="3",
        depot="3",
        turn="DUB pay",
        income=240,
        last=False,
    )
    assert "DUB issues 1" in table.legal()
    assert decision(table) == "DUB pays"


def test_a_brewery_of_the_investors_leaves_the_best_customers():
    table = at_brewing(
        minors={"B4": {"owner": "Investor", "kettles": ["S2"]}, "B1": {"owner": "B", "kettles": ["S2"]}},
        order=["B4", "B1"],
        regular=[2, 2],
        new=[2, 0],
        turn="B4 deliver",
        last=False,
    )
    assert decision(table, "B") == "B4 delivers 2 to regular 1"


def of_the_investors(kettles, **about):
    """The Investor's corporation in phase 4; B, who has its card, has more of it than A unless told."""
    held = {"Investor": 40, "A": about.pop("A", 10), "B": about.pop("B", 30)}
    about = {"turn": "DUB deliver", "last": False, "regular": [0, 9, 9], **about}
    return at_brewing(
        corporations={"DUB": {**held, "price": 100, "cash": 300, "kettles": kettles}}, phase="4", **about
    )


def test_the_investors_brewery_is_renewed_by_whoever_has_more_of_it():
    """Without a kettle of the newest type it pays nothing (18DO-8.2.2.2-6), and a full charter keeps that away."""
    assert decision(of_the_investors(["3", "3", "2A"]), "B") == "DUB scraps kettle 2"
    assert "delivers" in decision(of_the_investors(["3", "3", "2A"], A=30, B=10), "B")


def test_a_share_of_the_investors_brewery_is_worth_what_that_must_pay():
    def worth(kettles):
        game = of_the_investors(kettles, A=20, B=20).game
        seat = BeerSeat(game.view("B"), game.legal_actions("B"), Random(1), LORE)
        return Ledger(seat).value("DUB")

    assert worth(["3", "3", "3"]) < 100 < worth(["4", "3", "3"])


# -- the Expert Game ------------------------------------------------------------------------------


def test_no_marker_of_a_late_phase_is_bought_at_the_start():
    table = opened()
    assert table.s.top.stage == "opening"
    assert decision(table).endswith(" passes")


def with_event(turn, **events):
    """B4 has a kettle of type 2 in the yellow phase."""
    return brewing(
        minors={"B4": {"kettles": ["S2"]}}, regular=[3, 3], events=events, turn=f"B4 {turn}", last=False
    )


def test_events_are_used_and_another_one_is_taken():
    assert decision(with_event("deliver", G="B4")) == "B4 holds a fair"
    assert decision(with_event("event")) == "B4 takes event K", "premium beer is worth most"


def test_the_dearest_customer_is_secured_by_advertising():
    table = brewing(
        minors={"B4": {"kettles": ["S2"]}, "B8": {"owner": "B", "kettles": ["S2", "S2"]}},
        order=["B8", "B4"],
        events={"H": "B4"},
        regular=[3, 3],
        last=False,
    )
    assert decision(table) == "B4 advertises to regular 2"


@pytest.mark.parametrize(
    ("kettles", "choice"),
    [(["5"], "DUB takes over marker B2 from B5 for 25"), (["S2"], "DUB buys marker A1 for 30")],
)
def test_a_marker_goes_to_the_brewery_of_mine_that_makes_more_of_it(kettles, choice):
    """A bottling line brings so much for each cube of the best kettle."""
    table = brewing(
        corporations={"DUB": {"A": 50, "price": 100, "cash": 40, "kettles": kettles}},
        minors={"B5": {"owner": "A", "kettles": ["S2"]}},
        small={"B5": ["B2"]},
        phase="4",
        turn="DUB buy",
        last=False,
    )
    assert "DUB takes over marker B2 from B5 for 25..40/1" in table.legal()
    assert decision(table) == choice


# -- all in all -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("title", "players"), [("18do-beer", 2), ("18do-beer", 3), ("18do-expert", 3)])
def test_the_position_put_together_from_a_view_is_the_position(title, players):
    game = kb.new_game(title, players, seed=4)
    rng = Random(4)
    for number in range(140):
        player = game.acting[0]
        view = game.view(player)
        if number % 9 == 0:
            box = box_of(view)
            assert isinstance(box, BeerBox)
            _agree(game.state, rebuild_beer(view, box))
        game.apply(get("house").choose(view, game.legal_actions(player), rng))


def _agree(s, r):
    assert type(r) is type(s)
    assert (r.players, r.cash, r.phase, r.supply) == (s.players, s.cash, s.phase, s.supply)
    assert {h: str(f) for h, f in r.board.faces.items()} == {h: str(f) for h, f in s.board.faces.items()}
    assert dict(r.board.tokens) == dict(s.board.tokens)
    for slot in ("beer", "minors", "order", "links", "floated", "loans", "bust", "set_number"):
        assert getattr(r, slot) == getattr(s, slot), slot
    assert sorted(r.loaded.values()) == sorted(s.loaded.values())
    assert new_kinds(r) == new_kinds(s)
    for brewery_id in s.order:
        assert kettle_types(r, brewery_id) == kettle_types(s, brewery_id)
    for company in s.founded:
        assert president(r, company) == president(s, company)
        if company in s.box.railways:
            assert best_of(r, company)[1] == best_of(s, company)[1]


@pytest.mark.parametrize(("title", "players"), [("18do-beer", 2), ("18do-expert", 3)])
def test_the_house_beats_chance(title, players):
    tally = contest(title, [get("house"), *[get("random")] * (players - 1)], 1, seed=505)
    assert tally.won == 1, tally.report()
    assert tally.worst < 4.0, "no decision takes long"


@pytest.mark.parametrize(("price", "answer"), [(1, "B declines"), (900, "B agrees")])
def test_a_train_goes_with_its_beer_for_more_than_both_bring(price, answer):
    companies: dict[str, dict[str, object]] = {
        "BME": {"A": 50, "cash": 900},
        "KWE": {"B": 50, "trains": ["6", "6"], "loads": [1, 0]},
    }
    table = beer(companies=companies, phase="6", turn="BME trains")
    assert " with " not in decision(table), "who buys for a railway has no use for the name"
    table.apply(f"BME buys train 6 with 1 cubes from KWE for {price}")
    assert decision(table) == answer
