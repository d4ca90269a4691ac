"""The figures in the guide are those that were measured."""

import json
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "resources" / "readme" / "cost-curves.json"
FOUND = json.loads(FILE.read_text(encoding="utf-8"))
PAGES = {
    language: (ROOT / "resources" / "guide" / f"speed.{language}.md").read_text(encoding="utf-8")
    for language in ("en", "zh")
}


def table(name: str, language: str = "en") -> list[list[str]]:
    page = PAGES[language]
    text = page[page.index(f"<!-- {name} -->") : page.index(f"<!-- end of {name} -->")]
    _, _, *rows = re.findall(r"^\| (.*) \|$", text, re.MULTILINE)
    return [row.split(" | ") for row in rows]


def test_the_table_of_costs_has_the_numbers_and_the_plot_the_units_of_its_file():
    rows = table("cost-curves")
    assert [[float(cell) for cell in row[3:]] for row in rows] == [
        [curve[cost][which] for cost in ("time", "memory") for which in ("fitted", "theory")]
        for curve in FOUND["curves"]
    ]
    assert [row[2] for row in rows] == [
        f"{curve['at'][0]:,} … {curve['at'][-1]:,}" for curve in FOUND["curves"]
    ]
    assert FOUND["machine"] in PAGES["en"]
    tree = ElementTree.parse(FILE.with_suffix(".svg"))
    said = {
        "".join(text.itertext()).strip() for text in tree.iter("{http://www.w3.org/2000/svg}text")
    }
    axes = {"tokens of each side", "layers", "heads", "d_model", "pairs in the corpus"}
    assert axes | {"CPU time in ms", "memory at most in MB"} <= said
    assert all("(../readme/cost-curves.svg)" in page for page in PAGES.values())


@pytest.mark.parametrize(("cost", "unit"), [("time", "seconds"), ("memory", "bytes")])
@pytest.mark.parametrize("curve", FOUND["curves"], ids=lambda one: f"{one['work']}-{one['over']}")
def test_exponents_are_those_of_the_measured_points(curve, cost, unit):
    x, y = (np.log(curve[name][-curve["points"] :]) for name in ("at", unit))
    assert curve[cost]["fitted"] == pytest.approx(np.polyfit(x, y, 1)[0], abs=0.006)


def test_every_cost_was_measured_at_the_sizes_that_the_benchmark_has():
    from tests.bench.cost_curves import SWEEPS

    assert [
        (one["work"], one["over"], tuple(one["at"]), one["time"]["theory"], one["memory"]["theory"])
        for one in FOUND["curves"]
    ] == [(one.work, one.over, one.at, one.time, one.memory) for one in SWEEPS]


def test_the_table_of_speed_has_the_numbers_of_its_file_and_says_what_was_missed():
    found = json.loads((ROOT / "resources" / "readme" / "bench.json").read_text(encoding="utf-8"))
    rows = table("speed")
    assert rows
    assert [row[1:] for row in rows] == [
        [
            row["ours"] or "–",
            row["peer"] or "–",
            f"{row['judged']:.3g} {row['unit']}",
            f"{'≥' if row['at_least'] else '≤'} {row['budget']:.3g} {row['unit']}"
            + (", missed" if missed(row) else ""),
        ]
        for row in found["rows"]
    ]
    assert found["machine"] in PAGES["en"]


def missed(row: dict[str, Any]) -> bool:
    over = row["judged"] < row["budget"] if row["at_least"] else row["judged"] > row["budget"]
    assert row["met"] != over, row["what"]
    return over


@pytest.mark.parametrize("name", ["speed", "cost-curves"])
def test_the_chinese_table_has_the_same_figures_and_no_english_words(name):
    english, chinese = table(name), table(name, "zh")
    assert [[figures(cell) for cell in row] for row in chinese] == [
        [figures(cell) for cell in row] for row in english
    ]
    words = {word for row in chinese for cell in row for word in re.findall(r"[A-Za-z_]{3,}", cell)}
    assert words <= {"Marian", "torch", "BertViz", "MiB", "d_model"}


def figures(cell: str) -> list[str]:
    return re.findall(r"-?[\d,]*\d(?:\.\d+)?", cell)
