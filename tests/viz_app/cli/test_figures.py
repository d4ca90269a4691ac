import dataclasses
import re
import xml.etree.ElementTree as ET
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

from model.traces.trace import KINDS
from tests.viz_app.painted import THEMES, ZH, mask_record
from tests.viz_app.panels.positions.snapshots import relative_snapshot
from tests.viz_app.states import summary
from viz_app.cli.figures import figure_size, paint_masks_figure, paint_positions_figure
from viz_app.design.colour_map import kind_lut
from viz_app.design.theme import light_theme
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
    texts = []

    class Pen(QPainter):
        def drawText(self, *args):
            texts.append(args[-1])
            super().drawText(*args)

    image = QImage(size, QImage.Format.Format_RGB32)
    with Pen(image) as painter:
        paint(painter, QRectF(image.rect()))
    return texts


def test_positions_are_curves_and_a_matrix_or_there_are_none(qapp):
    shown = relative_snapshot(length=8)
    texts = painted_texts(
        lambda p, rect: paint_positions_figure(p, rect, shown, LIGHT), figure_size(shown)
    )
    assert "Encoder, head 1: biases added to its scores (B)" in texts
    assert "Decoder: biases by distance, a line for each head" in texts
    assert texts.count("position of the key − position of the query") == 2
    assert any("learned distance biases" in text for text in texts)
    shown = dataclasses.replace(positions(), kind="none")
    texts = painted_texts(
        lambda p, rect: paint_positions_figure(p, rect, shown, LIGHT), figure_size(shown)
    )
    assert [text.partition(":")[0] for text in texts] == ["This model adds no positions"]


def test_masks_say_what_rows_and_columns_and_hatching_mean(qapp):
    record = mask_record()
    texts = painted_texts(
        lambda p, rect: paint_masks_figure(p, rect, record, LIGHT), figure_size(record)
    )
    assert {"may attend", "masked"} <= set(texts)
    assert len([text for text in texts if "row attends to column" in text]) == 8
    assert len([text for text in texts if text.startswith("The second sentence is an ")]) == 1


SENTENCE = "我有一只猫。"
SVG = "{http://www.w3.org/2000/svg}"


class Word(NamedTuple):
    text: str
    x: float
    y: float


class Box(NamedTuple):
    x: float
    y: float
    width: float
    height: float
    colour: str


class Figure(NamedTuple):
    """What an SVG file shows, read without the program that wrote it."""

    words: tuple[Word, ...]
    boxes: tuple[Box, ...]


def read_svg(path: Path) -> Figure:
    words, boxes = [], []
    for group in ET.parse(path).getroot().iter(f"{SVG}g"):
        a, b, c, d, e, f = matrix(group.get("transform"))
        for text in group.findall(f"{SVG}text"):
            first = text if text.get("x") else text.find(f"{SVG}tspan")
            x, y = float(first.get("x")), float(text.get("y"))
            words.append(Word("".join(text.itertext()), a * x + c * y + e, b * x + d * y + f))
        for rect in group.findall(f"{SVG}rect"):
            x, y, width, height = (float(rect.get(key)) for key in ("x", "y", "width", "height"))
            boxes.append(Box(a * x + e, d * y + f, a * width, d * height, group.get("fill")))
    return Figure(tuple(words), tuple(boxes))


def matrix(transform: str | None) -> tuple[float, ...]:
    """The six numbers of ``matrix(…)``; those of no change without one."""
    numbers = re.findall(r"-?[\d.]+(?:e-?\d+)?", transform or "")
    return tuple(map(float, numbers)) if len(numbers) == 6 else (1, 0, 0, 1, 0, 0)


@pytest.fixture(scope="module")
def trace(translation_of):
    return translation_of(SENTENCE)


@pytest.fixture
def rendered(headlight, phrases, qapp, tmp_path):

    def run(kind: str, suffix: str) -> Path:
        options = ("--views", kind, "--format", suffix, "--model", phrases, "--theme", "light")
        outcome = headlight("render", SENTENCE, "-o", tmp_path, *options)
        assert outcome.status == 0, outcome.err
        return tmp_path / f"{kind}.{suffix}"

    return run


def cells_of(figure: Figure, trace, kind) -> list[Box]:
    sizes = Counter((box.width, box.height) for box in figure.boxes)
    (size, _), *_ = sizes.most_common()
    cells = [box for box in figure.boxes if (box.width, box.height) == size]
    assert len(cells) >= trace.weights(kind).size
    return cells


def steps(values) -> list[float]:
    return sorted(set(values))


def drawn(figure: Figure, trace, kind):
    """Colours ``[layers, heads, query, key, rgb]`` by place: down = layers and queries."""
    cells = cells_of(figure, trace, kind)
    layers, heads, rows, columns = trace.weights(kind).shape
    xs, ys = steps(cell.x for cell in cells), steps(cell.y for cell in cells)
    assert (len(xs), len(ys)) == (heads * columns, layers * rows)
    colours = np.full((layers * rows, heads * columns, 3), -1)
    for cell in cells:
        if not cell.colour.startswith("#"):
            continue
        rgb = [int(cell.colour[place : place + 2], 16) for place in (1, 3, 5)]
        place = ys.index(cell.y), xs.index(cell.x)
        if colours[place][0] < 0:
            colours[place] = rgb
    return colours.reshape(layers, rows, heads, columns, 3).transpose(0, 2, 1, 3, 4), xs, ys


@pytest.mark.parametrize("kind", KINDS)
def test_every_cell_of_every_head_has_the_colour_of_its_weight(rendered, trace, kind):
    colours, _, _ = drawn(read_svg(rendered(kind, "svg")), trace, kind)
    weights, mask = trace.weights(kind), trace.mask(kind)
    expected = kind_lut(light_theme(), kind)[np.rint(weights * 255).astype(int), :3].astype(int)
    assert (np.abs(colours - expected).max(axis=-1) <= 2)[:, :, mask].all()
    assert np.ptp(expected[:, :, mask]) > 100
    # no head, layer or mirror image of the picture could stand for another
    mirrored = (expected[::-1], expected[:, ::-1], expected[:, :, ::-1], expected[:, :, :, ::-1])
    assert all(np.abs(expected - other).max() > 50 for other in mirrored)


@pytest.mark.parametrize("kind", KINDS)
def test_columns_are_named_by_the_keys_above_each_head_and_rows_by_the_queries_beside(
    rendered, trace, kind
):
    figure = read_svg(rendered(kind, "svg"))
    _, xs, ys = drawn(figure, trace, kind)
    keys = trace.key_tokens(kind)
    above = [word for word in figure.words if word.y < ys[0] and word.x > xs[0] - 2]
    named = sorted((word for word in above if word.text in keys), key=lambda word: word.x)
    assert [word.text for word in named] == list(keys) * trace.n_heads
    width = xs[1] - xs[0]
    for word, x in zip(named, xs, strict=True):
        assert x - width / 2 <= word.x <= x + width, "above it, over no other's middle"
    beside = [word for word in figure.words if word.x < xs[0] and word.y > ys[0]]
    queries = trace.query_tokens(kind)
    names = (
        list(queries)
        if kind == "encoder"
        else [
            f"{fed} → {predicted}"
            for fed, predicted in zip(trace.fed_tokens, trace.predicted_tokens, strict=True)
        ]
    )
    height = ys[1] - ys[0]
    for y, name in zip(ys, names * trace.depth("encoder"), strict=True):
        line = [word for word in beside if y <= word.y <= y + height]
        spelled = "".join(word.text for word in sorted(line, key=lambda word: word.x))
        assert spelled.endswith(name), (y, name)


def test_layers_and_heads_are_numbered_in_order(rendered, trace):
    figure = read_svg(rendered("cross", "svg"))
    heads = sorted((w for w in figure.words if w.text.startswith("head ")), key=lambda w: w.x)
    layers = sorted((w for w in figure.words if w.text.startswith("layer ")), key=lambda w: w.y)
    assert [word.text for word in heads] == [f"head {n + 1}" for n in range(trace.n_heads)]
    assert [word.text for word in layers] == [
        f"layer {n + 1}" for n in range(trace.depth("encoder"))
    ]


@pytest.mark.parametrize("kind", KINDS)
def test_the_png_has_the_colours_of_the_svg(rendered, trace, kind):
    colours, xs, ys = drawn(read_svg(rendered(kind, "svg")), trace, kind)
    image = QImage(str(rendered(kind, "png")))
    mask, ratio = trace.mask(kind), 2
    half = [min(b - a for a, b in pairwise(places)) / 2 for places in (ys, xs)]
    layers, heads, rows, columns = trace.weights(kind).shape
    for layer, head, row, column in np.ndindex(layers, heads, rows, columns):
        if mask[row, column]:
            x = (xs[head * columns + column] + half[1]) * ratio
            y = (ys[layer * rows + row] + half[0]) * ratio
            pixel = image.pixelColor(round(x), round(y))
            shown = np.array([pixel.red(), pixel.green(), pixel.blue()])
            place = (layer, head, row, column)
            assert np.abs(shown - colours[layer, head, row, column]).max() <= 2, place
