"""View and audit of the Expert Game: those of Heat, Sweat & Beer and the markers."""

from __future__ import annotations

from collections import Counter
from typing import Any

from kursbuch.titles.dortmund.beer import report
from kursbuch.titles.dortmund.beer.state import is_brewery
from kursbuch.titles.dortmund.expert.inheritance import SurplusFrame
from kursbuch.titles.dortmund.expert.parts import THERMO
from kursbuch.titles.dortmund.expert.state import ExpertState, on_display, small_of, wagon_places, works
from kursbuch.titles.dortmund.expert.wagons import squares


def view(s: ExpertState) -> dict[str, Any]:
    """The open position with all markers."""
    return {
        **report.view(s),
        "small": {
            code: {
                "kind": marker.kind,
                "colour": marker.colour,
                "price": marker.price,
                "income": marker.income,
                "left": on_display(s, code),
                "works": works(s, marker.colour),
            }
            for code, marker in s.box.small.items()
        },
        "small_of": {company: list(markers) for company, markers in s.small.items() if markers},
        "small_fields": {
            brewery: s.box.fields_of(brewery) for brewery in (*s.minors, *s.box.corporations_in_order)
        },
        "wagons": {railway: wagon_places(s, railway) for railway, places in s.wagons.items() if places},
        "events": {
            code: {
                "name": event.name,
                "colour": event.colour,
                "holder": s.specials[code],
                "works": works(s, event.colour),
            }
            for code, event in s.box.specials.items()
        },
        "parked": {
            brewery: {"customers": customers, "segment": segment}
            for brewery, (customers, segment) in s.parked.items()
        },
    }


def audit(s: ExpertState) -> None:
    """Raise AssertionError unless every marker, too, is there exactly once."""
    report.audit(s, squares, elsewhere=len(s.parked))
    counts = Counter(code for markers in s.small.values() for code in markers)
    assert all(counts[code] <= marker.count for code, marker in s.box.small.items()), "small investments"
    assert set(counts) <= set(s.box.small), "unknown small investments"
    assert set(s.specials) == set(s.box.specials), "special events"
    inheriting = {f.company for f in s.stack if isinstance(f, SurplusFrame)}
    holders = Counter(holder for holder in s.specials.values() if holder)
    for company in {*s.small, *holders}:
        if not small_of(s, company) and not holders[company]:
            continue
        assert company in s.minors or company in s.founded, f"markers of {company}"
        if is_brewery(s, company):
            fits = len(small_of(s, company)) <= s.box.fields_of(company) and holders[company] <= 1
            assert fits or company in inheriting, f"too many markers of {company}"
        else:
            assert set(small_of(s, company)) == {THERMO} and not holders[company], f"markers of {company}"
            assert len(s.wagons[company]) == len(small_of(s, company)), f"wagons of {company}"
