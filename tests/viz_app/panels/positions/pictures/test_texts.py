"""What the pages of the positions tab say."""

import pytest

from model.lessons.positions import AlteredTranslation, rotation_study
from model.network.layers import sinusoidal_table
from viz_app.panels.positions.pictures import texts
from viz_app.panels.positions.pictures.texts import page_text
from viz_app.panels.positions.room import PAGES


def translation(how=None, *, tokens=("a", "b"), log_probability=-1.234):
    return AlteredTranslation(
        how=how,
        tokens=tokens,
        text=" ".join(tokens),
        source_rows=(0, 1),
        log_probability=log_probability,
        stop="end of sentence",
    )


def test_each_page_has_a_name():
    assert set(texts.page_texts()) == set(PAGES)


def test_a_pair_is_said_with_its_wavelength():
    assert texts.wavelength_sentence((0, 1), 6.2832, 5.0929) == (
        "dimensions 0 and 1 · repeat after 6.28 positions · 5.09 turns in the range shown"
    )
    assert "repeat after 54,410 positions" in texts.wavelength_sentence(
        (254, 255), 54410.2, 0.00059
    )


def test_a_dial_is_said_with_its_vectors():
    study = rotation_study(sinusoidal_table(10, 4).numpy(), position=1, offset=2)
    assert texts.turn_sentence(study.turns[0], study) == (
        "dimensions 0, 1 · turned by 114.6° · PE(1) = (0.8415, 0.5403) · "
        "R·PE(1) = (0.1411, −0.9900) · PE(3) = (0.1411, −0.9900)"
    )
    assert texts.turn_name(study.turns[1]) == "2, 3"


def test_what_is_left_of_several_turns_stands_below_a_dial():
    study = rotation_study(sinusoidal_table(10, 4).numpy(), position=0, offset=7)
    assert texts.turn_angle(study.turns[0]) == "41.07°"  # 401.07°


def test_the_error_is_said():
    study = rotation_study(sinusoidal_table(10, 4).numpy(), position=1, offset=0)
    assert texts.error_sentence(study, kind="sinusoidal") == (
        "Largest difference between R·PE(1) and PE(1): 0; for any position of this table: 0."
    )
    assert texts.error_sentence(study, kind="learned").endswith("no rotation fits it.")


@pytest.mark.parametrize(
    ("value", "text"), [(5.96e-8, "5.96e−8"), (0.347, "0.347"), (0.0, "0"), (1.5e-12, "1.5e−12")]
)
def test_small_errors_have_a_power_of_ten(value, text):
    assert texts.exact(value) == text


def test_a_translation_is_said_with_what_changed():
    assert texts.altered_note(translation(), 0) == "log-probability −1.23 nats"
    assert texts.altered_note(translation("removed"), 1) == (
        "1 of 2 tokens differ · log-probability −1.23 nats"
    )
    certain = translation(log_probability=-0.001)
    assert texts.altered_note(certain, 0) == "log-probability −0.00 nats"
    titles = {texts.altered_title(translation(how)) for how in (None, "shuffled", "removed")}
    assert len(titles) == 3


def test_where_a_learned_table_is_to_be_found_is_said():
    assert texts.learned_sentence(None).endswith("nothing was learned.")
    assert "learned table: one, two." in texts.learned_sentence(("one", "two"))
    assert "none is shipped" in texts.learned_sentence(())


def test_the_similarity_s_diagonal_is_told_by_its_colour_not_its_brightness():
    """It is the darkest place of the light theme, the brightest of the dark one."""
    assert not any("bright" in paragraph for paragraph in page_text("table").body)
