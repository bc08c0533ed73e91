"""The pictures of the README: a screenshot of the table, and a film of one company's turn, taken in a real browser.

`make pictures` takes them anew: it plays a game with house bots up to a company's turn in mid-game, opens it at a
server of its own, decides by clicking, and puts what was seen together.
"""
