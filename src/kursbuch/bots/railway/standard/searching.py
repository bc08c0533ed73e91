"""How a bot that searches looks at a standard title."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kursbuch.bots.bot import View
from kursbuch.bots.railway.searching import SOUND, round_over, wisdom
from kursbuch.bots.railway.standard import LORE
from kursbuch.bots.railway.table import box_of
from kursbuch.bots.search.options import weighable
from kursbuch.core import Action
from kursbuch.rail.standard.actions import Par
from kursbuch.rail.standard.parts import StandardBox

LEAVES = SOUND | {"pass > buy_train", "buy_train > acquire", "sell > sell"}


def options(view: View, legal: Sequence[Action], first: Action) -> Sequence[Action]:
    """Everything but track; of all companies at all prices those first that are nearest to what the house would do:
    its company at other prices and others at its price, else the highest prices that their player can float alone.
    """
    pars = [action for action in legal if isinstance(action, Par)]
    rest = [action for action in legal if not isinstance(action, Par)]
    box = box_of(view)
    assert isinstance(box, StandardBox)
    shares = box.figures.floats_at // 10

    def far(par: Par) -> tuple[int, int]:
        if isinstance(first, Par):
            return (par.company != first.company) + (par.price != first.price), 0
        return shares * par.price > view["position"]["cash"][par.actor], -par.price

    return weighable(view, [*rest, *sorted(pars, key=far)], first)


WISDOM = wisdom(LORE, leaves=LEAVES, options=options)
LONG = replace(WISDOM, settled=round_over)  # where a set of rounds takes long to play
