"""Heat, Sweat & Beer for two, with the Investor."""
