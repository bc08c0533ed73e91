"""The commands. Each reads its input, calls the library, and prints; errors say what to do."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer

import kursbuch as kb
from kursbuch.cli.arena import arena
from kursbuch.cli.editions import app as editions
from kursbuch.cli.hosting import admin, backup, restore, settings
from kursbuch.cli.new_title import new_title
from kursbuch.cli.soak import soak
from kursbuch.cli.sources import sources
from kursbuch.cli.titles import show_titles
from kursbuch.core.garbage import collect_seldom

app = typer.Typer(add_completion=False, no_args_is_help=False)
app.command()(soak)
app.command()(arena)
app.command()(new_title)
app.command()(sources)
app.add_typer(editions, name="editions")
app.add_typer(admin, name="admin")
for command in (settings, backup, restore):
    app.command()(command)

AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON object for programs.")]
TitleId = Annotated[str, typer.Argument(help="Id of the title, as `kursbuch titles` lists them.")]
InFile = Annotated[Path, typer.Argument(help="A transcript, or - for standard input.", allow_dash=True)]


def main() -> None:
    """Run the command line; bad input and illegal actions end it with a sentence, not a traceback."""
    try:
        app()
    except (kb.BadInput, kb.IllegalAction) as error:
        print(f"kursbuch: {error}", file=sys.stderr)
        sys.exit(1)


@app.callback(invoke_without_command=True)
def table(context: typer.Context) -> None:
    """Kursbuch plays railway board games with every rule enforced.

    Without a command it starts the table on this machine and opens the page; --version says which version it is.
    """
    if context.invoked_subcommand is None:
        from kursbuch.web.serve import serve as run_server
        from kursbuch.web.settings import Settings

        run_server(replace(Settings.from_environment(), open_browser=True))


@app.command()
def serve(
    database: Annotated[
        str, typer.Option(help="SQLite or PostgreSQL URL; else a file in the data folder.")
    ] = "",
    workers: Annotated[int, typer.Option(help="Processes; more than one needs PostgreSQL.", min=0)] = 0,
    host: Annotated[str, typer.Option(help="Address to listen on; else this machine only.")] = "",
    port: Annotated[int, typer.Option(help="Port; else the first free one from 8018 up.", min=0)] = 0,
    thinkers: Annotated[
        int | None,
        typer.Option(
            help="Programs beside the server that think for bots, with PostgreSQL; else one.", min=0
        ),
    ] = None,
) -> None:
    """Serve tables for many; further settings come from KURSBUCH_... variables."""
    from kursbuch.web.serve import serve as run_server
    from kursbuch.web.settings import Settings

    settings = Settings.from_environment()
    run_server(
        replace(
            settings,
            database=database or settings.database,
            workers=workers or settings.workers,
            host=host or settings.host,
            port=port or settings.port,
            thinkers=settings.thinkers if thinkers is None else thinkers,
        )
    )


@app.command()
def think(
    database: Annotated[str, typer.Option(help="The PostgreSQL URL that the servers have.")] = "",
    processes: Annotated[
        int, typer.Option(help="Processes to think in; else one fewer than there are cores.", min=0)
    ] = 0,
) -> None:
    """Move for the bots of servers on a PostgreSQL, from any machine; as many of these as one likes.

    Further settings come from the same KURSBUCH_... variables as the server's, those for messages to people included.
    """
    from kursbuch.web.settings import Settings
    from kursbuch.web.thinker import run

    settings = Settings.from_environment()
    run(
        replace(
            settings,
            database=database or settings.database,
            bot_processes=processes or settings.bot_processes,
        )
    )


@app.command("reset-password")
def reset_password(
    name: Annotated[str, typer.Argument(help="The name of the account.")],
    database: Annotated[
        str, typer.Option(help="SQLite or PostgreSQL URL; else a file in the data folder.")
    ] = "",
) -> None:
    """Give an account a new password and print it, for its owner to change after signing in.

    The server may be running. All sessions and tokens of the account become void.
    """
    from kursbuch.web.admin import new_password
    from kursbuch.web.settings import Settings

    settings = Settings.from_environment()
    print(new_password(replace(settings, database=database or settings.database), name))


@app.command()
def titles(as_json: AsJson = False) -> None:
    """List the titles."""
    show_titles(as_json)


@app.command()
def replay(file: InFile, as_json: AsJson = False) -> None:
    """Replay a transcript with every action checked, and print its scores as one JSON object."""
    collect_seldom()
    game = kb.load(_read(file))
    game.audit()
    _print_json(
        {
            "title": game.title,
            "players": list(game.players),
            "actions": len(game.actions),
            "over": game.over,
            "scores": game.scores(),
        }
    )


@app.command()
def playout(
    title: TitleId,
    players: Annotated[int, typer.Option(help="How many players.")] = 2,
    games: Annotated[int, typer.Option(help="How many games.", min=1)] = 10,
    seed: Annotated[int, typer.Option(help="Seed of the first game; each further one adds 1.")] = 1,
    audit: Annotated[bool, typer.Option(help="Count everything after each action (slow).")] = False,
    as_json: AsJson = False,
) -> None:
    """Play random legal games to the end."""
    from kursbuch.cli.playout import playout as run_playout

    collect_seldom()
    report = run_playout(title, players, games, seed, audit=audit).report()
    if as_json:
        _print_json(report)
    else:
        _print_figures({key: value for key, value in report.items() if key != "scores"})


@app.command()
def bench(
    titles: Annotated[
        list[str] | None, typer.Argument(help="Ids of titles; every one on the shelf if none is named.")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few games: figures within a few minutes.")] = False,
    server: Annotated[bool, typer.Option(help="Measure what moves and pages cost the server, too.")] = True,
    recording: Annotated[
        Path | None, typer.Option(help="Measure only the import of this recorded game.")
    ] = None,
    load: Annotated[
        bool, typer.Option("--load", help="Measure only the server under load: tables of 4 players.")
    ] = False,
    growth: Annotated[
        bool,
        typer.Option(
            "--growth", help="Measure only what grows with the length of a game, with tables, with followers."
        ),
    ] = False,
    pages: Annotated[bool, typer.Option("--pages", help="With --load: everybody has a page open.")] = False,
    tables: Annotated[int, typer.Option(help="With --load: how many.", min=1)] = 50,
    seconds: Annotated[float, typer.Option(help="With --load: how long.", min=1)] = 20.0,
) -> None:
    """Measure this machine: random play, legal lists, clones, saves, best runs, imports, pages. One JSON object."""
    if load:
        from kursbuch.web.bench import load as run_load

        # with pages a move costs more: a tenth of the moves keeps the core as busy
        interval = 20.0 if pages else 2.0
        _print_json(run_load(tables, seconds=seconds, interval=interval, pages=pages))
        return
    if growth:
        from kursbuch.web.bench_growth import growth as run_growth

        _print_json(run_growth(*(titles or ())[:1]))
        return
    from kursbuch.cli.bench import bench as run_bench
    from kursbuch.cli.bench import bench_import

    collect_seldom()
    if recording is not None:
        _print_json(bench_import("", _read(recording)))
    else:
        _print_json(run_bench(titles or (), quick=quick, web=server))


@app.command("import-18xx-games")
def import_18xx_games(
    file: Annotated[Path, typer.Argument(help="A recorded game, or - for standard input.")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write our transcript of the game here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Play a recorded game through our rules and compare the result, as one JSON object.

    The file says of which title it is.

    Ends with status 1 at the first action our rules refuse, and if the result is another.
    """
    from kursbuch.recorded import import_recorded

    result = import_recorded(_read(file))
    if out is not None:
        out.write_text(result.game.to_json(), encoding="utf-8")
    _print_json(result.to_dict())
    for rule in result.waived:
        print(
            f"kursbuch: the recording breaks rule {rule}, which its recorder did not check yet",
            file=sys.stderr,
        )
    if not result.recorded:
        print("kursbuch: the recording tells no result to compare with", file=sys.stderr)
    if result.unasked:
        numbers = ", ".join(map(str, result.unasked))
        print(f"kursbuch: passes were added or left out at these actions: {numbers}", file=sys.stderr)
    for difference in result.differences:
        print(f"kursbuch: {difference}", file=sys.stderr)
    if not result.match:
        raise typer.Exit(1)


@app.command("export-18xx-games")
def export_18xx_games(
    file: InFile,
    out: Annotated[Path, typer.Option("--out", "-o", help="Where it goes; - is standard output.")] = Path(
        "-"
    ),
) -> None:
    """Write a transcript in the format of recorded games."""
    from kursbuch.recorded import export_recorded

    text = export_recorded(kb.load(_read(file)))
    if str(out) == "-":
        print(text)
    else:
        out.write_text(text, encoding="utf-8")


@app.command()
def draw(
    file: InFile,
    what: Annotated[
        str, typer.Option(help="board, market or tiles, or what the title has instead.")
    ] = "board",
    out: Annotated[
        Path, typer.Option("--out", "-o", help="Where the SVG goes; - is standard output.")
    ] = Path("-"),
    move: Annotated[int | None, typer.Option(help="Draw the position after so many actions.")] = None,
    language: Annotated[str, typer.Option(help="en or de.")] = "en",
    dark: Annotated[bool, typer.Option(help="Light on dark.")] = False,
) -> None:
    """Draw a position of a transcript as SVG."""
    from kursbuch.draw import draw as draw_picture

    game = kb.load(_read(file))
    if move is not None:
        game = game.at(move)
    picture = draw_picture(game, what, language=language, dark=dark)
    if str(out) == "-":
        print(picture)
    else:
        out.write_text(picture, encoding="utf-8")


def _read(file: Path) -> str:
    try:
        return sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
    except OSError as error:
        raise kb.BadInput(str(file), f"cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise kb.BadInput(str(file), "is not a text file") from error


def _print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False))


def _print_figures(figures: Mapping[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for key, value in figures.items():
        several = isinstance(value, Mapping)
        text = ", ".join(f"{name} {figure}" for name, figure in value.items()) if several else str(value)
        table.add_row(key.replace("_", " "), text)
    Console().print(table)
