"""A mask in the making, through the widgets."""

import pytest
from PySide6.QtCore import Qt

from model.lessons.masks import MASK_NAMES
from tests.every import every
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import masks_room, with_padded_head
from tests.viz_app.probes import emissions, hover
from viz_app.panels.masks.room import STAGES
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.view.steps import StepsPart, stage_caption, stage_formula
from viz_app.panels.masks.view.tiles import MasksIntents
from viz_app.pictures.typeset import spoken_formulas


def shown(stage="positions", **fields):
    room = masks_room(view="steps", stage=STAGES.index(stage), **fields)
    return resolve_masks(with_padded_head(room)).shown


@pytest.fixture
def part(qtbot):
    part = on_screen(qtbot, StepsPart(THEMES["light"], MasksIntents()), size=(1000, 560))
    part.set_shown(shown())
    grabbed(part)
    return part


def forms(part):
    grabbed(part)
    return [picture.form for picture in part.tiles.layout_now().pictures]


def test_the_first_stage_shows_the_batch(part):
    assert not part.tiles.isVisible()
    block, other = part.positions.blocks
    assert block.isVisible()
    assert not other.isVisible()
    assert [len(line) for line in block.places()] == [4, 4, 4]


def test_walking_through_the_stages(part, qtbot):
    heard = emissions(part)
    for index, stage in enumerate(STAGES):
        qtbot.mouseClick(part.stages.button(stage), Qt.MouseButton.LeftButton)
        assert heard[-1] == ("stage_picked", index)
        part.set_shown(shown(stage))
        assert part.stages.current() == stage
        assert part.head.isVisible() == (stage == "applied")
    assert forms(part) == ["scores", "scores", "weights"]
    part.set_shown(shown("inverted"))
    assert forms(part) == ["allowed", "masked", "additive"]


@pytest.mark.parametrize("mask", MASK_NAMES)
def test_choosing_a_mask(part, qtbot, mask):
    heard = emissions(part)
    qtbot.mouseClick(part.masks.button(mask), Qt.MouseButton.LeftButton)
    assert heard == [("mask_picked", mask)]
    part.set_shown(shown("matrix", mask=mask))
    assert part.masks.current() == mask
    assert part.padded.isEnabled() == (mask != "causal")


def test_padded_queries_can_be_masked_too(part, qtbot):
    heard = emissions(part)
    qtbot.mouseClick(part.padded, Qt.MouseButton.LeftButton, pos=part.padded.rect().center())
    part.padded.click()
    assert [name for name, *_ in heard] == ["padded_queries_picked"] * len(heard)
    assert {value for _, value in heard} <= {"masked", "kept"}
    part.set_shown(shown("matrix", padded_queries="masked"))
    assert part.padded.isChecked()
    assert "no keys left" in part.caption.text()


def test_not_a_number_is_explained_where_it_is_seen(part):
    part.set_shown(shown("applied", padded_queries="masked"))
    assert "0/0" in part.caption.text()
    part.set_shown(shown("applied"))
    assert "0/0" not in part.caption.text()
    assert "layer 1 · head 1" in part.caption.text()


def test_choosing_sentence_and_head(part):
    heard = emissions(part)
    part.sentences.activated.emit(2)
    part.set_shown(shown("applied"))
    part.head.head.setCurrentIndex(1)
    part.head.head.activated.emit(1)
    assert heard == [("sentence_picked", 2), ("head_picked", "encoder", 0, 1)]
    assert part.sentences.currentText().startswith("2 · ")


def test_clicking_a_row_of_the_batch_chooses_its_sentence(part, qtbot):
    heard = emissions(part)
    block = part.positions.blocks[0]
    point = block.places()[2][1].center().toPoint()
    qtbot.mouseClick(block, Qt.MouseButton.LeftButton, pos=point)
    assert ("sentence_picked", 2) in heard


def test_a_head_that_is_computed_is_waited_for(part):
    part.set_shown(resolve_masks(masks_room(view="steps", stage=3)).shown)
    assert not part.tiles.isVisible()
    part.set_shown(shown("applied"))
    assert part.tiles.isVisible()


@every("padded", ["kept", "masked"])
@every("mask", MASK_NAMES)
@every("stage", STAGES)
def test_every_stage_has_a_formula_and_words(qapp, stage, mask, padded):
    one = shown(stage, mask=mask, padded_queries=padded)
    assert stage_formula(one) in spoken_formulas()
    assert stage_caption(one)


def test_cells_are_said_under_the_mouse_and_by_keyboard(part, qtbot):
    part.set_shown(shown("applied"))
    grabbed(part)
    said = said_by(part)
    grid = part.tiles.layout_now().matrices[0].grid
    hover(qtbot, part.tiles, grid.cell_rect(0, 1).center().toPoint())
    assert said[-1].startswith("Scores · ")
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageDown):
        qtbot.keyClick(part.tiles, key)
    assert said[-1].startswith("Weights · ")
