"""Pages that are made when they are first shown, and anew for another theme or language."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

from PySide6.QtCore import QEvent, QMetaObject, Qt, Signal, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QStackedWidget, QVBoxLayout, QWidget

from model.messages import Message
from viz_app.design.theme import Theme, style_sheet
from viz_app.texts.labels import message_text
from viz_app.widgets.kept_state import KeptState, kept_state, put_back
from viz_app.widgets.layout import filled, name_parts, placeholder
from viz_app.widgets.themed import Translated

_P = TypeVar("_P")
_A = ParamSpec("_A")


class LatePage(Translated, QStackedWidget):
    """Stores the latest snapshot, and creates its panel when it is first shown.

    An unopened tab costs nothing at the start. With ``waits``, nothing is created before
    :meth:`furnish`: its imports are still running in the worker. Keyboard focus goes to the panel,
    even if the page has received it before.

    Attributes:
        theme: of the panel.
        panel: None until it is shown.

    Signals:
        made: each panel, before it is first shown; the time to connect its intents.
    """

    made = Signal(object)

    def __init__(
        self,
        make: Callable[[Theme, QWidget], QWidget],
        theme: Theme,
        *,
        waits: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        """``make`` returns the panel, which has ``set_snapshot``."""
        super().__init__(parent)
        self.theme, self.panel = theme, cast("Any", None)
        self._make, self._waits, self._is_filled = make, waits, False
        self._snapshot: Any = None
        self._settings: dict[Callable[..., object], Callable[[Any], object]] = {}
        self._kept: KeptState | None = None
        self._absence: Message | None = None
        self._reason = placeholder(wraps=True)
        self.addWidget(self._reason)
        self.setFocusProxy(self._reason)  # from there Qt hands it on to what the panel has first
        self._retranslate()

    def make(self) -> Any:
        """The panel, created now if there is none."""
        if self.panel is None:
            self.panel = panel = self._made(self.theme, self)
            self.made.emit(panel)
            # only now: what listeners give the page to show is kept until here, and shown once
            self._fill(panel)
            self._is_filled = True
            self._bring()
            self.setFocusProxy(panel)
            if self._kept is not None:
                kept, self._kept = self._kept, None
                self._put_back(panel, kept)
        return self.panel

    def for_each(self, connect: Callable[[Any], object]) -> None:
        """Call ``connect`` with the panel, if there is one, and with each that is made."""
        self.made.connect(connect)
        if self.panel is not None:
            connect(self.panel)

    def drop(self) -> None:
        """Delete the panel; the next one takes over what only its widgets know."""
        panel = self.panel
        if panel is None:
            return
        self._kept = self._kept_state()
        for widget in (panel, *panel.findChildren(QWidget)):
            widget.blockSignals(True)  # no field takes its text as given because it loses the focus
        if panel.isAncestorOf(self.window().focusWidget()):
            self.setFocusProxy(None)  # type: ignore[arg-type]
            self.setFocus()
        self.panel, self._is_filled = None, False
        self._bring()
        self.removeWidget(panel)
        panel.setParent(None)
        panel.deleteLater()

    def renew(self, theme: Theme) -> None:
        """Have a panel in this theme, and in the language of now: at once if it is seen."""
        self.drop()
        self.theme = theme
        self.setFocusProxy(self._reason)
        if self.isVisible() and not self._waits and self._kept is not None:
            self.make()

    def set_snapshot(self, snapshot: Any) -> None:
        self._snapshot = snapshot
        if self._is_filled:
            self.panel.set_snapshot(snapshot)

    def always(
        self, setter: Callable[Concatenate[_P, _A], object], *args: _A.args, **kwargs: _A.kwargs
    ) -> None:
        """Call a setter of the panel, and of each that follows it."""
        self._settings[setter] = lambda panel: setter(panel, *args, **kwargs)
        if self._is_filled:
            self._settings[setter](self.panel)

    def set_absence(self, why: Message | None) -> None:
        self._absence = why
        self._retranslate()
        self._bring()

    def furnish(self) -> None:
        self._waits = False
        self._retranslate()
        self._make_if_seen()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        # once all around it has its size, and before it is painted
        QMetaObject.invokeMethod(self, "_make_if_seen", Qt.ConnectionType.QueuedConnection)

    def make_ahead(self) -> None:
        """Create the panel, unless its imports are still running."""
        if not self._waits:
            self.make()

    @Slot()
    def _make_if_seen(self) -> None:
        if self.isVisible():
            self.make_ahead()

    @contextmanager
    def like_it(self, theme: Theme) -> Iterator[QWidget]:
        """A panel of its own in another theme that looks like this one, to be painted."""
        stand = QWidget()
        stand.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)
        stand.setStyleSheet(f"QWidget {{ color: {theme.text}; }} {style_sheet(theme)}")
        stand.resize(self.size())
        panel = self._made(theme, stand)
        filled(QVBoxLayout(stand), panel)
        try:
            self._fill(panel)
            stand.show()
            self._put_back(panel, self._kept_state())
            for _ in range(LAYOUTS):
                QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)
            yield panel
        finally:
            stand.close()
            stand.deleteLater()

    def _made(self, theme: Theme, parent: QWidget) -> Any:
        panel = self._make(theme, parent)  # in its parent from the start: it would cost to move it
        name = self._name
        self.setObjectName(f"{name}{_SUFFIX}")
        name_parts(panel, name)
        return panel

    def _fill(self, panel: Any) -> None:
        for setting in self._settings.values():
            setting(panel)
        if self._snapshot is not None:
            panel.set_snapshot(self._snapshot)

    @property
    def _name(self) -> str:
        return self.objectName().removesuffix(_SUFFIX)

    def _kept_state(self) -> KeptState:
        """What the panel's widgets know, and those of the pages inside."""
        inner = {
            page._name: page._kept_state() if page.panel is not None else page._kept
            for page in self.panel.findChildren(LatePage)
        }
        there = {name: kept for name, kept in inner.items() if kept is not None}
        return kept_state(self.panel, self._snapshot, there)

    def _put_back(self, panel: QWidget, kept: KeptState) -> None:
        for page in panel.findChildren(LatePage):
            page._kept = kept.inner.get(page._name)
            if page._kept is not None and page.isVisible():
                page.make()
        put_back(panel, kept, self._snapshot)

    def _bring(self) -> None:
        there = self.panel is not None and self._absence is None
        shown, hidden = (self.panel, self._reason) if there else (self._reason, self.panel)
        self.addWidget(shown)
        self.setCurrentWidget(shown)  # which hands on the focus
        if hidden is not None:
            self.removeWidget(hidden)  # so the page has the size of what is shown
            hidden.hide()

    def _retranslate(self) -> None:
        waiting = self.tr("This page is still loading.") if self._waits else ""
        self._reason.setText(waiting if self._absence is None else message_text(self._absence))


LAYOUTS = 4
"""Times that layouts follow each other until all is in its place."""

_SUFFIX = "-page"
"""Of the object name: the panel has the name itself."""
