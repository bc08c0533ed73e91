"""Breweries: their round, their turn, what they earn."""
