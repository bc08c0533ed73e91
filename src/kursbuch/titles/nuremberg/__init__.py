"""First Train to Nuremberg: the railways of Franconia, for two to four players.

The folder reads like the box. `data` holds board, boxes, trains and pieces; `rounds` the ten phases; each
phase that asks for decisions has a file of its own. Rule points are cited as FTN-16-3; their words are in
`data/summaries.toml`.

>>> import kursbuch as kb
>>> game = kb.new_game("nuremberg", players=["Anna", "Ben"], seed=8)
>>> game.acting
('Anna',)
>>> [str(bid) for bid in game.legal_actions()]
['Anna bids 3..12/1 on U1', 'Anna bids 3..12/1 on U2', 'Anna bids 2..12/1 on L1', 'Anna bids 2..12/1 on L2']
>>> game.apply("Anna bids 4 on U1")
>>> str(game.why_not("Ben bids 4 on U1"))
'Anna has 4 on U1; bid more. (FTN §17)'
"""

from kursbuch.core.family import Family

FAMILY = Family(
    __name__,
    titles={"nuremberg": "title:TITLE"},
    pages={"nuremberg": "page.table:PAGE"},
    positions={"nuremberg": "positions:position"},
    bots={"nuremberg": "bot.choosing:choose"},
    searches={"nuremberg": "bot.searching:WISDOM"},
    reasons={"nuremberg": "bot.reasons:reasons"},
    pictures={
        "nuremberg": {"board": "pictures.board:nuremberg_board", "tracks": "pictures.tracks:nuremberg_tracks"}
    },
    checks="rules.checking:check",
    rank=4,
)
