import json

import pytest

from tests.bench.measuring import Figures, Measuring, as_text, write_json


def runs(*values: float):
    left = iter(values)
    return lambda: Figures(next(left), "1 ms", "2 ms")


def test_what_keeps_its_budget_is_measured_once():
    rows = []
    assert Measuring(rows)("a step", runs(0.5, 9.0), budget=0.6) == 0.5
    assert rows[0].met
    assert rows[0].runs == (0.5,)


def test_one_miss_is_noise():
    rows = []
    Measuring(rows)("a step", runs(0.7, 0.6, 0.5, 0.5, 0.6), budget=0.6)
    assert rows[0].met
    assert rows[0].runs == (0.7, 0.6, 0.5, 0.5, 0.6)


def test_two_misses_in_five_runs_are_a_miss_and_stand_in_the_table():
    rows = []
    with pytest.raises(AssertionError, match="a step"):
        Measuring(rows)("a step", runs(0.7, 0.5, 0.8, 0.1), budget=0.6)
    assert rows[0].cells == ("a step", "1 ms", "2 ms", "0.8 ×", "≤ 0.6 ×", "NO")
    assert rows[0].runs == (0.7, 0.5, 0.8)


def test_some_budgets_are_to_be_reached_from_below():
    rows = []
    Measuring(rows)("speed", runs(1.6), budget=1.5, at_least=True)
    assert rows[0].met
    assert "≥ 1.5 ×" in rows[0].cells


def test_the_table_has_a_line_for_each_and_programs_read_the_same(tmp_path):
    rows = []
    Measuring(rows)("a step", runs(0.5), budget=0.6)
    Measuring(rows)("starting", lambda: 1.25, budget=2, unit="s")
    assert [line.split()[0] for line in as_text(rows).splitlines()[2:]] == [
        "measured",
        "a",
        "starting",
    ]
    write_json(rows, tmp_path / "bench.json")
    read = json.loads((tmp_path / "bench.json").read_text(encoding="utf-8"))
    assert [row["judged"] for row in read["rows"]] == [0.5, 1.25]
    assert "cores" in read["machine"]
