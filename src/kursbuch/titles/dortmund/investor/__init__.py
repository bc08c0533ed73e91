"""Games for two, with the Investor."""
