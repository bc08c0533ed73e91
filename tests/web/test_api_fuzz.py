"""The API against what its own description allows, and against what it does not: never an error of ours."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode

from tests.web.backend import WAIT, Player, serving, sqlite

EXAMPLES = 12  # per operation


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str, str]]:
    """A server with a running table: its address, a token, the table."""
    options = sqlite(tmp_path_factory.mktemp("fuzz"), new_people=10**6, sign_ins=10**6)
    with serving(options) as address, Player(address, "Fuzz") as player:
        yield address, player.token, player.table()["id"]


SKIPPED = ("/events", "/people", "/tokens")  # never ends; hash passwords, which takes long (see test_auth)


def test_no_input_makes_the_server_fail(target: tuple[str, str, str]):
    address, token, table = target
    schema = schemathesis.openapi.from_url(f"{address}/api/v1/openapi.json")
    tried: Counter[int] = Counter()
    with requests.Session() as session:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if operation.path.endswith(SKIPPED):
                continue
            for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

                @settings(
                    max_examples=EXAMPLES,
                    deadline=None,
                    derandomize=True,
                    database=None,
                    phases=[Phase.explicit, Phase.generate],
                    suppress_health_check=list(HealthCheck),
                )
                @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
                def send(case: Any, real: bool) -> None:
                    if real and "table" in (case.path_parameters or {}):
                        case.path_parameters["table"] = table
                    head = {"Authorization": f"Bearer {token}"}
                    answer = case.call(session=session, headers=head, timeout=WAIT)
                    tried[answer.status_code] += 1
                    assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text}"
                    if answer.status_code >= 400:
                        assert "application/problem+json" in answer.headers["content-type"][0]

                with suppress(Unsatisfiable):  # where nothing about an operation can be wrong
                    send()
    assert tried[200] > 50 and tried[422] > 50, tried


def test_the_description_names_every_operation_of_the_pages(target: tuple[str, str, str]):
    paths = httpx.get(f"{target[0]}/api/v1/openapi.json").json()["paths"]
    at_a_table = "join leave invitation view actions why-not act undo undo/answer redo chat transcript events"
    wanted = {f"tables/{{table}}/{verb}" for verb in at_a_table.split()}
    wanted |= {
        "titles",
        "tables",
        "tables/{table}",
        "transcripts",
        "people",
        "guests",
        "tokens",
        "me/notifications",
    }
    assert {f"/api/v1/{path}" for path in wanted} <= set(paths)
    assert all(path.startswith("/api/v1/") for path in paths)  # pages are no part of it
