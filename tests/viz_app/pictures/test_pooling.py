import numpy as np

from tests.every import every
from viz_app.pictures.cell_image import (
    BLANK,
    MASKED,
    ZERO,
    PeakPixels,
    cell_codes,
    edges,
    peaks,
    resampled,
)
from viz_app.workbench.state import SCALES

RNG = np.random.default_rng(0)


def random_weights(*shape):
    weights = RNG.random(shape, dtype=np.float32) ** 6
    weights[RNG.random(shape) < 0.05] = np.nan
    return weights


MASKS = {
    "free": lambda rows, columns: np.ones((rows, columns), dtype=np.bool_),
    "causal": lambda rows, columns: np.tri(rows, columns, dtype=np.bool_),
    "padded": lambda rows, columns: np.arange(columns) < np.full((rows, 1), columns - 5),
    "scattered": lambda rows, columns: np.random.default_rng(1).random((rows, columns)) < 0.4,
    "closed": lambda rows, columns: np.zeros((rows, columns), dtype=np.bool_),
}


@every("mask", MASKS.values())
@every(("height", "width"), [(7, 9), (40, 50), (13, 100), (100, 13), (1, 1)])
def test_peaks_are_the_largest_allowed_weights_of_a_pixel(mask, height, width):
    rows, columns = 40, 50
    weights, allowed = random_weights(2, 3, rows, columns), mask(rows, columns)
    found = peaks(weights, allowed, height=height, width=width)
    down, across = edges(rows, height), edges(columns, width)
    assert found.shape == (2, 3, min(height, rows), min(width, columns))
    for row, column in np.ndindex(found.shape[2:]):
        part = (slice(down[row], down[row + 1]), slice(across[column], across[column + 1]))
        cells = np.where(allowed[part], weights[..., *part], -1)
        expected = np.nan_to_num(cells, nan=-1).max(axis=(2, 3))
        assert np.array_equal(np.nan_to_num(found[:, :, row, column], nan=-1), expected)


@every("cells", [1, 7, 128, 512])
@every("pixels", [1, 5, 70, 300, 1000])
def test_every_pixel_has_cells_and_every_cell_a_pixel(cells, pixels):
    found = edges(cells, pixels)
    assert (found[0], found[-1], len(found)) == (0, cells, min(cells, pixels) + 1)
    assert (np.diff(found) > 0).all()


@every("mask", MASKS.values())
@every("scale", SCALES)
@every("decoded", [0, 1, 23, 39, 40])
@every(("height", "width"), [(7, 9), (60, 60), (13, 100), (100, 13)])
def test_pixels_are_what_pooling_codes_would_give(mask, scale, decoded, height, width):
    """Scaling and rounding first, and taking the largest code then: the same, but for the work."""
    weights, allowed = random_weights(2, 3, 40, 50), mask(40, 50)
    codes = PeakPixels().codes(
        weights, allowed, decoded_rows=decoded, scale=scale, height=height, width=width
    )
    cells = cell_codes(weights, allowed, decoded_rows=decoded, scale=scale)
    assert np.array_equal(codes, resampled(cells, height=height, width=width))


def test_a_pixel_is_masked_or_blank_only_as_a_whole():
    weights, mask = np.zeros((1, 1, 4, 4), dtype=np.float32), np.ones((4, 4), dtype=np.bool_)
    mask[:2, :2] = False
    mask[:2, 2] = False
    codes = PeakPixels().codes(weights, mask, decoded_rows=3, scale="linear", height=2, width=2)
    assert codes[0, 0].tolist() == [[MASKED, ZERO], [ZERO, ZERO]]
    codes = PeakPixels().codes(weights, mask, decoded_rows=2, scale="linear", height=2, width=2)
    assert codes[0, 0].tolist() == [[MASKED, ZERO], [BLANK, BLANK]]


def counted(monkeypatch):
    calls = []

    def counting(weights, mask, **size):
        calls.append(size["height"])
        return peaks(weights, mask, **size)

    monkeypatch.setattr("viz_app.pictures.cell_image.peaks", counting)
    return calls


def test_stepping_pools_at_most_one_row_of_pixels(monkeypatch):
    calls, pixels = counted(monkeypatch), PeakPixels()
    weights, mask = random_weights(2, 3, 40, 50), MASKS["causal"](40, 50)
    for decoded in range(41):
        codes = pixels.codes(weights, mask, decoded_rows=decoded, scale="linear", height=7, width=9)
        cells = cell_codes(weights, mask, decoded_rows=decoded)
        assert np.array_equal(codes, resampled(cells, height=7, width=9))
    assert calls[0] == 7
    assert set(calls[1:]) == {1}


@every("changed", ["weights", "mask", "size"])
def test_nothing_kept_is_shown_for_something_else(changed):
    pixels = PeakPixels()
    weights, mask = random_weights(1, 1, 40, 50), MASKS["causal"](40, 50)
    size = {"height": 7, "width": 9}
    pixels.codes(weights, mask, decoded_rows=40, scale="linear", **size)
    weights = weights[..., ::-1, :] if changed == "weights" else weights
    mask = mask[::-1] if changed == "mask" else mask
    size = {"height": 9, "width": 7} if changed == "size" else size
    codes = pixels.codes(weights, mask, decoded_rows=40, scale="linear", **size)
    cells = cell_codes(weights, mask, decoded_rows=40)
    assert np.array_equal(codes, resampled(cells, **size))


def test_weights_may_be_read_only_views_in_any_order():
    weights = random_weights(40, 2, 3, 50).transpose(1, 2, 0, 3)
    weights.setflags(write=False)
    found = peaks(weights, MASKS["causal"](40, 50), height=7, width=9)
    expected = peaks(np.ascontiguousarray(weights), MASKS["causal"](40, 50), height=7, width=9)
    assert np.array_equal(found, expected, equal_nan=True)
