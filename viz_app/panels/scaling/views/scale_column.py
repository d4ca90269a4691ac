"""One side of the comparison: the products, their softmax and its Jacobian, one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from model.lessons.scaling.scale_study import ScaleSide, ScaleStudy
from viz_app.design.theme import Theme
from viz_app.panels.scaling.painting import side_pictures
from viz_app.panels.scaling.texts import jacobian_sentence
from viz_app.storage.value_tables import Tables
from viz_app.widgets.filled import filled
from viz_app.widgets.formula_view import FormulaView
from viz_app.widgets.framed import framed
from viz_app.widgets.parts_view import PartsView
from viz_app.widgets.themed import Themed
from viz_app.widgets.value_view import ValueView

ROOMY = 410
"""A column narrower than this, in px at 100 %, leaves out the formula."""


class ScaleColumn(Themed, QWidget):
    """Shows a :class:`ScaleSide`."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.histogram, self.softmax = BarsView(theme), BarsView(theme)
        self.jacobian = ValueView(theme)
        self.formula = FormulaView(theme, "scaling_jacobian")
        self._rows, self._beside = QVBoxLayout(self), QHBoxLayout()
        self._arrange()
        self.set_theme(theme)

    def show_side(self, study: ScaleStudy, side: ScaleSide, *, colour: str, random: bool) -> None:
        """Show numbers in a colour; ``random`` says that the keys are no tokens."""
        keys = study.products.keys
        self.histogram.set_picture(
            side_pictures.HistogramPicture(
                histogram=side.histogram, divisor=side.divisor, colour=colour
            )
        )
        self.softmax.set_picture(
            side_pictures.SoftmaxPicture(
                studies=side.studies,
                keys=keys,
                random=random,
                divisor=side.divisor,
                colour=colour,
            )
        )
        own = side.own
        self.jacobian.set_picture(
            side_pictures.jacobian_picture(own, keys),
            lambda cell: jacobian_sentence(own, keys, cell.row, cell.column, random=random),
        )

    def say_too(self, *parts: str, of_translation: bool) -> None:
        """In the captions of all three pictures: which vectors they are of."""
        for view in (self.histogram, self.softmax, self.jacobian):
            view.said_too, view.of_translation = parts, of_translation

    def _dress(self) -> None:
        self._rows.setSpacing(2 * self.theme.unit)
        self._beside.setContentsMargins(0, 0, 4 * self.theme.unit, 0)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the matrix its words."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.formula.setVisible(self.width() >= ROOMY * self.theme.scale)

    def _arrange(self) -> None:
        """The formula stands where a square matrix leaves room."""
        below = QWidget()
        below.setLayout(filled(self._beside, (self.jacobian, 1), self.formula))
        views = ((self.histogram, 4), (self.softmax, 5), (below, 7))
        filled(self._rows, *((framed(view), stretch) for view, stretch in views))


class BarsView(PartsView):
    """Bars that say what is under the mouse."""

    natural, smallest = (420, 150), (260, 124)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self._shown: side_pictures.BarsPicture | None = None

    def set_picture(self, picture: side_pictures.BarsPicture) -> None:
        """Show bars; does not modify state. The cursor stays at its bar while there is one."""
        self._shown = picture
        self.setAccessibleName(picture.title)
        self.describe(picture.note)
        self.redraw()

    def shown_values(self) -> Tables:
        """The numbers of the bars."""
        return (self._shown.table(),) if self._shown else ()

    def paint_parts(self, painter: QPainter, rect: QRectF) -> Sequence[QRectF]:
        """Paint the bars; their columns, each as high as the plot."""
        return self._shown.paint(painter, rect, self.theme) if self._shown else ()

    def part_sentence(self, index: int) -> str:
        """The exact numbers of a bar."""
        return self._shown.sentence(index) if self._shown else ""
