"""What layers cost: the table, its curves, and the times of this machine beside them."""

from __future__ import annotations

import html
from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from model.lessons.architecture.complexity import LAYER_TYPES, Extent
from viz_app.design.theme import Theme
from viz_app.panels.architecture.intents import ArchitectureIntents
from viz_app.panels.architecture.snapshot import ArchitectureSnapshot
from viz_app.panels.architecture.state import SIZES
from viz_app.panels.architecture.texts.complexity import SIGNS, layer_type_name, table_row
from viz_app.panels.architecture.views.layer_looks import layer_colour
from viz_app.panels.architecture.views.layer_plots import OperationsPlot, TimesPlot
from viz_app.texts.token_text import tool_tip
from viz_app.widgets.calm_combo import CalmCombo
from viz_app.widgets.filled import filled
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.widgets.segments import Segments
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


class ComplexityPage(Themed, QWidget):
    """Table, tools, two plots."""

    def __init__(
        self, theme: Theme, intents: ArchitectureIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.intents = intents
        self.table, self.tools = ComplexityTable(theme), ComplexityTools(theme, intents)
        self.operations, self.times = OperationsPlot(theme), TimesPlot(theme, intents)
        self._plots = filled(QHBoxLayout(), (self.operations, 1), (self.times, 1))
        rows = framed(self.table), self.tools, (self._plots, 1)
        self._rows = filled(QVBoxLayout(self), *rows)
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen and measured."""
        self.table.set_extent(snapshot.own.extent)
        self.tools.set_snapshot(snapshot)
        self.operations.set_snapshot(snapshot)
        self.times.set_snapshot(snapshot)

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._plots.setSpacing(3 * self.theme.unit)


class ComplexityTools(Themed, Translated, QWidget):
    """What the curves run over, and which sizes are fixed."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.axis = Segments(theme, names=("n", "d"), texts=self._axis_texts)
        self.axis.picked.connect(intents.axis_picked)
        self.sizes = {letter: CalmCombo(characters=4) for letter in SIZES}
        self._row = filled(QHBoxLayout(self), self.axis)
        for letter, combo in self.sizes.items():
            self._add(letter, combo)
            combo.activated.connect(partial(self._on_size, intents, letter))
        self._row.addStretch(1)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        """Show what is chosen."""
        self.axis.set_current(snapshot.own.axis)
        for letter, combo in self.sizes.items():
            combo.setCurrentIndex(combo.findData(getattr(snapshot.own.extent, letter)))

    def _dress(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        tips = {
            "n": self.tr("Length of the sentence"),
            "d": self.tr("Width of the layer"),
            "k": self.tr("Width of the convolution's kernel"),
            "r": self.tr("Width of the restricted self-attention's window"),
        }
        for letter, combo in self.sizes.items():
            combo.setAccessibleName(f"{letter}: {tips[letter]}")
            combo.setToolTip(tool_tip(tips[letter]))

    def _add(self, letter: str, combo: CalmCombo) -> None:
        for size in SIZES[letter]:
            combo.addItem(str(size), size)
        combo.setProperty("compact", True)
        label = text_label("small")
        label.setText(letter)
        label.setBuddy(combo)
        self._row.addWidget(label)
        self._row.addWidget(combo)

    def _on_size(self, intents: ArchitectureIntents, letter: str, row: int) -> None:
        intents.size_picked.emit(letter, SIZES[letter][row])

    def _axis_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "n": (self.tr("Over n"), self.tr("Curves over the length of the sentence")),
            "d": (self.tr("Over d"), self.tr("Curves over the width of the layer")),
        }


class ComplexityTable(Themed, Translated, QLabel):
    """A row for each type of layer; its sign and colour are those of its curve."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._extent = Extent(n=1, d=1)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._show()

    def set_extent(self, extent: Extent) -> None:
        """Show the numbers of other sizes."""
        if extent != self._extent:
            self._extent = extent
            self._show()

    def _dress(self) -> None:
        unit = self.theme.unit
        self.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self._show()

    def _retranslate(self) -> None:
        self._show()

    def _show(self) -> None:
        self.setAccessibleName(self.tr("Complexity of four types of layers"))
        heads = (
            self.tr("Type of layer"),
            self.tr("Complexity per layer"),
            self.tr("Sequential operations"),
            self.tr("Longest path"),
        )
        soft = self.theme.soft_text
        head = "".join(
            f'<td><span style="color:{soft}">{html.escape(name)}</span>&nbsp;&nbsp;</td>'
            for name in heads
        )
        padding = self.theme.unit // 2
        rows = "".join(self._row(index) for index in range(len(LAYER_TYPES)))
        self.setText(
            f'<table width="100%" cellspacing="0" cellpadding="{padding}">'
            f"<tr>{head}</tr>{rows}</table>"
        )

    def _row(self, index: int) -> str:
        layer = LAYER_TYPES[index]
        sign = f'<span style="color:{layer_colour(layer, self.theme)}">━{SIGNS[layer]}━</span>'
        name = html.escape(layer_type_name(layer))
        cells = "".join(f"<td>{cell}</td>" for cell in table_row(layer, self._extent))
        return f"<tr><td>{sign}&nbsp;&nbsp;{name}</td>{cells}</tr>"
