"""Text that can be stored and sent. JSON can name halves of characters (lone surrogates), which no encoding has, and
NUL, which no database keeps: whoever sends such text is told so before anything looks at it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from fastapi import Request

from kursbuch.core import BadInput

_UNFIT = re.compile("[\0\ud800-\udfff]")
# what such text may look like in a body
_SUSPECT = re.compile(rb"\\u0000|\\u[dD][89a-fA-F]|\xed[\xa0-\xbf]|\0")
_FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def sendable(text: str) -> str:
    """The text with a mark in the place of what cannot be sent: an error may quote what was wrong.

    >>> sendable("Anna" + chr(0xD800))
    'Anna�'
    """
    try:
        text.encode()  # nearly every text is fit: to find that out so is much quicker than to look for what is not
    except UnicodeEncodeError:
        return _UNFIT.sub("\ufffd", text)
    return text.replace("\0", "\ufffd")


async def plain_text(request: Request) -> None:
    """On every route: raises BadInput for text in path, query, form or JSON that nobody can keep."""
    _check("path", request.url.path, *map(str, request.path_params.values()))
    _check("query", *(part for pair in request.query_params.multi_items() for part in pair))
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind in _FORMS:
        fields = (await request.form()).multi_items()
        _check("form", *(part for pair in fields for part in pair if isinstance(part, str)))
    elif _SUSPECT.search(body := await request.body()):
        try:
            _check("body", *_texts(json.loads(body)))
        except (ValueError, RecursionError) as error:
            if isinstance(error, BadInput):
                raise  # else no JSON: whatever takes it says so


def _check(place: str, *texts: str) -> None:
    if any(_UNFIT.search(text) for text in texts):
        raise BadInput(place, "a text has a character that cannot be kept")


def _texts(data: Any) -> Iterator[str]:
    """Every text in JSON data, keys included."""
    todo = [data]
    while todo:
        one = todo.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            todo += [*one, *one.values()]
        elif isinstance(one, list):
            todo += one
