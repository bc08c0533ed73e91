"""Standing orders: what each kind does in a position, when it stops, who learns of it."""

from __future__ import annotations

import ast
import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from markupsafe import Markup

import kursbuch.web
from kursbuch.core import Game, veiled
from kursbuch.rail.paper.holdings import percent
from kursbuch.shelf import new_game, shelf
from kursbuch.store import TableRow
from kursbuch.store.orders import OrderRow
from kursbuch.testing import position
from kursbuch.web.orders.kind import Stop, WouldStop
from kursbuch.web.orders.kinds import kinds_of
from kursbuch.web.orders.standing import Standing
from kursbuch.web.orders.telling import said, wrong
from kursbuch.web.pages.table import scene_of
from kursbuch.words import words
from tests.web.backend import Player, Process, online, serving, sqlite, wait_for

# -- kinds in positions ---------------------------------------------------------------------------


def given(game: Game, player: str, kind: str, **fields: str) -> Any:
    """An order as it is stored, with what it does from then on."""
    found = kinds_of(game)[kind]
    data, since = found.read(game, player, fields), len(game.actions)

    def asked(later: Game) -> Any:
        verdict = found.decide(veiled(later, (player,)), player, data, since)
        return verdict if verdict is None or isinstance(verdict, Stop) else str(verdict)

    return asked


def stock(**more: Any) -> Any:
    """A stock round of 18TE with two companies in play; it is A's turn."""
    companies = {"KHS": {"price": 100, "A": 40, "B": 20}, "KWE": {"price": 80, "B": 50}}
    return position("18te", stock="A", stock_round=2, companies=companies, **more).game


def after(game: Game, *moves: str) -> Any:
    for move in moves:
        game = game.after(move)
    return game


WATCH = {"until_start": "yes", "until_sale": "yes", "until_mine": "yes"}


def test_passing_goes_on_turn_by_turn_and_ends_with_the_round():
    game = stock()
    order = given(game, "A", "pass", **WATCH)
    assert order(game) == "A passes"
    game = after(game, "A passes")
    assert order(game) is None  # B's turn
    assert order(after(game, "B passes")) == Stop("The round for which it was given is over.")


def test_passing_stops_when_somebody_sells():
    game = stock()
    order = given(game, "A", "pass", **WATCH)
    game = after(game, "A passes", "B sells 10 KWE", "B passes")
    assert order(game) == Stop("{player} has sold {company}.", {"player": "B", "company": "KWE"})
    careless = given(stock(), "A", "pass")
    assert careless(game) == "A passes"


def test_passing_stops_when_somebody_buys_into_a_company_of_mine():
    game = stock()
    order = given(game, "A", "pass", **WATCH)
    game = after(game, "A passes", "B buys 10 KHS from company")
    while game.acting != ("A",):
        game = game.after("B passes")
    assert order(game) == Stop("{player} has bought {company}.", {"player": "B", "company": "KHS"})


def test_passing_stops_when_a_company_is_started():
    game = stock(cash={"A": 500, "B": 500})
    order = given(game, "A", "pass", **WATCH)
    game = after(game, "A passes")
    opening = next(a for a in game.legal_actions("B") if type(a).__name__ == "Open")
    game = after(game, str(opening.sample(random.Random(1))), "A passes")
    verdict = order(game)
    assert isinstance(verdict, Stop) and verdict.message == "{company} has been started."


def test_passing_stops_when_a_price_is_passed_in_either_direction():
    falling = given(stock(), "A", "pass", price_of="KWE", price="70")
    rising = given(stock(), "A", "pass", price_of="KWE", price="200")
    game = after(stock(), "A passes", "B sells 10 KWE", "B passes")
    price = game.state.price("KWE")
    assert price <= 70
    assert falling(game) == Stop("The price of {company} is {price} now.", {"company": "KWE", "price": price})
    assert rising(game) == "A passes"


def test_an_order_to_pass_in_the_stock_round_does_not_pass_in_an_auction():
    game = stock(cash={"A": 500, "B": 500})
    order = given(game, "A", "pass")
    game = after(game, "A passes")
    opening = next(a for a in game.legal_actions("B") if type(a).__name__ == "Open")
    game = after(game, str(opening.at(opening.span.lo)))
    if game.acting == ("A",) and game.stages[-1] == "auction":
        assert order(game) is None
        auction = given(game, "A", "pass", stage=game.state.top.stage)
        assert auction(game) == "A passes"


def test_buying_goes_on_until_enough_is_held():
    game = stock(cash={"A": 500, "B": 500})
    order = given(game, "A", "buy", share="KHS company", percent="60")
    moves = []
    for _ in range(12):
        verdict = order(game)
        if isinstance(verdict, Stop):
            break
        moves.append(verdict)
        game = game.after(verdict if game.acting == ("A",) else "B passes")
    assert [m for m in moves if m and "buys" in m] == ["A buys 10 KHS from company"] * 2
    assert verdict == Stop("You hold {percent} % of {company}.", {"company": "KHS", "percent": 60})


def test_buying_until_it_floats_goes_on_where_a_start_is_not_enough():
    game = new_game("1889", players=["A", "B"], seed=1)
    while "par" not in str(game.legal_actions()[0]):
        game = game.after(game.legal_actions()[0])  # privates are bought as they come
    starter = game.acting[0]
    other = "B" if starter == "A" else "A"
    game = after(game, f"{starter} pars AR at 65", f"{other} passes")
    order = given(game, starter, "buy", share="AR offer", floats="yes")
    for _ in range(12):
        verdict = order(game)
        if isinstance(verdict, Stop):
            break
        game = game.after(verdict if game.acting == (starter,) else f"{other} passes")
    assert verdict == Stop("{company} floats.", {"company": "AR"})
    assert percent(game.state, starter, "AR") == 50


def test_buying_stops_at_a_price_that_was_not_meant_and_when_others_sell():
    game = stock(cash={"A": 500, "B": 500})
    dear = given(game, "A", "buy", share="KHS company", percent="60", most="100")
    sold = after(game, "A passes", "B sells 10 KHS", "B passes")
    assert dear(sold) == Stop("{player} has sold {company}.", {"player": "B", "company": "KHS"})


def test_buying_stops_with_the_rule_that_forbids_it():
    game = stock(cash={"A": 5, "B": 500})
    order = given(game, "A", "buy", share="KHS company", percent="60")
    verdict = order(game)
    assert isinstance(verdict, Stop) and verdict.message == "{company} cannot be bought now: {why}"
    assert verdict.values["why"]["message"] == "{player} has {cash}, the price is {price}."


def operating(step: str, **more: Any) -> Game:
    companies = {"KHS": {"price": 100, "A": 50, "B": 20, "trains": ["2"]}}
    return position("18te", companies=companies, turn=f"KHS {step}", **more).game


def test_a_company_always_pays_until_the_phase_changes_or_another_is_president():
    game = operating("pay", income=100)
    pay, keep = (given(game, "A", "dividend", company="KHS", choice=c) for c in ("pay", "withhold"))
    assert pay(game) == "KHS pays" and keep(game) == "KHS withholds"
    later: Any = game.clone()
    later.state = later.state.copy()
    later.state.phase_number += 1
    assert pay(later) == Stop("Phase {phase} has begun.", {"phase": later.state.phase.id})
    other: Any = game.clone()
    other.state = other.state.copy()
    other.state.shares["KHS"] = ("B", *other.state.shares["KHS"][1:])
    assert pay(other) == Stop("{player} is president of {company} now.", {"player": "B", "company": "KHS"})


def test_the_best_is_run():
    for title in ("18te", "1889"):
        game: Any = new_game(title, ["A", "B"], seed=4)
        rng = random.Random(4)
        found = 0
        while not game.over and found < 3 and len(game.actions) < 900:
            player = game.acting[0]
            runs = [a for a in game.legal_actions() if type(a).__name__ == "Run" and a.runs.runs]
            if runs:
                order = given(game, player, "run", company="*")
                assert order(game) == str(runs[0])
                found += 1
            game.apply(rng.choice(game.legal_actions()).sample(rng))
        assert found


def test_the_only_choice_is_taken_and_no_other():
    for title in shelf():
        players = ["A", "B", "C"] if title != "18te" else ["A", "B"]
        game = new_game(title, players, seed=2)
        rng = random.Random(2)
        for _ in range(150):
            if game.over:
                break
            for player in game.acting:
                order = given(game, player, "only")
                legal = game.legal_actions(player)
                single = len(legal) == 1 and (legal[0].span is None or legal[0].lo == legal[0].hi)
                verdict = order(game)
                assert (verdict is not None) == (
                    single and not game.after(verdict or legal[0].sample(rng)).over
                )
            game.apply(rng.choice(game.legal_actions()).sample(rng))


def test_titles_offer_what_their_steps_have_room_for():
    offered = {
        title: set(kinds_of(new_game(title, 3 if title != "18te" else 2, seed=1))) for title in shelf()
    }
    assert offered["18te"] == offered["1889"] == {"pass", "buy", "run", "dividend", "only"}
    assert offered["nuremberg"] == {"only"}


def test_whatever_an_order_says_is_said_in_german():
    folder = Path(kursbuch.web.__file__).parent / "orders"
    said = set()
    for file in folder.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            texts = [n.value for n in ast.walk(node) if isinstance(n, ast.Constant)] if _says(node) else []
            said |= {text for text in texts if isinstance(text, str) and " " in text}
    assert len(said) > 20
    assert {text for text in said if not words("de").has(text)} == set()


@pytest.mark.parametrize(
    ("language", "passing", "buying"),
    [
        ("en", "Pass: Stock round", "Buy AR (from the offer) in every turn, for ¥80 at most"),
        ("de", "Passen: Aktienrunde", "AR (aus dem Angebot) in jedem Zug kaufen, für höchstens ¥80"),
    ],
)
def test_orders_name_the_round_they_stand_for_and_where_shares_come_from(
    language: str, passing: str, buying: str
):
    game = new_game("1889", ["Anna", "Ben"], seed=1)
    scene = scene_of(game, ("Anna",), words(language))
    share = {"company": "AR", "source": "offer", "percent": 30, "floats": False, "most": 80}
    told = [
        said(scene, OrderRow("t", "Anna", 1, kind, data, 0, 0)).text.striptags()
        for kind, data in (("pass", {"round": ["stock", 1, 0, ""], "until": []}), ("buy", share))
    ]
    assert told == [passing, buying]


def _says(node: ast.AST) -> bool:
    """Whether part of a program makes a sentence of an order."""
    if isinstance(node, ast.Assign):
        return all(isinstance(t, ast.Name) and t.id.isupper() for t in node.targets)
    if not isinstance(node, ast.Call):
        return False
    name = getattr(node.func, "id", getattr(node.func, "attr", ""))
    return name in ("Stop", "refused", "html")


# -- at a server ----------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("orders"), order_pause=0.0)) as address:
        yield address


def act(player: Player, table: str, action: str) -> Any:
    moves = player.get(f"/tables/{table}")["moves"]
    return player.post(f"/tables/{table}/act", {"action": action, "moves": moves})


def give(player: Player, table: str, kind: str, **fields: str) -> Any:
    return player.post(f"/tables/{table}/orders", {"kind": kind, "fields": fields}, 201)


def moves_of(player: Player, table: str) -> int:
    return int(player.get(f"/tables/{table}")["moves"])


@contextmanager
def two(url: str) -> Iterator[tuple[Player, Player, str]]:
    """Two at a table; the first one begins."""
    with online(url, "Anna", "Ben", title="18te") as (people, table):
        (begins,) = people[0].get(f"/tables/{table}")["acting"]
        first, second = sorted(people, key=lambda player: player.name != begins)
        yield first, second, table


def test_an_order_moves_after_the_others_move_and_its_moves_are_lines_like_any(url: str):
    with two(url) as (first, second, table):
        give(second, table, "pass")
        act(first, table, f"{first.name} passes")
        wait_for(lambda: moves_of(first, table) >= 2)
        log = first.get(f"/tables/{table}/log")
        assert any(second.name in line for entry in log for line in entry["lines"])


def test_an_order_moves_at_once_if_it_is_ones_turn(url: str):
    with two(url) as (anna, ben, table):
        give(anna, table, "pass")
        wait_for(lambda: moves_of(ben, table) == 1)
        assert anna.get(f"/tables/{table}/orders")["orders"][0]["acted"] == 1


def test_what_stops_says_why_and_is_withdrawn_by_its_owner_only(url: str):
    with online(url, "Anna", "Ben", title="18te") as ((anna, ben), table):
        given = give(anna, table, "only")["orders"][0]
        ben.client.delete(f"/tables/{table}/orders/{given['id']}")
        assert anna.get(f"/tables/{table}/orders")["orders"]
        assert ben.get(f"/tables/{table}/orders")["orders"] == []
        assert anna.client.delete(f"/tables/{table}/orders/{given['id']}").status_code == 204
        assert anna.get(f"/tables/{table}/orders")["orders"] == []


def test_an_order_that_would_stop_at_once_says_why(url: str):
    with two(url) as (first, second, table):
        act(first, table, f"{first.name} opens KHS at 180")
        act(second, table, f"{second.name} passes")
        (share, *_) = second.get(f"/tables/{table}/orders")["offers"]["buy"]["share"]
        company, fields = share.split()[0], {"share": share, "percent": "10", "most": "1"}
        order = {"kind": "buy", "fields": fields}
        for language, why in (("en", f"The price of {company} is"), ("de", f"Der Kurs von {company} ist")):
            asked = {"Accept-Language": language}
            refused = second.client.post(f"/tables/{table}/orders", json=order, headers=asked)
            assert refused.status_code == 422 and why in refused.json()["detail"]
        assert second.get(f"/tables/{table}/orders")["orders"] == []


def test_the_sheet_of_orders_says_why_one_would_stop_at_once():
    game = stock(cash={"A": 5, "B": 500})
    verdict = given(game, "A", "buy", share="KHS company", percent="60")(game)
    assert isinstance(verdict, Stop)
    scene = scene_of(game, ("A",), words("de"))
    told = Markup(wrong(WouldStop(verdict), scene)).striptags()
    assert told.startswith("dieser Auftrag wäre sofort beendet: KHS")


def test_taking_back_stops_orders(url: str):
    with two(url) as (anna, ben, table):
        give(anna, table, "only")
        act(anna, table, f"{anna.name} passes")
        anna.post(f"/tables/{table}/undo", {"moves": 1})
        ben.post(f"/tables/{table}/undo/answer", {"agree": True})
        wait_for(lambda: anna.get(f"/tables/{table}/orders")["orders"][0]["stopped"] != "")
        assert "taken back" in anna.get(f"/tables/{table}/orders")["orders"][0]["stopped"]


def test_onlookers_and_one_screen_have_no_orders(url: str):
    with (
        online(url, "Anna", "Ben", title="18te", visibility="public") as (_, table),
        Player(url, "Eve") as eve,
    ):
        assert eve.client.get(f"/tables/{table}/orders").status_code == 403
        body = {"kind": "pass", "fields": {}}
        assert eve.client.post(f"/tables/{table}/orders", json=body).status_code == 403
        here = eve.table()["id"]
        assert eve.client.get(f"/tables/{here}/orders").status_code == 403


def test_orders_answer_bots(url: str):
    with Player(url, "Anna") as anna:
        seats = [{"player": "Anna", "mine": True}, {"player": "Robo", "bot": "random"}]
        table = anna.table("bots", seats)["id"]
        acted = 0
        for _ in range(200):  # the bot may put a company up for auction: that is another decision
            found = anna.get(f"/tables/{table}/orders")
            acted = max([acted, *(order["acted"] for order in found["orders"])])
            if acted:
                break
            have = {order["data"]["round"][0] for order in found["orders"] if not order["stopped"]}
            for stage in set(found["offers"]["pass"]["stage"]) - have:
                give(anna, table, "pass", stage=stage)
            time.sleep(0.05)
        assert acted


def test_an_order_goes_on_after_the_server_was_killed(tmp_path: Path):
    server = Process(sqlite(tmp_path, order_pause=1.0))
    try:
        server.start()
        with two(server.url) as (anna, ben, table):
            give(ben, table, "pass")
            act(anna, table, f"{anna.name} passes")
            server.kill()  # before the order has moved
            server.start()
            wait_for(lambda: moves_of(anna, table) >= 2)
    finally:
        server.close()


def test_who_was_to_be_told_when_an_order_moved_first_is_told_afterwards():
    """Two are asked at once, one of them has an order: the other one's turn came with the move before."""
    told: list[tuple[int, tuple[str, ...]]] = []

    def table(version: int, *acting: str) -> TableRow:
        return TableRow("t", "18te", "", "online", "private", {}, 1, 1, version=version, acting=acting)

    class Slow(Standing):
        async def _settled(self, table_: str) -> int | None:
            if not told and ("t" not in self._news) and not self.moved:
                self.moved = True
                self.look(table(6, "Ben"), ("Ben", "Clara"))  # Clara's order has moved
            return 6

        moved = False

    async def run() -> None:
        standing = Slow(None, None, 0.0, lambda row, before: told.append((row.version, before)))  # type: ignore[arg-type]
        standing.look(table(5, "Ben", "Clara"), ("Anna",))
        while standing._tasks:
            await asyncio.sleep(0)

    asyncio.run(run())
    assert told == [(6, ())]
