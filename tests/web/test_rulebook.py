"""Rules to read: every point has its place, tables come from the data, pictures are drawn."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from kursbuch.core import BadInput
from kursbuch.lessons.examples import examples_of
from kursbuch.shelf import family_of, find, shelf
from kursbuch.testing.citations import points_cited
from kursbuch.web.pages.addresses.rules import pictures_of, rules_body
from kursbuch.web.pages.cards.card import Sheet
from kursbuch.web.pages.rulebook import examples
from kursbuch.web.pages.rulebook.reading import drawn, parts_named, reading
from kursbuch.web.pages.rulebook.tables import scene_of, trains
from kursbuch.web.service import NotFound
from kursbuch.words import LANGUAGES, summaries
from kursbuch.words.book import book, shared_out
from kursbuch.words.glossary import Linking, as_markdown, glossary, terms_for
from tests.web.memory import make_app
from tests.web.test_pages import Client

TITLES = shelf()
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("title", TITLES)
def test_every_point_of_a_title_is_in_exactly_one_chapter(title: str) -> None:
    own = book(title)
    assert own is not None, f"{title} has no chapters"
    placed = Counter([p for chapter in own.chapters for p in chapter.points] + list(own.elsewhere))
    assert {p for p, times in placed.items() if times > 1} == set()
    assert set(summaries(title)) - set(placed) == set()
    assert [c.id for c in own.chapters if not c.points and not c.show] == []


@pytest.mark.parametrize("title", TITLES)
def test_what_a_refusal_cites_is_read_on_the_page_of_its_own_title(title: str) -> None:
    own = book(title)
    assert own is not None
    assert points_cited(title) - {p for chapter in own.chapters for p in chapter.points} == set()


@pytest.mark.parametrize("title", TITLES)
def test_what_a_title_leaves_to_another_is_read_there(title: str) -> None:
    own = book(title)
    assert own is not None
    others = [book(other) for other in family_of(title).titles if other != title]
    read = {p for other in others if other for chapter in other.chapters for p in chapter.points}
    assert set(own.elsewhere) <= read


@pytest.mark.parametrize("title", TITLES)
def test_chapters_rulings_and_summary_speak_both_languages(title: str) -> None:
    own = book(title)
    assert own is not None
    said = [text for c in own.chapters for text in (c.name, c.intro)]
    said += [*(ruling.says for ruling in own.rulings), *(revision.says for revision in own.revisions)]
    said += [text for block in own.digest for text in (block.name, *block.lines)]
    assert [text for text in said if not (text.en.strip() and text.de.strip())] == []
    assert own.digest and own.rulings
    assert {p for ruling in own.rulings for p in ruling.points} <= set(summaries(title))
    assert {r.number for r in own.revisions} == set(range(2, find(title).info.revision + 1))


def test_a_more_exact_name_takes_a_point_out_of_another_chapter() -> None:
    points = ["X-1-1", "X-1-2", "X-1.1-1", "X-2-1"]
    assert shared_out(points, [["X-1.*", "X-2"], ["X-1-2"], ["X-1.1"]]) == [
        ("X-1-1", "X-2-1"),
        ("X-1-2",),
        ("X-1.1-1",),
    ]
    with pytest.raises(BadInput, match="X-9"):
        shared_out(points, [["X-9"]])


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_a_place_for_every_point_and_no_two_places_of_a_name(title: str, language: str) -> None:
    body = str(rules_body(title, language))
    ids = Counter(re.findall(r'\bid="([^"]+)"', re.sub(r"<svg.*?</svg>", "", body, flags=re.DOTALL)))
    assert set(summaries(title)) <= set(ids)
    assert {id for id, times in ids.items() if times > 1} == set()
    linked = set(re.findall(r'<a [^>]*href="#([^"]+)"', body))
    assert linked <= set(ids)
    assert "data-ref" not in body, "no card opens on this page"
    assert "&lt;" not in body, "no markup is read as text"
    assert '<th scope="col"></th>' not in body, "what heads a column says something"
    drawings = set(re.findall(r'<g id="(tile-[^"]+)"', body))
    assert {used for used in re.findall(r'<use href="#([^"]+)"', body)} <= drawings


@pytest.mark.parametrize("title", TITLES)
def test_pictures_and_examples_of_the_rules_are_drawn(title: str) -> None:
    own = book(title)
    assert own is not None
    names = pictures_of(title)
    assert "board" in names
    assert any(name.startswith("example-") for name in names), "there is a worked example"
    for name in names:
        assert drawn(title, name, "de", True).startswith(b"<svg")
    shown = [name.partition(" ") for chapter in own.chapters for name in chapter.show]
    wanted = {what for kind, _, what in shown if kind == "example"}
    assert {key for key in wanted if not examples.found(title, key)} == set()


@pytest.mark.parametrize("title", TITLES)
def test_positions_to_try_out_are_linked_from_the_chapter_of_their_rule(title: str) -> None:
    body = str(rules_body(title, "de"))
    assert [e.id for e in examples_of(title) if body.count(f'href="{e.address}"') != 1] == []


def test_a_section_that_a_sentence_names_is_a_link() -> None:
    body = str(rules_body("18do-beer", "en"))
    assert re.search(r'<li id="18DO-6.5.1-17".*?<a href="#18DO-§4.5.6.3">4.5.6.3</a>', body)
    assert '<span id="18DO-§4.5.6.3"></span>' in body


def test_tables_are_read_from_the_box() -> None:
    """A railway title's trains and limits stand in its page as its data has them."""
    for title in TITLES:
        scene = scene_of(title, "en")
        body = str(rules_body(title, "en"))
        if scene.rail is None or not scene.rail.box.starts or not (own := book(title)):
            continue
        shown = {name for c in own.chapters for name in c.show}
        if "players" in shown:
            for start in scene.rail.box.starts.values():
                assert not start.cash or scene.money(start.cash) in body, title
        if "trains" in shown:
            kinds = scene.rail.box.trains.values()
            names = [name for kind in kinds for name in (kind.sides if len(kind.sides) > 1 else [kind.id])]
            assert [name for name in names if f'<span class="train">{name}</span>' not in body] == [], title


@pytest.mark.parametrize("title", TITLES)
def test_no_two_kinds_of_train_go_by_the_same_name_in_a_table(title: str) -> None:
    scene = scene_of(title, "de")
    if scene.rail is not None:
        (sheet,) = (part for part in trains(scene, scene.rail) if isinstance(part, Sheet))
        names = Counter(str(name) for name, _ in sheet.rows)
        assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("title", TITLES)
def test_as_many_trains_are_told_as_lie_in_the_depot_at_the_start(title: str) -> None:
    scene = scene_of(title, "en")
    if scene.rail is not None:
        (sheet,) = (part for part in trains(scene, scene.rail) if isinstance(part, Sheet))
        at = list(sheet.heads).index("Number")
        told = [str(cells[at]) for _, cells in sheet.rows]
        lie = [str(scene.position["depot"].get(kind, 0)) for kind in scene.rail.box.trains]
        assert [pair for pair in zip(told, lie, strict=True) if pair[0] not in ("∞", pair[1])] == []


BY_PLAYERS = [
    ("18do-expert", "trains", ">4<", "7 (3)<br>8 (4)<br>10 (5)"),
    ("18do-beer", "trains", ">4<", "7 (2–3)<br>8 (4)<br>10 (5)"),
    ("18do-expert", "trains", ">8<", "12"),
    ("18do-beer", "companies", "HHW", "Dortmunder Hansabahn (5)"),
    ("1889", "private-prices", "UTF", "Uno-Takamatsu Ferry (4–6)"),
    ("18chesapeake", "companies", "PLE", "20 % + 8 × 10 %"),
    ("1853", "trains", ">1M<", "6"),
]


@pytest.mark.parametrize(("title", "table", "row", "told"), BY_PLAYERS)
def test_what_depends_on_the_number_of_players_is_told_with_it(
    title: str, table: str, row: str, told: str
) -> None:
    (sheet,) = (part for part in parts_named(scene_of(title, "en"), table) if isinstance(part, Sheet))
    (cells,) = ([label, *cells] for label, cells in sheet.rows if row in str(label))
    assert str(cells[0]).endswith(told) or told in map(str, cells)


# -- glossary -------------------------------------------------------------------------------------


def test_terms_have_names_and_meanings_in_both_languages_and_ids_of_their_own() -> None:
    terms = [term for part in glossary() for term in part.terms]
    assert {id for id, times in Counter(t.id for t in terms).items() if times > 1} == set()
    assert [t.id for t in terms if not all((*t.word, *t.means))] == []
    ids = {part.id for part in glossary()}
    assert len(ids) == len(glossary()) and not ids & {t.id for t in terms}


def test_terms_are_linked_once_a_chapter_and_text_is_escaped() -> None:
    link = Linking(terms_for(TITLES[0]), "en", lambda term: f"/glossary#{term.id}")
    once = link("Phases <b> and phases")
    assert str(once).count("/glossary#phase") == 1 and "&lt;b&gt;" in once
    assert "/glossary" not in link("phases")
    link.anew()
    assert "/glossary#phase" in link("phases")


@pytest.mark.parametrize("title", ["18te", "1889", "18do-railway", "1853"])
def test_whoever_leads_a_company_is_explained_by_the_name_a_title_has_for_it(title: str) -> None:
    assert 'href="/glossary#president"' in str(rules_body(title, "de"))


NO_TERM = [
    ("18do-expert", "de", "SEM M (Investor) "),
    ("18do-beer", "en", "private cash plus"),
    ("18do-beer", "en", "buying priority"),
    ("18do-beer", "en", "The alternation stops after"),
    ("18te", "en", "must stop selling"),
    ("1853", "de", "Halten mehrere"),
]


@pytest.mark.parametrize(("title", "language", "text"), NO_TERM)
def test_a_word_that_means_something_else_does_not_lead_to_the_glossary(
    title: str, language: str, text: str
) -> None:
    assert text in str(rules_body(title, language))


def test_a_game_of_its_own_kind_has_words_of_its_own() -> None:
    """A station, a phase, a line of First Train to Nuremberg is not that of 18xx."""
    shared = {term.id for term in glossary()[0].terms}
    for language in LANGUAGES:
        linked = set(re.findall(r'href="/glossary#([^"]+)"', str(rules_body("nuremberg", language))))
        assert {"round-phase", "neutral-station"} <= linked
        assert not linked & shared


@pytest.mark.parametrize("title", TITLES)
def test_links_to_the_glossary_lead_somewhere(title: str) -> None:
    known = {term.id for part in glossary() for term in part.terms}
    for language in LANGUAGES:
        linked = set(re.findall(r'href="/glossary#([^"]+)"', str(rules_body(title, language))))
        assert linked and linked <= known


def test_the_glossary_of_the_documentation_is_written_from_the_same_files() -> None:
    assert (ROOT / "docs/players/glossary.md").read_text("utf-8") == as_markdown(), (
        "run tools/glossary_page.py"
    )


# -- addresses ------------------------------------------------------------------------------------


@pytest.fixture
def client() -> Client:
    return Client(make_app())


def test_rules_are_reached_from_start_page_table_and_shelf(client: Client) -> None:
    title = TITLES[0]
    for address in ("/", "/rules"):
        assert f'href="/rules/{title}"' in client.get(address)
    for address in ("/rules", f"/rules/{title}"):
        assert "/glossary" in client.get(address)
    for address in ("/rules/none", "/rules/none/summary"):
        with pytest.raises(NotFound):
            client.get(address)


def test_refusals_at_the_table_lead_to_their_very_sentence(client: Client) -> None:
    """What the pages of new tables say is not possible now."""
    cited = set()
    for title in TITLES:
        fields = {"title": title, "mode": "hotseat", "count": str(find(title).info.players[-1])}
        table = client.ask("POST", "/new", data=fields).headers["location"]
        found = set(re.findall(rf'href="/rules/{title}#([^"]+)"', client.get(table)))
        page = client.get(f"/rules/{title}") if found else ""
        assert [point for point in found if f'<li id="{point}"' not in page] == [], title
        cited |= found
    assert cited, "some table tells why something is not possible"


def test_pictures_are_kept_by_browsers(client: Client) -> None:
    address = f"/rules/{TITLES[0]}/picture/board/en/light.svg"
    found = client.ask("GET", address)
    assert found.headers["content-type"] == "image/svg+xml" and "max-age" in found.headers["cache-control"]
    again = client.ask("GET", address, headers={"if-none-match": found.headers["etag"]})
    assert again.status_code == 304
    for wrong in ("nothing/en/light", "board/xx/light", "board/en/grey"):
        assert client.ask("GET", f"/rules/{TITLES[0]}/picture/{wrong}.svg").status_code == 404


def test_a_page_is_put_together_once() -> None:
    assert rules_body(TITLES[0], "de") is rules_body(TITLES[0], "de")


def test_reading_a_title_without_chapters_shows_its_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.pages.rulebook.reading.book", lambda title: None)
    read = reading(TITLES[0], "en")
    assert sum(len(chapter.lines) for chapter in read.chapters) == len(summaries(TITLES[0]))
