"""Figures of attention: painted as on the screen, with room for every word and every token."""

import re
from xml.etree import ElementTree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QWidget

from model.traces.trace import KINDS
from tests.viz_app.heard_room import heard_attention
from tests.viz_app.painted import EN, THEMES, ZH, each_theme, focus, painted, words
from tests.viz_app.states import shown, trace_of
from viz_app.panels.attention.pictures import figures
from viz_app.panels.attention.pictures.figures import head_picture
from viz_app.panels.attention.pictures.heatmap_layout import layout_focus
from viz_app.panels.attention.pictures.link_set import LinkEnd, links_of
from viz_app.panels.attention.pictures.links_layout import layout_links
from viz_app.panels.attention.pictures.text_layout import layout_text, sentences_of
from viz_app.panels.attention.room import resolve_attention
from viz_app.panels.attention.view.heatmap import HeatmapView
from viz_app.panels.attention.view.tokens import LinksView, TextView
from viz_app.pictures.figure_files import save_figure
from viz_app.pictures.labels import text_width
from viz_app.pictures.mosaic_layout import layout_mosaic
from viz_app.workbench.state import VIEWS, AttentionOptions, Selection

# ------------------------------------------------------------------------------------ test figures


LIGHT = THEMES["light"]
EDGE = 48
"""A view keeps its picture on no ground: edges of letters are a little lighter there."""

ONE_HEAD = {"focus": HeatmapView, "links": LinksView, "text": TextView}


def picture(view, *, kind="cross", source=ZH, target=EN, layers=2, heads=3, **options):
    """What the panel shows of a finished translation."""
    trace = trace_of(target, source=source, layers=layers, heads=heads).stopped("end of sentence")
    bench = shown(
        trace=trace,
        whole=True,
        selection=Selection(kind=kind, layer=1, head=2 % heads, step=min(2, len(target) - 1)),
        attention=AttentionOptions(view=view, **options),
    )
    return resolve_attention(bench)


def pixels(image):
    """``[height, width, 4]``."""
    shape = image.height(), image.width(), 4
    return np.array(image.constBits()).reshape(shape).astype(int)


def drawn(snapshot, theme=LIGHT):
    """The figure with one pixel for each px."""
    size, paint = figures.attention_figure(snapshot, theme)
    image = QImage(size, QImage.Format.Format_RGB32)
    with QPainter(image) as painter:
        paint(painter, QRectF(image.rect()))
    return image


def inside(snapshot, theme=LIGHT):
    """Where the picture is, without its margins."""
    size, _ = figures.attention_figure(snapshot, theme)
    return QRectF(QPointF(), size).adjusted(16, 16, -16, -16)


@each_theme
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("view", ONE_HEAD)
def test_it_has_the_pixels_of_the_windows_view(qapp, view, kind, theme):
    snapshot = picture(view, kind=kind, scale="sqrt", colour_map="cividis")
    figure = drawn(snapshot, theme)
    widget = ONE_HEAD[view](theme, heard_attention().handle)
    widget.resize(figure.size())
    widget.set_snapshot(snapshot.focus)
    screen = QImage(figure.size(), QImage.Format.Format_RGB32)
    screen.fill(QColor(theme.panel))
    with QPainter(screen) as painter:
        widget.paint_picture(painter, widget.picture_rect())
    assert figure == screen
    screen.fill(QColor(theme.panel))
    widget.render(screen, QPoint(), renderFlags=QWidget.RenderFlag.DrawChildren)
    assert np.abs(pixels(figure) - pixels(screen)).max() <= EDGE


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 3, 40, 128])
def test_every_token_of_a_head_is_named(qapp, kind, count):
    snapshot = picture("focus", kind=kind, source=words(count), target=words(count))
    layout = layout_focus(inside(snapshot), snapshot.focus, LIGHT)
    assert len(layout.rows) == count
    assert layout.sentence.height()
    assert all(label.rect.left() > 0 for label in (*layout.rows, *layout.fed))
    seen = {label.index for label in layout.columns}
    assert len(seen) > 0.8 * count, "apart from special tokens that have no room"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 3, 40, 128])
def test_no_link_is_scrolled_away_and_no_name_cut(qapp, kind, count):
    snapshot = picture("links", kind=kind, source=words(count), target=words(count))
    layout = layout_links(inside(snapshot), snapshot.focus, LIGHT)
    assert layout.content <= layout.viewport.height()
    assert layout.sentence.height()
    for column in (layout.queries, layout.keys):
        widths = [text_width(LIGHT, text, size=layout.size, weight="bold") for text in column.texts]
        assert max(widths) <= column.room + 1


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 3, 40, 128])
def test_no_part_of_a_sentence_is_scrolled_away(qapp, kind, count):
    snapshot = picture("text", kind=kind, source=words(count), target=words(count))
    layout = layout_text(inside(snapshot), sentences_of(snapshot.focus), LIGHT)
    for text in layout.sentences:
        assert text.content <= text.viewport.height()
        assert text.size >= LIGHT.large


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 3, 40])
def test_all_heads_are_inside_with_readable_rows(qapp, kind, count):
    snapshot = picture(
        "grid", kind=kind, source=words(count), target=words(count), layers=3, heads=8
    )
    area = inside(snapshot)
    assert area.width() < 3000
    layout = layout_mosaic(area, snapshot.mosaic, LIGHT, labelled=True)
    for at in np.ndindex(3, 8):
        assert area.contains(layout.tile(*at).rect)
    assert layout.cell_height * count >= LIGHT.small


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("kind", KINDS)
def test_before_the_first_step(qapp, view, kind):
    snapshot = picture(view, kind=kind, target=(), source=ZH)
    assert not drawn(snapshot).isNull()


@pytest.mark.parametrize("view", VIEWS)
def test_the_ground_is_the_panels(qapp, view):
    for theme in THEMES.values():
        image = drawn(picture(view), theme)
        corners = (
            (0, 0),
            (image.width() - 1, 0),
            (0, image.height() - 1),
            (image.width() - 1, image.height() - 1),
        )
        for corner in corners:
            assert image.pixelColor(*corner).name().upper() == theme.panel


@pytest.mark.parametrize("suffix", ["svg", "pdf"])
def test_lines_in_a_file_are_curves_and_no_pixels(qapp, tmp_path, suffix):
    size, paint = figures.attention_figure(picture("links"), LIGHT)
    save_figure(tmp_path / f"links.{suffix}", size, paint)
    data = (tmp_path / f"links.{suffix}").read_bytes()
    if suffix == "pdf":
        assert b"/Subtype /Image" not in data
        return
    root = ElementTree.fromstring(data)
    assert not list(root.iter("{http://www.w3.org/2000/svg}image"))
    curves = [
        path
        for path in root.iter("{http://www.w3.org/2000/svg}path")
        if len(re.findall("C", path.get("d"))) == 1
    ]
    links = links_of(picture("links").focus)
    every = links.touching(range(len(EN)), range(len(ZH)))
    chosen = links.at(LinkEnd("query", 2))
    assert len(curves) == len(every) + len(chosen)


# ------------------------------------------------------------------------------- test head picture


def painted_head(snapshot, view, **size):
    """Scrolled to the row in view."""
    head = head_picture(snapshot, view)

    def paint(painter, rect):
        head.paint_scrolled(painter, rect, LIGHT, head.offsets_to_row(rect, LIGHT))

    return painted(paint, **size)[0]


@pytest.mark.parametrize(("view", "widget"), [("links", LinksView), ("text", TextView)])
@pytest.mark.parametrize("step", [0, 10])
def test_scrolled_to_its_row_it_is_what_the_view_shows(qtbot, view, widget, step):
    snapshot = focus(marked_row=step, decoded_rows=step + 1)
    shown = widget(LIGHT, heard_attention().handle)
    qtbot.addWidget(shown)
    shown.resize(700, 500)
    shown.set_snapshot(snapshot)
    wanted, _ = painted(shown.paint_picture, width=700, height=500, theme=LIGHT)
    assert painted_head(snapshot, view, width=700, height=500) == wanted


@pytest.mark.parametrize("view", VIEWS)
def test_another_step_is_another_picture(view):
    first, last = (
        painted_head(focus(marked_row=step, decoded_rows=step + 1), view)
        for step in (0, len(EN) - 1)
    )
    assert first != last
    assert not painted_head(focus(target=(), source=ZH), view).isNull()
