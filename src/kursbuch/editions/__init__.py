"""Editions of a box: read, checked, compared, merged, written; and how sure we are of every block of a box.

>>> from kursbuch.editions import read_edition
>>> own = read_edition('[edition]\\ntitle = "x"\\n\\n[game]\\nbank = 5000\\n')
>>> own.files["game"]
{'bank': 5000}
"""

from kursbuch.editions.comparing import Difference, differences, merged, whole_edition
from kursbuch.editions.reading import read_edition
from kursbuch.editions.writing import edition_text

__all__ = ["Difference", "differences", "edition_text", "merged", "read_edition", "whole_edition"]
