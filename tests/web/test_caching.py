"""What is told to one visitor is kept for nobody else; static files are the same for all, and stay stored."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest

from kursbuch.web.pages.site import (
    TABLE_CSS,
    TABLE_JS,
    TABLE_SCRIPTS,
    TABLE_SHEETS,
    static_file,
    static_files,
    static_path,
)
from tests.web.backend import WAIT, Player, serving, sqlite


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serving(sqlite(tmp_path_factory.mktemp("caching"), body_limit=10_000)) as address:
        yield address


def test_answers_that_depend_on_who_asks_are_not_stored(url: str) -> None:
    with Player(url, "Anna") as anna, httpx.Client(base_url=url, timeout=WAIT) as client:
        table = anna.table()["id"]
        client.headers["Authorization"] = f"Bearer {anna.token}"
        pages = ["/", "/lobby", f"/table/{table}", f"/table/{table}/panels", f"/table/{table}/transcript"]
        api = [
            "/me",
            "/tables",
            "/tables/mine",
            f"/tables/{table}/view",
            f"/tables/{table}/actions",
            "/titles",
        ]
        errors = ["/table/nosuch", "/api/v1/tables/nosuch", "/nowhere", "/account/reset/none"]
        for path in (*pages, *(f"/api/v1{path}" for path in api), *errors):
            answer = client.get(path)
            assert answer.headers.get_list("cache-control") == ["no-store"], path
        too_large = client.post("/api/v1/transcripts", content=b"x" * 20_000)
        assert too_large.status_code == 413 and too_large.headers["cache-control"] == "no-store"
        with client.stream("GET", f"/api/v1/tables/{table}/events") as stream:
            assert "no-store" in stream.headers["cache-control"]


def test_static_files_stay_stored(url: str) -> None:
    answer = httpx.get(url + static_path("base.css"), timeout=WAIT)
    assert answer.status_code == 200
    assert answer.headers["cache-control"] == "public, max-age=31536000"


def test_static_files_are_packed_for_whoever_unpacks_them(url: str) -> None:
    plain = httpx.get(url + static_path("base.css"), headers={"Accept-Encoding": "identity"}, timeout=WAIT)
    packed = httpx.get(url + static_path("base.css"), headers={"Accept-Encoding": "gzip"}, timeout=WAIT)
    assert plain.content == packed.content == static_file("base.css")
    assert packed.headers["content-encoding"] == "gzip" and "content-encoding" not in plain.headers
    assert "Accept-Encoding" in plain.headers["vary"] and "Accept-Encoding" in packed.headers["vary"]


def test_a_table_page_asks_for_its_styles_and_scripts_once(url: str) -> None:
    scripts = httpx.get(url + static_path(TABLE_JS), timeout=WAIT)
    assert scripts.headers["content-type"].startswith("text/javascript")
    for name in TABLE_SCRIPTS:
        assert static_files()[f"{name}.js"].read_text("utf-8") in scripts.text
    sheet = httpx.get(url + static_path(TABLE_CSS), timeout=WAIT)
    assert sheet.headers["content-type"].startswith("text/css")
    for name in TABLE_SHEETS:
        assert static_files()[f"{name}.css"].read_text("utf-8") in sheet.text
    with Player(url, "Anna") as anna, httpx.Client(base_url=url, timeout=WAIT) as client:
        client.headers["Authorization"] = f"Bearer {anna.token}"
        page = client.get(f"/table/{anna.table()['id']}").text
    linked = re.findall(r'<link rel="stylesheet" href="/static/([\w.-]+)\?', page)
    assert linked == ["pictures.css", "base.css", TABLE_CSS, "print.css"]
    asked = re.findall(r'<script type="module" src="/static/([\w.-]+)\?', page)
    assert TABLE_JS in asked and not {f"{name}.js" for name in TABLE_SCRIPTS} & {*asked}
    late = re.findall(r'<script src="/(\w+)/[^"]+"\s+defer', page)
    assert late == ["static", "static", "plate"], "the page is shown before these have come"
