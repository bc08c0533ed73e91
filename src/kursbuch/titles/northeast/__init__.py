"""1830: the railways and robber barons of the north-eastern United States, by Francis Tresham."""
