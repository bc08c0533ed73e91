"""Leagues: named people, rounds whose tables are made by themselves, standings."""
