"""What each kind of recorded action means: the actions of ours that it stands for.

A title's table may put a meaning of its own in place of one of these.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from kursbuch.core import Action, BadInput, Refusal, refuse
from kursbuch.rail.actions import (
    Buy,
    BuyTrain,
    Discard,
    GoBankrupt,
    Lay,
    Pass,
    Pay,
    Run,
    Sell,
    Station,
    TradeTrain,
    Withhold,
)
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.routes.running import best_of, income_of
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, SwapFrom, Take
from kursbuch.rail.steps.home import HomeFrame
from kursbuch.recorded.reading import Recorded
from kursbuch.recorded.routes import runs_of

if TYPE_CHECKING:
    from kursbuch.recorded.replay import Replay
    from kursbuch.recorded.table import Meaning


def bid(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A bid is above the printed price; at that price, or less, the cheapest private is bought."""
    player, price = replay.player(recorded), recorded.number_of("price")
    id = replay.private(recorded.text("company"))
    private = replay.s.box.privates.get(id)
    if private is None:
        raise BadInput(f"{recorded.place}.company", f"there is no private {id[:40]!r}")
    yield Take(player, id, price) if price <= private.price else BidFor(player, price, id)


def let_go(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A pass ends the step that its player, company or private is asked for."""
    yield Pass(replay.actor(recorded))


def par(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A company is started, also in the opening by who has won its president's certificate."""
    place = f"{recorded.place}.share_price"
    parts = recorded.text("share_price").split(",")
    if len(parts) != 3 or not all(part.isascii() and part.isdigit() and len(part) < 5 for part in parts):
        raise BadInput(place, "expected price, row and column")
    price, row, column = map(int, parts)
    cell = replay.s.box.market.cells.get((row, column))
    if cell is None or cell.price != price:
        raise BadInput(place, f"no field of {price} is in row {row}, column {column}")
    yield Par(replay.player(recorded), recorded.text("corporation"), price)


def buy_shares(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """One certificate is bought, or a private handed in for it."""
    shares, place = recorded.texts("shares"), f"{recorded.place}.shares"
    if len(shares) != 1:
        raise BadInput(place, "one certificate is bought at a time")
    company, size = replay.copies.share(shares[0], place)
    percent = recorded.number_of("percent", size)
    source = replay.copies.source_of(replay.s, shares[0])
    if recorded.entity_type == "company":
        private = replay.actor(recorded)
        says_source = SwapFrom in replay.game.rules.grammar.kinds.values()
        yield SwapFrom(private, company, source) if says_source else Swap(private, company)
    else:
        yield Buy(replay.player(recorded), percent, company, source)
    replay.copies.left_offer.add(shares[0])


def sell_shares(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """Certificates of one company are sold, perhaps only half of the president's."""
    names, place = recorded.texts("shares"), f"{recorded.place}.shares"
    shares = [replay.copies.share(name, place) for name in names]
    companies = {company for company, _ in shares}
    if len(companies) != 1:
        raise BadInput(place, "expected shares of one company")
    # less than the sum when only half of a president's certificate is sold
    percent = recorded.number_of("percent", sum(size for _, size in shares))
    yield Sell(replay.player(recorded), percent, companies.pop())
    replay.copies.left_offer.update(names)


def lay_tile(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A company lays a tile, or a private builds one by its power."""
    tile, hex = recorded.text("tile"), recorded.text("hex")
    kind, turn = tile.rpartition("-")[0] or tile, recorded.number_of("rotation", 0)
    lay = Build if recorded.entity_type == "company" else Lay
    yield lay(replay.actor(recorded), kind, turn, hex)
    replay.copies.laid[tile] = hex


def place_token(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A token is placed, by a company or a private's power; or the layer of a tile chooses the circle of a home."""
    hex, stop = replay.copies.city(replay.s, recorded.text("city"), f"{recorded.place}.city")
    top, actor = replay.s.top, replay.actor(recorded)
    yield Station(top.company if isinstance(top, HomeFrame) else actor, hex, stop)


def run_routes(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """Trains run: on legal routes that earn what the recording says, and no more than the best we find."""
    company, s = replay.company(recorded), replay.s
    runs = runs_of(s, company, recorded)
    if isinstance(runs, Refusal):
        raise replay.refused(recorded, runs)
    income, best = income_of(s, company, runs), best_of(s, company)[1]
    if isinstance(income, int) and income > best:
        message = "The best runs found earn {best}, these {income}."
        refusal = refuse("recorded.best", message, best=best, income=income)
        raise replay.refused(recorded, refusal, runs)
    yield Run(company, runs)


def dividend(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """Earnings are paid out or withheld."""
    kind = recorded.text("kind")
    if kind not in ("payout", "withhold"):
        raise BadInput(f"{recorded.place}.kind", f"there is no dividend {kind[:40]!r} here")
    yield (Pay if kind == "payout" else Withhold)(replay.company(recorded))


def buy_train(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A train is bought, perhaps for one that is handed in; of equal cards the recorder may name another."""
    company, price, cards = replay.company(recorded), recorded.number_of("price"), replay.copies
    name = recorded.text("train")
    kind, source = cards.train(replay.s, name, f"{recorded.place}.train")
    before = replay.s.trains.get(company, ())
    if recorded.fields.get("exchange"):
        handed_in = recorded.text("exchange")
        given, _ = cards.train(replay.s, handed_in, f"{recorded.place}.exchange")
        yield TradeTrain(company, given, kind, price)
        cards.gave(handed_in, before, replay.s.trains.get(company, ()))
    else:
        yield BuyTrain(company, kind, kind, source or "nobody", price)
    cards.took(name, before, replay.s.trains.get(company, ()))


def discard_train(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A company gives up a train."""
    company, name = replay.company(recorded), recorded.text("train")
    kind, _ = replay.copies.train(replay.s, name, f"{recorded.place}.train")
    before = replay.s.trains.get(company, ())
    yield Discard(company, kind)
    replay.copies.gave(name, before, replay.s.trains.get(company, ()))


def buy_company(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A private is bought of a player."""
    private = replay.private(recorded.text("company"))
    yield Acquire(replay.actor(recorded), private, recorded.number_of("price"))


def bankrupt(replay: Replay, recorded: Recorded) -> Iterable[Action]:
    """A president cannot pay for a train."""
    if recorded.entity_type == "player":
        yield GoBankrupt(replay.player(recorded))
    else:
        yield GoBankrupt(president(replay.s, replay.company(recorded)))


MEANINGS: Mapping[str, Meaning] = {
    "bid": bid,
    "pass": let_go,
    "par": par,
    "buy_shares": buy_shares,
    "sell_shares": sell_shares,
    "lay_tile": lay_tile,
    "place_token": place_token,
    "run_routes": run_routes,
    "dividend": dividend,
    "buy_train": buy_train,
    "discard_train": discard_train,
    "buy_company": buy_company,
    "bankrupt": bankrupt,
}
