"""What was agreed about time: how much there is, which days do not count, what happens when it is out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Any, Literal, cast
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from kursbuch.core import BadInput

DAY = 24 * 3600.0
OUT = ("bot", "vote", "end")
SATURDAY = 5
MOST_HOLIDAYS = 20
LONGEST = 3660  # days that a deadline may lie ahead, whatever the holidays


@dataclass(frozen=True, slots=True)
class Terms:
    """Live: so many minutes for the whole game and seconds more for each turn. By correspondence: so many days for a
    move and a stock of days to draw on; weekends and holidays do not count if they are off.
    """

    kind: Literal["live", "days"]
    minutes: int = 0
    increment: int = 0  # seconds
    days: int = 0
    stock: int = 0  # days
    weekends: bool = False  # whether they are off
    holidays: tuple[tuple[date, date], ...] = ()  # off as well, first and last day
    zone: str = "UTC"  # whose days they are
    out: Literal["bot", "vote", "end"] = "bot"

    @property
    def start(self) -> float:
        """Seconds that everybody has at first, beyond those for each move."""
        return self.minutes * 60.0 if self.kind == "live" else self.stock * DAY

    @property
    def each(self) -> float:
        """Seconds for a move that cost nothing."""
        return 0.0 if self.kind == "live" else self.days * DAY

    @property
    def fresh(self) -> float:
        """What one who comes back gets at least."""
        return min(300.0, self.start) if self.kind == "live" else 0.0

    def off(self, day: date) -> bool:
        """Whether a day does not count.

        >>> Terms("days", days=2, weekends=True).off(date(2026, 11, 15))
        True
        """
        if self.kind == "live":
            return False
        weekend = self.weekends and day.weekday() >= SATURDAY
        return weekend or any(first <= day <= last for first, last in self.holidays)

    def counted(self, start: datetime, end: datetime) -> float:
        """Seconds from one moment to another, without the days that are off.

        >>> friday, monday = (
        ...     datetime.fromisoformat("2026-11-13T12:00Z"),
        ...     datetime.fromisoformat("2026-11-16T12:00Z"),
        ... )
        >>> Terms("days", days=2, weekends=True).counted(friday, monday) / 3600
        24.0
        """
        whole = max(0.0, (end - start).total_seconds())
        if not self._skips:
            return whole
        at, total = start, 0.0
        while at < end:
            day, over = self._day(at)
            until = min(over, end)
            total += 0.0 if self.off(day) else (until - at).total_seconds()
            at = until
        return total

    def after(self, start: datetime, seconds: float) -> datetime:
        """The moment when so many seconds have been counted.

        >>> friday = datetime.fromisoformat("2026-11-13T12:00Z")
        >>> Terms("days", days=1, weekends=True).after(friday, 24 * 3600).isoformat()
        '2026-11-16T12:00:00+00:00'
        """
        if not self._skips:
            return start + timedelta(seconds=seconds)
        at, left = start, max(0.0, seconds)
        for _ in range(LONGEST):
            day, over = self._day(at)
            room = 0.0 if self.off(day) else (over - at).total_seconds()
            if left <= room and not self.off(day):
                return at + timedelta(seconds=left)
            left -= room
            at = over
        return at

    @property
    def _skips(self) -> bool:
        return self.kind == "days" and (self.weekends or bool(self.holidays))

    def _day(self, at: datetime) -> tuple[date, datetime]:
        """The day of a moment, where the table is at home, and when it is over."""
        zone = ZoneInfo(self.zone)
        day = at.astimezone(zone).date()
        over = datetime.combine(day + timedelta(days=1), time(), zone).astimezone(at.tzinfo)
        return day, over


def terms_of(agreed: Mapping[str, Any]) -> Terms | None:
    """What the people at a table have agreed on about time; None if there is no clock."""
    found = agreed.get("clock")
    if not found:
        return None
    days = tuple((date.fromisoformat(a), date.fromisoformat(b)) for a, b in found.get("holidays", ()))
    return Terms(**{**found, "holidays": days})


def checked_clock(given: object) -> dict[str, Any]:
    """A clock as it is stored; raises BadInput.

    >>> checked_clock({"kind": "live", "minutes": 30})
    {'kind': 'live', 'minutes': 30, 'increment': 0, 'out': 'bot'}
    """
    if not isinstance(given, Mapping):
        raise BadInput("clock", "a clock is live or counts days")
    kind, out = given.get("kind"), given.get("out", "bot")
    if out not in OUT:
        raise BadInput("clock.out", "when time is out a bot moves, the others vote, or the game ends")
    if kind == "live":
        known = {
            "minutes": _whole(given, "minutes", 1, 1440),
            "increment": _whole(given, "increment", 0, 3600),
        }
    elif kind == "days":
        known = {"days": _whole(given, "days", 1, 60), "stock": _whole(given, "stock", 0, 365)}
        known |= _days_off(given)
    else:
        raise BadInput("clock", "a clock is live or counts days")
    return {"kind": kind, **known, "out": out}


def _days_off(given: Mapping[str, object]) -> dict[str, Any]:
    zone = given.get("zone", "UTC")
    try:
        if not isinstance(zone, str) or len(zone) > 60:
            raise ValueError
        ZoneInfo(zone)
    except (ValueError, ZoneInfoNotFoundError, OSError) as error:
        raise BadInput("clock.zone", "this time zone is not known") from error
    return {"weekends": bool(given.get("weekends")), "holidays": _holidays(given), "zone": zone}


def _holidays(given: Mapping[str, object]) -> list[list[str]]:
    found = given.get("holidays", ())
    if not isinstance(found, (list, tuple)) or len(found) > MOST_HOLIDAYS:
        raise BadInput("clock.holidays", "at most {most} holidays can be named", most=MOST_HOLIDAYS)
    out = []
    for pair in found:
        try:
            first, last = (date.fromisoformat(cast(str, day)) for day in pair)
        except (TypeError, ValueError) as error:
            raise BadInput("clock.holidays", "holidays have a first and a last day") from error
        if not first <= last <= first + timedelta(days=60):
            raise BadInput("clock.holidays", "holidays have a first and a last day")
        out.append([first.isoformat(), last.isoformat()])
    return out


def _whole(given: Mapping[str, object], name: str, lo: int, hi: int) -> int:
    value = given.get(name, lo)
    if not isinstance(value, int) or isinstance(value, bool) or not lo <= value <= hi:
        raise BadInput(f"clock.{name}", "a whole number from {lo} to {hi} is needed", lo=lo, hi=hi)
    return value


def from_form(fields: Mapping[str, str]) -> dict[str, Any] | None:
    """The clock that the form for a new table asks for; None for none. It is checked later."""
    kind = fields.get("clock", "")
    if kind not in ("live", "days"):
        return None
    names = ("minutes", "increment") if kind == "live" else ("days", "stock")
    out: dict[str, Any] = {"kind": kind, "out": fields.get("clock_out", "bot")}
    for name in names:
        text = fields.get(f"clock_{name}", "").strip()
        out[name] = int(text) if text.isdecimal() and len(text) < 6 else -1
    if kind == "days":
        first, last = fields.get("clock_holiday_first", ""), fields.get("clock_holiday_last", "")
        out["weekends"] = fields.get("clock_weekends") == "yes"
        out["holidays"] = [[first, last or first]] if first else []
        out["zone"] = fields.get("clock_zone", "") or "UTC"
    return out
