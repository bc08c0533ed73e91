"""Message catalogues: German, and English for what the engine names only by a key."""
