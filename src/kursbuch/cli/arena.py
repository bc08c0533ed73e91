"""The command `arena`: bots against each other, with a progress bar."""

from __future__ import annotations

import json
import os
import shlex
import sys
import traceback
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from kursbuch.arena import Arena, BotFailed, Played, Standings, run
from kursbuch.arena.command import read_options
from kursbuch.core import BadInput
from kursbuch.core.garbage import collect_seldom

GAMES = Path("arena")  # where runs are kept that are told no other place, each in a folder of its own
INTERRUPTED = 130  # what a command ends with that was told to stop


def arena(
    title: Annotated[str, typer.Argument(help="Id of the title, as `kursbuch titles` lists them.")],
    bots: Annotated[
        str, typer.Option(help="Names with commas, one a seat: search:2,house,house")
    ] = "search,house",
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 100,
    players: Annotated[int, typer.Option(help="Seats at a table, if more bots are named.", min=0)] = 0,
    seed: Annotated[int, typer.Option(help="Seed of the first games.")] = 1,
    jobs: Annotated[int, typer.Option(help="Processes; 0: one for each processor.", min=0)] = 0,
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            "-o",
            help="A line for each game; an ended run goes on from there. Else a new folder in arena/ keeps all.",
        ),
    ] = None,
    keep: Annotated[
        Path | None, typer.Option(help="Folder for the transcripts of all games; else beside the results.")
    ] = None,
    forget: Annotated[bool, typer.Option("--forget", help="Keep neither results nor transcripts.")] = False,
    option: Annotated[list[str] | None, typer.Option(help="KEY=VALUE, an option of the title.")] = None,
    ray: Annotated[str, typer.Option(help="HOST:PORT of a Ray cluster, `auto`, or `local`.")] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")] = False,
) -> None:
    """Let bots play against each other: all seat orders, the same seeds, and how sure the result is.

    With more bots than seats (--players) each set of them meets. Transcripts can be opened on the page. What is
    played is kept, and a run that was interrupted goes on from its results.
    """
    collect_seldom()
    asked = Arena(title, bots.split(","), games, seed, players, read_options(title, option or [])).checked()
    if asked.round > games:
        news = f"not all of these bots meet in all seats: that takes {asked.round} games, {games} are played"
        print(news, file=sys.stderr)
    if not forget:
        results = results or GAMES / f"{title}-{datetime.now():%Y%m%d-%H%M%S}" / "results.jsonl"
        keep = keep or results.parent / "games"
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("playing", total=games)

        def told(played: Sequence[Played], total: int) -> None:
            best = Standings(played).rows[0] if played else None
            news = f"{best.bot} {best.share:.0%}" if best else "playing"
            bar.update(task, completed=len(played), total=total, description=news)

        try:
            played = run(
                asked, jobs=jobs or os.cpu_count() or 1, results=results, keep=keep, ray=ray, progress=told
            )
        except KeyboardInterrupt:
            bar.stop()
            _say_how_to_go_on("interrupted", results)
            raise typer.Exit(INTERRUPTED) from None
        except BotFailed as error:
            bar.stop()
            traceback.print_exception(error.__cause__ or error)
            print(f"kursbuch: {error}", file=sys.stderr)
            _say_how_to_go_on("ended by a bot", results)
            raise typer.Exit(1) from None
        except BadInput:  # such as a cluster or a process that was lost in the middle
            bar.stop()
            if results is not None and results.exists():
                _say_how_to_go_on("ended early", results)
            raise
    standings = Standings(played)
    print(json.dumps({"title": title, **standings.to_dict()}) if as_json else standings.text())
    if keep is not None:
        print(f"kept: {results or keep}, transcripts in {keep}", file=sys.stderr)


def _say_how_to_go_on(what: str, results: Path | None) -> None:
    """Which command plays what is left."""
    if results is None:
        print(f"{what}, nothing is kept", file=sys.stderr)
        return
    words = list(sys.argv[1:])
    if not {"-o", "--results"} & {word.partition("=")[0] for word in words}:
        words += ["--results", str(results)]
    print(f"{what}; it goes on with: kursbuch {shlex.join(words)}", file=sys.stderr)
