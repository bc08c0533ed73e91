"""Orders in words: what one does, what it waits for, and why it stands no longer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from kursbuch.core import BadInput
from kursbuch.store.orders import OrderRow
from kursbuch.web.orders.kind import WouldStop
from kursbuch.web.orders.operating import EVERY
from kursbuch.web.pages.scene import Scene


@dataclass(frozen=True, slots=True)
class Said:
    """An order as its owner reads it."""

    id: int
    text: Markup
    until: list[Markup]
    stopped: Markup
    acted: int


def said(scene: Scene, order: OrderRow) -> Said:
    """One order; `stopped` is empty while it stands."""
    tell = _TELL.get(order.kind)
    text, until = tell(scene, order.data) if tell else (Markup.escape(order.kind), [])
    return Said(order.id, text, until, _stopped(scene, order), order.acted)


def _stopped(scene: Scene, order: OrderRow) -> Markup:
    return scene.words.html(order.stopped, **_values(scene, order.told)) if order.stopped else Markup("")


def _values(scene: Scene, told: Mapping[str, Any]) -> dict[str, Any]:
    out: dict[str, Any] = {}
    for name, value in told.items():
        if name == "company":
            out[name] = scene.company(value)
        elif name == "player":
            out[name] = Markup("<b>{}</b>").format(value)
        elif name == "price":
            out[name] = scene.money(value)
        elif name == "why":
            meanings = scene.game.rules.refusal_meanings
            out[name] = scene.words.html(value["message"], **scene.values(value["values"], meanings))
        else:
            out[name] = value
    return out


Text = tuple[Markup, list[Markup]]


def _pass(scene: Scene, data: Mapping[str, Any]) -> Text:
    words = scene.words
    text = words.html("Pass: {round}", round=round_name(scene, data["round"][0]))
    until = [words.html(f"until.{what}") for what in data["until"]]
    if price := data.get("price"):
        until.append(
            words.html(
                "the price of {company} reaches {price}",
                company=scene.company(price["company"]),
                price=scene.money(price["price"]),
            )
        )
    return text, until


def _buy(scene: Scene, data: Mapping[str, Any]) -> Text:
    words = scene.words
    text = words.html(
        "Buy {company} ({source}) in every turn, for {price} at most",
        company=scene.company(data["company"]),
        source=scene.word("from", data["source"]),
        price=scene.money(data["most"]),
    )
    until = []
    if data["percent"] is not None:
        until.append(words.html("you hold {percent} %", percent=data["percent"]))
    if data["floats"]:
        until.append(words.html("it floats"))
    return text, until


def _run(scene: Scene, data: Mapping[str, Any]) -> Text:
    if data["company"] == EVERY:
        return scene.words.html("Always run the best with all companies of yours"), []
    return scene.words.html("Always run the best with {company}", company=scene.company(data["company"])), []


def _dividend(scene: Scene, data: Mapping[str, Any]) -> Text:
    pays = data["choice"] == "pay"
    text = "{company} always pays its income out" if pays else "{company} always keeps its income"
    return scene.words.html(text, company=scene.company(data["company"])), [
        scene.words.html("the phase changes")
    ]


def _only(scene: Scene, data: Mapping[str, Any]) -> Text:
    return scene.words.html("Take the only choice where there is no other"), []


_TELL = {"pass": _pass, "buy": _buy, "run": _run, "dividend": _dividend, "only": _only}


def round_name(scene: Scene, stage: str) -> str:
    """What a round in which one can pass is called."""
    kind = scene.game.rules.stages[stage].kind if stage in scene.game.rules.stages else ""
    # the step is one turn of it, and the order stands for all of them
    return scene.words("Stock round") if (kind or stage) == "stock" else scene.word("step", kind or stage)


def wrong(error: BadInput, scene: Scene) -> str:
    """What is wrong with an order that was to be given."""
    if isinstance(error, WouldStop):
        stop = error.stop
        why = scene.words.html(stop.message, **_values(scene, stop.values))
        return scene.words.html("this order would stop at once: {why}", why=why)
    return scene.words(error.message, **error.values)
