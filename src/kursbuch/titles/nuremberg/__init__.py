"""First Train to Nuremberg: the railways of Franconia, for two to four players.

The folder reads like the box. `data` holds board, boxes, trains and pieces; `rounds` the ten phases; each
phase that asks for decisions has a file of its own. Rule points are cited as FTN-16-3; their words are in
`data/summaries.toml`.
"""

from kursbuch.titles.nuremberg.rules import TITLE

TITLES = {"nuremberg": TITLE}
