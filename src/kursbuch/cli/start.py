"""Where the command `kursbuch` starts."""

import sys

from kursbuch import __version__


def main() -> None:
    """Run the command line. What needs nothing but the library is printed before the other commands are even read."""
    match sys.argv[1:]:
        case ["--version"]:
            from kursbuch.core.built import form

            print(f"kursbuch {__version__} ({form()} engine)")
        case ["titles", *options] if set(options) <= {"--json"}:
            from kursbuch.cli.titles import show_titles

            show_titles(as_json=bool(options))
        case arguments:
            from kursbuch.cli.getting import complete, get_server

            if not complete():
                get_server(arguments)
            from kursbuch.cli.main import main as run

            run()
