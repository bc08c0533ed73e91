"""Trains on sale."""
