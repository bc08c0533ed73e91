"""Faults to plant in games, beside those that fit most titles. Each changes one moment of a story."""

from __future__ import annotations

from tests.judges.following import Moment, told


def elephant_stays(tale: list[Moment]) -> None:
    """The elephant goes on, and is shown where it was."""
    for now, event in told(tale, "elephant"):
        others = [player for player in now.view["players"] if player != event["player"]]
        now.view["position"]["elephant"] = others[0]
        return


def unpaid_forgotten(tale: list[Moment]) -> None:
    """Shares that could not be paid for lie as if they were."""
    now, event = next(told(tale, "unpaid"))
    now.view["position"]["unpaid"][event["player"]].pop(event["company"])


def other_leader(tale: list[Moment]) -> None:
    now, event = next(told(tale, "director"))
    event["player"] = next(player for player in now.view["players"] if player != event["player"])


def cheap_track(tale: list[Moment]) -> None:
    """A tile costs less, and the purses shown agree with it."""
    now, event = next(told(tale, "money", why="track"))
    event["amount"] -= 10
    now.view["position"]["cash"][event["dst"]] -= 10
    now.view["position"]["cash"][event["src"]] += 10


def gift_paid_for(tale: list[Moment]) -> None:
    """A certificate that comes with a private is told as one bought."""
    now, event = next(told(tale, "brings"))
    now.events.remove(event)


def dear_mail(tale: list[Moment]) -> None:
    now, event = next(told(tale, "mail"))
    event["value"] += 10
    paid = next(other for other in now.events if other.get("why") == "mail")
    paid["amount"] += 10


def debt_forgotten(tale: list[Moment]) -> None:
    now, _ = next(told(tale, "credit"))
    now.view["position"]["debts"].clear()


def contract_kept(tale: list[Moment]) -> None:
    """A contract is fulfilled and nobody says so."""
    now, event = next(told(tale, "fulfils"))
    now.events.remove(event)


def fewer_cubes(tale: list[Moment]) -> None:
    _, event = next(told(tale, "cubes_taken"))
    event["cubes"] -= 1


def more_influence(tale: list[Moment]) -> None:
    _, event = next(told(tale, "box_won"))
    event["gains"]["white"] = event["gains"].get("white", 0) + 1


def cheap_chain(tale: list[Moment]) -> None:
    """Building is paid for with a point less of some colour."""
    for _, event in told(tale, "paid", what="building"):
        _, _, rest = event["bill"].partition(" + ")
        if rest:
            event["bill"] = rest
            return


def other_builders(tale: list[Moment]) -> None:
    _, event = next(told(tale, "orders_set"))
    event["building"].reverse()


def stack_turned(tale: list[Moment]) -> None:
    """Two markers on one space of the profit track lie the other way round."""
    for now, _ in told(tale, "scored"):
        profit = now.view["position"]["tracks"]["profit"]
        if profit[0][1] == profit[1][1]:
            profit[0], profit[1] = profit[1], profit[0]
            return


def landowner_stays(tale: list[Moment]) -> None:
    now, event = next(told(tale, "landowner_left"))
    now.events.remove(event)


def station_stays_neutral(tale: list[Moment]) -> None:
    now, event = next(told(tale, "station_joined"))
    now.events.remove(event)


def piece_stays(tale: list[Moment]) -> None:
    now, event = next(told(tale, "piece_left"))
    now.events.remove(event)


def point_more(tale: list[Moment]) -> None:
    """A round brings a point too much, in all that is told and shown."""
    now, event = next(told(tale, "scored"))
    event["points"] += 1
    now.view["position"]["players"][event["player"]]["points"] += 1


def set_more(tale: list[Moment]) -> None:
    """A set of pieces too many counts at the end."""
    _, event = next(told(tale, "final_score"))
    event["parts"]["sets"] += 2
    event["points"] += 2


def aged_trains_kept(tale: list[Moment]) -> None:
    """Trains that a phase sends away stay where they are, and nobody speaks of it."""
    now, _ = next(told(tale, "rusts"))
    companies = now.view["position"]["companies"]
    for aged in [event for event in now.events if event["key"] == "rusts"]:
        held = (
            companies[aged["owner"]]["trains"] if aged["owner"] in companies else now.view["position"]["pool"]
        )
        held.append(aged["train"])
        now.events.remove(aged)


def phase_kept(tale: list[Moment]) -> None:
    """The first train of its kind is bought, and no new phase begins."""
    now, event = next(told(tale, "phase"))
    now.events.remove(event)


def other_turn(tale: list[Moment]) -> None:
    """A company acts before one that is dearer."""
    for now, event in told(tale, "turn"):
        for company, about in now.view["position"]["companies"].items():
            if company != event["company"] and about["president"]:
                event["company"], event["president"] = company, about["president"]
                return


def too_many_trains(tale: list[Moment]) -> None:
    """A company that has to hand trains in does not, and play goes on."""
    now, event = next(told(tale, "discards"))
    company = now.view["position"]["companies"][event["company"]]
    company["trains"].append(event["train"])
    now.view["position"]["pool"].remove(event["train"])
    now.events.remove(event)


def bonus_again(tale: list[Moment]) -> None:
    """A company is paid for its goal twice, and the purses shown agree with it."""
    now, event = next(told(tale, "bonus"))
    paid = next(other for other in now.events if other.get("why") == "goal reached")
    now.events += [event.copy(), paid.copy()]
    now.view["position"]["cash"][event["company"]] += paid["amount"]
    now.view["position"]["cash"]["bank"] -= paid["amount"]


def dear_issue(tale: list[Moment]) -> None:
    """Issued shares are paid at the price before the fall, and the purses shown agree with it."""
    now, event = next(told(tale, "issues"))
    paid = next(other for other in now.events if other["key"] == "money" and other["dst"] == event["company"])
    paid["amount"] += 10
    now.view["position"]["cash"][event["company"]] += 10
    now.view["position"]["cash"]["bank"] -= 10


TURNS = (aged_trains_kept, phase_kept, other_turn)
INDIA = (
    elephant_stays,
    unpaid_forgotten,
    other_leader,
    cheap_track,
    dear_mail,
    debt_forgotten,
    contract_kept,
)
NUREMBERG = (
    fewer_cubes,
    more_influence,
    cheap_chain,
    other_builders,
    stack_turned,
    landowner_stays,
    station_stays_neutral,
    piece_stays,
    point_more,
    set_more,
)
