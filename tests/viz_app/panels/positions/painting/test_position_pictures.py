"""The positional encodings as matrices and curves with words."""

import numpy as np
import pytest

from model.lessons.positions.sinusoid import wavelengths
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, each_theme, lut_colour, overlaps, painted
from tests.viz_app.panels.positions.snapshots import LEARNED, TOKENS, snapshot
from viz_app.design.colour_map import diverging_lut
from viz_app.panels.positions.painting.position_pictures import (
    first_positions,
    kind_line,
    position_names,
    similarity_picture,
    similarity_sentence,
    table_picture,
    table_sentence,
)
from viz_app.panels.positions.painting.rotation_pictures import (
    MOST,
    rotated_row_sentence,
    rotated_rows_picture,
    rotation_picture,
    rotation_sentence,
    row_names,
)
from viz_app.panels.positions.painting.wavelength_pictures import (
    dimensions_picture,
    wavelengths_picture,
)
from viz_app.pictures.levels import level_ticks
from viz_app.pictures.value_painter import ValuePicture, paint_value_picture
from viz_app.workbench.state.selection import Cell

# ---------------------------------------------------------------------------------- the table


def test_levels_are_fixed_for_the_formula_and_said_for_a_learned_table():
    assert table_picture(snapshot(), 32).level == 1.0
    learned = table_picture(snapshot("learned"), 32)
    assert learned.level == pytest.approx(LEARNED, rel=0.01)
    assert level_ticks(learned.level)[0][1] == "−0.05"


def test_positions_are_named_after_the_sentence():
    assert position_names(TOKENS, 6) == ("我  0", "有  1", "猫  2", "</s>  3", "4", "5")
    assert position_names(TOKENS, 2) == ("我  0", "有  1")


def test_a_name_from_right_to_left_keeps_its_number_at_its_right():
    assert position_names(("שלום",), 1) == ("\u2068שלום\u2069  0",)


def test_first_positions():
    assert first_positions(snapshot()) == 32
    assert first_positions(snapshot(tokens=("a",) * 50)) == 50
    assert first_positions(snapshot(positions=20)) == 20
    assert first_positions(snapshot(length=7)) == 7


def test_kind_is_said():
    assert kind_line(snapshot()) == ""
    assert kind_line(snapshot("learned")).startswith("Learned table")


def test_sentences_have_exact_numbers():
    assert plain(table_sentence(snapshot(), Cell(2, 0))) == "0.9093 · position 2 “猫”, dimension 0"
    assert plain(similarity_sentence(snapshot(), Cell(9, 9))) == (
        "cosine 1.0000 · position 9 and position 9"
    )


def test_the_dot_product_has_levels_of_its_own():
    shown = snapshot(measure="dot")
    picture = similarity_picture(shown, 32)
    assert picture.level == 16
    assert picture.values.max() == pytest.approx(16)
    assert "−16 … 16" in picture.subtitle
    assert plain(similarity_sentence(shown, Cell(9, 9))) == (
        "dot product 16.0000 · position 9 and position 9"
    )
    learned = snapshot("learned", measure="dot")
    largest = np.square(learned.table).sum(axis=1).max()
    assert similarity_picture(learned, 32).level == pytest.approx(largest)


# ------------------------------------------------------------------------------- the rotation


def test_of_a_large_matrix_the_first_blocks_are_shown():
    study = snapshot(d_model=64, positions=8).rotation
    picture = rotation_picture(study)
    assert picture.values.shape == (MOST, MOST)
    assert picture.subtitle == "the first 16 of 32 pairs of dimensions, −1 … 1"
    assert picture.title == "R for k = 3"
    assert rotation_sentence(study, Cell(0, 1)) == "0.1411 · R, row 0, column 1"
    assert rotation_sentence(study, Cell(1, 0)) == "−0.1411 · R, row 1, column 0"


def test_of_halves_both_halves_of_the_first_pairs_are_shown():
    study = snapshot(d_model=64, positions=8, sinusoids="halves").rotation
    picture = rotation_picture(study)
    assert [name.strip() for name in picture.rows] == [
        *map(str, range(16)),
        *map(str, range(32, 48)),
    ]
    np.testing.assert_allclose(picture.values[0, 16], np.sin(3), atol=1e-6)
    assert rotation_sentence(study, Cell(0, 16)) == "0.1411 · R, row 0, column 32"


def test_the_three_rows_are_named():
    shown = snapshot(position=4, offset=5)
    study = shown.rotation
    assert row_names(study) == ("PE(4)", "R·PE(4)", "PE(9)")
    picture = rotated_rows_picture(study, shown)
    assert (picture.values.shape, picture.level) == ((3, 32), 1.0)
    expected = f"{shown.table[9, 2]:.4f}".replace("-", "−")
    assert rotated_row_sentence(study, Cell(2, 2)) == f"{expected} · PE(9), dimension 2"
    assert rotated_rows_picture(study, snapshot("learned")).level == pytest.approx(
        LEARNED, rel=0.01
    )


# --------------------------------------------------------------------------------- the curves


def test_curves_are_columns_of_the_table():
    picture = dimensions_picture(snapshot(), (0, 5))
    np.testing.assert_array_equal(picture.curves, snapshot().table[:32, [0, 5]].T)
    assert picture.up == (-1.05, 1.05)
    assert [text for _, text in picture.ticks] == ["−1", "−0.5", "0", "0.5", "1"]


def test_wavelengths_of_any_size_have_the_same_axis():
    for d_model in (2, 32, 512):
        picture = wavelengths_picture(snapshot(d_model=d_model))
        np.testing.assert_allclose(picture.curves[0], wavelengths(d_model), rtol=1e-6)
        assert picture.up == (1.0, 100_000.0)
        assert picture.up[0] < picture.curves.min()
        assert picture.curves.max() < picture.up[1]
    assert picture.marks == ((32.0, "32 positions shown"),)
    np.testing.assert_array_equal(picture.x[:3], [0, 2, 4])


# --------------------------------------------------------------------------------- the painter


def picture_of(values, level=1.0, **fields):
    rows, columns = values.shape
    return ValuePicture(
        title="title",
        subtitle="subtitle",
        rows=tuple(str(n) for n in range(rows)),
        columns=tuple(str(n) for n in range(columns)),
        level=level,
        square=True,
        values=values,
        **fields,
    )


@each_theme
def test_values_are_drawn_where_they_belong(qapp, theme):
    values = np.zeros((4, 6), dtype=np.float32)
    values[0, 5], values[3, 0] = 1.0, -1.0
    image, layout = painted(
        lambda p, rect: paint_value_picture(p, rect, picture_of(values), theme), theme=theme
    )

    def seen(row, column):
        rect = layout.grid.cell_rect(row, column)
        return colour_at(image, rect.center())

    assert seen(0, 5) == theme.positive.lower()
    assert seen(3, 0) == theme.negative.lower()
    assert seen(1, 1) == theme.panel.lower()


def test_levels_are_symmetric(qapp):
    theme = THEMES["light"]
    values = np.array([[0.02, -0.02]], dtype=np.float32)
    image, layout = painted(
        lambda p, rect: paint_value_picture(p, rect, picture_of(values, level=0.04), theme)
    )
    lut = diverging_lut(theme)
    assert colour_at(image, layout.grid.cell_rect(0, 0).center()) == lut_colour(lut, 191)
    assert colour_at(image, layout.grid.cell_rect(0, 1).center()) == lut_colour(lut, 64)


def test_cells_may_be_as_long_as_a_picture_says(qapp):
    values = np.zeros((3, 400), dtype=np.float32)
    heights = []
    for stretch in (None, 32.0):
        picture = picture_of(values, stretch=stretch)
        _, layout = painted(
            lambda p, rect, it=picture: paint_value_picture(p, rect, it, THEMES["light"])
        )
        heights.append(layout.grid.cell_height)
    assert heights[1] > 5 * heights[0]


@pytest.mark.parametrize(("positions", "d_model"), [(1, 2), (20, 32), (128, 512)])
def test_labels_never_overlap(qapp, positions, d_model):
    shown = snapshot(positions=positions, d_model=d_model, tokens=TOKENS[:positions])
    picture = table_picture(shown, positions)
    _, layout = painted(
        lambda p, rect: paint_value_picture(p, rect, picture, THEMES["light"]),
        width=520,
        height=380,
    )
    assert not overlaps([label.rect for label in (*layout.rows, *layout.columns)])
