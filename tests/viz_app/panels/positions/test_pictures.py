"""The positional encodings as matrices and curves with words."""

import dataclasses
import math
from types import SimpleNamespace

import numpy as np
import pytest

from model.lessons.positions import AlteredTranslation, rotation_study, wavelengths
from model.network.layers import sinusoidal_table
from tests.viz_app.listening import plain
from tests.viz_app.painted import (
    THEMES,
    colour_at,
    each_theme,
    lut_colour,
    overlaps,
    painted,
    svg_texts,
)
from tests.viz_app.panels.positions.snapshots import LEARNED, TOKENS, relative_snapshot, snapshot
from viz_app.design.colour_map import diverging_lut
from viz_app.panels.positions import pictures
from viz_app.panels.positions.pictures import (
    MOST,
    Dials,
    bias_curves,
    bias_matrix,
    dials_picture,
    dimensions_picture,
    kind_line,
    page_text,
    position_names,
    rotated_rows_picture,
    rotation_picture,
    row_names,
    similarity_picture,
    table_picture,
    table_sentence,
    those_with_room,
    wavelengths_picture,
)
from viz_app.pictures.cell_image import level_ticks
from viz_app.pictures.matrix import SQUARE, MatrixPicture
from viz_app.workbench.state import Cell

# ---------------------------------------------------------------------------- relative biases


def test_an_encoders_curves_go_to_both_sides_and_a_decoders_back_only():
    shown = relative_snapshot(length=5)
    encoder, decoder = bias_curves(shown, "encoder"), bias_curves(shown, "decoder")
    assert encoder.x.tolist() == [*range(-4, 5)]
    assert decoder.x.tolist() == [*range(-4, 1)]
    np.testing.assert_array_equal(encoder.curves, shown.model.biases["encoder"][:, 2:11])
    np.testing.assert_array_equal(decoder.curves, shown.model.biases["decoder"][:, 2:7])


def test_keys_farther_away_have_the_bias_of_the_farthest():
    shown = relative_snapshot(length=20)
    curves = bias_curves(shown, "encoder")
    assert len(curves.x) == 39
    farthest = shown.model.biases["encoder"]
    np.testing.assert_array_equal(curves.curves[:, :14].T, [farthest[:, 0]] * 14)
    np.testing.assert_array_equal(curves.curves[:, -14:].T, [farthest[:, -1]] * 14)


def test_a_curve_is_saved_with_its_distances_and_the_numbers_of_heads():
    table = bias_curves(relative_snapshot(length=3), "encoder").tables()[0]
    assert table.rows == ("-2", "-1", "0", "1", "2")
    assert table.columns == ("1", "2", "3", "4")


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_matrix_has_the_numbers_of_the_curve_on_its_diagonals(stack):
    shown = relative_snapshot(stack=stack, head=2, length=9)
    curve, matrix = bias_curves(shown, stack), bias_matrix(shown).values
    by_distance = dict(zip(curve.x.tolist(), curve.curves[2].tolist(), strict=True))
    for query in range(9):
        for key in range(9):
            expected = by_distance.get(key - query, np.nan)
            np.testing.assert_equal(float(matrix[query, key]), expected)
    assert np.isnan(matrix[np.triu_indices(9, 1)]).all() == (stack == "decoder")


def test_no_bias_lies_outside_the_colours():
    shown = relative_snapshot()
    largest = max(abs(biases).max() for biases in shown.model.biases.values())
    assert bias_matrix(shown).level == pytest.approx(largest)


def test_a_matrix_is_named_after_the_sentence_of_its_stack():
    rows = bias_matrix(relative_snapshot(length=4)).rows
    assert rows == ("我  0", "有  1", "猫  2", "</s>  3")
    fed = bias_matrix(relative_snapshot(length=4, stack="decoder")).rows
    assert fed == ("<s>  0", "I  1", "am  2", "3")


def test_points_and_cells_are_said():
    shown = relative_snapshot(length=4)
    value = f"{shown.model.biases['encoder'][1, 4]:.4f}".replace("-", "−")
    said = bias_curves(shown, "encoder").say(Cell(1, 1))
    assert said == f"{value} · Encoder, head 2 · key 2 before the query"
    assert bias_curves(shown, "decoder").say(Cell(0, 3)).endswith("the query itself")
    cell = bias_matrix(shown).say(Cell(0, 2))
    assert cell.endswith("key 2 after the query")
    masked = bias_matrix(relative_snapshot(stack="decoder")).say(Cell(0, 2))
    assert masked.startswith("masked · query: ")


# ---------------------------------------------------------------------------------- the table


def test_levels_are_fixed_for_the_formula_and_said_for_a_learned_table():
    assert table_picture(snapshot()).level == 1.0
    learned = table_picture(snapshot("learned"))
    assert learned.level == pytest.approx(LEARNED, rel=0.01)
    assert level_ticks(learned.level)[0][1] == "−0.05"


@pytest.mark.parametrize(
    ("tokens", "count", "names"),
    [
        (TOKENS, 6, ("我  0", "有  1", "猫  2", "</s>  3", "4", "5")),
        (TOKENS, 2, ("我  0", "有  1")),
        # from right to left, with its number at its right
        (("שלום",), 1, ("\u2068שלום\u2069  0",)),
    ],
)
def test_positions_are_named_after_the_sentence(tokens, count, names):
    assert position_names(tokens, count) == names


def test_kind_is_said():
    assert kind_line(snapshot()) == ""
    assert kind_line(snapshot("learned")).startswith("Learned table")


def test_sentences_have_exact_numbers():
    assert plain(table_sentence(snapshot(), Cell(2, 0))) == "0.9093 · position 2 “猫”, dimension 0"
    assert plain(similarity_picture(snapshot()).say(Cell(9, 9))) == (
        "cosine 1.0000 · position 9 and position 9"
    )


def test_the_dot_product_has_levels_of_its_own():
    shown = snapshot(measure="dot")
    picture = similarity_picture(shown)
    assert picture.level == 16
    assert picture.values.max() == pytest.approx(16)
    assert "−16 … 16" in picture.note
    assert plain(similarity_picture(shown).say(Cell(9, 9))) == (
        "dot product 16.0000 · position 9 and position 9"
    )
    learned = snapshot("learned", measure="dot")
    largest = np.square(learned.table).sum(axis=1).max()
    assert similarity_picture(learned).level == pytest.approx(largest)


def test_the_similarities_of_many_positions_are_only_numbered():
    similar, table = similarity_picture(snapshot()), table_picture(snapshot())
    few = similarity_picture(snapshot(length=16))
    assert few.rows == position_names(TOKENS, 16)
    shown = {
        picture.title: svg_texts(
            lambda painter, rect, picture=picture: picture.paint(painter, rect, THEMES["light"]),
            width=420,
            height=250,
        )
        for picture in (similar, table)
    }
    assert similar.note in shown[similar.title]  # nothing is said of steps between numbers
    assert not set(TOKENS) & set("".join(shown[similar.title]).split())
    assert f"some row labels omitted · {table.note}" in shown[table.title]


# ------------------------------------------------------------------------------- the rotation


def test_of_a_large_matrix_the_first_blocks_are_shown():
    study = snapshot(d_model=64, positions=8).rotation
    picture = rotation_picture(study)
    assert picture.values.shape == (MOST, MOST)
    assert picture.note == "the first 16 of 32 pairs of dimensions, −1 … 1"
    assert picture.title == "R for k = 3"
    assert rotation_picture(study).say(Cell(0, 1)) == "0.1411 · R, row 0, column 1"
    assert rotation_picture(study).say(Cell(1, 0)) == "−0.1411 · R, row 1, column 0"


def test_of_halves_both_halves_of_the_first_pairs_are_shown():
    study = snapshot(d_model=64, positions=8, sinusoids="halves").rotation
    picture = rotation_picture(study)
    assert [name.strip() for name in picture.rows] == [
        *map(str, range(16)),
        *map(str, range(32, 48)),
    ]
    np.testing.assert_allclose(picture.values[0, 16], np.sin(3), atol=1e-6)
    assert rotation_picture(study).say(Cell(0, 16)) == "0.1411 · R, row 0, column 32"


def test_the_three_rows_are_named():
    shown = snapshot(position=4, offset=5)
    study = shown.rotation
    assert row_names(study) == ("PE(4)", "R·PE(4)", "PE(9)")
    picture = rotated_rows_picture(study, shown)
    assert (picture.values.shape, picture.level) == ((3, 32), 1.0)
    expected = f"{shown.table[9, 2]:.4f}".replace("-", "−")
    assert picture.say(Cell(2, 2)) == f"{expected} · PE(9), dimension 2"
    assert rotated_rows_picture(study, snapshot("learned")).level == pytest.approx(
        LEARNED, rel=0.01
    )


# --------------------------------------------------------------------------------- the curves


def test_curves_are_columns_of_the_table():
    picture = dimensions_picture(snapshot(), (0, 5))
    np.testing.assert_array_equal(picture.curves, snapshot().table[:32, [0, 5]].T)
    assert picture.up == (-1.05, 1.05)
    assert [text for _, text in picture.ticks] == ["−1", "−0.5", "0", "0.5", "1"]
    assert picture.say(Cell(1, 2)) == table_sentence(snapshot(), Cell(2, 5))


def test_a_pair_is_said_with_its_wavelength_and_its_turns():
    picture = wavelengths_picture(snapshot(d_model=256))
    assert picture.say(Cell(0, 0)) == (
        "dimensions 0 and 1 · repeat after 6.28 positions · 5.09 turns in the range shown"
    )
    assert "254 and 255 · repeat after 58,470 positions" in picture.say(Cell(0, 127))


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
    return MatrixPicture(
        title="title",
        note="subtitle",
        rows=tuple(str(n) for n in range(rows)),
        columns=tuple(str(n) for n in range(columns)),
        level=level,
        values=values,
        **{"stretch": SQUARE, **fields},
    )


@each_theme
def test_values_are_drawn_where_they_belong(qapp, theme):
    values = np.zeros((4, 6), dtype=np.float32)
    values[0, 5], values[3, 0], values[1, 2], values[2, 3] = 1.0, -1.0, 0.5, -0.5
    image, layout = painted(lambda p, rect: picture_of(values).paint(p, rect, theme), theme=theme)
    lut = diverging_lut(theme)
    for row, column, colour in (
        (0, 5, theme.positive.lower()),
        (3, 0, theme.negative.lower()),
        (1, 1, theme.panel.lower()),
        (1, 2, lut_colour(lut, 191)),
        (2, 3, lut_colour(lut, 64)),
    ):
        assert colour_at(image, layout.grid.cell_rect(row, column).center()) == colour


def test_cells_may_be_as_long_as_a_picture_says(qapp):
    values = np.zeros((3, 400), dtype=np.float32)
    heights = []
    for stretch in (SQUARE, 32.0):
        picture = picture_of(values, stretch=stretch)
        _, layout = painted(lambda p, rect, it=picture: it.paint(p, rect, THEMES["light"]))
        heights.append(layout.grid.cell_height)
    assert heights[1] > 5 * heights[0]


@pytest.mark.parametrize(("positions", "d_model"), [(1, 2), (20, 32), (128, 512)])
def test_labels_never_overlap(qapp, positions, d_model):
    shown = snapshot(
        positions=positions, d_model=d_model, tokens=TOKENS[:positions], length=positions
    )
    picture = table_picture(shown)
    _, layout = painted(
        lambda p, rect: picture.paint(p, rect, THEMES["light"]),
        width=520,
        height=380,
    )
    assert not overlaps([label.rect for label in (*layout.rows, *layout.columns)])


# --------------------------------------------------------------------------------- the dials


def dials(count=1, *, longest=1.0):
    """Hands at the right, at the top, at the left, as (sine, cosine); the last dial has others."""
    hands = {"before": (0, 1), "turned": (1, 0), "after": (0, -1)}
    turn = rotation_study(sinusoidal_table(10, 8).numpy(), position=1, offset=2).turns[0]
    turn = dataclasses.replace(turn, **{name: np.float32(hand) for name, hand in hands.items()})
    last = dataclasses.replace(turn, before=np.float32((0, longest)))
    return Dials(study=SimpleNamespace(turns=(*(turn,) * (count - 1), last)))


def drawn(picture, *, theme=THEMES["light"], **size):
    """The image, and the places of the dials below an empty title."""
    image, spots = painted(lambda p, rect: picture.paint(p, rect, theme), theme=theme, **size)
    return image, spots.rects


def circle_of(place, theme):
    """Middle and radius of a dial in its place."""
    words = theme.small * 1.35 * 4 + theme.unit
    side = min(place.width() - 4 * theme.unit, place.height() - words - theme.unit)
    return place.center().x(), place.top() + side / 2, side / 2


def colour_along(image, place, theme, degrees, share):
    """The colour at a share of the radius, at an angle against the clock from the right."""
    x, y, radius = circle_of(place, theme)
    angle = math.radians(degrees)
    point = place.topLeft()
    point.setX(x + share * radius * math.cos(angle))
    point.setY(y - share * radius * math.sin(angle))
    return colour_at(image, point)


@each_theme
def test_sines_go_up_and_cosines_to_the_right(qapp, theme):
    image, (place,) = drawn(dials(), width=300, height=329, theme=theme)
    assert colour_along(image, place, theme, 0, 0.5) == theme.soft_text.lower()
    assert colour_along(image, place, theme, 90, 0.5) == theme.accent.lower()
    assert colour_along(image, place, theme, 180, 0.5) == theme.panel.lower()
    radius = circle_of(place, theme)[2]
    ring = 1 - 4 * theme.scale / radius
    assert colour_along(image, place, theme, 180, ring) == theme.text.lower()


def test_all_dials_are_to_the_scale_of_the_longest_hand(qapp):
    theme = THEMES["light"]
    image, (place, _) = drawn(dials(2, longest=2.0), width=600, height=300)
    assert colour_along(image, place, theme, 90, 0.3) == theme.accent.lower()
    assert colour_along(image, place, theme, 90, 0.7) == theme.panel.lower()
    table = sinusoidal_table(10, 8).numpy() * 3
    picture = dials_picture(rotation_study(table, position=1, offset=2))
    assert picture.reach == pytest.approx(3.0)
    assert len(picture.study.turns) == 4


def test_dials_stand_side_by_side(qapp):
    _, places = drawn(dials(4))
    assert [place.left() for place in places] == sorted(place.left() for place in places)
    assert len({place.width() for place in places}) == 1


@pytest.mark.parametrize(
    ("width", "expected"), [(8 * 88, [*range(8)]), (4 * 88, [0, 2, 5, 7]), (10, [0])]
)
def test_where_not_all_have_room_some_lie_evenly_apart(width, expected):
    assert those_with_room(8, width, THEMES["light"]) == expected


def test_what_is_left_of_several_turns_stands_below_a_dial(qapp):
    picture = dials_picture(rotation_study(sinusoidal_table(10, 4).numpy(), position=0, offset=7))
    said = svg_texts(lambda p, rect: picture.paint(p, rect, THEMES["light"]), width=500, height=300)
    assert {"41.07°", "2, 3"} <= set(said)  # of 401.07°


# --------------------------------------------------------------------------------- sentences


def translation(how=None, *, tokens=("a", "b"), log_probability=-1.234):
    return AlteredTranslation(
        how=how,
        tokens=tokens,
        text=" ".join(tokens),
        source_rows=(0, 1),
        log_probability=log_probability,
        stop="end of sentence",
    )


def test_a_dial_is_said_with_its_vectors():
    study = rotation_study(sinusoidal_table(10, 4).numpy(), position=1, offset=2)
    assert dials_picture(study).say(0) == (
        "dimensions 0, 1 · turned by 114.6° · PE(1) = (0.8415, 0.5403) · "
        "R·PE(1) = (0.1411, −0.9900) · PE(3) = (0.1411, −0.9900)"
    )


def test_the_error_is_said():
    study = rotation_study(sinusoidal_table(10, 4).numpy(), position=1, offset=0)
    assert pictures.error_sentence(study, kind="sinusoidal") == (
        "Largest difference between R·PE(1) and PE(1): 0; for any position of this table: 0."
    )
    assert pictures.error_sentence(study, kind="learned").endswith("no rotation fits it.")


@pytest.mark.parametrize(
    ("value", "text"), [(5.96e-8, "5.96e−8"), (0.347, "0.347"), (0.0, "0"), (1.5e-12, "1.5e−12")]
)
def test_small_errors_have_a_power_of_ten(value, text):
    assert pictures.exact(value) == text


def test_a_translation_is_said_with_what_changed():
    assert pictures.altered_note(translation(), 0) == "log-probability −1.23 nats"
    assert pictures.altered_note(translation("removed"), 1) == (
        "1 of 2 tokens differ · log-probability −1.23 nats"
    )
    certain = translation(log_probability=-0.001)
    assert pictures.altered_note(certain, 0) == "log-probability −0.00 nats"
    titles = {pictures.altered_title(translation(how)) for how in (None, "shuffled", "removed")}
    assert len(titles) == 3


def test_where_a_learned_table_is_to_be_found_is_said():
    assert pictures.learned_sentence(None).endswith("nothing was learned.")
    assert "learned table: one, two." in pictures.learned_sentence(("one", "two"))
    assert "none is shipped" in pictures.learned_sentence(())


def test_the_similarity_s_diagonal_is_told_by_its_colour_not_its_brightness():
    """It is the darkest place of the light theme, the brightest of the dark one."""
    assert not any("bright" in paragraph for paragraph in page_text("table").body)
