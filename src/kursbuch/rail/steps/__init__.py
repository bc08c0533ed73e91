"""The kinds of decision in railway games, one idea a file."""
