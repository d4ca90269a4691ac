"""The four masks of a sentence, and texts of cells."""

import numpy as np
import pytest

from tests.viz_app.listening import plain
from tests.viz_app.painted import mask_record
from viz_app.panels.masks.painting.mask_pictures import (
    MaskPicture,
    cell_text,
    mask_pictures,
    mask_sentence,
    number_text,
    place_sentence,
    widest_text,
)
from viz_app.workbench.state.selection import Cell


def said(sentence, picture, row, column):
    return plain(mask_sentence(mask_pictures(mask_record(), sentence)[picture], Cell(row, column)))


def picture_of(form, mask, values=None, **fields):
    mask = np.asarray(mask, dtype=np.bool_)
    rows, columns = (tuple("abcdef"[:size]) for size in mask.shape)
    values = None if values is None else np.asarray(values, dtype=np.float32)
    given = {"title": "T", "explanation": "E", "kind": "cross", "rows": rows, "columns": columns}
    return MaskPicture(**given, mask=mask, form=form, values=values, **fields)


def test_pictures_are_the_record_s(qapp):
    record = mask_record()
    padding, causal, target, cross = mask_pictures(record, 1)
    assert padding.mask.shape == (6, 6)
    assert (padding.mask == record.source_padding[1]).all()
    assert (causal.mask == record.causal).all()
    assert (target.mask == record.target[1]).all()
    assert (cross.mask == record.cross[1]).all()
    kinds = [picture.kind for picture in (padding, causal, target, cross)]
    assert kinds == ["encoder", "decoder", "decoder", "cross"]
    assert (cross.rows, cross.columns) == (record.tgt_tokens[1], record.src_tokens[1])


def test_what_only_padding_masks_is_framed_and_said(qapp):
    record = mask_record()
    for sentence in range(len(record.src_tokens)):
        _, causal, target, _ = mask_pictures(record, sentence)
        more = {tuple(cell) for cell in np.argwhere(causal.mask & ~target.mask).tolist()}
        assert {(cell.row, cell.column) for cell in target.padded} == more
        assert ("Framed" in target.explanation) == bool(more)
        assert not causal.padded


def test_sentences_say_why(qapp):
    assert said(0, 0, 0, 4) == "Encoder: source padding · “我” may attend to “猫”."
    assert said(1, 0, 0, 4).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(0, 1, 1, 3).endswith("masked: “I” may not attend to “a”, which comes later.")
    assert said(1, 2, 1, 3).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(1, 3, 1, 1).endswith("“cat” may attend to “</s>”.")


def test_places_of_the_batch_say_what_they_hold(qapp):
    record = mask_record()
    token, padding = (plain(place_sentence(record, sentence=n, place=4)) for n in (0, 1))
    assert token == "“猫” is a token: queries may attend to it."
    assert padding == "“<pad>” is masked: no query may attend to padding."


@pytest.mark.parametrize(
    ("form", "texts"),
    [
        ("dots", ["", ""]),
        ("ones", ["1", "0"]),
        ("allowed", ["T", "F"]),
        ("masked", ["F", "T"]),
        ("additive", ["0", "−∞"]),
    ],
)
def test_each_form_writes_the_same_mask_its_own_way(form, texts):
    picture = picture_of(form, [[True, False]])
    assert [cell_text(picture, 0, key) for key in range(2)] == texts


def test_numbers_have_a_real_minus_and_masked_scores_what_took_their_place(qapp):
    scores = picture_of("scores", [[True, False, False]], [[-1.234, -np.inf, -1e9]])
    assert [cell_text(scores, 0, key) for key in range(3)] == ["−1.23", "−∞", "−10⁹"]
    weights = picture_of("weights", [[True, False, True]], [[0.456, 0.0, np.nan]])
    assert [cell_text(weights, 0, key) for key in range(3)] == ["0.46", "0.00", "NaN"]
    assert cell_text(scores, 0, 0, digits=1) == "−1.2"
    assert number_text(0.123456, may=True, form="weights", digits=4) == "0.1235"


def test_no_text_is_wider_than_the_widest(qapp):
    scores = picture_of("scores", [[True]], [[-9.87]], level=10.0)
    assert len(widest_text(scores)) >= len(cell_text(scores, 0, 0))
    assert widest_text(picture_of("additive", [[True]])) == "−∞"
