"""Thinkers started beside a server, so that `kursbuch serve` alone plays with bots on PostgreSQL too."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from kursbuch.web.botplay import delay
from kursbuch.web.parent import PARENT
from kursbuch.web.settings import Settings

SHORT_LIFE = 10.0  # seconds; one that dies earlier is started again later and later
_CODE = "from kursbuch.web import thinker, settings; thinker.run(settings.Settings.from_environment())"


@contextmanager
def beside(settings: Settings, count: int) -> Iterator[list[subprocess.Popen[bytes]]]:
    """So many thinkers as processes beside this one, each started again when it dies; gives those there are."""
    environment = {**os.environ, **settings.to_environment(), PARENT: str(os.getpid())}
    done = threading.Event()

    def start() -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-c", _CODE], env=environment)

    def look_after(place: int) -> None:
        failures = 0
        while not done.is_set():
            started = time.monotonic()
            while there[place].poll() is None and not done.wait(0.1):
                pass
            failures = failures + 1 if time.monotonic() - started < SHORT_LIFE else 1
            if not done.wait(delay(failures)):
                there[place] = start()

    there = [start() for _ in range(count)]
    carers = [threading.Thread(target=look_after, args=(place,), daemon=True) for place in range(count)]
    for carer in carers:
        carer.start()
    try:
        yield there
    finally:
        done.set()
        for carer in carers:
            carer.join()
        for process in there:
            process.terminate()
        for process in there:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)
            process.kill()
            process.wait()
