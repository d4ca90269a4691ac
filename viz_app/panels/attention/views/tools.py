"""The band above the pictures: kinds, side by side, views, names of rows, options, heads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.intents import AttentionIntents
from viz_app.panels.attention.snapshot.panel import AttentionSnapshot
from viz_app.panels.attention.texts.option_names import view_explanation, view_name
from viz_app.panels.attention.views import tool_places
from viz_app.panels.attention.views.head_bar import HeadBar
from viz_app.panels.attention.views.tool_rows import ToolRows
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.band import Band
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.kind_pills import KindPills
from viz_app.widgets.segments import Segments
from viz_app.widgets.translated import Translated
from viz_app.workbench.state.attention_options import VIEWS, AttentionOptions
from viz_app.workbench.state.selection import RowLabels


class AttentionTools(Band, Translated, QWidget):
    """One row where it is wide enough; what has no room there is behind the options."""

    def __init__(
        self, theme: Theme, intents: AttentionIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self.intents = theme, intents
        self._wanted, self._hidden = tool_places.wanted_tools(AttentionOptions()), 0
        self.pills, self.views = KindPills(theme, self), view_switch(theme, self)
        self.row_labels, self.heads = RowLabelSwitch(intents, self), HeadBar(intents, self)
        self.side_by_side, self.options = QPushButton(self), QPushButton(self)
        self.side_by_side.setCheckable(True)
        for button in (self.side_by_side, self.options):
            button.setProperty("segment", True)
        self._tools: dict[tool_places.Tool, QWidget] = {
            "pills": self.pills,
            "side_by_side": self.side_by_side,
            "views": self.views,
            "row_labels": self.row_labels,
            "options": self.options,
            "combination": self.heads.combination,
            "heads": self.heads.button,
        }
        self._rows = ToolRows(self, self._tools)
        self._connect()
        self._retranslate()
        self.set_theme(theme)

    def show_attention(self, snapshot: AttentionSnapshot) -> None:
        """Show what is chosen."""
        self.pills.show_kind(snapshot.kind, kinds=snapshot.kinds)
        self.views.set_current(snapshot.options.view)
        self.side_by_side.setChecked(snapshot.options.side_by_side)
        one_name = snapshot.kind == "encoder" and not snapshot.options.side_by_side
        self.row_labels.show_labels(snapshot.focus.row_labels, enabled=not one_name)
        self.heads.show_options(snapshot.options, snapshot.focus)
        self._wanted = tool_places.wanted_tools(snapshot.options)
        self._wrap()

    def minimumSizeHint(self) -> QSize:
        """As wide as the widest tool: the others can go below it."""
        widths = (self._tools[tool].minimumSizeHint().width() for tool in self._wanted)
        return QSize(max(widths), super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        """Some tool has become wider or narrower."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._wrap()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More rows, or fewer."""
        super().resizeEvent(event)
        self._wrap()

    def _connect(self) -> None:
        pick = self.intents.option_picked.emit
        self.pills.kind_picked.connect(self.intents.kind_picked)
        self.views.picked.connect(lambda view: pick("view", view))
        self.side_by_side.clicked.connect(lambda on: pick("side_by_side", on))

    def _dress(self) -> None:
        self._rows.set_unit(self.theme.unit)
        self._wrap()

    def _wrap(self) -> None:
        hints = {tool: self._tools[tool].sizeHint() for tool in self._wanted}
        widths = {tool: hint.width() for tool, hint in hints.items()}
        if not self._hidden:  # there is always room to say so
            advance = self.options.fontMetrics().horizontalAdvance
            widths["options"] += max(0, advance(self._named(hidden=1)) - advance(self._named()))
        room = tool_places.RowRoom(widths=widths, width=self.width(), gap=self._rows.gap)
        rows = tool_places.rows_of(room)
        self._rows.fill(rows)
        hidden = len(self._wanted) - sum(len(row.tools) for row in rows)
        if hidden != self._hidden:
            self._tell_hidden(hidden)

    def _tell_hidden(self, number: int) -> None:
        """Say on the options that tools are in there which have no room beside them."""
        self._hidden = number
        self.options.setText(self._named(hidden=number))
        tip = self.tr("Scale, colours, special tokens, words, and numbers that tell heads apart")
        if number:
            tip = self.tr(
                "Here, because the window is narrow: the names of the rows, and what is shown of "
                "the heads. Also scale, colours, special tokens, words, and numbers that tell "
                "heads apart"
            )
        self.options.setToolTip(tool_tip(tip))

    def _named(self, *, hidden: int = 0) -> str:
        return self.tr("More options") if hidden else self.tr("Options")

    def _retranslate(self) -> None:
        self.heads.retranslate()
        self.side_by_side.setText(self.tr("Side by side"))
        self.side_by_side.setToolTip(self.tr("Show all three kinds next to each other, linked"))
        self._tell_hidden(self._hidden)


class RowLabelSwitch(Translated, CalmCombo):
    """A small choice."""

    def __init__(self, intents: AttentionIntents, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=18)
        self.intents = intents
        self.setProperty("compact", True)
        for labels in get_args(RowLabels):
            self.addItem("", labels)
        self.activated.connect(self._pick)
        self._retranslate()

    def show_labels(self, labels: RowLabels, *, enabled: bool) -> None:
        """Show a choice. Encoder rows have one name only."""
        self.setCurrentIndex(self.findData(labels))
        self.setEnabled(enabled)

    def _pick(self, index: int) -> None:
        self.intents.row_labels_picked.emit(str(self.itemData(index)))

    def _retranslate(self) -> None:
        names = {
            "both": self.tr("rows: fed in → predicted"),
            "fed": self.tr("rows: token fed in"),
            "predicted": self.tr("rows: token predicted"),
        }
        tips = {
            "both": self.tr("The token fed in, and the one that is predicted from it"),
            "fed": self.tr("The token that the decoder has just read"),
            "predicted": self.tr("The token that the decoder writes next"),
        }
        for index in range(self.count()):
            self.setItemText(index, names[self.itemData(index)])
            self.setItemData(
                index, tool_tip(tips[self.itemData(index)]), Qt.ItemDataRole.ToolTipRole
            )
        self.setAccessibleName(self.tr("Names of the rows"))
        self.view().setAccessibleName(self.accessibleName())
        self.setToolTip(
            self.tr("Name rows by the token fed in, by the one predicted from it, or by both")
        )


def view_switch(theme: Theme, parent: QWidget | None = None) -> Segments:
    """A choice of one way to look."""
    return Segments(theme, names=VIEWS, texts=_texts, spoken=_spoken, parent=parent)


def _texts() -> Mapping[str, tuple[str, str]]:
    return {view: (view_name(view), view_explanation(view)) for view in VIEWS}


def _spoken(name: str) -> str:
    return QCoreApplication.translate("attention", "{view} view").format(view=name)
