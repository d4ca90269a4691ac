"""After how many positions each pair of dimensions repeats."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from viz_app.design.theme import Theme
from viz_app.panels.positions.intents import PositionsIntents
from viz_app.panels.positions.painting import wavelength_pictures
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.panels.positions.texts.pages import wavelength_sentence
from viz_app.panels.positions.views.curve_cells import CurveCells
from viz_app.panels.positions.views.page import PositionsPage
from viz_app.widgets.filled import filled
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.labels import text_label
from viz_app.workbench.state.selection import Cell


class WavelengthsPage(PositionsPage):
    """The wavelengths as a line on a logarithmic scale."""

    def __init__(self, theme: Theme, intents: PositionsIntents) -> None:
        super().__init__(theme, intents)
        self.plot = CurveCells(theme)
        self.formula = FormulaView(theme, "positions_wavelength")
        self._title, self._note = text_label("title"), text_label("small", wraps=True)
        self._sheet, self._head = QVBoxLayout(), QHBoxLayout()
        self._arrange()
        self._retranslate()
        self.set_theme(theme)

    def draw(self, snapshot: PositionsSnapshot) -> None:
        """Show the wavelengths of a table as wide as this one."""
        lengths = wavelength_pictures.pair_wavelengths(snapshot)

        def say(cell: Cell) -> str:
            """How long a pair's wave is, and how often it fits into the table."""
            length = float(lengths[cell.column])
            pair = wavelength_pictures.sine_and_cosine(snapshot, cell.column)
            return wavelength_sentence(pair, length, snapshot.count / length)

        self.plot.set_picture(wavelength_pictures.wavelengths_picture(snapshot), say)
        closed = "_closed" if snapshot.waves.closed_sinusoids else ""
        self.formula.set_formula(f"positions_wavelength{closed}")
        self._note.setText(self._note_text(snapshot))
        self.plot.describe(self._note.text())

    def _dress(self) -> None:
        super()._dress()
        margin = 4 * self.theme.unit
        self._sheet.setContentsMargins(margin, margin, 0, 0)
        self._sheet.setSpacing(self.theme.unit)
        self._head.setContentsMargins(0, 0, margin, 0)

    def _retranslate(self) -> None:
        self._title.setText(self.tr("Wavelength of each pair of dimensions"))
        self.plot.setAccessibleName(self.tr("Wavelength of each pair of dimensions"))

    def _note_text(self, snapshot: PositionsSnapshot) -> str:
        if snapshot.kind == "learned":
            return self.tr(
                "This model's table was learned and has no wavelengths; these are those of a "
                "sinusoidal one of its size."
            )
        if snapshot.kind != "sinusoidal":
            return self.tr(
                "This model's positions have no wavelengths; these are those of a sinusoidal table "
                "of its size."
            )
        scale = self.tr("positions, on a logarithmic scale")
        if snapshot.waves.sinusoids == "halves":
            half = (snapshot.table.shape[1] + 1) // 2
            pairs = self.tr("a pair: dimensions i and i + {half}").format(half=half)
            return f"{scale} · {pairs}"
        return scale

    def _arrange(self) -> None:
        content = QWidget()
        content.setLayout(self._sheet)
        filled(self._head, (self._title, 1), self.formula)
        filled(self._sheet, self._head, self._note, (self.plot, 1))
        self.rows.addWidget(framed(content))
