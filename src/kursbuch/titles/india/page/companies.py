"""Companies of 1853: who leads them, where they may build, what they still may do; in the matrix and as a panel."""

from __future__ import annotations

from dataclasses import dataclass

from markupsafe import Markup

from kursbuch.titles.india.page.contracts import state_of
from kursbuch.titles.india.rules.trains import endless, new_sides, on_sale
from kursbuch.web.pages.depot import Stack
from kursbuch.web.pages.matrix import Cell, Line
from kursbuch.web.pages.scene import Scene

# -- the matrix -----------------------------------------------------------------------------------


def holding(scene: Scene, player: str, company: str) -> Cell:
    """A player's part: what is unpaid of it, and who directs or manages the company."""
    data, words = scene.position, scene.words
    held = data["companies"][company]["shares"].get(player, 0)
    unpaid = 10 * data["unpaid"].get(player, {}).get(company, 0)
    text, notes = Markup.escape(held or "–"), []
    if unpaid:
        text = Markup('{}<small class="in-unpaid">{}</small>').format(text, words.number(-unpaid))
        notes.append(words("{percent} % not paid for", percent=unpaid))
    if data["directors"].get(company) == player:
        text += Markup('<i class="crown" aria-hidden="true"></i>')
        notes.insert(0, scene.word("term", "president"))
    elif data["managers"].get(company) == player:
        text += Markup('<i class="in-helm" aria-hidden="true"></i>')
        notes.insert(0, words("operating manager"))
    return Cell(text, "strong" if len(text) > 4 else "" if held else "faint", ", ".join(notes))


def facts(scene: Scene) -> list[Line]:
    """How large companies come by a second tile, who has a loco token, what is owed for trains on credit."""
    words, data = scene.words, scene.position
    ways = Line(words("row.option"), kind="option")
    debts = Line(words("row.debt"), kind="debt")
    for company in data["companies"]:
        ways.cells.append(_way(scene, company))
        owed = data["debts"].get(company)
        debts.cells.append(Cell(words.number(-owed) if owed else "", "full" if owed else "faint"))
    return [ways, debts] if data["debts"] else [ways]


def _way(scene: Scene, company: str) -> Cell:
    words, data = scene.words, scene.position
    if company in data["large"]:
        option = data["tile_options"].get(company)
        return Cell(_roman(option) if option else "–", "" if option else "faint", option_text(scene, company))
    if company in data["loco_tokens"]:
        mark = Markup('<i class="in-loco" aria-hidden="true"></i>')
        playing = data["companies"][company]["in_play"]
        return Cell(mark, "" if playing else "faint", words("loco token not used yet"))
    return Cell("–", "faint", words("loco token used"))


def _roman(option: int) -> str:
    return "I" * option


def option_text(scene: Scene, company: str) -> str:
    """How a large company comes by its second tile, in words; "" before it has chosen."""
    option = scene.position["tile_options"].get(company)
    return option_words(scene, company, option) if option else ""


def option_words(scene: Scene, company: str, option: int) -> str:
    fee = scene.money(state_of(scene).box.charters[company].two_tile_fee)
    if option == 1:
        return scene.words("two tiles from phase 3 on, free of charge")
    return scene.words("two tiles at once, {fee} each time", fee=fee)


# -- the depot ------------------------------------------------------------------------------------


def stacks(scene: Scene) -> list[Stack]:
    """Broad and metre trains are on sale side by side; the 2s may be sold as 1M too."""
    s, left = state_of(scene), scene.position["depot"]
    open_ = on_sale(s) if s.founded or s.stock_round else []
    out = []
    for kind, train in s.box.trains.items():
        faces = new_sides(s, kind)
        out.append(
            Stack(
                "/".join(faces),
                "∞" if kind == "2" and endless(s) else f"×{left.get(kind, 0)}",
                "/".join(scene.money(train.price_as(side)) for side in faces),
                kind in open_,
                not left.get(kind) and kind not in open_,
            )
        )
    return out


# -- the panel ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Firm:
    """A company as the panel shows it."""

    id: str
    mark: Markup
    name: str
    light: str  # the hexes of its area
    size: str
    leader: str
    role: str
    homes: str
    second: str  # how it comes by a second tile
    token: str
    debt: str
    issued: int
    opens_at: int
    state: str
    active: bool


@dataclass(frozen=True, slots=True)
class Areas:
    firms: tuple[Firm, ...]
    premiums: tuple[tuple[str, str, str], ...]  # hex, its name, amount
    premium_hexes: str
    terrain: tuple[tuple[str, str, str], ...]  # kind, broad, metre


def areas(scene: Scene) -> Areas:
    """The companies with their home areas, premiums still to be had, and what terrain costs by gauge."""
    s = state_of(scene)
    left = {hex: amount for hex, amount in s.box.premiums.items() if not s.board.faces[hex].track}
    return Areas(
        tuple(_firm(scene, company) for company in s.box.companies),
        tuple((hex, scene.hex(hex), scene.money(amount)) for hex, amount in left.items()),
        " ".join(left),
        tuple(
            (scene.words(f"terrain.{kind}"), scene.money(costs["broad"]), scene.money(costs["metre"]))
            for kind, costs in s.box.terrain.items()
        ),
    )


def _firm(scene: Scene, company: str) -> Firm:
    s, data, words = state_of(scene), scene.position, scene.words
    director, manager = data["directors"].get(company, ""), data["managers"].get(company, "")
    role = scene.word("term", "president") if director else words("operating manager") if manager else ""
    charter, box = s.box.charters[company], s.box.map.hexes
    homes = [t.hex for t in s.box.companies[company].tokens if t.role == "home"]
    if charter.second_home and company in data["large"]:
        homes.append(charter.second_home)
    large = company in data["large"]
    unsettled = charter.size == "large_or_small" and s.stock_round <= 1 and not s.operating_round
    size = "large" if large else "open" if unsettled else "small"
    owed = data["debts"].get(company)
    used = "loco token not used yet" if company in data["loco_tokens"] else "loco token used"
    founded, opened = data["companies"][company]["in_play"], company in data["in_operation"]
    return Firm(
        company,
        scene.company(company),
        s.box.companies[company].name,
        " ".join(sorted(charter.area)),
        words(f"size.{size}"),
        director or manager,
        role,
        ", ".join(box[hex].name or hex for hex in homes),
        option_text(scene, company) or ("–" if large else ""),
        "" if large else words(used),
        scene.money(owed) if owed else "",
        data["issued"][company],
        s.box.seats[len(s.players)].opens_at,
        words("in operation" if founded else "will be in operation" if opened else "not in operation"),
        getattr(scene.game.state.top, "company", "") == company,
    )
