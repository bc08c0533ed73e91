"""The command line: `kursbuch`, `kursbuch titles`, `kursbuch replay FILE` and so on.

`skeleton` is what `kursbuch new-title` writes.
"""
