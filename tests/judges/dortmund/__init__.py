"""The judges of 18DO: the Introduction Game, the Railway Game, Heat, Sweat & Beer, the Expert Game.

The games of shares stand on each other's shoulders: `paper` (founded, bought, sold), `forced` (purchases in need,
loans), `shares` (building, running, trains that age; `network` counts what trains earn), `investor` (tables of two).
On these stand `railway_game` and, with `beer_paper`, `conversion` and `beer_market`, `beer_game` and `expert`.
`intro` has neither money nor prices.
"""
