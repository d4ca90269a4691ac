"""What assistive technology reads and presses: pictures as tables, buttons that can be checked.

Tables, rows and cells are made when a reader asks. PySide has no ``QAccessibleTableInterface``:
rows and cells are children with these roles. Qt deletes the registered interfaces, and Python has
to keep them until then.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface, QWindow
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QRadioButton, QWidget

from viz_app.pictures.cell_image import CellGrid
from viz_app.storage.value_tables import Tables, ValueTable
from viz_app.texts.labels import MINUS, without_mnemonic
from viz_app.workbench.state import Cell

Path = tuple[int, ...]
"""Table, row and column, as far as they are given."""

NAME = QAccessible.Text.Name
_ROLES = {1: QAccessible.Role.Table, 2: QAccessible.Role.Row, 3: QAccessible.Role.Cell}


@functools.cache
def install_factory() -> None:
    """Let every picture, plot and button of this process have its interface."""
    QAccessible.installFactory(_Factory())


class _Factory:
    """Makes the interface of a widget, and keeps it as long as Qt does."""

    def __init__(self) -> None:
        self._made: list[PictureAccess | ButtonAccess] = []

    def __call__(self, name: str, widget: QObject | None) -> QAccessibleInterface | None:
        # Qt asks for each class of an object, its own first, QObject last
        if isinstance(widget, QAbstractButton) and widget.isCheckable():
            self._made.append(ButtonAccess(widget))
        elif isinstance(widget, QWidget) and name in {"PictureView", "CurvePlot"}:
            self._purge()
            self._made.append(PictureAccess(widget, QAccessible.Role.Table))
        else:
            return None
        return self._made[-1]

    def _purge(self) -> None:
        for access in self._made:
            if isinstance(access, PictureAccess) and not shiboken6.isValid(access):
                access.forget()
        self._made = [access for access in self._made if shiboken6.isValid(access)]


# ----------------------------------------------------------------------------------------- buttons


class ButtonAccess(QAccessibleWidget):
    """A button that can be checked: Qt's own toggles it without a signal that it was clicked."""

    def __init__(self, button: QAbstractButton) -> None:
        is_radio = isinstance(button, QRadioButton)
        role = QAccessible.Role.RadioButton if is_radio else QAccessible.Role.CheckBox
        super().__init__(button, role)

    def text(self, what: QAccessible.Text) -> str:
        said = super().text(what)
        return said or (without_mnemonic(self._button.text()) if what == NAME else "")

    def state(self) -> QAccessible.State:
        state = super().state()
        state.checkable, state.checked = True, self._button.isChecked()
        return state

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.toggleAction(), *super().actionNames()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.toggleAction():
            self._button.animateClick()
        else:
            super().doAction(name)

    @property
    def _button(self) -> Any:
        return self.object()


# ---------------------------------------------------------------------------------------- pictures


class PictureAccess(QAccessibleWidget):
    """The interface of a view: its children are the rows of the only table, or several tables."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._parts: dict[Path, PicturePart] = {}
        self._shown: object = None
        self._tables: Tables = ()

    @property
    def _view(self) -> Any:
        # not held: only Qt says how long it lives
        return self.object()

    @property
    def is_one(self) -> bool:
        """Whether the picture itself is the table."""
        return len(self._tables) == 1

    def part(self, table: ValueTable, path: Path) -> PicturePart:
        if path not in self._parts:
            self._parts[path] = PicturePart(self, table, path)
            QAccessible.registerAccessibleInterface(self._parts[path])
        return self._parts[path]

    def forget(self) -> None:
        """Have Qt delete the parts; readers keep names, so those of another picture are others."""
        parts, self._parts = self._parts, {}
        for part in parts.values():
            if shiboken6.isValid(part):
                QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(part))

    def rect_of(self, path: Path) -> QRect:
        """In px of the screen; a part without a place has that of the picture."""
        place, grid = self._view.rect(), self._grid()
        if grid is not None and len(path) > 1:
            first, last = (path[2], path[2]) if path[2:] else (0, grid.columns - 1)
            cells = grid.cell_rect(path[1], first) | grid.cell_rect(path[1], last)
            place &= cells.toAlignedRect()
        return QRect(self._view.mapToGlobal(place.topLeft()), place.size())

    def sentence(self, path: Path) -> str:
        """What the tool tip of a cell says."""
        if len(path) < 3 or self._grid() is None:
            return ""
        return str(self._view.picture.say(Cell(path[1], path[2])))

    def _grid(self) -> CellGrid | None:
        """Where the cells of the only table are; None where the picture has other parts."""
        grid = getattr(self._view.spots(), "grid", None) if hasattr(self._view, "spots") else None
        if not isinstance(grid, CellGrid) or not self.is_one:
            return None
        rows, columns = self._tables[0].values.shape
        return grid if rows <= grid.rows and columns == grid.columns else None

    def _renewed(self) -> Tables:
        view = self._view
        shown = view.curves() if hasattr(view, "curves") else view.picture
        if shown is not self._shown:
            self.forget()
            self._shown = shown
            self._tables = view.tables() if hasattr(view, "curves") else view.shown_values()
        return self._tables

    def role(self) -> QAccessible.Role:
        self._renewed()
        return QAccessible.Role.Table if self.is_one else QAccessible.Role.Graphic

    def childCount(self) -> int:
        tables = self._renewed()
        return len(tables[0].rows) if self.is_one else len(tables)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        if self.is_one:
            return self.part(self._tables[0], (0, index))
        return self.part(self._tables[index], (index,))

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        tables, grid = self._renewed(), self._grid()
        cell = grid and grid.cell_at(self._view.mapFromGlobal(QPoint(x, y)).toPointF())
        if not cell or cell.row >= len(tables[0].rows):
            return None
        return self.part(tables[0], (0, cell.row, cell.column))

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.path[-1] if isinstance(child, PicturePart) else -1


class PicturePart(QAccessibleInterface):
    """A table, row or cell, by the length of its path."""

    def __init__(self, whole: PictureAccess, table: ValueTable, path: Path) -> None:
        super().__init__()
        self._whole, self._table, self.path = whole, table, path

    def isValid(self) -> bool:
        return shiboken6.isValid(self._whole)

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def window(self) -> QWindow:
        return self._whole.window()

    def parent(self) -> QAccessibleInterface:
        above = self.path[:-1]
        top = len(above) < 2 and (not above or self._whole.is_one)
        return self._whole if top else self._whole.part(self._table, above)

    def childCount(self) -> int:
        return (*self._table.values.shape, 0)[len(self.path) - 1]

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        inside = 0 <= index < self.childCount()
        return self._whole.part(self._table, (*self.path, index)) if inside else None

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.path[-1] if isinstance(child, PicturePart) else -1

    def rect(self) -> QRect:
        return self._whole.rect_of(self.path)

    def role(self) -> QAccessible.Role:
        return _ROLES[len(self.path)]

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.readOnly = True
        return state

    def setText(self, what: QAccessible.Text, text: str) -> None: ...

    def text(self, what: QAccessible.Text) -> str:
        if what == QAccessible.Text.Description:
            return self._whole.sentence(self.path)
        return self._name() if what == NAME else ""

    def _name(self) -> str:
        table, (_, *cell) = self._table, self.path
        if not cell:
            return table.name
        row = table.rows[cell[0]]
        if len(cell) == 1:
            return row
        said = QCoreApplication.translate("PicturePart", "{row}, {column}: {value}")
        value = _written(table, cell[0], cell[1])
        return said.format(row=row, column=table.columns[cell[1]], value=value)


def _written(table: ValueTable, row: int, column: int) -> str:
    value = table.values[row, column]
    if table.mask is not None and not table.mask[row, column] and value == 0:
        return QCoreApplication.translate("PicturePart", "masked")
    if np.isnan(value):
        return QCoreApplication.translate("PicturePart", "no value")
    digits = ".4f" if table.mask is not None and abs(value) <= 1 else ".4g"
    return f"{value:{digits}}".replace("-", MINUS)
