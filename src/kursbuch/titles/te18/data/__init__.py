"""The figures of the box, as TOML that a player can proofread."""
