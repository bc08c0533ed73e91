"""The API against what its own description allows, and against what it does not: never an error of ours."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
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

import kursbuch as kb
from tests.web.backend import WAIT, Player, serving, sqlite

EXAMPLES = 12  # per operation
NAME, PASSWORD = "Fuzz", "fuzz-and-fuzz"


@dataclass(frozen=True)
class Target:
    """A server with an account, its first token, and a running table of this account."""

    address: str
    token: str
    table: str

    def fresh_token(self) -> str:
        """One that nothing has made void so far."""
        body = {"name": NAME, "password": PASSWORD}
        answer = httpx.post(f"{self.address}/api/v1/tokens", json=body, timeout=WAIT)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["token"])


@pytest.fixture(scope="module")
def target(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    options = sqlite(tmp_path_factory.mktemp("fuzz"), new_people=10**6, sign_ins=10**6, coach_seconds=0.0)
    with serving(options) as address:
        body = {"name": NAME, "password": PASSWORD}
        token = httpx.post(f"{address}/api/v1/people", json=body, timeout=WAIT).json()["token"]
        with Player(address, NAME, token) as player:
            yield Target(address, token, player.table()["id"])


ENDLESS = ("/events",)
SLOW = ("/people", "/tokens", "/me/password")  # hash passwords: a few tries will do (see test_auth)


def asked(target: Target, session: requests.Session, operation: Any) -> Counter[int]:
    """How often an operation has answered what, asked by somebody signed in."""
    token, counts = target.fresh_token(), Counter[int]()
    slow = operation.path.endswith(SLOW) and operation.method != "get"
    for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):

        @settings(
            max_examples=2 if slow else EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy(generation_mode=mode), real=st.booleans())
        def send(case: Any, real: bool) -> None:
            if real and "table" in (case.path_parameters or {}):
                case.path_parameters["table"] = target.table
            head = {"Authorization": f"Bearer {token}"}
            answer = case.call(session=session, headers=head, timeout=WAIT)
            counts[answer.status_code] += 1
            assert answer.status_code < 500, f"{case.as_curl_command()}\n{answer.text}"
            if answer.status_code >= 400:
                assert "application/problem+json" in answer.headers["content-type"][0]

        with suppress(Unsatisfiable):  # where nothing about an operation can be wrong
            send()
    return counts


def test_no_input_makes_the_server_fail(target: Target):
    """Each operation is tried with a token of its own, so that none is spoilt by what another has made void."""
    schema = schemathesis.openapi.from_url(f"{target.address}/api/v1/openapi.json")
    tried: dict[str, Counter[int]] = {}
    with requests.Session() as session:
        for found in schema.get_all_operations():
            assert isinstance(found, Ok)
            operation = found.ok()
            if not operation.path.endswith(ENDLESS):
                tried[f"{operation.method.upper()} {operation.path}"] = asked(target, session, operation)
    total = sum(tried.values(), Counter[int]())
    assert total[200] > 50 and total[422] > 50, total
    unasked = [path for path, counts in tried.items() if counts[401] > counts.total() / 2 and path != SIGN_IN]
    assert not unasked, "these were never asked by somebody signed in"


SIGN_IN = "POST /api/v1/tokens"  # a wrong password is a 401 as well


# -- texts and numbers that no schema thinks of ---------------------------------------------------

HALF = "\ud800"  # of a character
ODD: tuple[Any, ...] = (
    HALF,
    "a\0b",
    "\0",
    float("nan"),
    float("inf"),
    10**400,
    -(10**30),
    {HALF: HALF},
    [HALF],
    None,
)


def odd_bodies() -> Iterator[tuple[str, str, Any]]:
    """Requests with something odd in every place that takes a text or a number."""
    shapes: dict[str, dict[str, Any]] = {
        "/guests": {"name": "Anna"},
        "/people": {"name": "Anna", "password": "long enough"},
        "/tokens": {"name": "Anna", "password": "long enough", "label": "x"},
        "/tables": {
            "title": "18te",
            "mode": "hotseat",
            "seats": [{"player": "A", "mine": True}],
            "name": "x",
        },
        "/transcripts": {"transcript": "{}", "mode": "hotseat"},
        "/tables/TABLE/act": {"action": "Anna passes", "moves": 0},
        "/tables/TABLE/why-not": {"action": {"do": "pass", "actor": "Anna", "by": "Ben"}},
        "/tables/TABLE/chat": {"text": "Hello"},
        "/tables/TABLE/join": {"invitation": "x"},
        "/tables/TABLE/undo": {"moves": 0},
        "/passwords/reset": {"link": "x", "password": "long enough"},
    }
    for path, body in shapes.items():
        for odd in ODD:
            for key in body:
                yield "POST", path, {**body, key: odd}
            yield "POST", path, {**body, HALF: odd}
        if isinstance(body.get("action"), dict):
            for key, odd in itertools.product(("do", "actor", "x"), ODD):
                yield "POST", path, {"action": {**body["action"], key: odd}}
    yield from (("PUT", "/me/notifications", {"email": odd, "webhook": odd}) for odd in ODD)
    yield from (("PUT", "/me/language", {"language": odd}) for odd in ODD)


def transcripts() -> Iterator[str]:
    """Transcripts with something odd in them; the oddity is hidden from who reads only the request."""
    sound = json.loads(kb.new_game("18te", ["Anna", "Ben"], seed=1).to_json())
    for key in (*sound, HALF):
        for odd in (*ODD, [{"do": HALF}], [f"Anna {HALF}"], {"tokens": HALF}):
            yield json.dumps({**sound, key: odd})
            yield json.dumps({**{k: v for k, v in sound.items() if k != "check"}, key: odd})
    yield "[" * 100_000
    yield '{"seed": ' + "9" * 5000 + "}"


def test_odd_texts_and_numbers_are_refused_and_never_a_failure_of_ours(target: Target):
    with httpx.Client(base_url=f"{target.address}/api/v1", timeout=WAIT) as client:
        client.headers["Authorization"] = f"Bearer {target.token}"
        bodies = [*odd_bodies(), *(("POST", "/transcripts", {"transcript": text}) for text in transcripts())]
        for method, path, body in bodies:
            sent = json.dumps(body)
            head = {"content-type": "application/json"}
            where = path.replace("TABLE", target.table)
            answer = client.request(method, where, content=sent.encode(), headers=head)
            assert answer.status_code < 500, f"{method} {path} {sent[:300]}"
            assert json.loads(answer.content or b"{}") is not None
            raw = json.dumps(body, ensure_ascii=False).encode("utf-8", "surrogatepass")
            answer = client.request(method, where, content=raw, headers=head)
            assert answer.status_code < 500, f"{method} {path} {raw[:300]!r}"


@pytest.mark.parametrize("odd", ["%ED%A0%80", "%00", "a%00b", "%FF", "9" * 5000, "-1", "1e400", "NaN", "<b>"])
def test_odd_addresses_are_no_failure_of_ours(target: Target, odd: str):
    pages = [
        f"/table/{odd}",
        f"/table/{target.table}/hex/{odd}",
        f"/table/{target.table}/hex/B2?tile={odd}&turn={odd}&actor={odd}",
        f"/table/{target.table}/preview?action={odd}",
        f"/table/{target.table}/preview?action=Anna%20bids%20100&amount={odd}",
        f"/table/{target.table}/panels?at={odd}",
        f"/table/{target.table}/runs?declared={odd}&train={odd}&hex={odd}&cargo={odd}",
        f"/invited/{target.table}/{odd}",
        f"/invited/{odd}/{odd}",
        f"/rules/{odd}",
        f"/language/{odd}?next={odd}",
        f"/static/{odd}",
        f"/account/reset/{odd}",
        f"/account/sign-in?next={odd}&wrong={odd}",
        f"/api/v1/tables/{odd}",
        f"/api/v1/titles/{odd}",
        f"/api/v1/tables/{target.table}/view?player={odd}&move={odd}",
        f"/api/v1/tables/{target.table}/log?since={odd}&lang={odd}",
    ]
    with httpx.Client(base_url=target.address, timeout=WAIT) as client:
        client.headers["Authorization"] = f"Bearer {target.token}"
        for page in pages:
            assert client.get(page).status_code < 500, page
        form = {"content-type": "application/x-www-form-urlencoded"}
        for path in ("act", "undo", "say", "answer-undo"):
            body = f"action={odd}&text={odd}&moves={odd}&agree={odd}"
            answer = client.post(f"/table/{target.table}/{path}", content=body, headers=form)
            assert answer.status_code < 500, path


def test_the_description_names_every_operation_of_the_pages(target: Target):
    paths = httpx.get(f"{target.address}/api/v1/openapi.json").json()["paths"]
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
