"""One of our games as a recording: what the recorder would have written had it been played there.

The game is played again beside the writing, without offers that were declined. Where the recorder would still have
asked somebody whom our game had no reason to ask any more, a pass is written.
"""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from kursbuch import shelf
from kursbuch.core import Action, Frame, Game
from kursbuch.rail.actions import (
    Agree,
    Buy,
    BuyTrain,
    Decline,
    Discard,
    GoBankrupt,
    Lay,
    Pass,
    Pay,
    Run,
    Runs,
    Sell,
    Station,
    TradeTrain,
    Withhold,
)
from kursbuch.rail.paper.holdings import SINGLE, president
from kursbuch.rail.rounds import StockFrame, TurnFrame, turn_of
from kursbuch.rail.routes.running import income_of
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, SwapFrom, Take
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import DEPOT, OFFER
from kursbuch.rail.steps.consent import AskedFrame
from kursbuch.rail.steps.home import HomeFrame
from kursbuch.rail.steps.station import free_slot
from kursbuch.rail.trains.depot import find_card, trains_of
from kursbuch.recorded.ids import Certificates, Tiles, train_name
from kursbuch.recorded.passes import asked, bridge, only_they_ask
from kursbuch.recorded.routes import route_fields
from kursbuch.recorded.table import Fields, Table, table_of


def export_recorded(game: Game) -> str:
    """The game as a recording; `import_recorded` gives the same game back.

    Raises BadInput for a title of which there are no recorded games.

    >>> from kursbuch.recorded import recorded_titles
    >>> game = shelf.new_game(recorded_titles()[0], players=["Ann", "Bob"], seed=1)
    >>> game.apply(game.legal_actions()[0])  # Ann takes the cheapest private company
    >>> json.loads(export_recorded(game))["actions"][0]["type"]
    'bid'
    """
    writer = Writer(game, table_of(game.title))
    for action, answer in zip_longest(game.actions, game.actions[1:]):
        # an offer that was declined, or that nobody has answered yet, leaves no trace
        declined = isinstance(answer, Decline) or (answer is None and _is_asked(game))
        if not isinstance(action, Agree | Decline) and not declined:
            writer.write(action)
    assert isinstance(game.state, StandardState)
    writer.catch_up(game.state)
    return json.dumps(_file(game, writer), ensure_ascii=False)


def _is_asked(game: Game) -> bool:
    return not game.over and isinstance(game.state.top, AskedFrame)


def _file(game: Game, writer: Writer) -> Fields:
    s, table = writer.s, writer.table
    out: Fields = {
        "id": f"kursbuch_{game.seed}",
        "title": table.names[0],
        "description": "",
        "players": [{"id": writer.ids[name], "name": name} for name in game.players],
        "max_players": len(game.players),
        "settings": {
            "seed": table.their_seed(game),
            "optional_rules": [
                theirs for theirs, (key, value) in table.options.items() if game.options[key] == value
            ],
        },
        "mode": "hotseat",
        "status": "finished" if game.over else "active",
        "loaded": True,
        "turn": s.stock_round,
        "round": _round(s),
        "acting": [writer.ids[name] for name in game.acting],
        "result": {str(writer.ids[name]): worth for name, worth in game.scores().items()},
        "actions": writer.out,
    }
    if game.over:
        out["game_end_reason"] = s.ending
    return out


def _round(s: StandardState) -> str:
    if not s.stock_round:
        return "Auction Round"
    return "Operating Round" if s.operating_round else "Stock Round"


class Writer:
    """A game played again, with the recorded actions written so far and the recorder's names for things."""

    def __init__(self, game: Game, table: Table) -> None:
        self.game = Game(shelf.find(game.title), game.players, game.seed, game.options, game.form)
        self.table = table
        self.ids = {name: n for n, name in enumerate(game.players, start=1)}
        self.out: list[Fields] = []
        self.shares = Certificates(self.s)
        self.tiles = Tiles()

    @property
    def s(self) -> StandardState:
        """The position now."""
        s = self.game.state
        assert isinstance(s, StandardState)
        return s

    # -- playing again ----------------------------------------------------------------------------

    def write(self, action: Action) -> None:
        """Carry an action out and write it down, after the passes that the recorder would have asked for."""
        if self.game.why_not(action) is not None:
            for one in bridge(self.game, action, sure=True):
                self._carry_out(one)
        self._carry_out(action)

    def catch_up(self, state: StandardState) -> None:
        """Passes at the end, until the position is the one that our game has come to."""
        if isinstance(state.top, AskedFrame):
            return  # an offer that nobody has answered yet leaves no trace
        while _stack(self.s) != _stack(state) and (who := asked(self.game)):
            self._carry_out(Pass(who))

    def _carry_out(self, action: Action) -> None:
        before = self.s
        self.game.apply(action)
        top = self.s.top
        if isinstance(top, AskedFrame) and not self.game.over:
            self.game.apply(Agree(top.player))
        self._note(**self._fields(before, self.s, action))
        self.shares.follow(self.s)
        if isinstance(action, Lay) and only_they_ask(self.table, self.s, before.top):
            self._note(type="pass", **_company(action.actor))

    def _note(self, **fields: Any) -> None:
        self.out.append({**fields, "id": len(self.out) + 1})

    # -- writing ----------------------------------------------------------------------------------

    def _fields(self, s: StandardState, after: StandardState, action: Action) -> Fields:
        who = self._who(s, action.actor)
        if form := self.table.forms.get(type(action)):
            return form(self, s, action)
        match action:
            case Take() | BidFor():
                return {"type": "bid", **who, "company": action.private, "price": action.price}
            case Par():
                row, column = after.prices.spots[action.company]
                price = f"{action.price},{row},{column}"
                return {"type": "par", **who, "corporation": action.company, "share_price": price}
            case Buy():
                return self._bought(s, after, who, action.actor, action.company, action.source)
            case Swap():
                return self._bought(s, after, who, s.privates[action.actor], action.company, OFFER)
            case SwapFrom():
                return self._bought(s, after, who, s.privates[action.actor], action.company, action.source)
            case Sell():
                names = self.shares.sell(action.company, action.actor, action.percent)
                self._settle(s, after, action.company, action.percent, names)
                return {"type": "sell_shares", **who, "shares": names, "percent": action.percent}
            case Lay() | Build():
                tile = self.tiles.lay(action.tile, action.hex)
                return {"type": "lay_tile", **who, "hex": action.hex, "tile": tile, "rotation": action.turn}
            case Station():
                return {"type": "place_token", **who, **self._token(s, action)}
            case Run():
                return {"type": "run_routes", **who, "routes": self._routes(s, action.actor, action.runs)}
            case Pay():
                return {"type": "dividend", **who, "kind": "payout"}
            case Withhold():
                return {"type": "dividend", **who, "kind": "withhold"}
            case BuyTrain() | TradeTrain():
                return {"type": "buy_train", **who, **_purchase(s, action), "price": action.price}
            case Discard():
                return {"type": "discard_train", **who, "train": _named(s, action.actor, action.side)}
            case Acquire():
                return {"type": "buy_company", **who, "company": action.private, "price": action.price}
            case GoBankrupt():
                return {"type": "bankrupt", **_company(turn_of(s).company)}
            case Pass():
                return {"type": "pass", **who}
        raise AssertionError(f"{action} has no recorded form")

    def _bought(
        self, s: StandardState, after: StandardState, who: Fields, buyer: str, company: str, source: str
    ) -> Fields:
        name = self.shares.buy(company, buyer, source)
        self._settle(s, after, company, SINGLE, [name])
        return {"type": "buy_shares", **who, "shares": [name], "percent": SINGLE}

    def _token(self, s: StandardState, action: Station) -> Fields:
        """Where a token goes. The circle of a home is chosen by the company on turn, whoever's token it is."""
        place, company = (action.hex, action.stop), s.privates.get(action.actor, action.actor)
        if action.actor in s.box.companies:
            company = action.actor
        fields = {"city": self.tiles.city(place), "slot": free_slot(s, company, place)}
        if isinstance(s.top, HomeFrame) and turn_of(s).company != company:
            return {**fields, **_company(turn_of(s).company), "tokener": company}
        return fields

    def _who(self, s: StandardState, actor: str) -> Fields:
        if actor in self.ids:
            return {"entity": self.ids[actor], "entity_type": "player"}
        if actor in s.box.companies:
            return _company(actor)
        return {"entity": actor, "entity_type": "company"}

    def _settle(
        self, s: StandardState, after: StandardState, company: str, percent: int, names: list[str]
    ) -> None:
        self.shares.settle(company, president(s, company), president(after, company), percent, names)

    def _routes(self, s: StandardState, company: str, runs: Runs) -> list[Fields]:
        cards = list(trains_of(s, company))
        out: list[Fields] = []
        for side, way in runs.runs:
            card = next(card for card in cards if s.sides[card] == side)
            cards.remove(card)
            income = income_of(s, company, Runs(((side, way),)))
            assert isinstance(income, int)
            fields = dict(route_fields(train_name(card), way, income))
            if not s.box.full_cities_stop_trains:  # only the oldest form is read with this leave
                hexes = [word.partition(".")[0] for word in way]
                fields = {"train": fields["train"], "hexes": hexes, "revenue": income}
            out.append(fields)
        return out


def _company(company: str) -> Fields:
    return {"entity": company, "entity_type": "corporation"}


def _purchase(s: StandardState, action: BuyTrain | TradeTrain) -> Fields:
    """Which train is bought, and which handed in for it; looked up before, as it may be scrapped at once."""
    source = action.source if isinstance(action, BuyTrain) else DEPOT
    fields: Fields = {"train": _named(s, source, action.train), "variant": action.train}
    if isinstance(action, TradeTrain):
        fields["exchange"] = _named(s, action.actor, action.given)
    return fields


def _named(s: StandardState, owner: str, kind: str) -> str:
    """The recorder's name for the card of this kind that its owner parts with."""
    card = find_card(s, owner, kind)
    assert card is not None, f"{owner} has no train {kind}"
    return train_name(card)


def _stack(s: StandardState) -> list[Frame]:
    """The stack without what declined offers have left on it."""
    return [_without_offers(frame) for frame in s.stack]


def _without_offers(frame: Frame) -> Frame:
    if isinstance(frame, TurnFrame):
        return replace(frame, declined=())
    return replace(frame, declined=()) if isinstance(frame, StockFrame) else frame
