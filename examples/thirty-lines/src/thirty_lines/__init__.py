"""A bot in thirty lines: at bids it plays each choice on for a while, and looks who is ahead then."""

from random import Random

from kursbuch.bots import get

HOUSE = get("house")
MOVES = 30  # that are played on


class Forward:
    """`forward` plays on for 30 moves, `forward:60` for 60."""

    def __init__(self, setting=""):
        self.name, self.moves = "forward", int(setting or MOVES)

    def choose(self, view, legal, rng):
        return HOUSE.choose(view, legal, rng)

    def choose_in(self, imagine, view, legal, rng):
        first, game = HOUSE.choose(view, legal, rng), imagine(rng)
        if not 1 < len(legal) <= 6 or " bids " not in str(first):
            return first
        options = [first, *(action.at(action.span.lo) if action.span else action for action in legal)]
        leads = {action: self.lead(game.after(action), view["acting"][0]) for action in options}
        best = max(leads, key=leads.get)
        return best if leads[best] > leads[first] + 1 else first

    def lead(self, game, me):
        for _ in range(self.moves):
            if not game.over:
                player = game.acting[0]
                game.apply(HOUSE.choose(game.view(player), game.legal_actions(player), Random(7)))
        scores = game.scores()
        return scores.pop(me) - max(scores.values())
