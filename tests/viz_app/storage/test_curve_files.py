"""Curves as files: what their numbers may be is settled before there is a point for each."""

import pytest

from tests.viz_app.runs_on_disk import curve_points
from viz_app.storage.curve_files import MOST_POINTS, curve_bytes, read_curve
from viz_app.storage.run_errors import RunError


def test_a_curve_of_more_points_than_any_run_keeps_is_refused(tmp_path):
    points, path = curve_points(1) * (MOST_POINTS + 1), tmp_path / "curve.npz"
    path.write_bytes(curve_bytes(points[:-1]))
    assert read_curve(path) == points[:-1]
    path.write_bytes(curve_bytes(points))
    with pytest.raises(RunError, match=r"curve\.npz is damaged"):
        read_curve(path)
