"""A picture is painted by the event loop, or at once when a hand meets it."""

from dataclasses import dataclass

import pytest
from PySide6.QtCore import QPoint, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.probes import hover
from viz_app.design.theme import light_theme
from viz_app.pictures.cell_image import CellGrid
from viz_app.pictures.picture import CellSpots, Picture
from viz_app.widgets.picture_view import SPOTLIGHT, PictureView
from viz_app.workbench.state import Cell


class Rows(PictureView):
    """So many rows, and where they were painted last."""

    def __init__(self):
        super().__init__(light_theme())
        self.rows, self.places, self.met = (), (), []
        self.resize(200, 200)

    def show_rows(self, *rows):
        self.rows = rows
        self.redraw()

    def paint_picture(self, painter, rect):
        self.places = tuple(enumerate(self.rows))

    def hover(self, point):
        """As pictures do: a place that was painted is looked up among what is shown."""
        self.met.append([self.rows[place] for place, _ in self.places])
        self.show_sentence("there", point.toPoint(), self.picture_rect())

    def mousePressEvent(self, event):
        self.hover(event.position())

    def keyPressEvent(self, event):
        super().keyPressEvent(event)
        self.met.append([self.rows[place] for place, _ in self.places])


@pytest.fixture
def view(qtbot):
    view = Rows()
    qtbot.addWidget(view)
    with qtbot.waitExposed(view):
        view.show()
    view.show_rows("a", "b", "c")
    qtbot.waitUntil(lambda: len(view.places) == 3)
    return view


def test_it_is_painted_in_a_later_turn(qtbot, view):
    view.show_rows("d")
    assert (view.painted, len(view.places)) == (False, 3)
    qtbot.waitUntil(lambda: view.painted)
    assert len(view.places) == 1


@pytest.mark.parametrize(
    "meet",
    [
        lambda view: QTest.mouseMove(view, QPoint(50, 50)),
        lambda view: QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(60, 60)),
        lambda view: QTest.keyClick(view, Qt.Key.Key_Down),
    ],
    ids=["mouse", "click", "key"],
)
def test_what_a_hand_meets_has_been_painted(qtbot, view, meet):
    view.show_rows("d")
    meet(view)
    qtbot.waitUntil(lambda: bool(view.met))
    assert view.met[0] == ["d"]


def test_a_key_may_come_before_a_window_that_comes_back(view):
    view.hide()
    view.show_rows("d")
    view.show()
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.met == [["d"]]


def test_under_a_mouse_that_rests_nothing_is_said_of_what_waits(qtbot, view):
    QTest.mouseMove(view, QPoint(71, 33))
    qtbot.waitUntil(lambda: view.hovering)
    view.met.clear()
    view.repaint()  # as it is, or with what has changed meanwhile:
    view.show_rows("d", "e", "f")
    view.repaint()  # it is to say anew what is under the mouse,
    view.show_rows("g")  # and by then there is something else, with fewer places
    qtbot.waitUntil(lambda: bool(view.met))
    assert view.met == [["g"]]


SIDE = 20


@dataclass(frozen=True, kw_only=True, eq=False)
class Board(Picture):
    """Rows of four squares, each so high; one of them may be chosen."""

    rows: int = 3
    high: float = 0.0

    natural = (300, 200)
    smallest = (90, 60)

    def say(self, spot):
        return f"row {spot.row}, column {spot.column}"

    def tables(self):
        return (self.title,)

    def height(self, width, theme):
        return self.rows * self.high

    def paint(self, painter, rect, theme):
        painter.fillRect(rect, QColor(theme.accent))
        return CellSpots(
            CellGrid(
                left=rect.left(),
                top=rect.top(),
                cell_width=SIDE,
                cell_height=self.high or SIDE,
                rows=self.rows,
                columns=4,
            ),
            first=Cell(1, 0),
        )


def board_view(qtbot, picture=None, **options):
    view = on_screen(qtbot, PictureView(THEMES["light"], of=Board, **options), size=(200, 200))
    view.set_picture(picture or Board(title="board", note="note"))
    view.grab()
    return view


def signals(view):
    heard = []
    view.picked.connect(lambda spot: heard.append(("picked", spot)))
    view.pointed.connect(lambda spot: heard.append(("pointed", spot)))
    return heard


def centre(view, row, column):
    return view.spots().rect(Cell(row, column)).center().toPoint()


def test_a_view_has_the_size_name_numbers_and_caption_of_its_picture(qtbot):
    view = PictureView(THEMES["light"], of=Board)
    qtbot.addWidget(view)
    assert (view.sizeHint(), view.minimumSizeHint()) == (QSize(300, 200), QSize(90, 60))
    assert (view.shown_values(), view.caption_parts(), view.cursor_spot()) == ((), (), None)
    view.set_picture(
        Board(title="board", note="note", extra_caption=("one",), of_translation=False)
    )
    view.extra_caption = ("two",)
    assert (view.accessibleName(), view.accessibleDescription()) == ("board", "note")
    assert (view.shown_values(), view.of_translation) == (("board",), False)
    assert view.caption_parts() == ("board", "one", "two")


def test_keys_begin_at_the_first_part_or_the_chosen_one_and_stop_at_the_edge(qtbot):
    view = board_view(qtbot)
    said = said_by(view)
    keys = (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_End)
    for key in keys:
        qtbot.keyClick(view, key)
    assert said == ["row 1, column 0", *["row 2, column 0"] * 2, "row 2, column 3"]
    assert view.accessibleDescription() == said[-1]
    assert view.cursor_rect() == view.spots().rect(Cell(2, 3))
    qtbot.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    qtbot.keyClick(view, Qt.Key.Key_A)
    assert view.cursor_spot() == Cell(2, 3)
    view.set_picture(Board(title="board", chosen=Cell(0, 1)))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert view.cursor_spot() == Cell(0, 2)


def test_the_cursor_stays_while_its_part_is_there(qtbot):
    view = board_view(qtbot)
    for _ in range(2):
        qtbot.keyClick(view, Qt.Key.Key_Down)
    view.set_picture(Board(title="other"))
    assert view.cursor_spot() == Cell(2, 0)
    view.set_picture(Board(title="other", rows=2))
    assert view.cursor_rect() is None
    qtbot.keyClick(view, Qt.Key.Key_Down)
    assert view.cursor_spot() == Cell(1, 0)
    view.set_picture(None)
    assert (view.cursor_spot(), view.shown_values()) == (None, ())


def test_mouse_and_keys_point_and_pick(qtbot):
    view = board_view(qtbot, picks=True)
    said, heard = said_by(view), signals(view)
    hover(qtbot, view, centre(view, 1, 2))
    assert said[-1] == "row 1, column 2"
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, 1, 2))
    hover(qtbot, view, QPoint(150, 150))
    assert said[-1] == "row 1, column 2"  # the cursor is there
    qtbot.keyClick(view, Qt.Key.Key_Up)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    cell = Cell(1, 2)
    assert heard == [
        ("pointed", cell),
        ("picked", cell),
        ("pointed", None),
        ("pointed", Cell(0, 2)),
        ("picked", Cell(0, 2)),
    ]


def test_a_view_that_follows_picks_where_keys_go(qtbot):
    view = board_view(qtbot, follows=True)
    heard = signals(view)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Home, Qt.Key.Key_Right):
        qtbot.keyClick(view, key)
    assert [spot for name, spot in heard if name == "picked"] == [Cell(1, 0), Cell(1, 1)]


def test_without_a_wish_for_picks_a_click_leaves_the_cursor(qtbot):
    view = board_view(qtbot)
    heard = signals(view)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre(view, 1, 2))
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert "picked" not in dict(heard)
    assert view.cursor_spot() is None


def test_what_is_too_high_is_scrolled_by_wheel_and_keys(qtbot):
    view = board_view(qtbot, Board(title="high", rows=30, high=SIDE))
    bar, top = view.bar(), view.picture_rect().top()
    assert bar.isVisible()
    assert view.spots().rect(Cell(0, 0)).top() == top
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert 0 < bar.value() == top - view.spots().rect(Cell(0, 0)).top()
    assert view.picture_rect().contains(view.cursor_rect())
    outside = view.picture_rect().bottom() + 6
    assert view.grab().toImage().pixelColor(60, int(outside)) != QColor(THEMES["light"].accent)
    view.set_picture(Board(title="low"))
    assert not bar.isVisible()
    assert view.spots().rect(Cell(0, 0)).top() == top


def test_the_same_picture_is_painted_in_another_theme_for_a_figure(qtbot):
    view = board_view(qtbot)
    image = QImage(view.size(), QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        spots = view.make_painter(THEMES["dark"])(painter)
    assert Cell(2, 3) in spots
    place = view.picture_rect().center().toPoint()
    assert image.pixelColor(place) == QColor(THEMES["dark"].accent)
    assert view.grab().toImage().pixelColor(place) == QColor(THEMES["light"].accent)


# --------------------------------------------------------------------------------- spotlight


@dataclass(frozen=True, kw_only=True, eq=False)
class Chequered(Picture):
    """Cells of one colour with a word beside them; counts how often it was painted."""

    painted: list

    def paint(self, painter, rect, theme):
        self.painted.append(rect)
        grid = CellGrid(left=40, top=20, cell_width=20, cell_height=20, rows=5, columns=6)
        painter.fillRect(grid.rect, QColor("#204060"))
        painter.fillRect(5, 5, 20, 10, QColor("#204060"))
        return CellSpots(grid)

    def say(self, spot):
        return f"{spot.row}, {spot.column}"


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_spotlight_dims_all_cells_but_a_row_and_a_column(qtbot, theme):
    view = on_screen(qtbot, PictureView(theme), size=(200, 160))
    view.set_picture(Chequered(painted=[]))
    before, painted = view.grab().toImage(), view.picture.painted
    view.setProperty(SPOTLIGHT, True)
    cell = view.spots().grid.cell_rect(2, 3).center()
    view.hover(cell)
    count, after = len(painted), view.grab().toImage()
    assert len(painted) == count == 1, "what is under it is not painted again"
    dimmed = {
        (row, column)
        for row in range(5)
        for column in range(6)
        if after.pixel(50 + 20 * column, 30 + 20 * row) != before.pixel(50, 30)
    }
    assert dimmed == {(row, column) for row in range(5) for column in range(6)} - {
        *((2, column) for column in range(6)),
        *((row, 3) for row in range(5)),
    }
    veiled = QColor(after.pixel(50, 30)).red()
    expected = 0.25 * 0x20 + 0.75 * QColor(theme.panel).red()
    assert abs(veiled - expected) <= 2
    outside = [(10, 8), (38, 50), (162, 60), (100, 18), (100, 122)]
    assert all(after.pixel(*point) == before.pixel(*point) for point in outside)
    view.rest()
    assert view.grab().toImage() == before
    view.go_to(Cell(0, 0))
    view.hide_sentence()
    assert view.grab().toImage().pixel(150, 110) != before.pixel(150, 110), "of the keys, too"
