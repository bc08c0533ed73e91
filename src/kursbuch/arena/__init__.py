"""Bots against each other, many games: who is how strong, and how sure that is.

>>> from kursbuch.shelf import shelf
>>> asked = Arena(shelf()[0], ("house", "random"), games=2, seed=3)
>>> [game.seats for game in asked.matches()]
[('house', 'random'), ('random', 'house')]
"""

from kursbuch.arena.matches import Arena, Match
from kursbuch.arena.playing import BotFailed, Played, play_match
from kursbuch.arena.running import run
from kursbuch.arena.standings import Standings

__all__ = ["Arena", "BotFailed", "Match", "Played", "Standings", "play_match", "run"]
