"""The card of a private company of a standard title: price, income, owner, and what it can do in words."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.rail.standard.parts import Private
from kursbuch.rail.standard.state import StandardState
from kursbuch.rail.state import OUT
from kursbuch.web.pages.cards.card import Card, Facts, Says, Text, ref
from kursbuch.web.pages.scene import Scene


def private(scene: Scene, id: str) -> Card | None:
    """What a private costs, brings, can do, and whose it is."""
    s, words = scene.rail, scene.words
    if not isinstance(s, StandardState) or id not in s.box.privates:
        return None
    part, facts = s.box.privates[id], scene.position["privates"][id]
    owner: Text = scene.place(facts["owner"]) if facts["owner"] not in ("", OUT) else ""
    if facts["owner"] in s.box.companies:
        owner = ref("company", facts["owner"], scene.company(facts["owner"]))
    lines: list[tuple[Text, Text]] = [
        (words("Owner"), owner),
        (words("Printed price"), scene.money(facts["price"])),
        (words("Income each round"), scene.money(facts["income"])),
        (words("For companies"), _for_companies(scene, part)),
    ]
    note = words("closed") if facts["owner"] == OUT else words("power used") if s.has_used(id) else ""
    can = powers(scene, s, part)
    return Card(
        scene.private(id), note, [Facts(lines), *([Says(can, words("What it can do"))] if can else [])]
    )


def privates(scene: Scene) -> list[tuple[str, Text]]:
    return [(id, scene.private(id)) for id in scene.position.get("privates", {})]


def _for_companies(scene: Scene, part: Private) -> str:
    if part.never_sold:
        return scene.words("never sold")
    return f"{scene.money(part.least)} – {scene.money(part.most)}"


def powers(scene: Scene, s: StandardState, part: Private) -> list[Text]:
    """What a private does beside its income, a sentence each."""
    words, out = scene.words, list[Text]()
    if part.blocks:
        out.append(
            words.html(
                "While a player owns it, nobody lays a tile on {hexes}.", hexes=_hexes(scene, part.blocks)
            )
        )
    if part.spares:
        terrain = words(f"terrain.{part.spares}")
        out.append(words("The company that owns it pays nothing for terrain: {terrain}.", terrain=terrain))
    if part.share_of:
        of = s.company_called(part.share_of)
        out.append(
            words.html("Its player may hand it in for a share of {company}.", company=scene.company(of))
        )
    if part.brings:
        key = (
            "With it comes the president's certificate of {company}."
            if part.brings.certificate == 0
            else "With it comes a share of {company}."
        )
        out.append(words.html(key, company=scene.company(s.company_called(part.brings.company))))
    if part.closes_with_train_of:
        of = s.company_called(part.closes_with_train_of)
        out.append(words.html("It closes when {company} buys its first train.", company=scene.company(of)))
    if part.stays:
        out.append(
            words(
                "It stays with a player when the others close, and then brings {income}.",
                income=scene.money(part.stays),
            )
        )
    return [*out, *_builds(scene, part)]


def _builds(scene: Scene, part: Private) -> list[Text]:
    """Tiles that it may lay, and on what terms."""
    builds, words = part.builds, scene.words
    if builds is None:
        return []
    tiles = Markup(" ").join(ref("tile", id, id) for id in builds.tiles)
    out: list[Text] = [
        words.html(f"builds.{builds.by}", tiles=tiles, hexes=_hexes(scene, builds.hexes)),
        words("builds.extra" if builds.extra else "builds.instead"),
        words("builds.pays" if builds.pays else "builds.free"),
    ]
    for term in ("connected", "all_or_none", "joined", "lost_when_covered"):
        if getattr(builds, term):
            out.append(words(f"builds.{term}"))
    if builds.station:
        out.append(words("builds.station"))
    return out


def _hexes(scene: Scene, hexes: tuple[str, ...]) -> Markup:
    return Markup(", ").join(ref("hex", hex, scene.hex(hex)) for hex in hexes)
