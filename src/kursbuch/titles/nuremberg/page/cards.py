"""Cards of First Train to Nuremberg: areas, pieces, trains and influence boxes."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.titles.nuremberg.page import panels
from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.rules.box import CARGO, PIECES
from kursbuch.web.pages.cards import Card, Facts, Kind, ref
from kursbuch.web.pages.cards.card import Text
from kursbuch.web.pages.scene import Scene


def area(scene: Scene, id: str) -> Card | None:
    """What an area is, what lies there, whose stations and links it has."""
    areas = say.box_of(scene).areas
    if id not in areas:
        return None
    position, words, this = scene.position, scene.words, areas[id]
    builders = {
        party: sum(id in (link if isinstance(link, list) else str(link).split("-")) for link in links)
        for party, links in position["links"].items()
    }
    links = Markup(", ").join(
        Markup("{} {}").format(_party(scene, party), number) for party, number in builders.items() if number
    )
    lines: list[tuple[Text, Text]] = [
        (words("Kind"), words(f"area.{this.kind}")),
        (words("Pieces here"), Markup(" ").join(say.piece(scene, p) for p in position["board"].get(id, ()))),
        (
            words("Stations"),
            Markup(" ").join(say.company(scene, c) for c in position["stations"].get(id, ())),
        ),
        (words("Links"), links),
        (words("Estate"), words("yes") if this.estate else ""),
        (words("Exit only"), words("yes") if this.exit_only else ""),
    ]
    return Card(say.area(scene, id), "", [Facts(lines)])


def _party(scene: Scene, name: str) -> Markup:
    return say.player(scene, name) if name in scene.game.players else say.company(scene, name)


def piece(scene: Scene, id: str) -> Card | None:
    """A kind of piece: how many lie where, who has carried how many."""
    if id not in PIECES:
        return None
    position, words = scene.position, scene.words
    places = {place: lying.count(id) for place, lying in position["board"].items() if id in lying}
    here = Markup(", ").join(
        Markup("{}{}").format(ref("hex", place, say.area(scene, place)), f" ×{n}" if n > 1 else "")
        for place, n in places.items()
    )
    carried = Markup(", ").join(
        Markup("{} {}").format(say.player(scene, p), n)
        for p, facts in position["players"].items()
        if id in CARGO and (n := facts["kept"][id])
    )
    lines: list[tuple[Text, Text]] = [
        (words("On the board"), str(sum(places.values()))),
        (words("Out of the game"), str(position["out"].get(id, 0))),
        (words("Carried"), carried),
        (words("Lies on"), here),
    ]
    return Card(say.piece(scene, id), "", [Facts(lines)])


def train(scene: Scene, id: str) -> Card | None:
    """A train: price, worth of a passenger, places, owner."""
    car = next((car for row in panels.trains(scene) for car in row if car.id == id), None)
    if car is None:
        return None
    words = scene.words
    lines: list[tuple[Text, Text]] = [
        (words("Owner"), car.owner or words("on offer")),
        (words("Price"), car.price),
        (words("Worth"), words("{points} VP a passenger", points=car.worth)),
        (words("Places"), Markup(" ").join(car.places)),
    ]
    return Card(words.html("Train {train}", train=scene.train(id)), "", [Facts(lines)])


def box(scene: Scene, id: str) -> Card | None:
    """An influence box: what it gains, the lowest bid, who leads."""
    found = next((box for row in panels.boxes(scene) for box in row if box.id == id), None)
    if found is None:
        return None
    words = scene.words
    lead = Markup("{} {}").format(found.bidder, found.cubes) if found.cubes else words("nobody yet")
    lines: list[tuple[Text, Text]] = [
        (words("Gains"), Markup(" ").join((*found.gains, found.drawn))),
        (words("Least bid"), str(found.least)),
        (words("Leading bid"), lead),
    ]
    return Card(words("Influence box {id}", id=id), "", [Facts(lines)])


CARDS = {
    "piece": Kind(piece, "Pieces", lambda scene: [(id, say.piece(scene, id)) for id in PIECES]),
    "train": Kind(
        train, "Trains", lambda scene: [(car.id, car.id) for row in panels.trains(scene) for car in row]
    ),
    "box": Kind(
        box, "Influence boxes", lambda scene: [(box.id, box.id) for row in panels.boxes(scene) for box in row]
    ),
    "hex": Kind(area, "Areas", lambda scene: [(id, say.area(scene, id)) for id in say.box_of(scene).areas]),
}
