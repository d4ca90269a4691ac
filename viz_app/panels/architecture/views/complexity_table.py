"""The table of the paper, with this choice's numbers beside each order."""

from __future__ import annotations

import html

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from model.lessons.architecture.complexity import LAYER_TYPES, Extent
from viz_app.design.theme import Theme
from viz_app.panels.architecture.texts.complexity import SIGNS, layer_type_name, table_row
from viz_app.panels.architecture.views.layer_looks import layer_colour
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated


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
