"""What the Introduction Game brings to the table page: controls for certificates and trains, the display of cards."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.titles.dortmund.intro.paper import Drop, Send, Take
from kursbuch.titles.dortmund.intro.trains import Exchange, Renew
from kursbuch.titles.dortmund.page.railway import choices, effects, panels, runs
from kursbuch.titles.dortmund.page.railway import table as railway
from kursbuch.web.pages.customs import Customs
from kursbuch.web.pages.page import Maker, Page
from kursbuch.web.pages.panels import Panel

MAKERS: dict[type[Action], Maker] = {
    **railway.MAKERS,
    Take: choices.certificates,
    Drop: choices.certificates,
    Send: choices.certificates,
    Renew: choices.swaps,
    Exchange: choices.swaps,
}

DISPLAY = Panel(
    "display", "dortmund/display.html", panels.display, covers=("display", "turns", "certificates")
)

PAGE = Page(
    panels=(DISPLAY, railway.LINKS),
    makers=MAKERS,
    customs=Customs(
        worth=runs.worth,
        marks=runs.marks,
        why_not_at=choices.why_no_link,
        effects=effects.intro_effects,
        no_rows=("treasury",),
    ),
)
