"""How the house bot plays it: The Expert Game."""
