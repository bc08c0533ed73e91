"""Steps and stages: rules without data.

A `Step` is one kind of decision, whole: what is possible, why not, what happens. A `Stage` says who decides and
which steps are open while its frame is on top of the stack, and does by itself what needs no decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Generic, TypeVar

from kursbuch.core.action import Action
from kursbuch.core.errors import Refusal, refuse
from kursbuch.core.state import Frame, State

# rules for a kind of position hold for every position that has more to it
S = TypeVar("S", bound=State, contravariant=True)
F = TypeVar("F", bound=Frame, contravariant=True)
A = TypeVar("A", bound=Action)


class Step(Generic[S, A]):
    """One kind of decision. It keeps nothing between calls."""

    action: ClassVar[type[Action]]

    def candidates(self, s: S, player: str) -> Iterable[A]:
        """Every action that could be legal now, perhaps some that are not: `why_not` sorts them out."""
        raise NotImplementedError

    def why_not(self, s: S, player: str, action: A) -> Refusal | None:
        """The only judge: None if the action is legal now."""
        raise NotImplementedError

    def refusal_of(self, s: S, player: str, action: A) -> Refusal | None:
        """The same for an action that may be a range: it is legal if both its ends are."""
        if action.span is None:
            return self.why_not(s, player, action)
        lo, hi = action.at(action.span.lo), action.at(action.span.hi)
        return self.why_not(s, player, lo) or self.why_not(s, player, hi)

    def legal(self, s: S, player: str) -> Iterable[A]:
        """Every legal action, in the order of `candidates`.

        A step with hundreds of candidates may have its own way to them, which asks once what many have in common. It
        lets pass just what `why_not` does.
        """
        why_not, refusal_of = self.why_not, self.refusal_of
        return [
            one
            for one in self.candidates(s, player)
            if (why_not if one.span is None else refusal_of)(s, player, one) is None
        ]

    def outlay(self, s: S, player: str, action: A) -> int:
        """What the action costs whoever does it, less than nothing where it brings money; 0 where it does neither, or
        how much is in its own words.
        """
        return 0

    def possible(self, s: S, player: str = "") -> bool:
        """Whether any action of this kind is legal now; a range counts by its low end."""
        for action in self.candidates(s, player):
            least = action.at(action.span.lo) if action.span else action
            if self.why_not(s, player, least) is None:
                return True
        return False

    def apply(self, s: S, player: str, action: A) -> None:
        """What happens. Called only for actions that `why_not` lets pass."""
        raise NotImplementedError


class Stage(Generic[S, F]):
    """The rules of one kind of frame: who decides, what is open, what happens by itself."""

    kind: ClassVar[str] = (
        ""  # what pages and bots know it by; empty: the name it has among the title's stages
    )
    steps: tuple[Step[S, Any], ...] = ()

    def deciders(self, s: S, f: F) -> tuple[str, ...]:
        """The players who may act now; usually one."""
        raise NotImplementedError

    def actors(self, s: S, f: F, player: str) -> tuple[str, ...]:
        """In whose name the player acts: the player's own, or that of a company."""
        return (player,)

    def open_steps(self, s: S, f: F) -> Sequence[Step[S, Any]]:
        """The kinds of decision that are open now."""
        return self.steps

    def interjections(self, s: S, f: F, player: str) -> Sequence[Step[S, Any]]:
        """The kinds of decision open to a player who is not asked now: powers usable in others' turns."""
        return ()

    def advance(self, s: S, f: F) -> bool:
        """Do the next thing that needs no decision; True if something was done."""
        return False

    def not_now(self, s: S, f: F, action: Action) -> Refusal:
        """Why an action of a kind that is not open is refused."""
        return refuse("turn.not-now", "This cannot be done now.")

    def not_yours(self, s: S, f: F, action: Action) -> Refusal:
        """Why an action of somebody who is not to decide is refused."""
        who = " and ".join(self.deciders(s, f))
        return refuse("turn.not-yours", "It is {who}'s turn to decide.", who=who)

    def every_step(self) -> Iterable[Step[S, Any]]:
        """All steps that this stage ever opens, for reading actions."""
        return self.steps
