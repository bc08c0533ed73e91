"""The Expert Game: Heat, Sweat & Beer with small investments and special events."""
