"""Why a choice in 1889 is good or bad: a position, the choice, and the figures of its reasons."""

from tests.bots.deciding import reasoned
from tests.titles.shikoku.test_trains import buying


def test_a_trade_in_tells_what_runs_with_the_new_train_and_what_rusts_by_it():
    others = {"TR": {"price": 75, "B": 60, "trains": ["4"]}}
    table = buying("6", trains=["5", "6"], cash=800, others=others)
    assert reasoned(table, "KO trades train 5 for D at 800") == {
        "runs-with": {"company": "KO", "income": 110, "train": "D", "before": 70},
        "rusts-others": {"train": "4", "company": "TR"},
    }
    table.apply("KO trades train 5 for D at 800")
    assert table.trains("TR") == []
