"""The mask tab: its parts, its texts, its intents."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from model.lessons.masks import MaskCell
from tests.viz_app.listening import said_by
from tests.viz_app.on_screen import on_screen
from tests.viz_app.painted import THEMES
from tests.viz_app.panels.masks.answers import (
    TARGET,
    edited,
    flipped,
    masks_room,
    with_altered,
    with_changed_head,
    with_padded_head,
)
from tests.viz_app.probes import emissions, focusable, hover, marked_language, spoken_name
from tests.viz_app.states import on_bench
from viz_app.panels.masks.pictures.texts import verdict
from viz_app.panels.masks.room import VIEWS
from viz_app.panels.masks.snapshot import resolve_masks
from viz_app.panels.masks.view.panel import ChangePart, MasksTab, RowsPart
from viz_app.panels.masks.view.tiles import MasksIntents
from viz_app.texts.labels import text_page
from viz_app.workbench.state import Cell, Selection

# -------------------------------------------------------------------------------- test change part
# Flipping cells of a mask, through the widgets.


FUTURE = MaskCell("decoder", 0, 2)
WORD = MaskCell("cross", 3, 2)


def shown(*cells, target=TARGET, kind="cross"):
    room = edited(*cells) if cells else masks_room(view="change")
    room = on_bench(room, selection=Selection(kind=kind))
    room = with_changed_head(room)
    return resolve_masks(with_altered(room, *target) if cells else room).shown


@pytest.fixture
def part(qtbot):
    part = on_screen(qtbot, ChangePart(THEMES["light"], MasksIntents()), size=(1000, 560))
    part.set_shown(shown())
    part.grab()
    return part


def mask_grid(part):
    return part.tiles.layout_now().matrices[0].grid


def click(qtbot, part, row, column, picture=0):
    grid = part.tiles.layout_now().matrices[picture].grid
    point = grid.cell_rect(row, column).center().toPoint()
    qtbot.mouseClick(part.tiles, Qt.MouseButton.LeftButton, pos=point)


def test_a_translation_takes_less_height_when_it_gets_wider(part, qtbot):
    view, words = part.translation, ("I", "have", "a", "rather", "sleepy", "old", "cat", ".")
    part.set_shown(shown(WORD, target=(*words, "</s>")))
    part.resize(500, 560)
    qtbot.waitUntil(lambda: len(view._layout.tops) > 1)
    two = view.sizeHint().height()
    qtbot.waitUntil(lambda: view.height() == two)
    part.resize(1000, 560)
    qtbot.waitUntil(lambda: view.height() == view.sizeHint().height() < two)


def test_mask_scores_and_weights_are_shown(part):
    assert [picture.form for picture in part.tiles.layout_now().pictures] == [
        "dots",
        "scores",
        "weights",
    ]


def test_clicking_a_cell_flips_it(part, qtbot):
    heard = emissions(part)
    click(qtbot, part, 3, 2)
    assert heard == [("cell_flipped", "cross", Cell(3, 2))]


def test_only_the_mask_is_flipped(part, qtbot):
    heard = emissions(part)
    click(qtbot, part, 3, 2, picture=2)
    assert not heard


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space])
def test_a_cell_is_flipped_with_the_keyboard(part, qtbot, key):
    heard = emissions(part)
    for move in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(part.tiles, move)
    qtbot.keyClick(part.tiles, key)
    assert heard[-1] == ("cell_flipped", "cross", Cell(1, 1))


def test_the_cursor_stays_when_the_answer_comes(part, qtbot):
    for move in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Right):
        qtbot.keyClick(part.tiles, move)
    part.set_shown(shown(WORD))
    part.grab()
    assert part.tiles.cursor_rect() == mask_grid(part).cell_rect(1, 1)
    assert "may attend" in part.tiles.accessibleDescription()


def test_the_picture_stays_where_it_is_when_a_cell_is_flipped(part):
    before = mask_grid(part)
    for one in (shown(WORD), shown(WORD, target=("I",)), shown(FUTURE)):
        part.set_shown(one)
        part.grab()
        assert mask_grid(part) == before


def test_the_changed_translation_stands_under_the_original(part):
    part.set_shown(shown(WORD, target=("I", "have", "a", "dog", ".", "</s>")))
    part.grab()
    columns = part.translation.layout_now().columns
    assert [column.same for column in columns] == [True, True, True, False, True, True]
    assert "positions that differ: 1" in part.verdict.text()


def test_one_click_leads_back(part, qtbot):
    assert not part.back.isEnabled()
    part.set_shown(shown(WORD))
    heard = emissions(part)
    qtbot.mouseClick(part.back, Qt.MouseButton.LeftButton)
    assert ("edits_dropped",) in heard
    part.set_shown(shown())
    assert not part.back.isEnabled()
    assert part.tiles.hasFocus(), "the keyboard is not lost with the button"


@pytest.mark.parametrize("kind", ["encoder", "decoder"])
def test_choosing_another_mask(part, qtbot, kind):
    heard = emissions(part)
    qtbot.mouseClick(part.head.kinds.button(kind), Qt.MouseButton.LeftButton)
    assert heard == [("head_picked", kind, 0, 0)]
    part.set_shown(shown(kind=kind))
    part.grab()
    assert part.tiles.layout_now().pictures[0].kind == kind


def test_choosing_a_head(part):
    heard = emissions(part)
    part.head.layer.setCurrentIndex(1)
    part.head.layer.activated.emit(1)
    assert heard == [("head_picked", "cross", 1, 0)]


def test_cells_say_what_they_were(part, qtbot):
    part.set_shown(shown(WORD))
    part.grab()
    said = said_by(part)
    grid = part.tiles.layout_now().matrices[2].grid
    hover(qtbot, part.tiles, grid.cell_rect(3, 0).center().toPoint())
    assert "with the real masks" in said[-1]


def test_tokens_are_said_with_their_probability(part, qtbot):
    part.set_shown(shown(WORD, target=("I", "have", "a", "dog", ".", "</s>")))
    part.grab()
    said = said_by(part)
    for _ in range(4):
        qtbot.keyClick(part.translation, Qt.Key.Key_Right)
    assert said[-1] == ("Real masks: “cat”, probability 0.50 · Your masks: “dog”, probability 0.50")
    place = part.translation.cursor_rect().center().toPoint()
    qtbot.keyClick(part.translation, Qt.Key.Key_Home)
    hover(qtbot, part.translation, place)
    assert "“dog”" in said[-1]


def test_a_long_translation_is_scrolled_to_by_keyboard(part, qtbot):
    words = tuple(f"word{n}" for n in range(90))
    part.set_shown(shown(WORD, target=words))
    part.grab()
    assert part.translation.bar().isVisible()
    qtbot.keyClick(part.translation, Qt.Key.Key_Right)
    qtbot.keyClick(part.translation, Qt.Key.Key_End)
    assert part.translation.scroll_of() > 0
    assert part.translation.rect().contains(part.translation.cursor_rect().center().toPoint())


# ------------------------------------------------------------------------------- in words


class TestVerdict:
    def test_at_first_it_says_what_to_do(self):
        assert "press Enter" in verdict(shown())

    def test_it_says_when_the_translation_is_on_its_way(self):
        room = with_altered(edited(WORD), "I")
        waiting = resolve_masks(flipped(room, FUTURE)).shown
        assert verdict(waiting).endswith("Translating with them…")
        assert "Cross 1" in verdict(waiting)
        assert "Decoder self 1" in verdict(waiting)

    def test_it_says_when_nothing_has_changed(self):
        text = verdict(shown(WORD))
        assert "the same, and so is its log-probability" in text
        assert "exists yet" not in text

    def test_it_says_why_allowing_the_future_changes_nothing(self):
        assert "no later token exists yet" in verdict(shown(FUTURE))
        assert "no later token exists yet" not in verdict(shown(FUTURE, WORD))
        assert "no later token exists yet" not in verdict(shown(FUTURE, target=("I",)))

    def test_it_gives_both_log_probabilities_of_another_translation(self):
        text = verdict(shown(WORD, target=("I", "cat", "</s>")))
        assert "is now −2.079 nats; it was −4.159" in text  # three and six tokens of ½

    def test_it_says_what_becomes_of_a_row_without_a_key(self):
        row = [MaskCell("cross", 0, key) for key in range(4)]
        assert "weights of 0" in verdict(shown(*row))
        assert "weights of 0" not in verdict(shown(*row[1:]))


# -------------------------------------------------------------------------------------- test panel


WORDS = 120


def snapshot(view):
    room = with_altered(with_changed_head(edited()), "I", "cat")
    room = room.changed(view="rows")
    room = with_padded_head(room)
    return resolve_masks(room.changed(view=view))


@pytest.fixture
def tab(qtbot):
    return on_screen(qtbot, MasksTab(THEMES["light"]), size=(1240, 640))


def test_before_the_first_translation(tab):
    tab.set_snapshot(None)
    assert isinstance(tab.currentWidget(), QLabel)
    assert tab.currentWidget().text()


@pytest.mark.parametrize("view", VIEWS)
def test_each_part_is_shown_with_its_text(tab, view):
    tab.set_snapshot(snapshot(view))
    assert tab.part(view).isVisible()
    assert tab.views.current() == view
    assert tab.lesson_page.text.accessibleName() == text_page(f"masks-{view}").title
    others = [tab.part(other) for other in VIEWS if other != view]
    assert not any(part.isVisible() for part in others)


def test_choosing_a_part_is_an_intent(tab, qtbot):
    tab.set_snapshot(snapshot("batch"))
    heard = emissions(tab)
    qtbot.mouseClick(tab.views.button("change"), Qt.MouseButton.LeftButton)
    assert heard == [("view_picked", "change")]


@pytest.mark.parametrize("view", VIEWS)
def test_a_part_reports_to_the_tab(tab, view):
    tab.set_snapshot(snapshot(view))
    assert tab.part(view).intents is tab.intents


def test_the_same_snapshot_again_is_no_intent(tab):
    heard = emissions(tab)
    for view in (*VIEWS, *VIEWS):
        tab.set_snapshot(snapshot(view))
        tab.grab()
    assert not heard


TEXTS = {
    "batch": lambda part: (
        part.add.text(),
        part.editor.row(1).field.accessibleName(),
        part.masks.accessibleDescription(),
    ),
    "steps": lambda part: (part.masks.button("source").text(), part.caption.text()),
    "change": lambda part: (part.back.text(), part.verdict.text()),
    "rows": lambda part: (part.mask_all.text(), part.table.accessibleDescription()),
}
"""Some of each part, which are translated."""


@pytest.mark.parametrize("view", VIEWS)
def test_names_themes_and_languages(qtbot, view):
    theme = THEMES["dark"]
    with marked_language():
        tab = on_screen(qtbot, MasksTab(theme), size=(1240, 640))
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


# ---------------------------------------------------------------------------------- test rows part
# A row without keys, through the widgets.


def rows_part_shown(*allowed, **fields):
    room = masks_room(view="rows", allowed=frozenset(allowed), **fields)
    return resolve_masks(with_padded_head(room)).shown


@pytest.fixture
def rows_part(qtbot):
    part = on_screen(qtbot, RowsPart(THEMES["light"], MasksIntents()), size=(1000, 560))
    part.set_shown(rows_part_shown())
    part.grab()
    return part


def place(rows_part, line, key):
    return rows_part.table.layout_now().grid_of(line).cell_rect(0, key).center().toPoint()


def weights(rows_part):
    rows_part.grab()
    lines = rows_part.table.layout_now().lines
    return [lines[index].picture.values[0] for index in (4, 7, 10)]


def test_three_rules_stand_below_each_other(rows_part):
    nan, uniform, zeros = weights(rows_part)
    assert np.isnan(nan).all()
    np.testing.assert_allclose(uniform, 0.25)
    assert (zeros == 0).all()


def test_clicking_the_mask_gives_a_key_back(rows_part, qtbot):
    heard = emissions(rows_part)
    qtbot.mouseClick(rows_part.table, Qt.MouseButton.LeftButton, pos=place(rows_part, 0, 1))
    assert heard == [("key_flipped", 1)]
    rows_part.set_shown(rows_part_shown(1))
    for row in weights(rows_part):
        np.testing.assert_allclose(row, [0, 1, 0, 0])
    assert rows_part.mask_all.isEnabled()


def test_clicking_a_number_flips_nothing(rows_part, qtbot):
    heard = emissions(rows_part)
    qtbot.mouseClick(rows_part.table, Qt.MouseButton.LeftButton, pos=place(rows_part, 4, 1))
    assert not heard


def test_a_key_is_given_back_with_the_keyboard(rows_part, qtbot):
    heard = emissions(rows_part)
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Return):
        qtbot.keyClick(rows_part.table, key)
    assert heard[-1] == ("key_flipped", 1)


def test_the_keyboard_passes_over_headings_and_says_each_cell(rows_part, qtbot):
    said = said_by(rows_part)
    for _ in range(5):
        qtbot.keyClick(rows_part.table, Qt.Key.Key_Down)
    assert said[0] == "“猫” (cat) is masked for “<pad>” · click or Enter allows it"
    assert said[1].startswith("Score · ")
    assert said[2] == "−∞, plain softmax: Softmax reads · −∞ · “<pad>” → “猫” (cat)"
    assert said[3] == "−∞, plain softmax: Weights · NaN · “<pad>” → “猫” (cat)"
    assert said[4].startswith("−10⁹, plain softmax: Softmax reads · −10⁹")
    assert rows_part.table.cursor_rect() == rows_part.table.layout_now().grid_of(6).cell_rect(0, 0)


def test_all_keys_are_masked_again(rows_part, qtbot):
    assert not rows_part.mask_all.isEnabled()
    rows_part.set_shown(rows_part_shown(1, 2))
    heard = emissions(rows_part)
    qtbot.mouseClick(rows_part.mask_all, Qt.MouseButton.LeftButton)
    assert ("keys_masked",) in heard
    assert rows_part.table.hasFocus()


def test_choosing_query_sentence_and_head(rows_part):
    heard = emissions(rows_part)
    assert rows_part.query.currentText() == "3 · <pad>"
    rows_part.query.activated.emit(0)
    rows_part.sentences.activated.emit(0)
    rows_part.head.layer.setCurrentIndex(1)
    rows_part.head.layer.activated.emit(1)
    assert heard == [
        ("row_picked", 0),
        ("sentence_picked", 0),
        ("head_picked", "cross", 1, 0),
    ]


def test_cells_are_said_under_the_mouse(rows_part, qtbot):
    said = said_by(rows_part)
    hover(qtbot, rows_part.table, place(rows_part, 7, 2))
    assert said[-1] == "−10⁹, plain softmax: Weights · 0.2500 · “<pad>” → “<pad>”"


def test_a_head_that_is_computed_is_waited_for(rows_part):
    rows_part.set_shown(resolve_masks(masks_room(view="rows")).shown)
    assert not rows_part.table.isVisible()
    rows_part.set_shown(rows_part_shown())
    assert rows_part.table.isVisible()
