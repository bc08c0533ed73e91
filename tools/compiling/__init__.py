"""The engine compiled by mypyc, from the same source: nobody who writes rules has to know of it.

What mypyc cannot take, or takes badly, is rewritten on the way to it and nowhere else: `rewrite` writes dataclasses
and cached properties out as plain methods. docs/trust/performance.md says what that brings and how far it is proved.
"""
