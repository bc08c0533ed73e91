"""Independent judges: small replayers, one a title, that read a game's events and keep its books by the rulebook.

They share no code with the engine and do not look into its positions. From what was decided (a share was bought, an
income paid out, a train exported) a judge works out what has to follow: who pays whom, who holds which paper, where
the prices stand, where the trains are, what everybody is worth. After every action its books must agree with what the
program shows.
"""
