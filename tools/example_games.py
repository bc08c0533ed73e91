"""Play the games that the rules pages take their examples from: the house in all seats, with
the first seed whose game has all examples that the chapters want.

    python tools/example_games.py [TITLE ...]

Each becomes `chapters/TITLE.json` in the folder of its family. Run it after a change of rules that makes an old game
impossible or dull; a test says when one no longer loads.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import kursbuch
from kursbuch.bots.bot import choice
from kursbuch.bots.house import HouseBot
from kursbuch.shelf import family_of, find, new_game, shelf
from kursbuch.web.pages.rulebook.examples import found, played
from kursbuch.words.book import book

SEEDS = range(7, 40)
MOVES = 600  # far enough for every kind of example


def play(title: str, seed: int) -> str:
    """The transcript of a game."""
    counts = find(title).info.players
    game = new_game(title, min(counts[-1], 3), seed)
    bot, rng = HouseBot(), Random(seed)
    while not game.over and len(game.actions) < MOVES:
        game.apply(choice(bot, game, game.acting[0], rng))
    return game.to_json()


def missing(title: str) -> list[str]:
    """The examples that a title's chapters want and its game does not have."""
    played.cache_clear()
    found.cache_clear()
    own = book(title)
    shown = [name.partition(" ") for chapter in own.chapters for name in chapter.show] if own else []
    return [what for kind, _, what in shown if kind == "example" and not found(title, what)]


def main(titles: list[str]) -> None:
    root = Path(kursbuch.__file__).parent
    for title in titles or shelf():
        file = root.joinpath(*family_of(title).package.split(".")[1:], "chapters", f"{title}.json")
        for seed in SEEDS:
            file.write_text(play(title, seed) + "\n", "utf-8")
            lacks = missing(title)
            print(file.relative_to(root), f"seed {seed}", "lacks " + ", ".join(lacks) if lacks else "has all")
            if not lacks:
                break


if __name__ == "__main__":
    main(sys.argv[1:])
