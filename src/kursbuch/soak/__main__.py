"""`python -m kursbuch.soak`: a soak without the command line's packages."""

import sys

from kursbuch.soak.command import main

if __name__ == "__main__":
    sys.exit(main())
