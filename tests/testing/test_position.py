"""The positions of the test helper are what they say."""

from kursbuch.testing import position


def test_a_position_is_what_it_says():
    table = position(
        "18te",
        companies={
            "KHS": {"price": 100, "cash": 120, "A": 50, "pool": 20, "trains": ["2"]},
            "KWE": {"B": 30},
        },
        cash={"A": 77},
        tiles={"F6": "58.2"},
        turn="KHS issue",
    )
    assert (table.price("KHS"), table.cash("KHS"), table.cash("A")) == (100, 120, 77)
    assert (table.percent("A", "KHS"), table.percent("pool", "KHS"), table.percent("KHS", "KHS")) == (
        50,
        20,
        30,
    )
    assert (table.president("KHS"), table.president("KWE")) == ("A", "B")
    assert (table.trains("KHS"), table.acting, table.tile("F6")) == (["2"], "A", "58.2")
    assert table.station_at("G5.0") == ("KHS",)
    table.apply("KHS issues 2")
    assert table.price("KHS") == 80
    assert table.cash("KHS") == 120 + 160
