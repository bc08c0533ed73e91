"""Copies of a database to put away, taken while games go on, and bringing one back."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from kursbuch.store.engine import read_url
from kursbuch.store.errors import Unavailable


def back_up(url: str, file: Path) -> None:
    """Write a copy of the database as it is at one moment; raises Unavailable, FileExistsError."""
    found = read_url(url)
    with _new(file):
        if found.drivername.startswith("sqlite"):
            _copy(Path(str(found.database)), file)
        else:
            _run(found, "pg_dump", "--format=custom", f"--file={file}")


def restore(url: str, file: Path) -> None:
    """Bring a copy back into a database that does not exist yet (SQLite) or is empty; raises Unavailable."""
    found = read_url(url)
    if not file.is_file():
        raise FileNotFoundError(file)
    if found.drivername.startswith("sqlite"):
        target = Path(str(found.database))
        target.parent.mkdir(parents=True, exist_ok=True)
        with _new(target):
            _copy(file, target)
    else:  # all of it or nothing: a database that is not empty stays as it is
        _run(found, "pg_restore", "--single-transaction", "--no-owner", str(file))


@contextmanager
def _new(file: Path) -> Iterator[None]:
    """A file that was not there, for nobody else to read: it holds addresses and secrets. What fails leaves none."""
    os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    try:
        yield
    except BaseException:
        file.unlink(missing_ok=True)
        raise


def _copy(source: Path, target: Path) -> None:
    """All pages of a SQLite file in one go, whoever writes meanwhile; then looked through for faults."""
    if not source.is_file():
        raise Unavailable(f"there is no database at {source}")
    with closing(sqlite3.connect(source, timeout=30)) as here, closing(sqlite3.connect(target)) as there:
        here.backup(there)
        (found,) = there.execute("pragma integrity_check").fetchone()
    if found != "ok":
        raise Unavailable(f"the copy of {source} is faulty: {found}")


def _run(url: URL, program: str, *arguments: str) -> None:
    """A program of PostgreSQL on this database; the password does not show among the processes."""
    words = {
        "PGHOST": url.query.get("host") or url.host,
        "PGPORT": url.port,
        "PGUSER": url.username,
        "PGPASSWORD": url.password,
        "PGDATABASE": url.database,
    }
    environment = {**os.environ, **{name: str(value) for name, value in words.items() if value}}
    named = ("--dbname", str(url.database)) if program == "pg_restore" else ()
    try:
        done = subprocess.run(
            [program, *named, *arguments], check=False, env=environment, capture_output=True, text=True
        )
    except FileNotFoundError as error:
        raise Unavailable(f"{program} is not installed: it comes with PostgreSQL") from error
    if done.returncode:
        raise Unavailable(f"{program}: {done.stderr.strip()[:500]}")
