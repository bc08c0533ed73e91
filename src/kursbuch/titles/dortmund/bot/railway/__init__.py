"""How the house bot plays it: The Railway Game."""
