"""The cards of trains, phases and the fields of the share market."""

from __future__ import annotations

from collections import Counter

from markupsafe import Markup

from kursbuch.rail.box import TrainType, kind_of_card
from kursbuch.rail.routes import Reach
from kursbuch.rail.state import DEPOT, OUT, POOL, RailState
from kursbuch.web.pages.cards.card import Card, Facts, Part, Says, Sheet, Text, ref
from kursbuch.web.pages.scene import Scene


def train(scene: Scene, name: str) -> Card | None:
    """A kind of train: price, reach, copies, what it starts and what ends it, who has one."""
    s, words = scene.rail, scene.words
    kind = _kind(s, name) if s is not None else None
    if s is None or kind is None:
        return None
    left = scene.position["depot"].get(kind.id, 0)
    sides = [
        (scene.train(side), (reach_words(scene, reach), scene.money(kind.price_as(side))))
        for side, reach in kind.sides.items()
    ]
    more = [
        words("Bought by handing in a {train}, it costs {amount} less.", train=given, amount=scene.money(off))
        for given, off in kind.discounts.items()
    ]
    if kind.from_phase:
        more.append(words("It is on sale from phase {phase} on.", phase=kind.from_phase))
    if kind.beside:
        other, number = kind.beside
        more.append(words("It is on sale once {number} trains {train} are sold.", number=number, train=other))
    parts: list[Part] = [
        Sheet("", (words("Reach"), words("Price")), sides),
        Facts(
            [
                (words("In the depot"), _left(scene, kind, left)),
                (words("Owners"), _owners(scene, s, kind)),
                (words("The first one brings"), _phase(scene, kind.starts)),
                (words("Scrapped in"), _phase(scene, kind.rusts_in)),
            ]
        ),
    ]
    if more:
        parts.append(Says(more))
    return Card(words.html("Train {train}", train=scene.train(kind.id)), "", parts)


def _kind(s: RailState, name: str) -> TrainType | None:
    """The kind that a card, a kind or a side is named by."""
    plain = kind_of_card(name)
    if plain in s.box.trains:
        return s.box.trains[plain]
    return next((kind for kind in s.box.trains.values() if plain in kind.sides), None)


def trains(scene: Scene) -> list[tuple[str, Text]]:
    assert scene.rail is not None
    return [(id, scene.train(id)) for id in scene.rail.box.trains]


def reach_words(scene: Scene, reach: Reach) -> str:
    """How far a train goes."""
    words = scene.words
    if reach.stops is None:
        return words("without limit")
    if reach.towns is None:
        cities = words("1 city") if reach.stops == 1 else words("{stops} cities", stops=reach.stops)
        return words("{cities} and any number of small towns", cities=cities)
    stops = words("1 stop") if reach.stops == 1 else words("{stops} stops", stops=reach.stops)
    if not reach.towns:
        return stops
    towns = words("1 small town") if reach.towns == 1 else words("{towns} small towns", towns=reach.towns)
    return words("{stops} and {towns} more", stops=stops, towns=towns)


def _left(scene: Scene, kind: TrainType, left: int) -> str:
    if kind.unlimited:
        return scene.words("as many as are wanted")
    return f"{left}/{kind.count}" if kind.dealt is None else str(left)


def _owners(scene: Scene, s: RailState, kind: TrainType) -> Text:
    held = Counter(
        owner
        for owner, cards in s.trains.items()
        if owner not in (DEPOT, OUT)
        for card in cards
        if kind_of_card(card) == kind.id
    )
    return Markup(", ").join(
        Markup("{}{}").format(
            ref("company", owner, scene.company(owner)) if owner != POOL else scene.place(owner),
            f" ×{number}" if number > 1 else "",
        )
        for owner, number in held.items()
    )


def _phase(scene: Scene, id: str) -> Text:
    return ref("phases", "", scene.words("phase {phase}", phase=id)) if id else ""


def phases(scene: Scene, name: str) -> Card | None:
    """What each phase allows, which train brings it and which it scraps."""
    s, words = scene.rail, scene.words
    if s is None:
        return None
    rows = []
    for phase in s.box.phases:
        starts = [t.id for t in s.box.trains.values() if t.starts == phase.id]
        rusts = [t.id for t in s.box.trains.values() if t.rusts_in == phase.id]
        label = Markup("<b>{}</b> ({})").format(phase.id, words("now")) if phase is s.phase else phase.id
        rows.append(
            (
                label,
                (
                    Markup(" ").join(ref("train", id, scene.train(id)) for id in starts),
                    ", ".join(words(f"tiles.{colour}") for colour in phase.colours),
                    str(phase.train_limit),
                    str(phase.operating_rounds) if s.box.market.cells else "",
                    Markup(" ").join(ref("train", id, scene.train(id)) for id in rusts),
                    ", ".join(words(f"change.{feature}") for feature in sorted(phase.features)),
                ),
            )
        )
    heads = (
        *(words("Train"), words("Tiles"), words("Limit"), words("Operating rounds")),
        *(words("Scrapped"), words("Allows")),
    )
    return Card(words("Phases"), "", [Sheet("", heads, rows)], wide=True)


def field(scene: Scene, name: str) -> Card | None:
    """A field of the share market: its price, who stands there, what it does, and its neighbours."""
    s, words = scene.rail, scene.words
    row, _, column = name.partition(",")
    if s is None or not (row.isdecimal() and column.isdecimal()):
        return None
    spot = (int(row), int(column))
    cell = s.box.market.cells.get(spot)
    if cell is None:
        return None
    around = {
        words("to the right"): (spot[0], spot[1] + 1),
        words("to the left"): (spot[0], spot[1] - 1),
        words("above"): (spot[0] - 1, spot[1]),
        words("below"): (spot[0] + 1, spot[1]),
    }
    beside = [
        (where, ref("field", f"{at[0]},{at[1]}", scene.money(s.box.market.cells[at].price)))
        for where, at in around.items()
        if at in s.box.market.cells
    ]
    says = [
        *([words("Companies start here.")] if cell.par else []),
        *([words("A company that gets here closes.")] if cell.closes else []),
        *([words("The game ends when a company gets here.")] if cell.ends_game else []),
        *([words(f"arrow.{cell.arrow}")] if cell.arrow else []),
        *_zone(scene, cell.zone),
    ]
    here = Markup(" → ").join(ref("company", c, scene.company(c)) for c in s.prices.stacks.get(spot, ()))
    facts = [(words("Companies, first to operate first"), here), *beside]
    title = words("Market field {price}", price=scene.money(cell.price))
    return Card(title, "", [Facts(facts), *([Says(says)] if says else [])])


def _zone(scene: Scene, zone: str) -> list[str]:
    """What it means for paper that a price lies in a zone of the market."""
    words, limits = scene.words, scene.limits
    if not zone:
        return []
    out = [words("Zone: {zone}", zone=words(f"zone.{zone}"))]
    if limits is not None and zone in limits.uncounted:
        out.append(words("Certificates do not count towards the limit here."))
    if limits is not None and zone in limits.unlimited:
        out.append(words("A player may hold as much of a company as they like here."))
    return out


def prices(scene: Scene) -> list[tuple[str, Text]]:
    """The fields on which a company stands."""
    s = scene.rail
    assert s is not None
    cells = s.box.market.cells
    taken = [spot for spot, stack in s.prices.stacks.items() if stack and spot in cells]
    taken.sort(key=lambda spot: -cells[spot].price)
    return [(f"{spot[0]},{spot[1]}", scene.money(cells[spot].price)) for spot in taken]
