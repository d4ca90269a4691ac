"""Copies and saves the picture under the cursor or in focus, and its values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QCoreApplication,
    QMargins,
    QModelIndex,
    QObject,
    QPoint,
    QRect,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Slot,
)
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QCursor,
    QGuiApplication,
    QPainter,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QApplication,
    QLabel,
    QMenu,
    QWidget,
)
from shiboken6 import isValid

from model.files import write_atomically
from model.messages import Message, UserError
from model.traces.trace import Trace
from viz_app.app.app_state import Services
from viz_app.app.dialogs.picture import FigureOptions, PictureDialog
from viz_app.app.frame.places import pictures_of
from viz_app.app.menus.menu_bar import TAKE_ALONG
from viz_app.app.panels import TRAINING
from viz_app.design.theme import Theme, for_print, frame_theme
from viz_app.panels.training.panel import TIME_LAPSE
from viz_app.panels.training.replay.pictures.heads import moment_name
from viz_app.panels.training.replay.room import moment_on_show
from viz_app.panels.training.state import TrainingState
from viz_app.pictures.figure_files import Paint, drawn, figure_image, figure_suffix, with_caption
from viz_app.storage.files import file_name
from viz_app.storage.value_tables import Tables, tab_text, write_tables
from viz_app.texts.labels import tool_tip
from viz_app.texts.picture_caption import picture_caption
from viz_app.texts.visible_token import without_isolates
from viz_app.widgets import file_dialogs
from viz_app.widgets.layout import tell
from viz_app.widgets.picture_view import PictureView
from viz_app.widgets.printing import Figure, figure_of, ground_of
from viz_app.widgets.themed import Pictured, pictures_inside, said_by_all
from viz_app.workbench.changes.models import failed, settings_changed, told
from viz_app.workbench.covers import covered
from viz_app.workbench.state import Workbench

if TYPE_CHECKING:
    from viz_app.app.main_window import MainWindow


@dataclass(frozen=True, slots=True)
class Taken:
    """A widget to copy or save, and the widget whose theme it has."""

    view: QWidget
    owner: Any

    @property
    def theme(self) -> Theme:
        theme: Theme = self.owner.theme
        return theme


def meant_picture(window: MainWindow) -> Taken | None:
    """The picture that has the focus, else the one under the mouse, else the main one.

    In a separate page, one of that page. A button clicked in a picture does not select it: it
    changes what the others show.
    """
    under, active = QApplication.widgetAt(QCursor.pos()), QApplication.activeWindow()
    if active is not None and active is not window and active.parentWidget() is window:
        found = max(pictures_inside(active), key=_area, default=None)
        if found is not None:
            return Taken(found, active)
    for widget in (window.focusWidget(), under):
        around = picture_around(window, widget)
        is_control = isinstance(widget, QAbstractButton | QAbstractSlider)
        if around is not None and (around.view is widget or not is_control):
            return around
    return main_picture(window)


def picture_around(window: MainWindow, widget: QWidget | None) -> Taken | None:
    view = widget
    while view is not None and not isinstance(view, Pictured):
        view = view.parentWidget()
    owners: tuple[QWidget, ...] = (window.tabs.page(), window.timeline_page, window.replay)
    if view is not None and view.window() is not window:
        owners = (view.window(),)
    for owner in owners:
        if view is not None and (view is owner or owner.isAncestorOf(view)):
            return Taken(view, owner)
    return None


def main_picture(window: MainWindow) -> Taken | None:
    """The largest picture of the page in front; of equal ones, the first."""
    page = window.tabs.page()
    area = pictures_of(page)
    found = [area] if isinstance(area, Pictured) else list(pictures_inside(area))
    largest = max(found, key=_area, default=None)
    return None if largest is None else Taken(largest, page)


def offered_pictures(window: MainWindow, meant: Taken) -> list[Taken]:
    owners: tuple[QWidget, ...] = (window.tabs.page(), window.timeline_page, window.replay)
    around = owners if meant.owner in owners else (meant.owner,)
    return [
        Taken(view, owner)
        for owner in around
        for view in (owner, *owner.findChildren(QWidget))
        if isinstance(view, Pictured) and view.isVisible()
    ]


def picture_names(offered: Sequence[Taken]) -> list[str]:
    group = translate("take_along", "Group of pictures")
    names = [taken.view.accessibleName() or group for taken in offered]
    return [
        name if names.count(name) == 1 else f"{name} ({names[: index + 1].count(name)})"
        for index, name in enumerate(names)
    ]


def whole_view(window: MainWindow) -> Taken:
    page = window.tabs.page()
    return Taken(pictures_of(page), page)


def chosen_text(view: QWidget | None) -> str:
    # The window has taken the shortcut of Qt: this is what Qt would copy.
    if isinstance(view, QLabel):
        return without_isolates(view.selectedText())
    index = view.currentIndex() if isinstance(view, QAbstractItemView) else QModelIndex()
    return str(index.data() or "") if index.isValid() else ""


def _area(view: QWidget) -> int:
    return view.width() * view.height()


PAUSE_MS = 10
"""Pause in ms before a preview: the dialog is painted first."""

MARGIN = 4
"""Around several pictures, in units: as beside their caption."""


def composed(taken: Taken, options: FigureOptions, *, caption: str) -> Figure:
    """Of the options only ``colours``, ``caption`` and ``tokens`` are used."""
    theme = for_print(taken.theme) if options.colours == "light" else taken.theme
    size, paint = figure_of(taken.view, taken.owner, theme, tokens=options.tokens)
    if not isinstance(taken.view, Pictured):
        size, paint = _with_margin(size, paint, taken=taken, theme=theme)
    return with_caption(size, paint, caption=caption if options.caption else "", theme=theme)


def can_name_tokens(taken: Taken) -> bool:
    """Whether the picture shows its tokens only in files."""
    view = taken.view
    return isinstance(view, PictureView) and view.still_with_tokens(taken.theme) is not None


def values_of(taken: Taken | None) -> Tables:
    found = [] if taken is None else _pictures(taken)
    return tuple(table for picture in found for table in picture.shown_values())


def parts_of(taken: Taken) -> tuple[str, ...]:
    """Parts of a caption; of several pictures only what all of them have."""
    return said_by_all(_pictures(taken))


def subject_of(
    taken: Taken, bench: Workbench, *, training: TrainingState, learning: bool
) -> tuple[str, Trace | None]:
    """The model and its translation, or a run with its moment.

    ``bench`` is what is on screen; ``learning``: a tab of training is in front.
    """
    if not any(picture.of_translation for picture in _pictures(taken)):
        return "", None
    trace = None if learning else bench.trace
    if learning or bench.recorded:
        moments = bool(bench.recorded) or bench.tab == TIME_LAPSE.name
        return _run_words(training, with_moment=moments), trace
    return (bench.model.name if bench.model else ""), trace


def _run_words(training: TrainingState, *, with_moment: bool) -> str:
    """``reverse-1, update 400, epoch 2``."""
    card = training.runs.card(training.runs.shown)
    moment = moment_on_show(training) if with_moment else None
    words = [card.name] if card else []
    if moment is not None:
        words.append(moment_name(moment.update, moment.epoch))
    return ", ".join(words)


def _with_margin(size: QSize, paint: Paint, *, taken: Taken, theme: Theme) -> Figure:
    margin = MARGIN * frame_theme(theme).unit
    grown = size.grownBy(QMargins(margin, margin, margin, margin))
    ground = QColor(ground_of(taken.view, theme))

    def paint_inside(painter: QPainter, rect: QRectF) -> None:
        painter.fillRect(QRect(rect.topLeft().toPoint(), grown), ground)
        paint(painter, rect.adjusted(margin, margin, -margin, -margin))

    return grown, paint_inside


def _pictures(taken: Taken) -> list[Pictured]:
    view = taken.view
    return [view] if isinstance(view, Pictured) else list(pictures_inside(view))


SAVING_PRIORITY = 10

NO_PICTURE = Message("There is no picture to save yet.")
NO_NUMBERS = Message("This picture has no values. Click one that has, and try again.")
SAID_MS = 8000
"""Duration in ms of the message after copying."""

MOST_PARTS = 3
"""Of a caption, in the name of a file."""

translate = QCoreApplication.translate


class PictureExporter(QObject):
    """Begins a picture in the GUI thread, where widgets are read; the worker paints the rest."""

    def __init__(self, window: MainWindow, services: Services) -> None:
        super().__init__(window)
        self._window, self._desk, self._store = window, services.desk, services.store
        self._screen, self._bench = services.screen, services.bench
        self.options = FigureOptions()
        self.dialog: PictureDialog | None = None
        self._reopened: FigureOptions | None = None
        window.renewing.connect(self._close)
        window.renewed.connect(self._reopen)
        self._preview: int | None = None
        self._previewed: FigureOptions | None = None
        self.menu: QMenu | None = None

    def offer(
        self, widget: QWidget | None, place: QPoint, fill: Callable[[QMenu], None] | None = None
    ) -> bool:
        """Open the menu of the picture around a widget; returns whether there is one.

        ``fill`` puts other entries before those of the picture, which may be none.
        """
        taken = picture_around(self._window, widget)
        if taken is None and fill is None:
            return False
        self.menu = menu = QMenu(self._window)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.destroyed.connect(self._forget_menu)
        menu.setToolTipsVisible(True)
        if fill is not None:
            fill(menu)
        if taken is not None:
            has_numbers = bool(values_of(taken))
            for name in TAKE_ALONG:
                self._offer(name, taken, can=name.endswith("picture") or has_numbers)
        menu.popup(place)
        return True

    def copy_picture(self, taken: Taken | None = None) -> None:
        """Copy a picture as it is on screen; of text, the selection."""
        text = chosen_text(self._window.focusWidget()) if taken is None else ""
        if text:
            QGuiApplication.clipboard().setText(text)
            return
        taken = taken or meant_picture(self._window)
        if taken is None:
            self._bench.apply(told, NO_PICTURE, "warning")
        else:
            plain = FigureOptions(scale=self.options.scale, caption=False, tokens=False)
            self._copy(taken, plain)

    def save_picture(self, taken: Taken | None = None) -> None:
        meant = taken or meant_picture(self._window)
        if meant is None:
            self._bench.apply(told, NO_PICTURE, "warning")
            return
        offered = offered_pictures(self._window, meant)
        first = meant if taken is not None else max(offered, key=lambda one: _area(one.view))
        tokens, picture = self._bench.now.settings.grid_tokens, offered.index(first)
        self._open(offered, replace(self.options, tokens=tokens, picture=picture))

    def _open(self, offered: Sequence[Taken], options: FigureOptions) -> None:
        self.dialog = PictureDialog(
            self._window,
            self._window.theme,
            options=options,
            draw=partial(self._draw_preview, offered),
            save=partial(self._write_picture, offered),
            copy=partial(self._copy_asked, offered),
            pictures=picture_names(offered),
            grids=[*map(can_name_tokens, offered)],
        )
        self.dialog.finished.connect(self._end_preview)
        self.dialog.open()

    @Slot()
    def _close(self) -> None:
        # Its pictures are about to be made anew, in the same order.
        dialog = self.dialog if self.dialog is not None and isValid(self.dialog) else None
        self._reopened = dialog.options() if dialog is not None and dialog.isVisible() else None
        if dialog is not None:
            dialog.close()

    @Slot()
    def _reopen(self) -> None:
        meant = meant_picture(self._window)
        if self._reopened is not None and meant is not None:
            self._open(offered_pictures(self._window, meant), self._reopened)

    def copy_values(self, taken: Taken | None = None) -> None:
        # Tab-separated, for a spreadsheet.
        tables = values_of(taken or meant_picture(self._window))
        if tables:
            self._submit(lambda: iter((tab_text(tables),)), self._put_values)
        else:
            self._bench.apply(told, NO_NUMBERS, "warning")

    def save_numbers(self, taken: Taken | None = None) -> None:
        taken = taken or meant_picture(self._window)
        tables = values_of(taken)
        if taken is None or not tables:
            self._bench.apply(told, NO_NUMBERS, "warning")
            return
        caption = self.caption(taken)
        path = file_dialogs.ask_output_path(self._window, "numbers", self._file_name(taken))
        if path is not None:
            said = Message("The values were saved as {path}.", {"path": path})
            self._write(partial(write_tables, path, tables, caption=caption), said)

    def caption(self, taken: Taken) -> str:
        model, trace = self._subject(taken)
        under = self._screen.now.interventions
        return picture_caption(model=model, trace=trace, interventions=under, shown=parts_of(taken))

    def _file_name(self, taken: Taken) -> str:
        """Without a suffix: the sentence, then the parts of the caption."""
        model, trace = self._subject(taken)
        first = model if trace is None else trace.source_text
        parts = (first, *parts_of(taken)[:MOST_PARTS])
        return file_name(" - ".join(part for part in parts if part.strip(" .")))

    def _subject(self, taken: Taken) -> tuple[str, Trace | None]:
        learning = self._window.tabs.page() is self._window.late[TRAINING.name]
        training = self._store.state.training
        return subject_of(taken, covered(self._screen.now), training=training, learning=learning)

    def _asked(self, offered: Sequence[Taken], options: FigureOptions) -> Taken:
        whole = options.extent == "whole"
        return whole_view(self._window) if whole else offered[options.picture]

    def _draw_preview(self, offered: Sequence[Taken], options: FigureOptions, width: float) -> str:
        """Have the worker paint a figure at most ``width`` px wide; returns its caption."""
        taken, self._previewed = self._asked(offered, options), options
        ratio = min(1.0, width / max(taken.view.width(), 1))

        def begin() -> None:
            # Dropped if other options are selected by now.
            if self._previewed is options:
                image = partial(figure_image, *self._composed(taken, options), ratio=ratio)
                self._desk.drop(self._preview)
                self._preview = self._submit(lambda: iter((image(),)), self._show_preview)

        QTimer.singleShot(PAUSE_MS, self, begin)
        return self.caption(taken)

    @Slot()
    def _end_preview(self) -> None:
        self._previewed = None
        self._desk.drop(self._preview)

    def _show_preview(self, image: Any) -> None:
        if self.dialog is not None:
            self.dialog.show_preview(image)

    def _copy(self, taken: Taken, options: FigureOptions) -> None:
        image = partial(figure_image, *self._composed(taken, options), ratio=options.scale)
        self._submit(lambda: iter((image(),)), self._put_image)

    def _composed(self, taken: Taken, options: FigureOptions) -> Figure:
        return composed(taken, options, caption=self.caption(taken))

    def _put_image(self, image: Any) -> None:
        QGuiApplication.clipboard().setImage(image)
        said = translate("take_along", "Picture copied: {width} × {height} pixels")
        self._say(said.format(width=image.width(), height=image.height()))

    def _copy_asked(self, offered: Sequence[Taken], options: FigureOptions) -> None:
        self._keep(options)
        self._copy(self._asked(offered, options), options)

    def _keep(self, options: FigureOptions) -> None:
        # The option for tokens in a grid is also kept for the next start.
        self.options = options
        self._bench.apply(settings_changed, grid_tokens=options.tokens)

    def _write_picture(self, offered: Sequence[Taken], options: FigureOptions) -> None:
        # The typed suffix determines the format.
        self._keep(options)
        taken = self._asked(offered, options)
        name = self._file_name(taken)
        path = file_dialogs.ask_output_path(self._window, "picture", name, options.suffix)
        if path is None:
            return
        try:
            figure_suffix(path)
        except UserError as error:
            self._bench.apply(failed, error.message)
            return
        said = Message("The picture was saved as {path}.", {"path": path})
        figure = self._composed(taken, options)
        encode = partial(drawn, figure_suffix(path), *figure, ratio=options.scale)
        self._write(lambda: write_atomically(path, encode()), said)

    def _write(self, write: Callable[[], object], said: Message) -> None:
        tells = partial(self._bench.apply, told, said)
        self._submit(lambda: _write_steps(write), lambda _: tells(), essential=True)

    def _submit(
        self,
        begin: Callable[[], Iterator[object]],
        on_item: Callable[[object], None],
        *,
        essential: bool = False,
    ) -> int:
        return self._desk.submit(
            begin,
            on_item=on_item,
            on_failed=self._bench.applying(failed),
            priority=SAVING_PRIORITY,
            essential=essential,
        )

    def _put_values(self, text: object) -> None:
        QGuiApplication.clipboard().setText(str(text))
        self._say(translate("take_along", "Values copied: paste them into a spreadsheet"))

    def _say(self, sentence: str) -> None:
        tell(self._window, sentence)
        QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self._window, sentence))
        QTimer.singleShot(SAID_MS, self, partial(self._unsay, sentence))

    def _unsay(self, sentence: str) -> None:
        # Kept if a view has set another sentence since.
        if self._window.sentence.text() == sentence:
            tell(self._window, "")

    def _offer(self, name: str, taken: Taken, *, can: bool) -> None:
        if self.menu is None:
            return
        known = self._window.menus.edit.action(name)
        action = self.menu.addAction(known.text(), partial(getattr(self, name), taken))
        action.setShortcuts(known.shortcuts())
        action.setShortcutVisibleInContextMenu(True)
        action.setEnabled(can)
        why_not = translate("take_along", "This picture has no values")
        action.setToolTip(tool_tip(known.statusTip() if can else why_not))

    @Slot()
    def _forget_menu(self) -> None:
        self.menu = None


def _write_steps(write: Callable[[], object]) -> Iterator[bool]:
    write()
    yield True
