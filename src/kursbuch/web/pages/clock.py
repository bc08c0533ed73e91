"""Time at the table: everybody's clock, whose time is out, what the others can do about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from kursbuch.store.schema import now
from kursbuch.web.clocks.absence import away, question
from kursbuch.web.clocks.silence import patience_of
from kursbuch.web.clocks.terms import DAY, Terms, terms_of
from kursbuch.web.clocks.time import faces
from kursbuch.web.pages.scene import Scene
from kursbuch.web.service import TableInfo
from kursbuch.words import Words

HOUR = 3600
SHORT = {"live": 60, "days": 12 * HOUR}  # seconds: from then on a clock warns


@dataclass(frozen=True, slots=True)
class Shown:
    """One clock as the page shows it; `seconds` are left when the page is made."""

    player: str
    text: str
    seconds: int
    runs: bool
    short: bool
    out: bool


@dataclass(frozen=True, slots=True)
class Question:
    """What is voted on."""

    kind: str
    player: str
    by: str
    agreed: tuple[str, ...]
    mine: bool  # whether the viewer is asked, and has not answered
    about_me: bool = False  # the viewer is thought to be away


@dataclass(slots=True)
class Waiting:
    """The panel. `away` are players whom the viewer could ask the others about."""

    clocks: list[Shown] = field(default_factory=list)
    rule: str = ""
    live: bool = False
    away: list[str] = field(default_factory=list)
    stand_in: bool = False  # a bot moves for the viewer
    asked: Question | None = None
    open: tuple[str, ...] = ()  # players whose seats can be taken
    may_ask: bool = False


def waiting_for(scene: Scene, info: TableInfo) -> Waiting | None:
    """What there is to say about time and absence; None at tables where nobody waits for others."""
    if info.mode != "online" or info.over or not scene.live:
        return None
    at, terms = now(), terms_of(info.agreed)
    out = Waiting()
    if terms is not None and info.clock:
        out.clocks = [
            Shown(
                face.player,
                left(scene.words, face.left, terms.kind == "live"),
                int(face.left),
                face.runs,
                face.runs and face.left < SHORT[terms.kind],
                face.out,
            )
            for face in faces(terms, info.clock, at)
        ]
        out.live = terms.kind == "live"
        out.rule = scene.words(f"out.{terms.out}")
    out.stand_in = any(s.bot and s.person is not None and s.player in scene.seats for s in info.seats)
    out.open = tuple(info.keeping.get("open", ()))
    out.may_ask = len(scene.seats) == 1 and not out.stand_in
    patience = patience_of(info.agreed)
    out.away = [
        s.player for s in info.seats if s.player not in scene.seats and away(info, s.player, at, patience)
    ]
    if asked := question(info, at, patience):
        answers = (*asked["agreed"], *asked.get("against", ()))
        about_me = scene.seats[:1] == (asked["player"],) and asked["by"] not in scene.seats
        mine = out.may_ask and not about_me and scene.seats[0] not in answers
        out.asked = Question(
            asked["kind"], asked["player"], asked["by"], tuple(asked["agreed"]), mine, about_me
        )
    return out if out.clocks or out.may_ask or out.stand_in or out.asked or out.open else None


def is_asked(scene: Scene, info: TableInfo, waiting: Waiting | None) -> bool:
    """Whether the others wait for the viewer's answer: about a seat, the end of the game, or taking back."""
    if waiting is not None and waiting.asked is not None and waiting.asked.mine:
        return True
    asker = info.undo_asked_by
    back = bool(asker) and not info.over and scene.live and len(scene.seats) == 1
    return back and scene.seats[0] not in (asker, *info.undo_agreed)


def left(words: Words, seconds: float, live: bool) -> str:
    """Time as a clock shows it: minutes and seconds, or days and hours.

    >>> from kursbuch.words import words
    >>> left(words("en"), 754, True), left(words("en"), 100_000, False)
    ('12:34', '1 d 3 h')
    """
    whole = int(seconds)
    if whole < HOUR:
        return f"{whole // 60}:{whole % 60:02}"
    if live:
        return f"{whole // HOUR}:{whole % HOUR // 60:02}:{whole % 60:02}"
    days, hours = whole // int(DAY), whole % int(DAY) // HOUR
    return words("{days} d {hours} h", days=days, hours=hours) if days else words("{hours} h", hours=hours)


def time_left(words: Words, info: TableInfo, player: str) -> str:
    """How long a player has for the decision that waits, as a clock shows it; "" if none runs."""
    terms = terms_of(info.agreed)
    if terms is None or not info.clock:
        return ""
    running = [f.left for f in faces(terms, info.clock, now()) if f.player == player and f.runs]
    return left(words, running[0], terms.kind == "live") if running else ""


def agreed_on(words: Words, info: TableInfo) -> str:
    """What was agreed on about time in a sentence; "" if nothing was."""
    terms = terms_of(info.agreed)
    if terms:
        return f"{_measure(words, terms)}. {words('When time is out:')} {words(f'out.{terms.out}')}."
    if "silence" in info.agreed:
        hours = round(info.agreed["silence"])
        return words("none; after {hours} hours of silence the others may vote on a seat", hours=hours)
    return ""


def _measure(words: Words, terms: Terms) -> str:
    if terms.kind == "live":
        return words(
            "{minutes} minutes each, {seconds} seconds more for every turn",
            minutes=terms.minutes,
            seconds=terms.increment,
        )
    parts = [words("{days} days for a move, {stock} days in stock", days=terms.days, stock=terms.stock)]
    parts += [words("weekends off")] if terms.weekends else []
    for first, last in terms.holidays:
        parts.append(words("off from {first} to {last}", first=words.day(first), last=words.day(last)))
    return ", ".join(parts)
