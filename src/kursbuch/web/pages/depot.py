"""The depot as one line, the bank, the phase and what the next one will change."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from markupsafe import Markup, escape

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
    owner: Markup
    price: str
    income: str
    bids: str


@dataclass(frozen=True, slots=True)
class NextPhase:
    """The phase to come, and the train that brings it about."""

    id: str
    train: str
    before: int | None  # trains that are sold before it
    changes: tuple[Markup, ...]


@dataclass(frozen=True, slots=True)
class Depot:
    """Trains, bank, round and phase."""

    stacks: tuple[Stack, ...]
    pool: tuple[str, ...]
    money: bool  # whether trains cost any
    bank: str
    bank_low: bool
    phase: str
    round: str
    limit: int
    colours: tuple[str, ...]
    marker: Markup
    ending: str
    privates: tuple[Private, ...]
    next: NextPhase | None


def depot(scene: Scene) -> Depot:
    """What the depot line shows."""
    s = scene.rail
    assert s is not None
    words, data = scene.words, scene.position
    customs, bank = scene.page.customs, data["cash"][BANK]
    return Depot(
        stacks=tuple(_stacks(scene, s) if customs.stacks is None else customs.stacks(scene)),
        pool=tuple(data["pool"]),
        money=bool(s.box.market.cells),
        bank=scene.money(bank),
        bank_low=bank < s.box.bank // 10,
        phase=data["phase"],
        round=round_name(scene),
        limit=data["train_limit"],
        colours=tuple(s.phase.colours),
        marker=escape(customs.notice(scene) if customs.notice is not None else ""),
        ending=words("The end has come about: {reason}.", reason=words(f"reason.{data['ending']}"))
        if data["ending"]
        else "",
        privates=_privates(scene),
        next=_next_phase(scene, s),
    )


def _stacks(scene: Scene, s: RailState) -> list[Stack]:
    left = scene.position["depot"]
    first = next((kind for kind, n in left.items() if n), "")
    return [
        Stack(
            kind,
            "∞" if t.unlimited else f"×{left.get(kind, 0)}",
            scene.money(t.price),
            kind == first,
            not left.get(kind),
        )
        for kind, t in s.box.trains.items()
    ]


def _privates(scene: Scene) -> tuple[Private, ...]:
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
        owner = escape(scene.place(facts["owner"]) if facts["owner"] else "")
        money = (scene.money(facts["price"]), scene.money(facts["income"]))
        out.append(Private(id, facts["name"], owner, *money, bids))
    return tuple(out)


def round_name(scene: Scene) -> str:
    """Which round is being played, short."""
    data, words = scene.position, scene.words
    if data["operating_round"]:
        return words("OR {set}.{number}", set=data["stock_round"], number=data["operating_round"])
    if not data["stock_round"]:
        return words("Opening") if scene.rail and scene.rail.box.market.cells else ""
    return words("SR {number}", number=data["stock_round"])


def _next_phase(scene: Scene, s: RailState) -> NextPhase | None:
    number = s.phase_number + 1
    if number >= len(s.box.phases):
        return None
    now, then = s.phase, s.box.phases[number]
    starter = next((t.id for t in s.box.trains.values() if t.starts == then.id), "")
    changes = (*_differences(scene, now, then), *_rusting(scene, s, then), *_surplus(scene, s, then))
    kinds = list(s.box.trains)
    earlier = kinds[: kinds.index(starter)] if starter else []
    before = None
    if starter and not any(s.box.trains[kind].unlimited for kind in earlier):
        before = sum(scene.position["depot"].get(kind, 0) for kind in earlier)
    return NextPhase(then.id, starter, before, changes)


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
