"""Learning at the table: guided games and worked examples, both made of data that lies with a family of titles.

`titles/<family>/lessons/TITLE.KIND.toml` is a guided game (see `lesson`), `titles/<family>/examples/TITLE.NAME.toml`
a position to try out (see `examples`). A family without them is fine.
"""

from kursbuch.lessons.lesson import KINDS, Lesson, Say, Step, Texts
from kursbuch.lessons.reading import lesson, lessons_of

__all__ = ["KINDS", "Lesson", "Say", "Step", "Texts", "lesson", "lessons_of"]
