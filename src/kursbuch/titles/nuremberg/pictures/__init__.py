"""Its own pictures."""
