"""What came of a soak, for a person."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.soak.playing import REACHED
from kursbuch.soak.tally import Found, Tally, TitleTally


def report(tally: Tally) -> str:
    """Figures, faults with their tests, what was never reached."""
    return "\n".join(_lines(tally))


def _lines(tally: Tally) -> Iterator[str]:
    for title, about in sorted(tally.titles.items()):
        yield from _title(title, about)
    for found in tally.faults:
        yield from _fault(found)
    games = sum(about.total("games") for about in tally.titles.values())
    failed = sum(found.games for found in tally.faults)
    yield f"{games} games, {failed} with faults, {len(tally.faults)} kinds of fault"


def _title(title: str, about: TitleTally) -> Iterator[str]:
    seconds = about.total("milliseconds") / 1000
    games, actions = about.total("games"), about.total("actions")
    yield f"{title}: {_speed(games, actions, seconds)}"
    for name, figures in sorted(about.figures.items()):
        yield f"  {name}: {_speed(figures['games'], figures['actions'], figures['milliseconds'] / 1000)}"
    yield "  ends: " + ", ".join(f"{name} {count}" for name, count in about.reached["ends"].most_common())
    for what, missing in about.missing(title).items():
        if missing:
            yield f"  never reached, {what} ({len(missing)}): {', '.join(missing)}"
    for fault, count in about.bot_faults.most_common():
        yield f"  bot failed {count} times: {fault}"


def _speed(games: int, actions: int, seconds: float) -> str:
    """Games and actions, and how many in a second of one process."""
    spent = max(0.001, seconds)
    return f"{games} games, {actions} actions, {games / spent:.2f} games/s, {actions / spent:.0f} actions/s"


def _fault(found: Found) -> Iterator[str]:
    yield ""
    yield f"FAULT in {found.games} games of {found.table.title}: {found.sign}"
    yield f"  game {found.number} of {found.spec}, {found.table.players} players, {found.kind}"
    yield ""
    yield found.test


def reached_so_far(tally: Tally) -> str:
    """How far a soak is, in one line."""
    games = sum(about.total("games") for about in tally.titles.values())
    actions = sum(about.total("actions") for about in tally.titles.values())
    kinds = sum(len(about.reached[what]) for about in tally.titles.values() for what in REACHED)
    return f"{games} games, {actions} actions, {len(tally.faults)} kinds of fault, {kinds} things reached"
