"""What next in Nuremberg: the three orders, phases and rounds to come, what runs short, points by round."""

from __future__ import annotations

from markupsafe import Markup

from kursbuch.titles.nuremberg.page import words as say
from kursbuch.titles.nuremberg.pictures.style import player_colour
from kursbuch.web.pages.outlook import ByRound, Order, Outlook, by_round
from kursbuch.web.pages.scene import Scene

_HEADINGS = {"players": "Player order", "building": "Order for building", "trains": "Order for trains"}
_ORDER_OF = {3: "players", 5: "building", 6: "trains", 9: "players"}  # the phases in which players decide
_LAST = 10  # phase of a round
_FEW = 3  # links left where that is worth a word


def outlook(scene: Scene) -> Outlook:
    """What can be said of the time to come, from the position that is shown."""
    if scene.game.over:
        return Outlook()
    return Outlook(_orders(scene), _ahead(scene), [*_links(scene), *_cubes(scene)])


def _orders(scene: Scene) -> list[Order]:
    """All three, the one that counts now first; it says who is on turn."""
    position = scene.position
    counts = _ORDER_OF.get(position["phase"], "players")
    kinds = sorted(_HEADINGS, key=lambda kind: kind != counts)
    return [
        Order(
            scene.words(_HEADINGS[kind]),
            [
                ("now" if kind == counts and player in scene.game.acting else "", say.player(scene, player))
                for player in position["orders"][kind]
            ],
        )
        for kind in kinds
        if position["orders"][kind]
    ]


def _ahead(scene: Scene) -> list[str]:
    """The phases left of this round, the rounds after it, the end."""
    position, words = scene.position, scene.words
    phases = [f"{n} · {say.word(scene, f'phase_{n}')}" for n in range(position["phase"], _LAST)]
    rounds = range(position["round"] + 1, position["rounds"] + 1)
    return [
        *phases,
        *(words("Round {round} of {rounds}", round=n, rounds=position["rounds"]) for n in rounds),
        words("End of the game"),
    ]


def _links(scene: Scene) -> list[Markup]:
    """Who has few links left to build with."""
    depot = scene.position["depot"]
    return [
        scene.words.html("{player} has {n} links left", player=say.player(scene, player), n=depot[player])
        for player in scene.game.players
        if depot[player] <= _FEW
    ]


def _cubes(scene: Scene) -> list[Markup]:
    """Who will get fewer cubes than a round gives (FTN-13-1 to FTN-13-3)."""
    position = scene.position
    take: int = say.box_of(scene).pieces["investment"]["take"]
    if position["round"] == position["rounds"]:
        return []
    short = {p: n for p, facts in position["players"].items() if (n := facts["cubes"]["supply"]) < take}
    return [
        scene.words.html(
            "{player} has {n} cubes left to take next round, not {take}",
            player=say.player(scene, player),
            n=n,
            take=take,
        )
        for player, n in short.items()
    ]


def income(scene: Scene) -> ByRound | None:
    """Victory points of each player from the trains of each round."""
    players, words = scene.game.players, scene.words
    scored: dict[str, list[int | None]] = {player: [] for player in players}
    for move in range(len(scene.game.actions) + 1):
        for event in scene.game.events_of(move):
            if event.key == "scored":
                scored[str(event.values["player"])].append(int(event.values["points"]))
    rounds = max(map(len, scored.values()))
    return by_round(
        words("Points by round"),
        [str(n) for n in range(1, rounds + 1)],
        scored,
        marks={player: say.player(scene, player) for player in players},
        colours={player: player_colour(players, player) for player in players},
        title=words("Points"),
    )
