"""The command line: `kursbuch`, `kursbuch titles`, `kursbuch replay FILE` and so on."""
