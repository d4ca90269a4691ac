"""The architecture tab: the diagram, post-norm and pre-norm, the cost of layers."""

from __future__ import annotations

import html
from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import Norm
from model.lessons.architecture import LAYER_TYPES, Extent
from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures.diagram import SketchLayout, paint_sketch
from viz_app.panels.architecture.pictures.texts import (
    SIGNS,
    layer_type_name,
    table_row,
)
from viz_app.panels.architecture.room import (
    ARCHITECTURE_VIEWS,
    SIZES,
    ArchitectureSnapshot,
    ArchitectureView,
)
from viz_app.panels.architecture.view.diagram import BlockFacts, DiagramTools, DiagramView
from viz_app.panels.architecture.view.plots import (
    ArchitectureIntents,
    GradientPlot,
    OperationsPlot,
    StreamPlot,
    TimesPlot,
    layer_colour,
)
from viz_app.texts.labels import text_page, tool_tip
from viz_app.widgets.choosers import CalmCombo, Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonPage
from viz_app.widgets.pages import LatePage
from viz_app.widgets.themed import Themed, Translated

# --------------------------------------------------------------------------------- complexity page
# What layers cost: the table, its curves, and the times of this machine beside them.


class ComplexityPage(Themed, QWidget):
    """Table, size controls and two plots."""

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
        self.table.set_extent(snapshot.own.extent)
        self.tools.set_snapshot(snapshot)
        self.operations.set_snapshot(snapshot)
        self.times.set_snapshot(snapshot)

    def _apply_theme(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._plots.setSpacing(3 * self.theme.unit)


class ComplexityTools(Themed, Translated, QWidget):
    """Choice of the axis of the curves and of the fixed sizes."""

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
        self.axis.set_current(snapshot.own.axis)
        for letter, combo in self.sizes.items():
            combo.setCurrentIndex(combo.findData(getattr(snapshot.own.extent, letter)))

    def _apply_theme(self) -> None:
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
            "n": (self.tr("Over n"), self.tr("Plot against sentence length")),
            "d": (self.tr("Over d"), self.tr("Plot against layer width")),
        }


class ComplexityTable(Themed, Translated, QLabel):
    """One row per type of layer, with the marker and colour of its curve."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme = theme
        self._extent = Extent(n=1, d=1)
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._show()

    def set_extent(self, extent: Extent) -> None:
        if extent != self._extent:
            self._extent = extent
            self._show()

    def _apply_theme(self) -> None:
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


# -------------------------------------------------------------------------------------- norms page
# Post-norm and pre-norm: both orders, the model's stream, gradients of untrained networks.


class NormsPage(Themed, QWidget):
    """Two cards above two plots."""

    def __init__(
        self, theme: Theme, intents: ArchitectureIntents, *, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.intents = intents
        self.post, self.pre = NormCard(theme, "post"), NormCard(theme, "pre")
        self.stream, self.gradients = StreamPlot(theme), GradientPlot(theme, intents)
        self._cards = filled(QHBoxLayout(), (self.post, 1), (self.pre, 1))
        self._plots = filled(QHBoxLayout(), (self.stream, 1), (self.gradients, 1))
        self._rows = filled(QVBoxLayout(self), self._cards, (self._plots, 1))
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        own = snapshot.record.config.norm if snapshot.record else None
        self.post.set_own(own=own == "post")
        self.pre.set_own(own=own == "pre")
        self.stream.set_snapshot(snapshot)
        self.gradients.set_snapshot(snapshot)

    def _apply_theme(self) -> None:
        for layout in (self._rows, self._cards, self._plots):
            layout.setSpacing(3 * self.theme.unit)


class NormCard(Themed, Translated, QFrame):
    """Title, sketch and formula of post-norm or pre-norm."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._norm = norm
        self._title, self.own = text_label("title", wraps=True), text_label("small")
        self.sketch = NormSketch(theme, norm)
        self.formula = FormulaView(theme, f"architecture_{norm}")
        self._rows = QVBoxLayout(self)
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_own(self, *, own: bool) -> None:
        self.own.setVisible(own)

    def _apply_theme(self) -> None:
        margin = 3 * self.theme.unit
        self._rows.setContentsMargins(margin, margin, margin, margin)
        self._rows.setSpacing(self.theme.unit)

    def _retranslate(self) -> None:
        titles = {
            "post": self.tr("Post-norm: after the addition"),
            "pre": self.tr("Pre-norm: before the sublayer"),
        }
        self._title.setText(titles[self._norm])
        self.own.setText(self.tr("this model"))

    def _arrange(self) -> None:
        self.setProperty("panel", True)
        head = QHBoxLayout()
        head.addWidget(self._title, 1)
        head.addWidget(self.own, 0, Qt.AlignmentFlag.AlignTop)
        self._rows.addLayout(head)
        self._rows.addWidget(self.sketch)
        self._rows.addWidget(self.formula)


class NormSketch(Themed, QWidget):
    """Sketch of a sublayer, its norm and its addition."""

    def __init__(self, theme: Theme, norm: Norm, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.theme, self._norm = theme, norm
        self._layout: SketchLayout | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def _apply_theme(self) -> None:
        self.updateGeometry()
        self.update()

    def layout_now(self) -> SketchLayout | None:
        return self._layout

    def sizeHint(self) -> QSize:
        return QSize(round(300 * self.theme.scale), round(48 * self.theme.scale))

    def minimumSizeHint(self) -> QSize:
        return QSize(round(240 * self.theme.scale), round(48 * self.theme.scale))

    def paintEvent(self, event: QPaintEvent) -> None:
        names = self.tr("sublayer f"), self.tr("LayerNorm")
        with QPainter(self) as painter:
            self._layout = paint_sketch(
                painter, QRectF(self.rect()), self._norm, self.theme, names=names
            )


# ------------------------------------------------------------------------------------------- panel


class DiagramPage(Themed, QWidget):
    """Diagram at the left, which scrolls in a low window; the chosen block's facts beside it."""

    def __init__(self, theme: Theme, intents: ArchitectureIntents) -> None:
        super().__init__()
        self.diagram, self.facts = DiagramView(theme, intents), BlockFacts(theme, intents)
        self._area = scrolled(self.diagram)
        self._row = filled(QHBoxLayout(self), (framed(self._area), 1), framed(self.facts))
        self.set_theme(theme)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.diagram.set_snapshot(snapshot)
        self.facts.set_block(snapshot.chosen(), snapshot.record)
        self._reveal()

    def resizeEvent(self, event: QResizeEvent) -> None:
        # Only now is the size of the picture known.
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._reveal)

    def _apply_theme(self) -> None:
        self._row.setSpacing(3 * self.theme.unit)

    def _reveal(self) -> None:
        place = self.diagram.chosen_place()
        if place is not None:
            centre, margin = place.center(), round(2 * place.height())
            self._area.ensureVisible(round(centre.x()), round(centre.y()), margin, margin)


class ArchitecturePanel(Themed, Translated, QWidget):
    """Three pages; the second and third are created when first shown."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.intents = ArchitectureIntents(self)
        self._snapshot: ArchitectureSnapshot | None = None
        self._placeholder = placeholder()
        self.diagram = DiagramPage(theme, self.intents)
        self.norms = LatePage(
            lambda theme, page: NormsPage(theme, self.intents, parent=page), theme
        )
        self.complexity = LatePage(
            lambda theme, page: ComplexityPage(theme, self.intents, parent=page), theme
        )
        self._places: dict[ArchitectureView, QWidget] = {
            "diagram": self.diagram,
            "norms": scrolled(self.norms),
            "complexity": scrolled(self.complexity),
        }
        self._stack = QStackedWidget()
        self.views = Segments(theme, names=ARCHITECTURE_VIEWS, texts=self._view_texts)
        self.tools = DiagramTools(theme, self.intents)
        self.page = LessonPage(
            theme, content=self._stack, lesson=partial(text_page, "architecture-diagram")
        )
        self._arrange()
        self.set_theme(theme)
        self._retranslate()

    def set_snapshot(self, snapshot: ArchitectureSnapshot | None) -> None:
        """Show the state of the tab; None leaves it unchanged."""
        if snapshot is None or snapshot == self._snapshot:
            return
        before, self._snapshot = self._snapshot, snapshot
        if before is None or before.own.view != snapshot.own.view:
            view = snapshot.own.view
            self.views.set_current(view)
            self.tools.setVisible(view == "diagram")
            self.page.text.set_lesson(partial(text_page, f"architecture-{view}"))
        self.tools.set_snapshot(snapshot)
        if snapshot.record is not None:
            self.diagram.set_snapshot(snapshot)
        for page in (self.norms, self.complexity):
            page.set_snapshot(snapshot)
        # the diagram and the norms need a sentence; the complexity table does not
        empty = snapshot.record is None and snapshot.own.view != "complexity"
        place = self._placeholder if empty else self._places[snapshot.own.view]
        self._stack.setCurrentWidget(place)

    def _retranslate(self) -> None:
        self._placeholder.setText(self.tr("Type a sentence to see how the model processes it."))

    def _arrange(self) -> None:
        for place in (self._placeholder, *self._places.values()):
            self._stack.addWidget(place)
        self.page.tools.addWidget(self.views)
        self.page.tools.addStretch(1)
        self.page.tools.addWidget(self.tools)
        self.views.picked.connect(self.intents.view_picked)
        filled(QVBoxLayout(self), self.page)

    def _view_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "diagram": (self.tr("Diagram"), self.tr("The blocks of the loaded model")),
            "norms": (
                self.tr("Post-norm and pre-norm"),
                self.tr("Where normalisation is applied, and its effect"),
            ),
            "complexity": (
                self.tr("Complexity"),
                self.tr("Cost of self-attention compared with recurrence and convolution"),
            ),
        }
