import numpy as np
import pytest
from PySide6.QtCore import QPointF, QRectF

from model.arrays import frozen
from model.lessons.embedding.record import OutputLogits
from tests.viz_app.listening import plain
from tests.viz_app.painted import THEMES, colour_at, each_theme, painted
from tests.viz_app.panels.embedding.records import WORDS, logits_of
from viz_app.panels.embedding.painting.output import (
    FEWEST,
    MOST,
    layout_output,
    output_rows,
    paint_output,
    rows_for,
)
from viz_app.panels.embedding.texts.sentences import (
    output_columns,
    output_subtitle,
    output_title,
    ranked_sentence,
    rest_sentence,
)

LIGHT = THEMES["light"]
RECT = QRectF(16, 16, 600, 300)


def made_up(*logits, chosen=0):
    return OutputLogits(
        fed=("<s>",),
        chosen_ids=(chosen,),
        logits=frozen(np.array([logits], dtype=np.float32)),
        vocabulary=WORDS[: len(logits)],
    )


def test_the_best_tokens_have_rows_and_all_else_one_together():
    rows = output_rows(logits_of(), 0, room=4)
    chances = np.sort(logits_of().probabilities(0))[::-1]
    assert [token.rank for token in rows.tokens] == [1, 2, 3, 4]
    assert (rows.tokens[0].token, rows.chosen) == ("I", 0)
    shown = [token.probability for token in rows.tokens]
    np.testing.assert_allclose(shown, chances[:4], rtol=1e-5)
    assert rows.others == len(WORDS) - 4
    assert rows.other_probability == pytest.approx(float(chances[4:].sum()), abs=1e-6)


@pytest.mark.parametrize("room", [1, 2, 5])
def test_a_token_that_is_far_behind_has_the_last_row(room):
    rows = output_rows(logits_of(), 2, room=room)
    assert len(rows.tokens) == room
    assert rows.chosen == room - 1
    assert (rows.tokens[-1].token, rows.tokens[-1].rank) == ("a", len(WORDS))


def test_a_small_vocabulary_is_shown_whole():
    rows = output_rows(made_up(1.0, 2.0), 0, room=10)
    assert (len(rows.tokens), rows.others) == (2, 0)
    assert rows.other_probability == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("height", "count"), [(50, FEWEST), (200, 8), (2000, MOST)])
def test_as_many_rows_as_have_room(qapp, height, count):
    assert rows_for(height, LIGHT) == count


def test_bars_begin_at_zero_and_are_as_long_as_their_logits(qapp):
    layout = layout_output(RECT, output_rows(made_up(6.0, 3.0, -3.0), 0, room=3), LIGHT)
    best, second, last = (layout.logit_bar(row) for row in range(3))
    assert best.left() == second.left() == pytest.approx(last.right())
    assert best.width() == pytest.approx(2 * second.width())
    assert last.width() == pytest.approx(second.width())
    assert best.right() == pytest.approx(sum(layout.logit))


def test_the_whole_width_of_softmax_is_one(qapp):
    output = logits_of()
    layout = layout_output(RECT, output_rows(output, 0, room=3), LIGHT)
    for row, token in enumerate(layout.rows.tokens):
        width = layout.probability_bar(row).width()
        assert width == pytest.approx(max(1.0, token.probability * layout.probability[1]))
    total = sum(layout.probability_bar(row).width() for row in range(4))
    assert total == pytest.approx(layout.probability[1], abs=4)


@each_theme
def test_the_token_that_follows_has_the_accent_colour(qapp, theme):
    rows = output_rows(logits_of(), 0, room=4)

    def paint(painter, rect):
        layout = layout_output(rect, rows, theme)
        paint_output(painter, layout, theme, output_columns())
        return layout

    image, layout = painted(paint, theme=theme)
    chosen, other = (layout.logit_bar(row).center() for row in (0, 1))
    assert colour_at(image, chosen) == theme.accent.lower()
    assert colour_at(image, other) != theme.accent.lower()
    assert colour_at(image, layout.probability_bar(0).center()) == theme.accent.lower()


def test_rows_are_found_under_the_mouse(qapp):
    layout = layout_output(RECT, output_rows(logits_of(), 0, room=4), LIGHT)
    for row in range(5):
        assert layout.row_at(layout.row_rect(row).center()) == row
    assert layout.row_at(QPointF(300, 17)) is None


def test_words_have_the_values():
    output = logits_of()
    assert plain(output_title(output, 2)) == "After “have”: which token comes next?"
    words = plain(output_subtitle(output, 2, tied=True))
    assert words.startswith("12 logits: the decoder’s vector times each row of the target’s own")
    assert words.endswith("“a” follows: rank 12.")
    assert "output projection" in output_subtitle(output, 2, tied=False)
    token = output.chosen(2)
    assert plain(ranked_sentence(token, chosen=True)) == (
        f"“a” · rank 12 · logit −6.0000 · probability {token.probability:.6f} · this token follows"
    )
    assert "follows" not in ranked_sentence(token, chosen=False)
    assert rest_sentence(5988, 0.0071) == "the other 5,988 tokens together: 0.007"
