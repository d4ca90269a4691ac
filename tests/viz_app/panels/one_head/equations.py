"""The matrices of a stage, as a test finds them."""

from model.lessons.one_head import Matrix
from viz_app.panels.one_head.view.panel import EquationView
from viz_app.widgets.picture_view import PictureView


def view_of(equation: EquationView, matrix: Matrix) -> PictureView | None:
    """The widget of a matrix that is shown."""
    shown = (view for view in equation.views if (p := view.picture) and p.matrix == matrix)
    return next(shown, None)
