"""Who is how strong: games won with their interval, scores, time, and a rating over all bots."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kursbuch.arena.playing import Played

Z = 1.96  # 95 %


@dataclass(frozen=True)
class Standing:
    """How one bot did."""

    bot: str
    games: int  # seats that it had in games
    won: float
    fair: float  # how much it would have won among equals
    score: float  # on average
    lead: float  # over the best of the others
    seconds: float  # a choice
    worst: float
    rating: float | None = None
    doubt: float | None = None

    @property
    def share(self) -> float:
        return self.won / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, at 95 %."""
        return wilson(self.won, self.games)


def wilson(won: float, games: int, z: float = Z) -> tuple[float, float]:
    """The Wilson interval of a share.

    >>> [round(bound, 3) for bound in wilson(8, 10)]
    [0.49, 0.943]
    """
    if not games:
        return 0.0, 1.0
    share = won / games
    middle = share + z * z / (2 * games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


class Standings:
    """The table of some games, the bot first that won most."""

    def __init__(self, games: Sequence[Played]) -> None:
        self.games = games
        ratings = rated(games)
        self.rows = sorted(
            (self._row(bot, ratings.get(bot)) for bot in dict.fromkeys(b for g in games for b in g.seats)),
            key=lambda row: row.fair - row.share,
        )

    def _row(self, bot: str, rating: tuple[float, float] | None) -> Standing:
        seats = won = fair = score = lead = seconds = worst = 0.0
        choices = 0
        for game in self.games:
            for n, name in enumerate(game.seats):
                if name != bot:
                    continue
                seats += 1
                won += game.parts[n]
                fair += 1 / len(game.seats)
                score += game.scores[n]
                lead += game.scores[n] - max(s for m, s in enumerate(game.scores) if m != n)
                seconds += game.thought[n]
                choices += game.choices[n]
                worst = max(worst, game.worst[n])
        return Standing(
            bot,
            int(seats),
            won,
            fair / seats,
            score / seats,
            lead / seats,
            seconds / max(1, choices),
            worst,
            *(rating or (None, None)),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "games": len(self.games),
            "actions_a_game": round(sum(g.actions for g in self.games) / max(1, len(self.games))),
            "bots": [
                {
                    "bot": row.bot,
                    "seats": row.games,
                    "won": round(row.won, 2),
                    "share": round(row.share, 4),
                    "interval": [round(bound, 4) for bound in row.interval],
                    "fair": round(row.fair, 4),
                    "mean_score": round(row.score, 1),
                    "mean_lead": round(row.lead, 1),
                    "seconds_a_choice": round(row.seconds, 4),
                    "worst_seconds": round(row.worst, 3),
                    "rating": None if row.rating is None else round(row.rating, 2),
                    "rating_doubt": None if row.doubt is None else round(row.doubt, 2),
                }
                for row in self.rows
            ],
        }

    def text(self) -> str:
        """For people, in lines of plain text."""
        head = (
            f"{'bot':<22}{'seats':>6}{'won':>8}{'share':>8}  {'95 %':<17}{'fair':>6}"
            f"{'score':>9}{'lead':>9}{'s':>8}{'worst':>8}{'rating':>8}"
        )
        lines = [head]
        for row in self.rows:
            low, high = row.interval
            rating = "" if row.rating is None else f"{row.rating:.1f}"
            lines.append(
                f"{row.bot:<22}{row.games:>6}{row.won:>8.1f}{row.share:>8.1%}  {f'{low:.1%} to {high:.1%}':<17}"
                f"{row.fair:>6.0%}{row.score:>9.1f}{row.lead:>9.1f}{row.seconds:>8.3f}{row.worst:>8.2f}{rating:>8}"
            )
        return "\n".join(lines)


def rated(games: Sequence[Played]) -> Mapping[str, tuple[float, float]]:
    """A rating of each bot and its doubt, by who came in before whom; nothing where openskill is not installed."""
    try:
        from openskill.models import PlackettLuce  # noqa: PLC0415  an edge, absent on bare machines
    except ImportError:
        return {}
    model = PlackettLuce()
    known: dict[str, Any] = defaultdict(model.rating)
    for game in games:
        best = {
            bot: max(s for b, s in zip(game.seats, game.scores, strict=True) if b == bot)
            for bot in game.seats
        }
        if len(best) < 2:
            continue
        after = model.rate([[known[bot]] for bot in best], scores=list(map(float, best.values())))
        known.update({bot: team[0] for bot, team in zip(best, after, strict=True)})
    return {bot: (rating.mu, rating.sigma) for bot, rating in known.items()}
