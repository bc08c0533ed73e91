"""Controls for the decisions of railway games: shares, auctions, track, stations, trains, income."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from kursbuch.core import Action
from kursbuch.core.action import kind_of
from kursbuch.rail.actions import (
    Agree,
    Bid,
    Buy,
    BuyTrain,
    Decline,
    Discard,
    GoBankrupt,
    HandOver,
    Issue,
    Lay,
    Open,
    Paper,
    Pass,
    Pay,
    PointOut,
    Redeem,
    Run,
    Sell,
    SellPaper,
    Station,
    TurnTrain,
    Withhold,
)
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.state import OFFER, POOL, RailState
from kursbuch.rail.steps.station import token_for
from kursbuch.rail.trains.depot import trains_of
from kursbuch.web.helps import names_runs
from kursbuch.web.pages.choices import Choice, Group, Row, choice_of, plain_groups
from kursbuch.web.pages.page import Maker
from kursbuch.web.pages.scene import Scene
from kursbuch.web.pages.track import tile_laid


def rail_groups(scene: Scene, actions: Iterable[Action]) -> list[Group]:
    """The controls of a decision, kind by kind, in the order players think of them; passing comes last."""
    s = scene.rail
    assert s is not None
    kinds: dict[type[Action], list[Action]] = {}
    known = list(actions)
    told = known if scene.helps("best_runs") else [a for a in known if not names_runs(a)]
    for action in told:
        kinds.setdefault(BuyTrain if isinstance(action, BuyTrain) else type(action), []).append(action)
    out: list[Group] = []
    if len(told) < len(known):  # which runs are the best, players find out themselves
        out.append(Group("run", scene.words("kind.run"), "runs", [Row("", "", [Choice("", "")])]))
    foot = Group("pass", "", "foot", [Row("")])
    kinds[Run], idle = _trains_stay(kinds.get(Run, []))
    foot.rows[0].choices.extend(choice_of(scene, a, label=scene.words("Run nothing")) for a in idle)
    for kind, found in kinds.items():
        maker = scene.page.makers.get(kind) or _MAKERS.get(kind)
        if not found:
            continue
        if kind in _FOOT:
            tone = _FOOT[kind]
            foot.rows[0].choices.extend(choice_of(scene, a, tone=tone, label=_short(scene, a)) for a in found)
        elif maker is not None:
            out.append(maker(scene, s, found))
        elif tile_laid(found[0]):
            out.append(_place(scene, found))
        else:
            out.extend(plain_groups(scene, found))
    if foot.choices:
        out.append(foot)
    return _buying_first(_one_question(_cards_together(out)))


_FIRST = {"buy": -1, "sell": 1, "sell_paper": 1}


def _buying_first(groups: list[Group]) -> list[Group]:
    """Players look for what to buy first, and for what to sell last; passing stays at the foot."""
    return sorted(groups, key=lambda group: (group.layout == "foot", _FIRST.get(group.kind, 0)))


def _trains_stay(found: list[Action]) -> tuple[list[Action], list[Action]]:
    """Runs, and apart from them the choice to run nothing where there are others."""
    idle: list[Action] = [a for a in found if isinstance(a, Run) and not a.runs.runs]
    return (found, []) if len(found) == len(idle) else ([a for a in found if a not in idle], idle)


def _cards_together(groups: list[Group]) -> list[Group]:
    """Pay and keep, yes and no stand side by side."""
    cards = [group for group in groups if group.layout == "cards"]
    for other in cards[1:]:
        cards[0].rows.extend(other.rows)
        groups.remove(other)
    return groups


def _one_question(groups: list[Group]) -> list[Group]:
    """What has the same name stands under it once, and in one row what is about the same thing."""
    named: dict[str | Markup, Group] = {}
    out: list[Group] = []
    for group in groups:
        first = (
            named.setdefault(group.title, group) if group.layout == "rows" and not group.template else group
        )
        if first is group:
            out.append(group)
        else:
            for row in group.rows:
                _join(first.rows, row)
    return out


def _join(rows: list[Row], other: Row) -> None:
    for row in rows:
        if (row.lead, row.note) == (other.lead, other.note):
            row.choices.extend(other.choices)
            return
    rows.append(other)


def _short(scene: Scene, action: Action) -> Markup | str:
    """Passing is named by what is let go by."""
    if isinstance(action, Pass):
        key = scene.key("pass", scene.kind)
        if scene.words.has(key):
            return scene.words(key)
    return scene.words(f"do.{kind_of(type(action))}")


# -- shares ---------------------------------------------------------------------------------------


def _price(scene: Scene, company: str) -> int | None:
    """What a tenth of a company is worth, as far as the position tells."""
    price: int | None = scene.position["companies"].get(company, {}).get("price")
    return price


def _cost(scene: Scene, deal: Buy) -> int | None:
    """What a tenth costs in a purchase; in the offering it may be what the company was started at."""
    own = scene.page.customs.price
    if own is not None:
        return own(scene, deal)
    pars: dict[str, int] = scene.position.get("pars", {})
    return (
        pars[deal.company] if deal.source == OFFER and deal.company in pars else _price(scene, deal.company)
    )


def _sell(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Sell)
        brings = -scene.game.outlay(a)
        each = scene.money(brings * 10 // a.percent)
        row = rows.setdefault(a.company, Row(scene.company(a.company), each, ordered=True))
        row.choices.append(choice_of(scene, a, label=f"{a.percent} %", sub=scene.money(brings)))
    return Group("sell", scene.word("kind", "sell"), "rows", list(rows.values()))


def _paper(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """A row for each company, a button for each choice of certificates."""
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, SellPaper | HandOver)
        price = _price(scene, a.company)
        note, sub = "" if price is None else scene.money(price), ""
        if isinstance(a, SellPaper):
            brings = -scene.game.outlay(a)
            note, sub = scene.money(brings * 10 // a.paper.percent), scene.money(brings)
        row = rows.setdefault(a.company, Row(scene.company(a.company), note))
        row.choices.append(choice_of(scene, a, label=sizes(a.paper), sub=sub))
    kind = kind_of(type(found[0]))
    return Group(kind, scene.word("kind", kind), "rows", list(rows.values()))


def sizes(paper: Paper) -> str:
    """Certificates by their sizes, as on a button."""
    return " + ".join(f"{size} %" for size in paper.sizes)


def _buy(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows: dict[str, Row] = {}
    for a in found:
        assert isinstance(a, Buy)
        holder = a.company if a.source == "company" else a.source
        one_price = scene.page.customs.price is None and "pars" not in scene.position
        cost = _cost(scene, a)
        note = scene.money(cost) if one_price and cost is not None else ""
        row = rows.setdefault(a.company, Row(scene.company(a.company), note))
        left = scene.words("of {percent} %", percent=percent(s, holder, a.company)).replace(" ", "\u00a0")
        label = scene.word("from", a.source)
        if a.percent != 10:
            label += f" {a.percent} %"
        if cost is not None and (not one_price or a.percent != 10):
            label += f" {scene.money(cost * a.percent // 10)}"
        row.choices.append(choice_of(scene, a, label=label, sub=left))
    return Group("buy", scene.word("kind", "buy"), "rows", list(rows.values()))


def _open(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows = []
    for a in found:
        assert isinstance(a, Open)
        rows.append(Row(scene.company(a.company), "", [choice_of(scene, a, label=scene.words("First bid"))]))
    return Group("open", scene.words("kind.open"), "rows", rows)


def _bid(scene: Scene, s: RailState, found: list[Action]) -> Group:
    lot = getattr(s.top, "lot", "")
    rows = [Row(scene.company(lot), "", [choice_of(scene, a, label=scene.words("Your bid"))]) for a in found]
    return Group("bid", scene.words("kind.bid"), "rows", rows)


def _own_shares(scene: Scene, s: RailState, found: list[Action]) -> Group:
    first = found[0]
    assert isinstance(first, Issue | Redeem)
    kind = kind_of(type(first))
    note = (
        scene.words("{percent} % in the treasury", percent=percent(s, first.actor, first.actor))
        if kind == "issue"
        else scene.words("{percent} % in the bank", percent=percent(s, POOL, first.actor))
    )
    choices = [choice_of(scene, a, label=str(a.shares)) for a in found if isinstance(a, Issue | Redeem)]
    return Group(kind, scene.word("kind", kind), "rows", [Row(scene.company(first.actor), note, choices)])


# -- the board ------------------------------------------------------------------------------------


def _lay(scene: Scene, s: RailState, found: list[Action]) -> Group:
    group = Group("lay", scene.words("kind.lay"), "board", [Row("")])
    for hex in sorted({a.hex for a in found if isinstance(a, Lay)}):
        group.rows[0].choices.append(Choice("", scene.hex(hex), hex=hex))
    return group


def _place(scene: Scene, found: list[Action]) -> Group:
    """Tiles laid by something else than a company's turn, such as the power of a private: chosen on the board."""
    kind = kind_of(type(found[0]))
    who = Markup(", ").join(scene.private(actor) for actor in sorted({a.actor for a in found}))
    title = Markup("{}: {}").format(who, scene.word("kind", kind))
    group = Group(kind, title, "board", [Row("")])
    for hex in sorted({laid[2] for a in found if (laid := tile_laid(a))}):
        group.rows[0].choices.append(Choice("", scene.hex(hex), hex=hex))
    return group


def _station(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows = []
    for a in sorted(found, key=str):
        assert isinstance(a, Station)
        by_power = a.actor not in s.tokens  # a private speaks for its owner
        company = scene.position["privates"][a.actor]["owner"] if by_power else a.actor
        token = token_for(s, company, (a.hex, a.stop))
        assert token is not None
        cost = scene.money(token.cost) if token.cost and not by_power else scene.words("free of charge")
        role = scene.words(f"role.{token.role}")
        label = scene.words("Build")
        lead, note = Markup.escape(scene.hex(a.hex)), f"{role} · {cost}"
        if not s.box.market.cells:  # without money, and a player may act for several companies
            lead, note = Markup("{} {}").format(scene.company(a.actor), lead), role
        rows.append(Row(lead, note, [choice_of(scene, a, label=label, hex=a.hex)]))
    return Group("station", scene.words("kind.station"), "rows", rows)


def _run(scene: Scene, s: RailState, found: list[Action]) -> Group:
    first = found[0]
    runs = first.runs if isinstance(first, Run) else ""
    row = Row("", str(runs), [choice_of(scene, first)])  # its note: what the editor of runs begins with
    return Group("run", scene.words("kind.run"), "runs", [row])


# -- trains and income ----------------------------------------------------------------------------


def _buy_train(scene: Scene, s: RailState, found: list[Action]) -> Group:
    rows: dict[tuple[str, str], Row] = {}
    for a in found:
        assert isinstance(a, BuyTrain)
        row = rows.get((a.source, a.train))
        sides = {
            b.side for b in found if isinstance(b, BuyTrain) and (b.source, b.train) == (a.source, a.train)
        }
        if row is None:
            place = scene.place(a.source)
            price = "" if a.span or _two_prices(s, a.train) else scene.money(a.price)
            lead = Markup("{} {}").format(scene.train(a.train if len(sides) > 1 else a.side), price)
            row = rows[a.source, a.train] = Row(lead, scene.words.html("from {place}", place=place))
        label = "" if a.span else scene.words("Buy")  # an amount stands beside a button of its own
        if isinstance(a, TurnTrain):
            label = scene.words("{used} turned to {side}", used=a.used, side=a.side)
        elif len(sides) > 1:
            label = scene.words("as {side}", side=a.side)
        sub = scene.money(a.price) if _two_prices(s, a.train) and not a.span else ""
        row.choices.append(choice_of(scene, a, label=label, sub=sub))
    return Group("buy_train", scene.words("kind.buy_train"), "rows", list(rows.values()))


def _two_prices(s: RailState, kind: str) -> bool:
    """Whether the sides of a train card cost different amounts."""
    train = s.box.trains[kind]
    return len({train.price_as(side) for side in train.sides}) > 1


def discards(scene: Scene, s: RailState, found: list[Action]) -> Group:
    """The trains that could go, in the order of the actions."""
    choices = [choice_of(scene, a, label=scene.train(a.side)) for a in found if isinstance(a, Discard)]
    company = found[0].actor
    note = scene.words(
        "has {count}, allowed are {limit}", count=len(trains_of(s, company)), limit=s.phase.train_limit
    )
    return Group("discard", scene.words("kind.discard"), "rows", [Row(scene.company(company), note, choices)])


def _card(scene: Scene, s: RailState, found: list[Action]) -> Group:
    kind = kind_of(type(found[0]))
    label = scene.words(f"do.{kind}")
    return Group(kind, "", "cards", [Row("", "", [choice_of(scene, a, label=label) for a in found])])


_MAKERS: dict[type[Action], Maker] = {
    Sell: _sell,
    SellPaper: _paper,
    HandOver: _paper,
    Buy: _buy,
    Open: _open,
    Bid: _bid,
    Issue: _own_shares,
    Redeem: _own_shares,
    Lay: _lay,
    Station: _station,
    Run: _run,
    BuyTrain: _buy_train,
    Discard: discards,
    Pay: _card,
    Withhold: _card,
    Agree: _card,
    Decline: _card,
    PointOut: _card,
}
_FOOT: dict[type[Action], str] = {Pass: "quiet", GoBankrupt: "danger"}
