"""The example bot of the documentation plays."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

from tests.web.backend import Player, serving, sqlite, wait_for

ROOT = Path(__file__).parents[2]
BOT = ROOT / "examples" / "bot.py"


def test_the_example_bot_plays_online(tmp_path: Path):
    with serving(sqlite(tmp_path)) as url, Player(url, "Anna") as anna:
        table = anna.table("online", [{"mine": True}, {}], title="nuremberg")["id"]
        secret = anna.post(f"/tables/{table}/invitation")["invitation"]
        bot = subprocess.Popen([sys.executable, str(BOT), url, table, secret])
        try:
            wait_for(lambda: anna.get(f"/tables/{table}")["started"])
            rng = random.Random(1)
            for _ in range(6):
                wait_for(lambda: anna.get(f"/tables/{table}")["your_turn"] or bot.poll() is not None)
                anna.move(table, rng)
            assert bot.poll() is None
        finally:
            bot.terminate()
            bot.wait(10)
        info = anna.get(f"/tables/{table}")
    assert info["moves"] > 6
    assert {seat["player"] for seat in info["seats"]} == {"Anna", "Robo"}


def test_the_documentation_shows_the_example_as_it_is():
    code = BOT.read_text().partition("server, table")[2]
    assert code.strip() in (ROOT / "docs" / "reference" / "api.md").read_text()
