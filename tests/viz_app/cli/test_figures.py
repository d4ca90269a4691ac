import dataclasses

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from tests.viz_app.painted import THEMES, ZH, mask_record
from tests.viz_app.panels.positions.snapshots import relative_snapshot
from tests.viz_app.states import summary
from viz_app.cli.figures import figure_size, paint_masks_figure, paint_positions_figure
from viz_app.panels.positions.room import PositionsSnapshot
from viz_app.pictures.figure_files import save_figure

LIGHT = THEMES["light"]


def positions():
    model = summary()
    return PositionsSnapshot(model=model, kind="sinusoidal", tokens=ZH, table=model.positions)


FIGURES = {
    "masks": lambda p, rect: paint_masks_figure(p, rect, mask_record(), LIGHT),
    "positions": lambda p, rect: paint_positions_figure(p, rect, positions(), LIGHT),
}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("figure", FIGURES)
def test_figures_become_files(qapp, tmp_path, figure, suffix):
    subject = {"masks": mask_record(), "positions": positions()}[figure]
    size = figure_size(subject)
    path = tmp_path / f"{figure}.{suffix}"
    save_figure(path, size, FIGURES[figure])
    data = path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    if suffix == "png":
        assert QImage(str(path)).size() == size * 2
    elif suffix == "svg":
        assert QSvgRenderer(str(path)).isValid()
        assert f'viewBox="0 0 {size.width()} {size.height()}"'.encode() in data
    else:
        assert data.startswith(b"%PDF")


def painted_texts(paint, size):
    """What a figure says."""
    texts = []

    class Pen(QPainter):
        def drawText(self, *args):
            texts.append(args[-1])
            super().drawText(*args)

    image = QImage(size, QImage.Format.Format_RGB32)
    with Pen(image) as painter:
        paint(painter, QRectF(image.rect()))
    return texts


def test_relative_positions_are_a_matrix_and_the_curves_of_both_stacks(qapp):
    shown = relative_snapshot(length=8)
    texts = painted_texts(
        lambda p, rect: paint_positions_figure(p, rect, shown, LIGHT), figure_size(shown)
    )
    assert "Encoder, head 1: biases added to its scores (B)" in texts
    assert "Decoder: biases by distance, a line for each head" in texts
    assert texts.count("position of the key − position of the query") == 2
    assert any("learned distance biases" in text for text in texts)


def test_a_model_without_positions_says_so_and_has_no_picture(qapp):
    shown = dataclasses.replace(positions(), kind="none")
    texts = painted_texts(
        lambda p, rect: paint_positions_figure(p, rect, shown, LIGHT), figure_size(shown)
    )
    assert [text.partition(":")[0] for text in texts] == ["This model adds no positions"]


def test_masks_say_what_rows_and_columns_and_hatching_mean(qapp, tmp_path):
    record = mask_record()
    texts = []

    class Pen(QPainter):
        def drawText(self, *args):
            texts.append(args[-1])
            super().drawText(*args)

    image = QImage(figure_size(record), QImage.Format.Format_RGB32)
    with Pen(image) as painter:
        paint_masks_figure(painter, QRectF(image.rect()), record, THEMES["light"])
    assert {"may attend", "masked"} <= set(texts)
    assert len([text for text in texts if "row attends to column" in text]) == 8
    assert len([text for text in texts if text.startswith("The second sentence is an ")]) == 1
