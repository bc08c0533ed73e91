"""Panels that a page has already are not sent again: each carries a mark of its content, a page says which it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b

from markupsafe import Markup

HEADER = "Kursbuch-Has"
_IN_PLACE = re.compile(r'\s+hx-swap-oob="true"')
_ID = re.compile(r'<\w+[^>]*? id="([\w-]+)"')
_CSRF = re.compile(r'name="csrf" value="[^"]*"')
_MOST = 2000  # letters of the header that are read


def had(header: str) -> dict[str, str]:
    """The panels that a page says it has, with their marks.

    >>> had("market.1a2b matrix.77 nonsense")
    {'market': '1a2b', 'matrix': '77'}
    """
    pairs = (word.rpartition(".") for word in header[:_MOST].split())
    return {id: mark for id, dot, mark in pairs if dot}


class Kept:
    """Wraps one panel in a template: `{% call kept() %}...{% endcall %}`.

    >>> panel = lambda: Markup('<section class="panel" id="market" hx-swap-oob="true">82</section>')
    >>> sent = Kept()(caller=panel)
    >>> 'id="market" data-mark="' in sent
    True
    >>> Kept({"market": sent.split('data-mark="')[1][:12]})(caller=panel)
    Markup('')
    """

    def __init__(self, has: Mapping[str, str] | None = None, table: str = "") -> None:
        self._has, self._table = has or {}, table

    def __call__(self, caller: Callable[[], str]) -> Markup:
        html = caller()
        found = _ID.search(html)
        if found is None:
            return Markup(html)
        mark = blake2b(self._content(html).encode(), digest_size=6).hexdigest()
        if self._has.get(found[1]) == mark:
            return Markup("")
        return Markup(f'{html[: found.end()]} data-mark="{mark}"{html[found.end() :]}')

    def _content(self, html: str) -> str:
        """What a panel shows: not how it is put in its place, nor the words that differ from answer to answer."""
        plain = _CSRF.sub("", _IN_PLACE.sub("", html, count=1))
        return plain.replace(self._table, "") if self._table else plain
