"""Heat, Sweat & Beer, the Expert Game and beer for two: the Railway Game's parts with breweries and a beer market."""
