"""How the house bot plays it: The Introduction Game."""
