"""Panels that a page has already are not sent again: each carries a mark of its content, a page says which it has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from hashlib import blake2b

from markupsafe import Markup

HEADER = "Kursbuch-Has"
_IN_PLACE = ' hx-swap-oob="true"'
_ID = re.compile(r'<\w+[^>]*? id="([\w-]+)"')
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

    def __init__(self, has: Mapping[str, str] | None = None) -> None:
        self._has = has or {}

    def __call__(self, caller: Callable[[], str]) -> Markup:
        html = caller()
        found = _ID.search(html)
        if found is None:
            return Markup(html)
        # a panel in a whole page and one that is put in its place differ in nothing else
        mark = blake2b(html.replace(_IN_PLACE, "", 1).encode(), digest_size=6).hexdigest()
        if self._has.get(found[1]) == mark:
            return Markup("")
        return Markup(f'{html[: found.end()]} data-mark="{mark}"{html[found.end() :]}')
