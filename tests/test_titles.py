"""Every title is all that is asked of a title: `check_title` says what that is, and ours are asked no less."""

from __future__ import annotations

import pytest

from kursbuch.shelf import shelf
from kursbuch.testing import check_title


@pytest.mark.parametrize("title", shelf())
def test_a_title_is_as_titles_should_be(title: str):
    check_title(title)
