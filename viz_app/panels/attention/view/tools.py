"""The band above the pictures: options, and the heads that they apply to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, pairwise
from typing import Literal, get_args

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.attention.pictures.captions import (
    combination_explanation,
    combination_name,
    view_explanation,
    view_name,
)
from viz_app.panels.attention.room import AttentionSnapshot
from viz_app.texts.labels import quoted_name, tool_tip
from viz_app.texts.sentences import head_name, row_text
from viz_app.widgets.choosers import CalmCombo, KindPills, OpenMenu, Segments
from viz_app.widgets.layout import Band, name_parts
from viz_app.widgets.themed import Translated
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import COMBINATIONS, MASSES, VIEWS, AttentionOptions, RowLabels

# ----------------------------------------------------------------------------------------- intents
# What the attention panel asks for.


ONE_KIND = "one"
"""Key of the zoom of a head shown alone; heads side by side have their kind as key."""


class AttentionIntents(QObject):
    """User intents of the tab's views; layers and heads count from 0."""

    kind_picked = Signal(str)
    head_picked = Signal(object, int, int)  # kind, layer and head
    cell_picked = Signal(object, object)  # a kind, and a Cell of its picture, or None for no cell
    row_labels_picked = Signal(str)
    option_picked = Signal(str, object)  # a field of AttentionOptions, and its value
    head_toggled = Signal(int)
    all_heads_chosen = Signal(bool)  # or none
    zoomed = Signal(str, object, object)  # a kind or ONE_KIND, the Zoom before and that of now


# ------------------------------------------------------------------------------------- tool places
# Which row each tool above the pictures stands in: as few rows as there can be.


Tool = Literal["pills", "side_by_side", "views", "row_labels", "options", "combination", "heads"]

ORDER: tuple[Tool, ...] = ("pills", "side_by_side", "views", "combination", "heads")

IN_THE_OPTIONS: tuple[Tool, ...] = ("combination", "row_labels")
"""Tools that the options menu contains too; without room the last is omitted first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Tools of a row: from its left edge on, and up to its right edge."""

    left: tuple[Tool, ...]
    right: tuple[Tool, ...] = ()

    @property
    def tools(self) -> tuple[Tool, ...]:
        return (*self.left, *self.right)


@dataclass(frozen=True, slots=True, kw_only=True)
class RowRoom:
    """Decides which tools fit a row.

    Attributes:
        widths: of the tools of the view, in px.
        width: of a row, in px.
        gap: between two tools, in px.
    """

    widths: Mapping[Tool, int]
    width: int
    gap: int

    def holds(self, *tools: Tool) -> bool:
        """Whether one row has room for the tools."""
        return sum(self.widths[tool] + self.gap for tool in tools) <= self.width + self.gap


def wanted_tools(options: AttentionOptions) -> frozenset[Tool]:
    """Tools of a view; the heads are named in all views but the grid.

    The heatmap of one head has no choice of heads: the mosaic is used instead.
    """
    tools: set[Tool] = {"pills", "side_by_side", "views", "row_labels", "options"}
    if options.view != "grid":
        tools.add("combination")
        one_head = options.combination == "head" and options.view == "focus"
        if options.view == "links" or not (options.combination == "rollout" or one_head):
            tools.add("heads")
    return frozenset(tools)


def rows_of(room: RowRoom) -> tuple[Row, ...]:
    """One row, if needed without tools that the options contain too; else as few as possible."""
    left_out: tuple[Tool, ...] = ()
    while True:
        wanted = [tool for tool in ORDER if tool in room.widths and tool not in left_out]
        rows = _ended(room, _filled(room, wanted), "options")
        if "row_labels" in room.widths and "row_labels" not in left_out:
            rows = _ended(room, rows, "row_labels", new_row=False) or rows
        if len(rows) == 1 or len(left_out) == len(IN_THE_OPTIONS):
            return rows
        left_out = IN_THE_OPTIONS[len(IN_THE_OPTIONS) - len(left_out) - 1 :]


def _filled(room: RowRoom, tools: Sequence[Tool]) -> tuple[Row, ...]:
    """Greedy wrapping: a tool without room begins a new row."""
    rows: list[tuple[Tool, ...]] = [()]
    for tool in tools:
        if not rows[-1] or room.holds(*rows[-1], tool):
            rows[-1] = (*rows[-1], tool)
        else:
            rows.append((tool,))
    return tuple(map(Row, rows))


def _ended(
    room: RowRoom, rows: tuple[Row, ...], tool: Tool, *, new_row: bool = True
) -> tuple[Row, ...]:
    """The rows with a tool at the end of the first that has room, or in a new one."""
    for place, row in enumerate(rows):
        if room.holds(tool, *row.tools):
            ended = replace(row, right=(tool, *row.right))
            return (*rows[:place], ended, *rows[place + 1 :])
    return (*rows, Row((), (tool,))) if new_row else ()


# --------------------------------------------------------------------------------------- tool rows
# Rows of widgets that change places without changing parents: the keyboard stays where it is.


class ToolRows(QVBoxLayout):
    """Lays out tools of one parent."""

    def __init__(self, parent: QWidget, tools: Mapping[Tool, QWidget]) -> None:
        super().__init__(parent)
        self._tools = tools
        self._lines: list[QHBoxLayout] = []
        self._shown: tuple[Row, ...] = ()
        self._unit = 1
        self.setContentsMargins(0, 0, 0, 0)

    @property
    def gap(self) -> int:
        """Gap between two tools, in px."""
        return 3 * self._unit

    def set_unit(self, unit: int) -> None:
        """Set the unit of spacing, in px."""
        self._unit = unit
        self.setSpacing(unit)
        for line in self._lines:
            line.setSpacing(self.gap)

    def fill(self, rows: tuple[Row, ...]) -> None:
        """Show exactly the tools of ``rows``; the tab order follows them."""
        if rows == self._shown:
            return
        self._shown = rows
        for line in self._lines:
            while line.count():
                line.takeAt(0)
        while len(self._lines) < len(rows):
            line = QHBoxLayout()
            line.setSpacing(self.gap)
            self.addLayout(line)
            self._lines.append(line)
        for row, line in zip(rows, self._lines, strict=False):
            for tool in row.left:
                line.addWidget(self._tools[tool])
            line.addStretch(1)
            for tool in row.right:
                line.addWidget(self._tools[tool])
        order = [tool for row in rows for tool in row.tools]
        for tool, widget in self._tools.items():
            widget.setVisible(tool in order)
        stops = chain.from_iterable(_stops(self._tools[tool]) for tool in order)
        for before, after in pairwise(stops):
            QWidget.setTabOrder(before, after)


def _stops(widget: QWidget) -> Iterator[QWidget]:
    """Tab stops of a tool: the widget itself, or those of its own layout."""
    # Not by the layout's items: Python would keep an item that Qt has deleted, and return it for
    # another at the same address.
    row = widget.layout()
    if row is None:
        yield widget
        return
    inside = widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    for one in sorted(inside, key=row.indexOf):
        if row.indexOf(one) >= 0 and one.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield one


# ---------------------------------------------------------------------------------------- head bar
# Which heads of the layer a picture is about: how they are combined, and which are chosen.


FEWEST_CHARACTERS = 15

MOST_NAMED = 3
"""Heads that the button names; of more it shows their number."""


class HeadBar(QObject):
    """The combination, and a button with a menu: a line for each head, and for links how many.

    Both stand in the band of their parent.
    """

    def __init__(self, intents: AttentionIntents, parent: QWidget) -> None:
        super().__init__(parent)
        self.intents = intents
        self.combination = CalmCombo(parent, characters=FEWEST_CHARACTERS)
        self.button = QPushButton(parent)
        self.menu = OpenMenu(self.button)
        self.every = QAction(self.menu, checkable=True)
        self._heads: list[QAction] = []
        self._masses = QActionGroup(self.menu)
        self._shown: tuple[AttentionOptions, FocusSnapshot] | None = None
        self._prepare()
        pick = self.intents.option_picked.emit
        self.combination.activated.connect(
            lambda index: pick("combination", self.combination.itemData(index))
        )
        self.every.triggered.connect(self.intents.all_heads_chosen)
        self._masses.triggered.connect(lambda action: pick("mass", action.data()))
        self.retranslate()

    def show_options(self, options: AttentionOptions, focus: FocusSnapshot) -> None:
        self._shown = options, focus
        self._make_heads(focus.trace.n_heads)
        with QSignalBlocker(self.combination):
            self.combination.setCurrentIndex(self.combination.findData(options.combination))
        for head, action in enumerate(self._heads):
            action.setChecked(head in focus.heads)
        self.every.setChecked(len(focus.heads) == len(self._heads))
        for action in (*self._heads, self.every):
            action.setVisible(options.combination != "rollout")
        for action in self._masses.actions():
            action.setChecked(action.data() == options.mass)
            action.setVisible(options.view == "links")
        self._name_button()

    def _prepare(self) -> None:
        self.combination.setProperty("compact", True)
        for combination in COMBINATIONS:
            self.combination.addItem("", combination)
        self.button.setProperty("segment", True)
        self.button.setMenu(self.menu)
        self.every.setObjectName("action-all-heads")
        self.menu.addAction(self.every)
        self.menu.addSeparator()
        for mass in MASSES:
            action = QAction(self._masses, checkable=True)
            action.setData(mass)
            action.setObjectName(f"action-mass-{mass:.0%}".rstrip("%"))
            self.menu.addAction(action)

    def _make_heads(self, count: int) -> None:
        while len(self._heads) > count:
            action = self._heads.pop()
            self.menu.removeAction(action)
            action.deleteLater()
        while len(self._heads) < count:
            head = len(self._heads)
            action = QAction(self.menu, checkable=True)
            action.setObjectName(f"action-head-{head + 1}")
            action.triggered.connect(partial(self._toggle, head))
            self.menu.insertAction(self.every, action)
            self._heads.append(action)
            self._name_head(head)

    def _toggle(self, head: int) -> None:
        self.intents.head_toggled.emit(head)

    def _name_head(self, head: int) -> None:
        action, name = self._heads[head], head_name(head)
        action.setText(name)
        action.setToolTip(tool_tip(self.tr("Include or exclude {head}").format(head=name)))

    def _name_button(self) -> None:
        if self._shown is None:
            return
        options, focus = self._shown
        said = [] if options.combination == "rollout" else [self._chosen_heads(focus)]
        if options.view == "links":
            said.append(f"{options.mass:.0%}")
        self.button.setText(" · ".join(said))

    def _chosen_heads(self, focus: FocusSnapshot) -> str:
        chosen = sorted(focus.heads)
        if len(chosen) == len(self._heads):
            return self.tr("All heads")
        if len(chosen) > MOST_NAMED:
            template = self.tr("{number} of {all} heads")
            return template.format(number=len(chosen), all=len(self._heads))
        heads = ", ".join(str(head + 1) for head in chosen)
        return (self.tr("Head {head}") if len(chosen) == 1 else self.tr("Heads {head}")).format(
            head=heads
        )

    def retranslate(self) -> None:
        for index in range(self.combination.count()):
            combination = self.combination.itemData(index)
            self.combination.setItemText(index, combination_name(combination))
            explained = combination_explanation(combination)
            self.combination.setItemData(index, tool_tip(explained), Qt.ItemDataRole.ToolTipRole)
        for action in self._masses.actions():
            action.setText(self.tr("{share} of each row").format(share=f"{action.data():.0%}"))
            action.setToolTip(
                self.tr(
                    "Draw the strongest links that together hold this share of each row's weight"
                )
            )
        self.every.setText(self.tr("All"))
        self.every.setToolTip(self.tr("Include all heads of this layer, or only the current one"))
        self.combination.setAccessibleName(self.tr("How heads are shown"))
        self.combination.setToolTip(self.tr("One head, or several heads combined"))
        self.button.setAccessibleDescription(self.tr("Heads in the picture"))
        self.button.setToolTip(self.tr("Which heads the picture shows, and how many links"))
        for head in range(len(self._heads)):
            self._name_head(head)
        self._name_button()


# ------------------------------------------------------------------------------------------- tools
# The band above the pictures: kinds, side by side, views, names of rows, options, heads.


class AttentionTools(Band, Translated, QWidget):
    """One row where it is wide enough; tools without room are in the options menu."""

    def __init__(
        self, theme: Theme, intents: AttentionIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, self.intents = theme, intents
        self._wanted, self._hidden = wanted_tools(AttentionOptions()), 0
        self.pills, self.views = KindPills(theme, self), view_switch(theme, self)
        self.row_labels, self.heads = RowLabelSwitch(intents, self), HeadBar(intents, self)
        self.side_by_side, self.options = QPushButton(self), QPushButton(self)
        for widget, name in (
            (self.pills, "kind"),
            (self.views, "view"),
            (self.row_labels, "row-labels"),
            (self.side_by_side, "side-by-side"),
            (self.options, "attention-options"),
            (self.heads.combination, "head-combination"),
            (self.heads.button, "heads-button"),
        ):
            name_parts(widget, name)
        self.side_by_side.setCheckable(True)
        for button in (self.side_by_side, self.options):
            button.setProperty("segment", True)
        self._tools: dict[Tool, QWidget] = {
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
        self.pills.show_kind(snapshot.kind, kinds=snapshot.kinds)
        self.views.set_current(snapshot.options.view)
        self.side_by_side.setChecked(snapshot.options.side_by_side)
        one_name = snapshot.kind == "encoder" and not snapshot.options.side_by_side
        self.row_labels.show_labels(
            snapshot.focus.row_labels, example=_row_in_view(snapshot), enabled=not one_name
        )
        self.heads.show_options(snapshot.options, snapshot.focus)
        self._wanted = wanted_tools(snapshot.options)
        self._wrap()

    def minimumSizeHint(self) -> QSize:
        widths = (self._tools[tool].minimumSizeHint().width() for tool in self._wanted)
        return QSize(max(widths), super().minimumSizeHint().height())

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._wrap()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._wrap()

    def _connect(self) -> None:
        pick = self.intents.option_picked.emit
        self.pills.kind_picked.connect(self.intents.kind_picked)
        self.views.picked.connect(lambda view: pick("view", view))
        self.side_by_side.clicked.connect(lambda on: pick("side_by_side", on))

    def _apply_theme(self) -> None:
        self._rows.set_unit(self.theme.unit)
        self._wrap()

    def _wrap(self) -> None:
        hints = {tool: self._tools[tool].sizeHint() for tool in self._wanted}
        widths = {tool: hint.width() for tool, hint in hints.items()}
        if not self._hidden:  # there is always room to say so
            advance = self.options.fontMetrics().horizontalAdvance
            widths["options"] += max(0, advance(self._named(hidden=1)) - advance(self._named()))
        room = RowRoom(widths=widths, width=self.width(), gap=self._rows.gap)
        rows = rows_of(room)
        self._rows.fill(rows)
        hidden = len(self._wanted) - sum(len(row.tools) for row in rows)
        if hidden != self._hidden:
            self._tell_hidden(hidden)

    def _tell_hidden(self, number: int) -> None:
        self._hidden = number
        self.options.setText(self._named(hidden=number))
        tip = self.tr("Scale, colours, special tokens, words and head measures")
        if number:
            tip = self.tr(
                "Scale, colours, special tokens, words and head measures; in a narrow "
                "window also row labels and head display"
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
        self._example: RowLabel | None = None
        self.setProperty("compact", True)
        for labels in get_args(RowLabels):
            self.addItem("", labels)
        self.activated.connect(self._pick)
        self._retranslate()

    def show_labels(
        self, labels: RowLabels, *, enabled: bool, example: RowLabel | None = None
    ) -> None:
        """``example`` is used in the tool tips. Encoder rows have one name only."""
        self.setCurrentIndex(self.findData(labels))
        self.setEnabled(enabled)
        if example != self._example:
            self._example = example
            self._retranslate()

    def _pick(self, index: int) -> None:
        self.intents.row_labels_picked.emit(str(self.itemData(index)))

    def _retranslate(self) -> None:
        names = {
            "both": self.tr("rows: input → predicted"),
            "fed": self.tr("rows: input token"),
            "predicted": self.tr("rows: predicted token"),
        }
        tips = self._tips()
        for index in range(self.count()):
            self.setItemText(index, names[self.itemData(index)])
            self.setItemData(
                index, tool_tip(tips[self.itemData(index)]), Qt.ItemDataRole.ToolTipRole
            )
        self.setAccessibleName(self.tr("Row labels"))
        self.view().setAccessibleName(self.accessibleName())
        tip = self.tr("Label rows by input token, predicted token, or both")
        if self._example is not None:
            tip = self.tr("{tip}. {example}").format(tip=tip, example=tips["both"])
        self.setToolTip(tool_tip(tip))
        self.setAccessibleDescription(tip)

    def _tips(self) -> dict[RowLabels, str]:
        row = self._example
        if row is None or row.predicted is None:
            return {
                "both": self.tr("The input token and the token predicted from it"),
                "fed": self.tr("The token that the decoder has just read"),
                "predicted": self.tr("The token that the decoder predicts next"),
            }
        both = self.tr("Row {row}: the decoder has read {read} and predicts {token} from it")
        fed = self.tr("This row is labelled {read}: the token that the decoder has just read")
        predicted = self.tr(
            "This row is labelled {token}: the token that is predicted after {read}"
        )
        holes = {
            "row": row_text(row, "both"),
            "read": quoted_name(row.fed),
            "token": quoted_name(row.predicted),
        }
        texts: dict[RowLabels, str] = {"both": both, "fed": fed, "predicted": predicted}
        return {labels: text.format(**holes) for labels, text in texts.items()}


def _row_in_view(snapshot: AttentionSnapshot) -> RowLabel | None:
    """Row label with two names; None for the encoder, and where none is decoded yet."""
    for focus in (snapshot.focus, *snapshot.focuses):
        if focus.kind != "encoder" and focus.query_row is not None:
            return focus.rows[focus.query_row]
    return None


def view_switch(theme: Theme, parent: QWidget | None = None) -> Segments:
    return Segments(theme, names=VIEWS, texts=_texts, parent=parent)


def _texts() -> Mapping[str, tuple[str, str]]:
    return {view: (view_name(view), view_explanation(view)) for view in VIEWS}
