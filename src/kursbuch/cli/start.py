"""Where the command `kursbuch` starts."""

import sys


def main() -> None:
    """Run the command line. The list of titles is printed before the other commands are even read."""
    match sys.argv[1:]:
        case ["titles", *options] if set(options) <= {"--json"}:
            from kursbuch.cli.titles import show_titles

            show_titles(as_json=bool(options))
        case _:
            from kursbuch.cli.main import main as run

            run()
