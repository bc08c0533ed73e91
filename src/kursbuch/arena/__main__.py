"""`python -m kursbuch.arena`: the arena without the command line's packages."""

import sys

from kursbuch.arena.command import main

if __name__ == "__main__":
    sys.exit(main())
