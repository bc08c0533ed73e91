"""The list of titles: the same by either way to it, and there at once."""

import json
import subprocess
import sys

import kursbuch as kb

START = "from kursbuch.cli.start import main; main()"
COMMANDS = "from kursbuch.cli.main import main; main()"


def told(code, *arguments):
    done = subprocess.run([sys.executable, "-c", code, "titles", *arguments], capture_output=True, check=True)
    return done.stdout.decode()


def test_the_list_is_the_same_with_and_without_the_other_commands():
    assert told(START) == told(COMMANDS)
    assert [row["id"] for row in json.loads(told(START, "--json"))] == [info.id for info in kb.titles()]


def test_listing_reads_neither_rules_nor_commands():
    read = told(START + "; import sys; print(*sys.modules, sep='\\n')").splitlines()
    assert "kursbuch.titles.te18.title" in read
    assert not [name for name in read if name.startswith("kursbuch.rail") or name.endswith(".rules.state")]
    assert not {"typer", "rich", "pydantic"} & set(read)
