"""The table page of 1853: contracts, home areas, secrets, default runs; every choice named in both languages."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import kursbuch
from kursbuch.core import Action, Game
from kursbuch.rail.actions import Lay, Run
from kursbuch.shelf import find
from kursbuch.titles.india.page.companies import areas
from kursbuch.titles.india.page.contracts import contracts
from kursbuch.titles.india.rules.actions import Lend, Name
from kursbuch.titles.india.title import TITLE
from kursbuch.web.pages import pictures
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.runs import plan
from kursbuch.web.pages.table import scene_of
from kursbuch.web.pages.track import hex_of
from kursbuch.web.service import Seat
from kursbuch.words import words
from tests.titles.dortmund.page.test_page import noted, shown
from tests.titles.india.table import india, line
from tests.web.memory import MemoryTables, make_app
from tests.web.test_browser_table import CHROMIUM, Visitor, base, browser  # noqa: F401  fixtures
from tests.web.test_pages import Client
from tests.web.test_pages_words import refusals

LANGUAGES = ("de", "en")
RAW = re.compile(r"\b[a-z]+(?:[_-][a-z]+)+\b|\{\w+\}|\b1853\.|loan:")


def busy(legal: list[Action], rng: random.Random) -> Action:
    """Mostly what brings a game forward, so that random games see late phases."""
    names = ("Buy", "Lay", "Station", "BuyTrain", "Pay", "SendMail", "Name", "PayUp")
    wanted = [a for a in legal if type(a).__name__ in names]
    return rng.choice(wanted if wanted and rng.random() < 0.8 else legal).sample(rng)


def walk(game: Game, seed: int, most: int = 700) -> Iterator[str]:
    """Play at random, stopping once at each mix of choices."""
    rng, seen = random.Random(seed), set()
    for _ in range(most):
        if game.over:
            return
        legal = game.legal_actions()
        mix = (game.state.top.stage, frozenset(type(a) for a in legal))
        if mix not in seen:
            seen.add(mix)
            yield game.state.top.stage
        game.apply(busy(legal, rng))


@pytest.mark.parametrize("count", [3, 5])
def test_every_choice_is_named_in_both_languages(count: int) -> None:
    game = kursbuch.new_game("1853", count, seed=count)
    kinds: set[str] = set()
    for _ in walk(game, count):
        for language in LANGUAGES:
            scene = scene_of(game, game.players, words(language))
            now, kind = decision(scene), scene.kind
            kinds.add(kind)
            assert scene.words.has(scene.key("step", kind)) and now.title
            assert now.hint, kind
            legal = game.legal_actions(scene.deciding[0])
            told = {str(c.action) for group in now.groups for c in group.choices if c.action}
            listed = {str(a.at(a.span.lo)) if a.span else str(a) for a in legal if not isinstance(a, Lay)}
            assert listed <= told
            texts: list[object] = [now.title, now.hint, *(chip.label for chip in now.chips)]
            for group in now.groups:
                texts.append(group.title)
                for row in group.rows:
                    texts += [row.lead, row.note, *(part for c in row.choices for part in (c.label, c.sub))]
            texts += [part for r in now.refused for part in (r.label, r.reason)]
            for action in {type(a): a for a in legal}.values():
                seen = preview(scene, action.at(action.span.lo) if action.span else action)
                texts += [seen.label, *seen.notes, *(part for e in seen.effects for part in (e.who, e.what))]
            for line_ in matrix(scene).facts:
                texts += [line_.name, *(cell.title for cell in line_.cells)]
            for firm in areas(scene).firms:
                texts += [firm.size, firm.role, firm.second, firm.token, firm.state]
            texts += [deal.state for deal in contracts(scene).deals]
            for text in map(shown, texts):
                assert not RAW.search(text) and "…" not in text, (language, kind, text)
    assert {"loans", "contracts", "stock", "lay", "run", "send_mail", "buy_train"} <= kinds
    for language in LANGUAGES:
        scene = scene_of(game, game.players, words(language))
        for entry in entries(scene, last=len(game.actions) + 1):
            for _, said in entry.lines:
                assert not RAW.search(shown(said)) and "…" not in said, (language, said)


def test_every_event_has_a_sentence_and_every_refusal_is_german() -> None:
    folder = Path(kursbuch.__file__).parent / "titles/india"
    for language in LANGUAGES:
        said = words(language)
        assert {
            e for e in noted(folder) if not said.has(f"event.1853.{e}") and not said.has(f"event.{e}")
        } == set()
    german = words("de")
    assert {m for m in refusals("titles/india") if not german.has(m)} == set()
    info = find("1853").info
    assert all(german.has(text) for text in (*info.reconstructed, *(o.summary for o in info.options)))


# -- the contract round ---------------------------------------------------------------------------


def lent(**loans: int) -> Game:
    game = Game(TITLE, list(loans), 5, {})
    for player, loan in loans.items():
        game.apply(f"{player} lends {loan}")
    return game


def test_a_loan_is_previewed_for_its_writer() -> None:
    game = Game(TITLE, ["Anna", "Ben", "Clara"], 5, {})
    scene = scene_of(game, ("Anna",), words("en"))
    (group,) = decision(scene).groups
    assert group.template and "4 to 6 cities" in group.data and group.choices[0].ranged
    lend = game.read("Anna lends 200")
    assert isinstance(lend, Lend)
    effects = [(e.before, e.after) for e in preview(scene, lend).effects]
    assert ("£730", "£530") in effects


def test_cities_show_value_shares_left_and_why_not() -> None:
    game = lent(Anna=130, Ben=90, Clara=80)
    for action in ("Anna names Delhi for EIR", "Ben names Patna for EIR", "Clara names Lahore for NWR"):
        game.apply(action)
    scene = scene_of(game, ("Anna",), words("en"))
    now = decision(scene)
    group = next(g for g in now.groups if g.kind == "name")
    bid, towns = group.data, {town.name: town for town in group.data.towns}
    assert (bid.named, bid.loan, bid.spent, bid.left) == ([("Delhi", "£40")], "£130", "£40", "£90")
    assert (bid.count, bid.fewest, bid.most, bid.missing, bid.valley) == (1, 4, 6, 3, 0)
    assert towns["Delhi"].named and not any(share.choice for share in towns["Delhi"].shares)
    assert [(shown(s.company).strip(), s.left) for s in towns["Calcutta"].shares] == [
        ("EIR", 6),
        ("BNR", 8),
        ("ECR", 8),
    ]
    # 90 less 50 for Calcutta would leave 40 for two further cities, less 40 for Bombay 50
    assert all(share.choice for share in towns["Calcutta"].shares) and towns["Calcutta"].valley
    game.apply("Anna names Calcutta for EIR")
    for action in ("Ben names Multan for NWR", "Clara names Ajmer for BBCI"):
        game.apply(action)
    now = decision(scene_of(game, ("Anna",), words("de")))
    towns = {town.name: town for town in next(g for g in now.groups if g.kind == "name").data.towns}
    why = towns["Bombay"].why
    assert why is not None and why.section == "1853 §2.5.9" and "£0" in why.reason
    assert {"H22", "B8"} <= set(now.lit) and "M9" not in now.lit
    assert all(r.label for r in now.refused) and not any("Bombay" in r.label for r in now.refused)


def test_of_a_city_the_others_see_only_the_share() -> None:
    game = lent(Anna=130, Ben=90, Clara=80)
    scene = scene_of(game, ("Anna",), words("en"))
    name = game.read("Anna names Delhi for EIR")
    assert isinstance(name, Name)
    seen = preview(scene, name)
    assert ("£130", "£90") in [(e.before, e.after) for e in seen.effects]
    assert "only the share" in seen.notes[0]
    game.apply(name)
    deals = {d.player: d for d in contracts(scene_of(game, ("Ben",), words("en"))).deals}
    assert [(shown(mark).strip(), n) for mark, n, _ in deals["Anna"].shares] == [("EIR", 1)]
    assert contracts(scene_of(game, ("Ben",), words("en"))).own is None


def test_round_one_screen_contracts_lie_covered() -> None:
    client = Client(make_app(), "de")
    path, game = client.new("1853", count="3")
    for player in game.players:
        game.apply(f"{player} lends 150")
    first = game.acting[0]
    game.apply(f"{first} names Trichinopoly for SIR")
    while game.acting[0] != first:
        game.apply(game.legal_actions()[0])
    page = client.get(path)
    before, covered, *_ = page.split('<details class="in-cover">')
    assert "Trichinopoly" not in re.sub(r"<svg.*?</svg>", "", before, flags=re.S)
    assert first in covered.split("</summary>")[0]
    log = page.split('id="log"')[1]
    assert "Trichinopoly" not in log


# -- contracts in play ----------------------------------------------------------------------------

SOUTH = {"A": ["Trichinopoly", "Bangalore", "Hyderabad", "Delhi"]}


def test_the_owner_sees_what_is_joined_and_what_is_missing() -> None:
    table = india(
        companies={"SIR": {"A": 3, "cash": 900}},
        tiles=line("T16 S15 R16"),
        named=SOUTH,
        loans={"A": 130},
        turn="SIR lay",
    )
    own = contracts(scene_of(table.game, ("A",), words("de"))).own
    assert own is not None and not own.covered and own.missing == 2
    assert [[stop.name for stop in group] for group in own.groups] == [
        ["Trichinopoly", "Bangalore"],
        ["Hyderabad"],
        ["Delhi"],
    ]
    assert own.hexes.split() == ["T16", "R16", "O15", "F14"]
    for seats in (("B",), ("C",), ()):
        assert contracts(scene_of(table.game, seats, words("de"))).own is None
    covered = contracts(scene_of(table.game, ("A", "B", "C"), words("de"))).own
    assert covered is not None and covered.covered


def laying(named: dict[str, list[str]], seats: tuple[str, ...] = ("B",)) -> Any:
    """SIR of player B is about to lay the last tile between Trichinopoly and Mysore."""
    table = india(
        companies={"SIR": {"B": 3, "cash": 900}},
        tiles=line("T16 S15"),
        named=named,
        loans={"A": 130, "B": 80},
        turn="SIR lay",
        cash={"A": 50, "B": 50},
    )
    return table, scene_of(table.game, seats, words("en"))


FAR = ["Lahore", "Multan", "Karachi", "Peshawar"]
NEAR = ["Trichinopoly", "Mysore"]


def test_a_preview_tells_nothing_of_the_contracts_of_others() -> None:
    told = []
    for named in (NEAR, FAR):
        table, scene = laying({"A": named, "B": FAR})
        seen = preview(scene, table.game.read("SIR lays 69.2 at R14"))
        told.append((seen.effects, seen.notes))
        assert table.game.state.contracts["A"] == tuple(named)  # the position itself is untouched
        table.apply("SIR lays 69.2 at R14")
        assert ("A" in table.s.fulfilled) == (named is NEAR)
    assert told[0] == told[1]


def test_a_preview_tells_of_the_own_contract() -> None:
    table, scene = laying({"A": FAR, "B": [*NEAR, "Delhi"]})
    seen = preview(scene, table.game.read("SIR lays 69.2 at R14"))
    assert [(e.before, e.after) for e in seen.effects if e.who == "Your contract"] == [("2", "1")]
    _, shared = laying({"A": FAR, "B": [*NEAR, "Delhi"]}, ("A", "B", "C"))
    assert not any(
        e.who == "Your contract" for e in preview(shared, table.game.read("SIR lays 69.2 at R14")).effects
    )
    table, scene = laying({"A": FAR, "B": NEAR})
    seen = preview(scene, table.game.read("SIR lays 69.2 at R14"))
    assert any("fulfilled" in shown(note) for note in seen.notes)


def pages_of(game: Game, player: str) -> dict[str, str]:
    """Everything that the page of one player ever shows of a position, its address blotted out."""
    client = Client(make_app())
    path, _ = client.new("1853", count="3")
    id = path.rpartition("/")[2]
    tables: MemoryTables = client.app.state.tables
    kept = tables.kept[id]
    me = kept.info.owner
    seats = tuple(Seat(p, me if p == player else None) for p in game.players)
    kept.info = replace(kept.info, mode="online", seats=seats, moves=len(game.actions), acting=game.acting)
    kept.game = game
    out = {part: client.get(f"{path}{part}") for part in ("", "/panels", "/log")}
    for move in (3, len(game.actions) // 2):
        out[f"at {move}"] = client.get(f"{path}/panels", at=move)
    if player in game.acting:
        for action in game.legal_actions(player):
            text = str(action.at(action.span.lo) if action.span else action)
            if isinstance(action, Lay):
                out[f"hex {action.hex}"] = client.get(f"{path}/hex/{action.hex}")
            out[f"preview {text}"] = client.get(f"{path}/preview", action=text)
    return {place: text.replace(id, "TABLE") for place, text in out.items()}


def twins(moves: int) -> Iterator[tuple[Game, Game]]:
    """Pairs of games that differ only in a city of Anna's contract, at some of their positions."""
    one, other = (lent(Anna=200, Ben=90, Clara=80) for _ in range(2))
    one.apply("Anna names Calcutta for EIR")
    other.apply("Anna names Delhi for EIR")
    rng = random.Random(3)
    for n in range(moves):
        both = sorted({str(a) for a in one.legal_actions()} & {str(a) for a in other.legal_actions()})
        wanted = [a for a in both if " lays " in a or " buys " in a] if rng.random() < 0.7 else both
        text = rng.choice(wanted or both)
        action = next(a for a in one.legal_actions() if str(a) == text).sample(rng)
        for game in (one, other):
            game.apply(action)
        if one.state.shown or other.state.shown:  # type: ignore[attr-defined]
            return
        if n % 19 == 0:
            yield one, other


def test_pages_of_games_that_differ_only_in_a_contract_are_identical() -> None:
    looked = 0
    for one, other in twins(120):
        for player in ("Ben", "Clara"):
            looked += 1
            seen, same = pages_of(one, player), pages_of(other, player)
            assert seen.keys() == same.keys()
            for place, page in seen.items():
                assert page == same[place], f"{player}, move {len(one.actions)}: {place} tells a secret"
        assert contracts(scene_of(one, ("Anna",), words("en"))) != contracts(
            scene_of(other, ("Anna",), words("en"))
        )
    assert looked >= 10


# -- areas, matrix, gauges ------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panels_stand_on_the_page_and_areas_name_their_hexes(language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("1853", count="3")
    page = client.get(path)
    for part in ('id="contracts"', 'id="areas"', "india.css", "india.js"):
        assert part in page
    box: Any = game.state
    pictures = client.get(f"{path}/panels")  # whole: those of a page are made so by the browser
    for company, charter in box.box.charters.items():
        (hexes,) = re.findall(rf'data-light="([^"]*)" data-company="{company}"', page)
        assert set(hexes.split()) == charter.area
        assert all(f'data-hex="{hex}"' in pictures for hex in charter.area)
    for word in ("gauge.broad", "gauge.metre", "gauge.dual"):
        assert words(language)(word) in page
    assert "loan:" not in page


def test_the_matrix_tells_directors_managers_unpaid_shares_options_and_debts() -> None:
    table = india(
        companies={
            "EIR": {"A": 3, "B": 1, "unpaid": {"A": 1}, "option": 2, "price": 100},
            "MSM": {"B": 1, "pool": 5, "trains": ["1M"]},
        },
        small=True,
        stock="A",
    )
    card = table.s.trains["MSM"][0]
    table.s.debts["MSM"] = card
    scene = scene_of(table.game, ("A",), words("en"))
    seen = matrix(scene)
    columns = [id for id, _, _ in seen.companies]
    cells = {
        (line_.name, c): cell for line_ in seen.players for c, cell in zip(columns, line_.cells, strict=True)
    }
    assert cells["A", "EIR"].title == "Director, 10 % not paid for" and "crown" in cells["A", "EIR"].text
    assert cells["B", "MSM"].title == "operating manager" and "in-helm" in cells["B", "MSM"].text
    assert cells["C", "EIR"].text == "–"
    facts = {line_.kind: dict(zip(columns, line_.cells, strict=True)) for line_ in seen.facts}
    assert facts["option"]["EIR"].text == "II" and "£50" in facts["option"]["EIR"].title
    assert "in-loco" in facts["option"]["MSM"].text and facts["debt"]["MSM"].text == "−180"
    assert "treasury" not in facts
    assert next(line_ for line_ in seen.players if line_.name == "A").note == "Elephant"


def test_gauges_are_drawn_apart_and_named_where_tiles_are_chosen() -> None:
    home = india(companies={"SIR": {"A": 3, "cash": 500}}, turn="SIR lay")
    scene = scene_of(home.game, ("A",), words("en"))
    broad, metre, dual = (str(pictures.tile(scene, tile, 0)) for tile in ("9", "79", "233"))
    assert 'class="kb-thin' not in broad
    assert 'class="kb-thin kb-metre"' in metre
    assert 'class="kb-thin"' in dual
    offers = {offer.tile: offer.gauge for offer in hex_of(scene, "T16").offers}
    assert offers["69"] == "broad" and offers["113"] == "metre"
    assert list(offers.values()) == sorted(offers.values())


# -- runs -----------------------------------------------------------------------------------------

FROM_HOME = line("T16 S15 R16 Q15 P16 O15")


def outside() -> Any:
    """SIR has upgraded P16, outside its area and off its best run, and is about to run its 5."""
    tiles = {**FROM_HOME, **line("T16 S17"), "T16": "15.5", "S17": "4.0"}
    table = india(
        companies={"SIR": {"A": 3, "cash": 500, "trains": ["5"]}}, tiles=tiles, phase="5", turn="SIR lay"
    )
    table.apply("SIR lays 80.3 at P16")
    if not any("runs" in a for a in table.legal()):
        table.apply("SIR passes")
    return table


def test_default_runs_are_those_of_the_title() -> None:
    table = outside()
    (best,) = [a for a in table.game.legal_actions() if isinstance(a, Run)]
    scene = scene_of(table.game, ("A", "B", "C"), words("en"))
    default = plan(scene)
    assert default.runs == default.best_runs == best.runs and default.why_not is None
    assert default.earned == default.best
    assert "P16" in shown(decision(scene).hint)  # says where a train has to go
    client = Client(make_app())
    path, _ = client.new("1853", count="3")
    tables: MemoryTables = client.app.state.tables
    tables.kept[path.rpartition("/")[2]].game = table.game
    tables.kept[path.rpartition("/")[2]].info = replace(
        tables.kept[path.rpartition("/")[2]].info,
        seats=tuple(Seat(p, tables.kept[path.rpartition("/")[2]].info.owner) for p in table.game.players),
    )
    assert str(best.runs) in html.unescape(client.get(f"{path}/runs"))
    short = client.get(f"{path}/runs", declared="5: T16.0 S15 R16.0")
    assert "1853 §4.2.3" in short and "data-confirm" not in short


def test_mail_stands_in_the_sums_of_the_runs() -> None:
    table = outside()
    for language, label in (("de", "Postzug 5"), ("en", "Mail by 5")):
        run = plan(scene_of(table.game, ("A", "B", "C"), words(language)))
        (mail,) = run.carried
        assert mail.label.startswith(label) and mail.value > 0
        assert run.income == run.total and run.earned == run.total + mail.value == run.best
        assert [kind for kind, _ in run.forecast] == [
            words(language)("do.pay"),
            words(language)("do.withhold"),
        ]


# -- in a browser ---------------------------------------------------------------------------------


def overtaken(page: Any, route: Any) -> None:
    """Let the answer to an action come after a refresh that a live update has caused: it must find its place."""
    answer = route.fetch()
    page.evaluate("htmx.ajax('GET', location.pathname + '/panels', { target: '#table', swap: 'none' })")
    page.wait_for_timeout(100)  # the refresh has replaced the form
    route.fulfill(response=answer)


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)")
def test_a_loan_being_written_outlasts_those_of_others(browser: Any, base: str) -> None:  # noqa: F811
    anna = Visitor(browser, base, "india-loan", locale="en-GB", viewport={"width": 390, "height": 844})
    anna.start("bots", "1853")
    page = anna.page
    page.locator(".in-loan input[type=number]").fill("250")
    # what a live update does when another's loan comes in
    page.evaluate("htmx.ajax('GET', location.pathname + '/panels', { target: '#table', swap: 'none' })")
    page.locator("#preview [data-confirm]").wait_for()
    assert page.locator(".in-loan input[type=number]").input_value() == "250"
    assert "£250" in page.locator("#preview [data-confirm]").inner_text()
    assert "250" not in page.evaluate("JSON.stringify(sessionStorage)"), (
        "the next at this screen would be offered it"
    )
    anna.confirm()
    anna.done()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine (apt-get install chromium)")
def test_contract_round_and_first_turn_by_clicking(browser: Any, base: str) -> None:  # noqa: F811
    anna = Visitor(browser, base, "india", locale="de-DE", viewport={"width": 1440, "height": 900})
    anna.start("bots", "1853")
    page = anna.page
    amount = page.locator(".in-loan input[type=number]")
    amount.fill("200")
    amount.press("Tab")
    page.locator("#preview [data-confirm]").wait_for()
    anna.confirm()
    while True:
        page.wait_for_selector("#decision.mine")
        if not anna.has(".in-bid"):
            break
        named = page.locator(".in-chip").count()
        assert page.locator(".in-mark").count() == named  # marked on the board for their owner
        pick = page.locator(".in-bid button.choice")
        if not pick.count():
            anna.choose(".foot .choice")
            continue
        pick.first.click()
        page.locator("#preview [data-confirm]").wait_for()
        anna.confirm()
    assert page.locator("#contracts .in-own .in-stop").count() >= 4
    button = page.locator('.in-area[data-company="SIR"]')
    button.hover()
    wanted = set((button.get_attribute("data-light") or "").split())
    lit = page.evaluate("[...document.querySelectorAll('#board .in-lit')].map((g) => g.dataset.hex)")
    assert set(lit) == wanted
    button.click()
    page.locator("#decision h2").hover()
    assert page.locator("#board .in-lit").count() and button.get_attribute("aria-pressed") == "true"
    anna.shoot("area")
    page.keyboard.press("Escape")
    assert not page.locator("#board .in-lit").count()
    anna.left = {"buy": 12}
    for _ in range(40):
        page.wait_for_selector("#decision.mine")
        if anna.decide() in ("track", "runs"):
            break
    else:
        raise AssertionError("no company of Anna's came to its turn")
    anna.shoot("turn")
    page.wait_for_selector("#decision.mine")
    page.route("**/act", lambda route: overtaken(page, route))
    with page.expect_response("**/act") as answer:
        anna.decide()
    answer.value.finished()
    page.wait_for_timeout(200)
    anna.done()
