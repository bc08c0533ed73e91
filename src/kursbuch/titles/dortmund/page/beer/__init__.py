"""On the table page: Heat, Sweat & Beer."""
