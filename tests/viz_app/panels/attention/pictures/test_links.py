import dataclasses
import math

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
from viz_app.design.colours import oklab
from viz_app.panels.attention.pictures.link_set import LinkEnd, strokes_of
from viz_app.panels.attention.pictures.links import (
    MOST_LINES,
    Curves,
    density,
    line_offset,
    links_picture,
    painted_curves,
)

# -------------------------------------------------------------------------------- test link raster


def curves(*rows, colour=(0, 0, 0), dashes=()):
    """Each row: start, end, width, opacity."""
    starts, ends, widths, opacities = np.array(rows, dtype=np.float32).reshape(-1, 4).T
    return Curves(
        starts=starts,
        ends=ends,
        widths=widths,
        opacities=opacities,
        colour=colour,
        dashes=dashes,
    )


def channels(pixels):
    """Alpha, red, green, blue. ``[4, row, column]``."""
    return np.stack([pixels >> shift & 255 for shift in (24, 16, 8, 0)])


def alpha_of(*rows, width=40, height=30, **options):
    return channels(painted_curves([curves(*rows)], width=width, height=height, **options))[0]


def test_a_level_line_covers_its_width():
    alpha = alpha_of((10.0, 10.0, 4.0, 0.5))
    assert (alpha[8:12] == 128).all()
    assert not alpha[:8].any()
    assert not alpha[12:].any()


def test_what_is_partly_covered_is_fainter():
    alpha = alpha_of((10.25, 10.25, 1.0, 0.5))
    assert alpha[9, 0] == pytest.approx(255 * (1 - 0.5**0.25), abs=1)
    assert alpha[10, 0] == pytest.approx(255 * (1 - 0.5**0.75), abs=1)


def test_a_curve_is_where_its_formula_says():
    """Against the middle of the ink in each column: level at both ends, through the centre."""
    alpha = alpha_of((5.0, 55.0, 2.0, 0.8), width=100, height=60).astype(float)
    rows = np.arange(60)[:, None] + 0.5
    middles = (alpha * rows).sum(axis=0) / alpha.sum(axis=0)
    share = (np.arange(100) + 0.5) / 100
    assert np.allclose(middles, 5 + 50 * share**2 * (3 - 2 * share), atol=0.3)


def test_a_steep_line_is_as_wide_as_a_level_one():
    """Measured across it: on a slope the ink in a column is longer by the slope's secant."""
    level, steep = (
        density(curves((50.0, end, 3.0, 0.5)), np.array([50.0], np.float32), 100, 200)
        for end in (50.0, 150.0)
    )
    slope = 100 * 1.5 / 100
    assert steep.sum() / level.sum() == pytest.approx(math.hypot(1, slope), rel=1e-3)


def test_densities_add_up_in_any_order():
    one, other = (10.0, 10.0, 2.0, 0.5), (10.0, 10.0, 2.0, 0.25)
    both = alpha_of(one, other)
    assert both[10, 5] == pytest.approx(255 * (1 - 0.5 * 0.75), abs=1)
    assert (both == alpha_of(other, one)).all()


def test_colours_mix_by_density():
    red = curves((10.0, 10.0, 4.0, 0.5), colour=(255, 0, 0))
    blue = curves((10.0, 10.0, 4.0, 0.5), colour=(0, 0, 255))
    alpha, *light = channels(painted_curves([red, blue], width=8, height=20))[:, 10, 4]
    assert alpha == pytest.approx(255 * 0.75, abs=1)
    assert light == [pytest.approx(alpha / 2, abs=1), 0, pytest.approx(alpha / 2, abs=1)]


def test_premultiplied_colours_are_never_above_alpha():
    rows = [(y, 30 - y, 1 + y / 10, 0.05 + y / 40) for y in range(30)]
    white = curves(*rows, colour=(255, 255, 255))
    alpha, *light = channels(painted_curves([white], width=50, height=30))
    assert alpha.max() > 100
    assert all((channel <= alpha).all() for channel in light)


def test_dashes_leave_gaps():
    dashed = curves((10.0, 10.0, 4.0, 0.5), dashes=(4.0, 2.0))
    alpha = channels(painted_curves([dashed], width=12, height=20))[0, 10]
    assert (alpha > 0).tolist() == [*[True] * 4, *[False] * 2] * 2


def test_lines_out_of_view_leave_nothing():
    assert not alpha_of((-40.0, -10.0, 3.0, 0.5), (45.0, 90.0, 3.0, 0.5)).any()
    assert not painted_curves([curves()], width=5, height=4).any()
    assert painted_curves([], width=5, height=4).shape == (4, 5)


def test_a_line_that_leaves_the_view_is_cut():
    alpha = alpha_of((15.0, 200.0, 2.0, 0.8), width=60, height=30)
    assert alpha[:, 0].any()
    assert not alpha[:, -1].any()


@pytest.mark.parametrize("width", [101, 200])
def test_much_work_on_fine_pixels_is_done_two_by_two(width, monkeypatch):
    monkeypatch.setattr("viz_app.panels.attention.pictures.links.COARSE", 1000)
    rows = [(float(y), 90.0 - y, 2.0, 0.3) for y in range(90)]
    fine, coarse = (alpha_of(*rows, width=width, height=90, coarse=on) for on in (False, True))
    assert coarse.shape == fine.shape
    assert (coarse[:, 0:-1:2] == coarse[:, 1::2][:, : coarse[:, 0:-1:2].shape[1]]).all()
    assert abs(coarse.mean() - fine.mean()) < 2


def test_many_columns_at_a_time_are_the_same_as_few(monkeypatch):
    rows = [(float(y), 60.0 - y, 2.0, 0.3) for y in range(60)]
    whole = alpha_of(*rows, width=90, height=60)
    monkeypatch.setattr("viz_app.panels.attention.pictures.links.AT_ONCE", 500)
    assert (alpha_of(*rows, width=90, height=60) == whole).all()


# ------------------------------------------------------------------------------ test links painter


ROWS, COLUMNS = len(EN), len(ZH)
LIGHT = THEMES["light"]


def picture(shown, theme=LIGHT, *, spot=None, scroll=0.0, ratio=1, **size):
    links = dataclasses.replace(links_picture(shown), pointed=spot)
    image, layout = painted(
        lambda painter, rect: links.paint_scrolled(painter, rect, theme, (scroll,)),
        theme=theme,
        ratio=ratio,
        **size,
    )
    return image, layout, links.cache.drawn[1]


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
    assert max(distance(name, theme.panel) for name in linked) > 1.4 * max(
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
