"""Games as environments for programs that learn: PettingZoo's and OpenSpiel's forms of them.

Both are optional: `pip install kursbuch[pettingzoo]`, `kursbuch[openspiel]`. What they share needs neither.
"""
