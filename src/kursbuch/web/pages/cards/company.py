"""The card of a company: charter, paper by holder, what it has, what it earned round by round."""

from __future__ import annotations

from collections.abc import Iterator

from markupsafe import Markup

from kursbuch.rail.state import OFFER, OUT, POOL, RailState
from kursbuch.web.pages.cards.card import Card, Facts, Links, Part, Sheet, Text, ref
from kursbuch.web.pages.scene import Scene

_INCOME = ("pays", "withholds", "earns-nothing")


def company(scene: Scene, id: str) -> Card | None:
    """All that everybody may know of a company."""
    s = scene.rail
    if s is None or id not in s.box.companies:
        return None
    charter, facts, words = s.box.companies[id], scene.position["companies"][id], scene.words
    parts: list[Part] = [Facts(_state(scene, s, id)), _paper(scene, s, id)]
    stations = _stations(scene, s, id)
    parts.append(
        Facts(
            [
                (words("Home"), ref("hex", charter.home, scene.hex(charter.home)) if charter.home else ""),
                (words("Stations on the board"), stations),
                (words("Stations left"), ", ".join(_token(scene, token) for token in facts["tokens"])),
            ]
        )
    )
    rounds = list(income_by_round(scene, id))
    if rounds:
        parts.append(
            Sheet(
                words("Income by round"),
                (words("Income"), words("Paid")),
                [
                    (name, (words.number(income), words("yes" if paid else "no")))
                    for name, income, paid in rounds
                ],
            )
        )
    owned = [
        ref("private", name, scene.private(name))
        for name, private in scene.position.get("privates", {}).items()
        if private["owner"] == id
    ]
    if owned:
        parts.append(Links(words("Privates"), owned))
    return Card(Markup("{} {}").format(scene.company(id), charter.name), _standing(scene, facts), parts)


def companies(scene: Scene) -> list[tuple[str, Text]]:
    """Every company of the box."""
    assert scene.rail is not None
    return [(id, scene.company(id)) for id in scene.rail.box.companies]


def _standing(scene: Scene, facts: dict[str, object]) -> str:
    if facts["closed"]:
        return scene.words("closed")
    return "" if facts["in_play"] else scene.words("not in play yet")


def _state(scene: Scene, s: RailState, id: str) -> list[tuple[Text, Text]]:
    facts, words = scene.position["companies"][id], scene.words
    price, last = facts["price"], facts["last_dividend"]
    spot = s.prices.spots.get(id)
    shown = scene.money(price) if price is not None else ""
    trains = Markup(" ").join(
        ref("train", kind, scene.train(side))
        for kind, side in zip(_kinds(s, id), facts["trains"], strict=False)
    )
    return [
        (scene.word("term", "president"), facts["president"]),
        (words("row.price"), ref("field", f"{spot[0]},{spot[1]}", shown) if spot and shown else shown),
        (words("row.cash"), scene.money(facts["cash"]) if s.box.market.cells and facts["in_play"] else ""),
        (words("row.trains"), trains or (words("none") if facts["in_play"] else "")),
        (words("row.income"), scene.money(last) if last is not None else ""),
    ]


def _kinds(s: RailState, id: str) -> list[str]:
    return [card.partition("#")[0] for card in s.trains.get(id, ())]


def _paper(scene: Scene, s: RailState, id: str) -> Sheet:
    """Who holds how much; certificates of several sizes are told one by one."""
    facts, words = scene.position["companies"][id], scene.words
    places = {POOL: "pool", OFFER: "offer", id: "treasury"}
    rows: list[tuple[Text, tuple[Text, ...]]] = []
    for owner, percent in sorted(facts["shares"].items(), key=lambda held: -held[1]):
        if owner == OUT or not percent:
            continue
        name: Text = scene.word("row", places[owner]) if owner in places else scene.place(owner)
        sizes = facts.get("paper", {}).get(owner, ())
        rows.append((name, (f"{percent} %", " + ".join(str(size) for size in sizes))))
    heads = (words("Share"), words("Certificates"))
    if not any(cells[1] for _, cells in rows):
        return Sheet(words("Papers"), heads[:1], [(name, cells[:1]) for name, cells in rows])
    return Sheet(words("Papers"), heads, rows)


def _stations(scene: Scene, s: RailState, id: str) -> Text:
    places = sorted({hex for (hex, _), slots in s.board.tokens.items() if id in slots})
    return Markup(" ").join(ref("hex", hex, scene.hex(hex)) for hex in places)


def _token(scene: Scene, token: dict[str, object]) -> str:
    cost = token["cost"]
    assert isinstance(cost, int)
    return f"{scene.words('role.' + str(token['role']))} {scene.money(cost)}"


def income_by_round(scene: Scene, id: str) -> Iterator[tuple[str, int, bool]]:
    """What a company earned in each operating round, and whether it was paid out, as far as the log tells."""
    name = ""
    for move in range(len(scene.game.actions) + 1):
        for event in scene.game.events_of(move):
            if event.key == "operating-round":
                name = scene.words("OR {set}.{number}", **event.values)
            elif event.key in _INCOME and event.values.get("company") == id and name:
                yield name, int(event.values.get("income", 0)), event.key == "pays"
