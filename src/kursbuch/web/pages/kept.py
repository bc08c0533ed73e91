"""Panels that a page has already are not sent again: each carries a mark of its content, a page says which it has.

A panel that shows nothing but a value is not even written again, whoever looks at it (`Kept.value`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from hashlib import blake2b
from typing import NamedTuple

from jinja2 import Template, pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from kursbuch.words import Words

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


class Written(NamedTuple):
    """A panel: its name, its text up to there, the rest, and the mark of its content."""

    id: str
    head: str
    rest: str
    mark: str


@lru_cache(maxsize=512, typed=True)  # 10 KB each
def written(template: Template, words: Words, **shown: Hashable) -> Written:
    """A panel, written once for everybody to whom it shows the same.

    Its template sees nothing but what is given here, and that cannot change: so the text is what it would be if it
    were written anew, and tells nobody more than the value they were given.
    """
    html = template.render(t=words, oob=False, **shown)
    found = _ID.search(html)
    assert found is not None, template.name
    return Written(found[1], html[: found.end()], html[found.end() :], _mark(html))


def _mark(content: str) -> str:
    return blake2b(content.encode(), digest_size=6).hexdigest()


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
        mark = _mark(self._content(html))
        if self._has.get(found[1]) == mark:
            return Markup("")
        return Markup(f'{html[: found.end()]} data-mark="{mark}"{html[found.end() :]}')

    @pass_context
    def value(self, context: Context, template: str, **shown: Hashable) -> Markup:
        """A panel whose template shows nothing but these values, in the words of the page."""
        panel = written(context.environment.get_template(template), context["t"], **shown)
        if self._has.get(panel.id) == panel.mark:
            return Markup("")
        in_place = ' hx-swap-oob="true"' if context.get("oob") else ""
        return Markup(f'{panel.head} data-mark="{panel.mark}"{in_place}{panel.rest}')

    def _content(self, html: str) -> str:
        """What a panel shows: not how it is put in its place, nor the words that differ from answer to answer."""
        plain = _CSRF.sub("", _IN_PLACE.sub("", html, count=1))
        return plain.replace(self._table, "") if self._table else plain
