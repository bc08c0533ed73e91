"""Tables at which judge and list are held against each other in everything that a test asks or does."""

from __future__ import annotations

from typing import Self

from kursbuch.testing import Table


class ListedTable(Table):
    """What is legal has to be on the list of legal actions, and what is refused must not be."""

    def is_wide(self, action: str) -> bool:
        """Whether an action is legal without being listed in these words, since there are too many ways to say it."""
        return False

    def apply(self, *actions: str) -> Self:
        for action in actions:
            plain = action.rpartition(": ")[2]  # without the name of who says it
            assert self.is_wide(action) or plain in self.legal(), f"not listed: {action}"
            super().apply(action)
        return self

    def allows(self, action: str) -> bool:
        allowed = super().allows(action)
        if not self.is_wide(action):
            assert (action in self.legal()) is allowed, f"the list and the judge differ: {action}"
        return allowed

    def refused(self, action: str) -> str:
        rule = super().refused(action)
        assert action not in self.legal(), f"refused, but listed: {action}"
        return rule
