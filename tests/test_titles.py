"""Every title is all that is asked of a title: `check_title` says what that is, and ours are asked no less."""

from __future__ import annotations

import pytest

from kursbuch.shelf import find, shelf
from kursbuch.testing import check_title


@pytest.mark.parametrize("title", shelf())
def test_a_title_is_as_titles_should_be(title: str):
    players = find(title).info.players
    check_title(title, players={players[0], players[-1]})  # those between are soaked, and have golden games
