"""The architecture tab: the diagram, post-norm and pre-norm, the cost of layers."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from model.config import Norm
from viz_app.design.theme import Theme
from viz_app.panels.architecture.pictures.plots import (
    SketchLayout,
    complexity_table,
    gradient_curves,
    operations_curves,
    paint_sketch,
    stream_curves,
    times_curves,
)
from viz_app.panels.architecture.room import (
    ARCHITECTURE_VIEWS,
    SIZES,
    ArchitectureHandle,
    ArchitectureSnapshot,
    ArchitectureView,
    BlockPlace,
    axis_picked,
    block_opened,
    size_chosen,
)
from viz_app.panels.architecture.view.diagram import DiagramPage, DiagramTools
from viz_app.panels.architecture.view.plots import GradientPlot, TimesPlot, TitledPlot
from viz_app.texts.labels import text_page, tool_tip
from viz_app.widgets.choosers import CalmCombo, Segments
from viz_app.widgets.layout import filled, framed, placeholder, scrolled, text_label
from viz_app.widgets.lesson_page import FormulaView, LessonPage
from viz_app.widgets.pages import LatePage

# --------------------------------------------------------------------------------- complexity page


class ComplexityTools(QWidget):
    """Choice of the axis of the curves and of the fixed sizes."""

    def __init__(self, theme: Theme, room: ArchitectureHandle) -> None:
        super().__init__()
        self.axis = Segments(theme, names=("n", "d"), texts=self._axis_texts)
        self.axis.picked.connect(room.does(axis_picked))
        self.sizes = {letter: CalmCombo(characters=4) for letter in SIZES}
        row = filled(QHBoxLayout(self), self.axis, spacing=2 * theme.unit)
        choose = room.does(size_chosen)
        tips = {
            "n": self.tr("Length of the sentence"),
            "d": self.tr("Width of the layer"),
            "k": self.tr("Width of the convolution's kernel"),
            "r": self.tr("Width of the restricted self-attention's window"),
        }
        for letter, combo in self.sizes.items():
            for size in SIZES[letter]:
                combo.addItem(str(size), size)
            combo.setProperty("compact", True)
            combo.setAccessibleName(f"{letter}: {tips[letter]}")
            combo.setToolTip(tool_tip(tips[letter]))
            combo.activated.connect(
                lambda index, letter=letter: choose(letter, SIZES[letter][index])
            )
            label = text_label("small")
            label.setText(letter)
            label.setBuddy(combo)
            row.addWidget(label)
            row.addWidget(combo)
        row.addStretch(1)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        self.axis.set_current(snapshot.own.axis)
        for letter, combo in self.sizes.items():
            combo.setCurrentIndex(combo.findData(getattr(snapshot.own.extent, letter)))

    def _axis_texts(self) -> dict[str, tuple[str, str]]:
        return {
            "n": (self.tr("Over n"), self.tr("Plot against sentence length")),
            "d": (self.tr("Over d"), self.tr("Plot against layer width")),
        }


class ComplexityPage(QWidget):
    """What layers cost: a table, its curves, and the times of this machine beside them."""

    def __init__(
        self, theme: Theme, room: ArchitectureHandle, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.theme, unit = theme, theme.unit
        self.table, self.tools = text_label(), ComplexityTools(theme, room)
        self.table.setTextFormat(Qt.TextFormat.RichText)
        self.table.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.table.setContentsMargins(3 * unit, 2 * unit, 3 * unit, 2 * unit)
        self.table.setAccessibleName(self.tr("Complexity of four types of layers"))
        self.operations, self.times = TitledPlot(theme), TimesPlot(theme, room)
        self.operations.of_translation = False
        plots = filled(QHBoxLayout(), (self.operations, 1), (self.times, 1), spacing=3 * unit)
        rows = framed(self.table), self.tools, (plots, 1)
        filled(QVBoxLayout(self), *rows, spacing=2 * unit)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        own = snapshot.own
        self.table.setText(complexity_table(own.extent, self.theme))
        self.tools.set_snapshot(snapshot)
        self.operations.show_curves(operations_curves, own.axis, own.extent)
        self.times.measuring.set_snapshot(snapshot)
        line = own.axis, own.extent, snapshot.times
        self.times.show_curves(times_curves, *line, own.machine)


# -------------------------------------------------------------------------------------- norms page


class NormSketch(QWidget):
    """Sketch of a sublayer, its norm and its addition."""

    def __init__(self, theme: Theme, norm: Norm) -> None:
        super().__init__()
        self.theme, self._norm = theme, norm
        self.layout_now: SketchLayout | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(300, 48) * self.theme.scale

    def minimumSizeHint(self) -> QSize:
        return QSize(240, 48) * self.theme.scale

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            place = QRectF(self.rect())
            self.layout_now = paint_sketch(painter, place, self._norm, self.theme)


class NormCard(QFrame):
    """Title, sketch and formula of post-norm or pre-norm; ``own``: that of this model."""

    def __init__(self, theme: Theme, norm: Norm) -> None:
        super().__init__()
        title, self.own = text_label("title", wraps=True), text_label("small")
        self.sketch = NormSketch(theme, norm)
        self.formula = FormulaView(theme, f"architecture_{norm}")
        titles = {
            "post": self.tr("Post-norm: after the addition"),
            "pre": self.tr("Pre-norm: before the sublayer"),
        }
        title.setText(titles[norm])
        self.own.setText(self.tr("this model"))
        head, margin = filled(QHBoxLayout(), (title, 1)), 3 * theme.unit
        head.addWidget(self.own, 0, Qt.AlignmentFlag.AlignTop)
        margins = (margin, margin, margin, margin)
        parts = head, self.sketch, self.formula
        filled(QVBoxLayout(self), *parts, spacing=theme.unit, margins=margins)
        self.setProperty("panel", True)


class NormsPage(QWidget):
    """Post-norm and pre-norm: both orders, the model's stream, gradients of untrained networks."""

    def __init__(
        self, theme: Theme, room: ArchitectureHandle, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.post, self.pre = NormCard(theme, "post"), NormCard(theme, "pre")
        self.stream, self.gradients = TitledPlot(theme), GradientPlot(theme, room)
        gap = 3 * theme.unit
        cards = filled(QHBoxLayout(), (self.post, 1), (self.pre, 1), spacing=gap)
        plots = filled(QHBoxLayout(), (self.stream, 1), (self.gradients, 1), spacing=gap)
        filled(QVBoxLayout(self), cards, (plots, 1), spacing=gap)

    def set_snapshot(self, snapshot: ArchitectureSnapshot) -> None:
        own = snapshot.record.config.norm if snapshot.record else None
        self.post.own.setVisible(own == "post")
        self.pre.own.setVisible(own == "pre")
        self.stream.show_curves(stream_curves, snapshot.record)
        self.gradients.show_curves(gradient_curves, snapshot.comparison)
        self.gradients.set_depth(snapshot)


# ------------------------------------------------------------------------------------------- panel


class ArchitecturePanel(QWidget):
    """Three pages; the second and third are created when first shown.

    Signals:
        block_opened: a block (BlockPlace), and the name of the tab that explains it.
    """

    block_opened = Signal(object, str)

    def __init__(
        self, theme: Theme, room: ArchitectureHandle, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._snapshot: ArchitectureSnapshot | None = None
        self._choose = room.does(block_opened)
        self._placeholder = placeholder()
        self._placeholder.setText(self.tr("Type a sentence to see how the model processes it."))
        self.diagram = DiagramPage(theme, room, self._open_block)
        self.norms = LatePage(lambda theme, page: NormsPage(theme, room, page), theme)
        self.complexity = LatePage(lambda theme, page: ComplexityPage(theme, room, page), theme)
        self._places: dict[ArchitectureView, QWidget] = {
            "diagram": self.diagram,
            "norms": scrolled(self.norms),
            "complexity": scrolled(self.complexity),
        }
        self._stack = QStackedWidget()
        for place in (self._placeholder, *self._places.values()):
            self._stack.addWidget(place)
        self.views = Segments(theme, names=ARCHITECTURE_VIEWS, texts=self._view_texts)
        self.tools = DiagramTools(theme, room)
        self.page = LessonPage(
            theme, content=self._stack, lesson=partial(text_page, "architecture-diagram")
        )
        self.page.tools.addWidget(self.views)
        self.page.tools.addStretch(1)
        self.page.tools.addWidget(self.tools)
        self.views.picked.connect(room.sets("view"))
        filled(QVBoxLayout(self), self.page)

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

    def _open_block(self, place: BlockPlace, tab: str) -> None:
        self._choose(place)
        self.block_opened.emit(place, tab)

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
