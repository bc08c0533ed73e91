"""How the house bot plays it."""
