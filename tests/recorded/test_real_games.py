"""Games that people have played elsewhere, of every title that has some beside the checkout."""

import json
from pathlib import Path
from typing import Any

import pytest

from kursbuch.core import BANK
from kursbuch.recorded import export_recorded, import_recorded, recorded_titles
from tests.conftest import SHARED

FILES = sorted(SHARED.glob("recorded/*/*.json"))


def test_every_title_with_a_table_has_recorded_games(shared: Path):
    assert {file.parent.name for file in FILES} == set(recorded_titles())


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_real_games_match_to_the_last_coin(file: Path):
    text = file.read_text(encoding="utf-8")
    data = json.loads(text)
    result = import_recorded(text)
    assert result.scores == data["result"]
    assert result.end == data["game_end_reason"]
    assert result.match
    assert result.game.title == file.parent.name
    assert result.unasked == ()  # our game asks when the recorder asks
    result.game.audit()
    s: Any = result.game.state
    assert sum(s.cash.values()) == s.box.bank
    assert all(cash >= 0 for owner, cash in s.cash.items() if owner != BANK)
    assert (s.cash[BANK] <= 0) is (result.end == "bank")


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.stem}")
def test_real_games_are_written_and_read_again(file: Path):
    result = import_recorded(file.read_text(encoding="utf-8"))
    again = import_recorded(export_recorded(result.game))
    assert (again.scores, again.unasked) == (result.scores, ())
    assert again.game.view()["position"] == result.game.view()["position"]
