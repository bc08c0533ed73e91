"""Python's search for garbage in circles, for programs that do nothing but play."""

from __future__ import annotations

import gc

YOUNG = (20_000, 20, 20)


def collect_seldom() -> None:
    """From now on this process looks for circles of garbage seldom: playing and searching make many records and
    hardly a circle of them, and what is there already, modules and boxes, stays for good.

    It is for programs and for processes of their own, not for a library that somebody else's program uses.

    >>> before = gc.get_threshold()
    >>> collect_seldom()
    >>> gc.get_threshold() == YOUNG
    True
    >>> gc.unfreeze()
    >>> gc.set_threshold(*before)
    """
    gc.freeze()
    gc.set_threshold(*YOUNG)
