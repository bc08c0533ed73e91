"""A judge is worth something only if it notices: faults planted in events, or in what is shown, must not pass."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from kursbuch.soak import Table
from kursbuch.soak.players import seated
from tests.judges import plants
from tests.judges.following import Moment, judge_of, listen, moments, told
from tests.judges.test_judges import JUDGES

TABLES = {
    "18te": Table("18te", 3, 2, gift=400),
    "1889": Table("1889", 3, 2, gift=400),
    "18chesapeake": Table("18chesapeake", 4, 2, gift=400),
    "18chesapeake for two": Table("18chesapeake", 2, 1, gift=400),
    "1830": Table("1830", 3, 2, gift=1500),
    "1853": Table("1853", 4, 1, gift=400),
    "nuremberg": Table("nuremberg", 4, 2),
    "18do-intro": Table("18do-intro", 3, 1),
    "18do-railway": Table("18do-railway", 3, 1, gift=1500),
    "18do-beer": Table("18do-beer", 4, 1, gift=1500),
    "18do-expert": Table("18do-expert", 4, 2, gift=1500),
    "18do-railway for two": Table("18do-railway", 2, 1, gift=400),
    "18do-beer for two": Table("18do-beer", 2, 4, gift=1500),
}


@cache
def story(name: str) -> list[Moment]:
    """A game of investors, in which much happens."""
    table = TABLES[name]
    rng = random.Random(table.seed)
    game = table.start()
    seats = seated("rich", game.players, rng)

    def choose(game: Any) -> Any:
        player = game.acting[0]
        return seats.get(player, seats[game.players[0]])(game, player, game.legal_actions(player), rng)

    return list(moments(game, choose))


# -- faults: each changes one moment of a story, or raises StopIteration -------------------------------


def more_money(tale: list[Moment]) -> None:
    """Somebody gets a mark more, and the purses shown agree with it."""
    now, event = next(told(tale, "money", why="dividend"))
    event["amount"] += 1
    now.view["position"]["cash"][event["dst"]] += 1
    now.view["position"]["cash"][event["src"]] -= 1


def other_payee(tale: list[Moment]) -> None:
    _, event = next(told(tale, "money", why="dividend"))
    players = tale[0].view["players"]
    event["dst"] = next(player for player in players if player != event["dst"])


def other_buyer(tale: list[Moment]) -> None:
    now, event = next(told(tale, "buys"))
    event["player"] = next(player for player in now.view["players"] if player != event["player"])


def other_holder(tale: list[Moment]) -> None:
    """A share lies with somebody else than was told."""
    now, event = next(told(tale, "buys"))
    shares = now.view["position"]["companies"][event["company"]]["shares"]
    player = next(player for player in now.view["players"] if player != event["player"])
    shares[event["player"]] -= 10
    shares[player] = shares.get(player, 0) + 10


def price_stays(tale: list[Moment]) -> None:
    """A move of a price is told, but not shown."""
    for now, event in told(tale, "price"):
        about = now.view["position"]["companies"][event["company"]]
        if about["price"] == event["price"] != event["before"]:
            about["price"] = event["before"]
            return


def price_untold(tale: list[Moment]) -> None:
    """A price moves without a word."""
    now, event = next(told(tale, "price"))
    now.events.remove(event)


def too_much_earned(tale: list[Moment]) -> None:
    _, event = next((now, event) for now, event in told(tale, "runs") if event["income"])
    event["income"] += 10


def keeps_more(tale: list[Moment]) -> None:
    """A company keeps more than it has run, and the purses shown agree with it."""
    now, event = next(told(tale, "withholds"))
    paid = next(other for other in now.events if other["key"] == "money" and other["dst"] == event["company"])
    event["income"] += 10
    paid["amount"] += 10
    now.view["position"]["cash"][event["company"]] += 10
    now.view["position"]["cash"]["bank"] -= 10


def train_stays(tale: list[Moment]) -> None:
    """An aged train is not taken away."""
    now, event = next(told(tale, "rusts"))
    now.events.remove(event)


def other_director(tale: list[Moment]) -> None:
    now, event = next(told(tale, "president"))
    about = now.view["position"]["companies"][event["company"]]
    about["president"] = next(player for player in now.view["players"] if player != about["president"])


def richer(tale: list[Moment]) -> None:
    """A score is too high at the end."""
    scores = dict(tale[-1].scores)
    scores[next(iter(scores))] += 5
    tale[-1] = replace(tale[-1], scores=scores)


def cheap_link(tale: list[Moment]) -> None:
    """A link is paid for with less, and the purses shown agree with it."""
    now, event = next(told(tale, "money", why="link"))
    event["amount"] -= 10
    now.view["position"]["cash"][event["dst"]] -= 10
    now.view["position"]["cash"][event["src"]] += 10


def cube_lost(tale: list[Moment]) -> None:
    """A cube of beer vanishes when the market is renewed."""
    now, _ = next(told(tale, "market-renewed"))
    now.view["position"]["beer_market"]["stock"] += 1


def dear_beer(tale: list[Moment]) -> None:
    """A delivery brings more than the customers pay."""
    _, event = next(told(tale, "delivers"))
    event["income"] += 5


def wrong_order(tale: list[Moment]) -> None:
    _, event = next(told(tale, "brewery-order"))
    event["order"].reverse()


def kettle_stays(tale: list[Moment]) -> None:
    now, event = next(told(tale, "kettle-scrapped", brewery=_first_scrapped(tale)))
    now.events.remove(event)


def _first_scrapped(tale: list[Moment]) -> str:
    """A brewery in play that lost a kettle."""
    gone = {event["brewery"] for _, event in told(tale, "brewery-gone")}
    return next(
        str(event["brewery"]) for _, event in told(tale, "kettle-scrapped") if event["brewery"] not in gone
    )


def stays_open(tale: list[Moment]) -> None:
    """A bankrupt company is not closed."""
    now, event = next(told(tale, "closes"))
    now.events.remove(event)


def marker_lost(tale: list[Moment]) -> None:
    now, _ = next(told(tale, "buys-marker"))
    now.view["position"]["small_of"].clear()


def event_kept(tale: list[Moment]) -> None:
    """A special event is used and not returned."""
    now, event = next(told(tale, "event-used"))
    now.view["position"]["events"][event["event"]]["holder"] = event["brewery"]


def beer_unsold(tale: list[Moment]) -> None:
    """A director's beer does not become less by carrying it."""
    now, _ = next(told(tale, "carries"))
    now.view["position"]["beer"] -= 1


def card_stays(tale: list[Moment]) -> None:
    """The card of the Investor's railway is not handed over."""
    now, _ = next(
        (now, event) for key in ("investor-card", "investor-cards") for now, event in told(tale, key)
    )
    position = now.view["position"]
    position["investor_card"] = next(p for p in now.view["players"] if p != position["investor_card"])


def half_unpaid(tale: list[Moment]) -> None:
    """The Investor pays a share less than half of its railway."""
    now, event = next(told(tale, "founds", player="Investor"))
    payment = [e for e in now.events if e["key"] == "money" and e["src"] == "Investor"][-1]
    payment["amount"] -= event["price"]


def keeps_too_much(tale: list[Moment]) -> None:
    """The Investor's railway keeps what it has to pay out."""
    _, event = next((now, e) for now, e in told(tale, "pays") if _directs(now, e["company"], "Investor"))
    event["key"] = "withholds"


def _directs(now: Moment, company: str, player: str) -> bool:
    about = now.view["position"]["companies"].get(company, {})
    return bool(about.get("president") == player)


def low_certificate(tale: list[Moment]) -> None:
    """A certificate is taken from the middle of a stack."""
    _, event = next(told(tale, "takes", percent=20))
    event["percent"] = 10


def small_dividend(tale: list[Moment]) -> None:
    _, event = next(told(tale, "dividends"))
    event["amount"] -= 1


def export_untold(tale: list[Moment]) -> None:
    """No train leaves between two sets."""
    now, event = next(
        (now, e) for now, e in told(tale, "exported") if any(x["key"] == "stock-round" for x in now.events)
    )
    now.events.remove(event)


def burn_untold(tale: list[Moment]) -> None:
    """A share stays that should have left the game."""
    now, event = next(told(tale, "burns"))
    now.events.remove(event)


def cheap_start(tale: list[Moment]) -> None:
    """A company is started for a share less than its president's certificate stands for."""
    now, event = next(
        (now, e) for now, e in told(tale, "pars") if any(x["key"] == "money" for x in now.events)
    )
    payment = next(e for e in now.events if e["key"] == "money")
    payment["amount"] -= event["price"]


Plant = Callable[[list[Moment]], None]
SHARES: tuple[Plant, ...] = (
    more_money, other_payee, other_buyer, other_holder, price_stays, train_stays, other_director, richer,
)  # fmt: skip
STANDARD: tuple[Plant, ...] = (*SHARES, *plants.TURNS, too_much_earned, keeps_more)
DORTMUND: tuple[Plant, ...] = (*SHARES, price_untold, too_much_earned, cheap_link)
BEER: tuple[Plant, ...] = (*DORTMUND, cube_lost, dear_beer, wrong_order, kettle_stays, stays_open)
PLANTS: dict[str, tuple[Plant, ...]] = {
    "18te": (*STANDARD, plants.bonus_again, plants.dear_issue),
    "1889": (*STANDARD, plants.cheap_track),
    "1830": (*STANDARD, plants.gift_paid_for, plants.cheap_track),
    "18chesapeake": (*STANDARD, export_untold, cheap_start),
    "18chesapeake for two": (more_money, other_buyer, price_stays, export_untold, burn_untold, cheap_start),
    "1853": (
        *(plant for plant in SHARES if plant is not other_director),
        price_untold,
        too_much_earned,
        keeps_more,
        plants.other_turn,
        *plants.INDIA,
    ),
    "nuremberg": (*plants.NUREMBERG, richer),
    "18do-intro": (other_director, too_much_earned, richer, low_certificate, small_dividend),
    "18do-railway": (*DORTMUND, beer_unsold),
    "18do-beer": BEER,
    "18do-expert": (*BEER, marker_lost, event_kept),
    "18do-railway for two": (card_stays, half_unpaid, keeps_too_much, more_money, price_stays),
    "18do-beer for two": (card_stays, half_unpaid, keeps_too_much, more_money, cube_lost),
}


def planted(plant: Plant, tale: list[Moment]) -> tuple[int, Moment]:
    """Which moment a fault changes, and what becomes of it."""
    changed = list(tale)
    plant(changed)
    (number,) = [n for n, (before, now) in enumerate(zip(tale, changed, strict=True)) if now is not before]
    return number, changed[number]


@cache
def noticed(name: str) -> dict[Plant, str]:
    """What a judge says to each fault; it follows the game once, and a copy of it sees each changed moment."""
    tale, table = story(name), TABLES[name]
    faults = {plant: planted(plant, tale) for plant in PLANTS[name]}
    judge, out = judge_of(*JUDGES[table.title], tale[0]), {}
    for number, now in enumerate(tale):
        for plant, (place, changed) in faults.items():
            if place == number:
                out[plant] = objection(copy.deepcopy(judge), changed)
        listen(judge, now, table.gift if number == 0 else 0)
    return out


def objection(judge: Any, now: Moment) -> str:
    try:
        listen(judge, now)
    except AssertionError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(("name", "plant"), [(name, plant) for name in PLANTS for plant in PLANTS[name]])
def test_the_judge_notices(name: str, plant: Plant):
    """At once; with the story as it was there is nothing to object to."""
    assert noticed(name)[plant]
