"""Positions set up in a few lines, without the moves that lead there: for tests, and for examples that are shown."""

from kursbuch.positions import setting
from kursbuch.positions.position import SEATS, begun, position, settled, stood
from kursbuch.positions.steps import names_of, step_number

__all__ = ["SEATS", "begun", "names_of", "position", "setting", "settled", "step_number", "stood"]
