"""Clocks: what the people at a table have agreed on about time, and what happens when somebody does not come.

Time is counted from the moments that the log stores, in the same transaction as each move: it goes on through
restarts and is the same in every process. Nothing here knows a rule of a game.
"""
