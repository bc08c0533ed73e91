"""What 1853 brings to the table page: controls for its own actions, panels for contracts and areas, its customs."""

from __future__ import annotations

from kursbuch.core import Action
from kursbuch.titles.india.page import bids, choices, companies, contracts, effects, hints
from kursbuch.titles.india.page.cards import CARDS
from kursbuch.titles.india.page.tables import TABLES
from kursbuch.titles.india.rules.actions import (
    ChooseOption,
    KeepTrain,
    Lend,
    Name,
    OfferElephant,
    PayUp,
    PlayOn,
    ReturnTrain,
    SendMail,
    TakeOnCredit,
    UseLocoToken,
)
from kursbuch.web.pages.customs import Customs
from kursbuch.web.pages.page import Maker, Page
from kursbuch.web.pages.panels import Panel

MAKERS: dict[type[Action], Maker] = {
    Lend: bids.loans,
    Name: bids.cities,
    PayUp: choices.payments,
    OfferElephant: choices.elephant,
    PlayOn: choices.cards,
    ChooseOption: choices.options,
    SendMail: choices.mail,
    TakeOnCredit: choices.credit,
    UseLocoToken: choices.tokens,
    KeepTrain: choices.cards,
    ReturnTrain: choices.cards,
}

STYLES, SCRIPTS = ("india/india.css",), ("india/india.js",)
CONTRACTS = Panel(
    "contracts",
    "india/contracts.html",
    contracts.contracts,
    covers=(
        *("elephant", "loans", "own_loan", "own_contract", "shown_contracts", "fulfilled"),
        *("contract_shares", "unpaid"),
    ),
    styles=STYLES,
    scripts=SCRIPTS,
)
AREAS = Panel(
    "areas",
    "india/areas.html",
    companies.areas,
    covers=(
        *("drawn_on", "in_operation", "issued", "large", "tile_options", "loco_tokens"),
        *("debts", "directors", "managers", "holders"),
    ),
    by_value=True,
    styles=STYLES,
    scripts=SCRIPTS,
)

PAGE = Page(
    panels=(CONTRACTS, AREAS),
    makers=MAKERS,
    cards=CARDS,
    tables=TABLES,
    customs=Customs(
        holding=companies.holding,
        facts=companies.facts,
        no_rows=("treasury",),
        stacks=companies.stacks,
        carried=effects.mail,
        effects=effects.effects,
        secret=effects.secret,
        price=effects.price,
        hint=hints.hint,
        quiet=("name", "lend"),
    ),
)
