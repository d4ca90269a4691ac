import math

import numpy as np
import pytest

from viz_app.panels.attention.painting.link_raster import Curves, density, painted_curves


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
    monkeypatch.setattr("viz_app.panels.attention.painting.link_raster.COARSE", 1000)
    rows = [(float(y), 90.0 - y, 2.0, 0.3) for y in range(90)]
    fine, coarse = (alpha_of(*rows, width=width, height=90, coarse=on) for on in (False, True))
    assert coarse.shape == fine.shape
    assert (coarse[:, 0:-1:2] == coarse[:, 1::2][:, : coarse[:, 0:-1:2].shape[1]]).all()
    assert abs(coarse.mean() - fine.mean()) < 2


def test_many_columns_at_a_time_are_the_same_as_few(monkeypatch):
    rows = [(float(y), 60.0 - y, 2.0, 0.3) for y in range(60)]
    whole = alpha_of(*rows, width=90, height=60)
    monkeypatch.setattr("viz_app.panels.attention.painting.link_raster.AT_ONCE", 500)
    assert (alpha_of(*rows, width=90, height=60) == whole).all()
