"""The Jacobian of a softmax as a matrix with words."""

from __future__ import annotations

from model.lessons.scaling.softmax_study import LARGEST_JACOBIAN, SoftmaxStudy
from viz_app.panels.scaling.texts import jacobian_note, jacobian_title
from viz_app.pictures.value_painter import ValuePicture
from viz_app.texts.token_text import visible


def jacobian_picture(study: SoftmaxStudy, names: tuple[str, ...]) -> ValuePicture:
    """Key × key; the colours end at the largest entry that any softmax can have."""
    shown = tuple(visible(name) for name in names)
    return ValuePicture(
        title=jacobian_title(study),
        subtitle=jacobian_note(study),
        rows=shown,
        columns=shown,
        level=LARGEST_JACOBIAN,
        square=True,
        values=study.jacobian,
    )
