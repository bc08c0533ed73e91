"""Games, people and actions in SQL. No rule is decided here, and nothing here knows a page."""

from kursbuch.store.engine import Database, default_url, open_database
from kursbuch.store.errors import Conflict, Missing
from kursbuch.store.games import Games, Live
from kursbuch.store.log import Entry
from kursbuch.store.migrate import migrate
from kursbuch.store.news import News
from kursbuch.store.people import People, PersonRow
from kursbuch.store.table_rows import SeatRow, TableRow
from kursbuch.store.tables import TableStore

__all__ = [
    "Conflict",
    "Database",
    "Entry",
    "Games",
    "Live",
    "Missing",
    "News",
    "People",
    "PersonRow",
    "SeatRow",
    "TableRow",
    "TableStore",
    "default_url",
    "migrate",
    "open_database",
]
