"""What a lesson can point at: names for things of the table page, each known by one attribute that pages keep."""

from __future__ import annotations

# by name: the attribute, and its value; {} stands for what follows the colon
_THINGS = {
    "decision": ("id", "decision"),
    "board": ("id", "board"),
    "prices": ("id", "market"),
    "people": ("id", "matrix"),
    "trains": ("id", "depot"),
    "log": ("id", "log"),
    "bar": ("id", "status"),
    "hex": ("data-hex", "{}"),
    "company": ("data-ref", "company:{}"),
    "train": ("data-ref", "train:{}"),
    "private": ("data-ref", "private:{}"),
    "choice": ("data-do", "{}"),
    "kind": ("data-kind", "{}"),
    "panel": ("id", "{}"),
}


def attribute(anchor: str) -> tuple[str, str] | None:
    """The attribute that the thing has, with its value; None for a name that nobody knows.

    >>> attribute("prices"), attribute("hex:D6"), attribute("moon")
    (('id', 'market'), ('data-hex', 'D6'), None)
    """
    name, colon, which = anchor.partition(":")
    found = _THINGS.get(name)
    if found is None or ("{}" in found[1]) != bool(colon and which):
        return None
    return found[0], found[1].format(which)


def selector(anchor: str) -> str:
    """The thing for a style sheet or script.

    >>> selector("hex:D6"), selector("choice:Anna bids 190")
    ('[data-hex="D6"]', '[data-do="Anna bids 190"]')
    """
    found = attribute(anchor)
    assert found is not None, f"no such anchor: {anchor}"
    key, value = found
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{key}="{escaped}"]'
