"""How the house bot plays it: Heat, Sweat & Beer."""
