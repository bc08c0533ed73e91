"""Transcripts: a game as JSON that a person can read, and back.

`revision` is that of the title's rules: a game played under an earlier one replays as far as today's rules agree with
it, and then the error says so. The number under `kursbuch` is the form of chance the game was played with: a game is
saved in the form that it was begun in. `reseeded` tells after how many actions chance went on from another seed,
with today's form. `edition` is the text of the edition of the box, where it is not the built-in one. `check` is a
digest of the rest. It tells an edited or damaged file from a sound one; a transcript
written by hand may leave it out.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kursbuch.core.chance import FORM
from kursbuch.core.errors import BadInput, IllegalAction

if TYPE_CHECKING:
    from kursbuch.core.game import Game

SEED_BITS = 4096
MOST_SEEDS = 1000  # one comes with every time that a game goes on online from its transcript
_KEYS = {
    "kursbuch",
    "title",
    "revision",
    "players",
    "seed",
    "options",
    "actions",
    "reseeded",
    "edition",
    "check",
}


def dump(game: Game) -> str:
    """The game's transcript, one action a line; raises BadInput if the game was imagined."""
    if game.imaginary:
        raise BadInput("game", "an imagined game has no transcript")
    body = {
        "kursbuch": game.form,
        "title": game.title,
        "revision": game.info.revision,
        "players": list(game.players),
        "seed": game.seed,
        "options": dict(game.options),
        "actions": [str(action) for action in game.actions],
    }
    if game.edition:
        body["edition"] = game.edition.text
    if game.reseeded:
        body["reseeded"] = [list(one) for one in game.reseeded]
    return json.dumps({**body, "check": _digest(body)}, ensure_ascii=False, indent=0)


def replay(text: str, start: Callable[..., Game]) -> Game:
    """The game that a transcript tells of, every action checked; raises BadInput with the place.

    `start` makes a new game from the title's id, the players, the seed, the options and the form of chance; where the
    game has an edition of its box, its text comes last.
    """
    data = _object(text)
    seeds = _seeds(data)
    given = [data["title"], data["players"], data["seed"], data["options"], data["kursbuch"]]
    game = start(*given, data["edition"]) if "edition" in data else start(*given)
    for number, line in enumerate(data["actions"], start=1):
        _reseed(game, seeds)
        place = f"actions[{number}]"
        if not isinstance(line, (str, dict)):
            raise BadInput(place, "expected an action")
        try:
            game.apply(line)
        except BadInput as error:
            raise error.at(f"{place}.{error.place}") from error
        except IllegalAction as error:
            raise _illegal(place, line, error, data.get("revision"), game.info.revision) from error
    _reseed(game, seeds)
    return game


def shortened(text: str, moves: int) -> str:
    """A transcript as it was after so many actions.

    >>> from kursbuch.shelf import example, load
    >>> len(load(shortened(example(moves=3).to_json(), 2)).actions)
    2
    """
    data = _object(text)
    data["actions"] = data["actions"][:moves]
    if "reseeded" in data:
        data["reseeded"] = [one for one in data["reseeded"] if one[0] <= len(data["actions"])]
    return json.dumps(data)


def _illegal(place: str, line: object, error: IllegalAction, then: object, now: int) -> BadInput:
    """An action that the rules refuse; if they were other rules when it was played, that is said."""
    values = {"line": str(line)[:120], "why": error.refusal}
    if not isinstance(then, int) or then >= now:
        return BadInput(place, "{line!r} is not legal here: {why}", **values)
    return BadInput(
        place,
        "{line!r} is not legal here: {why} It was played under revision {then} of the rules; these are {now}.",
        **values,
        then=then,
        now=now,
    )


def _reseed(game: Game, seeds: list[tuple[int, int]]) -> None:
    while seeds and seeds[0][0] == len(game.actions):
        game.reseed(seeds.pop(0)[1])


def _seeds(data: dict[str, Any]) -> list[tuple[int, int]]:
    """After how many actions chance goes on from which seed, in order."""
    given = data.get("reseeded", [])
    if not isinstance(given, list) or len(given) > MOST_SEEDS:
        raise BadInput("reseeded", "missing or of the wrong kind")
    out: list[tuple[int, int]] = []
    least = 0
    for one in given:
        if not isinstance(one, list) or [type(part) for part in one] != [int, int]:
            raise BadInput("reseeded", "missing or of the wrong kind")
        moves, seed = one
        if not least <= moves <= len(data["actions"]):
            raise BadInput("reseeded", "there are moves 0 to {last}", last=len(data["actions"]))
        least = moves
        out.append((moves, checked_seed(seed, "reseeded")))
    return out


def checked_seed(seed: object, place: str = "seed") -> int:
    """A seed as given, if it is one; raises BadInput."""
    if not isinstance(seed, int) or isinstance(seed, bool):
        raise BadInput(place, "expected a whole number")
    if seed.bit_length() > SEED_BITS:
        raise BadInput(place, "a whole number of at most {bits} bits", bits=SEED_BITS)
    return seed


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
        raise BadInput(unknown[0][:40] or "file", "a transcript has no such field")
    wanted: dict[str, type | tuple[type, ...]] = {"title": str, "players": list, "actions": list}
    data = {"seed": 0, "options": {}, **data}
    for key, kind in {**wanted, "seed": int, "options": dict}.items():
        if not isinstance(data.get(key), kind) or isinstance(data.get(key), bool):
            raise BadInput(key, "missing or of the wrong kind")
    if not isinstance(data.get("edition", ""), str):
        raise BadInput("edition", "missing or of the wrong kind")
    written = data.get("kursbuch", 1)  # as it was before there were two forms
    if type(written) is not int or not 1 <= written <= FORM:
        raise BadInput("kursbuch", "this program reads transcripts of formats 1 to {format}", format=FORM)
    if "check" in data:
        check = data.pop("check")
        if check != _digest(data):
            raise BadInput(
                "check", "the file was changed after it was saved; remove this line to load it as it is"
            )
    return {**data, "kursbuch": written}


def _digest(body: dict[str, Any]) -> str:
    text = json.dumps(body, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
