"""The depot as one line, the bank, the phase and what the next one will change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.core import BANK
from kursbuch.rail.box import Phase, kind_of_card
from kursbuch.rail.state import DEPOT, OUT, RailState
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Stack:
    """A kind of train: cards left (∞ where the box sets no number), price, whether it is on sale now."""

    kind: str
    left: str
    price: str
    on_sale: bool
    gone: bool


@dataclass(frozen=True, slots=True)
class Private:
    """A private company: price, what it brings each round, who owns it, what is bid for it."""

    id: str
    name: str
    owner: str | Markup
    price: str
    income: str
    bids: str


@dataclass(slots=True)
class Depot:
    """Trains, bank, round and phase."""

    stacks: list[Stack]
    pool: list[str]
    bank: str
    bank_low: bool
    phase: str
    round: str
    limit: int
    colours: list[str]
    next_phase: str = ""
    next_train: str = ""
    before: int | None = None  # trains that are sold before it
    changes: list[Markup] = field(default_factory=list)
    marker: str = ""
    privates: list[Private] = field(default_factory=list)
    ending: str = ""


def depot(scene: Scene) -> Depot:
    """What the depot line shows."""
    s = scene.rail
    assert s is not None
    words, data = scene.words, scene.position
    first = next((kind for kind, left in data["depot"].items() if left), "")
    stacks = [
        Stack(
            kind,
            "∞" if t.unlimited else f"×{data['depot'].get(kind, 0)}",
            scene.money(t.price),
            kind == first,
            not data["depot"].get(kind),
        )
        for kind, t in s.box.trains.items()
    ]
    own, bank = scene.page.customs.stacks, data["cash"][BANK]
    out = Depot(
        stacks if own is None else own(scene),
        data["pool"],
        scene.money(bank),
        bank < s.box.bank // 10,
        data["phase"],
        round_name(scene),
        data["train_limit"],
        list(s.phase.colours),
    )
    if scene.page.customs.notice is not None:
        out.marker = scene.page.customs.notice(scene)
    if data["ending"]:
        out.ending = words("The end has come about: {reason}.", reason=words(f"reason.{data['ending']}"))
    out.privates = _privates(scene)
    _next_phase(scene, s, out)
    return out


def _privates(scene: Scene) -> list[Private]:
    """The private companies still in play, for titles whose position has them."""
    data, out = scene.position, []
    for id, facts in data.get("privates", {}).items():
        if facts["owner"] == OUT:
            continue
        bids = " · ".join(
            f"{bid['player']} {scene.words.number(bid['price'])}"
            for bid in data.get("bids", ())
            if bid["private"] == id
        )
        owner = scene.place(facts["owner"]) if facts["owner"] else ""
        money = (scene.money(facts["price"]), scene.money(facts["income"]))
        out.append(Private(id, facts["name"], owner, *money, bids))
    return out


def round_name(scene: Scene) -> str:
    """Which round is being played, short."""
    data, words = scene.position, scene.words
    if data["operating_round"]:
        return words("OR {set}.{number}", set=data["stock_round"], number=data["operating_round"])
    if not data["stock_round"]:
        return words("Opening") if scene.rail and scene.rail.box.market.cells else ""
    return words("SR {number}", number=data["stock_round"])


def _next_phase(scene: Scene, s: RailState, out: Depot) -> None:
    number = s.phase_number + 1
    if number >= len(s.box.phases):
        return
    now, then = s.phase, s.box.phases[number]
    starter = next((t.id for t in s.box.trains.values() if t.starts == then.id), "")
    out.next_phase, out.next_train = then.id, starter
    out.changes = [*_differences(scene, now, then), *_rusting(scene, s, then), *_surplus(scene, s, then)]
    kinds = list(s.box.trains)
    earlier = kinds[: kinds.index(starter)] if starter else []
    if starter and not any(s.box.trains[kind].unlimited for kind in earlier):
        out.before = sum(scene.position["depot"].get(kind, 0) for kind in earlier)


def _differences(scene: Scene, now: Phase, then: Phase) -> list[Markup]:
    words, out = scene.words, []
    for colour in then.colours:
        if colour not in now.colours:
            out.append(words.html("change.tiles", colour=words(f"tiles.{colour}")))
    if then.train_limit != now.train_limit:
        out.append(words.html("change.limit", limit=then.train_limit))
    if scene.rail and scene.rail.box.market.cells and then.operating_rounds != now.operating_rounds:
        out.append(words.html("change.rounds", rounds=then.operating_rounds))
    for feature in sorted(now.features - then.features):
        out.append(words.html(f"change.no.{feature}"))
    for feature in sorted(then.features - now.features):
        out.append(words.html(f"change.{feature}"))
    return out


def _surplus(scene: Scene, s: RailState, then: Phase) -> list[Markup]:
    """Who will hold more trains than the next phase allows, after those that rust."""
    out = []
    for company in s.founded:
        kept = [
            card for card in s.trains.get(company, ()) if s.box.trains[kind_of_card(card)].rusts_in != then.id
        ]
        if then.train_limit and len(kept) > then.train_limit:
            out.append(
                scene.words.html(
                    "change.surplus", company=scene.company(company), n=len(kept) - then.train_limit
                )
            )
    return out


def _rusting(scene: Scene, s: RailState, then: Phase) -> list[Markup]:
    out = []
    for train in s.box.trains.values():
        if train.rusts_in != then.id:
            continue
        held = Counter(
            owner
            for owner, cards in s.trains.items()
            if owner not in (DEPOT, OUT)
            for card in cards
            if kind_of_card(card) == train.id
        )
        owners = Markup(", ").join(Markup("{} {}").format(scene.place(o), n) for o, n in held.items())
        out.append(
            scene.words.html("change.rust", train=scene.train(train.id))
            + (Markup(" ({})").format(owners) if owners else "")
        )
    return out
