from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QLabel

from tests.viz_app.ui.pictures import THEMES, area_colours, mask_record, overlaps, painted, words
from tests.viz_app.ui.probes import emissions, focusable, hover, marked_language, spoken_name
from viz_app.state.masks_view import MasksSnapshot
from viz_app.state.selection import Cell
from viz_app.ui.masks.masks_panel import MasksPanel
from viz_app.ui.painting.mask_painter import (
    batch_labels,
    batch_places,
    paint_batch,
    paint_masks,
    tiles_across,
)
from viz_app.ui.painting.mask_pictures import (
    MaskPicture,
    mask_pictures,
    mask_sentence,
    padding_sentence,
)

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "")


def said(sentence, picture, row, column):
    return plain(mask_sentence(mask_pictures(mask_record(), sentence)[picture], Cell(row, column)))


# ------------------------------------------------------------------------------ the pictures


def test_pictures_are_the_record_s():
    record = mask_record()
    padding, causal, target, cross = mask_pictures(record, 1)
    assert padding.mask.shape == (6, 6)
    assert (padding.mask == record.source_padding[1]).all()
    assert (causal.mask == record.causal).all()
    assert (target.mask == record.target[1]).all()
    assert (cross.mask == record.cross[1]).all()
    assert [p.kind for p in (padding, causal, target, cross)] == [
        "encoder",
        "decoder",
        "decoder",
        "cross",
    ]
    assert (cross.rows, cross.columns) == (record.tgt_tokens[1], record.src_tokens[1])


def test_sentences_say_why():
    assert said(0, 0, 0, 4) == "Encoder: source padding · “我” may attend to “猫”."
    assert said(1, 0, 0, 4).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(0, 1, 1, 3).endswith("masked: “I” may not attend to “a”, which comes later.")
    assert said(1, 2, 1, 3).endswith("“<pad>” is masked: no query may attend to padding.")
    assert said(1, 3, 1, 1).endswith("“cat” may attend to “</s>”.")


def test_places_of_the_batch_say_what_they_hold():
    record = mask_record()
    assert (
        plain(padding_sentence(record, sentence=0, place=4))
        == "“猫” is a token: queries may attend to it."
    )
    assert plain(padding_sentence(record, sentence=1, place=4)) == (
        "“<pad>” is masked: no query may attend to padding."
    )


@each_theme
def test_masked_and_allowed_cells_differ(qapp, theme):
    pictures = mask_pictures(mask_record(), 0)
    image, layout = painted(
        lambda p, rect: paint_masks(p, rect, pictures, theme), width=1300, height=400, theme=theme
    )
    grid = layout.matrices[1].grid
    allowed = area_colours(image, grid.cell_rect(2, 1).adjusted(2, 2, -2, -2))
    masked = area_colours(image, grid.cell_rect(1, 2).adjusted(2, 2, -2, -2))
    assert theme.decoder.lower() in allowed, "a dot"
    assert theme.masked.lower() in masked
    assert theme.masked.lower() not in allowed
    assert theme.decoder.lower() not in masked


@pytest.mark.parametrize("count", [3, 12, 60, 128])
@pytest.mark.parametrize(("width", "height"), [(860, 300), (1300, 420)])
def test_labels_never_overlap(qapp, count, width, height):
    tokens = words(count)
    picture = MaskPicture(
        title="Causal",
        explanation="No token attends to one that comes after it.",
        kind="decoder",
        rows=tokens,
        columns=tokens,
        mask=np.tri(count, dtype=np.bool_),
    )
    _, layout = painted(
        lambda p, rect: paint_masks(p, rect, [picture] * 4, THEMES["light"]),
        width=width,
        height=height,
    )
    labels = [label.rect for matrix in layout.matrices for label in (*matrix.rows, *matrix.columns)]
    assert not overlaps(labels)
    grids = [matrix.grid.rect for matrix in layout.matrices]
    assert not overlaps(grids)


def test_a_point_finds_picture_and_cell(qapp):
    pictures = mask_pictures(mask_record(), 0)
    _, layout = painted(lambda p, rect: paint_masks(p, rect, pictures, THEMES["light"]))
    for picture, matrix in zip(layout.pictures, layout.matrices, strict=True):
        place = matrix.grid.cell_rect(3, 2)
        assert layout.cell_at(place.center()) == (picture, Cell(3, 2), place)


def test_pictures_stand_beside_each_other_where_there_is_room():
    assert tiles_across(width=1300, height=400, count=4) == 4
    assert tiles_across(width=700, height=900, count=4) == 2
    assert tiles_across(width=300, height=1200, count=4) == 1


@each_theme
def test_padding_of_the_batch_is_hatched(qapp, theme):
    record = mask_record()
    image, places = painted(
        lambda p, rect: (paint_batch(p, rect, record, theme), batch_places(rect, record, theme))[1],
        width=800,
        height=90,
        theme=theme,
    )
    assert theme.masked.lower() in area_colours(image, places[1][4])
    assert theme.masked.lower() not in area_colours(image, places[0][4])


# --------------------------------------------------------------------------------- the panel


@pytest.fixture
def panel(qtbot):
    panel = MasksPanel(THEMES["light"])
    qtbot.addWidget(panel)
    panel.resize(1200, 560)
    panel.show()
    return panel


def test_before_the_first_record(panel):
    panel.set_snapshot(MasksSnapshot(record=None, companion=""))
    assert isinstance(panel.currentWidget(), QLabel)


def test_choosing_a_sentence(panel, qtbot):
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    panel.grab()
    assert panel.sentence() == 0
    assert panel.masks.layout_now().pictures[0].rows[0] == "我"
    qtbot.mouseClick(panel._choice.button(1), Qt.MouseButton.LeftButton)
    panel.grab()
    assert panel.sentence() == 1
    assert panel.masks.layout_now().pictures[0].rows[0] == "猫"


def test_clicking_into_the_batch_chooses_too(panel, qtbot):
    record = mask_record()
    panel.set_snapshot(MasksSnapshot(record=record, companion="猫"))
    panel.grab()
    places = batch_places(panel.batch.picture_rect(), record, THEMES["light"])
    point = places[1][2].center().toPoint()
    qtbot.mouseClick(panel.batch, Qt.MouseButton.LeftButton, pos=point)
    assert panel.sentence() == 1


def test_companion_is_an_intent_once(panel, qtbot):
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    heard = emissions(panel)
    panel.companion.selectAll()
    qtbot.keyClicks(panel.companion, "dog")
    assert not heard
    qtbot.keyClick(panel.companion, Qt.Key.Key_Return)
    assert heard == [("companion_changed", "dog")]
    panel.companion.editingFinished.emit()
    assert len(heard) == 1


def test_showing_is_no_intent(panel):
    heard = emissions(panel)
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    assert panel.companion.text() == "猫"
    assert not heard


def test_hover_is_passed_on(panel, qtbot):
    record = mask_record()
    panel.set_snapshot(MasksSnapshot(record=record, companion="猫"))
    panel.grab()
    heard = emissions(panel)
    grid = panel.masks.layout_now().matrices[1].grid
    hover(qtbot, panel.masks, grid.cell_rect(1, 3).center().toPoint())
    assert plain(heard[-1][1]).endswith("“I” may not attend to “a”, which comes later.")
    places = batch_places(panel.batch.picture_rect(), record, THEMES["light"])
    hover(qtbot, panel.batch, places[1][3].center().toPoint())
    assert "padding" in heard[-1][1]


def test_names_and_languages(panel):
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    for widget in focusable(panel):
        assert spoken_name(widget), widget
    with marked_language():
        assert panel._choice.button(0).text() == "«Sentence 1»"
        assert panel.masks.accessibleDescription().startswith("«")


def test_masks_can_be_read_with_the_keyboard(panel, qtbot):
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    panel.grab()
    heard = emissions(panel)
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Down):
        qtbot.keyClick(panel.masks, key)
    sentences = [plain(text) for _, text in heard]
    assert sentences[0] == "Causal · “<s>” may attend to “<s>”."
    assert sentences[1].endswith("“<s>” may not attend to “I”, which comes later.")
    assert sentences[-1].endswith("“I” may not attend to “cat”, which comes later.")
    assert plain(panel.masks.accessibleDescription()) == sentences[-1]
    place = panel.masks.layout_now().matrices[1].grid.cell_rect(1, 4)
    assert panel.masks.cursor_rect() == place
    qtbot.keyClick(panel.masks, Qt.Key.Key_PageUp)
    assert heard[-1][1].startswith("Encoder: source padding")


def test_without_a_companion_there_is_one_sentence(panel, qtbot):
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    qtbot.mouseClick(panel._choice.button(1), Qt.MouseButton.LeftButton)
    panel.set_snapshot(MasksSnapshot(record=mask_record(sentences=1), companion=""))
    panel.grab()
    assert panel.sentence() == 0
    assert panel.masks.layout_now().pictures[0].rows[0] == "我"
    assert [panel._choice.button(index).isEnabled() for index in range(2)] == [True, False]
    assert panel._choice.button(0).isChecked()
    qtbot.mouseClick(panel._choice.button(1), Qt.MouseButton.LeftButton)
    panel.grab()
    panel.set_snapshot(MasksSnapshot(record=mask_record(), companion="猫"))
    assert panel._choice.button(1).isEnabled()


def test_labels_of_a_long_batch_do_not_print_over_each_other(qapp):
    theme = THEMES["light"]
    tokens = tuple(f"wort{n}" for n in range(120))
    places = [QRectF(10.0 * n + 1, 0, 8, 28) for n in range(120)]
    labels = batch_labels(tokens, places, theme)
    assert 10 < len(labels) < 60
    assert not overlaps([label.rect for label in labels])
    assert labels[-1].rect.right() <= places[-1].right() + 2
    assert [label.text for label in labels] == [tokens[label.index] for label in labels]
