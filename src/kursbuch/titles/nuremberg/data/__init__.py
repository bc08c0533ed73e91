"""The box as data: TOML files that a player can proofread, each block with the mark of its source."""
