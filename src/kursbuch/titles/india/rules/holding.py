"""Who holds shares since when, directors and operating managers (1853 §2.9, §3.2, §3.4)."""

from __future__ import annotations

from kursbuch.rail.paper.holdings import change_back, change_certificate, held, is_changed, move, percent
from kursbuch.rail.state import OFFER, POOL
from kursbuch.titles.india.rules.state import StateIndia


def shares(s: StateIndia, owner: str, company: str) -> int:
    """How many shares an owner has; the director's certificate is two."""
    return percent(s, owner, company) // 10


def issued(s: StateIndia, company: str) -> int:
    """Shares that have left the bank; the pool counts as issued (1853-3.1.10-1)."""
    return 10 - shares(s, OFFER, company)


def director(s: StateIndia, company: str) -> str:
    """Who has the director's certificate; "" if nobody."""
    owner = s.shares[company][0]
    return owner if owner in s.players else ""


def paid_shares(s: StateIndia, player: str, company: str) -> int:
    """The shares of a player that are paid for."""
    return shares(s, player, company) - s.unpaid.get((player, company), 0)


def take_single(s: StateIndia, source: str, company: str, player: str) -> None:
    """A player gets one share of those that lie somewhere. Where only the director's certificate is left, it is
    changed into its two shares (1853-1-2): nobody holds it, so they are sold singly.
    """
    if not any(held(s, source, company)):  # its number is 0
        change_certificate(s, company)
    move(s, company, [n for n in held(s, source, company) if n][:1], player)
    took(s, player, company)


def took(s: StateIndia, player: str, company: str) -> None:
    """Note that a player has got a share: whoever had none holds them the shortest."""
    if player not in s.holders[company]:
        s.holders[company] = (*s.holders[company], player)


def gave(s: StateIndia, player: str, company: str) -> None:
    """Note that a player has parted with shares: without any the holding is broken off."""
    if not shares(s, player, company):
        s.holders[company] = tuple(p for p in s.holders[company] if p != player)


def largest_holder(s: StateIndia, company: str) -> str:
    """Who has most shares, among equals the one who has held shares longest; "" if nobody has two."""
    best = ""
    for player in s.holders[company]:
        if shares(s, player, company) > (shares(s, best, company) if best else 1):
            best = player
    return best


def appoint(s: StateIndia, company: str) -> None:
    """Settle who leads a company in operation: a director with at least two shares, else a manager.

    A challenger needs more than the director has (1853-3.2.3-1); as long as there is none the director stays.
    """
    now = director(s, company)
    best = largest_holder(s, company)
    if best and best != now and (not now or shares(s, best, company) > shares(s, now, company)):
        swap_certificate(s, company, best)
    elif not now:
        name_manager(s, company)


def swap_certificate(s: StateIndia, company: str, player: str) -> None:
    """The new director gives two single shares for the director's certificate (1853-2.9.2-1)."""
    before = s.shares[company][0]
    given = [n for n in held(s, player, company) if n][:2]
    assert len(given) == 2, f"{player} cannot be director of {company}"
    if is_changed(s, company):
        change_back(s, company, given, player)
    else:
        move(s, company, given, before)
        move(s, company, [0], player)
    s.managers.pop(company, None)
    s.note("director", company=company, player=player, before=before if before in s.players else "")


def name_manager(s: StateIndia, company: str) -> None:
    """Of those with one share the last director, else who has held longest; else the elephant (1853-3.4.1-2 ff)."""
    holders = s.holders[company]
    former = s.former.get(company, "")
    manager = former if former in holders else next(iter(holders), s.priority)
    if s.managers.get(company) != manager:
        s.managers[company] = manager
        s.note("manager", company=company, player=manager)


def to_pool(s: StateIndia, player: str, company: str, count: int) -> None:
    """A player's shares go to the pool; the director's certificate goes with them where nothing else is left.

    Whoever then has more shares is director at once; nobody with two leaves the company to a manager.
    """
    left = shares(s, player, company) - count
    if director(s, company) == player:
        rivals = [p for p in s.holders[company] if p != player and shares(s, p, company) > max(left, 1)]
        if rivals:
            most = max(shares(s, p, company) for p in rivals)
            swap_certificate(s, company, next(p for p in rivals if shares(s, p, company) == most))
        elif left < 2:
            s.former[company] = player
            _give_up_certificate(s, player, company, left)
            gave(s, player, company)
            name_manager(s, company)
            return
    singles = [n for n in held(s, player, company) if n]
    move(s, company, singles[:count], POOL)
    gave(s, player, company)
    if company in s.founded:
        appoint(s, company)


def _give_up_certificate(s: StateIndia, player: str, company: str, left: int) -> None:
    """The last director sells down to one share or none, and nobody takes over (1853-3.1.8-1)."""
    own = [n for n in held(s, player, company) if n]
    if left and not own:  # one share of the certificate stays with the seller, one goes to the pool
        change_certificate(s, company)
        move(s, company, held(s, player, company)[left:], POOL)
    else:
        move(s, company, [0, *own[left:]], POOL)
