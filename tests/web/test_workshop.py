"""The workshop by HTTP: blocks set, confirmed, undone, exported; tables on editions; what owners say together."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from typing import Any

import httpx
import pytest

from kursbuch.editions.box import built_in
from kursbuch.editions.changing import block_of, new_edition
from kursbuch.editions.comparing import differences
from kursbuch.editions.fitting import check_fits
from kursbuch.editions.reading import edition_of_text
from kursbuch.editions.sources import block_paths, title_of
from kursbuch.rail.vocabulary import FREE
from kursbuch.shelf import families, family_of
from kursbuch.web.workshop.forms import Field, fields_of, read_form, shape_at
from kursbuch.web.workshop.pictures import block_picture
from kursbuch.web.workshop.tongue import DATA, ReadersTongue
from kursbuch.web.workshop.trials import Stopped, Trial, Trials, _run
from kursbuch.words import own_words
from tests.web.backend import serving, sqlite
from tests.web.test_german import english_in

BY_HAND = """
[edition]
title = "18te"

[board.hexes.D6]
source = { kind = "box", by = "Anna", note = "seen" }
cost = 60

[tiles.tiles.57]
source = { kind = "box" }

[game]
source = { kind = "box" }
bank = 5000
"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("workshop"))) as address:
        yield address


class Owner(httpx.Client):
    """Somebody with a browser."""

    def __init__(self, url: str, language: str = "en") -> None:
        super().__init__(
            base_url=url,
            headers={"Accept": "text/html"},
            follow_redirects=True,
            timeout=60,
            cookies={"kb_language": language},
        )

    def token(self) -> str:
        found = re.search(r'name="csrf" value="([^"]+)"', self.get("/account/sign-in").text)
        assert found
        return found[1]

    def submit(self, path: str, **fields: str) -> httpx.Response:
        return self.post(path, data={"csrf": self.token(), **fields})

    def sign_up(self, name: str) -> None:
        self.submit("/account/sign-up", name=name, password="correct horse", next="/")

    def form(self, title: str, at: str) -> dict[str, str]:
        """The fields of a block, as its form has them."""
        family = family_of(title)
        path = tuple(at.split(".", 2))
        block = block_of(built_in(family), path)
        return {f"f:{name}": text for name, text in flat(fields_of(shape_at(family, path), block)).items()}

    def bring(self, text: str) -> httpx.Response:
        """Import an edition of 18TE."""
        file = {"file": ("edition.toml", text.encode())}
        return self.post("/workshop/18te/import", data={"csrf": self.token()}, files=file)

    def edition(self, title: str) -> str:
        return self.get(f"/workshop/{title}/edition.toml").text


def flat(fields: list[Field] | tuple[Field, ...]) -> dict[str, str]:
    """What a browser would send."""
    out: dict[str, str] = {}
    for field in fields:
        if field.kind == "rows":
            for row in field.rows:
                if row.there:
                    out |= {row.name: "on", **flat(row.inside)}
        elif field.kind == "table":
            out |= flat(field.inside)
        elif field.value:
            out[field.name] = field.value
    return out


def every(fields: list[Field] | tuple[Field, ...]) -> Iterator[Field]:
    """All fields of a form, those inside others as well."""
    for field in fields:
        yield field
        yield from every((*field.inside, *field.rows))


@pytest.mark.parametrize("language", ["", "en", "de"])
@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_block_of_every_box_goes_through_its_form_unchanged(family, language: str) -> None:
    data, tongue = built_in(family), DATA
    if language:
        tongue = ReadersTongue(family, None, own_words(language, title_of(family)))
    for path in block_paths(family, data):
        block, shape = deepcopy(block_of(data, path)), shape_at(family, path)  # the box itself is shared
        read = read_form(shape, block, flat(fields_of(shape, block, tongue=tongue)), tongue)
        for table in (block, *(one for one in block.values() if isinstance(one, dict))):
            table.pop("source", None)
        assert read == block, path


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_german_forms_say_words_of_the_game_in_german(family) -> None:
    """Whatever a form shows or offers; names of blocks are the same in all languages."""
    title, data = title_of(family), built_in(family)
    words = own_words("de", title)
    tongue, english = ReadersTongue(family, None, words), set()
    for path in block_paths(family, data):
        block, shape = block_of(data, path), shape_at(family, path)
        fields = [field for field in every(fields_of(shape, block, tongue=tongue)) if field.label not in FREE]
        said = [field.value for field in fields if field.kind not in ("choice", "yes")]  # those are not shown
        said += [called for field in fields for _, called in field.choices]
        english |= {text for text in said if english_in(f"<p>{text}</p>")}
    assert english == set()


def test_what_is_typed_in_german_is_stored_in_the_words_of_the_data(url: str) -> None:
    with Owner(url, "de") as gerda:
        hex = gerda.get("/workshop/1853/block?at=board.hexes.F14").text
        assert 'value="Heimat EIR' in hex or "Heimat" in hex
        told = {"f:terrain": "Gebirge", "f:cost": "70", "f:city.0": "on", "f:city.0.slots": "Heimat TWE"}
        gerda.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **told)
        block = edition_of_text(gerda.edition("18te")).files["board"]["hexes"]["D6"]
        assert (block["cost"], block["city"]) == (70, [{"slots": ["home TWE"]}])
        assert "terrain" not in block  # it is as it was: mountain
        gerda.submit("/workshop/18te/set", at="trains.phases.2", source="box", **{"f:tiles": "Gelb, green"})
        phase = edition_of_text(gerda.edition("18te")).files["trains"]["phases"]["2"]
        assert phase["tiles"] == ["yellow", "green"]


def test_a_word_that_nobody_knows_is_told_in_german_with_those_that_are_known(url: str) -> None:
    with Owner(url, "de") as gerda:
        fields = gerda.form("18te", "trains.phases.2") | {"f:tiles": "gelb, blau"}
        told = gerda.submit("/workshop/18te/preview", at="trains.phases.2", **fields).text
        assert "ist keines von gelb, grün, braun, grau" in told


def test_owners_are_compared_in_the_readers_words(url: str) -> None:
    with Owner(url, "de") as gerda:
        told = gerda.form("18te", "board.hexes.D6") | {"f:terrain": "hills"}
        gerda.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **told)
        page = gerda.get("/workshop/18te/compare").text
        assert "<td>Gebirge</td><td>Hügel</td>" in page


def test_an_edition_made_on_the_page_equals_one_written_by_hand(url: str) -> None:
    with Owner(url) as anna:
        fields = anna.form("18te", "board.hexes.D6") | {"f:cost": "60", "note": "seen", "by": "Anna"}
        assert (
            anna.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields).status_code == 200
        )
        anna.submit(
            "/workshop/18te/set", at="tiles.tiles.57", exactly="yes", **anna.form("18te", "tiles.tiles.57")
        )
        bank = anna.form("18te", "game") | {"f:bank": "5000"}
        page = anna.submit("/workshop/18te/set", at="game", source="box", **bank).text
        made, written = (edition_of_text(text) for text in (anna.edition("18te"), BY_HAND))
        assert made.files == written.files
        assert 'class="sure-box" href="?at=board.hexes.D6#block"' in page
        assert "data: 2" in page


def test_changes_are_undone_and_put_back(url: str) -> None:
    with Owner(url) as ben:
        first = ben.edition("18te")
        fields = ben.form("18te", "board.hexes.D6")
        ben.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields | {"f:cost": "60"})
        ben.submit(
            "/workshop/18te/set",
            at="board.hexes.E7",
            source="box",
            **ben.form("18te", "board.hexes.E7") | {"f:cost": "70"},
        )
        assert "70" in ben.edition("18te")
        ben.submit("/workshop/18te/undo")
        assert "70" not in ben.edition("18te") and "60" in ben.edition("18te")
        ben.submit("/workshop/18te/redo")
        assert "70" in ben.edition("18te")
        ben.submit("/workshop/18te/redo")  # there is nothing more
        assert "70" in ben.edition("18te")
        ben.submit("/workshop/18te/undo")
        ben.submit("/workshop/18te/put-back", at="board.hexes.D6")
        assert ben.edition("18te") == first


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("f:cost", "abc", "eine ganze Zahl"),
        ("f:cost", "-5", "eine Zahl von 0"),
        ("f:track", "x-y", "ist kein Gleis"),
        ("f:city.0.edges", "1, 8", "ist keine Seite"),
    ],
)
def test_a_wrong_value_is_told_at_its_field_while_it_is_typed(
    url: str, field: str, value: str, said: str
) -> None:
    with Owner(url, "de") as clara:
        fields = clara.form("18te", "board.hexes.D6") | {field: value}
        shown = clara.submit("/workshop/18te/preview", at="board.hexes.D6", **fields)
        told = re.search(r'class="wrong"[^>]*data-field="([^"]*)".*?<span>(.*?)</span>', shown.text, re.S)
        assert told and told[1] == field.removeprefix("f:") and said in told[2]
        if field == "f:cost":
            refused = clara.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields)
            assert refused.status_code == 400 and re.search(
                rf'class="told wrong"[^>]*>[^<]*{said}', refused.text
            )
            assert f'value="{value}"' in refused.text  # what was typed is still there
        assert "board.hexes" not in clara.edition("18te")


def test_what_is_written_into_a_block_is_drawn_escaped(url: str) -> None:
    evil = "<script>alert(1)</script>"
    with Owner(url) as eve:
        fields = eve.form("18te", "board.hexes.D6") | {"f:name": evil, "note": evil, "by": evil}
        page = eve.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields).text
        assert evil not in page and "&lt;script&gt;" in page
        assert evil not in eve.get("/workshop/18te/compare").text


def test_a_file_is_brought_and_a_bad_one_refused(url: str) -> None:
    with Owner(url) as dora:
        good = dora.post(
            "/workshop/18te/import", data={"csrf": dora.token()}, files={"file": ("e.toml", BY_HAND.encode())}
        )
        assert good.status_code == 200
        assert edition_of_text(dora.edition("18te")).files["game"]["bank"] == 5000
        for text, said in (
            (BY_HAND[:40], "edition"),
            (BY_HAND.replace("cost", "kosten"), "Board › D6 › kosten"),
        ):
            bad = dora.post(
                "/workshop/18te/import",
                data={"csrf": dora.token()},
                files={"file": ("e.toml", text.encode())},
            )
            assert bad.status_code == 400 and said in bad.text
        assert edition_of_text(dora.edition("18te")).files["game"]["bank"] == 5000


def test_a_table_is_set_up_with_the_edition_and_says_so(url: str) -> None:
    with Owner(url) as emil:
        emil.post(
            "/workshop/18te/import", data={"csrf": emil.token()}, files={"file": ("e.toml", BY_HAND.encode())}
        )
        emil.submit("/workshop/18te/name", name="Emil's box", by="Emil")
        assert 'name="edition"' in emil.get("/").text
        table = emil.submit("/new", title="18te", mode="hotseat", count="2", edition="mine")
        assert "Emil&#39;s box" in table.text
        plain = emil.submit("/new", title="18te", mode="hotseat", count="2")
        assert "Emil&#39;s box" not in plain.text
        wrong = emil.submit("/new", title="18te", mode="hotseat", count="2", edition="999999")
        assert wrong.status_code == 400


def test_what_the_edition_of_a_table_changes_is_listed_at_the_table(url: str) -> None:
    with Owner(url) as emil, Owner(url) as eve:
        emil.post(
            "/workshop/18te/import", data={"csrf": emil.token()}, files={"file": ("e.toml", BY_HAND.encode())}
        )
        table = emil.submit("/new", title="18te", mode="hotseat", count="2", edition="mine")
        chip = re.search(r'<a class="pill" href="(/table/[^/"]+/edition)"', table.text)
        assert chip
        page = emil.get(chip[1])
        assert page.status_code == 200 and "5000" in page.text and "Money and limits › bank" in page.text
        assert eve.get(chip[1]).status_code == 403  # a table of others
        plain = emil.submit("/new", title="18te", mode="hotseat", count="2")
        assert "/edition" not in plain.text
        assert emil.get(f"{plain.url.path}/edition").status_code == 404


def test_who_has_published_is_chosen_by_name_and_their_number_is_not_shown(url: str) -> None:
    with Owner(url) as publisher, Owner(url) as other:
        publisher.sign_up("Olga mine")
        fields = publisher.form("1853", "game") | {"f:bank": "9001"}
        publisher.submit("/workshop/1853/set", at="game", source="box", **fields)
        table = {"title": "1853", "mode": "hotseat", "count": "3", "edition": "by:Olga mine"}
        assert other.submit("/new", **table).status_code == 400  # not published yet
        publisher.submit("/workshop/1853/publish", published="yes")
        pages = [other.get(path).text for path in ("/", "/workshop/1853", "/workshop/1853/compare")]
        assert 'value="by:Olga mine"' in pages[0] and all("?other=Olga%20mine" in page for page in pages[1:])
        choices = re.findall(r'name="edition">(.*?)</select>', pages[0], re.DOTALL)
        assert choices and not re.search(r'value="\d', "".join(choices))
        assert not re.search(r"other=\d", "".join(pages))
        assert other.submit("/new", **table).status_code == 200
        assert other.submit("/new", **table | {"edition": "by:Nobody"}).status_code == 400


def test_three_owners_confirm_and_others_are_heard(url: str) -> None:
    with ExitStack() as stack:
        owners = [stack.enter_context(Owner(url)) for _ in range(4)]
        for number, owner in enumerate(owners):
            owner.sign_up(f"Owner {number}")
            fields = owner.form("1889", "game") | ({"f:bank": "9000"} if number == 3 else {})
            owner.submit("/workshop/1889/set", at="game", source="box", **fields)
            assert owner.submit("/workshop/1889/publish", published="yes").status_code == 200
        page = owners[0].get("/workshop/1889?at=game").text
        assert "Owner 0, Owner 1, Owner 2 – confirmed</th>" in page
        assert re.search(r"<td>7000</td>\s*<td>7000</td>\s*<td>9000</td>", page)  # here, and side by side
        assert "1 of 136 parts of the box confirmed" in owners[0].get("/").text
        stranger = stack.enter_context(Owner(url))
        plain = stranger.get("/workshop/1889?at=game").text
        assert re.search(r'class="sure-box"[^>]*data-at="game"', plain)  # also for who has no edition
        agreed = edition_of_text(stranger.get("/workshop/1889/agreed.toml").text).files
        assert agreed["game"] == {"source": {"kind": "box", "by": "Owner 0, Owner 1, Owner 2"}}
        assert "/workshop/1889/agreed.toml" in plain
        compared = owners[0].get("/workshop/1889/compare")
        assert '?other=Owner%203">edition of Owner 3' in compared.text
        assert "9000" in owners[0].get("/workshop/1889/compare?other=Owner%203").text
        guest = stack.enter_context(Owner(url))
        guest.submit("/workshop/1889/set", at="game", source="box", **guest.form("1889", "game"))
        assert guest.submit("/workshop/1889/publish", published="yes").status_code == 400
        assert (
            guest.submit("/new", title="1889", mode="hotseat", count="2", edition="by:Owner 3").status_code
            == 200
        )


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_the_german_workshop_has_no_english_word(url: str, family) -> None:
    title = title_of(family)
    with Owner(url, "de") as gerda:
        found = dict.fromkeys(english_in(gerda.get(f"/workshop/{title}").text), "page")
        seen = set()
        for path in block_paths(family, built_in(family)):
            if path[:2] not in seen:
                seen.add(path[:2])
                text = gerda.get(f"/workshop/{title}/block", params={"at": ".".join(path)}).text
                found |= dict.fromkeys(english_in(text), ".".join(path))
        assert found == {}


def test_blocks_are_added_and_taken_out(url: str) -> None:
    with Owner(url) as frida:
        page = frida.submit("/workshop/18te/add", at="board.borders.B6 A7", name="D6 D8").text
        assert "D6 D8" in page
        assert edition_of_text(frida.edition("18te")).files["board"]["borders"]["D6 D8"]["cost"] == 30
        assert frida.submit("/workshop/18te/add", at="board.borders.B6 A7", name="D6 D8").status_code == 400
        frida.submit("/workshop/18te/take-out", at="board.hexes.C1")
        assert edition_of_text(frida.edition("18te")).files["board"]["hexes"]["C1"] == {"gone": True}
        begun = frida.submit("/new", title="18te", mode="hotseat", count="2", edition="mine")
        table = frida.get(f"{begun.url.path}/panels").text
        assert 'data-hex="C1"' not in table and 'data-hex="C3"' in table
        frida.submit("/workshop/18te/put-back", at="board.hexes.C1")
        frida.submit("/workshop/18te/take-out", at="board.borders.D6 D8")
        assert "board" not in edition_of_text(frida.edition("18te")).files
        assert 'data-hex="C1"' in frida.get("/workshop/18te?at=market").text
        assert "kb-market" in frida.get("/workshop/18te?at=market").text


def test_a_border_is_set_where_there_was_none(url: str) -> None:
    with Owner(url) as anna:
        hex = anna.get("/workshop/18te/block?at=board.hexes.D6").text
        assert 'data-border="board.borders.D6 D8"' in hex
        assert 'data-border=""' in anna.get("/workshop/18te/block?at=board.hexes.C1").text  # the board's rim
        form = anna.get("/workshop/18te/block?at=board.borders.D6 D8")
        assert form.status_code == 200 and "not there yet" in form.text
        for nowhere in ("D6 D10", "D6 Z9", "D6"):
            assert anna.get(f"/workshop/18te/block?at=board.borders.{nowhere}").status_code == 404
        said = {"at": "board.borders.D6 D8", "f:kind": "river", "f:cost": "40", "source": "box"}
        assert anna.submit("/workshop/18te/set", **said).status_code == 200
        files = edition_of_text(anna.edition("18te")).files
        assert files["board"]["borders"]["D6 D8"] == {
            "source": {"kind": "box"},
            "kind": "river",
            "cost": 40,
        }
        assert 'data-border="board.borders.D6 D8"' in anna.get("/workshop/18te/block?at=board.hexes.D8").text


def test_a_border_is_set_on_a_board_that_has_none(url: str) -> None:
    with Owner(url) as anna:
        assert 'data-border="board.borders.B5 B7"' in anna.get("/workshop/1889/block?at=board.hexes.B5").text
        said = {"at": "board.borders.B5 B7", "f:kind": "wall", "source": "box"}
        assert anna.submit("/workshop/1889/set", **said).status_code == 200
        border = edition_of_text(anna.edition("1889")).files["board"]["borders"]["B5 B7"]
        assert border == {"source": {"kind": "box"}, "kind": "wall"}
        assert "kb-wall" in anna.get("/workshop/1889").text
        assert "track leads into the wall to B5" in anna.get("/workshop/1889").text
        anna.submit("/workshop/1889/put-back", at="board.borders.B5 B7")
        assert (
            "kb-wall"
            not in anna.get("/workshop/1889").text.partition("board-stage")[2].partition("</style>")[2]
        )


def test_the_points_that_speak_of_a_figure_stand_beside_it(url: str) -> None:
    with Owner(url, "de") as anna:
        block = anna.get("/workshop/18te/block?at=companies.companies.KHS").text
        naming, _, others = block.partition("<summary>18TE")
        assert 'href="/rules/18te#18TE-3.6-1"' in naming and "Osnabrück" in naming
        assert 'href="/rules/18te#18TE-3.6-2"' not in naming  # it speaks of another company
        assert " §3.6" in others and 'href="/rules/18te#18TE-3.6-2"' in others


def test_the_whole_box_is_exported_as_one_file(url: str) -> None:
    with Owner(url) as anna:
        assert anna.bring(BY_HAND).status_code == 200
        whole = edition_of_text(anna.get("/workshop/18te/whole.toml").text)
        family = family_of("18te")
        assert differences(family, edition_of_text(BY_HAND), whole) == []
        assert whole.files["market"]["rows"] == built_in(family)["market"]["rows"]


def test_one_edition_is_tried_out_at_a_time_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.workshop.trials.LONGEST", 0.01)
    one, other = (edition_of_text(f'[edition]\ntitle = "18te"\nname = "{name}"\n') for name in "AB")

    async def run() -> None:
        trials = Trials()
        assert trials.start(one) and trials.start(one) and not trials.start(other)
        assert trials.of(other) is None
        while not (found := trials.of(one)).over:  # type: ignore[union-attr]
            await asyncio.sleep(0.01)
        assert found is not None and found.late
        await trials.stop()

    asyncio.run(run())


def test_an_edition_is_tried_out_to_the_end_beside_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kursbuch.web.workshop.trials.GAMES", 1)
    own = edition_of_text('[edition]\ntitle = "nuremberg"\n')

    async def run() -> None:
        trials = Trials()
        assert trials.start(own)
        while not (found := trials.of(own)).over:  # type: ignore[union-attr]
            await asyncio.sleep(0.02)
        assert found is not None and (found.played, found.faults, found.late) == (1, [], False)
        assert found.actions > 20

    asyncio.run(run())


def test_a_trial_is_broken_off_by_who_began_it(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setattr("kursbuch.web.workshop.trials.PROGRAM", "import time; time.sleep(60)")
    with Owner(url) as anna:
        assert anna.bring(BY_HAND).status_code == 200
        assert "Stop trying it out" in anna.submit("/workshop/18te/trial").text
        stopped = anna.submit("/workshop/18te/trial/stop").text
        assert "broken off" in stopped and "Stop trying it out" not in stopped
        assert "Stop trying it out" in anna.submit("/workshop/18te/trial").text  # and another can begin
        anna.submit("/workshop/18te/trial/stop")


def test_a_game_that_stops_is_told_in_words(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    stopped = Trial(12, 2, 90, [Stopped(2, 80, False), Stopped(3, 10, True)], over=True)
    monkeypatch.setattr(Trials, "of", lambda trials, edition: stopped)
    with Owner(url, "de") as anna:
        assert anna.bring(BY_HAND).status_code == 200
        german = anna.get("/workshop/18te/trial").text
        assert "mit 2 Personen bleibt eine Partie nach 80 Zügen stehen" in german
        assert "mit 3 Personen hat eine Partie kein Ende" in german


def test_a_trial_that_is_broken_off_leaves_no_program_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    begun = []
    create = asyncio.create_subprocess_exec

    async def noted(*command: str, **how: Any) -> asyncio.subprocess.Process:
        begun.append(await create(*command, **how))
        return begun[-1]

    async def run() -> None:
        monkeypatch.setattr("kursbuch.web.workshop.trials.LONGEST", 0.1)
        monkeypatch.setattr("kursbuch.web.workshop.trials.PROGRAM", "import time; time.sleep(60)")
        monkeypatch.setattr(asyncio, "create_subprocess_exec", noted)
        await _run("", Trial(1))
        assert begun[0].returncode is not None

    asyncio.run(run())


def test_what_python_says_of_a_trial_stays_in_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    line = {"number": 0, "players": 3, "actions": 7, "fault": "KeyError: 'D6'"}

    async def run() -> Trial:
        trial = Trial(1)
        monkeypatch.setattr("kursbuch.web.workshop.trials.PROGRAM", f"print({json.dumps(line)!r})")
        await _run("", trial)
        return trial

    assert asyncio.run(run()).faults == [Stopped(3, 7, False)]


def test_a_card_speaks_the_readers_words(url: str) -> None:
    with Owner(url, "de") as anna:
        train = anna.get("/workshop/1853/block?at=trains.trains.2").text
        assert "2+beliebig" in train.partition("</svg>")[0] and "any" not in train
        special = anna.get("/workshop/18do-expert/block?at=expert.specials.G").text
        assert "Jahrmarkt" in special.partition("<form")[0] and ">fair<" not in special
        assert "ausgeteilt" in anna.get("/workshop/1889/block?at=privates.beginner.dealt").text
        assert "<h2>Einführungsspiel" in anna.get("/workshop/18do-intro/block?at=game.intro").text


def test_a_card_is_headed_as_its_form_is(url: str) -> None:
    with Owner(url, "de") as anna:
        page = anna.get("/workshop/18do-intro/block?at=game.intro").text
    assert ">Einführungsspiel</text>" in page
    assert "Anzahl im Einführungsspiel</text>" not in page


@pytest.mark.parametrize(
    ("title", "at", "name"),
    [
        ("18te", "board.borders.B6 A7", "between"),
        ("1830", "trains.phases.3", "phase"),
        ("nuremberg", "areas.area.fuerth", "id"),
    ],
)
def test_what_a_block_is_called_is_no_figure_of_its_form(url: str, title: str, at: str, name: str) -> None:
    with Owner(url) as anna:
        page = anna.get(f"/workshop/{title}/block", params={"at": at}).text
    assert 'name="f:' in page and f'name="f:{name}"' not in page


def test_what_others_of_a_table_have_is_folded(url: str) -> None:
    with Owner(url) as anna:
        page = anna.get("/workshop/1853/block?at=trains.trains.3").text
    sides = page[page.index('name="f:sides.3"') : page.index('name="f:sides.1M"')]
    assert "<details>" in sides


def test_a_reason_is_told_once_with_the_figures_that_it_is_about(url: str) -> None:
    with Owner(url) as anna:
        block = anna.get("/workshop/18do-beer/block?at=beer_game.players.2").text
        assert block.count("The rules have two players prepare as three do") == 1
        assert "<i>cash, " in block


def test_parts_that_do_not_add_up_are_told_at_their_field(url: str) -> None:
    with Owner(url) as anna:
        form = {**anna.form("1830", "tiles.tiles.1"), "f:count": "3"}
        told = anna.submit("/workshop/1830/preview", at="tiles.tiles.1", **form).text
        assert re.search(r'class="remark"[^>]*data-field="count"', told)


def test_an_area_is_drawn_beside_its_form_as_it_changes(url: str) -> None:
    with Owner(url) as anna:
        at = {"at": "areas.area.fuerth"}
        form = anna.form("nuremberg", at["at"])
        window = 'viewBox="235.0 336.0 '
        block = anna.get("/workshop/nuremberg/block", params=at).text
        assert window in block and "data-side" not in block
        drawn = anna.submit("/workshop/nuremberg/preview", **at, **{**form, "f:name": "Furth im Wald"}).text
        assert "Furth" in drawn and "Furth im" not in block
        wrong = anna.submit("/workshop/nuremberg/preview", **at, **{**form, "f:polygon": "298 396; 3"}).text
        assert 'role="alert"' in wrong


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_every_kind_of_block_has_a_picture_beside_its_form(family) -> None:
    """Charters, certificates, trains, markers, tracks and all else that a box has, without a word about them."""
    title, data, edition = title_of(family), built_in(family), new_edition(family)
    words, seen = own_words("de", title_of(family)), set()
    for path in block_paths(family, data):
        if path[:2] not in seen:
            seen.add(path[:2])
            picture = block_picture(family, title, edition, path, block_of(data, path), words)
            assert picture.startswith("<svg"), path


def test_a_charter_is_drawn_with_its_markers_and_certificates() -> None:
    family, path = family_of("1889"), ("companies", "companies", "AR")
    values = {**block_of(built_in(family), path), "name": "<b>Awa</b>"}
    picture = block_picture(family, "1889", new_edition(family), path, values, own_words("en", "1889"))
    assert picture.count("<circle") >= 2 and "20 %" in picture and picture.count(">10 %<") == 8
    assert "<b>Awa" not in picture and "&lt;b&gt;Awa" in picture
    assert 'data-hex="K8"' in picture  # its home, on the board


def test_what_would_go_wrong_elsewhere_is_told_while_a_block_is_typed(url: str) -> None:
    with Owner(url) as anna:
        at = {"at": "board.hexes.K8"}
        form = {name: text for name, text in anna.form("1889", at["at"]).items() if "city" not in name}
        told = anna.submit("/workshop/1889/preview", **at, **form).text
        assert 'data-at="companies.companies.AR.home"' in told and "there is no city in K8" in told


def test_two_boxes_are_drawn_side_by_side(url: str) -> None:
    with Owner(url) as anna:
        assert anna.bring(BY_HAND).status_code == 200
        page = anna.get("/workshop/18te/compare").text
        assert page.count("kb-board") >= 2 and page.count('class="kb kb-tile') == 2
        assert page.count("<figcaption>built-in data") == page.count("<figcaption>my edition") == 3
        assert ">Board › D6 › cost<" in page and "<td>60</td>" in page


def test_counts_are_compared_with_the_list_of_components_while_typed(url: str) -> None:
    with Owner(url, "de") as anna:
        form = {**anna.form("1889", "tiles.tiles.57"), "f:count": "3", "at": "tiles.tiles.57"}
        told = anna.submit("/workshop/1889/preview", **form).text
        assert "64 (Plättchen); die Materialliste hat 63 (öffentliche Liste)" in told


def test_a_block_that_cannot_be_drawn_can_still_be_set_right(url: str) -> None:
    with Owner(url) as anna:
        fields = {**anna.form("18te", "board.hexes.D6"), "f:track": "a-b", "source": "box"}
        anna.submit("/workshop/18te/set", at="board.hexes.D6", **fields)
        assert "&#39;a-b&#39; is no track" in anna.get("/workshop/18te").text
        assert 'name="f:track"' in anna.get("/workshop/18te/block?at=board.hexes.D6").text


def test_nobody_gets_at_what_others_make(url: str) -> None:
    with Owner(url) as one, Owner(url) as other:
        one.submit(
            "/workshop/18te/set", at="game", source="box", **one.form("18te", "game") | {"f:bank": "4321"}
        )
        assert "4321" not in other.edition("18te")
        assert "4321" not in other.get("/workshop/18te?at=game").text
        assert other.get("/workshop/18te?at=board.hexes.ZZ9").status_code == 404
        assert other.get("/workshop/nothing").status_code == 404


def test_what_was_undone_is_gone_once_something_else_is_changed(url: str) -> None:
    with Owner(url) as ben:
        fields = ben.form("18te", "board.hexes.D6")
        for cost in ("60", "70"):
            ben.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields | {"f:cost": cost})
        ben.submit("/workshop/18te/undo")
        ben.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields | {"f:cost": "80"})
        ben.submit("/workshop/18te/redo")
        assert "80" in ben.edition("18te") and "70" not in ben.edition("18te")


def test_changes_and_previews_are_limited(tmp_path: Path) -> None:
    with serving(sqlite(tmp_path, workshop_a_minute=4)) as url, Owner(url) as ben:
        fields = ben.form("18te", "board.hexes.D6")
        told = [
            ben.submit("/workshop/18te/set", at="board.hexes.D6", source="box", **fields).status_code
            for _ in range(3)
        ]
        assert told == [200, 200, 429]  # a guest may do half as much as an account


def test_a_hex_is_drawn_with_its_terrain_its_homes_and_its_rivers(url: str) -> None:
    with Owner(url) as anna:
        fields = anna.form("18te", "board.hexes.D6") | {"f:cost": "65", "f:name": "Ibb"}
        drawn = anna.submit("/workshop/18te/preview", at="board.hexes.D6", **fields).text
        assert all(part in drawn for part in ("kb-hill", ">65<", ">TWE<", ">Ibb<"))
        river = anna.get("/workshop/18te/block", params={"at": "board.hexes.B6"}).text
        assert "kb-river" in river and ">30<" in river
        assert "kb-river" not in anna.get("/workshop/18te/block", params={"at": "board.hexes.D4"}).text


def test_areas_go_by_their_names(url: str) -> None:
    with Owner(url) as anna:
        page = anna.get("/workshop/nuremberg", params={"at": "borders.border.nbg_nord nbg_sued"}).text
        assert "Nürnberg Nord – Nürnberg Süd" in page and ">Fürth</a>" in page


def test_a_table_with_a_bad_edition_is_refused_at_its_figure(url: str) -> None:
    with httpx.Client(base_url=url, timeout=60) as bot:
        token = bot.post("/api/v1/guests", json={"name": "Anna"}).json()["token"]
        table = {"title": "18te", "mode": "hotseat", "seats": [{"player": "A", "mine": True}, {"mine": True}]}
        for text, at in (("minimum_bid = 7", "minimum_bid"), ('drop = ["shares"]', "shares")):
            asked = {**table, "edition": f'[edition]\ntitle = "18te"\n[companies]\n{text}\n'}
            refused = bot.post("/api/v1/tables", json=asked, headers={"Authorization": f"Bearer {token}"})
            assert (refused.status_code, refused.json()["place"]) == (422, f"companies.{at}")


def test_names_with_markup_are_shown_as_names(url: str) -> None:
    evil = "<i onclick=alert(1)>"
    block = f"tiles.tiles.{evil}"
    text = (
        f"{BY_HAND}\n[tiles.tiles.'{evil}']\nsource = 'box'\ncolour = 'yellow'\ncount = 1\ntrack = ['0-3']\n"
        f"[board.hexes.D4]\nname = '{evil}'\n[companies.companies.KHS]\nname = '{evil}'\n"
    )
    with Owner(url) as anna:
        assert anna.bring(text).status_code == 200
        for page in (
            anna.get("/workshop/18te"),
            anna.get("/workshop/18te/block", params={"at": block}),
            anna.get("/workshop/18te", params={"at": "board.hexes.D4"}),
            anna.get("/workshop/18te/compare"),
            anna.submit("/workshop/18te/preview", at=block, **{"f:colour": "<b>", "f:track": evil}),
            anna.submit("/new", title="18te", mode="hotseat", count="2", edition="mine"),
        ):
            assert page.status_code == 200 and "onclick=alert" in page.text
            assert "<i onclick" not in page.text and "<b>\n" not in page.text


def test_the_list_of_components_is_shown_with_what_is_here(url: str) -> None:
    with Owner(url, "de") as anna:
        page = anna.get("/workshop/18chesapeake").text
        for what, number in (
            ("Arten von Plättchen", 45),
            ("Bahnhofsmarker", 23),
            ("Felder der Kurstafel", 77),
        ):
            assert re.search(rf">{what}</th><td>{number}</td>\s*<td>{number} ✓</td>", page)
        anna.submit(
            "/workshop/18chesapeake/set",
            at="tiles.tiles.57",
            source="box",
            **anna.form("18chesapeake", "tiles.tiles.57") | {"f:count": "5"},
        )
        assert re.search(
            r'class="differs"><th scope="row">Plättchen</th>', anna.get("/workshop/18chesapeake").text
        )


def test_blocks_of_several_tables_of_a_file_stand_apart(url: str) -> None:
    with Owner(url, "de") as anna:
        page = anna.get("/workshop/1830").text
        trains = page[page.index("Züge und Phasen") :]
        assert trains.index("<h3>Phasen</h3>") < trains.index("<h3>Züge</h3>")
        block = anna.get("/workshop/1830/block?at=trains.phases.2").text
        assert "Züge und Phasen › Phasen" in block


def test_rows_that_differ_are_compared_and_no_others(url: str) -> None:
    rows = built_in(family_of("18te"))["market"]["rows"]
    with Owner(url) as anna:
        fields = {"f:rows": "\n".join(rows).replace("70p", "72p"), "at": "market", "source": "box"}
        assert anna.submit("/workshop/18te/set", **fields).status_code == 200
        page = anna.get("/workshop/18te/compare").text
        assert "<td>5: . ." in page and "70p" in page and "72p" in page and "300!" not in page


def test_blocks_whose_ids_are_our_own_go_by_their_names_only(url: str) -> None:
    with Owner(url, "de") as anna:
        border = anna.get("/workshop/nuremberg/block?at=borders.border.nbg_nord nbg_sued").text
        assert "<h2>Nürnberg Nord – Nürnberg Süd" in border
        area = anna.get("/workshop/nuremberg/block?at=areas.area.fuerth").text
        assert ">Fürth – Zirndorf</a>" in area and 'value="rot"' in area
        bonus = anna.get("/workshop/nuremberg/block?at=tracks.bonus").text
        assert 'value="Nürnberg Nord, Nürnberg Süd"' in bonus and ">nbg_nord<" not in bonus


def test_files_are_counted_before_they_are_read(tmp_path: Path) -> None:
    four_or_two_for_guests = sqlite(tmp_path, workshop_a_minute=4)
    with serving(four_or_two_for_guests) as address, Owner(address) as hasty:
        assert [hasty.bring("no edition").status_code for _ in range(3)] == [400, 400, 429]


def test_an_edition_is_read_where_nobody_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    where: set[str] = set()

    def watched(family: Any, own: Any) -> None:
        where.add(threading.current_thread().name)
        check_fits(family, own)

    monkeypatch.setattr("kursbuch.editions.fitting.check_fits", watched)
    with serving(sqlite(tmp_path)) as address, Owner(address) as owner:
        assert owner.bring(BY_HAND).status_code == 200
        fields = {"at": "board.hexes.D6", **owner.form("18te", "board.hexes.D6")}
        assert owner.submit("/workshop/18te/preview", **fields).status_code == 200
        assert owner.submit("/workshop/18te/set", **fields).status_code == 200
        begun = owner.submit("/new", title="18te", mode="hotseat", count="2", edition="mine")
        assert begun.status_code == 200, begun.text
    assert where and all(name.startswith("kursbuch-") for name in where), where
