"""Paper: the market of share prices, and who holds what."""
