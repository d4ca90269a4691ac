"""Tools in a row that goes on below."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from tests.viz_app.painted import overlaps
from viz_app.panels.masks.view.tiles import FlowRow


class Block(QWidget):
    """A tool of a size."""

    def __init__(self, width, height=20):
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self):
        return self._size

    def minimumSizeHint(self):
        return QSize(10, 10)


@pytest.fixture
def row(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    blocks = [Block(width, height) for width, height in ((100, 20), (60, 30), (80, 20))]
    row = FlowRow(*blocks, spacing=10)
    around.setLayout(row)
    around.show()
    yield row


def places(row, width):
    row.parentWidget().resize(width, 200)
    row.activate()
    return [row.itemAt(index).geometry() for index in range(row.count())]


def test_tools_stand_in_one_row_where_they_have_room(row):
    first, second, third = places(row, 260)
    assert (first.left(), second.left(), third.left()) == (0, 110, 180)
    assert row.heightForWidth(260) == row.sizeHint().height() == 30
    assert row.sizeHint().width() == 260


def test_they_stand_in_the_middle_of_the_row(row):
    centres = [place.center().y() for place in places(row, 260)]
    assert max(centres) - min(centres) <= 1


@pytest.mark.parametrize(("width", "height"), [(259, 60), (120, 90), (50, 90)])
def test_the_row_goes_on_below(row, width, height):
    rects = places(row, width)
    assert row.heightForWidth(width) == height
    assert not overlaps([rect.toRectF() for rect in rects])
    assert all(rect.right() < width for rect in rects)


def test_what_is_hidden_takes_no_room(row):
    row.itemAt(1).widget().hide()
    assert row.sizeHint() == QSize(190, 20)
    assert places(row, 260)[2].left() == 110


def test_an_empty_row_has_no_height(qtbot):
    row = FlowRow(spacing=10)
    assert (row.heightForWidth(100), row.sizeHint(), row.itemAt(0)) == (0, QSize(0, 0), None)
    assert row.takeAt(0) is None
