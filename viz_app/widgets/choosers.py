"""Choosers and buttons that several rooms use."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import pairwise

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QObject,
    QPointF,
    QRectF,
    QSignalBlocker,
    QSize,
    Qt,
    Signal,
    Slot,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QIcon,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPixmap,
    QStandardItemModel,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QHBoxLayout,
    QMenu,
    QPushButton,
    QStyle,
    QStyleOptionComboBox,
    QWidget,
)

from model.config import DEVICES
from model.traces.trace import KINDS, Kind
from viz_app.design.theme import Theme
from viz_app.pictures.legend import paint_replaced
from viz_app.pictures.matrix import paint_outline
from viz_app.texts.labels import tool_tip, verbatim
from viz_app.texts.sentences import head_name, kind_explanation, kind_name, layer_name
from viz_app.texts.visible_token import safe
from viz_app.widgets.layout import filled
from viz_app.widgets.themed import Themed, Translated
from viz_app.workbench.changes.interventions import Scope
from viz_app.workbench.state import HeadPlace

# -------------------------------------------------------------------------------------- calm combo


class CalmCombo(QComboBox):
    """A combo box that the wheel cannot change by accident, of a constant width."""

    def __init__(self, parent: QWidget | None = None, *, characters: int = 8) -> None:
        super().__init__(parent)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(characters)

    def show_entries(self, texts: Sequence[str], current: int) -> None:
        """Replace the entries without a signal; an open list stays open if they are equal."""
        shown = [*map(safe, texts)]
        with QSignalBlocker(self):
            if [self.itemText(index) for index in range(self.count())] != shown:
                self.clear()
                self.addItems(shown)
            self.setCurrentIndex(current)

    def initStyleOption(self, option: QStyleOptionComboBox) -> None:
        # Style sheets would cut letters where there is no room.
        super().initStyleOption(option)
        box, field = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(box, option, field, self).width()
        room -= 2  # which Qt leaves free beside the text
        if not option.currentIcon.isNull():
            room -= option.iconSize.width() + 4
        metrics, text = option.fontMetrics, option.currentText
        option.currentText = metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


# -------------------------------------------------------------------------------------- kind combo


class KindCombo(Translated, CalmCombo):
    """A choice of one kind, where three buttons would take too much room."""

    kind_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=9)
        self.setProperty("compact", True)
        for kind in KINDS:
            self.addItem("", kind)
        self.activated.connect(lambda _: self.kind_picked.emit(self.currentData()))
        self._retranslate()

    def show_kind(self, kind: Kind, *, kinds: Collection[Kind] = KINDS) -> None:
        """Show a kind; does not modify state. ``kinds``: those available."""
        entries = self.model()
        if isinstance(entries, QStandardItemModel):
            for index, other in enumerate(KINDS):
                entries.item(index).setEnabled(other in kinds)
        self.setCurrentIndex(self.findData(kind))

    def _retranslate(self) -> None:
        for index, kind in enumerate(KINDS):
            self.setItemText(index, kind_name(kind))
        self.setAccessibleName(QCoreApplication.translate("HeadChoice", "Kind of attention"))


# ---------------------------------------------------------------------------------- device chooser


class DeviceChooser(CalmCombo):
    """The devices by their command line names, which are also the data of the entries."""

    device_picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        names = {"cpu": "CPU", "cuda": self.tr("CUDA GPU"), "mps": self.tr("Apple GPU")}
        for device in DEVICES:
            self.addItem(names.get(device, self.tr("Auto (fastest)")), device)
        self.setAccessibleName(self.tr("Device"))
        self.setToolTip(self.tr("Device that runs the model; Auto picks the fastest"))
        self.activated.connect(lambda row: self.device_picked.emit(self.itemData(row)))

    @property
    def device(self) -> str:
        return str(self.currentData())

    def set_device(self, device: str) -> None:
        """Select a device, ``auto`` if it is not listed; does not modify state."""
        with QSignalBlocker(self):
            self.setCurrentIndex(max(0, self.findData(device)))


# ----------------------------------------------------------------------------------------- buttons


def say(button: QPushButton, text: str, tip: str) -> None:
    button.setText(verbatim(text))
    button.setAccessibleName(text)
    button.setToolTip(tool_tip(tip))


def set_tab_order(widgets: Iterable[QWidget]) -> None:
    for before, after in pairwise(widgets):
        QWidget.setTabOrder(before, after)


class TabToChecked(QObject):
    """Makes Tab focus the checked button of a group, whichever had the focus before."""

    def __init__(self, group: QButtonGroup) -> None:
        super().__init__(group)
        self._group = group
        for button in group.buttons():
            button.installEventFilter(self)
        group.buttonToggled.connect(self._aim)
        self._aim()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt has moved the tab stop to the focused button.
        if event.type() == QEvent.Type.FocusOut:
            self._aim()
        return super().eventFilter(watched, event)

    @Slot()
    def _aim(self) -> None:
        checked = self._group.checkedButton()
        for button in self._group.buttons():
            by_tab = button is checked or checked is None
            policy = Qt.FocusPolicy.StrongFocus if by_tab else Qt.FocusPolicy.ClickFocus
            button.setFocusPolicy(policy)


# -------------------------------------------------------------------------------------- kind pills


class KindPills(Themed, Translated, QWidget):
    """A button in its colour for each kind; ``kind_picked`` has the kind that was pressed."""

    kind_picked = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._group = QButtonGroup(self)
        self._kinds: Collection[Kind] = KINDS
        self.buttons: dict[Kind, QPushButton] = {kind: self._button(kind) for kind in KINDS}
        self._row = filled(QHBoxLayout(self), *self.buttons.values())
        self._group.buttonClicked.connect(lambda one: self.kind_picked.emit(one.property("pill")))
        TabToChecked(self._group)
        self._retranslate()
        self.set_theme(theme)

    def show_kind(self, kind: Kind, *, kinds: Collection[Kind] = KINDS) -> None:
        """Press the button of a kind; does not modify state. ``kinds``: those available."""
        self.buttons[kind].setChecked(True)
        self._kinds = kinds
        for other, button in self.buttons.items():
            button.setEnabled(other in kinds)
        self._show_tips()

    def button(self, kind: Kind) -> QPushButton:
        return self.buttons[kind]

    def scope_at(self, point: QPointF | None) -> Scope | None:
        """The kind of the button at a point; None = of the one with the focus."""
        child = self.focusWidget() if point is None else self.childAt(point.toPoint())
        found = (kind for kind, button in self.buttons.items() if button is child)
        kind = next(found, None)
        return None if kind not in self._kinds or kind is None else Scope(kind)

    def _apply_theme(self) -> None:
        unit, side = self.theme.unit, 3 * self.theme.unit
        for kind, button in self.buttons.items():
            button.setIcon(dot(self.theme.kind_colour(kind), side, gap=unit))
            button.setIconSize(QSize(side + unit, side))
        self._row.setSpacing(2 * unit)

    def _button(self, kind: Kind) -> QPushButton:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setProperty("pill", kind)
        self._group.addButton(button)
        return button

    def _retranslate(self) -> None:
        names = {
            "encoder": self.tr("Encoder"),
            "decoder": self.tr("Decoder"),
            "cross": self.tr("Cross"),
        }
        for kind, button in self.buttons.items():
            button.setText(names[kind])
            button.setAccessibleName(names[kind])
            attention = self.tr("{kind} attention").format(kind=kind_name(kind))
            button.setAccessibleDescription(attention)
        self._show_tips()

    def _show_tips(self) -> None:
        missing = (
            self.tr("This model has only an encoder: it reads a sentence and generates no target.")
            if "encoder" in self._kinds
            else self.tr("This model has only a decoder: it continues a prompt and has no source.")
        )
        for kind, button in self.buttons.items():
            there = kind in self._kinds
            button.setToolTip(tool_tip(kind_explanation(kind) if there else missing))


def dot(colour: str, side: int, *, gap: int) -> QIcon:
    """A filled circle as an icon with ``gap`` px of room at its right, sharp on dense screens."""
    density = 4
    pixels = QPixmap(density * (side + gap), density * side)
    pixels.setDevicePixelRatio(density)
    pixels.fill(Qt.GlobalColor.transparent)
    with QPainter(pixels) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawEllipse(QRectF(1, 1, side - 2, side - 2))
    return QIcon(pixels)


# ---------------------------------------------------------------------------------------- segments


class Segments(Themed, Translated, QWidget):
    """A choice of one of a few; ``picked`` has the name of the pressed button."""

    picked = Signal(str)

    def __init__(
        self,
        theme: Theme,
        *,
        names: Sequence[str],
        texts: Callable[[], Mapping[str, tuple[str, str]]],
        parent: QWidget | None = None,
    ) -> None:
        """The first button is pressed; ``texts`` returns text and tool tip of each name."""
        super().__init__(parent)
        self._texts = texts
        self._group = QButtonGroup(self)
        self.buttons = {name: self._button(name) for name in names}
        self._row = filled(QHBoxLayout(self), *self.buttons.values())
        self._group.buttonClicked.connect(lambda one: self.picked.emit(one.property("name")))
        TabToChecked(self._group)
        self.set_current(names[0])
        self.refresh()
        self.set_theme(theme)

    def set_current(self, name: str) -> None:
        self.buttons[name].setChecked(True)

    def current(self) -> str:
        return next(name for name, button in self.buttons.items() if button.isChecked())

    def button(self, name: str) -> QPushButton:
        return self.buttons[name]

    def _apply_theme(self) -> None:
        self._row.setSpacing(self.theme.unit)

    def refresh(self) -> None:
        texts = self._texts()
        for name, button in self.buttons.items():
            text, tip = texts[name]
            button.setText(text)
            button.setToolTip(tool_tip(tip))
            button.setAccessibleName(text)
            button.setAccessibleDescription(tip)

    def _retranslate(self) -> None:
        self.refresh()

    def _button(self, name: str) -> QPushButton:
        button = QPushButton(self)
        button.setCheckable(True)
        button.setProperty("segment", True)
        button.setProperty("name", name)
        self._group.addButton(button)
        return button


# ------------------------------------------------------------------------------------- head choice


def hatched_icon(theme: Theme) -> QIcon:
    """Of a head whose own activations are replaced, as in pictures."""
    side, density = 4 * theme.unit, 4
    pixels = QPixmap(density * side, density * side)
    pixels.setDevicePixelRatio(density)
    pixels.fill(QColor(theme.panel))
    with QPainter(pixels) as painter:
        area = QRectF(0, 0, side, side)
        paint_replaced(painter, area, theme)
        paint_outline(painter, area.adjusted(1, 1, 0, 0), theme.soft_text)
    return QIcon(pixels)


class HeadChoice(QWidget):
    """Kind, layer and head from 0, and ``query``, a row from 0, hidden until it has entries."""

    head_picked = Signal(object, int, int)
    query_picked = Signal(int)

    def __init__(
        self,
        theme: Theme,
        *,
        kinds: KindPills | KindCombo | None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._place: HeadPlace | None = None
        self.kinds = kinds
        self._hatched = hatched_icon(theme)
        self.layer, self.head = CalmCombo(self, characters=4), CalmCombo(self, characters=6)
        self.head.setIconSize(QSize(3 * theme.unit, 3 * theme.unit))
        self.query = CalmCombo(self, characters=5)
        self.query.setSizeAdjustPolicy(CalmCombo.SizeAdjustPolicy.AdjustToContents)
        self.query.setMaximumWidth(round(300 * theme.scale))
        self.query.hide()
        combos = self.layer, self.head, self.query
        for combo, name, tip in (
            (self.layer, self.tr("Layer"), self.tr("Layer of the head that is shown")),
            (self.head, self.tr("Head"), self.tr("The head that is shown")),
            (self.query, self.tr("Query"), self.tr("Token whose attention is shown")),
        ):
            combo.setProperty("compact", True)
            combo.setAccessibleName(name)
            combo.setToolTip(tool_tip(tip))
        parts = combos if kinds is None else (kinds, *combos)
        filled(QHBoxLayout(self), *parts, spacing=2 * theme.unit)
        if kinds is not None:
            kinds.kind_picked.connect(self._pick_kind)
        self.layer.activated.connect(self._pick_head)
        self.head.activated.connect(self._pick_head)
        self.query.activated.connect(self.query_picked)

    def show_place(self, place: HeadPlace) -> None:
        self._place = place
        if self.kinds is not None:
            self.kinds.show_kind(place.kind, kinds=place.kinds)
        self.layer.show_entries([layer_name(n) for n in range(place.n_layers)], place.layer)
        self.head.show_entries([head_name(n) for n in range(place.n_heads)], place.head)
        for head in range(place.n_heads):
            self.head.setItemIcon(head, self._hatched if head in place.replaced else QIcon())
        self.setEnabled(bool(place.n_layers))

    def show_queries(self, names: Sequence[str], current: int) -> None:
        self.query.show_entries(names, current)
        self.query.show()

    def scope_at(self, point: QPointF | None) -> Scope | None:
        """The layer or the head whose field is at a point, or has the focus; else the kind."""
        place = self._place
        if place is None or not place.n_layers:
            return None
        child = self.focusWidget() if point is None else self.childAt(point.toPoint())
        if child is self.head:
            return Scope(place.kind, place.layer, place.head)
        return Scope(place.kind, place.layer if child is self.layer else None)

    def _pick_kind(self, kind: str) -> None:
        if self._place is not None:
            self.head_picked.emit(kind, self._place.layer, self._place.head)

    def _pick_head(self, _index: int) -> None:
        if self._place is not None:
            layer, head = self.layer.currentIndex(), self.head.currentIndex()
            self.head_picked.emit(self._place.kind, layer, head)


# --------------------------------------------------------------------------------------- open menu


_KEYS = {Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter}


class OpenMenu(QMenu):
    """Stays open while entries are switched by a click, Space or Return; Escape closes it."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setToolTipsVisible(True)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if not _switched(self.actionAt(event.position().toPoint())):
            super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() not in _KEYS or not _switched(self.activeAction()):
            super().keyPressEvent(event)


def _switched(action: QAction | None) -> bool:
    can = action is not None and action.isCheckable() and action.isEnabled()
    if can and action is not None:
        action.trigger()
    return can
