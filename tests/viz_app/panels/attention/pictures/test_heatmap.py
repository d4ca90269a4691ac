import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from model.traces.trace import KINDS
from tests.every import every
from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    each_theme,
    focus,
    lut_colour,
    overlaps,
    painted,
    square,
    words,
    zeros,
)
from tests.viz_app.states import trace_of
from viz_app.design.colour_map import diverging_lut, kind_lut, lut_for
from viz_app.design.theme import faded, light_theme, mixed
from viz_app.panels.attention.pictures import heatmap
from viz_app.panels.attention.pictures.heatmap import (
    SOFT,
    HeatmapPicture,
    heatmap_picture,
    scroll_marks,
)
from viz_app.pictures.cell_image import shares, signed_shares
from viz_app.pictures.labels import text_width
from viz_app.pictures.matrix import FITTED, Zoom
from viz_app.storage.settings import COLOUR_MAPS
from viz_app.texts.visible_token import isolated
from viz_app.workbench.snapshots.token_axes import RowLabel
from viz_app.workbench.state import SCALES, Cell

ROWS, COLUMNS = len(EN), len(ZH)


def picture(snapshot, theme=THEMES["light"], zoom=FITTED, **size):
    shown = HeatmapPicture(focus=snapshot, zoom=zoom)
    return painted(lambda p, rect: shown.paint(p, rect, theme), theme=theme, **size)


def texts_of(snapshot, theme=THEMES["light"], zoom=FITTED, *, width=640, height=480):
    """Everything that is written, without the marks around tokens."""
    texts = []

    class Pen(QPainter):
        def drawText(self, *args):
            texts.append(args[-1].replace("\u2068", "").replace("\u2069", ""))
            super().drawText(*args)

    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.panel))
    with Pen(image) as painter:
        rect = QRectF(image.rect()).adjusted(16, 16, -16, -16)
        HeatmapPicture(focus=snapshot, zoom=zoom).paint(painter, rect, theme)
    return texts


def cell_colour(image, layout, row, column):
    """Beside the middle, where no hairline is."""
    rect = layout.grid.cell_rect(row, column)
    return colour_at(image, rect.center() + QPointF(-rect.width() / 5, -rect.height() / 5))


@each_theme
@every("ratio", [1, 2])
def test_row_0_is_at_the_top_and_the_last_key_at_the_right(qapp, theme, ratio):
    shown = focus(zeros(ROWS, COLUMNS, r0c15=1.0))
    image, layout = picture(shown, theme, ratio=ratio)
    assert cell_colour(image, layout, 0, COLUMNS - 1) == theme.cross.lower()
    assert cell_colour(image, layout, ROWS - 1, 0) == theme.panel.lower()
    right_top = layout.grid.rect.topRight() + QPointF(-4, 4)
    assert colour_at(image, right_top) == theme.cross.lower()


@each_theme
@every("kind", KINDS)
def test_levels_are_fixed(qapp, theme, kind):
    """0.5 is the middle of the map though nothing larger is there."""
    shown = focus(kind=kind)
    weights = np.zeros_like(shown.weights)
    weights[5, 2] = 0.5
    image, layout = picture(focus(weights, kind=kind), theme)
    assert cell_colour(image, layout, 5, 2) == lut_colour(kind_lut(theme, kind), 128)


@each_theme
def test_masked_is_not_zero(qapp, theme):
    shown = focus(zeros(ROWS, ROWS), kind="decoder")
    image, layout = picture(shown, theme, width=700, height=560)
    masked = area_colours(image, layout.grid.cell_rect(0, 5).adjusted(2, 2, -2, -2))
    zero = area_colours(image, layout.grid.cell_rect(5, 0).adjusted(2, 2, -2, -2))
    assert theme.masked.lower() in masked
    assert len(masked) > 1, "hatched"
    assert zero == {theme.panel.lower()}


@each_theme
def test_rows_that_are_not_decoded_are_blank(qapp, theme):
    image, layout = picture(focus(np.ones((ROWS, COLUMNS), np.float32), decoded_rows=4), theme)
    assert cell_colour(image, layout, 3, 3) == theme.cross.lower()
    for row in (4, 5, ROWS - 1):
        assert cell_colour(image, layout, row, 3) == theme.panel.lower()
    dotted = area_colours(image, layout.grid.rows_rect(4, ROWS).adjusted(-1, 5, 3, 2))
    assert theme.masked_line.lower() in dotted


@each_theme
def test_marked_row_is_framed_in_the_kind_s_colour(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS), marked_row=4)
    image, layout = picture(shown, theme)
    row = layout.grid.rows_rect(4, 5)
    middle = row.center().x()
    for y in (row.top() - 1, row.bottom() + 0.5):
        assert colour_at(image, QPointF(middle, y)) == theme.cross.lower()
    other = layout.grid.rows_rect(7, 8)
    assert colour_at(image, QPointF(middle, other.bottom() + 0.5)) != theme.cross.lower()


def test_cursor_is_framed_in_the_text_s_colour(qapp):
    theme = THEMES["light"]
    image, layout = picture(focus(zeros(ROWS, COLUMNS), cell=Cell(2, 3)), theme)
    cell = layout.grid.cell_rect(2, 3)
    assert colour_at(image, QPointF(cell.center().x(), cell.top() - 1)) == theme.text.lower()


def test_large_type_fits_too(qapp):
    theme = light_theme("presentation")
    shown = focus(marked_row=4)
    _, layout = picture(shown, theme, width=900, height=700)
    labels = (*layout.fed, *layout.rows, *layout.columns)
    assert not overlaps([label.rect for label in labels])
    assert {label.size for label in labels} <= {18, 21}


def test_labels_are_the_tokens_of_the_kind(qapp):
    _, layout = picture(focus(kind="cross"), width=900, height=600)
    assert [label.text for label in layout.columns] == list(ZH)
    assert [label.text for label in layout.rows] == list(EN)
    assert [label.text for label in layout.fed] == [f"{fed} →" for fed in ("<s>", *EN[:-1])]
    _, layout = picture(focus(kind="decoder"), width=900, height=600)
    assert [label.text for label in layout.columns] == ["<s>", *EN[:-1]]


@every(
    ("fields", "first"),
    [
        ({"row_labels": "fed"}, "<s>"),
        ({"row_labels": "predicted"}, "I"),
        ({"kind": "encoder"}, "我"),
    ],
)
def test_rows_can_have_one_name(qapp, fields, first):
    _, layout = picture(focus(**fields))
    assert layout.fed == ()
    assert layout.rows[0].text == first


def test_cell_at_is_where_the_cell_was_painted(qapp):
    _, layout = picture(focus())
    for row in range(ROWS):
        for column in range(COLUMNS):
            point = layout.grid.cell_rect(row, column).center()
            assert layout.at(point) == Cell(row, column)
    assert layout.at(QPointF(1, 1)) is None


def test_nothing_decoded_yet_is_no_failure(qapp):
    _, layout = picture(focus(kind="decoder", target=()))
    assert layout.rows == ()


def test_a_low_picture_is_cells_first(qapp):
    _, layout = picture(focus(), width=400, height=160)
    assert layout.sentence.isEmpty()
    assert layout.grid.rect.height() > 60


@every("size", [(1, 1), (30, 20), (60, 400), (400, 40)])
@every("zoom", [FITTED, Zoom(factor=3, row=2, column=2)])
def test_no_size_is_too_small(qapp, size, zoom):
    picture(focus(), zoom=zoom, width=size[0] + 33, height=size[1] + 33)


def test_right_to_left_tokens_stay_in_their_place(qapp):
    tokens = ("שלום", "עולם", "</s>")
    _, layout = picture(focus(target=tokens, source=tokens, marked_row=0), width=560)
    assert [label.text for label in layout.columns] == list(tokens)
    assert layout.fed[1].text == f"{isolated('שלום')} →"  # the arrow points away from the token


def test_a_projector_s_low_picture_says_in_one_line_what_rows_and_columns_are(qapp):
    """A line of large text costs as much as a row of cells."""
    theme = light_theme("presentation")
    shown = focus(kind="decoder", target=EN[:6], decoded_rows=4)
    _, layout = picture(shown, theme, width=530, height=295)
    assert not layout.titles.aside  # beside the title it would be an ellipsis
    assert layout.titles.subtitle_text == "row attends to column"
    assert layout.titles.subtitle.height() <= 1.2 * theme.small
    assert layout.sentence.height() == 0


def test_the_picture_stays_where_it_is_when_a_cell_is_picked(qapp):
    for cell in (Cell(4, 1), Cell(2, 3)):
        _, before = picture(focus(marked_row=4), width=900)
        _, after = picture(focus(marked_row=4, cell=cell), width=900)
        assert before.grid == after.grid


@every("kind", KINDS)
def test_the_whole_legend_stands_beside_the_title(qapp, kind):
    shown = focus(kind=kind, decoded_rows=4)
    _, layout = picture(shown, width=525, height=312)
    assert layout.legend is None or layout.legend.y() < layout.titles.subtitle.top()


def test_row_labels_come_before_the_sentence(qapp):
    """A small window: rather all names than a sentence and half of them."""
    shown = focus(target=EN[:6], source=(*ZH[:6], "</s>"), decoded_rows=4, marked_row=3)
    _, layout = picture(shown, width=370, height=240)
    assert len(layout.rows) == 6
    assert layout.sentence.height() == 0
    assert layout.titles.subtitle.height() > 0
    _, layout = picture(shown, width=370, height=400)
    assert layout.sentence.height() > 0


WEIGHTS = (0.0, 0.001, 0.03, 0.3, 0.5, 0.97, 1.0)


@each_theme
@every("scale", SCALES)
@every("name", COLOUR_MAPS)
def test_colours_are_the_map_s_at_the_scale_s_place(qapp, theme, scale, name):
    weights = np.zeros((ROWS, COLUMNS), dtype=np.float32)
    weights[5, : len(WEIGHTS)] = WEIGHTS
    image, layout = picture(focus(weights, scale=scale, colour_map=name), theme)
    lut = lut_for(theme, "cross", name)
    for column, weight in enumerate(WEIGHTS):
        place = float(shares(np.array([weight], dtype=np.float32), scale)[0]) * 255
        expected = {lut_colour(lut, int(place + share)) for share in (0, 0.5, 0.99)}
        assert cell_colour(image, layout, 5, column) in expected


@each_theme
@every("scale", SCALES)
def test_a_difference_is_centred_on_the_panel_s_colour(qapp, theme, scale):
    values = (-1.0, -0.3, -0.01, 0.0, 0.01, 0.3, 1.0)
    weights = np.zeros((ROWS, COLUMNS), dtype=np.float32)
    weights[5, : len(values)] = values
    shown = focus(weights, compared=trace_of(), scale=scale, colour_map="viridis")
    image, layout = picture(shown, theme)
    lut = diverging_lut(theme)
    for column, value in enumerate(values):
        place = float(signed_shares(np.array([value], dtype=np.float32), scale)[0]) * 254
        expected = {lut_colour(lut, int(place + share)) for share in (0, 0.5, 0.99)}
        assert cell_colour(image, layout, 5, column) in expected
    middle = layout.bar.center().y()
    assert colour_at(image, QPointF(layout.bar.left() + 5, middle)) == theme.panel.lower()
    assert [layout.ticks[0][1], layout.ticks[-1][1]] == ["−1", "1"]
    assert "0" in [text for _, text in layout.ticks]


def test_a_difference_says_so_and_names_both_tokens(qapp):
    rows = tuple(RowLabel("a", f"{one} / dog") for one in EN)
    shown = dataclasses.replace(focus(zeros(ROWS, COLUMNS), compared=trace_of()), rows=rows)
    texts = texts_of(shown, width=900)
    assert "Cross · layer 2 · head 1 · difference" in texts
    assert any("this one − comparison" in text for text in texts)
    assert "book / dog" in texts


@each_theme
@every("size", [(640, 480), (400, 150), (260, 130), (150, 300), (120, 90)])
def test_the_scale_is_always_there(qapp, theme, size):
    shown = focus(zeros(ROWS, COLUMNS), colour_map="grey")
    image, layout = picture(shown, theme, width=size[0], height=size[1])
    bar = layout.bar
    assert bar.width() >= 4
    assert QRectF(0, 0, *size).contains(bar)
    assert not bar.intersects(layout.grid.rect)
    lut = lut_for(theme, "cross", "grey")
    x = bar.left() + min(bar.width(), 12) / 2
    for share in (0.2, 0.5, 0.8):
        y = bar.bottom() - share * bar.height()
        near = range(int(share * 255) - 20, int(share * 255) + 21)
        assert colour_at(image, QPointF(x, y)) in {lut_colour(lut, index) for index in near}


def long_focus(kind, count, **fields):
    """A picture of so many tokens on both axes, without decoding them one by one."""
    tokens = words(count)
    square = focus(kind="encoder", source=tokens)
    rows = tuple(RowLabel(fed, None if kind == "encoder" else fed[::-1]) for fed in tokens)
    mask = np.tri(count, dtype=np.bool_) if kind == "decoder" else square.mask
    return dataclasses.replace(square, kind=kind, rows=rows, mask=mask, **fields)


@every("kind", KINDS)
@every("count", [3, 12, 60, 512])
@every(("width", "height"), [(420, 320), (640, 480), (1100, 900)])
def test_nothing_overlaps_anything(qapp, kind, count, width, height):
    shown = long_focus(
        kind,
        count,
        words=True,
        special="hidden",
        scale="log",
        combination="mean",
        heads=(0, 2),
        marked_row=count // 2,
    )
    _, layout = picture(shown, width=width, height=height)
    places = [
        layout.titles.title,
        layout.titles.subtitle,
        layout.titles.notes,
        layout.grid.rect,
        layout.row_bars,
        layout.column_bars,
        layout.bar,
        layout.sentence,
        *(label.rect for label in (*layout.fed, *layout.rows, *layout.columns)),
    ]
    assert count // 2 in [label.index for label in layout.rows]
    there = [place for place in places if not place.isEmpty()]
    assert not overlaps(there)
    assert all(QRectF(0, 0, width, height).contains(place) for place in there)


def test_a_low_picture_has_no_bars_at_its_margins(qapp):
    _, layout = picture(focus(), width=640, height=240)
    assert layout.row_bars.isEmpty()
    assert layout.column_bars.isEmpty()
    _, layout = picture(focus(), width=640, height=480)
    assert not layout.row_bars.isEmpty()
    assert not layout.column_bars.isEmpty()


@each_theme
@every("kind", KINDS)
def test_bars_stand_beside_what_they_sum_up(qapp, theme, kind):
    shown = focus(kind=kind, marked_row=2)
    image, layout = picture(shown, theme)
    colour = theme.kind_colour(kind).lower()
    row = layout.grid.cell_rect(2, 0).center().y()
    assert colour_at(image, QPointF(layout.row_bars.left() + 1.5, row)) == colour
    soft = mixed(theme.panel, theme.kind_colour(kind), share=0.5)
    for other in (4, 5):
        y = layout.grid.cell_rect(other, 0).center().y()
        assert colour_at(image, QPointF(layout.row_bars.left() + 1.5, y)) == soft
    for column in (0, 1, 2):
        x = layout.grid.cell_rect(0, column).center().x()
        assert colour_at(image, QPointF(x, layout.column_bars.top() + 0.5)) == soft


def test_margins_say_what_they_are(qapp):
    texts = texts_of(focus())
    assert {"mean", "entropy", "0–4 bits"} <= set(texts)
    texts = texts_of(focus(zeros(ROWS, COLUMNS, r2c1=-0.4), compared=trace_of()))
    assert {"mean", "±0.05", "moved", "0–1"} <= set(texts)


@every("width", [640, 700, 900])
def test_in_large_type_the_bars_of_rows_have_their_name(qapp, width):
    texts = texts_of(focus(), light_theme("presentation"), width=width, height=640)
    assert any(text.startswith("entropy") for text in texts)


def test_beside_the_columns_bars_stands_no_more_than_there_is_room_for(qapp):
    theme = light_theme("presentation")
    size = {"width": 700, "height": 640}
    said = texts_of(focus(kind="encoder"), theme, **size)
    _, layout = picture(focus(kind="encoder"), theme, **size)
    (words,) = (text for text in said if text.startswith("mean"))
    room = layout.column_bars.left() - 1.5 * theme.unit
    assert text_width(theme, "mean 0–0.2", size=theme.small) > room
    assert text_width(theme, words, size=theme.small) <= room
    assert any(text.startswith("mean 0–") for text in texts_of(focus(), theme, **size))


@every(
    ("fields", "title"),
    [
        ({"head": 2}, "Cross · layer 2 · head 3"),
        ({"combination": "mean", "heads": (0, 2)}, "Cross · layer 2 · mean over heads 1 and 3"),
        ({"combination": "max", "heads": (0, 1, 2)}, "Cross · layer 2 · maximum over all heads"),
        ({"combination": "rollout"}, "Cross · layer 2 · attention rollout"),
    ],
)
def test_the_title_says_what_of_the_heads_is_shown(qapp, fields, title):
    assert title in texts_of(focus(**fields))


@every("height", [170, 230, 480])
def test_notes_are_there_at_all_heights(qapp, height):
    shown = focus(special="renormalised", scale="log")
    said = " ".join(texts_of(shown, width=900, height=height))
    assert "special tokens hidden, rows renormalised" in said
    assert "logarithmic scale" in said
    assert "attends to column" in said


def test_notes_stand_beside_the_title_of_a_low_picture(qapp):
    texts = texts_of(focus(special="hidden", scale="log"), width=900, height=130)
    notes = "special tokens hidden, rows not renormalised  ·  logarithmic scale"
    assert any(text.startswith(notes) for text in texts)
    assert "≤ 0.0001" in texts
    long = focus(special="renormalised", words=True, scale="log")
    said = texts_of(long, width=600, height=130)[1]
    assert said.startswith("special tokens hidden, rows renorm")
    assert said.endswith("…")


def test_a_long_title_is_elided(qapp):
    shown = focus(zeros(ROWS, COLUMNS), compared=trace_of())
    texts = texts_of(shown, width=300, height=300)
    assert texts[0].startswith("Cross · layer 2")
    assert texts[0].endswith("…")


@each_theme
def test_a_row_chosen_elsewhere_is_framed_softer_and_dashed(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS), marked_row=2, linked_row=6)
    image, layout = picture(shown, theme, width=900)
    row = layout.grid.rows_rect(6, 7)
    soft = mixed(theme.panel, theme.cross, share=SOFT)
    edge = [
        colour_at(image, QPointF(x, row.top() - 1))
        for x in range(int(row.left()) + 8, int(row.right()) - 8)
    ]
    assert 0.4 < edge.count(soft) / len(edge) < 0.95
    marked = layout.grid.rows_rect(2, 3)
    assert colour_at(image, QPointF(marked.center().x(), marked.top() - 1)) == theme.cross.lower()
    assert [label.weight for label in layout.rows if label.index in {2, 6}] == ["bold", "bold"]


@every("height", [290, 330, 480])
def test_no_frame_hides_its_neighbours(qapp, height):
    theme = THEMES["light"]
    weights = np.tile([1.0, 0.0], (22, 8)).astype(np.float32)
    shown = dataclasses.replace(
        long_focus("encoder", 22), weights=weights, columns=words(16), mask=weights >= 0
    )
    marked = dataclasses.replace(shown, marked_row=10, cell=Cell(16, 8))
    image, layout = picture(marked, width=900, height=height)
    assert layout.grid.cell_height > 5
    for row in (9, 11, 15, 17):
        for column in range(16):
            expected = theme.panel if column % 2 else theme.encoder
            found = colour_at(image, layout.grid.middle(row, column) + QPointF(1, 0))
            assert found == expected.lower()


@each_theme
def test_the_step_s_own_row_is_not_dashed(qapp, theme):
    both, _ = picture(focus(zeros(ROWS, COLUMNS), marked_row=2, linked_row=2), theme)
    alone, _ = picture(focus(zeros(ROWS, COLUMNS), marked_row=2), theme)
    assert both == alone


def strength_of(colour, theme):
    """How far a colour is from the panel's."""
    return abs(QColor(colour).lightness() - QColor(theme.panel).lightness())


def strength(image, label, theme):
    """How far a label's strongest pixel is from the panel's colour."""
    return max(strength_of(colour, theme) for colour in area_colours(image, label.rect))


@each_theme
@every("decoded", [4, None])
def test_columns_that_are_not_decoded_are_faded(qapp, theme, decoded):
    """Words can have fewer rows than columns: the rows do not tell how many columns there are."""
    shown = focus(kind="decoder", decoded_rows=4, decoded_columns=decoded)
    image, layout = picture(shown, theme, width=900, height=600)
    for label in layout.columns:
        there = decoded is None or label.index < decoded
        assert (strength(image, label, theme) > strength_of(theme.soft_text, theme)) == there


@every("zoom", [FITTED, Zoom(factor=3, row=2, column=1)])
@every("compared", [None, trace_of()])
def test_a_picture_without_rows_or_columns(qapp, zoom, compared):
    _, layout = picture(focus(target=(), compared=compared), zoom=zoom)
    assert layout.rows == ()
    hidden = focus(zeros(ROWS, 0), source=(), compared=compared)
    _, layout = picture(hidden, zoom=zoom)
    assert layout.columns == ()


ZOOMS = [Zoom(factor=2, row=3, column=4), Zoom(factor=4, row=40.3, column=17.8), Zoom(factor=99)]


@every("zoom", ZOOMS)
@every("kind", KINDS)
@every("count", [12, 60, 512])
@every(("width", "height"), [(400, 300), (1100, 900)])
def test_zoomed_labels_are_those_of_what_is_in_view(qapp, zoom, kind, count, width, height):
    shown = long_focus(kind, count, marked_row=count // 2)
    _, layout = picture(shown, zoom=zoom, width=width, height=height)
    labels = (*layout.fed, *layout.rows, *layout.columns)
    assert not overlaps([label.rect for label in labels])
    beside = [
        layout.row_bars,
        layout.column_bars,
        layout.bar,
        layout.titles.title,
        layout.titles.subtitle,
    ]
    places = [layout.viewport, *(rect for rect in beside if not rect.isEmpty())]
    assert not overlaps([*places, *(label.rect for label in labels)])
    inside = QRectF(0, 0, width, height)
    assert all(inside.contains(place) for place in places)
    assert all(inside.contains(label.rect) for label in labels)
    for label in (*layout.fed, *layout.rows):
        assert label.index in layout.rows_seen
        assert label.rect.center().y() == layout.grid.middle(label.index, 0).y()
    for label in layout.columns:
        assert label.index in layout.columns_seen
        assert label.rect.center().x() == layout.grid.middle(0, label.index).x()


@each_theme
@every("ratio", [1, 2])
def test_zoomed_cells_are_where_the_layout_says(qapp, theme, ratio):
    rng = np.random.default_rng(1)
    weights = (rng.random((60, 60)) < 0.3).astype(np.float32)
    shown = focus(weights, target=words(60), source=words(60))
    zoom = Zoom(factor=5, row=20.4, column=31.7)
    image, layout = picture(shown, theme, zoom=zoom, ratio=ratio)
    inner = layout.viewport.adjusted(2, 2, -2, -2)
    seen = 0
    for row in layout.rows_seen:
        for column in layout.columns_seen:
            rect = layout.grid.cell_rect(row, column)
            point = rect.center() + QPointF(-rect.width() * 0.4, -rect.height() * 0.4)
            if inner.contains(point):
                expected = theme.cross if weights[row, column] else theme.panel
                assert colour_at(image, point) == expected.lower()
                seen += 1
    assert seen > 60


@each_theme
def test_nothing_is_painted_outside_the_view(qapp, theme):
    """Only labels, bars and the frame stand around what is in view."""
    shown = focus(np.ones((60, 60), np.float32), target=words(60), source=words(60), marked_row=25)
    image, layout = picture(shown, theme, zoom=Zoom(factor=6, row=20, column=20))
    view = layout.viewport
    gap = QRectF(view.left() - 5, view.top() + 40, 2, view.height() - 80)
    assert area_colours(image, gap) <= {theme.panel.lower()}
    above = QRectF(view.left(), view.top() - 3.5, view.width(), 1)
    assert area_colours(image, above) <= {theme.panel.lower()}


def test_what_is_not_in_view_is_not_touched(qapp, monkeypatch):
    shapes = []
    codes = heatmap.cell_image.cell_codes

    def noted(weights, *args, **kwargs):
        shapes.append(weights.shape)
        return codes(weights, *args, **kwargs)

    monkeypatch.setattr(heatmap.cell_image, "cell_codes", noted)
    shown = square(60)
    _, layout = picture(shown, zoom=Zoom(factor=5, row=20, column=30))
    assert shapes == [(len(layout.rows_seen), len(layout.columns_seen))]
    assert shapes[0] < (20, 20)


def test_a_zoomed_picture_says_which_part_it_is(qapp):
    shown = square(60)
    _, layout = picture(shown, zoom=Zoom(factor=5, row=20, column=30))
    rows, columns = layout.rows_seen, layout.columns_seen
    said = f"rows 21–{rows.stop} of 60 · columns 31–{columns.stop} of 60"
    assert layout.seen_text == said
    assert said in texts_of(shown, zoom=layout.zoom)
    _, whole = picture(shown)
    assert whole.seen_text == "not every token is labelled: zoom in (+) to see all"
    assert picture(focus())[1].seen_text == ""


def test_glosses_without_room_are_said_to_be_missing(qapp):
    shown = dataclasses.replace(square(40), glosses=("cat",) * 40)
    _, layout = picture(shown)
    assert layout.glosses == ()
    said = "no room for token meanings: zoom in (+) or point at a cell"
    assert layout.seen_text.endswith(said)
    assert heatmap_picture(shown).say(layout.at(layout.titles.title.center())).endswith(said)
    _, near = picture(shown, zoom=Zoom(factor=12, row=2, column=2))
    assert near.glosses != ()
    assert said not in near.seen_text


@every("kind", KINDS)
def test_a_rollout_of_a_long_sentence_has_colours_that_are_seen_and_says_where_they_end(qapp, kind):
    """Its largest weights beside the diagonal are a few hundredths: on 0 … 1 all is white."""
    shown = square(60, kind=kind, combination="rollout")
    weights = np.where(shown.mask, np.float32(0.05), np.float32(0))
    shown = dataclasses.replace(shown, weights=weights)
    theme = THEMES["light"]
    image, layout = picture(shown, theme, width=1200, height=900)
    cell = colour_at(image, layout.grid.cell_rect(40, 10).center())
    lut = lut_for(theme, kind, "kind")
    assert cell == lut_colour(lut, round(0.05 / shown.top * 255))
    assert shown.top in {0.05, 0.1, 0.2}
    texts = texts_of(shown, width=1200, height=900)
    assert f"≥ {shown.top:g}" in texts
    assert any(f"colour scale ends at {shown.top:g}" in text for text in texts)
    assert not layout.titles.formula.isEmpty()


def test_a_formula_has_no_place_where_there_is_none_or_no_room(qapp):
    assert picture(focus(), width=900)[1].titles.formula.isEmpty()
    rollout = focus(combination="rollout")
    assert picture(rollout, width=340)[1].titles.formula.isEmpty()


def test_marks_show_where_in_the_matrix_the_view_is(qapp):
    theme = THEMES["light"]
    shown = square(60)
    places = []
    for row in (0, 20, 59):
        image, layout = picture(shown, zoom=Zoom(factor=5, row=row, column=row))
        down, across = scroll_marks(layout, theme)
        view = layout.viewport
        assert down.left() > view.right()
        assert across.top() > view.bottom()
        assert view.top() <= down.top() < down.bottom() <= view.bottom() + 0.01
        assert down.height() / view.height() == pytest.approx(len(layout.rows_seen) / 60, abs=0.05)
        assert colour_at(image, down.center()) == faded(theme).lower()
        places.append(down.top() - view.top())
    assert places[0] == 0
    assert places == sorted(places)
    assert not scroll_marks(picture(shown)[1], theme)


@each_theme
def test_large_zoomed_cells_say_their_weights(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS, r3c5=0.54213, r4c6=0.0031))
    zoom = Zoom(factor=3, row=2, column=4)
    texts = texts_of(shown, theme, zoom=zoom)
    assert texts.count("0.54") == 1
    assert "0.00" not in texts
    assert "0.54" not in texts_of(shown, theme)
    difference = focus(zeros(ROWS, COLUMNS, r3c5=-0.3), compared=trace_of())
    assert "−0.30" in texts_of(difference, theme, zoom=zoom)


def test_a_zoom_beyond_the_end_shows_the_end(qapp):
    shown = square(60)
    _, layout = picture(shown, zoom=Zoom(factor=5, row=1000, column=-7))
    assert layout.rows_seen.stop == 60
    assert layout.columns_seen.start == 0


def test_a_zoomed_picture_stays_where_it_is_while_it_is_moved(qapp):
    shown = square(60)
    layouts = [
        picture(shown, zoom=Zoom(factor=4, row=row, column=2 * row))[1] for row in (0, 7.3, 20)
    ]
    assert (
        len(
            {
                (view.left(), view.top(), view.width(), view.height())
                for view in (layout.viewport for layout in layouts)
            }
        )
        == 1
    )


def test_notes_share_the_line_of_the_axes_where_that_is_wide_enough(qapp):
    shown = focus(special="hidden", scale="log")
    _, narrow = picture(shown, width=500, height=480)
    _, wide = picture(shown, width=1200, height=480)
    assert narrow.titles.notes.height() > 0
    assert wide.titles.notes.height() == 0
    assert "logarithmic scale" in wide.titles.subtitle_text
    assert wide.titles.subtitle_text.startswith("row (input → predicted)")


def test_a_sentence_in_one_line_leaves_out_the_heads_before_it_is_cut():
    large = light_theme("presentation")
    shown = focus(zeros(ROWS, COLUMNS, r2c1=0.9), marked_row=2)
    wide = texts_of(shown, width=1400, height=500, theme=large)
    assert any("layer 2 head 1 looks mostly at" in text for text in wide)
    narrow = texts_of(shown, width=900, height=500, theme=large)
    assert any(": it looks mostly at “昨” (90" in text for text in narrow), narrow


LETTERS = ("a", "b", "c", "d")


@each_theme
@every("width", [240, 420, 640])
def test_words_beside_the_cells_stay_in_the_picture(qapp, theme, width):
    masked = focus(kind="decoder", target=LETTERS, source=LETTERS, decoded_rows=2)
    for shown in (masked, focus(kind="encoder", target=LETTERS, source=LETTERS)):
        size = {"width": width, "height": round(480 * theme.scale)}
        image, _ = picture(shown, theme, **size)
        edges = (QRectF(0, 0, 15, size["height"]), QRectF(width - 14, 0, 14, size["height"]))
        assert [area_colours(image, edge) for edge in edges] == [{theme.panel.lower()}] * 2
