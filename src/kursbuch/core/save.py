"""Transcripts: a game as JSON that a person can read, and back.

`check` is a digest of the rest. It tells an edited or damaged file from a sound one; a transcript written by
hand may leave it out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kursbuch.core.errors import BadInput, IllegalAction

if TYPE_CHECKING:
    from kursbuch.core.game import Game

FORMAT = 1
_KEYS = {"kursbuch", "title", "revision", "players", "seed", "options", "actions", "check"}


def dump(game: Game) -> str:
    """The game's transcript, one action a line."""
    body = {
        "kursbuch": FORMAT,
        "title": game.title,
        "revision": game.info.revision,
        "players": list(game.players),
        "seed": game.seed,
        "options": dict(game.options),
        "actions": [str(action) for action in game.actions],
    }
    return json.dumps({**body, "check": _digest(body)}, ensure_ascii=False, indent=0)


def replay(text: str, start: Callable[[str, list[str], int, dict[str, object]], Game]) -> Game:
    """The game that a transcript tells of, every action checked; raises BadInput with the place.

    `start` makes a new game from the title's id, the players, the seed and the options.
    """
    data = _object(text)
    game = start(data["title"], data["players"], data["seed"], data["options"])
    for number, line in enumerate(data["actions"], start=1):
        place = f"actions[{number}]"
        if not isinstance(line, (str, dict)):
            raise BadInput(place, "expected an action")
        try:
            game.apply(line)
        except BadInput as error:
            raise error.at(f"{place}.{error.place}") from error
        except IllegalAction as error:
            raise BadInput(
                place, "{line!r} is not legal here: {why}", line=str(line)[:120], why=error.refusal
            ) from error
    return game


def _object(text: str) -> dict[str, Any]:
    """The transcript's fields, each of the right type."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadInput(
            "file",
            "not a transcript, or cut off in line {line}, column {column}",
            line=error.lineno,
            column=error.colno,
        ) from error
    except (ValueError, RecursionError) as error:
        raise BadInput("file", "not a transcript") from error
    if not isinstance(data, dict):
        raise BadInput("file", "expected a JSON object")
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise BadInput(unknown[0][:40], "a transcript has no such field")
    wanted: dict[str, type | tuple[type, ...]] = {"title": str, "players": list, "actions": list}
    data = {"seed": 0, "options": {}, **data}
    for key, kind in {**wanted, "seed": int, "options": dict}.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise BadInput(key, "missing or of the wrong kind")
    if data.get("kursbuch", FORMAT) != FORMAT:
        raise BadInput("kursbuch", "this program reads transcripts of format {format}", format=FORMAT)
    if "check" in data:
        check = data.pop("check")
        if check != _digest(data):
            raise BadInput(
                "check", "the file was changed after it was saved; remove this line to load it as it is"
            )
    return data


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
