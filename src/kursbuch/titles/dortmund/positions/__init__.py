"""Positions of the family's titles, set up in a few lines."""
