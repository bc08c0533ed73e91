"""Recorded games of the site 18xx.games: read, played through our rules with every action checked, and written.

    result = import_recorded(text)
    result.match, result.scores

    text = export_recorded(game)

Nothing here knows a title. A title of which there are recorded games brings a `Table` along, which its family names.
"""

from kursbuch.recorded.draws import draws
from kursbuch.recorded.importing import Import, import_recorded
from kursbuch.recorded.reading import Recorded, Recording, read
from kursbuch.recorded.replay import Replay, Unplayable
from kursbuch.recorded.table import Table, recorded_titles, table_called, table_of
from kursbuch.recorded.writing import Writer, export_recorded

__all__ = [
    "Import",
    "Recorded",
    "Recording",
    "Replay",
    "Table",
    "Unplayable",
    "Writer",
    "draws",
    "export_recorded",
    "import_recorded",
    "read",
    "recorded_titles",
    "table_called",
    "table_of",
]
