"""The command line: `kursbuch`, `kursbuch titles`, `kursbuch replay FILE` and so on."""

from kursbuch.cli.main import main

__all__ = ["main"]
