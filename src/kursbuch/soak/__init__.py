"""Many games, audited after every action: what the rules must stand before people play by them.

`python -m kursbuch.soak TITLE OTHER:3 --games 100 --seed 1` needs nothing but Python; `kursbuch soak` is the same
with a progress bar. A game that fails is shrunk to the shortest line of actions that still fails.

>>> from kursbuch.shelf import shelf
>>> from kursbuch.soak import Care, drawn, play
>>> from kursbuch.shelf import shelf
>>> play(drawn(shelf()[0], 0, seed=1, kinds=["random"]), Care()).fault is None
True
"""

from kursbuch.soak.checks import check, saved
from kursbuch.soak.faults import Fault
from kursbuch.soak.paste import as_test
from kursbuch.soak.playing import Care, Played, play
from kursbuch.soak.probing import asked_well
from kursbuch.soak.reach import reachable
from kursbuch.soak.report import report
from kursbuch.soak.running import Soak, soak
from kursbuch.soak.secrets import alike
from kursbuch.soak.shrink import Line, shrink
from kursbuch.soak.tables import KINDS, Job, Table, drawn, give
from kursbuch.soak.tally import Tally, summed

__all__ = [
    "KINDS",
    "Care",
    "Fault",
    "Job",
    "Line",
    "Played",
    "Soak",
    "Table",
    "Tally",
    "alike",
    "as_test",
    "asked_well",
    "check",
    "drawn",
    "give",
    "play",
    "reachable",
    "report",
    "saved",
    "shrink",
    "soak",
    "summed",
]
