"""All there is to say of one block: formula, shapes, parameters, multiply-adds, mean, variance."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QTextDocumentFragment
from PySide6.QtWidgets import QLabel, QSizePolicy, QVBoxLayout, QWidget

from model.lessons.architecture.record import ArchitectureRecord, Block
from viz_app.design.theme import Theme
from viz_app.panels.architecture.painting.flow_marks import block_colour
from viz_app.panels.architecture.texts.blocks import block_name, block_place
from viz_app.panels.architecture.texts.explanations import block_explanation, formula_names
from viz_app.panels.architecture.views import fact_tables
from viz_app.panels.architecture.views.norm_plots import NormPlots
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.labels import text_label
from viz_app.widgets.scrolled_area import ScrolledArea
from viz_app.widgets.themed import Themed
from viz_app.widgets.translated import Translated
from viz_app.widgets.typeset_text import show_typeset

WIDTH = 296
"""In px at 100 %."""


class BlockFacts(Themed, Translated, ScrolledArea):
    """The facts of the chosen block, which scroll."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._block: Block | None = None
        self._record: ArchitectureRecord | None = None
        self._content = QWidget()
        self._rows = QVBoxLayout(self._content)
        self._name, self._place = text_label("title", wraps=True), text_label("small", wraps=True)
        self._explanation = text_label(wraps=True)
        self.formulas = (
            FormulaView(theme, "architecture_add"),
            FormulaView(theme, "architecture_head"),
        )
        self.norm: NormPlots | None = None
        self._shapes_title = text_label("small")
        self._parameters_title, self._products_title = (
            text_label("small", wraps=True) for _ in range(2)
        )
        self.shapes, self.parameters, self.products = (
            text_label(selectable=True, form=Qt.TextFormat.RichText) for _ in range(3)
        )
        self.share = ShareBar(theme)
        self._arrange()
        self.set_theme(theme)

    def block(self) -> Block | None:
        """Whose facts are shown."""
        return self._block

    def set_block(self, block: Block | None, record: ArchitectureRecord | None) -> None:
        """Show a block."""
        if block is not self._block:
            self._block, self._record = block, record
            self._show()

    def _dress(self) -> None:
        margin = 4 * self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(2 * self.theme.unit)
        self.setFixedWidth(round(WIDTH * self.theme.scale))
        self._show()

    def text(self) -> str:
        """All that is said, as plain text."""
        labels = self._content.findChildren(QLabel)
        return "\n".join(_spoken(label) for label in labels if not label.isHidden())

    def _retranslate(self) -> None:
        self._show()

    def _arrange(self) -> None:
        for widget in (
            self._name,
            self._place,
            self._explanation,
            *self.formulas,
            self._shapes_title,
            self.shapes,
            self._parameters_title,
            self.parameters,
            self._products_title,
            self.share,
            self.products,
        ):
            self._rows.addWidget(widget)
        self._rows.addStretch(1)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._content)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)

    def _show(self) -> None:
        block, record = self._block, self._record
        self._shapes_title.setText(self.tr("Tensors, for this sentence"))
        self.setAccessibleName(self.tr("Facts of the chosen block"))
        if block is None or record is None:
            return
        self._name.setText(block_name(block, record.config))
        self._place.setText(block_place(block, record))
        show_typeset(self._explanation, block_explanation(block, record), self.theme)
        self._show_formulas(formula_names(block, record))
        self._show_norm(block, record)
        self.shapes.setText(fact_tables.shapes_table(block, self.theme))
        self._parameters_title.setText(fact_tables.parameters_title(block, record))
        self.parameters.setText(fact_tables.parameters_table(block, self.theme))
        self.parameters.setVisible(bool(block.tables))
        self._products_title.setText(fact_tables.products_title(block, record))
        self.products.setText(fact_tables.products_table(block, self.theme))
        self.products.setVisible(bool(block.products))
        self.share.setVisible(bool(block.products))
        self.share.set_share(record.share(block), block_colour(block, self.theme))
        self.setAccessibleDescription(self.text())

    def _show_norm(self, block: Block, record: ArchitectureRecord) -> None:
        """Plots are made when the first normalisation is chosen: they take longest of all."""
        if block.norm is not None and self.norm is None:
            self.norm = NormPlots(self.theme)
            self._rows.insertWidget(self._rows.indexOf(self._shapes_title), self.norm)
        if self.norm is not None:
            self.norm.setVisible(block.norm is not None)
        if self.norm is not None and block.norm is not None:
            self.norm.set_norm(block.norm, record.tokens(block.side), record.config.norm_type)

    def _show_formulas(self, names: tuple[str, ...]) -> None:
        for index, view in enumerate(self.formulas):
            view.setVisible(index < len(names))
            if index < len(names):
                view.set_formula(names[index])


class ShareBar(Themed, QWidget):
    """The whole is the track, the part is filled; the number stands in words above it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._share, self._colour = 0.0, theme.accent
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, colour: str) -> None:
        """Fill ``share`` (0 … 1) with a colour."""
        self._share, self._colour = share, colour
        self.update()

    def _dress(self) -> None:
        self.updateGeometry()
        self.update()

    def filled(self) -> QRectF:
        """The part, in px."""
        return QRectF(0, 0, self.width() * self._share, self.height())

    def sizeHint(self) -> QSize:
        """As low as a progress bar."""
        return QSize(20 * self.theme.unit, 2 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        """The track, then the part."""
        with QPainter(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme.line))
            painter.drawRect(self.rect())
            painter.setBrush(QColor(self._colour))
            painter.drawRect(self.filled())


def _spoken(label: QLabel) -> str:
    """What a label says, its formulas in words."""
    return label.accessibleName() or QTextDocumentFragment.fromHtml(label.text()).toPlainText()
