"""Positions as bytes: the same position comes back, and nothing but a position."""

from __future__ import annotations

import os
import pickle
import random
import zlib
from typing import Any

import msgspec
import pytest

import kursbuch as kb
from kursbuch.core import State
from kursbuch.rail.rounds import Deed, StockFrame, TurnFrame
from kursbuch.store.codec import CannotRead, Fixed, decode, encode, packed, unpacked, written
from kursbuch.store.games import fixed_parts
from tests.store.stores import random_game


def fixed_of(game: kb.Game) -> Fixed:
    return fixed_parts(game.title, len(game.players), tuple(sorted(game.options.items())))


def everything(game: kb.Game, state: State) -> Any:
    """All that anybody sees, and may do."""
    twin = game.clone()
    twin.state = state
    views = [twin.rules.view(state, player) for player in (None, *game.players)]
    return views, [str(a) for a in twin.legal_actions()], twin.acting, twin.scores(), state.chance.count


@pytest.mark.parametrize("title", [info.id for info in kb.titles()])
def test_a_position_comes_back_as_it_was(title: str):
    for players in kb.titles()[[i.id for i in kb.titles()].index(title)].players:
        game = kb.new_game(title, players, seed=3)
        rng = random.Random(players)
        for number in range(300):
            if game.over:
                break
            game.apply(rng.choice(game.legal_actions()).sample(rng))
            if number % 20 == 0 or game.over:
                data = encode(game, fixed_of(game))
                assert len(data) < 20_000
                again = decode(data, fixed_of(game))
                assert everything(game, again) == everything(game, game.state)


def test_play_goes_on_from_a_position_as_if_nothing_had_been():
    game = random_game("18te", 3, 150)
    other = game.clone()
    other.state = decode(encode(game, fixed_of(game)), fixed_of(game))
    rng = random.Random(9)
    for _ in range(200):
        if game.over:
            break
        action = rng.choice(game.legal_actions()).sample(rng)
        game.apply(action)
        other.apply(action)
        other.audit()
    assert other.view("Anna") == game.view("Anna")


def test_what_the_box_holds_is_not_written_but_found_again():
    game = random_game("18te", 2, 100)
    fixed = fixed_of(game)
    again: Any = decode(encode(game, fixed), fixed)
    start: Any = fixed.start
    assert again.box is start.box
    assert again.board.map is start.box.map


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("true",)


@pytest.mark.parametrize(
    "content", [Evil(), os.system, os.path.join, pickle.loads, print, kb.load, kb.titles, eval, type]
)
def test_bytes_can_make_nothing_but_records(content: object):
    fixed = fixed_parts("18te", 2, ())
    with pytest.raises(CannotRead):
        decode(b"kb1" + zlib.compress(pickle.dumps(content)), fixed)


@pytest.mark.parametrize(
    "data", [b"", b"kb1", b"kb1 nonsense", b"kb2" + zlib.compress(b"x"), pickle.dumps(1)]
)
def test_damaged_bytes_are_told_as_such(data: bytes):
    with pytest.raises(CannotRead):
        decode(data, fixed_parts("18te", 2, ()))


def test_a_position_of_another_title_is_refused():
    game = random_game("nuremberg", 2, 5)
    with pytest.raises(CannotRead, match="no position of this title"):
        decode(encode(game, fixed_of(game)), fixed_parts("18te", 2, ()))


def test_what_a_newer_program_adds_starts_as_at_the_start():
    game = random_game("18te", 2, 30)
    state: Any = game.state.copy()
    del state.export_marker  # written before there was such a thing
    old = game.clone()
    old.state = state
    again: Any = decode(encode(old, fixed_of(game)), fixed_of(game))
    assert again.export_marker is False
    assert again.cash == state.cash


# -- bytes that mean harm -------------------------------------------------------------------------


def first_form(*opcodes: bytes) -> bytes:
    return b"kb1" + zlib.compress(b"\x80\x05" + b"".join(opcodes) + b".")


def text(value: str) -> bytes:
    return b"\x8c" + bytes([len(value)]) + value.encode()


def part(*steps: tuple[str, str]) -> bytes:
    """What the old form had for a part of the box: a call of `_from_box` with a path."""
    path = b"(" + b"".join(text(kind) + text(key) + b"\x86" for kind, key in steps) + b"t"
    return text("kursbuch.store.codec") + text("_from_box") + b"\x93" + path + b"\x85R"


GLOBALS = [("attr", name) for name in ("box", "__class__", "__init__", "__globals__")]


@pytest.mark.parametrize(
    "opcodes",
    [
        part(*GLOBALS),
        part(*GLOBALS, ("key", "__builtins__"), ("key", "eval")) + text("open('/tmp/x', 'w')") + b"\x85R",
        part(("attr", "box"), ("attr", "__class__")),
        part(("attr", "cash")),
        text("os") + text("system") + b"\x93" + text("true") + b"\x85R",
        text("builtins") + text("eval") + b"\x93" + text("1") + b"\x85R",
        text("kursbuch.titles") + text("load") + b"\x93" + text("x") + b"\x85R",
        text("kursbuch.titles.te18.rules.state") + text("State18TE.__init__") + b"\x93)R",
        b"cos\nsystem\n" + text("true") + b"\x85R",
        b"(" + text("true") + b"ios\nsystem\n",
        b"\x82\x01",  # a name by number
        b"h\x07",  # nothing was remembered
        b"t",  # no mark
        b"]" + b"\x94h\x00a",  # a list in itself
    ],
)
def test_old_bytes_call_nothing(opcodes: bytes, monkeypatch: pytest.MonkeyPatch):
    def called(*_: object) -> None:
        raise AssertionError("called")

    monkeypatch.setattr(os, "system", called)
    monkeypatch.setattr(pickle, "loads", called)
    monkeypatch.setattr(pickle, "load", called)
    with pytest.raises(CannotRead):
        decode(first_form(opcodes), fixed_parts("18te", 2, ()))


def test_old_bytes_cannot_grow_without_end():
    doubled = text("x") + b"\x94" + b"".join(b"h%ch%c\x86\x94" % (n, n) for n in range(60))
    with pytest.raises(CannotRead, match="larger"):
        decode(first_form(doubled), fixed_parts("18te", 2, ()))


HARM: list[Any] = [
    {"": "part", "of": "box.__class__.__init__.__globals__"},
    {"": "part", "of": ["box"]},
    {"": "State18TE", "players": ["Anna"], "__class__": 1},
    {"": "os.system"},
    {"": "do __class__"},
    {"": "eval", "of": "1"},
    {"": "range", "of": [1, 2, 3, 4]},
    {"": "int", "of": "zz"},
    {"": "Chance", "seed": 1, "count": 0, "form": {"": "nothing"}},
    {"": "Board"},
    {"": "frozenset", "of": [{"a": 1}]},
    {"": {"": "list", "of": []}},
    msgspec.msgpack.Ext(1, b"box.__class__"),
    msgspec.msgpack.Ext(1, b"\xff"),
    msgspec.msgpack.Ext(9, b"box"),
    b"bytes",
    1.5,
]


@pytest.mark.parametrize("tree", HARM, ids=lambda tree: f"{type(tree).__name__}")
def test_new_bytes_call_nothing(tree: Any):
    for whole in (tree, {"": "State18TE", "cash": tree}, [tree]):
        if tree == HARM[2] and whole is not tree:
            continue
        data = b"kb2" + zlib.compress(msgspec.msgpack.encode(whole))
        try:
            state = decode(data, fixed_parts("18te", 2, ()))
        except CannotRead:
            continue
        assert type(state) is type(fixed_parts("18te", 2, ()).start)
        assert whole is not tree or tree == HARM[2], "only a position is a position"


def test_a_field_that_a_position_makes_up_is_passed_over():
    game = random_game("18te", 2, 30)
    tree = msgspec.msgpack.decode(written(game.state, fixed_of(game)))
    tree["__class__"] = tree["no such field"] = "x"
    data = b"kb2" + zlib.compress(msgspec.msgpack.encode(tree))
    assert everything(game, decode(data, fixed_of(game))) == everything(game, game.state)


def test_bytes_that_blow_up_are_refused():
    with pytest.raises(CannotRead):
        decode(b"kb2" + zlib.compress(b"\x00" * 50_000_000), fixed_parts("18te", 2, ()))
    with pytest.raises(CannotRead):
        decode(b"kb2" + zlib.compress(b"\x91" * 100_000 + b"\x90"), fixed_parts("18te", 2, ()))


def test_a_position_as_a_difference_takes_little_room():
    game = random_game("1853", 4, 200)
    before, after = (written(game.at(number).state, fixed_of(game)) for number in (180, 200))
    small = packed(after, before)
    assert unpacked(small, before) == after and len(small) < len(packed(after)) / 4
    with pytest.raises(CannotRead):
        unpacked(small)


def test_a_record_is_found_by_its_short_name_wherever_it_lives(monkeypatch: pytest.MonkeyPatch):
    game = random_game("18te", 2, 30)
    data = encode(game, fixed_of(game))
    assert b"kursbuch" not in zlib.decompress(data[3:])  # no module is named
    monkeypatch.setattr(StockFrame, "__module__", "kursbuch.rail.somewhere.else")
    assert everything(game, decode(data, fixed_of(game))) == everything(game, game.state)


def test_a_seed_may_be_long():
    game = kb.new_game("18te", 2, seed=2**127 + 5)
    again = decode(encode(game, fixed_of(game)), fixed_of(game))
    assert (again.chance.seed, again.chance.count) == (game.seed, game.state.chance.count)


def test_what_a_turn_had_done_was_text_once_and_is_still_read():
    game = random_game("1853", 3, 60)
    old: Any = (
        "sell EIR",
        "mail 3M 40",
        "must run P16",
        "new train",
        "gave up 2#1",
        "director sells DUB at 60",
    )
    game.state = game.state.copy()
    game.state.stack = [TurnFrame("turn", "EIR", done=old), StockFrame("stock", "Anna", dealt=old[:1])]
    turn, stock = decode(encode(game, fixed_of(game)), fixed_of(game)).stack
    assert isinstance(turn, TurnFrame) and isinstance(stock, StockFrame)
    assert stock.dealt == (Deed("sell", "EIR"),)
    assert turn.done == (
        Deed("sell", "EIR"),
        Deed("mail", "3M", 40),
        Deed("must run", "P16"),
        Deed("new train"),
        Deed("gave up", "2#1"),
        Deed("director sells", "DUB", 60),
    )
