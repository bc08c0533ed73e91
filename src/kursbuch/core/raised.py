"""What is raised when an input is wrong. Apart from the refusal itself, since errors are never compiled."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kursbuch.core.errors import Refusal


class IllegalAction(ValueError):
    """A player tried what the rules forbid; nothing has changed. `refusal` says which rule.

    >>> from kursbuch.shelf import example
    >>> game = example()
    >>> waiting = next(player for player in game.players if player not in game.acting)
    >>> try:
    ...     game.apply(f"{waiting} passes")
    ... except IllegalAction as error:
    ...     print(error.refusal == game.why_not(error.action), len(game.actions))
    True 0
    """

    def __init__(self, refusal: Refusal, action: object = None) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal
        self.action = action


class BadInput(ValueError):
    """Data that cannot be read: names the place and what is wrong there; nothing has changed.

    The reason is an English template with its values, like that of a refusal.

    >>> str(BadInput("seats", "{title} is for {least} players and more", title="Railways", least=2))
    'seats: Railways is for 2 players and more'
    """

    def __init__(self, place: str, message: str, **values: object) -> None:
        self.place = place
        self.message = message
        self.values: Mapping[str, object] = values
        super().__init__(f"{place}: {self.reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        """For another process: place, message and values, not the sentence made of them."""
        return partial(type(self), self.place, self.message, **self.values), ()

    @property
    def reason(self) -> str:
        """What is wrong, in English.

        >>> BadInput("seats", "there are only {seats}", seats=4).reason
        'there are only 4'
        """
        return self.message.format(**self.values) if self.values else self.message

    def at(self, place: str) -> BadInput:
        """The same complaint about another place.

        >>> str(BadInput("cost", "not a number").at("board.hexes.D6.cost"))
        'board.hexes.D6.cost: not a number'
        """
        return BadInput(place, self.message, **self.values)
