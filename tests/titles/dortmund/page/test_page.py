"""The table page of 18DO: every choice has a control, nothing shows as a raw key, in both languages."""

from __future__ import annotations

import ast
import html
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import kursbuch
from kursbuch.core import Action, Game
from kursbuch.rail.actions import Lay, Station
from kursbuch.shelf import find
from kursbuch.titles.dortmund.page.railway.panels import beer, breweries, display, links
from kursbuch.titles.dortmund.page.railway.runs import Load
from kursbuch.titles.dortmund.railway.actions import BidFor, Carry, Connect
from kursbuch.web.pages.decision import decision
from kursbuch.web.pages.depot import depot
from kursbuch.web.pages.log import entries
from kursbuch.web.pages.matrix import matrix
from kursbuch.web.pages.pictures import board
from kursbuch.web.pages.preview import preview
from kursbuch.web.pages.runs import declared, plan
from kursbuch.web.pages.table import scene_of
from kursbuch.web.pages.track import why_no_station, why_nothing
from kursbuch.words import own_words, words
from kursbuch.words.catalogue import entries as catalogue
from tests.titles.dortmund.railway.test_paper import harbour
from tests.web.memory import make_app
from tests.web.test_pages import Client
from tests.web.test_pages_words import fields, refusals

LANGUAGES = ("de", "en")
LOK = re.compile(r"\bLok(?:s|kauf|limit|fabrik)?\b")  # a train is a Zug in this game
RAW = re.compile(r"\b[a-z]+(?:[_-][a-z]+)+\b|\{\w+\}|18do-|\b(?:starting|handover|cards|surplus)\b(?! round)")


def shown(markup: object) -> str:
    return html.unescape(re.sub(r"<[^>]+>", " ", str(markup)))


def busy(legal: list[Action], rng: random.Random) -> Action:
    """Mostly what brings a game forward, so that random games see late phases."""
    names = ("Buy", "Lay", "Station", "BuyTrain", "Connect", "Carry", "Pay", "Flip")
    wanted = [a for a in legal if type(a).__name__ in names]
    return rng.choice(wanted if wanted and rng.random() < 0.75 else legal).sample(rng)


def walk(game: Game, seed: int, most: int = 900) -> Iterator[str]:
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


@pytest.mark.parametrize("title, count", [("18do-railway", 2), ("18do-railway", 4), ("18do-intro", 3)])
def test_every_choice_is_named_in_both_languages(title: str, count: int) -> None:
    options = {"card_offers": True} if count == 2 else {}
    game = kursbuch.new_game(title, count, seed=count, options=options)
    positions = 0
    for _ in walk(game, count):
        positions += 1
        for language in LANGUAGES:
            scene = scene_of(game, game.players, words(language))
            now, kind = decision(scene), scene.kind
            for prefix in ("step", "hint"):
                assert scene.words.has(scene.key(prefix, kind)) or now.hint, (prefix, kind)
            legal = game.legal_actions(scene.deciding[0])
            told = {str(c.action) for group in now.groups for c in group.choices if c.action}
            lays = {"Lay"}  # are chosen on the board
            listed = {
                str(a.at(a.span.lo)) if a.span else str(a) for a in legal if type(a).__name__ not in lays
            }
            assert listed <= told
            texts = [now.title, now.hint, *(chip.label for chip in now.chips)]
            for group in now.groups:
                texts.append(group.title)
                for row in group.rows:
                    texts += [
                        row.lead,
                        row.note,
                        *(c.label for c in row.choices),
                        *(c.sub for c in row.choices),
                    ]
            texts += [part for r in now.refused for part in (r.label, r.reason)]
            for action in {type(a): a for a in legal}.values():
                seen = preview(scene, action.at(action.span.lo) if action.span else action)
                texts += [seen.label, *seen.notes]
            for text in map(shown, texts):
                assert not RAW.search(text), (language, text)
                assert not LOK.search(text), text
            names = [shown(line.name) for line in matrix(scene).facts]
            assert not LOK.search(" ".join(names)) and not LOK.search(shown(depot(scene).next))
            for panel in (breweries, links, beer) if title == "18do-railway" else (display, links):
                panel(scene)
    assert positions > (15 if title == "18do-railway" else 5)
    for language in LANGUAGES:
        scene = scene_of(game, game.players, words(language))
        for entry in entries(scene, last=len(game.actions) + 1):
            for _, line in entry.lines:
                assert not RAW.search(shown(line)) and "…" not in line, (language, line)


def noted(folder: Path) -> set[str]:
    """The keys of all events of the files in a folder."""
    found = set()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "note" and node.args:
                key = node.args[0]
                if isinstance(key, ast.Constant) and isinstance(key.value, str):
                    found.add(key.value)
    return found


def test_every_event_has_a_sentence_and_every_refusal_is_german() -> None:
    folder = Path(kursbuch.__file__).parent / "titles/dortmund"
    german = own_words("de", "18do-railway")
    for game, title in (("railway", "18do-railway"), ("intro", "18do-intro")):
        for said in (own_words(language, title) for language in LANGUAGES):
            for event in noted(folder / game) - {"seats"}:
                assert said.has(f"event.{event}") or said.has(f"event.{title}.{event}"), event
        assert {m for m in refusals(f"titles/dortmund/{game}") if not german.has(m)} == set()
    for title in ("18do-railway", "18do-intro"):
        info = find(title).info
        assert all(german.has(text) for text in (*info.reconstructed, *(o.summary for o in info.options)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_panels_stand_on_the_page(language: str) -> None:
    client = Client(make_app(), language)
    path, game = client.new("18do-railway", count="3")
    page = client.get(path)
    for part in ("breweries", "links", "beer"):
        assert f'id="{part}"' in page
    assert "dortmund/railway.css" in page and page.count('class="do-box"') == 12
    bid = game.legal_actions()[0]
    assert isinstance(bid, BidFor)
    client.post(f"{path}/act", action=str(bid), moves="0")
    assert f'do-box bid">{bid.price} {bid.actor}' in client.get(f"{path}/panels")
    path, _ = client.new("18do-intro", count="3")
    page = client.get(path)
    assert 'id="display"' in page and 'id="links"' in page and 'id="breweries"' not in page
    assert words(language)("Cash") not in page.split('id="matrix"')[1].split("</section>")[0]


def late_game(until: Callable[[Game, list[Action]], bool]) -> Game:
    """A busy random game, up to a position with what is looked for."""
    for seed in range(20):
        game, rng = kursbuch.new_game("18do-railway", 3, seed=seed), random.Random(seed)
        while not game.over:
            legal = game.legal_actions()
            if until(game, legal):
                return game
            game.apply(busy(legal, rng))
    raise AssertionError("not found")


def test_links_and_beer_are_counted_as_the_position_has_them() -> None:
    game = late_game(lambda game, legal: len(getattr(game.state, "links", ())) > 8)
    scene = scene_of(game, game.players, words("en"))
    seen, position = links(scene), scene.position
    counted = {(site.name, value): n for site in seen.sites for value, n, _ in site.counts}
    for kind, name in (("coal", "Mines"), ("steel", "Steel mills")):
        for value in (10, 20, 30):
            there = [link for link in position["links"] if (link["site"], link["value"]) == (kind, value)]
            assert counted[name, str(value)] == len(there)
    assert len(seen.yards) == 3 and all(reach.total for reach in seen.reaches)
    assert beer(scene).supply == position["beer"]
    cubes = sum(card["cubes"] for card in position["breweries"].values())
    assert sum(cellar.cubes for cellar in beer(scene).cellars) == cubes > 0


def test_beer_is_offered_with_what_it_earns_and_the_best_runs_are_drawn() -> None:
    game = late_game(lambda game, legal: any(isinstance(a, Carry) for a in legal))
    best = next(a for a in game.legal_actions() if isinstance(a, Carry))
    for language, start in (("de", " × Bier"), ("en", " × beer")):
        scene = scene_of(game, game.players, words(language))
        now = decision(scene)
        group = next(group for group in now.groups if group.layout == "runs")
        assert group.choices[0].action == str(best)
        assert shown(group.choices[0].label) == f"{best.loads.total}{start}"
        assert shown(group.choices[-1].label) in ("ohne Bier", "no beer")
        assert now.drawn == best.runs and now.run is not None and now.run.cargo is not None
        assert now.run.earned == now.run.best and now.run.why_not is None
        assert sum(leg.value for leg in now.run.legs) == now.run.total
        assert f"{now.run.best}" in shown(group.choices[0].sub).replace(".", "").replace(",", "")


def test_the_beer_of_each_run_is_changed_cube_by_cube() -> None:
    game = late_game(lambda game, legal: any(isinstance(a, Carry) and a.loads.total > 1 for a in legal))
    scene = scene_of(game, game.players, words("en"))
    best = plan(scene)
    assert best.cargo is not None
    (number, load), *_ = best.cargo.legs.items()
    assert isinstance(load, Load) and load.cubes <= load.room
    less = plan(scene, best.runs, number, cargo=load.less)
    assert less.cargo is not None and less.why_not is None
    assert less.earned < less.best == best.earned  # so a better run is pointed out
    after = less.cargo.legs[number]
    assert isinstance(after, Load) and after.cubes == load.cubes - 1
    assert plan(scene, best.runs, number, cargo=after.more).earned == best.earned
    action = declared(scene, less)
    assert isinstance(action, Carry) and game.why_not(action) is None
    too_much = str(best.cargo.text).replace(f"{load.cubes} to", f"{load.room + 5} to", 1)
    refused = plan(scene, best.runs, number, cargo=too_much).why_not
    assert refused is not None and refused.section.startswith("18DO §4.")


def test_sums_say_how_links_and_yards_add_up_and_the_board_shows_the_links() -> None:
    game = late_game(lambda game, legal: any(isinstance(a, Carry) for a in legal))
    scene = scene_of(game, game.players, words("de"))
    sums = [(value, sum) for leg in plan(scene).legs for _, value, sum in leg.stops if sum]
    assert sums
    for value, sum in sums:
        printed, more = map(int, sum.split("+"))
        assert printed + more == value
    made = scene.position["links"]
    assert str(board(scene)).count('class="kb-mark"') == len(made) > 0


@pytest.mark.parametrize("title", ["18do-intro", "18do-railway"])
def test_a_hex_says_why_nothing_can_be_built_there(title: str) -> None:
    game, rng = kursbuch.new_game(title, 3, seed=1), random.Random(1)
    told = {"lay": 0, "other": 0}
    for _ in range(80):
        scene = scene_of(game, game.players, words("de"))
        assert scene.rail is not None
        legal = game.legal_actions()
        open_ = {a.hex for a in legal if isinstance(a, Lay | Station | Connect)}
        closed = [hex for hex in scene.rail.board.faces if hex not in open_]
        if scene.step == "lay":
            assert all(why_nothing(scene, scene.rail, hex) for hex in closed)
            told["lay"] += 1
        elif scene.step in ("station", "connect"):
            assert all(why_no_station(scene, scene.rail, hex) for hex in closed)
            told["other"] += 1
        game.apply(busy(legal, rng))
    assert all(told.values()), told


@pytest.mark.parametrize("language", LANGUAGES)
def test_certificates_are_chosen_by_their_sizes(language: str) -> None:
    """DHB: its director A and B have 20 + 10 + 10 each. A may keep the big one; B chooses what to give."""
    game = harbour("ABBBAA--").game
    now = decision(scene_of(game, game.players, words(language)))
    (named,) = [group for group in now.groups if group.kind == "sell_paper"]
    assert [(c.action, c.label) for c in named.choices] == [("A sells 10+10 DHB", "10 % + 10 %")]
    game.apply("A sells 20 DHB")
    scene = scene_of(game, game.players, words(language))
    now = decision(scene)
    assert (
        now.title
        == {"de": "Tausch gegen die Direktoraktie", "en": "Exchange of the director's certificate"}[language]
    )
    assert [c.action for group in now.groups for c in group.choices] == [
        "B hands over 20 DHB",
        "B hands over 10+10 DHB",
    ]
    game.apply("B hands over 10+10 DHB")
    scene = scene_of(game, game.players, words(language))
    told = " ".join(shown(line) for entry in entries(scene, last=3) for _, line in entry.lines)
    assert "10+10 %" in told and not RAW.search(told)
    titles = [cell.title for line in matrix(scene).players for cell in line.cells]
    assert any("20 % + 20 %" in title for title in titles) and "10 % + 10 %" in titles


def test_18do_speaks_of_trains_as_its_rulebook_does() -> None:
    own = own_words("de", "18do-railway")
    common = words("de").messages
    changed = [key for key in own.messages if own.messages[key] != common.get(key)]
    assert len(changed) > 40
    for key in changed:
        assert fields(own.messages[key]) <= fields(words("en").messages.get(key, key)), key
    for entry in catalogue("kursbuch.titles.dortmund.words", "de"):
        if not entry.context:
            assert not LOK.search(own(entry.id)), entry.id
