"""Standing orders: what a player has the server do in the player's name, as long as the position is what was meant.

An order is asked after every move at its table, with the game as its player knows it. It moves, waits, or stops and
says why. Its moves are judged and stored like any other.
"""
