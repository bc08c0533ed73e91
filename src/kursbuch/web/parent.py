"""Processes that we start end with the one that started them, also when that one was killed and could not say so."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time

PARENT = "KURSBUCH_PARENT"  # names the process to end with, for those that multiprocessing does not start
LOOK_EVERY = 0.5  # seconds


def leave_with_parent() -> None:
    """From now on. Even where a bot never answers: another thread watches, and asks nobody."""
    threading.Thread(target=_leave, daemon=True).start()


def _leave() -> None:
    started_by = multiprocessing.parent_process()
    if started_by is not None:
        started_by.join()
    elif parent := int(os.environ.get(PARENT, "0")):
        while os.getppid() == parent:
            time.sleep(LOOK_EVERY)
    else:
        return
    os._exit(0)
