"""Cards of the Railway Game: private breweries, what a railway has by the privileges of markers and links."""

from __future__ import annotations

from kursbuch.rail.state import OUT
from kursbuch.titles.dortmund.page.railway.choices import brewery as short
from kursbuch.titles.dortmund.page.railway.choices import marker
from kursbuch.titles.dortmund.railway.state import ON_CARD
from kursbuch.web.pages.cards import Card, Facts, Kind, ref
from kursbuch.web.pages.cards.card import Text
from kursbuch.web.pages.scene import Scene


def brewery(scene: Scene, id: str) -> Card | None:
    """A private brewery: owner, return, beer, marker and where it lies, what was bid."""
    facts = scene.position.get("breweries", {}).get(id)
    if facts is None:
        return None
    words, at = scene.words, facts["marker_at"]
    where: Text = words("on the card") if at == ON_CARD else words("used up") if at == OUT else ""
    if not where and at:
        where = ref("company", at, scene.company(at))
    bids = [
        f"{bid['player']} {scene.money(bid['price'])}"
        for bid in scene.position["bids"]
        if bid["brewery"] == id
    ]
    lines: list[tuple[Text, Text]] = [
        (words("Owner"), facts["owner"]),
        (words("Return"), words("turned") if facts["turned"] else scene.money(facts["income"])),
        (words("Beer"), str(facts["cubes"]) if facts["cubes"] else ""),
        (words("Marker"), marker(scene, facts["marker"])),
        (words("Lies on"), where if facts["marker"] else ""),
        (words("Bid"), ", ".join(bids)),
        (words("Bid boxes"), ", ".join(scene.money(price) for price in facts["boxes"])),
    ]
    return Card(facts["name"] or short(scene, id), "", [Facts(lines)])


def breweries(scene: Scene) -> list[tuple[str, Text]]:
    return [(id, short(scene, id)) for id in scene.position.get("breweries", {})]


CARDS = {"brewery": Kind(brewery, "Private breweries", breweries)}
