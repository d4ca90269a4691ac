import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QItemSelection, QItemSelectionModel, Qt
from PySide6.QtGui import QAccessible, QColor, QGuiApplication
from PySide6.QtTest import QAbstractItemModelTester

from model.traces.trace import KINDS
from tests.viz_app.listening import plain
from tests.viz_app.painted import EN, THEMES, ZH, focus, zeros
from tests.viz_app.probes import spoken_name
from tests.viz_app.states import trace_of
from viz_app.panels.attention.pictures.heatmap import picture_summary
from viz_app.panels.attention.view.table import (
    AttentionTable,
    AttentionTableDialog,
    AttentionTableModel,
)
from viz_app.pictures.labels import text_width
from viz_app.texts.sentences import cell_sentence
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import Cell

ROWS, COLUMNS = len(EN), len(ZH)
ACROSS, DOWN = Qt.Orientation.Horizontal, Qt.Orientation.Vertical


@pytest.fixture
def table(qtbot, room):
    table = AttentionTable(THEMES["light"], room.handle)
    qtbot.addWidget(table)
    table.resize(640, 400)
    table.show()
    return table


def texts(model):
    return [
        [model.index(row, column).data() for column in range(model.columnCount())]
        for row in range(model.rowCount())
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_cells_are_the_weights_with_four_digits(table, kind):
    shown = focus(kind=kind)
    table.set_snapshot(shown)
    found = texts(table.model())
    assert np.shape(found) == shown.weights.shape
    for (row, column), weight in np.ndenumerate(shown.weights):
        expected = f"{weight:.4f}" if shown.mask[row, column] else "masked"
        assert found[row][column] == expected


def test_rows_that_are_not_decoded_are_empty_and_masked_cells_faded(table):
    table.set_snapshot(focus(kind="decoder", decoded_rows=4))
    role, model = Qt.ItemDataRole.ForegroundRole, table.model()
    assert model.index(0, 5).data(role) == QColor(THEMES["light"].soft_text)
    assert model.index(3, 0).data(role) is None
    found = texts(table.model())
    assert found[3][0] != ""
    assert found[3][5] == "masked"
    assert {text for row in found[4:] for text in row} == {""}


def test_a_difference_has_signs(table):
    table.set_snapshot(focus(zeros(ROWS, COLUMNS, r0c0=0.25, r0c1=-0.5), compared=trace_of()))
    assert texts(table.model())[0][:3] == ["+0.2500", "−0.5000", "0.0000"]


def test_headers_are_the_labels(table):
    model = table.model()
    table.set_snapshot(focus())
    assert [model.headerData(column, ACROSS) for column in range(COLUMNS)] == list(ZH)
    assert model.headerData(3, DOWN) == "a → book"
    table.set_snapshot(focus(row_labels="fed"))
    assert model.headerData(3, DOWN) == "a"
    table.set_snapshot(focus(row_labels="predicted"))
    assert model.headerData(3, DOWN) == "book"
    table.set_snapshot(focus(kind="encoder"))
    assert model.headerData(3, DOWN) == "在"
    assert model.headerData(99, DOWN) is None


def test_columns_share_the_width_or_are_as_wide_as_their_tokens(qtbot, table):
    table.resize(1800, 300)
    table.show()
    table.set_snapshot(focus())
    across = table.horizontalHeader()
    qtbot.waitUntil(lambda: 0 <= table.viewport().width() - across.length() < COLUMNS, timeout=5000)
    table.resize(400, 300)
    long = dataclasses.replace(focus(), columns=("extraordinarily", *ZH[1:]))
    table.set_snapshot(long)
    room = table.fontMetrics().horizontalAdvance("extraordinarily")
    assert across.sectionSize(0) > room
    assert across.length() > table.viewport().width()


def test_a_row_of_two_branches_names_both(table):
    rows = tuple(RowLabel("a", f"{token} / dog") for token in EN)
    table.set_snapshot(dataclasses.replace(focus(compared=trace_of()), rows=rows))
    assert table.model().headerData(3, DOWN) == "a → book / dog"


def test_a_cell_says_its_sentence(table):
    shown = focus()
    table.set_snapshot(shown)
    index = table.model().index(4, 1)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == cell_sentence(shown, Cell(4, 1))
    assert "&lt;s&gt;" in table.model().index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_qt_finds_no_fault_in_the_model(qapp):
    model = AttentionTableModel(THEMES["light"])
    mode = QAbstractItemModelTester.FailureReportingMode.Fatal
    tester = QAbstractItemModelTester(model, mode)
    for shown in (focus(), focus(kind="decoder", decoded_rows=3), focus(target=()), None, focus()):
        model.set_snapshot(shown)
    assert tester.model() is model
    assert model.rowCount() == ROWS


def test_the_cursor_is_the_current_cell(table, room):
    table.set_snapshot(focus(cell=Cell(4, 3)))
    assert (table.currentIndex().row(), table.currentIndex().column()) == (4, 3)
    table.set_snapshot(focus(cell=Cell(5, 3)))
    assert table.currentIndex().row() == 5
    table.set_snapshot(focus())
    assert not table.currentIndex().isValid()
    assert not room.heard


def test_headers_say_what_source_tokens_mean(table):
    glosses = ("cat", *[""] * (COLUMNS - 1))
    table.set_snapshot(focus(glosses=glosses))
    model, name = table.model(), ZH[0]
    assert plain(model.headerData(0, ACROSS)) == f"{name} (cat)"
    assert plain(model.headerData(1, ACROSS)) == ZH[1]
    across = table.horizontalHeader()
    width = text_width(THEMES["light"], f"{name} (cat)", size=THEMES["light"].body)
    assert across.defaultSectionSize() > width
    assert model.copied(np.ones((ROWS, COLUMNS), dtype=bool), with_names=True).startswith(
        f"\t{name}\t{ZH[1]}"
    )
    rows = tuple(RowLabel(token, gloss="cat") for token in ZH)
    table.set_snapshot(focus(kind="encoder", rows=rows))
    assert plain(model.headerData(2, DOWN)) == f"{ZH[2]} (cat)"


def test_a_click_picks_a_cell(table, qtbot, room):
    table.set_snapshot(focus())
    place = table.visualRect(table.model().index(2, 3)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert room.heard == [("picture_cell_picked", "cross", Cell(2, 3))]


def test_keys_move_from_cell_to_cell(table, qtbot, room):
    table.set_snapshot(focus(cell=Cell(4, 3)))
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.keyClick(table, Qt.Key.Key_Right)
    assert room.heard == [
        ("picture_cell_picked", "cross", Cell(5, 3)),
        ("picture_cell_picked", "cross", Cell(5, 4)),
    ]


def test_the_focus_alone_picks_nothing(table, room):
    table.set_snapshot(focus())
    table.activateWindow()
    table.setFocus(Qt.FocusReason.TabFocusReason)
    assert table.hasFocus()
    assert not room.heard


def test_what_is_not_in_view_is_scrolled_to(table, qtbot):
    table.resize(300, 150)
    table.set_snapshot(focus(cell=Cell(ROWS - 1, COLUMNS - 1)))
    rect = table.visualRect(table.currentIndex())
    assert table.viewport().rect().intersects(rect)


def chosen(table, *areas):
    model = table.model()
    selection = QItemSelection()
    for top, left, bottom, right in areas:
        selection.select(model.index(top, left), model.index(bottom, right))
    flags = QItemSelectionModel.SelectionFlag.ClearAndSelect
    table.selectionModel().select(selection, flags)


def clipboard():
    return QGuiApplication.clipboard().text()


def test_ctrl_c_copies_what_is_selected(table, qtbot):
    shown = focus(kind="decoder", decoded_rows=4)
    table.set_snapshot(shown)
    chosen(table, (2, 1, 4, 3))
    qtbot.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    weights = shown.weights
    assert clipboard().split("\n") == [
        f"{weights[2, 1]:.4f}\t{weights[2, 2]:.4f}\tmasked",
        f"{weights[3, 1]:.4f}\t{weights[3, 2]:.4f}\t{weights[3, 3]:.4f}",
        "\t\t",
    ]


def test_cells_between_what_is_selected_are_empty(table):
    shown = focus(zeros(ROWS, COLUMNS, r1c1=0.5, r2c3=0.25))
    table.set_snapshot(shown)
    chosen(table, (1, 1, 1, 1), (2, 3, 2, 3))
    table.copy()
    assert clipboard().split("\n") == ["0.5000\t\t", "\t\t0.2500"]


def test_nothing_selected_leaves_the_clipboard_alone(table):
    QGuiApplication.clipboard().setText("before")
    table.copy()
    table.set_snapshot(focus())
    table.copy()
    assert clipboard() == "before"


@pytest.mark.parametrize("compared", [None, trace_of()])
def test_everything_is_copied_with_its_tokens(table, compared):
    shown = focus(decoded_rows=4, compared=compared)
    table.set_snapshot(shown)
    table.copy_all()
    first, *lines = (line.split("\t") for line in clipboard().split("\n"))
    assert first == ["", *ZH]
    assert [line[0] for line in lines] == [f"{row.fed} → {row.predicted}" for row in shown.rows]
    assert [line[1:] for line in lines] == texts(table.model())


def test_a_selection_stays_while_another_head_is_shown(table):
    table.set_snapshot(focus(cell=Cell(2, 2)))
    chosen(table, (1, 1, 3, 3))
    table.set_snapshot(focus(cell=Cell(2, 2), head=1))
    assert len(table.selectedIndexes()) == 9


def test_a_large_table_is_asked_only_for_what_is_in_view(table, monkeypatch, qapp):
    tokens = tuple(f"t{index}" for index in range(300))
    asked = []
    data = AttentionTableModel.data

    def noted(model, index, role=Qt.ItemDataRole.DisplayRole):
        if role == Qt.ItemDataRole.DisplayRole:
            asked.append((index.row(), index.column()))
        return data(model, index, role)

    monkeypatch.setattr(AttentionTableModel, "data", noted)
    table.set_snapshot(focus(kind="encoder", source=tokens, cell=Cell(150, 150)))
    table.grab()
    assert (150, 150) in asked
    assert len(set(asked)) < 1000


def test_the_name_of_a_column_costs_no_look_at_the_others(table):
    class Glosses(tuple):
        looks = 0

        def __getitem__(self, at):
            self.looks += 1
            return super().__getitem__(at)

        def __iter__(self):
            self.looks += len(self)
            return super().__iter__()

    tokens = tuple(f"t{index}" for index in range(300))
    glosses = Glosses("cat" for _ in tokens)
    table.set_snapshot(focus(kind="encoder", source=tokens, glosses=glosses))
    glosses.looks = 0
    assert plain(table.model().headerData(7, ACROSS)) == "t7 (cat)"
    assert glosses.looks == 1


def test_a_screen_reader_finds_a_table(table):
    table.set_snapshot(focus())
    assert spoken_name(table) == "Weights as a table"
    found = QAccessible.queryAccessibleInterface(table)
    assert found.role() == QAccessible.Role.Table
    assert found.childCount() == (ROWS + 1) * (COLUMNS + 1)


# -------------------------------------------------------------------------------- test table dialog


SHOWN = focus(marked_row=4, special="hidden")


@pytest.fixture
def dialog(qtbot, room):
    dialog = AttentionTableDialog(THEMES["light"], room.handle)
    qtbot.addWidget(dialog)
    dialog.set_snapshot(SHOWN)
    dialog.show()
    return dialog


def test_it_does_not_stop_the_window(dialog):
    assert not dialog.isModal()


def test_the_picture_s_sentence_stands_above_the_table(dialog):
    assert dialog.sentence.text() == picture_summary(SHOWN)
    assert dialog.sentence.geometry().bottom() < dialog.table.geometry().top()
    assert dialog.windowTitle() == "Cross · layer 2 · head 1 – weights as a table"


def test_it_follows_the_picture(dialog):
    other = focus(kind="encoder", head=2)
    dialog.set_snapshot(other)
    assert dialog.table.model().rowCount() == len(ZH)
    assert dialog.sentence.text() == picture_summary(other)
    assert dialog.windowTitle().startswith("Encoder self · layer 2 · head 3")


def test_it_costs_nothing_while_it_is_closed(dialog):
    dialog.close()
    dialog.set_snapshot(focus(kind="encoder"))
    assert dialog.table.model().rowCount() == len(EN)
    dialog.show()
    assert dialog.table.model().rowCount() == len(ZH)


def test_without_a_picture_it_is_empty(dialog):
    dialog.set_snapshot(None)
    assert dialog.sentence.text() == ""
    assert dialog.table.model().rowCount() == 0
    assert not dialog.copy_button.isEnabled()


def test_the_button_copies_everything(dialog, qtbot):
    qtbot.mouseClick(dialog.copy_button, Qt.MouseButton.LeftButton)
    lines = QGuiApplication.clipboard().text().split("\n")
    assert len(lines) == len(EN) + 1
    assert lines[0].split("\t") == ["", *ZH]


def test_escape_closes_it(dialog, qtbot):
    qtbot.keyClick(dialog.table, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
