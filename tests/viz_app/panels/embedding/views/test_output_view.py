import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt

from tests.viz_app.listening import said_by
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.embedding.records import logits_of
from tests.viz_app.probes import hover
from viz_app.panels.embedding.views.output_view import OutputView


@pytest.fixture
def view(qtbot):
    view = OutputView(THEMES["light"])
    qtbot.addWidget(view)
    view.resize(900, 300)
    view.set_step(logits_of(), 0, tied=True)
    view.show()
    view.grab()
    return view


def test_the_rows_are_the_softmax_of_the_logits(view):
    row = logits_of().logits[0].astype(np.float64)
    chances = np.exp(row) / np.exp(row).sum()
    for token in view.rows().tokens:
        assert token.probability == pytest.approx(chances[token.token_id], abs=1e-6)
        assert token.logit == pytest.approx(row[token.token_id])


def test_the_keys_begin_at_the_token_that_follows(qtbot, view):
    view.set_step(logits_of(), 2, tied=True)
    view.grab()
    said = said_by(view)
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert said[-1].startswith("“a” · rank 12 · logit −6.0000")
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert "rank 1 ·" in said[-1]
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert said[-1].startswith("the other ") or "rank" in said[-1]
    assert view.cursor_rect() is not None


def test_left_and_right_go_through_the_histogram(qtbot, view):
    said = said_by(view)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert said[-1].startswith("tokens with a logit from")
    assert said[-1].endswith("to 6.00: 1")
    first = view.cursor_rect()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_rect().left() < first.left()


def test_what_is_under_the_mouse_is_said(qtbot, view):
    said = said_by(view)
    layout = view.layout_now().table
    hover(qtbot, view, layout.row_rect(0).center().toPoint())
    assert said[-1].startswith("“I” · rank 1")
    assert said[-1].endswith("this token follows")
    hover(qtbot, view, QPoint(3, 3))
    assert said[-1] == ""
    qtbot.keyClick(view, Qt.Key.Key_Left)
    bar = view.cursor_rect().center().toPoint()
    said.clear()
    hover(qtbot, view, bar)
    assert said[-1].startswith("tokens with a logit from")


def test_all_others_are_said_together(qtbot, view):
    rows, said = view.rows(), said_by(view)
    assert rows.others > 0
    last = view.layout_now().table.row_rect(len(rows.tokens)).center().toPoint()
    hover(qtbot, view, last)
    assert said[-1] == view.row_sentence(len(rows.tokens))
    assert said[-1].startswith(f"the other {rows.others} tokens together")


def test_where_it_is_narrow_there_is_no_histogram(qtbot, view):
    view.resize(500, 300)
    view.grab()
    qtbot.keyClick(view, Qt.Key.Key_Left)
    assert view.cursor_rect() is None


def test_another_step_has_other_rows(view):
    view.set_step(logits_of(), 1, tied=False)
    view.grab()
    assert view.rows().tokens[0].token == "have"
    assert "output projection" in view.accessibleDescription()


def test_without_logits_it_is_empty(qtbot, view):
    view.set_step(None, 0, tied=False)
    view.grab()
    assert view.rows() is None
    assert view.row_sentence(0) == ""
    qtbot.keyClick(view, Qt.Key.Key_Down)
    hover(qtbot, view, QPoint(100, 100))
