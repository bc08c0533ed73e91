"""Every route of the JSON API, with what it takes and gives, from the server's description of itself (OpenAPI)."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from kursbuch.web.app import create_app
from kursbuch.web.settings import Settings

HEAD = """# Every route

Made from the server's description of itself, `/api/v1/openapi.json`.
[The JSON API](../reference/api.md) tells the story. Everything is JSON;
errors are `application/problem+json` as [described there](../reference/api.md#when-it-goes-wrong).
"""


def described() -> dict[str, Any]:
    """What a server says of its API; none is started."""
    with tempfile.TemporaryDirectory() as folder:
        return create_app(Settings(database=f"sqlite:///{Path(folder, 'games.sqlite3')}")).openapi()


def page() -> str:
    """The page of all routes, by the part of the server they belong to, and after them what they take and give.

    >>> "`POST /api/v1/tables/{table}/act`" in page()
    True
    """
    api = described()
    parts: dict[str, list[str]] = {}
    for path, methods in api["paths"].items():
        for method, route in methods.items():
            parts.setdefault(route["tags"][0], []).append("\n".join(_route(method, path, route)))
    routes = (f"## {part.capitalize()}\n\n" + "\n".join(found) for part, found in parts.items())
    schemas = ("\n".join(_schema(name, one)) for name, one in sorted(api["components"]["schemas"].items()))
    return "\n".join([HEAD, *routes, "## What is sent\n", *schemas])


def _route(method: str, path: str, route: Mapping[str, Any]) -> Iterator[str]:
    yield f"### `{method.upper()} {path}`\n"
    yield route["description"] + "\n"
    asked = [one for one in route.get("parameters", ()) if one["in"] == "query"]
    if asked:
        yield "Asked with " + ", ".join(f"`{one['name']}` ({kind(one['schema'])})" for one in asked) + ".\n"
    if "requestBody" in route:
        yield f"Takes {kind(_json(route['requestBody']))}.\n"
    code, answer = next((code, one) for code, one in route["responses"].items() if code.startswith("2"))
    given = _json(answer)
    yield f"Gives {kind(given)} ({code}).\n" if given else f"Answers {code}.\n"


def _json(body: Mapping[str, Any]) -> Mapping[str, Any]:
    content = body.get("content", {})
    schema: Mapping[str, Any] = content.get("application/json", {}).get("schema", {})
    return schema


def _schema(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    yield f"### {name}\n"
    if schema.get("description"):
        yield schema["description"] + "\n"
    fields = schema.get("properties", {})
    if fields:
        yield "| field | | |\n|---|---|---|"
    for field, one in fields.items():
        needed = "" if field in schema.get("required", ()) else ", may be left out"
        yield f"| `{field}` | {kind(one)}{needed} | {one.get('description', '')} |"
    yield ""


def kind(schema: Mapping[str, Any]) -> str:
    """What sort of value a schema asks for, in words.

    >>> kind({"type": "array", "items": {"type": "integer"}})
    'list of integer'
    """
    if not schema:
        return "anything"
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema:
        return " or ".join(dict.fromkeys(map(kind, schema["anyOf"])))
    if "enum" in schema:
        return " or ".join(f"`{one}`" for one in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {kind(schema.get('items', {}))}"
    return str(schema.get("format") or schema.get("type") or "object")
