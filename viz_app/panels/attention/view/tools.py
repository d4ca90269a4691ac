"""The band above the pictures: options, and the heads that they apply to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QIcon, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from viz_app.design.theme import Theme, band_theme
from viz_app.panels.attention.pictures.captions import (
    combination_texts,
    view_texts,
)
from viz_app.panels.attention.room import AttentionHandle, AttentionSnapshot
from viz_app.texts.interventions import head_note
from viz_app.texts.labels import quoted_name, tool_tip
from viz_app.texts.sentences import head_name, row_text
from viz_app.widgets.choosers import CalmCombo, KindPills, OpenMenu, Segments, hatched_icon
from viz_app.widgets.layout import Band, name_parts
from viz_app.workbench.changes.selection import (
    alignment_toggled,
    all_heads_chosen,
    head_toggled,
    kind_picked,
    option_picked,
    row_labels_picked,
)
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import MASSES, VIEWS, AttentionOptions, RowLabels

# ------------------------------------------------------------------------------------- tool places
# Which row each tool above the pictures stands in: as few rows as there can be.


Tool = Literal[
    "pills", "side_by_side", "views", "row_labels", "options", "combination", "heads", "alignment"
]

ORDER: tuple[Tool, ...] = ("pills", "side_by_side", "views", "combination", "heads", "alignment")

IN_THE_OPTIONS: tuple[Tool, ...] = ("combination", "row_labels")
"""Tools that the options menu contains too; without room the last is omitted first."""


@dataclass(frozen=True, slots=True)
class Row:
    """Tools of a row: from its left edge on, and up to its right edge."""

    left: tuple[Tool, ...] = ()
    right: tuple[Tool, ...] = ()

    @property
    def tools(self) -> tuple[Tool, ...]:
        return (*self.left, *self.right)


def wanted_tools(options: AttentionOptions, *, aligns: bool = False) -> frozenset[Tool]:
    """Tools of a view; the heads are named in all views but the grid.

    The heatmap of one head has no choice of heads: the mosaic is used instead. ``aligns``: links
    can be drawn as a word alignment.
    """
    tools: set[Tool] = {"pills", "side_by_side", "views", "row_labels", "options"}
    if options.view != "grid":
        tools.add("combination")
        one_head = options.combination == "head" and options.view == "focus"
        if options.view == "links" or not (options.combination == "rollout" or one_head):
            tools.add("heads")
        if options.view == "links" and aligns:
            tools.add("alignment")
            if options.alignment is not None:  # which has rows of its own
                tools.discard("row_labels")
    return frozenset(tools)


def rows_of(widths: Mapping[Tool, int], *, width: int, gap: int) -> tuple[Row, ...]:
    """One row, if needed without tools that the options contain too; else as few as possible.

    Args:
        widths: of the tools of the view, in px.
        width: of a row, in px.
        gap: between two tools, in px.
    """
    for count in range(len(IN_THE_OPTIONS) + 1):
        left_out = IN_THE_OPTIONS[len(IN_THE_OPTIONS) - count :]
        shown = {tool: needed for tool, needed in widths.items() if tool not in left_out}
        rows = _rows(shown, width=width, gap=gap)
        if len(rows) == 1:
            break
    return rows


def _rows(widths: Mapping[Tool, int], *, width: int, gap: int) -> tuple[Row, ...]:
    """A tool without room begins a new row; at the right, row labels only where there is room."""

    def holds(*tools: Tool) -> bool:
        return sum(widths[tool] + gap for tool in tools) <= width + gap

    rows = [Row()]
    for tool in (tool for tool in ORDER if tool in widths):
        if rows[-1].left and not holds(*rows[-1].left, tool):
            rows.append(Row())
        rows[-1] = Row((*rows[-1].left, tool))
    if "options" in widths and not any(holds("options", *row.tools) for row in rows):
        rows.append(Row())
    for tool in ("options", "row_labels"):
        roomy = (at for at, row in enumerate(rows) if not row.tools or holds(tool, *row.tools))
        at = next(roomy, None) if tool in widths else None
        if at is not None:
            rows[at] = Row(rows[at].left, (tool, *rows[at].right))
    return tuple(rows)


# --------------------------------------------------------------------------------------- tool rows
# Rows of widgets that change places without changing parents: the keyboard stays where it is.


class ToolRows(QVBoxLayout):
    """Lays out tools of one parent."""

    def __init__(self, parent: QWidget, tools: Mapping[Tool, QWidget], *, unit: int) -> None:
        """``unit`` of spacing is in px; ``gap`` is that between two tools."""
        super().__init__(parent)
        self._tools, self.gap = tools, 3 * unit
        self._lines: list[QHBoxLayout] = []
        self._shown: tuple[Row, ...] = ()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(unit)

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


FEWEST_CHARACTERS = 15

MOST_NAMED = 3
"""Heads that the button names; of more it shows their number."""


class HeadBar(QObject):
    """The combination, and a button with a menu: a line for each head, and for links how many.

    Both stand in the band of their parent.
    """

    def __init__(self, room: AttentionHandle, parent: QWidget) -> None:
        super().__init__(parent)
        self.combination = CalmCombo(parent, characters=FEWEST_CHARACTERS)
        self.button = QPushButton(parent)
        self.menu = OpenMenu(self.button)
        self.every = QAction(self.tr("All"), self.menu, checkable=True)
        self._heads: list[QAction] = []
        self._masses = QActionGroup(self.menu)
        self._toggle, pick = room.does(head_toggled), room.does(option_picked)
        self._fill_combination()
        self.button.setProperty("segment", True)
        self.button.setAccessibleDescription(self.tr("Heads in the picture"))
        self.button.setToolTip(self.tr("Which heads the picture shows, and how many links"))
        self.button.setMenu(self.menu)
        self.every.setObjectName("action-all-heads")
        self.every.setToolTip(self.tr("Include all heads of this layer, or only the current one"))
        self.menu.addAction(self.every)
        self.menu.addSeparator()
        for mass in MASSES:
            share = self.tr("{share} of each row").format(share=f"{mass:.0%}")
            action = QAction(share, self._masses, checkable=True)
            action.setData(mass)
            action.setObjectName(f"action-mass-{mass:.0%}".rstrip("%"))
            action.setToolTip(
                self.tr(
                    "Draw the strongest links that together hold this share of each row's weight"
                )
            )
            self.menu.addAction(action)
        self.combination.activated.connect(
            lambda index: pick("combination", self.combination.itemData(index))
        )
        self.every.triggered.connect(room.does(all_heads_chosen))
        self._masses.triggered.connect(lambda action: pick("mass", action.data()))

    def show_options(self, options: AttentionOptions, focus: FocusSnapshot, theme: Theme) -> None:
        self._make_heads(focus.trace.n_heads)
        with QSignalBlocker(self.combination):
            self.combination.setCurrentIndex(self.combination.findData(options.combination))
        for head, action in enumerate(self._heads):
            action.setChecked(head in focus.heads)
            note = head_note(focus, layer=focus.layer, head=head)
            action.setIcon(hatched_icon(theme) if note else QIcon())
            tip = self.tr("Include or exclude {head}").format(head=head_name(head))
            action.setToolTip(tool_tip(" · ".join(filter(None, (tip, note)))))
        self.every.setChecked(len(focus.heads) == len(self._heads))
        for action in (*self._heads, self.every):
            action.setVisible(options.combination != "rollout")
        weighted = options.view == "links" and focus.alignment is None
        for action in self._masses.actions():
            action.setChecked(action.data() == options.mass)
            action.setVisible(weighted)
        said = [] if options.combination == "rollout" else [self._chosen_heads(focus)]
        if weighted:
            said.append(f"{options.mass:.0%}")
        self.button.setText(" · ".join(said))

    def _fill_combination(self) -> None:
        self.combination.setProperty("compact", True)
        self.combination.setAccessibleName(self.tr("How heads are shown"))
        self.combination.setToolTip(self.tr("One head, or several heads combined"))
        for index, (combination, (name, explained)) in enumerate(combination_texts().items()):
            self.combination.addItem(name, combination)
            self.combination.setItemData(index, tool_tip(explained), Qt.ItemDataRole.ToolTipRole)

    def _make_heads(self, count: int) -> None:
        while len(self._heads) > count:
            action = self._heads.pop()
            self.menu.removeAction(action)
            action.deleteLater()
        for head in range(len(self._heads), count):
            name = head_name(head)
            action = QAction(name, self.menu, checkable=True)
            action.setObjectName(f"action-head-{head + 1}")
            action.triggered.connect(lambda _=False, head=head: self._toggle(head))
            self.menu.insertAction(self.every, action)
            self._heads.append(action)

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


# ------------------------------------------------------------------------------------------- tools


class AttentionTools(Band, QWidget):
    """One row where it is wide enough; tools without room are in the options menu."""

    def __init__(
        self, theme: Theme, room: AttentionHandle, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        band, pick = band_theme(theme), room.does(option_picked)
        self._wanted, self._hidden = wanted_tools(AttentionOptions()), 0
        self.pills, self.views = KindPills(band, self), view_switch(band, self)
        self.row_labels, self.heads = RowLabelSwitch(self), HeadBar(room, self)
        self.side_by_side = QPushButton(self.tr("Side by side"), self)
        self.side_by_side.setToolTip(self.tr("Show all three kinds next to each other, linked"))
        self.side_by_side.setCheckable(True)
        self.options, self.alignment = QPushButton(self), QPushButton(self.tr("Alignment"), self)
        self.alignment.setCheckable(True)
        self.alignment.setToolTip(
            tool_tip(
                self.tr(
                    "Link each target word to the source word that it attends to most: a word "
                    "alignment says what each word translates, and attention need not be one"
                )
            )
        )
        self._tools: dict[Tool, QWidget] = {
            "pills": self.pills,
            "side_by_side": self.side_by_side,
            "views": self.views,
            "row_labels": self.row_labels,
            "options": self.options,
            "combination": self.heads.combination,
            "heads": self.heads.button,
            "alignment": self.alignment,
        }
        for tool, widget in self._tools.items():
            name_parts(widget, _NAMES[tool])
        for button in (self.side_by_side, self.options, self.alignment):
            button.setProperty("segment", True)
        self._rows = ToolRows(self, self._tools, unit=band.unit)
        self.pills.kind_picked.connect(room.does(kind_picked))
        self.views.picked.connect(lambda view: pick("view", view))
        self.side_by_side.clicked.connect(lambda on: pick("side_by_side", on))
        self.alignment.clicked.connect(room.does(alignment_toggled))
        self.row_labels.picked.connect(room.does(row_labels_picked))
        self.set_theme(theme)
        self._tell_hidden(0)
        self._wrap()

    def show_attention(self, snapshot: AttentionSnapshot) -> None:
        self.pills.show_kind(snapshot.kind, kinds=snapshot.kinds)
        self.views.set_current(snapshot.options.view)
        self.side_by_side.setChecked(snapshot.options.side_by_side)
        one_name = snapshot.kind == "encoder" and not snapshot.options.side_by_side
        self.row_labels.show_labels(
            snapshot.focus.row_labels, example=_row_in_view(snapshot), enabled=not one_name
        )
        self.heads.show_options(snapshot.options, snapshot.focus, self.theme)
        self.alignment.setChecked(snapshot.options.alignment is not None)
        aligns = any(focus.kind == "cross" and focus.compared is None for focus in snapshot.focuses)
        self._wanted = wanted_tools(snapshot.options, aligns=aligns)
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

    def _wrap(self) -> None:
        widths = {tool: self._tools[tool].sizeHint().width() for tool in self._wanted}
        if not self._hidden:  # there is always room to say so
            advance = self.options.fontMetrics().horizontalAdvance
            widths["options"] += max(0, advance(self._named(hidden=1)) - advance(self._named()))
        rows = rows_of(widths, width=self.width(), gap=self._rows.gap)
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


_NAMES: dict[Tool, str] = {
    "pills": "kind",
    "views": "view",
    "row_labels": "row-labels",
    "side_by_side": "side-by-side",
    "options": "attention-options",
    "combination": "head-combination",
    "heads": "heads-button",
    "alignment": "alignment-button",
}
"""Object names."""


class RowLabelSwitch(CalmCombo):
    """A small choice."""

    picked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent, characters=18)
        self.setProperty("compact", True)
        self.addItem(self.tr("rows: input → predicted"), "both")
        self.addItem(self.tr("rows: input token"), "fed")
        self.addItem(self.tr("rows: predicted token"), "predicted")
        self.setAccessibleName(self.tr("Row labels"))
        self.view().setAccessibleName(self.accessibleName())
        self.activated.connect(lambda index: self.picked.emit(self.itemData(index)))
        self._show_tips(None)

    def show_labels(
        self, labels: RowLabels, *, enabled: bool, example: RowLabel | None = None
    ) -> None:
        """``example`` is used in the tool tips. Encoder rows have one name only."""
        self.setCurrentIndex(self.findData(labels))
        self.setEnabled(enabled)
        self._show_tips(example)

    def _show_tips(self, example: RowLabel | None) -> None:
        tips = self._tips(example)
        for index in range(self.count()):
            self.setItemData(
                index, tool_tip(tips[self.itemData(index)]), Qt.ItemDataRole.ToolTipRole
            )
        tip = self.tr("Label rows by input token, predicted token, or both")
        if example is not None:
            tip = self.tr("{tip}. {example}").format(tip=tip, example=tips["both"])
        self.setToolTip(tool_tip(tip))
        self.setAccessibleDescription(tip)

    def _tips(self, row: RowLabel | None) -> dict[RowLabels, str]:
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


def view_switch(theme: Theme, parent: QWidget | None = None) -> Segments:
    return Segments(theme, names=VIEWS, texts=view_texts, parent=parent)


def _row_in_view(snapshot: AttentionSnapshot) -> RowLabel | None:
    """Row label with two names; None for the encoder, and where none is decoded yet."""
    for focus in (snapshot.focus, *snapshot.focuses):
        if focus.kind != "encoder" and focus.query_row is not None:
            return focus.rows[focus.query_row]
    return None
