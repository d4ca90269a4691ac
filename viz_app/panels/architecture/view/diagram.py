"""The diagram as a widget, and the facts of one block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QTextDocumentFragment,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from model.lessons.architecture import ArchitectureRecord, Block
from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures.diagram import (
    DiagramPicture,
    block_colour,
    paint_architecture,
)
from viz_app.panels.architecture.pictures.layout import (
    ArchitectureLayout,
    layout_architecture,
    smallest_height,
    smallest_width,
)
from viz_app.panels.architecture.pictures.texts import (
    block_explanation,
    block_name,
    block_place,
    block_sentence,
    block_table,
    counted,
    formula_names,
    letter_list,
    link_sentence,
    lowered,
    percent,
    product_letters,
    size_list,
    tab_title,
    table_size,
    unfold_sentence,
)
from viz_app.panels.architecture.room import (
    BESIDE_BLOCKS,
    ArchitectureSnapshot,
    BlockPlace,
    explaining_tabs,
)
from viz_app.panels.architecture.view.plots import ArchitectureIntents, NormPlots
from viz_app.storage.value_tables import Tables
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import ScrolledArea, filled, name_parts, text_label
from viz_app.widgets.lesson_page import FormulaView, show_typeset
from viz_app.widgets.picture_view import PictureView, Still
from viz_app.widgets.themed import Themed, Translated

# ------------------------------------------------------------------------------------- fact tables
# Tensors, parameters and matrix products of a block as tables of rich text.


translate = QCoreApplication.translate

Cells = Sequence[str]


def shapes_table(block: Block, theme: Theme) -> str:
    rows = ((lowered(s.name), letter_list(s), size_list(s)) for s in block.shapes)
    return _table(rows, theme)


def parameters_title(block: Block, record: ArchitectureRecord) -> str:
    if not block.tables:
        return translate("architecture", "No parameters")
    if not block.n_parameters:
        return translate("architecture", "Parameters: shared with the embedding, counted there")
    template = translate("architecture", "Parameters: {count} · {share} of all")
    share = percent(block.n_parameters / record.n_parameters)
    return template.format(count=counted(block.n_parameters), share=share)


def parameters_table(block: Block, theme: Theme) -> str:
    rows = ((lowered(t.name), letter_list(t), table_size(t)) for t in block.tables)
    return _table(rows, theme)


def products_title(block: Block, record: ArchitectureRecord) -> str:
    if not block.products:
        return translate("architecture", "No matrix product: it works element by element")
    template = translate("architecture", "Multiply-adds: {count} · {share} of all")
    share = percent(record.share(block))
    return template.format(count=counted(block.multiply_adds), share=share)


def products_table(block: Block, theme: Theme) -> str:
    rows = (
        (lowered(product.name), product_letters(product), counted(product.multiply_adds))
        for product in block.products
    )
    return _table(rows, theme)


def _table(rows: Iterable[Cells], theme: Theme) -> str:
    size = f"font-size: {theme.small}px"
    lines = "".join(
        f'<tr><td>{name}&nbsp;</td><td><span style="color:{theme.soft_text}">{letters}'
        f'</span></td><td align="right">&nbsp;{number}</td></tr>'
        for name, letters, number in rows
    )
    return f'<table width="100%" cellspacing="0" cellpadding="1" style="{size}">{lines}</table>'


# ------------------------------------------------------------------------------------- block facts
# All there is to say of one block: formula, shapes, parameters, multiply-adds, mean, variance.


_BY_KEYS = Qt.TextInteractionFlag.LinksAccessibleByKeyboard

WIDTH = 296
"""In px at 100 %."""


class TabLinks(Themed, Translated, QLabel):
    """Links to the tabs that explain a block; hidden without any."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self._place, self._tabs = BlockPlace(), tuple[str, ...]()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.LinksAccessibleByMouse | _BY_KEYS)
        self.setWordWrap(True)
        self.linkActivated.connect(lambda tab: intents.block_opened.emit(self._place, tab))
        self.set_theme(theme)

    def set_block(self, block: Block, record: ArchitectureRecord) -> None:
        self._place, self._tabs = BlockPlace.of(block), explaining_tabs(block, record)
        self._retranslate()

    def _apply_theme(self) -> None:
        self._retranslate()

    def _retranslate(self) -> None:
        style = f"color: {self.theme.accent}"
        links = (f'<a href="{tab}" style="{style}">{tab_title(tab)}</a>' for tab in self._tabs)
        text, titles = self.tr("Explained in: {tabs}"), " · ".join(map(tab_title, self._tabs))
        self.setText(text.format(tabs=" · ".join(links)))
        self.setAccessibleName(text.format(tabs=titles))
        self.setToolTip(self.tr("Open a tab that explains this block"))
        self.setVisible(bool(self._tabs))


class BlockFacts(Themed, Translated, ScrolledArea):
    """Facts of the chosen block, in a scroll area."""

    def __init__(
        self, theme: Theme, intents: ArchitectureIntents, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.intents = intents
        self._block: Block | None = None
        self._record: ArchitectureRecord | None = None
        self._content = QWidget()
        self._rows = QVBoxLayout(self._content)
        self._name, self._place = text_label("title", wraps=True), text_label("small", wraps=True)
        self._explanation = text_label(wraps=True)
        self.links = TabLinks(theme, intents)
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
        return self._block

    def set_block(self, block: Block | None, record: ArchitectureRecord | None) -> None:
        if block is not self._block:
            self._block, self._record = block, record
            self._show()

    def _apply_theme(self) -> None:
        margin = 4 * self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(2 * self.theme.unit)
        self.setFixedWidth(round(WIDTH * self.theme.scale))
        self._show()

    def text(self) -> str:
        labels = self._content.findChildren(QLabel)
        return "\n".join(
            label.accessibleName() or QTextDocumentFragment.fromHtml(label.text()).toPlainText()
            for label in labels
            if not label.isHidden()
        )

    def _retranslate(self) -> None:
        self._show()

    def _arrange(self) -> None:
        for widget in (
            self._name,
            self._place,
            self._explanation,
            self.links,
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
        self.setAccessibleName(self.tr("Details of the selected block"))
        if block is None or record is None:
            return
        self._name.setText(block_name(block, record.config))
        self._place.setText(block_place(block, record))
        show_typeset(self._explanation, block_explanation(block, record), self.theme)
        self.links.set_block(block, record)
        names = formula_names(block, record)
        for index, view in enumerate(self.formulas):
            view.setVisible(index < len(names))
            if index < len(names):
                view.set_formula(names[index])
        self._show_norm(block, record)
        self.shapes.setText(shapes_table(block, self.theme))
        self._parameters_title.setText(parameters_title(block, record))
        self.parameters.setText(parameters_table(block, self.theme))
        self.parameters.setVisible(bool(block.tables))
        self._products_title.setText(products_title(block, record))
        self.products.setText(products_table(block, self.theme))
        self.products.setVisible(bool(block.products))
        self.share.setVisible(bool(block.products))
        self.share.set_share(record.share(block), block_colour(block, self.theme))
        self.setAccessibleDescription(self.text())

    def _show_norm(self, block: Block, record: ArchitectureRecord) -> None:
        # Plots are created for the first normalisation chosen: they take longest.
        if block.norm is not None and self.norm is None:
            self.norm = NormPlots(self.theme)
            name_parts(self.norm, "architecture-norm")
            self._rows.insertWidget(self._rows.indexOf(self._shapes_title), self.norm)
        if self.norm is not None:
            self.norm.setVisible(block.norm is not None)
        if self.norm is not None and block.norm is not None:
            self.norm.set_norm(block.norm, record.tokens(block.side), record.config.norm_type)


class ShareBar(Themed, QWidget):
    """A bar for a share; the value is in the text above it."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._share, self._colour = 0.0, theme.accent
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, colour: str) -> None:
        """Fill ``share`` (0 … 1) with a colour."""
        self._share, self._colour = share, colour
        self.update()

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def filled(self) -> QRectF:
        """Rectangle of the filled part, in px."""
        return QRectF(0, 0, self.width() * self._share, self.height())

    def sizeHint(self) -> QSize:
        return QSize(20 * self.theme.unit, 2 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(self.theme.line))
            painter.drawRect(self.rect())
            painter.setBrush(QColor(self._colour))
            painter.drawRect(self.filled())


# ----------------------------------------------------------------------------------- diagram tools
# What the diagram says beside its blocks, and which layer is unfolded.


class DiagramTools(Themed, Translated, QWidget):
    """Row of choices above the diagram."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.intents = intents
        self.beside, self.layer = CalmCombo(characters=9), CalmCombo(characters=2)
        self._layer_label = text_label("small")
        self._row = filled(QHBoxLayout(self), self.beside, self._layer_label, self.layer)
        self._arrange()
        self.beside.activated.connect(lambda row: intents.beside_picked.emit(BESIDE_BLOCKS[row]))
        self.layer.activated.connect(intents.layer_picked)
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.beside.setCurrentIndex(BESIDE_BLOCKS.index(snapshot.own.beside))
        record = snapshot.record
        n_layers = record.config.deepest if record else 0
        if self.layer.count() != n_layers:
            self.layer.clear()
            self.layer.addItems([str(layer + 1) for layer in range(n_layers)])
        self.layer.setCurrentIndex(snapshot.layer)

    def _apply_theme(self) -> None:
        self._row.setSpacing(2 * self.theme.unit)

    def _retranslate(self) -> None:
        self.beside.setAccessibleName(self.tr("Labels beside the blocks"))
        self.beside.setToolTip(
            self.tr(
                "Label each block with its output shape, its number of parameters, or its "
                "share of the multiply-adds for this sentence"
            )
        )
        texts = (self.tr("Shapes"), self.tr("Parameters"), self.tr("Multiply-adds"))
        for row, text in enumerate(texts):
            self.beside.setItemText(row, text)
        self._layer_label.setText(self.tr("Layer"))
        self.layer.setAccessibleName(self.tr("Layer"))
        self.layer.setToolTip(
            self.tr("Which layer is expanded (Page Up and Page Down in the diagram)")
        )

    def _arrange(self) -> None:
        for name in BESIDE_BLOCKS:
            self.beside.addItem("", name)
        self._layer_label.setBuddy(self.layer)
        for combo in (self.beside, self.layer):
            combo.setProperty("compact", True)


# ------------------------------------------------------------------------------------ diagram view
# The diagram as a widget: blocks lead to the tabs that explain them, arrow keys choose one.


_ALONG: dict[int, int] = {
    Qt.Key.Key_Up: 1,
    Qt.Key.Key_Down: -1,
    Qt.Key.Key_End: 10**6,
    Qt.Key.Key_Home: -(10**6),
}
"""The computation goes upwards."""

_LAYERS: dict[int, int] = {Qt.Key.Key_PageUp: 1, Qt.Key.Key_PageDown: -1}


class DiagramView(PictureView):
    """The map, like the paper's figure 1 with one layer unfolded; its blocks are links."""

    natural = (620, 560)

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__(theme)
        self.intents = intents
        self._snapshot: ArchitectureSnapshot | None = None
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self._snapshot = snapshot
        chosen = snapshot.chosen()
        if snapshot.record is not None and chosen is not None:
            self.describe(self._told(chosen, snapshot.record))
        self._fit()
        self.redraw()

    def layout_now(self) -> ArchitectureLayout | None:
        """Layout of the newest snapshot, also before it is painted."""
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return None
        rect = self.picture_rect()
        return layout_architecture(rect, snapshot.record, snapshot.layer, self.theme)

    def chosen_place(self) -> QRectF | None:
        layout, chosen = self.layout_now(), self._snapshot.chosen() if self._snapshot else None
        return layout.place_of(chosen) if layout is not None and chosen is not None else None

    def paint_picture(self, painter: QPainter, rect: QRectF) -> None:
        still = self.still(self.theme)
        if still is not None:
            still(painter)

    def still(self, theme: Theme) -> Still | None:
        snapshot, rect = self._snapshot, self.picture_rect()
        if snapshot is None or snapshot.record is None:
            return None
        picture = DiagramPicture(
            record=snapshot.record,
            layer=snapshot.layer,
            chosen=snapshot.chosen(),
            beside=snapshot.own.beside,
        )
        return lambda painter: paint_architecture(painter, rect, picture, theme)

    def shown_values(self) -> Tables:
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return ()
        config = snapshot.record.config
        return (block_table(snapshot.shown(), config, name=self.accessibleName()),)

    def hover(self, point: QPointF) -> None:
        layout, record = self.layout_now(), self._snapshot.record if self._snapshot else None
        placed = layout.block_at(point) if layout else None
        plate = layout.plate_at(point) if layout else None
        beside = layout.beside_at(point, self.theme.unit) if layout else None
        found = placed or beside or plate
        self.setCursor(Qt.CursorShape.PointingHandCursor if found else Qt.CursorShape.ArrowCursor)
        if placed is not None and record is not None:
            text = self._told(placed.block, record)
            self.show_sentence(text, point.toPoint(), placed.rect)
        elif beside is not None and record is not None:
            text = block_sentence(beside.block, record)
            row = QRectF(0, beside.rect.top(), self.width(), beside.rect.height())
            self.show_sentence(text, point.toPoint(), row)
        elif plate is not None and self._snapshot is not None:
            text = unfold_sentence(plate.nearest(self._snapshot.layer))
            self.show_sentence(text, point.toPoint(), plate.rect)
        else:
            self.hide_sentence()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        layout = self.layout_now()
        if layout is None or self._snapshot is None:
            return
        placed, plate = layout.block_at(event.position()), layout.plate_at(event.position())
        beside = layout.beside_at(event.position(), self.theme.unit)
        if placed is not None:
            self._open(placed.block)
        elif beside is not None:
            self.intents.block_picked.emit(BlockPlace.of(beside.block))
        elif plate is not None:
            self.intents.layer_picked.emit(plate.nearest(self._snapshot.layer))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        block = self._reached(event.key())
        chosen = self._snapshot.chosen() if self._snapshot else None
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and chosen is not None:
            self._open(chosen)
            return
        if block is not None:
            self.show_ring()
            self.intents.block_picked.emit(BlockPlace.of(block))
        elif event.key() in _LAYERS and self._snapshot is not None and self._snapshot.record:
            self._turn_layer(_LAYERS[event.key()])
        else:
            super().keyPressEvent(event)

    def _apply_theme(self) -> None:
        super()._apply_theme()
        self._fit()

    def _retranslate(self) -> None:
        self.setAccessibleName(self.tr("Diagram of the model"))

    def _told(self, block: Block, record: ArchitectureRecord) -> str:
        sentence, tabs = block_sentence(block, record), explaining_tabs(block, record)
        return link_sentence(sentence, tabs[0]) if tabs else sentence

    def _open(self, block: Block) -> None:
        record = self._snapshot.record if self._snapshot else None
        tabs = explaining_tabs(block, record) if record else ()
        if tabs:
            self.intents.block_opened.emit(BlockPlace.of(block), tabs[0])
        else:
            self.intents.block_picked.emit(BlockPlace.of(block))

    def _turn_layer(self, step: int) -> None:
        snapshot = self._snapshot
        if snapshot is None or snapshot.record is None:
            return
        layer = snapshot.layer + step
        if 0 <= layer < snapshot.record.config.deepest:
            self.show_ring()
            self.intents.layer_picked.emit(layer)

    def _reached(self, key: int) -> Block | None:
        """The block that a key leads to, or None."""
        layout, chosen = self.layout_now(), self._snapshot.chosen() if self._snapshot else None
        if layout is None or chosen is None:
            return None
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            return _across(layout, chosen, right=key == Qt.Key.Key_Right)
        blocks = [placed.block for placed in layout.blocks]
        move = _ALONG.get(key)
        if move is None:
            return None
        return blocks[max(0, min(blocks.index(chosen) + move, len(blocks) - 1))]

    def _fit(self) -> None:
        # Below its least size the diagram scrolls.
        record = self._snapshot.record if self._snapshot else None
        if self._snapshot is None or record is None:
            return
        margins = 8 * self.theme.unit
        height = smallest_height(record, self._snapshot.layer, self.theme) + margins
        self.setMinimumSize(round(smallest_width(self.theme) + margins), round(height))


def _across(layout: ArchitectureLayout, block: Block, *, right: bool) -> Block | None:
    """The block of the other side nearest in height; None without that side."""
    place = layout.place_of(block)
    if place is None or right == (block.side == "decoder"):
        return None
    other, height = layout.decoder if right else layout.encoder, place.center().y()
    nearest = min(
        other.blocks, key=lambda there: abs(there.rect.center().y() - height), default=None
    )
    return None if nearest is None else nearest.block
