"""The diagram as a widget, what is chosen above it, and the facts of one block."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QResizeEvent, QTextDocumentFragment
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from model.lessons.architecture import ArchitectureRecord, Block
from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures.diagram import (
    BesideBlock,
    Diagram,
    DiagramSpot,
    block_colour,
    diagram_picture,
)
from viz_app.panels.architecture.pictures.plots import norm_curves
from viz_app.panels.architecture.pictures.texts import (
    block_explanation,
    block_name,
    block_place,
    formula_names,
    lowered,
    percent,
    size_list,
    tab_title,
)
from viz_app.panels.architecture.room import (
    BESIDE_BLOCKS,
    ArchitectureHandle,
    ArchitectureSnapshot,
    BlockPlace,
    explaining_tabs,
    layer_unfolded,
)
from viz_app.panels.architecture.view.plots import PlotPair
from viz_app.texts.labels import NO_NUMBER
from viz_app.widgets.choosers import CalmCombo
from viz_app.widgets.layout import ScrolledArea, filled, framed, name_parts, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, show_typeset
from viz_app.widgets.picture_view import PictureView

OpenBlock = Callable[[BlockPlace, str], object]
"""Opens a tab that explains a block."""

# -------------------------------------------------------------------------------------------- facts


class TabLinks(QLabel):
    """Links to the tabs that explain a block; hidden without any."""

    def __init__(self, theme: Theme, open_block: OpenBlock) -> None:
        super().__init__()
        self._style, self._place = f"color: {theme.accent}", BlockPlace()
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.LinksAccessibleByMouse
            | Qt.TextInteractionFlag.LinksAccessibleByKeyboard
        )
        self.setWordWrap(True)
        self.setToolTip(self.tr("Open a tab that explains this block"))
        self.linkActivated.connect(lambda tab: open_block(self._place, tab))

    def set_block(self, block: Block, record: ArchitectureRecord) -> None:
        self._place, tabs = BlockPlace.of(block), explaining_tabs(block, record)
        links = (f'<a href="{tab}" style="{self._style}">{tab_title(tab)}</a>' for tab in tabs)
        text = self.tr("Explained in: {tabs}")
        self.setText(text.format(tabs=" · ".join(links)))
        self.setAccessibleName(text.format(tabs=" · ".join(map(tab_title, tabs))))
        self.setVisible(bool(tabs))


class ShareBar(QWidget):
    """A bar for a share; the value is in the text above it."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.theme = theme
        self._share, self._colour = 0.0, theme.accent
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_share(self, share: float, colour: str) -> None:
        """Fill ``share`` (0 … 1) with a colour."""
        self._share, self._colour = share, colour
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(20 * self.theme.unit, 2 * self.theme.unit)

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.fillRect(self.rect(), QColor(self.theme.line))
            part = QRectF(0, 0, self.width() * self._share, self.height())
            painter.fillRect(part, QColor(self._colour))


FACTS_WIDTH = 296
"""In px at 100 %."""


class BlockFacts(ScrolledArea):
    """Formula, tensors, parameters and multiply-adds of a block, and the plots of a norm.

    Attributes:
        block: what is shown.
        norm: plots are created for the first normalisation chosen: they take longest.
    """

    def __init__(self, theme: Theme, open_block: OpenBlock) -> None:
        super().__init__()
        self.theme = theme
        self.block: Block | None = None
        self._name, self._place = text_label("title", wraps=True), text_label("small", wraps=True)
        self._explanation = text_label(wraps=True)
        self.links = TabLinks(theme, open_block)
        self.formulas = (
            FormulaView(theme, "architecture_add"),
            FormulaView(theme, "architecture_head"),
        )
        self.norm: PlotPair | None = None
        self._shapes_title = text_label("small")
        self._parameters_title, self._products_title = (
            text_label("small", wraps=True) for _ in range(2)
        )
        self.shapes, self.parameters, self.products = (
            text_label(selectable=True, form=Qt.TextFormat.RichText) for _ in range(3)
        )
        self.share = ShareBar(theme)
        self._content = QWidget()
        margin = 4 * theme.unit
        self._rows = filled(
            QVBoxLayout(self._content),
            *(self._name, self._place, self._explanation, self.links, *self.formulas),
            *(self._shapes_title, self.shapes, self._parameters_title, self.parameters),
            *(self._products_title, self.share, self.products),
            spacing=2 * theme.unit,
            margins=(margin, margin, margin, margin),
        )
        self._rows.addStretch(1)
        self._shapes_title.setText(self.tr("Tensors, for this sentence"))
        self.setAccessibleName(self.tr("Details of the selected block"))
        self.setFixedWidth(round(FACTS_WIDTH * theme.scale))
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidget(self._content)
        for ground in (self.viewport(), self._content):
            ground.setAutoFillBackground(False)

    def set_block(self, block: Block | None, record: ArchitectureRecord | None) -> None:
        if block is self.block or block is None or record is None:
            return
        self.block = block
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
        self.shapes.setText(
            self._table((s.name, f"[{', '.join(s.letters)}]", size_list(s)) for s in block.shapes)
        )
        self._parameters_title.setText(self._about_parameters(block, record))
        self.parameters.setText(
            self._table(
                # a dash for parameters that another block counts
                (t.name, f"[{', '.join(t.letters)}]", NO_NUMBER if t.shared else f"{t.numbers:,}")
                for t in block.tables
            )
        )
        self.parameters.setVisible(bool(block.tables))
        self._products_title.setText(self._about_products(block, record))
        self.products.setText(
            self._table(
                (p.name, " · ".join(p.letters), f"{p.multiply_adds:,}") for p in block.products
            )
        )
        self.products.setVisible(bool(block.products))
        self.share.setVisible(bool(block.products))
        self.share.set_share(record.share(block), block_colour(block, self.theme))
        self.setAccessibleDescription(self.text())

    def text(self) -> str:
        labels = self._content.findChildren(QLabel)
        return "\n".join(
            label.accessibleName() or QTextDocumentFragment.fromHtml(label.text()).toPlainText()
            for label in labels
            if not label.isHidden()
        )

    def _about_parameters(self, block: Block, record: ArchitectureRecord) -> str:
        if not block.tables:
            return self.tr("No parameters")
        if not block.n_parameters:
            return self.tr("Parameters: shared with the embedding, counted there")
        share = percent(block.n_parameters / record.n_parameters)
        template = self.tr("Parameters: {count} · {share} of all")
        return template.format(count=f"{block.n_parameters:,}", share=share)

    def _about_products(self, block: Block, record: ArchitectureRecord) -> str:
        if not block.products:
            return self.tr("No matrix product: it works element by element")
        template = self.tr("Multiply-adds: {count} · {share} of all")
        share = percent(record.share(block))
        return template.format(count=f"{block.multiply_adds:,}", share=share)

    def _table(self, rows: Iterable[tuple[str, str, str]]) -> str:
        """Names, letters and numbers as rich text."""
        size, soft = f"font-size: {self.theme.small}px", f"color:{self.theme.soft_text}"
        lines = "".join(
            f'<tr><td>{lowered(name)}&nbsp;</td><td><span style="{soft}">{lowered(letters)}'
            f'</span></td><td align="right">&nbsp;{number}</td></tr>'
            for name, letters, number in rows
        )
        return f'<table width="100%" cellspacing="0" cellpadding="1" style="{size}">{lines}</table>'

    def _show_norm(self, block: Block, record: ArchitectureRecord) -> None:
        if block.norm is not None and self.norm is None:
            self.norm = PlotPair(self.theme)
            name_parts(self.norm, "architecture-norm")
            self._rows.insertWidget(self._rows.indexOf(self._shapes_title), self.norm)
        if self.norm is not None:
            self.norm.setVisible(block.norm is not None)
        if self.norm is not None and block.norm is not None:
            tokens, norm_type = record.tokens(block.side), record.config.norm_type
            self.norm.show_curves(*norm_curves(block.norm, tokens, norm_type, self.theme))


# ------------------------------------------------------------------------------------------ diagram


class DiagramTools(QWidget):
    """What the diagram says beside its blocks, and which layer is unfolded."""

    def __init__(self, theme: Theme, room: ArchitectureHandle) -> None:
        super().__init__()
        self.beside, self.layer = CalmCombo(characters=9), CalmCombo(characters=2)
        label = text_label("small")
        filled(QHBoxLayout(self), self.beside, label, self.layer, spacing=2 * theme.unit)
        texts = (self.tr("Shapes"), self.tr("Parameters"), self.tr("Multiply-adds"))
        for name, text in zip(BESIDE_BLOCKS, texts, strict=True):
            self.beside.addItem(text, name)
        self.beside.setAccessibleName(self.tr("Labels beside the blocks"))
        self.beside.setToolTip(
            self.tr(
                "Label each block with its output shape, its number of parameters, or its "
                "share of the multiply-adds for this sentence"
            )
        )
        label.setText(self.tr("Layer"))
        label.setBuddy(self.layer)
        self.layer.setAccessibleName(self.tr("Layer"))
        self.layer.setToolTip(
            self.tr("Which layer is expanded (Page Up and Page Down in the diagram)")
        )
        for combo in (self.beside, self.layer):
            combo.setProperty("compact", True)
        choose = room.sets("beside")
        self.beside.activated.connect(lambda row: choose(BESIDE_BLOCKS[row]))
        self.layer.activated.connect(room.does(layer_unfolded))

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.beside.setCurrentIndex(BESIDE_BLOCKS.index(snapshot.own.beside))
        n_layers = snapshot.record.config.deepest if snapshot.record else 0
        self.layer.show_entries([str(layer + 1) for layer in range(n_layers)], snapshot.layer)


class DiagramView(PictureView):
    """The map, like the paper's figure 1 with one layer unfolded; its blocks are links.

    Its cursor is the chosen block, which has a frame of its own.
    """

    def __init__(self, theme: Theme, room: ArchitectureHandle, open_block: OpenBlock) -> None:
        super().__init__(theme, of=Diagram, picks=True)
        self._choose, self._unfold = room.sets("block"), room.does(layer_unfolded)
        self._open = open_block
        self.picked.connect(self._follow)

    def cursor_spot(self) -> BlockPlace | None:
        return self.picture.chosen if isinstance(self.picture, Diagram) else None

    def cursor_rect(self) -> None:
        return None

    def chosen_place(self) -> QRectF | None:
        """Of the newest picture, also before it is painted."""
        picture = self.picture
        if not isinstance(picture, Diagram) or picture.chosen is None:
            return None
        return picture.layout(self.picture_rect(), self.theme).rect(picture.chosen)

    def go_to(self, spot: DiagramSpot) -> None:
        """Choose a block, or unfold a layer."""
        self.show_ring()
        if isinstance(spot, int):
            self._unfold(spot)
        else:
            self._choose(spot.place if isinstance(spot, BesideBlock) else spot)

    def _follow(self, spot: DiagramSpot) -> None:
        tabs = self.picture.tabs(spot) if isinstance(self.picture, Diagram) else ()
        if isinstance(spot, BlockPlace) and tabs:
            self._open(spot, tabs[0])
        else:
            self.go_to(spot)


class DiagramPage(QWidget):
    """Diagram at the left, which scrolls in a low window; the chosen block's facts beside it."""

    def __init__(self, theme: Theme, room: ArchitectureHandle, open_block: OpenBlock) -> None:
        super().__init__()
        self.diagram = DiagramView(theme, room, open_block)
        self.facts = BlockFacts(theme, open_block)
        self._area = scrolled(self.diagram)
        views = (framed(self._area), 1), framed(self.facts)
        filled(QHBoxLayout(self), *views, spacing=3 * theme.unit)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.diagram.set_picture(diagram_picture(snapshot))
        self.facts.set_block(snapshot.chosen(), snapshot.record)
        self._reveal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Only now is the size of the picture known.
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    def _reveal(self) -> None:
        place = self.diagram.chosen_place()
        if place is not None:
            centre, margin = place.center(), round(2 * place.height())
            self._area.ensureVisible(round(centre.x()), round(centre.y()), margin, margin)
