"""Random games of a title, and whatever can be thrown at them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from kursbuch.core import Action, BadInput, Game, IllegalAction
from kursbuch.shelf import load, new_game
from kursbuch.soak import Fault, check
from kursbuch.soak.checks import CHEAP, DEAR
from kursbuch.soak.digest import digest
from kursbuch.soak.faults import told
from kursbuch.soak.playing import again
from kursbuch.testing.trial import Trial

MUTANTS = 40  # of each kind, in each position looked at
JUNK: tuple[Any, ...] = (None, True, 0, -1, 10**12, "", "nobody", "?" * 20, [], [1, 2], {}, 1.5)


def play(trial: Trial) -> Iterator[str]:
    """A random game ends for every number of players. It is audited after every action; listed actions apply, what is
    undone comes back, views are plain and tell no secret, refusals are in order, half-way it is saved and loaded.
    """
    for players in trial.sizes:
        played = trial.played(players)
        if played.fault is not None:
            last = played.lines[-1] if played.lines else "the start"
            yield (
                f"{players} players, seed {played.job.table.seed}, options {dict(played.job.table.options)}: "
                f"{played.fault} after {len(played.lines)} actions, the last of them {last!r}"
            )
            continue
        for game in trial.positions(players):
            for name in (*CHEAP, *DEAR):
                try:
                    check(game, name, trial.seed)
                except Fault as fault:
                    yield f"{players} players, after {len(game.actions)} actions: {fault}"


def determined(trial: Trial) -> Iterator[str]:
    """The same seed and actions give the same game, also taken back and played again, however Python hashes."""
    for players in trial.sizes:
        played = trial.played(players)
        one, two = (again(played.job.table, played.lines) for _ in range(2))
        if one.to_json() != two.to_json() or one.scores() != two.scores() or one.view() != two.view():
            yield f"{players} players: the same actions lead to another game"
        start = one.at(0)
        if digest(start) != digest(played.job.table.start()):
            yield f"{players} players: the first position is another after the game"
        for _ in played.lines:
            start.redo()
        if digest(start) != digest(one):
            yield f"{players} players: played again from its first position, the game ends otherwise"
    players = trial.sizes[0]
    if _elsewhere(trial.title, players) != transcript(trial.title, players):
        yield f"{players} players: the game depends on how Python hashes (an order of a set?)"


def transcript(title: str, players: int) -> str:
    """A random game of seed 1 as it is saved."""
    game, rng = new_game(title, players, seed=1), Random(1)
    while not game.over and len(game.actions) < 2000:
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game.to_json()


def _elsewhere(title: str, players: int, hash_seed: str = "1") -> str:
    """The same from a process with other hashes."""
    code = "import sys; from kursbuch.testing.play import transcript as t; print(t(sys.argv[1], int(sys.argv[2])))"
    paths = os.pathsep.join(path for path in sys.path if path)
    return subprocess.run(
        [sys.executable, "-c", code, title, str(players)],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.removesuffix("\n")


def junk(trial: Trial) -> Iterator[str]:
    """What no player should send is refused in good order and changes nothing: fields and words that do not belong
    there, actions of another moment, files that are damaged.
    """
    for players in trial.ends_of_sizes:
        rng = trial.random(("junk", players))
        others = list(trial.positions(players))
        for game in others:
            legal, before = game.legal_actions(), _shown(game)
            for way in (_field, _word) if legal else ():
                for _ in range(MUTANTS):
                    yield from _refused_or_done(game, way(legal, rng))
            for other in others:
                if other.legal_actions():
                    yield from _refused_or_done(game, str(rng.choice(other.legal_actions()).sample(rng)))
            if _shown(game) != before:
                yield f"{players} players, after {len(game.actions)} actions: what was refused left its marks"
            yield from _damaged(game.to_json(), rng)
        whole = others[0].to_json()
        for cut in range(0, len(whole) - 1, 7):
            if (wrong := _read(whole[:cut])) != "bad":
                yield f"a file cut off after {cut} characters: {wrong}"


def _shown(game: Game) -> str:
    return json.dumps([game.rules.view(game.state, player) for player in (*game.players, None)])


def _field(legal: list[Action], rng: Random) -> dict[str, Any]:
    """An action with something else in one of its fields."""
    action = rng.choice(legal).sample(rng).to_dict()
    values = [value for other in legal[:20] for value in other.sample(rng).to_dict().values()]
    action[rng.choice(sorted(action))] = rng.choice(JUNK if rng.random() < 0.5 else values)
    return action


def _word(legal: list[Action], rng: Random) -> str:
    """A line with another word in it."""
    words = str(rng.choice(legal).sample(rng)).split()
    spare = [word for action in legal[:20] for word in str(action.sample(rng)).split()]
    made_up = (str(rng.randint(-99, 9999)), "", "ß§%", "{actor}", "\n")
    words[rng.randrange(len(words))] = rng.choice(spare if rng.random() < 0.6 else made_up)
    return " ".join(words)


def _refused_or_done(game: Game, action: Any) -> Iterator[str]:
    """Nothing, if the action is carried out with the books right, or refused with nothing changed."""
    twin = game.clone()
    try:
        twin.apply(action)
        twin.audit()
    except (IllegalAction, BadInput) as error:
        if not str(error) or twin.state is not game.state or twin.actions != game.actions:
            yield f"{action!r} is refused and changes something"
    except Exception as error:
        yield f"{action!r} after {len(game.actions)} actions: {told(error)}"


def _damaged(text: str, rng: Random) -> Iterator[str]:
    for _ in range(MUTANTS // 4):
        start = rng.randrange(len(text))
        patch = rng.choice(("", "{", "]", '"', "null", "-1", "ä"))
        wrong = _read(text[:start] + patch + text[start + rng.randrange(40) :])
        if wrong not in ("", "bad"):
            yield f"a file damaged at {start} with {patch!r}: {wrong}"


def _read(text: str, read: Callable[[str], Game] = load) -> str:
    """ "" if a file can be read, "bad" if it is said what is wrong with it, else what happens."""
    try:
        read(text).audit()
    except BadInput as error:
        return "bad" if error.place and error.reason else "nothing is said about what is wrong"
    except Exception as error:
        return told(error)
    return ""
