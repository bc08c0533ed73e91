"""Games on the machines of a Ray cluster. Transcripts and results are written where this program runs.

Every machine of the cluster needs the same Kursbuch and the same plug-ins. A game whose machine is lost is played
again by another one, from its start: it is the same game.
"""

from __future__ import annotations

import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from kursbuch.arena.matches import Match
from kursbuch.arena.playing import Played, play_match
from kursbuch.core import BadInput
from kursbuch.core.garbage import collect_seldom

WITHOUT_PORT = (
    "local",
    "auto",
)  # a cluster begun here for this run alone, and the one that runs on this machine
KNOCKING = 10.0  # seconds that a cluster has to answer; Ray itself would go on asking for many minutes


def on_cluster(todo: Sequence[Match], keep: Path | None, address: str) -> Iterator[Played]:
    """The games as they end, one a processor; raises BadInput for a cluster that cannot play them."""
    cluster = _ray()
    _knock(address)
    # what Ray says of machines that were lost goes to standard output, which is the result's
    with redirect_stdout(sys.stderr):
        try:
            _join(cluster, address)
            remote: Any = cluster.remote(_with_transcript)
            waiting = [remote.remote(match) for match in todo]
            while waiting:
                ended, waiting = cluster.wait(waiting)
                for game in ended:
                    played, transcript = _fetched(cluster, game)
                    if keep is not None:
                        (keep / f"{played.match.name}.json").write_text(transcript, encoding="utf-8")
                    yield played
        finally:
            cluster.shutdown()


def _ray() -> Any:
    try:
        import ray  # noqa: PLC0415  an extra
    except ImportError as error:
        raise BadInput("ray", "Ray is not installed: pip install 'kursbuch[ray]'") from error
    return ray


def _knock(address: str) -> None:
    """Raise BadInput where nobody answers."""
    if address in WITHOUT_PORT:
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not host or not port.isdecimal():
        raise BadInput("ray", "{address!r} is no address: HOST:PORT, `auto` or `local`", address=address[:80])
    try:
        socket.create_connection((host.strip("[]"), int(port)), KNOCKING).close()
    except (OSError, OverflowError) as error:
        raise BadInput(
            "ray", "no Ray cluster answers at {address}: {why}", address=address, why=error
        ) from error


def _join(cluster: Any, address: str) -> None:
    try:
        cluster.init(address=address, ignore_reinit_error=True, log_to_driver=False)
    except (ConnectionError, ImportError, RuntimeError, ValueError) as error:
        raise BadInput(
            "ray",
            "the Ray cluster at {address} takes no games: {why}",
            address=address,
            why=_words(error.__cause__ or error),
        ) from error


def _fetched(cluster: Any, game: Any) -> tuple[Played, str]:
    """What came of a game; an error of a bot is raised as it is where the game is played here."""
    try:
        ended: tuple[Played, str] = cluster.get(game)
    except cluster.exceptions.RayError as error:
        cause = getattr(error, "cause", None)
        if isinstance(cause, Exception) and not isinstance(cause, cluster.exceptions.RayError):
            raise cause from error
        raise BadInput("ray", "the cluster could not play a game: {why}", why=_words(error)) from error
    return ended


def _words(error: BaseException) -> str:
    """An error of Ray in one line: it may bring the trace of another machine, whose last line says what it was.

    >>> _words(
    ...     ValueError("System error: no such thing\\ntraceback: here\\nModuleNotFoundError: no such thing")
    ... )
    'ModuleNotFoundError: no such thing'
    """
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[-1] if lines else type(error).__name__


def _with_transcript(match: Match) -> tuple[Played, str]:
    """A game played on another machine, with all there is of it."""
    _begin()
    with TemporaryDirectory() as folder:
        played = play_match(match, Path(folder))
        return played, (Path(folder) / f"{match.name}.json").read_text(encoding="utf-8")


@cache
def _begin() -> None:
    """Once in each process that plays."""
    collect_seldom()
