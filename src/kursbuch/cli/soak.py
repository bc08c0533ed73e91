"""The command `soak`: many games audited after every action, with a progress bar."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from kursbuch.soak import Soak, Tally


def soak(
    tables: Annotated[
        list[str] | None, typer.Argument(help="TITLE or TITLE:PLAYERS; every title if none is named.")
    ] = None,
    games: Annotated[int, typer.Option(help="Games of each table named.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="The games are drawn from it, options and all.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes; 0: one for each processor.", min=0)] = 0,
    players: Annotated[str, typer.Option(help="Kinds of players, with commas; else every kind.")] = "",
    first: Annotated[int, typer.Option(help="Number of the first game, to repeat one.", min=0)] = 0,
    minutes: Annotated[float, typer.Option(help="Begin no further game after so long; 0: no bound.")] = 0.0,
    shrink: Annotated[float, typer.Option(help="Seconds to shrink each kind of fault.")] = 30.0,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the results to this file.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the results in that file.")] = False,
    add: Annotated[list[Path] | None, typer.Option(help="Result files to add up instead of playing.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
) -> None:
    """Play many games, audited after every action, and look for faults.

    A game that fails is shrunk to the shortest line of actions that still fails, printed as a test to paste. What
    the rules can bring about and no game did is listed. Ends with status 1 if there were faults.
    """
    from kursbuch.soak import KINDS, Soak, report, summed
    from kursbuch.soak.command import INTERRUPTED, interrupted

    if add:
        tally = summed(add)
    else:
        what = Soak(
            tuple(tables or ()),
            games,
            seed,
            jobs or os.cpu_count() or 1,
            players.split(",") if players else list(KINDS),
            first,
            60 * minutes,
            shrink,
        ).checked()
        try:
            tally = _watched(what, out, resume)
        except KeyboardInterrupt:
            print(interrupted(out, ["kursbuch", *sys.argv[1:]]), file=sys.stderr)
            raise typer.Exit(INTERRUPTED) from None
    if out is not None:
        tally.write(out)
    if as_json:
        print(tally.to_json())
    else:
        print(report(tally))
    if tally.faults:
        raise typer.Exit(1)


def _watched(what: Soak, file: Path | None, resume: bool) -> Tally:
    """Soak with a progress bar on the error stream, so that what is printed can be piped."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from kursbuch.soak.command import run
    from kursbuch.soak.report import reached_so_far

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("soaking", total=what.games * len(what.specs))

        def told(tally: Tally) -> None:
            bar.update(task, completed=tally.done_of(what.seed), description=reached_so_far(tally))

        return run(what, file, resume, told)
