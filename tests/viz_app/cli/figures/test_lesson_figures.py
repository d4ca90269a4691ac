import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from model.traces.trace import KINDS
from tests.viz_app.painted import EN, THEMES, ZH, colour_at, mask_record, painted, words
from tests.viz_app.states import summary, trace_of
from viz_app.cli.figures.lesson_figures import (
    figure_size,
    paint_kind_figure,
    paint_masks_figure,
    paint_positions_figure,
)
from viz_app.panels.positions.snapshot import PositionsSnapshot
from viz_app.pictures.figure_files import save_figure

LIGHT = THEMES["light"]


@pytest.fixture
def trace():
    return trace_of(EN, source=ZH, layers=2, heads=3).stopped("end of sentence")


def positions():
    model = summary()
    return PositionsSnapshot(model=model, kind="sinusoidal", tokens=ZH, table=model.positions)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("kind", KINDS)
def test_kind_figure_has_every_head(qapp, trace, kind, theme):
    size = figure_size(trace, kind, theme)
    image, layout = painted(
        lambda p, rect: paint_kind_figure(p, rect, trace, kind=kind, theme=theme),
        width=size.width(),
        height=size.height(),
        theme=theme,
    )
    inside = QRectF(0, 0, size.width(), size.height())
    weights = trace.weights(kind)
    assert (layout.slots.rows, layout.slots.columns) == weights.shape[:2]
    for layer, head in np.ndindex(*weights.shape[:2]):
        assert inside.contains(layout.tile(layer, head).rect)
    layer, head, row, column = np.unravel_index(weights.argmax(), weights.shape)
    place = layout.tile(layer, head).cell_rect(row, column).center()
    assert colour_at(image, place) != theme.panel.lower()


@pytest.mark.parametrize("count", [1, 3, 60])
def test_kind_figure_of_any_length(qapp, count):
    trace = trace_of(words(count), source=words(count), layers=6, heads=8)
    for kind in KINDS:
        size = figure_size(trace, kind)
        assert size.width() < 3000
        painted(
            lambda p, rect, kind=kind: paint_kind_figure(p, rect, trace, kind=kind, theme=LIGHT),
            width=size.width(),
            height=size.height(),
        )


def test_kind_figure_before_the_first_step(qapp):
    trace = trace_of((), source=ZH)
    size = figure_size(trace, "cross")
    painted(
        lambda p, rect: paint_kind_figure(p, rect, trace, kind="cross", theme=LIGHT),
        width=size.width(),
        height=size.height(),
    )


FIGURES = {
    "cross": lambda p, rect, trace: paint_kind_figure(p, rect, trace, kind="cross", theme=LIGHT),
    "masks": lambda p, rect, _: paint_masks_figure(p, rect, mask_record(), LIGHT),
    "positions": lambda p, rect, _: paint_positions_figure(p, rect, positions(), LIGHT),
}


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf"])
@pytest.mark.parametrize("figure", FIGURES)
def test_figures_become_files(qapp, trace, tmp_path, figure, suffix):
    subject = {"cross": trace, "masks": mask_record(), "positions": positions()}[figure]
    size = figure_size(subject)
    path = tmp_path / f"{figure}.{suffix}"
    save_figure(path, size, lambda p, rect: FIGURES[figure](p, rect, trace))
    data = path.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    if suffix == "png":
        assert QImage(str(path)).size() == size * 2
    elif suffix == "svg":
        assert QSvgRenderer(str(path)).isValid()
        assert f'viewBox="0 0 {size.width()} {size.height()}"'.encode() in data
    else:
        assert data.startswith(b"%PDF")


def test_svg_shows_what_png_shows(qapp, trace, tmp_path):
    size = figure_size(trace, "cross")
    layouts = []

    def paint(painter, rect):
        layouts.append(paint_kind_figure(painter, rect, trace, kind="cross", theme=LIGHT))

    save_figure(tmp_path / "a.svg", size, paint)
    save_figure(tmp_path / "a.png", size, paint)
    png = QImage(str(tmp_path / "a.png"))
    svg = QImage(png.size(), QImage.Format.Format_RGB32)
    with QPainter(svg) as painter:
        QSvgRenderer(str(tmp_path / "a.svg")).render(painter)
    for head in range(3):
        for row in range(len(EN)):
            place = layouts[0].tile(1, head).cell_rect(row, 3).center() * 2
            one, other = (image.pixelColor(place.toPoint()) for image in (png, svg))
            assert abs(one.lightness() - other.lightness()) <= 3


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
