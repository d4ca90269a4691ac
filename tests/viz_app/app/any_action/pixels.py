"""The painted heatmap is the trace: colours read from the screen, weights from the arrays."""

import numpy as np
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage

from model.traces.aggregation import whole
from viz_app.app.main_window import MainWindow
from viz_app.design.colour_map import lut_for
from viz_app.workbench.snapshots.attention import FocusSnapshot
from viz_app.workbench.state import Workbench

NEAREST = 12
"""Px a side that a cell must have: in smaller ones there is nothing but their edge."""


def wrong_cells(window: MainWindow, bench: Workbench) -> list[str]:
    """Cells of the focused head in the colour of another weight.

    Nothing is said of pictures that are something else than one head's weights, as they are.
    """
    view = window.attention.focus
    shown = view.focus
    if not view.isVisible() or shown is None or bench.trace is None:
        return []
    weights = _weights(bench)
    if not _is_plain(shown, weights.shape):
        return []
    image = view.grab().toImage()
    layout = view.spots()
    if not layout.zoom.is_fitted:
        return []
    if min(layout.grid.cell_width, layout.grid.cell_height) < NEAREST:
        return []
    lut = lut_for(view.theme, shown.kind, shown.colour_map)
    marks = {shown.marked_row, shown.linked_row, shown.cell.row if shown.cell else None}
    wrong = []
    for row in range(shown.decoded_rows):
        for column in range(weights.shape[1]):
            if row in marks or not shown.mask[row, column]:
                continue
            wanted = lut[round(float(weights[row, column]) * (len(lut) - 1))][:3]
            found = _inside(image, layout.grid.cell_rect(row, column))
            if np.abs(wanted.astype(int) - found).max() > 4:
                wrong.append(f"{shown.kind} {row}, {column}: {found}, not {wanted}")
    return wrong


def _is_plain(shown: FocusSnapshot, shape: tuple[int, ...]) -> bool:
    return (
        shown.compared is None
        and shown.combination == "head"
        and shown.scale == "linear"
        and shown.projection == whole(*shape)
    )


def _weights(bench: Workbench) -> np.ndarray:
    """Of the chosen head, put together from the steps. ``[query, key]``."""
    trace, chosen = bench.trace, bench.selection
    assert trace is not None
    if chosen.kind == "encoder":
        return trace.encoder_weights[chosen.layer, chosen.head]
    columns = len(trace.key_tokens(chosen.kind))
    weights = np.zeros((len(trace.steps), columns), np.float32)
    for row, step in enumerate(trace.steps):
        rows = step.decoder_rows if chosen.kind == "decoder" else step.cross_rows
        told = rows[chosen.layer, chosen.head]
        weights[row, : len(told)] = told
    return weights


def _inside(image: QImage, cell: QRectF) -> np.ndarray:
    """The colour at the left of a cell, off its lines and off the number in its middle."""
    at = QPointF(cell.left() + 3, cell.center().y()) * image.devicePixelRatio()
    colour = image.pixelColor(at.toPoint())
    return np.array([colour.red(), colour.green(), colour.blue()])
