"""What a reader finds: through Qt's accessible interfaces, in this process."""

import gc

import numpy as np
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QApplication, QCheckBox, QPushButton, QToolButton

from viz_app.design.theme import light_theme
from viz_app.pictures.matrix import MatrixPicture
from viz_app.pictures.plot import Curve, PlotAxis
from viz_app.storage.value_tables import ValueTable
from viz_app.widgets.accessible import install_factory
from viz_app.widgets.curve_plot import CurvePlot
from viz_app.widgets.picture_view import PictureView

NAME, DESCRIPTION = QAccessible.Text.Name, QAccessible.Text.Description
VALUES = np.array([[0.25, -1.5, np.nan], [2e-6, 12.0, 0.0]], dtype=np.float32)
MATRIX = MatrixPicture(
    title="Scores",
    rows=("a", "b"),
    columns=("x", "y", "z"),
    values=VALUES,
    level=1.0,
    sentence=lambda cell: f"cell {cell.row} {cell.column}",
)


class Masked(MatrixPicture):
    """Two tables with a mask."""

    def tables(self):
        mask = np.array([[True, True, False], [True, True, False]])
        values = np.where(mask, np.nan_to_num(VALUES), [[-1e9], [0]])
        parts = {"rows": self.rows, "columns": self.columns, "values": values, "mask": mask}
        return tuple(ValueTable(name=name, **parts) for name in ("first", "second"))


@pytest.fixture
def view(qtbot):
    install_factory()
    view = PictureView(light_theme(), of=MatrixPicture)
    qtbot.addWidget(view)
    view.resize(400, 300)
    view.set_picture(MATRIX)
    with qtbot.waitExposed(view):
        view.show()
    return view


def interface(view):
    return QAccessible.queryAccessibleInterface(view)


def children(part):
    return [part.child(index) for index in range(part.childCount())]


def test_a_matrix_is_a_table_of_rows_of_cells_with_their_places(view):
    table = interface(view)
    assert (table.role(), table.text(NAME)) == (QAccessible.Role.Table, "Scores")
    rows = children(table)
    assert [row.text(NAME) for row in rows] == ["a", "b"]
    cells = [children(row) for row in rows]
    assert [cell.text(NAME) for cell in cells[0]] == ["a, x: 0.25", "a, y: −1.5", "a, z: no value"]
    assert [cell.text(NAME) for cell in cells[1]] == ["b, x: 2e−06", "b, y: 12", "b, z: 0"]
    grid = view.spots().grid
    for number, row in enumerate(cells):
        assert rows[number].role() == QAccessible.Role.Row
        assert (rows[number].parent(), table.indexOfChild(rows[number])) == (table, number)
        for column, cell in enumerate(row):
            assert cell.role() == QAccessible.Role.Cell
            assert cell.text(DESCRIPTION) == f"cell {number} {column}"
            assert cell.parent() is rows[number]
            assert (rows[number].indexOfChild(cell), cell.childCount()) == (column, 0)
            middle = view.mapToGlobal(grid.cell_rect(number, column).center().toPoint())
            assert cell.rect().contains(middle)
            assert table.childAt(middle.x(), middle.y()) is cell
            assert rows[number].rect().contains(cell.rect())
    assert table.childAt(view.mapToGlobal(view.rect().topLeft()).x(), -5) is None
    assert (table.child(2), table.child(-1), rows[0].child(3)) == (None, None, None)


def test_several_tables_are_tables_in_a_graphic_and_masked_is_said(view):
    fields = {name: getattr(MATRIX, name) for name in ("rows", "columns", "values", "level")}
    view.set_picture(Masked(title="Stages", **fields))
    graphic = interface(view)
    assert graphic.role() == QAccessible.Role.Graphic
    tables = children(graphic)
    assert [table.text(NAME) for table in tables] == ["first", "second"]
    assert {table.role() for table in tables} == {QAccessible.Role.Table}
    for table in tables:
        assert (table.parent(), table.child(1).parent()) == (graphic, table)
        said = [cell.text(NAME) for cell in children(table.child(1))]
        assert said == ["b, x: 0.0000", "b, y: 12", "b, z: masked"]
        # what a mask writes stays
        assert table.child(0).child(2).text(NAME) == "a, z: −1e+09"


def test_another_picture_has_other_cells_and_the_old_ones_are_gone(view):
    table = interface(view)
    cell = table.child(1).child(1)
    number = QAccessible.uniqueId(cell)
    assert QAccessible.accessibleInterface(number) is cell
    view.set_picture(MatrixPicture(rows=("a",), columns=("x",), values=VALUES[:1, :1], level=1.0))
    assert [row.text(NAME) for row in children(table)] == ["a"]
    assert QAccessible.accessibleInterface(number) is None
    view.set_picture(None)
    assert (table.childCount(), table.role()) == (0, QAccessible.Role.Graphic)


def test_a_view_that_is_destroyed_takes_its_cells_along(qtbot):
    install_factory()
    numbers = []
    for turn in range(20):
        view = PictureView(light_theme())
        view.set_picture(MATRIX)
        cells = [cell for row in children(interface(view)) for cell in children(row)]
        numbers.append([QAccessible.uniqueId(cell) for cell in cells])
        if turn % 2:
            view.deleteLater()
            QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
        del view, cells
        gc.collect()
    last = PictureView(light_theme())
    qtbot.addWidget(last)
    interface(last)  # what is left of the others is removed
    gone = [QAccessible.accessibleInterface(number) for some in numbers for number in some]
    assert gone == [None] * 120


def test_curves_are_a_table_too(qtbot):
    install_factory()
    plot = CurvePlot(light_theme())
    qtbot.addWidget(plot)
    plot.setAccessibleName("Loss")
    y = np.array([3.0, 0.5])
    curve = Curve(name="copy", x=np.array([1.0, 2.0]), y=y, colour=light_theme().text)
    axis = PlotAxis()
    plot.show_curves((curve,), x=axis, y=axis, places=curve.x, say=lambda place: f"update {place}")
    table = interface(plot)
    assert (table.role(), table.text(NAME)) == (QAccessible.Role.Table, "Loss")
    assert [row.child(0).text(NAME) for row in children(table)] == ["1, copy: 3", "2, copy: 0.5"]


def test_a_button_that_is_toggled_by_a_reader_is_clicked(qtbot):
    """Qt's own interface would check it, and nobody who waits for a click would hear of it."""
    install_factory()
    box, pill = QCheckBox("&Ignore case"), QToolButton()
    pill.setText("Grid")
    pill.setCheckable(True)
    for button, name in ((box, "Ignore case"), (pill, "Grid")):
        qtbot.addWidget(button)
        button.show()
        access = interface(button)
        assert (access.role(), access.text(NAME)) == (QAccessible.Role.CheckBox, name)
        assert bool(access.state().checkable) and not bool(access.state().checked)
        with qtbot.waitSignal(button.clicked):
            access.doAction(QAccessibleActionInterface.toggleAction())
        assert button.isChecked() and bool(access.state().checked)
    box.setAccessibleName("Letters")
    assert interface(box).text(NAME) == "Letters"
    plain = QPushButton("Translate")
    qtbot.addWidget(plain)
    assert interface(plain).role() == QAccessible.Role.Button
