"""What a title's own tests need: positions in a few lines, and a check of everything that is asked of a title.

    from kursbuch.testing import check_title, position

    def test_a_company_pays_its_shareholders():
        table = position("my-title", companies={"GR": {"price": 80, "A": 50}}, turn="GR pay", income=100)
        assert table.apply("GR pays").cash("A") == 450

It needs no test framework: whatever is not as it should be raises AssertionError and says so.
"""

from kursbuch.positions import setting
from kursbuch.testing.check import PARTS, check_title
from kursbuch.testing.position import SEATS, fresh, position, sample, settle, stood
from kursbuch.testing.table import Table

__all__ = [
    "PARTS",
    "SEATS",
    "Table",
    "check_title",
    "fresh",
    "position",
    "sample",
    "setting",
    "settle",
    "stood",
]
