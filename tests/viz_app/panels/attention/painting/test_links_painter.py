import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPointF
from PySide6.QtGui import QColor

from tests.viz_app.painted import (
    EN,
    THEMES,
    ZH,
    area_colours,
    colour_at,
    each_theme,
    focus,
    painted,
    zeros,
)
from viz_app.design.oklab import oklab
from viz_app.panels.attention.painting.link_lines import MOST_LINES, drawn_lines, line_offset
from viz_app.panels.attention.painting.link_set import LinkEnd, links_of, strokes_of
from viz_app.panels.attention.painting.links_layout import layout_links
from viz_app.panels.attention.painting.links_painter import paint_links

ROWS, COLUMNS = len(EN), len(ZH)
LIGHT = THEMES["light"]


def picture(shown, theme=LIGHT, *, spot=None, scroll=0.0, ratio=1, **size):
    links = links_of(shown)

    def paint(painter, rect):
        layout = layout_links(rect, shown, theme, scroll=scroll)
        lines = drawn_lines(layout, links, strokes_of(shown, theme), theme, ratio=ratio)
        paint_links(painter, layout, shown, links, theme, lines=lines, spot=spot)
        return layout, lines

    image, (layout, lines) = painted(paint, theme=theme, ratio=ratio, **size)
    return image, layout, lines


def near_start(layout, row, *, across=0.02):
    """On the lines of a query, where they have hardly left its height."""
    area = layout.lines_rect
    return QPointF(area.left() + across * area.width(), layout.middle(row))


def near_end(layout, column):
    area = layout.lines_rect
    return QPointF(area.right() - 0.02 * area.width(), layout.middle(column))


def distance(one, other):
    labs = [
        oklab((QColor(name).red(), QColor(name).green(), QColor(name).blue()))
        for name in (one, other)
    ]
    return float(np.linalg.norm(labs[0] - labs[1]))


@each_theme
@pytest.mark.parametrize("ratio", [1, 2])
def test_a_line_goes_from_the_query_to_its_key(qapp, theme, ratio):
    shown = focus(zeros(ROWS, COLUMNS, r4c9=1.0))
    image, layout, _ = picture(shown, theme, ratio=ratio)
    for point in (near_start(layout, 4), near_end(layout, 9)):
        assert distance(colour_at(image, point), theme.cross) < 0.12
    for point in (near_start(layout, 5), near_end(layout, 8), near_end(layout, 4)):
        assert colour_at(image, point) == theme.panel.lower()
    area = layout.lines_rect
    middle = QPointF(area.center().x(), (layout.middle(4) + layout.middle(9)) / 2)
    assert distance(colour_at(image, middle), theme.cross) < 0.12


@each_theme
def test_heavier_links_are_stronger_and_wider(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS, r1c1=0.1, r3c3=0.4, r5c5=1.0), mass=1.0)
    image, layout, _ = picture(shown, theme)
    strengths, widths = [], []
    for row in (1, 3, 5):
        point = near_start(layout, row)
        strengths.append(distance(colour_at(image, point), theme.panel))
        column = [colour_at(image, point + QPointF(0, y / 2)) for y in range(-8, 9)]
        widths.append(sum(colour != theme.panel.lower() for colour in column))
    assert strengths == sorted(strengths)
    assert strengths[0] > 0.02
    assert strengths[2] > 2 * strengths[0]
    assert widths == sorted(widths)
    assert widths[2] > widths[0]


def test_masked_links_are_not_drawn(qapp):
    every = np.ones((ROWS, ROWS), np.float32)
    shown = focus(every, kind="decoder", mass=1.0)
    _, _, lines = picture(shown)
    assert (lines.links.columns <= lines.links.rows).all()


@each_theme
def test_a_token_s_lines_stand_out_and_the_others_fade(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS, r2c2=1.0, r6c6=1.0))
    calm, layout, _ = picture(shown, theme)
    image, _, _ = picture(shown, theme, spot=LinkEnd("query", 2))
    chosen, other = near_start(layout, 2, across=0.4), near_start(layout, 6, across=0.4)
    assert distance(colour_at(image, chosen), colour_at(calm, chosen)) < 0.02
    faint = distance(colour_at(image, other), theme.panel)
    assert 0 < faint < 0.3 * distance(colour_at(calm, other), theme.panel)


def test_a_key_s_lines_stand_out_too(qapp):
    shown = focus(zeros(ROWS, COLUMNS, r2c2=1.0, r6c6=1.0))
    image, layout, _ = picture(shown, spot=LinkEnd("key", 6))
    clear, faint = (near_end(layout, column) - QPointF(150, 0) for column in (6, 2))
    assert distance(colour_at(image, clear), LIGHT.cross) < 0.12
    assert distance(colour_at(image, faint), LIGHT.panel) < 0.1


def test_several_heads_have_their_colours_beside_each_other(qapp):
    shown = focus(heads=(0, 2))
    sharp = np.zeros((2, 3, ROWS, COLUMNS), np.float32)
    sharp[1, [0, 2], 4, 4] = 1.0
    steps = [
        dataclasses.replace(step, cross_rows=sharp[:, :, step.index]) for step in shown.trace.steps
    ]
    shown = dataclasses.replace(
        shown, trace=dataclasses.replace(shown.trace, steps=tuple(steps)), weights=sharp[1, 0]
    )
    image, layout, _ = picture(shown, height=600)
    for layer, stroke in enumerate(strokes_of(shown, LIGHT)):
        below = line_offset(layer, layout, LIGHT, layers=2)
        point = near_start(layout, 4, across=0.5) + QPointF(0, below)
        assert distance(colour_at(image, point), stroke.colour) < 0.15


def test_the_legend_shows_each_head(qapp):
    image, layout, _ = picture(focus(heads=(0, 1, 2)))
    assert [item.text for item in layout.heads] == ["head 1", "head 2", "head 3"]
    for item, stroke in zip(layout.heads, strokes_of(focus(heads=(0, 1, 2)), LIGHT), strict=True):
        sample = QPointF(item.rect.left() + 6, item.rect.center().y())
        assert colour_at(image, sample) == stroke.colour.lower()
    assert picture(focus())[1].heads == ()


def test_the_query_in_view_is_bold(qapp):
    """The same letters in bold cover more."""
    tokens = ("nnnn",) * 6
    shown = focus(target=tokens, source=tokens, row_labels="predicted", marked_row=2)
    image, layout, _ = picture(shown)
    inks = []
    for row in range(6):
        rect = layout.token_rect(LinkEnd("query", row)).toRect()
        part = image.copy(rect)
        inks.append(
            sum(
                part.pixelColor(x, y).lightness() < 128
                for x in range(part.width())
                for y in range(part.height())
            )
        )
    assert inks.index(max(inks)) == 2


@each_theme
def test_the_chosen_token_has_a_ground_and_unlinked_ones_fade(qapp, theme):
    shown = focus(zeros(ROWS, COLUMNS, r2c2=1.0), row_labels="predicted")
    image, layout, _ = picture(shown, theme, spot=LinkEnd("query", 2))
    ground = layout.token_rect(LinkEnd("query", 2))
    assert colour_at(image, ground.topLeft() + QPointF(8, 4)) != theme.panel.lower()
    other = layout.token_rect(LinkEnd("query", 3))
    assert colour_at(image, other.topLeft() + QPointF(8, 4)) == theme.panel.lower()
    linked, alone = (
        area_colours(image, layout.token_rect(LinkEnd("key", column)).adjusted(8, 2, 0, -2))
        for column in (2, 3)
    )
    assert max(distance(name, theme.panel) for name in linked) > 1.5 * max(
        distance(name, theme.panel) for name in alone
    )


def test_more_lines_than_can_be_told_apart_are_left_out_and_it_is_known(qapp):
    tokens = tuple(str(number) for number in range(200))
    every = np.full((200, 200), 1 / 200, np.float32)
    shown = focus(every, target=tokens, source=tokens, mass=1.0)
    _, _, lines = picture(shown)
    assert len(lines.links) == MOST_LINES
    assert lines.n_in_view > MOST_LINES
    assert len(set(lines.links.rows.tolist())) > 150, "of equal ones some everywhere"


def test_the_heaviest_of_too_many_are_drawn(qapp):
    tokens = tuple(str(number) for number in range(200))
    every = np.full((200, 200), 1 / 400, np.float32)
    every[np.arange(200), np.arange(200)] = 0.5
    _, layout, lines = picture(focus(every, target=tokens, source=tokens, mass=1.0))
    heavy = set(lines.links.rows[lines.links.weights > 0.4].tolist())
    assert heavy == set(layout.seen("query"))


def test_links_out_of_view_are_not_drawn(qapp):
    tokens = tuple(str(number) for number in range(200))
    weights = zeros(200, 200, r0c0=1.0, r150c150=1.0, r0c150=0.5)
    shown = focus(weights, target=tokens, source=tokens, mass=1.0)
    _, _, top = picture(shown)
    _, _, below = picture(shown, scroll=150 * layout_links_line(shown))
    assert {(0, 0), (0, 150)} == ends(top)
    assert {(150, 150), (0, 150)} == ends(below)


def layout_links_line(shown):
    return picture(shown)[1].line


def ends(lines):
    return set(zip(lines.links.rows.tolist(), lines.links.columns.tolist(), strict=True))


@pytest.mark.parametrize("sizes", [((), ZH), (EN, ()), ((), ())])
@pytest.mark.parametrize("kind", ["encoder", "decoder", "cross"])
def test_without_tokens_the_titles_are_there(qapp, sizes, kind):
    target, source = sizes
    image, layout, _ = picture(focus(kind=kind, target=target, source=source))
    assert len(area_colours(image, layout.title)) > 1
