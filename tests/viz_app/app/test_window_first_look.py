"""The first minutes: what is seen at start, and what an English sentence is answered with."""

import numpy as np
import pytest
from PySide6.QtCore import Qt

from model.checkpoint.file import load_checkpoint
from model.checkpoint.locations import SHIPPED_FOLDER
from model.decoding.greedy import translate_steps
from tests.viz_app.application import (
    ALT,
    click,
    press,
    running,
    said,
    settle,
    type_source,
    wait_for_translation,
)
from viz_app.panels.attention.room import picture_cell_picked
from viz_app.storage.settings import load_settings
from viz_app.workbench.changes.selection import head_picked, option_picked, step_chosen
from viz_app.workbench.state import ROOT, Cell

pytestmark = pytest.mark.window

CAT = "我有一只猫。"
BOOKS = "桌子上有三本书。"
"""The first example of the model."""
ENGLISH = "The cat is black."


@pytest.fixture
def application(qtbot, tmp_path):
    path = SHIPPED_FOLDER / "zh-en.safetensors"
    with running(qtbot, tmp_path, model=path, text=CAT) as application:
        yield application
        application.languages.use("en")


@pytest.fixture
def window(application):
    return application.window


def paste_and_translate(qtbot, application, text):
    """QTest can type no Chinese."""
    source = application.window.header.source
    source.selectAll()
    source.insert(text)
    qtbot.keyClick(source, Qt.Key.Key_Return)
    wait_for_translation(qtbot, application, text)


def plain(text):
    return text.replace("\u2068", "").replace("\u2069", "").replace("\xa0", " ")


def caption(window):
    return plain(window.attention.focus.sentence())


def shown_tokens(application):
    selection = application.screen.now.selection
    return application.screen.now.trace.steps[selection.step].token


def test_at_start_a_word_with_a_meaning_is_looked_at_in_plain_words(application, window):
    assert shown_tokens(application) == "cat"
    selection = application.screen.now.selection
    weights = application.screen.now.trace.cross_weights
    share = weights[selection.layer, selection.head, selection.step, 4]
    assert share == weights[selection.layer, selection.head, selection.step].max()
    assert caption(window) == (
        f"Having read “a”, before choosing “cat”: layer {selection.layer + 1}"
        f" head {selection.head + 1} looks mostly at “猫” (cat, {share:.0%})".replace("%", " %")
    )
    assert application.screen.now.whole  # no row is hidden


def test_the_caption_is_chinese_in_chinese(qtbot, application, window):
    window.menus.action("language_zh_CN").trigger()
    settle(qtbot, application)
    selection = application.screen.now.selection
    assert f"第 {selection.layer + 1} 层第 {selection.head + 1} 头" in caption(window)
    assert "cat" in caption(window)
    assert "猫" in caption(window)


@pytest.mark.parametrize(
    ("kind", "beginning", "looks"),
    [
        ("encoder", "While reading “我” (I, me), ", "looks "),
        ("decoder", "Having read “a”, before choosing “cat”: ", "back"),
    ],
)
def test_the_other_kinds_are_said_in_their_words(window, kind, beginning, looks):
    window.menus.action(f"kind_{kind}").trigger()
    assert caption(window).startswith(beginning)
    assert looks in caption(window)


@pytest.mark.parametrize(("step", "row"), [(1, 1), (3, 3)])
def test_another_candidate_shows_what_it_changes(qtbot, application, window, step, row):
    window.menus.action("timeline").trigger()
    window.timeline.slider.setValue(step)
    before = application.screen.now.trace
    numbers = [chip.number for chip in window.timeline.tokens.layout_now().lines[0]]
    bars = window.timeline.candidates
    word = bars.rows()[row][0]
    click(qtbot, bars, bars.row_rect(row).center().toPointF())
    qtbot.waitUntil(lambda: application.screen.now.branches.current != ROOT)
    qtbot.waitUntil(lambda: not application.screen.now.translating)
    bench = application.screen.now
    trace, tree = bench.trace, bench.branches
    # the branch was decoded on, as the model itself does
    model = load_checkpoint(SHIPPED_FOLDER / "zh-en.safetensors")
    prefix = trace.predicted_ids[: step + 1]
    *_, expected = translate_steps(model, CAT, prefix=prefix)
    assert trace.predicted_tokens == expected.predicted_tokens
    assert trace.finished
    # in view is the first row that differs in any head, beside the parent, and no row is blank
    rows = min(len(before.steps), len(trace.steps))
    differs = np.zeros(rows)
    for kind in ("decoder", "cross"):
        one, other = (each.weights(kind)[:, :, :rows] for each in (trace, before))
        keys = min(one.shape[-1], other.shape[-1])
        differs += np.abs(one[..., :keys] - other[..., :keys]).max(axis=(0, 1, 3))
    assert bench.selection.step == int(np.flatnonzero(differs > 1e-4)[0]) == step + 1
    assert tree.compared == ROOT
    assert window.attention.shown().focus.compared is before
    assert window.attention.shown().focus.decoded_rows == rows
    assert caption(window).startswith(f"Having read “{word} / {before.steps[step].token}”, ")
    # the head that changed most is named
    moved = {
        (share_of(trace, before, kind, layer, head, step + 1), kind, layer, head)
        for kind in ("decoder", "cross")
        for layer in range(3)
        for head in range(8)
    }
    most, kind, layer, head = max(moved)
    name = {"decoder": "decoder self-attention", "cross": "cross-attention"}[kind]
    assert plain(said(window)) == (
        f"Note: “{word}” in place of “{before.steps[step].token}” changes head {head + 1} of layer"
        f" {layer + 1} ({name}) most: in the row with this input, {100 * most:.0f} % of its weight"
        " moves to other positions."
    )
    # the tokens before it have the same numbers as before
    after = [chip.number for chip in window.timeline.tokens.layout_now().lines[0]]
    assert after[:step] == numbers[:step]
    assert all(number.startswith("p ") for number in after)


def share_of(one, other, kind, layer, head, row):
    """The part of a row that is on other keys."""
    rows = (each.weights(kind)[layer, head, row] for each in (one, other))
    return float(sum(abs(a - b) for a, b in zip(*rows, strict=False)) / 2)


def test_undo_takes_the_branch_and_its_comparison_back(qtbot, application, window):
    before = application.screen.now
    window.timeline.branch_on_next_candidate()
    qtbot.waitUntil(lambda: application.screen.now.branches.compared == ROOT)
    qtbot.waitUntil(lambda: not application.screen.now.translating)
    after = application.screen.now
    window.menus.edit.action("undo").trigger()
    assert application.screen.now.trace is before.trace
    assert application.screen.now.selection == before.selection
    assert application.screen.now.branches.compared is None
    window.menus.edit.action("redo").trigger()
    qtbot.waitUntil(lambda: application.screen.now.branches.compared == ROOT)
    assert application.screen.now.trace.predicted_ids == after.trace.predicted_ids
    assert application.screen.now.selection == after.selection


def test_one_head_opens_on_a_word_also_after_the_steps_were_played_to_their_end(
    qtbot, application, window
):
    last = len(application.screen.now.trace.steps) - 1
    for kind, word in (("cross", "cat"), ("decoder", "cat"), ("encoder", "我")):
        window.show_tab("attention")
        window.rooms.attention.does(picture_cell_picked)(kind, None)
        window.menus.action(f"kind_{kind}").trigger()
        window.timeline.room.apply(step_chosen, last)
        if kind == "encoder":  # its rows are not walked through: the cursor is on </s>
            window.rooms.attention.does(picture_cell_picked)(kind, Cell(6, 2))
        window.show_tab("one_head")
        settle(qtbot, application)
        chosen = window.late["one_head"].panel.choice.query.currentText()
        assert plain(chosen) == {"cat": "a → cat", "我": "我 (I, me)"}[word]
    window.show_tab("attention")
    window.timeline.room.apply(step_chosen, 1)
    window.show_tab("one_head")
    assert application.screen.now.selection.step == 1, "a row of a word stays"


def test_side_by_side_says_that_a_head_of_each_kind_is_another_module(qtbot, application, window):
    window.rooms.attention.does(head_picked)("cross", 1, 5)
    window.rooms.attention.does(option_picked)("side_by_side", True)
    settle(qtbot, application)
    note = window.attention.columns.note
    assert note.isVisible()
    assert "Head 6 of layer 2 is a different module in each of the three kinds" in note.text()
    network = load_checkpoint(SHIPPED_FOLDER / "zh-en.safetensors").network
    encoder, decoder = network.encoder_layers[1], network.decoder_layers[1]
    modules = [encoder.attention, decoder.attention, decoder.cross]
    queries = {
        name: [dict(module.named_parameters())[name] for module in modules]
        for name in dict(modules[0].named_parameters())
    }
    for first, second, third in queries.values():
        assert len({first.data_ptr(), second.data_ptr(), third.data_ptr()}) == 3


def test_the_row_labels_are_explained_with_tokens_of_the_sentence(window):
    switch = window.attention.row_labels
    tips = [
        plain(switch.itemData(index, Qt.ItemDataRole.ToolTipRole))
        for index in range(switch.count())
    ]
    assert "Row “a” → “cat”: the decoder has read “a” and predicts “cat” from it" in tips[0]
    assert "This row is labelled “a”" in tips[1]
    assert "This row is labelled “cat”" in tips[2]
    assert "“a” → “cat”" in plain(switch.toolTip())
    window.timeline.room.apply(step_chosen, 1)
    assert "“I” → “have”" in plain(switch.toolTip())


def test_a_picked_head_stays_for_the_next_sentence(qtbot, application, window):
    window.rooms.attention.does(head_picked)("cross", 2, 6)
    paste_and_translate(qtbot, application, "我的朋友在医院工作。")
    selection = application.screen.now.selection
    assert (selection.layer, selection.head) == (2, 6)
    assert shown_tokens(application) == "friend"


def test_english_is_answered_with_what_the_model_reads_and_an_example(qtbot, application, window):
    paste_and_translate(qtbot, application, "今天的天气很好。")
    before = application.bench.now.trace
    type_source(qtbot, window, ENGLISH)
    qtbot.keyClick(window.header.source, Qt.Key.Key_Return)
    assert "Latin letters" in said(window)
    assert "zh-en reads Chinese characters" in said(window)
    assert not application.bench.now.translating
    assert application.bench.now.trace is before
    assert window.header.source.text() == ENGLISH
    assert window.notices.example_button.text() == BOOKS
    click(qtbot, window.notices.example_button)
    wait_for_translation(qtbot, application, BOOKS)
    assert window.header.source.text() == BOOKS
    assert not window.notices.isVisible()


def test_glosses_are_switched_off_for_good(qtbot, application, window, tmp_path):
    focus = window.attention.focus
    assert "“猫” (cat)" in focus.picture.say(Cell(3, 4)).replace("\u2068", "").replace("\u2069", "")
    focus.grab()
    assert [label.text for label in focus.spots().glosses][-1] == "cat"
    window.menus.attention.action("glosses").trigger()
    focus.grab()
    assert focus.spots().glosses == ()
    assert "cat)" not in focus.picture.say(Cell(3, 4))
    qtbot.waitUntil(lambda: not load_settings(tmp_path / "settings.json")[0].glosses)


def test_alt_and_down_list_examples_and_the_sentences_of_this_window(qtbot, application, window):
    paste_and_translate(qtbot, application, "他是老师。")
    press(qtbot, window.header.source, Qt.Key.Key_Down, ALT)
    menu = window.header.source.choices
    sentences = menu.sentences()
    assert sentences[:2] == list(application.bench.now.model.samples[:2])
    assert sentences[6:] == ["他是老师。", CAT]
    assert "There are three books on the table." in menu.actions()[1].text()
    picked = next(action for action in menu.actions() if action.data() == sentences[1])
    menu.setActiveAction(picked)
    qtbot.keyClick(menu, Qt.Key.Key_Return)
    wait_for_translation(qtbot, application, sentences[1])
    assert window.header.source.text() == sentences[1]
    assert application.bench.now.asked[:2] == (sentences[1], "他是老师。")


def test_a_string_longer_than_reverse_has_learned_is_doubted_in_a_sentence(qtbot, tmp_path):
    reverse = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=reverse, text="a b c") as application:
        window, long = application.window, " ".join("abcdefghijklmnopqrst")
        assert "strings of 1 to 16 letters" in window.header.models.toolTip()
        type_source(qtbot, window, long)
        press(qtbot, window.header.source, Qt.Key.Key_Return)
        qtbot.waitUntil(lambda: "reverse was trained on strings of 1 to 16 letters" in said(window))
        assert "this one has 20" in said(window)
        assert application.screen.now.trace.source_text == "a b c"
        press(qtbot, window.header.source, Qt.Key.Key_Return)
        wait_for_translation(qtbot, application, long)


def test_reverse_reads_a_word_as_its_letters_and_says_so(qtbot, tmp_path):
    reverse = SHIPPED_FOLDER / "reverse.safetensors"
    with running(qtbot, tmp_path, model=reverse, text="a b c") as application:
        type_source(qtbot, application.window, "hello")
        press(qtbot, application.window.header.source, Qt.Key.Key_Return)
        wait_for_translation(qtbot, application, "h e l l o")
        assert application.screen.now.trace.translation == "o l l e h"
        assert said(application.window) == "Warning: Read as single characters: h e l l o"
        assert application.window.header.source.text() == "hello"
