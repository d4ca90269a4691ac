"""The mask tab: its parts, its texts, what they do."""

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QLabel, QWidget

from model.lessons.masks import MASK_NAMES, MaskCell
from tests.every import every
from tests.viz_app.heard_room import heard_room
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import grabbed, on_screen
from tests.viz_app.painted import THEMES, overlaps
from tests.viz_app.panels.masks.answers import (
    TARGET,
    edited,
    flipped,
    masks_room,
    with_altered,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.probes import focusable, hover, marked_language, spoken_name
from tests.viz_app.states import on_bench
from viz_app.panels.masks.panel import MASKS
from viz_app.panels.masks.pictures.masks import MaskSpot
from viz_app.panels.masks.pictures.stages import stage_caption, stage_formula, verdict
from viz_app.panels.masks.room import STAGES, VIEWS, resolve_masks
from viz_app.panels.masks.view.panel import ChangePart, MasksTab, RowsPart, StepsPart
from viz_app.pictures.typeset import spoken_formulas
from viz_app.texts.labels import text_page
from viz_app.widgets.layout import FlowRow
from viz_app.workbench.state import Cell, Selection

LEFT = Qt.MouseButton.LeftButton
KEY = Qt.Key


@pytest.fixture
def room():
    return heard_room(MASKS)


def point(view, spot):
    return view.spots().rect(spot).center().toPoint()


def press(qtbot, view, *keys):
    for key in keys:
        qtbot.keyClick(view, key)


# ------------------------------------------------------------------------------------- change part


FUTURE = MaskCell("decoder", 0, 2)
WORD = MaskCell("cross", 3, 2)


def shown(*cells, target=TARGET, kind="cross"):
    room = edited(*cells) if cells else masks_room(view="change")
    room = on_bench(room, selection=Selection(kind=kind))
    room = with_changed_head(room)
    return resolve_masks(with_altered(room, *target) if cells else room)


@pytest.fixture
def part(qtbot, room):
    part = on_screen(qtbot, ChangePart(THEMES["light"], room.handle), size=(1000, 560))
    part.set_shown(shown())
    part.grab()
    return part


def test_a_translation_takes_less_height_when_it_gets_wider(part, qtbot):
    view, words = part.translation, ("I", "have", "a", "rather", "sleepy", "old", "cat", ".")
    part.set_shown(shown(WORD, target=(*words, "</s>")))
    part.resize(500, 560)
    qtbot.waitUntil(lambda: len(view.spots().tops) > 1)
    two = view.sizeHint().height()
    qtbot.waitUntil(lambda: view.height() == two)
    part.resize(1000, 560)
    qtbot.waitUntil(lambda: view.height() == view.sizeHint().height() < two)


def test_a_click_flips_a_cell_of_the_mask_alone(part, room, qtbot):
    assert [mask.form for mask in part.tiles.picture.masks] == ["dots", "scores", "weights"]
    for mask in (2, 0):
        spot = MaskSpot(mask, Cell(3, 2))
        hover(qtbot, part.tiles, point(part.tiles, spot))
        hand = part.tiles.cursor().shape() == Qt.CursorShape.PointingHandCursor
        assert hand == (mask == 0)
        qtbot.mouseClick(part.tiles, LEFT, pos=point(part.tiles, spot))
    assert room.heard == [("cell_flipped", "cross", Cell(3, 2))]


@pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_Enter, KEY.Key_Space])
def test_a_cell_is_flipped_with_the_keyboard(part, room, qtbot, key):
    press(qtbot, part.tiles, KEY.Key_Right, KEY.Key_Right, KEY.Key_Down, key)
    assert room.heard == [("cell_flipped", "cross", Cell(1, 1))]
    press(qtbot, part.tiles, KEY.Key_PageDown, key)
    assert len(room.heard) == 1


def test_the_cursor_stays_when_the_answer_comes(part, qtbot):
    part.tiles.setFocus()
    press(qtbot, part.tiles, KEY.Key_Right, KEY.Key_Down, KEY.Key_Right)
    part.set_shown(shown(WORD))
    part.grab()
    assert part.tiles.cursor_spot() == MaskSpot(0, Cell(1, 1))
    assert "may attend" in part.tiles.accessibleDescription()


def test_the_mask_stays_where_it_is_when_a_cell_is_flipped(part):
    before = part.tiles.spots().matrices[0].grid
    for one in (shown(WORD), shown(WORD, target=("I",)), shown(FUTURE)):
        part.set_shown(one)
        part.grab()
        assert part.tiles.spots().matrices[0].grid == before


def test_the_changed_translation_stands_under_the_original(part, qtbot):
    part.set_shown(shown(WORD, target=("I", "have", "a", "dog", ".", "</s>")))
    part.grab()
    view, said = part.translation, said_by(part)
    same = [column.same for column in view.picture.columns]
    assert same == [True, True, True, False, True, True]
    assert "positions that differ: 1" in part.verdict.text()
    press(qtbot, view, *[KEY.Key_Right] * 4)
    assert said[-1] == "Real masks: “cat”, probability 0.50 · Your masks: “dog”, probability 0.50"
    place = view.cursor_rect().center().toPoint()
    press(qtbot, view, KEY.Key_Home)
    hover(qtbot, view, place)
    assert "“dog”" in said[-1]


def test_one_click_leads_back(part, room, qtbot):
    assert not part.back.isEnabled()
    part.set_shown(shown(WORD))
    qtbot.mouseClick(part.back, LEFT)
    assert room.heard == [("edits_dropped",)]
    part.set_shown(shown())
    assert not part.back.isEnabled()
    assert part.tiles.hasFocus(), "the keyboard is not lost with the button"


def test_choosing_another_mask_and_head(part, room, qtbot):
    qtbot.mouseClick(part.head.kinds.button("decoder"), LEFT)
    part.head.layer.setCurrentIndex(1)
    part.head.layer.activated.emit(1)
    assert room.heard == [("head_picked", "decoder", 0, 0), ("head_picked", "cross", 1, 0)]
    part.set_shown(shown(kind="decoder"))
    assert part.tiles.picture.masks[0].kind == "decoder"


def test_cells_say_what_they_were(part, qtbot):
    part.set_shown(shown(WORD))
    said = said_by(part)
    hover(qtbot, part.tiles, point(part.tiles, MaskSpot(2, Cell(3, 0))))
    assert "with the real masks" in said[-1]


def test_a_long_translation_is_scrolled_to_by_keyboard(part, qtbot):
    part.set_shown(shown(WORD, target=tuple(f"word{n}" for n in range(90))))
    part.grab()
    assert part.translation.bar().isVisible()
    press(qtbot, part.translation, KEY.Key_Right, KEY.Key_End)
    assert part.translation.scroll_of() > 0
    assert part.translation.rect().contains(part.translation.cursor_rect().center().toPoint())


def test_the_verdict_says_what_to_do_what_comes_and_what_has_changed():
    assert "press Enter" in verdict(shown())
    waiting = resolve_masks(flipped(with_altered(edited(WORD), "I"), FUTURE))
    assert verdict(waiting).endswith("Translating with them…")
    assert "Cross 1" in verdict(waiting)
    assert "Decoder self 1" in verdict(waiting)
    assert "the same, and so is its log-probability" in verdict(shown(WORD))
    other = verdict(shown(WORD, target=("I", "cat", "</s>")))
    assert "is now −2.079 nats; it was −4.159" in other  # three and six tokens of ½


def test_the_verdict_says_why_nothing_changes():
    for cells, target, is_said in (
        ((FUTURE,), TARGET, True),
        ((FUTURE, WORD), TARGET, False),
        ((WORD,), TARGET, False),
        ((FUTURE,), ("I",), False),
    ):
        said = "no later token exists yet" in verdict(shown(*cells, target=target))
        assert said == is_said, cells
    row = [MaskCell("cross", 0, key) for key in range(4)]
    assert "weights of 0" in verdict(shown(*row))
    assert "weights of 0" not in verdict(shown(*row[1:]))


# -------------------------------------------------------------------------------------- steps part


def steps_shown(stage="positions", **fields):
    room = masks_room(view="steps", stage=STAGES.index(stage), **fields)
    return resolve_masks(with_padded_head(room))


@pytest.fixture
def steps(qtbot, room):
    part = on_screen(qtbot, StepsPart(THEMES["light"], room.handle), size=(1000, 560))
    part.set_shown(steps_shown())
    grabbed(part)
    return part


def forms(steps):
    return [mask.form for mask in steps.tiles.picture.masks]


def test_the_first_stage_shows_the_batch(steps, room, qtbot):
    assert not steps.tiles.isVisible()
    block, other = steps.positions.blocks
    assert block.isVisible()
    assert not other.isVisible()
    assert [len(line) for line in block.spots().rows] == [4, 4, 4]
    qtbot.mouseClick(block, LEFT, pos=point(block, Cell(2, 1)))
    steps.set_shown(steps_shown(mask="causal"))
    qtbot.mouseClick(block, LEFT, pos=point(block, Cell(0, 1)))
    assert room.heard == [("sentence_picked", 2)]


def test_walking_through_the_stages(steps, room, qtbot):
    for index, stage in enumerate(STAGES):
        qtbot.mouseClick(steps.stages.button(stage), LEFT)
        assert room.heard[-1] == ("stage_picked", index)
        steps.set_shown(steps_shown(stage))
        assert steps.stages.current() == stage
        assert steps.head.isVisible() == (stage == "applied")
    assert forms(steps) == ["scores", "scores", "weights"]
    steps.set_shown(steps_shown("inverted"))
    assert forms(steps) == ["allowed", "masked", "additive"]


@pytest.mark.parametrize("mask", MASK_NAMES)
def test_choosing_a_mask(steps, room, qtbot, mask):
    qtbot.mouseClick(steps.masks.button(mask), LEFT)
    assert room.heard == [("mask", mask)]
    steps.set_shown(steps_shown("matrix", mask=mask))
    assert steps.masks.current() == mask
    assert steps.padded.isEnabled() == (mask != "causal")


def test_padded_queries_can_be_masked_too(steps, room):
    steps.padded.click()
    steps.padded.click()
    assert room.heard == [("padded_queries", "masked"), ("padded_queries", "kept")]
    steps.set_shown(steps_shown("matrix", padded_queries="masked"))
    assert steps.padded.isChecked()
    assert "no keys left" in steps.caption.text()


def test_not_a_number_is_explained_where_it_is_seen(steps):
    steps.set_shown(steps_shown("applied", padded_queries="masked"))
    assert "0/0" in steps.caption.text()
    steps.set_shown(steps_shown("applied"))
    assert "0/0" not in steps.caption.text()
    assert "layer 1 · head 1" in steps.caption.text()


def test_choosing_sentence_and_head(steps, room):
    steps.sentences.activated.emit(2)
    steps.set_shown(steps_shown("applied"))
    steps.head.head.setCurrentIndex(1)
    steps.head.head.activated.emit(1)
    assert room.heard == [("sentence_picked", 2), ("head_picked", "encoder", 0, 1)]
    assert steps.sentences.currentText().startswith("2 · ")


def test_the_head_of_the_last_stage_is_waited_for(steps, qtbot):
    steps.set_shown(resolve_masks(masks_room(view="steps", stage=3)))
    assert not steps.tiles.isVisible()
    steps.set_shown(steps_shown("applied"))
    assert steps.tiles.isVisible()
    said = said_by(steps)
    hover(qtbot, steps.tiles, point(steps.tiles, MaskSpot(0, Cell(0, 1))))
    assert said[-1].startswith("Scores · ")
    press(qtbot, steps.tiles, KEY.Key_PageDown, KEY.Key_PageDown)
    assert said[-1].startswith("Weights · ")


@every("padded", ["kept", "masked"])
@every("mask", MASK_NAMES)
@every("stage", STAGES)
def test_every_stage_has_a_formula_and_words(qapp, stage, mask, padded):
    one = steps_shown(stage, mask=mask, padded_queries=padded)
    assert stage_formula(one) in spoken_formulas()
    assert stage_caption(one)


# --------------------------------------------------------------------------------------- rows part


def rows_shown(*allowed, **fields):
    room = masks_room(view="rows", allowed=frozenset(allowed), **fields)
    return resolve_masks(with_padded_head(room))


@pytest.fixture
def rows(qtbot, room):
    part = on_screen(qtbot, RowsPart(THEMES["light"], room.handle), size=(1000, 560))
    part.set_shown(rows_shown())
    part.grab()
    return part


def test_a_click_on_the_mask_alone_gives_a_key_back(rows, room, qtbot):
    for line in (4, 0):
        hover(qtbot, rows.table, point(rows.table, Cell(line, 1)))
        hand = rows.table.cursor().shape() == Qt.CursorShape.PointingHandCursor
        assert hand == (line == 0)
        qtbot.mouseClick(rows.table, LEFT, pos=point(rows.table, Cell(line, 1)))
    assert room.heard == [("key_flipped", 1)]
    rows.set_shown(rows_shown(1))
    for line in (4, 7, 10):
        values = rows.table.picture.lines[line].cells.values[0]
        np.testing.assert_allclose(values, [0, 1, 0, 0])
    assert rows.mask_all.isEnabled()


def test_the_keyboard_gives_keys_back_in_any_line_and_passes_over_headings(rows, room, qtbot):
    said = said_by(rows)
    press(qtbot, rows.table, *[KEY.Key_Down] * 5)
    assert said[0] == "“猫” (cat) is masked for “<pad>” · click or Enter allows it"
    assert said[1].startswith("Score · ")
    assert said[2] == "−∞, plain softmax: Softmax reads · −∞ · “<pad>” → “猫” (cat)"
    assert said[3] == "−∞, plain softmax: Weights · NaN · “<pad>” → “猫” (cat)"
    assert said[4].startswith("−10⁹, plain softmax: Softmax reads · −10⁹")
    assert rows.table.cursor_spot() == Cell(6, 0)
    press(qtbot, rows.table, KEY.Key_Right, KEY.Key_Return)
    assert room.heard == [("key_flipped", 1)]
    hover(qtbot, rows.table, point(rows.table, Cell(7, 2)))
    assert said[-1] == "−10⁹, plain softmax: Weights · 0.2500 · “<pad>” → “<pad>”"


def test_all_keys_are_masked_again(rows, room, qtbot):
    assert not rows.mask_all.isEnabled()
    rows.set_shown(rows_shown(1, 2))
    qtbot.mouseClick(rows.mask_all, LEFT)
    assert room.heard == [("keys_masked",)]
    assert rows.table.hasFocus()


def test_choosing_query_sentence_and_head_of_a_row(rows, room):
    assert rows.query.currentText() == "3 · <pad>"
    rows.query.activated.emit(0)
    rows.sentences.activated.emit(0)
    rows.head.layer.setCurrentIndex(1)
    rows.head.layer.activated.emit(1)
    assert room.heard == [
        ("row_picked", 0),
        ("sentence_picked", 0),
        ("head_picked", "cross", 1, 0),
    ]


def test_the_head_of_a_row_is_waited_for(rows):
    rows.set_shown(resolve_masks(masks_room(view="rows")))
    assert not rows.table.isVisible()
    rows.set_shown(rows_shown())
    assert rows.table.isVisible()


# ------------------------------------------------------------------------------------------- panel


def snapshot(view):
    room = with_altered(with_changed_head(edited()), "I", "cat")
    room = with_padded_head(room.changed(view="rows"))
    return resolve_masks(room.changed(view=view))


@pytest.fixture
def tab(qtbot, room):
    return on_screen(qtbot, MasksTab(THEMES["light"], room.handle), size=(1240, 640))


def test_each_part_is_chosen_and_shown_with_its_text(tab, room, qtbot):
    tab.set_snapshot(None)
    assert isinstance(tab.currentWidget(), QLabel)
    assert tab.currentWidget().text()
    for view in (*VIEWS, *VIEWS):
        tab.set_snapshot(snapshot(view))
        assert tab.views.current() == view
        assert [other for other in VIEWS if tab.part(other).isVisible()] == [view]
        assert tab.lesson_page.text.accessibleName() == text_page(f"masks-{view}").title
    assert not room.heard
    qtbot.mouseClick(tab.views.button("change"), LEFT)
    assert room.heard == [("view", "change")]


TEXTS = {
    "batch": lambda part: (
        part.add.text(),
        part.editor.rows[1].field.accessibleName(),
        part.masks.accessibleDescription(),
    ),
    "steps": lambda part: (part.masks.button("source").text(), part.caption.text()),
    "change": lambda part: (part.back.text(), part.verdict.text()),
    "rows": lambda part: (part.mask_all.text(), part.table.accessibleDescription()),
}
"""Some of each part, which are translated."""


@pytest.mark.parametrize("view", VIEWS)
def test_names_themes_and_languages(qtbot, room, view):
    theme = THEMES["dark"]
    with marked_language():
        tab = on_screen(qtbot, MasksTab(theme, room.handle), size=(1240, 640))
        tab.set_snapshot(snapshot(view))
        part = tab.part(view)
        for text in (tab.views.button(view).text(), *TEXTS[view](part)):
            assert text.startswith("«")
    for widget in focusable(tab):
        assert spoken_name(widget) or not widget.isVisible(), widget
    for child in part.findChildren(object):
        assert getattr(child, "theme", theme) is theme


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("extent", [(868, 440), (1240, 640)])
def test_nothing_is_cut_off(tab, view, extent):
    tab.resize(*extent)
    tab.set_snapshot(snapshot(view))
    tab.grab()
    assert tab.minimumSizeHint().width() <= extent[0]
    assert tab.minimumSizeHint().height() <= extent[1]
    for widget in focusable(tab.part(view)):
        if widget.isVisible():
            inside = widget.visibleRegion().boundingRect()
            assert inside.width() >= min(widget.minimumSizeHint().width(), widget.width())


# ---------------------------------------------------------------------------------------- flow row


class Block(QWidget):
    """A tool of a size."""

    def __init__(self, width, height=20):
        super().__init__()
        self._size = QSize(width, height)

    def sizeHint(self):
        return self._size

    def minimumSizeHint(self):
        return QSize(10, 10)


def test_tools_in_a_row_go_on_below_where_they_have_no_room(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    blocks = [Block(width, height) for width, height in ((100, 20), (60, 30), (80, 20))]
    flow = FlowRow(*blocks, spacing=10)
    around.setLayout(flow)
    around.show()

    def places(width):
        around.resize(width, 200)
        flow.activate()
        return [flow.itemAt(index).geometry() for index in range(flow.count())]

    rects = places(260)
    assert [rect.left() for rect in rects] == [0, 110, 180]
    middles = [rect.center().y() for rect in rects]
    assert max(middles) - min(middles) <= 1
    assert flow.sizeHint() == QSize(260, 30)
    for width, height in ((260, 30), (259, 60), (120, 90), (50, 90)):
        rects = places(width)
        assert flow.heightForWidth(width) == height
        assert not overlaps([rect.toRectF() for rect in rects])
        assert all(rect.right() < width for rect in rects)
    blocks[1].hide()
    assert flow.sizeHint() == QSize(190, 20)
    assert places(260)[2].left() == 110
    empty = FlowRow(spacing=10)
    assert (empty.heightForWidth(100), empty.sizeHint()) == (0, QSize(0, 0))
    assert (empty.itemAt(0), empty.takeAt(0)) == (None, None)
