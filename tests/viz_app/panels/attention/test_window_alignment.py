"""Through the real window: cross-attention as a word alignment, beside the right one."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from model.checkpoint.locations import SHIPPED_FOLDER
from tests.viz_app.application import click, running, said
from viz_app.testing import settle
from viz_app.workbench.changes.selection import kind_picked, option_picked

pytestmark = pytest.mark.window


@pytest.fixture
def aligned(qtbot, tmp_path):
    """The model ``reverse``, whose task is known to the letter, with its links in view."""
    with running(qtbot, tmp_path, model=SHIPPED_FOLDER / "reverse.safetensors") as application:
        application.bench.apply(kind_picked, "cross")
        application.bench.apply(option_picked, "view", "links")
        click(qtbot, application.window.attention.tools.alignment)
        settle(qtbot, application)
        yield application


def rows_of(panel):
    table = panel.table
    return [
        [
            table.item(row, 0).text(),
            *(float(table.item(row, column).text()) for column in (1, 2, 3)),
        ]
        for row in range(table.rowCount())
    ]


def test_heads_are_listed_over_the_sentence_and_a_sample_by_either_row(qtbot, aligned):
    panel = aligned.window.attention.alignment
    links = aligned.window.attention.shown().focus.alignment
    n = len(aligned.screen.now.trace.source_tokens) - 1
    assert links.gold.sure == {(n - 1 - place, place) for place in range(n)}
    assert panel.caption.text() == "Predicted row · this sentence · gold: its exact links"
    assert len(rows_of(panel)) == 2 * 5
    click(qtbot, panel.over.button("sample"))
    assert panel.caption.text().startswith("Predicted row · 50 pairs of reverse")
    by_predicted = rows_of(panel)
    assert [row[1] for row in by_predicted] == sorted(row[1] for row in by_predicted)
    assert min(row[3] for row in by_predicted if row[0].startswith("L1")) >= 0.9
    click(qtbot, panel.rows.button("fed"))
    assert panel.caption.text().startswith("Input row · 50 pairs of reverse")
    assert max(row[3] for row in rows_of(panel) if row[0].startswith("L1")) <= 0.1
    assert aligned.window.attention.shown().focus.alignment.row == "fed"
    assert aligned.screen.now.notice is None


def test_a_line_of_the_list_shows_its_head_or_the_mean(qtbot, aligned):
    panel = aligned.window.attention.alignment
    for name in ("L2 H3", "L1 mean"):
        row = [row[0] for row in rows_of(panel)].index(name)
        panel.table.scrollToItem(panel.table.item(row, 0))
        place = panel.table.visualItemRect(panel.table.item(row, 0)).center()
        click(qtbot, panel.table.viewport(), QPointF(place))
        chosen, options = aligned.screen.now.selection, aligned.screen.now.attention
        shown = f"L{chosen.layer + 1} " + (
            "mean" if options.combination == "mean" else f"H{chosen.head + 1}"
        )
        assert shown == name
        assert panel.table.currentRow() == row


def test_gold_of_a_file_and_a_bad_line_that_changes_nothing(qtbot, aligned, tmp_path, file_dialogs):
    panel, gold = aligned.window.attention.alignment, tmp_path / "gold.txt"
    gold.write_text("0-0 1?1\n0-0 99-0\n")
    file_dialogs.append(gold)
    click(qtbot, panel.open)
    settle(qtbot, aligned)
    assert panel.line.text() == "choose a line"
    panel.line.setValue(1)
    shown = aligned.window.attention.shown().focus.alignment.gold
    assert (shown.sure, shown.possible) == ({(0, 0)}, {(0, 0), (1, 1)})
    assert panel.caption.text().endswith("gold: line 1 of gold.txt")
    panel.line.setValue(2)
    assert "gold.txt, line 2: The link 99-0 does not fit" in said(aligned.window)
    assert panel.caption.text().endswith("gold: line 1 of gold.txt")
    gold.write_text("1:1")
    file_dialogs.append(gold)
    click(qtbot, panel.open)
    settle(qtbot, aligned)
    assert "gold.txt, line 1: '1:1' is not a link" in said(aligned.window)
    assert aligned.window.attention.shown().focus.alignment.gold == shown


def test_lines_are_even_and_right_ones_are_painted(qtbot, aligned):
    picture = aligned.window.attention.pictures.links
    with_gold = np.asarray(picture.grab().toImage().constBits()).copy()
    aligned.bench.apply(option_picked, "alignment", None)
    assert aligned.window.attention.alignment.isHidden()
    assert not np.array_equal(with_gold, np.asarray(picture.grab().toImage().constBits()))
