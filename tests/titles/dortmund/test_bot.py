"""Sensible decisions in 18DO, the Railway Game and the Introduction Game: a position, the bot's choice, and why."""

from random import Random

import pytest

import kursbuch as kb
from kursbuch.bots import get
from kursbuch.bots.contest import contest
from kursbuch.bots.railway.searching import seat_of
from kursbuch.bots.railway.table import box_of
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.routes.running import best_of
from kursbuch.titles.dortmund.bot.intro.searching import builders_turn
from kursbuch.titles.dortmund.bot.intro.seat import LORE, IntroSeat
from kursbuch.titles.dortmund.bot.railway.table import rebuild_intro, rebuild_railway
from tests.bots.deciding import decision
from tests.titles.dortmund.intro.positions import LINE as HARBOUR_LINE
from tests.titles.dortmund.intro.positions import intro
from tests.titles.dortmund.investor.test_two_players import two
from tests.titles.dortmund.railway.table import EAST, LINE, fresh, railway


def turn(step, bme=None, *, others=None, tiles=None, **more):
    """BME, led by A, is at a step of its turn."""
    about = {"price": 60, "A": 50, "cash": 200, **(bme or {})}
    return railway(
        companies={"BME": about, **(others or {})},
        tiles=LINE if tiles is None else tiles,
        cash=more.pop("cash", {"A": 200, "B": 200, "C": 200}),
        turn=f"BME {step}",
        **more,
    )


def brewing(train="5", cubes=3, turned=(), phase="5", **more):
    """KWE runs from Hamm to Dortmund City; A has brewery 1 with beer on it."""
    return railway(
        companies={"KWE": {"A": 50, "trains": [train], "tokens": ["E12.0"]}},
        tiles=EAST,
        phase=phase,
        turned=turned,
        cubes={"1": cubes},
        turn="KWE run",
        **more,
    )


# -- the starting round and stock rounds ----------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_brewery_leaves_the_money_for_a_railway(players):
    table = fresh(players)
    player = table.acting
    _, _, price, *_ = decision(table).split()
    assert table.cash(player) - int(price) >= 5 * 50


def test_nobody_is_outbid_beyond_that():
    table = fresh(3)
    while table.s.top.stage == "starting":
        table.apply(decision(table))
    assert all(table.cash(player) >= 5 * 50 for player in "ABC")


def test_a_railway_is_founded_at_a_price_at_which_it_floats():
    table = railway(stock="A", stock_round=1, cash={"A": 285, "B": 250, "C": 250})
    assert decision(table).startswith("A founds ")
    assert decision(table).endswith(" at 55"), "five shares are 275"


def test_what_has_been_founded_is_put_into_operation():
    table = railway(
        companies={"BME": {"A": 20, "price": 50, "cash": 100, "floats": False}},
        stock="A",
        stock_round=1,
        cash={"A": 160, "B": 250, "C": 250},
    )
    assert decision(table) == "A buys 10 BME from company"


def test_no_money_goes_into_a_railway_that_does_not_operate():
    table = railway(
        companies={"BME": {"B": 20, "price": 50, "cash": 100, "floats": False}},
        stock="A",
        cash={"A": 120, "B": 0, "C": 0},
    )
    assert "A buys 10 BME from company" in table.legal()
    assert decision(table) == "A passes"


def test_a_railway_that_earns_is_bought_rather_than_one_that_does_not():
    table = railway(
        companies={
            "BME": {"B": 50, "price": 60, "cash": 100, "trains": ["3", "3"]},
            "KWE": {"C": 50, "price": 60, "cash": 0},
        },
        tiles=LINE,
        phase="3",
        cash={"A": 70, "B": 0, "C": 0},
        stock="A",
    )
    assert decision(table) == "A buys 10 BME from company"


# -- a railway's turn -----------------------------------------------------------------------------


def test_a_tile_is_laid_that_lets_the_train_run():
    table = turn("lay", {"trains": ["2"]}, tiles={})
    assert best_of(table.s, "BME")[1] == 0
    table.apply(decision(table))
    assert best_of(table.s, "BME")[1] >= 40


def test_the_link_on_the_way_of_the_trains_is_made():
    table = turn("link", {"trains": ["4"]}, phase="4")
    assert decision(table) in ("BME links H11", "BME links G12")


def test_no_link_is_made_with_the_money_for_a_train():
    table = turn("link", {"cash": 100})
    assert "BME links H11" in table.legal()
    assert decision(table) == "BME passes"


def test_a_station_is_built_in_dortmund_city():
    table = turn("station", {"trains": ["3", "3"]}, phase="3")
    assert decision(table) == "BME builds a station at E12.0"


def test_beer_is_carried():
    assert decision(brewing(turned=["1"])).endswith(" carrying 1 to C20")


def test_a_card_is_turned_over_once_its_beer_can_be_carried():
    assert decision(brewing()) == "A turns brewery 1"


def test_a_card_goes_on_paying_as_long_as_no_train_carries_beer():
    assert decision(brewing("4")).startswith("KWE runs ")


def test_income_is_paid_out_and_no_share_sold_for_nothing():
    table = turn("pay", {"trains": ["4"], "BME": 50}, phase="4", income=150)
    assert "BME issues 1" in table.legal()
    assert decision(table) == "BME pays"


def test_income_is_kept_for_a_train_that_is_needed_at_once():
    """The 2 rusts with the next train sold, and A has nothing to help with."""
    table = turn(
        "pay",
        {"trains": ["2"], "cash": 270, "A": 50, "pool": 50},
        phase="3",
        depot="4",
        income=40,
        cash={"A": 0, "B": 0, "C": 0},
    )
    assert decision(table) == "BME withholds"


def test_a_railway_without_a_train_buys_one():
    assert decision(turn("trains")) == "BME buys train 2 as 2 from depot for 80"


def test_an_own_share_is_sold_for_the_train_that_must_be_bought():
    table = turn("trains", {"cash": 40})
    assert decision(table) == "BME issues 1"
    assert decision(table.apply("BME issues 1")) == "BME buys train 2 as 2 from depot for 80"


def test_the_investors_railway_is_spared_a_forced_sale_of_all():
    table = two(
        {
            "BME": {"Investor": 50, "A": 20, "cash": 240, "spot": (3, 5)},  # 75 a share
            "CME": {"B": 50, "price": 90, "trains": ["4"], "cash": 50},
        },
        phase="4",
        turn="BME trains",
    )
    table.s.markers["4"] = "out"
    assert decision(table) == "BME issues 1"
    table.apply("BME issues 1")
    assert decision(table) == "BME buys train 4 as 4 from depot for 300"


def test_the_last_run_is_made():
    table = railway(
        companies={"BME": {"A": 50, "trains": ["4"], "cash": 100}}, tiles=LINE, phase="8", turn="BME run"
    )
    table.s.last_runs = frozenset(table.s.trains["BME"])
    assert "BME runs nothing" in table.legal() and decision(table).startswith("BME runs 4:")


def test_a_train_is_sold_for_much_and_not_for_little():
    for price, trains, answer in ((400, ["3", "3"], "B agrees"), (10, ["3"], "B declines")):
        table = turn(
            "trains",
            {"cash": 420},
            others={"KWE": {"B": 50, "cash": 0, "trains": trains}},
            tiles={**LINE, **EAST},
            phase="3",
        ).apply(f"BME buys train 3 as 3 from KWE for {price}")
        assert decision(table) == answer


# -- the Introduction Game ------------------------------------------------------------------------


def test_the_certificate_that_pays_is_taken():
    table = intro(
        held={"DHB": {"B": 40}, "CME": {"C": 20}},
        trains={"DHB": "4", "CME": "4"},
        tiles=HARBOUR_LINE,
        display={"DHB": 6, "CME": 6},
        turn="A take",
    )
    assert {"A takes 10 DHB", "A takes 10 CME"} <= set(table.legal())
    assert decision(table) == "A takes 10 DHB"


@pytest.mark.parametrize(("display", "best"), [(None, "CME"), ({"DHB": 1, "CME": 1}, "DHB")])
def test_early_on_a_railway_promises_most_whose_director_has_most_of_it(display, best):
    """What a railway earns today says little of the end: its director will build, and he builds for what is his."""
    table = intro(
        held={"DHB": {"B": 20}, "CME": {"C": 50}},
        trains={"DHB": "4", "CME": "4"},
        display=display,
        turn="A take",
    )
    assert table.best("DHB") > table.best("CME")
    seat = seat_of(table.game, "A", LORE, IntroSeat)
    assert isinstance(seat, IntroSeat)
    assert max(("DHB", "CME"), key=seat.final) == best


def test_what_a_player_builds_is_thought_about_again_only_if_he_builds_for_other_railways():
    """A bot that searches tries many lines of play: track is the same in those that differ in paper."""
    table = intro(held={"DHB": {"B": 40}, "CME": {"C": 40}}, trains={"DHB": "4", "CME": "4"}, turn="A take")

    def turn_after(words):
        return builders_turn(table.game.after(words).state)

    one, other, leading = map(turn_after, ("A takes 10 DHB", "A takes 10 CME", "A takes 20 BME"))
    assert one == other is not None
    assert one != leading


def test_track_makes_the_final_run_longer():
    table = intro(held={"DHB": {"A": 40}}, trains={"DHB": "4"}, turn="A lay")
    before = table.best("DHB")
    table.apply(decision(table))
    assert table.best("DHB") >= before + 50, "Dortmund City comes within reach"


def test_a_link_is_made_where_the_train_runs():
    table = intro(held={"DHB": {"A": 40}}, trains={"DHB": "4"}, tiles=HARBOUR_LINE, turn="A build")
    before = table.best("DHB")
    table.apply(decision(table))
    assert table.best("DHB") > before


def test_an_obsolete_train_is_swapped():
    table = intro(
        held={"DHB": {"A": 40}},
        trains={"DHB": "2"},
        tiles=HARBOUR_LINE,
        phase="4",
        depot="4",
        turn="A swap",
    )
    assert decision(table).startswith("DHB swaps train 2 for new ")


# -- all in all -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "players", "build", "bot"),
    [
        ("18do-railway", 2, rebuild_railway, "house"),
        ("18do-railway", 3, rebuild_railway, "house"),
        ("18do-intro", 3, rebuild_intro, "random"),
    ],
)
def test_the_position_put_together_from_a_view_is_the_position(title, players, build, bot):
    game = kb.new_game(title, players, seed=4)
    rng = Random(4)
    for number in range(90):
        player = game.acting[0]
        view = game.view(player)
        if number % 9 == 0:
            _agree(game.state, build(view, box_of(view)))
        game.apply(get(bot).choose(view, game.legal_actions(player), rng))


def _agree(s, r):
    assert (r.players, r.cash, r.phase, r.supply) == (s.players, s.cash, s.phase, s.supply)
    assert {h: str(f) for h, f in r.board.faces.items()} == {h: str(f) for h, f in s.board.faces.items()}
    assert dict(r.board.tokens) == dict(s.board.tokens)
    assert r.links == s.links
    for slot in (
        "breweries",
        "cubes",
        "flipped",
        "markers",
        "loans",
        "floated",
        "stock_of_beer",
        "investor_card",
    ):
        assert getattr(r, slot, None) == getattr(s, slot, None), slot
    for company in s.founded:
        assert president(r, company) == president(s, company)
        assert best_of(r, company)[1] == best_of(s, company)[1]


@pytest.mark.parametrize(("title", "players"), [("18do-railway", 2), ("18do-intro", 4)])
def test_the_house_beats_chance(title, players):
    tally = contest(title, [get("house"), *[get("random")] * (players - 1)], 1, seed=505)
    assert tally.won == 1, tally.report()
    assert tally.worst < 4.0, "no decision takes long"
