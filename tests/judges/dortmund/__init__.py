"""The judges of 18DO: the Introduction Game, the Railway Game, Heat, Sweat & Beer, the Expert Game.

`network` counts what trains earn, `shares` and `forced` are what all games of shares have in common, `beer_market` is
the board with the beer; the games stand in `intro`, `railway_game`, `beer_game` and `expert`.
"""
