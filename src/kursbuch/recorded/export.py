"""One of our games of 1889 as a recording: what the recorder would have written had it been played there.

The game is played again beside the writing, without offers that were declined. Where the recorder would still have
asked somebody whom our game had no reason to ask any more, a pass is written.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from kursbuch.core import Action, BadInput, Frame, Game
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
from kursbuch.rail.paper.holdings import president
from kursbuch.rail.rounds import OperatingFrame, TurnFrame, turn_of
from kursbuch.rail.routes.running import income_of
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, Take
from kursbuch.rail.standard.auction import OpeningFrame
from kursbuch.rail.state import OFFER
from kursbuch.rail.steps.consent import AskedFrame
from kursbuch.rail.steps.station import free_slot
from kursbuch.rail.trains.depot import trains_of
from kursbuch.recorded.ids import Certificates, Tiles, train_name
from kursbuch.recorded.routes import route_fields
from kursbuch.titles.shikoku.rules import FERRY, beginner
from kursbuch.titles.shikoku.rules.state import State1889
from kursbuch.titles.shikoku.title import TITLE

Fields = dict[str, Any]


def export_recorded(game: Game) -> str:
    """The game as a recording; `import_recorded` gives the same game back."""
    if game.title != "1889":
        raise BadInput("title", f"expected a game of 1889, not {game.title!r}")
    writer = Writer(game)
    offer: Action | None = None
    for action in game.actions:
        if offer is not None:
            if isinstance(action, Agree):
                writer.write(offer)
            offer = None
        elif not isinstance(action, Agree | Decline):
            if writer.needs_consent(action):
                offer = action
            else:
                writer.write(action)
    writer.catch_up(game.state)
    return json.dumps(_file(game, writer), ensure_ascii=False)


def _file(game: Game, writer: Writer) -> Fields:
    s = writer.s
    easy = bool(game.options["beginner"])
    round = next(
        (name for kind, name in _ROUNDS.items() if any(isinstance(f, kind) for f in s.stack)), "Stock Round"
    )
    out: Fields = {
        "id": f"kursbuch_{game.seed}",
        "title": "1889",
        "description": "",
        "players": [{"id": writer.ids[name], "name": name} for name in game.players],
        "max_players": len(game.players),
        "settings": {
            "seed": beginner.their_seed(len(game.players), game.seed, game.form) if easy else game.seed,
            "optional_rules": ["beginner_game"] if easy else [],
        },
        "mode": "hotseat",
        "status": "finished" if game.over else "active",
        "loaded": True,
        "turn": s.stock_round,
        "round": round,
        "acting": [writer.ids[name] for name in game.acting],
        "result": {str(writer.ids[name]): worth for name, worth in game.scores().items()},
        "actions": writer.out,
    }
    if game.over:
        out["game_end_reason"] = s.ending
    return out


_ROUNDS: dict[type[Frame], str] = {OpeningFrame: "Auction Round", OperatingFrame: "Operating Round"}


class Writer:
    """A game played again, with the recorded actions written so far and the recorder's names for things."""

    def __init__(self, game: Game) -> None:
        self.game = Game(TITLE, game.players, game.seed, game.options, game.form)
        self.ids = {name: n for n, name in enumerate(game.players, start=1)}
        self.out: list[Fields] = []
        self.shares = Certificates(self.s)
        self.tiles = Tiles()

    @property
    def s(self) -> State1889:
        s = self.game.state
        assert isinstance(s, State1889)
        return s

    # -- playing again ----------------------------------------------------------------------------

    def needs_consent(self, action: Action) -> bool:
        """Whether our game asks somebody before this action is carried out."""
        s = self.s
        if isinstance(action, Acquire):
            return s.privates[action.private] != president(s, action.actor)
        if isinstance(action, BuyTrain) and action.source in s.box.companies:
            return president(s, action.source) != president(s, action.actor)
        return False

    def write(self, action: Action) -> None:
        """Carry an action out and write it down, after the passes that the recorder would have asked for."""
        while self.game.why_not(action) is not None and isinstance(self.s.top, TurnFrame):
            self._carry_out(Pass(self.s.top.company))
        self._carry_out(action)

    def catch_up(self, state: Any) -> None:
        """Passes at the end, until the position is the one that our game has come to."""
        while not self.game.over and isinstance(self.s.top, TurnFrame) and _stack(self.s) != _stack(state):
            if isinstance(state.stack[-1], AskedFrame):
                return  # an offer that nobody has answered yet leaves no trace
            self._carry_out(Pass(self.s.top.company))

    def _carry_out(self, action: Action) -> None:
        before = self.s
        self.game.apply(action)
        if isinstance(self.s.top, AskedFrame) and not self.game.over:
            self.game.apply(Agree(self.s.top.player))
        self._note(**self._fields(before, self.s, action))
        if isinstance(action, Lay) and self._ferry_could_build(action.actor):
            self._note(type="pass", **_company(action.actor))

    def _ferry_could_build(self, company: str) -> bool:
        """After a tile the recorder asks again for track if the president's ferry could build as well."""
        return not self.s.port_built and self.s.privates.get(FERRY, "") == president(self.s, company)

    def _note(self, **fields: Any) -> None:
        self.out.append({**fields, "id": len(self.out) + 1})

    # -- writing ----------------------------------------------------------------------------------

    def _fields(self, s: State1889, after: State1889, action: Action) -> Fields:
        who = self._who(s, action.actor)
        match action:
            case Take() | BidFor():
                return {"type": "bid", **who, "company": action.private, "price": action.price}
            case Par():
                self.shares.start(action.company, action.actor)
                row, column = after.prices.spots[action.company]
                price = f"{action.price},{row},{column}"
                return {"type": "par", **who, "corporation": action.company, "share_price": price}
            case Buy() | Swap():
                source = action.source if isinstance(action, Buy) else OFFER
                buyer = action.actor if isinstance(action, Buy) else s.privates[action.actor]
                name = self.shares.buy(action.company, buyer, source)
                self._settle(s, after, action.company, 10, [name])
                return {"type": "buy_shares", **who, "shares": [name], "percent": 10}
            case Sell():
                names = self.shares.sell(action.company, action.actor, action.percent)
                self._settle(s, after, action.company, action.percent, names)
                return {"type": "sell_shares", **who, "shares": names, "percent": action.percent}
            case Lay() | Build():
                tile = self.tiles.lay(action.tile, action.hex)
                return {"type": "lay_tile", **who, "hex": action.hex, "tile": tile, "rotation": action.turn}
            case Station():
                place = (action.hex, action.stop)
                slot = free_slot(s, action.actor, place)
                return {"type": "place_token", **who, "city": self.tiles.city(place), "slot": slot}
            case Run():
                return {"type": "run_routes", **who, "routes": self._routes(s, action.actor, action.runs)}
            case Pay():
                return {"type": "dividend", **who, "kind": "payout"}
            case Withhold():
                return {"type": "dividend", **who, "kind": "withhold"}
            case BuyTrain() | TradeTrain():
                return {"type": "buy_train", **who, **_purchase(s, after, action), "price": action.price}
            case Discard():
                card = _gone(s, after, action.actor)
                return {"type": "discard_train", **who, "train": train_name(card)}
            case Acquire():
                return {"type": "buy_company", **who, "company": action.private, "price": action.price}
            case GoBankrupt():
                return {"type": "bankrupt", **_company(turn_of(s).company)}
            case Pass():
                return {"type": "pass", **who}
        raise AssertionError(f"{action} has no recorded form")

    def _who(self, s: State1889, actor: str) -> Fields:
        if actor in self.ids:
            return {"entity": self.ids[actor], "entity_type": "player"}
        if actor in s.box.companies:
            return _company(actor)
        return {"entity": actor, "entity_type": "company"}

    def _settle(self, s: State1889, after: State1889, company: str, percent: int, names: list[str]) -> None:
        self.shares.settle(company, president(s, company), president(after, company), percent, names)

    def _routes(self, s: State1889, company: str, runs: Runs) -> list[Fields]:
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


def _purchase(s: State1889, after: State1889, action: BuyTrain | TradeTrain) -> Fields:
    """Which train was bought, and which handed in for it."""
    company = action.actor
    old, new = trains_of(s, company), trains_of(after, company)
    bought = next(card for card in new if card not in old)
    fields: Fields = {"train": train_name(bought), "variant": bought.partition("#")[0]}
    if isinstance(action, TradeTrain):
        fields["exchange"] = train_name(
            next(c for c in old if c not in new and c.startswith(f"{action.given}#"))
        )
    return fields


def _gone(s: State1889, after: State1889, company: str) -> str:
    return next(card for card in trains_of(s, company) if card not in trains_of(after, company))


def _stack(s: Any) -> list[Frame]:
    """The stack without what declined offers have left on it."""
    return [replace(frame, declined=()) if isinstance(frame, TurnFrame) else frame for frame in s.stack]
