"""What a choice at a Nuremberg table would bring about: the two views compared, and what else it sets off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from markupsafe import Markup

from kursbuch.core import Action, Game
from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.rules.actions import Pass
from kursbuch.titles.nuremberg.rules.box import COLOURS
from kursbuch.web.pages.preview import Effect
from kursbuch.web.pages.scene import Scene

_GATHERED = frozenset({"piece_left", "landowner_left", "station_joined"})
_WORSE = frozenset({"upkeep"})  # more of it is bad


def effects(scene: Scene, action: Action, twin: Game) -> tuple[list[Effect], list[Markup]]:
    """Changes of figures, then sentences."""
    before, after = scene.position, twin.rules.view(twin.state, scene.viewer)
    return list(_changes(scene, before, after, twin)), _notes(scene, action, twin)


def _changes(scene: Scene, before: Mapping[str, Any], after: Mapping[str, Any], twin: Game) -> list[Effect]:
    out = []
    worth = (scene.game.scores(), twin.scores())
    for player in scene.game.players:
        old, new = _figures(before, player), _figures(after, player)
        old["worth"], new["worth"] = worth[0][player], worth[1][player]
        who = say.player(scene, player)
        for name, figure in new.items():
            if figure != old[name] and (name != "worth" or scene.helps("worth")):
                out.append(_effect(scene, who, name, old[name], figure))
    return out


def _figures(position: Mapping[str, Any], player: str) -> dict[str, int]:
    facts = position["players"][player]
    return {
        "cubes": facts["cubes"]["hand"],
        **{colour: facts["influence"][colour] for colour in COLOURS},
        "links_left": position["depot"][player],
        "round_points": facts["this_round"]["points"],
        "income": facts["this_round"]["income"],
        "upkeep": facts["this_round"]["upkeep"],
        "profit": facts["profit"],
        "points": facts["points"],
    }


def _effect(scene: Scene, who: Markup, name: str, old: int, new: int) -> Effect:
    number = scene.words.number
    better = (new > old) != (name in _WORSE)
    return Effect(
        who,
        scene.word("figure", name),
        number(old),
        number(new),
        scene.words.signed(new - old),
        "up" if better else "down",
    )


def _notes(scene: Scene, action: Action, twin: Game) -> list[Markup]:
    """What else happens, each thing once; pieces that leave are counted by kind."""
    events = [e for e in twin.events_of(len(twin.actions)) if e.visible_to(scene.viewer)]
    told = twin.rules.told
    out = [
        scene.event(e)
        for e in events
        if told[e.key].foretold and e.key not in _GATHERED and not (e.key == "scored" and len(events) > 40)
    ]
    joined = [str(e.values["area"]) for e in events if e.key == "station_joined"]
    if joined:
        company = next(str(e.values["company"]) for e in events if e.key == "station_joined")
        names = ", ".join(say.area(scene, id) for id in joined)
        out.append(
            scene.words.html(
                "New stations of {company}: {areas}.", areas=names, company=say.company(scene, company)
            )
        )
    gone = Counter(str(e.values["piece"]) for e in events if e.key == "piece_left")
    gone["landowner"] += sum(e.key == "landowner_left" for e in events)
    if +gone:
        parts = Markup(", ").join(Markup("{} {}").format(n, say.piece(scene, p)) for p, n in (+gone).items())
        out.append(scene.words.html("Leave the board: {pieces}.", pieces=parts))
    phase = twin.rules.view(twin.state, None)["phase"]
    if phase != scene.position["phase"] and not isinstance(action, Pass):
        out.append(Markup.escape(scene.words("The phase ends.")))
    return out
