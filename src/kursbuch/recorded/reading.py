"""A recorded game as a file: its fields, each of the right kind, and the actions that were not taken back.

Malformed data raises `BadInput` with the place; nothing here knows the rules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from kursbuch.core import BadInput

# what an error tells of an action beside its kind and who acts
SAID = (
    "company",
    "corporation",
    "price",
    "share_price",
    "shares",
    "hex",
    "tile",
    "rotation",
    "city",
    "train",
    "kind",
)
IDLE = ("message", "log")  # actions without effect, beside the standing orders (program_...)
# kinds of the oldest recordings, which name one share: what they are called now
OF_ONE_SHARE = {"buy_share": "buy_shares", "sell_share": "sell_shares"}


@dataclass(frozen=True)
class Recorded:
    """One recorded action: its number, where it stands in the file, and its fields."""

    number: int
    place: str
    fields: Mapping[str, Any]

    def __str__(self) -> str:
        """As players speak of it.

        >>> str(
        ...     Recorded(
        ...         7,
        ...         "actions[7]",
        ...         {"type": "lay_tile", "entity": "KO", "hex": "K4", "tile": "57-0", "id": 7},
        ...     )
        ... )
        'lay_tile of KO, hex K4, tile 57-0'
        """
        plain = ((k, v) for k, v in self.fields.items() if k in SAID and isinstance(v, int | str | list))
        more = (f"{key} {' '.join(map(str, v)) if isinstance(v, list) else v}"[:60] for key, v in plain)
        return ", ".join((f"{self.fields.get('type')} of {self.fields.get('entity')}", *more))

    @cached_property
    def kind(self) -> str:
        return self.text("type")

    def text(self, key: str) -> str:
        value = self.fields.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= 100:
            raise BadInput(f"{self.place}.{key}", "missing, or not a short text")
        return value

    def number_of(self, key: str, default: int | None = None) -> int:
        value = self.fields.get(key, default)
        if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 9:
            return int(value)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 10**9:
            raise BadInput(f"{self.place}.{key}", "missing, or not a whole number")
        return value

    def texts(self, key: str) -> list[str]:
        value = self.fields.get(key)
        if not isinstance(value, list) or not all(
            isinstance(item, str) and len(item) <= 100 for item in value
        ):
            raise BadInput(f"{self.place}.{key}", "missing, or not a list of texts")
        return value

    def objects(self, key: str) -> list[Mapping[str, Any]]:
        value = self.fields.get(key)
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise BadInput(f"{self.place}.{key}", "missing, or not a list of objects")
        return value

    @cached_property
    def entity(self) -> str:
        """Who acts: a player's id, a company or a private."""
        value = self.fields.get("entity")
        if isinstance(value, bool) or not isinstance(value, int | str) or len(str(value)) > 40:
            raise BadInput(f"{self.place}.entity", "missing, or no player, company or private")
        return str(value)

    @cached_property
    def entity_type(self) -> str:
        return self.text("entity_type")


@dataclass(frozen=True)
class Recording:
    """A recorded game: its title as it is called there, players in seating order by id, options, seed, actions that
    count, and how it ended.
    """

    title: str
    players: Mapping[str, str]  # id -> name
    seed: int
    optional_rules: tuple[str, ...]
    actions: tuple[Recorded, ...]
    result: Mapping[str, int]  # by id; empty if the file tells none
    end_reason: str
    other_seed: int | None = (
        None  # by its id, from which the recorder drew before games had a seed of their own
    )

    @property
    def oldest(self) -> bool:
        """Whether it tells routes by hexes alone, with a revenue that the recorder did not work out again."""
        routes = [route for a in self.actions if a.kind == "run_routes" for route in a.objects("routes")]
        return bool(routes) and not any("connections" in route for route in routes)


def read(text: str) -> Recording:
    """The recording that a file holds; raises BadInput with the place.

    >>> file = '{"id": "hs_7", "title": "18XX", "players": [{"id": 5, "name": "Ann"}], "actions": []}'
    >>> recording = read(file)
    >>> recording.title, recording.players, recording.seed
    ('18XX', {'5': 'Ann'}, 7)
    """
    if not isinstance(text, str):
        raise BadInput("file", "expected text")
    try:
        data = json.loads(text)
    except (ValueError, RecursionError, TypeError) as error:
        raise BadInput("file", f"not a recorded game, or cut off: {error}") from error
    if not isinstance(data, dict):
        raise BadInput("file", "expected a JSON object")
    title = data.get("title")
    if not isinstance(title, str) or not title:
        raise BadInput("title", "missing, or not a text")
    settings = data.get("settings")
    settings = settings if isinstance(settings, dict) else {}
    rules = settings.get("optional_rules") or data.get("optional_rules") or []
    if not isinstance(rules, list) or not all(isinstance(rule, str) for rule in rules):
        raise BadInput("settings.optional_rules", "expected a list of names")
    actions = data.get("actions")
    if not isinstance(actions, list):
        raise BadInput("actions", "missing, or not a list")
    reason = data.get("game_end_reason") or ("manually_ended" if data.get("manually_ended") else "")
    players = _players(data.get("players"))
    set_to, by_id = _seed_set(settings.get("seed")), _seed_of(data.get("id"))
    return Recording(
        title=title,
        players=players,
        seed=(by_id or 0) if set_to is None else set_to,
        optional_rules=tuple(rules),
        actions=tuple(_played(_live(actions))),
        result=_result(data.get("result"), players),
        end_reason=str(reason),
        other_seed=None if set_to is None else by_id,
    )


def _players(value: Any) -> dict[str, str]:
    if not isinstance(value, list) or not all(isinstance(player, dict) for player in value):
        raise BadInput("players", "missing, or not a list of players")
    out: dict[str, str] = {}
    for n, player in enumerate(value, start=1):
        id = player.get("name") if player.get("id") is None else player["id"]
        if isinstance(id, bool) or not isinstance(id, int | str) or len(str(id)) > 40 or str(id) in out:
            raise BadInput(f"players[{n}].id", "missing, twice, or no id")
        out[str(id)] = str(player.get("name", id))
    return out


def _seed_set(seed: Any) -> int | None:
    """The seed as set; None if there is none, or one that the file has rounded."""
    return seed if isinstance(seed, int) and not isinstance(seed, bool) else None


def _seed_of(id: Any) -> int | None:
    """The first run of digits in the game's id.

    >>> _seed_of("hs_pobfc_1723"), _seed_of(None)
    (1723, None)
    """
    found = re.search("[0-9]+", str(id))
    return int(found.group()[:18]) if found else None


def player_called(players: Mapping[str, str], called: str) -> str | None:
    """The id of the player whom a file calls so: by id, in old files by name; None if it is nobody's.

    >>> player_called({"5": "Ann", "7": "Bob"}, "7"), player_called({"5": "Ann", "7": "Bob"}, "Ann")
    ('7', '5')
    """
    if called in players:
        return called
    named = [id for id, name in players.items() if name == called]
    return named[0] if len(named) == 1 else None


def _result(value: Any, players: Mapping[str, str]) -> dict[str, int]:
    if value is None:
        return {}
    if not isinstance(value, dict) or not all(isinstance(worth, int | float) for worth in value.values()):
        raise BadInput("result", "expected what each player is worth")
    return {player_called(players, str(who)) or str(who): int(worth) for who, worth in value.items()}


def _live(actions: list[Any]) -> list[tuple[int, dict[str, Any]]]:
    """The actions that were not taken back, each with its place in the list (from 1).

    An undo takes back the last action that is no message, or all after the one it names; a redo brings the last
    group back, as long as nothing else was done in between.
    """
    live: dict[int, dict[str, Any]] = {}
    undone: list[dict[int, dict[str, Any]]] = []
    for place, action in enumerate(actions, start=1):
        if not isinstance(action, dict):
            raise BadInput(f"actions[{place}]", "expected an object")
        kind = action.get("type")
        if kind == "undo":
            group = _taken_back(live, action.get("action_id"), f"actions[{place}].action_id")
            for number in group:
                del live[number]
            undone.append(group)
        elif kind == "redo":
            if undone:
                live |= undone.pop()
        else:
            if kind != "message":
                undone.clear()
            live[place] = action
    return [(place, live[place]) for place in sorted(live) if not live[place].get("skip")]


def _taken_back(live: dict[int, dict[str, Any]], to: Any, place: str) -> dict[int, dict[str, Any]]:
    real = {number: action for number, action in live.items() if action.get("type") != "message"}
    if to is None:
        return dict([max(real.items())]) if real else {}
    if isinstance(to, bool) or not isinstance(to, int):
        raise BadInput(place, "expected the number of an action")
    return {number: action for number, action in real.items() if _id(number, action) > to}


def _id(place: int, action: Mapping[str, Any]) -> int:
    id = action.get("id", place)
    return id if isinstance(id, int) else place


def _played(live: list[tuple[int, dict[str, Any]]]) -> Iterator[Recorded]:
    """The actions with an effect, each followed by those that standing orders added to it."""
    for place, action in live:
        number, where = _id(place, action), f"actions[{place}]"
        parts = [(where, action)]
        added = action.get("auto_actions") or []
        if not isinstance(added, list):
            raise BadInput(f"{where}.auto_actions", "expected a list")
        for n, extra in enumerate(added, start=1):
            if not isinstance(extra, dict):
                raise BadInput(f"{where}.auto_actions[{n}]", "expected an object")
            parts.append((f"{where}.auto_actions[{n}]", extra))
        for spot, fields in parts:
            recorded = Recorded(number, spot, _of_today(fields))
            if recorded.kind not in IDLE and not recorded.kind.startswith("program_"):
                yield recorded


def _of_today(fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """An action as it is written today.

    >>> _of_today({"type": "buy_share", "share": "KO_1"})
    {'type': 'buy_shares', 'share': 'KO_1', 'shares': ['KO_1']}
    """
    kind = fields.get("type")
    if not isinstance(kind, str) or kind not in OF_ONE_SHARE:
        return fields
    return {**fields, "type": OF_ONE_SHARE[kind], "shares": [fields.get("share")]}
