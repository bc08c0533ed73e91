"""What next: who is on turn after whom, rounds to come, limits that are near, income round by round."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from kursbuch.draw import chart_svg
from kursbuch.draw.palette import safe_colour
from kursbuch.rail.paper.holdings import percent
from kursbuch.rail.rounds.ahead import Ahead, operating_order, rounds_ahead
from kursbuch.rail.steps.limits import certificates, lies_in
from kursbuch.rail.trains.depot import trains_of
from kursbuch.web.pages.scene import Scene

_NEAR = 2  # papers that may still be bought where the limit is worth a word
_MORE = (
    "{player} may take no more papers",
    "{player} may take one more paper",
    "{player} may take {n} more papers",
)


@dataclass(slots=True)
class Order:
    """An order of play under its heading: those in it, with "done", "now", "next" or nothing."""

    heading: str
    places: list[tuple[str, Markup]]


@dataclass(slots=True)
class Outlook:
    """The panel: orders of play, rounds as words, sentences on limits."""

    orders: list[Order] = field(default_factory=list)
    rounds: list[str] = field(default_factory=list)
    limits: list[Markup] = field(default_factory=list)


def outlook(scene: Scene) -> Outlook:
    """What can be said of the time to come, from the position that is shown."""
    s = scene.rail
    assert s is not None
    if scene.game.over:
        return Outlook()
    places = operating_order(scene.game.rules.stages, s)
    order = Order(
        scene.words("Order of the companies"),
        [(place.state, scene.company(place.company)) for place in places],
    )
    return Outlook(
        [order] if places else [],
        [_round(scene, ahead) for ahead in rounds_ahead(scene.game.rules.stages, s)],
        [*_papers(scene), *_holdings(scene), *_trains(scene)],
    )


def _round(scene: Scene, ahead: Ahead) -> str:
    words = scene.words
    if ahead.kind == "operating":
        return words("OR {set}.{number}", set=ahead.set, number=ahead.number)
    return words("End of the game") if ahead.kind == "end" else words("SR {number}", number=ahead.number)


def _papers(scene: Scene) -> list[Markup]:
    limits, s = scene.limits, scene.rail
    if limits is None or s is None:
        return []
    out = []
    for player in scene.game.players:
        left = limits.certificates - certificates(s, limits, player)
        if left <= _NEAR:
            out.append(
                scene.words.html(_MORE[max(left, 0)], player=Markup("<b>{}</b>").format(player), n=left)
            )
    return out


def _holdings(scene: Scene) -> list[Markup]:
    limits, s = scene.limits, scene.rail
    if limits is None or s is None:
        return []
    out = []
    for company in s.founded:
        if lies_in(s, company, limits.unlimited):
            continue
        for player in scene.game.players:
            held = percent(s, player, company)
            if limits.holding - 10 <= held and limits.holding < 100:
                out.append(
                    scene.words.html(
                        "{player} holds {held} % of {company}; {limit} % is the most",
                        player=Markup("<b>{}</b>").format(player),
                        held=held,
                        company=scene.company(company),
                        limit=limits.holding,
                    )
                )
    return out


def _trains(scene: Scene) -> list[Markup]:
    s = scene.rail
    assert s is not None
    limit = s.phase.train_limit
    full = [c for c in s.founded if len(trains_of(s, c)) >= limit]
    if not full or not limit:
        return []
    marks = Markup(" ").join(scene.company(company) for company in full)
    return [
        scene.words.html(
            "{companies}: no room for another train (limit {limit})", companies=marks, limit=limit
        )
    ]


# -- income ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Earned:
    """What a company or a player earned: last, at best, and when that was."""

    who: Markup
    last: int
    best: int
    when: str


@dataclass(frozen=True, slots=True)
class ByRound:
    """Income under its heading, the last one's highest first, and all of it round by round as a chart."""

    heading: str
    rows: list[Earned]
    chart: Markup


def income(scene: Scene) -> ByRound | None:
    """Last and best income of every company, or what the title counts instead; nothing before the first."""
    s, desk = scene.rail, scene.page.desk
    if s is None:
        return desk.income(scene) if desk is not None and desk.income is not None else None
    labels, series = _by_round(scene)
    known = {c: values for c, values in series.items() if c in s.box.companies}
    return by_round(
        scene.words("Income by round"),
        labels,
        known,
        marks={c: scene.company(c) for c in known},
        colours={c: safe_colour(s.box.companies[c].colour) for c in known},
        title=scene.words("Income"),
    )


def by_round(
    heading: str,
    labels: Sequence[str],
    series: Mapping[str, Sequence[int | None]],
    *,
    marks: Mapping[str, Markup],
    colours: Mapping[str, str],
    title: str,
) -> ByRound | None:
    """What each earned in each round, as a table and a chart; None as long as nobody has earned anything."""
    known = {who: list(values) for who, values in series.items() if any(v is not None for v in values)}
    rows = []
    for who, values in known.items():
        made = [(value, label) for value, label in zip(values, labels, strict=True) if value is not None]
        best, when = max(made, key=lambda pair: pair[0])
        rows.append(Earned(marks[who], made[-1][0], best, when))
    if not rows:
        return None
    svg = chart_svg(known, title=title, labels=list(labels), colours=dict(colours), size=(330.0, 200.0))
    return ByRound(heading, sorted(rows, key=lambda row: -row.last), Markup(svg))


def _by_round(scene: Scene) -> tuple[list[str], dict[str, list[int | None]]]:
    """Names of the operating rounds, and for each company what it earned in each of them."""
    labels: list[str] = []
    series: dict[str, list[int | None]] = {}
    for move in range(len(scene.game.actions) + 1):
        for event in scene.game.events_of(move):
            if event.key == "operating-round":
                labels.append(f"{event.values['set']}.{event.values['number']}")
                for values in series.values():
                    values.append(None)
            elif event.key in ("pays", "withholds", "earns-nothing") and labels:
                company = str(event.values["company"])
                values = series.setdefault(company, [None] * len(labels))
                values[-1] = int(event.values.get("income", 0))
    return labels, series
