"""What a picture shows many times is written in it once."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b

from kursbuch.draw.svg import Point, num


@lru_cache(maxsize=1024)
def _mark(drawn: str) -> str:
    return blake2b(drawn.encode(), digest_size=4).hexdigest()[:7]


class Stamps:
    """Things drawn round the point 0, 0, and put wherever they are wanted.

    Pictures on one page need different names for theirs. A style sheet knows what is put only by the classes that it
    carries along: rules that begin with the picture's own class need it here as well.

    What is the same in two pictures has the same name in both.

    >>> stamps = Stamps("dot-", "day")
    >>> stamps.put('<circle r="2"/>', (3, 4)), stamps.put('<circle r="2"/>', (5, 6), ' class="big"')
    ('<use href="#dot-fae3962" x="3" y="4"/>', '<use class="big" href="#dot-fae3962" x="5" y="6"/>')
    >>> stamps.defs
    '<defs><g id="dot-fae3962" class="day"><circle r="2"/></g></defs>'
    """

    def __init__(self, name: str, cls: str) -> None:
        self._name, self._cls = name, cls
        self._ids: dict[str, str] = {}

    def put(self, drawn: str, at: Point, attributes: str = "") -> str:
        id = self._ids.setdefault(drawn, f"{self._name}{_mark(drawn)}")
        return f'<use{attributes} href="#{id}" x="{num(at[0])}" y="{num(at[1])}"/>'

    @property
    def defs(self) -> str:
        """All that was put, to be written into the picture as well."""
        groups = (f'<g id="{id}" class="{self._cls}">{drawn}</g>' for drawn, id in self._ids.items())
        return f"<defs>{''.join(groups)}</defs>"
