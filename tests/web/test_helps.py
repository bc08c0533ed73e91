"""Helps by agreement: what a table does without, nobody gets there, neither on its pages nor through the API."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.core import BadInput, Game
from kursbuch.rail.actions import Lay, Run
from kursbuch.shelf import new_game
from kursbuch.store.orders import OrderRow
from kursbuch.web.agreed import checked
from kursbuch.web.coach import RUNS_ALONE, why_silent
from kursbuch.web.helps import HELPS, names_runs
from kursbuch.web.orders.kinds import kinds_at
from kursbuch.web.orders.standing import judged
from kursbuch.web.pages.advice import offered
from kursbuch.web.pages.table import scene_of
from kursbuch.web.service import Seat, TableInfo
from kursbuch.words import words
from tests.web.backend import WAIT, serving, sqlite
from tests.web.test_auth import submit, token_of


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    folder: Path = tmp_path_factory.mktemp("helps")
    with serving(sqlite(folder)) as url, httpx.Client(base_url=url, timeout=WAIT) as browser:
        browser.get("/")
        yield browser


def table(browser: httpx.Client, *without: str) -> str:
    """A table of two at one screen whose people do without some helps."""
    wanted = {f"help.{help}": "yes" for help in HELPS if help not in without}
    form = {"title": "18te", "mode": "hotseat", "count": "2", "seed": "7", "name0": "Anna", "helps": "asked"}
    return str(submit(browser, "/new", **form, **wanted).headers["location"])


def play_until(browser: httpx.Client, path: str, kind: type) -> tuple[Game, Any]:
    """Play at random until such an action is legal."""
    game, rng, token = new_game("18te", ["Anna", "Ben"], seed=7), random.Random(3), token_of(browser)
    while True:
        legal = game.legal_actions()
        found = [a for a in legal if isinstance(a, kind)]
        if found:
            return game, found[0]
        action = rng.choice(legal).sample(rng)
        form = {"action": str(action), "moves": str(len(game.actions)), "csrf": token}
        assert browser.post(f"{path}/act", data=form).status_code == 200
        game.apply(action)


def api(browser: httpx.Client, path: str) -> list[dict[str, Any]]:
    answer = browser.get(f"/api/v1/tables/{path.rpartition('/')[2]}/actions")
    assert answer.status_code == 200
    listed: list[dict[str, Any]] = answer.json()["actions"]
    return listed


def test_best_runs(browser: httpx.Client) -> None:
    plain, bare = table(browser), table(browser, "best_runs")
    for path in (plain, bare):
        _, lay = play_until(browser, path, Lay)
        seen = browser.get(f"{path}/preview", params={"action": str(lay)}).text
        game, run = play_until(browser, path, Run)
        page, listed = browser.get(path).text, api(browser, path)
        asked = browser.get(f"{path}/runs").text
        panel = browser.get(f"{path}/panels").text
        told = str(run.runs)
        if path == plain:
            assert told in page and "proven" in page and any(told in str(a) for a in listed)
            continue
        assert "Best runs" not in seen
        for text in (page, asked, panel, str(listed)):
            assert told not in text and "proven" not in text and "would be possible" not in text
        assert "finds the best runs for themselves" in page and "data-confirm" not in page
        own = browser.get(f"{path}/runs", params={"declared": told}).text
        assert "Run these" in own and "proven" not in own
        assert game.why_not(run) is None


def test_worth(browser: httpx.Client) -> None:
    assert 'class="worth"' in browser.get(table(browser)).text
    bare = table(browser, "worth")
    for part in ("", "/panels"):
        page = browser.get(f"{bare}{part}").text
        assert 'class="worth"' not in page and ">Worth<" not in page


def test_previews_of_prices(browser: httpx.Client) -> None:
    plain, bare = table(browser), table(browser, "previews")
    for path, told in ((plain, True), (bare, False)):
        play_until(browser, path, Run)
        page = browser.get(path).text
        assert ('class="forecast"' in page) is told
        kept = withholding(browser, path)
        seen = browser.get(f"{path}/preview", params={"action": kept}).text
        assert ("<small>Price</small>" in seen) is told
        assert ('class="kb-pointer' in seen) is told


def withholding(browser: httpx.Client, path: str) -> str:
    """On from the position of the table: run, and decide on the income."""
    listed = api(browser, path)
    run = next(a for a in listed if " runs " in a["text"])
    moves = browser.get(f"/api/v1/tables/{path.rpartition('/')[2]}").json()["moves"]
    form = {"action": run["text"], "moves": str(moves), "csrf": token_of(browser)}
    assert browser.post(f"{path}/act", data=form).status_code == 200
    kept = next(a for a in api(browser, path) if " withholds" in a["text"])
    return str(kept["text"])


def test_what_is_agreed_is_checked_and_told() -> None:
    assert checked({"helps_off": ["coach", "best_runs"]}) == {"helps_off": ["best_runs", "coach"]}
    for wrong in ("coach", ["tea"], [1]):
        with pytest.raises(BadInput):
            checked({"helps_off": wrong})


def test_a_table_says_what_it_does_without(browser: httpx.Client) -> None:
    page = browser.get(table(browser, "coach", "worth")).text
    assert "no coach, no worth of players" in page
    assert "without helps" not in browser.get(table(browser)).text


# -- by no detour ---------------------------------------------------------------------------------


def running(player: str) -> Game:
    """18TE: a company of the player's is about to run, and nothing else can be done."""
    game, rng = new_game("18te", ["Anna", "Ben"], seed=7), random.Random(3)
    while player not in game.acting or not any(map(names_runs, game.legal_actions(player))):
        game.apply(rng.choice(game.legal_actions()).sample(rng))
    return game


def seated(**more: Any) -> TableInfo:
    now = datetime.now(UTC)
    seats = (Seat("Anna", 1), Seat("Ben", 2))
    return replace(
        TableInfo("t", "18te", "t", "online", "private", seats, 1, now, now, True, False, 0), **more
    )


@pytest.mark.parametrize("kind", ["run", "only"])
def test_no_order_finds_the_best_runs(kind: str) -> None:
    game = running("Anna")
    order = OrderRow("t", "Anna", 1, kind, {"company": "*"}, 0, 0)
    helped = judged(seated(), game, order, 0)
    assert isinstance(helped, str) and " runs " in helped
    bare = seated(agreed={"helps_off": ["best_runs"]})
    assert not isinstance(judged(bare, game, order, 0), str)
    assert "run" in kinds_at(seated(), game) and "run" not in kinds_at(bare, game)
    over = replace(bare, over=True)
    assert "run" in kinds_at(over, game)


def test_the_coach_finds_no_runs_for_those_who_want_to() -> None:
    game = running("Anna")
    bare = seated(mode="hotseat", agreed={"helps_off": ["best_runs"]})
    assert why_silent(bare, game, "Anna") == RUNS_ALONE
    assert why_silent(seated(mode="hotseat"), game, "Anna") == ""
    assert why_silent(bare, new_game("18te", ["Anna", "Ben"], seed=7), "Anna") == ""
    assert not offered(scene_of(game, ("Anna",), words("en")), bare)
