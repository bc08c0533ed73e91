"""How a coach explains choices in a standard title."""

from __future__ import annotations

from collections.abc import Iterator

from kursbuch.bots.advice import Reason
from kursbuch.bots.railway.plan import Plan
from kursbuch.bots.railway.prospects import first_incomes
from kursbuch.bots.railway.prospects import worth as share_worth
from kursbuch.bots.railway.reasons import better_board, explained
from kursbuch.bots.railway.seat import Seat
from kursbuch.bots.railway.standard import LORE
from kursbuch.bots.railway.standard.opening import worth
from kursbuch.bots.railway.standard.parts import box_of
from kursbuch.bots.railway.track import laid
from kursbuch.bots.railway.why_paper import in_play, share
from kursbuch.rail.standard.actions import Acquire, BidFor, Build, Par, Swap, SwapFrom, Take
from kursbuch.rail.standard.parts import DRAWN


def private(seat: Seat, offer: BidFor | Take) -> Iterator[Reason]:
    """What a private pays or comes with, and what it is worth all in all."""
    facts = box_of(seat).privates[offer.private]
    if facts.brings is not None:
        company = seat.position["drawn"] if facts.brings.company == DRAWN else facts.brings.company
        yield Reason("private-brings", {"private": offer.private, "company": company})
    else:
        yield Reason("private-pays", {"private": offer.private, "income": facts.income})
    yield Reason("private-worth", {"private": offer.private, "worth": round(worth(seat, offer.private))})


def acquired(seat: Seat, deal: Acquire) -> Iterator[Reason]:
    """What the private pays its new owner."""
    yield Reason(
        "private-pays", {"private": deal.private, "income": box_of(seat).privates[deal.private].income}
    )


def par(seat: Seat, start: Par) -> Iterator[Reason]:
    """What must be paid for shares until the company operates, and what one is then likely to bring."""
    company, price = start.company, start.price
    needed = box_of(seat).figures.floats_at // 10 * price
    yield Reason("floats-for", {"company": company, "price": needed})
    cell = next(cell for cell in seat.box.market.pars if cell.price == price)
    brings = share_worth(seat, first_incomes(seat, company, 10 * price, 1), (cell.row, cell.column))
    yield Reason("share-brings", {"company": company, "worth": round(brings), "price": price})


def built(seat: Seat, build: Build) -> Iterator[Reason]:
    """What companies of the private's owner run on the tile, now and with their next trains."""
    board = seat.s.board
    after = laid(board, build.hex, seat.box.tiles[build.tile].turns[build.turn], "")
    running = [company for company in seat.mine if board.tokens_of(company)]
    told = [reason for company in running for reason in better_board(seat, Plan(seat, company), after)]
    yield from told
    if not told:
        yield Reason("power-adds-nothing", {"private": build.actor})


def swapped(seat: Seat, swap: Swap | SwapFrom) -> Iterator[Reason]:
    """What the share will bring, and what the private pays that goes for it."""
    facts = box_of(seat).privates[swap.actor]
    yield from list(share(seat, swap.company, seat.price(swap.company), in_play(seat, swap.company)))[:1]
    yield Reason("private-pays", {"private": swap.actor, "income": facts.income})


REASONS = explained(
    LORE,
    more=(
        (BidFor, private),
        (Take, private),
        (Acquire, acquired),
        (Par, par),
        (Build, built),
        (Swap, swapped),
        (SwapFrom, swapped),
    ),
)
