"""What choices of Heat, Sweat & Beer bring: deliveries kettle by kettle, kettles, demand; events in sentences."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.core import Action, Event, Game, Refusal
from kursbuch.rail.actions import Agree, BuyTrain, Runs
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.routes.running import best_of
from kursbuch.rail.state import RailState
from kursbuch.rail.trains.depot import trains_of
from kursbuch.titles.dortmund.beer.actions import BuyLoaded
from kursbuch.titles.dortmund.beer.brewery.actions import BuyKettle, BuyWithHelp, Deliver, Load
from kursbuch.titles.dortmund.beer.brewery.spread import spread
from kursbuch.titles.dortmund.beer.brewery.turn import BreweryTurnFrame
from kursbuch.titles.dortmund.beer.delivery import income_of_plan
from kursbuch.titles.dortmund.beer.equipment import BuyEquipment
from kursbuch.titles.dortmund.beer.export import best_loads, cargo_of, income, targets
from kursbuch.titles.dortmund.beer.parts import SEGMENTS
from kursbuch.titles.dortmund.beer.state import BeerState, kettles_of
from kursbuch.titles.dortmund.page.beer.panels import (
    KINDS,
    kettle_mark,
    position,
    short_words,
    working,
)
from kursbuch.titles.dortmund.page.railway.effects import count
from kursbuch.titles.dortmund.page.railway.runs import Load as LegLoad
from kursbuch.titles.dortmund.page.railway.runs import Target, chosen, with_load
from kursbuch.titles.dortmund.railway.actions import Carry, Connect, PayForLink
from kursbuch.web.pages.customs import Cargo
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.runs import aligned
from kursbuch.web.pages.scene import Scene

# events that previews put in words


def effects(scene: Scene, action: Action, after: Game) -> list[Effect]:
    """What a choice brings beyond money and paper."""
    s, then = position(scene), after.state
    assert isinstance(then, BeerState)
    out: list[Effect] = []
    if isinstance(action, Deliver):
        out += _delivery(scene, s, action)
    if isinstance(action, Load):
        out += _loading(scene, s, then, action)
    if isinstance(action, Connect | PayForLink):
        made, higher = s.links.get(action.hex, 0), then.links.get(action.hex, 0)
        name = s.box.map.hexes[action.hex].name or action.hex
        out.append(count(scene, name, scene.words("Link"), made, higher))
        for railway in s.box.railways:
            if s.trains.get(railway) and s.board.tokens_of(railway):
                before, now = best(scene, s, railway)[1], best(scene, then, railway)[1]
                if before != now:
                    out.append(count(scene, scene.company(railway), scene.words("Best runs"), before, now))
    if isinstance(action, Agree):
        out += _agreed(scene, s, then)
    if isinstance(action, Connect | PayForLink | BuyTrain | BuyKettle | BuyWithHelp):
        out += _demand(scene, s, then)
    out += _kettles(scene, s, then)
    for company in s.founded:
        own, left = percent(s, company, company), percent(then, company, company)
        if own != left and company in then.founded:
            what = scene.words("Own certificates")
            tone = "up" if left > own else "down"
            out.append(Effect(scene.company(company), what, f"{own} %", f"{left} %", "", tone))
    return out


def _delivery(scene: Scene, s: BeerState, action: Deliver) -> list[Effect]:
    """The plan kettle by kettle, and all that the brewery earns in this turn."""
    out = []
    for share in spread(s, working(scene, action.actor), action.plan):
        change = scene.words.signed(share.income) if share.income else ""
        out.append(
            Effect(
                kettle_mark(scene, share.kettle),
                "",
                "",
                short_words(scene, share.cubes, share.keeps),
                change,
                "up" if change else "",
            )
        )
    so_far = earned(s)
    total = so_far + income_of_plan(s, action.plan)
    out.append(count(scene, scene.company(action.actor), scene.words("Income"), so_far, total))
    return out


def earned(s: BeerState) -> int:
    """What the brewery on turn has earned in it so far."""
    return next((frame.income for frame in s.stack if isinstance(frame, BreweryTurnFrame)), 0)


def _loading(scene: Scene, s: BeerState, then: BeerState, action: Load) -> list[Effect]:
    out = [
        count(
            scene,
            Markup("{} {}").format(scene.company(action.railway), scene.train(action.train)),
            scene.words("Beer on the train"),
            s.loaded.get(action.train, 0),
            s.loaded.get(action.train, 0) + action.cubes,
        )
    ]
    so_far = earned(s)
    more = so_far + action.cubes * s.box.export_income
    out.append(count(scene, scene.company(action.actor), scene.words("Income"), so_far, more))
    taken = action.cubes - s.beer.stock
    if taken > 0:
        short = scene.words("{cubes} from the boxes that pay least", cubes=taken)
        out.append(Effect(scene.words("Beer market"), "", "", short, "", "down"))
    return out


def _agreed(scene: Scene, s: BeerState, then: BeerState) -> list[Effect]:
    """A railway lets a brewery load: what is on its trains then, and what the brewery has earned."""
    out = []
    for railway in s.box.railways:
        for card in trains_of(s, railway):
            before, after = s.loaded.get(card, 0), then.loaded.get(card, 0)
            if before != after:
                who = Markup("{} {}").format(scene.company(railway), scene.train(card))
                out.append(count(scene, who, scene.words("Beer on the train"), before, after))
    if earned(then) > earned(s):
        brewery = next(f.company for f in s.stack if isinstance(f, BreweryTurnFrame))
        out.append(count(scene, scene.company(brewery), scene.words("Income"), earned(s), earned(then)))
    return out


def _demand(scene: Scene, s: BeerState, then: BeerState) -> list[Effect]:
    """Boxes of the beer market that change."""
    out = []
    for n in reversed(SEGMENTS):
        for kind in KINDS:
            before, after = s.beer.demand(n, kind), then.beer.demand(n, kind)
            if before != after:
                who = scene.words(f"box.{kind}", segment=n)
                out.append(count(scene, who, scene.words("Demand"), before, after))
    return out


def _kettles(scene: Scene, s: BeerState, then: BeerState) -> list[Effect]:
    out = []
    for brewery in dict.fromkeys((*s.order, *then.order, *s.minors)):
        before, after = kettles_of(s, brewery), kettles_of(then, brewery)
        if before != after:
            marks = [
                Markup(" ").join(kettle_mark(scene, s.box.kettle(card)) for card in cards) or "–"
                for cards in (before, after)
            ]
            out.append(Effect(scene.company(brewery), scene.words("Kettles"), *marks))
    return out


# -- runs with the beer that was loaded before -----------------------------------------------------


def best(scene: Scene, s: RailState, company: str) -> tuple[Runs, int]:
    """The best runs and what they earn; the search counts the duty to take beer along as well."""
    assert isinstance(s, BeerState)
    runs, _ = best_of(s, company)
    earned = income(s, company, runs, best_loads(s, company, runs))
    return runs, earned if isinstance(earned, int) else 0


def cargo(scene: Scene, company: str, runs: Runs, text: str) -> Cargo | None:
    """The beer on the trains of these runs; only the red area, and which of two loads, can be chosen."""
    s = position(scene)
    if not cargo_of(s, company):
        return None
    loads = chosen(runs, text) or best_loads(s, company, runs)
    whole = income(s, company, runs, loads)
    value = sum(cubes * s.box.beer.get(hex, 0) for cubes, hex in loads.loads)
    legs: dict[int, object] = {}
    run = 0
    for number, (_, way) in enumerate(aligned(s, company, runs)):
        if not way:
            continue
        cubes, hex = loads.loads[run]
        ends = targets(s, way)
        if cubes and ends:
            each = s.box.beer[hex]
            leg = LegLoad(
                str(runs), number, cubes, cubes, f"{cubes} × {each}", scene.words.signed(cubes * each)
            )
            for end in ends:
                name, worth = s.box.map.hexes[end].name or end, scene.money(s.box.beer[end])
                leg.targets.append(Target(name, worth, end == hex, with_load(loads, run, cubes, end)))
            legs[number] = leg
        run += 1
    action: Action = Carry(company, runs, loads)
    why_not = whole if isinstance(whole, Refusal) else None
    return Cargo(str(loads), action, value, why_not, "dortmund/load.html", legs)


# -- hints and sentences ---------------------------------------------------------------------------


def hint(scene: Scene, kind: str) -> Markup | None:
    """Who asks for what when a train is to be loaded; by which means a kettle is paid that must be bought."""
    offer = getattr(scene.game.state.top, "offer", None)
    if isinstance(offer, Load):
        return scene.words.html(
            "hint.18do-beer.asked",
            brewery=scene.company(offer.actor),
            cubes=offer.cubes,
            train=scene.train(offer.train),
            railway=scene.company(offer.railway),
            income=scene.money(offer.cubes * position(scene).box.export_income),
        )
    if isinstance(offer, BuyLoaded):
        return scene.words.html(
            "hint.18do-beer.asked-loaded",
            company=scene.company(offer.actor),
            price=scene.money(offer.price),
            train=scene.train(offer.train),
            cubes=offer.cubes,
            seller=scene.company(offer.source),
        )
    brewery = getattr(scene.game.state.top, "company", "")
    if kind == "buy_kettle" and scene.deciding and _is_short(scene, brewery):
        cash = scene.money(position(scene).cash[brewery])
        return scene.words.html("hint.18do-beer.forced", brewery=scene.company(brewery), cash=cash)
    return None


def _is_short(scene: Scene, brewery: str) -> bool:
    """Whether a brewery must buy a kettle and cannot pay for any."""
    steps = getattr(scene.game.rules.stages["brewery-turn"], "order", ())
    return any(isinstance(step, BuyEquipment) and step.is_short(position(scene), brewery) for step in steps)


def event(scene: Scene, event: Event) -> Markup | None:
    """Sentences that need more than the values of their event."""
    values, words = event.values, scene.words
    if event.key == "brewery-order" and values["order"] == values["before"]:
        return Markup("")
    if event.key == "delivers":
        parts = [
            words(f"cubes.{part['customers']}", cubes=part["cubes"], segment=part["segment"])
            for part in values["supplies"]
        ]
        if values["keeps"]:
            parts.append(words("{cubes} for trains", cubes=values["keeps"]))
        return words.html(
            "event.18do-beer.delivers",
            brewery=scene.company(str(values["brewery"])),
            supplies=", ".join(parts) or words("nothing"),
            income=scene.money(int(values["income"])),
        )
    if event.key == "buys-kettle" and values["help"]:
        return words.html("event.18do-beer.buys-kettle.help", **scene.told(event))
    if event.key == "market-renewed":
        boxes = Markup(" · ").join(
            Markup("{}: {}+{}").format(n, values["regular"][n - 1], values["new"][n - 1])
            for n in reversed(SEGMENTS)
            if values["regular"][n - 1] or values["new"][n - 1]
        )
        return words.html("event.18do-beer.market-renewed", boxes=boxes, stock=values["stock"])
    return None
