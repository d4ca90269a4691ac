"""A window with the picture of the tab in front, for a second display."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSizeF, Qt, QTimer, Slot
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QScreen, QTransform
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from shiboken6 import isValid

from viz_app.app.app_state import AppState
from viz_app.app.picture_export import Taken, main_picture, picture_around
from viz_app.design.theme import Theme, presented
from viz_app.engine.store import Store
from viz_app.pictures.matrix import paint_frame
from viz_app.pictures.picture import Picture, Spot, Spots
from viz_app.widgets.layout import filled, wrapped_label
from viz_app.widgets.picture_view import SPOTLIGHT, PictureView
from viz_app.widgets.printing import Figure, figure_of

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class GroupSpots(Spots):
    """Parts of several pictures, each with its place: number of the picture, and the spot in it."""

    inside: tuple[tuple[Spots, QTransform], ...]

    def rect(self, spot: tuple[int, Spot]) -> QRectF | None:
        spots, place = self.inside[spot[0]]
        return None if (rect := spots.rect(spot[1])) is None else place.mapRect(rect)

    def around(self, spot: tuple[int, Spot]) -> QRectF | None:
        spots, place = self.inside[spot[0]]
        return None if (area := spots.around(spot[1])) is None else place.mapRect(area)


@dataclass(frozen=True, kw_only=True, eq=False)
class GroupPicture(Picture):
    """Several pictures as they are on screen, enlarged; ``inside`` are their corners and spots."""

    figure: Figure
    inside: tuple[tuple[QPoint, Spots], ...]

    def paint(self, painter: QPainter, rect: QRectF, theme: Theme) -> GroupSpots:
        size, paint = QSizeF(self.figure[0]), self.figure[1]
        ratio = min(rect.width() / max(size.width(), 1), rect.height() / max(size.height(), 1))
        place = QTransform.fromTranslate(rect.center().x(), rect.center().y()).scale(ratio, ratio)
        place.translate(-size.width() / 2, -size.height() / 2)
        painter.save()
        painter.setTransform(place, True)
        paint(painter, QRectF(QPointF(), size))
        painter.restore()
        inside = (
            (one, QTransform.fromTranslate(at.x(), at.y()) * place) for at, one in self.inside
        )
        return GroupSpots(tuple(inside))


class MirrorView(PictureView):
    """Shows what another view shows, with a frame around the part under its mouse or cursor."""

    def point(self, spot: Spot | None) -> None:
        self._at, self._over = None, spot
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        rect = None if self._over is None else self.spots().rect(self._over)
        if rect is not None and self.picture_rect().contains(rect.center()):
            with QPainter(self) as painter:
                paint_frame(painter, rect, self.theme.text, self.theme)


class SecondDisplay(QWidget):
    """Shows the picture that has the focus in the main window, else the largest of its tab.

    A picture that is a value is laid out anew for this window; a group of pictures is enlarged.
    Below it is what is said of the part under the mouse or the cursor.
    """

    def __init__(self, window: MainWindow, store: Store[AppState]) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self.setObjectName("second-display")
        self._window = window
        self._taken: Taken | None = None
        self._views: list[PictureView] = []
        self._other: QScreen | None = None
        self.sentence, self.said = wrapped_label(), wrapped_label()
        self.view = MirrorView(window.theme, margin=0)
        self.view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._rows = filled(QVBoxLayout(self), self.sentence, (self.view, 1), self.said)
        self._next = QTimer(self, singleShot=True, interval=0)
        self._next.timeout.connect(self._follow)
        own = map(window.menus.action, ("full_screen", "picture_only", "second_display"))
        self.addActions([*{*window.menus.all_actions()} - {*own}])  # others have their keys here
        app: Any = QApplication.instance()
        for changed in (store.changed, app.focusChanged, window.renewed):
            changed.connect(self._follow_soon)
        app.screenRemoved.connect(self._come_back)
        window.close_requested.connect(self.close)
        window.destroyed.connect(self.deleteLater)

    def open_page(self) -> None:
        """Show the window, full screen on another display if there is one; or close it."""
        if self.isVisible():
            self.close()
            return
        here = self._window.screen()
        self._other = next((one for one in QApplication.screens() if one != here), None)
        self.setWindowTitle(self._window.menus.action("second_display").iconText())
        self._place()
        self._window.menus.action("second_display").setChecked(True)
        self._follow()

    def closeEvent(self, event: QEvent) -> None:
        self._window.menus.action("second_display").setChecked(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        ends = event.key() == Qt.Key.Key_Escape and self.isFullScreen()
        if ends or event.key() == Qt.Key.Key_F11:
            self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QEvent) -> None:
        self._follow_soon()

    @Slot()
    def _follow_soon(self) -> None:
        if self.isVisible():
            self._next.start()

    @Slot()
    def _follow(self) -> None:
        """Show what is in front in the main window now."""
        self._dress(presented(self._window.theme, (self.width(), self.height())))
        self._taken = self._found()
        source: Any = self._taken and self._taken.view
        for view in filter(isValid, self._views):
            view.pointed.disconnect(self._point)
        inside = source.findChildren(PictureView) if source else []
        self._views = [source] if isinstance(source, PictureView) else inside
        for view in self._views:
            view.pointed.connect(self._point)
        shows = self._window.tabs.current_place() != "train"
        self.sentence.setText(self._window.centre.translated.text() if shows else "")
        if isinstance(source, PictureView) and source.picture is not None:
            self.view.set_picture(source.shown_picture())
        elif self._taken is not None:
            inside = tuple((one.mapTo(source, QPoint()), one.spots()) for one in self._views)
            figure = figure_of(source, self._taken.owner, self._taken.theme)
            self.view.set_picture(GroupPicture(figure=figure, inside=inside))
        else:
            self.view.set_picture(None)
        self._point()

    def _dress(self, theme: Theme) -> None:
        if theme == self.view.theme and self.styleSheet():
            return
        self._rows.setContentsMargins(*[3 * theme.unit] * 4)
        self.said.setFixedHeight(round(2.8 * theme.body))  # two lines
        colours = f"background: {theme.panel}; color: {theme.text}; font-size: {theme.body}px;"
        self.setStyleSheet(f"QWidget {{ {colours} }}")
        self.view.set_theme(theme)

    @Slot()
    def _point(self) -> None:
        """Show the part under the mouse or the cursor, and what is said of it."""
        self.setProperty(SPOTLIGHT, self._window.property(SPOTLIGHT))
        seen = ((number, view) for number, view in enumerate(self._views) if view.isVisible())
        lit = (
            (number, view, spot) for number, view in seen if (spot := view.lit_spot()) is not None
        )
        number, view, spot = next(lit, (0, None, None))
        if view is not None and not view.painted:  # the mouse has changed its picture
            self._next.start()
        picture = view.picture if view is not None else None
        self.said.setText(picture.say(spot) if picture is not None else "")
        is_group = isinstance(self.view.picture, GroupPicture)
        self.view.point((number, spot) if is_group and spot is not None else spot)

    def _found(self) -> Taken | None:
        window, before = self._window, self._taken
        kept = before.view if before and isValid(before.view) and before.view.isVisible() else None
        for widget in (window.focusWidget(), kept):
            taken = picture_around(window, widget)
            if taken is not None and taken.owner is window.tabs.page():
                return taken
        return main_picture(window)

    def _place(self) -> None:
        screen = self._other or self._window.screen()
        free = screen.availableGeometry()
        self.setScreen(screen)
        self.resize(free.size() * 0.6)
        self.move(free.bottomRight() - self.rect().bottomRight())
        self.showNormal() if self._other is None else self.showFullScreen()

    @Slot(QScreen)
    def _come_back(self, screen: QScreen) -> None:
        """Leave a display that is unplugged for that of the main window."""
        if self.isVisible() and screen is self._other:
            self._other = None
            self._place()
