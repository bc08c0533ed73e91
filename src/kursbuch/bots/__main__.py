"""Games between bots from the command line: `python -m kursbuch.bots TITLE --players 3 --games 100`."""

from __future__ import annotations

import argparse
import json

from kursbuch.bots.contest import contest
from kursbuch.bots.registry import get


def main() -> None:
    """Read the command line, play, print the figures."""
    reader = argparse.ArgumentParser(description="Games between bots.")
    reader.add_argument("title")
    reader.add_argument("--players", type=int, default=2)
    reader.add_argument("--games", type=int, default=10)
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--bots", default="", help="names with commas; else house against random")
    given = reader.parse_args()
    chosen = given.bots.split(",") if given.bots else ["house", *["random"] * (given.players - 1)]
    tally = contest(given.title, [get(name) for name in chosen], given.games, given.seed)
    print(json.dumps(tally.report()))


if __name__ == "__main__":
    main()
